/* mass_hull.c: mass, centre and inertia of a hull from tetrahedra.
 *
 * Source: a tetrahedron with one corner at the origin and the others a, b, c has six times its volume D = a . (b x c); with
 * S = a + b + c the integral of x is D Sx / 24 and that of x y is D (Sx Sy + ax ay + bx by + cx cy) / 120. The origin
 * lies in the hull, so all D are positive and no sum cancels. Volumes are summed exactly; for the moments they are
 * cut to 56 bits of the whole.
 */
#include <string.h>

#include "physics3d/mass/mass.h"

enum {
    VOLUME_BITS = 56,
    PRODUCT_SHIFT = 6, /* sums of products of coordinates are below 2^68 before, 2^62 after it */
    LENGTH_FRAC = FS_REL_FRAC
};

struct tetrahedron {
    struct fs__vec3 p[3];
    struct fs__vec3 sum;
    fs_i128 volume; /* six times, Q78 */
};

struct hull_sums {
    fs_i128 volume; /* exact, Q78 */
    unsigned shift; /* dropped from the volumes below */
    fs_i128 first[3];
    fs_i128 second[3][3];
};

static struct tetrahedron tetrahedron_of(const fs_hull3 *h, unsigned first, unsigned i, fs_rel3 origin)
{
    const unsigned corner[3] = { h->origin[first], h->origin[first + i], h->origin[first + i + 1] };
    struct tetrahedron t;
    for (unsigned k = 0; k < 3; k++)
        t.p[k] = fs__vec3_sub(fs__vec3_from_rel(h->corner[corner[k]]), fs__vec3_from_rel(origin));
    t.sum = fs__vec3_add(t.p[0], fs__vec3_add(t.p[1], t.p[2]));
    t.volume = fs__vec3_dot128(fs__vec3_cross(t.p[1], t.p[2]), t.p[0]);
    return t;
}

static int64_t component(struct fs__vec3 v, unsigned k)
{
    return k == 0 ? v.x : k == 1 ? v.y : v.z;
}

/* Sx Sy + sum of x y over the corners. */
static int64_t product_of(const struct tetrahedron *t, unsigned i, unsigned j)
{
    fs_i128 sum = fs_i128_mul(component(t->sum, i), component(t->sum, j));
    for (unsigned k = 0; k < 3; k++)
        sum = fs_i128_add(sum, fs_i128_mul(component(t->p[k], i), component(t->p[k], j)));
    return fs_i128_round_shift_sym(sum, PRODUCT_SHIFT);
}

static void add_moments(struct hull_sums *s, const struct tetrahedron *t)
{
    int64_t volume = fs_i128_round_shift_sym(t->volume, s->shift);
    for (unsigned i = 0; i < 3; i++) {
        s->first[i] = fs_i128_add(s->first[i], fs_i128_mul(volume, component(t->sum, i)));
        for (unsigned j = i; j < 3; j++)
            s->second[i][j] = fs_i128_add(s->second[i][j], fs_i128_mul(volume, product_of(t, i, j)));
    }
}

/* One pass over the faces as fans: the volume, or with its known size the moments. */
static void sum_tetrahedra(const fs_hull3 *h, fs_rel3 origin, bool moments, struct hull_sums *s)
{
    for (unsigned f = 0; f < h->face_count; f++) {
        unsigned first = h->first_edge[f], count = h->first_edge[f + 1] - first;
        for (unsigned i = 1; i + 1 < count; i++) {
            struct tetrahedron t = tetrahedron_of(h, first, i, origin);
            if (moments)
                add_moments(s, &t);
            else
                s->volume = fs_i128_add(s->volume, t.volume);
        }
    }
}

static struct hull_sums sum_about(const fs_hull3 *h, fs_rel3 origin)
{
    struct hull_sums s;
    memset(&s, 0, sizeof s);
    sum_tetrahedra(h, origin, false, &s);
    int over = fs_u128_bit_width(fs_i128_uabs(s.volume)) - VOLUME_BITS;
    s.shift = over > 0 ? (unsigned)over : 0;
    sum_tetrahedra(h, origin, true, &s);
    return s;
}

/* first / (4 volume), added to the origin. */
static fs_rel centre_of(const struct hull_sums *s, unsigned axis, fs_rel origin)
{
    uint64_t volume = fs_u128_round_shift(fs_i128_uabs(s->volume), s->shift);
    uint64_t offset = fs_u128_div_round(fs_i128_uabs(s->first[axis]), 4 * volume);
    return fs_sat32(origin + fs_sat64_from_mag(offset, s->first[axis].hi < 0));
}

fs_mass_data3 fs__hull3_mass(const fs_hull3 *h, fs_scaled density)
{
    struct hull_sums rough = sum_about(h, h->corner[0]);
    fs_mass_data3 m;
    m.centre = fs_rel3_make(centre_of(&rough, 0, h->corner[0].x), centre_of(&rough, 1, h->corner[0].y),
                            centre_of(&rough, 2, h->corner[0].z));
    struct hull_sums s = sum_about(h, m.centre);
    fs_scaled sixth = fs_scaled_div(density, fs_scaled_make(6, 0));
    fs_scaled share = fs_scaled_div(density, fs_scaled_make(120, 0));
    int e = (int)s.shift + PRODUCT_SHIFT - 5 * LENGTH_FRAC;
    m.mass = fs_scaled_mul(sixth, fs__scaled_from_i128(s.volume, -3 * LENGTH_FRAC));
    m.inertia.xx = fs_scaled_mul(share, fs__scaled_from_i128(fs_i128_add(s.second[1][1], s.second[2][2]), e));
    m.inertia.yy = fs_scaled_mul(share, fs__scaled_from_i128(fs_i128_add(s.second[0][0], s.second[2][2]), e));
    m.inertia.zz = fs_scaled_mul(share, fs__scaled_from_i128(fs_i128_add(s.second[0][0], s.second[1][1]), e));
    m.inertia.xy = fs_scaled_mul(share, fs__scaled_from_i128(fs_i128_neg(s.second[0][1]), e));
    m.inertia.xz = fs_scaled_mul(share, fs__scaled_from_i128(fs_i128_neg(s.second[0][2]), e));
    m.inertia.yz = fs_scaled_mul(share, fs__scaled_from_i128(fs_i128_neg(s.second[1][2]), e));
    return m;
}
