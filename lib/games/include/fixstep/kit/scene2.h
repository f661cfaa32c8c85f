/* scene2.h: functions shared by games of 2D bodies: steps finer than a tick, bodies of one shape,
 * pictures of bodies, and keys that count when they go down.
 *
 * No rule of a game belongs here.
 */
#ifndef FIXSTEP_KIT_SCENE2_H
#define FIXSTEP_KIT_SCENE2_H

#include <fixstep/body2.h>
#include <fixstep/debug2.h>
#include <fixstep/event2.h>
#include <fixstep/kit/point.h>
#include <fixstep/query2.h>
#include <fixstep/sim.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- finer steps -------------------------------------------------------------------------- */

/* Tick and tick rate that a view of a world reads in place of the match's own, while a tick is cut into steps. */
struct fs_kit_split_clock {
    uint32_t hz, tick;
};

/* Makes each later fs_world2_step() of this view last 1/(hz * steps) s. `hz` is the match's tick rate, `tick` the number
 * of its finished ticks, `steps` at least 1. `clock` must live as long as the view is used. */
FS_API void fs_kit_world2_split_tick(struct fs_world2 *w, struct fs_kit_split_clock *clock, uint32_t hz, uint32_t tick,
                                     uint32_t steps);
/* The number of steps, 1..max_steps, in which no body travels farther than `travel` metres each at its present speed.
 * Two bodies that meet are then nearly touching when the normal of their impact is computed. Fewer, where the world's
 * substeps would come faster than the solver allows (16383 a second). */
FS_API uint32_t fs_kit_world2_split_count(const struct fs_world2 *w, uint32_t hz, fs_rel travel, uint32_t max_steps);

/* --- bodies --------------------------------------------------------------------------------- */

/* Whether the row holds a body. */
static inline bool fs_kit_body2_live(const struct fs_world2 *w, uint32_t row)
{
    return row < *w->body.rows && (w->body.gen[row] & 1u) != 0;
}

/* Creates a body of one shape; the density of `form` gives its mass. FS_OK, or the error of fs_body2_create() or
 * fs_shape2_create(); then `*out` is the null handle and nothing has been made. */
FS_API fs_result fs_kit_body2_add(struct fs_world2 *w, const fs_body2_def *def, const fs_geometry2 *shape,
                                  const fs_shape2_def *form, fs_body2 *out);
/* Creates a static box of the given half sides in metres and material. Errors as above. */
FS_API fs_result fs_kit_body2_add_wall(struct fs_world2 *w, fs_pos2 centre, fs_rel half_x, fs_rel half_y,
                                       uint16_t material, fs_body2 *out);
/* The geometry of the first shape of a body. False when the row holds no body, or one without shapes. */
FS_API bool fs_kit_body2_geometry(const struct fs_world2 *w, uint32_t row, fs_geometry2 *shape);
/* Sets the mass of a body to `kg`, with the inertia of its first shape, in place of what its density gives.
 * E_ARGUMENT for a body without shapes, or the error of fs_body2_row() for a stale handle. */
FS_API fs_result fs_kit_body2_set_mass_kg(struct fs_world2 *w, fs_body2 body, uint32_t kg);

/* --- pictures ---------------------------------------------------------------------------------- */

/* Draws every shape of the body in its pose. `flags` are those of fs_draw_circle() and its like. Circles that are not
 * filled get a radius line, which shows their rotation. */
FS_API void fs_kit_body2_draw(const struct fs_world2 *w, uint32_t row, uint32_t colour, uint32_t flags,
                              fs_draw_list *draw);

/* --- keys --------------------------------------------------------------------------------------- */

/* Views report the letters W A S D also as arrows. In a game in which these letters are commands, the arrow that such a
 * letter appears to hold must do nothing. This is the state of a player's keys for it, kept in the player's row: */
struct fs_kit_key_state {
    uint8_t held, muted;
};

/* Updates the state by the keys held in this tick (bits of fs_key) and the arrow that the tick's command appears to hold
 * (0: none). Returns the keys that are really held; `*pressed` gets those of them that were not held one tick before. */
FS_API uint8_t fs_kit_key_state_update(struct fs_kit_key_state *keys, uint8_t held, uint8_t apparent, uint8_t *pressed);

#ifdef __cplusplus
}
#endif
#endif
