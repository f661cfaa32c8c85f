/* assembly2.h: assemblies of several bodies and joints: ragdoll, vehicle, bridge, rope.
 *
 * The parts are ordinary bodies and joints of the world and belong to the world; the structs here only hold their handles.
 * A create call either creates the whole or, with a result other than FS_OK, leaves nothing behind and zeroes *out:
 * E_ARGUMENT (a size or count out of range), E_CAPACITY (a table is full), E_STALE (a body it is attached to is gone).
 * `def` NULL is the default, `out` and `bodies` may be NULL. A destroy call destroys the parts that still exist; parts may
 * be destroyed one by one before, and a NULL assembly is allowed.
 */
#ifndef FIXSTEP_ASSEMBLY2_H
#define FIXSTEP_ASSEMBLY2_H

#include <fixstep/joint2.h>
#include <fixstep/shape2.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- ragdoll ------------------------------------------------------------------------------------------------- */

typedef enum fs_bone2 {
    FS_BONE2_HIPS,
    FS_BONE2_TORSO,
    FS_BONE2_HEAD,
    FS_BONE2_UPPER_ARM_L,
    FS_BONE2_LOWER_ARM_L,
    FS_BONE2_UPPER_ARM_R,
    FS_BONE2_LOWER_ARM_R,
    FS_BONE2_UPPER_LEG_L,
    FS_BONE2_LOWER_LEG_L,
    FS_BONE2_UPPER_LEG_R,
    FS_BONE2_LOWER_LEG_R,
    FS_BONE2_COUNT
} fs_bone2;

typedef struct fs_ragdoll2_def {
    fs_pos2 at;          /* of the soles */
    fs_rel height;       /* 0.25..8 m */
    fs_wide stiffness;   /* largest friction torque of a joint, N m, 0 or more; 0: limp */
    fs_shape2_def shape; /* of every bone; its group should be below 0, so that bones do not collide with each other */
    fs_vel2 vel;         /* of every bone, m/s */
    uint64_t user;       /* of the bodies */
} fs_ragdoll2_def;

typedef struct fs_ragdoll2 {
    fs_body2 bone[FS_BONE2_COUNT];
    fs_joint2 joint[FS_BONE2_COUNT]; /* to the parent bone; null for the hips */
} fs_ragdoll2;

/* 1.8 m, density 100 kg/m^2, friction torque 1 N m, group -1. */
FS_API fs_ragdoll2_def fs_default_ragdoll2_def(void);
/* Standing upright, arms hanging. Knees and elbows bend one way only. Measured at 60 Hz after a fall from 2 m, joints of
 * 60 Hz: with 4 substeps a joint opens by at most 2.5 cm and passes its limit by at most 0.063 rad at the impact, 1 mm and
 * 0.008 rad at rest; with 8 substeps 1.3 cm and 0.012 rad, 0.6 mm and 0.002 rad. */
FS_API fs_result fs_ragdoll2_create(fs_world2 *w, const fs_ragdoll2_def *def, fs_ragdoll2 *out);
FS_API void fs_ragdoll2_destroy(fs_world2 *w, fs_ragdoll2 *ragdoll);

/* ---- vehicle -------------------------------------------------------------------------------------------------- */

typedef struct fs_vehicle2_def {
    fs_pos2 at;                      /* of the middle of the chassis, m */
    fs_rel half_length, half_height; /* of the chassis box, m: a valid box */
    fs_rel wheel_radius;             /* m */
    fs_rel wheel_x[2];               /* axles in the chassis frame, m: rear, front */
    fs_rel wheel_y;                  /* m */
    fix16_t hertz;                   /* of the suspension, 1/s */
    fix16_t damping_ratio;           /* of the suspension */
    fs_wide torque;                  /* largest of a driven wheel's motor, N m */
    uint32_t driven;                 /* bit 0 rear, bit 1 front */
    fs_shape2_def chassis_shape, wheel_shape;
    uint64_t user; /* of the bodies */
} fs_vehicle2_def;

typedef struct fs_vehicle2 {
    fs_body2 chassis, wheel[2];
    fs_joint2 axle[2];
} fs_vehicle2;

/* A chassis of 3 m x 0.8 m on wheels of 0.4 m, suspension 4 Hz 0.7, rear drive with 60 N m. */
FS_API fs_vehicle2_def fs_default_vehicle2_def(void);
FS_API fs_result fs_vehicle2_create(fs_world2 *w, const fs_vehicle2_def *def, fs_vehicle2 *out);
/* Sets the speed of the driven wheels, rad/s, counter-clockwise (negative drives to the right); 0 brakes. With `on` false
 * they roll freely. E_STALE when an axle is gone. */
FS_API fs_result fs_vehicle2_drive(fs_world2 *w, const fs_vehicle2 *car, bool on, fs_vel speed);
FS_API void fs_vehicle2_destroy(fs_world2 *w, fs_vehicle2 *car);

/* ---- bridge and rope ------------------------------------------------------------------------------------------- */

enum { FS_LINKS2_MAX = 256 };

typedef struct fs_links2_def {
    fs_body2 body_a, body_b; /* the bodies at both ends; a rope's body_b may be null: its end is free */
    fs_pos2 from, to;        /* the ends, m; at most 16 m apart per link */
    uint32_t count;          /* 1..FS_LINKS2_MAX */
    fs_rel half_thickness;   /* m */
    fs_wide break_force;     /* of every joint, N; 0: never breaks */
    fs_shape2_def shape;     /* of every link */
    uint64_t user;           /* of bodies and joints */
} fs_links2_def;

/* 12 links of 0.125 m half thickness, density 20 kg/m^2, unbreakable. */
FS_API fs_links2_def fs_default_links2_def(void);
/* Planks (boxes) and hinges from one end to the other. `bodies`: def->count handles. */
FS_API fs_result fs_bridge2_create(fs_world2 *w, const fs_links2_def *def, fs_body2 *bodies);
/* Capsules and hinges, and, below 30 m, a rope joint between both ends, so that the rope does not stretch under a load. */
FS_API fs_result fs_rope2_create(fs_world2 *w, const fs_links2_def *def, fs_body2 *bodies);
/* Destroys those of `count` bodies that still exist. */
FS_API void fs_links2_destroy(fs_world2 *w, const fs_body2 *bodies, uint32_t count);

#ifdef __cplusplus
}
#endif
#endif
