/* check_state.c: creation, views, copies and rows of the state block. */
#include "state/state_fixture.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

START_TEST(types_match_the_list)
{
    const fs_type_info *pos2 = fs_type_get(FS_TYPE_POS2);
    ck_assert_str_eq(pos2->name, "POS2");
    ck_assert_uint_eq(pos2->width, 8);
    ck_assert_uint_eq(pos2->components, 2);
    ck_assert_uint_eq(pos2->frac_bits, 32);
    ck_assert_str_eq(fs_type_component(FS_TYPE_POS2, 1), "y");
    ck_assert_str_eq(fs_type_component(FS_TYPE_QUAT, 3), "w");
    ck_assert_str_eq(fs_type_component(FS_TYPE_ROT2, 1), "s");
    ck_assert_str_eq(fs_type_component(FS_TYPE_SCALED, 1), "e");
    ck_assert_str_eq(fs_type_component(FS_TYPE_RNG, 1), "counter");
    ck_assert_str_eq(fs_type_component(FS_TYPE_HANDLE, 0), "index1");
    ck_assert_str_eq(fs_type_component(FS_TYPE_HANDLE, 1), "generation");
    ck_assert_str_eq(fs_type_component(FS_TYPE_POS, 0), "");
    ck_assert_str_eq(fs_type_component(FS_TYPE_POS2, 2), "");
    ck_assert_ptr_null(fs_type_get(FS_TYPE_COUNT));
    ck_assert_ptr_null(fs_type_get((fs_type)-1));
    ck_assert_str_eq(fs_type_component(FS_TYPE_COUNT, 0), "");
}
END_TEST

START_TEST(fixture_has_every_type)
{
    ck_assert_uint_eq(fixture_schema.tables[fixture_T_all].field_count, FS_TYPE_COUNT);
    for (unsigned i = 0; i < FS_TYPE_COUNT; i++)
        ck_assert_uint_eq(fixture_schema.tables[fixture_T_all].fields[i].type, i);
}
END_TEST

START_TEST(a_new_state_is_zero)
{
    fs_state *state = create_empty();
    ck_assert_ptr_eq(fs_state_schema(state), &fixture_schema);
    ck_assert_uint_eq(fs_state_rows(state, fixture_T_world), 1);
    ck_assert_uint_eq(fs_state_tick(state), 0);
    for (unsigned t = 1; t < fixture_T_COUNT; t++) {
        ck_assert_uint_eq(fs_state_rows(state, t), 0);
        ck_assert_uint_eq(fs_state_capacity(state, t), fixture_capacities[t]);
    }
    ck_assert_uint_eq(fs_state_block_size(state) % 64, 0);
    fs_state_destroy(state);
    fs_state_destroy(NULL);
}
END_TEST

/* A column must not reach into the next one: each is filled with its own byte,
 * then all are read again. */
START_TEST(columns_do_not_overlap)
{
    fs_state *state = create_empty();
    struct fixture_view view;
    fixture_bind(state, &view);
    const fs_table *t = &fixture_schema.tables[fixture_T_all];
    fs_rows_resize(state, fixture_T_all, FIXTURE_ALL_CAPACITY);
    for (unsigned pass = 0; pass < 2; pass++)
        for (unsigned i = 0; i < t->field_count; i++) {
            const fs_type_info *info = fs_type_get(t->fields[i].type);
            size_t size = (size_t)FIXTURE_ALL_CAPACITY * info->width * info->components;
            unsigned char *column;
            memcpy(&column, (char *)&view.all + t->fields[i].offset, sizeof column);
            ck_assert_uint_eq((uintptr_t)column % (size >= 64 ? 64 : 16), 0);
            if (pass == 0)
                memset(column, (int)i + 1, size);
            for (size_t k = 0; k < size; k++)
                ck_assert_uint_eq(column[k], i + 1);
        }
    ck_assert_uint_eq(*view.all.rows, FIXTURE_ALL_CAPACITY);
    ck_assert_uint_eq(view.all.capacity, FIXTURE_ALL_CAPACITY);
    ck_assert_uint_eq(*view.thing.rows, 0);
    ck_assert_uint_eq(*view.world.rows, 1);
    fs_state_destroy(state);
}
END_TEST

START_TEST(views_reach_the_fields)
{
    fs_state *state = create_empty();
    struct fixture_view view, reader;
    fixture_bind(state, &view);
    fixture_peek(state, &reader);
    fs_rows_resize(state, fixture_T_all, 2);
    view.world.tick[0] = 77;
    view.all.pos2[1].y = -5;
    view.all.rot2[1].s = 9;
    view.all.u64[0] = UINT64_MAX;
    ck_assert_uint_eq(fs_state_tick(state), 77);
    ck_assert_int_eq(reader.all.pos2[1].y, -5);
    int64_t raw = 0;
    fs_value_ref place;
    ck_assert_int_eq(fs_value_find(&fixture_schema, "all", "pos2.y", &place), FS_OK);
    place.row = 1;
    ck_assert_int_eq(fs_value_get(state, place, &raw), FS_OK);
    ck_assert_int_eq(raw, -5);
    ck_assert_int_eq(fs_value_find(&fixture_schema, "all", "rot2.s", &place), FS_OK);
    place.row = 1;
    ck_assert_int_eq(fs_value_get(state, place, &raw), FS_OK);
    ck_assert_int_eq(raw, 9);
    fs_state_destroy(state);
}
END_TEST

