/* joint_kind.c: which rows each kind of joint has. */
#include <fixstep/trig.h>

#include "physics3d/joint/joint_rows.h"

#define TWO_PI_Q30 INT64_C(6746518852)
/* Directions shorter than this (squared, Q60) are rounding noise. */
#define MIN_DIRECTION ((uint64_t)1 << 28)

/* ---- softness ---------------------------------------------------------------------------------------------------- */

static fs_wide angle_per_substep(const struct fs__solver3 *s, fix16_t hertz)
{
    return fs_mul64(fs_div64_round(fs_wide_from_fix16(hertz), s->rate.hz), TWO_PI_Q30, 30);
}

struct fs__joint_softness fs__joint3_rigid_softness(const struct fs__solver3 *s)
{
    const fs_wide most = 2 * fs_mul64(FS_WIDE_ONE, TWO_PI_Q30, 33); /* a quarter of the rate */
    fs_wide angle = fs_min64(angle_per_substep(s, s->w->rules.joint_hertz[0]), most);
    return fs__joint_rigid_softness(angle, s->w->rules.joint_damping_ratio[0], s->rate.hz);
}

/* Of the spring of the joint; ratio: see joint_softness.h. */
static struct fs__joint_softness spring_softness(const struct fs__joint3_builder *b, fs_wide ratio)
{
    const struct fs_joint3_view *j = &b->s->w->joint;
    return fs__joint_spring_softness(angle_per_substep(b->s, j->hertz[b->row]), j->damping_ratio[b->row], ratio,
                                     64 * FS_WIDE_ONE, b->s->rate.hz);
}

/* K of the row over that for which its spring is meant: the stiffness is the same in all poses. A K below 0, of which masses at the
 * ends of their range are capable, counts as 0. */
static fs_wide mass_ratio(const struct fs__joint3_builder *b, const struct fs__joint3_new_row *r)
{
    int64_t meant = b->spring_k[r->angular ? 1 : 0];
    return meant == 0 ? FS_WIDE_ONE : fs_muldiv64(fs_max64(fs__joint3_k_of_metre(r), 0), FS_WIDE_ONE, meant);
}

/* ---- parts ---------------------------------------------------------------------------------------------------------- */

static void hold(struct fs__joint3_builder *b, struct fs__joint3_new_row *r, unsigned slot)
{
    r->slot = (uint8_t)slot;
    b->held = b->count;
}

static void hold_angle(struct fs__joint3_builder *b, fs_unit3 axis, fs_rel error, unsigned i)
{
    hold(b, fs__joint3_add_angular(b, axis, error), FS__JOINT3_ANGULAR + i);
}

static fs_rel along(const struct fs__joint3_builder *b, fs_unit3 n)
{
    return fs_sat32(fs_round_shift64_sym(fs_rel3_dot_unit3(b->pose.apart, n), FS_UNIT_FRAC));
}

static void hold_along(struct fs__joint3_builder *b, fs_unit3 n, unsigned i)
{
    hold(b, fs__joint3_add_linear(b, n, along(b, n)), FS__JOINT3_LINEAR + i);
}

static void hold_point(struct fs__joint3_builder *b)
{
    hold_along(b, b->pose.axes_a.x, 0);
    hold_along(b, b->pose.axes_a.y, 1);
    hold_along(b, b->pose.axes_a.z, 2);
}

/* Twice the vector part of the relative rotation: the angles about a's axes where they are small; at half a turn 2. */
static void hold_orientation(struct fs__joint3_builder *b)
{
    fs_quat q = b->pose.relative;
    hold_angle(b, b->pose.axes_a.x, fs_rel_from_unit(q.x) * 2, 0);
    hold_angle(b, b->pose.axes_a.y, fs_rel_from_unit(q.y) * 2, 1);
    hold_angle(b, b->pose.axes_a.z, fs_rel_from_unit(q.z) * 2, 2);
}

