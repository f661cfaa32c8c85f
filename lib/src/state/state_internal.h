/* state_internal.h: the layout of a state's block, for the files of this module.
 *
 * The block begins with the rows in use of every table and the head of every table's free list; the columns follow in
 * the order of the schema. The other members of fs_state but observer and kernel are a function of schema and capacities and never
 * change after creation, so copying the block copies the state.
 */
#ifndef FS_STATE_INTERNAL_H
#define FS_STATE_INTERNAL_H

#include <string.h>

#include <fixstep/state.h>

#include "state/phase.h"

enum {
    FS__WORLD_FIELD_COUNT = 6, /* of FS_WORLD_FIELDS */
    FS__POOL_FIELD_COUNT = 2,  /* of FS_POOL_FIELDS */
    FS__CACHE_LINE = 64,
    FS__SMALL_ALIGN = 16
};

/* The position of one field in the block. */
typedef struct fs__column_layout {
    size_t offset;   /* of row 0 from the start of the block */
    uint16_t stride; /* bytes of a row: width * components */
    uint8_t width;
    uint8_t components;
} fs__column_layout;

typedef struct fs__table_layout {
    fs__column_layout *columns;
    uint32_t capacity;
    uint16_t column_count;
    uint16_t row_bytes; /* sum of the strides */
    bool pool;
} fs__table_layout;

struct fs_state {
    const fs_schema *schema;
    uint64_t schema_hash;
    size_t block_size;
    uint8_t *block;
    fs__table_layout *tables; /* schema->table_count of them */
    void *memory;             /* the allocation that holds the block */
    fs__phase_fn *observer;   /* of the parts of a tick; NULL: nobody */
    void *observer_context;
    uint32_t kernel;     /* see fs__state_set_kernel() */
    uint32_t overwrites; /* see fs__state_overwrites() */
};

_Static_assert(FS_MAX_FIELDS * 32 <= UINT16_MAX, "a row of the widest fields must fit row_bytes");

/* Rows in use of a table, in the block. */
static inline uint32_t *fs__row_count(const fs_state *state, unsigned table)
{
    return (uint32_t *)(void *)state->block + table;
}

/* Head of a pool's free list (row + 1, 0 for none), in the block. It is a function of the pool's columns, and is stored
 * because finding it takes a pass over the pool; hence it is neither hashed nor saved. */
static inline uint32_t *fs__pool_free_head(const fs_state *state, unsigned table)
{
    return fs__row_count(state, state->schema->table_count) + table;
}

/* Address of a row's value in a column. */
static inline uint8_t *fs__column_at(const fs_state *state, const fs__column_layout *column, uint32_t row)
{
    return state->block + column->offset + (size_t)row * column->stride;
}

/* A pool's generations and free-list links. */
static inline uint32_t *fs__pool_gen(const fs_state *state, const fs__table_layout *table)
{
    return (uint32_t *)(void *)fs__column_at(state, &table->columns[table->column_count - 2], 0);
}

static inline uint32_t *fs__pool_next(const fs_state *state, const fs__table_layout *table)
{
    return (uint32_t *)(void *)fs__column_at(state, &table->columns[table->column_count - 1], 0);
}

/* Sets a table's rows [from, to) to zero. */
void fs__table_clear_rows(fs_state *state, unsigned table, uint32_t from, uint32_t to);
/* The state as fs_state_create() made it. */
void fs__state_clear(fs_state *state);

/* Sets every byte of the block that belongs to no row count, free list or column. Changes no state. */
void fs__state_fill_padding(fs_state *state, uint8_t byte);

/* E_ARGUMENT when the schema breaks a rule of state.h: bounds, names, types, the
 * world's table, a pool's own fields. */
fs_result fs__schema_check(const fs_schema *schema);
/* Whether tables, fields, types, units and view offsets are equal. */
bool fs__schema_same(const fs_schema *a, const fs_schema *b);
bool fs__identifier_valid(const char *name);
bool fs__unit_valid(const char *unit);

/* Sets the head of a pool's free list from its columns and checks the list: every free row is in it once, and the link
 * of every row in use is 0. False, with the head unchanged, when it is broken. */
bool fs__pool_rebuild_free_list(fs_state *state, unsigned table);

/* Raw integer of one component in the machine's own byte order. */
int64_t fs__raw_load(const void *cell, fs_type type);
void fs__raw_store(void *cell, fs_type type, int64_t raw);

/* A number as decimal text without its unit. */
size_t fs__raw_text(fs_type type, int64_t raw, char *text, size_t size);

#endif
