/* plane_row.h: half-spaces and planes as shapes: see plane_row.c. */
#ifndef FS_PHYSICS3D_BODY_PLANE_ROW_H
#define FS_PHYSICS3D_BODY_PLANE_ROW_H

#include <fixstep/ground3.h>

#include "physics3d/body/body.h"
#include "physics3d/ground/ground.h"

static inline bool fs__shape3_is_plane(const struct fs_world3 *w, uint32_t shape)
{
    return w->shape.kind[shape] >= FS_SHAPE3_HALF_SPACE;
}

/* `shape` is a row in use of such a kind. */
void fs__plane3_of(const struct fs_world3 *w, uint32_t shape, struct fs__plane3 *out);
/* The box that holds it, in the frame of the body. */
fs_aabb3 fs__plane3_bounds(const struct fs__plane3 *plane);
/* Whether a row from elsewhere keeps the rules. */
bool fs__plane3_row_valid(const struct fs_world3 *w, uint32_t shape);

#endif
