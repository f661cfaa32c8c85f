/* joint_pose.h: where the two ends of a joint are. */
#ifndef FS_PHYSICS3D_JOINT_JOINT_POSE_H
#define FS_PHYSICS3D_JOINT_JOINT_POSE_H

#include <fixstep/joint3.h>

/* arm_a, arm_b: anchors from the centres of mass; apart: anchor b from anchor a; all in the axes of the world (m).
 * axes_a, axes_b: the joint's frame (rows are the axes x, y, z in the world). relative: of frame b in frame a. */
struct fs__joint3_pose {
    fs_rel3 arm_a, arm_b, apart;
    fs_mat3 axes_a, axes_b;
    fs_quat relative;
};

/* The pose of the centre of mass of a body, and its rotation as a matrix. */
struct fs__joint3_place {
    fs_pose3 pose;
    fs_mat3 turn;
};

static inline struct fs__joint3_place fs__joint3_place_of(fs_pose3 pose)
{
    return (struct fs__joint3_place){ pose, fs_mat3_from_quat(pose.rot) };
}

struct fs__joint3_pose fs__joint3_pose_at(const struct fs_world3 *w, uint32_t row, const struct fs__joint3_place *a,
                                          const struct fs__joint3_place *b);
/* `apart` alone; arms, apart and axes_a alone. */
fs_rel3 fs__joint3_apart_at(const struct fs_world3 *w, uint32_t row, const struct fs__joint3_place *a,
                            const struct fs__joint3_place *b);
struct fs__joint3_pose fs__joint3_point_at(const struct fs_world3 *w, uint32_t row, const struct fs__joint3_place *a,
                                           const struct fs__joint3_place *b);
struct fs__joint3_pose fs__joint3_pose_of(const struct fs_world3 *w, uint32_t row);

/* The angle of b about the x axis: that of the twist, rad in Q5.26, within half a turn. */
fs_rel fs__joint3_twist(const struct fs__joint3_pose *p);

#endif
