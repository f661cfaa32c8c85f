/* scene2.h: what games made of 2D bodies share: finer steps than ticks, simple bodies, pictures of bodies, and keys
 * that are struck rather than held.
 *
 * Nothing here may know a rule of a game.
 */
#ifndef FIXSTEP_KIT_SCENE2_H
#define FIXSTEP_KIT_SCENE2_H

#include <fixstep/body2.h>
#include <fixstep/debug2.h>
#include <fixstep/event2.h>
#include <fixstep/query2.h>
#include <fixstep/sim.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- finer steps -------------------------------------------------------------------------- */

/* What a window reads instead of the match's own tick and tick rate, while a tick is cut into steps. */
struct fs_kit_split_clock {
    uint32_t hz, tick;
};

/* Lets the window's steps last 1/(hz * steps) s. The clock must live as long as the window is used. */
FS_API void fs_kit_world2_split_tick(struct fs_world2 *w, struct fs_kit_split_clock *clock, uint32_t hz, uint32_t tick,
                                     uint32_t steps);
/* Into how many steps a tick is cut, at most `most`, so that no body goes farther than `travel` in one. Two bodies that
 * meet are then nearly touching when the direction of their impact is found. */
FS_API uint32_t fs_kit_world2_split_count(const struct fs_world2 *w, uint32_t hz, fs_rel travel, uint32_t most);

/* --- bodies --------------------------------------------------------------------------------- */

static inline bool fs_kit_body2_live(const struct fs_world2 *w, uint32_t row)
{
    return row < *w->body.rows && (w->body.gen[row] & 1u) != 0;
}

/* A body of one shape. What `form` says of density gives its mass. */
FS_API fs_result fs_kit_body2_add(struct fs_world2 *w, const fs_body2_def *def, const fs_geometry2 *shape,
                                  const fs_shape2_def *form, fs_body2 *out);
/* An immovable rectangle of the given material. */
FS_API fs_result fs_kit_body2_add_wall(struct fs_world2 *w, fs_pos2 centre, fs_rel half_x, fs_rel half_y,
                                       uint16_t material, fs_body2 *out);
/* The shape of a body that has one shape. False when it has none. */
FS_API bool fs_kit_body2_geometry(const struct fs_world2 *w, uint32_t row, fs_geometry2 *shape);
/* Its mass data for a whole number of kg, in place of what its density gives. */
FS_API fs_result fs_kit_body2_set_mass_kg(struct fs_world2 *w, fs_body2 body, uint32_t kg);

/* --- pictures ---------------------------------------------------------------------------------- */

static inline fs_draw_point fs_kit_point_from_pos2(fs_pos2 p)
{
    return (fs_draw_point){ fs_fix16_from_pos(p.x), fs_fix16_from_pos(p.y), 0 };
}

/* Every shape of the body as it lies. Circles get a mark from the centre to the rim, so that turning is seen. */
FS_API void fs_kit_body2_draw(const struct fs_world2 *w, uint32_t row, uint32_t colour, uint32_t flags,
                              fs_draw_list *draw);

/* --- keys --------------------------------------------------------------------------------------- */

/* A letter that views also take for an arrow (W A S D) is a command, and the arrow it seems to hold down from then on
 * must do nothing. What a player's row remembers of the keys: */
struct fs_kit_key_state {
    uint8_t held, muted;
};

/* Takes the keys held in this tick and the arrow that the tick's command seems to hold (0: none). Returns the arrows
 * that are held as such; *struck gets those that were not held in the tick before. */
FS_API uint8_t fs_kit_key_state_update(struct fs_kit_key_state *keys, uint8_t held, uint8_t seeming, uint8_t *struck);

#ifdef __cplusplus
}
#endif
#endif
