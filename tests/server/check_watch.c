/* check_watch.c: when a supervisor starts, ends, aborts and kills the process of a match. */
#include "server/supervise/watch.h"

#include "support/check_main.h"

static const watch_rules rules = { .hang_us = 10000000, .end_us = 20000000 };

/* A watch whose process is ready at `now`. */
static watch running_watch(uint64_t now)
{
    watch w = { 0 };
    ck_assert_int_eq(watch_poll(&w, &rules, now), WATCH_START);
    watch_started(&w, now);
    ck_assert_int_eq(watch_poll(&w, &rules, now), WATCH_NOTHING);
    ck_assert(!w.tried);
    watch_heard(&w, true, now);
    ck_assert_int_eq(w.state, WATCH_RUNNING);
    ck_assert(w.tried);
    return w;
}

/* The time from `now` to the next start. */
static uint64_t wait_of(watch *w, uint64_t now)
{
    uint64_t wait = w->due_us - now;
    if (wait > 0)
        ck_assert_int_eq(watch_poll(w, &rules, w->due_us - 1), WATCH_NOTHING);
    ck_assert_int_eq(watch_poll(w, &rules, w->due_us), WATCH_START);
    return wait;
}

START_TEST(failures_wait_twice_as_long_each_time)
{
    uint64_t now = 1000000, expected = WATCH_FIRST_BACKOFF_US;
    watch w = running_watch(now);
    for (int i = 0; i < 12; i++) {
        now += 1000;
        watch_exited(&w, false, now);
        uint64_t wait = wait_of(&w, now);
        ck_assert_uint_eq(wait, expected);
        expected = expected * 2 < WATCH_MAX_BACKOFF_US ? expected * 2 : WATCH_MAX_BACKOFF_US;
        now += wait;
        watch_started(&w, now);
        watch_heard(&w, true, now);
    }
    ck_assert_uint_eq(expected, WATCH_MAX_BACKOFF_US);
    ck_assert_uint_eq(w.failures, 12);
    now += WATCH_STEADY_US; /* a process that has run well ends the series */
    watch_exited(&w, false, now);
    ck_assert_uint_eq(wait_of(&w, now), WATCH_FIRST_BACKOFF_US);
}
END_TEST

START_TEST(a_good_end_is_followed_at_once_but_not_in_a_loop)
{
    watch w = running_watch(0);
    watch_exited(&w, true, WATCH_STEADY_US);
    ck_assert_uint_eq(wait_of(&w, WATCH_STEADY_US), 0);
    watch_started(&w, WATCH_STEADY_US);
    watch_exited(&w, true, WATCH_STEADY_US + 5);
    ck_assert_uint_eq(wait_of(&w, WATCH_STEADY_US + 5), WATCH_FIRST_BACKOFF_US);
    ck_assert_uint_eq(w.failures, 0);
    ck_assert_uint_eq(w.ends, 2);
}
END_TEST

START_TEST(silence_is_a_hang)
{
    watch w = running_watch(0);
    watch_heard(&w, false, 5000000);
    ck_assert_int_eq(watch_poll(&w, &rules, 14999999), WATCH_NOTHING);
    ck_assert_int_eq(watch_poll(&w, &rules, 15000000), WATCH_ABORT);
    ck_assert_int_eq(watch_poll(&w, &rules, 15000001), WATCH_NOTHING);
    ck_assert_int_eq(watch_poll(&w, &rules, 15000000 + WATCH_ABORT_LIMIT_US), WATCH_KILL);
    ck_assert_int_eq(watch_poll(&w, &rules, 15000001 + WATCH_ABORT_LIMIT_US), WATCH_NOTHING);
    watch_exited(&w, false, 18000000);
    ck_assert_uint_eq(w.hangs, 1);
    ck_assert_uint_eq(wait_of(&w, 18000000), WATCH_FIRST_BACKOFF_US);
}
END_TEST

START_TEST(a_pause_of_the_supervisor_is_no_hang)
{
    watch w = running_watch(0);
    watch_excuse(&w, 60000000);
    ck_assert_int_eq(watch_poll(&w, &rules, 60000000), WATCH_NOTHING);
    ck_assert_int_eq(watch_poll(&w, &rules, 70000000), WATCH_ABORT);
}
END_TEST

START_TEST(a_start_takes_only_so_long)
{
    watch w = { 0 };
    watch_started(&w, 0);
    watch_heard(&w, false, 20000000);
    ck_assert_int_eq(watch_poll(&w, &rules, WATCH_START_LIMIT_US - 1), WATCH_NOTHING);
    ck_assert_int_eq(watch_poll(&w, &rules, WATCH_START_LIMIT_US), WATCH_ABORT);
}
END_TEST

START_TEST(a_stop_ends_the_process_and_starts_none)
{
    watch w = running_watch(0);
    watch_stop(&w);
    ck_assert_int_eq(watch_poll(&w, &rules, 1000), WATCH_END);
    ck_assert_int_eq(watch_poll(&w, &rules, 1000), WATCH_NOTHING);
    ck_assert_int_eq(watch_poll(&w, &rules, 1000 + rules.hang_us), WATCH_NOTHING); /* it may be silent now */
    ck_assert_int_eq(watch_poll(&w, &rules, 1000 + rules.end_us), WATCH_KILL);
    watch_exited(&w, true, 30000000);
    ck_assert_int_eq(watch_poll(&w, &rules, UINT64_MAX / 2), WATCH_NOTHING);
    watch_resume(&w, 40000000);
    ck_assert_int_eq(watch_poll(&w, &rules, 40000000), WATCH_START);
}
END_TEST

START_TEST(a_renewed_match_follows_at_once)
{
    watch w = running_watch(0);
    watch_renew(&w);
    ck_assert_int_eq(watch_poll(&w, &rules, 1000), WATCH_END);
    watch_exited(&w, true, 2000);
    ck_assert_int_eq(watch_poll(&w, &rules, 2000), WATCH_START);
    watch_started(&w, 2000);
    ck_assert_int_eq(watch_poll(&w, &rules, 3000), WATCH_NOTHING);
    watch_exited(&w, false, 4000);
    watch_renew(&w); /* nothing runs: nothing to renew */
    ck_assert_uint_eq(wait_of(&w, 4000), WATCH_FIRST_BACKOFF_US);
}
END_TEST

START_TEST(resume_ends_a_back_off)
{
    watch w = running_watch(0);
    watch_exited(&w, false, 100);
    ck_assert_int_eq(watch_poll(&w, &rules, 200), WATCH_NOTHING);
    watch_resume(&w, 200);
    ck_assert_int_eq(watch_poll(&w, &rules, 200), WATCH_START);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("watch");
    TCase *tcase = tcase_create("states");
    tcase_add_test(tcase, failures_wait_twice_as_long_each_time);
    tcase_add_test(tcase, a_good_end_is_followed_at_once_but_not_in_a_loop);
    tcase_add_test(tcase, silence_is_a_hang);
    tcase_add_test(tcase, a_pause_of_the_supervisor_is_no_hang);
    tcase_add_test(tcase, a_start_takes_only_so_long);
    tcase_add_test(tcase, a_stop_ends_the_process_and_starts_none);
    tcase_add_test(tcase, a_renewed_match_follows_at_once);
    tcase_add_test(tcase, resume_ends_a_back_off);
    suite_add_tcase(suite, tcase);
    return suite;
}
