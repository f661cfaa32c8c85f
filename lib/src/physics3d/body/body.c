/* body.c: bodies created, changed and destroyed.
 *
 * Only fs_body3_set_pose() moves a body here: the other setters change numbers, and the step moves.
 */
#include <fixstep/body3.h>

#include <string.h>
#include <fixstep/trig.h>

#include "physics3d/body/body.h"
#include "physics3d/joint/joint.h"
#include "physics3d/world/error.h"
#include "physics3d/world/world.h"

enum {
    LOCKS = FS_BODY3_LOCK_X | FS_BODY3_LOCK_Y | FS_BODY3_LOCK_Z | FS_BODY3_LOCK_ROTATION_X | FS_BODY3_LOCK_ROTATION_Y |
            FS_BODY3_LOCK_ROTATION_Z,
    DEF_FLAGS = FS_BODY3_BULLET | FS_BODY3_FIXED_ROTATION | FS_BODY3_DISABLED | FS_BODY3_SLEEPLESS | FS_BODY3_ASLEEP |
                LOCKS,
    SET_FLAGS = FS_BODY3_BULLET | FS_BODY3_FIXED_ROTATION | FS_BODY3_SLEEPLESS | LOCKS
};

/* ---- handles -------------------------------------------------------------------------------------------------- */

fs_result fs_body3_row(const fs_world3 *w, fs_body3 body, uint32_t *row)
{
    uint32_t unused;
    return fs_pool_row(w->state, w->first_table + FS__WORLD3_TABLE_BODY, body.handle, row != NULL ? row : &unused);
}

fs_result fs__body3_find(fs_world3 *w, fs_body3 body, uint32_t *row)
{
    return fs_body3_row(w, body, row) == FS_OK ? FS_OK : fs__error3_stale(w, "body3");
}

fs_body3 fs_body3_at(const fs_world3 *w, uint32_t row)
{
    return (fs_body3){ fs_pool_handle(w->state, w->first_table + FS__WORLD3_TABLE_BODY, row) };
}

void fs__body3_wake_row(fs_world3 *w, uint32_t body)
{
    FS_ASSERT(body < *w->body.rows);
    w->body.still_ticks[body] = 0;
    if ((w->body.flags[body] & FS_BODY3_ASLEEP) == 0)
        return;
    w->body.flags[body] &= (uint16_t)~FS_BODY3_ASLEEP;
    if (w->scratch != NULL)
        w->scratch->woken_count++;
    fs__event3_record_body(w, FS_EVENT3_WAKE, body);
}

void fs__body3_wake_all(fs_world3 *w)
{
    for (uint32_t i = 0; i < *w->body.rows; i++)
        if (w->body.flags[i] & FS_BODY3_ASLEEP)
            fs__body3_wake_row(w, i);
}

/* ---- creating --------------------------------------------------------------------------------------------------- */

fs_body3_def fs_default_body3_def(void)
{
    return (fs_body3_def){ .type = FS_BODY3_DYNAMIC, .rot = { 0, 0, 0, FS_UNIT_ONE }, .gravity_scale = FS_FIX16_ONE };
}

/* The range of a position on one axis, and that a rotation has a direction. */
static fs_result check_pose(fs_world3 *w, fs_pos3 pos, fs_quat rot)
{
    const int64_t most = FS__WORLD3_MAX_COORDINATE;
    const struct fs__range3 ranges[] = { { "pos.x", pos.x, -most, most, FS_POS_FRAC },
                                         { "pos.y", pos.y, -most, most, FS_POS_FRAC },
                                         { "pos.z", pos.z, -most, most, FS_POS_FRAC } };
    fs_result result = fs__error3_check(w, ranges, 3);
    if (result == FS_OK && (rot.x | rot.y | rot.z | rot.w) == 0)
        result = fs__error3_set(w, FS_E_ARGUMENT, "rot is zero: it has no direction");
    return result;
}

static fs_result check_damping(fs_world3 *w, fix16_t linear_damping, fix16_t angular_damping)
{
    const struct fs__range3 ranges[] = {
        { "linear_damping", linear_damping, 0, FS__BODY3_MAX_DAMPING, FS_FIX16_FRAC },
        { "angular_damping", angular_damping, 0, FS__BODY3_MAX_DAMPING, FS_FIX16_FRAC },
    };
    return fs__error3_check(w, ranges, 2);
}

static fs_result check_retention(fs_world3 *w, fs_unit linear_retention, fs_unit angular_retention)
{
    const struct fs__range3 ranges[] = {
        { "linear_retention", linear_retention, 0, FS_UNIT_ONE, FS_UNIT_FRAC },
        { "angular_retention", angular_retention, 0, FS_UNIT_ONE, FS_UNIT_FRAC },
    };
    return fs__error3_check(w, ranges, 2);
}

