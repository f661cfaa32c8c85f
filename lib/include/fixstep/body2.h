/* body2.h: bodies of a 2D world and their materials; shape2.h holds the shapes on them.
 *
 * Calls that change a body wake it (and, through contacts, its island at the next step); to move a static one wakes what touches it,
 * what joints tie to it, and what it is put into. NULL pointers, stale handles,
 * values out of range and fs_world2_error(): see the rules at the head of world2.h.
 */
#ifndef FIXSTEP_BODY2_H
#define FIXSTEP_BODY2_H

#include <fixstep/world2.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum fs_body2_type {
    FS_BODY2_STATIC = 0, /* does not move */
    FS_BODY2_KINEMATIC,  /* moves with its velocity; forces and contacts do not change it */
    FS_BODY2_DYNAMIC,
    FS_BODY2_TYPES
} fs_body2_type;

/* Bits of body2.flags. */
enum {
    FS_BODY2_BULLET = 1, /* continuous collision against moving bodies too */
    FS_BODY2_FIXED_ROTATION = 2,
    FS_BODY2_DISABLED = 4,  /* does not move and has no contacts */
    FS_BODY2_SLEEPLESS = 8, /* keeps its island awake */
    FS_BODY2_ASLEEP = 16,   /* in a definition: its first shapes, made in one tick, leave it so; joints wake it */
    FS_BODY2_MASS_SET = 32  /* mass was given, not computed from densities */
    /* Bits 11 to 15 are the solver's: the power of two by which the body's mass is multiplied in contacts while heavier
     * bodies press on it. */
};

/* ---- materials ------------------------------------------------------------------------------------------ */

typedef struct fs_material2_def {
    fs_unit restitution;       /* 0..1 */
    fix16_t static_friction;   /* coefficient, 0..1000 */
    fix16_t dynamic_friction;  /* while sliding: 0..static_friction */
    fs_rel rolling_resistance; /* lever arm of the rolling resistance, m: 0..16 */
    fs_vel tangent_speed;      /* of a conveyor belt: along the clockwise tangent of the surface, m/s; any */
    fs_wide density;           /* kg/m^2, 0 or more */
} fs_material2_def;
/* Friction 0.6 (both), restitution 0, no rolling resistance, density 1. */
FS_API fs_material2_def fs_default_material2_def(void);
/* The named materials of reference C row 4-16 (rock, wood, metal, bouncy ball, super ball, pillow, static). */
typedef enum fs_material2_name {
    FS_MATERIAL2_ROCK,
    FS_MATERIAL2_WOOD,
    FS_MATERIAL2_METAL,
    FS_MATERIAL2_BOUNCY_BALL,
    FS_MATERIAL2_SUPER_BALL,
    FS_MATERIAL2_PILLOW,
    FS_MATERIAL2_STATIC,
    FS_MATERIAL2_NAMES
} fs_material2_name;
/* The default for a value that is no name. */
FS_API fs_material2_def fs_named_material2_def(fs_material2_name name);
/* Adds a row and reports its number, for fs_shape2_def.material. E_CAPACITY, E_ARGUMENT; *material is then 0. Row 0 is
 * the default material of fs_world2_init(). Rows are never removed. */
FS_API fs_result fs_material2_add(fs_world2 *w, const fs_material2_def *def, uint16_t *material);
/* Changes a row; bodies keep their mass and nothing wakes. E_ARGUMENT. */
FS_API fs_result fs_material2_set(fs_world2 *w, uint16_t material, const fs_material2_def *def);

/* ---- bodies --------------------------------------------------------------------------------------------- */

