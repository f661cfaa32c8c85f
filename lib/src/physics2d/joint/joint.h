/* joint.h: what the world needs of joints beside the solver's calls (solve.h): lists per body, breaking.
 *
 * A body's joints form a list through (row * 2 + end) + 1, where end is 0 for the joint's body_a and 1 for body_b.
 */
#ifndef FS_PHYSICS2D_JOINT_JOINT_H
#define FS_PHYSICS2D_JOINT_JOINT_H

#include <fixstep/joint2.h>

/* Bits of joint2.flags beside those of joint2.h. */
enum {
    FS__JOINT2_BROKEN = 64 /* was torn in this tick: the world tells of it and destroys it */
};

/* Destroys every joint of a body; the bodies at the other ends wake. */
void fs__joint2_destroy_of_body(struct fs_world2 *w, uint32_t body);

/* Whether a joint without FS_JOINT2_COLLIDE_CONNECTED holds these two bodies: then they do not collide. */
bool fs__joint2_blocks_collision(const struct fs_world2 *w, uint32_t body_a, uint32_t body_b);

/* The first broken joint at or after *row, to *row; false when there is none. The world tells of each, then drops
 * them all (a gear goes with the joints it couples, so nothing may be destroyed while they are counted). */
bool fs__joint2_next_broken(const struct fs_world2 *w, uint32_t *row);
void fs__joint2_destroy_broken(struct fs_world2 *w);

/* Whether every number of the joints is in the range that the step relies on, and the lists are whole. */
bool fs__joint2_all_valid(const struct fs_world2 *w);
/* The part of it that a definition must meet too: anchors, limits, spring, axis, ratio of one joint. */
bool fs__joint2_row_valid(const struct fs_world2 *w, uint32_t row);

/* The angle of b against a beyond the reference rotation, with whole turns: 2^32 a turn, from the poses of now. */
int64_t fs__joint2_measure_angle(const struct fs_world2 *w, uint32_t row);
/* The coordinate a gear couples: rad of a revolute, m of a prismatic joint, Q32.32. */
int64_t fs__joint2_gear_coordinate(const struct fs_world2 *w, uint32_t row);

#endif
