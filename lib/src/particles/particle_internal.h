/* particle_internal.h: how the files of phys/particle and phys/force read a particle.
 *
 * Columns come from a state that may have arrived from outside: a mass may be negative
 * although none was ever set so. These readers give every content a meaning.
 */
#ifndef FS_PARTICLES_INTERNAL_H
#define FS_PARTICLES_INTERNAL_H

#include <fixstep/particle.h>

static inline bool fs__is_movable(const struct fs_particles *p, uint32_t i)
{
    return p->inv_mass == NULL || p->inv_mass[i].m > 0;
}

/* kg, at least one step of Q32.32; of a movable particle. */
static inline fs_wide fs__movable_mass(const struct fs_particles *p, uint32_t i)
{
    return p->mass == NULL ? FS_WIDE_ONE : fs_max64(p->mass[i], 1);
}

static inline void fs__counter_add(uint32_t *counter, uint32_t by)
{
    *counter = by > UINT32_MAX - *counter ? UINT32_MAX : *counter + by;
}

/* The part of a tick whose gain is wanted. The two halves of a tick add up to the whole,
 * because a half is a tick of twice the rate. */
typedef enum fs__integration_phase { FS__WHOLE_TICK, FS__FIRST_HALF, FS__SECOND_HALF } fs__integration_phase;

/* Gravity, own acceleration and, with `sum` not NULL, force over mass, m/s^2. Of a movable
 * particle. Adds what saturated to the counter. */
fs_wide3 fs__particle_total_acceleration(const struct fs_particles *p, uint32_t i, const fs_force_sum *sum,
                                         uint32_t *saturated);
/* The velocity that an acceleration adds in a phase of the present tick. */
fs_vel3 fs__phase_delta_velocity(const struct fs_particles *p, fs_wide3 acc, fs__integration_phase phase,
                                 uint32_t *saturated);

#endif
