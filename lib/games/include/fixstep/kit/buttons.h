/* buttons.h: the input of games that are played with held keys and a choice.
 *
 * Two bytes: the keys held (bits of fs_key) and the choice made in this tick, 0 for none.
 * The game defines the meaning of each choice.
 */
#ifndef FIXSTEP_KIT_BUTTONS_H
#define FIXSTEP_KIT_BUTTONS_H

#include <fixstep/sim.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    FS_KIT_BUTTONS_BYTES = 2,
    FS_KIT_BUTTONS_MASK = FS_KEY_UP | FS_KEY_DOWN | FS_KEY_LEFT | FS_KEY_RIGHT | FS_KEY_FIRE | FS_KEY_ALT
};

static inline bool fs_kit_button_held(const uint8_t *input, fs_key key)
{
    return (input[0] & (unsigned)key) != 0;
}

/* -1, 0 or 1; opposite keys held together cancel out. */
static inline int fs_kit_button_axis(const uint8_t *input, fs_key minus, fs_key plus)
{
    return (int)fs_kit_button_held(input, plus) - (int)fs_kit_button_held(input, minus);
}

/* 1 in the ticks in which a counter of `rate` per second advances, else 0. */
static inline int fs_kit_count_step(uint64_t tick, uint32_t hz, uint32_t rate)
{
    return (int)((tick + 1) * rate / hz - tick * rate / hz);
}

/* Clears unknown bits, and a choice above `choices`. `input` has FS_KIT_BUTTONS_BYTES bytes. */
FS_API void fs_kit_buttons_sanitise(void *input, uint8_t choices);

/* The bot "idle": writes an input of zeros. */
FS_API void fs_kit_buttons_think_idle(const fs_state *state, uint32_t slot, fs_rng *rng, void *input);

/* The bot "random": presses drawn keys for 1/8 s each, and makes a choice from 1 to `choices` (0: never) in one of
 * eight of these intervals. `hz` is the tick rate; the draws depend on the key of `rng`, the slot and the tick alone. */
FS_API void fs_kit_buttons_think_random(uint32_t tick, uint32_t hz, uint32_t slot, const fs_rng *rng, uint8_t choices,
                                        uint8_t *input);

#ifdef __cplusplus
}
#endif
#endif
