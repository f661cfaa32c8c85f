/* body_force.c: forces and impulses. They act on enabled dynamic bodies only; on others they do nothing, with FS_OK.
 *
 * Forces add up in Q32.32 and act in the next step; impulses change the velocity at once, rounded symmetrically.
 */
#include "physics3d/body/body.h"
#include "physics3d/world/world.h"

/* The row of a body that a force is to act on, which wakes it; *acts: whether it is an enabled dynamic body. */
static fs_result begin_push(fs_world3 *w, fs_body3 body, uint32_t *row, bool *acts)
{
    fs_result result = fs__body3_find(w, body, row);
    *acts = result == FS_OK && fs__body3_is_dynamic(w, *row) && (w->body.flags[*row] & FS_BODY3_DISABLED) == 0;
    if (*acts)
        fs__body3_wake_row(w, *row);
    return result;
}

/* Offset of a point from the centre of mass, Q32.32. */
static fs_wide3 arm_of(const fs_world3 *w, uint32_t row, fs_pos3 at)
{
    fs_pos3 arm = fs_pos3_sub(at, w->body.pos[row]);
    return fs_wide3_make(arm.x, arm.y, arm.z);
}

fs_result fs_body3_apply_force(fs_world3 *w, fs_body3 body, fs_wide3 force)
{
    uint32_t row;
    bool acts;
    fs_result result = begin_push(w, body, &row, &acts);
    if (acts)
        w->body.force[row] = fs_wide3_add(w->body.force[row], force);
    return result;
}

fs_result fs_body3_apply_torque(fs_world3 *w, fs_body3 body, fs_wide3 torque)
{
    uint32_t row;
    bool acts;
    fs_result result = begin_push(w, body, &row, &acts);
    if (acts)
        w->body.torque[row] = fs_wide3_add(w->body.torque[row], torque);
    return result;
}

fs_result fs_body3_apply_force_at(fs_world3 *w, fs_body3 body, fs_wide3 force, fs_pos3 at)
{
    uint32_t row;
    fs_result result = fs_body3_apply_force(w, body, force);
    if (result != FS_OK || fs__body3_find(w, body, &row) != FS_OK)
        return result;
    return fs_body3_apply_torque(w, body, fs_wide3_cross(arm_of(w, row, at), force));
}

/* strength (1 - L / reach) in the direction of the point, for a distance L below reach. */
static fs_wide3 attraction_force(fs_pos3 from, fs_pos3 to, fs_pos reach, fs_wide strength)
{
    fs_wide3 delta = fs_wide3_make(fs_sat64_sub(to.x, from.x), fs_sat64_sub(to.y, from.y), fs_sat64_sub(to.z, from.z));
    fs_unit3 u;
    FS_ASSERT(reach > 0);
    if (!fs_wide3_normalise(delta, &u))
        return fs_wide3_zero();
    fs_wide force = fs_muldiv64(strength, fs_max64(reach - fs_wide3_length(delta), 0), reach);
    return fs_wide3_make(fs_mul64(force, u.x, FS_UNIT_FRAC), fs_mul64(force, u.y, FS_UNIT_FRAC),
                         fs_mul64(force, u.z, FS_UNIT_FRAC));
}

