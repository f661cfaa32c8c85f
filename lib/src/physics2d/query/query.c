/* query.c: shapes in a box, at a point, that overlap a shape, nearest to a point.
 *
 * Results must not depend on the broad phase: the fat AABB is tested here in either case.
 */
#include "physics2d/query/query.h"

#include "physics2d/body/body.h"

fs_filter2 fs_default_filter2(void)
{
    return (fs_filter2){ .category = UINT32_MAX, .mask = UINT32_MAX, .sensors = false };
}

/* ---- candidates ----------------------------------------------------------------------------------------- */

/* The rows lie in the part of scratch that is free between two steps. A line narrows the list. */
static struct fs__query2_candidates list_candidates(const struct fs_world2 *w, fs_aabb2 box, fs_filter2 filter,
                                                    const fs_pos2 *line)
{
    struct fs__query2_candidates s = { .w = w, .filter = filter, .box = box, .count = *w->shape.rows };
    if (w->scratch == NULL)
        return s;
    fs_arena arena = w->scratch->arena;
    uint32_t *rows = fs_arena_take(&arena, (size_t)s.count * sizeof *rows);
    if (rows == NULL)
        return s;
    struct fs__broadphase2_aabb_columns boxes = { w->shape.fat_low, w->shape.fat_high, w->shape.gen, s.count };
    fs__world2_sync_broadphase(w);
    if (line != NULL)
        s.count = fs__broadphase2_ray(w->scratch->broad, &boxes, line[0], line[1], rows, s.count);
    else
        s.count = fs__broadphase2_query(w->scratch->broad, &boxes, box, rows, s.count);
    s.rows = rows;
    return s;
}

struct fs__query2_candidates fs__query2_candidates_in_aabb(const struct fs_world2 *w, fs_aabb2 box, fs_filter2 filter)
{
    return list_candidates(w, box, filter, NULL);
}

/* A path that leaves the range of positions is searched by its box alone: its end within the range is not on it. */
struct fs__query2_candidates fs__query2_candidates_on_ray(const struct fs_world2 *w, fs_pos2 from, fs_wide2 translation,
                                                          fs_filter2 filter)
{
    fs_pos2 line[2] = { from, { fs_sat64_add(from.x, translation.x), fs_sat64_add(from.y, translation.y) } };
    fs_aabb2 box = { fs_pos2_min(from, line[1]), fs_pos2_max(from, line[1]) };
    bool inside = fs_sat64_sub(line[1].x, from.x) == translation.x && fs_sat64_sub(line[1].y, from.y) == translation.y;
    return list_candidates(w, box, filter, inside ? line : NULL);
}

static bool passes_filter(const struct fs__query2_candidates *s, uint32_t row)
{
    const struct fs_world2 *w = s->w;
    if (!fs__world2_row_live(w->shape.gen, row) || (w->body.flags[w->shape.body[row]] & FS_BODY2_DISABLED) != 0)
        return false;
    if ((w->shape.flags[row] & FS_SHAPE2_SENSOR) != 0 && !s->filter.sensors)
        return false;
    if ((w->shape.category[row] & s->filter.mask) == 0 || (w->shape.mask[row] & s->filter.category) == 0)
        return false;
    return fs_aabb2_overlaps((fs_aabb2){ w->shape.fat_low[row], w->shape.fat_high[row] }, s->box);
}

bool fs__query2_candidates_next(struct fs__query2_candidates *s, uint32_t *row)
{
    while (s->next < s->count) {
        uint32_t r = s->rows != NULL ? s->rows[s->next] : s->next;
        s->next++;
        if (!passes_filter(s, r))
            continue;
        *row = r;
        return true;
    }
    return false;
}

/* ---- overlap ----------------------------------------------------------------------------------------------- */

struct list {
    uint32_t *rows;
    uint32_t capacity, count;
};

static void add(struct list *l, uint32_t row)
{
    if (l->count < l->capacity)
        l->rows[l->count] = row;
    l->count++;
}

uint32_t fs_query2_aabb(const struct fs_world2 *w, fs_aabb2 box, fs_filter2 filter, uint32_t *rows, uint32_t capacity)
{
    struct fs__query2_candidates s = fs__query2_candidates_in_aabb(w, box, filter);
    struct list found = { rows, capacity, 0 };
    uint32_t row;
    while (fs__query2_candidates_next(&s, &row))
        if (fs_aabb2_overlaps(fs__shape2_aabb(w, row), box))
            add(&found, row);
    return found.count;
}

