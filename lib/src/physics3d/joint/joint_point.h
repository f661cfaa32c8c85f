/* joint_point.h: ball joints whose rows are made in lanes. */
#ifndef FS_PHYSICS3D_JOINT_JOINT_POINT_H
#define FS_PHYSICS3D_JOINT_JOINT_POINT_H

#include "physics3d/joint/joint_block.h"
#include "physics3d/solver/pair_mass.h"

/* Bytes of arena for at most `blocks` blocks, and takes them; false when the arena is full. */
size_t fs__joint3_points_arena_size(size_t solver_bodies, size_t blocks);
bool fs__joint3_points_alloc(struct fs__solver3 *s, size_t blocks, fs_arena *arena);

/* Whether the rows of a joint (row of joint3) between two solver bodies can be made in lanes. *pair is a cache. */
bool fs__joint3_fits_lanes(const struct fs__solver3 *s, struct fs__pair3 *pair, uint32_t row, uint32_t a, uint32_t b);

/* At the start of a tick: empties the list of bodies, then fills the stage of each joint whose slot is known. The caller
 * sets its softness. */
void fs__joint3_begin_points(struct fs__solver3 *s);
void fs__joint3_stage_point(struct fs__solver3 *s, const struct fs__joint3_slot *slot, uint32_t row,
                            const struct fs__pair3 *pair);

/* Makes the rows of all staged joints where their bodies are. */
void fs__joint3_make_points(struct fs__solver3 *s);

#endif
