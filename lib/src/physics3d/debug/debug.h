/* debug.h: shared by the files that draw a world. */
#ifndef FS_PHYSICS3D_DEBUG_DEBUG_H
#define FS_PHYSICS3D_DEBUG_DEBUG_H

#include <fixstep/debug3.h>

#include "physics3d/body/body.h"
#include "physics3d/world/world.h"

static inline fs_draw_point fs__debug3_point(fs_pos3 p)
{
    return (fs_draw_point){ fs_fix16_from_pos(p.x), fs_fix16_from_pos(p.y), fs_fix16_from_pos(p.z) };
}

static inline fs_pos3 fs__debug3_to_world(fs_pose3 pose, fs_rel3 local)
{
    return fs_pos3_add_rel(pose.pos, fs_quat_rel(pose.rot, local));
}

/* debug_islands.c: outlines of the shapes of every island. */
void fs__debug3_draw_islands(const struct fs_world3 *w, fs_draw_list *draw);
/* debug_motion.c: a line from the centre of mass of every moving body; outlines of sleeping bodies. */
void fs__debug3_draw_velocities(const struct fs_world3 *w, fs_draw_list *draw);
void fs__debug3_draw_sleeping(const struct fs_world3 *w, fs_draw_list *draw);
/* debug_tree.c: the inner boxes of the AABB tree. */
void fs__debug3_draw_tree(const struct fs_world3 *w, fs_draw_list *draw);
/* A shape as a value, and its frame. Of a large box the part whose numbers a picture can hold. */
struct fs__debug3_shape {
    fs_geometry3 geometry; /* kind 0: nothing to draw */
    fs_pose3 pose;
    fs_hull3 hull;
};
/* debug_shape.c */
void fs__debug3_load_shape(const struct fs_world3 *w, uint32_t row, struct fs__debug3_shape *out);
/* debug_shape.c: only the edges of a shape. */
void fs__debug3_draw_outline(const fs_geometry3 *geometry, fs_pose3 pose, fs_draw_list *draw, uint32_t colour);

#endif
