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

static inline fs_wide fs__torque_zero(void)
{
    return 0;
}

/* ---- axes ---- */

static inline fs_pos2 fs__pos2_uniform(fs_pos v)
{
    return fs_pos2_make(v, v);
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
