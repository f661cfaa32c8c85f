/* material.c: the materials of surfaces. The solver combines those of a pair (contact_prepare.c). */
#include <fixstep/body2.h>

#include "physics2d/body/body.h"
#include "physics2d/world/error.h"
#include "physics2d/world/world.h"

#define MAX_FRICTION (FS_FIX16_ONE * 1000)

fs_material2_def fs_default_material2_def(void)
{
    fix16_t friction = fs_fix16_from_ratio(6, 10);
    return (fs_material2_def){ .static_friction = friction, .dynamic_friction = friction, .density = FS_WIDE_ONE };
}

/* Density and restitution of the source's table; it gives no friction, so all have the default's. */
fs_material2_def fs_named_material2_def(fs_material2_name name)
{
    static const struct {
        uint8_t density, restitution;
    } hundredths[FS_MATERIAL2_NAMES] = {
        [FS_MATERIAL2_ROCK] = { 60, 10 },       [FS_MATERIAL2_WOOD] = { 30, 20 },
        [FS_MATERIAL2_METAL] = { 120, 5 },      [FS_MATERIAL2_BOUNCY_BALL] = { 30, 80 },
        [FS_MATERIAL2_SUPER_BALL] = { 30, 95 }, [FS_MATERIAL2_PILLOW] = { 10, 20 },
        [FS_MATERIAL2_STATIC] = { 0, 40 },
    };
    fs_material2_def def = fs_default_material2_def();
    if ((unsigned)name >= FS_MATERIAL2_NAMES)
        return def;
    def.density = fs_wide_from_ratio(hundredths[name].density, 100);
    def.restitution = fs_unit_from_ratio(hundredths[name].restitution, 100);
    return def;
}

fs_result fs__material2_check_def(fs_world2 *w, const fs_material2_def *d)
{
    const struct fs__range2 ranges[] = {
        { "restitution", d->restitution, 0, FS_UNIT_ONE, FS_UNIT_FRAC },
        { "static_friction", d->static_friction, 0, MAX_FRICTION, FS_FIX16_FRAC },
        { "dynamic_friction", d->dynamic_friction, 0, fs_max32(d->static_friction, 0), FS_FIX16_FRAC },
        { "rolling_resistance", d->rolling_resistance, 0, FS_GEOMETRY2_MAX_EXTENT, FS_REL_FRAC },
        { "density", d->density, 0, FS_WIDE_MAX, FS_WIDE_FRAC },
    };
    return fs__error2_check(w, ranges, sizeof ranges / sizeof ranges[0]);
}

static void set_row(fs_world2 *w, uint32_t row, const fs_material2_def *d)
{
    FS_ASSERT(row < *w->material.rows);
    w->material.restitution[row] = d->restitution;
    w->material.static_friction[row] = d->static_friction;
    w->material.dynamic_friction[row] = d->dynamic_friction;
    w->material.rolling_resistance[row] = d->rolling_resistance;
    w->material.tangent_speed[row] = d->tangent_speed;
    w->material.density[row] = d->density;
}

fs_result fs_material2_add(fs_world2 *w, const fs_material2_def *def, uint16_t *material)
{
    const fs_material2_def usual = fs_default_material2_def(), *d = def != NULL ? def : &usual;
    uint32_t row = *w->material.rows;
    fs_result result = fs__material2_check_def(w, d);
    if (result == FS_OK && row > UINT16_MAX)
        result = fs__error2_full(w, w->first_table + FS__WORLD2_TABLE_MATERIAL);
    if (result == FS_OK)
        result = fs__world2_resize_rows(w, FS__WORLD2_TABLE_MATERIAL, row + 1);
    if (result == FS_OK)
        set_row(w, row, d);
    if (material != NULL)
        *material = result == FS_OK ? (uint16_t)row : 0;
    return result;
}

fs_result fs__material2_check_row(fs_world2 *w, const char *name, uint16_t material)
{
    const struct fs__range2 range = { name, material, 0, fs_max64((int64_t)*w->material.rows - 1, 0), 0 };
    return fs__error2_check(w, &range, 1);
}

fs_result fs_material2_set(fs_world2 *w, uint16_t material, const fs_material2_def *def)
{
    const fs_material2_def usual = fs_default_material2_def(), *d = def != NULL ? def : &usual;
    fs_result result = fs__material2_check_row(w, "material", material);
    if (result == FS_OK)
        result = fs__material2_check_def(w, d);
    if (result == FS_OK)
        set_row(w, material, d);
    return result;
}
