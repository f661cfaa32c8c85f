/* kinematic_chain.h: forward and inverse kinematics of chains of links.
 *
 * A chain begins at an origin; link i has a length (Q32.32 m, negative counts as 0) and is rotated by turn[i] (2^32 is
 * one turn) relative to the link before it, the first one relative to +x. A game stores the turns; their sums are exact,
 * so a pose never drifts. Joints are computed from them: each link adds at most one step of rounding and 3e-9 of its
 * length. The functions are pure; arrays belong to the caller.
 *
 * Source: A. LaMothe, "Tricks of the Windows Game Programming Gurus", chapter 13; inverse
 * kinematics of many links: A. Aristidou and J. Lasenby, "FABRIK", 2011.
 */
#ifndef FIXSTEP_KINEMATIC_CHAIN_H
#define FIXSTEP_KINEMATIC_CHAIN_H

#include <stdbool.h>
#include <stdint.h>
#include <fixstep/result.h>
#include <fixstep/vec.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    FS_IK_MAX_LINKS = 64,      /* links of fs_ik_chain2() */
    FS_IK_MAX_ITERATIONS = 192 /* iterations of fs_ik_chain2() */
};

/* --- forward ------------------------------------------------------------------------ */

/* The joints of a chain, m: joint[0] is the origin, joint[links] the tip; `joint` has room for links + 1. */
FS_API void fs_kinematic_chain_joints2(fs_pos2 origin, const fs_pos *length, const uint32_t *turn, uint32_t links,
                                       fs_pos2 *joint);
/* The last joint alone. */
FS_API fs_pos2 fs_kinematic_chain_tip2(fs_pos2 origin, const fs_pos *length, const uint32_t *turn, uint32_t links);
/* In 3D: turn[i] rotates link i, which lies along x of its own frame, relative to the frame of the link before it (q*p
 * applies p first: frame i = frame i-1 * turn[i], normalised). */
FS_API void fs_kinematic_chain_joints3(fs_pos3 origin, const fs_pos *length, const fs_quat *turn, uint32_t links,
                                       fs_pos3 *joint);

/* Rotates a link by `by` unless that moves the tip below the height `floor` (m); a tip that is already below may move up
 * or level. False, and nothing changed, when it is refused or there is no such link. */
FS_API bool fs_kinematic_chain_rotate2(fs_pos2 origin, const fs_pos *length, uint32_t *turn, uint32_t links,
                                       uint32_t link, uint32_t by, fs_pos floor);

/* A rotation followed by a translation: the matrix of a link without its constant row. */
typedef struct fs_kinematic_transform2 {
    fs_pos2 translation;
    uint32_t rotation;
} fs_kinematic_transform2;

/* The transform of a link: `length` along x, then rotated by `turn`. */
FS_API fs_kinematic_transform2 fs_kinematic_transform2_link(fs_pos length, uint32_t turn);
/* First the inner transform, then the outer one; not commutative. */
FS_API fs_kinematic_transform2 fs_kinematic_transform2_compose(fs_kinematic_transform2 outer,
                                                               fs_kinematic_transform2 inner);
/* The image of p. */
FS_API fs_pos2 fs_kinematic_transform2_apply(fs_kinematic_transform2 transform, fs_pos2 p);

/* --- inverse -------------------------------------------------------------------------- */

typedef enum fs_ik_status {
    FS_IK_REACHED = 0,   /* the tip is at the target */
    FS_IK_TOO_FAR,       /* the target is too far: the chain is straight towards it */
    FS_IK_TOO_NEAR,      /* too near for the longest link: folded as near as possible */
    FS_IK_NOT_CONVERGED, /* the iteration ended outside the tolerance */
    FS_IK_REFUSED        /* nothing changed: the tip would be below the floor, or no such chain */
} fs_ik_status;

/* One link reaches a circle only: it is rotated towards the target, which is reached when its distance equals the length
 * within `slack` (m). For a target at the origin the turn is unchanged. */
FS_API fs_ik_status fs_ik_one_link2(fs_pos2 origin, fs_pos length, fs_pos2 target, fs_pos slack, uint32_t *turn);

/* Two links have two solutions; elbow >= 0 selects turn[1] in 0..half (the elbow on the right of the direction to the
 * target), else in -half..0:
 *
 *     tan(th2/2) = sqrt(((l1+l2)^2 - d^2) / (d^2 - (l1-l2)^2))
 *     th1 = atan2(y, x) - atan2(l2 sin th2, l1 + l2 cos th2)
 *
 * from exact squares, so the precision near the ends of the reach is that in the middle. Whether the target is in reach
 * is decided exactly. A target at the origin counts as in direction +x. The tip is within 1e-8 (l1 + l2) of a target in
 * reach. */
FS_API fs_ik_status fs_ik_two_links2(fs_pos2 origin, fs_pos l1, fs_pos l2, fs_pos2 target, int elbow, uint32_t turn[2]);

typedef struct fs_ik_report {
    fs_ik_status status;
    uint32_t iterations; /* 0 without iteration */
    fs_pos error;        /* m: distance of the tip from the target, lifted to the floor */
} fs_ik_report;

/* FABRIK for 1..FS_IK_MAX_LINKS links, from their present pose: rotates them until the tip is within `tolerance` (m) of
 * the target. Out of reach the chain is straightened or folded at once; otherwise joints are moved from tip to origin and
 * back, up to FS_IK_MAX_ITERATIONS times. A straight chain is bent first, because the iteration cannot leave the line; a
 * chain that has not converged after 32 iterations restarts from half a circle. With a `floor` (NULL: none) the target is
 * lifted to it plus the tolerance, and a pose whose tip is below it is refused. Tolerances below
 * links * longest * 2^-26 may be below the precision. */
FS_API fs_ik_report fs_ik_chain2(fs_pos2 origin, const fs_pos *length, uint32_t *turn, uint32_t links, fs_pos2 target,
                                 fs_pos tolerance, const fs_pos *floor);

#ifdef __cplusplus
}
#endif
#endif
