/* force_surface.c: forces of fields and fluids: gravity, drag, surfaces, buoyancy. */
#include "physics3d/force/force_law3.h"

struct fs__force3_effect fs__force3_gravity(const struct fs__force3_row *f)
{
    return (
        struct fs__force3_effect){ .force = fs__wide3_apply_scaled(f->w->body.mass[f->a], f->w->force.vec[f->row]) };
}

struct fs__force3_effect fs__force3_constant(const struct fs__force3_row *f)
{
    return (struct fs__force3_effect){ .force = f->w->force.vec[f->row] };
}

/* ---- fluids ------------------------------------------------------------------------------------------------- */

static bool has_surface(const struct fs__force3_row *f)
{
    uint32_t fluid = f->w->force.fluid[f->row];
    return fluid != 0 && f->w->fluid.surface[fluid - 1] != 0;
}

/* From where the anchor is to where it is out of the fluid, m. */
static fs_wide depth_of(const struct fs__force3_row *f)
{
    fs_pos level = f->w->fluid.level[f->w->force.fluid[f->row] - 1];
    return fs_sat64_add(fs_sat64_sub(level, f->at_a.y), f->w->force.length[f->row]);
}

fs_wide fs__force3_submerged(const struct fs__force3_row *f)
{
    if (!has_surface(f))
        return FS_WIDE_ONE;
    fs_wide length = f->w->force.length[f->row];
    return fs__clamped_fraction(FS_WIDE_ONE, depth_of(f), fs_sat64_add(length, length));
}

fs_vel3 fs__force3_flow(const struct fs__force3_row *f)
{
    fs_vel3 fluid = fs_fluid3_velocity(f->w, f->w->force.fluid[f->row]);
    return fs_vel3_sub(fs__force3_anchor_velocity(f, f->a, &f->pose_a, f->at_a), fluid);
}

fs_mat3 fs__force3_axes(const struct fs__force3_row *f)
{
    fs_quat own = f->w->force.rot[f->row];
    return fs_mat3_from_quat(fs_quat_normalise(fs_quat_mul(f->pose_a.rot, own)));
}

/* The share of the force that is in the fluid, at most what stops the flow. */
static struct fs__force3_effect resistance(const struct fs__force3_row *f, fs_wide3 force, fs_vel3 flow)
{
    fs_wide most = fs__force3_most_force(f, fs__wide_of_vel(fs_vel3_length(flow)));
    force = fs_wide3_scale_wide(force, fs__force3_submerged(f));
    return (struct fs__force3_effect){ .force = fs__force3_shorten(force, most) };
}

struct fs__force3_effect fs__force3_drag(const struct fs__force3_row *f)
{
    const struct fs_force3_view *g = &f->w->force;
    fs_vel3 flow = fs__force3_flow(f);
    fs_wide k = fs_wide_add(g->k[f->row], fs_mul64(g->k2[f->row], fs_vel3_length(flow), FS_VEL_FRAC));
    return resistance(f, fs_wide3_scale_wide(fs_wide3_neg(fs__wide3_of_vel(flow)), k), flow);
}

/* ---- surfaces ----------------------------------------------------------------------------------------------- */

static fs_aero3_control surface_of(const struct fs_world3 *w, uint32_t row)
{
    const struct fs_aero3_view *t = &w->aero;
    return (fs_aero3_control){ { t->min_x[row], t->min_y[row], t->min_z[row] },
                               { t->neutral_x[row], t->neutral_y[row], t->neutral_z[row] },
                               { t->max_x[row], t->max_y[row], t->max_z[row] } };
}

static fs_wide3 tensor_force(const fs_aero3 *tensor, fs_mat3 axes, fs_vel3 vel)
{
    fs_wide3 v = fs__mat3_wide(fs_mat3_transpose(axes), fs__wide3_of_vel(vel));
    return fs__mat3_wide(
        axes, fs_wide3_make(fs_wide3_dot(tensor->x, v), fs_wide3_dot(tensor->y, v), fs_wide3_dot(tensor->z, v)));
}

fs_wide3 fs_aero3_force(const fs_aero3 *tensor, fs_quat rot, fs_vel3 vel)
{
    return tensor_force(tensor, fs_mat3_from_quat(rot), vel);
}

struct fs__force3_effect fs__force3_aero(const struct fs__force3_row *f)
{
    const fs_aero3_control surface = surface_of(f->w, f->w->force.aero[f->row]);
    const fs_aero3 tensor = fs_aero3_deflect(&surface, f->w->force.control[f->row]);
    fs_vel3 flow = fs__force3_flow(f);
    return resistance(f, tensor_force(&tensor, fs__force3_axes(f), flow), flow);
}

/* ---- buoyancy ------------------------------------------------------------------------------------------------- */

/* The weight of the displaced fluid, upwards. What is light leaps out of the fluid in one tick at the most. */
static fs_wide3 lift_of(const struct fs__force3_row *f)
{
    uint32_t fluid = f->w->force.fluid[f->row];
    fs_wide density = fluid != 0 ? f->w->fluid.density[fluid - 1] : fs_default_fluid3_def().density;
    fs_wide mass = fs_wide_mul(fs_wide_mul(f->w->force.k[f->row], density), fs__force3_submerged(f));
    fs_wide3 force = fs_wide3_scale_wide(fs_wide3_neg(*f->w->rules.gravity), mass);
    if (!has_surface(f))
        return force;
    return fs__force3_shorten(force, fs__force3_most_force(f, fs__force3_per_tick(f, fs_max64(depth_of(f), 0))));
}

struct fs__force3_effect fs__force3_buoyancy(const struct fs__force3_row *f)
{
    fs_vel3 flow = fs__force3_flow(f);
    fs_wide3 damping = fs_wide3_scale_wide(fs_wide3_neg(fs__wide3_of_vel(flow)), f->w->force.k2[f->row]);
    struct fs__force3_effect effect = resistance(f, damping, flow);
    effect.force = fs_wide3_add(effect.force, lift_of(f));
    return effect;
}
