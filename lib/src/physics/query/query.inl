/* query.inl: shapes in a box, at a point, that overlap a shape, nearest to a point.
 *
 * Template: included once by query.c of physics2d and of physics3d, which define
 *   sync_shapes(w): what scratch keeps of shapes is brought up to date;
 *   point_shape(): the smallest shape around a point;
 *   distance_to(there, at, most, hit): the distance (m) of a point from a shape, 0 within, and the nearest point of it; any
 *     number above `most` where it is farther;
 *   surface_contains(there, local): whether a shape that is a surface is solid at a point of its frame;
 *   overlaps_surface(there, shape, pose): of a shape that is a surface (fs__queryN_is_surface()).
 * Results must not depend on the broad phase: the fat AABB is tested here in either case.
 */

fs_filterN fs_default_filterN(void)
{
    return (fs_filterN){ .category = UINT32_MAX, .mask = UINT32_MAX, .sensors = false };
}

/* ---- candidates ----------------------------------------------------------------------------------------- */

/* The rows lie in the part of scratch that is free between two steps. A line narrows the list. */
static struct fs__queryN_candidates list_candidates(const struct fs_worldN *w, fs_aabbN box, fs_filterN filter,
                                                    const fs_posN *line)
{
    struct fs__queryN_candidates s = { .w = w, .filter = filter, .box = box, .count = *w->shape.rows };
    sync_shapes(w);
    if (w->scratch == NULL)
        return s;
    fs_arena arena = w->scratch->arena;
    uint32_t *rows = fs_arena_take(&arena, (size_t)s.count * sizeof *rows);
    if (rows == NULL)
        return s;
    struct fs__broadphaseN_aabb_columns boxes = { w->shape.fat_low, w->shape.fat_high, w->shape.gen, s.count, NULL };
    fs__worldN_sync_broadphase(w);
    if (line != NULL)
        s.count = fs__broadphaseN_ray(w->scratch->broad, &boxes, line[0], line[1], rows, s.count);
    else
        s.count = fs__broadphaseN_query(w->scratch->broad, &boxes, box, rows, s.count);
    s.rows = rows;
    return s;
}

struct fs__queryN_candidates fs__queryN_candidates_in_aabb(const struct fs_worldN *w, fs_aabbN box, fs_filterN filter)
{
    return list_candidates(w, box, filter, NULL);
}

/* A path that leaves the range of positions is searched by its box alone: its end within the range is not on it. */
struct fs__queryN_candidates fs__queryN_candidates_on_ray(const struct fs_worldN *w, fs_posN from, fs_wideN translation,
                                                          fs_filterN filter)
{
    fs_posN way = fs__posN_from_wide(translation), line[2] = { from, fs_posN_add(from, way) };
    fs_aabbN box = { fs_posN_min(from, line[1]), fs_posN_max(from, line[1]) };
    bool inside = fs_posN_eq(fs_posN_sub(line[1], from), way);
    return list_candidates(w, box, filter, inside ? line : NULL);
}

static bool passes_filter(const struct fs__queryN_candidates *s, uint32_t row)
{
    const struct fs_worldN *w = s->w;
    if (!fs__worldN_row_live(w->shape.gen, row) || (w->body.flags[w->shape.body[row]] & FS_BODYN_DISABLED) != 0)
        return false;
    if ((w->shape.flags[row] & FS_SHAPEN_SENSOR) != 0 && !s->filter.sensors)
        return false;
    if ((w->shape.category[row] & s->filter.mask) == 0 || (w->shape.mask[row] & s->filter.category) == 0)
        return false;
    return fs_aabbN_overlaps((fs_aabbN){ w->shape.fat_low[row], w->shape.fat_high[row] }, s->box);
}

bool fs__queryN_candidates_next(struct fs__queryN_candidates *s, uint32_t *row)
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

uint32_t fs_queryN_aabb(const struct fs_worldN *w, fs_aabbN box, fs_filterN filter, uint32_t *rows, uint32_t capacity)
{
    struct fs__queryN_candidates s = fs__queryN_candidates_in_aabb(w, box, filter);
    struct list found = { rows, capacity, 0 };
    uint32_t row;
    while (fs__queryN_candidates_next(&s, &row))
        if (fs_aabbN_overlaps(fs__shapeN_aabb(w, row), box))
            add(&found, row);
    return found.count;
}

