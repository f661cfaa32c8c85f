/* body2.h: bodies of a 2D world and their materials; shape2.h holds the shapes on them.
 *
 * Calls that change a body wake it (and, through contacts, its island at the next step). Every handle may be
 * stale: E_STALE, nothing changed. Setters refuse values out of range with E_ARGUMENT, nothing changed.
 */
#ifndef FIXSTEP_BODY2_H
#define FIXSTEP_BODY2_H

#include <fixstep/world2.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum fs_body2_type {
    FS_BODY2_STATIC = 0, /* never moves by itself */
    FS_BODY2_KINEMATIC,  /* moves with its velocity, pushed by nothing */
    FS_BODY2_DYNAMIC,
    FS_BODY2_TYPES
} fs_body2_type;

/* Bits of body2.flags. */
enum {
    FS_BODY2_BULLET = 1, /* continuous collision against moving bodies too */
    FS_BODY2_FIXED_ROTATION = 2,
    FS_BODY2_DISABLED = 4,  /* neither moves nor touches */
    FS_BODY2_SLEEPLESS = 8, /* keeps its island awake */
    FS_BODY2_ASLEEP = 16,
    FS_BODY2_MASS_SET = 32 /* mass was given, not computed from densities */
};

/* ---- materials ------------------------------------------------------------------------------------------ */

typedef struct fs_material2_def {
    fs_unit restitution;
    fix16_t static_friction, dynamic_friction;
    fs_rel rolling_resistance;
    fs_vel tangent_speed;
    fs_wide density;
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
FS_API fs_material2_def fs_named_material2_def(fs_material2_name name);
/* Adds a row: its number for fs_shape2_def.material. E_CAPACITY, E_ARGUMENT. Row 0 is the default material. */
FS_API fs_result fs_material2_add(struct fs_world2 *w, const fs_material2_def *def, uint16_t *material);
/* Changes one; bodies keep their mass. */
FS_API fs_result fs_material2_set(struct fs_world2 *w, uint16_t material, const fs_material2_def *def);

/* ---- bodies --------------------------------------------------------------------------------------------- */

typedef struct fs_body2_def {
    fs_body2_type type;
    fs_pos2 pos; /* of the body's origin */
    fs_rot2 rot;
    fs_vel2 vel;
    fs_vel angular_velocity;
    fs_unit linear_retention, angular_retention; /* share kept per second, 0..ONE */
    fix16_t gravity_scale;
    uint32_t flags; /* BULLET, FIXED_ROTATION, DISABLED, SLEEPLESS, ASLEEP */
    uint64_t user;
} fs_body2_def;
/* Dynamic, at the origin at rest, no damping, gravity 1. */
FS_API fs_body2_def fs_default_body2_def(void);
/* E_CAPACITY, E_ARGUMENT; *out is then null. A body without shapes weighs 1 kg and does not turn by forces. */
FS_API fs_result fs_body2_create(struct fs_world2 *w, const fs_body2_def *def, fs_body2 *out);
/* With its shapes, contacts and joints; what touched it wakes. */
FS_API fs_result fs_body2_destroy(struct fs_world2 *w, fs_body2 body);
/* Row in body2, for reading columns. */
FS_API fs_result fs_body2_row(const struct fs_world2 *w, fs_body2 body, uint32_t *row);
FS_API fs_body2 fs_body2_at(const struct fs_world2 *w, uint32_t row);

FS_API fs_result fs_body2_set_type(struct fs_world2 *w, fs_body2 body, fs_body2_type type);
/* Teleports: contacts are found anew. */
FS_API fs_result fs_body2_set_pose(struct fs_world2 *w, fs_body2 body, fs_pos2 pos, fs_rot2 rot);
FS_API fs_result fs_body2_set_velocity(struct fs_world2 *w, fs_body2 body, fs_vel2 vel, fs_vel angular_velocity);
FS_API fs_result fs_body2_set_retention(struct fs_world2 *w, fs_body2 body, fs_unit linear_retention,
                                        fs_unit angular_retention);
FS_API fs_result fs_body2_set_gravity_scale(struct fs_world2 *w, fs_body2 body, fix16_t scale);
FS_API fs_result fs_body2_set_flags(struct fs_world2 *w, fs_body2 body, uint32_t set, uint32_t clear);
FS_API fs_result fs_body2_set_enabled(struct fs_world2 *w, fs_body2 body, bool enabled);
/* Mass data of its own, or again from its shapes. */
FS_API fs_result fs_body2_set_mass(struct fs_world2 *w, fs_body2 body, fs_mass_data2 mass);
FS_API fs_result fs_body2_reset_mass(struct fs_world2 *w, fs_body2 body);
/* Forces act through the next step only; N at a world point, N m; impulses at once: N s, N m s. */
FS_API fs_result fs_body2_apply_force(struct fs_world2 *w, fs_body2 body, fs_wide2 force);
FS_API fs_result fs_body2_apply_force_at(struct fs_world2 *w, fs_body2 body, fs_wide2 force, fs_pos2 at);
FS_API fs_result fs_body2_apply_torque(struct fs_world2 *w, fs_body2 body, fs_wide torque);
FS_API fs_result fs_body2_apply_impulse(struct fs_world2 *w, fs_body2 body, fs_wide2 impulse);
FS_API fs_result fs_body2_apply_impulse_at(struct fs_world2 *w, fs_body2 body, fs_wide2 impulse, fs_pos2 at);
FS_API fs_result fs_body2_apply_angular_impulse(struct fs_world2 *w, fs_body2 body, fs_wide angular_impulse);
/* Pushes every enabled dynamic body whose centre of mass lies nearer than `reach` (m) towards `at` through the next step,
 * with `strength` (N; below 0 away) at the point, falling in a line to nothing at `reach`; a body exactly there has no
 * direction and is not pushed. What is pulled wakes. The number of bodies pulled; 0 for a reach of 0 or less. */
FS_API uint32_t fs_world2_apply_attraction(struct fs_world2 *w, fs_pos2 at, fs_pos reach, fs_wide strength);
FS_API fs_result fs_body2_wake(struct fs_world2 *w, fs_body2 body);
FS_API fs_result fs_body2_sleep(struct fs_world2 *w, fs_body2 body);
/* Pose of the body's origin; velocity of a world point that moves with it; frames. */
FS_API fs_pose2 fs_body2_pose(const struct fs_world2 *w, uint32_t row);
FS_API fs_vel2 fs_body2_velocity_at(const struct fs_world2 *w, uint32_t row, fs_pos2 at);
FS_API fs_pos2 fs_body2_to_world(const struct fs_world2 *w, uint32_t row, fs_rel2 local);
FS_API fs_rel2 fs_body2_to_local(const struct fs_world2 *w, uint32_t row, fs_pos2 world);

#ifdef __cplusplus
}
#endif
#endif