/* A schema header that two files include gives two equal schemas. */
START_TEST(a_twin_schema_binds)
{
    fs_state *state = create_empty();
    struct fixture_view view;
    fs_schema twin = fixture_schema;
    fs_state_bind(state, &twin, &view);
    ck_assert_uint_eq(*view.world.rows, 1);
    fs_state_destroy(state);
}
END_TEST

START_TEST(a_foreign_schema_does_not_bind)
{
    fs_state *state = create_empty();
    struct fixture_view view;
    fs_schema other = fixture_schema;
    other.name = "other";
    fs_state_bind(state, &other, &view);
}
END_TEST

START_TEST(a_decoded_schema_does_not_bind)
{
    uint8_t bytes[4096];
    fs_schema *schema = NULL;
    size_t size = fs_schema_encode(&fixture_schema, bytes, sizeof bytes);
    if (fs_schema_decode(bytes, size, &schema) != FS_OK)
        exit(1);
    fs_state *state = NULL;
    if (fs_state_create(schema, fixture_capacities, &state) != FS_OK)
        exit(1);
    struct fixture_view view;
    fs_state_bind(state, schema, &view);
}
END_TEST

START_TEST(bad_capacities_are_refused)
{
    fs_state *state = NULL;
    static const uint32_t bad[][fixture_T_COUNT] = {
        { 0, 1, 1, 1 },
        { 2, 1, 1, 1 },
        { 1, FS_MAX_ROWS + 1u, 1, 1 },
        { 1, 1, 1, UINT32_MAX },
        { 1, FS_MAX_ROWS, 1, 1 } /* a block above FS_MAX_BLOCK */
    };
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        ck_assert_int_eq(fs_state_create(&fixture_schema, bad[i], &state), FS_E_ARGUMENT);
        ck_assert_ptr_null(state);
    }
    ck_assert_int_eq(fs_state_create(&fixture_schema, NULL, &state), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_state_create(NULL, fixture_capacities, &state), FS_E_ARGUMENT);
    /* Tables without any row are legal. */
    static const uint32_t none[fixture_T_COUNT] = { 1, 0, 0, 0 };
    ck_assert_int_eq(fs_state_create(&fixture_schema, none, &state), FS_OK);
    ck_assert_int_eq(fs_rows_resize(state, fixture_T_all, 1), FS_E_CAPACITY);
    ck_assert_uint_ne(fs_state_hash(state), 0);
    fs_state_destroy(state);
}
END_TEST

START_TEST(added_and_removed_rows_are_zero)
{
    fs_state *state = create_empty();
    struct fixture_view view;
    fixture_bind(state, &view);
    uint64_t empty = fs_state_hash(state);
    ck_assert_int_eq(fs_rows_resize(state, fixture_T_all, FIXTURE_ALL_CAPACITY), FS_OK);
    uint64_t zeros = fs_state_hash(state);
    ck_assert(zeros != empty);
    uint64_t seed = 1;
    for (uint32_t i = 0; i < FIXTURE_ALL_CAPACITY; i++)
        fill_row(state, fixture_T_all, i, &seed);
    ck_assert(fs_state_hash(state) != zeros);
    ck_assert_int_eq(fs_rows_resize(state, fixture_T_all, 0), FS_OK);
    ck_assert(fs_state_hash(state) == empty);
    ck_assert_int_eq(view.all.i32[3], 0);
    /* What a game wrote past its last row must not enter the state either. */
    view.all.i32[3] = 1;
    ck_assert_int_eq(fs_rows_resize(state, fixture_T_all, FIXTURE_ALL_CAPACITY), FS_OK);
    ck_assert(fs_state_hash(state) == zeros);
    ck_assert_int_eq(fs_rows_resize(state, fixture_T_all, FIXTURE_ALL_CAPACITY + 1), FS_E_CAPACITY);
    ck_assert_int_eq(fs_rows_resize(state, fixture_T_world, 0), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_rows_resize(state, fixture_T_thing, 1), FS_E_ARGUMENT);
    ck_assert_uint_eq(fs_state_rows(state, fixture_T_all), FIXTURE_ALL_CAPACITY);
    fs_state_destroy(state);
}
END_TEST

START_TEST(copies_equal_the_state)
{
    fs_state *from = create_filled(70, 3);
    fs_state *to = create_filled(5, 4);
    uint64_t root = fs_state_hash(from);
    ck_assert(fs_state_hash(to) != root);
    ck_assert_int_eq(fs_state_copy(to, from), FS_OK);
    ck_assert(fs_state_hash(to) == root);
    ck_assert_int_eq(fs_state_copy(to, to), FS_OK);
    ck_assert(fs_state_hash(to) == root);

    static const uint32_t smaller[fixture_T_COUNT] = { 1, 70, 20, 2 };
    fs_state *other = NULL;
    ck_assert_int_eq(fs_state_create(&fixture_schema, smaller, &other), FS_OK);
    ck_assert_int_eq(fs_state_copy(other, from), FS_E_SCHEMA);
    fs_state_destroy(other);
    fs_state_destroy(from);
    fs_state_destroy(to);
}
END_TEST

