/* check_desync_read.c: the report of a desync read back from its JSON, and JSON that is none. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/check_main.h"
#include "replay/recording.h"
#include "replay/replay_fixture.h"
#include "support/toygame.h"

enum { TEXT = 4096 };

/* What fs_replay_read_desync() gives for a line of JSON, which an opened recording has checked to be an object. */
static fs_result read_text(const char *text, fs_recorded_desync *out)
{
    char copy[TEXT];
    char *lines[1] = { copy };
    fs_replay replay = { .schema = (fs_schema *)(uintptr_t)toy_game.schema, .desyncs = lines };
    snprintf(copy, sizeof copy, "%s", text);
    replay.info.desyncs = 1;
    return fs_replay_read_desync(&replay, 0, out);
}

/* A whole report in which `from` is replaced by `to`. */
static fs_result read_changed(const char *from, const char *to, fs_recorded_desync *out)
{
    static const char report[] =
        "{\"tick\":7,\"slot\":1,\"player\":\"bert\",\"inputs_equal\":true,\"traced\":true,\"reason\":\"\","
        "\"server_state_hash\":\"0123456789abcdef\",\"client_state_hash\":\"fedcba9876543210\",\"agreeing\":1,"
        "\"voters\":2,\"differences\":[{\"table\":\"hero\",\"row\":1,\"field\":\"pos\",\"component\":\"y\","
        "\"server\":{\"raw\":\"9223372036854775807\"},\"client\":{\"raw\":-5}},{\"table\":\"hero\",\"row\":9,"
        "\"field\":\"fired\",\"component\":\"\",\"server\":null,\"client\":{\"raw\":3}}],\"phase\":\"solve\","
        "\"phase_round\":2,\"client_build\":\"1.0, gcc\",\"unknown\":[1]}";
    char text[TEXT];
    const char *at = strstr(report, from);
    ck_assert_ptr_nonnull(at);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - report), report, to, at + strlen(from));
    return read_text(text, out);
}

START_TEST(a_report_is_read_whole)
{
    fs_recorded_desync r;
    const fs_desync *d = &r.desync;
    ck_assert_int_eq(read_changed("", "", &r), FS_OK);
    ck_assert_uint_eq(d->tick, 7);
    ck_assert_uint_eq(d->slot, 1);
    ck_assert_str_eq(d->name, "bert");
    ck_assert(d->inputs_equal && d->traced && d->reason == NULL);
    ck_assert_uint_eq(d->server_state_hash, UINT64_C(0x0123456789abcdef));
    ck_assert_uint_eq(d->client_state_hash, UINT64_C(0xfedcba9876543210));
    ck_assert(d->agreeing == 1 && d->voters == 2);
    ck_assert_int_eq(d->phase, FS_PHASE_SOLVE);
    ck_assert_uint_eq(d->round, 2);
    ck_assert_str_eq(d->client_build, "1.0, gcc");
    ck_assert_uint_eq(d->count, 2);
    ck_assert(d->differences[0].left == INT64_MAX && d->differences[0].right == -5);
    ck_assert(d->differences[0].ref.row == 1 && d->differences[0].ref.component == 1);
    ck_assert(!d->differences[1].left_exists && d->differences[1].right_exists && d->differences[1].right == 3);
}
END_TEST

/* What the server writes is what is read. */
START_TEST(a_written_report_is_read)
{
    rf_match m;
    fs_recorded_desync r;
    rf_match_start(&m, 20, 2);
    ck_assert_int_eq(rf_match_record(&m), FS_OK);
    rf_match_play(&m, 7);
    rf_match_add_desync(&m);
    rf_match_finish(&m);
    fs_replay *replay = rf_open(&m);
    ck_assert_int_eq(fs_replay_read_desync(replay, 0, &r), FS_OK);
    ck_assert_uint_eq(r.desync.tick, 7);
    ck_assert(r.desync.differences[0].left == INT64_C(3) << 31 && r.desync.differences[0].right == -1);
    for (const char *p = r.client_build; *p != '\0'; p++)
        ck_assert_uint_ge((unsigned char)*p, 0x20); /* it was sent with a line feed */
    ck_assert_int_eq(fs_replay_read_desync(replay, 1, &r), FS_E_GONE);
    fs_replay_close(replay);
    rf_match_free(&m);
}
END_TEST

