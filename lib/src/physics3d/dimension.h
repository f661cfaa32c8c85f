/* dimension.h: turns the templates of physics/ into those of space; see physics/dimension.h. */
#ifndef FS_PHYSICS3D_DIMENSION_H
#define FS_PHYSICS3D_DIMENSION_H

#include <fixstep/geometry3.h>

#ifdef FS__DIMENSION
#error "one source file serves one dimension"
#endif
#define FS__DIMENSION 3

#include "physics/dimension.h"

#define fs_rotN_identity fs_quat_identity

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
