/* codec.c: encodes a state as canonical bytes and decodes untrusted bytes. state.h describes the format. Decoding
 * allocates nothing, checks all sizes before it writes, and leaves the state as created on any error.
 */
#include <string.h>

#include "state/wire.h"
#include "state/sink.h"

/* --- byte order ---------------------------------------------------------------- */

static uint64_t load_host(const uint8_t *from, unsigned width)
{
    uint8_t v8;
    uint16_t v16;
    uint32_t v32;
    uint64_t v64;
    switch (width) {
    case 1: memcpy(&v8, from, 1); return v8;
    case 2: memcpy(&v16, from, 2); return v16;
    case 4: memcpy(&v32, from, 4); return v32;
    default: memcpy(&v64, from, 8); return v64;
    }
}

static void store_host(uint8_t *to, uint64_t v, unsigned width)
{
    const uint8_t v8 = (uint8_t)v;
    const uint16_t v16 = (uint16_t)v;
    const uint32_t v32 = (uint32_t)v;
    switch (width) {
    case 1: memcpy(to, &v8, 1); break;
    case 2: memcpy(to, &v16, 2); break;
    case 4: memcpy(to, &v32, 4); break;
    default: memcpy(to, &v, 8); break;
    }
}

void fs__to_canonical(uint8_t *to, const uint8_t *from, size_t size, unsigned width)
{
    for (size_t at = 0; at < size; at += width) {
        uint64_t v = load_host(from + at, width);
        for (unsigned i = 0; i < width; i++)
            to[at + i] = (uint8_t)(v >> (8 * i));
    }
}

void fs__from_canonical(uint8_t *to, const uint8_t *from, size_t size, unsigned width)
{
    for (size_t at = 0; at < size; at += width) {
        uint64_t v = 0;
        for (unsigned i = 0; i < width; i++)
            v |= (uint64_t)from[at + i] << (8 * i);
        store_host(to + at, v, width);
    }
}

void fs__sink_converted(const uint8_t *bytes, size_t size, unsigned width, fs__sink_fn *put, void *context)
{
    uint8_t buffer[512]; /* a multiple of every width */
    while (size > 0) {
        size_t n = size < sizeof buffer ? size : sizeof buffer;
        fs__to_canonical(buffer, bytes, n, width);
        put(context, buffer, n);
        bytes += n;
        size -= n;
    }
}

/* --- encode ---------------------------------------------------------------------- */

size_t fs_state_encoded_size(const fs_state *state)
{
    size_t size = 8;
    for (unsigned i = 0; i < state->schema->table_count; i++)
        size += fs__table_encoded_size(state, i);
    return size;
}

static void put_to_writer(void *context, const void *bytes, size_t size)
{
    fs__put_bytes(context, bytes, size);
}

size_t fs_state_encode(const fs_state *state, void *bytes, size_t size)
{
    fs__writer writer = fs__writer_make(bytes, size);
    fs__put_u64(&writer, state->schema_hash);
    for (unsigned i = 0; i < state->schema->table_count; i++)
        fs__sink_table(state, i, put_to_writer, &writer);
    return writer.full ? 0 : writer.at;
}

/* --- decode ------------------------------------------------------------------------ */

/* Checks the schema hash and the numbers of rows; skips the fields. */
static fs_result check_sizes(const fs_state *state, fs__reader r)
{
    uint64_t schema_hash = fs__get_u64(&r);
    if (!r.bad && schema_hash != state->schema_hash)
        return FS_E_SCHEMA;
    for (unsigned i = 0; i < state->schema->table_count && !r.bad; i++) {
        uint32_t rows = fs__get_u32(&r);
        if (r.bad)
            break;
        if (i == 0 && rows != 1)
            return FS_E_MALFORMED;
        if (rows > state->tables[i].capacity)
            return FS_E_CAPACITY;
        fs__reader_take(&r, (size_t)rows * state->tables[i].row_bytes);
    }
    if (r.bad)
        return FS_E_TRUNCATED;
    return fs__reader_remaining(&r) == 0 ? FS_OK : FS_E_MALFORMED;
}

static void get_column(fs_state *state, const fs__column_layout *column, uint32_t rows, fs__reader *r)
{
    size_t size = (size_t)rows * column->stride;
    const uint8_t *from = fs__reader_take(r, size);
    FS_ASSERT(from != NULL);
    if (FS__HOST_IS_CANONICAL)
        memcpy(fs__column_at(state, column, 0), from, size);
    else
        fs__from_canonical(fs__column_at(state, column, 0), from, size, column->width);
}

/* The sizes were checked before. Rows above those in use are zero already. */
static void get_table(fs_state *state, unsigned table, fs__reader *r)
{
    const fs__table_layout *t = &state->tables[table];
    uint32_t rows = fs__get_u32(r);
    uint32_t *used = fs__row_count(state, table);
    fs__table_clear_rows(state, table, rows, *used);
    *used = rows;
    for (unsigned i = 0; i < t->column_count && rows > 0; i++)
        get_column(state, &t->columns[i], rows, r);
}

static fs_result decode_tables(fs_state *state, fs__reader r)
{
    fs_result result = check_sizes(state, r);
    if (result != FS_OK)
        return result;
    fs__get_u64(&r);
    for (unsigned i = 0; i < state->schema->table_count; i++) {
        get_table(state, i, &r);
        if (state->tables[i].pool && !fs__pool_rebuild_free_list(state, i))
            return FS_E_MALFORMED;
    }
    return FS_OK;
}

fs_result fs_state_decode(fs_state *state, const void *bytes, size_t size)
{
    fs_result result = decode_tables(state, fs__reader_make(bytes, size));
    state->overwrites++;
    if (result != FS_OK)
        fs__state_clear(state);
    return result;
}
