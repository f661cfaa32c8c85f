/* body.c: bodies made, changed and destroyed.
 *
 * This file must never move a body but where its name says so: setters change numbers, the step moves.
 */
#include <fixstep/body2.h>

#include <string.h>
#include <fixstep/trig.h>

#include "physics2d/body/body.h"
#include "physics2d/joint/joint.h"
#include "physics2d/world/world.h"

enum {
    GIVEN_FLAGS = FS_BODY2_BULLET | FS_BODY2_FIXED_ROTATION | FS_BODY2_DISABLED | FS_BODY2_SLEEPLESS | FS_BODY2_ASLEEP,
    SET_FLAGS = FS_BODY2_BULLET | FS_BODY2_FIXED_ROTATION | FS_BODY2_SLEEPLESS
};

/* ---- handles -------------------------------------------------------------------------------------------------- */

fs_result fs_body2_row(const struct fs_world2 *w, fs_body2 body, uint32_t *row)
{
    return fs_pool_row(w->state, w->first_table + FS__WORLD2_TABLE_BODY, body.handle, row);
}

fs_body2 fs_body2_at(const struct fs_world2 *w, uint32_t row)
{
    return (fs_body2){ fs_pool_handle(w->state, w->first_table + FS__WORLD2_TABLE_BODY, row) };
}

void fs__body2_wake_row(struct fs_world2 *w, uint32_t body)
{
    w->body.still_ticks[body] = 0;
    if ((w->body.flags[body] & FS_BODY2_ASLEEP) == 0)
        return;
    w->body.flags[body] &= (uint16_t)~FS_BODY2_ASLEEP;
    if (w->scratch != NULL)
        w->scratch->woken_count++;
    fs__event2_record_body(w, FS_EVENT2_WAKE, body);
}

void fs__body2_wake_all(struct fs_world2 *w)
{
    for (uint32_t i = 0; i < *w->body.rows; i++)
        if (w->body.flags[i] & FS_BODY2_ASLEEP)
            fs__body2_wake_row(w, i);
}

/* ---- making --------------------------------------------------------------------------------------------------- */

fs_body2_def fs_default_body2_def(void)
{
    return (fs_body2_def){ .type = FS_BODY2_DYNAMIC,
                           .rot = { FS_UNIT_ONE, 0 },
                           .linear_retention = FS_UNIT_ONE,
                           .angular_retention = FS_UNIT_ONE,
                           .gravity_scale = FS_FIX16_ONE };
}

static bool is_damping(fs_unit d)
{
    return d >= 0 && d <= FS_UNIT_ONE;
}

static bool is_pose(fs_pos2 pos, fs_rot2 rot)
{
    return fs_uabs64(pos.x) <= (uint64_t)FS__WORLD2_MAX_COORDINATE &&
           fs_uabs64(pos.y) <= (uint64_t)FS__WORLD2_MAX_COORDINATE && (rot.c | rot.s) != 0;
}

static bool def_ok(const fs_body2_def *d)
{
    return (unsigned)d->type < FS_BODY2_TYPES && is_pose(d->pos, d->rot) && is_damping(d->linear_retention) &&
           is_damping(d->angular_retention) && (d->flags & ~(uint32_t)GIVEN_FLAGS) == 0;
}

static uint64_t per_substep(const struct fs_world2 *w, fs_unit damping)
{
    return fs_pow_dt_q60(damping, *w->world.hz * fs_max_u32(*w->rules.substeps, 1));
}

static void set_damping(struct fs_world2 *w, uint32_t row, fs_unit damping, fs_unit angular_retention)
{
    w->body.linear_retention[row] = damping;
    w->body.angular_retention[row] = angular_retention;
    w->body.damping_factor[row] = per_substep(w, damping);
    w->body.angular_damping_factor[row] = per_substep(w, angular_retention);
}

/* Static bodies stand still; others keep to the world's limits. */
static void set_velocity(struct fs_world2 *w, uint32_t row, fs_vel2 vel, fs_vel spin)
{
    fs_vel most = *w->rules.max_speed, most_spin = *w->rules.max_angular_speed;
    if (w->body.type[row] == FS_BODY2_STATIC)
        most = most_spin = 0;
    w->body.vel[row] = fs_vel2_make(fs_clamp32(vel.x, -most, most), fs_clamp32(vel.y, -most, most));
    w->body.angular_velocity[row] = fs_clamp32(spin, -most_spin, most_spin);
    w->body.velocity_residual[row] = (fs_unit2){ 0, 0 };
    w->body.angular_velocity_residual[row] = 0;
}

