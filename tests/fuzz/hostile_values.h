/* hostile_values.h: components of a state overwritten by hostile values: ends of the type, small steps, flipped bits,
 * values of other rows. Everything follows from the generator.
 */
#ifndef FS_TEST_HOSTILE_VALUES_H
#define FS_TEST_HOSTILE_VALUES_H

#include <fixstep/state.h>

#include "support/check_main.h"

static inline int64_t extreme_value(fs_rng *rng, unsigned bits)
{
    uint64_t all = UINT64_MAX >> (64 - bits), half = all / 2; /* half: the largest signed value */
    const uint64_t values[] = { 0, 1, all, all - 1, half, half - 1, half + 1, half + 2 };
    return (int64_t)values[fs_rng_below(rng, sizeof values / sizeof values[0])];
}

/* The component in another row of the same table. */
static inline int64_t value_elsewhere(const fs_state *state, fs_value_ref ref, fs_rng *rng)
{
    int64_t raw = 0;
    ref.row = fs_rng_below(rng, fs_state_rows(state, ref.table));
    ck_assert_int_eq(fs_value_get(state, ref, &raw), FS_OK);
    return raw;
}

static inline int64_t hostile_value(const fs_state *state, fs_value_ref ref, unsigned bits, int64_t raw, fs_rng *rng)
{
    uint64_t step = (uint64_t)1 << fs_rng_below(rng, bits);
    switch (fs_rng_below(rng, 7)) {
    case 0: return extreme_value(rng, bits);
    case 1: return (int64_t)((uint64_t)raw ^ step);
    case 2: return (int64_t)((uint64_t)raw + step);
    case 3: return (int64_t)((uint64_t)raw - step);
    case 4: return value_elsewhere(state, ref, rng);
    case 5: return (int64_t)(0 - (uint64_t)raw);
    default: return (int64_t)(fs_rng_u64(rng) >> (raw & 63));
    }
}

/* Overwrites one component, or all of its field in the row. */
static inline void change_value(fs_state *state, fs_rng *rng)
{
    const fs_schema *schema = fs_state_schema(state);
    fs_value_ref ref = { .table = (uint16_t)fs_rng_below(rng, schema->table_count) };
    uint32_t rows = fs_state_rows(state, ref.table);
    if (rows == 0)
        return;
    ref.field = (uint16_t)fs_rng_below(rng, schema->tables[ref.table].field_count);
    ref.row = fs_rng_below(rng, rows);
    const fs_type_info *info = fs_type_get(schema->tables[ref.table].fields[ref.field].type);
    uint32_t first = fs_rng_below(rng, info->components),
             last = fs_rng_chance(rng, 1, 2) ? info->components : first + 1;
    for (uint32_t c = first; c < last; c++) {
        int64_t raw;
        ref.component = (uint16_t)c;
        ck_assert_int_eq(fs_value_get(state, ref, &raw), FS_OK);
        raw = hostile_value(state, ref, 8u * info->width, raw, rng);
        ck_assert_int_eq(fs_value_set(state, ref, raw), FS_OK);
    }
}

/* Another number of rows: the decoder accepts up to the capacity. */
static inline void change_rows(fs_state *state, fs_rng *rng)
{
    const fs_schema *schema = fs_state_schema(state);
    unsigned table = fs_rng_below(rng, schema->table_count);
    if (table > 0 && !schema->tables[table].pool)
        (void)fs_rows_resize(state, table, fs_rng_below(rng, fs_state_capacity(state, table) + 1));
}

#endif
