/* check_desync_limits.c: a client that reconnects for each desync uses up the reports of its address only. */
#include "server/desync_limits.h"

#include <stdio.h>
#include <string.h>

#include "support/check_main.h"

static desync_limits limits;

static void set_up(void)
{
    memset(&limits, 0, sizeof limits);
}

/* Counts `n` desyncs from an origin; returns how many are reported. */
static uint32_t count_reports(const char *origin, uint32_t n, uint64_t now_us)
{
    uint32_t reports = 0;
    for (uint32_t i = 0; i < n; i++)
        reports += desync_limits_take(&limits, origin, "", now_us + i);
    return reports;
}

START_TEST(an_address_has_its_limit)
{
    ck_assert_uint_eq(count_reports("192.0.2.7", 512, 5), DESYNC_LIMIT_SOURCE);
    ck_assert_uint_eq(limits.suppressed, 512 - DESYNC_LIMIT_SOURCE);
    ck_assert_uint_eq(count_reports("192.0.2.70", 3, 600), 3);
    ck_assert_uint_eq(count_reports("2001:db8::/64", 3, 700), 3);
    ck_assert(desync_limits_take(&limits, "", "", 800));
    ck_assert_uint_eq(count_reports("192.0.2.7", 1, DESYNC_LIMIT_PERIOD_US - 1), 0);
    ck_assert_uint_eq(count_reports("192.0.2.7", 512, DESYNC_LIMIT_PERIOD_US + 5), DESYNC_LIMIT_SOURCE);
}
END_TEST

START_TEST(all_addresses_have_a_limit)
{
    uint32_t reports = 0;
    for (uint32_t i = 0; i < 1000; i++) {
        char host[32];
        snprintf(host, sizeof host, "10.0.%u.%u", i / 250, i % 250);
        reports += count_reports(host, 2, 1000000 + i);
    }
    ck_assert_uint_eq(reports, DESYNC_LIMIT_TOTAL);
    ck_assert_uint_eq(limits.suppressed, 2000 - DESYNC_LIMIT_TOTAL);
    ck_assert_uint_eq(count_reports("10.0.0.0", 2, 1002000 + DESYNC_LIMIT_PERIOD_US), 2);
}
END_TEST

/* A player who comes from another address each time, and two players behind one address. */
START_TEST(a_key_has_its_limit)
{
    uint32_t reports = 0;
    for (uint32_t i = 0; i < 50; i++) {
        char address[64];
        snprintf(address, sizeof address, "10.0.0.%u", i);
        reports += desync_limits_take(&limits, address, "1111-2222", 1000 + i);
    }
    ck_assert_uint_eq(reports, DESYNC_LIMIT_SOURCE);
    ck_assert(desync_limits_take(&limits, "10.0.0.49", "", 2000));
    ck_assert(desync_limits_take(&limits, "10.0.0.49", "3333-4444", 2001));
    ck_assert(!desync_limits_take(&limits, "10.0.0.60", "1111-2222", DESYNC_LIMIT_PERIOD_US));
    ck_assert(desync_limits_take(&limits, "10.0.0.60", "1111-2222", DESYNC_LIMIT_PERIOD_US + 1000));
}
END_TEST

/* A new key for each desync does not get around the limit of the address. */
START_TEST(new_keys_do_not_help)
{
    uint32_t reports = 0;
    for (uint32_t i = 0; i < 50; i++) {
        char key[16];
        snprintf(key, sizeof key, "%u", i);
        reports += desync_limits_take(&limits, "192.0.2.7", key, 1000 + i);
    }
    ck_assert_uint_eq(reports, DESYNC_LIMIT_SOURCE);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("desync limits");
    TCase *tc = tcase_create("desync limits");
    tcase_add_checked_fixture(tc, set_up, NULL);
    tcase_add_test(tc, an_address_has_its_limit);
    tcase_add_test(tc, all_addresses_have_a_limit);
    tcase_add_test(tc, a_key_has_its_limit);
    tcase_add_test(tc, new_keys_do_not_help);
    suite_add_tcase(suite, tc);
    return suite;
}
