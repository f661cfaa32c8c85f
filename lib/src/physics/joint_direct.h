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

/* l x for a factor l (Q46), clamped; and exact, saturated. */
static inline int64_t fs__direct_clamped_product(int64_t l, int64_t x)
{
    int64_t product;
    if (fs__joint_multiply(l, x, FS__DIRECT_FACTOR_FRAC, 59, &product))
        return product;
    return fs__direct_clamp(fs_mul64(l, x, FS__DIRECT_FACTOR_FRAC));
}

static inline int64_t fs__direct_product(int64_t l, int64_t x)
{
    int64_t product;
    if (fs__joint_multiply(l, x, FS__DIRECT_FACTOR_FRAC, 62, &product))
        return product;
    return fs_mul64(l, x, FS__DIRECT_FACTOR_FRAC);
}

#endif
