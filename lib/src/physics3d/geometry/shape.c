/* shape.c: making convex shapes and checking those from elsewhere.
 *
 * Nothing here may accept a shape that the other files could not handle.
 */
#include <string.h>

#include "physics3d/geometry/geometry_math.h"

static bool size_ok(fs_rel v)
{
    return v >= FS_GEOMETRY3_MIN_SIZE && v <= FS_GEOMETRY3_MAX_EXTENT;
}

static bool in_reach(int64_t v)
{
    return v >= -FS_GEOMETRY3_MAX_EXTENT && v <= FS_GEOMETRY3_MAX_EXTENT;
}

static bool point_in_reach(fs_rel3 p)
{
    return in_reach(p.x) && in_reach(p.y) && in_reach(p.z);
}

/* How far the shape reaches along one axis of the body; `sign` is 1 or -1. */
static int64_t reach_along(const struct fs__core3 *core, int axis, int sign)
{
    int64_t unit = (int64_t)sign * FS_UNIT_ONE;
    struct fs__vec3 d = fs__vec3_make(axis == 0 ? unit : 0, axis == 1 ? unit : 0, axis == 2 ? unit : 0);
    struct fs__vec3 p = fs__core3_support(core, d);
    int64_t v = axis == 0 ? p.x : axis == 1 ? p.y : p.z;
    return v + sign * (int64_t)core->geometry->radius;
}

static bool shape_in_reach(const fs_geometry3 *s)
{
    struct fs__core3 core;
    fs__core3_init(&core, s);
    for (int axis = 0; axis < 3; axis++)
        if (!in_reach(reach_along(&core, axis, 1)) || !in_reach(reach_along(&core, axis, -1)))
            return false;
    return true;
}

static fs_result finish_shape(fs_geometry3 *s, fs_geometry3 *out)
{
    if (!point_in_reach(s->centre) || !shape_in_reach(s))
        return FS_E_ARGUMENT;
    *out = *s;
    return FS_OK;
}

/* The padding is zeroed too, so equal shapes are equal bytes. */
static void start_shape(fs_geometry3 *s, fs_geometry3_kind kind, fs_rel3 centre, fs_quat rot)
{
    memset(s, 0, sizeof *s);
    s->kind = (uint8_t)kind;
    s->centre = centre;
    s->rot = rot;
}

fs_result fs_geometry3_sphere(fs_rel3 centre, fs_rel radius, fs_geometry3 *out)
{
    fs_geometry3 s;
    memset(out, 0, sizeof *out);
    if (!size_ok(radius))
        return FS_E_ARGUMENT;
    start_shape(&s, FS_GEOMETRY3_SPHERE, centre, fs_quat_identity());
    s.radius = radius;
    return finish_shape(&s, out);
}

static fs_rel middle_of(fs_rel a, fs_rel b)
{
    return (fs_rel)fs_round_shift64_sym((int64_t)a + b, 1);
}

static fs_rel half_between(fs_rel a, fs_rel b)
{
    return (fs_rel)fs_round_shift64_sym((int64_t)b - a, 1);
}

static bool capsule_long_enough(fs_rel3 half)
{
    uint64_t least = (uint64_t)FS_GEOMETRY3_MIN_SIZE;
    return 4 * fs_rel3_length_sq(half) >= least * least;
}

fs_result fs_geometry3_capsule(fs_rel3 a, fs_rel3 b, fs_rel radius, fs_geometry3 *out)
{
    fs_geometry3 s;
    memset(out, 0, sizeof *out);
    if (!size_ok(radius) || !point_in_reach(a) || !point_in_reach(b))
        return FS_E_ARGUMENT;
    fs_rel3 centre = fs_rel3_make(middle_of(a.x, b.x), middle_of(a.y, b.y), middle_of(a.z, b.z));
    start_shape(&s, FS_GEOMETRY3_CAPSULE, centre, fs_quat_identity());
    s.half = fs_rel3_make(half_between(a.x, b.x), half_between(a.y, b.y), half_between(a.z, b.z));
    s.radius = radius;
    return capsule_long_enough(s.half) ? finish_shape(&s, out) : FS_E_DEGENERATE;
}