/* The x axes stay together: the error is x_a cross x_b. */
static void hold_axis(struct fs__joint3_builder *b)
{
    fs_unit3 error = fs_unit3_cross(b->pose.axes_a.x, b->pose.axes_b.x);
    const fs_unit3 axis[2] = { b->pose.axes_a.y, b->pose.axes_a.z };
    for (unsigned i = 0; i < 2; i++)
        hold_angle(b, axis[i], fs_sat32(fs_round_shift64_sym(fs_unit3_dot(error, axis[i]), 34)), i);
}

/* y of a and z of b stay at a right angle. */
static void hold_cross(struct fs__joint3_builder *b)
{
    fs_unit3 across = fs_unit3_cross(b->pose.axes_a.y, b->pose.axes_b.z), axis;
    if (fs_unit3_length_sq(across) < MIN_DIRECTION || !fs_unit3_normalise(across, &axis))
        return;
    int64_t error = -fs_unit3_dot(b->pose.axes_a.y, b->pose.axes_b.z);
    hold_angle(b, axis, fs_sat32(fs_round_shift64_sym(error, 34)), 0);
}

/* ---- limits, motors, springs ---------------------------------------------------------------------------------------- */

/* A row that may be turned round: the limit that is nearer counts. */
struct free_direction {
    fs_unit3 n;
    bool angular;
    fs_rel at; /* where the joint is, m or rad */
};

static struct fs__joint3_new_row *add_extra(struct fs__joint3_builder *b, const struct free_direction *d, bool reversed,
                                            fs_rel error, unsigned i)
{
    fs_unit3 n = reversed ? fs_unit3_neg(d->n) : d->n;
    struct fs__joint3_new_row *r = d->angular ? fs__joint3_add_angular(b, n, error)
                                              : fs__joint3_add_linear(b, n, error);
    r->slot = (uint8_t)(FS__JOINT3_EXTRA + i);
    return r;
}

static struct fs__joint3_new_row *add_limit(struct fs__joint3_builder *b, const struct free_direction *d, fs_rel lower,
                                            fs_rel upper, unsigned i)
{
    int64_t from_lower = (int64_t)d->at - lower, to_upper = (int64_t)upper - d->at;
    bool reversed = to_upper < from_lower;
    struct fs__joint3_new_row *r = add_extra(b, d, reversed, fs_sat32(reversed ? to_upper : from_lower), i);
    r->kind = FS__JOINT3_ROW_ONE_SIDED;
    r->reversed = reversed;
    r->low = 0;
    return r;
}

/* The impulse of a substep (Q21, per pair mass and lever) of a force or torque. */
static fs_vel impulse_limit(const struct fs__joint3_builder *b, fs_wide force, fs_rel lever)
{
    fs_scaled inverse = fs_scaled_add(b->pair->a.mass, b->pair->b.mass);
    fs_wide per_substep = fs_div64_round(fs_scaled_apply(inverse, force), b->s->rate.hz);
    fs_wide at_lever = fs_muldiv64(per_substep, FS_REL_ONE, fs_max64(lever, 1));
    return (fs_vel)fs_clamp64(fs_round_shift64_sym(at_lever, FS_WIDE_FRAC - FS_VEL_FRAC), 0, FS__SOLVER3_MAX_IMPULSE);
}

static void add_motor(struct fs__joint3_builder *b, const struct free_direction *d)
{
    struct fs__joint3_new_row *r = add_extra(b, d, false, 0, 1);
    fs_vel limit = fs_min32(r->high, impulse_limit(b, b->s->w->joint.motor_limit[b->row], r->lever));
    r->soft = (struct fs__joint_softness){ .mass_scale = FS_UNIT_ONE };
    r->error = 0;
    r->target = fs_sat32(fs_mul64(b->s->w->joint.motor_speed[b->row], r->lever, FS_REL_FRAC));
    r->low = -limit;
    r->high = limit;
}

