/* bots.c: computer players of the bridge.
 *
 * Bots read the whole state and keep no data between two ticks.
 */
#include "games/bridge/bridge.h"

#include <fixstep/kit/buttons.h>

static void think_random(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    struct bridge_view v;
    bridge_peek(state, &v);
    fs_kit_buttons_think_random(*v.world.tick, *v.world.hz, slot, rng, 0, input);
}

/* --- walker ---------------------------------------------------------------------------------- */

/* Presses the key toward a position, unless the ball is near it or too fast already. */
static uint8_t key_for_speed(fs_pos offset, fs_vel vel, fs_vel maximum, fs_key minus, fs_key plus)
{
    fs_pos miss = fs_sat64_sub(offset, (fs_pos)vel * (1 << (FS_POS_FRAC - FS_VEL_FRAC - 1)));
    fs_pos slack = FS_POS_ONE / 12;
    if (miss > slack && vel < maximum)
        return (uint8_t)plus;
    return miss < -slack && vel > -maximum ? (uint8_t)minus : 0;
}

/* Moves to its lane on the bank, keeps it on the deck, and jumps when the ball is stuck. */
static void think_walker(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    (void)rng;
    struct bridge_view v;
    bridge_peek(state, &v);
    struct bridge_rules rules = bridge_rules_load(&v);
    uint8_t *bytes = input;
    if (v.player.state[slot] != BRIDGE_ROLLING)
        return;
    uint32_t row = fs__bridge_ball_row(&rules, slot);
    bool back = v.player.returning[slot] != 0;
    fs_pos3 me = v.body.pos[row];
    fs_vel3 vel = v.body.vel[row];
    fs_pos goal = rules.half_span + 3 * FS_POS_ONE;
    fs_pos astray = fs_sat64_sub(fs__bridge_lane_z(back), me.z);
    fs_vel maximum = fs_abs64(astray) > FS_POS_ONE / 2 && fs_abs64(me.x) > rules.half_span ? 0 : 3 * FS_VEL_ONE;
    bytes[0] =
        (uint8_t)(key_for_speed(fs_sat64_sub(back ? -goal : goal, me.x), vel.x, maximum, FS_KEY_LEFT, FS_KEY_RIGHT) |
                  key_for_speed(astray, vel.z, 2 * FS_VEL_ONE, FS_KEY_UP, FS_KEY_DOWN));
    bool stuck = fs_abs32(vel.x) < FS_VEL_ONE / 2 && v.player.crossing_ticks[slot] > *v.world.hz && maximum > 0;
    if (stuck && v.player.grounded[slot])
        bytes[0] |= FS_KEY_FIRE;
}

const fs_bot fs__bridge_bots[BRIDGE_BOTS] = {
    { "idle", "does nothing", fs_kit_buttons_think_idle },
    { "random", "rolls and jumps as it comes", think_random },
    { "walker", "keeps to its lane and crosses, there and back", think_walker },
};
