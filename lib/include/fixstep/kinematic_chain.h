/* kinematic_chain.h: kinematic chains: where the joints of an arm are, and how to turn them so that
 * its tip gets where it should.
 *
 * A chain begins at an origin; link i has a length (Q32.32 m, negative counts as 0) and is
 * turned by turn[i] (2^32 is one turn) against the link before it, the first one against
 * +x. The turns are what a game keeps; they add up exactly, so a pose never drifts, and
 * joints are made from them: each link adds at most a step of rounding and 3e-9 of its
 * length. Nothing here keeps anything, and nothing moves by itself.
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
    FS_IK_MAX_LINKS = 64,      /* of inverse kinematics */
    FS_IK_MAX_ITERATIONS = 192 /* of its iteration */
};

/* --- forward ------------------------------------------------------------------------ */

/* The joints of a chain: joint[0] is the origin, joint[links] the tip. */
FS_API void fs_kinematic_chain_joints2(fs_pos2 origin, const fs_pos *length, const uint32_t *turn, uint32_t links,
                                       fs_pos2 *joint);
FS_API fs_pos2 fs_kinematic_chain_tip2(fs_pos2 origin, const fs_pos *length, const uint32_t *turn, uint32_t links);
/* In space: turn[i] rotates link i, which lies along x of its own frame, against the frame
 * of the link before it (q*p applies p first: frame i = frame i-1 * turn[i], normalised). */
FS_API void fs_kinematic_chain_joints3(fs_pos3 origin, const fs_pos *length, const fs_quat *turn, uint32_t links,
                                       fs_pos3 *joint);

/* Turns a link by `by` unless that brings the tip below the height `floor`; what is below
 * it already may move up or level. False, and nothing changed, when it is refused or there
 * is no such link. */
FS_API bool fs_kinematic_chain_rotate2(fs_pos2 origin, const fs_pos *length, uint32_t *turn, uint32_t links,
                                       uint32_t link, uint32_t by, fs_pos floor);

/* A turn and then a shift: the matrix of a link without its constant row. */
typedef struct fs_kinematic_transform2 {
    fs_pos2 translation;
    uint32_t rotation;
} fs_kinematic_transform2;

/* The map of a link: out along x, then turned. */
FS_API fs_kinematic_transform2 fs_kinematic_transform2_link(fs_pos length, uint32_t turn);
/* First the inner map, then the outer one. Not commutative: exchanged links end elsewhere. */
FS_API fs_kinematic_transform2 fs_kinematic_transform2_compose(fs_kinematic_transform2 outer,
                                                               fs_kinematic_transform2 inner);
FS_API fs_pos2 fs_kinematic_transform2_apply(fs_kinematic_transform2 map, fs_pos2 p);

/* --- inverse -------------------------------------------------------------------------- */

typedef enum fs_ik_status {
    FS_IK_REACHED = 0,   /* the tip is at the target */
    FS_IK_TOO_FAR,       /* the target is too far: the chain is stretched towards it */
    FS_IK_TOO_NEAR,      /* too near for the longest link: folded as near as can be */
    FS_IK_NOT_CONVERGED, /* the iteration ended outside the tolerance */
    FS_IK_REFUSED        /* nothing changed: the tip would be below the floor, or no such chain */
} fs_ik_status;

/* One link can only reach a circle: it is turned towards the target, which is reached when
 * its distance is the length to within `slack`. A target at the origin has no direction:
 * the turn stays. */
FS_API fs_ik_status fs_ik_one_link2(fs_pos2 origin, fs_pos length, fs_pos2 target, fs_pos slack, uint32_t *turn);

/* Two links reach a point in two ways; elbow >= 0 takes turn[1] in 0..half (the elbow on
 * the right of the way to the target), else in -half..0:
 *
 *     tan(th2/2) = sqrt(((l1+l2)^2 - d^2) / (d^2 - (l1-l2)^2))
 *     th1 = atan2(y, x) - atan2(l2 sin th2, l1 + l2 cos th2)
 *
 * from exact squares, so that it is as good near the ends of the reach as in the middle.
 * Whether it is in reach is decided exactly. A target at the origin counts as in direction
 * +x. The tip is within 1e-8 (l1 + l2) of a target in reach. */
FS_API fs_ik_status fs_ik_two_links2(fs_pos2 origin, fs_pos l1, fs_pos l2, fs_pos2 target, int elbow, uint32_t turn[2]);

typedef struct fs_ik_report {
    fs_ik_status status;
    uint32_t iterations; /* of the iteration, 0 where none was needed */
    fs_pos error;        /* distance of the tip from the (lifted) target */
} fs_ik_report;

/* 1..FS_IK_MAX_LINKS links, from the pose they have: turns them until the tip is within
 * `tolerance` of the target. Out of reach they are stretched or folded at once; otherwise
 * joints are dragged from tip to origin and back, up to FS_IK_MAX_ITERATIONS times. A chain
 * that lies on one line is bent a little first, because no drag would ever leave the line;
 * one that is not there after 32 rounds is curled into half a circle and begins again.
 * With a `floor` (NULL: none) the target is lifted above it, and a pose whose tip is below
 * it is refused. Tolerances below links * longest * 2^-26 may be out of its precision. */
FS_API fs_ik_report fs_ik_chain2(fs_pos2 origin, const fs_pos *length, uint32_t *turn, uint32_t links, fs_pos2 target,
                                 fs_pos tolerance, const fs_pos *floor);

#ifdef __cplusplus
}
#endif
#endif
