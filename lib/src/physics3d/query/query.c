/* query.c: shapes of space as queries see them: their values, and distances from points. */
#include "physics3d/dimension.h"

#include "physics3d/query/query.h"

#include "physics3d/body/body.h"
#include "physics3d/body/hull_row.h"

void fs__query3_load_shape(const struct fs_world3 *w, uint32_t row, fs_pos3 near, struct fs__query3_shape *out)
{
    struct fs__shape3_part part;
    if (fs__shape3_is_surface(w, row)) {
        fs__shape3_load_ground(w, row, near, &out->ground);
        out->pose = out->ground.pose;
        out->geometry = (fs_geometry3){ .kind = w->shape.kind[row] };
        return;
    }
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

/* ---- surfaces --------------------------------------------------------------------------------------------------- */

/* From the place of the shape when it hits, its farthest point against the normal. */
static fs_rel3 touching_point(const fs_geometry3 *shape, fs_transform3 at, fs_unit3 normal)
{
    fs_unit3 back = fs_unit3_neg(fs_quat_unit(fs_quat_conj(at.q), normal));
    return fs_rel3_add(at.p, fs_quat_rel(at.q, fs_geometry3_support(shape, back)));
}

fs_cast_hit3 fs__query3_cast_at_surface(const struct fs__query3_shape *there, const fs_geometry3 *shape,
                                        fs_transform3 from, fs_rel3 way)
{
    const struct fs__shape3_ground *g = &there->ground;
    struct fs__ground3_hit hit;
    if (shape == NULL) {
        hit = fs__ground3_raycast(&g->surface.source, fs_pos3_add_rel(g->origin, from.p),
                                  fs_pos3_add_rel(fs_pos3_zero(), way));
    } else {
        const struct fs__ground3_probe probe = fs__shape3_probe(g, shape, from, 0);
        hit = fs__ground3_cast(&g->surface.source, &probe, way);
    }
    from.p = fs_rel3_add(from.p, fs_rel3_scale(way, hit.fraction));
    return (fs_cast_hit3){ .hit = hit.hit,
                           .fraction = hit.fraction,
                           .normal = hit.normal,
                           .point = shape == NULL ? from.p : touching_point(shape, from, hit.normal) };
}

/* Half-spaces alone are solid. */
static bool surface_contains(const struct fs__query3_shape *there, fs_rel3 local)
{
    const struct fs__plane3 *plane = there->ground.surface.source.plane;
    return plane != NULL && !plane->two_sided &&
           fs__plane3_height(plane, fs_pos3_add_rel(there->ground.origin, local)) <= 0;
}

/* From either side. */
static bool overlaps_surface(const struct fs__query3_shape *there, const fs_geometry3 *shape, fs_pose3 pose)
{
    const struct fs__ground3_probe probe = fs__shape3_probe(&there->ground, shape,
                                                            fs_transform3_between(there->pose, pose), 0);
    fs_rel3 point;
    fs_unit3 normal;
    return fs__ground3_distance(&there->ground.surface.source, &probe, &point, &normal) == 0;
}

static fs_rel distance_to_surface(const struct fs__query3_shape *there, fs_pos3 at, fs_rel most, fs_query_hit3 *hit)
{
    const fs_geometry3 point = point_shape();
    const struct fs__ground3_probe probe = fs__shape3_probe(
        &there->ground, &point, fs_transform3_between(there->pose, (fs_pose3){ at, fs_quat_identity() }), most);
    fs_rel3 nearest;
    fs_unit3 normal;
    fs_rel distance = fs__ground3_distance(&there->ground.surface.source, &probe, &nearest, &normal);
    if (distance == FS_REL_MAX)
        return distance;
    hit->normal = fs_quat_unit(there->pose.rot, normal);
    hit->at = fs_pos3_add_rel(there->pose.pos, fs_quat_rel(there->pose.rot, nearest));
    return fs_sat32((int64_t)distance + FS_GEOMETRY3_MIN_SIZE);
}

/* ---- points --------------------------------------------------------------------------------------------------- */

/* The distance of a point from the shape, and the nearest point of it; 0: it lies in the shape. */
static fs_rel distance_to(const struct fs__query3_shape *there, fs_pos3 at, fs_rel most, fs_query_hit3 *hit)
{
    const fs_geometry3 point = point_shape();
    if (fs__query3_contains(there, at)) {
        hit->normal = fs_unit3_zero();
        hit->at = at;
        return 0;
    }
    if (fs__query3_is_surface(there))
        return distance_to_surface(there, at, most, hit);
    fs_distance3 gap = fs_geometry3_distance(&there->geometry, &point,
                                             fs_transform3_between(there->pose, (fs_pose3){ at, fs_quat_identity() }));
    hit->normal = fs_quat_unit(there->pose.rot, gap.normal);
    hit->at = fs_pos3_add_rel(there->pose.pos, fs_quat_rel(there->pose.rot, gap.on_a));
    return fs_sat32((int64_t)gap.distance + FS_GEOMETRY3_MIN_SIZE);
}

#include "physics/query/query.inl"
