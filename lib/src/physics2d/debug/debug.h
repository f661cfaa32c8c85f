/* debug.h: what the files of the debug pictures share. */
#ifndef FS_PHYS_TWO_DEBUG_H
#define FS_PHYS_TWO_DEBUG_H

#include <fixstep/debug2.h>

#include "physics2d/world/world.h"

static inline fs_point fs__two_point(fs_pos2 p)
{
    return (fs_point){ fs_fix16_from_pos(p.x), fs_fix16_from_pos(p.y), 0 };
}

static inline fs_pos2 fs__two_corner_at(fs_pose2 pose, fs_rel2 local)
{
    return fs_pos2_add_rel(pose.pos, fs_rot2_rel(pose.rot, local));
}

/* debug_islands.c: outlines of the shapes of every island. */
void fs__two_draw_islands(const struct fs_world2 *w, fs_draw *draw);
/* debug_tree.c */
void fs__two_draw_tree(const struct fs_world2 *w, fs_draw *draw);
/* debug_shape.c: alone the outline of a shape. */
void fs__two_draw_outline(const fs_shape2 *shape, fs_pose2 pose, fs_draw *draw, uint32_t colour);

#endif
