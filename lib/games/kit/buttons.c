/* buttons.c: held keys as an input, and the two bots that every such game has. See <fixstep/kit/buttons.h>. */
#include <fixstep/kit/buttons.h>

#include <string.h>

void fs_kit_buttons_sanitise(void *input, uint8_t choices)
{
    uint8_t *bytes = input;
    bytes[0] &= FS_KIT_BUTTONS_MASK;
    if (bytes[1] > choices)
        bytes[1] = 0;
}

void fs_kit_buttons_think_idle(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    (void)state;
    (void)slot;
    (void)rng;
    memset(input, 0, FS_KIT_BUTTONS_BYTES);
}

/* A bot has no memory between two ticks, so it repeats its draw: a function of the generator's
 * key, the slot and the number of the interval. */
void fs_kit_buttons_think_random(uint32_t tick, uint32_t hz, uint32_t slot, const fs_rng *rng, uint8_t choices,
                                 uint8_t *input)
{
    uint32_t interval = fs_max_u32(hz / 8u, 1);
    fs_rng draw = fs_rng_seed(rng->key ^ slot, tick / interval);
    input[0] = (uint8_t)(fs_rng_u32(&draw) & FS_KIT_BUTTONS_MASK);
    bool chooses = tick % interval == 0 && fs_rng_chance(&draw, 1, 8);
    uint32_t choice = fs_rng_below(&draw, choices);
    input[1] = chooses && choices > 0 ? (uint8_t)(choice + 1u) : 0;
}
