/* force_drive.c: thrust, torque drives and governors. */
#include "physics3d/force/force_law3.h"

static fs_wide3 axis_of(const struct fs__force3_row *f)
{
    fs_mat3 axes = fs__force3_axes(f);
    return fs_wide3_make(fs_wide_from_unit(axes.x.x), fs_wide_from_unit(axes.y.x), fs_wide_from_unit(axes.z.x));
}

static fs_wide controlled(const struct fs__force3_row *f, fs_wide k)
{
    return fs_muldiv64(k, f->w->force.control[f->row], FS_FORCE3_FULL_CONTROL);
}

/* The force of a drive that falls linearly with the speed in its direction; a limit of 0: it does not. */
static fs_wide drive(const struct fs__force3_row *f, fs_wide speed)
{
    fs_wide force = controlled(f, f->w->force.k[f->row]), limit = f->w->force.limit[f->row];
    if (limit == 0)
        return force;
    return fs__clamped_fraction(force, fs_sat64_sub(limit, fs_abs64(speed)), limit);
}

struct fs__force3_effect fs__force3_thrust(const struct fs__force3_row *f)
{
    fs_wide3 axis = axis_of(f);
    fs_wide speed = fs_wide3_dot(axis, fs__wide3_of_vel(fs__force3_flow(f)));
    fs_wide force = fs_wide_mul(drive(f, speed), fs__force3_submerged(f));
    return (struct fs__force3_effect){ .force = fs_wide3_scale_wide(axis, force) };
}

static fs_wide angular_speed(const struct fs__force3_row *f, fs_wide3 axis)
{
    return fs_wide3_dot(axis, fs__wide3_of_vel(f->w->body.angular_velocity[f->a]));
}

struct fs__force3_effect fs__force3_torque(const struct fs__force3_row *f)
{
    fs_wide3 axis = axis_of(f);
    return (struct fs__force3_effect){ .torque = fs_wide3_scale_wide(axis, drive(f, angular_speed(f, axis))) };
}

struct fs__force3_effect fs__force3_governor(const struct fs__force3_row *f)
{
    const struct fs_force3_view *g = &f->w->force;
    fs_wide3 axis = axis_of(f);
    fs_wide missing = fs_sat64_sub(controlled(f, g->k2[f->row]), angular_speed(f, axis));
    fs_wide most = fs__force3_most_torque(f, fs_abs64(missing));
    if (g->limit[f->row] != 0)
        most = fs_min64(most, g->limit[f->row]);
    fs_wide torque = fs_clamp64(fs_wide_mul(g->k[f->row], missing), -most, most);
    return (struct fs__force3_effect){ .torque = fs_wide3_scale_wide(axis, torque) };
}
