/* body3.h: bodies of a 3D world and their materials; shape3.h holds the shapes on them.
 *
 * Calls that change a body wake it (and, through contacts, its island at the next step); to move a static one wakes what touches it,
 * what joints tie to it, and what it is put into. NULL pointers, stale handles,
 * values out of range and fs_world3_error(): see the rules at the head of world3.h.
 */
#ifndef FIXSTEP_BODY3_H
#define FIXSTEP_BODY3_H

#include <fixstep/world3.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum fs_body3_type {
    FS_BODY3_STATIC = 0, /* does not move */
    FS_BODY3_KINEMATIC,  /* moves with its velocity; forces and contacts do not change it */
    FS_BODY3_DYNAMIC,
    FS_BODY3_TYPES
} fs_body3_type;

/* Bits of body3.flags. */
enum {
    FS_BODY3_BULLET = 1, /* continuous collision against moving bodies too */
    FS_BODY3_FIXED_ROTATION = 2,
    FS_BODY3_DISABLED = 4,  /* does not move and has no contacts */
    FS_BODY3_SLEEPLESS = 8, /* keeps its island awake */
    FS_BODY3_ASLEEP = 16,   /* in a definition: its first shapes, made in one tick, leave it so; joints wake it */
    FS_BODY3_MASS_SET = 32, /* mass was given, not computed from densities */
    /* Axis locks: contacts, joints and forces change neither the velocity along a locked axis of the world nor the
     * angular velocity about it. */
    FS_BODY3_LOCK_X = 64,
    FS_BODY3_LOCK_Y = 128,
    FS_BODY3_LOCK_Z = 256,
    FS_BODY3_LOCK_ROTATION_X = 512,
    FS_BODY3_LOCK_ROTATION_Y = 1024,
    FS_BODY3_LOCK_ROTATION_Z = 2048
};

/* ---- materials ------------------------------------------------------------------------------------------ */

/* Of two surfaces that touch, friction and restitution combine as the rules of the world say (fs_combine3, by default the
 * geometric mean) or as a pair of material_pair3.h says; resistances are the larger one, cross_friction is the smaller one and
 * goes with its axis, and the velocities of both belts count. */

typedef struct fs_material3_def {
    fs_unit restitution;        /* 0..1 */
    fix16_t static_friction;    /* coefficient, 0..1000 */
    fix16_t dynamic_friction;   /* while sliding: 0..static_friction */
    fs_unit cross_friction;     /* share of the friction across friction_axis: 0..1 */
    fs_unit3 friction_axis;     /* in the frame of the shape; 0: friction is the same in all directions */
    fs_rel rolling_resistance;  /* lever arm of the rolling resistance, m: 0..16 */
    fs_rel spinning_resistance; /* of the resistance to turning about the normal, m: 0..16 */
    fs_vel3
        tangent_velocity; /* of a conveyor belt, in the frame of the shape, m/s; its part along the normal is ignored */
    fs_wide density;      /* kg/m^3, 0 or more */
} fs_material3_def;
/* Friction 0.6 (both), restitution 0, no rolling resistance, density 1. */
FS_API fs_material3_def fs_default_material3_def(void);
/* Adds a row and reports its number, for fs_shape3_def.material. E_CAPACITY, E_ARGUMENT; *material is then 0. Row 0 is
 * the default material of fs_world3_init(). Rows are never removed. */
FS_API fs_result fs_material3_add(fs_world3 *w, const fs_material3_def *def, uint16_t *material);
/* Changes a row; bodies keep their mass and nothing wakes. E_ARGUMENT. */
FS_API fs_result fs_material3_set(fs_world3 *w, uint16_t material, const fs_material3_def *def);

/* ---- bodies --------------------------------------------------------------------------------------------- */

