/* bots.c: computer pilots. They read the state and keep no data between two ticks. */
#include <fixstep/kit/buttons.h>
#include <fixstep/trig.h>

#include "games/glider/glider.h"

enum {
    REACH_RATIO = 13, /* a gate is in reach at so many m for each m of height: less than the glide ratio, for turns */
    RESERVE = 8,      /* m that a pilot climbs beyond that in a thermal */
    TURNING = 110,    /* m: way that a turn takes */
    APPROACH = 140,   /* m: from elsewhere than behind a gate, pilots fly to so far behind it */
    STEEP = 9,        /* brakes open on a slope of more than 1 to that */
    LEAD = 17,        /* degrees: half the bank of a circle of 28 m at 13.5 m/s */
    CIRCLE = 28,      /* m: radius of circles in a thermal */
    TRIM_DM = 125,    /* dm/s: speed of the steady glide */
    SLOWEST_DM = 105,
    FASTEST_DM = 150 /* brakes open beyond */
};

static void think_random(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    struct glider_view v;
    glider_peek(state, &v);
    fs_kit_buttons_think_random(*v.world.tick, *v.world.hz, slot, rng, 0, input);
}

/* ---- ways ----------------------------------------------------------------------------------------------------------- */

static fs_pos level_distance(fs_pos3 a, fs_pos3 b)
{
    return fs_pos3_dist(fs_pos3_make(a.x, 0, a.z), fs_pos3_make(b.x, 0, b.z));
}

/* From a cone of 45 degrees behind the gate the course of an arc that ends in the gate along its axis: as far beyond the bearing
 * of the gate as the bearing is beyond the axis. From elsewhere, and for who flies aside too near to turn, that to a point in the
 * cone. */
static uint32_t course_to_gate(const struct glider_view *v, uint32_t gate, fs_pos3 at, fs_vel3 vel)
{
    fs_unit3 axis = v->gate.axis[gate];
    fs_pos3 to = v->gate.at[gate], d = fs_pos3_sub(to, at);
    uint32_t bearing = fs_atan2(d.z, d.x);
    int32_t off = fs_turn_signed(bearing - fs_atan2(axis.z, axis.x));
    int32_t turn = fs_turn_signed(bearing + (uint32_t)off - fs_atan2(vel.z, vel.x));
    bool turns = level_distance(to, at) > TURNING * FS_POS_ONE || fs_uabs32(turn) < FS_TURN_DEG(50);
    if (fs_uabs32(off) < FS_TURN_DEG(45) && turns)
        return bearing + (uint32_t)off;
    d.x = fs_sat64_sub(d.x, APPROACH * fs_pos_from_unit(axis.x));
    d.z = fs_sat64_sub(d.z, APPROACH * fs_pos_from_unit(axis.z));
    return fs_atan2(d.z, d.x);
}

/* To the right around the middle of a thermal: straight to it from afar, along the circle on it, but for the lead at which a
 * glider banks as the circle needs. */
static uint32_t course_around(fs_pos3 middle, fs_pos3 at)
{
    fs_pos3 d = fs_pos3_sub(middle, at);
    fs_pos away = level_distance(middle, at), circle = CIRCLE * FS_POS_ONE;
    int64_t aside = (int64_t)FS_TURN_DEG(90 - LEAD) - (int64_t)FS_TURN_DEG(2) * fs_asr64(away - circle, FS_POS_FRAC);
    return fs_atan2(d.z, d.x) - (uint32_t)(int32_t)fs_clamp64(aside, away > 2 * circle ? 0 : (int64_t)FS_TURN_DEG(30),
                                                              (int64_t)FS_TURN_DEG(115));
}

/* The thermal with the shortest way; false when there is none that lifts by 1.5 m/s. */
static bool choose_thermal(const struct glider_view *v, fs_pos3 at, fs_pos3 *middle)
{
    fs_pos least = 0;
    bool found = false;
    for (uint32_t i = 0; i < *v->thermal.rows; i++) {
        fs_pos d = level_distance(v->thermal.at[i], at);
        if (v->thermal.lift[i] < 3 * FS_WIDE_ONE / 2 || (found && d >= least))
            continue;
        least = d;
        *middle = v->thermal.at[i];
        found = true;
    }
    return found;
}

/* ---- hands ---------------------------------------------------------------------------------------------------------- */

static uint8_t axis_keys(int64_t error, int64_t slack, uint8_t minus, uint8_t plus)
{
    return error > slack ? plus : error < -slack ? minus : 0;
}

