/* query_ray.c: rays and shape casts in the plane: rays at large shapes and at one-sided ground. */
#include "physics2d/dimension.h"

#include "physics2d/query/query.h"

#include "physics2d/body/body.h"
#include "physics2d/geometry/geometry_math.h"

#include "physics/query/query_meet.inl"

/* Where the ray starts in the shape. */
static bool start_in_large(const struct along *a, const struct fs_world2 *w, fs_query_hit2 *hit, int64_t *depth)
{
    fs_geometry2 there;
    fs_pose2 pose;
    fs_shape2_geometry_near(w, hit->shape, a->path.from, &there, &pose);
    if (!fs_geometry2_contains(&there, fs_rot2_inv_rel(pose.rot, fs_pos2_sub_rel(a->path.from, pose.pos))))
        return false;
    *hit = (fs_query_hit2){ .hit = true, .shape = hit->shape, .at = a->path.from };
    *depth = 0;
    return true;
}

static void keep_nearer(fs_query_hit2 *best, int64_t *best_depth, const fs_query_hit2 *hit, int64_t depth)
{
    if (best->hit && *best_depth <= depth)
        return;
    *best = *hit;
    *best_depth = depth;
}

/* The edges, moved outward by the radius, in the body's frame: the path is exact there. */
static void meet_large_edges(const struct along *a, const struct fs__large2 *large, fs_pose2 pose, fs_query_hit2 *best,
                             int64_t *best_depth)
{
    struct fs__query2_path_interval part;
    struct fs__large2_entry e;
    fs_query_hit2 hit = { .hit = true, .shape = best->shape };
    if (!fs__query2_path_interval_near(&a->path, pose.pos, fs__large2_extent(large), &part))
        return;
    fs_pos2 from = fs__query2_path_point(&a->path, part.enter), to = fs__query2_path_point(&a->path, part.leave);
    fs_pos2 start = fs__rot2_inv_pos(pose.rot, fs_pos2_sub(from, pose.pos));
    if (!fs__large2_enter_edges(large, start, fs__rot2_inv_pos(pose.rot, fs_pos2_sub(to, from)), &e))
        return;
    int64_t depth = part.enter + fs_muldiv64(part.leave - part.enter, e.num, e.den);
    hit.at = fs__query2_path_point(&a->path, depth);
    hit.normal = fs_rot2_unit(pose.rot, e.normal);
    hit.fraction = fs__query2_path_fraction(&a->path, depth);
    keep_nearer(best, best_depth, &hit, depth);
}

/* The discs at the corners. */
static void meet_large_corners(const struct along *a, const struct fs__large2 *large, fs_pose2 pose,
                               fs_query_hit2 *best, int64_t *best_depth)
{
    const fs_geometry2 disc = { .kind = FS_GEOMETRY2_CIRCLE, .count = 1, .radius = large->radius };
    for (unsigned i = 0; large->radius > 0 && i < large->count; i++) {
        fs_pose2 at = { fs__shape2_shifted(pose.pos, fs__rot2_pos(pose.rot, large->corner[i])), fs_rot2_identity() };
        fs_query_hit2 hit = { .shape = best->shape };
        int64_t depth;
        const struct fs__query2_shape there = { disc, at };
        if (meet(a, &there, &hit, &depth))
            keep_nearer(best, best_depth, &hit, depth);
    }
}

static bool ray_at_large(const struct along *a, const struct fs_world2 *w, fs_query_hit2 *hit, int64_t *depth)
{
    struct fs__large2 large;
    fs_pose2 pose = fs__body2_origin_pose(w, w->shape.body[hit->shape]);
    if (start_in_large(a, w, hit, depth))
        return true;
    fs__shape2_load_large(w, hit->shape, &large);
    hit->hit = false;
    meet_large_edges(a, &large, pose, hit, depth);
    meet_large_corners(a, &large, pose, hit, depth);
    return hit->hit;
}

/* One-sided ground is met from its outside alone. */
static bool comes_from_behind(const struct along *a, const struct fs_world2 *w, uint32_t row)
{
    fs_pos2 c[FS_GEOMETRY2_MAX_CORNERS];
    fs_unit n[2];
    if (!fs__shape2_is_one_sided(w, row))
        return false;
    if (fs__shape2_is_large(w, row)) {
        fs_shape2_corners(w, row, c);
        fs__normalise2(c[1].y - c[0].y, c[0].x - c[1].x, n);
    }
    fs_unit2 own = fs__shape2_is_large(w, row) ? fs_unit2_make(n[0], n[1])
                                               : w->corner.normal[(size_t)row * FS_GEOMETRY2_MAX_CORNERS];
    fs_unit2 out = fs_rot2_unit(w->body.rot[w->shape.body[row]], own);
    return fs_i128_sign(fs_i128_add(fs_i128_mul(out.x, a->path.step.x), fs_i128_mul(out.y, a->path.step.y))) >= 0;
}

#include "physics/query/query_ray.inl"
