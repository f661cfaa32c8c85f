/* check_state_pool.c: handles, generations and the free list, also a broken one. */
#include "state/state_fixture.h"

#include <stdlib.h>
#include <string.h>

enum { POOL = fixture_T_thing };

static fs_handle create(fs_state *state)
{
    fs_handle handle;
    ck_assert_int_eq(fs_pool_create(state, POOL, &handle), FS_OK);
    return handle;
}

START_TEST(handles_name_their_rows)
{
    fs_state *state = create_empty();
    for (uint32_t i = 0; i < FIXTURE_THING_CAPACITY; i++) {
        fs_handle handle = create(state);
        uint32_t row = 99;
        ck_assert_int_eq(fs_pool_row(state, POOL, handle, &row), FS_OK);
        ck_assert_uint_eq(row, i);
        ck_assert_uint_eq(fs_pool_handle(state, POOL, i).index1, i + 1);
        ck_assert_uint_eq(fs_pool_handle(state, POOL, i).generation, handle.generation);
    }
    fs_handle full = { 1, 1 };
    ck_assert_int_eq(fs_pool_create(state, POOL, &full), FS_E_CAPACITY);
    ck_assert_uint_eq(full.index1, 0);
    ck_assert_uint_eq(fs_pool_handle(state, POOL, FIXTURE_THING_CAPACITY).index1, 0);
    fs_state_destroy(state);
}
END_TEST

START_TEST(stale_handles_are_refused)
{
    fs_state *state = create_empty();
    uint32_t row = 0;
    fs_handle old = create(state);
    ck_assert_int_eq(fs_pool_destroy(state, POOL, old), FS_OK);
    ck_assert_int_eq(fs_pool_row(state, POOL, old, &row), FS_E_STALE);
    ck_assert_int_eq(fs_pool_destroy(state, POOL, old), FS_E_STALE);
    ck_assert_uint_eq(fs_pool_handle(state, POOL, 0).index1, 0);
    fs_handle young = create(state);
    ck_assert_uint_eq(young.index1, old.index1);
    ck_assert_uint_ne(young.generation, old.generation);
    ck_assert_int_eq(fs_pool_row(state, POOL, old, &row), FS_E_STALE);
    ck_assert_int_eq(fs_pool_row(state, POOL, young, &row), FS_OK);
    static const fs_handle never[] = { { 0, 0 }, { 0, 1 }, { 2, 1 }, { UINT32_MAX, 1 }, { 1, 0 }, { 1, 2 } };
    for (unsigned i = 0; i < sizeof never / sizeof never[0]; i++)
        ck_assert_int_eq(fs_pool_row(state, POOL, never[i], &row), FS_E_STALE);
    fs_state_destroy(state);
}
END_TEST

/* A free row's even generation is no handle, though it is the row's. */
START_TEST(generations_of_free_rows_are_refused)
{
    fs_state *state = create_empty();
    uint32_t row;
    fs_handle handle = create(state);
    fs_pool_destroy(state, POOL, handle);
    handle.generation++;
    ck_assert_int_eq(fs_pool_row(state, POOL, handle, &row), FS_E_STALE);
    fs_state_destroy(state);
}
END_TEST

START_TEST(last_freed_is_first_reused_and_zero)
{
    fs_state *state = create_empty();
    struct fixture_view view;
    fixture_bind(state, &view);
    fs_handle h[6];
    uint64_t seed = 8;
    for (unsigned i = 0; i < 6; i++) {
        h[i] = create(state);
        fill_row(state, POOL, i, &seed);
    }
    static const unsigned order[] = { 3, 0, 5, 1 };
    for (unsigned i = 0; i < 4; i++)
        ck_assert_int_eq(fs_pool_destroy(state, POOL, h[order[i]]), FS_OK);
    ck_assert_int_eq(view.thing.vel[5].x, 0);
    view.thing.vel[5].x = 4; /* a game writes into a row that is not in use */
    for (unsigned i = 4; i-- > 0;) {
        fs_handle again = create(state);
        uint32_t row = order[i];
        ck_assert_uint_eq(again.index1, row + 1);
        ck_assert_uint_eq(again.generation, 3);
        ck_assert_uint_eq(view.thing.next[row], 0);
        ck_assert_int_eq(view.thing.pos[row].x, 0);
        ck_assert_int_eq(view.thing.vel[row].x, 0);
        ck_assert_uint_eq(view.thing.kind[row], 0);
    }
    ck_assert_uint_eq(create(state).index1, 7);
    fs_state_destroy(state);
}
END_TEST

