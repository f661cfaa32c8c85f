/* joint_check.c: the ranges of the numbers of a joint: of a def, and of a row from elsewhere. */
#include "physics3d/joint/joint.h"
#include "physics3d/joint/joint.h"
#include "physics3d/world/error.h"

enum { PUBLIC_FLAGS = FS_JOINT3_LIMIT | FS_JOINT3_MOTOR | FS_JOINT3_SPRING | FS_JOINT3_COLLIDE_CONNECTED };
_Static_assert((int)FS__JOINT3_COLLIDE_CONNECTED == (int)FS_JOINT3_COLLIDE_CONNECTED, "one bit");

#define MAX_ANCHOR (FS_REL_ONE * 16)
#define MAX_LENGTH (FS_REL_ONE * 31)
#define MAX_ANGLE (FS_REL_ONE * 3)
#define MAX_SPEED (FS_VEL_ONE * 512)

static bool is_angular(const fs_joint3_def *d)
{
    return d->kind == FS_JOINT3_BALL || d->kind == FS_JOINT3_HINGE;
}

static bool measures_distance(const fs_joint3_def *d)
{
    return d->kind == FS_JOINT3_DISTANCE || d->kind == FS_JOINT3_CABLE;
}

/* Lengths and levers; a gear's ratio may be negative. */
static bool is_length(const fs_joint3_def *d)
{
    return measures_distance(d) || d->kind == FS_JOINT3_POSE;
}

static fs_result check_anchors(struct fs_world3 *w, const fs_joint3_def *d)
{
    const struct fs__range ranges[] = { { "anchor_a.x", d->anchor_a.x, -MAX_ANCHOR, MAX_ANCHOR, FS_REL_FRAC },
                                        { "anchor_a.y", d->anchor_a.y, -MAX_ANCHOR, MAX_ANCHOR, FS_REL_FRAC },
                                        { "anchor_a.z", d->anchor_a.z, -MAX_ANCHOR, MAX_ANCHOR, FS_REL_FRAC },
                                        { "anchor_b.x", d->anchor_b.x, -MAX_ANCHOR, MAX_ANCHOR, FS_REL_FRAC },
                                        { "anchor_b.y", d->anchor_b.y, -MAX_ANCHOR, MAX_ANCHOR, FS_REL_FRAC },
                                        { "anchor_b.z", d->anchor_b.z, -MAX_ANCHOR, MAX_ANCHOR, FS_REL_FRAC } };
    return fs__error3_check(w, ranges, sizeof ranges / sizeof ranges[0]);
}

static fs_result check_numbers(struct fs_world3 *w, const fs_joint3_def *d)
{
    int64_t most = is_angular(d) ? MAX_ANGLE : MAX_LENGTH, least = measures_distance(d) ? 0 : -most;
    const struct fs__range ranges[] = {
        { "kind", d->kind, FS_JOINT3_BALL, FS_JOINT3_KINDS - 1, 0 },
        { "length", d->length, is_length(d) ? 0 : -MAX_LENGTH, MAX_LENGTH, FS_REL_FRAC },
        { "lower_limit", d->lower_limit, least, most, FS_REL_FRAC },
        { "upper_limit", d->upper_limit, d->lower_limit, most, FS_REL_FRAC },
        { "swing_limit", d->swing_limit, 0, MAX_ANGLE, FS_REL_FRAC },
        { "motor_speed", d->motor_speed, -MAX_SPEED, MAX_SPEED, FS_VEL_FRAC },
        { "motor_limit", d->motor_limit, 0, FS_WIDE_MAX, FS_WIDE_FRAC },
        { "break_force", d->break_force, 0, FS_WIDE_MAX, FS_WIDE_FRAC },
        { "break_torque", d->break_torque, 0, FS_WIDE_MAX, FS_WIDE_FRAC },
        { "hertz", d->hertz, 0, FS_FIX16_ONE * 1000, FS_FIX16_FRAC },
        { "damping_ratio", d->damping_ratio, 0, FS_FIX16_ONE * 100, FS_FIX16_FRAC },
        { "flags", d->flags, 0, PUBLIC_FLAGS, 0 },
    };
    return fs__error3_check(w, ranges, sizeof ranges / sizeof ranges[0]);
}

static bool is_zero(fs_quat q)
{
    return (q.x | q.y | q.z | q.w) == 0;
}

fs_result fs__joint3_check_def(struct fs_world3 *w, const fs_joint3_def *d)
{
    fs_result r = check_numbers(w, d);
    if (r == FS_OK)
        r = check_anchors(w, d);
    if (r == FS_OK && (is_zero(d->frame_a) || is_zero(d->frame_b)))
        r = w == NULL ? FS_E_ARGUMENT : fs__error3_set(w, FS_E_ARGUMENT, "a frame of the joint is zero");
    return r;
}

fs_joint3_def fs__joint3_def_of(const struct fs_world3 *w, uint32_t row)
{
    const struct fs_joint3_view *j = &w->joint;
    return (fs_joint3_def){ .kind = (fs_joint3_kind)j->kind[row],
                            .anchor_a = j->anchor_a[row],
                            .anchor_b = j->anchor_b[row],
                            .frame_a = j->frame_a[row],
                            .frame_b = j->frame_b[row],
                            .length = j->length[row],
                            .lower_limit = j->lower_limit[row],
                            .upper_limit = j->upper_limit[row],
                            .swing_limit = j->swing_limit[row],
                            .motor_speed = j->motor_speed[row],
                            .motor_limit = j->motor_limit[row],
                            .break_force = j->break_force[row],
                            .break_torque = j->break_torque[row],
                            .hertz = j->hertz[row],
                            .damping_ratio = j->damping_ratio[row],
                            .flags = j->flags[row] & (uint32_t)~FS__JOINT3_BROKEN,
                            .user = j->user[row] };
}

/* Frames of any length are normalised where they are used; stored impulses are limited there. */
bool fs__joint3_row_valid(const struct fs_world3 *w, uint32_t row)
{
    fs_joint3_def d = fs__joint3_def_of(w, row);
    return fs__joint3_check_def(NULL, &d) == FS_OK;
}