fs_result fs_body2_create(struct fs_world2 *w, const fs_body2_def *def, fs_body2 *out)
{
    out->handle = (fs_handle){ 0, 0 };
    if (*w->rules.rows == 0 || !def_ok(def))
        return FS_E_ARGUMENT;
    fs_result result = fs_pool_create(w->state, w->first_table + FS__WORLD2_TABLE_BODY, &out->handle);
    if (result != FS_OK)
        return result;
    uint32_t i = out->handle.index1 - 1;
    w->body.type[i] = (uint8_t)def->type;
    w->body.flags[i] = (uint16_t)def->flags;
    w->body.pos[i] = def->pos;
    w->body.rot[i] = fs_rot2_normalise(def->rot);
    w->body.gravity_scale[i] = def->gravity_scale;
    w->body.user[i] = def->user;
    set_velocity(w, i, def->vel, def->angular_velocity);
    set_damping(w, i, def->linear_retention, def->angular_retention);
    fs__body2_update_mass(w, i);
    return FS_OK;
}

static void drop_shapes(struct fs_world2 *w, uint32_t row)
{
    while (w->body.first_shape[row] != 0)
        fs__shape2_destroy_row(w, w->body.first_shape[row] - 1);
}

fs_result fs_body2_destroy(struct fs_world2 *w, fs_body2 body)
{
    uint32_t row;
    fs_result result = fs_body2_row(w, body, &row);
    if (result != FS_OK)
        return result;
    fs__joint2_destroy_of_body(w, row);
    fs__contact2_destroy_of_body(w, row, FS__CONTACT2_ALL_SHAPES);
    drop_shapes(w, row);
    return fs_pool_destroy(w->state, w->first_table + FS__WORLD2_TABLE_BODY, body.handle);
}

/* ---- changing ------------------------------------------------------------------------------------------------- */

/* The row of a body that is about to change: it wakes. */
static fs_result change(struct fs_world2 *w, fs_body2 body, bool ok, uint32_t *row)
{
    fs_result result = fs_body2_row(w, body, row);
    if (result == FS_OK && !ok)
        result = FS_E_ARGUMENT;
    if (result == FS_OK)
        fs__body2_wake_row(w, *row);
    return result;
}

static void rebox_all(struct fs_world2 *w, uint32_t row)
{
    for (uint32_t s1 = w->body.first_shape[row]; s1 != 0; s1 = fs__body2_next_shape(w, s1))
        fs__shape2_update_fat_aabb(w, s1 - 1);
}

void fs__body2_enlarge_fat_aabbs(struct fs_world2 *w, uint32_t body)
{
    if (fs__body2_is_fast(w, body))
        rebox_all(w, body);
}

fs_result fs_body2_set_type(struct fs_world2 *w, fs_body2 body, fs_body2_type type)
{
    uint32_t row;
    fs_result result = change(w, body, (unsigned)type < FS_BODY2_TYPES, &row);
    if (result != FS_OK || w->body.type[row] == type)
        return result;
    if ((type == FS_BODY2_DYNAMIC && fs__body2_has_segment_mass(w, row)) || fs__body2_has_large_shape(w, row))
        return FS_E_ARGUMENT;
    fs__contact2_destroy_of_body(w, row, FS__CONTACT2_ALL_SHAPES);
    w->body.type[row] = (uint8_t)type;
    w->body.force[row] = fs_wide2_zero();
    w->body.torque[row] = 0;
    set_velocity(w, row, w->body.vel[row], w->body.angular_velocity[row]);
    fs__body2_update_mass(w, row);
    rebox_all(w, row);
    return FS_OK;
}

fs_result fs_body2_set_pose(struct fs_world2 *w, fs_body2 body, fs_pos2 pos, fs_rot2 rot)
{
    uint32_t row;
    fs_result result = change(w, body, is_pose(pos, rot), &row);
    if (result != FS_OK)
        return result;
    w->body.rot[row] = fs_rot2_normalise(rot);
    w->body.pos[row] = fs_pos2_add_rel(pos, fs_rot2_rel(w->body.rot[row], w->body.centre[row]));
    fs__contact2_mark_stale(w, row);
    rebox_all(w, row);
    return FS_OK;
}

