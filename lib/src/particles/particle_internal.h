/* particle_internal.h: how the files of particles/ read a particle.
 *
 * Columns may come from a snapshot of another machine and hold any value, for example a negative mass. These readers
 * define a result for every value.
 */
#ifndef FS_PARTICLES_INTERNAL_H
#define FS_PARTICLES_INTERNAL_H

#include <fixstep/particle.h>

static inline bool fs__is_movable(const struct fs_particles *p, uint32_t i)
{
    return p->inv_mass == NULL || p->inv_mass[i].m > 0;
}

/* The mass of a movable particle, kg, at least one step of Q32.32. */
static inline fs_wide fs__movable_mass(const struct fs_particles *p, uint32_t i)
{
    return p->mass == NULL ? FS_WIDE_ONE : fs_max64(p->mass[i], 1);
}

static inline void fs__counter_add(uint32_t *counter, uint32_t by)
{
    *counter = by > UINT32_MAX - *counter ? UINT32_MAX : *counter + by;
}

/* A part of the tick of the particles' state ends; nothing for particles of no state. */
static inline void fs__particles_end_phase(const struct fs_particles *p, fs_phase phase)
{
    if (p->state != NULL)
        fs_state_end_phase(p->state, phase);
}
/* As fs_particles_integrate() and fs_particles_step(), in the middle of a tick: no phase ends. */
void fs__particles_integrate(struct fs_particles *p, const fs_force_sum *sums);
fs_result fs__particles_step(struct fs_particles *p, const struct fs_forces *forces, const fs_arena *arena);

/* The part of a tick that a velocity increment covers. A half is a tick of twice the rate, so the increments of both
 * halves add up to that of the whole. */
typedef enum fs__integration_phase { FS__WHOLE_TICK, FS__FIRST_HALF, FS__SECOND_HALF } fs__integration_phase;

/* The acceleration of a movable particle, m/s^2: gravity, its own, and with `sum` not NULL force over mass. Saturated
 * values are added to the counter. */
fs_wide3 fs__particle_total_acceleration(const struct fs_particles *p, uint32_t i, const fs_force_sum *sum,
                                         uint32_t *saturated);
/* The velocity, m/s, that an acceleration adds in a phase of the present tick. */
fs_vel3 fs__phase_delta_velocity(const struct fs_particles *p, fs_wide3 acc, fs__integration_phase phase,
                                 uint32_t *saturated);

#endif