typedef struct fs_body2_def {
    fs_body2_type type;
    fs_pos2 pos;             /* of the body's origin, m: +-2^30 per axis */
    fs_rot2 rot;             /* not zero; normalised */
    fs_vel2 vel;             /* m/s; at most max_speed per axis, by steps in length; static: none */
    fs_vel angular_velocity; /* rad/s, counter-clockwise; limited to max_angular_speed */
    fix16_t linear_damping;  /* rate c, 1/s, 0..1000: without forces the speed is v exp(-c t) */
    fix16_t angular_damping; /* the same of the angular velocity */
    fix16_t gravity_scale;   /* factor of the world's gravity */
    uint32_t flags;          /* BULLET, FIXED_ROTATION, DISABLED, SLEEPLESS, ASLEEP */
    uint64_t user;           /* any value of the caller's */
} fs_body2_def;
/* Dynamic, at the origin at rest, no damping, gravity scale 1. */
FS_API fs_body2_def fs_default_body2_def(void);
/* Bodies that leave: +-2^30 m is the range of the calls that place a body. A body that moves on keeps its velocity and its
 * contacts up to +-2^31 m, where its position saturates: it stays at that coordinate and keeps its velocity. Nothing
 * reports it; a game destroys what leaves its field. */

/* Creates a body without shapes; a dynamic one then has 1 kg and no inertia (torques do not turn it). E_CAPACITY,
 * E_ARGUMENT; *out is then null. */
FS_API fs_result fs_body2_create(fs_world2 *w, const fs_body2_def *def, fs_body2 *out);
/* Destroys the body with its shapes, contacts and joints; bodies that touched it wake. E_STALE. */
FS_API fs_result fs_body2_destroy(fs_world2 *w, fs_body2 body);
/* Row in body2, for reading columns; valid until the body is destroyed. E_STALE, *row unchanged. */
FS_API fs_result fs_body2_row(const fs_world2 *w, fs_body2 body, uint32_t *row);
/* Handle of a row; null for a row that is not in use. */
FS_API fs_body2 fs_body2_at(const fs_world2 *w, uint32_t row);

/* Origin (m), rotation, velocity of the centre of mass (m/s), angular velocity (rad/s, counter-clockwise). Zero, and the
 * identity rotation, for a stale handle. */
FS_API fs_pos2 fs_body2_position(const fs_world2 *w, fs_body2 body);
FS_API fs_rot2 fs_body2_rotation(const fs_world2 *w, fs_body2 body);
FS_API fs_vel2 fs_body2_velocity(const fs_world2 *w, fs_body2 body);
FS_API fs_vel fs_body2_angular_velocity(const fs_world2 *w, fs_body2 body);

/* All setters: E_STALE, E_ARGUMENT.
 * Type: contacts are made anew, forces of the tick dropped. E_ARGUMENT also for a dynamic body with a segment that has
 * density. */
FS_API fs_result fs_body2_set_type(fs_world2 *w, fs_body2 body, fs_body2_type type);
/* Teleports the origin to `pos` (m, +-2^30 per axis) without passing anything on the way; contacts are found anew. */
FS_API fs_result fs_body2_set_pose(fs_world2 *w, fs_body2 body, fs_pos2 pos, fs_rot2 rot);
/* m/s of the centre of mass, rad/s; limited as in the def. */
FS_API fs_result fs_body2_set_velocity(fs_world2 *w, fs_body2 body, fs_vel2 vel, fs_vel angular_velocity);
/* Rates, 1/s, 0..1000: a free body keeps exp(-rate) of its speed per second. */
FS_API fs_result fs_body2_set_damping(fs_world2 *w, fs_body2 body, fix16_t linear_damping, fix16_t angular_damping);
/* The same given exactly as the shares kept per second, 0..1 (Q1.30). */
FS_API fs_result fs_body2_set_retention(fs_world2 *w, fs_body2 body, fs_unit linear_retention,
                                        fs_unit angular_retention);
