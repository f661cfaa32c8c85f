/* check_list_pad.c: a controller that moves through a list. */
#include <fixstep/sim.h>

#include "support/check_main.h"
#include "window/list_pad.h"

enum { LOOK_US = 10000 };

/* Rows moved by while a direction is held for so long. */
static int hold(list_pad *pad, uint32_t pushed, uint64_t *now_us, uint64_t for_us)
{
    int rows = 0;
    for (uint64_t end = *now_us + for_us; *now_us < end; *now_us += LOOK_US)
        rows += list_pad_move(pad, pushed, *now_us);
    return rows;
}

START_TEST(a_push_moves_by_one_row)
{
    list_pad pad = { 0 };
    uint64_t now = 1000000;
    ck_assert_int_eq(hold(&pad, FS_KEY_DOWN, &now, 200000), 1);
    ck_assert_int_eq(hold(&pad, 0, &now, 50000), 0);
    ck_assert_int_eq(hold(&pad, FS_KEY_UP, &now, 200000), -1);
    /* From one direction to the other without a rest. */
    ck_assert_int_eq(hold(&pad, FS_KEY_DOWN, &now, 200000), 1);
    ck_assert_int_eq(hold(&pad, 0, &now, LOOK_US), 0);
    /* As short as a look. */
    ck_assert_int_eq(hold(&pad, FS_KEY_DOWN, &now, LOOK_US), 1);
}
END_TEST

START_TEST(a_held_stick_goes_on)
{
    list_pad pad = { 0 };
    uint64_t now = 0;
    int rows = hold(&pad, FS_KEY_DOWN, &now, 2000000);
    ck_assert_int_ge(rows, 10);
    ck_assert_int_le(rows, 20);
}
END_TEST

START_TEST(other_keys_and_both_directions_move_nothing)
{
    list_pad pad = { 0 };
    uint64_t now = 0;
    ck_assert_int_eq(hold(&pad, FS_KEY_LEFT | FS_KEY_RIGHT | FS_KEY_FIRE | FS_KEY_ALT, &now, 1000000), 0);
    ck_assert_int_eq(hold(&pad, FS_KEY_UP | FS_KEY_DOWN, &now, 1000000), 0);
    ck_assert_int_eq(hold(&pad, FS_KEY_DOWN | FS_KEY_LEFT, &now, 100000), 1);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *s = suite_create("list_pad");
    TCase *t = tcase_create("list_pad");
    tcase_add_test(t, a_push_moves_by_one_row);
    tcase_add_test(t, a_held_stick_goes_on);
    tcase_add_test(t, other_keys_and_both_directions_move_nothing);
    suite_add_tcase(s, t);
    return s;
}