uint32_t fs_query2_point(const struct fs_world2 *w, fs_pos2 at, fs_filter2 filter, uint32_t *rows, uint32_t capacity)
{
    struct fs__query2_candidates s = fs__query2_candidates_in_aabb(w, (fs_aabb2){ at, at }, filter);
    struct list found = { rows, capacity, 0 };
    uint32_t row;
    fs_geometry2 shape;
    fs_pose2 pose;
    while (fs__query2_candidates_next(&s, &row)) {
        fs_shape2_geometry_near(w, row, at, &shape, &pose);
        if (fs_geometry2_contains(&shape, fs_rot2_inv_rel(pose.rot, fs_pos2_sub_rel(at, pose.pos))))
            add(&found, row);
    }
    return found.count;
}

/* Origins farther are_apart than both shapes reach together: also where the frame of one in the other would not fit. */
static bool are_apart(const fs_geometry2 *a, fs_pos2 at_a, const fs_geometry2 *b, fs_pos2 at_b, fs_rel more)
{
    int64_t reach = (int64_t)fs_geometry2_extent(a, fs_rel2_zero()) + fs_geometry2_extent(b, fs_rel2_zero()) + more;
    return fs_pos2_dist_sq_cmp(at_a, at_b, fs__query2_pos_from_rel(reach)) > 0;
}

uint32_t fs_query2_geometry(const struct fs_world2 *w, const fs_geometry2 *shape, fs_pose2 pose, fs_filter2 filter,
                            uint32_t *rows, uint32_t capacity)
{
    struct fs__query2_candidates s = fs__query2_candidates_in_aabb(w, fs_geometry2_aabb(shape, pose), filter);
    struct list found = { rows, capacity, 0 };
    uint32_t row;
    fs_geometry2 there;
    fs_pose2 at;
    while (fs__query2_candidates_next(&s, &row)) {
        fs_shape2_geometry_near(w, row, pose.pos, &there, &at);
        if (there.count > 0 && !are_apart(&there, at.pos, shape, pose.pos, 0) &&
            fs_geometry2_distance(&there, shape, fs_frame2_between(at, pose)).distance == 0)
            add(&found, row);
    }
    return found.count;
}

/* ---- nearest ---------------------------------------------------------------------------------------------- */

static fs_geometry2 point_shape(void)
{
    return (fs_geometry2){ .kind = FS_GEOMETRY2_CIRCLE, .count = 1 };
}

fs_query_hit2 fs_query2_closest(const struct fs_world2 *w, fs_pos2 at, fs_rel reach, fs_filter2 filter)
{
    fs_rel most = fs_clamp32(reach, 0, FS_GEOMETRY2_MAX_EXTENT), best = FS_REL_MAX;
    struct fs__query2_candidates s = fs__query2_candidates_in_aabb(
        w, fs__query2_enlarge_aabb((fs_aabb2){ at, at }, fs__query2_pos_from_rel(most)), filter);
    fs_query_hit2 hit = { .fraction = FS_UNIT_ONE, .at = at };
    const fs_geometry2 point = point_shape();
    uint32_t row;
    fs_geometry2 shape;
    fs_pose2 pose;
    while (fs__query2_candidates_next(&s, &row)) {
        fs_shape2_geometry_near(w, row, at, &shape, &pose);
        if (shape.count == 0 || are_apart(&shape, pose.pos, &point, at, most))
            continue;
        fs_distance2 gap = fs_geometry2_distance(&shape, &point,
                                                 fs_frame2_between(pose, (fs_pose2){ at, fs_rot2_identity() }));
        if (gap.distance > most || gap.distance >= best)
            continue;
        best = gap.distance;
        hit.hit = true;
        hit.shape = row;
        hit.fraction = fs_unit_from_ratio(gap.distance, most);
        hit.normal = fs_rot2_unit(pose.rot, gap.normal);
        hit.at = gap.distance == 0 ? at : fs_pos2_add_rel(pose.pos, fs_rot2_rel(pose.rot, gap.on_a));
    }
    return hit;
}
