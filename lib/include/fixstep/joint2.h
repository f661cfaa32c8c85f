/* joint2.h: joints between two bodies of a 2D world.
 *
 * A joint connects two bodies (at least one of them dynamic) at anchors in their own frames. Rigid parts are soft
 * constraints of the world's joint_hertz and joint_damping_ratio. Springs have a frequency and a damping ratio of their
 * own, applied to the effective mass of the two bodies in the direction of the spring:
 * 1/m = 1/m_a + 1/m_b + arm_a^2/I_a + arm_b^2/I_b along a line, 1/J = 1/I_a + 1/I_b for an angle. Where bodies turn against the
 * line (both of DISTANCE and of WELD's point, b of WHEEL and MOUSE), arm^2 is its mean over all directions, half of the
 * anchor's distance^2 from the centre of mass: the stiffness is the same in all poses, and the bodies gain no energy by
 * turning. The stiffness is
 * m (2 pi hertz)^2 (N/m) or J (2 pi hertz)^2 (N m/rad). A spring at rest exerts exactly that; its period is long by
 * half of damping_ratio * 2 pi hertz / substep rate. Springs of all kinds but DISTANCE are at most as stiff as those of
 * hertz = substep rate / (2 pi), 38 1/s at 60 Hz with 4 substeps.
 *
 * Connected joints are solved together, as a tree, when they are tied to an immovable body, have a WELD or are 8 and more (ropes,
 * beams, bridges, tables, pendulums, ragdolls), or close 1 to 8 loops (rings, linkages, trusses, tracks): their rigid parts and the
 * limits that are reached do not yield under load, whatever the ratio of the masses (tested to 1:1e6; with loops to 1:1000), and do
 * not depend on the order of creation. Joints of more loops, and fewer joints, are solved one after the other; there a chain yields
 * by the stiffness of its joints.
 *
 * Bodies on joints bear 100,000 times their mass in contacts. While a load of 16 times its mass and more presses it, such a body
 * counts with a larger mass, at most a sixteenth of what it bears; its weight, and forces of joints, stay the true ones.
 *
 * Of these trees small ones without loops take a tenth of the time: of at most 16 REVOLUTE joints without SPRING and break_force, no path of
 * more than 8 of them, no body of more than 60 times another's mass, in a tick before which no joint pulled so hard that it would
 * turn a body by a radian within a substep, and tied to nothing (a wheel alone on its axle may be). Their anchors are held
 * together as those of other trees; limits and motors are solved one after the other before, so that one that is reached may
 * be passed by a few hundredths of a radian at an impact.
 *
 * A joint breaks when its mean force over a tick exceeds break_force (N); it is then destroyed and reported by a
 * JOINT_BREAK event. The two bodies of a joint do not collide with each other unless FS_JOINT2_COLLIDE_CONNECTED is
 * set.
 *
 * Kinds, and the numbers that each reads (flags LIMIT, MOTOR, SPRING switch those parts on):
 *   DISTANCE   a rigid rod of `length` (m). With any of the flags the rod is replaced by: a spring about `length`,
 *              limits [lower_limit, upper_limit] of the length (m), a motor that changes it (m/s, N).
 *   ROPE       the distance of the anchors is at most `upper_limit` (m).
 *   REVOLUTE   the anchors coincide. On the angle of b against a beyond `reference_rotation`, with whole turns: spring
 *              about `length` (rad), limits [lower_limit, upper_limit] (rad), motor (rad/s, N m).
 *   PRISMATIC  anchor b stays on the line through anchor a along `axis` (in a's frame); b keeps the rotation
 *              `reference_rotation` against a. Along the line: spring about `length` (m), limits (m), motor (m/s, N).
 *   WELD       the anchors coincide and b keeps the rotation `reference_rotation` against a. hertz above 0 softens the
 *              angle; with SPRING also the point.
 *   WHEEL      anchor b stays on the axis line, free to rotate; spring about `length` and limits along the axis (m),
 *              motor on the rotation (rad/s, N m).
 *   MOUSE      pulls anchor b to `target` with a spring of at most motor_limit (N); only b's mass counts. Body a is
 *              unaffected, but must be given (any other body).
 *   GEAR       q_a + gear_ratio * q_b stays constant, where q is the angle (rad) of a revolute or the translation (m)
 *              of a prismatic joint. A gear is destroyed with either of its joints. body_a, body_b and anchors are
 *              not read.
 * Sliders, wheels and mouse joints leave their line where their anchors are more than 32 m apart.
 * A body may have any number of joints; chains and loops are allowed. Joints live in the state of the world: handles
 * are values, definitions are copied, and nothing needs to be released. Sources: E. Catto, "Soft constraints" (GDC
 * 2011), "Solver2D" (2024).
 */
