/* joint_softness.c: the softness of a frequency and a damping ratio.
 *
 * With y = damping * omega * h and z = omega * h:
 *   rigid    E. Catto's implicit form, overdamped numerically: scale = 1/(1 + 2y + z^2), bias = scale z^2 / h.
 *   spring   the same with scale = 1/(1 + 2y + 2y^2/(1 + y^2)): the position enters explicitly. The spring is at rest
 *            exactly where force = stiffness * distance, decays as exp(-y) per step to second order, and keeps its
 *            amplitude when undamped; its frequency is low by y/2 of itself. Above z = 1/2 the implicit term is blended
 *            in, because an explicit spring is unstable from z = 2 on.
 *
 * The stiffness of a spring between points that turn about each other must not depend on how the bodies lie, or they gain energy
 * by turning: there it is meant for the mean over all directions of 1/m = 1/m_a + 1/m_b and the terms of the arms. Where the mass of
 * the row is another, its frequency is, too.
 */
#include <fixstep/trig.h>

#include "physics/joint_softness.h"

#define ONE FS_WIDE_ONE

static fs_wide damped(fs_wide angle, fix16_t damping)
{
    return fs_min64(fs_wide_mul(angle, fs_wide_from_fix16(damping)), FS__JOINT_MAX_ANGLE);
}

static struct fs__joint_softness softness(fs_wide divisor, fs_wide z, uint32_t rate)
{
    fs_wide scale = fs_wide_div(ONE, divisor);
    struct fs__joint_softness s = { .impulse_scale = fs_unit_from_wide(scale) };
    s.mass_scale = FS_UNIT_ONE - s.impulse_scale;
    s.bias_rate = fs_sat64_mul(fs_wide_mul(scale, fs_wide_mul(z, z)), rate);
    return s;
}

struct fs__joint_softness fs__joint_rigid_softness(fs_wide angle, fix16_t damping, uint32_t rate)
{
    return softness(ONE + 2 * damped(angle, damping) + fs_wide_mul(angle, angle), angle, rate);
}

/* 2 y + ... of a spring, see above. */
static fs_wide spring_damping(fs_wide z, fs_wide y)
{
    fs_wide yy = fs_wide_mul(y, y), implicit = fs_wide_mul(fs_clamp64(2 * z - ONE, 0, ONE), fs_wide_mul(z, z));
    return 2 * y + fs_wide_div(2 * yy, ONE + yy) + implicit;
}

struct fs__joint_softness fs__joint_spring_softness(fs_wide angle, fix16_t damping, fs_wide ratio, fs_wide most,
                                                    uint32_t rate)
{
    fs_wide z = fs_min64(angle, most), y = damped(z, damping);
    if (ratio != ONE) {
        y = fs_min64(fs_wide_mul(y, ratio), FS__JOINT_MAX_ANGLE);
        z = fs_min64(fs_wide_mul(z, fs_wide_sqrt(ratio)), most);
    }
    return softness(ONE + spring_damping(z, y), z, rate);
}

struct fs__joint_point_spring fs__joint_point_spring(fs_wide angle, fix16_t damping, fs_wide k, uint32_t rate)
{
    fs_wide z = fs_min64(angle, FS__JOINT_MAX_ANGLE);
    return (struct fs__joint_point_spring){ fs_wide_div(spring_damping(z, damped(z, damping)), k),
                                            fs_sat64_mul(fs_wide_div(fs_wide_mul(z, z), k), rate) };
}
