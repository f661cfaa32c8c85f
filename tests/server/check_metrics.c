/* check_metrics.c: addresses of the metrics, and the text that is served. */
#include "server/metrics/metrics.h"
#include "server/metrics/metrics_address.h"

#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <fixstep/games.h>

#include "support/check_main.h"

START_TEST(addresses_are_parsed)
{
    struct sockaddr_storage address;
    const struct sockaddr_in *four = (const struct sockaddr_in *)&address;
    const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)&address;
    char why[APP_ERROR_BYTES];
    ck_assert(metrics_parse_address("9100", &address, why));
    ck_assert_int_eq(four->sin_family, AF_INET);
    ck_assert_uint_eq(ntohl(four->sin_addr.s_addr), INADDR_LOOPBACK);
    ck_assert_uint_eq(ntohs(four->sin_port), 9100);
    ck_assert(metrics_parse_address("0.0.0.0:1", &address, why));
    ck_assert_uint_eq(four->sin_addr.s_addr, 0);
    ck_assert(metrics_parse_address("[::1]:65535", &address, why));
    ck_assert_int_eq(six->sin6_family, AF_INET6);
    ck_assert_uint_eq(ntohs(six->sin6_port), 65535);
}
END_TEST

static const char *const wrong[] = {
    "",
    ":",
    "x",
    "65536",
    "0x50",
    "-1",
    ":80",
    "localhost:80",
    "1.2.3:80",
    "[::1]",
    "[::1",
    "[]:80",
    "1.2.3.4:",
    "1.2.3.4:80:90",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa:80"
};

START_TEST(what_is_no_address_is_named)
{
    struct sockaddr_storage address;
    char why[APP_ERROR_BYTES] = "";
    ck_assert(!metrics_parse_address(wrong[_i], &address, why));
    ck_assert(strstr(why, "is not [ADDRESS:]PORT") != NULL);
}
END_TEST

/* Every line is a comment or a name and a number; every metric has its help and type; bucket counts never fall. */
START_TEST(the_text_is_well_formed)
{
    static host h;
    static host_def def;
    host_policy policy = { 0 };
    ban_list list = { 0 };
    char why[APP_ERROR_BYTES], name[128];
    double value, bucket = 0;
    unsigned lines = 0, buckets = 0;
    def = (host_def){ .match = fs_default_match_def(fs_game_list_find(fs_builtin_games(), "airhockey")),
                      .desync_dir = "." };
    ck_assert_msg(host_open(&h, &def, &policy, &list, why), "%s", why);
    h.totals.refused[FS_E_FULL] = 3;
    h.totals.steps[2] = 5;
    h.totals.step_count = 5;
    char *text = metrics_text(&h);
    for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        if (strncmp(line, "# HELP fixstep_", 15) == 0 || strncmp(line, "# TYPE fixstep_", 15) == 0)
            continue;
        ck_assert_msg(sscanf(line, "fixstep_%127[^ ] %lf", name, &value) == 2, "%s", line);
        lines++;
        if (strncmp(name, "step_seconds_bucket", 19) == 0) {
            ck_assert(value >= bucket);
            bucket = value;
            buckets++;
        }
        ck_assert(strcmp(name, "refusals_total{reason=\"E_FULL\"}") != 0 || value == 3);
    }
    ck_assert_uint_ge(lines, 40);
    ck_assert_uint_eq(buckets, HOST_STEP_BUCKETS + 1);
    ck_assert(bucket == 5);
    free(text);
    ck_assert(metrics_ready(&h));
    h.drain_us = 1;
    ck_assert(!metrics_ready(&h));
    host_close(&h);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("metrics");
    TCase *tc = tcase_create("metrics");
    tcase_add_test(tc, addresses_are_parsed);
    tcase_add_loop_test(tc, what_is_no_address_is_named, 0, sizeof wrong / sizeof wrong[0]);
    tcase_add_test(tc, the_text_is_well_formed);
    suite_add_tcase(suite, tc);
    return suite;
}
