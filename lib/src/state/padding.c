/* padding.c: the bytes of a block that belong to no column.
 *
 * Columns are aligned, so gaps lie between them and behind the last. Nothing may depend on what the gaps hold.
 */
#include "state/state_internal.h"

/* Fills the gap from `end` to `start` and returns where the column that begins there ends. */
static size_t fill_gap(fs_state *state, size_t end, const fs__column_layout *column, uint32_t capacity, uint8_t byte)
{
    memset(state->block + end, byte, column->offset - end);
    return column->offset + (size_t)capacity * column->stride;
}

void fs__state_fill_padding(fs_state *state, uint8_t byte)
{
    size_t end = 2 * sizeof(uint32_t) * state->schema->table_count;
    for (unsigned t = 0; t < state->schema->table_count; t++) {
        const fs__table_layout *table = &state->tables[t];
        for (unsigned c = 0; c < table->column_count; c++)
            end = fill_gap(state, end, &table->columns[c], table->capacity, byte);
    }
    memset(state->block + end, byte, state->block_size - end);
}
