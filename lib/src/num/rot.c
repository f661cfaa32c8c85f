/* rot.c: rotations: normalisation, composition, integration and conversion.
 *
 * Integration multiplies by (1 + tan(angle/2)) and normalises (the Cayley form), which needs neither a sine
 * nor a square root in the common case. Every returned rotation is normalised.
 */
#include "num/quat.h"
#include "num/sqrt.h"

#include <fixstep/rot.h>
#include <fixstep/trig.h>

/* Squared lengths are Q60. Below this deviation the series is exact to 2^-31.6; above it the square root is computed.
 * */
#define SERIES_LIMIT ((int64_t)1 << 50)

/* 1/sqrt(1 + d) = 1 - d/2 + 3/8 d^2 - ... as Q31, for the squared length 1 + d; 0 when d is too large. */
static int64_t inverse_length(uint64_t length_sq)
{
    int64_t d = fs_sat64_from_mag(length_sq, false) - ((int64_t)1 << 60);
    if (d >= SERIES_LIMIT || d <= -SERIES_LIMIT)
        return 0;
    int64_t q40 = fs_round_shift64_sym(d, 20);
    if (q40 < 1 << 19 && q40 > -(1 << 19)) /* the square is below half a step: already of unit length */
        return fs_round_shift64_sym(((int64_t)1 << 41) - q40, 10);
    int64_t f = ((int64_t)1 << 41) - q40 + fs_round_shift64_sym(3 * q40 * q40, 42); /* Q41 */
    return fs_round_shift64_sym(f, 10);
}

static fs_unit shrink(fs_unit v, int64_t f)
{
    return fs_sat32(fs_round_shift64_sym(v * f, 31));
}

/* ---- 2D ---------------------------------------------------------------------------------------------- */

fs_rot2 fs_rot2_from_turn(uint32_t turn)
{
    return fs_rot2_make(fs_cos(turn), fs_sin(turn));
}

uint32_t fs_turn_from_rot2(fs_rot2 q)
{
    return fs_atan2(q.s, q.c);
}

fs_rot2 fs_rot2_normalise(fs_rot2 q)
{
    int64_t f = inverse_length(fs_unit2_length_sq(fs_unit2_make(q.c, q.s)));
    if (f != 0)
        return fs_rot2_make(shrink(q.c, f), shrink(q.s, f));
    fs_unit u[2];
    return fs__normalise2(q.c, q.s, u) ? fs_rot2_make(u[0], u[1]) : fs_rot2_identity();
}

/* tan(angle/2) = w/(2*hz) is kept as a ratio of two Q30 numbers, because below 60 Hz a fast rotation exceeds the
 * range of Q1.30: *real is 1 scaled by the same power of two as the tangents. */
static void half_tangents(const fs_vel *w, int64_t *tangent, int n, int64_t *real, uint32_t hz)
{
    uint64_t largest = 0;
    for (int i = 0; i < n; i++) {
        tangent[i] = fs_div64_round((int64_t)w[i] * (1 << (FS_UNIT_FRAC - FS_VEL_FRAC - 1)), hz);
        largest = fs_max_u64(largest, fs_uabs64(tangent[i]));
    }
    int shift = fs_bit_width64(largest) - 29;
    if (shift < 0)
        shift = 0;
    for (int i = 0; i < n; i++)
        tangent[i] = fs_round_shift64_sym(tangent[i], (unsigned)shift);
    *real = (int64_t)FS_UNIT_ONE >> shift;
}

/* (real + i*t)^2 turns by the whole angle; its length, at most 1.25, is divided out once at the end. */
fs_rot2 fs_rot2_integrate(fs_rot2 q, fs_vel w, uint32_t hz)
{
    int64_t t, real;
    if (hz == 0)
        return q;
    half_tangents(&w, &t, 1, &real, hz);
    fs_unit c = (fs_unit)fs_round_shift64_sym(real * real - t * t, FS_UNIT_FRAC);
    fs_unit s = (fs_unit)fs_round_shift64_sym(2 * real * t, FS_UNIT_FRAC);
    return fs_rot2_normalise(fs_rot2_mul(q, fs_rot2_make(c, s)));
}

