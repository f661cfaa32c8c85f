/* state_fixture.h: a schema with every field type, a pool and an odd table, and
 * states of it filled from a fixed generator, for the tests of the state. */
#ifndef FS_STATE_FIXTURE_H
#define FS_STATE_FIXTURE_H

#include <fixstep/state.h>

#include "support/check_main.h"

/* The output of clang-format for this macro is not stable. */
/* clang-format off */
#define FIXTURE_ALL(F, t)                                                                                                 \
    F(t, U8, u8, "")                                                                                                  \
    F(t, U16, u16, "") F(t, U32, u32, "") F(t, U64, u64, "") F(t, I8, i8, "") F(t, I16, i16, "") F(t, I32, i32, "")   \
        F(t, I64, i64, "") F(t, FIX16, fix16, "m") F(t, WIDE, wide, "kg") F(t, WIDE2, wide2, "N")                     \
            F(t, WIDE3, wide3, "N") F(t, POS, pos, "m") F(t, POS2, pos2, "m") F(t, POS3, pos3, "m")                   \
                F(t, REL, rel, "m") F(t, REL2, rel2, "m") F(t, REL3, rel3, "m") F(t, UNIT, unit, "")                  \
                    F(t, ROT2, rot2, "") F(t, QUAT, quat, "") F(t, VEL, vel, "m/s") F(t, VEL2, vel2, "m/s")           \
                        F(t, VEL3, vel3, "m/s") F(t, ALPHA, alpha, "1/m") F(t, SCALED, scaled, "") F(t, RNG, rng, "") \
                            F(t, UNIT2, unit2, "") F(t, HANDLE, handle, "") F(t, UNIT3, unit3, "")
/* clang-format on */
#define FIXTURE_THING(F, t) F(t, POS2, pos, "m") F(t, VEL2, vel, "m/s") F(t, U8, kind, "")
#define FIXTURE_BARE(F, t) F(t, U16, count, "1")
#define STATE_FIXTURE_TABLES(T, P, g) T(g, all, FIXTURE_ALL) P(g, thing, FIXTURE_THING) T(g, bare, FIXTURE_BARE)

FS_SCHEMA(fixture, STATE_FIXTURE_TABLES)

enum { FIXTURE_ALL_CAPACITY = 70, FIXTURE_THING_CAPACITY = 20, FIXTURE_BARE_CAPACITY = 3 };

static const uint32_t fixture_capacities[fixture_T_COUNT] = { 1, FIXTURE_ALL_CAPACITY, FIXTURE_THING_CAPACITY,
                                                              FIXTURE_BARE_CAPACITY };

FS_MAYBE_UNUSED static fs_state *create_empty(void)
{
    fs_state *state = NULL;
    ck_assert_int_eq(fs_state_create(&fixture_schema, fixture_capacities, &state), FS_OK);
    return state;
}

/* SplitMix64 (Steele, Lea, Flood 2014): any bits will do, but the same everywhere. */
FS_MAYBE_UNUSED static uint64_t next_random(uint64_t *seed)
{
    uint64_t z = *seed += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* Random bits in every component of one row; a pool keeps its own fields. */
FS_MAYBE_UNUSED static void fill_row(fs_state *state, unsigned table, uint32_t row, uint64_t *seed)
{
    const fs_table *t = &fixture_schema.tables[table];
    unsigned count = t->field_count - (t->pool ? 2u : 0u);
    for (unsigned f = 0; f < count; f++)
        for (unsigned c = 0; c < fs_type_get(t->fields[f].type)->components; c++) {
            fs_value_ref place = { (uint16_t)table, (uint16_t)f, row, (uint16_t)c };
            ck_assert_int_eq(fs_value_set(state, place, (int64_t)next_random(seed)), FS_OK);
        }
}

/* Rows in every table, a free list of several rows in the pool. */
FS_MAYBE_UNUSED static fs_state *create_filled(uint32_t all_rows, uint64_t seed)
{
    fs_state *state = create_empty();
    fs_handle handles[10];
    ck_assert_int_eq(fs_rows_resize(state, fixture_T_all, all_rows), FS_OK);
    ck_assert_int_eq(fs_rows_resize(state, fixture_T_bare, 3), FS_OK);
    for (unsigned i = 0; i < 10; i++)
        ck_assert_int_eq(fs_pool_create(state, fixture_T_thing, &handles[i]), FS_OK);
    for (unsigned t = 0; t < fixture_T_COUNT; t++)
        for (uint32_t row = 0; row < fs_state_rows(state, t); row++)
            fill_row(state, t, row, &seed);
    for (unsigned i = 1; i < 10; i += 3)
        ck_assert_int_eq(fs_pool_destroy(state, fixture_T_thing, handles[i]), FS_OK);
    return state;
}

#endif
