/* material.c: the materials of surfaces in space. */
#include "physics3d/dimension.h"

#include <fixstep/body3.h>

#include "physics3d/body/body.h"
#include "physics3d/world/error.h"
#include "physics3d/world/world.h"

fs_material3_def fs_default_material3_def(void)
{
    fix16_t friction = fs_fix16_from_ratio(6, 10);
    return (fs_material3_def){ .static_friction = friction,
                               .dynamic_friction = friction,
                               .cross_friction = FS_UNIT_ONE,
                               .density = FS_WIDE_ONE };
}

static fs_result check_directions(fs_world3 *w, const fs_material3_def *d)
{
    const struct fs__range ranges[] = {
        { "cross_friction", d->cross_friction, 0, FS_UNIT_ONE, FS_UNIT_FRAC },
        { "spinning_resistance", d->spinning_resistance, 0, FS_GEOMETRY3_MAX_EXTENT, FS_REL_FRAC },
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

static void set_directions(fs_world3 *w, uint32_t row, const fs_material3_def *d)
{
    w->material.cross_friction[row] = d->cross_friction;
    w->material.friction_axis[row] = axis_of(d->friction_axis);
    w->material.spinning_resistance[row] = d->spinning_resistance;
    w->material.tangent_velocity[row] = d->tangent_velocity;
}

static void load_directions(const fs_world3 *w, uint32_t row, fs_material3_def *d)
{
    d->cross_friction = w->material.cross_friction[row];
    d->friction_axis = w->material.friction_axis[row];
    d->spinning_resistance = w->material.spinning_resistance[row];
    d->tangent_velocity = w->material.tangent_velocity[row];
}

static bool is_same_directions(const fs_material3_def *a, const fs_material3_def *b)
{
    return a->spinning_resistance == b->spinning_resistance && a->cross_friction == b->cross_friction &&
           fs_unit3_eq(a->friction_axis, b->friction_axis) && fs_vel3_eq(a->tangent_velocity, b->tangent_velocity);
}

#include "physics/body/material.inl"
