/* transform.c: where shapes are: frames, support points, bounds, extents, points inside.
 *
 * Bounds and extents round outward, because a bound that is one step too small would lose a contact.
 */
#include <fixstep/trig.h>

#include "physics3d/geometry/geometry_math.h"

/* Steps of Q5.26 that a bound is moved outward. A point at 28 m from the origin of its frame is placed with an error of 2
 * steps by each of two rounded rotations and 1 by its own rounding, and the direction of the support point is 2 steps
 * off at that distance. */
enum { BOUND_MARGIN = 8, SURFACE_STEPS = 2 };

fs_transform3 fs_transform3_between(fs_pose3 a, fs_pose3 b)
{
    fs_transform3 f;
    f.p = fs_quat_inv_rel(a.rot, fs_pos3_sub_rel(b.pos, a.pos));
    f.q = fs_quat_normalise(fs_quat_mul(fs_quat_conj(a.rot), b.rot));
    return f;
}

/* --- cores ------------------------------------------------------------------------------------- */

/* Most shapes stand straight in their bodies: that saves three matrix products and changes no bit. */
static bool is_identity(fs_quat q)
{
    return (q.x | q.y | q.z) == 0 && q.w == FS_UNIT_ONE;
}

static void assert_valid(const fs_geometry3 *geometry)
{
    FS_ASSERT(geometry->kind >= FS_GEOMETRY3_SPHERE && geometry->kind < FS_GEOMETRY3_KINDS);
    FS_ASSERT((geometry->kind == FS_GEOMETRY3_HULL) == (geometry->hull != NULL));
    (void)geometry;
}

void fs__core3_init(struct fs__core3 *core, const fs_geometry3 *geometry)
{
    assert_valid(geometry);
    core->geometry = geometry;
    core->p = fs__vec3_from_rel(geometry->centre);
    core->straight = is_identity(geometry->rot);
    core->m = core->straight ? fs_mat3_identity() : fs_mat3_from_quat(geometry->rot);
    core->load = NULL;
    core->corner = NULL;
}

void fs__core3_place(struct fs__core3 *core, const fs_geometry3 *geometry, const fs_transform3 *f)
{
    const fs_mat3 turn = fs_mat3_from_quat(f->q);
    struct fs__vec3 centre = fs__vec3_from_rel(geometry->centre);
    const bool straight = is_identity(geometry->rot);
    assert_valid(geometry);
    core->geometry = geometry;
    core->m = straight ? turn : fs_mat3_mul(turn, fs_mat3_from_quat(geometry->rot));
    core->straight = straight && is_identity(f->q);
    if (!fs_rel3_is_zero(geometry->centre))
        centre = fs__mat3_vec3(&turn, centre);
    core->p = fs__vec3_add(centre, fs__vec3_from_rel(f->p));
    core->load = NULL;
    core->corner = NULL;
}

/* --- support points ------------------------------------------------------------------------------ */

static struct fs__vec3 hull_support(const fs_hull3 *hull, struct fs__vec3 d)
{
    unsigned best = 0;
    int64_t most = INT64_MIN;
    for (unsigned i = 0; i < hull->corner_count; i++) {
        int64_t v = fs__vec3_dot(d, fs__vec3_from_rel(hull->corner[i]));
        if (v > most) {
            most = v;
            best = i;
        }
    }
    return fs__vec3_from_rel(hull->corner[best]);
}

/* The point of a circle about y furthest along d; its middle when d has no part across y. */
static struct fs__vec3 rim_point(fs_rel radius, int64_t y, struct fs__vec3 d)
{
    fs_unit u[2];
    fs__normalise2(d.x, d.z, u);
    return fs__vec3_make(fs_mul32_sym(u[0], radius, FS_UNIT_FRAC), y, fs_mul32_sym(u[1], radius, FS_UNIT_FRAC));
}

static int64_t with_sign_of(int64_t size, int64_t sign)
{
    return sign > 0 ? size : -size;
}

struct fs__vec3 fs__core3_support_own(const fs_geometry3 *s, const struct fs__vec3 *d)
{
    struct fs__vec3 half = fs__vec3_from_rel(s->half), rim;
    switch (s->kind) {
    case FS_GEOMETRY3_CAPSULE: return fs__vec3_dot(*d, half) > 0 ? half : fs__vec3_make(-half.x, -half.y, -half.z);
    case FS_GEOMETRY3_BOX:
        return fs__vec3_make(with_sign_of(half.x, d->x), with_sign_of(half.y, d->y), with_sign_of(half.z, d->z));
    case FS_GEOMETRY3_CYLINDER: return rim_point(s->half.x, with_sign_of(half.y, d->y), *d);
    case FS_GEOMETRY3_CONE:
        rim = rim_point(s->half.x, -half.y, *d);
        return fs__vec3_dot(*d, rim) >= d->y * half.y ? rim : fs__vec3_make(0, half.y, 0);
    case FS_GEOMETRY3_HULL: return hull_support(s->hull, *d);
    default: return fs__vec3_make(0, 0, 0);
    }
}

