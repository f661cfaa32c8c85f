/* query_ray.c: rays and shape casts: the first hit and all hits.
 *
 * Hits are compared by depth (metres from the start, Q32.32), not by fraction, whose step is 1 mm on a ray of 1,000 km.
 * Equal depths go to the lower row.
 */
#include "physics3d/query/query.h"

#include "physics3d/body/body.h"

/* A path and the shape that moves along it; `shape` is NULL for a ray. */
struct along {
    struct fs__query3_path path;
    const fs_geometry3 *shape;
    fs_quat rot;
    fs_rel reach; /* of the shape about its origin */
};

/* ---- one shape -------------------------------------------------------------------------------------------- */

static fs_cast_hit3 test_part(const struct along *a, const fs_geometry3 *there, fs_pose3 pose, int64_t from, int64_t to)
{
    fs_pos3 start = fs__query3_path_point(&a->path, from);
    fs_rel3 way = fs_quat_inv_rel(pose.rot, fs_pos3_sub_rel(fs__query3_path_point(&a->path, to), start));
    fs_transform3 frame = fs_transform3_between(pose, (fs_pose3){ start, a->rot });
    return a->shape == NULL ? fs_geometry3_raycast(there, frame.p, way)
                            : fs_geometry3_cast(there, a->shape, frame, way);
}

/* From one depth to another; the result in `hit` with its depth. */
static bool meet_between(const struct along *a, const fs_geometry3 *there, fs_pose3 pose, int64_t from, int64_t to,
                         fs_query_hit3 *hit, int64_t *depth)
{
    fs_cast_hit3 h = test_part(a, there, pose, from, to);
    if (!h.hit)
        return false;
    *depth = from + fs_mul64(to - from, h.fraction, FS_UNIT_FRAC);
    hit->hit = true;
    hit->normal = fs_quat_unit(pose.rot, h.normal);
    hit->at = fs_pos3_add_rel(pose.pos, fs_quat_rel(pose.rot, h.point));
    if (*depth == 0 && fs_unit3_is_zero(hit->normal))
        hit->at = a->path.from;
    else if (a->shape == NULL)
        *depth = fs_clamp64(fs__query3_path_depth(&a->path, hit->at), 0, a->path.end);
    hit->fraction = fs__query3_path_fraction(&a->path, *depth);
    return true;
}

/* A part of a path that does not begin at its start begins so much early, so that it does not begin on the surface. */
#define EARLY (FS_POS_ONE >> 18)

/* Both halves of the part that is near: each then fits the frame of the shape. */
static bool meet(const struct along *a, const fs_geometry3 *there, fs_pose3 pose, fs_query_hit3 *hit, int64_t *depth)
{
    struct fs__query3_path_interval part;
    int64_t reach = fs_sat32((int64_t)fs_geometry3_extent(there, fs_rel3_zero()) + a->reach);
    if (!fs__query3_path_interval_near(&a->path, pose.pos, fs__query3_pos_from_rel(reach), &part))
        return false;
    if (meet_between(a, there, pose, part.enter, part.middle, hit, depth))
        return true;
    return part.leave > part.middle &&
           meet_between(a, there, pose, fs_max64(part.middle - EARLY, part.enter), part.leave, hit, depth);
}

/* ---- one large shape ---------------------------------------------------------------------------------------- */

/* A shape that moves meets a large one piece by piece, each within the window around its start. */
static bool cast_at_large(const struct along *a, const struct fs_world3 *w, fs_query_hit3 *hit, int64_t *depth)
{
    const int64_t piece = 4 * FS_POS_ONE;
    struct fs__query3_shape there;
    for (int64_t from = 0; from == 0 || from < a->path.end; from += piece) {
        int64_t begin = fs_max64(from - EARLY, 0), end = fs_min64(from + piece, a->path.end);
        fs__query3_load_shape(w, hit->shape, fs__query3_path_point(&a->path, begin), &there);
        if (there.geometry.kind != 0 && meet_between(a, &there.geometry, there.pose, begin, end, hit, depth))
            return true;
    }
    return false;
}

/* A ray in the frame of a large box: where it starts, and how far it goes. */
struct box_ray {
    int64_t from[3], way[3], half[3];
};

/* Both in the axes of a rotation; exact products, rounded once. */
static void into_axes(fs_mat3 m, fs_pos3 v, int64_t out[3])
{
    const fs_unit3 columns[3] = { { m.x.x, m.y.x, m.z.x }, { m.x.y, m.y.y, m.z.y }, { m.x.z, m.y.z, m.z.z } };
    const fs_wide3 wide = fs_wide3_make(v.x, v.y, v.z);
    const int64_t up = (int64_t)1 << (FS_WIDE_FRAC - FS_UNIT_FRAC);
    for (unsigned k = 0; k < 3; k++)
        out[k] = fs_wide3_dot(wide, fs_wide3_make(columns[k].x * up, columns[k].y * up, columns[k].z * up));
}

/* The depth, of `length` in all, at which the ray enters the box, and through which side: axis * 2 + (1: the high side); 6:
 * it starts in the box. False when it passes by. */
static bool enter_box(const struct box_ray *r, int64_t length, int64_t *depth, unsigned *side)
{
    int64_t enter = 0, leave = length;
    *side = 6;
    for (unsigned k = 0; k < 3; k++) {
        if (r->way[k] == 0) {
            if (r->from[k] < -r->half[k] || r->from[k] > r->half[k])
                return false;
            continue;
        }
        bool back = r->way[k] < 0;
        int64_t near = back ? r->half[k] : -r->half[k];
        int64_t in = fs_muldiv64(near - r->from[k], length, r->way[k]);
        int64_t out = fs_muldiv64(-near - r->from[k], length, r->way[k]);
        if (in > enter) {
            enter = in;
            *side = 2 * k + back;
        }
        leave = fs_min64(leave, out);
    }
    *depth = enter;
    return enter <= leave;
}

