/* fluid.c: fluids as rows of a table: surface, density, and a velocity that may vary with time. */
#include "force/wind.h"
#include "physics3d/force/force.h"

fs_fluid3_def fs_default_fluid3_def(void)
{
    return (fs_fluid3_def){ .density = fs_wide_from_ratio(12, 10) };
}

static void store_row(struct fs_world3 *w, uint32_t row, const fs_fluid3_def *d)
{
    w->fluid.surface[row] = d->surface ? 1 : 0;
    w->fluid.level[row] = d->level;
    w->fluid.density[row] = d->density;
    w->fluid.velocity[row] = d->velocity;
    w->fluid.variation[row] = d->variation;
    w->fluid.period[row] = d->period;
    w->fluid.seed[row] = d->seed;
}

fs_result fs_fluid3_add(struct fs_world3 *w, const fs_fluid3_def *def, uint16_t *fluid)
{
    const fs_fluid3_def usual = fs_default_fluid3_def(), *d = def != NULL ? def : &usual;
    if (fluid != NULL)
        *fluid = 0;
    fs_result result = fs__fluid3_check_def(w, d);
    if (result != FS_OK)
        return result;
    if (w->force.rows == NULL || *w->fluid.rows >= UINT16_MAX)
        return fs__error3_set(w, FS_E_CAPACITY, "the world has no table of fluids, or too many: see force3.h");
    const unsigned table = w->first_force_table + FS__FORCE3_TABLE_FLUID;
    uint32_t row = *w->fluid.rows;
    result = fs_rows_resize(w->state, table, row + 1);
    if (result == FS_E_CAPACITY)
        return fs__error3_full(w, table);
    if (result != FS_OK)
        return result;
    store_row(w, row, d);
    if (fluid != NULL)
        *fluid = (uint16_t)(row + 1);
    return FS_OK;
}

static void wake_in_fluid(struct fs_world3 *w, uint16_t fluid)
{
    for (uint32_t row = 0; row < *w->force.rows; row++) {
        uint32_t body;
        bool named = fs__world3_row_live(w->force.gen, row) && w->force.fluid[row] == fluid;
        if (named && fs_body3_row(w, (fs_body3){ w->force.body_a[row] }, &body) == FS_OK &&
            fs__body3_is_dynamic(w, body))
            fs__body3_wake_row(w, body);
    }
}

fs_result fs_fluid3_set(struct fs_world3 *w, uint16_t fluid, const fs_fluid3_def *def)
{
    const fs_fluid3_def usual = fs_default_fluid3_def(), *d = def != NULL ? def : &usual;
    fs_result result = fs__fluid3_check_def(w, d);
    if (result == FS_OK && (w->force.rows == NULL || fluid == 0 || fluid > *w->fluid.rows))
        result = fs__error3_set(w, FS_E_ARGUMENT, "the fluid does not exist");
    if (result != FS_OK)
        return result;
    store_row(w, fluid - 1u, d);
    wake_in_fluid(w, fluid);
    return FS_OK;
}

static fs_vel vary(const struct fs_world3 *w, fs_wide mean, fs_wide variation, uint32_t row, unsigned axis)
{
    if (variation != 0) {
        uint32_t period = fs__wind_period(w->fluid.period[row], *w->world.hz);
        mean = fs_wide_add(mean, fs__wind_variation(variation, w->fluid.seed[row], axis, *w->world.tick, period));
    }
    return fs_vel_from_wide(mean);
}

fs_vel3 fs_fluid3_velocity(const struct fs_world3 *w, uint16_t fluid)
{
    if (w->force.rows == NULL || fluid == 0 || fluid > *w->fluid.rows)
        return fs_vel3_zero();
    uint32_t row = fluid - 1u;
    fs_wide3 mean = w->fluid.velocity[row], variation = w->fluid.variation[row];
    return fs_vel3_make(vary(w, mean.x, variation.x, row, 0), vary(w, mean.y, variation.y, row, 1),
                        vary(w, mean.z, variation.z, row, 2));
}
