/* material_pair.c: the table of pairs of materials; see mix2.h.
 *
 * Rows are in ascending order of (a, b) with a <= b: equal tables have equal bytes, however they came about, and a pair
 * is found by halving.
 */
#include "physics2d/body/material_pair.h"

#include <fixstep/material_pair2.h>
#include <stddef.h>

#include "physics2d/body/body.h"

static const fs_field material_pair2_fields[] = { FS_MATERIAL_PAIR2_FIELDS(FS_SCHEMA_FIELD, fs_material_pair2_view) };

void fs_material_pair2_bind(fs_state *state, unsigned table, struct fs_world2 *w)
{
    static const fs_table twin = { "material_pair2", material_pair2_fields,
                                   (uint16_t)(sizeof material_pair2_fields / sizeof material_pair2_fields[0]),
                                   (uint16_t)offsetof(struct fs_world2, material_pair), false };
    fs_table_bind(state, table, &twin, w);
    w->material_pair_table = table;
}

/* ---- rows ------------------------------------------------------------------------------------------------------ */

static uint32_t key_of(uint16_t a, uint16_t b)
{
    uint32_t low = a < b ? a : b, high = a < b ? b : a;
    return low << 16 | high;
}

static uint32_t key_at(const struct fs_world2 *w, uint32_t row)
{
    return (uint32_t)w->material_pair.a[row] << 16 | w->material_pair.b[row];
}

/* The first row that is not before the key. */
static uint32_t place_of(const struct fs_world2 *w, uint32_t key)
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

bool fs__material_pair2_find(const struct fs_world2 *w, uint16_t a, uint16_t b, uint32_t *row)
{
    uint32_t key = key_of(a, b);
    *row = place_of(w, key);
    return *row < *w->material_pair.rows && key_at(w, *row) == key;
}

static void copy_row(struct fs_world2 *w, uint32_t to, uint32_t from)
{
    w->material_pair.a[to] = w->material_pair.a[from];
    w->material_pair.b[to] = w->material_pair.b[from];
    w->material_pair.restitution[to] = w->material_pair.restitution[from];
    w->material_pair.static_friction[to] = w->material_pair.static_friction[from];
    w->material_pair.dynamic_friction[to] = w->material_pair.dynamic_friction[from];
}

static fs_result make_room(struct fs_world2 *w, uint32_t row)
{
    uint32_t rows = *w->material_pair.rows;
    fs_result result = fs_rows_resize(w->state, w->material_pair_table, rows + 1);
    for (uint32_t i = rows; result == FS_OK && i > row; i--)
        copy_row(w, i, i - 1);
    return result;
}

/* ---- pairs ----------------------------------------------------------------------------------------------------- */

static bool def_ok(const fs_material_pair2_def *d)
{
    fs_material2_def material = fs_default_material2_def();
    material.restitution = d->restitution;
    material.static_friction = d->static_friction;
    material.dynamic_friction = d->dynamic_friction;
    return fs__material2_def_valid(&material);
}

static fs_material_pair2_def def_at(const struct fs_world2 *w, uint32_t row)
{
    return (fs_material_pair2_def){ w->material_pair.restitution[row], w->material_pair.static_friction[row],
                                    w->material_pair.dynamic_friction[row] };
}

fs_result fs_material_pair2_set(struct fs_world2 *w, uint16_t a, uint16_t b, const fs_material_pair2_def *def)
{
    uint32_t row;
    if (a >= *w->material.rows || b >= *w->material.rows || !def_ok(def))
        return FS_E_ARGUMENT;
    if (w->material_pair.rows == NULL)
        return FS_E_CAPACITY;
    if (!fs__material_pair2_find(w, a, b, &row)) {
        fs_result result = make_room(w, row);
        if (result != FS_OK)
            return result;
        w->material_pair.a[row] = a < b ? a : b;
        w->material_pair.b[row] = a < b ? b : a;
    }
    w->material_pair.restitution[row] = def->restitution;
    w->material_pair.static_friction[row] = def->static_friction;
    w->material_pair.dynamic_friction[row] = def->dynamic_friction;
    return FS_OK;
}

fs_result fs_material_pair2_remove(struct fs_world2 *w, uint16_t a, uint16_t b)
{
    uint32_t row;
    if (w->material_pair.rows == NULL || !fs__material_pair2_find(w, a, b, &row))
        return FS_E_ARGUMENT;
    for (; row + 1 < *w->material_pair.rows; row++)
        copy_row(w, row, row + 1);
    return fs_rows_resize(w->state, w->material_pair_table, *w->material_pair.rows - 1);
}

bool fs_material_pair2_get(const struct fs_world2 *w, uint16_t a, uint16_t b, fs_material_pair2_def *def)
{
    uint32_t row;
    if (w->material_pair.rows == NULL || !fs__material_pair2_find(w, a, b, &row))
        return false;
    *def = def_at(w, row);
    return true;
}

bool fs__material_pair2_all_valid(const struct fs_world2 *w)
{
    if (w->material_pair.rows == NULL)
        return true;
    for (uint32_t row = 0; row < *w->material_pair.rows; row++) {
        fs_material_pair2_def def = def_at(w, row);
        bool ordered = w->material_pair.a[row] <= w->material_pair.b[row] &&
                       (row == 0 || key_at(w, row - 1) < key_at(w, row));
        if (!ordered || w->material_pair.b[row] >= *w->material.rows || !def_ok(&def))
            return false;
    }
    return true;
}
