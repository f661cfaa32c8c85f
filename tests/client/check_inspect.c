/* check_inspect.c: the body that a line of sight meets, and its fields as text. */
#include <string.h>

#include "inspect/inspect.h"
#include "support/check_main.h"

#define BODY_FIELDS(F, t) \
    F(t, POS3, pos, "m")  \
    F(t, U32, kind, "")
#define PART_FIELDS(F, t)        \
    F(t, SCALED, mass, "kg")     \
    F(t, U64, factor, "2^-60")   \
    F(t, VEL, rest, "2^-21 m/s") \
    F(t, I8, side, "")           \
    F(t, U64, most, "")          \
    F(t, QUAT, rot, "")
#define MARK_FIELDS(F, t) F(t, POS2, pos, "m")
#define ROOM_TABLES(T, P, g) \
    P(g, body, BODY_FIELDS)  \
    T(g, mark, MARK_FIELDS)  \
    T(g, part, PART_FIELDS)
FS_SCHEMA(room, ROOM_TABLES)

static fs_state *state;
static struct room_view view;

static void open_state(void)
{
    const uint32_t capacities[] = { 1, 4, 2, 1 };
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
    inspect_describe(state, NULL, chosen, &info);
    ck_assert_uint_gt(info.inspected_count, 2);
    fs_pool_destroy(state, room_T_body, (fs_handle){ row + 1, view.body.gen[row] });
    ck_assert(!inspect_pick(state, &sight).chosen);
    inspect_describe(state, NULL, chosen, &info);
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
    inspect_describe(state, NULL, (inspected_row){ true, room_T_body, row }, &info);
    ck_assert_str_eq(info.inspected[0], "body[0]");
    ck_assert_str_eq(info.inspected[1], "pos  2 -3 1 m");
    ck_assert_str_eq(info.inspected[2], "kind  42");
    /* Rows that a state of another peer does not have. */
    inspect_describe(state, NULL, (inspected_row){ true, 99, 0 }, &info);
    ck_assert_uint_eq(info.inspected_count, 0);
    inspect_describe(state, NULL, (inspected_row){ true, room_T_body, 4000 }, &info);
    ck_assert_uint_eq(info.inspected_count, 0);
    fs_state_destroy(state);
}
END_TEST

START_TEST(numbers_are_written_as_people_read_them)
{
    static const char *const wanted[] = { "part[0]",        "mass  0.75 kg",
                                          "factor  0.5",    "rest  4.76837e-07 m/s",
                                          "side  -3",       "most  18446744073709551615",
                                          "rot  0 -0.5 0 1" };
    open_state();
    match_info info = { .inspected_count = 0 };
    ck_assert_int_eq(fs_rows_resize(state, room_T_part, 1), FS_OK);
    room_bind(state, &view);
    view.part.mass[0] = (fs_scaled){ 3 << 28, -30 };
    view.part.factor[0] = 1ull << 59;
    view.part.rest[0] = FS_VEL_ONE;
    view.part.side[0] = -3;
    view.part.most[0] = UINT64_MAX;
    view.part.rot[0] = fs_quat_make(0, -FS_UNIT_ONE / 2, 0, FS_UNIT_ONE);
    inspect_describe(state, NULL, (inspected_row){ true, room_T_part, 0 }, &info);
    ck_assert_uint_eq(info.inspected_count, 7);
    for (unsigned i = 0; i < 7; i++)
        ck_assert_str_eq(info.inspected[i], wanted[i]);
    fs_state_destroy(state);
}
END_TEST

/* Of two recordings the value of the right one stands behind that of the left one where they differ. */
START_TEST(fields_of_two_states_stand_side_by_side)
{
    open_state();
    match_info info = { .inspected_count = 0 };
    fs_state *left = state;
    uint32_t row = add_body(2, -3, 1);
    view.body.kind[row] = 42;
    open_state();
    ck_assert_uint_eq(add_body(2, -3, 1), row);
    view.body.kind[row] = 43;
    inspected_row chosen = { true, room_T_body, row };
    inspect_describe(left, state, chosen, &info);
    ck_assert_str_eq(info.inspected[1], "pos  2 -3 1 m");
    ck_assert_str_eq(info.inspected[2], "kind  42  | 43");
    /* A body of the left recording alone. */
    fs_pool_destroy(state, room_T_body, (fs_handle){ row + 1, view.body.gen[row] });
    inspect_describe(left, state, chosen, &info);
    ck_assert_str_eq(info.inspected[2], "kind  42");
    ck_assert_uint_eq(info.inspected_left_out, 0);
    fs_state_destroy(left);
    fs_state_destroy(state);
}
END_TEST