void fs__core3_place_corners(struct fs__core3 *core, struct fs__vec3 *corner)
{
    fs_rel3 h = core->geometry->half;
    if (core->geometry->kind != FS_GEOMETRY3_BOX)
        return;
    for (unsigned i = 0; i < 8; i++)
        corner[i] = fs__core3_point(core, fs__vec3_make(i & 1 ? h.x : -h.x, i & 2 ? h.y : -h.y, i & 4 ? h.z : -h.z));
    core->corner = corner;
}

fs_rel3 fs_geometry3_support(const fs_geometry3 *geometry, fs_unit3 direction)
{
    struct fs__core3 core;
    fs__core3_init(&core, geometry);
    struct fs__vec3 d = fs__vec3_make(direction.x, direction.y, direction.z);
    struct fs__vec3 p = fs__core3_support(&core, d);
    fs_unit3 n = fs__vec3_unit(d);
    return fs_rel3_make(fs_sat32(p.x + fs_mul32_sym(n.x, geometry->radius, FS_UNIT_FRAC)),
                        fs_sat32(p.y + fs_mul32_sym(n.y, geometry->radius, FS_UNIT_FRAC)),
                        fs_sat32(p.z + fs_mul32_sym(n.z, geometry->radius, FS_UNIT_FRAC)));
}

/* --- bounds --------------------------------------------------------------------------------- */

/* The support points along one axis, moved outward: low and high relative to the body, Q5.26. */
static void bound_axis(const struct fs__core3 *core, struct fs__vec3 axis, int64_t *low, int64_t *high)
{
    const fs_geometry3 *s = core->geometry;
    struct fs__vec3 against = fs__vec3_make(-axis.x, -axis.y, -axis.z);
    struct fs__vec3 p = fs__core3_support(core, axis), q = fs__core3_support(core, against);
    *high = fs_asr64(fs__vec3_dot(p, axis), FS_UNIT_FRAC) + s->radius + BOUND_MARGIN;
    *low = fs_asr64(fs__vec3_dot(q, axis), FS_UNIT_FRAC) - s->radius - BOUND_MARGIN;
}

/* The same without support points, for shapes that are symmetric about their centre: `row` is the row of the rotation that
 * gives this coordinate. */
static void bound_symmetric(const struct fs__core3 *core, fs_unit3 row, int64_t at, int64_t *low, int64_t *high)
{
    const fs_geometry3 *s = core->geometry;
    int64_t x = (int64_t)row.x * s->half.x, y = (int64_t)row.y * s->half.y, z = (int64_t)row.z * s->half.z;
    int64_t sum = s->kind == FS_GEOMETRY3_BOX ? fs_abs64(x) + fs_abs64(y) + fs_abs64(z) : fs_abs64(x + y + z);
    int64_t reach = fs_round_shift64_sym(sum, FS_UNIT_FRAC) + s->radius + BOUND_MARGIN;
    *high = at + reach;
    *low = at - reach;
}

static void bound_axes(const struct fs__core3 *core, int64_t low[3], int64_t high[3])
{
    const fs_geometry3_kind kind = core->geometry->kind;
    if (kind == FS_GEOMETRY3_BOX || kind == FS_GEOMETRY3_SPHERE || kind == FS_GEOMETRY3_CAPSULE) {
        bound_symmetric(core, core->m.x, core->p.x, &low[0], &high[0]);
        bound_symmetric(core, core->m.y, core->p.y, &low[1], &high[1]);
        bound_symmetric(core, core->m.z, core->p.z, &low[2], &high[2]);
    } else {
        bound_axis(core, fs__vec3_make(FS_UNIT_ONE, 0, 0), &low[0], &high[0]);
        bound_axis(core, fs__vec3_make(0, FS_UNIT_ONE, 0), &low[1], &high[1]);
        bound_axis(core, fs__vec3_make(0, 0, FS_UNIT_ONE), &low[2], &high[2]);
    }
}

static fs_pos add_bound(fs_pos at, int64_t bound)
{
    return fs_sat64_add(at, bound * ((int64_t)1 << (FS_POS_FRAC - FS_REL_FRAC)));
}

fs_aabb3 fs_geometry3_aabb(const fs_geometry3 *geometry, fs_pose3 pose)
{
    fs_transform3 turn = { { 0, 0, 0 }, pose.rot };
    struct fs__core3 core;
    int64_t low[3], high[3];
    fs__core3_place(&core, geometry, &turn);
    bound_axes(&core, low, high);
    fs_aabb3 box;
    box.low = fs_pos3_make(add_bound(pose.pos.x, low[0]), add_bound(pose.pos.y, low[1]), add_bound(pose.pos.z, low[2]));
    box.high = fs_pos3_make(add_bound(pose.pos.x, high[0]), add_bound(pose.pos.y, high[1]),
                            add_bound(pose.pos.z, high[2]));
    return box;
}

/* A point of the core that is no nearer to any place than every other point: an end, a corner of the own bounding box, a
 * corner of the hull. */
