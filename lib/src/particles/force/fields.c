/* fields.c: forces that depend on the position only: gravity, constant force, uplift, buoyancy, lift.
 *
 * Source: Millington, chapters 5 and 6. The printed buoyancy has its sign reversed,
 * multiplies by the depth where it must divide, and lacks g; corrected here. Up is +y.
 */
#include "particles/force/force_internal.h"

static fs_wide3 gravity(fs_force_context *c, const fs_force *f, uint32_t a)
{
    fs_wide mass = fs__movable_mass(c->particles, a);
    return fs_wide3_scale_wide(f->vec, mass);
}

static fs_wide3 constant(fs_force_context *c, const fs_force *f, uint32_t a)
{
    (void)c;
    (void)a;
    return f->vec;
}

/* A vertical column; its border is outside. */
static fs_wide3 uplift(fs_force_context *c, const fs_force *f, uint32_t a)
{
    fs_pos3 p = c->particles->pos[a];
    fs_pos2 at = fs_pos2_make(p.x, p.z), middle = fs_pos2_make(f->point.x, f->point.z);
    return fs_pos2_dist_sq_cmp(at, middle, f->limit) < 0 ? f->vec : fs_wide3_zero();
}

/* limit is the height of the surface, length the depth of submersion. */
static fs_wide3 buoyancy(fs_force_context *c, const fs_force *f, uint32_t a)
{
    fs_wide above = fs_sat64_sub(c->particles->pos[a].y, f->limit);
    fs_wide under = fs_sat64_sub(f->length, above);
    return fs_wide3_make(0, fs__clamped_fraction(f->k, under, fs_sat64_add(f->length, f->length)), 0);
}

static fs_wide3 lift(fs_force_context *c, const fs_force *f, uint32_t a)
{
    fs_wide height = fs_sat64_sub(c->particles->pos[a].y, f->point.y);
    return fs_wide3_make(0, fs__clamped_fraction(f->k, fs_sat64_sub(f->length, height), f->length), 0);
}

static bool radius_valid(const fs_force *f)
{
    return f->limit >= 0;
}

static bool length_valid(const fs_force *f)
{
    return f->k >= 0 && f->length > 0;
}

const fs_force_type fs__force_type_gravity = { .name = "gravity", .arity = FS_FORCE_ARITY_ONE, .one = gravity };
const fs_force_type fs__force_type_constant = { .name = "push", .arity = FS_FORCE_ARITY_ONE, .one = constant };
const fs_force_type fs__force_type_uplift = {
    .name = "uplift", .arity = FS_FORCE_ARITY_ONE, .one = uplift, .valid = radius_valid
};
const fs_force_type fs__force_type_buoyancy = {
    .name = "buoyancy", .arity = FS_FORCE_ARITY_ONE, .one = buoyancy, .valid = length_valid
};
const fs_force_type fs__force_type_lift = {
    .name = "lift", .arity = FS_FORCE_ARITY_ONE, .one = lift, .valid = length_valid
};