bool fs__queryN_contains(const struct fs__queryN_shape *there, fs_posN at)
{
    fs_relN local = fs_rotN_inv_rel(there->pose.rot, fs_posN_sub_rel(at, there->pose.pos));
    if (fs__queryN_is_surface(there))
        return surface_contains(there, local);
    return !fs__queryN_is_empty(there) && fs_geometryN_contains(&there->geometry, local);
}

uint32_t fs_queryN_point(const struct fs_worldN *w, fs_posN at, fs_filterN filter, uint32_t *rows, uint32_t capacity)
{
    struct fs__queryN_candidates s = fs__queryN_candidates_in_aabb(w, (fs_aabbN){ at, at }, filter);
    struct list found = { rows, capacity, 0 };
    uint32_t row;
    struct fs__queryN_shape there;
    while (fs__queryN_candidates_next(&s, &row)) {
        fs__queryN_load_shape(w, row, at, &there);
        if (fs__queryN_contains(&there, at))
            add(&found, row);
    }
    return found.count;
}

/* Origins farther apart than both shapes reach together: also where the frame of one in the other would not fit. */
static bool are_apart(const fs_geometryN *a, fs_posN at_a, const fs_geometryN *b, fs_posN at_b, fs_rel more)
{
    int64_t reach = (int64_t)fs_geometryN_extent(a, fs_relN_zero()) + fs_geometryN_extent(b, fs_relN_zero()) + more;
    return fs_posN_dist_sq_cmp(at_a, at_b, fs__queryN_pos_from_rel(reach)) > 0;
}

static bool overlaps(const struct fs__queryN_shape *there, const fs_geometryN *shape, fs_poseN pose)
{
    if (fs__queryN_is_surface(there))
        return overlaps_surface(there, shape, pose);
    return !fs__queryN_is_empty(there) && !are_apart(&there->geometry, there->pose.pos, shape, pose.pos, 0) &&
           fs_geometryN_distance(&there->geometry, shape, fs_transformN_between(there->pose, pose)).distance == 0;
}

uint32_t fs_queryN_geometry(const struct fs_worldN *w, const fs_geometryN *shape, fs_poseN pose, fs_filterN filter,
                            uint32_t *rows, uint32_t capacity)
{
    struct fs__queryN_candidates s = fs__queryN_candidates_in_aabb(w, fs_geometryN_aabb(shape, pose), filter);
    struct list found = { rows, capacity, 0 };
    uint32_t row;
    struct fs__queryN_shape there;
    while (fs__queryN_candidates_next(&s, &row)) {
        fs__queryN_load_shape(w, row, pose.pos, &there);
        if (overlaps(&there, shape, pose))
            add(&found, row);
    }
    return found.count;
}

/* ---- nearest ---------------------------------------------------------------------------------------------- */

fs_query_hitN fs_queryN_closest(const struct fs_worldN *w, fs_posN at, fs_rel reach, fs_filterN filter)
{
    fs_rel most = fs_clamp32(reach, 0, FS_GEOMETRYN_MAX_EXTENT), best = FS_REL_MAX;
    struct fs__queryN_candidates s = fs__queryN_candidates_in_aabb(
        w, fs__queryN_enlarge_aabb((fs_aabbN){ at, at }, fs__queryN_pos_from_rel(most)), filter);
    fs_query_hitN nearest = { .fraction = FS_UNIT_ONE, .at = at };
    const fs_geometryN point = point_shape();
    struct fs__queryN_shape there;
    uint32_t row;
    while (fs__queryN_candidates_next(&s, &row)) {
        fs_query_hitN hit = { .hit = true, .shape = row };
        fs__queryN_load_shape(w, row, at, &there);
        if (!fs__queryN_is_surface(&there) &&
            (fs__queryN_is_empty(&there) || are_apart(&there.geometry, there.pose.pos, &point, at, most)))
            continue;
        fs_rel distance = distance_to(&there, at, most, &hit);
        if (distance > most || distance >= best)
            continue;
        best = distance;
        nearest = hit;
        nearest.fraction = most == 0 ? 0 : fs_unit_from_ratio(distance, most);
    }
    return nearest;
}
