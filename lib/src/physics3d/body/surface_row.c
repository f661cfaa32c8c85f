/* surface_row.c: ranges of rows of meshes and height fields.
 *
 * The rows of all surfaces of a kind fill their tables without gaps, in any order: a new one takes the rows at the end, and
 * when one is destroyed the rows behind it move down. A surface counts its parts from its own first row, so moved rows stay
 * as they are.
 */
#include "physics3d/body/surface_row.h"

#include <string.h>

#include "physics3d/body/body.h"
#include "physics3d/world/world.h"

fs_result fs__surface3_check_pool(struct fs_world3 *w, const struct fs__surface3_pool *pool)
{
    uint32_t row = 0;
    while (row < pool->rows && fs__world3_row_live(pool->gen, row))
        row++;
    return row < pool->capacity ? FS_OK : fs__error3_full(w, pool->table);
}

fs_result fs__surface3_check_rows(struct fs_world3 *w, unsigned table, uint32_t rows, uint32_t capacity, uint32_t more)
{
    return more <= capacity - rows ? FS_OK : fs__error3_full(w, table);
}

uint32_t fs__surface3_create_row(struct fs_world3 *w, const struct fs__surface3_pool *pool)
{
    fs_handle handle = { 0, 0 };
    fs_result result = fs_pool_create(w->state, pool->table, &handle);
    FS_ASSERT(result == FS_OK);
    (void)result;
    return handle.index1 - 1;
}

void fs__surface3_resize(struct fs_world3 *w, unsigned table, uint32_t rows)
{
    fs_result result = fs_rows_resize(w->state, table, rows);
    FS_ASSERT(result == FS_OK);
    (void)result;
}

void fs__surface3_cut_column(void *column, size_t size, uint32_t first, uint32_t count, uint32_t rows)
{
    uint8_t *bytes = column;
    memmove(bytes + first * size, bytes + (first + count) * size, (rows - first - count) * size);
}

bool fs__surface3_ranges_valid(const struct fs__surface3_pool *pool, const uint32_t *first, const uint32_t *count,
                               uint32_t rows)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < pool->rows; i++) {
        if (!fs__world3_row_live(pool->gen, i))
            continue;
        if ((uint64_t)first[i] + count[i] > rows)
            return false;
        sum += count[i];
        for (uint32_t j = 0; j < i; j++)
            if (fs__world3_row_live(pool->gen, j) && first[i] < first[j] + count[j] && first[j] < first[i] + count[i])
                return false;
    }
    return sum == rows;
}

bool fs__surface3_has_one_shape(const struct fs_world3 *w, const struct fs__surface3_pool *pool, uint32_t row)
{
    uint32_t shapes = 0;
    for (uint32_t s = 0; s < *w->shape.rows; s++)
        shapes += fs__world3_row_live(w->shape.gen, s) && w->shape.kind[s] == pool->kind && w->shape.hull[s] == row + 1;
    return shapes == 1;
}
