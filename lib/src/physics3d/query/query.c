/* query.c: shapes in a box, at a point, that overlap a shape, nearest to a point.
 *
 * Results must not depend on the broad phase: the fat AABB is tested here in either case.
 */
#include "physics3d/query/query.h"

#include "physics3d/body/body.h"
#include "physics3d/body/hull_row.h"

fs_filter3 fs_default_filter3(void)
{
    return (fs_filter3){ .category = UINT32_MAX, .mask = UINT32_MAX, .sensors = false };
}

void fs__query3_load_shape(const struct fs_world3 *w, uint32_t row, fs_pos3 near, struct fs__query3_shape *out)
{
    struct fs__shape3_part part;
    out->pose = fs__body3_origin_pose(w, w->shape.body[row]);
    fs__shape3_load_part(w, row, out->pose.pos, near, &out->hull, &part);
    out->pose.pos = fs__shape3_shifted(out->pose.pos, part.shift);
    out->geometry = part.geometry;
}

/* ---- candidates ----------------------------------------------------------------------------------------- */

/* The rows lie in the part of scratch that is free between two steps. A line narrows the list. */
static struct fs__query3_candidates list_candidates(const struct fs_world3 *w, fs_aabb3 box, fs_filter3 filter,
                                                    const fs_pos3 *line)
{
    struct fs__query3_candidates s = { .w = w, .filter = filter, .box = box, .count = *w->shape.rows };
    fs__hull3_sync(w);
    if (w->scratch == NULL)
        return s;
    fs_arena arena = w->scratch->arena;
    uint32_t *rows = fs_arena_take(&arena, (size_t)s.count * sizeof *rows);
    if (rows == NULL)
        return s;
    struct fs__broadphase3_aabb_columns boxes = { w->shape.fat_low, w->shape.fat_high, w->shape.gen, s.count };
    fs__world3_sync_broadphase(w);
    if (line != NULL)
        s.count = fs__broadphase3_ray(w->scratch->broad, &boxes, line[0], line[1], rows, s.count);
    else
        s.count = fs__broadphase3_query(w->scratch->broad, &boxes, box, rows, s.count);
    s.rows = rows;
    return s;
}

struct fs__query3_candidates fs__query3_candidates_in_aabb(const struct fs_world3 *w, fs_aabb3 box, fs_filter3 filter)
{
    return list_candidates(w, box, filter, NULL);
}

/* A path that leaves the range of positions is searched by its box alone: its end within the range is not on it. */
struct fs__query3_candidates fs__query3_candidates_on_ray(const struct fs_world3 *w, fs_pos3 from, fs_wide3 translation,
                                                          fs_filter3 filter)
{
    fs_pos3 way = fs_pos3_make(translation.x, translation.y, translation.z), line[2] = { from, fs_pos3_add(from, way) };
    fs_aabb3 box = { fs_pos3_min(from, line[1]), fs_pos3_max(from, line[1]) };
    bool inside = fs_pos3_eq(fs_pos3_sub(line[1], from), way);
    return list_candidates(w, box, filter, inside ? line : NULL);
}

static bool passes_filter(const struct fs__query3_candidates *s, uint32_t row)
{
    const struct fs_world3 *w = s->w;
    if (!fs__world3_row_live(w->shape.gen, row) || (w->body.flags[w->shape.body[row]] & FS_BODY3_DISABLED) != 0)
        return false;
    if ((w->shape.flags[row] & FS_SHAPE3_SENSOR) != 0 && !s->filter.sensors)
        return false;
    if ((w->shape.category[row] & s->filter.mask) == 0 || (w->shape.mask[row] & s->filter.category) == 0)
        return false;
    return fs_aabb3_overlaps((fs_aabb3){ w->shape.fat_low[row], w->shape.fat_high[row] }, s->box);
}

bool fs__query3_candidates_next(struct fs__query3_candidates *s, uint32_t *row)
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

