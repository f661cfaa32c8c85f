/* check_clock.c: the client's idea of the server's pace. */
#include "lockstep/pace/clock.h"

#include <stdlib.h>

#include "support/check_main.h"

enum { HZ = 60 };

static uint32_t next_random(uint32_t *s)
{
    *s = *s * 1664525u + 1013904223u;
    return *s >> 16;
}

static int64_t arrival_error(const fs__clock *clock, int64_t true_base, int64_t tick)
{
    return (int64_t)fs__clock_at(clock, tick) - (true_base + tick * 1000000 / HZ);
}

START_TEST(start_is_exact)
{
    fs__clock clock;
    fs__clock_start(&clock, HZ, 30, 9000000);
    ck_assert_uint_eq(fs__clock_at(&clock, 30), 9000000);
    ck_assert_uint_eq(fs__clock_at(&clock, 90), 10000000);
    ck_assert_uint_eq(fs__clock_at(&clock, -100000), 0);
}
END_TEST

/* Jitter only delays: the estimate settles at the earliest arrivals, and the
 * jitter's 90th percentile is found. */
START_TEST(converges_below_the_jitter)
{
    fs__clock clock;
    uint32_t s = 1;
    int64_t base = 50000000;
    fs__clock_start(&clock, HZ, 0, (uint64_t)base + 40000); /* START was late */
    for (uint32_t t = 0; t < 600; t++)
        fs__clock_arrival(&clock, t, (uint64_t)(base + (int64_t)t * 1000000 / HZ + next_random(&s) % 20000));
    ck_assert_int_lt(llabs(arrival_error(&clock, base, 600)), 2000);
    ck_assert_uint_gt(clock.jitter_us, 17000);
    ck_assert_uint_lt(clock.jitter_us, 20000);
}
END_TEST

/* Never faster or slower than 5 %, whatever arrives. */
START_TEST(slew_is_bounded)
{
    fs__clock clock;
    uint32_t s = 2;
    fs__clock_start(&clock, HZ, 0, 1000000);
    for (uint32_t t = 0; t < 2000; t++) {
        int64_t before = clock.base_us;
        fs__clock_arrival(&clock, t, (uint64_t)(1000000 + (int64_t)t * 1000000 / HZ + next_random(&s) % 200000));
        int64_t most = 4 * 1000000 / (20 * HZ);
        ck_assert_int_le(llabs(clock.base_us - before), most);
    }
}
END_TEST

START_TEST(drift_is_followed)
{
    fs__clock clock;
    int64_t base = 1000000;
    fs__clock_start(&clock, HZ, 0, (uint64_t)base);
    for (uint32_t t = 0; t < 20000; t++) {
        int64_t now = base + (int64_t)t * 1000000 / HZ;
        fs__clock_arrival(&clock, t, (uint64_t)(now + now / 5000)); /* 200 ppm */
    }
    int64_t now = base + (int64_t)20000 * 1000000 / HZ;
    ck_assert_int_lt(llabs((int64_t)fs__clock_at(&clock, 20000) - (now + now / 5000)), 2000);
}
END_TEST

/* A server that stood still moves its deadlines: jump, do not creep; but one
 * late packet moves nothing. */
START_TEST(pause_is_a_jump)
{
    fs__clock clock;
    uint64_t base = 1000000;
    fs__clock_start(&clock, HZ, 0, base);
    for (uint32_t t = 0; t < 100; t++)
        fs__clock_arrival(&clock, t, base + (uint64_t)t * 1000000 / HZ);
    fs__clock_arrival(&clock, 100, base + (uint64_t)100 * 1000000 / HZ + 900000);
    ck_assert_int_eq(arrival_error(&clock, (int64_t)base, 100), 0);
    for (uint32_t t = 101; t < 120; t++)
        fs__clock_arrival(&clock, t, base + 8000000 + (uint64_t)t * 1000000 / HZ);
    ck_assert_int_lt(llabs(arrival_error(&clock, (int64_t)base + 8000000, 120)), 2);
    ck_assert_uint_eq(clock.jitter_us, 0);
    fs__clock_arrival(&clock, 121, base + (uint64_t)121 * 1000000 / HZ);
    ck_assert_int_lt(llabs(arrival_error(&clock, (int64_t)base, 121)), 2);
}
END_TEST

/* A client that stood still reads half a second of bundles at once: no time of the server has changed. */
START_TEST(burst_is_no_jump)
{
    fs__clock clock;
    uint64_t base = 1000000, resumed = base + (uint64_t)130 * 1000000 / HZ;
    fs__clock_start(&clock, HZ, 0, base);
    for (uint32_t t = 0; t < 100; t++)
        fs__clock_arrival(&clock, t, base + (uint64_t)t * 1000000 / HZ);
    for (uint32_t t = 100; t < 130; t++)
        fs__clock_late_reading(&clock, t, resumed);
    ck_assert_int_eq(arrival_error(&clock, (int64_t)base, 130), 0);
    ck_assert_uint_eq(clock.jitter_us, 0);
    /* The same as arrivals, from a program that cannot tell: the jitter rises, the base stays. */
    for (uint32_t t = 100; t < 130; t++)
        fs__clock_arrival(&clock, t, resumed);
    ck_assert_int_eq(arrival_error(&clock, (int64_t)base, 130), 0);
}
END_TEST

/* START came late by a repetition: the first bundles say when ticks arrive. */
START_TEST(late_start_is_corrected)
{
    fs__clock clock;
    int64_t base = 1000000;
    fs__clock_start(&clock, HZ, 0, (uint64_t)base + 150000);
    fs__clock_arrival(&clock, 0, (uint64_t)base);
    ck_assert_int_eq(arrival_error(&clock, base, 0), 0);
}
END_TEST

/* It jumps to an earlier arrival, and stays where it is for a later one. */
START_TEST(catches_up_at_once)
{
    fs__clock clock;
    fs__clock_start(&clock, 50, 0, 1000000);
    for (uint32_t t = 0; t < 100; t++)
        fs__clock_arrival(&clock, t, 1000000 + t * 20000);
    fs__clock_catch_up(&clock, 100, 3000000 + 5000);
    ck_assert_uint_eq(fs__clock_at(&clock, 100), 3000000);
    fs__clock_catch_up(&clock, 110, 3000000);
    ck_assert_uint_eq(fs__clock_at(&clock, 110), 3000000);
    ck_assert_uint_eq(clock.jitter_us, 0);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("clock");
    TCase *tc = tcase_create("clock");
    tcase_add_test(tc, start_is_exact);
    tcase_add_test(tc, converges_below_the_jitter);
    tcase_add_test(tc, slew_is_bounded);
    tcase_add_test(tc, drift_is_followed);
    tcase_add_test(tc, pause_is_a_jump);
    tcase_add_test(tc, burst_is_no_jump);
    tcase_add_test(tc, late_start_is_corrected);
    tcase_add_test(tc, catches_up_at_once);
    suite_add_tcase(suite, tc);
    return suite;
}
