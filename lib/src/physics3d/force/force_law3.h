/* force_law3.h: what the kinds of generators share in a tick.
 *
 * A kind is a function that reads a row and fills what it does to the bodies. It changes no state.
 */
#ifndef FS_PHYSICS3D_FORCE_FORCE_LAW3_H
#define FS_PHYSICS3D_FORCE_FORCE_LAW3_H

#include "force/force_law.h"
#include "physics3d/force/force.h"

/* In place of the row of a body: the world. */
enum { FS__FORCE3_WORLD = UINT32_MAX };

/* A generator in a tick. */
struct fs__force3_row {
    const struct fs_world3 *w;
    uint32_t row;
    uint32_t a, b;           /* rows of body3; b may be FS__FORCE3_WORLD */
    uint32_t generators;     /* on the body with more of them, at least 1 */
    fs_pose3 pose_a, pose_b; /* of the centres of mass, fs_world3_force_lead() after the start of the tick */
    fs_pos3 at_a, at_b;      /* the anchors there */
};

/* What a generator does: on a; the opposite on b. */
struct fs__force3_effect {
    fs_wide3 force;  /* N, at the anchors */
    fs_wide3 torque; /* N m, without a point */
};

typedef struct fs__force3_effect fs__force3_law(const struct fs__force3_row *f);
/* force_spring.c, force_surface.c, force_drive.c */
fs__force3_law fs__force3_spring, fs__force3_orientation_spring;
fs__force3_law fs__force3_gravity, fs__force3_constant, fs__force3_drag, fs__force3_aero, fs__force3_buoyancy;
fs__force3_law fs__force3_thrust, fs__force3_torque, fs__force3_governor;

/* force_limit.c: the largest force (N) along any line through the anchors that changes their velocity against each other by
 * at most `speed` (m/s, 0 or more) in a tick, divided by the number of generators. The lever arm enters with the largest
 * inverse inertia, so that it is a lower bound. */
fs_wide fs__force3_most_force(const struct fs__force3_row *f, fs_wide speed);
/* The same of a torque (N m) and an angular speed (rad/s). */
fs_wide fs__force3_most_torque(const struct fs__force3_row *f, fs_wide speed);
/* The vector, shortened to a length of at most `most`. */
fs_wide3 fs__force3_shorten(fs_wide3 v, fs_wide most);

/* force_apply.c: the velocity of an anchor, m/s; 0 of a point of the world. */
fs_vel3 fs__force3_anchor_velocity(const struct fs__force3_row *f, uint32_t body, const fs_pose3 *pose, fs_pos3 at);
/* force_surface.c: the share of the generator that is in its fluid, Q32.32, 0..1. */
fs_wide fs__force3_submerged(const struct fs__force3_row *f);
/* The velocity of a's anchor against the fluid, m/s. */
fs_vel3 fs__force3_flow(const struct fs__force3_row *f);
/* The matrix of R: from the axes of the generator to those of the world. */
fs_mat3 fs__force3_axes(const struct fs__force3_row *f);

static inline fs_wide fs__force3_per_tick(const struct fs__force3_row *f, fs_wide distance)
{
    return fs_sat64_mul(distance, *f->w->world.hz);
}

#endif
