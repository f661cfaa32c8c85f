/* wide.c: division of 128-bit by 64-bit integers, and rounding divisions made from it.
 *
 * Results do not depend on whether the compiler has a 128-bit type.
 */
#include <fixstep/wide.h>

/* One half of the quotient: (a1:a0) / d for a normalised d (top bit set) and a1 < d, by the estimate and
 * correction of Knuth, The Art of Computer Programming 2, 4.3.1, algorithm D. low is the next 32-bit
 * digit of the numerator. Replaces *high by the remainder. */
static uint64_t divide_digit(uint64_t *high, uint32_t low, uint64_t d)
{
    uint64_t d1 = d >> 32, d0 = (uint32_t)d;
    uint64_t q = *high / d1;
    uint64_t rest = *high % d1;
    while (q > UINT32_MAX || q * d0 > ((rest << 32) | low)) {
        q--;
        rest += d1;
        if (rest > UINT32_MAX)
            break;
    }
    *high = ((*high << 32) | low) - q * d;
    return q;
}

uint64_t fs__u128_div_portable(fs_u128 n, uint64_t d, uint64_t *rest)
{
    FS_ASSERT(n.hi < d);
    unsigned shift = (unsigned)(64 - fs_bit_width64(d));
    fs_u128 m = fs_u128_shl(n, shift);
    uint64_t dn = d << shift;
    uint64_t high = m.hi;
    uint64_t q1 = divide_digit(&high, (uint32_t)(m.lo >> 32), dn);
    uint64_t q0 = divide_digit(&high, (uint32_t)m.lo, dn);
    *rest = high >> shift;
    return (q1 << 32) + q0;
}

uint64_t fs_u128_div(fs_u128 n, uint64_t d, uint64_t *rest)
{
    if (n.hi >= d) {
        *rest = 0;
        return UINT64_MAX;
    }
    if (n.hi == 0) {
        *rest = n.lo % d;
        return n.lo / d;
    }
#if FS_HAVE_INT128
    fs__native_u128 native = ((fs__native_u128)n.hi << 64) | n.lo;
    uint64_t q = (uint64_t)(native / d);
    *rest = n.lo - q * d;
    return q;
#else
    return fs__u128_div_portable(n, d, rest);
#endif
}

uint64_t fs_u128_div_round(fs_u128 n, uint64_t d)
{
    uint64_t rest = 0;
    uint64_t q = fs_u128_div(n, d, &rest);
    bool up = d != 0 && n.hi < d && rest >= d - rest;
    return up && q != UINT64_MAX ? q + 1 : q;
}

int64_t fs_muldiv64(int64_t a, int64_t b, int64_t c)
{
    if (a == 0 || b == 0)
        return 0;
    bool negative = ((a < 0) != (b < 0)) != (c < 0);
    fs_u128 product = fs_u128_mul(fs_uabs64(a), fs_uabs64(b));
    return fs_sat64_from_mag(fs_u128_div_round(product, fs_uabs64(c)), negative);
}
