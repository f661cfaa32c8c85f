/* material.inl: the materials of surfaces. The solver combines those of a pair (contact_prepare.c).
 *
 * Template: included once by material.c of physics2d and of physics3d, which define
 *   check_directions(w, d): the ranges of the numbers that only the dimension has;
 *   set_directions(w, row, d), load_directions(w, row, d): their columns, from and to a def;
 *   is_same_directions(a, b): whether two defs agree in them.
 */

#define MAX_FRICTION (FS_FIX16_ONE * 1000)

fs_result fs__materialN_check_def(fs_worldN *w, const fs_materialN_def *d)
{
    const struct fs__range ranges[] = {
        { "restitution", d->restitution, 0, FS_UNIT_ONE, FS_UNIT_FRAC },
        { "static_friction", d->static_friction, 0, MAX_FRICTION, FS_FIX16_FRAC },
        { "dynamic_friction", d->dynamic_friction, 0, fs_max32(d->static_friction, 0), FS_FIX16_FRAC },
        { "rolling_resistance", d->rolling_resistance, 0, FS_GEOMETRYN_MAX_EXTENT, FS_REL_FRAC },
        { "density", d->density, 0, FS_WIDE_MAX, FS_WIDE_FRAC },
    };
    fs_result result = fs__errorN_check(w, ranges, sizeof ranges / sizeof ranges[0]);
    return result == FS_OK ? check_directions(w, d) : result;
}

static void set_row(fs_worldN *w, uint32_t row, const fs_materialN_def *d)
{
    FS_ASSERT(row < *w->material.rows);
    w->material.restitution[row] = d->restitution;
    w->material.static_friction[row] = d->static_friction;
    w->material.dynamic_friction[row] = d->dynamic_friction;
    w->material.rolling_resistance[row] = d->rolling_resistance;
    w->material.density[row] = d->density;
    set_directions(w, row, d);
}

fs_materialN_def fs__materialN_load(const fs_worldN *w, uint32_t row)
{
    fs_materialN_def d = {
        .restitution = w->material.restitution[row],
        .static_friction = w->material.static_friction[row],
        .dynamic_friction = w->material.dynamic_friction[row],
        .rolling_resistance = w->material.rolling_resistance[row],
        .density = w->material.density[row],
    };
    load_directions(w, row, &d);
    return d;
}

bool fs__materialN_is_same(const fs_materialN_def *a, const fs_materialN_def *b)
{
    return a->restitution == b->restitution && a->static_friction == b->static_friction &&
           a->dynamic_friction == b->dynamic_friction && a->rolling_resistance == b->rolling_resistance &&
           a->density == b->density && is_same_directions(a, b);
}

fs_result fs_materialN_add(fs_worldN *w, const fs_materialN_def *def, uint16_t *material)
{
    const fs_materialN_def usual = fs_default_materialN_def(), *d = def != NULL ? def : &usual;
    uint32_t row = *w->material.rows;
    fs_result result = fs__materialN_check_def(w, d);
    if (result == FS_OK && row > UINT16_MAX)
        result = fs__errorN_full(w, w->first_table + FS__WORLDN_TABLE_MATERIAL);
    if (result == FS_OK)
        result = fs__worldN_resize_rows(w, FS__WORLDN_TABLE_MATERIAL, row + 1);
    if (result == FS_OK)
        set_row(w, row, d);
    if (material != NULL)
        *material = result == FS_OK ? (uint16_t)row : 0;
    return result;
}

fs_result fs__materialN_check_row(fs_worldN *w, const char *name, uint16_t material)
{
    const struct fs__range range = { name, material, 0, fs_max64((int64_t)*w->material.rows - 1, 0), 0 };
    return fs__errorN_check(w, &range, 1);
}

fs_result fs_materialN_set(fs_worldN *w, uint16_t material, const fs_materialN_def *def)
{
    const fs_materialN_def usual = fs_default_materialN_def(), *d = def != NULL ? def : &usual;
    fs_result result = fs__materialN_check_row(w, "material", material);
    if (result == FS_OK)
        result = fs__materialN_check_def(w, d);
    if (result == FS_OK)
        set_row(w, material, d);
    return result;
}
