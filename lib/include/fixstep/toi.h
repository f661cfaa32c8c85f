/* toi.h: continuous collision of balls: advance to the first impact, resolve it, advance to the next.
 *
 * For billiards, pool and snooker, where contacts once per tick are too coarse. Every impact happens at its own time
 * within the step, so balls never overlap and never tunnel at any speed, and an impact passes through a row of touching
 * balls. An alternative to detectors and fs_contacts_resolve(); a tick of a game is, for example,
 *
 *     for (i...) p.vel[i] = fs_speed_reduce3(p.vel[i], drop);   // rolling friction
 *     fs_toi_step(&p, &def, arena, &report);                    // instead of p += v h
 *
 * All particles are balls of one radius; immovable ones are obstacles. Between impacts
 * velocities are constant; the bits of a ball without an impact are those of fs_pos3_advance(). Ties of time are broken
 * by (row, partner), balls before walls, so simultaneous impacts are resolved one after the other in a fixed order.
 *
 * Precision: an impact happens early by less than 2^-29 of the largest of distance, displacement and radius. Source:
 * I. Millington, "Game Physics Engine Development", chapter 7, which proposes the method without its details.
 */
#ifndef FIXSTEP_TOI_H
#define FIXSTEP_TOI_H

#include <fixstep/contact.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct fs_toi_def {
    fs_pos radius;            /* of every ball, m, above 0 */
    fs_pos3 low, high;        /* m: walls; an axis with low >= high has none */
    fs_unit restitution;      /* of two balls, 0..ONE */
    fs_unit wall_restitution; /* of a ball and a wall, 0..ONE */
    uint32_t impacts;         /* limit per tick; 0: 64 per particle */
} fs_toi_def;

/* Radius 1 m, elastic, without walls. */
FS_API fs_toi_def fs_default_toi_def(void);

typedef struct fs_toi_report {
    uint32_t impacts; /* number that happened */
    bool truncated;   /* the limit was reached: the rest of the tick ignored impacts */
} fs_toi_report;

/* Bytes of arena that fs_toi_step() needs for up to so many particles. */
FS_API size_t fs_toi_scratch_size(uint32_t particles);
/* Moves all movable particles by one tick. Balls that overlap at its start collide when they approach each other;
 * closing speeds up to FS_CONTACT_RESTING_SPEED count as rest and are no impacts. The cost is quadratic in the number of
 * balls. E_ARGUMENT for a value out of range (a radius of 0 or less, a restitution outside 0..ONE, hz 0), E_MEMORY when
 * the arena is too small; nothing has changed then. `report` may be NULL. */
FS_API fs_result fs_toi_step(struct fs_particles *p, const fs_toi_def *def, fs_arena arena, fs_toi_report *report);

#ifdef __cplusplus
}
#endif
#endif
