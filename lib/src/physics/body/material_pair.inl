/* material_pair.inl: the table of pairs of materials; see material_pair2.h and material_pair3.h.
 *
 * Template: included once by material_pair.c of physics2d and of physics3d. Rows are in ascending order of (a, b) with
 * a <= b: equal contents have equal bytes whatever the order of the calls, and a pair is found by binary search.
 */

static const fs_field fields[] = { FS_MATERIAL_PAIRN_FIELDS(FS_SCHEMA_FIELD, fs_material_pairN_view) };

void fs_material_pairN_bind(fs_state *state, unsigned table, fs_worldN *w)
{
    static const fs_table twin = { "material_pair" FS__DIMENSION_TEXT, fields,
                                   (uint16_t)(sizeof fields / sizeof fields[0]),
                                   (uint16_t)offsetof(struct fs_worldN, material_pair), false };
    fs_table_bind(state, table, &twin, w);
    w->material_pair_table = table;
}

/* ---- rows ------------------------------------------------------------------------------------------------------ */

static uint32_t key_of(uint16_t a, uint16_t b)
{
    uint32_t low = a < b ? a : b, high = a < b ? b : a;
    return low << 16 | high;
}

static uint32_t key_at(const fs_worldN *w, uint32_t row)
{
    return (uint32_t)w->material_pair.a[row] << 16 | w->material_pair.b[row];
}

/* The first row whose key is not below `key`. */
static uint32_t lower_bound(const fs_worldN *w, uint32_t key)
{
    uint32_t low = 0, high = *w->material_pair.rows;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (key_at(w, middle) < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool fs__material_pairN_find(const fs_worldN *w, uint16_t a, uint16_t b, uint32_t *row)
{
    FS_ASSERT(w->material_pair.rows != NULL);
    uint32_t key = key_of(a, b);
    *row = lower_bound(w, key);
    return *row < *w->material_pair.rows && key_at(w, *row) == key;
}

static void copy_row(fs_worldN *w, uint32_t to, uint32_t from)
{
    w->material_pair.a[to] = w->material_pair.a[from];
    w->material_pair.b[to] = w->material_pair.b[from];
    w->material_pair.restitution[to] = w->material_pair.restitution[from];
    w->material_pair.static_friction[to] = w->material_pair.static_friction[from];
    w->material_pair.dynamic_friction[to] = w->material_pair.dynamic_friction[from];
}

static fs_result insert_row(fs_worldN *w, uint32_t row)
{
    uint32_t rows = *w->material_pair.rows;
    FS_ASSERT(row <= rows);
    fs_result result = fs_rows_resize(w->state, w->material_pair_table, rows + 1);
    if (result == FS_E_CAPACITY)
        return fs__errorN_full(w, w->material_pair_table);
    for (uint32_t i = rows; result == FS_OK && i > row; i--)
        copy_row(w, i, i - 1);
    return result;
}

/* ---- pairs ----------------------------------------------------------------------------------------------------- */

static fs_result check_def(fs_worldN *w, const fs_material_pairN_def *d)
{
    fs_materialN_def material = fs_default_materialN_def();
    material.restitution = d->restitution;
    material.static_friction = d->static_friction;
    material.dynamic_friction = d->dynamic_friction;
    return fs__materialN_check_def(w, &material);
}

static fs_material_pairN_def def_at(const fs_worldN *w, uint32_t row)
{
    return (fs_material_pairN_def){ w->material_pair.restitution[row], w->material_pair.static_friction[row],
                                    w->material_pair.dynamic_friction[row] };
}

static fs_result check_set(fs_worldN *w, uint16_t a, uint16_t b, const fs_material_pairN_def *def)
{
    fs_result result = fs__materialN_check_row(w, "a", a);
    if (result == FS_OK)
        result = fs__materialN_check_row(w, "b", b);
    if (result == FS_OK)
        result = check_def(w, def);
    if (result == FS_OK && w->material_pair.rows == NULL)
        result = fs__errorN_set(w, FS_E_CAPACITY, "the world has no table of material pairs");
    return result;
}

fs_material_pairN_def fs_default_material_pairN_def(void)
{
    fs_materialN_def material = fs_default_materialN_def();
    return (fs_material_pairN_def){ material.restitution, material.static_friction, material.dynamic_friction };
}

fs_result fs_material_pairN_set(fs_worldN *w, uint16_t a, uint16_t b, const fs_material_pairN_def *def)
{
    const fs_material_pairN_def usual = fs_default_material_pairN_def(), *d = def != NULL ? def : &usual;
    uint32_t row;
    fs_result result = check_set(w, a, b, d);
    if (result != FS_OK)
        return result;
    if (!fs__material_pairN_find(w, a, b, &row)) {
        result = insert_row(w, row);
        if (result != FS_OK)
            return result;
        w->material_pair.a[row] = a < b ? a : b;
        w->material_pair.b[row] = a < b ? b : a;
    }
    w->material_pair.restitution[row] = d->restitution;
    w->material_pair.static_friction[row] = d->static_friction;
    w->material_pair.dynamic_friction[row] = d->dynamic_friction;
    return FS_OK;
}

fs_result fs_material_pairN_remove(fs_worldN *w, uint16_t a, uint16_t b)
{
    uint32_t row;
    if (w->material_pair.rows == NULL || !fs__material_pairN_find(w, a, b, &row))
        return fs__errorN_set(w, FS_E_ARGUMENT, "the pair has no numbers of its own");
    for (; row + 1 < *w->material_pair.rows; row++)
        copy_row(w, row, row + 1);
    return fs_rows_resize(w->state, w->material_pair_table, *w->material_pair.rows - 1);
}

bool fs_material_pairN_get(const fs_worldN *w, uint16_t a, uint16_t b, fs_material_pairN_def *def)
{
    uint32_t row;
    if (w->material_pair.rows == NULL || !fs__material_pairN_find(w, a, b, &row))
        return false;
    if (def != NULL)
        *def = def_at(w, row);
    return true;
}

bool fs__material_pairN_all_valid(const fs_worldN *w)
{
    if (w->material_pair.rows == NULL)
        return true;
    for (uint32_t row = 0; row < *w->material_pair.rows; row++) {
        fs_material_pairN_def def = def_at(w, row);
        bool ordered = w->material_pair.a[row] <= w->material_pair.b[row] &&
                       (row == 0 || key_at(w, row - 1) < key_at(w, row));
        if (!ordered || w->material_pair.b[row] >= *w->material.rows || check_def(NULL, &def) != FS_OK)
            return false;
    }
    return true;
}
