/* joint_block.h: the rows of joints in blocks of eight lanes, solved by the same kernels as contacts.
 *
 * A joint is a list of rows of one form: v = n.(v_b - v_a) + arm_b.w_b - arm_a.w_a, which the impulse drives to its
 * target. Rows that hold the joint together are made conjugate to each other when the tick begins
 * (n_i K n_j = 0 for i != j: Gauss' elimination of their matrix K), and limits, motors and springs conjugate to these.
 * One sweep over the rows is then the exact solution of the joint, as a block solve would give, and a motor does not
 * disturb the hinge that it turns. Impulses are velocities as in contacts; angular rows have a lever (m).
 * Rows are made anew in every substep: a link of a whip turns by more than a radian in a tick.
 */
#ifndef FS_PHYSICS3D_JOINT_JOINT_BLOCK_H
#define FS_PHYSICS3D_JOINT_JOINT_BLOCK_H

#include "physics3d/solver/contact_solver.h"

enum {
    FS__JOINT3_ANGULAR = 0, /* slots of the stored impulses: three rows each */
    FS__JOINT3_LINEAR = 3,
    FS__JOINT3_EXTRA = 6, /* limits, motor, spring */
    FS__JOINT3_SLOTS = 9,
    FS__JOINT3_FEW_ROWS = 3
};

/* Kinds of blocks. */
enum {
    FS__JOINT3_MANY,   /* joints that may have more than FS__JOINT3_FEW_ROWS rows */
    FS__JOINT3_FEW,    /* others */
    FS__JOINT3_POINTS, /* ball joints whose rows a kernel makes, see joint_points.h */
    FS__JOINT3_KINDS
};

/* Bits of a row's `kind`. */
enum {
    FS__JOINT3_ROW_ONE_SIDED = 1, /* a limit: `error` above 0 is free distance */
    FS__JOINT3_ROW_SPRING = 2     /* acts in the biased pass alone */
};

/* Formats as in contacts. error: less what d and turned of the bodies add to it, and
 * now; at most max_error counts, so that products with
 * bias_rate stay in their format. bias_mass: 1/K for the bias, less by the power of two that bias_rate has more, so that
 * slow springs keep their precision. target: wanted velocity. */
struct fs__joint3_row {
    fs__solver3_lanes3 n, share_a, share_b;
    struct fs__solver3_arms arms;
    fs__solver3_lanes inverse, soft, bias_mass, bias_rate, impulse_scale, max_error;
    fs__solver3_lanes kind, target, low, high, error, error_now, impulse, total;
};

struct fs__joint3_block {
    uint8_t used, write_a, write_b; /* one bit per lane */
    uint8_t rows;                   /* of the lane with most */
    bool points;                    /* the rows are made in lanes */
    uint8_t spare[27];
    fs__solver3_lanes a, b; /* indices of solver bodies */
    fs__solver3_lanes index;
    struct fs__joint3_row row[FS__JOINT3_SLOTS];
};
_Static_assert(sizeof(struct fs__joint3_block) % sizeof(fs__solver3_lanes) == 0, "blocks in a row keep lanes aligned");

/* What stays the same in a tick of the ball joints of a block: anchors from the centres of mass in the axes of the bodies, and
 * the offset of b's centre from a's at the start of the tick (Q5.26); the axes of the joint in those of a (Q1.30); shares
 * and ratios of both bodies as in struct fs__solver3_stage. reach: at most this much of an open joint counts as an arm, per
 * axis (Q5.26). mass_scale as in struct fs__joint_softness; bias_share: the power of two (Q1.30) by which bias_mass is less
 * than 1/K. */
struct fs__joint3_point_stage {
    fs__solver3_lanes3 arm_a, arm_b, offset, axis[3], ratio_a, ratio_b;
    fs__solver3_lanes share_a, share_b, reach, mass_scale, bias_share;
};

/* Orientation and inertia of a body in a substep, as sixteen lanes that gather like a solver body: v and w are the first two
 * rows of its rotation matrix (Q1.30); d is (xx, yy, zz), turned is (xy, xz, yz) of its M (Q1.30). */
typedef struct fs__solver3_body fs__joint3_turn;

/* The impulse of a row as it is stored: negative for an upper limit. */
static inline fs_vel fs__joint3_row_impulse(const struct fs__joint3_slot *slot, const struct fs__joint3_block *r,
                                            unsigned row, unsigned k)
{
    return slot->reversed[row] ? -r->row[row].impulse[k] : r->row[row].impulse[k];
}

typedef void fs__joint3_pass_fn(struct fs__joint3_block *blocks, uint32_t count, struct fs__solver3_body *bodies,
                                const struct fs__solver3_constants *constants);

/* Makes the rows of blocks of ball joints where the bodies are; impulses of the rows stay. `turns` by solver body. */
typedef void fs__joint3_points_fn(struct fs__joint3_block *blocks, struct fs__joint3_point_stage *stages,
                                  uint32_t count, const struct fs__solver3_body *bodies, const fs__joint3_turn *turns);

struct fs__joint3_passes {
    fs__joint3_pass_fn *warm_start, *solve, *relax;
    fs__joint3_pass_fn *sum_exact; /* after the last pass of a substep: adds its exact velocities to constants->exact */
    fs__joint3_points_fn *make_points;
};

extern const struct fs__joint3_passes fs__joint3_passes_scalar;
extern const struct fs__joint3_passes fs__joint3_passes_sse41;
extern const struct fs__joint3_passes fs__joint3_passes_avx2;

#endif
