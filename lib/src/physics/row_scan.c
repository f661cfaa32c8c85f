/* row_scan.c: passes over columns, a chunk of rows at a time. */
#include "physics/row_scan.h"

#include "physics/body_state.h"

/* Rows that a pass looks at together. Without a branch in each row the compiler makes vector instructions of it. */
enum { CHUNK = 64 };

/* The end of the chunk of a row. */
static uint32_t chunk_end(uint32_t row, uint32_t rows)
{
    uint32_t left = CHUNK - row % CHUNK;
    return rows - row < left ? rows : row + left;
}

/* A row that is not in use may hold anything, but mostly has the type 0: static. */
static bool may_be_awake(const uint8_t *type, const uint16_t *flags, uint32_t from, uint32_t to)
{
    unsigned awake = 0;
    for (uint32_t i = from; i < to; i++)
        awake |= (unsigned)(type[i] != FS__BODY_STATIC) &
                 (unsigned)((flags[i] & (FS__BODY_DISABLED | FS__BODY_ASLEEP)) == 0);
    return awake != 0;
}

bool fs__row_scan_any_awake(const uint32_t *gen, const uint8_t *type, const uint16_t *flags, uint32_t rows)
{
    for (uint32_t from = 0, to; from < rows; from = to) {
        to = chunk_end(from, rows);
        if (!may_be_awake(type, flags, from, to))
            continue;
        for (uint32_t i = from; i < to; i++)
            if (fs__row_live(gen, i) && may_be_awake(type, flags, i, i + 1))
                return true;
    }
    return false;
}

static bool has_flag(const uint16_t *flags, uint16_t mask, uint32_t from, uint32_t to)
{
    unsigned all = 0;
    for (uint32_t i = from; i < to; i++)
        all |= flags[i];
    return (all & mask) != 0;
}

uint32_t fs__row_scan_next(const uint16_t *flags, uint16_t mask, uint32_t row, uint32_t rows)
{
    if (row < rows && (flags[row] & mask) != 0)
        return row;
    for (uint32_t to; row < rows; row = to) {
        to = chunk_end(row, rows);
        if (!has_flag(flags, mask, row, to))
            continue;
        while ((flags[row] & mask) == 0)
            row++;
        return row;
    }
    return rows;
}
