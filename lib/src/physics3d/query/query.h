/* query.h: shared by the files of the queries of a 3D world; see physics/query/query_calls.inl. */
#ifndef FS_PHYSICS3D_QUERY_QUERY_H
#define FS_PHYSICS3D_QUERY_QUERY_H

#include "physics3d/dimension.h"

#include <fixstep/query3.h>

#include "physics3d/world/world.h"

/* A shape as a value near a point, and the frame of it. `hull` is used where a hull is not in scratch. */
struct fs__query3_shape {
    fs_geometry3 geometry; /* kind 0: nothing of the shape is near */
    fs_pose3 pose;
    fs_hull3 hull;
};

static inline bool fs__query3_is_empty(const struct fs__query3_shape *there)
{
    return there->geometry.kind == 0;
}

#include "physics/query/query_calls.inl"

#endif
