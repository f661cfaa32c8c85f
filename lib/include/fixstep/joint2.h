/* joint2.h: joints between two bodies of a 2D world.
 *
 * Every joint holds two bodies (which may be static, not both immovable) at anchors in their own frames. Rigid
 * parts are soft constraints of the world's joint_hertz and joint_damping_ratio; springs have a frequency and damping
 * ratio of their own, taken with the effective mass of the two bodies in the direction of the spring: 1/m = 1/m_a +
 * 1/m_b + arm_a^2/I_a + arm_b^2/I_b along a line, 1/J = 1/I_a + 1/I_b for an angle. So its stiffness is m (2 pi hertz)^2
 * (N/m) or J (2 pi hertz)^2 (N m/rad). At rest a spring gives exactly that; its period is long by half of damping *
 * 2 pi hertz / substep rate.
 *
 * A joint breaks when its mean force over a tick exceeds break_force (N), and is then destroyed with an event. The
 * two bodies of a joint do not collide with each other unless FS_JOINT2_COLLIDE_CONNECTED is set.
 *
 * What each kind does, and which numbers it reads (flags LIMIT, MOTOR, SPRING switch those parts on):
 *   DISTANCE   a rod of `length`; with any flag it gives way instead: spring about `length`, limits [lower_limit, upper_limit] of the
 *              length (m), motor that changes it (m/s, N).
 *   ROPE       the anchors are at most `upper_limit` apart.
 *   REVOLUTE   the anchors coincide. On the angle of b against a beyond `reference_rotation`, with whole turns: spring about
 *              `length` (rad), limits [lower_limit, upper_limit] (rad), motor (rad/s, N m).
 *   PRISMATIC  anchor b stays on the line through anchor a along `axis` (in a's frame), b turned by `reference_rotation` against a.
 *              Along it: spring about `length` (m), limits (m), motor (m/s, N).
 *   WELD       anchors coincide and b is turned by `reference_rotation`; hertz above 0 softens the angle, with SPRING the point too.
 *   WHEEL      anchor b stays on the axis line, free to turn; spring about `length` and limits along the axis (m),
 *              motor on the turning (rad/s, N m).
 *   MOUSE      pulls anchor b to `target` with a spring of at most motor_limit (N); b's mass alone counts. Body a
 *              takes no part, but must be given (any other body).
 *   GEAR       q_a + gear_ratio * q_b stays what it was, where q is the angle (rad) of a revolute or the place (m) of a
 *              prismatic joint; it goes when one of the two goes. body_a, body_b, anchors are not read.
 * A body that turns up in several joints, loops and chains are allowed. Sources: E. Catto, "Soft constraints" (GDC
 * 2011), "Solver2D" (2024).
 */
#ifndef FIXSTEP_JOINT2_H
#define FIXSTEP_JOINT2_H

#include <fixstep/body2.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum fs_joint2_kind {
    FS_JOINT2_DISTANCE = 1, /* length, spring, limits [lower_limit, upper_limit] of the length, motor along it */
    FS_JOINT2_ROPE,         /* at most `upper_limit` apart */
    FS_JOINT2_REVOLUTE,     /* common point; limits, motor, spring on the angle */
    FS_JOINT2_PRISMATIC,    /* slides along an axis of a without turning; limits, motor, spring */
    FS_JOINT2_WELD,         /* common point and angle; hertz 0: rigid */
    FS_JOINT2_WHEEL,        /* b on a spring along an axis of a, free to turn; motor turns it */
    FS_JOINT2_MOUSE,        /* pulls anchor_b to a world target with a spring of limited force */
    FS_JOINT2_GEAR,         /* angle_a + gear_ratio * angle_b constant, of two revolute or prismatic joints */
    FS_JOINT2_KINDS
} fs_joint2_kind;

