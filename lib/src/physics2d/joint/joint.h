/* joint.h: functions of joints for the world, beside the solver's calls (solver.h): lists per body, breaking.
 *
 * A body's joints form a list through (row * 2 + end) + 1, where end is 0 for the joint's body_a and 1 for body_b.
 */
#ifndef FS_PHYSICS2D_JOINT_JOINT_H
#define FS_PHYSICS2D_JOINT_JOINT_H

#include <fixstep/joint2.h>

/* Bits of joint2.flags beside those of joint2.h. */
enum {
    FS__JOINT2_BROKEN = 64 /* exceeded its break force in this tick: the world reports and destroys it */
};

/* The bodies of a joint's row; false when it is not in use. */
bool fs__joint2_bodies(const struct fs_world2 *w, uint32_t joint, uint32_t *a, uint32_t *b);

/* Destroys every joint of a body; the bodies at the other ends wake. */
void fs__joint2_destroy_of_body(struct fs_world2 *w, uint32_t body);
/* Wakes the bodies that joints tie to it. */
void fs__joint2_wake_of_body(struct fs_world2 *w, uint32_t body);

/* Whether a joint without FS_JOINT2_COLLIDE_CONNECTED connects the two bodies: they then do not collide. */
bool fs__joint2_blocks_collision(const struct fs_world2 *w, uint32_t body_a, uint32_t body_b);

/* FS_OK, or E_ARGUMENT with the sentence for a number of the definition out of its range. Handles are not looked at. */
fs_result fs__joint2_check_def(struct fs_world2 *w, const fs_joint2_def *def);

/* Finds the first broken joint at or after *row and stores its row; false when there is none. The world reports all broken
 * joints before it destroys them, because destroying a joint also destroys its gears. */
bool fs__joint2_next_broken(const struct fs_world2 *w, uint32_t *row);
void fs__joint2_destroy_broken(struct fs_world2 *w);

/* Whether every value of every joint is in the range that the step relies on, and the lists are intact. */
bool fs__joint2_all_valid(const struct fs_world2 *w);
/* The part of that check that also applies to a definition: anchors, limits, spring, axis, ratio of one joint. */
bool fs__joint2_row_valid(const struct fs_world2 *w, uint32_t row);

/* Angle of b against a beyond the reference rotation, with whole turns, at the current poses; 2^32 is one turn. */
int64_t fs__joint2_measure_angle(const struct fs_world2 *w, uint32_t row);
/* The coordinate that a gear couples: rad (revolute) or m (prismatic), Q32.32. */
int64_t fs__joint2_gear_coordinate(const struct fs_world2 *w, uint32_t row);

#endif