static fs_result check_type(fs_world3 *w, fs_body3_type type)
{
    const struct fs__range3 range = { "type", (int64_t)type, 0, FS_BODY3_TYPES - 1, 0 };
    return fs__error3_check(w, &range, 1);
}

fs_result fs__body3_check_def(fs_world3 *w, const fs_body3_def *d)
{
    if (*w->rules.rows == 0)
        return fs__error3_set(w, FS_E_ARGUMENT, "the world is not initialised");
    fs_result result = check_type(w, d->type);
    if (result == FS_OK)
        result = check_pose(w, d->pos, d->rot);
    if (result == FS_OK)
        result = check_damping(w, d->linear_damping, d->angular_damping);
    if (result == FS_OK && (d->flags & ~(uint32_t)DEF_FLAGS) != 0)
        result = fs__error3_set(w, FS_E_ARGUMENT, "flags has a bit that a body cannot be created with");
    return result;
}

static uint32_t substep_rate(const fs_world3 *w)
{
    FS_ASSERT(*w->world.hz > 0);
    return *w->world.hz * fs_max_u32(*w->rules.substeps, 1);
}

/* The factor per substep comes from the rate itself, because the share per second has few significant bits at a high
 * rate: exp(-20) is two steps of Q1.30. */
static void set_damping(fs_world3 *w, uint32_t row, fix16_t linear_damping, fix16_t angular_damping)
{
    fs_wide linear = fs_wide_from_fix16(linear_damping), angular = fs_wide_from_fix16(angular_damping);
    w->body.linear_retention[row] = fs_decay_dt(linear, 1);
    w->body.angular_retention[row] = fs_decay_dt(angular, 1);
    w->body.damping_factor[row] = fs_decay_dt_q60(linear, substep_rate(w));
    w->body.angular_damping_factor[row] = fs_decay_dt_q60(angular, substep_rate(w));
}

/* Static bodies stand still; others keep within the world's limits. */
static void set_velocity(fs_world3 *w, uint32_t row, fs_vel3 vel, fs_vel3 angular_velocity)
{
    fs_vel max = *w->rules.max_speed, max_angular = *w->rules.max_angular_speed;
    FS_ASSERT(row < *w->body.rows && max >= 0 && max_angular >= 0);
    if (w->body.type[row] == FS_BODY3_STATIC)
        max = max_angular = 0;
    w->body.vel[row] = fs__vel3_clamp(vel, max);
    w->body.angular_velocity[row] = fs__vel3_clamp(angular_velocity, max_angular);
    w->body.velocity_residual[row] = fs_unit3_zero();
    w->body.angular_velocity_residual[row] = fs_unit3_zero();
}

static void fill_row(fs_world3 *w, uint32_t row, const fs_body3_def *def)
{
    w->body.type[row] = (uint8_t)def->type;
    w->body.flags[row] = (uint16_t)def->flags;
    w->body.pos[row] = def->pos;
    w->body.rot[row] = fs_quat_normalise(def->rot);
    w->body.gravity_scale[row] = def->gravity_scale;
    w->body.user[row] = def->user;
    set_velocity(w, row, def->vel, def->angular_velocity);
    set_damping(w, row, def->linear_damping, def->angular_damping);
    fs__body3_update_mass(w, row);
}

fs_result fs_body3_create(fs_world3 *w, const fs_body3_def *def, fs_body3 *out)
{
    const fs_body3_def usual = fs_default_body3_def(), *d = def != NULL ? def : &usual;
    fs_body3 made = { { 0, 0 } };
    fs_result result = fs__body3_check_def(w, d);
    if (result == FS_OK)
        result = fs__world3_create_row(w, FS__WORLD3_TABLE_BODY, &made.handle);
    if (result == FS_OK)
        fill_row(w, made.handle.index1 - 1, d);
    if (out != NULL)
        *out = made;
    return result;
}

static void destroy_shapes(fs_world3 *w, uint32_t row)
{
    while (w->body.first_shape[row] != 0)
        fs__shape3_destroy_row(w, w->body.first_shape[row] - 1);
}

fs_result fs_body3_destroy(fs_world3 *w, fs_body3 body)
{
    uint32_t row;
    fs_result result = fs__body3_find(w, body, &row);
    if (result != FS_OK)
        return result;
    fs__joint3_destroy_of_body(w, row);
    fs__contact3_destroy_of_body(w, row, FS__CONTACT3_ALL_SHAPES);
    destroy_shapes(w, row);
    return fs_pool_destroy(w->state, w->first_table + FS__WORLD3_TABLE_BODY, body.handle);
}

