/* distance.c: the closest points of two convex shapes.
 *
 * Source: Gilbert, Johnson, Keerthi, "A fast procedure for computing the distance between complex objects in
 * three-dimensional space", 1988. The walk is over points of the Minkowski difference of the cores. It ends when no
 * point of the difference is closer by more than one step; the plane through the last point bounds the distance from
 * below, which gives the error that is reported.
 */
#include <string.h>
#include <fixstep/trig.h>

#include "physics3d/geometry/minkowski.h"

enum {
    MAX_ROUNDS = 64,
    /* Steps of Q5.26: two rounded rotations of points up to 28 m from their origins, rounded shares and normal. */
    ROUNDING_STEPS = 12
};

struct walk {
    struct fs__minkowski3 difference; /* relative to the origin of shape a's own frame */
    struct fs__simplex3 simplex;
    struct fs__vec3 direction, reached; /* of the last round: toward the origin, and the way to the furthest point */
};

/* ceil(d.way / |d|), at least 0. */
static int64_t gain_along(struct fs__vec3 d, struct fs__vec3 way)
{
    fs_i128 along = fs__vec3_dot128(d, way);
    uint64_t length = fs__length64(fs__vec3_length_sq(d)), rest;
    if (along.hi < 0 || length == 0)
        return 0;
    uint64_t whole = fs_u128_div(fs_i128_uabs(along), length, &rest);
    return fs_sat64_from_mag(whole, false) + (rest != 0);
}

/* Whether gain_along() is at most 1. Most gains are so large that their bits tell. */
static bool gains_nothing(struct fs__vec3 d, struct fs__vec3 way)
{
    fs_i128 along = fs__vec3_dot128(d, way);
    uint64_t largest = fs_max_u64(fs_max_u64(fs_uabs64(d.x), fs_uabs64(d.y)), fs_uabs64(d.z));
    if (along.hi > 0 || (along.hi == 0 && along.lo >= 2 * largest && largest < (uint64_t)1 << 62))
        return false; /* |d| < 2 largest */
    return gain_along(d, way) <= 1;
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
    struct fs__simplex3_vertex *v = &s->v[s->count];
    fs__minkowski3_support(&w->difference, &d, v);
    w->direction = d;
    w->reached = fs__vec3_sub(v->w, s->v[0].w);
    if (gains_nothing(d, w->reached))
        return true;
    s->count++;
    return !fs__simplex3_reduce(s);
}

/* --- from the simplex to points ------------------------------------------------------------------ */

static struct fs__vec3 along(fs_unit3 n, int64_t length)
{
    return fs__vec3_make(fs_mul64(n.x, length, FS_UNIT_FRAC), fs_mul64(n.y, length, FS_UNIT_FRAC),
                         fs_mul64(n.z, length, FS_UNIT_FRAC));
}

static void measure(const struct walk *w, const fs_rel radius[2], fs_rel3 origin, fs_distance3 *r)
{
    const struct fs__simplex3 *s = &w->simplex;
    memset(r, 0, sizeof *r);
    int64_t gain = s->count == 4 ? 0
                                 : gain_along(w->direction, w->reached); /* what encloses the origin leaves no doubt */
    r->error = fs_sat32(((gain + 2) << w->difference.shift) + ROUNDING_STEPS);
    if (s->count == 4)
        return;
    fs_unit3 n = fs_unit3_neg(fs__vec3_unit(fs__simplex3_toward_origin(s)));
    struct fs__vec3 p = fs__simplex3_closest_point(s, false), q = fs__simplex3_closest_point(s, true),
                    e = fs__vec3_sub(q, p);
    int64_t cores = fs_i128_round_shift_sym(fs__vec3_dot128(fs__vec3_make(n.x, n.y, n.z), e), FS_UNIT_FRAC);
    int64_t radii = (int64_t)radius[0] + radius[1];
    if (cores <= radii)
        return;
    r->normal = n;
    r->distance = fs_sat32(cores - radii);
    struct fs__vec3 o = fs__vec3_from_rel(origin);
    r->on_a = fs__vec3_to_rel(fs__vec3_add(o, fs__vec3_add(p, along(n, radius[0]))));
    r->on_b = fs__vec3_to_rel(fs__vec3_add(o, fs__vec3_add(q, along(n, -(int64_t)radius[1]))));
}

static void find_closest(const struct fs__core3 *a, const struct fs__core3 *b, struct walk *w)
{
    const struct fs__vec3 first = fs__vec3_sub(a->p, b->p);
    w->difference = fs__minkowski3_of(a, b);
    w->direction = w->reached = fs__vec3_make(0, 0, 0);
    fs__minkowski3_support(&w->difference, &first, &w->simplex.v[0]);
    w->simplex.count = 1;
    fs__simplex3_reduce(&w->simplex);
    for (int round = 0; round < MAX_ROUNDS && !advance(w); round++)
        ;
}

void fs__core3_distance(const struct fs__core3 *a, const struct fs__core3 *b, fs_distance3 *out)
{
    const fs_rel none[2] = { 0, 0 };
    struct walk w;
    find_closest(a, b, &w);
    measure(&w, none, fs_rel3_zero(), out);
}

fs_distance3 fs_geometry3_distance(const fs_geometry3 *a, const fs_geometry3 *b, fs_transform3 b_in_a)
{
    const fs_rel radius[2] = { a->radius, b->radius };
    struct fs__core3 at_a, at_b;
    struct walk w;
    fs_distance3 r;
    fs__core3_init(&at_a, a);
    fs__core3_place(&at_b, b, &b_in_a);
    at_b.p = fs__vec3_sub(at_b.p, at_a.p);
    at_a.p = fs__vec3_make(0, 0, 0);
    find_closest(&at_a, &at_b, &w);
    measure(&w, radius, a->centre, &r);
    return r;
}
