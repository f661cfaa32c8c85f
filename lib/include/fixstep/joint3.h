/* joint3.h: joints between two bodies of a 3D world.
 *
 * A joint connects two bodies (at least one of them dynamic) at anchors in their own frames. A joint's frame stands in
 * both bodies: the two frames coincide where all angles of the joint are 0; their x axis is that of hinge, slider and
 * twist. Rigid parts are soft constraints of the world's joint_hertz and joint_damping_ratio. Springs have a frequency and
 * a damping ratio of their own, applied to the effective mass of the two bodies in the direction of the spring: equal numbers
 * move light and heavy bodies alike, and are stable at any stiffness. That mass does not follow how the bodies lie, because bodies
 * would gain energy by turning: it is the mean over all directions (of 1/m) for DISTANCE and POSE, and for BALL (of its moment of
 * inertia), and that along the axis for WHEEL, the last two where the frames coincide. A spring between orientations pulls the shorter
 * way round: bodies that pass half a turn against it gain or lose energy there. A spring of so many N/m, with its other end anywhere in
 * the world, or one that only pulls, is a generator instead: FS_FORCE3_SPRING of force3.h.
 *
 * A joint breaks when its mean force over a tick, or over a part of a divided tick, exceeds break_force (N), or its torque break_torque (N m); it is then
 * destroyed and reported by a JOINT_BREAK event. The two bodies of a joint do not collide with each other unless
 * FS_JOINT3_COLLIDE_CONNECTED is set.
 *
 * Kinds, and the numbers that each reads (flags LIMIT, MOTOR, SPRING switch those parts on):
 *   BALL       the anchors coincide. LIMIT: the x axes are at most `swing_limit` apart (a cone), and the twist of b
 *              about the x axis stays in [lower_limit, upper_limit] (rad, within +-3). SPRING: b is turned until the
 *              frames coincide; with MOTOR by at most motor_limit (N m about each axis): a muscle.
 *   HINGE      the anchors and the x axes coincide. On the angle of b about the x axis (rad, within half a turn): spring
 *              about `length`, limits [lower_limit, upper_limit] (within +-3), motor (rad/s, N m).
 *   SLIDER     anchor b stays on a's x axis, and b does not turn against a. Along the axis: spring about `length` (m),
 *              limits (m), motor (m/s, N). A slider with a motor is a piston.
 *   FIXED      the anchors and the frames coincide.
 *   DISTANCE   a rigid rod of `length` (m). With any of the flags the rod is replaced by: a spring about `length`,
 *              limits [lower_limit, upper_limit] of the distance (m), a motor that changes it (m/s, N).
 *   CABLE      the distance of the anchors is at most `upper_limit` (m).
 *   UNIVERSAL  the anchors coincide, and b's z axis stays at a right angle to a's y axis: a cross joint that passes a
 *              rotation on.
 *   WHEEL      anchor b stays on a's x axis, and the z axes coincide: b spins about z. Along x, the suspension: spring about
 *              `length` (m), limits (m). Motor of the spin (rad/s, N m).
 *   POSE       a motor to a pose: springs pull the anchors and the frames together, by at most motor_limit (N along each
 *              axis) and motor_limit * length (length 0 or more, m: N m about each axis). Flags are not read.
 *   GEAR       the angular velocities about the x axes: that of a plus `length` times that of b is 0 (ratio within +-31; 1:
 *              two equal gears, -1: a belt). Bodies must be held by other joints. Flags are not read.
 * Chains and trees of joints (without a loop) are solved together, limits included, and pass on accelerations down to
 * 1e-6 m/s^2 between bodies of 1:1e6 within 1e-3; cables do so to 1e-2 m/s^2 and within 1:1000 to 0.5 %: a chain of 100 links keeps its length within 0.01 % with an end of 10,000 times the mass of a link.
 * So are loops, up to 8 in what joints connect, with at most as many pairs of joints on one body as twice the joints: a ring, or the
 * edges of a cube, but no net. Springs, motors and joints with more loops are solved one after the other; there a chain of 100
 * links stretches by about 2 %, and a rope ladder whose ends weigh 1,000 links by 3 %, at first by 70 %.
 * Bodies on joints bear 100,000 times their mass in contacts. While a load of 16 times its mass and more presses it, such a body
 * counts with a larger mass, at most a sixteenth of what it bears; its weight, and forces of joints, stay the true ones.
 * What strikes one body of a chain, tree or loop that is solved together meets the mass of all of it, and rebounds with the
 * restitution of the surfaces, as from a single body. Where the contacts that rebound in a tick times the joints exceed 512, the
 * impact has no rebound.
 * Links that turn by more than a quarter radian in a substep (the tip of a whip) lose spin and may part for an instant.
 * A body may have any number of joints; chains and loops are allowed. Joints live in the state of the world: handles
 * are values, definitions are copied, and nothing needs to be released. Sources: E. Catto, "Soft constraints" (GDC
 * 2011), "Solver2D" (2024).
 */
#ifndef FIXSTEP_JOINT3_H
#define FIXSTEP_JOINT3_H

