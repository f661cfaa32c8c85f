/* convert.h: conversions between all fixed-point formats, ratios, and numbers with an own exponent (fs_scaled).
 *
 * Every conversion rounds symmetrically and saturates; none can fail. Names are fs_<to>_from_<from>, for
 * to and from in pos, wide, rel, unit, vel, alpha, fix16; also from_int and from_ratio.
 * This file must never be used to reinterpret raw bits: it converts values.
 */
#ifndef FIXSTEP_CONVERT_H
#define FIXSTEP_CONVERT_H

#include <fixstep/wide.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The value of raw v with `from` fraction bits, in a format with `to` fraction bits (both 0..62):
 * symmetric, saturated to int64. */
static inline int64_t fs_requantise(int64_t v, unsigned from, unsigned to)
{
    if (from >= to)
        return fs_round_shift64_sym(v, from - to);
    uint64_t limit = (uint64_t)INT64_MAX >> (to - from);
    uint64_t mag = fs_uabs64(v);
    return fs_sat64_from_mag(mag > limit ? UINT64_MAX : mag << (to - from), v < 0);
}

#define FS__CONVERT64(to, to_type, to_frac, from, from_type, from_frac) \
    static inline to_type fs_##to##_from_##from(from_type v)            \
    {                                                                   \
        return fs_requantise(v, from_frac, to_frac);                    \
    }
#define FS__CONVERT32(to, to_type, to_frac, from, from_type, from_frac) \
    static inline to_type fs_##to##_from_##from(from_type v)            \
    {                                                                   \
        return fs_sat32(fs_requantise(v, from_frac, to_frac));          \
    }

/* num/den: nearest, ties away from zero, saturated; x/0 gives the extreme with the sign of x, 0/0 is 0. */
#define FS__FROM_RATIO64(to, to_type, to_frac)                           \
    static inline to_type fs_##to##_from_ratio(int64_t num, int64_t den) \
    {                                                                    \
        return fs_muldiv64(num, (int64_t)1 << (to_frac), den);           \
    }
#define FS__FROM_RATIO32(to, to_type, to_frac)                           \
    static inline to_type fs_##to##_from_ratio(int64_t num, int64_t den) \
    {                                                                    \
        return fs_sat32(fs_muldiv64(num, (int64_t)1 << (to_frac), den)); \
    }

/* One line per target format; the conversion of a format to itself is there because a list without
 * exceptions is easier to check, and costs nothing. */
#define FS__CONVERT_TO(size, to, to_type, to_frac)                                                      \
    FS__CONVERT##size(to, to_type, to_frac, int, int32_t, 0)                                            \
        FS__CONVERT##size(to, to_type, to_frac, fix16, fix16_t, FS_FIX16_FRAC)                          \
            FS__CONVERT##size(to, to_type, to_frac, pos, fs_pos, FS_POS_FRAC)                           \
                FS__CONVERT##size(to, to_type, to_frac, wide, fs_wide, FS_WIDE_FRAC)                    \
                    FS__CONVERT##size(to, to_type, to_frac, rel, fs_rel, FS_REL_FRAC)                   \
                        FS__CONVERT##size(to, to_type, to_frac, unit, fs_unit, FS_UNIT_FRAC)            \
                            FS__CONVERT##size(to, to_type, to_frac, vel, fs_vel, FS_VEL_FRAC)           \
                                FS__CONVERT##size(to, to_type, to_frac, alpha, fs_alpha, FS_ALPHA_FRAC) \
                                    FS__FROM_RATIO##size(to, to_type, to_frac)

FS__CONVERT_TO(64, pos, fs_pos, FS_POS_FRAC)
FS__CONVERT_TO(64, wide, fs_wide, FS_WIDE_FRAC)
FS__CONVERT_TO(32, rel, fs_rel, FS_REL_FRAC)
FS__CONVERT_TO(32, unit, fs_unit, FS_UNIT_FRAC)
FS__CONVERT_TO(32, vel, fs_vel, FS_VEL_FRAC)
FS__CONVERT_TO(32, alpha, fs_alpha, FS_ALPHA_FRAC)
FS__CONVERT_TO(32, fix16, fix16_t, FS_FIX16_FRAC)

/* ---- numbers with an own exponent ----------------------------------------------------------------- */

/* The exponent stays within +-FS_SCALED_E_MAX: above, the largest mantissa is kept; below, the value is 0. */
#define FS_SCALED_E_MAX (1 << 20)

/* m * 2^e, the mantissa rounded symmetrically to 31 bits (relative error at most 2^-31). */
FS_API fs_scaled fs_scaled_make(int64_t m, int32_t e);

/* 1/s, nearest (relative error at most 2^-31). 1/0 is defined as 0: an infinite mass has no inverse
 * and does not move. */
FS_API fs_scaled fs_scaled_inverse(fs_scaled s);

/* a*b, a+b and a/b, rounded once; a/0 is 0. */
FS_API fs_scaled fs_scaled_mul(fs_scaled a, fs_scaled b);
FS_API fs_scaled fs_scaled_add(fs_scaled a, fs_scaled b);
FS_API fs_scaled fs_scaled_div(fs_scaled a, fs_scaled b);

/* -1, 0 or 1. */
FS_API int fs_scaled_cmp(fs_scaled a, fs_scaled b);
/* Whether two results of these functions are the same number. */
static inline bool fs_scaled_equal(fs_scaled a, fs_scaled b)
{
    return a.m == b.m && a.e == b.e;
}

/* The value with `frac` fraction bits (0..62), symmetric, saturated. */
FS_API int64_t fs_scaled_to_q(fs_scaled s, unsigned frac);

/* v * s, where v has any format and the result has the same one: symmetric, saturated, one rounding. */
FS_API int64_t fs_scaled_apply(fs_scaled s, int64_t v);

static inline fs_scaled fs_scaled_from_wide(fs_wide v)
{
    return fs_scaled_make(v, -FS_WIDE_FRAC);
}
static inline fs_wide fs_wide_from_scaled(fs_scaled s)
{
    return fs_scaled_to_q(s, FS_WIDE_FRAC);
}
static inline fs_unit fs_unit_from_scaled(fs_scaled s)
{
    return fs_sat32(fs_scaled_to_q(s, FS_UNIT_FRAC));
}
static inline fs_alpha fs_alpha_from_scaled(fs_scaled s)
{
    return fs_sat32(fs_scaled_to_q(s, FS_ALPHA_FRAC));
}
static inline fs_vel fs_vel_from_scaled(fs_scaled s)
{
    return fs_sat32(fs_scaled_to_q(s, FS_VEL_FRAC));
}

/* 1/v of a Q32.32 mass or inertia, from all 64 bits of v. 0 for v == 0. */
FS_API fs_scaled fs_scaled_inverse_wide(fs_wide v);

#ifdef __cplusplus
}
#endif

#endif
