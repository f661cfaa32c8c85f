/* query.h: shared by the files of the queries of a 3D world; see physics/query/query_calls.inl. */
#ifndef FS_PHYSICS3D_QUERY_QUERY_H
#define FS_PHYSICS3D_QUERY_QUERY_H

#include "physics3d/dimension.h"

#include <fixstep/query3.h>

#include "physics3d/body/surface.h"
#include "physics3d/world/world.h"

/* A shape as a value near a point, and the frame of it. `hull` is used where a hull is not in scratch. */
struct fs__query3_shape {
    fs_geometry3 geometry; /* kind 0: nothing of the shape is near; a surface: its kind in shape3 */
    fs_pose3 pose;
    fs_hull3 hull;
    struct fs__shape3_ground ground; /* of a surface */
};

static inline bool fs__query3_is_empty(const struct fs__query3_shape *there)
{
    return there->geometry.kind == 0;
}

static inline bool fs__query3_is_surface(const struct fs__query3_shape *there)
{
    return there->geometry.kind >= FS_SHAPE3_MESH;
}

/* Where a shape, or a ray where it is NULL, meets a surface from the free side; a shape that overlaps it from the start meets it
 * at 0 with a zero normal. */
fs_cast_hit3 fs__query3_cast_at_surface(const struct fs__query3_shape *there, const fs_geometry3 *shape,
                                        fs_transform3 from, fs_rel3 way);

#include "physics/query/query_calls.inl"

#endif
