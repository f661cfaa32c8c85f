/* kernel.h: the two loops over flat columns that move particles, in several instruction sets.
 *
 * All kernels give the same bits; which one runs is chosen per call from what the
 * processor has, so nothing is kept between calls. A kernel sees rows without masses:
 * who moves at all is decided by its caller.
 */
#ifndef FS_PHYS_PARTICLE_KERNEL_H
#define FS_PHYS_PARTICLE_KERNEL_H

#include <stdbool.h>
#include <fixstep/vec.h>

/* p += v / hz, rounded symmetrically, as fs_pos_advance(). The quotient v 2^11 / hz is
 * floor((|v| factor + 2^(shift-1)) / 2^shift): with shift = 33 + bits(hz) the factor's
 * error, below 1, stays under 1/(4 hz) of a step, less than the distance of any exact
 * quotient from the next tie. */
struct fs__drift {
    uint64_t factor;
    uint32_t hz;
    uint8_t shift;
    bool quick;      /* the factor serves: 1 <= hz < 2^12, where no quotient is a tie either */
};

struct fs__drift fs__drift_make(uint32_t hz);

/* v = limit((clamp(v) + gain) keep): clamp holds each axis in +-512 m/s, keep (Q1.30,
 * 0..ONE) rounds symmetrically, limit shortens to at most `max` along its own direction. */
struct fs__kick {
    fs_vel3 gain;
    fs_unit keep;
    fs_vel max;      /* 1..FS_PARTICLE_SPEED_MAX */
};

/* Counters saturate at their largest value. */
typedef void fs__drift_fn(fs_pos3 *pos, const fs_vel3 *vel, uint32_t count, const struct fs__drift *drift,
                          uint32_t *saturations);
typedef void fs__kick_fn(fs_vel3 *vel, uint32_t count, const struct fs__kick *kick, uint32_t *limited);

struct fs__particle_kernel {
    const char *name;
    fs__drift_fn *drift;
    fs__kick_fn *kick;
};

/* Kernels this processor can run: 0 is the scalar one, the last is the fastest; NULL past
 * the end. */
const struct fs__particle_kernel *fs__particle_kernel(unsigned index);
const struct fs__particle_kernel *fs__particle_kernel_best(void);

/* The scalar kernel, which is the definition and takes what the others leave over. */
fs__drift_fn fs__drift_scalar;
fs__kick_fn fs__kick_scalar;

/* The wider ones (kernel_x86.c); exist on x86 only. */
extern const struct fs__particle_kernel fs__particle_kernel_sse41;
extern const struct fs__particle_kernel fs__particle_kernel_avx2;

/* Largest magnitude of an axis that a kick keeps, as above. */
#define FS__KICK_AXIS_MAX (512 * FS_VEL_ONE)

#endif
