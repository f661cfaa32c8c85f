/* bots.c: computer sailors. They read the state and keep no data between two ticks. */
#include <fixstep/kit/buttons.h>
#include <fixstep/trig.h>

#include "games/sailboat/sailboat.h"

/* Degrees: the heading closest to the wind; the bearing that leeway lets a boat reach; slack of the heading. */
enum { CLOSEST = 48, FETCH = 60, SLACK = 3 };

static void think_random(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    struct sailboat_view v;
    sailboat_peek(state, &v);
    fs_kit_buttons_think_random(*v.world.tick, *v.world.hz, slot, rng, 0, input);
}

/* ---- skipper -------------------------------------------------------------------------------------------------------- */

/* In a lane for each slot: half of the way that is left to the line of the buoy, so that the boat comes along the course; after a miss a point from which it can be crossed. */
static fs_pos3 choose_point(const struct sailboat_view *v, uint32_t slot, fs_pos3 at)
{
    uint32_t mark = v->boat.next[slot];
    fs_unit3 course = fs__sailboat_course(v, mark);
    fs_pos3 d = fs_pos3_sub(at, v->mark.at[mark]);
    fs_pos depth = fs_sat64_add(fs_mul64(d.x, course.x, FS_UNIT_FRAC), fs_mul64(d.z, course.z, FS_UNIT_FRAC));
    const int64_t lane = 8 + 2 * ((int64_t)slot * 3 % SAILBOAT_MAX_PLAYERS);
    return depth < 0 ? fs__sailboat_point(v, mark, lane, depth / FS_POS_ONE / 2 + 1)
                     : fs__sailboat_point(v, mark, lane + 10, -20);
}

/* Straight to the point where the boat can sail there; else close to the wind, on the tack of the heading until the point
 * lies on the other one. */
static uint32_t choose_course(uint32_t bearing, uint32_t heading, uint32_t upwind)
{
    const int32_t closest = (int32_t)FS_TURN_DEG(CLOSEST), fetch = (int32_t)FS_TURN_DEG(FETCH);
    int32_t off = fs_turn_signed(bearing - upwind), tack = fs_turn_signed(heading - upwind);
    if (off >= fetch || off <= -fetch)
        return bearing;
    return upwind + (uint32_t)(tack > 0 ? closest : -closest);
}

/* Ahead of the yaw by half a second: 2^32 / (2 pi 2) / 2^21 turns for a step of angular velocity. With sternway the rudder
 * works the other way. */
static uint8_t choose_rudder(const fs_world3 *w, uint32_t row, uint32_t course)
{
    int64_t error = (int64_t)fs_turn_signed(course - fs__sailboat_heading(w, row)) +
                    (int64_t)w->body.angular_velocity[row].y * 160;
    bool sternway = fs_quat_inv_vel(w->body.rot[row], w->body.vel[row]).x < 0;
    if (fs_uabs64(error) < FS_TURN_DEG(SLACK))
        return 0;
    return (error > 0) != sternway ? FS_KEY_RIGHT : FS_KEY_LEFT;
}

static void think_skipper(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    struct sailboat_view v;
    fs_world3 w;
    uint8_t *bytes = input;
    (void)rng;
    sailboat_peek(state, &v);
    fs_world3_bind_readonly(state, sailboat_T_physics3, &w);
    fs_force3_bind_readonly(state, sailboat_T_force3, &w);
    uint32_t row = fs__sailboat_row(&v, slot);
    if (v.boat.state[slot] != SAILBOAT_SAILING)
        return;
    fs_pos3 at = w.body.pos[row], to = choose_point(&v, slot, at);
    uint32_t bearing = fs_atan2(fs_sat64_sub(to.z, at.z), fs_sat64_sub(to.x, at.x));
    uint32_t course = choose_course(bearing, fs__sailboat_heading(&w, row), fs__sailboat_upwind(&w));
    bytes[0] = (uint8_t)(FS_KEY_FIRE | choose_rudder(&w, row, course));
}

const fs_bot fs__sailboat_bots[SAILBOAT_BOTS] = {
    { "idle", "lets the boat drift", fs_kit_buttons_think_idle },
    { "random", "steers and trims as it comes", think_random },
    { "skipper", "beats and reaches from buoy to buoy", think_skipper },
};