/* Two pools that went through the codec, or did not, live on alike. */
START_TEST(free_list_survives_the_codec)
{
    fs_state *a = create_empty();
    fs_state *b = create_empty();
    uint8_t bytes[4096];
    uint64_t seed = 21;
    for (unsigned step = 0; step < 400; step++) {
        uint32_t rows = fs_state_rows(a, POOL);
        fs_handle handle = { 0, 0 };
        if (rows > 0)
            handle = fs_pool_handle(a, POOL, (uint32_t)(next_random(&seed) % rows));
        fs_handle made;
        if (next_random(&seed) % 2 == 0)
            ck_assert_int_eq(fs_pool_destroy(a, POOL, handle), fs_pool_destroy(b, POOL, handle));
        else
            ck_assert_int_eq(fs_pool_create(a, POOL, &made), fs_pool_create(b, POOL, &made));
        ck_assert(fs_state_hash(a) == fs_state_hash(b));
        size_t size = fs_state_encode(b, bytes, sizeof bytes);
        ck_assert_int_eq(fs_state_decode(b, bytes, size), FS_OK);
    }
    ck_assert_uint_gt(fs_state_rows(a, POOL), 3);
    fs_state_destroy(a);
    fs_state_destroy(b);
}
END_TEST

/* Decodes the fixture's bytes with two words of its pool replaced. */
static fs_result decode_with(uint32_t gen_row, uint32_t gen, uint32_t next_row, uint32_t next)
{
    fs_state *state = create_filled(0, 1);
    struct fixture_view view;
    fixture_bind(state, &view);
    view.thing.gen[gen_row] = gen;
    view.thing.next[next_row] = next;
    uint8_t bytes[4096];
    size_t size = fs_state_encode(state, bytes, sizeof bytes);
    fs_result result = fs_state_decode(state, bytes, size);
    ck_assert_uint_eq(*view.thing.rows, result == FS_OK ? 10 : 0);
    fs_state_destroy(state);
    return result;
}

/* The fixture's free rows are 1, 4 and 7, freed in this order: 7 -> 4 -> 1. */
START_TEST(broken_lists_are_refused)
{
    ck_assert_int_eq(decode_with(1, 2, 4, 2), FS_OK);
    ck_assert_int_eq(decode_with(1, 2, 1, 8), FS_E_MALFORMED);  /* a circle of all */
    ck_assert_int_eq(decode_with(1, 2, 4, 5), FS_E_MALFORMED);  /* a row links to itself */
    ck_assert_int_eq(decode_with(1, 2, 4, 8), FS_E_MALFORMED);  /* a circle of two */
    ck_assert_int_eq(decode_with(1, 2, 4, 0), FS_E_MALFORMED);  /* row 1 lost */
    ck_assert_int_eq(decode_with(1, 2, 4, 1), FS_E_MALFORMED);  /* a link to a row in use */
    ck_assert_int_eq(decode_with(1, 2, 4, 11), FS_E_MALFORMED); /* past the rows */
    ck_assert_int_eq(decode_with(1, 2, 4, UINT32_MAX), FS_E_MALFORMED);
    ck_assert_int_eq(decode_with(1, 2, 0, 2), FS_E_MALFORMED); /* a row in use links */
    ck_assert_int_eq(decode_with(1, 3, 4, 2), FS_E_MALFORMED); /* a listed row is in use */
    ck_assert_int_eq(decode_with(0, 2, 4, 2), FS_E_MALFORMED); /* a free row is not listed */
    ck_assert_int_eq(decode_with(1, 4, 4, 2), FS_OK);          /* another even generation */
}
END_TEST

/* The sum of the links gives row 4 as the head, and three steps from there end:
 * 4 -> 1 -> 0. But row 0 is in use and row 7 was left out. */
