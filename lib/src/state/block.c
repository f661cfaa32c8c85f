/* block.c: creating, copying and binding a state.
 *
 * The block holds no pointer and nothing outside it changes after creation, so a copy is that of its bytes; of large blocks
 * the rows in use are copied, since all others are zero. All memory of a state is allocated here, at its creation.
 */
#include <stdlib.h>
#include <string.h>

#include "state/overwrite.h"
#include "state/state_internal.h"

static size_t round_up(size_t n, size_t to)
{
    return (n + to - 1) / to * to;
}

/* --- layout ------------------------------------------------------------------ */

/* Appends a column to the block, which has *end bytes; false above FS_MAX_BLOCK. */
static bool layout_column(fs__column_layout *column, fs_type type, uint32_t capacity, size_t *end)
{
    const fs_type_info *info = fs_type_get(type);
    column->width = info->width;
    column->components = info->components;
    column->stride = (uint16_t)(info->width * info->components);
    size_t size = (size_t)capacity * column->stride;
    column->offset = round_up(*end, size >= FS__CACHE_LINE ? FS__CACHE_LINE : FS__SMALL_ALIGN);
    *end = column->offset + size;
    return *end <= FS_MAX_BLOCK;
}

static bool layout_table(fs__table_layout *table, const fs_table *description, uint32_t capacity, size_t *end)
{
    table->capacity = capacity;
    table->pool = description->pool;
    table->column_count = description->field_count;
    for (unsigned i = 0; i < table->column_count; i++) {
        if (!layout_column(&table->columns[i], description->fields[i].type, capacity, end))
            return false;
        table->row_bytes = (uint16_t)(table->row_bytes + table->columns[i].stride);
    }
    return true;
}

/* Fills the layout of all tables and the size of the block. The layouts of the columns are stored behind those of the
 * tables. */
static bool layout_block(fs_state *state, const uint32_t *capacities)
{
    const fs_schema *schema = state->schema;
    fs__column_layout *columns = (fs__column_layout *)(void *)(state->tables + schema->table_count);
    size_t end = 2 * sizeof(uint32_t) * schema->table_count;
    for (unsigned i = 0; i < schema->table_count; i++) {
        state->tables[i].columns = columns;
        if (!layout_table(&state->tables[i], &schema->tables[i], capacities[i], &end))
            return false;
        columns += schema->tables[i].field_count;
    }
    state->block_size = round_up(end, FS__CACHE_LINE);
    return true;
}

_Static_assert((uint64_t)FS_MAX_BLOCK + (uint64_t)FS_MAX_ROWS * 32 + FS__CACHE_LINE < UINT32_MAX,
               "sizes in layout_column() must fit 32 bits");
_Static_assert(sizeof(fs__table_layout) % _Alignof(fs__column_layout) == 0 &&
                   sizeof(fs_state) % _Alignof(fs__table_layout) == 0,
               "the parts of a state's layout must be aligned");

static bool are_capacities_valid(const fs_schema *schema, const uint32_t *capacities)
{
    if (capacities == NULL || capacities[0] != 1)
        return false;
    for (unsigned i = 0; i < schema->table_count; i++)
        if (capacities[i] > FS_MAX_ROWS)
            return false;
    return true;
}

/* --- creation ------------------------------------------------------------------ */

static fs_state *allocate_state(const fs_schema *schema)
{
    size_t columns = 0;
    for (unsigned i = 0; i < schema->table_count; i++)
        columns += schema->tables[i].field_count;
    fs_state *state = calloc(1, sizeof *state + schema->table_count * sizeof(fs__table_layout) +
                                    columns * sizeof(fs__column_layout));
    if (state == NULL)
        return NULL;
    state->schema = schema;
    state->tables = (fs__table_layout *)(void *)(state + 1);
    return state;
}

/* calloc() and not aligned_alloc(): fresh pages are zero without being written, so unused rows of a large state cost no
 * memory. */
