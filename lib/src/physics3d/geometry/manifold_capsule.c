/* manifold_capsule.c: contact manifolds of spheres and capsules.
 *
 * Source of the closest points of two segments: C. Ericson, "Real-Time Collision Detection", 2005, section 5.1.9, here
 * with the middle of each segment as the origin of its parameter (-1 to 1) and exact products.
 */
#include "physics3d/geometry/manifold_convex.h"

/* Closest points nearer than this (m, Q5.26) have no direction of their own. */
enum { TOUCHING = 4 };

/* A segment (half zero: a point) about its middle. */
struct segment {
    struct fs__vec3 middle, half;
};

static struct segment segment_of(const struct fs__core3 *c)
{
    return (struct segment){ c->p, fs__vec3_sub(fs__core3_point(c, fs__vec3_from_rel(c->geometry->half)), c->p) };
}

static struct fs__vec3 point_at(const struct segment *s, fs_unit t)
{
    return fs__vec3_make(s->middle.x + fs_mul64(s->half.x, t, FS_UNIT_FRAC),
                         s->middle.y + fs_mul64(s->half.y, t, FS_UNIT_FRAC),
                         s->middle.z + fs_mul64(s->half.z, t, FS_UNIT_FRAC));
}

/* num / den in [-1, 1], Q1.30; 0 for den <= 0. */
static fs_unit clamped_ratio(fs_i128 num, fs_i128 den)
{
    if (fs_i128_sign(den) <= 0)
        return 0;
    if (fs_u128_cmp(fs_i128_uabs(num), fs_i128_uabs(den)) >= 0)
        return num.hi < 0 ? -FS_UNIT_ONE : FS_UNIT_ONE;
    const fs_i128 both[3] = { num, den, fs_i128_from64(0) };
    struct fs__vec3 r = fs__vec3_reduce(both, 61);
    return (fs_unit)fs_muldiv64(r.x, FS_UNIT_ONE, r.y);
}

/* Where the segment comes closest to a point. */
static fs_unit nearest_to(const struct segment *s, struct fs__vec3 p)
{
    return clamped_ratio(fs__vec3_dot128(s->half, fs__vec3_sub(p, s->middle)), fs__vec3_dot128(s->half, s->half));
}

static fs_i128 difference(int64_t a, int64_t b, int64_t c, int64_t d)
{
    return fs_i128_sub(fs_i128_mul(a, b), fs_i128_mul(c, d));
}

static int64_t dot(struct fs__vec3 a, struct fs__vec3 b)
{
    return fs_i128_sat64(fs__vec3_dot128(a, b));
}

/* The closest points; of parallel segments the middle of the first decides. The point on the second is the nearest one to
 * the point on the first, and after that the first is moved to the nearest one again. */
static void closest_points(const struct segment *a, const struct segment *b, struct fs__vec3 *p, struct fs__vec3 *q)
{
    struct fs__vec3 r = fs__vec3_sub(a->middle, b->middle);
    int64_t aa = dot(a->half, a->half), bb = dot(b->half, b->half), ab = dot(a->half, b->half);
    fs_unit s = clamped_ratio(difference(ab, dot(b->half, r), dot(a->half, r), bb), difference(aa, bb, ab, ab));
    *q = point_at(b, nearest_to(b, point_at(a, s)));
    *p = point_at(a, nearest_to(a, *q));
}

/* A unit vector across a direction: the one nearest to +y, or to +x for a direction along y. */
static fs_unit3 across(fs_unit3 e)
{
    struct fs__vec3 d = fs__vec3_make(e.x, e.y, e.z);
    bool upright = e.x == 0 && e.z == 0;
    struct fs__vec3 axis = fs__vec3_make(upright, !upright, 0);
    struct fs__vec3 side = fs__vec3_cross(d, axis);
    return fs__vec3_unit(fs__vec3_cross(side, d));
}

/* The direction of crossing segments, or one across those in a line, or +y for points. */
static fs_unit3 fallback_normal(const struct segment *a, const struct segment *b)
{
    fs_unit3 n = fs__vec3_unit(fs__vec3_cross(a->half, b->half));
    if (!fs_unit3_is_zero(n))
        return n;
    n = fs__vec3_unit(a->half);
    if (fs_unit3_is_zero(n))
        n = fs__vec3_unit(b->half);
    return fs_unit3_is_zero(n) ? fs_unit3_make(0, FS_UNIT_ONE, 0) : across(n);
}

static fs_unit3 normal_between(const struct segment *a, const struct segment *b, struct fs__vec3 p, struct fs__vec3 q)
{
    struct fs__vec3 d = fs__vec3_sub(q, p);
    return fs__vec3_length(d) > TOUCHING ? fs__vec3_unit(d) : fallback_normal(a, b);
}

/* Two points along capsules that are parallel to 2^-11 m over their lengths. */
static bool collide_parallel(const struct fs__core3 core[2], fs_unit3 n, const fs_rel radius[2], fs_rel margin,
                             fs_rel bias, struct fs__manifold3 *m)
{
    struct fs__feature3 a, b;
    if (!fs__feature3_line(&core[0], n, &a) || !fs__feature3_line(&core[1], fs_unit3_neg(n), &b))
        return false;
    struct fs__vec3 d = fs__vec3_sub(a.point[1], a.point[0]);
    fs_unit3 e = fs__vec3_unit(fs__vec3_sub(b.point[1], b.point[0]));
    int64_t apart = fs__vec3_length(fs__vec3_cross(d, fs__vec3_make(e.x, e.y, e.z)));
    if (apart > (int64_t)bias * FS_UNIT_ONE)
        return false;
    fs__manifold3_add_lines(&a, &b, n, radius, radius, margin, bias, m);
    return m->count > 0;
}

/* Between closest points of the cores, at least 0. */
static fs_rel gap_along(struct fs__vec3 p, struct fs__vec3 q, fs_unit3 n, const fs_rel radius[2])
{
    struct fs__vec3 d = fs__vec3_sub(q, p);
    int64_t cores = fs_asr64(d.x * n.x + d.y * n.y + d.z * n.z, FS_UNIT_FRAC);
    return fs_sat32(fs_max64(cores - radius[0] - radius[1], 0));
}

void fs__manifold3_capsules(const fs_geometry3 *a, const fs_geometry3 *b, const fs_transform3 *b_in_a, fs_rel margin,
                            uint32_t reference, struct fs__manifold3 *m)
{
    struct fs__core3 core[2];
    const fs_rel radius[2] = { a->radius, b->radius };
    fs__core3_init(&core[0], a);
    fs__core3_place(&core[1], b, b_in_a);
    struct segment s = segment_of(&core[0]), t = segment_of(&core[1]);
    struct fs__vec3 p, q;
    (void)reference;
    closest_points(&s, &t, &p, &q);
    fs_unit3 n = normal_between(&s, &t, p, q);
    m->reference = FS__REFERENCE3_POINT;
    if (!collide_parallel(core, n, radius, margin, fs__manifold3_bias(a, b), m))
        fs__manifold3_add_point(p, q, n, radius, margin, FS__ID3_POINT, m);
    if (m->count == 0)
        m->gap = gap_along(p, q, n, radius);
}