START_TEST(a_forged_sum_is_refused)
{
    uint8_t bytes[4096];
    fs_state *state = create_filled(0, 1);
    struct fixture_view view;
    fixture_bind(state, &view);
    view.thing.next[1] = 1;
    view.thing.next[7] = 7;
    size_t size = fs_state_encode(state, bytes, sizeof bytes);
    ck_assert_int_eq(fs_state_decode(state, bytes, size), FS_E_MALFORMED);
    fs_state_destroy(state);
}
END_TEST

/* Rows past the last are no part of the state, whatever lies there. */
START_TEST(unused_rows_start_zeroed)
{
    fs_state *state = create_empty();
    struct fixture_view view;
    fixture_bind(state, &view);
    view.thing.gen[0] = 5;
    view.thing.next[0] = 3;
    view.thing.vel[0].y = 3;
    ck_assert_uint_eq(create(state).generation, 1);
    ck_assert_uint_eq(view.thing.next[0], 0);
    ck_assert_int_eq(view.thing.vel[0].y, 0);
    fs_state_destroy(state);
}
END_TEST

/* An injected fault in a link may lead anywhere but outside the table. */
START_TEST(broken_links_stay_inside_the_table)
{
    static const uint32_t links[] = { 0, 1, 5, 8, 10, 11, 20, 21, 4096, UINT32_MAX };
    for (unsigned i = 0; i < sizeof links / sizeof links[0]; i++)
        for (uint32_t gen = 0; gen < 4; gen++) {
            fs_state *state = create_filled(0, 1);
            struct fixture_view view;
            fixture_bind(state, &view);
            view.thing.next[7] = links[i];
            view.thing.gen[4] = gen;
            unsigned made = 0;
            fs_handle handle;
            while (fs_pool_create(state, POOL, &handle) == FS_OK) {
                uint32_t row = UINT32_MAX;
                ck_assert_int_eq(fs_pool_row(state, POOL, handle, &row), FS_OK);
                ck_assert_uint_lt(row, FIXTURE_THING_CAPACITY);
                made++;
            }
            ck_assert_uint_ge(made, 10);
            ck_assert_uint_le(made, 14);
            fs_state_destroy(state);
        }
}
END_TEST

/* A handle as a field of another table: it keeps its object through the codec, and goes stale with it. */
START_TEST(fields_hold_handles)
{
    static uint8_t bytes[1 << 16];
    struct fixture_view view;
    fs_state *state = create_empty(), *copy = create_empty();
    fs_handle thing = create(state);
    uint32_t row;
    ck_assert_int_eq(fs_rows_resize(state, fixture_T_all, 1), FS_OK);
    fixture_bind(state, &view);
    *view.all.handle = thing;
    size_t size = fs_state_encode(state, bytes, sizeof bytes);
    ck_assert_uint_gt(size, 0);
    ck_assert_int_eq(fs_state_decode(copy, bytes, size), FS_OK);
    fixture_bind(copy, &view);
    ck_assert_int_eq(fs_pool_row(copy, POOL, *view.all.handle, &row), FS_OK);
    ck_assert_uint_eq(row, thing.index1 - 1);
    char *json = fs_state_json(copy);
    ck_assert_ptr_nonnull(strstr(json, "\"generation\""));
    free(json);
    ck_assert_int_eq(fs_pool_destroy(copy, POOL, thing), FS_OK);
    ck_assert_int_eq(fs_pool_row(copy, POOL, *view.all.handle, &row), FS_E_STALE);
    fs_state_destroy(state);
    fs_state_destroy(copy);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("state_pool");
    TCase *tc = tcase_create("pool");
    tcase_add_test(tc, handles_name_their_rows);
    tcase_add_test(tc, stale_handles_are_refused);
    tcase_add_test(tc, generations_of_free_rows_are_refused);
    tcase_add_test(tc, last_freed_is_first_reused_and_zero);
    tcase_add_test(tc, free_list_survives_the_codec);
    tcase_add_test(tc, broken_lists_are_refused);
    tcase_add_test(tc, a_forged_sum_is_refused);
    tcase_add_test(tc, unused_rows_start_zeroed);
    tcase_add_test(tc, broken_links_stay_inside_the_table);
    tcase_add_test(tc, fields_hold_handles);
    suite_add_tcase(suite, tc);
    return suite;
}
