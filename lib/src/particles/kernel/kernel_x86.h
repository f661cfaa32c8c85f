/* kernel_x86.h: constants of the x86 kernels, and the preconditions of their fast loops.
 *
 * The instruction sets are enabled per function, so the files compile with any flags and
 * none of their functions may run before kernel.c has checked the processor. Every kernel equals the scalar one bit for
 * bit; rare cases (a position near the end of its range, a velocity near its limit) are detected before anything is
 * written and left to the scalar kernel.
 *
 * Positions and velocities are read as flat arrays x y z x y z ...: the arithmetic of an
 * axis does not depend on which axis it is, except for the increment, whose pattern repeats
 * after 3 vectors.
 */
#ifndef FS_PARTICLES_KERNEL_X86_H
#define FS_PARTICLES_KERNEL_X86_H

#include <immintrin.h>

#include "particles/kernel/kernel.h"

_Static_assert(sizeof(fs_pos3) == 3 * sizeof(fs_pos) && sizeof(fs_vel3) == 3 * sizeof(fs_vel), "flat columns");

/* Parts of a loop must be inlined, also where the optimiser finds them too large. */
#define FS__TARGET_INLINE(features) __attribute__((target(features), always_inline)) static inline

/* The factor is split at bit 31, where both parts are positive in 32 bits. Biases keep all
 * sums positive, so that logical shifts can be used; they are multiples of the bits shifted out and are subtracted at
 * the end. */
enum { FS__FACTOR_SPLIT_BITS = 31, FS__LOW_BIAS_BITS = 62, FS__HIGH_BIAS_BITS = 60 };

struct fs__position_kernel_constants {
    int64_t low, high, low_add, high_add, bias;
    int shift;
};

static inline struct fs__position_kernel_constants fs__position_kernel_constants(
    const struct fs__position_kernel_params *d)
{
    struct fs__position_kernel_constants c;
    c.low = (int64_t)(d->factor & (((uint64_t)1 << FS__FACTOR_SPLIT_BITS) - 1));
    c.high = (int64_t)(d->factor >> FS__FACTOR_SPLIT_BITS);
    c.low_add = ((int64_t)1 << FS__LOW_BIAS_BITS) + ((int64_t)1 << (d->shift - 1));
    c.high_add = ((int64_t)1 << FS__HIGH_BIAS_BITS) - ((int64_t)1 << (FS__LOW_BIAS_BITS - FS__FACTOR_SPLIT_BITS));
    c.shift = d->shift - FS__FACTOR_SPLIT_BITS;
    c.bias = (int64_t)1 << (FS__HIGH_BIAS_BITS - c.shift);
    return c;
}

/* Adding this sets the sign bit of every position outside +-2^62 raw; inside, no step can
 * leave the format. */
#define FS__POS_GUARD ((int64_t)1 << 62)

/* The fast velocity loop omits the clamp of +-512 m/s: with an increment of at most 32 m/s and a damping factor of at
 * least 3/4, a velocity beyond the clamp, and a sum that wraps, both end above 2^29 raw and
 * so among the long ones. Four times a factor below ONE fits 32 unsigned bits; ONE itself is
 * handled separately. */
static inline bool fs__velocity_kernel_is_fast(const struct fs__velocity_kernel_params *k)
{
    uint32_t most = 32 * FS_VEL_ONE;
    bool increment = fs_uabs32(k->delta_velocity.x) <= most && fs_uabs32(k->delta_velocity.y) <= most &&
                     fs_uabs32(k->delta_velocity.z) <= most;
    return increment && k->damping_factor >= FS_UNIT_ONE / 4 * 3;
}

/* The precise test of a velocity with a long axis: with a = floor(|v| / 2^15) for each axis,
 * the sum of (a + 1)^2 is above |v|^2 / 2^30, so a sum of at most floor(max / 2^15)^2 proves
 * the limit; only the last few cm/s below the limit fail the test. A velocity inside the clamp plus a small increment
 * keeps the sum below 2^32. */
enum { FS__COARSE_BITS = 15 };

static inline int32_t fs__speed_limit_coarse_sq(fs_vel max)
{
    return (max >> FS__COARSE_BITS) * (max >> FS__COARSE_BITS);
}

/* The increments of `lanes` flat components from component 0 on. */
static inline void fs__delta_velocity_pattern(const struct fs__velocity_kernel_params *k, int32_t *out, unsigned lanes)
{
    const int32_t increment[3] = { k->delta_velocity.x, k->delta_velocity.y, k->delta_velocity.z };
    for (unsigned i = 0; i < lanes; i++)
        out[i] = increment[i % 3];
}

#endif