/* ---- changing ------------------------------------------------------------------------------------------------- */

/* The row of a body that is about to change: it wakes. `check` is the result of checking the arguments; a stale handle
 * counts before it. */
static fs_result begin_change(fs_world3 *w, fs_body3 body, fs_result check, uint32_t *row)
{
    fs_result result = fs__body3_find(w, body, row);
    if (result == FS_OK)
        result = check;
    if (result == FS_OK)
        fs__body3_wake_row(w, *row);
    return result;
}

static void update_fat_aabbs(fs_world3 *w, uint32_t row)
{
    for (uint32_t s1 = w->body.first_shape[row]; s1 != 0; s1 = fs__body3_next_shape(w, s1))
        fs__shape3_update_fat_aabb(w, s1 - 1);
}

void fs__body3_enlarge_fat_aabbs(fs_world3 *w, uint32_t body)
{
    if (fs__body3_is_fast(w, body))
        update_fat_aabbs(w, body);
}

/* Whether the shapes of the body allow the type. */
static fs_result check_type_change(fs_world3 *w, uint32_t row, fs_body3_type type)
{
    fs_result result = check_type(w, type);
    if (result != FS_OK || w->body.type[row] == type)
        return result;
    if (fs__body3_has_large_shape(w, row))
        return fs__error3_set(w, FS_E_ARGUMENT, "a body with a shape beyond 16 m must be static");
    return FS_OK;
}

fs_result fs_body3_set_type(fs_world3 *w, fs_body3 body, fs_body3_type type)
{
    uint32_t row;
    fs_result result = fs__body3_find(w, body, &row);
    if (result == FS_OK)
        result = check_type_change(w, row, type);
    if (result != FS_OK)
        return result;
    fs__body3_wake_row(w, row);
    if (w->body.type[row] == type)
        return FS_OK;
    fs__contact3_destroy_of_body(w, row, FS__CONTACT3_ALL_SHAPES);
    w->body.type[row] = (uint8_t)type;
    w->body.force[row] = fs_wide3_zero();
    w->body.torque[row] = fs_wide3_zero();
    set_velocity(w, row, w->body.vel[row], w->body.angular_velocity[row]);
    fs__body3_update_mass(w, row);
    update_fat_aabbs(w, row);
    return FS_OK;
}

fs_result fs_body3_set_pose(fs_world3 *w, fs_body3 body, fs_pos3 pos, fs_quat rot)
{
    uint32_t row;
    fs_result result = begin_change(w, body, check_pose(w, pos, rot), &row);
    if (result != FS_OK)
        return result;
    w->body.rot[row] = fs_quat_normalise(rot);
    w->body.pos[row] = fs_pos3_add_rel(pos, fs_quat_rel(w->body.rot[row], w->body.centre[row]));
    fs__contact3_mark_stale(w, row);
    update_fat_aabbs(w, row);
    return FS_OK;
}

fs_result fs_body3_set_velocity(fs_world3 *w, fs_body3 body, fs_vel3 vel, fs_vel3 angular_velocity)
{
    uint32_t row;
    fs_result result = begin_change(w, body, FS_OK, &row);
    if (result != FS_OK)
        return result;
    set_velocity(w, row, vel, angular_velocity);
    fs__body3_enlarge_fat_aabbs(w, row);
    return FS_OK;
}

fs_result fs_body3_set_damping(fs_world3 *w, fs_body3 body, fix16_t linear_damping, fix16_t angular_damping)
{
    uint32_t row;
    fs_result result = begin_change(w, body, check_damping(w, linear_damping, angular_damping), &row);
    if (result == FS_OK)
        set_damping(w, row, linear_damping, angular_damping);
    return result;
}

fs_result fs_body3_set_retention(fs_world3 *w, fs_body3 body, fs_unit linear_retention, fs_unit angular_retention)
{
    uint32_t row;
    fs_result result = begin_change(w, body, check_retention(w, linear_retention, angular_retention), &row);
    if (result != FS_OK)
        return result;
    w->body.linear_retention[row] = linear_retention;
    w->body.angular_retention[row] = angular_retention;
    w->body.damping_factor[row] = fs_pow_dt_q60(linear_retention, substep_rate(w));
    w->body.angular_damping_factor[row] = fs_pow_dt_q60(angular_retention, substep_rate(w));
    return FS_OK;
}

fs_result fs_body3_set_gravity_scale(fs_world3 *w, fs_body3 body, fix16_t scale)
{
    uint32_t row;
    fs_result result = begin_change(w, body, FS_OK, &row);
    if (result == FS_OK)
        w->body.gravity_scale[row] = scale;
    return result;
}

