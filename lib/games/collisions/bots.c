/* bots.c: computer players of collisions.
 *
 * Bots read the whole state and keep no data between two ticks.
 */
#include "games/collisions/collisions.h"

#include <fixstep/kit/buttons.h>

static void think_random(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    struct collisions_view v;
    collisions_peek(state, &v);
    fs_kit_buttons_think_random(*v.world.tick, *v.world.hz, slot, rng, COLLISIONS_COMMANDS - 1, input);
}

/* Once a second: flings its selection at the nearest ball, then selects another. */
static void think_striker(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    struct collisions_view v;
    uint8_t *bytes = input;
    (void)rng;
    collisions_peek(state, &v);
    uint32_t hz = *v.world.hz, when = (*v.world.tick + slot * hz / 4) % (2 * hz);
    if (when == 0)
        bytes[0] = FS_KEY_FIRE;
    else if (when == hz)
        bytes[0] = FS_KEY_DOWN;
}

const fs_bot fs__collisions_bots[COLLISIONS_BOTS] = {
    { "idle", "does nothing", fs_kit_buttons_think_idle },
    { "random", "gives commands as they come", think_random },
    { "striker", "flings ball after ball at its neighbour", think_striker },
};
