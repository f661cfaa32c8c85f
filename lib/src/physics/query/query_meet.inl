/* query_meet.inl: where a ray or a shape that moves along a path meets one shape.
 *
 * Template: included once by query_ray.c of physics2d and of physics3d, before query_ray.inl. Depths are metres from the
 * start, Q32.32.
 */

/* A path and the shape that moves along it; `shape` is NULL for a ray. */
struct along {
    struct fs__queryN_path path;
    const fs_geometryN *shape;
    fs_rotN rot;
    fs_rel reach; /* of the shape about its origin */
};

/* ---- one shape -------------------------------------------------------------------------------------------- */

static fs_cast_hitN test_part(const struct along *a, const struct fs__queryN_shape *there, int64_t from, int64_t to)
{
    fs_poseN pose = there->pose;
    fs_posN start = fs__queryN_path_point(&a->path, from);
    fs_relN way = fs_rotN_inv_rel(pose.rot, fs_posN_sub_rel(fs__queryN_path_point(&a->path, to), start));
    fs_transformN frame = fs_transformN_between(pose, (fs_poseN){ start, a->rot });
    if (fs__queryN_is_surface(there))
        return fs__queryN_cast_at_surface(there, a->shape, frame, way);
    return a->shape == NULL ? fs_geometryN_raycast(&there->geometry, frame.p, way)
                            : fs_geometryN_cast(&there->geometry, a->shape, frame, way);
}

/* From one depth to another; the result in `hit` with its depth. */
static bool meet_between(const struct along *a, const struct fs__queryN_shape *there, int64_t from, int64_t to,
                         fs_query_hitN *hit, int64_t *depth)
{
    fs_poseN pose = there->pose;
    fs_cast_hitN h = test_part(a, there, from, to);
    if (!h.hit)
        return false;
    *depth = from + fs_mul64(to - from, h.fraction, FS_UNIT_FRAC);
    hit->hit = true;
    hit->normal = fs_rotN_unit(pose.rot, h.normal);
    hit->at = fs_posN_add_rel(pose.pos, fs_rotN_rel(pose.rot, h.point));
    if (*depth == 0 && fs_unitN_is_zero(hit->normal))
        hit->at = a->path.from;
    else if (a->shape == NULL)
        *depth = fs_clamp64(fs__queryN_path_depth(&a->path, hit->at), 0, a->path.end);
    hit->fraction = fs__queryN_path_fraction(&a->path, *depth);
    return true;
}

/* A part of a path that does not begin at its start begins so much early, so that it does not begin on the surface. */
#define EARLY (FS_POS_ONE >> 18)

/* Both halves of the part that is near: each then fits the frame of the shape. */
static bool meet(const struct along *a, const struct fs__queryN_shape *there, fs_query_hitN *hit, int64_t *depth)
{
    struct fs__queryN_path_interval part;
    int64_t reach = fs_sat32((int64_t)fs_geometryN_extent(&there->geometry, fs_relN_zero()) + a->reach);
    if (!fs__queryN_path_interval_near(&a->path, there->pose.pos, fs__queryN_pos_from_rel(reach), &part))
        return false;
    if (meet_between(a, there, part.enter, part.middle, hit, depth))
        return true;
    return part.leave > part.middle &&
           meet_between(a, there, fs_max64(part.middle - EARLY, part.enter), part.leave, hit, depth);
}

/* ---- one large shape ---------------------------------------------------------------------------------------- */

/* A shape that moves meets a large one piece by piece, each within the window around its start. */
static bool cast_at_large(const struct along *a, const struct fs_worldN *w, fs_query_hitN *hit, int64_t *depth)
{
    const int64_t piece = 4 * FS_POS_ONE;
    struct fs__queryN_shape there;
    for (int64_t from = 0; from == 0 || from < a->path.end; from += piece) {
        int64_t begin = fs_max64(from - EARLY, 0), end = fs_min64(from + piece, a->path.end);
        fs__queryN_load_shape(w, hit->shape, fs__queryN_path_point(&a->path, begin), &there);
        if (!fs__queryN_is_empty(&there) && meet_between(a, &there, begin, end, hit, depth))
            return true;
    }
    return false;
}