uint32_t fs_world3_apply_attraction(fs_world3 *w, fs_pos3 at, fs_pos reach, fs_wide strength)
{
    uint32_t count = 0;
    for (uint32_t row = 0; reach > 0 && row < *w->body.rows; row++) {
        bool acts = fs__world3_row_live(w->body.gen, row) && fs__body3_is_dynamic(w, row) &&
                    (w->body.flags[row] & FS_BODY3_DISABLED) == 0;
        if (!acts || fs_pos3_dist_sq_cmp(w->body.pos[row], at, reach) >= 0)
            continue;
        fs_wide3 force = attraction_force(w->body.pos[row], at, reach, strength);
        if ((force.x | force.y | force.z) != 0 && fs_body3_apply_force(w, fs_body3_at(w, row), force) == FS_OK)
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

/* Bits of the body's flags, from that of the x axis on: a locked axis keeps its speed. */
static fs_vel add_free(uint32_t locks, uint32_t bit, fs_vel v, fs_wide impulse, fs_scaled inverse, fs_vel max)
{
    return (locks & bit) != 0 ? v : add_impulse(v, impulse, inverse, max);
}

fs_result fs_body3_apply_impulse(fs_world3 *w, fs_body3 body, fs_wide3 impulse)
{
    uint32_t row;
    bool acts;
    fs_result result = begin_push(w, body, &row, &acts);
    if (!acts)
        return result;
    fs_vel3 *v = &w->body.vel[row];
    fs_scaled inverse = w->body.inv_mass[row];
    fs_vel max = *w->rules.max_speed;
    uint32_t locks = w->body.flags[row];
    v->x = add_free(locks, FS_BODY3_LOCK_X, v->x, impulse.x, inverse, max);
    v->y = add_free(locks, FS_BODY3_LOCK_Y, v->y, impulse.y, inverse, max);
    v->z = add_free(locks, FS_BODY3_LOCK_Z, v->z, impulse.z, inverse, max);
    fs__body3_enlarge_fat_aabbs(w, row);
    return result;
}

/* A wide vector between the axes of a frame and the world. */
static fs_wide3 rotate_wide(fs_mat3 m, fs_wide3 v)
{
    const int64_t up = (int64_t)1 << (FS_WIDE_FRAC - FS_UNIT_FRAC);
    return fs_wide3_make(fs_wide3_dot(fs_wide3_make(m.x.x * up, m.x.y * up, m.x.z * up), v),
                         fs_wide3_dot(fs_wide3_make(m.y.x * up, m.y.y * up, m.y.z * up), v),
                         fs_wide3_dot(fs_wide3_make(m.z.x * up, m.z.y * up, m.z.z * up), v));
}

/* I^-1 L: along the principal axes, and back. */
fs_result fs_body3_apply_angular_impulse(fs_world3 *w, fs_body3 body, fs_wide3 angular_impulse)
{
    uint32_t row;
    bool acts;
    fs_result result = begin_push(w, body, &row, &acts);
    if (!acts)
        return result;
    fs_mat3 axes = fs_mat3_from_quat(fs_quat_normalise(fs_quat_mul(w->body.rot[row], w->body.principal[row])));
    fs_wide3 own = rotate_wide(fs_mat3_transpose(axes), angular_impulse);
    own.x = fs_scaled_apply(w->body.inv_inertia_x[row], own.x);
    own.y = fs_scaled_apply(w->body.inv_inertia_y[row], own.y);
    own.z = fs_scaled_apply(w->body.inv_inertia_z[row], own.z);
    const fs_wide3 gain = rotate_wide(axes, own);
    static const fs_scaled one = { 1 << 30, -30 };
    fs_vel3 *v = &w->body.angular_velocity[row];
    fs_vel max = *w->rules.max_angular_speed;
    uint32_t locks = w->body.flags[row];
    v->x = add_free(locks, FS_BODY3_LOCK_ROTATION_X, v->x, gain.x, one, max);
    v->y = add_free(locks, FS_BODY3_LOCK_ROTATION_Y, v->y, gain.y, one, max);
    v->z = add_free(locks, FS_BODY3_LOCK_ROTATION_Z, v->z, gain.z, one, max);
    fs__body3_enlarge_fat_aabbs(w, row);
    return result;
}

fs_result fs_body3_apply_impulse_at(fs_world3 *w, fs_body3 body, fs_wide3 impulse, fs_pos3 at)
{
    uint32_t row;
    fs_result result = fs_body3_apply_impulse(w, body, impulse);
    if (result != FS_OK || fs__body3_find(w, body, &row) != FS_OK)
        return result;
    return fs_body3_apply_angular_impulse(w, body, fs_wide3_cross(arm_of(w, row, at), impulse));
}