typedef struct fs_body3_def {
    fs_body3_type type;
    fs_pos3 pos;              /* of the body's origin, m: +-2^30 per axis; it may move farther, to +-2^31 */
    fs_quat rot;              /* not zero; normalised */
    fs_vel3 vel;              /* m/s; at most max_speed per axis, by steps in length; static: none */
    fs_vel3 angular_velocity; /* rad/s, in the axes of the world; limited to max_angular_speed per axis */
    fix16_t linear_damping;   /* rate c, 1/s, 0..1000: without forces the speed is v exp(-c t) */
    fix16_t angular_damping;  /* the same of the angular velocity */
    fix16_t gravity_scale;    /* factor of the world's gravity */
    uint32_t flags;           /* BULLET, FIXED_ROTATION, DISABLED, SLEEPLESS, ASLEEP, LOCK_... */
    uint64_t user;            /* any value of the caller's */
} fs_body3_def;
/* Dynamic, at the origin at rest, no damping, gravity scale 1. */
FS_API fs_body3_def fs_default_body3_def(void);
/* Bodies that leave: +-2^30 m is the range of the calls that place a body. A body that moves on keeps its velocity and its
 * contacts up to +-2^31 m, where its position saturates: it stays at that coordinate and keeps its velocity. Nothing
 * reports it; a game destroys what leaves its field. */

/* Creates a body without shapes; a dynamic one then has 1 kg and no inertia (torques do not turn it). E_CAPACITY,
 * E_ARGUMENT; *out is then null. */
FS_API fs_result fs_body3_create(fs_world3 *w, const fs_body3_def *def, fs_body3 *out);
/* Destroys the body with its shapes, contacts and joints; bodies that touched it wake. E_STALE. */
FS_API fs_result fs_body3_destroy(fs_world3 *w, fs_body3 body);
/* Row in body3, for reading columns; valid until the body is destroyed. E_STALE, *row unchanged. */
FS_API fs_result fs_body3_row(const fs_world3 *w, fs_body3 body, uint32_t *row);
/* Handle of a row; null for a row that is not in use. */
FS_API fs_body3 fs_body3_at(const fs_world3 *w, uint32_t row);

/* Origin (m), rotation, velocity of the centre of mass (m/s), angular velocity (rad/s). Zero, and the
 * identity rotation, for a stale handle. */
FS_API fs_pos3 fs_body3_position(const fs_world3 *w, fs_body3 body);
FS_API fs_quat fs_body3_rotation(const fs_world3 *w, fs_body3 body);
FS_API fs_vel3 fs_body3_velocity(const fs_world3 *w, fs_body3 body);
FS_API fs_vel3 fs_body3_angular_velocity(const fs_world3 *w, fs_body3 body);

/* All setters: E_STALE, E_ARGUMENT.
 * Type: contacts are made anew, forces of the tick dropped. E_ARGUMENT also for a dynamic body with a segment that has
 * density. */
FS_API fs_result fs_body3_set_type(fs_world3 *w, fs_body3 body, fs_body3_type type);
/* Teleports the origin to `pos` (m, +-2^30 per axis) without passing anything on the way; contacts are found anew. */
FS_API fs_result fs_body3_set_pose(fs_world3 *w, fs_body3 body, fs_pos3 pos, fs_quat rot);
/* m/s of the centre of mass, rad/s; limited as in the def. */
FS_API fs_result fs_body3_set_velocity(fs_world3 *w, fs_body3 body, fs_vel3 vel, fs_vel3 angular_velocity);
/* Rates, 1/s, 0..1000: a free body keeps exp(-rate) of its speed per second. */
FS_API fs_result fs_body3_set_damping(fs_world3 *w, fs_body3 body, fix16_t linear_damping, fix16_t angular_damping);
/* The same given exactly as the shares kept per second, 0..1 (Q1.30). */
FS_API fs_result fs_body3_set_retention(fs_world3 *w, fs_body3 body, fs_unit linear_retention,
                                        fs_unit angular_retention);
