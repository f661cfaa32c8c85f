/* point.h: points of a picture from positions in metres.
 *
 * A view may draw any state, also one from an untrusted peer, and adds sizes to the points. Coordinates therefore end
 * at 8192 m from the origin, so that a sum of three of them still fits fix16_t.
 */
#ifndef FIXSTEP_KIT_POINT_H
#define FIXSTEP_KIT_POINT_H

#include <fixstep/convert.h>
#include <fixstep/draw.h>
#include <fixstep/vec.h>

#ifdef __cplusplus
extern "C" {
#endif

#define FS_KIT_MAX_COORDINATE (FS_FIX16_ONE * 8192)

/* A coordinate in metres, rounded to Q16.16 and limited to +-FS_KIT_MAX_COORDINATE. */
static inline fix16_t fs_kit_coordinate_from_pos(fs_pos x)
{
    fix16_t rounded = fs_fix16_from_pos(x);
    return rounded < -FS_KIT_MAX_COORDINATE  ? -FS_KIT_MAX_COORDINATE
           : rounded > FS_KIT_MAX_COORDINATE ? FS_KIT_MAX_COORDINATE
                                             : rounded;
}

/* The point at a position of the plane. */
static inline fs_draw_point fs_kit_point_from_pos2(fs_pos2 p)
{
    fs_draw_point point = { fs_kit_coordinate_from_pos(p.x), fs_kit_coordinate_from_pos(p.y), 0 };
    return point;
}
/* The point at a position of space, and the same for games of the plane, whose pictures have z = 0. */
static inline fs_draw_point fs_kit_point_from_pos3(fs_pos3 p)
{
    fs_draw_point point = { fs_kit_coordinate_from_pos(p.x), fs_kit_coordinate_from_pos(p.y),
                            fs_kit_coordinate_from_pos(p.z) };
    return point;
}
static inline fs_draw_point fs_kit_point_from_pos3_flat(fs_pos3 p)
{
    fs_draw_point point = { fs_kit_coordinate_from_pos(p.x), fs_kit_coordinate_from_pos(p.y), 0 };
    return point;
}

/* The position `height` above p (m, Q31.32), saturated. */
static inline fs_pos3 fs_kit_pos3_above(fs_pos3 p, fs_pos height)
{
    p.y = fs_sat64_add(p.y, height);
    return p;
}

#ifdef __cplusplus
}
#endif
#endif