static fs_result check_flags(fs_world3 *w, uint32_t flags)
{
    bool known = (flags & ~(uint32_t)SET_FLAGS) == 0;
    return known ? FS_OK : fs__error3_set(w, FS_E_ARGUMENT, "flags has a bit that fs_body3_set_flags() cannot change");
}

fs_result fs_body3_set_flags(fs_world3 *w, fs_body3 body, uint32_t set, uint32_t clear)
{
    uint32_t row;
    fs_result result = begin_change(w, body, check_flags(w, set | clear), &row);
    if (result != FS_OK)
        return result;
    uint32_t flags = (w->body.flags[row] & ~clear) | set;
    bool rotation_changed = ((flags ^ w->body.flags[row]) & FS_BODY3_FIXED_ROTATION) != 0;
    w->body.flags[row] = (uint16_t)flags;
    if (rotation_changed)
        fs__body3_update_mass(w, row);
    if (flags & FS_BODY3_FIXED_ROTATION)
        w->body.angular_velocity[row] = fs_vel3_zero();
    return FS_OK;
}

fs_result fs_body3_set_enabled(fs_world3 *w, fs_body3 body, bool enabled)
{
    uint32_t row;
    fs_result result = begin_change(w, body, FS_OK, &row);
    if (result != FS_OK || enabled == ((w->body.flags[row] & FS_BODY3_DISABLED) == 0))
        return result;
    fs__contact3_destroy_of_body(w, row, FS__CONTACT3_ALL_SHAPES);
    if (enabled)
        w->body.flags[row] &= (uint16_t)~FS_BODY3_DISABLED;
    else
        w->body.flags[row] |= FS_BODY3_DISABLED;
    update_fat_aabbs(w, row);
    return FS_OK;
}

fs_result fs_body3_wake(fs_world3 *w, fs_body3 body)
{
    uint32_t row;
    return begin_change(w, body, FS_OK, &row);
}

fs_result fs_body3_sleep(fs_world3 *w, fs_body3 body)
{
    uint32_t row;
    fs_result result = fs__body3_find(w, body, &row);
    if (result != FS_OK || !fs__body3_is_awake(w, row))
        return result;
    fs__body3_put_to_sleep(w, row);
    return FS_OK;
}

/* ---- reading -------------------------------------------------------------------------------------------------- */

fs_pos3 fs_body3_position(const fs_world3 *w, fs_body3 body)
{
    uint32_t row;
    return fs_body3_row(w, body, &row) == FS_OK ? fs__body3_origin_pose(w, row).pos : fs_pos3_zero();
}

fs_quat fs_body3_rotation(const fs_world3 *w, fs_body3 body)
{
    uint32_t row;
    return fs_body3_row(w, body, &row) == FS_OK ? w->body.rot[row] : fs_quat_identity();
}

fs_vel3 fs_body3_velocity(const fs_world3 *w, fs_body3 body)
{
    uint32_t row;
    return fs_body3_row(w, body, &row) == FS_OK ? w->body.vel[row] : fs_vel3_zero();
}

fs_vel3 fs_body3_angular_velocity(const fs_world3 *w, fs_body3 body)
{
    uint32_t row;
    return fs_body3_row(w, body, &row) == FS_OK ? w->body.angular_velocity[row] : fs_vel3_zero();
}

/* Rows come from columns and events: one that is not in use is answered as a body at the origin. */
static bool in_use(const fs_world3 *w, uint32_t row)
{
    return row < *w->body.rows && fs__world3_row_live(w->body.gen, row);
}

fs_pose3 fs_body3_pose(const fs_world3 *w, uint32_t row)
{
    if (!in_use(w, row))
        return (fs_pose3){ fs_pos3_zero(), fs_quat_identity() };
    return fs__body3_origin_pose(w, row);
}

fs_vel3 fs_body3_velocity_at(const fs_world3 *w, uint32_t row, fs_pos3 at)
{
    if (!in_use(w, row))
        return fs_vel3_zero();
    fs_rel3 arm = fs_pos3_sub_rel(at, w->body.pos[row]);
    return fs_vel3_add(w->body.vel[row], fs_vel3_from_angular_velocity(w->body.angular_velocity[row], arm));
}

fs_pos3 fs_body3_to_world(const fs_world3 *w, uint32_t row, fs_rel3 local)
{
    fs_pose3 pose = fs_body3_pose(w, row);
    return fs_pos3_add_rel(pose.pos, fs_quat_rel(pose.rot, local));
}

fs_rel3 fs_body3_to_local(const fs_world3 *w, uint32_t row, fs_pos3 world)
{
    fs_pose3 pose = fs_body3_pose(w, row);
    return fs_quat_inv_rel(pose.rot, fs_pos3_sub_rel(world, pose.pos));
}
