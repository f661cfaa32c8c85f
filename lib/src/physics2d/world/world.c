/* world.c: the rules of a 2D world, and sums over its bodies. */
#include <fixstep/world2.h>

#include <fixstep/trig.h>

#include "physics2d/body/body.h"
#include "physics2d/world/world.h"

/* ---- rules ---------------------------------------------------------------------------------------------------- */

fs_world2_def fs_default_world2_def(uint32_t hz)
{
    return (fs_world2_def){
        .gravity = { 0, -10 * FS_WIDE_ONE },
        .max_speed = 500 * FS_VEL_ONE,
        .max_angular_speed = 500 * FS_VEL_ONE,
        .restitution_threshold = FS_VEL_ONE,
        .max_push_out_speed = 3 * FS_VEL_ONE,
        .sleep_speed = FS_VEL_ONE / 20,
        .sleep_ticks = fs_max_u32(hz / 2, 1),
        .substeps = 4,
        .flags = FS_WORLD2_SLEEP | FS_WORLD2_CONTINUOUS | FS_WORLD2_WARM_START | FS_WORLD2_CORRECTION |
                 FS_WORLD2_RECYCLING,
        .restitution_combine = FS_COMBINE2_MAX,
        .friction_combine = FS_COMBINE2_GEOMETRIC,
        .contact_hertz = 30 * FS_FIX16_ONE,
        .contact_damping_ratio = 10 * FS_FIX16_ONE,
        .joint_hertz = 60 * FS_FIX16_ONE,
        .joint_damping_ratio = 2 * FS_FIX16_ONE,
    };
}

static bool speeds_ok(const fs_world2_def *d)
{
    return d->max_speed > 0 && d->max_speed <= FS__WORLD2_MAX_SPEED && d->max_angular_speed > 0 &&
           d->max_angular_speed <= FS__WORLD2_MAX_SPEED && d->restitution_threshold >= 0 &&
           d->max_push_out_speed >= 0 && d->max_push_out_speed <= FS__WORLD2_MAX_SPEED && d->sleep_speed >= 0;
}

static bool counts_ok(const fs_world2_def *d)
{
    return d->sleep_ticks > 0 && d->sleep_ticks < UINT16_MAX && d->substeps > 0 &&
           d->substeps <= FS__WORLD2_MAX_SUBSTEPS && (d->flags & ~(uint32_t)FS__WORLD2_ALL_FLAGS) == 0 &&
           (unsigned)d->restitution_combine < FS_COMBINE2_COUNT && (unsigned)d->friction_combine < FS_COMBINE2_COUNT;
}

static bool softness_ok(fix16_t hertz, fix16_t damping)
{
    return hertz > 0 && hertz <= FS__WORLD2_MAX_HERTZ && damping >= 0 && damping <= FS__WORLD2_MAX_DAMPING_RATIO;
}

static bool gravity_ok(fs_wide2 g)
{
    return fs_uabs64(g.x) <= (uint64_t)FS__WORLD2_MAX_GRAVITY && fs_uabs64(g.y) <= (uint64_t)FS__WORLD2_MAX_GRAVITY;
}

bool fs__world2_def_valid(const fs_world2_def *d)
{
    return gravity_ok(d->gravity) && speeds_ok(d) && counts_ok(d) &&
           softness_ok(d->contact_hertz, d->contact_damping_ratio) &&
           softness_ok(d->joint_hertz, d->joint_damping_ratio);
}

