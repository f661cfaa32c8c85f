/* check_app_histogram.c: quantiles of the duration histogram against sorted values. */
#include "app/histogram.h"

#include <stdlib.h>
#include <string.h>

#include "support/check_main.h"

static app_histogram histogram;

static void setup(void)
{
    memset(&histogram, 0, sizeof histogram);
}

START_TEST(an_empty_histogram_gives_0)
{
    ck_assert(app_histogram_percentile(&histogram, 50) == 0);
    ck_assert(histogram.max == 0);
}
END_TEST

START_TEST(small_values_are_exact)
{
    for (uint64_t v = 1; v <= 100; v++)
        app_histogram_add(&histogram, v);
    for (unsigned p = 1; p <= 100; p++)
        ck_assert(app_histogram_percentile(&histogram, p) == p);
}
END_TEST

static int ascending(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return a < b ? -1 : a > b;
}

/* Every percentile lies between the exact one and 1/128 above it. */
START_TEST(large_values_are_close)
{
    enum { COUNT = 12345 };
    static uint64_t values[COUNT];
    uint64_t x = 88172645463325252u;
    for (int i = 0; i < COUNT; i++) {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        values[i] = x >> (x % 61);
        app_histogram_add(&histogram, values[i]);
    }
    qsort(values, COUNT, sizeof values[0], ascending);
    for (unsigned p = 1; p <= 100; p++) {
        uint64_t exact = values[((uint64_t)COUNT * p + 99) / 100 - 1];
        uint64_t found = app_histogram_percentile(&histogram, p);
        ck_assert_msg(found >= exact && found - exact <= exact / 128, "percentile %u", p);
    }
    ck_assert(app_histogram_percentile(&histogram, 100) == values[COUNT - 1]);
}
END_TEST

START_TEST(the_whole_range_fits)
{
    app_histogram_add(&histogram, 0);
    app_histogram_add(&histogram, UINT64_MAX);
    ck_assert(app_histogram_percentile(&histogram, 50) == 0);
    ck_assert(app_histogram_percentile(&histogram, 100) == UINT64_MAX);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("app_histogram");
    TCase *tc = tcase_create("app_histogram");
    tcase_add_checked_fixture(tc, setup, NULL);
    tcase_add_test(tc, an_empty_histogram_gives_0);
    tcase_add_test(tc, small_values_are_exact);
    tcase_add_test(tc, large_values_are_close);
    tcase_add_test(tc, the_whole_range_fits);
    suite_add_tcase(suite, tc);
    return suite;
}
