/* motion.c: impact, bounce, reflection and deceleration; see motion.h.
 *
 * Products are formed exactly in wide integers; every rounding is symmetric.
 */
#include "phys/motion.h"

#include <fixstep/trig.h>

/* Fraction bits of the closing speed (velocity times direction), of (1+e) times a
 * share, and of the change of velocity before it is split into components. */
enum {
    CLOSING_FRAC = FS_VEL_FRAC + FS_UNIT_FRAC,
    GAIN_FRAC = 2 * FS_UNIT_FRAC,
    CHANGE_FRAC = 40
};

/* --- impact ------------------------------------------------------------------- */

fs_share fs__mass_share(fs_wide mass_a, fs_wide mass_b)
{
    if (mass_a <= 0 && mass_b <= 0)
        return (fs_share){ 0, 0 };
    if (mass_a <= 0)
        return (fs_share){ 0, FS_UNIT_ONE };
    if (mass_b <= 0)
        return (fs_share){ FS_UNIT_ONE, 0 };
    /* Halving keeps the sum inside 64 bits; only masses above 10^9 pay a bit for it. */
    bool huge = mass_a > INT64_MAX - mass_b;
    int64_t a = huge ? mass_a / 2 : mass_a;
    int64_t b = huge ? mass_b / 2 : mass_b;
    return (fs_share){ fs_unit_from_ratio(b, a + b), fs_unit_from_ratio(a, a + b) };
}

fs_unit2 fs__impact_axis(fs_rel2 d)
{
    fs_unit2 n;
    return fs_rel2_normalise(d, &n) ? n : fs_unit2_make(FS_UNIT_ONE, 0);
}

/* The change of speed (1+e) * share * closing, in CHANGE_FRAC. */
static int64_t speed_change(int64_t closing, fs_unit share, fs_unit e)
{
    int64_t gain = ((int64_t)FS_UNIT_ONE + e) * share;
    return fs_mul64(closing, gain, CLOSING_FRAC + GAIN_FRAC - CHANGE_FRAC);
}

static fs_vel along(int64_t change, fs_unit component)
{
    return fs_sat32(fs_mul64(change, component, CHANGE_FRAC + FS_UNIT_FRAC - FS_VEL_FRAC));
}

bool fs__impact_resolve2(fs_vel2 *va, fs_vel2 *vb, fs_unit2 n, fs_share share, fs_unit e)
{
    int64_t closing = fs_sat64_sub(fs_vel2_dot_unit2(*va, n), fs_vel2_dot_unit2(*vb, n));
    if (closing <= 0)
        return false;
    int64_t change_a = speed_change(closing, share.a, e);
    int64_t change_b = speed_change(closing, share.b, e);
    *va = fs_vel2_sub(*va, fs_vel2_make(along(change_a, n.x), along(change_a, n.y)));
    *vb = fs_vel2_add(*vb, fs_vel2_make(along(change_b, n.x), along(change_b, n.y)));
    return true;
}

/* --- walls ---------------------------------------------------------------------- */

bool fs__axis_bounce(fs_pos *p, fs_vel *v, fs_pos low, fs_pos high, fs_unit e)
{
    bool below = *p < low, above = !below && *p > high;
    bool outward = (below && *v < 0) || (above && *v > 0);
    if (outward)
        *v = fs_sat32_neg(fs_mul32_sym(*v, e, FS_UNIT_FRAC));
    if (below)
        *p = low;
    if (above)
        *p = fs_max64(low, high);
    return outward;
}

/* (1+e) (v.n) n / (n.n) for one component of n; v.n in CLOSING_FRAC. */
static fs_vel normal_part(int64_t v_dot_n, fs_unit component, int64_t n_dot_n, fs_unit e)
{
    int64_t scaled = fs_rnd64_sym(((int64_t)FS_UNIT_ONE + e) * component, FS_UNIT_FRAC);
    return fs_sat32(fs_muldiv64(v_dot_n, scaled, n_dot_n));
}

fs_vel2 fs__plane_reflect2(fs_vel2 v, fs_unit2 n, fs_unit e)
{
    int64_t vn = fs_vel2_dot_unit2(v, n), nn = fs_unit2_dot(n, n);
    fs_vel2 change = fs_vel2_make(normal_part(vn, n.x, nn, e), normal_part(vn, n.y, nn, e));
    return fs_vel2_sub(v, change);
}

fs_vel3 fs__plane_reflect3(fs_vel3 v, fs_unit3 n, fs_unit e)
{
    int64_t vn = fs_vel3_dot_unit3(v, n), nn = fs_unit3_dot(n, n);
    fs_vel3 change = fs_vel3_make(normal_part(vn, n.x, nn, e), normal_part(vn, n.y, nn, e), normal_part(vn, n.z, nn, e));
    return fs_vel3_sub(v, change);
}

/* --- speed ------------------------------------------------------------------------ */

/* v * to / from; `from` is the length of v, so the result stays in range. The product
 * fits: |v| <= 2^31 and to < 2^31.5. */
static fs_vel2 rescale(fs_vel2 v, int64_t to, uint64_t from)
{
    uint32_t length = (uint32_t)fs_min_u64(from, UINT32_MAX);
    return fs_vel2_make(fs_sat32(fs_div64_round(v.x * to, length)), fs_sat32(fs_div64_round(v.y * to, length)));
}

static uint64_t square(fs_vel v)
{
    return (uint64_t)((int64_t)v * v);
}

fs_vel2 fs__speed_reduce2(fs_vel2 v, fs_vel drop)
{
    uint64_t length_sq = fs_vel2_length_sq(v);
    if (drop <= 0)
        return v;
    if (length_sq <= square(drop))
        return fs_vel2_zero();
    uint64_t length = fs_isqrt64_round(length_sq);
    return rescale(v, (int64_t)length - drop, length);
}

fs_vel2 fs__speed_limit2(fs_vel2 v, fs_vel limit)
{
    uint64_t length_sq = fs_vel2_length_sq(v);
    fs_vel most = fs_max32(limit, 0);
    if (length_sq <= square(most))
        return v;
    return rescale(v, most, fs_isqrt64_round(length_sq));
}
