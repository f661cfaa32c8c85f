/* surface_row.h: rows of tables that surfaces share: each surface has a range of rows, and the ranges fill the table. */
#ifndef FS_PHYSICS3D_BODY_SURFACE_ROW_H
#define FS_PHYSICS3D_BODY_SURFACE_ROW_H

#include "physics3d/dimension.h"

#include <fixstep/world3.h>

/* Surfaces of one kind: their pool, which they name by row + 1 in shape3.hull. */
struct fs__surface3_pool {
    const uint32_t *gen;
    uint32_t rows, capacity;
    unsigned table; /* of the schema */
    uint8_t kind;   /* in shape3.kind */
};

/* FS_OK when the pool has a row for one more, or the table of so many rows one for `more`; else E_CAPACITY. */
fs_result fs__surface3_check_pool(struct fs_world3 *w, const struct fs__surface3_pool *pool);
fs_result fs__surface3_check_rows(struct fs_world3 *w, unsigned table, uint32_t rows, uint32_t capacity, uint32_t more);
/* A new row of a pool that has one. */
uint32_t fs__surface3_create_row(struct fs_world3 *w, const struct fs__surface3_pool *pool);

/* Changes the number of rows within the capacity. */
void fs__surface3_resize(struct fs_world3 *w, unsigned table, uint32_t rows);
/* Cuts rows first .. first + count - 1 out of a column of `rows` rows of `size` bytes: those behind them move down. */
void fs__surface3_cut_column(void *column, size_t size, uint32_t first, uint32_t count, uint32_t rows);
/* The first row of another range after that. */
static inline void fs__surface3_move_down(uint32_t *first, uint32_t cut, uint32_t count)
{
    if (*first > cut)
        *first -= count;
}

/* Whether the ranges of all surfaces in one table of so many rows share no row and fill it. */
bool fs__surface3_ranges_valid(const struct fs__surface3_pool *pool, const uint32_t *first, const uint32_t *count,
                               uint32_t rows);
bool fs__surface3_has_one_shape(const struct fs_world3 *w, const struct fs__surface3_pool *pool, uint32_t row);

#endif
