/* scene3.h: functions shared by games of 3D bodies: bodies of one shape, directions of an aim, shots, seats around a stage,
 * crosshairs, planes of a course, pictures of bodies, floors, stages and cameras.
 *
 * No rule of a game belongs here.
 */
#ifndef FIXSTEP_KIT_SCENE3_H
#define FIXSTEP_KIT_SCENE3_H

#include <fixstep/body3.h>
#include <fixstep/debug3.h>
#include <fixstep/event3.h>
#include <fixstep/kit/buttons.h>
#include <fixstep/kit/point.h>
#include <fixstep/shape3.h>
#include <fixstep/sim.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- bodies --------------------------------------------------------------------------------- */

/* Whether the row holds a body. */
static inline bool fs_kit_body3_live(const struct fs_world3 *w, uint32_t row)
{
    return row < *w->body.rows && (w->body.gen[row] & 1u) != 0;
}

/* Creates a body of one shape; the density of `form` gives its mass. FS_OK, or the error of fs_body3_create() or
 * fs_shape3_create(); then `*out` is the null handle and nothing has been made. */
FS_API fs_result fs_kit_body3_add(struct fs_world3 *w, const fs_body3_def *def, const fs_geometry3 *shape,
                                  const fs_shape3_def *form, fs_body3 *out);
/* Creates a static box of any size (half sides in metres) and material. Errors as above. */
FS_API fs_result fs_kit_body3_add_wall(struct fs_world3 *w, fs_pos3 centre, fs_pos3 half, uint16_t material,
                                       fs_body3 *out);
/* The substeps of a tick, 4 to 16, that make at least 240 a second at `hz` ticks per second where 16 can: for small bodies
 * that must stand at every tick rate. */
FS_API uint32_t fs_kit_world3_substeps(uint32_t hz);

/* --- directions ------------------------------------------------------------------------------- */

/* The direction of an aim. Heading: turns / 2^32 about y, 0 along -z, to the left (toward -x) as it grows. Elevation: above
 * the horizontal. */
FS_API fs_unit3 fs_kit_aim3_direction(uint32_t heading, uint32_t elevation);
/* A velocity of `speed` (m/s) along a direction. */
FS_API fs_vel3 fs_kit_aim3_velocity(fs_unit3 direction, fs_vel speed);
/* The point `distance` metres along a direction. */
FS_API fs_pos3 fs_kit_aim3_point(fs_pos3 from, fs_unit3 direction, fs_pos distance);

/* The velocity of a shot that passes through `to`, at most 32 m away on each axis: `speed` (m/s, above 0) straight at it, and
 * what falling with `gravity` (m/s^2) on the way takes. Along -z where the points are the same. */
FS_API fs_vel3 fs_kit_aim3_shot(fs_pos3 from, fs_pos3 to, fs_vel speed, fs_wide gravity);

/* Shoots a body of the world again: enables it, puts it upright at `from`, at most 32 m from `to` on each axis, and gives it the
 * velocity of fs_kit_aim3_shot() under the gravity of the world. */
FS_API void fs_kit_body3_shoot(struct fs_world3 *w, fs_body3 body, fs_pos3 from, fs_pos3 to, fs_vel speed);

/* --- seats and crosshairs on a stage ------------------------------------------------------------- */

/* The heading in which the player of a slot looks at the middle of a stage: eight places on a circle around it; neighbours
 * in number are far apart. */
FS_API uint32_t fs_kit_seat3_heading(uint32_t slot);
/* The point `distance` m behind the middle of the stage, as that player looks, at `height` m: its gun, its eye. */
FS_API fs_pos3 fs_kit_seat3_point(uint32_t slot, fs_pos distance, fs_pos height);
/* Moves a crosshair at height 0 by `step` m along the keys held, as seen along `heading`; x and z stay within +-edge. */
FS_API fs_pos3 fs_kit_crosshair3_move(fs_pos3 at, uint32_t heading, const uint8_t *input, fs_pos step, fs_pos edge);
/* The horizontal parts of a difference along `heading` and to the right of it, m. */
FS_API void fs_kit_crosshair3_offset(fs_pos3 d, uint32_t heading, fs_pos *ahead, fs_pos *right);
/* The keys that move a crosshair to a point so far ahead and to the right; none within `slack`. */
FS_API uint8_t fs_kit_crosshair3_keys(fs_pos ahead, fs_pos right, fs_pos slack);

/* --- courses --------------------------------------------------------------------------------- */

/* Whether the straight path from `from` to `to` crosses the plane through `at` in the direction of its normal: it starts
 * behind or on the plane and ends before it. `*where` is then the point of the crossing, else unchanged. */
FS_API bool fs_kit_path_crosses_plane(fs_pos3 from, fs_pos3 to, fs_pos3 at, fs_unit3 normal, fs_pos3 *where);

/* --- pictures ---------------------------------------------------------------------------------- */

/* Draws every shape of the body as a solid. Nothing for a row that holds no body. */
FS_API void fs_kit_body3_draw(const struct fs_world3 *w, uint32_t row, fs_draw_material material, fs_draw_list *draw);
/* Draws a horizontal rectangle at the height of `centre`, half sides in metres. */
FS_API void fs_kit_draw_floor(fs_draw_list *draw, fs_pos3 centre, fs_pos half_x, fs_pos half_z, uint32_t colour);
/* The same as a chequerboard of two colours; `tiles` (1..32) along each side. */
FS_API void fs_kit_draw_tiles(fs_draw_list *draw, fs_pos3 centre, fs_pos half, uint32_t tiles, uint32_t even,
                              uint32_t odd);
/* Draws a box between two corners as a solid. */
FS_API void fs_kit_draw_block(fs_draw_list *draw, fs_pos3 low, fs_pos3 high, fs_draw_material material);
/* A square stage above a plain, its middle at the origin and its upper side at height 0. */
typedef struct fs_kit_stage3 {
    fs_pos half;                     /* m: half of a side */
    fs_pos depth, far;               /* m: how far the plain is below, half of its side */
    uint32_t tiles;                  /* 1..32, along each side */
    uint32_t even, odd, side, plain; /* colours of tiles, of the block beneath and of the plain */
} fs_kit_stage3;
FS_API void fs_kit_draw_stage(fs_draw_list *draw, const fs_kit_stage3 *stage);
/* Sets a camera at `eye` that looks at `target`; field of view in thousandths of a turn. */
FS_API void fs_kit_camera3_look(fs_draw_list *draw, fs_pos3 eye, fs_pos3 target, uint32_t fov_milliturns,
                                uint32_t background);
/* Sets the camera of a seat, at fs_kit_seat3_point() of `distance` and `height`, that looks at the stage `nearer` m in front of
 * its middle. */
FS_API void fs_kit_camera3_seat(fs_draw_list *draw, uint32_t slot, fs_pos distance, fs_pos height, fs_pos nearer,
                                uint32_t fov_milliturns, uint32_t background);

#ifdef __cplusplus
}
#endif
#endif
