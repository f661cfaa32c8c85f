/* check_marks.c: which desync of a recording is near a tick, and its sentence. */
#include "viewer/marks.h"

#include <stdio.h>
#include <string.h>
#include <fixstep/games.h>
#include <fixstep/lockstep.h>

#include "app/desync.h"
#include "support/check_main.h"

START_TEST(the_newest_desync_near_the_tick_is_found)
{
    const match_mark marks[] = { { .tick = 100, .kind = MARK_DESYNC },
                                 { .tick = 130, .kind = MARK_DESYNC },
                                 { .tick = 140, .kind = MARK_JOIN },
                                 { .tick = 0, .kind = MARK_DESYNC } };
    ck_assert_ptr_eq(marks_find_desync(marks, 3, 99, 10, 60), &marks[0]);
    ck_assert_ptr_null(marks_find_desync(marks, 3, 89, 10, 60));
    ck_assert_ptr_eq(marks_find_desync(marks, 3, 129, 0, 60), &marks[0]);
    ck_assert_ptr_eq(marks_find_desync(marks, 3, 141, 10, 60), &marks[1]);
    ck_assert_ptr_eq(marks_find_desync(marks, 3, 190, 10, 60), &marks[1]);
    ck_assert_ptr_null(marks_find_desync(marks, 3, 191, 10, 60));
    ck_assert_ptr_eq(marks_find_desync(marks, 4, 0, UINT32_MAX, 0), &marks[1]);
    ck_assert_ptr_null(marks_find_desync(marks, 0, 100, 10, 60));
}
END_TEST

START_TEST(a_desync_is_one_line)
{
    const fs_schema *schema = fs_game_list_find(fs_builtin_games(), "airhockey")->schema;
    fs_desync desync = { .tick = 120, .name = "ann", .inputs_equal = true, .traced = true };
    char line[192];
    app_desync_line(&desync, schema, line, sizeof line);
    ck_assert_str_eq(line, "desync at tick 120, player 'ann': the fields are not known");
    desync.inputs_equal = false;
    app_desync_line(&desync, schema, line, sizeof line);
    ck_assert_str_eq(line, "desync at tick 120, player 'ann': the player simulated other inputs");
    fs_value_ref ref;
    ck_assert_int_eq(fs_value_find(schema, "body2", "pos.x", &ref), FS_OK);
    ref.row = 3;
    desync.count = 3;
    desync.differences[0] =
        (fs_difference){ .ref = ref, .left = 1ll << 32, .right = 3ll << 31, .left_exists = true, .right_exists = true };
    app_desync_line(&desync, schema, line, sizeof line);
    ck_assert_ptr_nonnull(strstr(line, "body2[3].pos.x: server 1"));
    ck_assert_ptr_nonnull(strstr(line, "player 1.5"));
    ck_assert_ptr_nonnull(strstr(line, ", 2 more fields"));
    desync.differences[0].right_exists = false;
    app_desync_line(&desync, schema, line, sizeof line);
    ck_assert_ptr_nonnull(strstr(line, "player no row"));
    for (size_t size = 1; size < 60; size++) {
        memset(line, 'x', sizeof line);
        app_desync_line(&desync, schema, line, size);
        ck_assert_uint_lt(strnlen(line, sizeof line), size);
    }
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *s = suite_create("marks");
    TCase *t = tcase_create("marks");
    tcase_add_test(t, the_newest_desync_near_the_tick_is_found);
    tcase_add_test(t, a_desync_is_one_line);
    suite_add_tcase(s, t);
    return s;
}
