/* material.c: the materials of surfaces. The solver combines those of a pair (contact_prepare.c). */
#include <fixstep/body3.h>

#include "physics3d/body/body.h"
#include "physics3d/world/error.h"
#include "physics3d/world/world.h"

#define MAX_FRICTION (FS_FIX16_ONE * 1000)

fs_material3_def fs_default_material3_def(void)
{
    fix16_t friction = fs_fix16_from_ratio(6, 10);
    return (fs_material3_def){ .static_friction = friction,
                               .dynamic_friction = friction,
                               .cross_friction = FS_UNIT_ONE,
                               .density = FS_WIDE_ONE };
}

fs_result fs__material3_check_def(fs_world3 *w, const fs_material3_def *d)
{
    const struct fs__range3 ranges[] = {
        { "restitution", d->restitution, 0, FS_UNIT_ONE, FS_UNIT_FRAC },
        { "static_friction", d->static_friction, 0, MAX_FRICTION, FS_FIX16_FRAC },
        { "dynamic_friction", d->dynamic_friction, 0, fs_max32(d->static_friction, 0), FS_FIX16_FRAC },
        { "cross_friction", d->cross_friction, 0, FS_UNIT_ONE, FS_UNIT_FRAC },
        { "rolling_resistance", d->rolling_resistance, 0, FS_GEOMETRY3_MAX_EXTENT, FS_REL_FRAC },
        { "spinning_resistance", d->spinning_resistance, 0, FS_GEOMETRY3_MAX_EXTENT, FS_REL_FRAC },
        { "density", d->density, 0, FS_WIDE_MAX, FS_WIDE_FRAC },
    };
    return fs__error3_check(w, ranges, sizeof ranges / sizeof ranges[0]);
}

/* Unit length, or zero for zero. */
static fs_unit3 axis_of(fs_unit3 axis)
{
    fs_unit3 unit;
    (void)fs_unit3_normalise(axis, &unit);
    return unit;
}

static void set_row(fs_world3 *w, uint32_t row, const fs_material3_def *d)
{
    FS_ASSERT(row < *w->material.rows);
    w->material.restitution[row] = d->restitution;
    w->material.static_friction[row] = d->static_friction;
    w->material.dynamic_friction[row] = d->dynamic_friction;
    w->material.rolling_resistance[row] = d->rolling_resistance;
    w->material.cross_friction[row] = d->cross_friction;
    w->material.friction_axis[row] = axis_of(d->friction_axis);
    w->material.spinning_resistance[row] = d->spinning_resistance;
    w->material.tangent_velocity[row] = d->tangent_velocity;
    w->material.density[row] = d->density;
}

fs_result fs_material3_add(fs_world3 *w, const fs_material3_def *def, uint16_t *material)
{
    const fs_material3_def usual = fs_default_material3_def(), *d = def != NULL ? def : &usual;
    uint32_t row = *w->material.rows;
    fs_result result = fs__material3_check_def(w, d);
    if (result == FS_OK && row > UINT16_MAX)
        result = fs__error3_full(w, w->first_table + FS__WORLD3_TABLE_MATERIAL);
    if (result == FS_OK)
        result = fs__world3_resize_rows(w, FS__WORLD3_TABLE_MATERIAL, row + 1);
    if (result == FS_OK)
        set_row(w, row, d);
    if (material != NULL)
        *material = result == FS_OK ? (uint16_t)row : 0;
    return result;
}

fs_result fs__material3_check_row(fs_world3 *w, const char *name, uint16_t material)
{
    const struct fs__range3 range = { name, material, 0, fs_max64((int64_t)*w->material.rows - 1, 0), 0 };
    return fs__error3_check(w, &range, 1);
}

fs_result fs_material3_set(fs_world3 *w, uint16_t material, const fs_material3_def *def)
{
    const fs_material3_def usual = fs_default_material3_def(), *d = def != NULL ? def : &usual;
    fs_result result = fs__material3_check_row(w, "material", material);
    if (result == FS_OK)
        result = fs__material3_check_def(w, d);
    if (result == FS_OK)
        set_row(w, material, d);
    return result;
}
