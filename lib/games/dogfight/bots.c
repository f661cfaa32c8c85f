/* bots.c: computer pilots.
 *
 * Bots read the whole state and keep no data between two ticks.
 */
#include "games/dogfight/dogfight.h"

#include <fixstep/trig.h>
#include <fixstep/kit/buttons.h>

enum { LOW = 14, CRUISE = 45, AHEAD_TICKS = 70, RANGE = 70, PASS = 36, NEAR = 12 };

static void think_random(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    struct dogfight_view v;
    dogfight_peek(state, &v);
    fs_kit_buttons_think_random(*v.world.tick, *v.world.hz, slot, rng, 0, input);
}

/* --- pilot ------------------------------------------------------------------------------------ */

static uint32_t body_row(const struct dogfight_view *v, uint32_t slot)
{
    return v->plane.body1[slot] - 1u;
}

/* The short way round the sky. */
static fs_pos offset_across(fs_pos from, fs_pos to)
{
    const fs_pos half = DOGFIGHT_HALF_WIDTH * FS_POS_ONE;
    fs_pos d = fs_sat64_sub(to, from);
    return d > half ? d - 2 * half : d < -half ? d + 2 * half : d;
}

/* The relative position of the nearest opponent when a shot arrives; false when there is none. */
static bool find_opponent(const struct dogfight_view *v, uint32_t slot, fs_pos2 *to, fs_pos *distance, bool *head_on)
{
    const fs_pos2 *pos = v->body2.pos;
    uint32_t me = body_row(v, slot);
    *distance = FS_POS_MAX;
    for (uint32_t i = 0; i < *v->plane.rows; i++) {
        uint32_t row = body_row(v, i);
        if (i == slot || v->plane.state[i] != DOGFIGHT_FLYING || row >= *v->body2.rows)
            continue;
        fs_pos2 d = fs_pos2_make(offset_across(pos[me].x, pos[row].x), fs_sat64_sub(pos[row].y, pos[me].y));
        fs_pos far = fs_pos2_length(d);
        if (far >= *distance)
            continue;
        *distance = far;
        fs_wide seconds = fs_muldiv64(far, 1, 90);
        *head_on = (int64_t)v->body2.vel[row].x * v->body2.vel[me].x < 0;
        to->x = fs_sat64_add(d.x,
                             fs_mul64(fs_sat32_sub(v->body2.vel[row].x, v->body2.vel[me].x), seconds, FS_VEL_FRAC));
        to->y = fs_sat64_add(d.y,
                             fs_mul64(fs_sat32_sub(v->body2.vel[row].y, v->body2.vel[me].y), seconds, FS_VEL_FRAC));
    }
    return *distance < FS_POS_MAX;
}

/* Low, or soon to be low: climbing takes precedence. */
static bool is_too_low(const struct dogfight_view *v, uint32_t row)
{
    fs_pos y = v->body2.pos[row].y;
    fs_pos sink = fs_mul64(v->body2.vel[row].y, AHEAD_TICKS * (FS_POS_ONE / 60), FS_VEL_FRAC);
    return y < LOW * FS_POS_ONE || fs_sat64_add(y, sink) < LOW * FS_POS_ONE;
}

/* Climbs in the direction of flight; levels off at great height. */
static uint32_t safe_course(const struct dogfight_view *v, uint32_t row)
{
    bool left = v->body2.vel[row].x < 0;
    return left ? FS_TURN_DEG(140) : FS_TURN_DEG(40);
}

static uint32_t choose_course(const struct dogfight_view *v, uint32_t slot, bool *attack)
{
    uint32_t row = body_row(v, slot);
    fs_pos2 to;
    fs_pos distance;
    bool head_on;
    *attack = false;
    if (is_too_low(v, row))
        return safe_course(v, row);
    if (v->body2.pos[row].y > DOGFIGHT_CEILING * FS_POS_ONE)
        return v->body2.vel[row].x < 0 ? FS_TURN_DEG(210) : FS_TURN_DEG(330);
    if (!find_opponent(v, slot, &to, &distance, &head_on))
        return v->body2.vel[row].x < 0 ? FS_TURN_HALF : 0;
    *attack = distance < RANGE * FS_POS_ONE;
    /* Head-on, both keep to their left and pass. */
    return fs_atan2(to.y, to.x) + (distance < (head_on ? PASS : NEAR) * FS_POS_ONE ? FS_TURN_DEG(50) : 0);
}

/* Rolls when lift points down, with some tolerance, so that a looping is completed. */
static bool is_upside_down(const struct dogfight_view *v, uint32_t slot, fs_rot2 rot)
{
    return rot.c * (int64_t)fs__dogfight_canopy_side(v, slot) < -(FS_UNIT_ONE / 2);
}

/* How far a spin turns the nose in the eighth of a second that the elevator takes to stop it. */
static int32_t turning_keys(fs_vel spin)
{
    return fs_sat32(fs_muldiv64(spin, (int64_t)1 << 32, (int64_t)FS_VEL_ONE * 50));
}

static void fly_course(const struct dogfight_view *v, uint32_t slot, uint8_t *bytes)
{
    bool attack;
    uint32_t row = body_row(v, slot);
    fs_rot2 rot = v->body2.rot[row];
    int32_t offset = fs_turn_signed(choose_course(v, slot, &attack) - fs_turn_from_rot2(rot));
    int32_t soon = fs_sat32_sub(offset, turning_keys(v->body2.angular_velocity[row]));
    int32_t pull = (soon > 0) == (fs__dogfight_canopy_side(v, slot) > 0) ? FS_KEY_UP : FS_KEY_DOWN;
    uint8_t throttle = v->body2.pos[row].y < CRUISE * FS_POS_ONE ? 90 : 60;
    if (fs_abs32(soon) > (int32_t)FS_TURN_DEG(1))
        bytes[0] |= (uint8_t)pull;
    if (attack && fs_abs32(offset) < (int32_t)FS_TURN_DEG(4))
        bytes[0] |= FS_KEY_FIRE;
    if (is_upside_down(v, slot, rot) && !v->plane.roll_key_held[slot] && fs_abs32(offset) < (int32_t)FS_TURN_DEG(90))
        bytes[0] |= FS_KEY_ALT;
    if (v->plane.throttle[slot] != throttle)
        bytes[0] |= v->plane.throttle[slot] < throttle ? FS_KEY_RIGHT : FS_KEY_LEFT;
}

static void think_pilot(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    (void)rng;
    struct dogfight_view v;
    dogfight_peek(state, &v);
    if (v.plane.state[slot] == DOGFIGHT_FLYING && body_row(&v, slot) < *v.body2.rows)
        fly_course(&v, slot, input);
}

const fs_bot fs__dogfight_bots[DOGFIGHT_BOTS] = {
    { "idle", "lets the plane glide", fs_kit_buttons_think_idle },
    { "pilot", "hunts the nearest plane and keeps off the ground", think_pilot },
    { "random", "pulls, pushes and fires as it comes", think_random },
};
