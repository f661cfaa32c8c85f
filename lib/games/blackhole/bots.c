/* bots.c: computer players of the black hole.
 *
 * Bots read the whole state and keep no data between two ticks.
 */
#include "games/blackhole/blackhole.h"

#include <fixstep/kit/buttons.h>

static void think_random(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    struct blackhole_view v;
    blackhole_peek(state, &v);
    fs_kit_buttons_think_random(*v.world.tick, *v.world.hz, slot, rng, 0, input);
}

/* --- pilot --------------------------------------------------------------------------------- */

/* The target velocity: a circular orbit in the present sense of rotation, plus at most 8 m/s inward or outward to
 * return to the ring. */
static fs_vel2 wanted_velocity(const struct blackhole_rules *rules, fs_pos2 pos, fs_vel2 vel)
{
    fs_unit2 out;
    fs_pos r = fs_pos2_length(pos), ring = BLACKHOLE_START_RADIUS * FS_POS_ONE;
    fs_vel maximum = 8 * FS_VEL_ONE;
    fs_vel radial = fs_clamp32(fs_vel_from_pos(fs_sat64_sub(ring, r) / 4), -maximum, maximum);
    fs_pos2_normalise(pos, &out);
    bool clockwise = fs_vel2_cross_unit2_raw(vel, out) > 0;
    fs_unit2 along = clockwise ? fs_unit2_neg(fs_unit2_perp(out)) : fs_unit2_perp(out);
    fs_vel circular = fs__blackhole_circular_speed(rules, fs_max64(r, rules->capture));
    return fs_vel2_make(
        fs_sat32_add(fs_mul32_sym(circular, along.x, FS_UNIT_FRAC), fs_mul32_sym(radial, out.x, FS_UNIT_FRAC)),
        fs_sat32_add(fs_mul32_sym(circular, along.y, FS_UNIT_FRAC), fs_mul32_sym(radial, out.y, FS_UNIT_FRAC)));
}

static void think_pilot(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    (void)rng;
    struct blackhole_view v;
    blackhole_peek(state, &v);
    struct blackhole_rules rules = blackhole_rules_load(&v);
    uint8_t *bytes = input;
    if (v.ship.state[slot] != BLACKHOLE_FLYING)
        return;
    fs_pos2 pos = fs_pos2_make(v.body.pos[slot].x, v.body.pos[slot].y);
    fs_vel2 vel = fs_vel2_make(v.body.vel[slot].x, v.body.vel[slot].y);
    fs_vel2 change = fs_vel2_sub(wanted_velocity(&rules, pos, vel), vel);
    if (fs_vel2_length(change) < FS_VEL_ONE / 2) {
        bytes[0] = FS_KEY_ALT;
        return;
    }
    int32_t offset = fs_turn_signed(fs_atan2(change.y, change.x) - v.ship.heading[slot]);
    int32_t step = (int32_t)fs__blackhole_turn_step(*v.world.hz);
    if (offset > step / 2 || offset < -step / 2)
        bytes[0] = offset > 0 ? FS_KEY_LEFT : FS_KEY_RIGHT;
    if (fs_abs32(offset) < (int32_t)FS_TURN_DEG(25))
        bytes[0] |= fs_vel2_length(change) > 4 * FS_VEL_ONE ? FS_KEY_FIRE : FS_KEY_UP;
}

const fs_bot fs__blackhole_bots[BLACKHOLE_BOTS] = {
    { "idle", "does nothing", fs_kit_buttons_think_idle },
    { "pilot", "burns for a circular orbit", think_pilot },
    { "random", "turns and burns as it comes", think_random },
};
