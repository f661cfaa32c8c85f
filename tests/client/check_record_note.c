/* check_record_note.c: a recording that stops is told beside the match, at once and once. */
#include "record_note.h"

#include <stdio.h>
#include <string.h>

#include "support/check_main.h"

enum { SECOND = 1000000 };

static void show(const app_record *record, bool *told, feed *f, uint64_t now_us, match_info *info)
{
    *info = (match_info){ .status = "in sync  tick 7" };
    record_note(record, told, f, now_us, info);
}

START_TEST(a_recording_that_stops_is_told_once)
{
    app_record record = { .path = "a.fsr" };
    static feed lines;
    static match_info info;
    bool told = false;
    show(&record, &told, &lines, SECOND, &info);
    ck_assert_str_eq(info.status, "in sync  tick 7");
    ck_assert_uint_eq(info.news_count, 0);
    record.failed = true;
    snprintf(record.reason, sizeof record.reason, "No space left on device");
    for (unsigned i = 2; i < 5; i++) {
        show(&record, &told, &lines, i * SECOND, &info);
        ck_assert_str_eq(info.status, "not recorded  in sync  tick 7");
        ck_assert_uint_eq(info.news_fresh, 1);
        ck_assert_str_eq(info.news[0], "the recording a.fsr stopped: No space left on device");
    }
    show(&record, &told, &lines, 2 * SECOND + FEED_SHOWN_US, &info);
    ck_assert_uint_eq(info.news_fresh, 0);
    ck_assert_str_eq(info.status, "not recorded  in sync  tick 7");
}
END_TEST

START_TEST(the_recording_of_the_next_match_is_told_again)
{
    app_record record = { .path = "a.fsr", .failed = true };
    static feed lines;
    static match_info info;
    bool told = false;
    show(&record, &told, &lines, SECOND, &info);
    record.failed = false;
    show(&record, &told, &lines, SECOND, &info);
    ck_assert_str_eq(info.status, "in sync  tick 7");
    record.failed = true;
    show(&record, &told, &lines, SECOND, &info);
    ck_assert_uint_eq(info.news_fresh, 2);
}
END_TEST

START_TEST(long_texts_keep_the_path_and_the_reason)
{
    char path[600];
    app_record record = { .path = path, .failed = true };
    static feed lines;
    static match_info info;
    bool told = false;
    memset(path, 'p', sizeof path - 1);
    path[sizeof path - 1] = '\0';
    memset(record.reason, 'r', sizeof record.reason - 1);
    memset(info.status, 's', sizeof info.status - 1);
    record_note(&record, &told, &lines, SECOND, &info);
    ck_assert_ptr_nonnull(strstr(info.news[0], "ppp stopped: rrr"));
    ck_assert_int_eq(strncmp(info.status, "not recorded  sss", 17), 0);
    ck_assert_uint_lt(strlen(info.status), sizeof info.status);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("record_note");
    TCase *t = tcase_create("record_note");
    tcase_add_test(t, a_recording_that_stops_is_told_once);
    tcase_add_test(t, the_recording_of_the_next_match_is_told_again);
    tcase_add_test(t, long_texts_keep_the_path_and_the_reason);
    suite_add_tcase(suite, t);
    return suite;
}
