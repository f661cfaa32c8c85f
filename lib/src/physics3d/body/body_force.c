/* body_force.c: impulses on bodies in space: locked axes keep their speed. */
#include "physics3d/dimension.h"

#include "physics/body/add_impulse.h"
#include "physics3d/body/body.h"
#include "physics3d/world/world.h"

/* Bits of the body's flags, from that of the x axis on: a locked axis keeps its speed. */
static fs_vel add_free(uint32_t locks, uint32_t bit, fs_vel v, fs_wide impulse, fs_scaled inverse, fs_vel max)
{
    return (locks & bit) != 0 ? v : fs__add_impulse(v, impulse, inverse, max);
}

static void push_linear(fs_world3 *w, uint32_t row, fs_wide3 impulse)
{
    fs_vel3 *v = &w->body.vel[row];
    fs_scaled inverse = w->body.inv_mass[row];
    fs_vel max = *w->rules.max_speed;
    uint32_t locks = w->body.flags[row];
    v->x = add_free(locks, FS_BODY3_LOCK_X, v->x, impulse.x, inverse, max);
    v->y = add_free(locks, FS_BODY3_LOCK_Y, v->y, impulse.y, inverse, max);
    v->z = add_free(locks, FS_BODY3_LOCK_Z, v->z, impulse.z, inverse, max);
}

/* I^-1 L: along the principal axes, and back. */
static void push_angular(fs_world3 *w, uint32_t row, fs_wide3 angular_impulse)
{
    fs_mat3 axes = fs_mat3_from_quat(fs_quat_normalise(fs_quat_mul(w->body.rot[row], w->body.principal[row])));
    fs_wide3 own = fs__mat3_wide(fs_mat3_transpose(axes), angular_impulse);
    own.x = fs_scaled_apply(w->body.inv_inertia_x[row], own.x);
    own.y = fs_scaled_apply(w->body.inv_inertia_y[row], own.y);
    own.z = fs_scaled_apply(w->body.inv_inertia_z[row], own.z);
    const fs_wide3 gain = fs__mat3_wide(axes, own);
    static const fs_scaled one = { 1 << 30, -30 };
    fs_vel3 *v = &w->body.angular_velocity[row];
    fs_vel max = *w->rules.max_angular_speed;
    uint32_t locks = w->body.flags[row];
    v->x = add_free(locks, FS_BODY3_LOCK_ROTATION_X, v->x, gain.x, one, max);
    v->y = add_free(locks, FS_BODY3_LOCK_ROTATION_Y, v->y, gain.y, one, max);
    v->z = add_free(locks, FS_BODY3_LOCK_ROTATION_Z, v->z, gain.z, one, max);
}

#include "physics/body/body_force.inl"
