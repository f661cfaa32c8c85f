/* joint_direct.h: the numbers of the direct solver of trees of joints; see joint_elimination.h. */
#ifndef FS_PHYSICS_JOINT_DIRECT_H
#define FS_PHYSICS_JOINT_DIRECT_H

#include "physics/joint_math.h"
#include "physics/joint_tree.h"

enum {
    FS__DIRECT_MATRIX_FRAC = 60,
    FS__DIRECT_FACTOR_FRAC = 46,
    FS__DIRECT_SOLUTION_FRAC = 36,
    FS__DIRECT_YIELD_BITS = 30 /* see joint_elimination.h */
};

/* 1/pivot = m * 2^-shift. */
struct fs__direct_pivot {
    int64_t m;
    int32_t shift;
};

static inline int64_t fs__direct_clamp(int64_t x)
{
    return fs_clamp64(x, -((int64_t)1 << 59), (int64_t)1 << 59);
}

/* A factor of at most 2^15 (Q46): six products of factors and entries stay below 2^127. */
static inline int64_t fs__direct_clamp_factor(int64_t l)
{
    return fs_clamp64(l, -((int64_t)1 << 61), (int64_t)1 << 61);
}

/* An exact sum of up to six products of a factor (Q46) and an entry, which is rounded once. */
#if FS_HAVE_INT128
typedef fs__native_i128 fs__direct_sum;
#else
typedef fs_i128 fs__direct_sum;
#endif

static inline fs__direct_sum fs__direct_no_sum(void)
{
#if FS_HAVE_INT128
    return 0;
#else
    return fs_i128_from64(0);
#endif
}

static inline void fs__direct_add_product(fs__direct_sum *sum, int64_t l, int64_t x)
{
#if FS_HAVE_INT128
    *sum += (fs__native_i128)l * x;
#else
    *sum = fs_i128_add(*sum, fs_i128_mul(l, x));
#endif
}

/* The sum in the format of the entries, symmetric, saturated. */
static inline int64_t fs__direct_round_sum(fs__direct_sum sum)
{
#if FS_HAVE_INT128
    fs__native_i128 q = (sum + ((int64_t)1 << (FS__DIRECT_FACTOR_FRAC - 1)) - (sum < 0)) >> FS__DIRECT_FACTOR_FRAC;
    int64_t low = (int64_t)q;
    return low == q ? low : q < 0 ? INT64_MIN : INT64_MAX;
#else
    return fs_i128_round_shift_sym(sum, FS__DIRECT_FACTOR_FRAC);
#endif
}

#endif
