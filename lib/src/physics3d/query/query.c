/* query.c: shapes of space as queries see them: their values, and distances from points. */
#include "physics3d/dimension.h"

#include "physics3d/query/query.h"

#include "physics3d/body/body.h"
#include "physics3d/body/hull_row.h"

void fs__query3_load_shape(const struct fs_world3 *w, uint32_t row, fs_pos3 near, struct fs__query3_shape *out)
{
    struct fs__shape3_part part;
    out->pose = fs__body3_origin_pose(w, w->shape.body[row]);
    fs__shape3_load_part(w, row, out->pose.pos, near, &out->hull, &part);
    out->pose.pos = fs__shape3_shifted(out->pose.pos, part.shift);
    out->geometry = part.geometry;
}

static void sync_shapes(const struct fs_world3 *w)
{
    fs__hull3_sync(w);
}

/* The smallest ball: its radius is added to the distance. */
static fs_geometry3 point_shape(void)
{
    return (fs_geometry3){ .kind = FS_GEOMETRY3_SPHERE, .radius = FS_GEOMETRY3_MIN_SIZE, .rot = fs_quat_identity() };
}

/* The distance of a point from the shape, and the nearest point of it; 0: it lies in the shape. */
static fs_rel distance_to(const struct fs__query3_shape *there, fs_pos3 at, fs_query_hit3 *hit)
{
    const fs_geometry3 point = point_shape();
    if (fs__query3_contains(there, at)) {
        hit->normal = fs_unit3_zero();
        hit->at = at;
        return 0;
    }
    fs_distance3 gap = fs_geometry3_distance(&there->geometry, &point,
                                             fs_transform3_between(there->pose, (fs_pose3){ at, fs_quat_identity() }));
    hit->normal = fs_quat_unit(there->pose.rot, gap.normal);
    hit->at = fs_pos3_add_rel(there->pose.pos, fs_quat_rel(there->pose.rot, gap.on_a));
    return fs_sat32((int64_t)gap.distance + FS_GEOMETRY3_MIN_SIZE);
}

#include "physics/query/query.inl"
