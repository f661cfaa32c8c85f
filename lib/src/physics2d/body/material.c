/* material.c: the materials of surfaces in the plane. */
#include "physics2d/dimension.h"

#include <fixstep/body2.h>

#include "physics2d/body/body.h"
#include "physics2d/world/error.h"
#include "physics2d/world/world.h"

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

/* The tangent speed may have any value. */
static fs_result check_directions(fs_world2 *w, const fs_material2_def *d)
{
    (void)w, (void)d;
    return FS_OK;
}

static void set_directions(fs_world2 *w, uint32_t row, const fs_material2_def *d)
{
    w->material.tangent_speed[row] = d->tangent_speed;
}

static void load_directions(const fs_world2 *w, uint32_t row, fs_material2_def *d)
{
    d->tangent_speed = w->material.tangent_speed[row];
}

static bool is_same_directions(const fs_material2_def *a, const fs_material2_def *b)
{
    return a->tangent_speed == b->tangent_speed;
}

#include "physics/body/material.inl"
