/* pool.c: rows handed out by handle.
 *
 * Freed rows form a last-in first-out list through `next`. A broken link (an injected fault, a write outside a row) may
 * give wrong rows, which the hashes show, but must never lead to an access outside the table.
 */
#include <string.h>

#include "state/state_internal.h"

static bool is_used(uint32_t gen)
{
    return (gen & 1u) != 0;
}

static const fs__table_layout *pool_table(const fs_state *state, unsigned table)
{
    FS_ASSERT(table < state->schema->table_count);
    FS_ASSERT(state->tables[table].pool);
    return &state->tables[table];
}

/* Removes the most recently freed row from the list; UINT32_MAX when there is none or when the head names no free
 * row. */
static uint32_t take_free_row(fs_state *state, unsigned table, const fs__table_layout *t)
{
    uint32_t *free1 = fs__pool_free_head(state, table);
    uint32_t row = *free1 - 1;
    if (*free1 == 0 || row >= *fs__row_count(state, table) || is_used(fs__pool_gen(state, t)[row]))
        return UINT32_MAX;
    *free1 = fs__pool_next(state, t)[row];
    return row;
}

static uint32_t take_unused_row(fs_state *state, unsigned table, const fs__table_layout *t)
{
    uint32_t *rows = fs__row_count(state, table);
    if (*rows >= t->capacity)
        return UINT32_MAX;
    uint32_t row = *rows;
    fs__pool_gen(state, t)[row] = 0;
    *rows = row + 1;
    return row;
}

fs_result fs_pool_create(fs_state *state, unsigned table, fs_handle *out)
{
    const fs__table_layout *t = pool_table(state, table);
    *out = (fs_handle){ 0, 0 };
    uint32_t row = take_free_row(state, table, t);
    if (row == UINT32_MAX)
        row = take_unused_row(state, table, t);
    if (row == UINT32_MAX)
        return FS_E_CAPACITY;
    uint32_t gen = fs__pool_gen(state, t)[row] + 1;
    /* A game may have written into a row that was not in use. */
    fs__table_clear_rows(state, table, row, row + 1);
    fs__pool_gen(state, t)[row] = gen;
    *out = (fs_handle){ row + 1, gen };
    return FS_OK;
}

fs_result fs_pool_row(const fs_state *state, unsigned table, fs_handle handle, uint32_t *row)
{
    const fs__table_layout *t = pool_table(state, table);
    uint32_t index = handle.index1 - 1;
    if (handle.index1 == 0 || index >= *fs__row_count(state, table))
        return FS_E_STALE;
    if (!is_used(handle.generation) || fs__pool_gen(state, t)[index] != handle.generation)
        return FS_E_STALE;
    *row = index;
    return FS_OK;
}

fs_result fs_pool_destroy(fs_state *state, unsigned table, fs_handle handle)
{
    const fs__table_layout *t = pool_table(state, table);
    uint32_t row;
    fs_result result = fs_pool_row(state, table, handle, &row);
    if (result != FS_OK)
        return result;
    fs__table_clear_rows(state, table, row, row + 1);
    fs__pool_gen(state, t)[row] = handle.generation + 1;
    fs__pool_next(state, t)[row] = *fs__pool_free_head(state, table);
    *fs__pool_free_head(state, table) = row + 1;
    return FS_OK;
}

fs_handle fs_pool_handle(const fs_state *state, unsigned table, uint32_t row)
{
    const fs__table_layout *t = pool_table(state, table);
    if (row >= *fs__row_count(state, table) || !is_used(fs__pool_gen(state, t)[row]))
        return (fs_handle){ 0, 0 };
    return (fs_handle){ row + 1, fs__pool_gen(state, t)[row] };
}

/* --- checking a decoded free list -------------------------------------------- */

/* The result of one pass over the columns of a pool. */
typedef struct free_list {
    uint32_t count; /* free rows */
    uint32_t head1; /* sum of (row + 1) over free rows less the sum of links: the
                       * head, if every free row but one is linked to once */
} free_list;

/* Counts the free rows; false when a row in use has a link. The links of free rows are checked by
 * is_free_list_whole(). */
static bool scan_free_rows(const uint32_t *gen, const uint32_t *next, uint32_t rows, free_list *list)
{
    *list = (free_list){ 0, 0 };
    for (uint32_t i = 0; i < rows; i++) {
        if (is_used(gen[i]) && next[i] != 0)
            return false;
        if (!is_used(gen[i])) {
            list->count++;
            list->head1 += i + 1;
            list->head1 -= next[i];
        }
    }
    return true;
}

/* Whether the list has exactly all free rows. A walk of `count` steps over free rows that then ends has visited no row
 * twice (it would be in a cycle and not end), hence all of them. */
static bool is_free_list_whole(const uint32_t *gen, const uint32_t *next, uint32_t rows, free_list list)
{
    uint32_t at1 = list.head1;
    for (uint32_t i = 0; i < list.count; i++) {
        if (at1 == 0 || at1 > rows || is_used(gen[at1 - 1]))
            return false;
        at1 = next[at1 - 1];
    }
    return at1 == 0;
}

bool fs__pool_rebuild_free_list(fs_state *state, unsigned table)
{
    const fs__table_layout *t = pool_table(state, table);
    const uint32_t *gen = fs__pool_gen(state, t);
    const uint32_t *next = fs__pool_next(state, t);
    uint32_t rows = *fs__row_count(state, table);
    free_list list;
    if (!scan_free_rows(gen, next, rows, &list) || !is_free_list_whole(gen, next, rows, list))
        return false;
    *fs__pool_free_head(state, table) = list.head1;
    return true;
}
