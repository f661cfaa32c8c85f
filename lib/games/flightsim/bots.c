/* bots.c: computer pilots. They read the state and keep no data between two ticks. */
#include <fixstep/kit/buttons.h>
#include <fixstep/trig.h>

#include "games/flightsim/flightsim.h"

static void think_random(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    struct flightsim_view v;
    flightsim_peek(state, &v);
    fs_kit_buttons_think_random(*v.world.tick, *v.world.hz, slot, rng, 0, input);
}

/* ---- pilot ---------------------------------------------------------------------------------------------------------- */

/* The course of an arc that ends in the hoop along its axis: as far beyond the bearing of the hoop as the bearing is beyond
 * the axis. From behind the hoop it leads around it. */
static uint32_t choose_course(const struct flightsim_view *v, uint32_t hoop, fs_pos3 at)
{
    const int32_t most = (int32_t)FS_TURN_DEG(80);
    fs_pos3 d = fs_pos3_sub(v->hoop.at[hoop], at);
    fs_unit3 axis = v->hoop.axis[hoop];
    uint32_t bearing = fs_atan2(d.z, d.x);
    int32_t off = fs_turn_signed(bearing - fs_atan2(axis.z, axis.x));
    return bearing + (uint32_t)fs_clamp32(off, -most, most);
}

static uint8_t axis_keys(int64_t error, int64_t slack, uint8_t minus, uint8_t plus)
{
    return error > slack ? plus : error < -slack ? minus : 0;
}

/* Banks by twice as much as the flight is off its course, at most 55 degrees, ahead of the roll by a quarter of a second. */
static uint8_t choose_bank(fs_quat rot, fs_vel3 vel, fs_vel3 turning, uint32_t course)
{
    const int32_t most = (int32_t)FS_TURN_DEG(55);
    int64_t off = 2 * (int64_t)fs_turn_signed(course - fs_atan2(vel.z, vel.x));
    fs_vel3 right = fs_quat_vel(rot, fs_vel3_make(0, 0, FS_VEL_ONE)), own = fs_quat_inv_vel(rot, turning);
    int32_t bank = -fs_turn_signed(fs_asin(fs_unit_from_vel(right.y)));
    int64_t soon = (int64_t)bank + (int64_t)own.x * 80; /* a quarter of a second in turns: 2^32 / (2 pi 4) / 2^21 */
    return axis_keys(fs_clamp64(off, -most, most) - soon, (int32_t)FS_TURN_DEG(3), FS_KEY_LEFT, FS_KEY_RIGHT);
}

/* Climbs by a quarter of what is missing in a second, at most 6 m/s. */
static uint8_t choose_pitch(fs_vel3 vel, fs_pos missing)
{
    fs_vel climb = (fs_vel)fs_clamp64(fs_asr64(missing, FS_POS_FRAC - FS_VEL_FRAC + 2), -6 * FS_VEL_ONE,
                                      6 * FS_VEL_ONE);
    return axis_keys((int64_t)climb - vel.y, FS_VEL_ONE / 2, FS_KEY_DOWN, FS_KEY_UP);
}

/* Pilots pass a hoop at different heights, within 3.5 m of its middle. */
static fs_pos lane_of(uint32_t slot)
{
    return ((fs_pos)(slot * 3 + 4) % FLIGHTSIM_MAX_PLAYERS * 2 - (FLIGHTSIM_MAX_PLAYERS - 1)) * (FS_POS_ONE / 2);
}

static void think_pilot(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    struct flightsim_view v;
    uint8_t *bytes = input;
    (void)rng;
    flightsim_peek(state, &v);
    uint32_t row = v.plane.body[slot].index1 - 1u;
    if (v.plane.state[slot] != FLIGHTSIM_FLYING || row >= *v.body3.rows)
        return;
    uint32_t hoop = v.plane.next[slot];
    fs_pos3 at = v.body3.pos[row];
    fs_vel3 vel = v.body3.vel[row];
    bytes[0] = choose_bank(v.body3.rot[row], vel, v.body3.angular_velocity[row], choose_course(&v, hoop, at));
    fs_pos height = fs_sat64_add(v.hoop.at[hoop].y, lane_of(slot));
    bytes[0] |= choose_pitch(vel, fs_sat64_sub(height, at.y));
    if (fs_vel3_length(vel) < 21 * FS_VEL_ONE)
        bytes[0] |= FS_KEY_FIRE;
}

const fs_bot fs__flightsim_bots[FLIGHTSIM_BOTS] = {
    { "idle", "lets the plane fly by itself", fs_kit_buttons_think_idle },
    { "pilot", "flies from hoop to hoop", think_pilot },
    { "random", "pulls and banks as it comes", think_random },
};
