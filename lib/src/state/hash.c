/* hash.c: the hashes of a state, and the digest of a schema.
 *
 * All are XXH3-64 over the canonical bytes of sink.h. XXH3 gives the same number whether bytes are hashed at once or in
 * pieces. So small tables are gathered in a buffer first, which is faster than a streaming state, and large ones are
 * streamed; the bound between the two does not change a hash.
 */
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "state/sink.h"

enum { GATHER_BYTES = 4096 };

typedef struct gather {
    uint8_t bytes[GATHER_BYTES];
    size_t at;
} gather;

/* A sink; the caller has checked that the bytes fit. */
static void append_bytes(void *context, const void *bytes, size_t size)
{
    gather *g = context;
    memcpy(g->bytes + g->at, bytes, size);
    g->at += size;
}

static void update_hash(void *context, const void *bytes, size_t size)
{
    XXH3_64bits_update(context, bytes, size);
}

static uint64_t hash_large_table(const fs_state *state, unsigned table)
{
    XXH3_state_t stream;
    XXH3_64bits_reset(&stream);
    fs__sink_table(state, table, update_hash, &stream);
    return XXH3_64bits_digest(&stream);
}

uint64_t fs_table_hash(const fs_state *state, unsigned table)
{
    FS_ASSERT(table < state->schema->table_count);
    if (fs__table_encoded_size(state, table) > GATHER_BYTES)
        return hash_large_table(state, table);
    gather g;
    g.at = 0;
    fs__sink_table(state, table, append_bytes, &g);
    return XXH3_64bits(g.bytes, g.at);
}

static uint64_t hash_rows(const fs_state *state, unsigned table, uint32_t first, uint32_t count)
{
    if ((size_t)count * state->tables[table].row_bytes <= GATHER_BYTES) {
        gather g;
        g.at = 0;
        fs__sink_rows(state, table, first, count, append_bytes, &g);
        return XXH3_64bits(g.bytes, g.at);
    }
    XXH3_state_t stream;
    XXH3_64bits_reset(&stream);
    fs__sink_rows(state, table, first, count, update_hash, &stream);
    return XXH3_64bits_digest(&stream);
}

uint64_t fs_group_hash(const fs_state *state, unsigned table, uint32_t group)
{
    uint32_t rows = fs_state_rows(state, table);
    if ((uint64_t)group * FS_HASH_ROWS >= rows)
        return hash_rows(state, table, 0, 0);
    uint32_t first = group * FS_HASH_ROWS;
    uint32_t left = rows - first;
    return hash_rows(state, table, first, left < FS_HASH_ROWS ? left : FS_HASH_ROWS);
}

uint64_t fs_row_hash(const fs_state *state, unsigned table, uint32_t row)
{
    bool exists = row < fs_state_rows(state, table);
    return hash_rows(state, table, exists ? row : 0, exists ? 1 : 0);
}

uint64_t fs_state_hash(const fs_state *state)
{
    uint8_t bytes[8 * FS_MAX_TABLES];
    unsigned count = state->schema->table_count;
    for (unsigned i = 0; i < count; i++) {
        uint64_t hash = fs_table_hash(state, i);
        fs__to_canonical(bytes + (size_t)8 * i, (const uint8_t *)&hash, sizeof hash, sizeof hash);
    }
    return XXH3_64bits(bytes, (size_t)8 * count);
}

uint64_t fs_schema_hash(const fs_schema *schema)
{
    FS_ASSERT(fs__schema_check(schema) == FS_OK);
    XXH3_state_t stream;
    XXH3_64bits_reset(&stream);
    fs__sink_schema(schema, update_hash, &stream);
    return XXH3_64bits_digest(&stream);
}
