/* joint_solver.h: joints in the solver's tick. */
#ifndef FS_PHYSICS3D_JOINT_JOINT_SOLVER_H
#define FS_PHYSICS3D_JOINT_JOINT_SOLVER_H

#include "physics3d/solver/contact_solver.h"

/* Bytes of arena for the blocks of at most `joints` joints. */
size_t fs__joint3_arena_size(uint32_t bodies, uint32_t joints);
/* Takes the blocks of the tick's joints; false when the arena is full. */
bool fs__joint3_alloc(struct fs__solver3 *s, fs_arena *arena);
/* Makes the rows of all joints at the start of the tick, and anew where the bodies are now. */
void fs__joint3_prepare(struct fs__solver3 *s);
void fs__joint3_update(struct fs__solver3 *s);
/* Whether a tree of joints keeps the angular momentum of the body in every substep: it does not turn freely after the tick. */
bool fs__joint3_turns(const struct fs__solver3 *s, uint32_t solver_body);
/* Poses of the centre of mass of a body (row of body3): now; at the end of the substep with the velocities of m. */
fs_pose3 fs__joint3_pose_now(const struct fs__solver3 *s, uint32_t row, uint32_t solver_body);
fs_pose3 fs__joint3_next_pose(const struct fs__solver3 *s, uint32_t row, const struct fs__solver3_body *m);
/* joint_store.c: adds the impulses of the rows to the sums of the joint. */
void fs__joint3_add_sums(struct fs__joint3_slot *slot, const struct fs__joint3_block *r, unsigned k);
/* Multiplies the stored impulses of the tick's joints by `by` and divides them by `over`. */
void fs__joint3_scale_impulses(struct fs__solver3 *s, int64_t by, uint32_t over);
/* joint_remainder.c: before and after each pass over the rows in blocks: counts what it changes velocities by. */
void fs__joint3_clear_given(struct fs__solver3 *s);
void fs__joint3_begin_rows(struct fs__solver3 *s);
void fs__joint3_end_rows(struct fs__solver3 *s);
/* Leaves of the exact velocities of rows what their roundings took. */
void fs__joint3_add_remainders(struct fs__solver3 *s);
/* Adds what the roundings of trees and rows of joints left to the exact velocities. */
void fs__joint3_add_residuals(struct fs__solver3 *s);
/* Stores impulses, forces and torques, and marks joints that broke. */
void fs__joint3_store(struct fs__solver3 *s);

#endif
