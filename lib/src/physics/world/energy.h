/* energy.h: the kinetic energy of one motion. */
#ifndef FS_PHYSICS_WORLD_ENERGY_H
#define FS_PHYSICS_WORLD_ENERGY_H

#include <fixstep/num.h>

/* m/2 v^2 for v^2 in Q42. */
static inline fs_wide fs__half_square(fs_scaled m, uint64_t square)
{
    fs_scaled half = fs_scaled_make((int64_t)(square >> 1), -2 * FS_VEL_FRAC);
    return fs_wide_from_scaled(fs_scaled_mul(m, half));
}

#endif
