/* wide.h: arithmetic on Q32.32 (fs_wide, fs_pos) and exact 64-bit products and quotients.
 *
 * Every product is formed exactly in 128 bits and rounded once, symmetrically; every result saturates.
 * This file must never be needed inside a solver iteration: those use int32 operands.
 */
#ifndef FIXSTEP_WIDE_H
#define FIXSTEP_WIDE_H

#include <fixstep/int128.h>

#ifdef __cplusplus
extern "C" {
#endif

/* a*b as integers, saturated. */
static inline int64_t fs_sat64_mul(int64_t a, int64_t b)
{
    fs_u128 p = fs_u128_mul(fs_uabs64(a), fs_uabs64(b));
    return fs_sat64_from_mag(p.hi ? UINT64_MAX : p.lo, (a < 0) != (b < 0));
}

/* fs_mul64() without a 128-bit type of the compiler. */
static inline int64_t fs__mul64_portable(int64_t a, int64_t b, unsigned shift)
{
    fs_u128 p = fs_u128_mul(fs_uabs64(a), fs_uabs64(b));
    return fs_sat64_from_mag(fs_u128_round_shift(p, shift), (a < 0) != (b < 0));
}

/* a*b / 2^shift, symmetric, saturated; shift 0..127. For products of mixed formats. Compilers with a 128-bit type (gcc, clang)
 * define a right shift of a negative number as arithmetic: it rounds down. */
static inline int64_t fs_mul64(int64_t a, int64_t b, unsigned shift)
{
#if FS_HAVE_INT128
    if (shift >= 1 && shift <= 126) { /* the sum with half a step stays below 2^127 */
        fs__native_i128 p = (fs__native_i128)a * b;
        fs__native_i128 q = (p + ((fs__native_i128)1 << (shift - 1)) - (p < 0)) >> shift;
        int64_t low = (int64_t)q;
        return low == q ? low : q < 0 ? INT64_MIN : INT64_MAX;
    }
#endif
    return fs__mul64_portable(a, b, shift);
}

/* a*b in Q32.32, symmetric, saturated. */
static inline fs_wide fs_wide_mul(fs_wide a, fs_wide b)
{
    return fs_mul64(a, b, FS_WIDE_FRAC);
}

/* a*b / c, nearest, ties away from zero, saturated. c == 0 gives 0 for a*b == 0, else the extreme with
 * the sign of a*b. */
FS_API int64_t fs_muldiv64(int64_t a, int64_t b, int64_t c);

/* a / b in Q32.32, nearest, ties away from zero, saturated. a/0 gives the extreme with the sign of a;
 * 0/0 is 0. */
static inline fs_wide fs_wide_div(fs_wide a, fs_wide b)
{
    return fs_muldiv64(a, FS_WIDE_ONE, b);
}

static inline fs_wide fs_wide_add(fs_wide a, fs_wide b)
{
    return fs_sat64_add(a, b);
}
static inline fs_wide fs_wide_sub(fs_wide a, fs_wide b)
{
    return fs_sat64_sub(a, b);
}

#ifdef __cplusplus
}
#endif

#endif
