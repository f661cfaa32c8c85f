/* sqrt.c: square roots and reciprocal square roots with stated rounding.
 *
 * Floor roots start from the reciprocal root and are corrected by comparing squares, so that they are exact for every
 * input, independent of the error of the approximation. No floating-point root is used: its last bit depends on the compiler.
 */
#include "num/sqrt.h"

/* 2^15 / sqrt((b + 1/2) / 256) for b = 64..255, the top byte of a number in [2^62, 2^64). */
static const uint16_t rsqrt_table[192] = {
    65281, 64781, 64292, 63814, 63347, 62889, 62442, 62004, 61575, 61154, 60742, 60339, 59943, 59555, 59175, 58801,
    58435, 58075, 57722, 57376, 57035, 56700, 56372, 56049, 55731, 55419, 55112, 54810, 54513, 54221, 53933, 53650,
    53371, 53097, 52826, 52560, 52298, 52040, 51785, 51535, 51288, 51044, 50804, 50567, 50333, 50103, 49876, 49652,
    49430, 49212, 48997, 48784, 48574, 48367, 48163, 47961, 47761, 47564, 47370, 47178, 46988, 46800, 46615, 46432,
    46251, 46072, 45895, 45720, 45547, 45376, 45207, 45040, 44875, 44711, 44550, 44390, 44232, 44075, 43920, 43767,
    43615, 43465, 43316, 43169, 43024, 42879, 42737, 42595, 42456, 42317, 42180, 42044, 41910, 41776, 41644, 41514,
    41384, 41256, 41129, 41003, 40878, 40754, 40631, 40510, 40390, 40270, 40152, 40035, 39919, 39803, 39689, 39576,
    39464, 39352, 39242, 39133, 39024, 38916, 38810, 38704, 38599, 38494, 38391, 38289, 38187, 38086, 37986, 37887,
    37788, 37690, 37593, 37497, 37401, 37307, 37213, 37119, 37027, 36935, 36843, 36753, 36663, 36573, 36485, 36397,
    36309, 36222, 36136, 36051, 35966, 35882, 35798, 35715, 35632, 35550, 35469, 35388, 35307, 35228, 35148, 35070,
    34991, 34914, 34837, 34760, 34684, 34608, 34533, 34458, 34384, 34310, 34237, 34164, 34092, 34020, 33949, 33878,
    33807, 33737, 33668, 33599, 33530, 33461, 33393, 33326, 33259, 33192, 33126, 33060, 32994, 32929, 32864, 32800,
};

/* From the table: 8 bits; one Newton step: 15 bits, never above the true value because its products are
 * rounded up; one step of third order (y + y*r/2 + 3*y*r^2/8 with r = 1 - m*y^2): 44 bits, rounded. */
uint64_t fs__rsqrt_norm(uint64_t m)
{
    uint64_t y0 = rsqrt_table[(m >> 56) - 64];
    uint64_t t = (((m >> 32) * (y0 * y0)) >> 32) + 2;
    uint64_t y = fs_min_u64((y0 * (((uint64_t)3 << 30) - t)) >> 15, UINT32_MAX);
    uint64_t r = ((uint64_t)1 << 62) - fs_u128_mul(m, y * y).hi - 1;
    uint64_t r32 = r >> 30;
    uint64_t correction = (r >> 19) + ((3 * r32 * r32) >> 23);
    return y + ((y * correction + ((uint64_t)1 << 43)) >> 44);
}

/* The floor root of n in [2^62, 2^64): n times its reciprocal root, which is off by a unit or two of 32 bits, then exact
 * comparisons. */
static uint64_t root_of_normalised(uint64_t n)
{
    uint64_t u = fs_u128_shr(fs_u128_mul(n, fs__rsqrt_norm(n)), 63).lo;
    u = fs_min_u64(u, UINT32_MAX);
    while (u * u > n)
        u--;
    while (u < UINT32_MAX && (u + 1) * (u + 1) <= n)
        u++;
    return u;
}

uint32_t fs_isqrt64(uint64_t n)
{
    if (n == 0)
        return 0;
    unsigned half = (unsigned)(64 - fs_bit_width64(n)) / 2;
    return (uint32_t)(root_of_normalised(n << (2 * half)) >> half);
}