static const struct {
    const char *from, *to;
} bad[] = {
    { "\"tick\":7", "\"tick\":-1" },
    { "\"tick\":7", "\"tick\":4294967295" },
    { "\"tick\":7", "\"tick\":1.5" },
    { "\"tick\":7", "\"tick\":\"7\"" },
    { "\"tick\":7", "\"tack\":7" },
    { "\"slot\":1", "\"slot\":64" },
    { "true,\"traced\"", "1,\"traced\"" },
    { "0123456789abcdef", "123456789abcdef" },
    { "0123456789abcdef", "0123456789abcdeg" },
    { "\"0123456789abcdef\"", "7" },
    { "fedcba9876543210", "0xedcba9876543210" },
    { "\"differences\":[", "\"differences\":7,\"others\":[" },
    { "\"table\":\"hero\"", "\"table\":\"nobody\"" },
    { "\"table\":\"hero\"", "\"table\":7" },
    { "\"field\":\"pos\"", "\"field\":\"pos.x\"" },
    { "\"field\":\"pos\"",
      "\"field\":\"a_name_that_is_far_longer_than_any_field_of_a_schema_may_be_and_goes_on_for_ever\"" },
    { "\"component\":\"y\"", "\"component\":\"z\"" },
    { "\"row\":1", "\"row\":-1" },
    { "\"row\":1", "\"row\":4294967296" },
    { "\"server\":null,\"client\":{\"raw\":3}", "\"server\":null,\"client\":null" },
    { "{\"raw\":-5}", "-5" },
    { "{\"raw\":-5}", "{}" },
    { "{\"raw\":-5}", "{\"raw\":1e3}" },
    { "{\"raw\":-5}", "{\"raw\":\"\"}" },
    { "{\"raw\":-5}", "{\"raw\":\"5x\"}" },
    { "\"9223372036854775807\"", "\"9223372036854775808\"" },
    { "\"9223372036854775807\"", "\"1-2\"" },
};

START_TEST(a_bad_member_is_refused)
{
    fs_recorded_desync r;
    ck_assert_msg(read_changed(bad[_i].from, bad[_i].to, &r) == FS_E_MALFORMED, "%s", bad[_i].to);
}
END_TEST

START_TEST(more_differences_than_a_report_has_are_refused)
{
    static const char one[] = "{\"table\":\"hero\",\"row\":1,\"field\":\"fired\",\"component\":\"\",\"server\":null,"
                              "\"client\":{\"raw\":1}},";
    char list[TEXT] = "\"differences\":[";
    fs_recorded_desync r;
    for (int i = 0; i < FS_MAX_DIFFERENCES - 2; i++)
        strcat(list, one);
    ck_assert_int_eq(read_changed("\"differences\":[", list, &r), FS_OK);
    ck_assert_uint_eq(r.desync.count, FS_MAX_DIFFERENCES);
    strcat(list, one);
    ck_assert_int_eq(read_changed("\"differences\":[", list, &r), FS_E_MALFORMED);
}
END_TEST

/* Members for people alone: a strange one is left out. */
START_TEST(strange_words_are_left_out)
{
    fs_recorded_desync r;
    ck_assert_int_eq(read_changed("\"solve\"", "\"later\"", &r), FS_OK);
    ck_assert_int_eq(r.desync.phase, FS_PHASE_UNKNOWN);
    ck_assert_int_eq(read_changed("\"solve\"", "[]", &r), FS_OK);
    ck_assert_int_eq(read_changed("\"bert\"", "\"b\\u001b[2J\\u0007ert\"", &r), FS_OK);
    ck_assert_ptr_null(strchr(r.desync.name, 0x1b));
    ck_assert_int_eq(read_changed("\"bert\"", "\"a name that is longer than a name may be\"", &r), FS_OK);
    ck_assert_uint_lt(strlen(r.desync.name), FS_MAX_NAME);
    ck_assert_int_eq(read_changed("\"voters\":2", "\"voters\":-2", &r), FS_OK);
    ck_assert_uint_eq(r.desync.voters, 0);
    ck_assert_int_eq(read_text("{}", &r), FS_E_MALFORMED);
    ck_assert_int_eq(read_text("[]", &r), FS_E_MALFORMED);
    ck_assert_int_eq(read_text("{\"tick\":1,\"tick\":2}", &r), FS_E_MALFORMED);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("desync_read");
    TCase *tc = tcase_create("report");
    tcase_add_test(tc, a_report_is_read_whole);
    tcase_add_test(tc, a_written_report_is_read);
    tcase_add_loop_test(tc, a_bad_member_is_refused, 0, sizeof bad / sizeof bad[0]);
    tcase_add_test(tc, more_differences_than_a_report_has_are_refused);
    tcase_add_test(tc, strange_words_are_left_out);
    suite_add_tcase(suite, tc);
    return suite;
}