#ifndef FIXSTEP_JOINT2_H
#define FIXSTEP_JOINT2_H

#include <fixstep/body2.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum fs_joint2_kind {
    FS_JOINT2_DISTANCE = 1, /* rod, or spring with limits of the length */
    FS_JOINT2_ROPE,         /* largest distance */
    FS_JOINT2_REVOLUTE,     /* common point; limits, motor, spring on the angle */
    FS_JOINT2_PRISMATIC,    /* slides along an axis of a without rotating; limits, motor, spring */
    FS_JOINT2_WELD,         /* common point and angle */
    FS_JOINT2_WHEEL,        /* b on a spring along an axis of a, free to rotate; motor on the rotation */
    FS_JOINT2_MOUSE,        /* pulls anchor b to a target in the world with a limited force */
    FS_JOINT2_GEAR,         /* couples two revolute or prismatic joints */
    FS_JOINT2_KINDS         /* number of kinds + 1 */
} fs_joint2_kind;

/* Bits of fs_joint2_def.flags. */
enum {
    FS_JOINT2_LIMIT = 1,
    FS_JOINT2_MOTOR = 2,
    FS_JOINT2_SPRING = 4,
    FS_JOINT2_COLLIDE_CONNECTED = 8 /* the two bodies collide with each other */
};

typedef struct fs_joint2_def {
    fs_joint2_kind kind;
    fs_body2 body_a, body_b;         /* two different live bodies */
    fs_rel2 anchor_a, anchor_b;      /* in the bodies' frames, each component within +-16 m */
    fs_unit2 axis;                   /* prismatic, wheel: in a's frame; any length but 0, is normalised */
    fs_rot2 reference_rotation;      /* revolute, weld, prismatic: of b against a; not 0, is normalised */
    fs_rel length;                   /* m (distance: 0 or more) or rad, within +-32 */
    fs_rel lower_limit, upper_limit; /* m or rad within +-32, lower <= upper; distance: 0 <= lower; rope: 0 < upper */
    fs_vel motor_speed;              /* m/s or rad/s, within +-1024 */
    fs_wide motor_limit;             /* largest force or torque of motor or mouse: N or N m, 0 or more */
    fs_wide break_force;             /* N, 0 or more; 0: never breaks */
    fix16_t hertz;                   /* of the spring, 0..1000 1/s */
    fix16_t damping_ratio;           /* of the spring, 0..100; 1: critical */
    fix16_t gear_ratio;              /* gear: within +-1024, not 0; m or rad of a per m or rad of b */
    fs_pos2 target;                  /* mouse: in the world, m */
    fs_joint2 other_a, other_b;      /* gear: the joints it couples, revolute or prismatic */
    uint32_t flags;                  /* FS_JOINT2_LIMIT ... */
    uint64_t user;                   /* stored and reported in events, not read */
} fs_joint2_def;

/* A definition of a kind: anchors at the bodies' origins, axis x, length and a rope's upper limit 1 m (0 where `length`
 * is the rest of a spring), no limits, motor or spring, never breaks. Wheel and mouse: spring of 4 Hz with damping
 * ratio 0.7; mouse: at most 1000 N. */
