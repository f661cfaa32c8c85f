/* toi.h: balls by time division: on to the first impact, resolve it, on to the next.
 *
 * For billiards, pool and snooker, where a tick of contacts is too coarse: in a step every
 * impact happens at its own time, so nothing overlaps, nothing passes through anything
 * however fast it is, and a row of touching balls hands an impact on from one to the next.
 * The alternative to detectors and fs_contacts_resolve(); a tick of a game is, for example,
 *
 *     for (i...) p.vel[i] = fs_speed_reduce3(p.vel[i], drop);   // the cloth
 *     fs_toi_step(&p, &def, arena, &report);                    // instead of p += v h
 *
 * All particles are balls of one radius; immovable ones are obstacles. Between impacts
 * velocities are constant, as in any step of a particle; a ball without an impact moves by
 * the very bits of fs_pos3_advance(). Equal times go by (row, partner), balls before walls,
 * so simultaneous impacts are taken one after the other in a fixed order.
 *
 * Precision: an impact happens less than 2^-29 of the largest of distance, way and radius
 * before it should. Source: I. Millington, "Game Physics Engine Development", chapter 7,
 * which proposes it and leaves it out.
 */
#ifndef FIXSTEP_TOI_H
#define FIXSTEP_TOI_H

#include <fixstep/contact.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct fs_toi_def {
    fs_pos radius;            /* of every ball, above 0 */
    fs_pos3 low, high;        /* the box in which the balls stay; an axis with low >= high has no walls */
    fs_unit restitution;      /* of two balls, 0..ONE */
    fs_unit wall_restitution; /* of a ball and a wall, 0..ONE */
    uint32_t impacts;         /* most in one tick; 0: 64 for each particle */
} fs_toi_def;

/* Balls of 1 m, elastic, without walls. */
FS_API fs_toi_def fs_default_toi_def(void);

typedef struct fs_toi_report {
    uint32_t impacts; /* that happened */
    bool truncated;   /* there were more than allowed: the rest of the tick passed without any */
} fs_toi_report;

/* Bytes of arena that fs_toi_step() needs. */
FS_API size_t fs_toi_scratch_size(uint32_t particles);
/* Moves all movable particles by one tick. Balls that overlap when it begins part when they
 * approach each other; closing speeds up to FS_CONTACT_RESTING_SPEED count as rest and are no
 * impacts. E_ARGUMENT for a value out of range, E_MEMORY for too small an arena; then
 * nothing has changed. `report` may be NULL. */
FS_API fs_result fs_toi_step(struct fs_particles *p, const fs_toi_def *def, fs_arena arena, fs_toi_report *report);

#ifdef __cplusplus
}
#endif
#endif
