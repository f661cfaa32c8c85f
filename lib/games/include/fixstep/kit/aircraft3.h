/* aircraft3.h: functions shared by games of aircraft and other craft with controls: sticks, surfaces, hoops of a course.
 *
 * No rule of a game belongs here.
 */
#ifndef FIXSTEP_KIT_AIRCRAFT3_H
#define FIXSTEP_KIT_AIRCRAFT3_H

#include <fixstep/draw.h>
#include <fixstep/force3.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- controls --------------------------------------------------------------------------------------------------------- */

/* A stick (-127..127) one tick later: it moves to `keys` (-1, 0 or 1) times 127 by `rate` steps a second, at least 1 a tick. */
FS_API int8_t fs_kit_stick_follow(int8_t stick, int keys, uint32_t rate, uint32_t hz);
/* A surface that no control deflects, its numbers in N s/m: drag along x, lift along y for a velocity along x, resistance across
 * along y and to the side along z. */
FS_API fs_aero3_control fs_kit_surface3_plain(fs_wide drag, fs_wide lift, fs_wide across, fs_wide side);

/* ---- hoops ------------------------------------------------------------------------------------------------------------ */

/* Whether a vector is level and of length 1, to 2^-20: for the `valid` of a game. */
FS_API bool fs_kit_unit3_level(fs_unit3 axis);
/* Whether the straight path from `before` to `now` goes through the hoop (m) in the direction of its axis. */
FS_API bool fs_kit_hoop3_passed(fs_pos3 before, fs_pos3 now, fs_pos3 at, fs_unit3 axis, fs_pos radius);
/* Draws a hoop with a level axis, `thick` metres (Q16.16) from its middle line outward, and its pole down to height 0. */
FS_API void fs_kit_draw_hoop(fs_draw_list *draw, fs_pos3 at, fs_unit3 axis, int64_t radius_metres, fix16_t thick,
                             fs_draw_material hoop, fs_draw_material pole);

#ifdef __cplusplus
}
#endif
#endif
