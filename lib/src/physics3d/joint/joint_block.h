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
    FS__JOINT3_KINDS = 2, /* blocks of joints of more than three rows, of up to three */
    FS__JOINT3_FEW_ROWS = 3
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
    uint8_t spare[28];
    fs__solver3_lanes a, b; /* indices of solver bodies */
    fs__solver3_lanes index;
    struct fs__joint3_row row[FS__JOINT3_SLOTS];
};
_Static_assert(sizeof(struct fs__joint3_block) % sizeof(fs__solver3_lanes) == 0, "blocks in a row keep lanes aligned");

/* The impulse of a row as it is stored: negative for an upper limit. */
static inline fs_vel fs__joint3_row_impulse(const struct fs__joint3_slot *slot, const struct fs__joint3_block *r,
                                            unsigned row, unsigned k)
{
    return slot->reversed[row] ? -r->row[row].impulse[k] : r->row[row].impulse[k];
}

typedef void fs__joint3_pass_fn(struct fs__joint3_block *blocks, uint32_t count, struct fs__solver3_body *bodies,
                                const struct fs__solver3_constants *constants);

struct fs__joint3_passes {
    fs__joint3_pass_fn *warm_start, *solve, *relax;
};

extern const struct fs__joint3_passes fs__joint3_passes_scalar;
extern const struct fs__joint3_passes fs__joint3_passes_sse41;
extern const struct fs__joint3_passes fs__joint3_passes_avx2;

#endif
