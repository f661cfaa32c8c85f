/* mass.c: mass, centre and inertia of shapes and of their sums.
 *
 * Source: Green's theorem over the edges: with c = a x b, area = sum c / 2, centre = sum c (a+b) / (6 area),
 * inertia about the origin = sum c (a.a + a.b + b.b) / 12. Sums are exact; the division comes last.
 */
#include <fixstep/geometry2.h>

#include <string.h>

#include "physics2d/geometry/geometry_math.h"

/* Pi, correct to 2^-30 relative. */
static fs_scaled scaled_pi(void)
{
    return fs_scaled_make(INT64_C(0x6487ED5110B4611A), -61);
}

static fs_scaled scaled_length(fs_rel v)
{
    return fs_scaled_make(v, -FS_REL_FRAC);
}

static fs_scaled scaled_square(fs_scaled v)
{
    return fs_scaled_mul(v, v);
}

static fs_scaled from_u128(fs_u128 v, int e)
{
    int shift = fs_u128_bit_width(v) - 62;
    if (shift < 0)
        shift = 0;
    return fs_scaled_make((int64_t)fs_u128_shr(v, (unsigned)shift).lo, e + shift);
}

static fs_scaled from_i128(fs_i128 v, int e)
{
    fs_scaled s = from_u128(fs_i128_uabs(v), e);
    return v.hi < 0 ? fs_scaled_make(-(int64_t)s.m, s.e) : s;
}

/* --- circle and capsule ------------------------------------------------------------------- */

static fs_mass_data2 disc(const fs_geometry2 *s, fs_scaled density)
{
    fs_mass_data2 m;
    fs_scaled rr = scaled_square(scaled_length(s->radius));
    m.mass = fs_scaled_mul(density, fs_scaled_mul(scaled_pi(), rr));
    m.inertia = fs_scaled_mul(m.mass, fs_scaled_mul(rr, fs_scaled_make(1, -1)));
    m.centre = s->corner[0];
    return m;
}

/* A rectangle L x 2r and two half discs whose own centres lie 4r/(3 pi) beyond its ends. */
static fs_mass_data2 capsule(const fs_geometry2 *s, fs_scaled density)
{
    fs_rel2 d = fs_rel2_sub(s->corner[1], s->corner[0]);
    fs_scaled r = scaled_length(s->radius), rr = scaled_square(r);
    fs_scaled len = fs_scaled_make((int64_t)fs__length32(fs_rel2_length_sq(d)), -FS_REL_FRAC);
    fs_scaled half = fs_scaled_mul(len, fs_scaled_make(1, -1));
    fs_scaled box = fs_scaled_mul(density, fs_scaled_mul(len, fs_scaled_mul(r, fs_scaled_make(2, 0))));
    fs_scaled ends = fs_scaled_mul(density, fs_scaled_mul(scaled_pi(), rr));
    fs_scaled twelfth = fs_scaled_inverse(fs_scaled_make(12, 0));
    fs_scaled arm = fs_scaled_div(fs_scaled_mul(r, fs_scaled_make(4, 0)),
                                  fs_scaled_mul(scaled_pi(), fs_scaled_make(3, 0)));
    fs_scaled box_arm = fs_scaled_mul(fs_scaled_add(scaled_square(len), fs_scaled_mul(rr, fs_scaled_make(4, 0))),
                                      twelfth);
    fs_scaled end_arm = fs_scaled_add(
        fs_scaled_mul(rr, fs_scaled_make(1, -1)),
        fs_scaled_add(scaled_square(half), fs_scaled_mul(fs_scaled_make(2, 0), fs_scaled_mul(half, arm))));
    fs_mass_data2 m;
    m.mass = fs_scaled_add(box, ends);
    m.inertia = fs_scaled_add(fs_scaled_mul(box, box_arm), fs_scaled_mul(ends, end_arm));
    m.centre = fs_rel2_make((fs_rel)fs_round_shift64_sym((int64_t)s->corner[0].x + s->corner[1].x, 1),
                            (fs_rel)fs_round_shift64_sym((int64_t)s->corner[0].y + s->corner[1].y, 1));
    return m;
}

/* --- polygon --------------------------------------------------------------------------------- */

/* Moves every edge outward by the radius: a corner goes to r (n0 + n1) / (1 + n0.n1) beyond itself. */
static fs_rel2 mitred(const fs_geometry2 *s, unsigned i)
{
    fs_unit2 n0 = s->normal[(i + s->count - 1u) % s->count], n1 = s->normal[i];
    int64_t one_dot = ((int64_t)1 << 60) + fs_unit2_dot(n0, n1);
    int64_t q30 = fs_max64(fs_round_shift64_sym(one_dot, 30), FS_UNIT_ONE / 64);
    int64_t x = fs_muldiv64((int64_t)n0.x + n1.x, s->radius, q30);
    int64_t y = fs_muldiv64((int64_t)n0.y + n1.y, s->radius, q30);
    return fs_rel2_make(fs_sat32(s->corner[i].x + x), fs_sat32(s->corner[i].y + y));
}

/* The sums over the triangles (origin, a, b). Offsets are from the first corner, below 2^32, so c is below 2^65:
 * hence 128 bits throughout. */
