/* assembly3.h: assemblies of several bodies and joints in space: the ragdoll.
 *
 * The parts are ordinary bodies and joints of the world and belong to the world; the struct here only holds their handles.
 * A create call either creates the whole or, with a result other than FS_OK, leaves nothing behind and zeroes *out:
 * E_ARGUMENT (a size out of range), E_CAPACITY (a table is full). `def` NULL is the default, `out` may be NULL. A destroy
 * call destroys the parts that still exist; parts may be destroyed one by one before, and a NULL assembly is allowed.
 */
#ifndef FIXSTEP_ASSEMBLY3_H
#define FIXSTEP_ASSEMBLY3_H

#include <fixstep/joint3.h>
#include <fixstep/shape3.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum fs_bone3 {
    FS_BONE3_PELVIS,
    FS_BONE3_CHEST,
    FS_BONE3_HEAD,
    FS_BONE3_UPPER_ARM_L,
    FS_BONE3_LOWER_ARM_L,
    FS_BONE3_HAND_L,
    FS_BONE3_UPPER_ARM_R,
    FS_BONE3_LOWER_ARM_R,
    FS_BONE3_HAND_R,
    FS_BONE3_UPPER_LEG_L,
    FS_BONE3_LOWER_LEG_L,
    FS_BONE3_FOOT_L,
    FS_BONE3_UPPER_LEG_R,
    FS_BONE3_LOWER_LEG_R,
    FS_BONE3_FOOT_R,
    FS_BONE3_COUNT
} fs_bone3;

typedef struct fs_ragdoll3_def {
    fs_pos3 at;        /* of the soles, m */
    fs_rel height;     /* 0.25..8 m */
    fs_wide stiffness; /* of the joints, N m, 0 or more: balls are pulled to the standing pose, hinges brake; 0: limp */
    fs_shape3_def shape; /* of every bone; its group should be below 0, so that bones do not collide with each other */
    fs_vel3 vel;         /* of every bone, m/s */
    uint64_t user;       /* of the bodies */
} fs_ragdoll3_def;

typedef struct fs_ragdoll3 {
    fs_body3 bone[FS_BONE3_COUNT];
    fs_joint3 joint[FS_BONE3_COUNT]; /* to the parent bone; null for the pelvis */
} fs_ragdoll3;

/* 1.8 m, density 1000 kg/m^3, limp, group -1. */
FS_API fs_ragdoll3_def fs_default_ragdoll3_def(void);
/* Standing upright along y, arms hanging, left at negative x, looking along z. Elbows and knees are hinges that bend one way
 * only, ankles hinges; the other joints are balls with a cone and a twist. All joints are one tree, which is solved
 * together. Measured at 60 Hz and 4 substeps, at 1.8 m: falls and heaps open a joint by at most 5 mm, blows at 20 m/s by 7 mm. */
FS_API fs_result fs_ragdoll3_create(struct fs_world3 *w, const fs_ragdoll3_def *def, fs_ragdoll3 *out);
FS_API void fs_ragdoll3_destroy(struct fs_world3 *w, fs_ragdoll3 *ragdoll);

#ifdef __cplusplus
}
#endif
#endif
