/* free_rotation.h: rotation of a body on which nothing acts.
 *
 * A free body keeps its angular momentum L and its energy; its angular velocity w = R I^-1 R^T L changes as it turns.
 * The solver applies impulses at the pose of the start of a tick; the free rotation of the whole tick follows.
 */
#ifndef FS_PHYSICS3D_SOLVER_FREE_ROTATION_H
#define FS_PHYSICS3D_SOLVER_FREE_ROTATION_H

#include <fixstep/convert.h>
#include <fixstep/rot.h>

/* Angular velocities (rad/s) with the bits below one velocity step. */
enum { FS__FINE_VEL_FRAC = FS_VEL_FRAC + FS_UNIT_FRAC };

/* Rotates a free body for 1/hz s (hz 1..2^14) and changes its angular velocity w (world, Q51, each component below 2^61),
 * so that L and the energy stay. inv_inertia: inverse principal moments; principal: the principal frame in the body's. A
 * body with an inverse moment of 0, or with equal moments, keeps its angular velocity.
 * Errors of a tick: L 2^-50 relative to its largest component over the ratio of the moments; the energy 2^-28, from the rounding
 * of the orientation. The rotation is that of the midpoint rule with steps of at most 1/8 rad, of thin bodies less (at most
 * 1,024 steps), corrected to the energy: the angle is off by (angle of a step)^2 / 200 of itself.
 * Moments differ by at most 2^20; a smaller one is raised. */
void fs__free_rotation3_advance(const fs_scaled inv_inertia[3], fs_quat principal, uint32_t hz, fs_quat *rot,
                                int64_t w[3]);

/* The steps that this takes, at least 1; and the same in a given number of steps: with the same number the rotation is a smooth
 * function of w. 0: as many as it takes. Moments differ, w is not 0. */
uint32_t fs__free_rotation3_steps(const fs_scaled inv_inertia[3], uint32_t hz, const int64_t w[3]);
void fs__free_rotation3_advance_in(const fs_scaled inv_inertia[3], fs_quat principal, uint32_t hz, uint32_t steps,
                                   fs_quat *rot, int64_t w[3]);

/* rot turned by a rotation vector in the axes of the world (rad, Q32.32). Error below 2^-29 rad up to 1/4 rad, of the
 * angle's 2^-32 turn beyond. */
fs_quat fs__rotate_by_vector3(fs_quat rot, fs_wide3 angle);

/* The angular velocity (Q51, each component below 2^61) of a body that is put from one orientation to another: that with the
 * same angular momentum or, where that had more energy, the nearest one with the same energy (2^-20). A slender body turned
 * towards its angular momentum would else spin about its long axis with many times its energy. */
void fs__free_rotation3_move(const fs_scaled inv_inertia[3], fs_quat principal, fs_quat from, fs_quat to, int64_t w[3]);

/* Whether the three moments differ, so that the angular velocity of a free body may change. */
bool fs__inertia3_is_anisotropic(const fs_scaled inv_inertia[3]);

#endif
