/* world.c: the rules of a 2D world, and sums over its bodies. */
#include <fixstep/world2.h>

#include <fixstep/trig.h>

#include "physics2d/body/body.h"
#include "physics2d/solver/contact_block.h"
#include "physics2d/world/error.h"
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
        .hz = hz,
    };
}

fs_result fs__world2_check_def(fs_world2 *w, const fs_world2_def *d)
{
    const int64_t speed = FS__WORLD2_MAX_SPEED, gravity = FS__WORLD2_MAX_GRAVITY, hertz = FS__WORLD2_MAX_HERTZ,
                  ratio = FS__WORLD2_MAX_DAMPING_RATIO;
    const struct fs__range ranges[] = {
        { "hz", d->hz, 1, FS__WORLD2_MAX_TICK_RATE, 0 },
        { "gravity.x", d->gravity.x, -gravity, gravity, FS_WIDE_FRAC },
        { "gravity.y", d->gravity.y, -gravity, gravity, FS_WIDE_FRAC },
        { "max_speed", d->max_speed, 1, speed, FS_VEL_FRAC },
        { "max_angular_speed", d->max_angular_speed, 1, speed, FS_VEL_FRAC },
        { "restitution_threshold", d->restitution_threshold, 0, FS_VEL_MAX, FS_VEL_FRAC },
        { "max_push_out_speed", d->max_push_out_speed, 0, speed, FS_VEL_FRAC },
        { "sleep_speed", d->sleep_speed, 0, FS_VEL_MAX, FS_VEL_FRAC },
        { "sleep_ticks", d->sleep_ticks, 1, UINT16_MAX - 1, 0 },
        { "substeps", d->substeps, 1, FS__WORLD2_MAX_SUBSTEPS, 0 },
        { "flags", d->flags, 0, FS__WORLD2_ALL_FLAGS, 0 },
        { "restitution_combine", d->restitution_combine, 0, FS_COMBINE2_COUNT - 1, 0 },
        { "friction_combine", d->friction_combine, 0, FS_COMBINE2_COUNT - 1, 0 },
        { "contact_hertz", d->contact_hertz, 1, hertz, FS_FIX16_FRAC },
        { "contact_damping_ratio", d->contact_damping_ratio, 0, ratio, FS_FIX16_FRAC },
        { "joint_hertz", d->joint_hertz, 1, hertz, FS_FIX16_FRAC },
        { "joint_damping_ratio", d->joint_damping_ratio, 0, ratio, FS_FIX16_FRAC },
    };
    return fs__error2_check(w, ranges, sizeof ranges / sizeof ranges[0]);
}

static void copy_rules(fs_world2 *w, const fs_world2_def *d)
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

static fs_result check_init(fs_world2 *w, const fs_world2_def *def)
{
    fs_result result = fs__world2_check_def(w, def);
    if (result != FS_OK)
        return result;
    if (def->hz != *w->world.hz)
        return fs__error2_set(w, FS_E_ARGUMENT, "hz of the def is not the tick rate of the state");
    if (*w->material.rows != 0 || *w->body.rows != 0)
        return fs__error2_set(w, FS_E_ARGUMENT, "the world is not empty");
    return FS_OK;
}

fs_result fs_world2_init(fs_world2 *w, const fs_world2_def *def)
{
    const fs_world2_def usual = fs_default_world2_def(*w->world.hz);
    const fs_world2_def *d = def != NULL ? def : &usual;
    fs_result result = check_init(w, d);
    if (result == FS_OK)
        result = fs__world2_resize_rows(w, FS__WORLD2_TABLE_PHYSICS, 1);
    if (result == FS_OK)
        result = fs_material2_add(w, NULL, NULL);
    if (result == FS_OK)
        copy_rules(w, d);
    return result;
}

uint32_t fs_world2_hz(const fs_world2 *w)
{
    return *w->world.hz;
}

fs_result fs_world2_set_gravity(fs_world2 *w, fs_wide2 gravity)
{
    const int64_t most = FS__WORLD2_MAX_GRAVITY;
    const struct fs__range ranges[] = { { "gravity.x", gravity.x, -most, most, FS_WIDE_FRAC },
                                        { "gravity.y", gravity.y, -most, most, FS_WIDE_FRAC } };
    fs_result result = fs__error2_check(w, ranges, 2);
    if (result == FS_OK)
        *w->rules.gravity = gravity;
    return result;
}

