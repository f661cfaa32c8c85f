/* debug.h: shared by the files that draw a 2D world. */
#ifndef FS_PHYSICS2D_DEBUG_DEBUG_H
#define FS_PHYSICS2D_DEBUG_DEBUG_H

#include "physics2d/dimension.h"

#include <fixstep/debug2.h>
#include <fixstep/joint2.h>

#include "physics2d/body/body.h"
#include "physics2d/world/world.h"

#include "physics/debug/debug_calls.inl"

static inline fs_draw_point fs__debug2_point(fs_pos2 p)
{
    return (fs_draw_point){ fs_fix16_from_pos(p.x), fs_fix16_from_pos(p.y), 0 };
}

/* A vector of that length along axis k. */
static inline fs_rel2 fs__debug2_axis(unsigned k, fs_rel length)
{
    return fs_rel2_make(k == 0 ? length : 0, k == 1 ? length : 0);
}

/* Metres for a direction, divided; for m/s, divided; for a direction times metres. */
static inline fs_rel2 fs__debug2_rel_from_unit(fs_unit2 n, int32_t divisor)
{
    return fs_rel2_make(fs_rel_from_unit(n.x / divisor), fs_rel_from_unit(n.y / divisor));
}

static inline fs_rel2 fs__debug2_rel_from_vel(fs_vel2 v, int32_t divisor)
{
    return fs_rel2_make(fs_rel_from_vel(v.x / divisor), fs_rel_from_vel(v.y / divisor));
}

static inline fs_rel2 fs__debug2_scaled(fs_unit2 n, fs_rel length)
{
    return fs_rel2_make(fs_mul32_sym(n.x, length, FS_UNIT_FRAC), fs_mul32_sym(n.y, length, FS_UNIT_FRAC));
}

static inline uint32_t fs__debug2_joint_colour(const struct fs_world2 *w, uint32_t j)
{
    return w->joint.kind[j] == FS_JOINT2_GEAR ? 0x8F8F5F : 0x5FDFDF;
}

/* A mouse joint has no anchor in a: only the line to its target is drawn. */
static inline bool fs__debug2_draw_own_joint(const struct fs_world2 *w, uint32_t j, fs_pos2 at_b, fs_draw_list *draw)
{
    if (w->joint.kind[j] != FS_JOINT2_MOUSE)
        return false;
    fs_draw_segment(draw, fs__debug2_point(at_b), fs__debug2_point(w->joint.target[j]), 0xFFFF5F);
    return true;
}

/* A point of a contact: its arm from a's centre of mass, and its impulse along the normal. */
struct fs__debug2_contact_point {
    fs_rel2 arm;
    fs_vel impulse;
};

static inline struct fs__debug2_contact_point fs__debug2_contact_point(const struct fs_world2 *w, uint32_t c,
                                                                       unsigned i)
{
    if (i == 0)
        return (struct fs__debug2_contact_point){ w->contact.arm0[c], w->contact.impulse0[c].x };
    return (struct fs__debug2_contact_point){ w->contact.arm1[c], w->contact.impulse1[c].x };
}

#endif
