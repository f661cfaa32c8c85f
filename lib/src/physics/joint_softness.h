/* joint_softness.h: the rows of joints as soft constraints of a frequency and a damping ratio, in the plane and in space. */
#ifndef FS_PHYSICS_JOINT_SOFTNESS_H
#define FS_PHYSICS_JOINT_SOFTNESS_H

#include <fixstep/fixed.h>

/* A soft constraint: the change of the impulse is -(mass_scale v + bias_rate error)/K - impulse_scale p. */
struct fs__joint_softness {
    fs_unit mass_scale, impulse_scale;
    fs_wide bias_rate; /* 1/s */
};

/* Angles per substep (Q32.32) up to this. */
#define FS__JOINT_MAX_ANGLE (4096 * FS_WIDE_ONE)

/* Of a row that holds bodies together; angle: omega h, Q32.32; rate: substeps per second. */
struct fs__joint_softness fs__joint_rigid_softness(fs_wide angle, fix16_t damping, uint32_t rate);

/* Of a spring, in a row whose mass is that for which frequency and damping ratio are meant over `ratio` (Q32.32): its stiffness and
 * its damper are those of that mass. The angle of the row is at most `most`. */
struct fs__joint_softness fs__joint_spring_softness(fs_wide angle, fix16_t damping, fs_wide ratio, fs_wide most,
                                                    uint32_t rate);

/* A spring of one stiffness and one damper in all directions: the change of the impulse is
 * -(1 + damping K)^-1 (p + damping v + stiffness error), with K in units of 1/m. */
struct fs__joint_point_spring {
    fs_wide damping;   /* over m */
    fs_wide stiffness; /* 1/s, the impulse of a substep over m */
};

/* Of a spring whose frequency and damping ratio are meant for the mass m / k, k above 0 (Q32.32). */
struct fs__joint_point_spring fs__joint_point_spring(fs_wide angle, fix16_t damping, fs_wide k, uint32_t rate);

#endif
