/* query_ray.c: rays and shape casts: the first hit and all hits.
 *
 * Hits are compared by depth (metres from the start, Q32.32), not by fraction, whose step is 1 mm on a ray of 1,000 km.
 * Equal depths go to the lower row.
 */
#include "physics2d/query/query.h"

#include "physics2d/body/body.h"
#include "physics2d/geometry/geometry_math.h"

/* A path and the shape that moves along it; `shape` is NULL for a ray. */
struct along {
    struct fs__query2_path path;
    const fs_geometry2 *shape;
    fs_rot2 rot;
    fs_rel reach; /* of the shape about its origin */
};

/* ---- one shape -------------------------------------------------------------------------------------------- */

static fs_cast_hit2 test_part(const struct along *a, const fs_geometry2 *there, fs_pose2 pose, int64_t from, int64_t to)
{
    fs_pos2 start = fs__query2_path_point(&a->path, from);
    fs_rel2 way = fs_rot2_inv_rel(pose.rot, fs_pos2_sub_rel(fs__query2_path_point(&a->path, to), start));
    fs_frame2 frame = fs_frame2_between(pose, (fs_pose2){ start, a->rot });
    return a->shape == NULL ? fs_geometry2_raycast(there, frame.p, way)
                            : fs_geometry2_cast(there, a->shape, frame, way);
}

/* From one depth to another; the result in `hit` with its depth. */
static bool meet_between(const struct along *a, const fs_geometry2 *there, fs_pose2 pose, int64_t from, int64_t to,
                         fs_query_hit2 *hit, int64_t *depth)
{
    fs_cast_hit2 h = test_part(a, there, pose, from, to);
    if (!h.hit)
        return false;
    *depth = from + fs_mul64(to - from, h.fraction, FS_UNIT_FRAC);
    hit->hit = true;
    hit->normal = fs_rot2_unit(pose.rot, h.normal);
    hit->at = fs_pos2_add_rel(pose.pos, fs_rot2_rel(pose.rot, h.point));
    if (*depth == 0 && fs_unit2_is_zero(hit->normal))
        hit->at = a->path.from;
    else if (a->shape == NULL)
        *depth = fs_clamp64(fs__query2_path_depth(&a->path, hit->at), 0, a->path.end);
    hit->fraction = fs__query2_path_fraction(&a->path, *depth);
    return true;
}

/* A part of a path that does not begin at its start begins so much early, so that it does not begin on the surface. */
#define EARLY (FS_POS_ONE >> 18)

/* Both halves of the part that is near: each then fits the frame of the shape. */
static bool meet(const struct along *a, const fs_geometry2 *there, fs_pose2 pose, fs_query_hit2 *hit, int64_t *depth)
{
    struct fs__query2_path_interval part;
    int64_t reach = fs_sat32((int64_t)fs_geometry2_extent(there, fs_rel2_zero()) + a->reach);
    if (!fs__query2_path_interval_near(&a->path, pose.pos, fs__query2_pos_from_rel(reach), &part))
        return false;
    if (meet_between(a, there, pose, part.enter, part.middle, hit, depth))
        return true;
    return part.leave > part.middle &&
           meet_between(a, there, pose, fs_max64(part.middle - EARLY, part.enter), part.leave, hit, depth);
}

/* ---- one large shape ---------------------------------------------------------------------------------------- */

/* A shape that moves meets a large one piece by piece, each within the window around its start. */
static bool cast_at_large(const struct along *a, const struct fs_world2 *w, fs_query_hit2 *hit, int64_t *depth)
{
    const int64_t piece = 4 * FS_POS_ONE;
    fs_geometry2 there;
    fs_pose2 pose;
    for (int64_t from = 0; from == 0 || from < a->path.end; from += piece) {
        int64_t begin = fs_max64(from - EARLY, 0), end = fs_min64(from + piece, a->path.end);
        fs_shape2_geometry_near(w, hit->shape, fs__query2_path_point(&a->path, begin), &there, &pose);
        if (there.count > 0 && meet_between(a, &there, pose, begin, end, hit, depth))
            return true;
    }
    return false;
}

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
        if (meet(a, &disc, at, &hit, &depth))
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