static struct fs__vec3 outer_point(const fs_geometry3 *s, unsigned i)
{
    struct fs__vec3 h = fs__vec3_from_rel(s->half);
    if (s->kind == FS_GEOMETRY3_HULL)
        return fs__vec3_from_rel(s->hull->corner[i]);
    if (s->kind == FS_GEOMETRY3_CAPSULE)
        return i & 1 ? h : fs__vec3_make(-h.x, -h.y, -h.z);
    return fs__vec3_make(i & 1 ? h.x : -h.x, i & 2 ? h.y : -h.y, i & 4 ? h.z : -h.z);
}

fs_rel fs_geometry3_extent(const fs_geometry3 *geometry, fs_rel3 point)
{
    struct fs__core3 core;
    fs__core3_init(&core, geometry);
    unsigned count = geometry->kind == FS_GEOMETRY3_HULL ? geometry->hull->corner_count : 8;
    fs_u128 most = fs_u128_make(0, 0);
    for (unsigned i = 0; i < count; i++) {
        struct fs__vec3 p = fs__core3_point(&core, outer_point(geometry, i));
        fs_u128 length_sq = fs__vec3_length_sq(fs__vec3_sub(p, fs__vec3_from_rel(point)));
        most = fs_u128_cmp(length_sq, most) > 0 ? length_sq : most;
    }
    return fs_sat32((int64_t)fs__length64(most) + geometry->radius + BOUND_MARGIN);
}

/* --- points ------------------------------------------------------------------------------------ */

static fs_u128 square(uint64_t v)
{
    return fs_u128_mul(v, v);
}

static bool shorter(struct fs__vec3 v, int64_t length)
{
    return fs_u128_cmp(fs__vec3_length_sq(v), square((uint64_t)length)) <= 0;
}

static bool in_capsule(const fs_geometry3 *s, struct fs__vec3 p)
{
    struct fs__vec3 half = fs__vec3_from_rel(s->half);
    int64_t along = fs__vec3_dot(p, half), end = fs__vec3_dot(half, half), reach = (int64_t)s->radius + SURFACE_STEPS;
    if (along >= end)
        return shorter(fs__vec3_sub(p, half), reach);
    if (along <= -end)
        return shorter(fs__vec3_add(p, half), reach);
    fs_u128 across = fs__vec3_length_sq(fs__vec3_cross(p, half));
    return fs_u128_cmp(across, fs_u128_mul((uint64_t)(reach * reach), (uint64_t)end)) <= 0;
}

static bool in_cylinder(const fs_geometry3 *s, struct fs__vec3 p)
{
    return fs_abs64(p.y) <= s->half.y + SURFACE_STEPS && shorter(fs__vec3_make(p.x, 0, p.z), s->half.x + SURFACE_STEPS);
}

/* The distance from the axis against that of the surface at this height, both times the height of the cone. */
static bool in_cone(const fs_geometry3 *s, struct fs__vec3 p)
{
    int64_t height = 2 * (int64_t)s->half.y, below_apex = s->half.y - p.y, radius = s->half.x;
    if (fs_abs64(p.y) > s->half.y + SURFACE_STEPS)
        return false;
    int64_t off_axis = (int64_t)fs_isqrt128(fs__vec3_length_sq(fs__vec3_make(p.x, 0, p.z)));
    return off_axis * height <= radius * below_apex + SURFACE_STEPS * (height + radius);
}

static bool in_box(const fs_geometry3 *s, struct fs__vec3 p)
{
    return fs_abs64(p.x) <= s->half.x + SURFACE_STEPS && fs_abs64(p.y) <= s->half.y + SURFACE_STEPS &&
           fs_abs64(p.z) <= s->half.z + SURFACE_STEPS;
}

static bool in_hull(const fs_hull3 *hull, struct fs__vec3 p)
{
    for (unsigned f = 0; f < hull->face_count; f++)
        if (fs__geometry3_dot(hull->normal[f], p) > ((int64_t)hull->offset[f] + SURFACE_STEPS) * FS_UNIT_ONE)
            return false;
    return true;
}

/* A point further than 32 m from the centre on an own axis is outside of every shape; nearer ones keep every product
 * below 2^63. */
bool fs_geometry3_contains(const fs_geometry3 *s, fs_rel3 point)
{
    struct fs__core3 core;
    fs__core3_init(&core, s);
    struct fs__vec3 p = fs__core3_own_direction(&core, fs__vec3_sub(fs__vec3_from_rel(point), core.p));
    const int64_t reach = (int64_t)1 << 31;
    if (fs_abs64(p.x) > reach || fs_abs64(p.y) > reach || fs_abs64(p.z) > reach)
        return false;
    switch (s->kind) {
    case FS_GEOMETRY3_SPHERE: return shorter(p, s->radius + SURFACE_STEPS);
    case FS_GEOMETRY3_CAPSULE: return in_capsule(s, p);
    case FS_GEOMETRY3_BOX: return in_box(s, p);
    case FS_GEOMETRY3_CYLINDER: return in_cylinder(s, p);
    case FS_GEOMETRY3_CONE: return in_cone(s, p);
    default: return in_hull(s->hull, p);
    }
}
