/* force_limit.c: the largest force that a generator may apply without diverging. */
#include "physics3d/force/force_law3.h"

static fs_scaled largest(fs_scaled a, fs_scaled b)
{
    return fs_scaled_cmp(a, b) >= 0 ? a : b;
}

/* The largest principal inverse inertia of a body. */
static fs_scaled inverse_inertia(const struct fs_world3 *w, uint32_t body)
{
    return largest(w->body.inv_inertia_x[body], largest(w->body.inv_inertia_y[body], w->body.inv_inertia_z[body]));
}

static bool is_pushed(const struct fs_world3 *w, uint32_t body)
{
    return body != FS__FORCE3_WORLD && fs__body3_is_dynamic(w, body);
}

/* An upper bound of 1/m + |r|^2 / I. */
static fs_scaled inverse_mass_at(const struct fs_world3 *w, uint32_t body, fs_pos3 centre, fs_pos3 at)
{
    if (!is_pushed(w, body))
        return (fs_scaled){ 0, 0 };
    fs_pos arm = fs_pos3_length(fs_pos3_sub(at, centre));
    fs_scaled square = fs_scaled_from_wide(fs_wide_mul(arm, arm));
    return fs_scaled_add(w->body.inv_mass[body], fs_scaled_mul(inverse_inertia(w, body), square));
}

/* speed hz / (inverse generators); no limit where nothing moves. */
static fs_wide most(const struct fs__force3_row *f, fs_scaled inverse, fs_wide speed)
{
    if (inverse.m == 0)
        return FS_WIDE_MAX;
    fs_wide impulse = fs_scaled_apply(fs_scaled_inverse(inverse), speed);
    return fs_muldiv64(impulse, *f->w->world.hz, f->generators);
}

fs_wide fs__force3_most_force(const struct fs__force3_row *f, fs_wide speed)
{
    return most(f,
                fs_scaled_add(inverse_mass_at(f->w, f->a, f->pose_a.pos, f->at_a),
                              inverse_mass_at(f->w, f->b, f->pose_b.pos, f->at_b)),
                speed);
}

fs_wide fs__force3_most_torque(const struct fs__force3_row *f, fs_wide speed)
{
    fs_scaled inverse = is_pushed(f->w, f->a) ? inverse_inertia(f->w, f->a) : (fs_scaled){ 0, 0 };
    if (is_pushed(f->w, f->b))
        inverse = fs_scaled_add(inverse, inverse_inertia(f->w, f->b));
    return most(f, inverse, speed);
}

fs_wide3 fs__force3_shorten(fs_wide3 v, fs_wide most)
{
    fs_wide length = fs_wide3_length(v);
    if (length <= most)
        return v;
    return fs_wide3_make(fs_muldiv64(v.x, most, length), fs_muldiv64(v.y, most, length),
                         fs_muldiv64(v.z, most, length));
}
