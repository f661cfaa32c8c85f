/* joint_motor.c: the mass that a motor in the plane moves.
 *
 * A motor turns two bodies about their common point, or moves them along a rail that keeps their angle. Its row alone feels less mass
 * than that: a box of 0.4 m on an arm of 1 m turns as if it had a fortieth of its moment. The rigid rows take back most of what
 * the motor gives then; its impulse grows from substep to substep, and has to fall again when the speed is reached, which such
 * joints passed by two thirds. So the row counts with the mass that is left when the rigid rows are eliminated:
 * 1/K' with K' = K - c^T K_rigid^-1 c, c the coupling of both. Like all masses of a joint, it is that of the tick's start.
 *
 * This holds for a joint that is a tree by itself, tied to the ground. Beside other joints of a tree, and where the rigid rows are
 * soft because no tree solves them, more is taken back than this says, and motors of that mass would not converge.
 */
#include "physics2d/joint/joint_row.h"

/* The largest ratio of both masses; 31 bits of a number lose its logarithm in the difference. */
enum { MAX_GAIN_BITS = 12 };

static fs_scaled length_of(fs_rel v)
{
    return fs_scaled_make(v, -FS_REL_FRAC);
}

static fs_scaled scaled_of(struct fs__joint_factor f)
{
    return fs_scaled_make(f.m, -f.shift);
}

static fs_scaled less(fs_scaled a, fs_scaled b)
{
    return fs_scaled_add(a, fs_scaled_make(-(int64_t)b.m, b.e));
}

/* w_a p_a q_a + w_b p_b q_b. */
static fs_scaled sum_of(fs_scaled wa, fs_scaled wb, fs_scaled a, fs_scaled b)
{
    return fs_scaled_add(fs_scaled_mul(wa, a), fs_scaled_mul(wb, b));
}

/* 1 where a body can be translated, else 0. */
static fs_scaled inverse_mass_of(const struct fs__joint2_constraint *j)
{
    return fs_scaled_make((int64_t)j->a.c + j->b.c, -FS_UNIT_FRAC);
}

static fs_wide ratio_of(fs_scaled k, fs_scaled left)
{
    const fs_wide most = FS_WIDE_ONE << MAX_GAIN_BITS;
    if (k.m <= 0)
        return FS_WIDE_ONE;
    if (left.m <= 0)
        return most;
    return fs_clamp64(fs_wide_from_scaled(fs_scaled_div(k, left)), FS_WIDE_ONE, most);
}

/* The angle of a hinge, whose point is rigid. K of the point is that of joint_arms.c, over 1/m. */
static fs_wide hinge_gain(const struct fs__joint2_constraint *j)
{
    const fs_scaled wa = scaled_of(j->a.w), wb = scaled_of(j->b.w), one = inverse_mass_of(j);
    const fs_scaled ax = length_of(j->a.arm.x), ay = length_of(j->a.arm.y), bx = length_of(j->b.arm.x),
                    by = length_of(j->b.arm.y);
    const fs_scaled k11 = fs_scaled_add(one, sum_of(wa, wb, fs_scaled_mul(ay, ay), fs_scaled_mul(by, by))),
                    k22 = fs_scaled_add(one, sum_of(wa, wb, fs_scaled_mul(ax, ax), fs_scaled_mul(bx, bx))),
                    k12 = sum_of(wa, wb, fs_scaled_mul(ax, ay), fs_scaled_mul(bx, by)); /* its negative */
    const fs_scaled cx = sum_of(wa, wb, ay, by), cy = sum_of(wa, wb, ax, bx);           /* cx: its negative */
    const fs_scaled det = less(fs_scaled_mul(k11, k22), fs_scaled_mul(k12, k12));
    const fs_scaled cross = fs_scaled_mul(fs_scaled_make(2, 0), fs_scaled_mul(k12, fs_scaled_mul(cx, cy)));
    const fs_scaled taken = less(
        fs_scaled_add(fs_scaled_mul(k22, fs_scaled_mul(cx, cx)), fs_scaled_mul(k11, fs_scaled_mul(cy, cy))), cross);
    const fs_scaled k = fs_scaled_add(wa, wb);
    return det.m <= 0 ? FS_WIDE_ONE : ratio_of(k, less(k, fs_scaled_div(taken, det)));
}

/* The axis of a rail, whose angle is rigid. */
static fs_wide rail_gain(const struct fs__joint2_constraint *j)
{
    const fs_scaled wa = scaled_of(j->a.w), wb = scaled_of(j->b.w), a = length_of(j->axis.arm_a),
                    b = length_of(j->axis.arm_b);
    const fs_scaled k = fs_scaled_add(inverse_mass_of(j), sum_of(wa, wb, fs_scaled_mul(a, a), fs_scaled_mul(b, b))),
                    c = sum_of(wa, wb, a, b), angle = fs_scaled_add(wa, wb);
    return angle.m <= 0 ? FS_WIDE_ONE : ratio_of(k, less(k, fs_scaled_div(fs_scaled_mul(c, c), angle)));
}

fs_wide fs__joint2_motor_gain(const struct fs__joint2_constraint *j)
{
    switch (j->kind) {
    case FS_JOINT2_REVOLUTE: return hinge_gain(j);
    case FS_JOINT2_PRISMATIC: return rail_gain(j);
    default: return FS_WIDE_ONE;
    }
}
