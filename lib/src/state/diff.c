/* diff.c: every component in which two states differ, in canonical order.
 *
 * Equal columns of a group of rows are skipped by memory comparison, so comparing two equal states costs one pass over
 * their memory.
 */
#include <string.h>

#include "state/state_internal.h"

typedef struct diff {
    const fs_state *left, *right;
    fs_diff_fn *call;
    void *context;
    size_t reported;
    bool stopped;
} diff;

_Static_assert(FS_MAX_FIELDS <= 64, "a mask has one bit per column");

/* Reports a component that differs or exists on one side only. */
static void compare_component(diff *d, fs_value_ref ref)
{
    fs_difference found = { ref, 0, 0, false, false };
    found.left_exists = fs_value_get(d->left, ref, &found.left) == FS_OK;
    found.right_exists = fs_value_get(d->right, ref, &found.right) == FS_OK;
    if (found.left == found.right && found.left_exists == found.right_exists)
        return;
    d->reported++;
    d->stopped = !d->call(d->context, &found);
}

static void compare_field(diff *d, fs_value_ref ref)
{
    unsigned components = d->left->tables[ref.table].columns[ref.field].components;
    for (unsigned i = 0; i < components && !d->stopped; i++) {
        ref.component = (uint16_t)i;
        compare_component(d, ref);
    }
}

/* The fields of `mask` in rows [first, end). */
static void compare_rows(diff *d, unsigned table, uint32_t first, uint32_t end, uint64_t mask)
{
    fs_value_ref ref = { (uint16_t)table, 0, 0, 0 };
    unsigned columns = d->left->tables[table].column_count;
    for (ref.row = first; ref.row < end && !d->stopped; ref.row++)
        for (unsigned i = 0; i < columns && !d->stopped; i++)
            if ((mask >> i & 1u) != 0) {
                ref.field = (uint16_t)i;
                compare_field(d, ref);
            }
}

/* Bit i is set when column i differs somewhere in `count` rows from `first`. */
static uint64_t unequal_columns(const diff *d, unsigned table, uint32_t first, uint32_t count)
{
    const fs__table_layout *left = &d->left->tables[table];
    const fs__table_layout *right = &d->right->tables[table];
    uint64_t mask = 0;
    for (unsigned i = 0; i < left->column_count; i++)
        if (memcmp(fs__column_at(d->left, &left->columns[i], first), fs__column_at(d->right, &right->columns[i], first),
                   (size_t)count * left->columns[i].stride) != 0)
            mask |= (uint64_t)1 << i;
    return mask;
}

static void compare_table(diff *d, unsigned table)
{
    uint32_t left = *fs__row_count(d->left, table);
    uint32_t right = *fs__row_count(d->right, table);
    uint32_t common = left < right ? left : right;
    uint32_t larger = left < right ? right : left;
    for (uint32_t first = 0; first < common && !d->stopped; first += FS_HASH_ROWS) {
        uint32_t count = common - first < FS_HASH_ROWS ? common - first : FS_HASH_ROWS;
        uint64_t mask = unequal_columns(d, table, first, count);
        if (mask != 0)
            compare_rows(d, table, first, first + count, mask);
    }
    compare_rows(d, table, common, larger, UINT64_MAX);
}

size_t fs_state_diff(const fs_state *left, const fs_state *right, fs_diff_fn *call, void *context)
{
    diff d = { left, right, call, context, 0, false };
    FS_ASSERT(left->schema_hash == right->schema_hash);
    for (unsigned i = 0; i < left->schema->table_count && !d.stopped; i++)
        compare_table(&d, i);
    return d.reported;
}
