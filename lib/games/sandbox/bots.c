/* bots.c: computer players of the sandbox.
 *
 * Bots read the whole state and keep no data between two ticks.
 */
#include "games/sandbox/sandbox.h"

#include <fixstep/kit/buttons.h>

static void think_random(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    struct sandbox_view v;
    sandbox_peek(state, &v);
    fs_kit_buttons_think_random(*v.world.tick, *v.world.hz, slot, rng, SANDBOX_COMMANDS - 1, input);
}

/* --- builder ----------------------------------------------------------------------------- */

static uint32_t count_own_bodies(const struct sandbox_view *v, uint32_t slot)
{
    uint32_t count = 0;
    for (uint32_t row = 0; row < *v->thing.rows; row++)
        count += v->thing.maker[row] == slot + 1;
    return count;
}

/* Moves its selection upward and to the middle when it lies low, otherwise spins it. */
static uint8_t handle_body(const struct fs_world2 *w, uint32_t row, uint32_t beat)
{
    fs_pos2 at = w->body.pos[row];
    if (at.y < -4 * FS_POS_ONE)
        return SANDBOX_SPEED_UP;
    if (fs_abs64(at.x) > 15 * FS_POS_ONE)
        return at.x > 0 ? SANDBOX_SPEED_LEFT : SANDBOX_SPEED_RIGHT;
    return beat % 2 == 0 ? SANDBOX_ANGULAR_VELOCITY_LEFT : SANDBOX_RESTITUTION_UP;
}

/* Makes up to twelve bodies of varying shape; in between it manipulates one of its own and selects the next. Acts once
 * in 1/5 s. */
static void think_builder(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    struct sandbox_view v;
    struct fs_world2 w;
    uint8_t *bytes = input;
    uint32_t row;
    (void)rng;
    sandbox_peek(state, &v);
    fs_world2_bind_readonly(state, sandbox_T_physics2, &w);
    uint32_t length = fs_max_u32(*v.world.hz / 5, 1), beat = *v.world.tick / length + slot,
             own = count_own_bodies(&v, slot);
    if (*v.world.tick % length != 0)
        return;
    bool has = fs__sandbox_selected_row(&v, &w, slot, &row);
    if (beat % 8 == 0 && own < 12)
        bytes[1] = (uint8_t)(SANDBOX_MAKE_RECTANGLE + (own + slot) % 4);
    else if (!has || v.thing.maker[row] != slot + 1 || beat % 8 == 7)
        bytes[0] = FS_KEY_DOWN;
    else
        bytes[1] = handle_body(&w, row, beat);
}

const fs_bot fs__sandbox_bots[SANDBOX_BOTS] = {
    { "builder", "makes bodies and throws them about", think_builder },
    { "idle", "does nothing", fs_kit_buttons_think_idle },
    { "random", "gives commands as they come", think_random },
};
