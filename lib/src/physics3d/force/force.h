/* force.h: internal functions on force generators; see force3.h. */
#ifndef FS_PHYSICS3D_FORCE_FORCE_H
#define FS_PHYSICS3D_FORCE_FORCE_H

#include <fixstep/arena.h>
#include <fixstep/force3.h>

#include "physics3d/body/body.h"
#include "physics3d/world/world.h"

/* The tables of FS_FORCE3_TABLES, counted from first_force_table. */
enum { FS__FORCE3_TABLE_FORCE, FS__FORCE3_TABLE_AERO, FS__FORCE3_TABLE_FLUID };

/* force_apply.c: evaluates all generators and adds their forces to the bodies; destroys those without a body. `arena` is
 * used and left as it was. */
void fs__force3_apply(struct fs_world3 *w, fs_arena arena);
/* force.c: destroys a row and wakes nothing. */
void fs__force3_destroy_row(struct fs_world3 *w, uint32_t row);
/* force_check.c: FS_OK or E_ARGUMENT, with the sentence where w is not NULL. Bodies, fluids and tensors are not looked at. */
fs_result fs__force3_check_def(struct fs_world3 *w, const fs_force3_def *def);
fs_result fs__fluid3_check_def(struct fs_world3 *w, const fs_fluid3_def *def);
/* For fs_world3_valid(). */
bool fs__force3_all_valid(const struct fs_world3 *w);

#endif
