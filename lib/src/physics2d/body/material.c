/* material.c: what surfaces are made of. What two of them make together is the solver's (solve_prepare.c). */
#include <fixstep/body2.h>

#include "physics2d/body/body.h"
#include "physics2d/world/world.h"

#define MOST_FRICTION (FS_FIX16_ONE * 1000)

fs_material2_def fs_default_material2_def(void)
{
    fix16_t friction = fs_fix16_from_ratio(6, 10);
    return (fs_material2_def){ .static_friction = friction, .dynamic_friction = friction, .density = FS_WIDE_ONE };
}

/* Density and restitution of the source's table; it prints no friction, so all have the default's. */
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

bool fs__material2_def_valid(const fs_material2_def *d)
{
    bool friction = d->dynamic_friction >= 0 && d->dynamic_friction <= d->static_friction &&
                    d->static_friction <= MOST_FRICTION;
    bool rolling = d->rolling_resistance >= 0 && d->rolling_resistance <= FS_GEOMETRY2_MAX_EXTENT;
    return friction && rolling && d->restitution >= 0 && d->restitution <= FS_UNIT_ONE && d->density >= 0;
}

static void fill(struct fs_world2 *w, uint32_t row, const fs_material2_def *d)
{
    w->material.restitution[row] = d->restitution;
    w->material.static_friction[row] = d->static_friction;
    w->material.dynamic_friction[row] = d->dynamic_friction;
    w->material.rolling_resistance[row] = d->rolling_resistance;
    w->material.tangent_speed[row] = d->tangent_speed;
    w->material.density[row] = d->density;
}

fs_result fs_material2_add(struct fs_world2 *w, const fs_material2_def *def, uint16_t *material)
{
    uint32_t row = *w->material.rows;
    *material = 0;
    if (!fs__material2_def_valid(def))
        return FS_E_ARGUMENT;
    if (row > UINT16_MAX)
        return FS_E_CAPACITY;
    fs_result result = fs_rows_resize(w->state, w->first_table + FS__WORLD2_TABLE_MATERIAL, row + 1);
    if (result != FS_OK)
        return result;
    fill(w, row, def);
    *material = (uint16_t)row;
    return FS_OK;
}

fs_result fs_material2_set(struct fs_world2 *w, uint16_t material, const fs_material2_def *def)
{
    if (material >= *w->material.rows || !fs__material2_def_valid(def))
        return FS_E_ARGUMENT;
    fill(w, material, def);
    return FS_OK;
}
