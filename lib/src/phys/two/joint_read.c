/* joint_read.c: what a joint measures and carries, and whether its numbers are sound. Changes nothing. */
#include <fixstep/trig.h>

#include "phys/two/joint.h"
#include "phys/two/world.h"

/* 2 pi in Q2.61: radians per turn. */
#define TWO_PI_Q60 INT64_C(0x6487ED5110B4611A)

/* Turns (2^32 each) as radians Q32.32. */
static int64_t radians(int64_t turned)
{
    return fs_mul64(turned, TWO_PI_Q60, 60);
}

int64_t fs__two_joint_turned(const struct fs_world2 *w, uint32_t row)
{
    fs_rot2 a = w->body.rot[w->joint.body_a[row]], b = w->body.rot[w->joint.body_b[row]];
    fs_rot2 between = fs_rot2_mul(fs_rot2_conj(w->joint.turn[row]), fs_rot2_mul(fs_rot2_conj(a), b));
    int64_t kept = w->joint.turned[row];
    return fs_sat64_add(kept, fs_turn_signed(fs_turn_from_rot2(between) - (uint32_t)(uint64_t)kept));
}

static fs_pos2 anchor(const struct fs_world2 *w, uint32_t body, fs_rel2 local)
{
    fs_rel2 arm = fs_rot2_rel(w->body.rot[body], fs_rel2_sub(local, w->body.centre[body]));
    return fs_pos2_add_rel(w->body.pos[body], arm);
}

/* From anchor a to anchor b (mouse: to the target). */
static fs_rel2 apart(const struct fs_world2 *w, uint32_t row)
{
    fs_pos2 b = anchor(w, w->joint.body_b[row], w->joint.anchor_b[row]);
    if (w->joint.kind[row] == FS_JOINT2_MOUSE)
        return fs_pos2_sub_rel(w->joint.target[row], b);
    return fs_pos2_sub_rel(b, anchor(w, w->joint.body_a[row], w->joint.anchor_a[row]));
}

static fs_unit2 axis_of(const struct fs_world2 *w, uint32_t row)
{
    return fs_rot2_unit(w->body.rot[w->joint.body_a[row]], w->joint.axis[row]);
}

fs_rel fs_joint2_angle(const struct fs_world2 *w, uint32_t row)
{
    if (w->joint.kind[row] == FS_JOINT2_GEAR)
        return 0;
    return fs_sat32(fs_rnd64_sym(radians(fs__two_joint_turned(w, row)), FS_WIDE_FRAC - FS_REL_FRAC));
}

fs_rel fs_joint2_translation(const struct fs_world2 *w, uint32_t row)
{
    uint8_t kind = w->joint.kind[row];
    if (kind == FS_JOINT2_GEAR)
        return 0;
    fs_rel2 d = apart(w, row);
    if (kind == FS_JOINT2_PRISMATIC || kind == FS_JOINT2_WHEEL)
        return fs_sat32(fs_rnd64_sym(fs_unit2_dot_rel2(axis_of(w, row), d), FS_UNIT_FRAC));
    return fs_rel2_length(d);
}

int64_t fs__two_joint_coordinate(const struct fs_world2 *w, uint32_t row)
{
    if (w->joint.kind[row] == FS_JOINT2_REVOLUTE)
        return radians(fs__two_joint_turned(w, row));
    return (int64_t)fs_joint2_translation(w, row) * ((int64_t)1 << (FS_WIDE_FRAC - FS_REL_FRAC));
}

/* Impulses are those of one substep. */
static fs_wide per_second(const struct fs_world2 *w, fs_wide impulse)
{
    return fs_sat64_mul(impulse, (int64_t)w->world.hz[0] * w->rules.substeps[0]);
}

fs_wide2 fs_joint2_force(const struct fs_world2 *w, uint32_t row)
{
    (void)row;
    return fs_wide2_make(per_second(w, 0), 0);
}

fs_wide fs_joint2_torque(const struct fs_world2 *w, uint32_t row)
{
    (void)row;
    return per_second(w, 0);
}

bool fs__two_joints_valid(const struct fs_world2 *w)
{
    (void)w;
    return true;
}
