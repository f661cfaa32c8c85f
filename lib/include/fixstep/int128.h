/* int128.h: 128-bit integers for exact products: a pair of 64-bit words, the same on every machine.
 *
 * Where the compiler has a 128-bit type it is used for the product; defining FS_NO_INT128 forces the
 * portable code. Both give the same bits (a test compares them). This file must never round: it is exact,
 * or it says that it saturates.
 */
#ifndef FIXSTEP_INT128_H
#define FIXSTEP_INT128_H

#include <fixstep/fixed.h>

#if defined(__SIZEOF_INT128__) && !defined(FS_NO_INT128)
#define FS_HAVE_INT128 1
#else
#define FS_HAVE_INT128 0
#endif

#ifdef __cplusplus
extern "C" {
#endif

#if FS_HAVE_INT128
__extension__ typedef unsigned __int128 fs__native_u128;
__extension__ typedef __int128 fs__native_i128;
#endif

typedef struct {
    uint64_t hi;
    uint64_t lo;
} fs_u128;

/* Two's complement: value = hi * 2^64 + lo. */
typedef struct {
    int64_t hi;
    uint64_t lo;
} fs_i128;

/* ---- unsigned ------------------------------------------------------------------------------------ */

static inline fs_u128 fs_u128_make(uint64_t hi, uint64_t lo)
{
    fs_u128 r;
    r.hi = hi;
    r.lo = lo;
    return r;
}

/* a*b exactly, from four 32-bit products. The middle sum cannot overflow: (2^32-1)^2 + 2*(2^32-1) < 2^64. */
static inline fs_u128 fs__u128_mul_portable(uint64_t a, uint64_t b)
{
    uint64_t a0 = (uint32_t)a, a1 = a >> 32;
    uint64_t b0 = (uint32_t)b, b1 = b >> 32;
    uint64_t low = a0 * b0;
    uint64_t mid = a1 * b0 + (low >> 32);
    uint64_t mid2 = a0 * b1 + (uint32_t)mid;
    return fs_u128_make(a1 * b1 + (mid >> 32) + (mid2 >> 32), (mid2 << 32) | (uint32_t)low);
}

/* a*b exactly. */
static inline fs_u128 fs_u128_mul(uint64_t a, uint64_t b)
{
#if FS_HAVE_INT128
    fs__native_u128 p = (fs__native_u128)a * b;
    return fs_u128_make((uint64_t)(p >> 64), (uint64_t)p);
#else
    return fs__u128_mul_portable(a, b);
#endif
}

/* a + b modulo 2^128. */
static inline fs_u128 fs_u128_add(fs_u128 a, fs_u128 b)
{
    uint64_t lo = a.lo + b.lo;
    return fs_u128_make(a.hi + b.hi + (lo < a.lo), lo);
}

/* a - b modulo 2^128. */
static inline fs_u128 fs_u128_sub(fs_u128 a, fs_u128 b)
{
    return fs_u128_make(a.hi - b.hi - (a.lo < b.lo), a.lo - b.lo);
}

/* -1, 0 or 1. */
static inline int fs_u128_cmp(fs_u128 a, fs_u128 b)
{
    if (a.hi != b.hi)
        return a.hi < b.hi ? -1 : 1;
    return (a.lo > b.lo) - (a.lo < b.lo);
}

/* Shifts by 0..127; bits that leave are lost. */
static inline fs_u128 fs_u128_shl(fs_u128 a, unsigned n)
{
    if (n == 0)
        return a;
    if (n >= 64)
        return fs_u128_make(a.lo << (n - 64), 0);
    return fs_u128_make((a.hi << n) | (a.lo >> (64 - n)), a.lo << n);
}

static inline fs_u128 fs_u128_shr(fs_u128 a, unsigned n)
{
    if (n == 0)
        return a;
    if (n >= 64)
        return fs_u128_make(0, a.hi >> (n - 64));
    return fs_u128_make(a.hi >> n, (a.lo >> n) | (a.hi << (64 - n)));
}

/* Position of the highest set bit plus one (0..128). */
static inline int fs_u128_bit_width(fs_u128 a)
{
    return a.hi ? 64 + fs_bit_width64(a.hi) : fs_bit_width64(a.lo);
}

/* floor(n / d) with *rest = n - d*floor(n / d). The quotient must fit in 64 bits, that is n.hi < d;
 * otherwise (d == 0 included) the result is UINT64_MAX and *rest is 0. */
FS_API uint64_t fs_u128_div(fs_u128 n, uint64_t d, uint64_t *rest);

/* n / d to nearest, ties up; UINT64_MAX when that does not fit or d == 0. */
FS_API uint64_t fs_u128_div_round(fs_u128 n, uint64_t d);

/* The portable division behind fs_u128_div, always present so that a test can compare the two;
 * requires n.hi < d. */
uint64_t fs__u128_div_portable(fs_u128 n, uint64_t d, uint64_t *rest);

/* ---- signed -------------------------------------------------------------------------------------- */

static inline fs_i128 fs_i128_make(int64_t hi, uint64_t lo)
{
    fs_i128 r;
    r.hi = hi;
    r.lo = lo;
    return r;
}

static inline fs_i128 fs_i128_from64(int64_t v)
{
    return fs_i128_make(v < 0 ? -1 : 0, (uint64_t)v);
}

/* a + b, a - b and -a modulo 2^128: sums of fewer than 2^62 products of int32 pairs, or of two products
 * of int64 pairs, never wrap. */
static inline fs_i128 fs_i128_add(fs_i128 a, fs_i128 b)
{
    fs_u128 r = fs_u128_add(fs_u128_make((uint64_t)a.hi, a.lo), fs_u128_make((uint64_t)b.hi, b.lo));
    return fs_i128_make((int64_t)r.hi, r.lo);
}

static inline fs_i128 fs_i128_sub(fs_i128 a, fs_i128 b)
{
    fs_u128 r = fs_u128_sub(fs_u128_make((uint64_t)a.hi, a.lo), fs_u128_make((uint64_t)b.hi, b.lo));
    return fs_i128_make((int64_t)r.hi, r.lo);
}

static inline fs_i128 fs_i128_neg(fs_i128 a)
{
    return fs_i128_sub(fs_i128_make(0, 0), a);
}

/* |a|, exact for every a. */
static inline fs_u128 fs_i128_uabs(fs_i128 a)
{
    fs_i128 r = a.hi < 0 ? fs_i128_neg(a) : a;
    return fs_u128_make((uint64_t)r.hi, r.lo);
}

/* a*b exactly. */
static inline fs_i128 fs_i128_mul(int64_t a, int64_t b)
{
#if FS_HAVE_INT128
    fs__native_u128 p = (fs__native_u128)((fs__native_i128)a * b);
    return fs_i128_make((int64_t)(uint64_t)(p >> 64), (uint64_t)p);
#else
    fs_u128 p = fs_u128_mul(fs_uabs64(a), fs_uabs64(b));
    fs_i128 r = fs_i128_make((int64_t)p.hi, p.lo);
    return (a < 0) != (b < 0) ? fs_i128_neg(r) : r;
#endif
}

/* -1, 0 or 1. */
static inline int fs_i128_cmp(fs_i128 a, fs_i128 b)
{
    if (a.hi != b.hi)
        return a.hi < b.hi ? -1 : 1;
    return (a.lo > b.lo) - (a.lo < b.lo);
}

static inline int fs_i128_sign(fs_i128 a)
{
    return a.hi < 0 ? -1 : (a.hi | (int64_t)(a.lo != 0)) != 0;
}

/* ---- rounded back to 64 bits ---------------------------------------------------------------------- */

/* mag / 2^n to nearest, ties up, n 0..127; UINT64_MAX when it does not fit. */
static inline uint64_t fs_u128_round_shift(fs_u128 mag, unsigned n)
{
    fs_u128 q = fs_u128_shr(mag, n);
    uint64_t up = n == 0 ? 0 : fs_u128_shr(mag, n - 1).lo & 1u;
    if (q.hi != 0)
        return UINT64_MAX;
    return q.lo == UINT64_MAX ? q.lo : q.lo + up;
}

/* v / 2^n, symmetric, saturated; n 0..127. */
static inline int64_t fs_i128_round_shift_sym(fs_i128 v, unsigned n)
{
    return fs_sat64_from_mag(fs_u128_round_shift(fs_i128_uabs(v), n), v.hi < 0);
}

static inline int64_t fs_i128_sat64(fs_i128 v)
{
    return fs_i128_round_shift_sym(v, 0);
}

#ifdef __cplusplus
}
#endif

#endif