/* Any factor; negative ones rise. */
FS_API fs_result fs_body3_set_gravity_scale(fs_world3 *w, fs_body3 body, fix16_t scale);
/* Sets and clears BULLET, FIXED_ROTATION, SLEEPLESS, LOCK_...; a bit in both is set. E_ARGUMENT for other bits. */
FS_API fs_result fs_body3_set_flags(fs_world3 *w, fs_body3 body, uint32_t set, uint32_t clear);
/* A disabled body does not move and loses its contacts (END events). */
FS_API fs_result fs_body3_set_enabled(fs_world3 *w, fs_body3 body, bool enabled);
/* Mass data of its own: mass 2^-64..2^65 kg, principal moments of inertia 0 (does not turn about that axis) or
 * 2^-64..2^65 kg m^2 about the centre of mass, centre within 16 m of the origin per axis; kept until
 * fs_body3_reset_mass(), which takes those of its shapes. E_ARGUMENT also for an inertia that no body has: a principal
 * moment below 0 (by more than 2^-24 of the largest), or one above the sum of the other two by more than 2^-10 of itself,
 * where none of them is 0. */
FS_API fs_result fs_body3_set_mass(fs_world3 *w, fs_body3 body, fs_mass_data3 mass);
FS_API fs_result fs_body3_reset_mass(fs_world3 *w, fs_body3 body);

/* Forces act during the next step only: N, at the centre of mass or at a world point (m); torque N m, right-handed.
 * Impulses change the velocity at once: N s, N m s. On bodies that are not dynamic or are disabled they do nothing, with
 * FS_OK. Sums and velocities saturate. E_STALE.
 * A force that depends on the position, as of a spring of your own, gains energy when it is computed where the body is at the
 * start of the step: compute it for position + velocity * fs_world3_force_lead(). */
FS_API fs_result fs_body3_apply_force(fs_world3 *w, fs_body3 body, fs_wide3 force);
FS_API fs_result fs_body3_apply_force_at(fs_world3 *w, fs_body3 body, fs_wide3 force, fs_pos3 at);
FS_API fs_result fs_body3_apply_torque(fs_world3 *w, fs_body3 body, fs_wide3 torque);
FS_API fs_result fs_body3_apply_impulse(fs_world3 *w, fs_body3 body, fs_wide3 impulse);
FS_API fs_result fs_body3_apply_impulse_at(fs_world3 *w, fs_body3 body, fs_wide3 impulse, fs_pos3 at);
FS_API fs_result fs_body3_apply_angular_impulse(fs_world3 *w, fs_body3 body, fs_wide3 angular_impulse);
/* The time (s) after the start of the next step for whose positions its forces are to be computed, so that springs keep their
 * energy: (N - 1) / (2 N hz) with N substeps in the tick. Generators and attractions take it into account. 0 with one substep. */
FS_API fs_wide fs_world3_force_lead(const fs_world3 *w);
/* A force on every enabled dynamic body whose centre of mass is nearer than `reach` (m) to `at`, towards `at`, during the
 * next step: `strength` (N; below 0: away) at the point, falling linearly to 0 at `reach`. A body exactly at the point has
 * no direction and gets none. The bodies wake. Returns their number; 0 for a reach of 0 or less. */
FS_API uint32_t fs_world3_apply_attraction(fs_world3 *w, fs_pos3 at, fs_pos reach, fs_wide strength);
/* Wakes the body. Puts the body alone to sleep: its velocity becomes 0; nothing happens to a static, disabled or sleeping
 * one. E_STALE. */
FS_API fs_result fs_body3_wake(fs_world3 *w, fs_body3 body);
FS_API fs_result fs_body3_sleep(fs_world3 *w, fs_body3 body);

/* By row: pose of the body's origin; velocity (m/s) of the world point `at` that moves with it; points between the body's
 * frame and the world. A row that is not in use is answered as a body at rest at the origin. */
FS_API fs_pose3 fs_body3_pose(const fs_world3 *w, uint32_t row);
FS_API fs_vel3 fs_body3_velocity_at(const fs_world3 *w, uint32_t row, fs_pos3 at);
FS_API fs_pos3 fs_body3_to_world(const fs_world3 *w, uint32_t row, fs_rel3 local);
FS_API fs_rel3 fs_body3_to_local(const fs_world3 *w, uint32_t row, fs_pos3 world);

#ifdef __cplusplus
}
#endif
#endif
