/* tensor.c: tensors of surfaces as rows of a table, and their deflection. */
#include "force/force_law.h"
#include "physics3d/force/force.h"

_Static_assert((int)FS_FORCE3_FULL_CONTROL == (int)FS__FULL_DEFLECTION, "one range of controls");

static fs_wide3 deflect(fs_wide3 min, fs_wide3 neutral, fs_wide3 max, int32_t control)
{
    return fs_wide3_make(fs__deflect(min.x, neutral.x, max.x, control), fs__deflect(min.y, neutral.y, max.y, control),
                         fs__deflect(min.z, neutral.z, max.z, control));
}

fs_aero3 fs_aero3_deflect(const fs_aero3_control *s, int32_t control)
{
    return (fs_aero3){ deflect(s->min.x, s->neutral.x, s->max.x, control),
                       deflect(s->min.y, s->neutral.y, s->max.y, control),
                       deflect(s->min.z, s->neutral.z, s->max.z, control) };
}

static void store_row(struct fs_world3 *w, uint32_t row, const fs_aero3_control *s)
{
    const struct fs_aero3_view *t = &w->aero;
    t->min_x[row] = s->min.x;
    t->min_y[row] = s->min.y;
    t->min_z[row] = s->min.z;
    t->neutral_x[row] = s->neutral.x;
    t->neutral_y[row] = s->neutral.y;
    t->neutral_z[row] = s->neutral.z;
    t->max_x[row] = s->max.x;
    t->max_y[row] = s->max.y;
    t->max_z[row] = s->max.z;
}

fs_result fs_aero3_add(struct fs_world3 *w, const fs_aero3_control *surface, uint16_t *aero)
{
    const fs_aero3_control none = { .min = { .x = fs_wide3_zero() } };
    if (aero != NULL)
        *aero = 0;
    if (w->force.rows == NULL || *w->aero.rows >= UINT16_MAX)
        return fs__error3_set(w, FS_E_CAPACITY, "the world has no table of tensors, or too many: see force3.h");
    const unsigned table = w->first_force_table + FS__FORCE3_TABLE_AERO;
    uint32_t row = *w->aero.rows;
    fs_result result = fs_rows_resize(w->state, table, row + 1);
    if (result == FS_E_CAPACITY)
        return fs__error3_full(w, table);
    if (result != FS_OK)
        return result;
    store_row(w, row, surface != NULL ? surface : &none);
    if (aero != NULL)
        *aero = (uint16_t)row;
    return FS_OK;
}