/* Of large blocks the rows in use are copied: what was in use and no longer is becomes zero. */
START_TEST(large_blocks_are_copied_by_rows)
{
    static const uint32_t capacities[fixture_T_COUNT] = { 1, 2000, 900, 3 };
    struct fixture_view view;
    fs_state *state[2];
    fs_handle made, want;
    uint64_t seed = 9;
    for (int k = 0; k < 2; k++) {
        ck_assert_int_eq(fs_state_create(&fixture_schema, capacities, &state[k]), FS_OK);
        ck_assert_int_eq(fs_rows_resize(state[k], fixture_T_all, k == 0 ? 70 : 1900), FS_OK);
        for (uint32_t row = 0; row < fs_state_rows(state[k], fixture_T_all); row += 23)
            fill_row(state[k], fixture_T_all, row, &seed);
        for (int i = 0; i < 40 + 800 * k; i++)
            ck_assert_int_eq(fs_pool_create(state[k], fixture_T_thing, &made), FS_OK);
        ck_assert_int_eq(fs_pool_destroy(state[k], fixture_T_thing, made), FS_OK);
    }
    uint8_t *bytes = malloc(fs_state_block_size(state[0]));
    ck_assert_ptr_nonnull(bytes);
    memset(bytes, 0xA5, fs_state_block_size(state[0]));
    fs_state_store(state[0], bytes);
    if (_i == 0)
        fs_state_fetch(state[1], bytes);
    else
        ck_assert_int_eq(fs_state_copy(state[1], state[0]), FS_OK);
    ck_assert(fs_state_hash(state[1]) == fs_state_hash(state[0]));
    fixture_bind(state[1], &view);
    for (uint32_t row = 70; row < 2000; row++)
        ck_assert(view.all.i64[row] == 0 && view.all.u8[row] == 0);
    ck_assert_int_eq(fs_pool_create(state[0], fixture_T_thing, &want), FS_OK);
    ck_assert_int_eq(fs_pool_create(state[1], fixture_T_thing, &made), FS_OK);
    ck_assert(made.index1 == want.index1 && made.generation == want.generation);
    free(bytes);
    fs_state_destroy(state[0]);
    fs_state_destroy(state[1]);
}
END_TEST

/* The block is relocatable: at any address, and it carries the pool's free list. */
START_TEST(stored_blocks_can_be_fetched)
{
    fs_state *from = create_filled(33, 5);
    fs_state *to = create_empty();
    size_t size = fs_state_block_size(from);
    uint8_t *bytes = malloc(size + 3);
    ck_assert_ptr_nonnull(bytes);
    fs_state_store(from, bytes + 3);
    fs_state_fetch(to, bytes + 3);
    free(bytes);
    ck_assert(fs_state_hash(to) == fs_state_hash(from));
    for (unsigned i = 0; i < 4; i++) {
        fs_handle a, b;
        ck_assert_int_eq(fs_pool_create(from, fixture_T_thing, &a), FS_OK);
        ck_assert_int_eq(fs_pool_create(to, fixture_T_thing, &b), FS_OK);
        ck_assert_uint_eq(a.index1, b.index1);
        ck_assert_uint_eq(a.generation, b.generation);
    }
    ck_assert(fs_state_hash(to) == fs_state_hash(from));
    fs_state_destroy(from);
    fs_state_destroy(to);
}
END_TEST

/* Tests that end in abort() need a process of their own. */
static bool can_fork(void)
{
    const char *fork = getenv("CK_FORK");
    return fork == NULL || strcmp(fork, "no") != 0;
}

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("state");
    TCase *tc = tcase_create("block");
    tcase_add_test(tc, types_match_the_list);
    tcase_add_test(tc, fixture_has_every_type);
    tcase_add_test(tc, a_new_state_is_zero);
    tcase_add_test(tc, columns_do_not_overlap);
    tcase_add_test(tc, views_reach_the_fields);
    tcase_add_test(tc, a_twin_schema_binds);
    tcase_add_test(tc, bad_capacities_are_refused);
    tcase_add_test(tc, added_and_removed_rows_are_zero);
    tcase_add_test(tc, copies_equal_the_state);
    tcase_add_test(tc, stored_blocks_can_be_fetched);
    tcase_add_loop_test(tc, large_blocks_are_copied_by_rows, 0, 2);
    if (can_fork()) {
        tcase_add_test_raise_signal(tc, a_foreign_schema_does_not_bind, SIGABRT);
        tcase_add_test_raise_signal(tc, a_decoded_schema_does_not_bind, SIGABRT);
    }
    suite_add_tcase(suite, tc);
    return suite;
}
