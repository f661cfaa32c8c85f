/* fixed.h: the fixed-point formats of the engine and the scalar operations every other header builds on.
 *
 * A format is an integer type plus a number of fraction bits: raw value = real value * 2^frac.
 * This file must never use float or double, never overflow a signed integer and never depend on how a
 * compiler treats the right shift of a negative number outside fs_asr32 and fs_asr64.
 *
 * Rounding comes in two forms, and every function says which one it uses:
 *   half-up    add half a step, then shift (floor). The cheapest form, for solver kernels.
 *   symmetric  nearest, ties away from zero, so that f(-x) == -f(x). For everything that must keep a
 *              mirrored scene mirrored: integrators, set-up, particles, conversions.
 */
#ifndef FIXSTEP_FIXED_H
#define FIXSTEP_FIXED_H

#include <fixstep/constant.h>
#include <fixstep/result.h>
#include <libfixmath/fix16.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef int64_t fs_pos;   /* Q32.32, metres: world position, one axis. Range +-2.1e9 m, step 2.3e-10 m. */
typedef int64_t fs_wide;  /* Q32.32: mass, force, impulse, inertia. Range +-2.1e9, step 2.3e-10. */
typedef int32_t fs_rel;   /* Q5.26, metres: relative position, lever arm. Range +-32, step 1.5e-8. */
typedef int32_t fs_unit;  /* Q1.30: direction, rotation, ratio. Range +-2, step 9.3e-10. */
typedef int32_t fs_vel;   /* Q10.21, m/s or rad/s. Range +-1024, step 4.8e-7. */
typedef int32_t fs_alpha; /* Q7.24, 1/m: angular response. Range +-128, step 6e-8. */

/* value = m * 2^e. Either m == 0 (then e == 0), or 2^30 <= |m| < 2^31: full precision at any size,
 * which 1/m and 1/I need (a 0.1 m box and a 10 m box differ by ten orders of magnitude). */
typedef struct {
    int32_t m;
    int32_t e;
} fs_scaled;

#define FS_POS_FRAC 32
#define FS_WIDE_FRAC 32
#define FS_REL_FRAC 26
#define FS_UNIT_FRAC 30
#define FS_VEL_FRAC 21
#define FS_ALPHA_FRAC 24
#define FS_FIX16_FRAC 16

#define FS_POS_ONE ((fs_pos)1 << FS_POS_FRAC)
#define FS_WIDE_ONE ((fs_wide)1 << FS_WIDE_FRAC)
#define FS_REL_ONE ((fs_rel)1 << FS_REL_FRAC)
#define FS_UNIT_ONE ((fs_unit)1 << FS_UNIT_FRAC)
#define FS_VEL_ONE ((fs_vel)1 << FS_VEL_FRAC)
#define FS_ALPHA_ONE ((fs_alpha)1 << FS_ALPHA_FRAC)
#define FS_FIX16_ONE ((fix16_t)1 << FS_FIX16_FRAC)

#define FS_POS_MAX INT64_MAX
#define FS_POS_MIN INT64_MIN
#define FS_WIDE_MAX INT64_MAX
#define FS_WIDE_MIN INT64_MIN
#define FS_REL_MAX INT32_MAX
#define FS_REL_MIN INT32_MIN
#define FS_UNIT_MAX INT32_MAX
#define FS_UNIT_MIN INT32_MIN
#define FS_VEL_MAX INT32_MAX
#define FS_VEL_MIN INT32_MIN
#define FS_ALPHA_MAX INT32_MAX
#define FS_ALPHA_MIN INT32_MIN

/* ---- minimum, maximum, clamp, magnitude ---------------------------------------------------------- */

