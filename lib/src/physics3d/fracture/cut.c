/* cut.c: convex parts of a body, cut by planes.
 *
 * A box that a plane cuts along its sides becomes two boxes: the cut is rounded to where both have whole half sides (steps
 * of 2^-26 m), so that they tile the box to the bit. Any other part is cut as a hull: each edge that crosses the plane gives
 * a corner, made once and given to both halves. A plane that leaves too little on one side, or a half that is no hull,
 * leaves the part whole; so nothing of the volume is lost in slivers.
 */
#include "physics3d/fracture/cut.h"

#include "physics3d/body/hull_row.h"

/* A plane is along the sides of a box when its normal is this near to an axis of it (2^-30): 1 um on 64 m. */
enum { PARALLEL = 16 };

struct plane {
    fs_rel3 point;
    fs_unit3 normal;
};

/* ---- boxes ---------------------------------------------------------------------------------------------------- */

static fs_rel *axis_of(fs_rel3 *v, unsigned axis)
{
    return axis == 0 ? &v->x : axis == 1 ? &v->y : &v->z;
}

/* The axis of the box that the plane is normal to; 3: none. */
static unsigned find_axis(fs_unit3 n)
{
    const bool flat[3] = { fs_uabs32(n.x) <= PARALLEL, fs_uabs32(n.y) <= PARALLEL, fs_uabs32(n.z) <= PARALLEL };
    for (unsigned axis = 0; axis < 3; axis++)
        if (flat[(axis + 1) % 3] && flat[(axis + 2) % 3])
            return axis;
    return 3;
}

/* The part of the box from `low` to `high` on the axis (m from its centre); low and high differ by a multiple of 2 steps. */
static struct fs__part3 slice_box(const struct fs__part3 *box, unsigned axis, fs_rel low, fs_rel high)
{
    struct fs__part3 slice = *box;
    fs_rel3 shift = fs_rel3_zero();
    *axis_of(&shift, axis) = fs_asr32(low + high, 1);
    *axis_of(&slice.half, axis) = fs_asr32(high - low, 1);
    slice.centre = fs_rel3_add(box->centre, fs_quat_rel(box->rot, shift));
    return slice;
}

/* The cut has the parity of the half side: then both halves have whole half sides and whole centres. */
static bool split_box(struct fs__part3 *box, const struct plane *plane, unsigned axis, fs_rel min_thickness,
                      struct fs__part3 *other)
{
    fs_rel3 point = fs_quat_inv_rel(box->rot, fs_rel3_sub(plane->point, box->centre)), half = box->half;
    fs_unit3 n = fs_quat_inv_unit(box->rot, plane->normal);
    fs_rel h = *axis_of(&half, axis), at = *axis_of(&point, axis);
    if (at <= -h || at >= h)
        return false;
    at += (fs_rel)(((uint32_t)at ^ (uint32_t)h) & 1u);
    if (h + at < min_thickness || h - at < min_thickness)
        return false;
    struct fs__part3 low = slice_box(box, axis, -h, at), high = slice_box(box, axis, at, h);
    bool forward = *axis_of(&(fs_rel3){ n.x, n.y, n.z }, axis) > 0;
    *box = forward ? low : high;
    *other = forward ? high : low;
    return true;
}

/* The corners of a box as those of a hull. */
static bool make_hull_of_box(const struct fs__part3 *box, fs_hull3 *hull)
{
    fs_rel3 corner[8];
    for (unsigned i = 0; i < 8; i++) {
        fs_rel3 at = fs_rel3_make((i & 1) != 0 ? box->half.x : -box->half.x, (i & 2) != 0 ? box->half.y : -box->half.y,
                                  (i & 4) != 0 ? box->half.z : -box->half.z);
        corner[i] = fs_rel3_add(box->centre, fs_quat_rel(box->rot, at));
    }
    return fs__hull3_settle(corner, 8, hull) == FS_OK;
}

/* ---- hulls ---------------------------------------------------------------------------------------------------- */

/* Points of one half; a cut has no more new corners than faces, so there is room. */
struct half_points {
    unsigned count;
    fs_rel3 at[FS_HULL3_MAX_POINTS];
};

/* Distance of a point from the plane, Q56: below 2^63, because both lie within 16 m of the body's origin. */
static int64_t distance_to(const struct plane *plane, fs_rel3 at)
{
    return fs_rel3_dot_unit3(fs_rel3_sub(at, plane->point), plane->normal);
}

static fs_rel crossing(fs_rel a, fs_rel b, int64_t part, int64_t whole)
{
    return fs_sat32(a + fs_muldiv64((int64_t)b - a, part, whole));
}

/* The corner where the edge from a to b, on different sides, crosses the plane. */
static fs_rel3 cross_edge(fs_rel3 a, fs_rel3 b, int64_t da, int64_t db)
{
    int64_t part = fs_round_shift64_sym(da, 1), whole = part - fs_round_shift64_sym(db, 1);
    fs_rel x = crossing(a.x, b.x, part, whole);
    fs_rel y = crossing(a.y, b.y, part, whole);
    fs_rel z = crossing(a.z, b.z, part, whole);
    return fs_rel3_make(x, y, z);
}

static void add_point(struct half_points *half, fs_rel3 at)
{
    if (half->count < FS_HULL3_MAX_POINTS)
        half->at[half->count++] = at;
}

static void divide_corners(const fs_hull3 *hull, const int64_t *distance, struct half_points *low,
                           struct half_points *high)
{
    for (unsigned i = 0; i < hull->corner_count; i++) {
        if (distance[i] <= 0)
            add_point(low, hull->corner[i]);
        if (distance[i] >= 0)
            add_point(high, hull->corner[i]);
    }
}

