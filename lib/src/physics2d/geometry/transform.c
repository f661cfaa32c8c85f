/* transform.c: frames, bounds and extents of shapes; points and rays against them.
 *
 * Bounds and extents round outward, because a bound that is one step too small would lose a contact.
 */
#include <fixstep/geometry2.h>
#include <fixstep/trig.h>

#include "physics2d/geometry/geometry_math.h"

fs_frame2 fs_frame2_between(fs_pose2 a, fs_pose2 b)
{
    fs_frame2 f;
    f.p = fs_rot2_inv_rel(a.rot, fs_pos2_sub_rel(b.pos, a.pos));
    f.q = fs_rot2_mul(fs_rot2_conj(a.rot), b.rot);
    return f;
}

/* --- bounds --------------------------------------------------------------------------------- */

/* One axis of the bounds: the extremes of c*x + s*y over the corners, Q56, then outward. */
static void axis_bounds(const fs_geometry2 *shape, fs_unit c, fs_unit s, fs_pos at, fs_pos *low, fs_pos *high)
{
    int64_t least = INT64_MAX, most = INT64_MIN;
    FS_ASSERT(shape->count >= 1 && shape->count <= FS_GEOMETRY2_MAX_CORNERS);
    for (unsigned i = 0; i < shape->count; i++) {
        int64_t v = (int64_t)c * shape->corner[i].x + (int64_t)s * shape->corner[i].y;
        least = fs_min64(least, v);
        most = fs_max64(most, v);
    }
    const unsigned shift = FS_UNIT_FRAC + FS_REL_FRAC - FS_POS_FRAC;
    int64_t radius = (int64_t)shape->radius << (FS_POS_FRAC - FS_REL_FRAC);
    *low = fs_sat64_add(at, fs_asr64(least, shift) - radius);
    *high = fs_sat64_add(at, radius - fs_asr64(-most, shift));
}

fs_aabb2 fs_geometry2_aabb(const fs_geometry2 *shape, fs_pose2 pose)
{
    fs_aabb2 box;
    axis_bounds(shape, pose.rot.c, fs_sat32_neg(pose.rot.s), pose.pos.x, &box.low.x, &box.high.x);
    axis_bounds(shape, pose.rot.s, pose.rot.c, pose.pos.y, &box.low.y, &box.high.y);
    return box;
}

fs_rel fs_geometry2_extent(const fs_geometry2 *shape, fs_rel2 point)
{
    uint64_t most = 0;
    FS_ASSERT(shape->count >= 1 && shape->count <= FS_GEOMETRY2_MAX_CORNERS && shape->radius >= 0);
    for (unsigned i = 0; i < shape->count; i++)
        most = fs_max_u64(most, fs_rel2_length_sq(fs_rel2_sub(shape->corner[i], point)));
    return fs_sat32((int64_t)fs_isqrt64(most) + 1 + shape->radius);
}

/* --- points ------------------------------------------------------------------------------------ */

/* Whether p is within r of the segment from a to b. */
static bool near_edge(fs_rel2 a, fs_rel2 b, fs_unit2 normal, fs_rel r, fs_rel2 p)
{
    fs_unit2 along = fs_unit2_perp(normal);
    if (fs__geometry2_dot_difference(along, p, a) < 0 || fs__geometry2_dot_difference(along, b, p) < 0)
        return false;
    return fs_abs64(fs__geometry2_dot_difference(normal, p, a)) <= ((int64_t)r + 1) << FS_UNIT_FRAC;
}

static bool near_corner(fs_rel2 a, fs_rel r, fs_rel2 p)
{
    int64_t x = (int64_t)p.x - a.x, y = (int64_t)p.y - a.y;
    uint64_t reach = (uint64_t)r + 1;
    if (fs_uabs64(x) > reach || fs_uabs64(y) > reach)
        return false;
    return (uint64_t)(x * x) + (uint64_t)(y * y) <= reach * reach;
}

static bool in_core(const fs_geometry2 *s, fs_rel2 p)
{
    for (unsigned i = 0; i < s->count; i++)
        if (fs__geometry2_dot_difference(s->normal[i], p, s->corner[i]) > (int64_t)1 << FS_UNIT_FRAC)
            return false;
    return s->count >= 3;
}