static inline int32_t fs_min32(int32_t a, int32_t b)
{
    return a < b ? a : b;
}
static inline int32_t fs_max32(int32_t a, int32_t b)
{
    return a > b ? a : b;
}
static inline int64_t fs_min64(int64_t a, int64_t b)
{
    return a < b ? a : b;
}
static inline int64_t fs_max64(int64_t a, int64_t b)
{
    return a > b ? a : b;
}
static inline uint32_t fs_min_u32(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}
static inline uint32_t fs_max_u32(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}
static inline uint64_t fs_min_u64(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}
static inline uint64_t fs_max_u64(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* v limited to [lo, hi]. With lo > hi the result is lo. */
static inline int32_t fs_clamp32(int32_t v, int32_t lo, int32_t hi)
{
    return fs_max32(lo, fs_min32(v, hi));
}
static inline int64_t fs_clamp64(int64_t v, int64_t lo, int64_t hi)
{
    return fs_max64(lo, fs_min64(v, hi));
}

/* -1, 0 or 1. */
static inline int fs_sign32(int32_t v)
{
    return (v > 0) - (v < 0);
}
static inline int fs_sign64(int64_t v)
{
    return (v > 0) - (v < 0);
}

/* Exact magnitude; the magnitude of the most negative number exists only unsigned. */
static inline uint32_t fs_uabs32(int32_t v)
{
    return v < 0 ? 0u - (uint32_t)v : (uint32_t)v;
}
static inline uint64_t fs_uabs64(int64_t v)
{
    return v < 0 ? (uint64_t)0 - (uint64_t)v : (uint64_t)v;
}

/* Exact |a - b| for any a and b. */
static inline uint64_t fs_absdiff64(int64_t a, int64_t b)
{
    return a < b ? (uint64_t)b - (uint64_t)a : (uint64_t)a - (uint64_t)b;
}

/* Position of the highest set bit plus one, 0 for v == 0 (0..64). */
static inline int fs_bit_width64(uint64_t v)
{
#if defined(__GNUC__)
    return v ? 64 - __builtin_clzll(v) : 0;
#else
    int n = 0;
    for (; v; v >>= 1)
        n++;
    return n;
#endif
}

/* ---- shifts and rounding ------------------------------------------------------------------------- */

/* floor(v / 2^n), n 0..31. GCC and Clang document >> of a negative number as arithmetic; elsewhere the
 * portable form is used. */
static inline int32_t fs_asr32(int32_t v, unsigned n)
{
#if defined(__GNUC__)
    return v >> n;
#else
    return v < 0 ? ~(~v >> n) : v >> n;
#endif
}

/* floor(v / 2^n), n 0..63. */
static inline int64_t fs_asr64(int64_t v, unsigned n)
{
#if defined(__GNUC__)
    return v >> n;
#else
    return v < 0 ? ~(~v >> n) : v >> n;
#endif
}

/* v / 2^n rounded half-up, n 0..62, any v. Written as floor plus the bit below, because adding half
 * first would overflow near INT64_MAX. */
static inline int64_t fs_round_shift64(int64_t v, unsigned n)
{
    return n == 0 ? v : fs_asr64(v, n) + (int64_t)(((uint64_t)v >> (n - 1)) & 1u);
}

/* v / 2^n rounded symmetrically, n 0..62, any v. The remainder of the floor lies in [0, 2^n); a tie goes
 * up for positive and stays down (away from zero) for negative v. */
static inline int64_t fs_round_shift64_sym(int64_t v, unsigned n)
{
    uint64_t half = ((uint64_t)1 << n) >> 1;
    uint64_t rest = (uint64_t)v & (((uint64_t)1 << n) - 1u);
    return n == 0 ? v : fs_asr64(v, n) + (int64_t)(rest + (v >= 0) > half);
}

/* The same for |v| < 2^63 - 2^n and n 1..62, in fewer instructions. */
static inline int64_t fs__round_shift64_inside(int64_t v, unsigned n)
{
    return fs_asr64(v + ((int64_t)1 << (n - 1)) - (v < 0), n);
}

/* ---- saturation ---------------------------------------------------------------------------------- */

static inline int32_t fs_sat32(int64_t v)
{
    return (int32_t)fs_clamp64(v, INT32_MIN, INT32_MAX);
}

/* Saturates and counts: *count grows by one (up to UINT32_MAX) when v did not fit. The count belongs in
 * hashed state, so that a scene that leaves its range is noticed on every machine alike. */
static inline int32_t fs_sat32_count(int64_t v, uint32_t *count)
{
    int32_t r = fs_sat32(v);
    if (r != v && *count < UINT32_MAX)
        *count += 1u;
    return r;
}

static inline int32_t fs_sat32_add(int32_t a, int32_t b)
{
    return fs_sat32((int64_t)a + b);
}
static inline int32_t fs_sat32_sub(int32_t a, int32_t b)
{
    return fs_sat32((int64_t)a - b);
}
static inline int32_t fs_sat32_neg(int32_t a)
{
    return a == INT32_MIN ? INT32_MAX : -a;
}

static inline int64_t fs_sat64_add(int64_t a, int64_t b)
{
    int64_t sum = (int64_t)((uint64_t)a + (uint64_t)b);
    bool overflow = ((a ^ sum) & (b ^ sum)) < 0;
    return overflow ? (a < 0 ? INT64_MIN : INT64_MAX) : sum;
}

static inline int64_t fs_sat64_sub(int64_t a, int64_t b)
{
    int64_t diff = (int64_t)((uint64_t)a - (uint64_t)b);
    bool overflow = ((a ^ b) & (a ^ diff)) < 0;
    return overflow ? (a < 0 ? INT64_MIN : INT64_MAX) : diff;
}

static inline int64_t fs_sat64_neg(int64_t a)
{
    return a == INT64_MIN ? INT64_MAX : -a;
}

/* The signed number with this magnitude and sign, saturated. */
static inline int64_t fs_sat64_from_mag(uint64_t mag, bool negative)
{
    if (negative)
        return mag > (uint64_t)INT64_MAX ? INT64_MIN : -(int64_t)mag;
    return mag > (uint64_t)INT64_MAX ? INT64_MAX : (int64_t)mag;
}

/* Magnitudes that saturate: the magnitude of the most negative number is the most positive one. */
static inline int32_t fs_abs32(int32_t v)
{
    return v < 0 ? fs_sat32_neg(v) : v;
}
static inline int64_t fs_abs64(int64_t v)
{
    return v < 0 ? fs_sat64_neg(v) : v;
}

/* ---- products and quotients ---------------------------------------------------------------------- */

/* a*b / 2^shift, half-up, saturated to int32; shift 0..62. The product of two int32 is below 2^63, and
 * the half added to it at most 2^61, so nothing overflows. */
static inline int32_t fs_mul32(int32_t a, int32_t b, unsigned shift)
{
    int64_t half = ((int64_t)1 << shift) >> 1;
    return fs_sat32(fs_asr64((int64_t)a * b + half, shift));
}

/* a*b / 2^shift, symmetric, saturated to int32; shift 0..62. */
static inline int32_t fs_mul32_sym(int32_t a, int32_t b, unsigned shift)
{
    return fs_sat32(fs_round_shift64_sym((int64_t)a * b, shift));
}

/* The product of libfixmath's fix16_mul (symmetric rounding) as an inline; where fix16_mul reports an
 * overflow this one saturates. */
static inline fix16_t fs_fix16_mul(fix16_t a, fix16_t b)
{
    return fs_mul32_sym(a, b, FS_FIX16_FRAC);
}

/* n / d, symmetric; d must be positive, for d == 0 the result is 0. Any n. */
static inline int64_t fs_div64_round(int64_t n, uint32_t d)
{
    if (d == 0)
        return 0;
    uint64_t mag = fs_uabs64(n);
    uint64_t q = mag / d;
    uint64_t rest = mag % d;
    return fs_sat64_from_mag(q + (rest >= d - rest), n < 0);
}

/* floor(n / d); d must be positive, for d == 0 the result is 0. Any n. */
static inline int64_t fs_div64_floor(int64_t n, uint32_t d)
{
    if (d == 0)
        return 0;
    int64_t q = n / (int64_t)d;
    return q - (n % (int64_t)d < 0);
}

#ifdef __cplusplus
}
#endif

#endif