uint32_t fs_query3_aabb(const struct fs_world3 *w, fs_aabb3 box, fs_filter3 filter, uint32_t *rows, uint32_t capacity)
{
    struct fs__query3_candidates s = fs__query3_candidates_in_aabb(w, box, filter);
    struct list found = { rows, capacity, 0 };
    uint32_t row;
    while (fs__query3_candidates_next(&s, &row))
        if (fs_aabb3_overlaps(fs__shape3_aabb(w, row), box))
            add(&found, row);
    return found.count;
}

bool fs__query3_contains(const struct fs__query3_shape *there, fs_pos3 at)
{
    fs_rel3 local = fs_quat_inv_rel(there->pose.rot, fs_pos3_sub_rel(at, there->pose.pos));
    return there->geometry.kind != 0 && fs_geometry3_contains(&there->geometry, local);
}

uint32_t fs_query3_point(const struct fs_world3 *w, fs_pos3 at, fs_filter3 filter, uint32_t *rows, uint32_t capacity)
{
    struct fs__query3_candidates s = fs__query3_candidates_in_aabb(w, (fs_aabb3){ at, at }, filter);
    struct list found = { rows, capacity, 0 };
    uint32_t row;
    struct fs__query3_shape there;
    while (fs__query3_candidates_next(&s, &row)) {
        fs__query3_load_shape(w, row, at, &there);
        if (fs__query3_contains(&there, at))
            add(&found, row);
    }
    return found.count;
}

/* Origins farther apart than both shapes reach together: also where the frame of one in the other would not fit. */
static bool are_apart(const fs_geometry3 *a, fs_pos3 at_a, const fs_geometry3 *b, fs_pos3 at_b, fs_rel more)
{
    int64_t reach = (int64_t)fs_geometry3_extent(a, fs_rel3_zero()) + fs_geometry3_extent(b, fs_rel3_zero()) + more;
    return fs_pos3_dist_sq_cmp(at_a, at_b, fs__query3_pos_from_rel(reach)) > 0;
}

uint32_t fs_query3_geometry(const struct fs_world3 *w, const fs_geometry3 *shape, fs_pose3 pose, fs_filter3 filter,
                            uint32_t *rows, uint32_t capacity)
{
    struct fs__query3_candidates s = fs__query3_candidates_in_aabb(w, fs_geometry3_aabb(shape, pose), filter);
    struct list found = { rows, capacity, 0 };
    uint32_t row;
    struct fs__query3_shape there;
    while (fs__query3_candidates_next(&s, &row)) {
        fs__query3_load_shape(w, row, pose.pos, &there);
        if (there.geometry.kind != 0 && !are_apart(&there.geometry, there.pose.pos, shape, pose.pos, 0) &&
            fs_geometry3_distance(&there.geometry, shape, fs_transform3_between(there.pose, pose)).distance == 0)
            add(&found, row);
    }
    return found.count;
}

/* ---- nearest ---------------------------------------------------------------------------------------------- */

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

fs_query_hit3 fs_query3_closest(const struct fs_world3 *w, fs_pos3 at, fs_rel reach, fs_filter3 filter)
{
    fs_rel most = fs_clamp32(reach, 0, FS_GEOMETRY3_MAX_EXTENT), best = FS_REL_MAX;
    struct fs__query3_candidates s = fs__query3_candidates_in_aabb(
        w, fs__query3_enlarge_aabb((fs_aabb3){ at, at }, fs__query3_pos_from_rel(most)), filter);
    fs_query_hit3 nearest = { .fraction = FS_UNIT_ONE, .at = at };
    const fs_geometry3 point = point_shape();
    struct fs__query3_shape there;
    uint32_t row;
    while (fs__query3_candidates_next(&s, &row)) {
        fs_query_hit3 hit = { .hit = true, .shape = row };
        fs__query3_load_shape(w, row, at, &there);
        if (there.geometry.kind == 0 || are_apart(&there.geometry, there.pose.pos, &point, at, most))
            continue;
        fs_rel distance = distance_to(&there, at, &hit);
        if (distance > most || distance >= best)
            continue;
        best = distance;
        nearest = hit;
        nearest.fraction = most == 0 ? 0 : fs_unit_from_ratio(distance, most);
    }
    return nearest;
}
