/* dimension.h: turns the templates of physics/ into those of the plane; see physics/dimension.h. */
#ifndef FS_PHYSICS2D_DIMENSION_H
#define FS_PHYSICS2D_DIMENSION_H

#include <fixstep/geometry2.h>

#ifdef FS__DIMENSION
#error "one source file serves one dimension"
#endif
#define FS__DIMENSION 2

#include "physics/dimension.h"

#define fs_rotN_identity fs_rot2_identity

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
