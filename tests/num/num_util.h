/* num_util.h: inputs and exact references for the tests of the arithmetic.
 *
 * Inputs come from a fixed sequence that often contains the extreme values of the integer formats. References are
 * formed in the compiler's 128-bit type and rounded by definition, not by the code under test.
 */
#ifndef FS_NUM_UTIL_H
#define FS_NUM_UTIL_H

#include <fixstep/num.h>

#include "support/check_main.h"

#define HOLDS(cond) ck_assert(cond)
#define SAME(a, b)                                                                          \
    do {                                                                                    \
        int64_t same_a = (int64_t)(a), same_b = (int64_t)(b);                               \
        if (same_a != same_b)                                                               \
            ck_abort_msg("%s is %lld, not %lld", #a, (long long)same_a, (long long)same_b); \
    } while (0)

typedef struct {
    uint64_t s;
} test_rng;

static inline uint64_t test_bits(test_rng *r)
{
    uint64_t z = r->s += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

/* Any size, any sign; every fifth number is an extreme value or next to one. */
static inline int64_t test_i64(test_rng *r)
{
    static const int64_t edges[] = {
        0, INT64_MAX, INT64_MIN, INT32_MAX, INT32_MIN, INT64_C(1) << 32, INT64_C(1) << 62
    };
    uint64_t how = test_bits(r);
    uint64_t raw = test_bits(r) >> (how >> 8 & 63);
    if (how % 5 != 0)
        return how >> 20 & 1 ? (int64_t)raw : (int64_t)~raw;
    int64_t edge = edges[(how >> 24) % 7];
    int64_t step = (int64_t)(how >> 40) % 3 - 1;
    return fs_clamp64(edge, INT64_MIN + 1, INT64_MAX - 1) + (edge == INT64_MIN && step == 0 ? -1 : step);
}

static inline int32_t test_i32(test_rng *r)
{
    uint64_t how = test_bits(r);
    uint32_t raw = (uint32_t)test_bits(r) >> (how >> 8 & 31);
    if (how % 7 == 0)
        return how >> 16 & 1 ? INT32_MIN : INT32_MAX;
    return how >> 20 & 1 ? (int32_t)raw : (int32_t)~raw;
}

/* The exact references need a compiler with a 128-bit type; the library does not. Tests that use them are
 * left out where there is none (tests/num/local.mk); the fingerprint and the golden hashes are checked everywhere. */
#ifdef __SIZEOF_INT128__
__extension__ typedef __int128 i128;
__extension__ typedef unsigned __int128 u128;

static inline int64_t ref_sat64(i128 v)
{
    return v > INT64_MAX ? INT64_MAX : (v < INT64_MIN ? INT64_MIN : (int64_t)v);
}
static inline int32_t ref_sat32(i128 v)
{
    return v > INT32_MAX ? INT32_MAX : (v < INT32_MIN ? INT32_MIN : (int32_t)v);
}

static inline i128 ref_floor_div(i128 n, i128 d)
{
    i128 q = n / d;
    return n % d != 0 && (n < 0) != (d < 0) ? q - 1 : q;
}

/* n / d to nearest, ties away from zero. */
static inline i128 ref_div_sym(i128 n, i128 d)
{
    i128 q = n / d, rest = n % d;
    i128 rest_mag = rest < 0 ? -rest : rest, d_mag = d < 0 ? -d : d;
    if (rest_mag < d_mag - rest_mag)
        return q;
    return (n < 0) != (d < 0) ? q - 1 : q + 1;
}

/* n / 2^shift to nearest, ties up; shift 0..62. */
static inline i128 ref_shift_up(i128 n, unsigned shift)
{
    i128 unit = (i128)1 << shift;
    return shift == 0 ? n : ref_floor_div(n + unit / 2, unit);
}
#endif

#endif