bool fs_geometry2_contains(const fs_geometry2 *s, fs_rel2 p)
{
    if (in_core(s, p))
        return true;
    for (unsigned i = 0; i < s->count; i++) {
        if (near_corner(s->corner[i], s->radius, p))
            return true;
        if (s->count > 1 && near_edge(s->corner[i], s->corner[(i + 1u) % s->count], s->normal[i], s->radius, p))
            return true;
    }
    return false;
}

/* --- rays ---------------------------------------------------------------------------------------- */

struct ray {
    fs_rel2 origin, translation;
    fs_unit2 direction;
    int64_t length; /* Q26 */
};

static void keep_nearer(fs_cast_hit2 *best, fs_unit fraction, fs_unit2 normal)
{
    if (best->hit && best->fraction <= fraction)
        return;
    best->hit = true;
    best->fraction = fraction;
    best->normal = normal;
}

/* The line passes the centre at a distance h; it enters the circle sqrt(r^2 - h^2) before that. */
static void hit_circle(const struct ray *ray, fs_rel2 centre, fs_rel radius, fs_cast_hit2 *best)
{
    int64_t along = fs_round_shift64_sym(fs__geometry2_dot_difference(ray->direction, centre, ray->origin),
                                         FS_UNIT_FRAC);
    int64_t aside = fs_round_shift64_sym(
        fs__geometry2_dot_difference(fs_unit2_perp(ray->direction), centre, ray->origin), FS_UNIT_FRAC);
    if (fs_abs64(aside) > radius)
        return;
    int64_t half = (int64_t)fs_isqrt64_round((uint64_t)((int64_t)radius * radius - aside * aside));
    int64_t enter = along - half;
    if (enter < 0 || enter > ray->length)
        return;
    fs_rel2 at = fs__geometry2_offset_point(ray->origin, ray->direction, fs_sat32(enter));
    fs_unit2 normal;
    if (fs_rel2_normalise(fs_rel2_sub(at, centre), &normal))
        keep_nearer(best, fs_unit_from_ratio(enter, ray->length), normal);
}

/* The edge moved outward by the radius; a ray hits it from outside only. */
static void hit_edge(const struct ray *ray, const fs_geometry2 *s, unsigned i, fs_cast_hit2 *best)
{
    fs_rel2 a = s->corner[i], b = s->corner[i + 1u < s->count ? i + 1u : 0u];
    int64_t closing = -fs_unit2_dot_rel2(s->normal[i], ray->translation);
    int64_t separation = fs__geometry2_dot_difference(s->normal[i], ray->origin, a) -
                         ((int64_t)s->radius << FS_UNIT_FRAC);
    if (closing <= 0 || separation < 0 || separation > closing)
        return;
    fs_unit fraction = fs_unit_from_ratio(separation, closing);
    fs_rel2 at = fs_rel2_add(ray->origin, fs_rel2_scale(ray->translation, fraction));
    fs_unit2 tangent = fs_unit2_perp(s->normal[i]);
    if (fs__geometry2_dot_difference(tangent, at, a) >= 0 && fs__geometry2_dot_difference(tangent, b, at) >= 0)
        keep_nearer(best, fraction, s->normal[i]);
}

fs_cast_hit2 fs_geometry2_raycast(const fs_geometry2 *s, fs_rel2 origin, fs_rel2 translation)
{
    struct ray ray = { .origin = origin, .translation = translation };
    fs_cast_hit2 best = { .hit = false, .fraction = FS_UNIT_ONE };
    if (fs_geometry2_contains(s, origin))
        return (fs_cast_hit2){ .hit = true, .fraction = 0, .point = origin };
    if (!fs_rel2_normalise(translation, &ray.direction))
        return best;
    ray.length = (int64_t)fs__length32(fs_rel2_length_sq(translation));
    for (unsigned i = 0; i < s->count; i++) {
        if (s->radius > 0)
            hit_circle(&ray, s->corner[i], s->radius, &best);
        if (s->count > 1)
            hit_edge(&ray, s, i, &best);
    }
    best.point = fs_rel2_add(origin, fs_rel2_scale(translation, best.fraction));
    return best;
}