struct sums {
    fs_i128 area2;     /* Q52 */
    fs_i128 moment[2]; /* sum c (a + b), Q68 */
    fs_i128 inertia;   /* sum c (a.a + a.b + b.b), Q84 */
};

static fs_i128 product(int64_t a, int64_t b)
{
    return fs_i128_mul(a, b);
}

/* c and the squares are cut to Q42 before they are multiplied again: 2^-42 m^2 is far below any shape. */
static void add_triangle(struct sums *t, const int64_t a[2], const int64_t b[2])
{
    fs_i128 c = fs_i128_sub(product(a[0], b[1]), product(a[1], b[0]));
    int64_t c42 = fs_i128_round_shift_sym(c, 10);
    fs_i128 q = fs_i128_make(0, 0);
    for (int k = 0; k < 2; k++) {
        t->moment[k] = fs_i128_add(t->moment[k], product(c42, a[k] + b[k]));
        q = fs_i128_add(q, fs_i128_add(product(a[k], a[k] + b[k]), product(b[k], b[k])));
    }
    t->area2 = fs_i128_add(t->area2, c);
    t->inertia = fs_i128_add(t->inertia, product(c42, fs_i128_round_shift_sym(q, 10)));
}

static struct sums sum_about(const fs_rel2 *corner, unsigned count, fs_rel2 origin)
{
    struct sums t;
    memset(&t, 0, sizeof t);
    for (unsigned i = 0; i < count; i++) {
        fs_rel2 p = corner[i], q = corner[i + 1u < count ? i + 1u : 0u];
        const int64_t a[2] = { (int64_t)p.x - origin.x, (int64_t)p.y - origin.y };
        const int64_t b[2] = { (int64_t)q.x - origin.x, (int64_t)q.y - origin.y };
        add_triangle(&t, a, b);
    }
    return t;
}

/* moment / (3 area2), added to the point that the sums are about. */
static fs_rel centre_of(fs_i128 moment, fs_i128 area2, fs_rel about)
{
    fs_scaled offset = fs_scaled_div(from_i128(moment, -68),
                                     fs_scaled_mul(from_i128(area2, -52), fs_scaled_make(3, 0)));
    return fs_sat32(about + fs_scaled_to_q(offset, FS_REL_FRAC));
}

static fs_mass_data2 polygon(const fs_geometry2 *s, fs_scaled density)
{
    fs_rel2 corner[FS_GEOMETRY2_MAX_CORNERS];
    FS_ASSERT(s->count >= 3 && s->count <= FS_GEOMETRY2_MAX_CORNERS && s->radius >= 0);
    for (unsigned i = 0; i < s->count; i++)
        corner[i] = s->radius > 0 ? mitred(s, i) : s->corner[i];
    struct sums rough = sum_about(corner, s->count, corner[0]);
    fs_mass_data2 m;
    m.centre = fs_rel2_make(centre_of(rough.moment[0], rough.area2, corner[0].x),
                            centre_of(rough.moment[1], rough.area2, corner[0].y));
    struct sums t = sum_about(corner, s->count, m.centre);
    m.mass = fs_scaled_mul(density, from_i128(t.area2, -53));
    m.inertia = fs_scaled_mul(density, fs_scaled_div(from_i128(t.inertia, -84), fs_scaled_make(12, 0)));
    return m;
}

fs_mass_data2 fs_geometry2_mass(const fs_geometry2 *s, fs_scaled density)
{
    fs_mass_data2 none = { { 0, 0 }, { 0, 0 }, { 0, 0 } };
    if (density.m <= 0)
        return none;
    switch (s->kind) {
    case FS_GEOMETRY2_CIRCLE: return disc(s, density);
    case FS_GEOMETRY2_CAPSULE: return capsule(s, density);
    case FS_GEOMETRY2_POLYGON: return polygon(s, density);
    default: return none;
    }
}

/* --- sums of parts ---------------------------------------------------------------------------- */

/* a + (b - a) * share. */
static fs_rel between(fs_rel a, fs_rel b, fs_scaled share)
{
    return fs_sat32(a + fs_scaled_apply(share, (int64_t)b - a));
}

fs_mass_data2 fs_mass_data2_combine(fs_mass_data2 a, fs_mass_data2 b)
{
    fs_mass_data2 m;
    m.mass = fs_scaled_add(a.mass, b.mass);
    if (a.mass.m == 0)
        return b;
    if (b.mass.m == 0)
        return a;
    fs_scaled share = fs_scaled_div(b.mass, m.mass);
    m.centre = fs_rel2_make(between(a.centre.x, b.centre.x, share), between(a.centre.y, b.centre.y, share));
    fs_scaled distance_sq = from_u128(fs_u128_make(0, fs_rel2_length_sq(fs_rel2_sub(b.centre, a.centre))),
                                      -2 * FS_REL_FRAC);
    fs_scaled shift = fs_scaled_mul(fs_scaled_mul(a.mass, share), distance_sq);
    m.inertia = fs_scaled_add(fs_scaled_add(a.inertia, b.inertia), shift);
    return m;
}