static void fill(struct fs_world2 *w, const fs_world2_def *d)
{
    *w->rules.gravity = d->gravity;
    *w->rules.max_speed = d->max_speed;
    *w->rules.max_angular_speed = d->max_angular_speed;
    *w->rules.restitution_threshold = d->restitution_threshold;
    *w->rules.max_push_out_speed = d->max_push_out_speed;
    *w->rules.sleep_speed = d->sleep_speed;
    *w->rules.sleep_ticks = (uint16_t)d->sleep_ticks;
    *w->rules.flags = (uint16_t)d->flags;
    *w->rules.substeps = (uint8_t)d->substeps;
    *w->rules.restitution_combine = (uint8_t)d->restitution_combine;
    *w->rules.friction_combine = (uint8_t)d->friction_combine;
    *w->rules.contact_hertz = d->contact_hertz;
    *w->rules.contact_damping_ratio = d->contact_damping_ratio;
    *w->rules.joint_hertz = d->joint_hertz;
    *w->rules.joint_damping_ratio = d->joint_damping_ratio;
}

fs_result fs_world2_init(struct fs_world2 *w, const fs_world2_def *def)
{
    fs_material2_def material = fs_default_material2_def();
    uint16_t first;
    if (!fs__world2_def_valid(def) || *w->material.rows != 0 || *w->body.rows != 0)
        return FS_E_ARGUMENT;
    fs_result result = fs_rows_resize(w->state, w->first_table + FS__WORLD2_TABLE_PHYSICS, 1);
    if (result == FS_OK)
        result = fs_material2_add(w, &material, &first);
    if (result == FS_OK)
        fill(w, def);
    return result;
}

/* ---- sums ----------------------------------------------------------------------------------------------------- */

static bool movable(const struct fs_world2 *w, uint32_t i)
{
    return fs__world2_row_live(w->body.gen, i) && fs__body2_is_dynamic(w, i);
}

/* m/2 v^2 for v^2 in Q42. */
static fs_wide half_square(fs_scaled m, uint64_t square)
{
    fs_scaled half = fs_scaled_make((int64_t)(square >> 1), -2 * FS_VEL_FRAC);
    return fs_wide_from_scaled(fs_scaled_mul(m, half));
}

static fs_wide kinetic(const struct fs_world2 *w, uint32_t i)
{
    uint64_t spin = (uint64_t)((int64_t)w->body.angular_velocity[i] * w->body.angular_velocity[i]);
    return fs_sat64_add(half_square(w->body.mass[i], fs_vel2_length_sq(w->body.vel[i])),
                        half_square(w->body.inertia[i], spin));
}

static fs_wide potential(const struct fs_world2 *w, uint32_t i)
{
    fs_wide2 at = fs_wide2_make(w->body.pos[i].x, w->body.pos[i].y);
    fs_wide depth = fs_mul64(fs_wide2_dot(*w->rules.gravity, at), w->body.gravity_scale[i], FS_FIX16_FRAC);
    return fs_sat64_neg(fs_scaled_apply(w->body.mass[i], depth));
}

fs_wide fs_world2_kinetic_energy(const struct fs_world2 *w)
{
    fs_wide sum = 0;
    for (uint32_t i = 0; i < *w->body.rows; i++)
        if (movable(w, i))
            sum = fs_sat64_add(sum, kinetic(w, i));
    return sum;
}

fs_wide fs_world2_energy(const struct fs_world2 *w)
{
    fs_wide sum = fs_world2_kinetic_energy(w);
    for (uint32_t i = 0; i < *w->body.rows; i++)
        if (movable(w, i))
            sum = fs_sat64_add(sum, potential(w, i));
    return sum;
}

fs_wide2 fs_world2_momentum(const struct fs_world2 *w)
{
    const int64_t up = (int64_t)1 << (FS_WIDE_FRAC - FS_VEL_FRAC);
    fs_wide2 sum = fs_wide2_zero();
    for (uint32_t i = 0; i < *w->body.rows; i++) {
        if (!movable(w, i))
            continue;
        sum.x = fs_sat64_add(sum.x, fs_scaled_apply(w->body.mass[i], w->body.vel[i].x * up));
        sum.y = fs_sat64_add(sum.y, fs_scaled_apply(w->body.mass[i], w->body.vel[i].y * up));
    }
    return sum;
}