static fs_result make_solid(fs_geometry3_kind kind, fs_rel3 half, fs_rel3 centre, fs_quat rot, fs_geometry3 *out)
{
    fs_geometry3 s;
    memset(out, 0, sizeof *out);
    if (!size_ok(half.x) || !size_ok(half.y) || !size_ok(half.z))
        return FS_E_ARGUMENT;
    start_shape(&s, kind, centre, fs_quat_normalise(rot));
    s.half = half;
    return finish_shape(&s, out);
}

fs_result fs_geometry3_box(fs_rel3 half, fs_rel3 centre, fs_quat rot, fs_geometry3 *out)
{
    return make_solid(FS_GEOMETRY3_BOX, half, centre, rot, out);
}

fs_result fs_geometry3_cylinder(fs_rel radius, fs_rel half_height, fs_rel3 centre, fs_quat rot, fs_geometry3 *out)
{
    return make_solid(FS_GEOMETRY3_CYLINDER, fs_rel3_make(radius, half_height, radius), centre, rot, out);
}

fs_result fs_geometry3_cone(fs_rel radius, fs_rel half_height, fs_rel3 centre, fs_quat rot, fs_geometry3 *out)
{
    return make_solid(FS_GEOMETRY3_CONE, fs_rel3_make(radius, half_height, radius), centre, rot, out);
}

fs_result fs_geometry3_hull(const fs_hull3 *hull, fs_rel3 centre, fs_quat rot, fs_geometry3 *out)
{
    fs_geometry3 s;
    memset(out, 0, sizeof *out);
    if (hull == NULL || !fs_hull3_valid(hull))
        return FS_E_ARGUMENT;
    start_shape(&s, FS_GEOMETRY3_HULL, centre, fs_quat_normalise(rot));
    s.hull = hull;
    return finish_shape(&s, out);
}

/* --- shapes from elsewhere -------------------------------------------------------------------- */

static bool rotation_right(fs_quat q)
{
    fs_quat n = fs_quat_normalise(q);
    return fs_uabs64((int64_t)n.x - q.x) <= 2 && fs_uabs64((int64_t)n.y - q.y) <= 2 &&
           fs_uabs64((int64_t)n.z - q.z) <= 2 && fs_uabs64((int64_t)n.w - q.w) <= 2;
}

static bool sizes_right(const fs_geometry3 *s)
{
    fs_rel3 h = s->half;
    bool round = s->kind == FS_GEOMETRY3_SPHERE || s->kind == FS_GEOMETRY3_CAPSULE;
    if (round ? !size_ok(s->radius) : s->radius != 0)
        return false;
    switch (s->kind) {
    case FS_GEOMETRY3_CAPSULE: return point_in_reach(h) && capsule_long_enough(h);
    case FS_GEOMETRY3_BOX: return size_ok(h.x) && size_ok(h.y) && size_ok(h.z);
    case FS_GEOMETRY3_CYLINDER:
    case FS_GEOMETRY3_CONE: return size_ok(h.x) && size_ok(h.y) && h.z == h.x;
    default: return fs_rel3_is_zero(h);
    }
}

bool fs_geometry3_valid(const fs_geometry3 *s)
{
    if (s->kind < FS_GEOMETRY3_SPHERE || s->kind >= FS_GEOMETRY3_KINDS)
        return false;
    if ((s->kind == FS_GEOMETRY3_HULL) != (s->hull != NULL) || (s->hull && !fs_hull3_valid(s->hull)))
        return false;
    return sizes_right(s) && rotation_right(s->rot) && point_in_reach(s->centre) && shape_in_reach(s);
}
