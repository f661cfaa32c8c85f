/* material_pair.c: the table of pairs of materials; see mix2.h.
 *
 * Rows are in ascending order of (a, b) with a <= b: equal tables have equal bytes, however they came about, and a pair
 * is found by halving.
 */
#include "physics2d/body/material_pair.h"

#include <fixstep/material_pair2.h>
#include <stddef.h>

#include "physics2d/body/body.h"

static const fs_field mix2_fields[] = { FS_MIX2_FIELDS(FS_SCHEMA_FIELD, fs_mix2_view) };

void fs_mix2_bind(fs_state *state, unsigned table, struct fs_world2 *w)
{
    static const fs_table twin = { "mix2", mix2_fields, (uint16_t)(sizeof mix2_fields / sizeof mix2_fields[0]),
                                   (uint16_t)offsetof(struct fs_world2, mix), false };
    fs_table_bind(state, table, &twin, w);
    w->mix_table = table;
}

/* ---- rows ------------------------------------------------------------------------------------------------------ */

static uint32_t key_of(uint16_t a, uint16_t b)
{
    uint32_t low = a < b ? a : b, high = a < b ? b : a;
    return low << 16 | high;
}

static uint32_t key_at(const struct fs_world2 *w, uint32_t row)
{
    return (uint32_t)w->mix.a[row] << 16 | w->mix.b[row];
}

/* The first row that is not before the key. */
static uint32_t place_of(const struct fs_world2 *w, uint32_t key)
{
    uint32_t low = 0, high = *w->mix.rows;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (key_at(w, middle) < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool fs__two_find_mix(const struct fs_world2 *w, uint16_t a, uint16_t b, uint32_t *row)
{
    uint32_t key = key_of(a, b);
    *row = place_of(w, key);
    return *row < *w->mix.rows && key_at(w, *row) == key;
}

static void copy_row(struct fs_world2 *w, uint32_t to, uint32_t from)
{
    w->mix.a[to] = w->mix.a[from];
    w->mix.b[to] = w->mix.b[from];
    w->mix.restitution[to] = w->mix.restitution[from];
    w->mix.static_friction[to] = w->mix.static_friction[from];
    w->mix.friction[to] = w->mix.friction[from];
}

static fs_result make_room(struct fs_world2 *w, uint32_t row)
{
    uint32_t rows = *w->mix.rows;
    fs_result result = fs_rows_resize(w->state, w->mix_table, rows + 1);
    for (uint32_t i = rows; result == FS_OK && i > row; i--)
        copy_row(w, i, i - 1);
    return result;
}

/* ---- pairs ----------------------------------------------------------------------------------------------------- */

static bool def_ok(const fs_mix2_def *d)
{
    fs_material2_def material = fs_default_material2_def();
    material.restitution = d->restitution;
    material.static_friction = d->static_friction;
    material.friction = d->friction;
    return fs__two_material_ok(&material);
}

static fs_mix2_def def_at(const struct fs_world2 *w, uint32_t row)
{
    return (fs_mix2_def){ w->mix.restitution[row], w->mix.static_friction[row], w->mix.friction[row] };
}

fs_result fs_mix2_set(struct fs_world2 *w, uint16_t a, uint16_t b, const fs_mix2_def *def)
{
    uint32_t row;
    if (a >= *w->material.rows || b >= *w->material.rows || !def_ok(def))
        return FS_E_ARGUMENT;
    if (w->mix.rows == NULL)
        return FS_E_CAPACITY;
    if (!fs__two_find_mix(w, a, b, &row)) {
        fs_result result = make_room(w, row);
        if (result != FS_OK)
            return result;
        w->mix.a[row] = a < b ? a : b;
        w->mix.b[row] = a < b ? b : a;
    }
    w->mix.restitution[row] = def->restitution;
    w->mix.static_friction[row] = def->static_friction;
    w->mix.friction[row] = def->friction;
    return FS_OK;
}

fs_result fs_mix2_remove(struct fs_world2 *w, uint16_t a, uint16_t b)
{
    uint32_t row;
    if (w->mix.rows == NULL || !fs__two_find_mix(w, a, b, &row))
        return FS_E_ARGUMENT;
    for (; row + 1 < *w->mix.rows; row++)
        copy_row(w, row, row + 1);
    return fs_rows_resize(w->state, w->mix_table, *w->mix.rows - 1);
}

bool fs_mix2_get(const struct fs_world2 *w, uint16_t a, uint16_t b, fs_mix2_def *def)
{
    uint32_t row;
    if (w->mix.rows == NULL || !fs__two_find_mix(w, a, b, &row))
        return false;
    *def = def_at(w, row);
    return true;
}

bool fs__two_mixes_valid(const struct fs_world2 *w)
{
    if (w->mix.rows == NULL)
        return true;
    for (uint32_t row = 0; row < *w->mix.rows; row++) {
        fs_mix2_def def = def_at(w, row);
        bool ordered = w->mix.a[row] <= w->mix.b[row] && (row == 0 || key_at(w, row - 1) < key_at(w, row));
        if (!ordered || w->mix.b[row] >= *w->material.rows || !def_ok(&def))
            return false;
    }
    return true;
}