#include <fixstep/body3.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum fs_joint3_kind {
    FS_JOINT3_BALL = 1,  /* common point; limits of swing and twist */
    FS_JOINT3_HINGE,     /* common point and axis; limits, motor, spring on the angle */
    FS_JOINT3_SLIDER,    /* slides along an axis of a without rotating; limits, motor, spring */
    FS_JOINT3_FIXED,     /* common point and orientation */
    FS_JOINT3_DISTANCE,  /* rod, or spring with limits of the length */
    FS_JOINT3_CABLE,     /* largest distance */
    FS_JOINT3_UNIVERSAL, /* common point, two axes at a right angle */
    FS_JOINT3_WHEEL,     /* slides along one axis, spins about another; limits, spring; motor of the spin */
    FS_JOINT3_POSE,      /* springs to a pose, of bounded force */
    FS_JOINT3_GEAR,      /* coupled rotations about two axes */
    FS_JOINT3_KINDS      /* number of kinds + 1 */
} fs_joint3_kind;

/* Bits of fs_joint3_def.flags. */
enum {
    FS_JOINT3_LIMIT = 1,
    FS_JOINT3_MOTOR = 2,
    FS_JOINT3_SPRING = 4,
    FS_JOINT3_COLLIDE_CONNECTED = 8 /* the two bodies collide with each other */
};

typedef struct fs_joint3_def {
    fs_joint3_kind kind;
    fs_body3 body_a, body_b;         /* two different live bodies */
    fs_rel3 anchor_a, anchor_b;      /* in the bodies' frames, each component within +-16 m */
    fs_quat frame_a, frame_b;        /* the joint's frame in those of the bodies; not 0, are normalised */
    fs_rel length;                   /* m (distance: 0 or more) or rad, within +-31 */
    fs_rel lower_limit, upper_limit; /* m within +-31 or rad within +-3, lower <= upper; distance: 0 <= lower */
    fs_rel swing_limit;              /* ball: rad, 0..3 */
    fs_vel motor_speed;              /* m/s or rad/s, within +-512 */
    fs_wide motor_limit;             /* largest force or torque of the motor: N or N m, 0 or more */
    fs_wide break_force;             /* N, 0 or more; 0: never breaks */
    fs_wide break_torque;            /* N m, 0 or more; 0: never breaks */
    fix16_t hertz;                   /* of the spring, 0..1000 1/s */
    fix16_t damping_ratio;           /* of the spring, 0..100; 1: critical */
    uint32_t flags;                  /* FS_JOINT3_LIMIT ... */
    uint64_t user;                   /* stored and reported in events, not read */
} fs_joint3_def;

/* A definition of a kind: anchors at the bodies' origins, frames along the bodies' axes, length (of a gear: ratio) and a
 * cable's upper limit 1 m, no limits, motor or spring (pose: 5 1/s, critically damped), never breaks. */
FS_API fs_joint3_def fs_default_joint3_def(fs_joint3_kind kind);
/* Fills anchors, frames and length (a cable's upper limit) of *def so that the joint is at rest with body_a and body_b at
 * their current poses: at the world point at_a, and at_b for the second anchor of distance and cable; x axis along `axis`
 * in the world (0: the x axis). E_STALE for a body that is gone; E_ARGUMENT for an anchor outside +-16 m, or
 * no def: *def is then unchanged, and fs_world3_error() says nothing new. */
FS_API fs_result fs_joint3_def_set_anchors(const struct fs_world3 *w, fs_joint3_def *def, fs_pos3 at_a, fs_pos3 at_b,
                                           fs_unit3 axis);
/* Makes a joint and wakes its bodies; contacts between them end unless they collide. *def is copied. E_ARGUMENT for a
 * value out of its range, E_STALE for a body that is gone, E_DEGENERATE for two immovable bodies or one body twice,
 * E_CAPACITY when the joint table is full; *out is then null and nothing changed. out may be NULL. */
FS_API fs_result fs_joint3_create(struct fs_world3 *w, const fs_joint3_def *def, fs_joint3 *out);
/* Destroys a joint; wakes its bodies. E_STALE when it is gone. */
FS_API fs_result fs_joint3_destroy(struct fs_world3 *w, fs_joint3 joint);
/* The joint's row of the table joint3, to *row; E_STALE (*row unchanged) when it is gone. */
FS_API fs_result fs_joint3_row(const struct fs_world3 *w, fs_joint3 joint, uint32_t *row);
/* The handle of a row; null for a row that is not in use. */
FS_API fs_joint3 fs_joint3_at(const struct fs_world3 *w, uint32_t row);
/* Changes of a joint wake its bodies. E_STALE when it is gone, E_ARGUMENT for a value out of the range of
 * fs_joint3_def; nothing changed then. Motor: speed in m/s or rad/s, limit in N or N m. */
FS_API fs_result fs_joint3_set_motor(struct fs_world3 *w, fs_joint3 joint, bool on, fs_vel speed, fs_wide limit);
/* Limits in m or rad. */
FS_API fs_result fs_joint3_set_limits(struct fs_world3 *w, fs_joint3 joint, bool on, fs_rel lower_limit,
                                      fs_rel upper_limit);
/* Frequency in 1/s. */
FS_API fs_result fs_joint3_set_spring(struct fs_world3 *w, fs_joint3 joint, bool on, fix16_t hertz,
                                      fix16_t damping_ratio);

/* Readings by row (fs_joint3_row() gives that of a handle); 0 for a row that is not in use.
 * Angle of b against a about the x axis (rad, within half a turn). */
FS_API fs_rel fs_joint3_angle(const struct fs_world3 *w, uint32_t row);
/* Slider, wheel: translation along the x axis; others: distance of the anchors; m, saturates at +-32. */
FS_API fs_rel fs_joint3_translation(const struct fs_world3 *w, uint32_t row);

#ifdef __cplusplus
}
#endif
#endif