/* In the frame of the box, where its sides are exact. */
static bool ray_at_large(const struct along *a, const struct fs_world3 *w, fs_query_hit3 *hit, int64_t *depth)
{
    uint32_t row = hit->shape;
    fs_pose3 pose = fs__body3_origin_pose(w, w->shape.body[row]);
    fs_mat3 body = fs_mat3_from_quat(pose.rot), axes = fs_mat3_mul(body, fs_mat3_from_quat(w->shape.rot[row]));
    struct fs__query3_path_interval part;
    struct box_ray r = { .half = { w->shape.half[row].x, w->shape.half[row].y, w->shape.half[row].z } };
    fs_wide3 half = w->shape.half[row];
    fs_pos3 middle = fs__shape3_large_centre(w, row);
    unsigned side;
    if (!fs__query3_path_interval_near(&a->path, middle, fs_wide3_length(half), &part))
        return false;
    fs_pos3 from = fs__query3_path_point(&a->path, part.enter), to = fs__query3_path_point(&a->path, part.leave);
    into_axes(axes, fs_pos3_sub(from, middle), r.from);
    into_axes(axes, fs_pos3_sub(to, from), r.way);
    if (!enter_box(&r, part.leave - part.enter, depth, &side))
        return false;
    *depth += part.enter;
    const fs_unit sign = side % 2 != 0 ? FS_UNIT_ONE : -FS_UNIT_ONE;
    fs_unit3 own = fs_unit3_make(side / 2 == 0 ? sign : 0, side / 2 == 1 ? sign : 0, side / 2 == 2 ? sign : 0);
    hit->hit = true;
    hit->normal = fs_mat3_unit(axes, own);
    hit->at = fs__query3_path_point(&a->path, *depth);
    hit->fraction = fs__query3_path_fraction(&a->path, *depth);
    return true;
}

/* ---- any shape ---------------------------------------------------------------------------------------------- */

static bool meet_row(const struct along *a, const struct fs_world3 *w, fs_query_hit3 *hit, int64_t *depth)
{
    struct fs__query3_shape there;
    if (fs__shape3_is_large(w, hit->shape))
        return a->shape == NULL ? ray_at_large(a, w, hit, depth) : cast_at_large(a, w, hit, depth);
    fs__query3_load_shape(w, hit->shape, a->path.from, &there);
    return meet(a, &there.geometry, there.pose, hit, depth);
}

/* The next candidate that is met. */
static bool next_hit(struct fs__query3_candidates *s, const struct along *a, fs_query_hit3 *hit, int64_t *depth)
{
    while (fs__query3_candidates_next(s, &hit->shape))
        if (meet_row(a, s->w, hit, depth))
            return true;
    return false;
}

static fs_query_hit3 find_first(struct fs__query3_candidates *s, const struct along *a)
{
    fs_query_hit3 best = { .fraction = FS_UNIT_ONE }, hit = best;
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

static struct along make_ray(fs_pos3 from, fs_wide3 translation)
{
    return (struct along){ .path = fs__query3_path_init(from, translation), .rot = fs_quat_identity() };
}

fs_query_hit3 fs_query3_ray(const struct fs_world3 *w, fs_pos3 from, fs_wide3 translation, fs_filter3 filter)
{
    struct along a = make_ray(from, translation);
    struct fs__query3_candidates s = fs__query3_candidates_on_ray(w, from, translation, filter);
    return find_first(&s, &a);
}

/* Whether a hit found later (so of a greater row) goes before an earlier one. */
static bool is_before(const struct along *a, int64_t depth, const fs_query_hit3 *than)
{
    return depth < fs_clamp64(fs__query3_path_depth(&a->path, than->at), 0, a->path.end);
}

uint32_t fs_query3_ray_all(const struct fs_world3 *w, fs_pos3 from, fs_wide3 translation, fs_filter3 filter,
                           fs_query_hit3 *hits, uint32_t capacity)
{
    struct along a = make_ray(from, translation);
    struct fs__query3_candidates s = fs__query3_candidates_on_ray(w, from, translation, filter);
    fs_query_hit3 hit = { .fraction = FS_UNIT_ONE };
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

fs_query_hit3 fs_query3_cast(const struct fs_world3 *w, const fs_geometry3 *shape, fs_pose3 pose, fs_rel3 translation,
                             fs_filter3 filter)
{
    fs_wide3 way = fs_wide3_make(fs_wide_from_rel(translation.x), fs_wide_from_rel(translation.y),
                                 fs_wide_from_rel(translation.z));
    struct along a = { .path = fs__query3_path_init(pose.pos, way),
                       .shape = shape,
                       .rot = pose.rot,
                       .reach = fs_geometry3_extent(shape, fs_rel3_zero()) };
    fs_aabb3 box = fs_geometry3_aabb(shape, pose);
    fs_pos3 end = fs_pos3_make(way.x, way.y, way.z);
    box.low = fs_pos3_min(box.low, fs_pos3_add(box.low, end));
    box.high = fs_pos3_max(box.high, fs_pos3_add(box.high, end));
    struct fs__query3_candidates s = fs__query3_candidates_in_aabb(w, box, filter);
    return find_first(&s, &a);
}
