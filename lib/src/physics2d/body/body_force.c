/* body_force.c: forces and impulses. They act on enabled dynamic bodies only; on others they do nothing, with FS_OK.
 *
 * Forces add up in Q32.32 and act in the next step; impulses change the velocity at once, rounded symmetrically.
 */
#include "physics2d/body/body.h"
#include "physics2d/world/world.h"

/* The row of a body that a force is to act on, which wakes it; *acts: whether it is an enabled dynamic body. */
static fs_result begin_push(fs_world2 *w, fs_body2 body, uint32_t *row, bool *acts)
{
    fs_result result = fs__body2_find(w, body, row);
    *acts = result == FS_OK && fs__body2_is_dynamic(w, *row) && (w->body.flags[*row] & FS_BODY2_DISABLED) == 0;
    if (*acts)
        fs__body2_wake_row(w, *row);
    return result;
}

/* Offset of a point from the centre of mass, Q32.32. */
static fs_wide2 arm_of(const fs_world2 *w, uint32_t row, fs_pos2 at)
{
    return fs_wide2_make(fs_sat64_sub(at.x, w->body.pos[row].x), fs_sat64_sub(at.y, w->body.pos[row].y));
}

fs_result fs_body2_apply_force(fs_world2 *w, fs_body2 body, fs_wide2 force)
{
    uint32_t row;
    bool acts;
    fs_result result = begin_push(w, body, &row, &acts);
    if (acts)
        w->body.force[row] = fs_wide2_add(w->body.force[row], force);
    return result;
}

fs_result fs_body2_apply_torque(fs_world2 *w, fs_body2 body, fs_wide torque)
{
    uint32_t row;
    bool acts;
    fs_result result = begin_push(w, body, &row, &acts);
    if (acts)
        w->body.torque[row] = fs_sat64_add(w->body.torque[row], torque);
    return result;
}

fs_result fs_body2_apply_force_at(fs_world2 *w, fs_body2 body, fs_wide2 force, fs_pos2 at)
{
    uint32_t row;
    fs_result result = fs_body2_apply_force(w, body, force);
    if (result != FS_OK || fs__body2_find(w, body, &row) != FS_OK)
        return result;
    return fs_body2_apply_torque(w, body, fs_wide2_cross(arm_of(w, row, at), force));
}

/* strength (1 - L / reach) in the direction of the point, for a distance L below reach. */
static fs_wide2 attraction_force(fs_pos2 from, fs_pos2 to, fs_pos reach, fs_wide strength)
{
    fs_wide2 delta = fs_wide2_make(fs_sat64_sub(to.x, from.x), fs_sat64_sub(to.y, from.y));
    fs_unit2 u;
    FS_ASSERT(reach > 0);
    if (!fs_wide2_normalise(delta, &u))
        return fs_wide2_zero();
    fs_wide force = fs_muldiv64(strength, fs_max64(reach - fs_wide2_length(delta), 0), reach);
    return fs_wide2_make(fs_mul64(force, u.x, FS_UNIT_FRAC), fs_mul64(force, u.y, FS_UNIT_FRAC));
}

uint32_t fs_world2_apply_attraction(fs_world2 *w, fs_pos2 at, fs_pos reach, fs_wide strength)
{
    uint32_t count = 0;
    for (uint32_t row = 0; reach > 0 && row < *w->body.rows; row++) {
        bool acts = fs__world2_row_live(w->body.gen, row) && fs__body2_is_dynamic(w, row) &&
                    (w->body.flags[row] & FS_BODY2_DISABLED) == 0;
        if (!acts || fs_pos2_dist_sq_cmp(w->body.pos[row], at, reach) >= 0)
            continue;
        fs_wide2 force = attraction_force(w->body.pos[row], at, reach, strength);
        if ((force.x | force.y) != 0 && fs_body2_apply_force(w, fs_body2_at(w, row), force) == FS_OK)
            count++;
    }
    return count;
}

/* ---- impulses ------------------------------------------------------------------------------------------------- */

/* v + impulse * inverse, within +-max: the world's limit holds between steps too. */
static fs_vel add_impulse(fs_vel v, fs_wide impulse, fs_scaled inverse, fs_vel max)
{
    int64_t gain = fs_scaled_apply(inverse, impulse);
    gain = fs_round_shift64_sym(gain, FS_WIDE_FRAC - FS_VEL_FRAC);
    return (fs_vel)fs_clamp64(fs_sat64_add(v, gain), -(int64_t)max, max);
}

fs_result fs_body2_apply_impulse(fs_world2 *w, fs_body2 body, fs_wide2 impulse)
{
    uint32_t row;
    bool acts;
    fs_result result = begin_push(w, body, &row, &acts);
    if (!acts)
        return result;
    fs_vel2 *v = &w->body.vel[row];
    v->x = add_impulse(v->x, impulse.x, w->body.inv_mass[row], *w->rules.max_speed);
    v->y = add_impulse(v->y, impulse.y, w->body.inv_mass[row], *w->rules.max_speed);
    fs__body2_enlarge_fat_aabbs(w, row);
    return result;
}

fs_result fs_body2_apply_angular_impulse(fs_world2 *w, fs_body2 body, fs_wide angular_impulse)
{
    uint32_t row;
    bool acts;
    fs_result result = begin_push(w, body, &row, &acts);
    if (!acts)
        return result;
    w->body.angular_velocity[row] = add_impulse(w->body.angular_velocity[row], angular_impulse,
                                                w->body.inv_inertia[row], *w->rules.max_angular_speed);
    fs__body2_enlarge_fat_aabbs(w, row);
    return result;
}

fs_result fs_body2_apply_impulse_at(fs_world2 *w, fs_body2 body, fs_wide2 impulse, fs_pos2 at)
{
    uint32_t row;
    fs_result result = fs_body2_apply_impulse(w, body, impulse);
    if (result != FS_OK || fs__body2_find(w, body, &row) != FS_OK)
        return result;
    return fs_body2_apply_angular_impulse(w, body, fs_wide2_cross(arm_of(w, row, at), impulse));
}
