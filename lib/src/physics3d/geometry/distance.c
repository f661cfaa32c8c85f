/* distance.c: the closest points of two convex shapes.
 *
 * Source: Gilbert, Johnson, Keerthi, "A fast procedure for computing the distance between complex objects in
 * three-dimensional space", 1988. The walk is over points of the Minkowski difference of the cores. It ends when no
 * point of the difference is closer by more than one step; the plane through the last point bounds the distance from
 * below, which gives the error that is reported.
 */
#include <string.h>
#include <fixstep/trig.h>

#include "physics3d/geometry/simplex.h"

enum {
    MAX_ROUNDS = 64,
    DIRECTION_BITS = 30, /* of the direction in which support points are looked for */
    /* Steps of Q5.26: two rounded rotations of points up to 28 m from their origins, rounded shares and normal. */
    ROUNDING_STEPS = 12
};

struct walk {
    struct fs__core3 a, b; /* relative to the origin of shape a's own frame */
    struct fs__simplex3 simplex;
    unsigned shift;
    int64_t gain; /* how much closer a point of the difference may be, steps of 2^shift */
};

/* No component of a core's point exceeds this. */
static uint64_t size_of(const struct fs__core3 *c)
{
    fs_rel3 h = c->geometry->half;
    uint64_t size = (uint64_t)fs_uabs32(h.x) + fs_uabs32(h.y) + fs_uabs32(h.z);
    for (unsigned i = 0; c->geometry->kind == FS_GEOMETRY3_HULL && i < c->geometry->hull->corner_count; i++) {
        fs_rel3 p = c->geometry->hull->corner[i];
        size = fs_max_u64(size, (uint64_t)fs_uabs32(p.x) + fs_uabs32(p.y) + fs_uabs32(p.z));
    }
    return size + fs_max_u64(fs_max_u64(fs_uabs64(c->p.x), fs_uabs64(c->p.y)), fs_uabs64(c->p.z));
}

static struct fs__vec3 shifted(struct fs__vec3 v, unsigned shift)
{
    return fs__vec3_make(fs_round_shift64_sym(v.x, shift), fs_round_shift64_sym(v.y, shift),
                         fs_round_shift64_sym(v.z, shift));
}

/* The point of the difference furthest along d. */
static struct fs__simplex3_vertex support_of(const struct walk *w, struct fs__vec3 d)
{
    const fs_i128 wide[3] = { fs_i128_from64(d.x), fs_i128_from64(d.y), fs_i128_from64(d.z) };
    struct fs__vec3 n = fs__vec3_reduce(wide, DIRECTION_BITS), against = fs__vec3_make(-n.x, -n.y, -n.z);
    struct fs__simplex3_vertex v;
    v.a = fs__core3_point(&w->a, fs__core3_support_own(w->a.geometry, fs__core3_own_direction(&w->a, against)));
    v.b = fs__core3_point(&w->b, fs__core3_support_own(w->b.geometry, fs__core3_own_direction(&w->b, n)));
    v.w = shifted(fs__vec3_sub(v.b, v.a), w->shift);
    return v;
}

/* ceil(d.(to - from) / |d|), at least 0. */
static int64_t gain_along(struct fs__vec3 d, struct fs__vec3 from, struct fs__vec3 to)
{
    fs_i128 along = fs__vec3_dot128(d, fs__vec3_sub(to, from));
    uint64_t length = fs__length64(fs__vec3_length_sq(d)), rest;
    if (along.hi < 0 || length == 0)
        return 0;
    uint64_t whole = fs_u128_div(fs_i128_uabs(along), length, &rest);
    return fs_sat64_from_mag(whole, false) + (rest != 0);
}

/* A short direction is scaled up, so that its rotation into the frames of the shapes keeps all its bits. */
static struct fs__vec3 lengthened(struct fs__vec3 d)
{
    uint64_t largest = fs_uabs64(d.x) | fs_uabs64(d.y) | fs_uabs64(d.z);
    int bits = fs_bit_width64(largest);
    int64_t factor = bits > 0 && bits < DIRECTION_BITS ? (int64_t)1 << (DIRECTION_BITS - bits) : 1;
    return fs__vec3_make(d.x * factor, d.y * factor, d.z * factor);
}