/* In both dimensions, from half of the distance. */
START_TEST(the_camera_follows_a_chosen_body)
{
    fs_draw_list *list;
    open_state();
    inspected_row row = { true, room_T_body, add_body(3, 4, 5) }, none = { false, 0, 0 };
    ck_assert_int_eq(fs_draw_create(&list), FS_OK);
    const fs_draw_point eye = { 10 * FS_FIX16_ONE, 20 * FS_FIX16_ONE, 0 }, target = { 2 * FS_FIX16_ONE, 0, 0 };
    fs_draw_set_camera_3d(list, eye, target, 140, 0x123456);
    ck_assert(!inspect_follow(state, none, list) && fs_draw_camera(list)->centre.x == target.x);
    ck_assert(inspect_follow(state, row, list));
    const fs_camera *c = fs_draw_camera(list);
    ck_assert(c->centre.x == 3 * FS_FIX16_ONE && c->centre.y == 4 * FS_FIX16_ONE && c->centre.z == 5 * FS_FIX16_ONE);
    ck_assert(c->eye.x == 7 * FS_FIX16_ONE && c->eye.y == 14 * FS_FIX16_ONE && c->eye.z == 5 * FS_FIX16_ONE);
    ck_assert(c->fov_milliturns == 140 && c->background == 0x123456);
    fs_draw_set_camera_2d(list, 0, 0, 8 * FS_FIX16_ONE, 6 * FS_FIX16_ONE, 0x654321);
    ck_assert(inspect_follow(state, row, list));
    c = fs_draw_camera(list);
    ck_assert(c->dimensions == 2 && c->centre.x == 3 * FS_FIX16_ONE && c->centre.y == 4 * FS_FIX16_ONE);
    ck_assert(c->width == 4 * FS_FIX16_ONE && c->height == 3 * FS_FIX16_ONE);
    row.row = 3; /* not in use */
    ck_assert(!inspect_follow(state, row, list) && fs_draw_camera(list)->width == 4 * FS_FIX16_ONE);
    fs_draw_destroy(list);
    fs_state_destroy(state);
}
END_TEST

/* In both dimensions the name stands at the place of the body, as large as a small letter of the picture. */
START_TEST(a_chosen_body_is_named_in_the_picture)
{
    fs_draw_list *list;
    size_t count;
    open_state();
    ck_assert_int_eq(fs_draw_create(&list), FS_OK);
    uint32_t row = add_body(2, -3, 1);
    inspected_row chosen = { true, room_T_body, row }, none = { .chosen = false };
    fs_draw_set_camera_3d(list, (fs_draw_point){ 0, 0, 100 << 16 }, (fs_draw_point){ 0, 0, 0 }, 150, 0);
    inspect_mark(state, chosen, list);
    inspect_mark(state, none, list);
    const fs_draw_item *items = fs_draw_items(list, &count);
    ck_assert_uint_eq(count, 1);
    ck_assert(items[0].kind == FS_DRAW_TEXT && memcmp(fs_draw_chars(list) + items[0].text, "body[0]", 7) == 0);
    fs_draw_point at = fs_draw_points(list)[items[0].first];
    ck_assert(at.x == 2 << 16 && at.y == -3 * 65536 && at.z == 1 << 16);
    /* 99.06 m away: a 32nd of 2 * 99.06 m * tan(0.075 turns). */
    ck_assert_int_eq(items[0].size / 6554, 31);
    fs_draw_clear(list);
    fs_draw_set_camera_2d(list, 0, 0, 80 << 16, 45 << 16, 0);
    fs_pool_destroy(state, room_T_body, (fs_handle){ row + 1, view.body.gen[row] });
    inspect_mark(state, chosen, list);
    fs_draw_items(list, &count);
    ck_assert_uint_eq(count, 0);
    fs_draw_destroy(list);
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
    tcase_add_test(t, numbers_are_written_as_people_read_them);
    tcase_add_test(t, fields_of_two_states_stand_side_by_side);
    tcase_add_test(t, the_camera_follows_a_chosen_body);
    tcase_add_test(t, a_chosen_body_is_named_in_the_picture);
    suite_add_tcase(s, t);
    return s;
}
