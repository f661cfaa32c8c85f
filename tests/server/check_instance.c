/* check_instance.c: names and ports of the matches of one supervisor. */
#include "server/supervise/instance.h"

#include <string.h>

#include "support/check_main.h"

static const char *const paths[][2] = {
    { "match.fsr", "match-7.fsr" }, { "/run/fixstep/console", "/run/fixstep/console-7" },
    { "a.b/c", "a.b/c-7" },         { "a.b/c.d.e", "a.b/c.d-7.e" },
    { "x/.hidden", "x/.hidden-7" }, { ".", ".-7" },
};

START_TEST(numbers_stand_before_the_suffix)
{
    char out[64];
    ck_assert(instance_path(out, sizeof out, paths[_i][0], 7));
    ck_assert_str_eq(out, paths[_i][1]);
    ck_assert(instance_path(out, strlen(paths[_i][1]) + 1, paths[_i][0], 7));
    ck_assert(!instance_path(out, strlen(paths[_i][1]), paths[_i][0], 7));
}
END_TEST

START_TEST(every_match_has_its_own)
{
    char why[APP_ERROR_BYTES];
    settings s = { .port = 27960,
                   .supervise = 4,
                   .instance = 3,
                   .record = "r.fsr",
                   .report = "r.json",
                   .console = "./socket",
                   .metrics = "[::1]:9100" };
    ck_assert(instance_check(&s, why));
    ck_assert(instance_apply(&s, why));
    ck_assert_uint_eq(s.port, 27962);
    ck_assert_str_eq(s.record, "r-3.fsr");
    ck_assert_str_eq(s.report, "r-3.json");
    ck_assert_str_eq(s.console, "./socket-3");
    ck_assert_str_eq(s.metrics, "[::1]:9103");
    app_text_list_free(&s.texts);
}
END_TEST

START_TEST(free_ports_stay_free_and_nothing_is_invented)
{
    char why[APP_ERROR_BYTES];
    settings s = { .supervise = 2, .instance = 2, .metrics = "0" };
    ck_assert(instance_check(&s, why) && instance_apply(&s, why));
    ck_assert_uint_eq(s.port, 0);
    ck_assert_str_eq(s.metrics, "0");
    ck_assert_ptr_null(s.record);
    ck_assert_ptr_null(s.console);
    app_text_list_free(&s.texts);
}
END_TEST

START_TEST(what_matches_cannot_share_is_named)
{
    char why[APP_ERROR_BYTES];
    settings ports = { .port = 65530, .supervise = 7 }, metrics = { .port = 1, .supervise = 7, .metrics = "65530" },
             record = { .port = 1, .supervise = 2, .record = "-" },
             report = { .port = 1, .supervise = 2, .report = "-" };
    ck_assert(!instance_check(&ports, why) && strstr(why, "65536") != NULL);
    ports.supervise = 6;
    ck_assert(instance_check(&ports, why));
    ck_assert(!instance_check(&metrics, why) && strstr(why, "--metrics") != NULL);
    ck_assert(!instance_check(&record, why) && strstr(why, "--record -") != NULL);
    ck_assert(!instance_check(&report, why) && strstr(why, "--report -") != NULL);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("instance");
    TCase *tcase = tcase_create("names");
    tcase_add_loop_test(tcase, numbers_stand_before_the_suffix, 0, (int)(sizeof paths / sizeof paths[0]));
    tcase_add_test(tcase, every_match_has_its_own);
    tcase_add_test(tcase, free_ports_stay_free_and_nothing_is_invented);
    tcase_add_test(tcase, what_matches_cannot_share_is_named);
    suite_add_tcase(suite, tcase);
    return suite;
}