/* One round: true when the simplex is final. */
static bool advance(struct walk *w)
{
    struct fs__simplex3 *s = &w->simplex;
    struct fs__vec3 d = fs__simplex3_toward_origin(s);
    if (d.x == 0 && d.y == 0 && d.z == 0) {
        s->count = 4;
        return true;
    }
    struct fs__simplex3_vertex v = support_of(w, lengthened(d));
    w->gain = gain_along(d, s->v[0].w, v.w);
    if (w->gain <= 1)
        return true;
    s->v[s->count++] = v;
    return !fs__simplex3_reduce(s);
}

/* --- from the simplex to points ------------------------------------------------------------------ */

static int64_t mean(const int64_t *value, const int64_t *weight, unsigned count)
{
    fs_i128 total = fs_i128_from64(0);
    int64_t result = value[0];
    for (unsigned i = 0; i < count; i++)
        total = fs_i128_add(total, fs_i128_from64(weight[i]));
    for (unsigned i = 1; i < count; i++)
        result += fs_muldiv64(value[i] - value[0], weight[i], fs_i128_sat64(total));
    return result;
}

/* The point with the shares of the simplex, of the points of shape b or of shape a. */
static struct fs__vec3 closest_point(const struct fs__simplex3 *s, bool of_b)
{
    int64_t x[4], y[4], z[4];
    for (unsigned i = 0; i < s->count; i++) {
        struct fs__vec3 p = of_b ? s->v[i].b : s->v[i].a;
        x[i] = p.x;
        y[i] = p.y;
        z[i] = p.z;
    }
    return fs__vec3_make(mean(x, s->weight, s->count), mean(y, s->weight, s->count), mean(z, s->weight, s->count));
}

static struct fs__vec3 along(fs_unit3 n, int64_t length)
{
    return fs__vec3_make(fs_mul64(n.x, length, FS_UNIT_FRAC), fs_mul64(n.y, length, FS_UNIT_FRAC),
                         fs_mul64(n.z, length, FS_UNIT_FRAC));
}

static fs_distance3 measure(const struct walk *w, fs_rel3 origin)
{
    const struct fs__simplex3 *s = &w->simplex;
    fs_distance3 r;
    memset(&r, 0, sizeof r);
    int64_t gain = s->count == 4 ? 0 : w->gain; /* what encloses the origin leaves no doubt */
    r.error = fs_sat32(((gain + 2) << w->shift) + ROUNDING_STEPS);
    if (s->count == 4)
        return r;
    fs_unit3 n = fs_unit3_neg(fs__vec3_unit(fs__simplex3_toward_origin(s)));
    struct fs__vec3 p = closest_point(s, false), q = closest_point(s, true), e = fs__vec3_sub(q, p);
    int64_t radius_a = w->a.geometry->radius, radius_b = w->b.geometry->radius;
    int64_t cores = fs_i128_round_shift_sym(fs__vec3_dot128(fs__vec3_make(n.x, n.y, n.z), e), FS_UNIT_FRAC);
    if (cores <= radius_a + radius_b)
        return r;
    r.normal = n;
    r.distance = fs_sat32(cores - radius_a - radius_b);
    struct fs__vec3 o = fs__vec3_from_rel(origin);
    r.on_a = fs__vec3_to_rel(fs__vec3_add(o, fs__vec3_add(p, along(n, radius_a))));
    r.on_b = fs__vec3_to_rel(fs__vec3_add(o, fs__vec3_add(q, along(n, -radius_b))));
    return r;
}

fs_distance3 fs_geometry3_distance(const fs_geometry3 *a, const fs_geometry3 *b, fs_transform3 b_in_a)
{
    struct walk w = { .a = fs__core3_of(a), .b = fs__core3_placed(b, b_in_a) };
    w.b.p = fs__vec3_sub(w.b.p, w.a.p);
    w.a.p = fs__vec3_make(0, 0, 0);
    int bits = fs_bit_width64(size_of(&w.a) + size_of(&w.b));
    w.shift = bits > FS__SIMPLEX3_BITS ? (unsigned)(bits - FS__SIMPLEX3_BITS) : 0;
    struct fs__vec3 first = shifted(w.b.p, w.shift);
    w.simplex.v[0] = support_of(&w, lengthened(fs__vec3_make(-first.x, -first.y, -first.z)));
    w.simplex.count = 1;
    fs__simplex3_reduce(&w.simplex);
    for (int round = 0; round < MAX_ROUNDS && !advance(&w); round++)
        ;
    return measure(&w, a->centre);
}