/* ---- quaternions --------------------------------------------------------------------------------------- */

/* a0*b0 + ... + a3*b3 of Q1.30 factors, rounded once; the caller negates factors as needed. A sum of four
 * products exceeds int64 only far outside unit length, and saturates there. */
static fs_unit dot4(const int64_t p[4])
{
    int64_t sum = fs_sat64_add(fs_sat64_add(p[0], p[1]), fs_sat64_add(p[2], p[3]));
    return fs_sat32(fs_round_shift64_sym(sum, FS_UNIT_FRAC));
}

static int64_t mul(int32_t a, int32_t b)
{
    return (int64_t)a * b;
}

/* Components of at most 1.25: sums of four products of two such quaternions stay below 2^63. */
static inline bool is_near_unit(fs_quat q)
{
    const uint32_t most = (uint32_t)FS_UNIT_ONE / 4 * 5;
    return fs_max_u32(fs_max_u32(fs_uabs32(q.x), fs_uabs32(q.y)), fs_max_u32(fs_uabs32(q.z), fs_uabs32(q.w))) <= most;
}

fs_quat fs_quat_mul(fs_quat a, fs_quat b)
{
    if (is_near_unit(a) && is_near_unit(b))
        return fs__quat_mul_unit(a, b);
    int64_t x[4] = { mul(a.w, b.x), mul(a.x, b.w), mul(a.y, b.z), -mul(a.z, b.y) };
    int64_t y[4] = { mul(a.w, b.y), mul(a.y, b.w), mul(a.z, b.x), -mul(a.x, b.z) };
    int64_t z[4] = { mul(a.w, b.z), mul(a.z, b.w), mul(a.x, b.y), -mul(a.y, b.x) };
    int64_t w[4] = { mul(a.w, b.w), -mul(a.x, b.x), -mul(a.y, b.y), -mul(a.z, b.z) };
    return fs_quat_make(dot4(x), dot4(y), dot4(z), dot4(w));
}

static fs_quat normalise_any(int64_t x, int64_t y, int64_t z, int64_t w)
{
    int64_t v[4] = { x, y, z, w };
    fs_unit u[4];
    return fs__normalise(v, 4, u) ? fs_quat_make(u[0], u[1], u[2], u[3]) : fs_quat_identity();
}

/* The squared length, Q60, saturated: four squares of int32 reach 2^64. */
static uint64_t length_sq4(fs_quat q)
{
    uint64_t xyz = fs_unit3_length_sq(fs_unit3_make(q.x, q.y, q.z));
    uint64_t ww = (uint64_t)mul(q.w, q.w);
    return ww > UINT64_MAX - xyz ? UINT64_MAX : xyz + ww;
}

fs_quat fs_quat_normalise(fs_quat q)
{
    int64_t f = inverse_length(length_sq4(q));
    if (f != 0)
        return fs_quat_make(shrink(q.x, f), shrink(q.y, f), shrink(q.z, f), shrink(q.w, f));
    return normalise_any(q.x, q.y, q.z, q.w);
}

fs_quat fs_quat_from_axis_turn(fs_unit3 axis, uint32_t turn)
{
    /* Half of a turn is not always a whole step; the lost half step is 7e-10 rad. */
    fs_unit3 v = fs_unit3_scale(axis, fs_sin(turn / 2));
    return fs_quat_normalise(fs_quat_make(v.x, v.y, v.z, fs_cos(turn / 2)));
}

fs_quat fs_quat_integrate(fs_quat q, fs_vel3 w, uint32_t hz)
{
    fs_vel spin[3] = { w.x, w.y, w.z };
    int64_t t[3], real;
    if (hz == 0)
        return q;
    half_tangents(spin, t, 3, &real, hz);
    fs_quat step = fs_quat_make((fs_unit)t[0], (fs_unit)t[1], (fs_unit)t[2], (fs_unit)real);
    return fs_quat_normalise(fs_quat_mul(step, q));
}

/* ---- matrices -------------------------------------------------------------------------------------------- */

/* 1 - 2 sum and 2 sum of products of Q1.30 numbers. */
static fs_unit diagonal(int64_t sum)
{
    return fs_sat32(FS_UNIT_ONE - fs_round_shift64_sym(sum, FS_UNIT_FRAC - 1));
}

