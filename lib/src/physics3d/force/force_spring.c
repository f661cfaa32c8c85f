/* force_spring.c: springs between two bodies or to the world: along a line, and back to an orientation. */
#include <fixstep/trig.h>

#include "physics3d/force/force_law3.h"

/* ---- along a line ------------------------------------------------------------------------------------------- */

/* v k, at most as large as the speed allows. */
static fs_wide limited_product(fs_wide k, fs_wide v, fs_wide most)
{
    return fs_clamp64(fs_wide_mul(k, v), -most, most);
}

struct fs__force3_effect fs__force3_spring(const struct fs__force3_row *f)
{
    const struct fs_force3_view *g = &f->w->force;
    const struct fs__line_of_action line = fs__line_of_action_make(f->at_b, f->at_a);
    fs_wide stretch = fs_sat64_sub(line.length, g->length[f->row]);
    bool slack = (g->flags[f->row] & FS_FORCE3_SLACK) != 0;
    if (slack && stretch <= 0)
        return (struct fs__force3_effect){ .force = fs_wide3_zero() };
    fs_vel3 v = fs_vel3_sub(fs__force3_anchor_velocity(f, f->a, &f->pose_a, f->at_a),
                            fs__force3_anchor_velocity(f, f->b, &f->pose_b, f->at_b));
    fs_wide speed = fs__speed_along(v, &line);
    fs_wide most = fs__force3_most_force(f, fs__force3_per_tick(f, fs_abs64(stretch)));
    fs_wide pull = limited_product(g->k[f->row], stretch, most);
    fs_wide damping = limited_product(g->k2[f->row], speed, fs__force3_most_force(f, fs_abs64(speed)));
    pull = fs_wide_add(pull, damping);
    return (struct fs__force3_effect){ .force = fs__force_along(-fs_max64(pull, slack ? 0 : -FS_WIDE_MAX), &line) };
}

/* ---- to an orientation ---------------------------------------------------------------------------------------- */

/* 4 pi in Q32.32. */
#define FOUR_PI INT64_C(53972150817)

/* The rotation vector (rad) of a unit quaternion on the shortest way: the axis times the angle. */
static fs_wide3 rotation_vector(fs_quat q)
{
    fs_unit3 v = fs_unit3_make(q.x, q.y, q.z), axis;
    if (q.w < 0)
        v = fs_unit3_neg(v);
    if (!fs_unit3_normalise(v, &axis))
        return fs_wide3_zero();
    fs_wide half = fs_atan2(fs_unit3_length(v), fs_abs32(q.w));
    return fs__wide3_along(axis, fs_wide_mul(half, FOUR_PI));
}

/* From where a should be to where it is, in the axes of the world. */
static fs_wide3 deviation(const struct fs__force3_row *f)
{
    fs_quat rest = f->w->force.rot[f->row];
    if (f->b != FS__FORCE3_WORLD)
        rest = fs_quat_mul(f->pose_b.rot, rest);
    return rotation_vector(fs_quat_normalise(fs_quat_mul(f->pose_a.rot, fs_quat_conj(rest))));
}

static fs_wide3 limited_torque(const struct fs__force3_row *f, fs_wide k, fs_wide3 v, fs_wide speed)
{
    return fs__force3_shorten(fs_wide3_scale_wide(fs_wide3_neg(v), k), fs__force3_most_torque(f, speed));
}

struct fs__force3_effect fs__force3_orientation_spring(const struct fs__force3_row *f)
{
    const struct fs_body3_view *body = &f->w->body;
    fs_vel3 other = f->b == FS__FORCE3_WORLD ? fs_vel3_zero() : body->angular_velocity[f->b];
    fs_wide3 angle = deviation(f), spin = fs__wide3_of_vel(fs_vel3_sub(body->angular_velocity[f->a], other));
    fs_wide3 back = limited_torque(f, f->w->force.k[f->row], angle, fs__force3_per_tick(f, fs_wide3_length(angle)));
    fs_wide3 damping = limited_torque(f, f->w->force.k2[f->row], spin, fs_wide3_length(spin));
    return (struct fs__force3_effect){ .torque = fs_wide3_add(back, damping) };
}
