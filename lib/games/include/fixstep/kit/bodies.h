/* bodies.h: functions shared by games, most of them by games of particles: tables of fixed size, free rows, swept
 * spheres, headings, and the points of a picture.
 *
 * No rule of a game belongs here.
 */
#ifndef FIXSTEP_KIT_BODIES_H
#define FIXSTEP_KIT_BODIES_H

#include <fixstep/kit/point.h>
#include <fixstep/particle.h>
#include <fixstep/sim.h>
#include <fixstep/trig.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Resizes the tables with the indices [first, end) to their capacity: for tables whose number of rows is constant. The
 * tables of a 2D world grow and shrink, and table 0 is the engine's `world`, which always has its row. FS_OK, or the
 * first error of fs_rows_resize(). */
FS_API fs_result fs_kit_tables_fill(fs_state *state, unsigned first, unsigned end);
/* Whether the tables with the indices [first, end) are at their capacity. */
FS_API bool fs_kit_tables_full(const fs_state *state, unsigned first, unsigned end);

/* Frees a row: it becomes an immovable particle of kind 0 at the origin. */
FS_API void fs_kit_particle_clear(struct fs_particles *p, uint32_t row);
/* Whether the world's row equals what fs_particle_world_make() writes for `def`. */
FS_API bool fs_kit_particle_world_equal(const struct fs_particles *p, const fs_particle_world_def *def);

/* Whether a point that moves in a straight line from `from` to `to`, both relative to the centre of a sphere (which may
 * move too), comes within `radius` metres of that centre. So a fast body cannot pass through between two ticks. `*when`
 * is the fraction of the path at the closest point, 0..FS_UNIT_ONE. */
FS_API bool fs_kit_path_hits_sphere(fs_pos3 from, fs_pos3 to, fs_pos radius, fs_unit *when);

/* Rotates the heading `from` toward `to`, the shorter way round, by at most `limit`. Headings and the limit are in
 * turns / 2^32, 0 along +x, counter-clockwise. */
FS_API uint32_t fs_kit_heading_rotate_toward(uint32_t from, uint32_t to, uint32_t limit);

/* The vector (x, y, 0) of `length` along a heading; the same for a velocity, `speed` in m/s. */
FS_API fs_wide3 fs_kit_heading_vector(uint32_t heading, fs_wide length);
FS_API fs_vel3 fs_kit_heading_velocity(uint32_t heading, fs_vel speed);

/* The colour of a player: fs_draw_player_colour(). */
FS_API uint32_t fs_kit_player_colour(uint32_t slot);

#ifdef __cplusplus
}
#endif
#endif
