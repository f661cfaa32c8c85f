/* check_state_diff.c: which differences are reported, and in which order. */
#include "state/state_fixture.h"

enum { MOST = 256 };

typedef struct report {
    fs_difference found[MOST];
    size_t count, stop_after;
} report;

static bool store_difference(void *context, const fs_difference *difference)
{
    report *r = context;
    ck_assert_uint_lt(r->count, MOST);
    r->found[r->count++] = *difference;
    return r->count != r->stop_after;
}

static report compare_states(const fs_state *left, const fs_state *right)
{
    report r = { .count = 0 };
    ck_assert_uint_eq(fs_state_diff(left, right, store_difference, &r), r.count);
    return r;
}

static void expect_difference(const fs_difference *d, unsigned table, unsigned row, unsigned field, unsigned component)
{
    ck_assert_uint_eq(d->ref.table, table);
    ck_assert_uint_eq(d->ref.row, row);
    ck_assert_uint_eq(d->ref.field, field);
    ck_assert_uint_eq(d->ref.component, component);
}

START_TEST(equal_states_do_not_differ)
{
    fs_state *left = create_filled(70, 1);
    fs_state *right = create_filled(70, 1);
    ck_assert_uint_eq(compare_states(left, right).count, 0);
    ck_assert_uint_eq(compare_states(left, left).count, 0);
    fs_state_destroy(left);
    fs_state_destroy(right);
}
END_TEST

/* Changes in several groups are reported in the order of table, row, field, component. */
START_TEST(order_is_canonical)
{
    fs_state *left = create_filled(70, 1);
    fs_state *right = create_filled(70, 1);
    struct fixture_view view;
    fixture_bind(right, &view);
    view.thing.kind[2]++;
    view.all.quat[69].w++;
    view.all.quat[3].w++;
    view.all.u8[64]++;
    view.all.quat[3].x++;
    view.all.i16[3]--;
    view.world.tick[0]++;
    report r = compare_states(left, right);
    ck_assert_uint_eq(r.count, 7);
    expect_difference(&r.found[0], fixture_T_world, 0, 0, 0);
    expect_difference(&r.found[1], fixture_T_all, 3, FS_TYPE_I16, 0);
    expect_difference(&r.found[2], fixture_T_all, 3, FS_TYPE_QUAT, 0);
    expect_difference(&r.found[3], fixture_T_all, 3, FS_TYPE_QUAT, 3);
    expect_difference(&r.found[4], fixture_T_all, 64, FS_TYPE_U8, 0);
    expect_difference(&r.found[5], fixture_T_all, 69, FS_TYPE_QUAT, 3);
    expect_difference(&r.found[6], fixture_T_thing, 2, 2, 0);
    struct fixture_view old;
    fixture_peek(left, &old);
    ck_assert_int_eq(r.found[2].left, old.all.quat[3].x);
    ck_assert_int_eq(r.found[2].right, view.all.quat[3].x);
    ck_assert(r.found[2].left_exists && r.found[2].right_exists);
    fs_state_destroy(left);
    fs_state_destroy(right);
}
END_TEST

START_TEST(rows_on_one_side)
{
    fs_state *left = create_filled(70, 1);
    fs_state *right = create_filled(70, 1);
    fs_rows_resize(right, fixture_T_bare, 1);
    fs_handle handle;
    fs_rows_resize(left, fixture_T_all, 0);
    fs_rows_resize(right, fixture_T_all, 0);
    /* Off the free list, then past the rows of the other. */
    for (unsigned i = 0; i < 3; i++) {
        fs_pool_create(left, fixture_T_thing, &handle);
        fs_pool_create(right, fixture_T_thing, &handle);
    }
    fs_pool_create(right, fixture_T_thing, &handle);
    report r = compare_states(left, right);
    /* The pool row: 2 + 2 + 1 components, gen, next; then two rows of one field. */
    ck_assert_uint_eq(r.count, 7 + 2);
    for (unsigned i = 0; i < 7; i++) {
        ck_assert(!r.found[i].left_exists && r.found[i].right_exists);
        ck_assert_uint_eq(r.found[i].ref.row, 10);
        ck_assert_int_eq(r.found[i].left, 0);
    }
    expect_difference(&r.found[5], fixture_T_thing, 10, 3, 0);
    ck_assert_int_eq(r.found[5].right, 1);
    for (unsigned i = 7; i < 9; i++) {
        ck_assert(r.found[i].left_exists && !r.found[i].right_exists);
        expect_difference(&r.found[i], fixture_T_bare, i - 6, 0, 0);
    }
    fs_state_destroy(left);
    fs_state_destroy(right);
}
END_TEST

START_TEST(capacities_may_differ)
{
    static const uint32_t large[fixture_T_COUNT] = { 1, 500, 30, 9 };
    static uint8_t bytes[32768];
    fs_state *left = create_filled(70, 1);
    fs_state *right = NULL;
    ck_assert_int_eq(fs_state_create(&fixture_schema, large, &right), FS_OK);
    size_t size = fs_state_encode(left, bytes, sizeof bytes);
    ck_assert_int_eq(fs_state_decode(right, bytes, size), FS_OK);
    ck_assert_uint_eq(compare_states(left, right).count, 0);
    ck_assert(fs_state_hash(left) == fs_state_hash(right));
    fs_rows_resize(right, fixture_T_bare, 9);
    ck_assert_uint_eq(compare_states(left, right).count, 6);
    fs_state_destroy(left);
    fs_state_destroy(right);
}
END_TEST

START_TEST(the_caller_may_stop)
{
    fs_state *left = create_filled(70, 1);
    fs_state *right = create_filled(70, 2);
    for (size_t n = 1; n < 100; n += 7) {
        report r = { .count = 0, .stop_after = n };
        ck_assert_uint_eq(fs_state_diff(left, right, store_difference, &r), n);
        ck_assert_uint_eq(r.count, n);
    }
    fs_state_destroy(left);
    fs_state_destroy(right);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("state_diff");
    TCase *tc = tcase_create("diff");
    tcase_add_test(tc, equal_states_do_not_differ);
    tcase_add_test(tc, order_is_canonical);
    tcase_add_test(tc, rows_on_one_side);
    tcase_add_test(tc, capacities_may_differ);
    tcase_add_test(tc, the_caller_may_stop);
    suite_add_tcase(suite, tc);
    return suite;
}