FS_API fs_joint2_def fs_default_joint2_def(fs_joint2_kind kind);
/* Fills anchors, axis, reference rotation, target and length (a rope's upper limit) of *def so that the joint is at
 * rest with body_a and body_b at their current poses: at the world point at_a, and at_b for the second anchor of
 * distance and rope; `axis` in the world (0: the x axis). E_STALE for a body that is gone, *def is then unchanged;
 * E_ARGUMENT for an anchor outside +-16 m. */
FS_API fs_result fs_joint2_def_set_anchors(const struct fs_world2 *w, fs_joint2_def *def, fs_pos2 at_a, fs_pos2 at_b,
                                           fs_unit2 axis);
/* Makes a joint and wakes its bodies; contacts between them end unless they collide. *def is copied. E_ARGUMENT for a
 * value out of its range, E_STALE for a body or joint that is gone, E_DEGENERATE for two immovable bodies or one body
 * twice, E_CAPACITY when the joint table is full; *out is then null and nothing changed. def and out must not be
 * NULL. */
FS_API fs_result fs_joint2_create(struct fs_world2 *w, const fs_joint2_def *def, fs_joint2 *out);
/* Destroys a joint and the gears that couple it; wakes its bodies. E_STALE when it is gone. */
FS_API fs_result fs_joint2_destroy(struct fs_world2 *w, fs_joint2 joint);
/* The joint's row of the table joint2, to *row; E_STALE (*row unchanged) when it is gone. */
FS_API fs_result fs_joint2_row(const struct fs_world2 *w, fs_joint2 joint, uint32_t *row);
/* The handle of a row below *w->joint.rows. */
FS_API fs_joint2 fs_joint2_at(const struct fs_world2 *w, uint32_t row);
/* Changes of a joint wake its bodies. E_STALE when it is gone, E_ARGUMENT for a value out of the range of
 * fs_joint2_def; nothing changed then. Motor: speed in m/s or rad/s, limit in N or N m. */
FS_API fs_result fs_joint2_set_motor(struct fs_world2 *w, fs_joint2 joint, bool on, fs_vel speed, fs_wide limit);
/* Limits in m or rad. */
FS_API fs_result fs_joint2_set_limits(struct fs_world2 *w, fs_joint2 joint, bool on, fs_rel lower_limit,
                                      fs_rel upper_limit);
/* Frequency in 1/s. A weld's and a wheel's spring also reads them. */
FS_API fs_result fs_joint2_set_spring(struct fs_world2 *w, fs_joint2 joint, bool on, fix16_t hertz,
                                      fix16_t damping_ratio);
/* Target of a mouse joint in the world (m). */
FS_API fs_result fs_joint2_set_target(struct fs_world2 *w, fs_joint2 joint, fs_pos2 target);
/* Length of a rod, or rest of a spring: m or rad. */
FS_API fs_result fs_joint2_set_length(struct fs_world2 *w, fs_joint2 joint, fs_rel length);

/* Readings of a live joint by its row, which must be below *w->joint.rows.
 * Angle of b against a beyond `reference_rotation` with whole turns (rad, saturates at +-32); 0 for gears. */
FS_API fs_rel fs_joint2_angle(const struct fs_world2 *w, uint32_t row);
/* Translation along the axis, or distance of the anchors (mouse: of anchor b from the target); m, saturates at +-32;
 * 0 for gears. */
FS_API fs_rel fs_joint2_translation(const struct fs_world2 *w, uint32_t row);
/* Force of the joint on b at anchor b in the last substep (N, in the world); on a it is opposite. */
FS_API fs_wide2 fs_joint2_force(const struct fs_world2 *w, uint32_t row);
/* Torque of the joint on b in the last substep (N m): of weld, prismatic and revolute rows about the anchor, of a
 * wheel's motor; of a gear on its first joint. */
FS_API fs_wide fs_joint2_torque(const struct fs_world2 *w, uint32_t row);

#ifdef __cplusplus
}
#endif
#endif
