/* check_inspect.c: the body that a line of sight meets, and its fields as text. */
#include <string.h>

#include "inspect.h"
#include "support/check_main.h"

#define BODY_FIELDS(F, t) \
    F(t, POS3, pos, "m")  \
    F(t, U32, kind, "")
#define MARK_FIELDS(F, t) F(t, POS2, pos, "m")
#define ROOM_TABLES(T, P, g) \
    P(g, body, BODY_FIELDS)  \
    T(g, mark, MARK_FIELDS)
FS_SCHEMA(room, ROOM_TABLES)

static fs_state *state;
static struct room_view view;

static void open_state(void)
{
    const uint32_t capacities[] = { 1, 4, 2 };
    ck_assert_int_eq(fs_state_create(&room_schema, capacities, &state), FS_OK);
    room_bind(state, &view);
}

static uint32_t add_body(int x, int y, int z)
{
    fs_handle handle;
    ck_assert_int_eq(fs_pool_create(state, room_T_body, &handle), FS_OK);
    view.body.pos[handle.index1 - 1] = fs_pos3_make(x * FS_POS_ONE, y * FS_POS_ONE, z * FS_POS_ONE);
    return handle.index1 - 1;
}

static fs_draw_ray look(double x, double y)
{
    return (fs_draw_ray){ .origin = { x, y, 10 }, .direction = { 0, 0, -1 }, .reach = 0.01 };
}

START_TEST(the_nearest_body_is_chosen)
{
    open_state();
    uint32_t a = add_body(0, 0, 0), b = add_body(1, 0, 0);
    fs_draw_ray at_a = look(0.1, 0), at_b = look(0.8, 0), nowhere = look(5, 5), away = look(0, 0);
    inspected_row row = inspect_pick(state, &at_a);
    ck_assert(row.chosen && row.table == room_T_body && row.row == a);
    row = inspect_pick(state, &at_b);
    ck_assert(row.chosen && row.row == b);
    ck_assert(!inspect_pick(state, &nowhere).chosen);
    /* What is behind the eye is not seen. */
    away.direction[2] = 1;
    ck_assert(!inspect_pick(state, &away).chosen);
    fs_state_destroy(state);
}
END_TEST

START_TEST(a_destroyed_body_is_not_seen)
{
    open_state();
    uint32_t row = add_body(0, 0, 0);
    fs_draw_ray sight = look(0, 0);
    inspected_row chosen = inspect_pick(state, &sight);
    match_info info = { .inspected_count = 7 };
    inspect_describe(state, chosen, &info);
    ck_assert_uint_gt(info.inspected_count, 2);
    fs_pool_destroy(state, room_T_body, (fs_handle){ row + 1, view.body.gen[row] });
    ck_assert(!inspect_pick(state, &sight).chosen);
    inspect_describe(state, chosen, &info);
    ck_assert_uint_eq(info.inspected_count, 0);
    fs_state_destroy(state);
}
END_TEST

START_TEST(fields_are_written_with_their_units)
{
    open_state();
    match_info info = { .inspected_count = 0 };
    uint32_t row = add_body(2, -3, 1);
    view.body.kind[row] = 42;
    inspect_describe(state, (inspected_row){ true, room_T_body, row }, &info);
    ck_assert_str_eq(info.inspected[0], "body[0]");
    ck_assert_ptr_nonnull(strstr(info.inspected[1], "pos"));
    ck_assert_ptr_nonnull(strstr(info.inspected[1], "-3.0"));
    ck_assert_str_eq(info.inspected[2], "kind  42");
    /* Rows that a state of another peer does not have. */
    inspect_describe(state, (inspected_row){ true, 99, 0 }, &info);
    ck_assert_uint_eq(info.inspected_count, 0);
    inspect_describe(state, (inspected_row){ true, room_T_body, 4000 }, &info);
    ck_assert_uint_eq(info.inspected_count, 0);
    fs_state_destroy(state);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *s = suite_create("inspect");
    TCase *t = tcase_create("inspect");
    tcase_add_test(t, the_nearest_body_is_chosen);
    tcase_add_test(t, a_destroyed_body_is_not_seen);
    tcase_add_test(t, fields_are_written_with_their_units);
    suite_add_tcase(s, t);
    return s;
}
