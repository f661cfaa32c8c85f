/* check_standstill.c: why a match stands still is told until it goes on. */
#include "online/standstill.h"

#include "app/net/server_notices.h"
#include "support/check_main.h"

enum { SECOND = 1000000 };

START_TEST(the_operator_is_named_until_the_match_goes_on)
{
    standstill s = { .told_us = 0 };
    standstill_notice(&s, "welcome", SECOND);
    ck_assert_str_eq(s.reason, "");
    standstill_notice(&s, APP_NOTICE_PAUSED, SECOND);
    ck_assert_str_eq(s.reason, "paused by the operator");
    /* A tick that was closed before, and words that have nothing to do with it. */
    standstill_tick(&s, SECOND + SECOND / 2);
    standstill_notice(&s, "the operator says: wait", 2 * SECOND);
    ck_assert_str_eq(s.reason, "paused by the operator");
    standstill_notice(&s, APP_NOTICE_RESUMED, 3 * SECOND);
    ck_assert_str_eq(s.reason, "");
    standstill_notice(&s, APP_NOTICE_PAUSED, 4 * SECOND);
    standstill_tick(&s, 6 * SECOND);
    ck_assert_str_eq(s.reason, "");
}
END_TEST

START_TEST(a_player_is_named_for_whom_the_match_waits)
{
    standstill s = { .told_us = 0 };
    standstill_notice(&s, "waiting for bob, 5 s at most", SECOND);
    ck_assert_str_eq(s.reason, "waiting for bob, 5 s at most");
    standstill_tick(&s, 3 * SECOND);
    ck_assert_str_eq(s.reason, "");
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("standstill");
    TCase *t = tcase_create("standstill");
    tcase_add_test(t, the_operator_is_named_until_the_match_goes_on);
    tcase_add_test(t, a_player_is_named_for_whom_the_match_waits);
    suite_add_tcase(suite, t);
    return suite;
}
