/* debug.h: shared by the files that draw a world. */
#ifndef FS_PHYSICS2D_DEBUG_DEBUG_H
#define FS_PHYSICS2D_DEBUG_DEBUG_H

#include <fixstep/debug2.h>

#include "physics2d/body/body.h"
#include "physics2d/world/world.h"

static inline fs_draw_point fs__debug2_point(fs_pos2 p)
{
    return (fs_draw_point){ fs_fix16_from_pos(p.x), fs_fix16_from_pos(p.y), 0 };
}

static inline fs_pos2 fs__debug2_to_world(fs_pose2 pose, fs_rel2 local)
{
    return fs_pos2_add_rel(pose.pos, fs_rot2_rel(pose.rot, local));
}

/* debug_islands.c: outlines of the shapes of every island. */
void fs__debug2_draw_islands(const struct fs_world2 *w, fs_draw_list *draw);
/* debug_motion.c: a line from the centre of mass of every moving body; outlines of sleeping bodies. */
void fs__debug2_draw_velocities(const struct fs_world2 *w, fs_draw_list *draw);
void fs__debug2_draw_sleeping(const struct fs_world2 *w, fs_draw_list *draw);
/* debug_tree.c: the inner boxes of the AABB tree. */
void fs__debug2_draw_tree(const struct fs_world2 *w, fs_draw_list *draw);
/* debug_shape.c: only the outline of a shape. */
void fs__debug2_draw_outline(const fs_geometry2 *geometry, fs_pose2 pose, fs_draw_list *draw, uint32_t colour);
/* debug_shape.c: the core of a large shape, as far as the numbers of a picture reach. */
void fs__debug2_draw_large(const struct fs_world2 *w, uint32_t row, fs_draw_list *draw, uint32_t fill,
                           uint32_t outline);

#endif
