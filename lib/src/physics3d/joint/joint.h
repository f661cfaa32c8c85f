/* joint.h: functions of joints for the world, beside the solver's calls: lists per body, breaking.
 *
 * A body's joints form a list through (row * 2 + end) + 1, where end is 0 for the joint's body_a and 1 for body_b.
 */
#ifndef FS_PHYSICS3D_JOINT_JOINT_H
#define FS_PHYSICS3D_JOINT_JOINT_H

#include <fixstep/joint3.h>
#include <fixstep/world3.h>

struct fs__world3_tick;

/* Bits of joint3.flags. */
enum {
    FS__JOINT3_COLLIDE_CONNECTED = 8, /* the two bodies collide with each other */
    FS__JOINT3_BROKEN = 64            /* exceeded its break force in this tick: the world reports and destroys it */
};

/* The bodies of a joint's row; false when it is not in use. */
bool fs__joint3_bodies(const struct fs_world3 *w, uint32_t joint, uint32_t *a, uint32_t *b);

/* Puts a new joint, whose bodies are set, at the front of the lists of both. Destroys one. */
void fs__joint3_link(struct fs_world3 *w, uint32_t row);
void fs__joint3_destroy_row(struct fs_world3 *w, uint32_t row);

/* Whether the numbers of a joint in use are in the range that the step relies on. */
bool fs__joint3_row_valid(const struct fs_world3 *w, uint32_t row);

/* Destroys every joint of a body; the bodies at the other ends wake. */
void fs__joint3_destroy_of_body(struct fs_world3 *w, uint32_t body);
/* Wakes the bodies of a joint, and those that joints tie to a body. */
void fs__joint3_wake_bodies(struct fs_world3 *w, uint32_t row);
void fs__joint3_wake_of_body(struct fs_world3 *w, uint32_t body);

/* Whether a joint without COLLIDE_CONNECTED connects the two bodies: they then do not collide. */
bool fs__joint3_blocks_collision(const struct fs_world3 *w, uint32_t body_a, uint32_t body_b);

/* Finds the first broken joint at or after *row and stores its row; false when there is none. */
bool fs__joint3_next_broken(const struct fs_world3 *w, uint32_t *row);
void fs__joint3_destroy_broken(struct fs_world3 *w);

/* joint_place.c: whether a tree of joints moves solver body m. */
bool fs__direct3_is_in_tree(const struct fs__world3_tick *tick, uint32_t m);
/* After the solver: moves all bodies of the tree that moves solver body m to where they were at a time of the tick, and stops them
 * there. False: no tree moves it. */
bool fs__direct3_stop_tree(struct fs__world3_tick *tick, uint32_t m, fs_unit time);

/* Whether every value of every joint is in the range that the step relies on, and the lists are intact. */
bool fs__joint3_all_valid(const struct fs_world3 *w);

/* joint_check.c: FS_OK, or E_ARGUMENT with the sentence (w NULL: without). Handles are not read. */
fs_result fs__joint3_check_def(struct fs_world3 *w, const fs_joint3_def *def);
/* The numbers of a row as a def, without handles. */
fs_joint3_def fs__joint3_def_of(const struct fs_world3 *w, uint32_t row);

#endif
