/* assembly.inl: what the builders of assemblies share: checks of all parts before the first one is created, and bodies
 * with one shape.
 *
 * Template: included by a file of physics2d and of physics3d.
 */

fs_result fs__assemblyN_check_capacity(fs_worldN *w, uint32_t bodies, uint32_t joints)
{
    fs_result r = fs__worldN_check_capacity(w, FS__WORLDN_TABLE_BODY, w->body.gen, *w->body.rows, bodies);
    if (r == FS_OK)
        r = fs__worldN_check_capacity(w, FS__WORLDN_TABLE_SHAPE, w->shape.gen, *w->shape.rows, bodies);
    if (r == FS_OK)
        r = fs__worldN_check_capacity(w, FS__WORLDN_TABLE_JOINT, w->joint.gen, *w->joint.rows, joints);
    return r;
}

static bool is_same_surface(const fs_shapeN_def *a, const fs_shapeN_def *b)
{
    return a->material == b->material && a->static_friction == b->static_friction &&
           a->dynamic_friction == b->dynamic_friction && a->restitution == b->restitution;
}

fs_result fs__assemblyN_check_shapes(fs_worldN *w, const fs_shapeN_def *const *defs, unsigned count)
{
    uint32_t new_rows = 0, rows = *w->material.rows;
    for (unsigned i = 0; i < count; i++) {
        uint16_t material;
        fs_result r = fs__shapeN_check_def(w, defs[i]);
        if (r == FS_OK)
            r = fs__shapeN_find_material(w, defs[i], &material);
        if (r != FS_OK)
            return r;
        new_rows += material == rows && (i == 0 || !is_same_surface(defs[i - 1], defs[i]));
    }
    if (rows + new_rows > w->material.capacity)
        return fs__errorN_full(w, w->first_table + FS__WORLDN_TABLE_MATERIAL);
    return FS_OK;
}

fs_result fs__assemblyN_create_body(fs_worldN *w, const fs_bodyN_def *at, const fs_geometryN *geometry,
                                    const fs_shapeN_def *shape, fs_bodyN *out)
{
    fs_result r = fs_bodyN_create(w, at, out);
    if (r != FS_OK)
        return r;
    r = fs_shapeN_create(w, *out, shape, geometry, NULL);
    if (r != FS_OK) {
        (void)fs_bodyN_destroy(w, *out);
        memset(out, 0, sizeof *out);
    }
    return r;
}

void fs__assemblyN_destroy_bodies(fs_worldN *w, const fs_bodyN *bodies, uint32_t count)
{
    uint32_t row;
    for (uint32_t i = 0; bodies != NULL && i < count; i++)
        if (fs_bodyN_row(w, bodies[i], &row) == FS_OK)
            (void)fs_bodyN_destroy(w, bodies[i]);
}
