/* joint2.h: joints between two bodies of a 2D world.
 *
 * Every joint holds two bodies (which may be static, not both immovable) at anchors in their own frames. Rigid
 * parts are soft constraints of the world's joint_hertz and joint_damping; springs have a frequency and damping
 * ratio of their own. A joint breaks when its force over a tick exceeds break_force (N), and is then destroyed with
 * an event. Sources: E. Catto, "Soft constraints" (GDC 2011), "Solver2D" (2024).
 */
#ifndef FIXSTEP_JOINT2_H
#define FIXSTEP_JOINT2_H

#include <fixstep/body2.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum fs_joint2_kind {
    FS_JOINT2_DISTANCE = 1,   /* length, spring, limits [low, high] of the length, motor along it */
    FS_JOINT2_ROPE,           /* at most `high` apart */
    FS_JOINT2_REVOLUTE,       /* common point; limits, motor, spring on the angle */
    FS_JOINT2_PRISMATIC,      /* slides along an axis of a without turning; limits, motor, spring */
    FS_JOINT2_WELD,           /* common point and angle; hertz 0: rigid */
    FS_JOINT2_WHEEL,          /* b on a spring along an axis of a, free to turn; motor turns it */
    FS_JOINT2_MOUSE,          /* pulls anchor_b to a world target with a spring of limited force */
    FS_JOINT2_GEAR,           /* angle_a + ratio * angle_b constant, of two revolute or prismatic joints */
    FS_JOINT2_KINDS
} fs_joint2_kind;

enum {
    FS_JOINT2_LIMIT = 1,
    FS_JOINT2_MOTOR = 2,
    FS_JOINT2_SPRING = 4,
    FS_JOINT2_COLLIDE = 8     /* the two bodies collide with each other */
};

typedef struct fs_joint2_def {
    fs_joint2_kind kind;
    fs_body2 body_a, body_b;
    fs_rel2 anchor_a, anchor_b;  /* in the bodies' frames */
    fs_unit2 axis;               /* prismatic, wheel: in a's frame */
    fs_rot2 turn;                /* revolute, weld, prismatic: reference rotation of b against a */
    fs_rel length, low, high;
    fs_vel motor_speed;
    fs_wide motor_limit, break_force;
    fix16_t hertz, damping, ratio;
    fs_pos2 target;
    fs_joint2 other_a, other_b;  /* gear */
    uint32_t flags;
    uint64_t user;
} fs_joint2_def;

FS_API fs_joint2_def fs_default_joint2_def(fs_joint2_kind kind);
/* Fills anchors, reference rotation and length so that the joint is at rest with the bodies where they are, at a
 * world point (and a second one for distance and rope), and with a world axis. */
FS_API fs_result fs_joint2_def_place(const struct fs_world2 *w, fs_joint2_def *def, fs_pos2 at_a, fs_pos2 at_b, fs_unit2 axis);
/* E_ARGUMENT, E_STALE, E_CAPACITY, E_DEGENERATE (both immovable, or one body twice); *out is then null. */
FS_API fs_result fs_joint2_create(struct fs_world2 *w, const fs_joint2_def *def, fs_joint2 *out);
FS_API fs_result fs_joint2_destroy(struct fs_world2 *w, fs_joint2 joint);
FS_API fs_result fs_joint2_row(const struct fs_world2 *w, fs_joint2 joint, uint32_t *row);
FS_API fs_joint2 fs_joint2_at(const struct fs_world2 *w, uint32_t row);
FS_API fs_result fs_joint2_set_motor(struct fs_world2 *w, fs_joint2 joint, bool on, fs_vel speed, fs_wide limit);
FS_API fs_result fs_joint2_set_limits(struct fs_world2 *w, fs_joint2 joint, bool on, fs_rel low, fs_rel high);
FS_API fs_result fs_joint2_set_spring(struct fs_world2 *w, fs_joint2 joint, bool on, fix16_t hertz, fix16_t damping);
FS_API fs_result fs_joint2_set_target(struct fs_world2 *w, fs_joint2 joint, fs_pos2 target);
FS_API fs_result fs_joint2_set_length(struct fs_world2 *w, fs_joint2 joint, fs_rel length);
/* Angle (rad, Q5.26 saturated), translation along the axis or distance (m); force of the last tick (N), torque (N m). */
FS_API fs_rel fs_joint2_angle(const struct fs_world2 *w, uint32_t row);
FS_API fs_rel fs_joint2_translation(const struct fs_world2 *w, uint32_t row);
FS_API fs_wide2 fs_joint2_force(const struct fs_world2 *w, uint32_t row);
FS_API fs_wide fs_joint2_torque(const struct fs_world2 *w, uint32_t row);

#ifdef __cplusplus
}
#endif
#endif
