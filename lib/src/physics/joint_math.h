/* joint_math.h: the arithmetic of joint impulses: velocities in Q32 whose products keep their digits, and velocities whose
 * rounding is carried on.
 *
 * Impulses are velocities (m/s, rad/s; Q32.32, limited to FS__JOINT_MAX_IMPULSE), so nothing depends on the scene's
 * kilograms. This file must never hold values that outlive a tick.
 */
#ifndef FS_PHYSICS_JOINT_MATH_H
#define FS_PHYSICS_JOINT_MATH_H

#include <stdbool.h>
#include <fixstep/convert.h>

#define FS__JOINT_MAX_IMPULSE ((int64_t)1 << 56)

/* Changes of velocities have this many bits more than impulses (Q40): the share of a body of a million times the
 * other's mass is then exact within 0.1 % at 1e-6 m/s^2. */
enum { FS__JOINT_FINE_BITS = 8 };

/* A number m * 2^-shift, 2 <= shift <= 94. */
struct fs__joint_factor {
    int32_t m;
    int32_t shift;
};

static inline fs_scaled fs__scaled_negate(fs_scaled s)
{
    return (fs_scaled){ -s.m, s.e };
}

/* *product = fs_mul64(a, b, shift) and true where |a * b| is below 2^(shift + bits), in fewer instructions; false otherwise, and
 * where the compiler has no 128-bit type: the caller then takes fs_mul64(). 1 <= shift, bits <= 62, 64 <= shift + bits <= 126. */
static inline bool fs__joint_multiply(int64_t a, int64_t b, unsigned shift, unsigned bits, int64_t *product)
{
#if FS_HAVE_INT128
    fs__native_i128 p = (fs__native_i128)a * b;
    int64_t high = (int64_t)(p >> 64);
    uint64_t half = ((uint64_t)1 << (shift - 1)) - (high < 0);
    *product = (int64_t)((p + half) >> shift);
    return (uint64_t)high + ((uint64_t)1 << (shift + bits - 64)) < (uint64_t)1 << (shift + bits - 63);
#else
    (void)a, (void)b, (void)shift, (void)bits;
    *product = 0;
    return false;
#endif
}

/* a * b / 2^shift, symmetric, for |a| < 2^60 and 2 <= shift <= 94; saturates at 2^61. */
static inline int64_t fs__joint_mul(int64_t a, int32_t b, unsigned shift)
{
    int64_t product;
    FS_ASSERT(shift >= 2 && shift <= 94);
    if (shift >= 3 && shift <= 64 && fs__joint_multiply(a, b, shift, 61, &product))
        return product;
    return fs_clamp64(fs_mul64(a, b, shift), -((int64_t)1 << 61), (int64_t)1 << 61);
}

static inline int64_t fs__joint_apply_factor(struct fs__joint_factor f, int64_t a)
{
    return fs__joint_mul(a, f.m, (unsigned)f.shift);
}

static inline int64_t fs__joint_clamp_impulse(int64_t p)
{
    return fs_clamp64(p, -FS__JOINT_MAX_IMPULSE, FS__JOINT_MAX_IMPULSE);
}

/* The same times 2^8, saturated: changes of velocities are Q40. */
static inline int64_t fs__joint_velocity_change(struct fs__joint_factor f, int64_t a)
{
    if (f.shift >= 2 + FS__JOINT_FINE_BITS)
        return fs__joint_mul(a, f.m, (unsigned)(f.shift - FS__JOINT_FINE_BITS));
    int64_t bound = (int64_t)1 << (61 - FS__JOINT_FINE_BITS);
    return fs_clamp64(fs__joint_apply_factor(f, a), -bound, bound) * (1 << FS__JOINT_FINE_BITS);
}

/* The square root of s >= 0. */
fs_scaled fs__joint_root_of_scaled(fs_scaled s);

/* s as a factor; values beyond the format saturate. */
struct fs__joint_factor fs__joint_factor_from_scaled(fs_scaled s);

/* *v += change (Q40), rounded together with the residual of earlier roundings (Q40), which is updated. */
static inline void fs__joint_add_velocity(fs_vel *v, int64_t change, int32_t *residual)
{
    const unsigned more = FS_WIDE_FRAC + FS__JOINT_FINE_BITS - FS_VEL_FRAC;
    int64_t exact = change + *residual;
    int64_t step = fs_round_shift64_sym(exact, more);
    *residual = (int32_t)(exact - step * ((int64_t)1 << more));
    *v = fs_sat32(*v + step);
}

#endif
