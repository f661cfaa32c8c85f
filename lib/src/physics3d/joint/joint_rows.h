/* joint_rows.h: the rows of one joint while they are made. */
#ifndef FS_PHYSICS3D_JOINT_JOINT_ROWS_H
#define FS_PHYSICS3D_JOINT_JOINT_ROWS_H

#include "physics/joint_softness.h"
#include "physics3d/joint/joint_block.h"
#include "physics3d/joint/joint_pose.h"
#include "physics3d/solver/pair_mass.h"

/* Formats as in struct fs__joint3_row. lever: m, Q5.26; 1 m for linear rows. */
struct fs__joint3_new_row {
    int32_t n[3], arm_a[3], arm_b[3], alpha_a[3], alpha_b[3];
    int64_t k; /* n K n, Q50 */
    fs_rel error, lever;
    fs_rel curvature; /* of a limit's cone: how far its axis turns per angle across it */
    struct fs__joint_softness soft;
    uint8_t kind, slot;
    bool angular, reversed; /* reversed: the upper limit, which acts against the direction */
    fs_vel target, low, high;
};

/* `bare`: rows of a tree of joints, see joint_direct.h. They are not made conjugate, have levers of 1 m and no responses, k
 * or softness; there are no motors and springs, and only s, pose, row, bare, held_only and rows of the builder are read.
 * `held_only`: of rows only slot and error are read, and limits not at all; hinges make none, and balls are not made. */
struct fs__joint3_builder {
    const struct fs__solver3 *s;
    bool bare, held_only;
    const struct fs__pair3 *pair;
    const struct fs__solver3_inertia *inertia_a, *inertia_b;
    bool move_a, move_b;
    uint16_t locks_a, locks_b; /* flags of the bodies */
    struct fs__joint3_pose pose;
    struct fs__joint_softness rigid; /* of the rows that hold joints together */
    uint32_t row;                    /* of joint3 */
    uint32_t a, b;                   /* solver bodies */
    const int64_t *spring_k;         /* of fs__joint3_find_spring_k() */
    unsigned count, held;            /* rows; those that hold the joint together come first */
    struct fs__joint3_new_row *rows; /* FS__JOINT3_SLOTS */
};

/* joint_row.c: adds a row of one direction and returns it, made conjugate to the rows that hold the joint together. Linear:
 * of the point b against the line through it; angular: about the axis. */
struct fs__joint3_new_row *fs__joint3_add_linear(struct fs__joint3_builder *b, fs_unit3 n, fs_rel error);
struct fs__joint3_new_row *fs__joint3_add_angular(struct fs__joint3_builder *b, fs_unit3 axis, fs_rel error);

/* The mean over all directions of K of a linear row at the anchors, the same in all poses; K of a row at a lever of 1 m. Q46. */
int64_t fs__joint3_mean_k(const struct fs__joint3_builder *b);
int64_t fs__joint3_k_of_metre(const struct fs__joint3_new_row *r);

/* The speed axis_a.w_a + ratio axis_b.w_b, ratio Q5.26; never bare. */
struct fs__joint3_new_row *fs__joint3_add_gear(struct fs__joint3_builder *b, fs_unit3 axis_a, fs_unit3 axis_b,
                                               fs_rel ratio);

/* Whether the flags of a body lock its motion along an axis of the world. */
bool fs__joint3_is_locked(uint16_t locks, unsigned axis);

/* joint_kind.c: the softness of the rows that hold joints together. */
struct fs__joint_softness fs__joint3_rigid_softness(const struct fs__solver3 *s);
/* Whether the joint has springs whose K changes with more than what they measure; then, from the pose of the builder, in which the
 * frames coincide: K at a lever of 1 m, Q46, for which the springs of positions and of orientations are meant, the same in all poses. */
bool fs__joint3_needs_spring_k(const struct fs_world3 *w, uint32_t row);
void fs__joint3_find_spring_k(struct fs__joint3_builder *b, int64_t k[2]);
/* All rows of the joint. A ball without limits and springs is a point: of its pose only arms, apart and axes_a are read. */
bool fs__joint3_is_point(const struct fs_world3 *w, uint32_t row);
void fs__joint3_make_rows(struct fs__joint3_builder *b);

#endif
