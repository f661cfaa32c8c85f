/* dimension.h: turns the templates of physics/ into those of the plane; see physics/dimension.h. */
#ifndef FS_PHYSICS2D_DIMENSION_H
#define FS_PHYSICS2D_DIMENSION_H

#include <fixstep/geometry2.h>

#ifdef FS__DIMENSION
#error "one source file serves one dimension"
#endif
#define FS__DIMENSION 2
#define FS__DIMENSION_TEXT "2"

#include "physics/dimension.h"

#include <fixstep/num.h>
#include <fixstep/rot.h>
#include <fixstep/vec.h>

/* ---- rotations: one axis ---- */

#define fs_rotN fs_rot2
#define fs_rotN_conj fs_rot2_conj
#define fs_rotN_identity fs_rot2_identity
#define fs_rotN_inv_rel fs_rot2_inv_rel
#define fs_rotN_mul fs_rot2_mul
#define fs_rotN_normalise fs_rot2_normalise
#define fs_rotN_rel fs_rot2_rel
#define fs_rotN_unit fs_rot2_unit

/* From one pose to another. */
#define fs_transformN fs_frame2
#define fs_transformN_between fs_frame2_between

typedef fs_vel fs__angular_vel; /* rad/s */
typedef fs_wide fs__torque;     /* N m */

static inline fs_vel fs__angular_vel_zero(void)
{
    return 0;
}

static inline bool fs__angular_vel_is_zero(fs_vel v)
{
    return v == 0;
}

static inline fs_vel fs__angular_vel_clamp(fs_vel v, fs_vel max)
{
    return fs_clamp32(v, -max, max);
}

static inline fs_unit fs__angular_residual_zero(void)
{
    return 0;
}

static inline fs_wide fs__torque_add(fs_wide a, fs_wide b)
{
    return fs_sat64_add(a, b);
}

static inline fs_wide fs__torque_zero(void)
{
    return 0;
}

/* ---- axes ---- */

static inline fs_pos2 fs__pos2_uniform(fs_pos v)
{
    return fs_pos2_make(v, v);
}

static inline fs_wide2 fs__wide2_from_pos(fs_pos2 p)
{
    return fs_wide2_make(p.x, p.y);
}

static inline fs_wide2 fs__wide2_from_rel(fs_rel2 v)
{
    return fs_wide2_make(fs_wide_from_rel(v.x), fs_wide_from_rel(v.y));
}

static inline fs_pos2 fs__pos2_from_wide(fs_wide2 v)
{
    return fs_pos2_make(v.x, v.y);
}

/* A length in a direction. */
static inline fs_wide2 fs__wide2_along(fs_unit2 n, fs_wide length)
{
    return fs_wide2_make(fs_mul64(length, n.x, FS_UNIT_FRAC), fs_mul64(length, n.y, FS_UNIT_FRAC));
}

static inline void fs__pos2_to_axes(fs_pos2 p, int64_t *axis)
{
    axis[0] = p.x;
    axis[1] = p.y;
}

static inline fs_pos2 fs__pos2_from_axes(const int64_t *axis)
{
    return fs_pos2_make(axis[0], axis[1]);
}

#endif
