/* joint_soft.c: how a frequency and a damping ratio become the three numbers of a soft constraint.
 *
 * With y = damping * omega * h and z = omega * h:
 *   rigid    E. Catto's implicit form, fully damped in the numbers: keep = 1/(1 + 2y + z^2), pull = keep z^2 / h.
 *   spring   the same with keep = 1/(1 + 2y + 2y^2/(1 + y^2)): the position enters explicitly. It is then at rest
 *            exactly where force = stiffness * distance, decays as exp(-y) per step to second order, and an undamped
 *            spring keeps its amplitude; its frequency is low by y/2 of itself. Above z = 1/2 the implicit term comes
 *            in step by step, because an explicit spring is unstable from z = 2 on.
 * Once per tick and joint; never in an iteration.
 */
#include "physics2d/joint/joint_row.h"

/* 2 pi in Q2.61 as Q60. */
#define TWO_PI_Q60 INT64_C(0x6487ED5110B4611A)

#define ONE FS_WIDE_ONE
#define MOST (FS_WIDE_ONE * 4096)

/* omega h, Q32.32. */
static fs_wide turn_per_step(fix16_t hertz, uint32_t rate)
{
    fs_wide per_step = fs_div64_round(fs_wide_from_fix16(hertz), rate);
    return fs_min64(fs_mul64(per_step, TWO_PI_Q60, 60), MOST);
}

static struct fs__joint2_softness make(fs_wide divisor, fs_wide z, uint32_t rate)
{
    struct fs__joint2_softness s;
    fs_wide keep = fs_wide_div(ONE, divisor);
    s.impulse_scale = fs_unit_from_wide(keep);
    s.mass_scale = FS_UNIT_ONE - s.impulse_scale;
    s.bias_rate = fs_sat64_mul(fs_wide_mul(keep, fs_wide_mul(z, z)), rate);
    return s;
}

struct fs__joint2_softness fs__joint2_rigid_softness(fix16_t hertz, fix16_t damping, uint32_t rate)
{
    fix16_t most = fs_fix16_from_ratio(rate, 4);
    fs_wide z = turn_per_step(fs_min32(hertz, most), rate);
    fs_wide y = fs_wide_mul(z, fs_wide_from_fix16(damping));
    return make(ONE + 2 * fs_min64(y, MOST) + fs_wide_mul(z, z), z, rate);
}

struct fs__joint2_softness fs__joint2_spring_softness(fix16_t hertz, fix16_t damping, uint32_t rate)
{
    fs_wide z = turn_per_step(hertz, rate);
    fs_wide y = fs_min64(fs_wide_mul(z, fs_wide_from_fix16(damping)), MOST);
    fs_wide yy = fs_wide_mul(y, y), zz = fs_wide_mul(z, z);
    fs_wide implicit = fs_clamp64(2 * z - ONE, 0, ONE);
    return make(ONE + 2 * y + fs_wide_div(2 * yy, ONE + yy) + fs_wide_mul(implicit, zz), z, rate);
}