/* Angles a quarter of a second ahead: 2^32 / (2 pi 4) / 2^21 = 80 for a rate in VEL. */
static uint8_t choose_bank(fs_quat rot, fs_vel3 vel, fs_vel3 own, uint32_t course)
{
    const int32_t most = (int32_t)FS_TURN_DEG(45);
    int64_t off = 2 * (int64_t)fs_turn_signed(course - fs_atan2(vel.z, vel.x));
    fs_vel3 right = fs_quat_vel(rot, fs_vel3_make(0, 0, FS_VEL_ONE));
    int64_t soon = -(int64_t)fs_turn_signed(fs_asin(fs_unit_from_vel(right.y))) + (int64_t)own.x * 80;
    return axis_keys(fs_clamp64(off, -most, most) - soon, (int32_t)FS_TURN_DEG(3), FS_KEY_LEFT, FS_KEY_RIGHT);
}

static uint8_t choose_pitch(fs_quat rot, fs_vel3 own, int64_t pitch)
{
    fs_vel3 nose = fs_quat_vel(rot, fs_vel3_make(FS_VEL_ONE, 0, 0));
    int64_t soon = (int64_t)fs_turn_signed(fs_asin(fs_unit_from_vel(nose.y))) + (int64_t)own.z * 80;
    return axis_keys(pitch - soon, (int32_t)FS_TURN_DEG(1), FS_KEY_DOWN, FS_KEY_UP);
}

/* The slope to a point ahead, at most 15 degrees down; the nose goes down when the glider is slow, by 3 degrees for 1 m/s. */
static int64_t pitch_for(fs_pos rise, fs_pos away, fs_vel speed)
{
    int64_t slope = fs_clamp64(fs_turn_signed(fs_atan2(rise, fs_max64(away, 5 * FS_POS_ONE))),
                               -(int64_t)FS_TURN_DEG(15), 0);
    int64_t trim = (int64_t)(speed - fs_vel_from_ratio(TRIM_DM, 10)) * (int64_t)FS_TURN_DEG(3) / FS_VEL_ONE;
    return speed < fs_vel_from_ratio(SLOWEST_DM, 10) ? fs_clamp64(trim, -(int64_t)FS_TURN_DEG(15), 0) : slope;
}

/* Height above the gate that the way to it takes. */
static fs_pos needed_height(const struct glider_view *v, uint32_t gate, fs_pos3 at)
{
    return fs_sat64_add(v->gate.at[gate].y, level_distance(v->gate.at[gate], at) / REACH_RATIO);
}

static void think_pilot(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    struct glider_view v;
    uint8_t *bytes = input;
    fs_pos3 middle = { 0, 0, 0 };
    (void)rng;
    glider_peek(state, &v);
    if (v.glider.state[slot] != GLIDER_FLYING)
        return;
    uint32_t gate = v.glider.next[slot];
    fs_pos3 at = v.body3.pos[slot];
    fs_quat rot = v.body3.rot[slot];
    fs_vel3 air = fs_vel3_make(fs_vel_from_wide(v.rule.wind[0]), fs_vel_from_wide(fs__glider_updraft(&v, at)), 0);
    fs_vel3 vel = v.body3.vel[slot], own = fs_quat_inv_vel(rot, v.body3.angular_velocity[slot]);
    fs_vel speed = fs_vel3_length(fs_vel3_sub(vel, air));
    fs_pos needed = needed_height(&v, gate, at), away = level_distance(v.gate.at[gate], at);
    bool in_lift = fs__glider_updraft(&v, at) > FS_WIDE_ONE;
    bool climbs = at.y < fs_sat64_add(needed, in_lift ? RESERVE * FS_POS_ONE : 0) && choose_thermal(&v, at, &middle) &&
                  !(away < 60 * FS_POS_ONE && at.y > v.gate.at[gate].y);
    if (climbs) {
        int64_t trim = (int64_t)(speed - fs_vel_from_ratio(TRIM_DM, 10)) * (int64_t)FS_TURN_DEG(3) / FS_VEL_ONE;
        bytes[0] = choose_bank(rot, vel, own, course_around(middle, at)) |
                   choose_pitch(rot, own, fs_clamp64(trim, -(int64_t)FS_TURN_DEG(15), (int64_t)FS_TURN_DEG(10)));
        return;
    }
    bytes[0] = choose_bank(rot, vel, own, course_to_gate(&v, gate, at, vel)) |
               choose_pitch(rot, own, pitch_for(fs_sat64_sub(v.gate.at[gate].y, at.y), away, speed));
    if (speed > fs_vel_from_ratio(FASTEST_DM, 10) ||
        (away < TURNING * FS_POS_ONE && fs_sat64_sub(at.y, v.gate.at[gate].y) > away / STEEP))
        bytes[0] |= FS_KEY_FIRE;
}

const fs_bot fs__glider_bots[GLIDER_BOTS] = {
    { "idle", "lets the glider fly by itself", fs_kit_buttons_think_idle },
    { "pilot", "climbs in thermals and flies from gate to gate", think_pilot },
    { "random", "pulls and banks as it comes", think_random },
};