fs_result fs_world2_set_flags(fs_world2 *w, uint32_t set, uint32_t clear)
{
    if (((set | clear) & ~(uint32_t)FS__WORLD2_ALL_FLAGS) != 0)
        return fs__error2_set(w, FS_E_ARGUMENT, "flags has a bit that is no FS_WORLD2_...");
    *w->rules.flags = (uint16_t)((*w->rules.flags & ~clear) | set);
    return FS_OK;
}

void fs_world2_set_tasks(fs_world2 *w, const fs_tasks *tasks)
{
    w->tasks = tasks;
}

fs_state *fs_world2_state(const fs_world2 *w)
{
    return w->state;
}

/* ---- knobs ---------------------------------------------------------------------------------------------------- */

fs_result fs_world2_set_kernel(fs_world2 *w, uint32_t kernel)
{
    if (kernel != 0 && fs__solver2_kernel(kernel - 1) == NULL)
        return fs__error2_set(w, FS_E_UNSUPPORTED, "this processor or build lacks the kernel");
    w->kernel = kernel;
    return FS_OK;
}

fs_result fs_world2_set_batch_contacts(fs_world2 *w, uint32_t contacts)
{
    if (contacts != 0 && contacts < FS__ISLAND_MIN_BATCH_CONTACTS)
        return fs__error2_set(w, FS_E_ARGUMENT, "batch_contacts is below 64");
    w->batch_contacts = contacts;
    return FS_OK;
}

/* ---- sums ----------------------------------------------------------------------------------------------------- */

static bool is_movable(const fs_world2 *w, uint32_t i)
{
    return fs__world2_row_live(w->body.gen, i) && fs__body2_is_dynamic(w, i);
}

/* m/2 v^2 for v^2 in Q42. */
static fs_wide half_square(fs_scaled m, uint64_t square)
{
    fs_scaled half = fs_scaled_make((int64_t)(square >> 1), -2 * FS_VEL_FRAC);
    return fs_wide_from_scaled(fs_scaled_mul(m, half));
}

static fs_wide kinetic_energy(const fs_world2 *w, uint32_t i)
{
    uint64_t spin = (uint64_t)((int64_t)w->body.angular_velocity[i] * w->body.angular_velocity[i]);
    return fs_sat64_add(half_square(w->body.mass[i], fs_vel2_length_sq(w->body.vel[i])),
                        half_square(w->body.inertia[i], spin));
}

static fs_wide potential_energy(const fs_world2 *w, uint32_t i)
{
    fs_wide2 at = fs_wide2_make(w->body.pos[i].x, w->body.pos[i].y);
    fs_wide depth = fs_mul64(fs_wide2_dot(*w->rules.gravity, at), w->body.gravity_scale[i], FS_FIX16_FRAC);
    return fs_sat64_neg(fs_scaled_apply(w->body.mass[i], depth));
}

fs_wide fs_world2_kinetic_energy(const fs_world2 *w)
{
    fs_wide sum = 0;
    for (uint32_t i = 0; i < *w->body.rows; i++)
        if (is_movable(w, i))
            sum = fs_sat64_add(sum, kinetic_energy(w, i));
    return sum;
}

fs_wide fs_world2_energy(const fs_world2 *w)
{
    fs_wide sum = fs_world2_kinetic_energy(w);
    for (uint32_t i = 0; i < *w->body.rows; i++)
        if (is_movable(w, i))
            sum = fs_sat64_add(sum, potential_energy(w, i));
    return sum;
}

fs_wide2 fs_world2_momentum(const fs_world2 *w)
{
    const int64_t up = (int64_t)1 << (FS_WIDE_FRAC - FS_VEL_FRAC);
    fs_wide2 sum = fs_wide2_zero();
    for (uint32_t i = 0; i < *w->body.rows; i++) {
        if (!is_movable(w, i))
            continue;
        sum.x = fs_sat64_add(sum.x, fs_scaled_apply(w->body.mass[i], w->body.vel[i].x * up));
        sum.y = fs_sat64_add(sum.y, fs_scaled_apply(w->body.mass[i], w->body.vel[i].y * up));
    }
    return sum;
}
