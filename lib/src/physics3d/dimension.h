/* dimension.h: turns the templates of physics/ into those of space; see physics/dimension.h. */
#ifndef FS_PHYSICS3D_DIMENSION_H
#define FS_PHYSICS3D_DIMENSION_H

#include <fixstep/geometry3.h>

#ifdef FS__DIMENSION
#error "one source file serves one dimension"
#endif
#define FS__DIMENSION 3
#define FS__DIMENSION_TEXT "3"

#include "physics/dimension.h"

#include <fixstep/num.h>
#include <fixstep/rot.h>
#include <fixstep/vec.h>

/* ---- rotations: three axes ---- */

#define fs_rotN fs_quat
#define fs_rotN_conj fs_quat_conj
#define fs_rotN_identity fs_quat_identity
#define fs_rotN_inv_rel fs_quat_inv_rel
#define fs_rotN_mul fs_quat_mul
#define fs_rotN_normalise fs_quat_normalise
#define fs_rotN_rel fs_quat_rel
#define fs_rotN_unit fs_quat_unit

/* From one pose to another. */
#define fs_transformN fs_transform3
#define fs_transformN_between fs_transform3_between

typedef fs_vel3 fs__angular_vel; /* rad/s */
typedef fs_wide3 fs__torque;     /* N m */

static inline fs_vel3 fs__angular_vel_zero(void)
{
    return fs_vel3_zero();
}

static inline bool fs__angular_vel_is_zero(fs_vel3 v)
{
    return fs_vel3_is_zero(v);
}

static inline fs_vel3 fs__angular_vel_clamp(fs_vel3 v, fs_vel max)
{
    return fs_vel3_make(fs_clamp32(v.x, -max, max), fs_clamp32(v.y, -max, max), fs_clamp32(v.z, -max, max));
}

static inline fs_unit3 fs__angular_residual_zero(void)
{
    return fs_unit3_zero();
}

static inline fs_wide3 fs__torque_add(fs_wide3 a, fs_wide3 b)
{
    return fs_wide3_add(a, b);
}

static inline fs_wide3 fs__torque_zero(void)
{
    return fs_wide3_zero();
}

/* ---- axes ---- */

static inline fs_pos3 fs__pos3_uniform(fs_pos v)
{
    return fs_pos3_make(v, v, v);
}

static inline fs_wide3 fs__wide3_from_pos(fs_pos3 p)
{
    return fs_wide3_make(p.x, p.y, p.z);
}

/* Each component times s, rounded and saturated as by fs_scaled_apply(). */
static inline fs_wide3 fs__wide3_apply_scaled(fs_scaled s, fs_wide3 v)
{
    return fs_wide3_make(fs_scaled_apply(s, v.x), fs_scaled_apply(s, v.y), fs_scaled_apply(s, v.z));
}

static inline fs_wide3 fs__wide3_from_rel(fs_rel3 v)
{
    return fs_wide3_make(fs_wide_from_rel(v.x), fs_wide_from_rel(v.y), fs_wide_from_rel(v.z));
}

static inline fs_pos3 fs__pos3_from_wide(fs_wide3 v)
{
    return fs_pos3_make(v.x, v.y, v.z);
}

/* A length in a direction. */
static inline fs_wide3 fs__wide3_along(fs_unit3 n, fs_wide length)
{
    return fs_wide3_make(fs_mul64(length, n.x, FS_UNIT_FRAC), fs_mul64(length, n.y, FS_UNIT_FRAC),
                         fs_mul64(length, n.z, FS_UNIT_FRAC));
}

static inline void fs__pos3_to_axes(fs_pos3 p, int64_t *axis)
{
    axis[0] = p.x;
    axis[1] = p.y;
    axis[2] = p.z;
}

static inline fs_pos3 fs__pos3_from_axes(const int64_t *axis)
{
    return fs_pos3_make(axis[0], axis[1], axis[2]);
}

#endif
