/* query_ray.c: rays and moving shapes: what they meet first, and all they meet.
 *
 * Hits are compared by depth (metres from the start, Q32.32), not by fraction: of a ray of 1,000 km a fraction tells
 * only millimetres. Equal depths go to the lower row.
 */
#include "physics2d/query/query.h"

/* A way and what is asked along it; `shape` is NULL for a ray. */
struct along {
    struct fs__query2_path path;
    const fs_geometry2 *shape;
    fs_rot2 rot;
    fs_rel reach; /* of the shape about its origin */
};

/* ---- one shape -------------------------------------------------------------------------------------------- */

static fs_cast_hit2 ask(const struct along *a, const fs_geometry2 *there, fs_pose2 pose, int64_t from, int64_t to)
{
    fs_pos2 start = fs__query2_path_point(&a->path, from);
    fs_rel2 way = fs_rot2_inv_rel(pose.rot, fs_pos2_sub_rel(fs__query2_path_point(&a->path, to), start));
    fs_frame2 frame = fs_frame2_between(pose, (fs_pose2){ start, a->rot });
    return a->shape == NULL ? fs_geometry2_raycast(there, frame.p, way)
                            : fs_geometry2_cast(there, a->shape, frame, way);
}

/* Both halves of the part that is near: each then fits the frame of the shape. A half that is not the start of the
 * way begins a little early, so that it does not begin on the surface. */
static bool meet(const struct along *a, const fs_geometry2 *there, fs_pose2 pose, fs_query_hit2 *hit, int64_t *depth)
{
    const int64_t early = FS_POS_ONE >> 18;
    struct fs__query2_path_interval part;
    fs_rel reach = fs_sat32((int64_t)fs_geometry2_extent(there, fs_rel2_zero()) + a->reach);
    if (!fs__query2_path_interval_near(&a->path, pose.pos, reach, &part))
        return false;
    int64_t from = part.enter, to = part.middle;
    fs_cast_hit2 h = ask(a, there, pose, from, to);
    if (!h.hit && part.leave > part.middle) {
        from = fs_max64(part.middle - early, part.enter);
        to = part.leave;
        h = ask(a, there, pose, from, to);
    }
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

/* One-sided ground is met from its outside alone. */
static bool from_behind(const struct along *a, const struct fs_world2 *w, uint32_t row, const fs_geometry2 *there,
                        fs_pose2 pose)
{
    if ((w->shape.flags[row] & FS_SHAPE2_ONE_SIDED) == 0)
        return false;
    fs_unit2 out = fs_rot2_unit(pose.rot, there->normal[0]);
    return fs_i128_sign(fs_i128_add(fs_i128_mul(out.x, a->path.step.x), fs_i128_mul(out.y, a->path.step.y))) >= 0;
}

/* The next shape on the way that is met. */
static bool next_hit(struct fs__query2_candidates *s, const struct along *a, fs_query_hit2 *hit, int64_t *depth)
{
    fs_geometry2 there;
    fs_pose2 pose;
    while (fs__query2_candidates_next(s, &hit->shape, &there, &pose))
        if (!from_behind(a, s->w, hit->shape, &there, pose) && meet(a, &there, pose, hit, depth))
            return true;
    return false;
}

static fs_query_hit2 first_of(struct fs__query2_candidates *s, const struct along *a)
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

/* ---- questions -------------------------------------------------------------------------------------------- */

static struct along ray_along(fs_pos2 from, fs_wide2 translation)
{
    return (struct along){ .path = fs__query2_path_init(from, translation), .rot = fs_rot2_identity() };
}

fs_query_hit2 fs_query2_ray(const struct fs_world2 *w, fs_pos2 from, fs_wide2 translation, fs_filter2 filter)
{
    struct along a = ray_along(from, translation);
    struct fs__query2_candidates s = fs__query2_candidates_on_ray(w, from, translation, filter);
    return first_of(&s, &a);
}

/* Whether a hit found later (so of a greater row) goes before an earlier one. */
static bool goes_before(const struct along *a, int64_t depth, const fs_query_hit2 *than)
{
    return depth < fs_clamp64(fs__query2_path_depth(&a->path, than->at), 0, a->path.end);
}

uint32_t fs_query2_ray_all(const struct fs_world2 *w, fs_pos2 from, fs_wide2 translation, fs_filter2 filter,
                           fs_query_hit2 *hits, uint32_t capacity)
{
    struct along a = ray_along(from, translation);
    struct fs__query2_candidates s = fs__query2_candidates_on_ray(w, from, translation, filter);
    fs_query_hit2 hit = { .fraction = FS_UNIT_ONE };
    uint32_t total = 0;
    int64_t depth;
    for (; next_hit(&s, &a, &hit, &depth); total++) {
        uint32_t i = fs_min_u32(total, capacity);
        for (; i > 0 && goes_before(&a, depth, &hits[i - 1]); i--)
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
    return first_of(&s, &a);
}
