/* query.h: shared by the files of the queries of a 2D world; see physics/query/query_calls.inl. */
#ifndef FS_PHYSICS2D_QUERY_QUERY_H
#define FS_PHYSICS2D_QUERY_QUERY_H

#include "physics2d/dimension.h"

#include <fixstep/query2.h>

#include "physics2d/world/world.h"

/* A shape as a value near a point, and the frame of it. */
struct fs__query2_shape {
    fs_geometry2 geometry; /* count 0: nothing of the shape is near */
    fs_pose2 pose;
};

static inline bool fs__query2_is_empty(const struct fs__query2_shape *there)
{
    return there->geometry.count == 0;
}

/* No shape of the plane is a surface of many parts. */
static inline bool fs__query2_is_surface(const struct fs__query2_shape *there)
{
    (void)there;
    return false;
}

static inline fs_cast_hit2 fs__query2_cast_at_surface(const struct fs__query2_shape *there, const fs_geometry2 *shape,
                                                      fs_transformN from, fs_rel2 way)
{
    (void)there, (void)shape, (void)from, (void)way;
    return (fs_cast_hit2){ .hit = false };
}

#include "physics/query/query_calls.inl"

#endif
