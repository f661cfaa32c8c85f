/* query.c: shapes of the plane as queries see them: their values, and distances from points. */
#include "physics2d/dimension.h"

#include "physics2d/query/query.h"

#include "physics2d/body/body.h"

void fs__query2_load_shape(const struct fs_world2 *w, uint32_t row, fs_pos2 near, struct fs__query2_shape *out)
{
    if (fs__shape2_is_large(w, row)) {
        fs_shape2_geometry_near(w, row, near, &out->geometry, &out->pose);
        return;
    }
    fs__shape2_load_geometry(w, row, &out->geometry);
    out->pose = fs__body2_origin_pose(w, w->shape.body[row]);
}

/* Scratch keeps nothing of shapes. */
static void sync_shapes(const struct fs_world2 *w)
{
    (void)w;
}

static fs_geometry2 point_shape(void)
{
    return (fs_geometry2){ .kind = FS_GEOMETRY2_CIRCLE, .count = 1 };
}

static fs_rel distance_to(const struct fs__query2_shape *there, fs_pos2 at, fs_rel most, fs_query_hit2 *hit)
{
    (void)most;
    const fs_geometry2 point = point_shape();
    fs_distance2 gap = fs_geometry2_distance(&there->geometry, &point,
                                             fs_frame2_between(there->pose, (fs_pose2){ at, fs_rot2_identity() }));
    hit->normal = fs_rot2_unit(there->pose.rot, gap.normal);
    hit->at = gap.distance == 0 ? at : fs_pos2_add_rel(there->pose.pos, fs_rot2_rel(there->pose.rot, gap.on_a));
    return gap.distance;
}

static bool surface_contains(const struct fs__query2_shape *there, fs_rel2 local)
{
    (void)there, (void)local;
    return false;
}

static bool overlaps_surface(const struct fs__query2_shape *there, const fs_geometry2 *shape, fs_pose2 pose)
{
    (void)there, (void)shape, (void)pose;
    return false;
}

#include "physics/query/query.inl"
