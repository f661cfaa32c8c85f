/* debug.h: shared by the files that draw a 3D world. */
#ifndef FS_PHYSICS3D_DEBUG_DEBUG_H
#define FS_PHYSICS3D_DEBUG_DEBUG_H

#include "physics3d/dimension.h"

#include <fixstep/debug3.h>

#include "physics3d/body/body.h"
#include "physics3d/world/world.h"

#include "physics/debug/debug_calls.inl"

static inline fs_draw_point fs__debug3_point(fs_pos3 p)
{
    return (fs_draw_point){ fs_fix16_from_pos(p.x), fs_fix16_from_pos(p.y), fs_fix16_from_pos(p.z) };
}

/* A vector of that length along axis k. */
static inline fs_rel3 fs__debug3_axis(unsigned k, fs_rel length)
{
    return fs_rel3_make(k == 0 ? length : 0, k == 1 ? length : 0, k == 2 ? length : 0);
}

/* Metres for a direction, divided; for m/s, divided; for a direction times metres. */
static inline fs_rel3 fs__debug3_rel_from_unit(fs_unit3 n, int32_t divisor)
{
    return fs_rel3_make(fs_rel_from_unit(n.x / divisor), fs_rel_from_unit(n.y / divisor),
                        fs_rel_from_unit(n.z / divisor));
}

static inline fs_rel3 fs__debug3_rel_from_vel(fs_vel3 v, int32_t divisor)
{
    return fs_rel3_make(fs_rel_from_vel(v.x / divisor), fs_rel_from_vel(v.y / divisor), fs_rel_from_vel(v.z / divisor));
}

static inline fs_rel3 fs__debug3_scaled(fs_unit3 n, fs_rel length)
{
    return fs_rel3_make(fs_mul32_sym(n.x, length, FS_UNIT_FRAC), fs_mul32_sym(n.y, length, FS_UNIT_FRAC),
                        fs_mul32_sym(n.z, length, FS_UNIT_FRAC));
}

static inline uint32_t fs__debug3_joint_colour(const struct fs_world3 *w, uint32_t j)
{
    (void)w, (void)j;
    return 0x5FDFDF;
}

/* Every joint has two anchors. */
static inline bool fs__debug3_draw_own_joint(const struct fs_world3 *w, uint32_t j, fs_pos3 at_b, fs_draw_list *draw)
{
    (void)w, (void)j, (void)at_b, (void)draw;
    return false;
}

/* A point of a contact: its arm from a's centre of mass, and its impulse along the normal. */
struct fs__debug3_contact_point {
    fs_rel3 arm;
    fs_vel impulse;
};

static inline struct fs__debug3_contact_point fs__debug3_contact_point(const struct fs_world3 *w, uint32_t c,
                                                                       unsigned i)
{
    size_t row = w->contact.first_point[c] + i;
    return (struct fs__debug3_contact_point){ w->point.arm[row], w->point.impulse[row].x };
}

/* debug_shape.c: the shape of a row in use as a solid. */
void fs__debug3_draw_row_solid(const struct fs_world3 *w, uint32_t row, fs_draw_list *draw, fs_draw_material material);

#endif