enum {
    FS_JOINT2_LIMIT = 1,
    FS_JOINT2_MOTOR = 2,
    FS_JOINT2_SPRING = 4,
    FS_JOINT2_COLLIDE_CONNECTED = 8 /* the two bodies collide with each other */
};

typedef struct fs_joint2_def {
    fs_joint2_kind kind;
    fs_body2 body_a, body_b;
    fs_rel2 anchor_a, anchor_b;              /* in the bodies' frames, within 16 m */
    fs_unit2 axis;                           /* prismatic, wheel: in a's frame */
    fs_rot2 reference_rotation;              /* revolute, weld, prismatic: reference rotation of b against a */
    fs_rel length, lower_limit, upper_limit; /* m or rad; lower_limit <= upper_limit */
    fs_vel motor_speed;
    fs_wide motor_limit, break_force;         /* 0 or more; break_force 0: never */
    fix16_t hertz, damping_ratio, gear_ratio; /* 0..1000 1/s, 0..100, within +-1024 and not 0 */
    fs_pos2 target;
    fs_joint2 other_a, other_b; /* gear */
    uint32_t flags;
    uint64_t user;
} fs_joint2_def;

/* Anchors at the bodies' origins, axis x, no limits, motor or spring; wheel and mouse: spring of 4 Hz, damping 0.7, a
 * mouse with at most 1000 N. */
FS_API fs_joint2_def fs_default_joint2_def(fs_joint2_kind kind);
/* Fills anchors, reference rotation and length so that the joint is at rest with the bodies where they are, at a
 * world point (and a second one for distance and rope), and with a world axis. */
FS_API fs_result fs_joint2_def_set_anchors(const struct fs_world2 *w, fs_joint2_def *def, fs_pos2 at_a, fs_pos2 at_b,
                                           fs_unit2 axis);
/* E_ARGUMENT, E_STALE, E_CAPACITY, E_DEGENERATE (both immovable, or one body twice); *out is then null. */
FS_API fs_result fs_joint2_create(struct fs_world2 *w, const fs_joint2_def *def, fs_joint2 *out);
FS_API fs_result fs_joint2_destroy(struct fs_world2 *w, fs_joint2 joint);
FS_API fs_result fs_joint2_row(const struct fs_world2 *w, fs_joint2 joint, uint32_t *row);
FS_API fs_joint2 fs_joint2_at(const struct fs_world2 *w, uint32_t row);
FS_API fs_result fs_joint2_set_motor(struct fs_world2 *w, fs_joint2 joint, bool on, fs_vel speed, fs_wide limit);
FS_API fs_result fs_joint2_set_limits(struct fs_world2 *w, fs_joint2 joint, bool on, fs_rel lower_limit,
                                      fs_rel upper_limit);
FS_API fs_result fs_joint2_set_spring(struct fs_world2 *w, fs_joint2 joint, bool on, fix16_t hertz,
                                      fix16_t damping_ratio);
FS_API fs_result fs_joint2_set_target(struct fs_world2 *w, fs_joint2 joint, fs_pos2 target);
FS_API fs_result fs_joint2_set_length(struct fs_world2 *w, fs_joint2 joint, fs_rel length);
/* Angle of b against a beyond `reference_rotation` with whole turns (rad, saturated at 32); place along the axis, or distance of
 * the anchors (m; mouse: of the target); 0 for gears. */
FS_API fs_rel fs_joint2_angle(const struct fs_world2 *w, uint32_t row);
FS_API fs_rel fs_joint2_translation(const struct fs_world2 *w, uint32_t row);
/* What the joint did to b in the last substep, a feeling the opposite: force (N) at its anchor, in the world; torque (N
 * m) of weld, prismatic and revolute parts about the anchor, of a wheel's motor; a gear's on its first joint. */
FS_API fs_wide2 fs_joint2_force(const struct fs_world2 *w, uint32_t row);
FS_API fs_wide fs_joint2_torque(const struct fs_world2 *w, uint32_t row);

#ifdef __cplusplus
}
#endif
#endif
