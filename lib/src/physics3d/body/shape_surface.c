/* shape_surface.c: friction and restitution given with a shape: the row of material3 that has them. */
#include "physics3d/body/body.h"

static fs_material3_def load_material(const struct fs_world3 *w, uint32_t row)
{
    return (fs_material3_def){
        .restitution = w->material.restitution[row],
        .static_friction = w->material.static_friction[row],
        .dynamic_friction = w->material.dynamic_friction[row],
        .rolling_resistance = w->material.rolling_resistance[row],
        .cross_friction = w->material.cross_friction[row],
        .friction_axis = w->material.friction_axis[row],
        .spinning_resistance = w->material.spinning_resistance[row],
        .tangent_velocity = w->material.tangent_velocity[row],
        .density = w->material.density[row],
    };
}

static bool is_own_surface(const fs_shape3_def *def)
{
    return def->static_friction != FS_SHAPE3_OF_MATERIAL || def->dynamic_friction != FS_SHAPE3_OF_MATERIAL ||
           def->restitution != FS_SHAPE3_OF_MATERIAL;
}

/* A friction given alone bounds the other one: the dynamic friction is at most the static one. */
static fs_material3_def combine_surface(const struct fs_world3 *w, const fs_shape3_def *def)
{
    fs_material3_def m = load_material(w, def->material);
    bool fixed_static = def->static_friction != FS_SHAPE3_OF_MATERIAL;
    bool fixed_dynamic = def->dynamic_friction != FS_SHAPE3_OF_MATERIAL;
    if (fixed_static)
        m.static_friction = def->static_friction;
    if (fixed_dynamic)
        m.dynamic_friction = def->dynamic_friction;
    if (fixed_static && !fixed_dynamic)
        m.dynamic_friction = fs_min32(m.dynamic_friction, m.static_friction);
    if (fixed_dynamic && !fixed_static)
        m.static_friction = fs_max32(m.dynamic_friction, m.static_friction);
    if (def->restitution != FS_SHAPE3_OF_MATERIAL)
        m.restitution = def->restitution;
    return m;
}

fs_result fs__shape3_check_surface(struct fs_world3 *w, const fs_shape3_def *def)
{
    fs_result result = fs__material3_check_row(w, "material", def->material);
    if (result != FS_OK || !is_own_surface(def))
        return result;
    const fs_material3_def wanted = combine_surface(w, def);
    return fs__material3_check_def(w, &wanted);
}

static bool is_same_material(const fs_material3_def *a, const fs_material3_def *b)
{
    return a->restitution == b->restitution && a->static_friction == b->static_friction &&
           a->dynamic_friction == b->dynamic_friction && a->rolling_resistance == b->rolling_resistance &&
           a->spinning_resistance == b->spinning_resistance && a->cross_friction == b->cross_friction &&
           fs_unit3_eq(a->friction_axis, b->friction_axis) && fs_vel3_eq(a->tangent_velocity, b->tangent_velocity) &&
           a->density == b->density;
}

fs_result fs__shape3_find_material(struct fs_world3 *w, const fs_shape3_def *def, uint16_t *material)
{
    FS_ASSERT(def->material < *w->material.rows);
    *material = def->material;
    if (!is_own_surface(def))
        return FS_OK;
    const fs_material3_def wanted = combine_surface(w, def);
    uint32_t rows = *w->material.rows;
    for (uint32_t i = 0; i < rows; i++) {
        fs_material3_def m = load_material(w, i);
        *material = (uint16_t)i;
        if (is_same_material(&m, &wanted))
            return FS_OK;
    }
    *material = (uint16_t)rows;
    if (rows < w->material.capacity && rows <= UINT16_MAX)
        return FS_OK;
    return fs__error3_full(w, w->first_table + FS__WORLD3_TABLE_MATERIAL);
}

uint16_t fs__shape3_make_material(struct fs_world3 *w, const fs_shape3_def *def, uint16_t found)
{
    if (found < *w->material.rows)
        return found;
    const fs_material3_def wanted = combine_surface(w, def);
    fs_result result = fs_material3_add(w, &wanted, &found);
    FS_ASSERT(result == FS_OK);
    (void)result;
    return found;
}
