/* joint_soft.c: the softness of a frequency and a damping ratio.
 *
 * With y = damping * omega * h and z = omega * h:
 *   rigid    E. Catto's implicit form, overdamped numerically: scale = 1/(1 + 2y + z^2), bias = scale z^2 / h.
 *   spring   the same with scale = 1/(1 + 2y + 2y^2/(1 + y^2)): the position enters explicitly. The spring is at rest
 *            exactly where force = stiffness * distance, decays as exp(-y) per step to second order, and keeps its
 *            amplitude when undamped; its frequency is low by y/2 of itself. Above z = 1/2 the implicit term is blended
 *            in, because an explicit spring is unstable from z = 2 on.
 *
 * The stiffness of a spring between points that turn about each other must not depend on how the bodies lie, or they gain energy
 * by turning: that of DISTANCE and WHEEL is meant for the mean over all directions of 1/m = 1/m_a + 1/m_b + arm_a^2/I_a +
 * arm_b^2/I_b, in which arm^2 of a body that turns is half of its anchor's distance^2. Where the mass of the row is another, its
 * frequency is, too.
 * Called once per substep and joint at most, never in an iteration.
 */
#include <fixstep/trig.h>

#include "physics2d/joint/joint_row.h"

/* 2 pi in Q2.61 as Q60. */
#define TWO_PI_Q60 INT64_C(0x6487ED5110B4611A)

#define ONE FS_WIDE_ONE
#define MAX_ANGLE (FS_WIDE_ONE * 4096)

/* omega h, Q32.32. */
static fs_wide angle_per_substep(fix16_t hertz, uint32_t rate)
{
    fs_wide per_step = fs_div64_round(fs_wide_from_fix16(hertz), rate);
    return fs_min64(fs_mul64(per_step, TWO_PI_Q60, 60), MAX_ANGLE);
}

static struct fs__joint2_softness make_softness(fs_wide divisor, fs_wide z, uint32_t rate)
{
    struct fs__joint2_softness s;
    fs_wide scale = fs_wide_div(ONE, divisor);
    s.impulse_scale = fs_unit_from_wide(scale);
    s.mass_scale = FS_UNIT_ONE - s.impulse_scale;
    s.bias_rate = fs_sat64_mul(fs_wide_mul(scale, fs_wide_mul(z, z)), rate);
    return s;
}

struct fs__joint2_softness fs__joint2_rigid_softness(fix16_t hertz, fix16_t damping, uint32_t rate)
{
    fix16_t max_hertz = fs_fix16_from_ratio(rate, 4);
    fs_wide z = angle_per_substep(fs_min32(hertz, max_hertz), rate);
    fs_wide y = fs_wide_mul(z, fs_wide_from_fix16(damping));
    return make_softness(ONE + 2 * fs_min64(y, MAX_ANGLE) + fs_wide_mul(z, z), z, rate);
}

/* y and z as above. */
static struct fs__joint2_softness spring_of(fs_wide y, fs_wide z, uint32_t rate)
{
    y = fs_min64(y, MAX_ANGLE);
    fs_wide yy = fs_wide_mul(y, y), zz = fs_wide_mul(z, z);
    fs_wide implicit = fs_clamp64(2 * z - ONE, 0, ONE);
    return make_softness(ONE + 2 * y + fs_wide_div(2 * yy, ONE + yy) + fs_wide_mul(implicit, zz), z, rate);
}

struct fs__joint2_softness fs__joint2_spring_softness(fix16_t hertz, fix16_t damping, uint32_t rate)
{
    fs_wide z = angle_per_substep(hertz, rate);
    return spring_of(fs_wide_mul(z, fs_wide_from_fix16(damping)), z, rate);
}

void fs__joint2_update_spring(const struct fs__joint_solver2 *js, struct fs__joint2_constraint *j)
{
    const struct fs_joint2_view *v = &js->w->joint;
    if (j->spring_mass == j->axis.inverse)
        return;
    fs_wide ratio = fs_wide_div((fs_wide)j->spring_mass << 2, (fs_wide)fs_max32(j->axis.inverse, 1) << 2);
    fs_wide z = angle_per_substep(v->hertz[j->row], js->rate);
    fs_wide y = fs_wide_mul(z, fs_wide_from_fix16(v->damping_ratio[j->row]));
    j->spring = spring_of(fs_wide_mul(fs_min64(y, MAX_ANGLE), ratio),
                          fs_min64(fs_wide_mul(z, fs_wide_sqrt(ratio)), MAX_ANGLE), js->rate);
}