static fs_unit off_diagonal(int64_t sum)
{
    return fs_sat32(fs_round_shift64_sym(sum, FS_UNIT_FRAC - 1));
}

/* A component without INT32_MIN: sums of two products stay below 2^63. */
static int64_t limited(fs_unit v)
{
    return fs_max32(v, -INT32_MAX);
}

/* Elements of quaternions that are so short that none saturates: Q60. */
#define MAX_LENGTH_SQ ((uint64_t)11 << 57)

static int64_t doubled(int64_t sum)
{
    return fs__round_shift64_inside(sum, FS_UNIT_FRAC - 1);
}

static fs_unit3 row_of(int64_t x, int64_t y, int64_t z)
{
    return fs_unit3_make((fs_unit)x, (fs_unit)y, (fs_unit)z);
}

fs_mat3 fs_mat3_from_quat(fs_quat q)
{
    const int64_t x = limited(q.x), y = limited(q.y), z = limited(q.z), w = limited(q.w);
    const int64_t xx = x * x, yy = y * y, zz = z * z, xy = x * y, xz = x * z, yz = y * z, xw = x * w, yw = y * w,
                  zw = z * w;
    fs_mat3 m;
    if ((uint64_t)xx + (uint64_t)yy + (uint64_t)zz + (uint64_t)(w * w) < MAX_LENGTH_SQ) {
        m.x = row_of(FS_UNIT_ONE - doubled(yy + zz), doubled(xy - zw), doubled(xz + yw));
        m.y = row_of(doubled(xy + zw), FS_UNIT_ONE - doubled(xx + zz), doubled(yz - xw));
        m.z = row_of(doubled(xz - yw), doubled(yz + xw), FS_UNIT_ONE - doubled(xx + yy));
        return m;
    }
    m.x = fs_unit3_make(diagonal(yy + zz), off_diagonal(xy - zw), off_diagonal(xz + yw));
    m.y = fs_unit3_make(off_diagonal(xy + zw), diagonal(xx + zz), off_diagonal(yz - xw));
    m.z = fs_unit3_make(off_diagonal(xz - yw), off_diagonal(yz + xw), diagonal(xx + yy));
    return m;
}

fs_mat3 fs_mat3_mul(fs_mat3 a, fs_mat3 b)
{
    fs_mat3 columns = fs_mat3_transpose(b);
    fs_mat3 m;
    m.x = fs_mat3_unit(columns, a.x);
    m.y = fs_mat3_unit(columns, a.y);
    m.z = fs_mat3_unit(columns, a.z);
    return m;
}

/* With t the fourfold square of the largest component, the other three follow from sums and differences
 * of the off-diagonal elements; a common factor does not matter, since the result is normalised. */
fs_quat fs_quat_from_mat3(fs_mat3 m)
{
    int64_t one = FS_UNIT_ONE, xx = m.x.x, yy = m.y.y, zz = m.z.z;
    int64_t sx = (int64_t)m.z.y - m.y.z, sy = (int64_t)m.x.z - m.z.x, sz = (int64_t)m.y.x - m.x.y;
    int64_t pxy = (int64_t)m.x.y + m.y.x, pxz = (int64_t)m.x.z + m.z.x, pyz = (int64_t)m.y.z + m.z.y;
    int64_t tw = one + xx + yy + zz, tx = one + xx - yy - zz;
    int64_t ty = one - xx + yy - zz, tz = one - xx - yy + zz;
    fs_quat q;
    if (tw >= tx && tw >= ty && tw >= tz)
        q = normalise_any(sx, sy, sz, tw);
    else if (tx >= ty && tx >= tz)
        q = normalise_any(tx, pxy, pxz, sx);
    else if (ty >= tz)
        q = normalise_any(pxy, ty, pyz, sy);
    else
        q = normalise_any(pxz, pyz, tz, sz);
    return q.w < 0 ? fs_quat_make(fs_sat32_neg(q.x), fs_sat32_neg(q.y), fs_sat32_neg(q.z), -q.w) : q;
}