/* Every edge once, from its corner below the plane to the one above. */
static void divide_edges(const fs_hull3 *hull, const int64_t *distance, struct half_points *low,
                         struct half_points *high)
{
    for (unsigned edge = 0; edge < hull->edge_count; edge++) {
        unsigned a = hull->origin[edge], b = hull->origin[hull->twin[edge]];
        if (distance[a] >= 0 || distance[b] <= 0)
            continue;
        fs_rel3 at = cross_edge(hull->corner[a], hull->corner[b], distance[a], distance[b]);
        add_point(low, at);
        add_point(high, at);
    }
}

static bool make_part(const struct half_points *half, struct fs__part3 *part)
{
    fs_hull3 hull;
    if (fs__hull3_settle(half->at, half->count, &hull) != FS_OK)
        return false;
    part->is_box = false;
    part->count = hull.corner_count;
    for (unsigned i = 0; i < hull.corner_count; i++)
        part->corner[i] = hull.corner[i];
    return true;
}

/* Whether the hull reaches `min_thickness` beyond the plane on both sides. */
static bool measure_hull(const fs_hull3 *hull, const struct plane *plane, fs_rel min_thickness, int64_t *distance)
{
    const int64_t thickness = (int64_t)min_thickness * FS_UNIT_ONE;
    int64_t low = 0, high = 0;
    for (unsigned i = 0; i < hull->corner_count; i++) {
        distance[i] = distance_to(plane, hull->corner[i]);
        low = fs_min64(low, distance[i]);
        high = fs_max64(high, distance[i]);
    }
    return low <= -thickness && high >= thickness;
}

static bool make_hull(const struct fs__part3 *part, fs_hull3 *hull)
{
    return part->is_box ? make_hull_of_box(part, hull) : fs_hull3_make(part->corner, part->count, hull) == FS_OK;
}

static bool split_hull(struct fs__part3 *part, const struct plane *plane, fs_rel min_thickness, struct fs__part3 *other)
{
    fs_hull3 hull;
    int64_t distance[FS_HULL3_MAX_CORNERS];
    struct half_points low = { .count = 0 }, high = { .count = 0 };
    struct fs__part3 below = { .shape = part->shape }, above = { .shape = part->shape };
    if (!make_hull(part, &hull) || !measure_hull(&hull, plane, min_thickness, distance))
        return false;
    divide_corners(&hull, distance, &low, &high);
    divide_edges(&hull, distance, &low, &high);
    if (!make_part(&low, &below) || !make_part(&high, &above))
        return false;
    *part = below;
    *other = above;
    return true;
}

/* ---- parts ---------------------------------------------------------------------------------------------------- */

bool fs__part3_load(const fs_geometry3 *geometry, uint32_t shape, struct fs__part3 *out)
{
    *out = (struct fs__part3){ .shape = shape, .is_box = geometry->kind == FS_GEOMETRY3_BOX };
    out->half = geometry->half;
    out->centre = geometry->centre;
    out->rot = geometry->rot;
    if (geometry->kind != FS_GEOMETRY3_HULL)
        return out->is_box;
    struct half_points points = { .count = 0 };
    for (unsigned i = 0; i < geometry->hull->corner_count; i++)
        add_point(&points, fs_rel3_add(geometry->centre, fs_quat_rel(geometry->rot, geometry->hull->corner[i])));
    return make_part(&points, out);
}

static bool split(struct fs__part3 *part, const struct plane *plane, fs_rel min_thickness, struct fs__part3 *other)
{
    unsigned axis = part->is_box ? find_axis(fs_quat_inv_unit(part->rot, plane->normal)) : 3;
    return axis < 3 ? split_box(part, plane, axis, min_thickness, other)
                    : split_hull(part, plane, min_thickness, other);
}

void fs__parts3_cut(struct fs__parts3 *parts, const struct fs__cut3 *cut)
{
    const fs_unit3 along[3] = { { FS_UNIT_ONE, 0, 0 }, { 0, FS_UNIT_ONE, 0 }, { 0, 0, FS_UNIT_ONE } };
    for (unsigned axis = 0; axis < 3; axis++) {
        const struct plane plane = { cut->point, fs_quat_unit(cut->rot, along[axis]) };
        uint32_t whole = parts->count;
        for (uint32_t i = 0; i < whole && parts->count < FS_FRACTURE3_MAX_PIECES; i++)
            parts->count += split(&parts->part[i], &plane, cut->min_thickness, &parts->part[parts->count]);
    }
}

fs_rel3 fs__part3_middle(const struct fs__part3 *part)
{
    if (part->is_box)
        return part->centre;
    fs_rel3 low = part->corner[0], high = low;
    for (uint32_t i = 1; i < part->count; i++) {
        low = fs_rel3_min(low, part->corner[i]);
        high = fs_rel3_max(high, part->corner[i]);
    }
    return fs_rel3_make(fs_asr32(low.x + high.x, 1), fs_asr32(low.y + high.y, 1), fs_asr32(low.z + high.z, 1));
}

fs_geometry3 fs__part3_geometry(const struct fs__part3 *part, fs_rel3 origin, fs_hull3 *hull)
{
    fs_geometry3 out;
    fs_rel3 corner[FS_HULL3_MAX_CORNERS];
    if (part->is_box) {
        (void)fs_geometry3_box(part->half, fs_rel3_sub(part->centre, origin), part->rot, &out);
        return out;
    }
    for (uint32_t i = 0; i < part->count; i++)
        corner[i] = fs_rel3_sub(part->corner[i], origin);
    (void)fs__hull3_settle(corner, part->count, hull);
    (void)fs_geometry3_hull(hull, fs_rel3_zero(), fs_quat_identity(), &out);
    return out;
}
