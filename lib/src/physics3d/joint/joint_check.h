/* joint_check.h: the ranges of the numbers of a joint. */
#ifndef FS_PHYSICS3D_JOINT_JOINT_CHECK_H
#define FS_PHYSICS3D_JOINT_JOINT_CHECK_H

#include <fixstep/joint3.h>

/* FS_OK, or E_ARGUMENT with the sentence (w NULL: without). Handles are not read. */
fs_result fs__joint3_check_def(struct fs_world3 *w, const fs_joint3_def *def);
/* The numbers of a row as a def, without handles. */
fs_joint3_def fs__joint3_def_of(const struct fs_world3 *w, uint32_t row);

#endif
