/* scaled.c: numbers with an exponent of their own: 1/m and 1/I at full precision for masses of any magnitude.
 *
 * Every operation forms an exact (or sticky) 64-bit mantissa and rounds it once in fs_scaled_make.
 * Every returned mantissa is normalised.
 */
#include <fixstep/convert.h>

static fs_scaled scaled(int32_t m, int32_t e)
{
    fs_scaled s;
    s.m = m;
    s.e = e;
    return s;
}

/* The result for a normalised mantissa and an exponent that may lie outside the allowed range. */
static fs_scaled limit_exponent(uint32_t mag, int64_t e, bool negative)
{
    if (e < -FS_SCALED_E_MAX)
        return scaled(0, 0);
    if (e > FS_SCALED_E_MAX) {
        mag = INT32_MAX;
        e = FS_SCALED_E_MAX;
    }
    return scaled(negative ? -(int32_t)mag : (int32_t)mag, (int32_t)e);
}

static fs_scaled normalise(uint64_t mag, int64_t e, bool negative)
{
    if (mag == 0)
        return scaled(0, 0);
    int shift = fs_bit_width64(mag) - 31;
    uint64_t m = shift <= 0 ? mag << -shift : fs_u128_round_shift(fs_u128_make(0, mag), (unsigned)shift);
    if (m >> 31) {
        m >>= 1;
        shift++;
    }
    return limit_exponent((uint32_t)m, e + shift, negative);
}

fs_scaled fs_scaled_make(int64_t m, int32_t e)
{
    return normalise(fs_uabs64(m), e, m < 0);
}

fs_scaled fs_scaled_inverse(fs_scaled s)
{
    if (s.m == 0)
        return s;
    /* 2^61 / [2^30, 2^31) lies in (2^30, 2^31], so the quotient is already rounded to 31 bits. */
    uint64_t q = fs_u128_div_round(fs_u128_make(0, (uint64_t)1 << 61), fs_uabs32(s.m));
    return normalise(q, -(int64_t)s.e - 61, s.m < 0);
}

fs_scaled fs_scaled_inverse_wide(fs_wide v)
{
    if (v == 0)
        return scaled(0, 0);
    unsigned shift = (unsigned)(64 - fs_bit_width64(fs_uabs64(v)));
    uint64_t m = fs_uabs64(v) << shift;
    /* 2^94 / [2^63, 2^64) lies in (2^30, 2^31]. */
    uint64_t q = fs_u128_div_round(fs_u128_shl(fs_u128_make(0, 1), 94), m);
    return normalise(q, (int64_t)shift + FS_WIDE_FRAC - 94, v < 0);
}

fs_scaled fs_scaled_mul(fs_scaled a, fs_scaled b)
{
    int64_t m = (int64_t)a.m * b.m;
    return normalise(fs_uabs64(m), (int64_t)a.e + b.e, m < 0);
}

fs_scaled fs_scaled_div(fs_scaled a, fs_scaled b)
{
    if (a.m == 0 || b.m == 0)
        return scaled(0, 0);
    uint32_t n = fs_uabs32(a.m), d = fs_uabs32(b.m);
    unsigned shift = n >= d ? 30 : 31; /* puts the quotient into [2^30, 2^31] */
    uint64_t q = fs_u128_div_round(fs_u128_make(0, (uint64_t)n << shift), d);
    return normalise(q, (int64_t)a.e - b.e - shift, (a.m < 0) != (b.m < 0));
}

/* floor(v / 2^n) with the lowest bit set when a 1 bit was shifted out (sticky bit), so that the later rounding
 * still knows on which side of a tie the exact value lies. */
static int64_t shift_sticky(int64_t v, int64_t n)
{
    if (n > 62)
        return v == 0 ? 0 : (v < 0 ? -1 : 1);
    int64_t q = fs_asr64(v, (unsigned)n);
    bool lost = (uint64_t)q << n != (uint64_t)v;
    return lost ? q | 1 : q;
}

fs_scaled fs_scaled_add(fs_scaled a, fs_scaled b)
{
    if (a.m == 0)
        return b;
    if (b.m == 0)
        return a;
    if (a.e < b.e) {
        fs_scaled t = a;
        a = b;
        b = t;
    }
    int64_t unit = (int64_t)1 << 30; /* guard bits */
    int64_t sum = a.m * unit + shift_sticky(b.m * unit, (int64_t)a.e - b.e);
    return normalise(fs_uabs64(sum), (int64_t)a.e - 30, sum < 0);
}

int fs_scaled_cmp(fs_scaled a, fs_scaled b)
{
    int sa = fs_sign32(a.m), sb = fs_sign32(b.m);
    if (sa != sb)
        return sa < sb ? -1 : 1;
    if (a.e != b.e && sa != 0)
        return (a.e < b.e) == (sa > 0) ? -1 : 1;
    return (a.m > b.m) - (a.m < b.m);
}

int64_t fs_scaled_to_q(fs_scaled s, unsigned frac)
{
    FS_ASSERT(frac <= 62);
    return fs_scaled_apply(scaled(s.m, s.e), (int64_t)1 << frac);
}

int64_t fs_scaled_apply(fs_scaled s, int64_t v)
{
    fs_u128 p = fs_u128_mul(fs_uabs32(s.m), fs_uabs64(v));
    bool negative = (s.m < 0) != (v < 0);
    if (s.e <= 0)
        return fs_sat64_from_mag(s.e < -127 ? 0 : fs_u128_round_shift(p, (unsigned)-s.e), negative);
    bool fits = fs_u128_bit_width(p) + (int64_t)s.e <= 64;
    if (p.hi == 0 && p.lo == 0)
        return 0;
    return fs_sat64_from_mag(fits ? p.lo << s.e : UINT64_MAX, negative);
}
