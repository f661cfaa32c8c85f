/* contact_surface.c: combines the materials of two shapes. */
#include "physics3d/dimension.h"

#include <fixstep/trig.h>

#include "physics3d/body/material_pair.h"
#include "physics3d/body/plane_row.h"
#include "physics3d/solver/contact_surface.h"
#include "physics3d/world/world.h"

/* Least share of the friction across the axis: the disc of the impulses is scaled by it. */
#define MIN_CROSS_FRICTION (FS_UNIT_ONE >> 10)
/* An axis closer to the normal than this has no direction on the surface (sine, squared, Q60). */
#define MIN_ACROSS ((uint64_t)1 << 48)

/* Of two materials with a friction axis the more slippery one decides; ties: that of a. */
static void combine_axes(struct fs__surface3 *f, const struct fs_material3_view *m)
{
    fs_unit a = fs_unit3_is_zero(m->friction_axis[f->a]) ? FS_UNIT_ONE : m->cross_friction[f->a];
    fs_unit b = fs_unit3_is_zero(m->friction_axis[f->b]) ? FS_UNIT_ONE : m->cross_friction[f->b];
    f->axis_of_b = b < a;
    f->cross_friction = fs_clamp32(fs_min32(a, b), MIN_CROSS_FRICTION, FS_UNIT_ONE);
}

static void combine_own(struct fs__surface3 *f, const struct fs_material3_view *m)
{
    f->spinning = fs_max32(m->spinning_resistance[f->a], m->spinning_resistance[f->b]);
    f->moves = !fs_vel3_is_zero(m->tangent_velocity[f->a]) || !fs_vel3_is_zero(m->tangent_velocity[f->b]);
    combine_axes(f, m);
}

#include "physics/solver/contact_surface.inl"

/* ---- directions -------------------------------------------------------------------------------------------------- */

/* Source: T. Duff and others, "Building an orthonormal basis, revisited" (2017): smooth but where n.y changes sign. */
static void set_tangent(fs_unit3 n, fs_unit3 *tangent)
{
    int64_t sign = n.y < 0 ? -1 : 1, sum = FS_UNIT_ONE + sign * n.y; /* 1 to 2 */
    int64_t square = fs_round_shift64_sym((int64_t)n.x * n.x, FS_UNIT_FRAC),
            product = fs_round_shift64_sym((int64_t)n.x * n.z, FS_UNIT_FRAC);
    tangent->x = (fs_unit)(FS_UNIT_ONE - fs_div64_round(square * FS_UNIT_ONE, (uint32_t)sum));
    tangent->y = (fs_unit)(-sign * n.x);
    tangent->z = (fs_unit)-fs_div64_round(product * FS_UNIT_ONE, (uint32_t)sum);
}

static fs_quat shape_rotation(const struct fs_world3 *w, uint32_t shape)
{
    if (fs__shape3_is_plane(w, shape))
        return w->body.rot[w->shape.body[shape]];
    return fs_quat_mul(w->body.rot[w->shape.body[shape]], w->shape.rot[shape]);
}

void fs__surface3_tangent(const struct fs_world3 *w, const struct fs__surface3 *f, uint32_t shape_a, uint32_t shape_b,
                          fs_unit3 n, fs_unit3 *tangent)
{
    set_tangent(n, tangent);
    if (f->cross_friction == FS_UNIT_ONE)
        return;
    fs_unit3 axis = w->material.friction_axis[f->axis_of_b ? f->b : f->a], unit;
    axis = fs_quat_unit(shape_rotation(w, f->axis_of_b ? shape_b : shape_a), axis);
    fs_unit3 across = fs_unit3_cross(fs_unit3_cross(n, axis), n);
    if (fs_unit3_length_sq(across) >= MIN_ACROSS && fs_unit3_normalise(across, &unit))
        *tangent = unit;
}

static fs_vel3 velocity_of(const struct fs_world3 *w, uint32_t shape)
{
    fs_vel3 v = w->material.tangent_velocity[w->shape.material[shape]];
    return fs_vel3_is_zero(v) ? v : fs_quat_vel(shape_rotation(w, shape), v);
}

fs_vel3 fs__surface3_velocity(const struct fs_world3 *w, uint32_t shape_a, uint32_t shape_b)
{
    return fs_vel3_sub(velocity_of(w, shape_a), velocity_of(w, shape_b));
}