static bool allocate_block(fs_state *state)
{
    state->memory = calloc(1, state->block_size + FS__CACHE_LINE);
    if (state->memory == NULL)
        return false;
    size_t skew = (size_t)((uintptr_t)state->memory % FS__CACHE_LINE);
    state->block = (uint8_t *)state->memory + (FS__CACHE_LINE - skew);
    *fs__row_count(state, 0) = 1;
    return true;
}

fs_result fs_state_create(const fs_schema *schema, const uint32_t *capacities, fs_state **out)
{
    *out = NULL;
    if (fs__schema_check(schema) != FS_OK || !are_capacities_valid(schema, capacities))
        return FS_E_ARGUMENT;
    fs_state *state = allocate_state(schema);
    if (state == NULL)
        return FS_E_MEMORY;
    if (!layout_block(state, capacities)) {
        fs_state_destroy(state);
        return FS_E_ARGUMENT;
    }
    if (!allocate_block(state)) {
        fs_state_destroy(state);
        return FS_E_MEMORY;
    }
    state->schema_hash = fs_schema_hash(schema);
    *out = state;
    return FS_OK;
}

void fs_state_destroy(fs_state *state)
{
    if (state == NULL)
        return;
    free(state->memory);
    free(state);
}

void fs__state_clear(fs_state *state)
{
    memset(state->block, 0, state->block_size);
    *fs__row_count(state, 0) = 1;
    state->overwrites++;
}

/* --- properties ------------------------------------------------------------------ */

const fs_schema *fs_state_schema(const fs_state *state)
{
    return state->schema;
}

uint32_t fs_state_tick(const fs_state *state)
{
    uint32_t tick;
    memcpy(&tick, fs__column_at(state, &state->tables[0].columns[0], 0), sizeof tick);
    return tick;
}

size_t fs_state_block_size(const fs_state *state)
{
    return state->block_size;
}

uint32_t fs_state_rows(const fs_state *state, unsigned table)
{
    FS_ASSERT(table < state->schema->table_count);
    return *fs__row_count(state, table);
}

uint32_t fs_state_capacity(const fs_state *state, unsigned table)
{
    FS_ASSERT(table < state->schema->table_count);
    return state->tables[table].capacity;
}

/* --- binding ---------------------------------------------------------------------- */

/* A view is a struct of pointers to many types. Their bytes are written, because no lvalue of one pointer type may
 * alias all of them. */
static void store_pointer(void *view, size_t offset, void *pointer)
{
    memcpy((char *)view + offset, &pointer, sizeof pointer);
}

_Static_assert(sizeof(void *) == sizeof(uint32_t *) && sizeof(void *) == sizeof(fs_quat *),
               "object pointers must have one size");

static void bind_table(const fs_state *state, unsigned index, const fs_table *description, void *view)
{
    const fs__table_layout *table = &state->tables[index];
    size_t base = description->view_offset;
    store_pointer(view, base + offsetof(struct fs_world_view, rows), fs__row_count(state, index));
    memcpy((char *)view + base + offsetof(struct fs_world_view, capacity), &table->capacity, sizeof table->capacity);
    for (unsigned i = 0; i < table->column_count; i++) {
        /* The fields of a decoded schema have no offset in a view. */
        FS_ASSERT(description->fields[i].offset >= offsetof(struct fs_world_view, tick));
        store_pointer(view, base + description->fields[i].offset, fs__column_at(state, &table->columns[i], 0));
    }
}

void fs_state_peek(const fs_state *state, const fs_schema *schema, void *view)
{
    FS_ASSERT(fs__schema_same(schema, state->schema));
    for (unsigned i = 0; i < state->schema->table_count; i++)
        bind_table(state, i, &state->schema->tables[i], view);
}

void fs_state_bind(fs_state *state, const fs_schema *schema, void *view)
{
    fs_state_peek(state, schema, view);
}

/* Compares the types only: the check runs in every tick. */
static bool have_same_columns(const fs_table *a, const fs_table *b)
{
    if (a->field_count != b->field_count || a->pool != b->pool)
        return false;
    for (unsigned i = 0; i < a->field_count; i++)
        if (a->fields[i].type != b->fields[i].type)
            return false;
    return true;
}

