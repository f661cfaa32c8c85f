/* air.c: forces of the air: drag, airbrake, wind, blast.
 *
 * Drag is -v (k1 + k2 |v|): equal to the source's -v/|v| (k1 |v| + k2 |v|^2) without its
 * division by a small speed and its square of a large one. An explicit step would reverse
 * the velocity for k h/m > 1 and diverge for k h/m > 2, so the coefficient is limited.
 */
#include "force/wind.h"
#include "particles/force/force_internal.h"

/* The largest coefficient, N s/m, that does not reverse a velocity in one tick: m/h less one part in 2048, a margin above
 * the rounding of the step. */
static fs_wide max_coefficient(const fs_force_context *c, uint32_t a)
{
    fs_wide stop = fs_sat64_mul(fs__movable_mass(c->particles, a), c->particles->hz);
    return stop - fs_asr64(stop, 11);
}

/* -v k rounded towards zero, so that it never exceeds the momentum. */
static fs_wide drag_axis(fs_wide k, fs_wide v, unsigned frac)
{
    fs_u128 mag = fs_u128_shr(fs_u128_mul(fs_uabs64(v), (uint64_t)k), frac);
    return fs_sat64_from_mag(mag.hi != 0 ? UINT64_MAX : mag.lo, v > 0);
}

static fs_wide3 drag_force(fs_wide k, fs_vel3 v)
{
    return fs_wide3_make(drag_axis(k, v.x, FS_VEL_FRAC), drag_axis(k, v.y, FS_VEL_FRAC),
                         drag_axis(k, v.z, FS_VEL_FRAC));
}

static fs_wide limit_coefficient(const fs_force_context *c, fs_wide k, uint32_t a)
{
    return fs_clamp64(k, 0, max_coefficient(c, a));
}

static fs_wide3 drag(fs_force_context *c, const fs_force *f, uint32_t a)
{
    fs_vel3 v = c->particles->vel[a];
    fs_wide quadratic = fs_mul64(f->k2, fs_vel3_length(v), FS_VEL_FRAC);
    return drag_force(limit_coefficient(c, fs_wide_add(f->k, quadratic), a), v);
}

static fs_wide3 airbrake(fs_force_context *c, const fs_force *f, uint32_t a)
{
    return drag_force(limit_coefficient(c, f->k, a), c->particles->vel[a]);
}

static bool drag_valid(const fs_force *f)
{
    return f->k >= 0 && f->k2 >= 0;
}

static bool strength_valid(const fs_force *f)
{
    return f->k >= 0;
}

const fs_force_type fs__force_type_drag = {
    .name = "drag", .arity = FS_FORCE_ARITY_ONE, .one = drag, .valid = drag_valid
};
const fs_force_type fs__force_type_airbrake = {
    .name = "airbrake", .arity = FS_FORCE_ARITY_ONE, .one = airbrake, .valid = strength_valid
};

/* --- wind ------------------------------------------------------------------------------------ */

/* Sets vec to the wind of this tick. */
static void wind_prepare(fs_force_context *c, fs_force *f)
{
    uint32_t period = fs__wind_period(f->length, c->particles->hz), tick = c->particles->tick;
    f->vec.x = fs_wide_add(f->vec.x, fs__wind_variation(f->k2, f->b, 0, tick, period));
    f->vec.y = fs_wide_add(f->vec.y, fs__wind_variation(f->k2, f->b, 1, tick, period));
    f->vec.z = fs_wide_add(f->vec.z, fs__wind_variation(f->k2, f->b, 2, tick, period));
}

/* Drag relative to the moving air. */
static fs_wide3 wind(fs_force_context *c, const fs_force *f, uint32_t a)
{
    fs_vel3 v = c->particles->vel[a];
    fs_wide k = limit_coefficient(c, f->k, a);
    return fs_wide3_make(drag_axis(k, fs_wide_sub(fs__wide_of_vel(v.x), f->vec.x), FS_WIDE_FRAC),
                         drag_axis(k, fs_wide_sub(fs__wide_of_vel(v.y), f->vec.y), FS_WIDE_FRAC),
                         drag_axis(k, fs_wide_sub(fs__wide_of_vel(v.z), f->vec.z), FS_WIDE_FRAC));
}

static bool wind_valid(const fs_force *f)
{
    return f->k >= 0 && f->length >= 0;
}

const fs_force_type fs__force_type_wind = {
    .name = "wind", .arity = FS_FORCE_ARITY_ONE, .one = wind, .prepare = wind_prepare, .valid = wind_valid
};

/* --- blast ------------------------------------------------------------------------------------- */

/* Sets k to the strength of this tick: 0 before the blast and after it. */
static void blast_prepare(fs_force_context *c, fs_force *f)
{
    fs_wide whole = fs_sat64_mul(f->length, c->particles->hz);
    uint32_t ticks = c->particles->tick - f->b;
    fs_wide remaining = fs_wide_sub(whole, (fs_wide)fs_min_u32(ticks, INT32_MAX) * FS_WIDE_ONE);
    bool active = c->particles->tick >= f->b && remaining > 0;
    f->k = active ? fs_muldiv64(f->k, remaining, whole) : 0;
}

static fs_wide3 blast(fs_force_context *c, const fs_force *f, uint32_t a)
{
    struct fs__line_of_action line = fs__line_of_action_make(f->point, c->particles->pos[a]);
    if (line.length >= f->limit)
        return fs_wide3_zero();
    return fs__force_along(fs_muldiv64(f->k, f->limit - line.length, f->limit), &line);
}

static bool blast_valid(const fs_force *f)
{
    return f->k >= 0 && f->limit > 0 && f->length > 0;
}

const fs_force_type fs__force_type_blast = {
    .name = "blast", .arity = FS_FORCE_ARITY_ONE, .one = blast, .prepare = blast_prepare, .valid = blast_valid
};
