/* sink.h: the one enumeration of the canonical bytes.
 *
 * Encoding and hashing call the same functions with another sink, so a field cannot be saved and not hashed. A sink
 * receives the bytes in order, in pieces of any size, and must not keep the pointer.
 */
#ifndef FS_STATE_SINK_H
#define FS_STATE_SINK_H

#include "state/state_internal.h"

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define FS__HOST_IS_CANONICAL 1
#else
#define FS__HOST_IS_CANONICAL 0
#endif

typedef void fs__sink_fn(void *context, const void *bytes, size_t size);

/* Components in the machine's byte order to little-endian and back, on any machine. `size` is a multiple of `width`
 * (1, 2, 4 or 8 bytes). */
void fs__to_canonical(uint8_t *to, const uint8_t *from, size_t size, unsigned width);
void fs__from_canonical(uint8_t *to, const uint8_t *from, size_t size, unsigned width);

/* Converts components to little-endian through a buffer of 512 bytes on the stack. */
void fs__sink_converted(const uint8_t *bytes, size_t size, unsigned width, fs__sink_fn *put, void *context);

static inline void fs__sink_u32(uint32_t v, fs__sink_fn *put, void *context)
{
    const uint8_t bytes[4] = { (uint8_t)v, (uint8_t)(v >> 8), (uint8_t)(v >> 16), (uint8_t)(v >> 24) };
    put(context, bytes, sizeof bytes);
}

/* Rows [first, first + count) of a table, column by column. */
static inline void fs__sink_rows(const fs_state *state, unsigned table, uint32_t first, uint32_t count,
                                 fs__sink_fn *put, void *context)
{
    const fs__table_layout *t = &state->tables[table];
    for (unsigned i = 0; i < t->column_count && count > 0; i++) {
        const fs__column_layout *column = &t->columns[i];
        const uint8_t *cells = fs__column_at(state, column, first);
        size_t size = (size_t)count * column->stride;
        if (FS__HOST_IS_CANONICAL)
            put(context, cells, size);
        else
            fs__sink_converted(cells, size, column->width, put, context);
    }
}

/* A whole table: its number of rows and their fields. */
static inline void fs__sink_table(const fs_state *state, unsigned table, fs__sink_fn *put, void *context)
{
    uint32_t rows = *fs__row_count(state, table);
    fs__sink_u32(rows, put, context);
    fs__sink_rows(state, table, 0, rows, put, context);
}

/* Number of bytes of fs__sink_table(). */
static inline size_t fs__table_encoded_size(const fs_state *state, unsigned table)
{
    return 4 + (size_t)*fs__row_count(state, table) * state->tables[table].row_bytes;
}

/* The canonical bytes of a checked schema. */
void fs__sink_schema(const fs_schema *schema, fs__sink_fn *put, void *context);

#endif