static void add_spring(struct fs__joint3_builder *b, const struct free_direction *d)
{
    const struct fs_joint3_view *j = &b->s->w->joint;
    struct fs__joint3_new_row *r = add_extra(b, d, false, fs_sat32_sub(d->at, j->length[b->row]), 2);
    r->soft = spring_softness(b, mass_ratio(b, r));
    r->kind = FS__JOINT3_ROW_SPRING;
}

static bool has_flag(const struct fs__joint3_builder *b, unsigned flag)
{
    return (b->s->w->joint.flags[b->row] & flag) != 0;
}

static void add_limit_and_spring(struct fs__joint3_builder *b, const struct free_direction *d)
{
    const struct fs_joint3_view *j = &b->s->w->joint;
    if (has_flag(b, FS_JOINT3_LIMIT))
        add_limit(b, d, j->lower_limit[b->row], j->upper_limit[b->row], 0);
    if (has_flag(b, FS_JOINT3_SPRING) && !b->bare)
        add_spring(b, d);
}

static void add_free_direction(struct fs__joint3_builder *b, struct free_direction d)
{
    add_limit_and_spring(b, &d);
    if (has_flag(b, FS_JOINT3_MOTOR) && !b->bare)
        add_motor(b, &d);
}

/* Makes a row a spring of a bounded force or torque. */
static void soften(struct fs__joint3_builder *b, struct fs__joint3_new_row *r, unsigned slot, fs_wide bound)
{
    fs_vel limit = fs_min32(r->high, impulse_limit(b, bound, r->lever));
    r->slot = (uint8_t)slot;
    r->soft = spring_softness(b, mass_ratio(b, r));
    r->kind = FS__JOINT3_ROW_SPRING;
    r->low = -limit;
    r->high = limit;
}

/* Springs that turn the frame of b to that of a. */
static void pull_orientation(struct fs__joint3_builder *b, fs_wide torque)
{
    fs_quat q = b->pose.relative;
    const fs_unit3 axis[3] = { b->pose.axes_a.x, b->pose.axes_a.y, b->pose.axes_a.z };
    const fs_unit error[3] = { q.x, q.y, q.z };
    for (unsigned i = 0; i < 3 && !b->bare; i++)
        soften(b, fs__joint3_add_angular(b, axis[i], fs_rel_from_unit(error[i]) * 2), FS__JOINT3_ANGULAR + i, torque);
}

/* ---- kinds -------------------------------------------------------------------------------------------------------- */

/* Angle between two directions, rad in Q5.26. */
static fs_rel angle_between(fs_unit3 a, fs_unit3 b, fs_unit3 across)
{
    uint32_t turn = fs_atan2(fs_unit3_length(across), fs_sat32(fs_round_shift64_sym(fs_unit3_dot(a, b), FS_UNIT_FRAC)));
    return fs_sat32(fs_mul64(turn, TWO_PI_Q30, 36));
}

/* The cone: the x axes are at most swing_limit apart. */
static void limit_swing(struct fs__joint3_builder *b)
{
    fs_unit3 across = fs_unit3_cross(b->pose.axes_a.x, b->pose.axes_b.x);
    struct free_direction d = { .angular = true };
    if (fs_unit3_length_sq(across) < MIN_DIRECTION || !fs_unit3_normalise(across, &d.n))
        return;
    d.at = angle_between(b->pose.axes_a.x, b->pose.axes_b.x, across);
    int64_t cosine = fs_round_shift64_sym(fs_unit3_dot(b->pose.axes_a.x, b->pose.axes_b.x), FS_UNIT_FRAC);
    struct fs__joint3_new_row *r = add_limit(b, &d, -FS_REL_ONE * 4, b->s->w->joint.swing_limit[b->row], 0);
    r->curvature = fs_sat32(cosine * FS_REL_ONE / fs_max32(fs_unit3_length(across), 1));
}

