/* shape_row.inl: rows of shapes on bodies: added, changed, destroyed. A body's shapes are a list through `sibling`, the
 * newest first.
 *
 * Template: included once by body_shape.c of physics2d and of physics3d, which define
 *   create_row(w, value, out): a row of the shape table with room for the value;
 *   store_value(w, row, value): the columns of the geometry;
 *   clear_value(w, row): what the geometry has outside of its own row.
 */

/* ---- handles -------------------------------------------------------------------------------------------------- */

fs_result fs_shapeN_row(const struct fs_worldN *w, fs_shapeN shape, uint32_t *row)
{
    uint32_t unused;
    return fs_pool_row(w->state, w->first_table + FS__WORLDN_TABLE_SHAPE, shape.handle, row != NULL ? row : &unused);
}

fs_result fs__shapeN_find(struct fs_worldN *w, fs_shapeN shape, uint32_t *row)
{
    return fs_shapeN_row(w, shape, row) == FS_OK ? FS_OK : fs__errorN_stale(w, "shape" FS__DIMENSION_TEXT);
}

fs_shapeN fs_shapeN_at(const struct fs_worldN *w, uint32_t row)
{
    return (fs_shapeN){ fs_pool_handle(w->state, w->first_table + FS__WORLDN_TABLE_SHAPE, row) };
}

bool fs__shapeN_in_use(const struct fs_worldN *w, uint32_t row)
{
    return row < *w->shape.rows && fs__worldN_row_live(w->shape.gen, row);
}

bool fs_shapeN_is_large(const struct fs_worldN *w, uint32_t row)
{
    return fs__shapeN_in_use(w, row) && fs__shapeN_is_large(w, row);
}

/* ---- adding --------------------------------------------------------------------------------------------------- */

static void store_def(struct fs_worldN *w, uint32_t row, const fs_shapeN_def *def)
{
    w->shape.flags[row] = (uint16_t)def->flags;
    w->shape.group[row] = def->group;
    w->shape.category[row] = def->category;
    w->shape.mask[row] = def->mask;
    w->shape.density[row] = def->density;
    w->shape.user[row] = def->user;
}

/* A body that was made asleep sleeps on while its shapes are made; one of which a shape has been in a step wakes. */
static void wake_for_shape(struct fs_worldN *w, uint32_t body)
{
    bool is_new = true;
    for (uint32_t shape = w->body.first_shape[body]; shape != 0; shape = w->shape.sibling[shape - 1])
        is_new = is_new && (w->shape.flags[shape - 1] & FS_SHAPEN_MOVED) != 0;
    if (!is_new)
        fs__bodyN_wake_row(w, body);
}

fs_result fs__shapeN_add(struct fs_worldN *w, uint32_t body, const fs_shapeN_def *def,
                         const struct fs__shapeN_value *value, fs_shapeN *out)
{
    uint16_t material = def->material;
    FS_ASSERT(body < *w->body.rows && fs__worldN_row_live(w->body.gen, body));
    fs_result result = fs__shapeN_find_material(w, def, &material);
    if (result == FS_OK)
        result = create_row(w, value, out);
    if (result != FS_OK)
        return result;
    uint32_t row = out->handle.index1 - 1;
    store_def(w, row, def);
    store_value(w, row, value);
    w->shape.material[row] = fs__shapeN_make_material(w, def, material);
    w->shape.body[row] = body;
    wake_for_shape(w, body);
    w->shape.sibling[row] = w->body.first_shape[body];
    w->body.first_shape[body] = row + 1;
    fs__shapeN_update_fat_aabb(w, row);
    return FS_OK;
}

/* ---- destroying, changing ------------------------------------------------------------------------------------- */

static void unlink_shape(struct fs_worldN *w, uint32_t body, uint32_t shape)
{
    uint32_t *at = &w->body.first_shape[body];
    while (*at != 0 && *at != shape + 1)
        at = &w->shape.sibling[*at - 1];
    if (*at != 0)
        *at = w->shape.sibling[shape];
}

void fs__shapeN_destroy_row(struct fs_worldN *w, uint32_t shape)
{
    FS_ASSERT(fs__shapeN_in_use(w, shape));
    unlink_shape(w, w->shape.body[shape], shape);
    clear_value(w, shape);
    (void)fs_pool_destroy(w->state, w->first_table + FS__WORLDN_TABLE_SHAPE, fs_shapeN_at(w, shape).handle);
    if (w->scratch != NULL)
        w->scratch->broadphase_synced = false;
}

fs_result fs_shapeN_destroy(struct fs_worldN *w, fs_shapeN shape)
{
    uint32_t row;
    fs_result result = fs__shapeN_find(w, shape, &row);
    if (result != FS_OK)
        return result;
    uint32_t body = w->shape.body[row];
    fs__contactN_destroy_of_body(w, body, row);
    fs__shapeN_destroy_row(w, row);
    fs__bodyN_wake_row(w, body);
    fs__bodyN_update_mass(w, body);
    return FS_OK;
}

fs_result fs_shapeN_set_filter(struct fs_worldN *w, fs_shapeN shape, uint32_t category, uint32_t mask, int16_t group)
{
    uint32_t row;
    fs_result result = fs__shapeN_find(w, shape, &row);
    if (result != FS_OK)
        return result;
    fs__contactN_destroy_of_body(w, w->shape.body[row], row);
    fs__bodyN_wake_row(w, w->shape.body[row]);
    w->shape.category[row] = category;
    w->shape.mask[row] = mask;
    w->shape.group[row] = group;
    fs__shapeN_update_fat_aabb(w, row);
    return FS_OK;
}

fs_result fs_shapeN_set_material(struct fs_worldN *w, fs_shapeN shape, uint16_t material)
{
    uint32_t row;
    fs_result result = fs__shapeN_find(w, shape, &row);
    if (result == FS_OK)
        result = fs__materialN_check_row(w, "material", material);
    if (result != FS_OK)
        return result;
    fs__bodyN_wake_row(w, w->shape.body[row]);
    w->shape.material[row] = material;
    return FS_OK;
}
