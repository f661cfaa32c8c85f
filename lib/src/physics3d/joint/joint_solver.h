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
/* joint_store.c: adds the impulses of the rows to the sums of the joint. */
void fs__joint3_add_sums(struct fs__joint3_slot *slot, const struct fs__joint3_block *r, unsigned k);
/* Stores impulses, forces and torques, and marks joints that broke. */
void fs__joint3_store(struct fs__solver3 *s);

#endif
