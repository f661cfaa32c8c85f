/* joint_soft.c: the softness of joints in the plane; see physics/joint_softness.h. Called once per substep and joint at most, never
 * in an iteration. */
#include "physics2d/joint/joint_row.h"

/* 2 pi in Q2.61 as Q60. */
#define TWO_PI_Q60 INT64_C(0x6487ED5110B4611A)

/* Of springs beside rigid rows of their joint, which are solved in turn: stiffer ones throw bodies on long arms. */
#define MAX_COUPLED_ANGLE FS_WIDE_ONE

/* omega h, Q32.32. */
static fs_wide angle_per_substep(fix16_t hertz, uint32_t rate)
{
    fs_wide per_step = fs_div64_round(fs_wide_from_fix16(hertz), rate);
    return fs_min64(fs_mul64(per_step, TWO_PI_Q60, 60), FS__JOINT_MAX_ANGLE);
}

struct fs__joint_softness fs__joint2_rigid_softness(fix16_t hertz, fix16_t damping, uint32_t rate)
{
    fix16_t max_hertz = fs_fix16_from_ratio(rate, 4);
    return fs__joint_rigid_softness(angle_per_substep(fs_min32(hertz, max_hertz), rate), damping, rate);
}

struct fs__joint_softness fs__joint2_spring_softness(const struct fs__joint_solver2 *js,
                                                     const struct fs__joint2_constraint *j, fs_wide ratio)
{
    const struct fs_joint2_view *v = &js->w->joint;
    const fs_wide most = j->kind == FS_JOINT2_DISTANCE ? FS__JOINT_MAX_ANGLE : MAX_COUPLED_ANGLE;
    return fs__joint_spring_softness(fs_min64(angle_per_substep(v->hertz[j->row], js->rate), most),
                                     v->damping_ratio[j->row], ratio, FS__JOINT_MAX_ANGLE, js->rate);
}

struct fs__joint_point_spring fs__joint2_point_spring(fix16_t hertz, fix16_t damping, fs_wide k, uint32_t rate)
{
    return fs__joint_point_spring(fs_min64(angle_per_substep(hertz, rate), MAX_COUPLED_ANGLE), damping, k, rate);
}

void fs__joint2_update_spring(const struct fs__joint_solver2 *js, struct fs__joint2_constraint *j)
{
    if (j->spring_mass == 0)
        return;
    fs_wide ratio = fs_wide_div((fs_wide)j->spring_mass << 2, (fs_wide)fs_max32(j->axis.inverse, 1) << 2);
    j->spring = fs__joint2_spring_softness(js, j, ratio);
}
