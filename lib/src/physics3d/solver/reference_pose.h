/* reference_pose.h: the pose of a body at which the contacts of a tick act on it.
 *
 * Arms, moments of inertia and angular velocity of a body that turns belong to one pose: with arms of one and moments of
 * another a blow on a slender body turns it about its long axis, and energy comes from nothing. So a body that turns far in a
 * tick is first turned freely for half of it; contacts act there; the free rotation of the other half follows them. Bodies
 * that turn little, or have joints, or are solved worst first, stay at the pose of the start, and their whole free rotation
 * follows.
 */
#ifndef FS_PHYSICS3D_SOLVER_REFERENCE_POSE_H
#define FS_PHYSICS3D_SOLVER_REFERENCE_POSE_H

#include <stdbool.h>

#include "physics3d/world/world.h"

struct fs__solver3;

struct fs__solver3_reference {
    fs_quat rot;       /* of the pose */
    fs_vel3 w;         /* angular velocity there, without contacts */
    fs_unit3 rest;     /* the part of it below one step (Q30) */
    uint32_t turned;   /* 1: the pose is that of the middle of the tick */
    uint32_t contacts; /* contact_energy.c: what contacts load the body */
};

/* The pose of a body (row of body3) of an awake island. */
struct fs__solver3_reference fs__solver3_find_reference(const struct fs__solver3 *s, uint32_t row);
/* A velocity in Q51 as whole steps, within the format, and the part below one step (Q30). */
fs_vel3 fs__solver3_split_velocity(const int64_t fine[3], fs_unit3 *rest);
/* Whether a body is dynamic and may turn about every axis. */
bool fs__solver3_turns_freely(const struct fs_world3 *w, uint32_t row);
/* The angular velocity of a body with the part of it below one step, Q51. */
void fs__solver3_fine_angular_velocity(const struct fs_world3 *w, uint32_t row, int64_t fine[3]);
/* Gives a body that is put to another orientation the angular velocity for it: see fs__free_rotation3_move(). */
void fs__solver3_turn_spin(struct fs_world3 *w, uint32_t row, fs_quat to);
/* Whether a free body with these moments changes its angular velocity w visibly within a tick. */
bool fs__solver3_precesses(const struct fs_world3 *w, uint32_t row, fs_vel3 angular_velocity);
/* Rotates a body to the end of the tick. travel: sum of the angular velocities of the substeps (Q21). *w: the angular velocity
 * after the last one; rest: the part of it below one step (Q51); both are updated. */
void fs__solver3_finish_rotation(const struct fs__solver3 *s, uint32_t row, const struct fs__solver3_reference *from,
                                 const int64_t travel[3], fs_vel3 *w, int64_t rest[3]);

/* Counts the angular velocity in 2^unit rad/s: what contacts need for small bodies. */
void fs__solver3_scale_down(struct fs__solver3_reference *r, uint32_t unit);
/* Back to rad/s: an angular velocity and its part below one step (Q51), and the sum of those of the substeps. */
void fs__solver3_scale_up(uint32_t unit, fs_vel3 *w, int64_t rest[3], int64_t travel[3]);

#endif