static void limit_twist(struct fs__joint3_builder *b)
{
    const struct fs_joint3_view *j = &b->s->w->joint;
    fs_unit3 x = b->pose.axes_b.x, y = b->pose.axes_a.x, middle;
    struct free_direction d = { .n = x, .angular = true, .at = fs__joint3_twist(&b->pose) };
    if (fs_unit3_normalise(fs_unit3_make(x.x / 2 + y.x / 2, x.y / 2 + y.y / 2, x.z / 2 + y.z / 2), &middle))
        d.n = middle;
    add_limit(b, &d, j->lower_limit[b->row], j->upper_limit[b->row], 1);
}

static void make_ball(struct fs__joint3_builder *b)
{
    hold_point(b);
    if (has_flag(b, FS_JOINT3_LIMIT)) {
        limit_swing(b);
        limit_twist(b);
    }
    if (has_flag(b, FS_JOINT3_SPRING))
        pull_orientation(b, has_flag(b, FS_JOINT3_MOTOR) ? b->s->w->joint.motor_limit[b->row] : FS_WIDE_MAX);
}

static void make_hinge(struct fs__joint3_builder *b)
{
    hold_axis(b);
    hold_point(b);
    if (!b->held_only)
        add_free_direction(b, (struct free_direction){ b->pose.axes_a.x, true, fs__joint3_twist(&b->pose) });
}

static void make_slider(struct fs__joint3_builder *b)
{
    hold_orientation(b);
    hold_along(b, b->pose.axes_a.y, 0);
    hold_along(b, b->pose.axes_a.z, 1);
    add_free_direction(b, (struct free_direction){ b->pose.axes_a.x, false, along(b, b->pose.axes_a.x) });
}

/* The z axes stay together: the error is z_a cross z_b. Anchor b stays on a's x axis. */
static void hold_wheel(struct fs__joint3_builder *b)
{
    fs_unit3 error = fs_unit3_cross(b->pose.axes_a.z, b->pose.axes_b.z);
    const fs_unit3 axis[2] = { b->pose.axes_a.x, b->pose.axes_a.y };
    for (unsigned i = 0; i < 2; i++)
        hold_angle(b, axis[i], fs_sat32(fs_round_shift64_sym(fs_unit3_dot(error, axis[i]), 34)), i);
    hold_along(b, b->pose.axes_a.y, 0);
    hold_along(b, b->pose.axes_a.z, 1);
}

static void make_wheel(struct fs__joint3_builder *b)
{
    struct free_direction suspension = { b->pose.axes_a.x, false, along(b, b->pose.axes_a.x) },
                          spin = { b->pose.axes_b.z, true, 0 };
    hold_wheel(b);
    add_limit_and_spring(b, &suspension);
    if (has_flag(b, FS_JOINT3_MOTOR) && !b->bare)
        add_motor(b, &spin);
}

/* Springs that pull b to the pose of a. */
static void make_pose(struct fs__joint3_builder *b)
{
    const struct fs_joint3_view *j = &b->s->w->joint;
    const fs_unit3 axis[3] = { b->pose.axes_a.x, b->pose.axes_a.y, b->pose.axes_a.z };
    fs_wide force = j->motor_limit[b->row];
    for (unsigned i = 0; i < 3; i++)
        soften(b, fs__joint3_add_linear(b, axis[i], along(b, axis[i])), FS__JOINT3_LINEAR + i, force);
    pull_orientation(b, fs_mul64(force, j->length[b->row], FS_REL_FRAC));
}

/* x_a.w_a + ratio x_b.w_b = 0. */
static void make_gear(struct fs__joint3_builder *b)
{
    hold(b, fs__joint3_add_gear(b, b->pose.axes_a.x, b->pose.axes_b.x, b->s->w->joint.length[b->row]),
         FS__JOINT3_ANGULAR);
}

/* Anchors at one point have no direction: the x axis of a. */
static struct free_direction line_of(const struct fs__joint3_builder *b)
{
    struct free_direction d = { b->pose.axes_a.x, false, 0 };
    if (fs_rel3_normalise(b->pose.apart, &d.n))
        d.at = fs_rel3_length(b->pose.apart);
    else
        d.n = b->pose.axes_a.x;
    return d;
}