fs_result fs_body2_set_velocity(struct fs_world2 *w, fs_body2 body, fs_vel2 vel, fs_vel spin)
{
    uint32_t row;
    fs_result result = change(w, body, true, &row);
    if (result != FS_OK)
        return result;
    set_velocity(w, row, vel, spin);
    fs__body2_enlarge_fat_aabbs(w, row);
    return FS_OK;
}

fs_result fs_body2_set_retention(struct fs_world2 *w, fs_body2 body, fs_unit damping, fs_unit angular_retention)
{
    uint32_t row;
    fs_result result = change(w, body, is_damping(damping) && is_damping(angular_retention), &row);
    if (result == FS_OK)
        set_damping(w, row, damping, angular_retention);
    return result;
}

fs_result fs_body2_set_gravity_scale(struct fs_world2 *w, fs_body2 body, fix16_t scale)
{
    uint32_t row;
    fs_result result = change(w, body, true, &row);
    if (result == FS_OK)
        w->body.gravity_scale[row] = scale;
    return result;
}

fs_result fs_body2_set_flags(struct fs_world2 *w, fs_body2 body, uint32_t set, uint32_t clear)
{
    uint32_t row;
    fs_result result = change(w, body, ((set | clear) & ~(uint32_t)SET_FLAGS) == 0, &row);
    if (result != FS_OK)
        return result;
    uint32_t flags = (w->body.flags[row] & ~clear) | set;
    bool turned = ((flags ^ w->body.flags[row]) & FS_BODY2_FIXED_ROTATION) != 0;
    w->body.flags[row] = (uint16_t)flags;
    if (turned)
        fs__body2_update_mass(w, row);
    if (flags & FS_BODY2_FIXED_ROTATION)
        w->body.angular_velocity[row] = 0;
    return FS_OK;
}

fs_result fs_body2_set_enabled(struct fs_world2 *w, fs_body2 body, bool enabled)
{
    uint32_t row;
    fs_result result = change(w, body, true, &row);
    if (result != FS_OK || enabled == ((w->body.flags[row] & FS_BODY2_DISABLED) == 0))
        return result;
    fs__contact2_destroy_of_body(w, row, FS__CONTACT2_ALL_SHAPES);
    if (enabled)
        w->body.flags[row] &= (uint16_t)~FS_BODY2_DISABLED;
    else
        w->body.flags[row] |= FS_BODY2_DISABLED;
    rebox_all(w, row);
    return FS_OK;
}

fs_result fs_body2_wake(struct fs_world2 *w, fs_body2 body)
{
    uint32_t row;
    return change(w, body, true, &row);
}

fs_result fs_body2_sleep(struct fs_world2 *w, fs_body2 body)
{
    uint32_t row;
    fs_result result = fs_body2_row(w, body, &row);
    if (result != FS_OK || !fs__body2_is_awake(w, row))
        return result;
    fs__body2_put_to_sleep(w, row);
    return FS_OK;
}

/* ---- reading -------------------------------------------------------------------------------------------------- */

fs_pose2 fs_body2_pose(const struct fs_world2 *w, uint32_t row)
{
    return fs__body2_origin_pose(w, row);
}

fs_vel2 fs_body2_velocity_at(const struct fs_world2 *w, uint32_t row, fs_pos2 at)
{
    fs_rel2 arm = fs_pos2_sub_rel(at, w->body.pos[row]);
    return fs_vel2_add(w->body.vel[row], fs_vel2_from_angular_velocity(w->body.angular_velocity[row], arm));
}

fs_pos2 fs_body2_to_world(const struct fs_world2 *w, uint32_t row, fs_rel2 local)
{
    fs_pose2 pose = fs__body2_origin_pose(w, row);
    return fs_pos2_add_rel(pose.pos, fs_rot2_rel(pose.rot, local));
}

fs_rel2 fs_body2_to_local(const struct fs_world2 *w, uint32_t row, fs_pos2 world)
{
    fs_pose2 pose = fs__body2_origin_pose(w, row);
    return fs_rot2_inv_rel(pose.rot, fs_pos2_sub_rel(world, pose.pos));
}