/* Any factor; negative ones rise. */
FS_API fs_result fs_body2_set_gravity_scale(fs_world2 *w, fs_body2 body, fix16_t scale);
/* Sets and clears BULLET, FIXED_ROTATION, SLEEPLESS; a bit in both is set. E_ARGUMENT for other bits. */
FS_API fs_result fs_body2_set_flags(fs_world2 *w, fs_body2 body, uint32_t set, uint32_t clear);
/* A disabled body does not move and loses its contacts (END events). */
FS_API fs_result fs_body2_set_enabled(fs_world2 *w, fs_body2 body, bool enabled);
/* Mass data of its own: mass 2^-64..2^65 kg, inertia 0 (does not turn) or 2^-64..2^65 kg m^2 about the centre of mass,
 * centre within 16 m of the origin per axis; kept until fs_body2_reset_mass(), which takes those of its shapes. */
FS_API fs_result fs_body2_set_mass(fs_world2 *w, fs_body2 body, fs_mass_data2 mass);
FS_API fs_result fs_body2_reset_mass(fs_world2 *w, fs_body2 body);

/* Forces act during the next step only: N, at the centre of mass or at a world point (m); torque N m, counter-clockwise.
 * Impulses change the velocity at once: N s, N m s. On bodies that are not dynamic or are disabled they do nothing, with
 * FS_OK. Sums and velocities saturate. E_STALE.
 * A force that depends on the position, as of a spring of your own, gains energy when it is computed where the body is at the
 * start of the step: compute it for position + velocity * fs_world2_force_lead(). */
FS_API fs_result fs_body2_apply_force(fs_world2 *w, fs_body2 body, fs_wide2 force);
FS_API fs_result fs_body2_apply_force_at(fs_world2 *w, fs_body2 body, fs_wide2 force, fs_pos2 at);
FS_API fs_result fs_body2_apply_torque(fs_world2 *w, fs_body2 body, fs_wide torque);
FS_API fs_result fs_body2_apply_impulse(fs_world2 *w, fs_body2 body, fs_wide2 impulse);
FS_API fs_result fs_body2_apply_impulse_at(fs_world2 *w, fs_body2 body, fs_wide2 impulse, fs_pos2 at);
FS_API fs_result fs_body2_apply_angular_impulse(fs_world2 *w, fs_body2 body, fs_wide angular_impulse);
/* The time (s) after the start of the next step for whose positions its forces are to be computed, so that springs keep their
 * energy: (N - 1) / (2 N hz) with N substeps in the tick. Generators and attractions take it into account. 0 with one substep. */
FS_API fs_wide fs_world2_force_lead(const fs_world2 *w);
/* A force on every enabled dynamic body whose centre of mass is nearer than `reach` (m) to `at`, towards `at`, during the
 * next step: `strength` (N; below 0: away) at the point, falling linearly to 0 at `reach`. A body exactly at the point has
 * no direction and gets none. The bodies wake. Returns their number; 0 for a reach of 0 or less. */
FS_API uint32_t fs_world2_apply_attraction(fs_world2 *w, fs_pos2 at, fs_pos reach, fs_wide strength);
/* Wakes the body. Puts the body alone to sleep: its velocity becomes 0; nothing happens to a static, disabled or sleeping
 * one. E_STALE. */
FS_API fs_result fs_body2_wake(fs_world2 *w, fs_body2 body);
FS_API fs_result fs_body2_sleep(fs_world2 *w, fs_body2 body);

/* By row: pose of the body's origin; velocity (m/s) of the world point `at` that moves with it; points between the body's
 * frame and the world. A row that is not in use is answered as a body at rest at the origin. */
FS_API fs_pose2 fs_body2_pose(const fs_world2 *w, uint32_t row);
FS_API fs_vel2 fs_body2_velocity_at(const fs_world2 *w, uint32_t row, fs_pos2 at);
FS_API fs_pos2 fs_body2_to_world(const fs_world2 *w, uint32_t row, fs_rel2 local);
FS_API fs_rel2 fs_body2_to_local(const fs_world2 *w, uint32_t row, fs_pos2 world);

#ifdef __cplusplus
}
#endif
#endif