void fs_table_bind(fs_state *state, unsigned table, const fs_table *twin, void *view)
{
    FS_ASSERT(table < state->schema->table_count && have_same_columns(twin, &state->schema->tables[table]));
    bind_table(state, table, twin, view);
}

/* --- copies ------------------------------------------------------------------------ */

static bool have_same_layout(const fs_state *a, const fs_state *b)
{
    if (a->schema_hash != b->schema_hash || a->block_size != b->block_size)
        return false;
    for (unsigned i = 0; i < a->schema->table_count; i++)
        if (a->tables[i].capacity != b->tables[i].capacity)
            return false;
    return true;
}

/* Blocks up to this size are copied in one piece. */
enum { SMALL_BLOCK = 32 * 1024 };

static uint32_t rows_in(const uint8_t *block, unsigned table)
{
    uint32_t rows;
    memcpy(&rows, block + table * sizeof rows, sizeof rows);
    return rows;
}

/* Copies the rows in use. Where `to` is a block in use itself, rows that were in use and no longer are become zero. */
static void copy_table(const fs__table_layout *table, uint8_t *to, const uint8_t *from, uint32_t rows,
                       uint32_t old_rows)
{
    for (unsigned i = 0; i < table->column_count; i++) {
        const fs__column_layout *column = &table->columns[i];
        const size_t size = (size_t)rows * column->stride;
        memcpy(to + column->offset, from + column->offset, size);
        if (old_rows > rows)
            memset(to + column->offset + size, 0, (size_t)(old_rows - rows) * column->stride);
    }
}

/* `in_use`: whether `to` holds a state. The numbers of rows begin the block, and come last. */
static void copy_block(const fs_state *layout, uint8_t *to, const uint8_t *from, bool in_use)
{
    if (layout->block_size <= SMALL_BLOCK) {
        memcpy(to, from, layout->block_size);
        return;
    }
    const unsigned count = layout->schema->table_count;
    for (unsigned i = 0; i < count; i++)
        copy_table(&layout->tables[i], to, from, rows_in(from, i), in_use ? rows_in(to, i) : 0);
    memcpy(to, from, 2 * sizeof(uint32_t) * count);
}

fs_result fs_state_copy(fs_state *to, const fs_state *from)
{
    if (!have_same_layout(to, from))
        return FS_E_SCHEMA;
    if (to == from)
        return FS_OK;
    copy_block(to, to->block, from->block, true);
    to->overwrites++;
    return FS_OK;
}

void fs_state_store(const fs_state *state, void *bytes)
{
    copy_block(state, bytes, state->block, false);
}

void fs_state_fetch(fs_state *state, const void *bytes)
{
    copy_block(state, state->block, bytes, true);
    state->overwrites++;
}

uint32_t fs__state_overwrites(const fs_state *state)
{
    return state->overwrites;
}

/* --- rows ---------------------------------------------------------------------------- */

void fs__table_clear_rows(fs_state *state, unsigned table, uint32_t from, uint32_t to)
{
    const fs__table_layout *t = &state->tables[table];
    for (unsigned i = 0; i < t->column_count && from < to; i++)
        memset(fs__column_at(state, &t->columns[i], from), 0, (size_t)(to - from) * t->columns[i].stride);
}

fs_result fs_rows_resize(fs_state *state, unsigned table, uint32_t rows)
{
    FS_ASSERT(table < state->schema->table_count);
    const fs__table_layout *t = &state->tables[table];
    if (table == 0 || t->pool)
        return FS_E_ARGUMENT;
    if (rows > t->capacity)
        return FS_E_CAPACITY;
    uint32_t *used = fs__row_count(state, table);
    fs__table_clear_rows(state, table, rows, *used);
    /* New rows are zero unless a game wrote past its last row; bytes that were not hashed must not enter the state. */
    fs__table_clear_rows(state, table, *used, rows);
    *used = rows;
    return FS_OK;
}
