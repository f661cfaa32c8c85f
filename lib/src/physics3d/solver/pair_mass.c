/* pair_mass.c: shares of an impulse and angular ratios of two bodies, with exponents of their own. */
#include "physics3d/solver/pair_mass.h"

#include "physics3d/solver/load_mass.h"

enum { RATIO_FRAC = 46, MAX_POWER_EXPONENT = 30, MAX_ALPHA = 96 };

static bool masses_equal(const struct fs__pair3_mass *a, const struct fs__pair3_mass *b)
{
    return fs_scaled_equal(a->mass, b->mass) && a->e == b->e && a->unit == b->unit && a->extent == b->extent &&
           a->turns == b->turns;
}

/* q * 2^e (q below 2^34) as a mantissa of so many bits and a power; saturates at the largest power. */
static inline struct fs__ratio3 ratio_of(uint64_t q, int64_t e, int bits)
{
    int shift = fs_bit_width64(q) - bits;
    if (q == 0)
        return (struct fs__ratio3){ 0, 1, 0 };
    q = shift > 0 ? q >> shift : q << -shift;
    e += shift + RATIO_FRAC;
    if (e > MAX_POWER_EXPONENT)
        return (struct fs__ratio3){ INT32_MAX, 1 << MAX_POWER_EXPONENT, 0 };
    if (e < 0)
        return (struct fs__ratio3){ e < -31 ? 0 : (int32_t)(q >> -e), 1, 0 };
    return (struct fs__ratio3){ (int32_t)q, 1 << e, 0 };
}

/* The longest arm whose response about an axis is in the format: beyond it, as at a corner of a body of 1 cm, the body turns
 * about this axis as if it had more inertia. A bound for all axes at once would be that of the axis of least inertia, about
 * which a slender body has short arms. */
static inline struct fs__ratio3 limit_arm(struct fs__ratio3 w)
{
    uint64_t q16 = (uint64_t)((int64_t)w.mantissa * w.power) >> 30,
             max_product = (uint64_t)MAX_ALPHA << (FS_REL_FRAC + 16);
    w.max_arm = (fs_rel)fs_min_u64(max_product / fs_max_u64(q16, 1), INT32_MAX);
    return w;
}

/* The mantissa at exponent `e`, the larger exponent of the non-zero masses; differences above 31 give 0. A zero has no
 * meaningful exponent. */
static uint64_t align_exponent(fs_scaled s, int32_t e)
{
    int64_t less = (int64_t)e - s.e;
    return s.m == 0 || less > 31 ? 0 : (uint64_t)s.m >> less;
}

/* Arms of 16 m and more times a mantissa of 31 bits do not fit in the lanes. */
static void set_ratio(struct fs__ratio3 *r, const struct fs__pair3_mass *m, uint64_t per, int32_t e)
{
    *r = (struct fs__ratio3){ 0, 1, INT32_MAX };
    if (m->turns != 0)
        *r = limit_arm(ratio_of(per, (int64_t)m->e - e - 33, m->extent < 16 * FS_REL_ONE ? 31 : 30));
}

/* m / I of the axis of least inertia (1/m^2, Q8), at most 2^40. */
static int64_t largest_ratio(const struct fs_world3 *w, uint32_t row)
{
    const struct fs_body3_view *b = &w->body;
    fs_scaled mass = b->inv_mass[row], most = b->inv_inertia_x[row];
    most = fs_scaled_cmp(b->inv_inertia_y[row], most) > 0 ? b->inv_inertia_y[row] : most;
    most = fs_scaled_cmp(b->inv_inertia_z[row], most) > 0 ? b->inv_inertia_z[row] : most;
    if (mass.m == 0 || most.m == 0)
        return 0;
    fs_scaled ratio = fs_scaled_div(most, mass);
    return fs_scaled_cmp(ratio, (fs_scaled){ FS_UNIT_ONE, 2 }) > 0 ? (int64_t)1 << 40 : fs_scaled_to_q(ratio, 8);
}

/* A point within LEVER radii of gyration from an axis of the body has a response of at most MAX_ALPHA. */
enum { LEVER = 2, MAX_UNIT = 8, MAX_ARM = 16 };

uint32_t fs__pair3_unit(const struct fs_world3 *w, uint32_t row)
{
    int64_t ratio = largest_ratio(w, row), bound = ((int64_t)MAX_ALPHA * MAX_ALPHA << 8) / (LEVER * LEVER);
    uint32_t unit = 0;
    if (w->body.first_joint[row] != 0 || (w->rules.flags[0] & FS_WORLD3_WORST_FIRST) != 0)
        return 0;
    while (unit < MAX_UNIT && (ratio >> 2 * unit > bound || ratio >> unit > (int64_t)1 << 22) &&
           (int64_t)w->body.extent[row] << (unit + 1) <= MAX_ARM * (int64_t)FS_REL_ONE)
        unit++;
    return unit;
}

static void find_mass(const struct fs__solver3 *s, uint32_t solver_body, bool moves, struct fs__pair3_mass *m)
{
    const struct fs__solver3_inertia *inertia = &s->inertia[solver_body];
    if (!moves) {
        *m = (struct fs__pair3_mass){ .extent = 0 };
        return;
    }
    uint32_t row = s->tick->body_row[solver_body];
    m->mass = s->tick->has_load_masses ? fs__body3_loaded_inv_mass(s->w, row) : s->w->body.inv_mass[row];
    m->e = inertia->e - (int32_t)inertia->unit;
    m->unit = inertia->unit;
    m->extent = s->w->body.extent[row];
    m->turns = (inertia->m[0] | inertia->m[1] | inertia->m[2]) != 0;
}

static void compute_pair(struct fs__pair3 *p, const struct fs__pair3_mass *a, const struct fs__pair3_mass *b)
{
    *p = (struct fs__pair3){ .a = *a, .b = *b, .ratio_a = { 0, 1, 0 }, .ratio_b = { 0, 1, 0 }, .valid = true };
    p->max_lever = fs__pair3_smaller_extent(p);
    if (a->mass.m == 0 && b->mass.m == 0)
        return;
    int32_t e = a->mass.m == 0 || (b->mass.m != 0 && b->mass.e > a->mass.e) ? b->mass.e : a->mass.e;
    uint64_t mass_a = align_exponent(a->mass, e), sum = mass_a + align_exponent(b->mass, e); /* 2^30 to below 2^32 */
    uint64_t per = ((uint64_t)1 << 63) / sum; /* the pair's mass is per * 2^(-63-e) */
    p->share_a = (fs_unit)((mass_a * per + ((uint64_t)1 << 32)) >> (63 - FS_UNIT_FRAC));
    p->share_b = FS_UNIT_ONE - p->share_a;
    set_ratio(&p->ratio_a, a, per, e);
    set_ratio(&p->ratio_b, b, per, e);
}

const struct fs__pair3 *fs__pair3_find(const struct fs__solver3 *s, struct fs__pair3 *cache, uint32_t a, bool move_a,
                                       uint32_t b, bool move_b)
{
    struct fs__pair3_mass mass_a, mass_b;
    find_mass(s, a, move_a, &mass_a);
    find_mass(s, b, move_b, &mass_b);
    if (!cache->valid || !masses_equal(&cache->a, &mass_a) || !masses_equal(&cache->b, &mass_b))
        compute_pair(cache, &mass_a, &mass_b);
    return cache;
}