/* n > r^2 + r means that n exceeds (r + 1/2)^2, because n is an integer. */
uint64_t fs_isqrt64_round(uint64_t n)
{
    uint64_t r = fs_isqrt64(n);
    return n - r * r > r ? r + 1 : r;
}

static fs_u128 square(uint64_t r)
{
    return fs_u128_mul(r, r);
}

/* The floor root of n in [2^126, 2^128): one Newton step from the root of the upper half, off by at most a
 * few units, then exact comparisons. */
static uint64_t root_of_normalised128(fs_u128 n)
{
    uint64_t rest = 0;
    uint64_t u = root_of_normalised(n.hi);
    uint64_t q = fs_u128_div(fs_u128_shr(n, 33), u, &rest);
    uint64_t r = (u << 31) + q;
    if (r < q)
        r = UINT64_MAX;
    while (fs_u128_cmp(square(r), n) > 0)
        r--;
    while (r < UINT64_MAX && fs_u128_cmp(square(r + 1), n) <= 0)
        r++;
    return r;
}

uint64_t fs_isqrt128(fs_u128 n)
{
    if (n.hi == 0)
        return fs_isqrt64(n.lo);
    unsigned half = (unsigned)(128 - fs_u128_bit_width(n)) / 2;
    return root_of_normalised128(fs_u128_shl(n, 2 * half)) >> half;
}

uint64_t fs_isqrt128_round(fs_u128 n)
{
    uint64_t r = fs_isqrt128(n);
    fs_u128 rest = fs_u128_sub(n, square(r));
    bool up = rest.hi != 0 || rest.lo > r;
    return up && r != UINT64_MAX ? r + 1 : r;
}

fs_wide fs_wide_sqrt(fs_wide v)
{
    if (v <= 0)
        return 0;
    return (fs_wide)fs_isqrt128_round(fs_u128_shl(fs_u128_make(0, (uint64_t)v), FS_WIDE_FRAC));
}

fix16_t fs_fix16_sqrt(fix16_t v)
{
    return v <= 0 ? 0 : (fix16_t)fs_isqrt64_round((uint64_t)v << FS_FIX16_FRAC);
}

/* floor(2^98 / d) for d >= 1, by two divisions of 64-bit digits. */
static fs_u128 quotient_of_2_98(uint64_t d)
{
    uint64_t rest = 0;
    fs_u128 top = fs_u128_make(0, (uint64_t)1 << 34);
    uint64_t hi = fs_u128_div(top, d, &rest);
    return fs_u128_make(hi, fs_u128_div(fs_u128_make(rest, 0), d, &rest));
}

/* 2^48/sqrt(v) is wanted; k = floor(2 * that) = floor(sqrt(2^98/v)), and (k+1)/2 is the nearest. */
fs_wide fs_wide_rsqrt(fs_wide v)
{
    if (v <= 0)
        return FS_WIDE_MAX;
    return (fs_wide)((fs_isqrt128(quotient_of_2_98((uint64_t)v)) + 1) >> 1);
}

/* The components are first scaled by a common power of two so that the largest has 31 bits; a sum of four
 * such squares still fits in 64 bits. */
bool fs__normalise(const int64_t *v, int n, fs_unit *out)
{
    uint64_t largest = 0, sum = 0;
    int64_t c[4];
    for (int i = 0; i < n; i++)
        largest = fs_max_u64(largest, fs_uabs64(v[i]));
    int shift = fs_bit_width64(largest) - 31;
    for (int i = 0; i < n; i++) {
        c[i] = shift <= 0 ? v[i] * ((int64_t)1 << -shift) : fs_round_shift64_sym(v[i], (unsigned)shift);
        c[i] = fs_clamp64(c[i], -INT32_MAX, INT32_MAX);
        sum += (uint64_t)(c[i] * c[i]);
    }
    unsigned half = (unsigned)(64 - fs_bit_width64(sum)) / 2;
    int64_t y = largest ? (int64_t)fs__rsqrt_norm(sum << (2 * half)) : 0;
    for (int i = 0; i < n; i++)
        out[i] = (fs_unit)fs_round_shift64_sym(c[i] * y, 33 - half);
    return largest != 0;
}