/* ---- any shape ---------------------------------------------------------------------------------------------- */

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

static bool meet_row(const struct along *a, const struct fs_world2 *w, fs_query_hit2 *hit, int64_t *depth)
{
    fs_geometry2 there;
    if (comes_from_behind(a, w, hit->shape))
        return false;
    if (fs__shape2_is_large(w, hit->shape))
        return a->shape == NULL ? ray_at_large(a, w, hit, depth) : cast_at_large(a, w, hit, depth);
    fs__shape2_load_geometry(w, hit->shape, &there);
    return meet(a, &there, fs__body2_origin_pose(w, w->shape.body[hit->shape]), hit, depth);
}

/* The next candidate that is met. */
static bool next_hit(struct fs__query2_candidates *s, const struct along *a, fs_query_hit2 *hit, int64_t *depth)
{
    while (fs__query2_candidates_next(s, &hit->shape))
        if (meet_row(a, s->w, hit, depth))
            return true;
    return false;
}

static fs_query_hit2 find_first(struct fs__query2_candidates *s, const struct along *a)
{
    fs_query_hit2 best = { .fraction = FS_UNIT_ONE }, hit = best;
    int64_t best_depth = INT64_MAX, depth;
    while (next_hit(s, a, &hit, &depth)) {
        if (best.hit && depth >= best_depth)
            continue;
        best = hit;
        best_depth = depth;
    }
    return best;
}

/* ---- queries ---------------------------------------------------------------------------------------------- */

static struct along make_ray(fs_pos2 from, fs_wide2 translation)
{
    return (struct along){ .path = fs__query2_path_init(from, translation), .rot = fs_rot2_identity() };
}

fs_query_hit2 fs_query2_ray(const struct fs_world2 *w, fs_pos2 from, fs_wide2 translation, fs_filter2 filter)
{
    struct along a = make_ray(from, translation);
    struct fs__query2_candidates s = fs__query2_candidates_on_ray(w, from, translation, filter);
    return find_first(&s, &a);
}

/* Whether a hit found later (so of a greater row) goes before an earlier one. */
static bool is_before(const struct along *a, int64_t depth, const fs_query_hit2 *than)
{
    return depth < fs_clamp64(fs__query2_path_depth(&a->path, than->at), 0, a->path.end);
}

uint32_t fs_query2_ray_all(const struct fs_world2 *w, fs_pos2 from, fs_wide2 translation, fs_filter2 filter,
                           fs_query_hit2 *hits, uint32_t capacity)
{
    struct along a = make_ray(from, translation);
    struct fs__query2_candidates s = fs__query2_candidates_on_ray(w, from, translation, filter);
    fs_query_hit2 hit = { .fraction = FS_UNIT_ONE };
    uint32_t total = 0;
    int64_t depth;
    for (; next_hit(&s, &a, &hit, &depth); total++) {
        uint32_t i = fs_min_u32(total, capacity);
        for (; i > 0 && is_before(&a, depth, &hits[i - 1]); i--)
            if (i < capacity)
                hits[i] = hits[i - 1];
        if (i < capacity)
            hits[i] = hit;
    }
    return total;
}

fs_query_hit2 fs_query2_cast(const struct fs_world2 *w, const fs_geometry2 *shape, fs_pose2 pose, fs_rel2 translation,
                             fs_filter2 filter)
{
    fs_wide2 way = fs_wide2_make(fs_wide_from_rel(translation.x), fs_wide_from_rel(translation.y));
    struct along a = { .path = fs__query2_path_init(pose.pos, way),
                       .shape = shape,
                       .rot = pose.rot,
                       .reach = fs_geometry2_extent(shape, fs_rel2_zero()) };
    fs_aabb2 box = fs_geometry2_aabb(shape, pose);
    box.low = fs_pos2_min(box.low, fs_pos2_make(fs_sat64_add(box.low.x, way.x), fs_sat64_add(box.low.y, way.y)));
    box.high = fs_pos2_max(box.high, fs_pos2_make(fs_sat64_add(box.high.x, way.x), fs_sat64_add(box.high.y, way.y)));
    struct fs__query2_candidates s = fs__query2_candidates_in_aabb(w, box, filter);
    return find_first(&s, &a);
}
