/* bodies.h: what games share, most of them those made of particles: tables of fixed size, free rows, paths
 * that meet, and headings.
 *
 * Nothing here may know a rule of a game.
 */
#ifndef FIXSTEP_KIT_BODIES_H
#define FIXSTEP_KIT_BODIES_H

#include <fixstep/particle.h>
#include <fixstep/sim.h>
#include <fixstep/trig.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Brings the tables from `first` up to and without `end` to their capacity: for tables that never grow. Those of a 2D
 * world do, and table 0 is the world's row, which is always there. */
FS_API fs_result fs_kit_tables_fill(fs_state *state, unsigned first, unsigned end);
/* Whether they all are. */
FS_API bool fs_kit_tables_full(const fs_state *state, unsigned first, unsigned end);

/* Makes the row an immovable particle of kind 0 at the origin: a free one. */
FS_API void fs_kit_particle_clear(struct fs_particles *p, uint32_t row);
/* Whether the world's row is what fs_particle_world_make() makes of `def`. */
FS_API bool fs_kit_particle_world_equal(const struct fs_particles *p, const fs_particle_world_def *def);

/* Whether something that moves in a straight line from `from` to `to`, both seen from a
 * place that may itself have moved, comes within `radius` of it: nothing fast passes
 * unseen between two ticks. *when is the share of the way at the nearest point, 0..ONE. */
FS_API bool fs_kit_path_hits_sphere(fs_pos3 from, fs_pos3 to, fs_pos radius, fs_unit *when);

/* The heading `to`, or as far towards it from `from` as `most` turns, the short way. */
FS_API uint32_t fs_kit_heading_rotate_toward(uint32_t from, uint32_t to, uint32_t most);

/* (x, y, 0) of `length` along a heading. */
FS_API fs_wide3 fs_kit_heading_vector(uint32_t heading, fs_wide length);
FS_API fs_vel3 fs_kit_heading_velocity(uint32_t heading, fs_vel speed);

/* Colours by which players tell each other apart, 0xRRGGBB. */
FS_API uint32_t fs_kit_player_colour(uint32_t slot);

#ifdef __cplusplus
}
#endif
#endif
