/* joint.h: what the world needs of joints beside the solver's calls (solve.h): lists per body, breaking.
 *
 * A body's joints form a list through (row * 2 + end) + 1, where end is 0 for the joint's body_a and 1 for body_b.
 */
#ifndef FS_PHYS_TWO_JOINT_H
#define FS_PHYS_TWO_JOINT_H

#include <fixstep/joint2.h>

/* Bits of joint2.flags beside those of joint2.h. */
enum {
    FS__JOINT2_BROKEN = 64         /* was torn in this tick: the world tells of it and destroys it */
};

/* Destroys every joint of a body; the bodies at the other ends wake. */
void fs__two_body_drop_joints(struct fs_world2 *w, uint32_t body);

/* Whether a joint without FS_JOINT2_COLLIDE holds these two bodies: then they do not collide. */
bool fs__two_joined(const struct fs_world2 *w, uint32_t body_a, uint32_t body_b);

/* The first broken joint at or after *row, to *row; false when there is none. The world tells of each, then drops
 * them all (a gear goes with the joints it couples, so nothing may be destroyed while they are counted). */
bool fs__two_joints_broken(const struct fs_world2 *w, uint32_t *row);
void fs__two_joints_drop_broken(struct fs_world2 *w);

/* Whether every number of the joints is in the range that the step relies on, and the lists are whole. */
bool fs__two_joints_valid(const struct fs_world2 *w);
/* The part of it that a definition must meet too: anchors, limits, spring, axis, ratio of one joint. */
bool fs__joint2_numbers_ok(const struct fs_world2 *w, uint32_t row);

/* The angle of b against a beyond the reference rotation, with whole turns: 2^32 a turn, from the poses of now. */
int64_t fs__two_joint_turned(const struct fs_world2 *w, uint32_t row);
/* The coordinate a gear couples: rad of a revolute, m of a prismatic joint, Q32.32. */
int64_t fs__two_joint_coordinate(const struct fs_world2 *w, uint32_t row);

#endif
