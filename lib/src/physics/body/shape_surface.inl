/* shape_surface.inl: friction and restitution given with a shape: the row of materialN that has them.
 *
 * Template: included once by shape_surface.c of physics2d and of physics3d.
 */

static bool is_own_surface(const fs_shapeN_def *def)
{
    return def->static_friction != FS_SHAPEN_OF_MATERIAL || def->dynamic_friction != FS_SHAPEN_OF_MATERIAL ||
           def->restitution != FS_SHAPEN_OF_MATERIAL;
}

/* A friction given alone bounds the other one: the dynamic friction is at most the static one. */
static fs_materialN_def combine_surface(const struct fs_worldN *w, const fs_shapeN_def *def)
{
    fs_materialN_def m = fs__materialN_load(w, def->material);
    bool fixed_static = def->static_friction != FS_SHAPEN_OF_MATERIAL;
    bool fixed_dynamic = def->dynamic_friction != FS_SHAPEN_OF_MATERIAL;
    if (fixed_static)
        m.static_friction = def->static_friction;
    if (fixed_dynamic)
        m.dynamic_friction = def->dynamic_friction;
    if (fixed_static && !fixed_dynamic)
        m.dynamic_friction = fs_min32(m.dynamic_friction, m.static_friction);
    if (fixed_dynamic && !fixed_static)
        m.static_friction = fs_max32(m.dynamic_friction, m.static_friction);
    if (def->restitution != FS_SHAPEN_OF_MATERIAL)
        m.restitution = def->restitution;
    return m;
}

fs_result fs__shapeN_check_surface(struct fs_worldN *w, const fs_shapeN_def *def)
{
    fs_result result = fs__materialN_check_row(w, "material", def->material);
    if (result != FS_OK || !is_own_surface(def))
        return result;
    const fs_materialN_def wanted = combine_surface(w, def);
    return fs__materialN_check_def(w, &wanted);
}

fs_result fs__shapeN_find_material(struct fs_worldN *w, const fs_shapeN_def *def, uint16_t *material)
{
    FS_ASSERT(def->material < *w->material.rows);
    *material = def->material;
    if (!is_own_surface(def))
        return FS_OK;
    const fs_materialN_def wanted = combine_surface(w, def);
    uint32_t rows = *w->material.rows;
    for (uint32_t i = 0; i < rows; i++) {
        fs_materialN_def m = fs__materialN_load(w, i);
        *material = (uint16_t)i;
        if (fs__materialN_is_same(&m, &wanted))
            return FS_OK;
    }
    *material = (uint16_t)rows;
    if (rows < w->material.capacity && rows <= UINT16_MAX)
        return FS_OK;
    return fs__errorN_full(w, w->first_table + FS__WORLDN_TABLE_MATERIAL);
}

uint16_t fs__shapeN_make_material(struct fs_worldN *w, const fs_shapeN_def *def, uint16_t found)
{
    if (found < *w->material.rows)
        return found;
    const fs_materialN_def wanted = combine_surface(w, def);
    fs_result result = fs_materialN_add(w, &wanted, &found);
    FS_ASSERT(result == FS_OK);
    (void)result;
    return found;
}
