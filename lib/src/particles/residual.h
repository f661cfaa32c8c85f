/* residual.h: velocities of particles with the part below their step.
 *
 * A force that varies along an orbit changes a velocity in every tick by an amount that is no multiple of the step of
 * Q10.21, and rounding it would change the energy of the orbit like a random walk. The column velocity_residual keeps the
 * rest: the velocity is vel + velocity_residual in steps of 2^-51 m/s. Rows without the column are rounded.
 */
#ifndef FS_PARTICLES_RESIDUAL_H
#define FS_PARTICLES_RESIDUAL_H

#include "particles/particle_internal.h"

/* Changes the velocity of row i by an acceleration, m/s^2, in a phase of the tick, multiplies it by the damping factor
 * and limits it to `max`, as the kernels do (kernel.h), without their rounding. The set has the column. */
void fs__residual_integrate_velocity(const struct fs_particles *p, uint32_t i, fs_wide3 acc,
                                     fs__integration_phase phase, fs_unit damping_factor, fs_vel max);
/* Moves row i by one tick. The set has the column. */
void fs__residual_integrate_position(const struct fs_particles *p, uint32_t i);

/* A change of velocity in steps of 2^-51 m/s. */
#define FS__FINE_VELOCITY_FRAC (FS_VEL_FRAC + FS_UNIT_FRAC)

struct fs__fine3 {
    int64_t x, y, z;
};

static inline int64_t fs__join_fine(fs_vel v, fs_unit residual)
{
    return (int64_t)v * FS_UNIT_ONE + residual;
}

/* The velocity of row i in fine steps. */
static inline struct fs__fine3 fs__residual_velocity(const struct fs_particles *p, uint32_t i)
{
    fs_unit3 rest = p->velocity_residual == NULL ? (fs_unit3){ 0, 0, 0 } : p->velocity_residual[i];
    return (struct fs__fine3){ fs__join_fine(p->vel[i].x, rest.x), fs__join_fine(p->vel[i].y, rest.y),
                               fs__join_fine(p->vel[i].z, rest.z) };
}

/* Adds a change below 2^11 m/s; the sum is rounded as fs__residual_add_fine() does, without branches. */
static inline void fs__residual_add_plain(fs_vel *v, fs_unit *residual, int64_t change, uint32_t *saturations)
{
    int64_t fine = fs__join_fine(*v, *residual) + change;
    int64_t whole = fs_asr64(fine + FS_UNIT_ONE / 2 - (fine < 0), FS_UNIT_FRAC);
    *residual = (fs_unit)(fine - whole * FS_UNIT_ONE);
    *v = fs_sat32_count(whole, saturations);
}

/* Adds a change to the velocity of row i; without the column the sum is rounded. */
void fs__residual_add_fine(const struct fs_particles *p, uint32_t i, struct fs__fine3 change);
/* The same for the change moved * hz. */
void fs__residual_add_moved(const struct fs_particles *p, uint32_t i, fs_pos3 moved);

#endif
