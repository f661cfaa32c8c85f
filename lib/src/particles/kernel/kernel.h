/* kernel.h: the two loops over flat columns that integrate particles, in several instruction sets.
 *
 * All kernels give the same bits. The kernel is chosen per call from the features of the processor; nothing is kept
 * between calls. A kernel moves every row that it is given; its caller selects the movable ones.
 */
#ifndef FS_PARTICLES_KERNEL_H
#define FS_PARTICLES_KERNEL_H

#include <stdbool.h>
#include <fixstep/vec.h>

/* p += v / hz, rounded symmetrically, as fs_pos_advance(). The quotient v 2^11 / hz is
 * floor((v factor + 2^(shift-1)) / 2^shift): with shift = 33 + bits(hz) the error of the
 * factor, below 1, stays under 1/(4 hz) of a step. An exact quotient is a multiple of 1/hz;
 * below 2^12 Hz none is a tie, so each is at least 1/(2 hz) away from one, and to nearest
 * is symmetric by itself. */
struct fs__position_kernel_params {
    uint64_t factor;
    uint32_t hz;
    uint8_t shift;
    bool fast; /* the factor is valid: 1 <= hz < 2^12 */
    /* For 52-bit products (kernel_avx512.c), up to FS__PRODUCT52_MAX_HZ: 2^51 / hz rounded up, and the addend. */
    uint64_t factor52, addend52;
};

enum { FS__PRODUCT52_MAX_HZ = 127 };

struct fs__position_kernel_params fs__position_kernel_params_make(uint32_t hz);

/* v = limit(damp(clamp(v) + delta_velocity)): clamp holds each axis in +-512 m/s, damp(w) is
 * floor((|w| damping_factor + dither) / 2^30) with the sign of w, limit shortens to at most `max` along
 * its own direction. */
struct fs__velocity_kernel_params {
    fs_vel3 delta_velocity;
    fs_unit damping_factor; /* Q1.30, 0..ONE */
    fs_unit dither;         /* 0..ONE-1: see fs__damping_dither() */
    fs_vel max;             /* 1..FS_PARTICLE_SPEED_MAX */
};

/* The dither that a tick adds before it rounds a damped velocity down: 1/2 plus tick times the golden section 0.381966,
 * modulo 1, a sequence of low discrepancy, so that the mean rounding error is 0. With rounding to nearest a velocity
 * below 1/(2 (1 - damping_factor)) steps never decays (14 mm/s at 0.999 per second), and the error over two minutes is
 * 66 times as large (rms; factors of 0.1 to 0.999 per second). Factors of 1 and 0 stay exact. */
static inline fs_unit fs__damping_dither(uint32_t tick)
{
    return (fs_unit)((UINT32_C(0x80000000) + tick * UINT32_C(0x61C88647)) >> 2);
}

/* Counters saturate at their largest value. */
typedef void fs__integrate_positions_fn(fs_pos3 *pos, const fs_vel3 *vel, uint32_t count,
                                        const struct fs__position_kernel_params *params, uint32_t *saturations);
typedef void fs__integrate_velocities_fn(fs_vel3 *vel, uint32_t count, const struct fs__velocity_kernel_params *params,
                                         uint32_t *limited);

struct fs__particle_kernel {
    const char *name;
    fs__integrate_positions_fn *integrate_positions;
    fs__integrate_velocities_fn *integrate_velocities;
};

/* The kernels that this processor can run: 0 is the scalar one, the last is the fastest; NULL past the end. */
const struct fs__particle_kernel *fs__particle_kernel(unsigned index);
const struct fs__particle_kernel *fs__particle_kernel_best(void);

/* The scalar kernel: the definition of the results; it also processes the remainder of the wider kernels. */
fs__integrate_positions_fn fs__integrate_positions_scalar;
fs__integrate_velocities_fn fs__integrate_velocities_scalar;

/* A mask of high bits: a velocity with none of them on any axis is within max, because with all axes below 2^k the
 * length is below 2^k sqrt(3) <= max. */
uint32_t fs__speed_limit_mask(fs_vel max);

/* A velocity that is longer than max, shortened to it along its own direction. */
fs_vel3 fs__limit_speed(fs_vel3 v, fs_vel max);

/* The wider ones (kernel_sse41.c, kernel_avx2.c, kernel_avx512.c); exist on x86 only. */
extern const struct fs__particle_kernel fs__particle_kernel_sse41;
extern const struct fs__particle_kernel fs__particle_kernel_avx2;
extern const struct fs__particle_kernel fs__particle_kernel_ifma;

/* The clamp of a velocity axis, raw steps; see fs__velocity_kernel_params. */
#define FS__VELOCITY_AXIS_MAX (512 * FS_VEL_ONE)

#endif