/* Anchors this near to each other have no direction to speak of: they are held at one point, which such a length allows. */
static bool is_point(fs_rel length)
{
    return length <= FS_REL_ONE / 1024;
}

static void make_distance(struct fs__joint3_builder *b)
{
    const struct fs_joint3_view *j = &b->s->w->joint;
    struct free_direction d = line_of(b);
    if (has_flag(b, FS_JOINT3_LIMIT | FS_JOINT3_MOTOR | FS_JOINT3_SPRING))
        add_free_direction(b, d);
    else if (is_point(j->length[b->row]))
        hold_point(b);
    else
        hold(b, fs__joint3_add_linear(b, d.n, fs_sat32_sub(d.at, j->length[b->row])), FS__JOINT3_LINEAR);
}

static void make_cable(struct fs__joint3_builder *b)
{
    struct free_direction d = line_of(b);
    if (is_point(b->s->w->joint.upper_limit[b->row]))
        hold_point(b);
    else
        add_limit(b, &d, -FS_REL_ONE * 31, b->s->w->joint.upper_limit[b->row], 0);
}

/* ---- springs ------------------------------------------------------------------------------------------------------ */

bool fs__joint3_needs_spring_k(const struct fs_world3 *w, uint32_t row)
{
    switch (w->joint.kind[row]) {
    case FS_JOINT3_POSE: return true;
    case FS_JOINT3_BALL:
    case FS_JOINT3_DISTANCE:
    case FS_JOINT3_WHEEL: return (w->joint.flags[row] & FS_JOINT3_SPRING) != 0;
    default: return false; /* what a hinge or slider measures is all that changes */
    }
}

static int64_t mean_angular_k(struct fs__joint3_builder *b)
{
    const fs_unit3 axis[3] = { b->pose.axes_a.x, b->pose.axes_a.y, b->pose.axes_a.z };
    int64_t sum = 0;
    for (unsigned i = 0; i < 3; i++)
        sum = fs_sat64_add(sum, fs__joint3_k_of_metre(fs__joint3_add_angular(b, axis[i], 0)));
    return fs_max64(sum / 3, 1);
}

void fs__joint3_find_spring_k(struct fs__joint3_builder *b, int64_t k[2])
{
    const unsigned kind = b->s->w->joint.kind[b->row];
    if (kind == FS_JOINT3_BALL)
        hold_point(b);
    else if (kind == FS_JOINT3_WHEEL)
        hold_wheel(b);
    else
        k[0] = fs__joint3_mean_k(b);
    if (kind == FS_JOINT3_WHEEL)
        k[0] = fs_max64(fs__joint3_k_of_metre(fs__joint3_add_linear(b, b->pose.axes_a.x, 0)), 1);
    if (kind == FS_JOINT3_BALL || kind == FS_JOINT3_POSE)
        k[1] = mean_angular_k(b);
}

bool fs__joint3_is_point(const struct fs_world3 *w, uint32_t row)
{
    return w->joint.kind[row] == FS_JOINT3_BALL && (w->joint.flags[row] & (FS_JOINT3_LIMIT | FS_JOINT3_SPRING)) == 0;
}

void fs__joint3_make_rows(struct fs__joint3_builder *b)
{
    switch (b->s->w->joint.kind[b->row]) {
    case FS_JOINT3_BALL: make_ball(b); return;
    case FS_JOINT3_HINGE: make_hinge(b); return;
    case FS_JOINT3_SLIDER: make_slider(b); return;
    case FS_JOINT3_FIXED:
        hold_orientation(b);
        hold_point(b);
        return;
    case FS_JOINT3_UNIVERSAL:
        hold_cross(b);
        hold_point(b);
        return;
    case FS_JOINT3_CABLE: make_cable(b); return;
    case FS_JOINT3_WHEEL: make_wheel(b); return;
    case FS_JOINT3_POSE: make_pose(b); return;
    case FS_JOINT3_GEAR: make_gear(b); return;
    default: make_distance(b); return;
    }
}
