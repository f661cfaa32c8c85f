/* query_ray.inl: rays and shape casts: the first hit and all hits.
 *
 * Template: included once by query_ray.c of physics2d and of physics3d after query_meet.inl; both define between the two
 *   ray_at_large(a, w, hit, depth): where a ray meets a large shape;
 *   comes_from_behind(a, w, row): whether the shape is one-sided and met from its inside.
 * Hits are compared by depth (metres from the start, Q32.32), not by fraction, whose step is 1 mm on a ray of 1,000 km.
 * Equal depths go to the lower row.
 */

/* ---- any shape ---------------------------------------------------------------------------------------------- */

static bool meet_row(const struct along *a, const struct fs_worldN *w, fs_query_hitN *hit, int64_t *depth)
{
    struct fs__queryN_shape there;
    if (comes_from_behind(a, w, hit->shape))
        return false;
    if (fs__shapeN_is_large(w, hit->shape))
        return a->shape == NULL ? ray_at_large(a, w, hit, depth) : cast_at_large(a, w, hit, depth);
    fs__queryN_load_shape(w, hit->shape, a->path.from, &there);
    return meet(a, &there, hit, depth);
}

/* The next candidate that is met. */
static bool next_hit(struct fs__queryN_candidates *s, const struct along *a, fs_query_hitN *hit, int64_t *depth)
{
    while (fs__queryN_candidates_next(s, &hit->shape))
        if (meet_row(a, s->w, hit, depth))
            return true;
    return false;
}

static fs_query_hitN find_first(struct fs__queryN_candidates *s, const struct along *a)
{
    fs_query_hitN best = { .fraction = FS_UNIT_ONE }, hit = best;
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

static struct along make_ray(fs_posN from, fs_wideN translation)
{
    return (struct along){ .path = fs__queryN_path_init(from, translation), .rot = fs_rotN_identity() };
}

fs_query_hitN fs_queryN_ray(const struct fs_worldN *w, fs_posN from, fs_wideN translation, fs_filterN filter)
{
    struct along a = make_ray(from, translation);
    struct fs__queryN_candidates s = fs__queryN_candidates_on_ray(w, from, translation, filter);
    return find_first(&s, &a);
}

/* Whether a hit found later (so of a greater row) goes before an earlier one. */
static bool is_before(const struct along *a, int64_t depth, const fs_query_hitN *than)
{
    return depth < fs_clamp64(fs__queryN_path_depth(&a->path, than->at), 0, a->path.end);
}

uint32_t fs_queryN_ray_all(const struct fs_worldN *w, fs_posN from, fs_wideN translation, fs_filterN filter,
                           fs_query_hitN *hits, uint32_t capacity)
{
    struct along a = make_ray(from, translation);
    struct fs__queryN_candidates s = fs__queryN_candidates_on_ray(w, from, translation, filter);
    fs_query_hitN hit = { .fraction = FS_UNIT_ONE };
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

fs_query_hitN fs_queryN_cast(const struct fs_worldN *w, const fs_geometryN *shape, fs_poseN pose, fs_relN translation,
                             fs_filterN filter)
{
    fs_wideN way = fs__wideN_from_rel(translation);
    struct along a = { .path = fs__queryN_path_init(pose.pos, way),
                       .shape = shape,
                       .rot = pose.rot,
                       .reach = fs_geometryN_extent(shape, fs_relN_zero()) };
    fs_aabbN box = fs_geometryN_aabb(shape, pose);
    fs_posN end = fs__posN_from_wide(way);
    box.low = fs_posN_min(box.low, fs_posN_add(box.low, end));
    box.high = fs_posN_max(box.high, fs_posN_add(box.high, end));
    struct fs__queryN_candidates s = fs__queryN_candidates_in_aabb(w, box, filter);
    return find_first(&s, &a);
}
