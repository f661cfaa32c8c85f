/* contact_surface.c: combines the materials of two shapes. */
#include <fixstep/trig.h>

#include "physics3d/body/material_pair.h"
#include "physics3d/solver/contact_surface.h"
#include "physics3d/world/world.h"

/* Least share of the friction across the axis: the disc of the impulses is scaled by it. */
#define MIN_CROSS_FRICTION (FS_UNIT_ONE >> 10)
/* An axis closer to the normal than this has no direction on the surface (sine, squared, Q60). */
#define MIN_ACROSS ((uint64_t)1 << 48)

static int64_t combine(int64_t a, int64_t b, unsigned how, unsigned frac)
{
    switch (how) {
    case FS_COMBINE3_MIN: return fs_min64(a, b);
    case FS_COMBINE3_MAX: return fs_max64(a, b);
    case FS_COMBINE3_AVERAGE: return fs_round_shift64_sym(a + b, 1);
    case FS_COMBINE3_PRODUCT: return fs_round_shift64_sym(a * b, frac);
    case FS_COMBINE3_ROOT_SUM: return (int64_t)fs_isqrt64_round((uint64_t)(a * a) + (uint64_t)(b * b));
    default: return (int64_t)fs_isqrt64_round((uint64_t)(a * b));
    }
}

/* A friction coefficient (Q16.16 in) below 16, as Q5.26. */
static int32_t limit_coefficient(int64_t q16)
{
    return (int32_t)fs_min64(fs_max64(q16, 0) * (1 << 10), ((int64_t)1 << 30) - 1);
}

static int32_t combine_friction(int64_t a, int64_t b, unsigned how)
{
    return limit_coefficient(combine(fs_max64(a, 0), fs_max64(b, 0), how, FS_FIX16_FRAC));
}

static void combine_materials(struct fs__surface3 *f, const struct fs_world3 *w)
{
    const struct fs_material3_view *m = &w->material;
    unsigned how = w->rules.friction_combine[0];
    f->static_friction = combine_friction(m->static_friction[f->a], m->static_friction[f->b], how);
    f->dynamic_friction = combine_friction(m->dynamic_friction[f->a], m->dynamic_friction[f->b], how);
    int64_t restitution = combine(m->restitution[f->a], m->restitution[f->b], w->rules.restitution_combine[0],
                                  FS_UNIT_FRAC);
    f->restitution = (fs_unit)fs_clamp64(restitution, 0, FS_UNIT_ONE);
}

static void copy_material_pair(struct fs__surface3 *f, const struct fs_material_pair3_view *mix, uint32_t row)
{
    f->static_friction = limit_coefficient(mix->static_friction[row]);
    f->dynamic_friction = limit_coefficient(mix->dynamic_friction[row]);
    f->restitution = (fs_unit)fs_clamp64(mix->restitution[row], 0, FS_UNIT_ONE);
}

/* Of two materials with a friction axis the more slippery one decides; ties: that of a. */
static void combine_axes(struct fs__surface3 *f, const struct fs_material3_view *m)
{
    fs_unit a = fs_unit3_is_zero(m->friction_axis[f->a]) ? FS_UNIT_ONE : m->cross_friction[f->a];
    fs_unit b = fs_unit3_is_zero(m->friction_axis[f->b]) ? FS_UNIT_ONE : m->cross_friction[f->b];
    f->axis_of_b = b < a;
    f->cross_friction = fs_clamp32(fs_min32(a, b), MIN_CROSS_FRICTION, FS_UNIT_ONE);
}

void fs__surface3_combine(const struct fs_world3 *w, uint16_t a, uint16_t b, struct fs__surface3 *f)
{
    const struct fs_material3_view *m = &w->material;
    uint32_t row;
    *f = (struct fs__surface3){ .a = a, .b = b, .valid = true };
    if (fs__material_pair3_lookup(w, a, b, &row))
        copy_material_pair(f, &w->material_pair, row);
    else
        combine_materials(f, w);
    f->dynamic_friction = fs_min32(f->static_friction, f->dynamic_friction);
    f->rolling = fs_max32(m->rolling_resistance[a], m->rolling_resistance[b]);
    f->spinning = fs_max32(m->spinning_resistance[a], m->spinning_resistance[b]);
    f->moves = !fs_vel3_is_zero(m->tangent_velocity[a]) || !fs_vel3_is_zero(m->tangent_velocity[b]);
    combine_axes(f, m);
}

/* ---- directions -------------------------------------------------------------------------------------------------- */

/* Source: T. Duff and others, "Building an orthonormal basis, revisited" (2017): smooth but where n.y changes sign. */
static fs_unit3 tangent_of(fs_unit3 n)
{
    int64_t sign = n.y < 0 ? -1 : 1, sum = FS_UNIT_ONE + sign * n.y; /* 1 to 2 */
    int64_t square = fs_round_shift64_sym((int64_t)n.x * n.x, FS_UNIT_FRAC),
            product = fs_round_shift64_sym((int64_t)n.x * n.z, FS_UNIT_FRAC);
    return fs_unit3_make((fs_unit)(FS_UNIT_ONE - fs_div64_round(square * FS_UNIT_ONE, (uint32_t)sum)),
                         (fs_unit)(-sign * n.x), (fs_unit)-fs_div64_round(product * FS_UNIT_ONE, (uint32_t)sum));
}

static fs_quat shape_rotation(const struct fs_world3 *w, uint32_t shape)
{
    return fs_quat_mul(w->body.rot[w->shape.body[shape]], w->shape.rot[shape]);
}

fs_unit3 fs__surface3_tangent(const struct fs_world3 *w, const struct fs__surface3 *f, uint32_t shape_a,
                              uint32_t shape_b, fs_unit3 n)
{
    if (f->cross_friction == FS_UNIT_ONE)
        return tangent_of(n);
    fs_unit3 axis = w->material.friction_axis[f->axis_of_b ? f->b : f->a], unit;
    axis = fs_quat_unit(shape_rotation(w, f->axis_of_b ? shape_b : shape_a), axis);
    fs_unit3 across = fs_unit3_cross(fs_unit3_cross(n, axis), n);
    if (fs_unit3_length_sq(across) < MIN_ACROSS || !fs_unit3_normalise(across, &unit))
        return tangent_of(n);
    return unit;
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
