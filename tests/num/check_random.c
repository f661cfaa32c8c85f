/* check_random.c: Philox4x32-10 against its published answers; ranges without bias. */
#include <string.h>

#include <fixstep/random.h>

#include "num/num_util.h"

#include "support/check_main.h"

/* Random123 1.14, tests/kat_vectors, philox4x32 with 10 rounds. */
START_TEST(published_answers)
{
    static const uint32_t rows[3][10] = {
        { 0, 0, 0, 0, 0, 0, 0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8 },
        { 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0x408f276d, 0x41c83b0e, 0xa20bc7c6,
          0x6d5451fd },
        { 0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344, 0xa4093822, 0x299f31d0, 0xd16cfe09, 0x94fdcceb, 0x5001e420,
          0x24126ea1 },
    };
    for (int i = 0; i < 3; i++) {
        uint32_t out[4];
        fs_philox4x32(rows[i], rows[i] + 4, out);
        ck_assert_mem_eq(out, rows[i] + 6, sizeof out);
    }
}
END_TEST

/* The state is the key and the counter only, so draws can be made in any order. */
START_TEST(draws_depend_on_the_counter_only)
{
    fs_rng a = fs_rng_seed(42, 7), b = a;
    uint64_t draws[100];
    for (int i = 0; i < 100; i++)
        draws[i] = fs_rng_u64(&a);
    SAME(a.counter, 100);
    for (int i = 99; i >= 0; i--) {
        b.counter = (uint64_t)i;
        SAME(fs_rng_u64(&b), draws[i]);
        b.counter = (uint64_t)i;
        SAME(fs_rng_u32(&b), (uint32_t)draws[i]);
    }
}
END_TEST

START_TEST(streams_differ)
{
    uint64_t keys[200];
    for (uint64_t i = 0; i < 200; i++)
        keys[i] = fs_rng_seed(i / 20, i % 20).key;
    for (int i = 0; i < 200; i++)
        for (int k = 0; k < i; k++)
            HOLDS(keys[i] != keys[k]);
}
END_TEST

/* Chi-square with 63 degrees of freedom: 30 to 115 covers all but 1 in 10^4 of good generators; the
 * seed is fixed. */
START_TEST(uniform_below)
{
    fs_rng r = fs_rng_seed(1, 1);
    double chi = 0;
    uint32_t count[64] = { 0 };
    for (int i = 0; i < 640000; i++)
        count[fs_rng_below(&r, 64)]++;
    for (int i = 0; i < 64; i++)
        chi += ((double)count[i] - 10000) * ((double)count[i] - 10000) / 10000;
    HOLDS(chi > 30 && chi < 115);
}
END_TEST

/* For n near 2/3 * 2^32 plain scaling of a 32-bit word gives every even result twice as often as every odd
 * one; without bias both halves are equal, and a third of the words is rejected. */
START_TEST(ranges_have_no_scaling_bias)
{
    fs_rng r = fs_rng_seed(2, 2);
    uint32_t n = 0xAAAAAAABu, odd = 0;
    for (int i = 0; i < 300000; i++) {
        uint32_t v = fs_rng_below(&r, n);
        HOLDS(v < n);
        odd += v & 1u;
    }
    HOLDS(odd > 148500 && odd < 151500);
    HOLDS(r.counter > 445000 && r.counter < 455000);
}
END_TEST

START_TEST(ranges_include_both_ends)
{
    fs_rng r = fs_rng_seed(3, 3);
    uint32_t seen = 0;
    for (int i = 0; i < 2000; i++) {
        int32_t v = fs_rng_range(&r, -3, 4);
        HOLDS(v >= -3 && v <= 4);
        seen |= 1u << (v + 3);
        int64_t w = fs_rng_range64(&r, INT64_MIN, INT64_MAX);
        int32_t full = fs_rng_range(&r, INT32_MIN, INT32_MAX);
        seen |= (w < 0 ? 0x100u : 0x200u) | (full < 0 ? 0x400u : 0x800u);
        HOLDS(fs_rng_range(&r, 4, -3) >= -3);
        SAME(fs_rng_range(&r, 9, 9), 9);
        HOLDS(fs_rng_range64(&r, INT64_MAX - 1, INT64_MAX) >= INT64_MAX - 1);
    }
    SAME(seen, 0xFFF);
}
END_TEST

START_TEST(edges)
{
    fs_rng r = fs_rng_seed(4, 4);
    SAME(fs_rng_below(&r, 0), 0);
    SAME(r.counter, 1);
    SAME(fs_rng_below(&r, 1), 0);
    SAME(fs_rng_below64(&r, 0), 0);
    uint32_t hits = 0;
    for (int i = 0; i < 30000; i++) {
        fs_unit u = fs_rng_unit(&r);
        HOLDS(u >= 0 && u < FS_UNIT_ONE);
        hits += fs_rng_chance(&r, 1, 3);
        HOLDS(fs_rng_chance(&r, 5, 5));
        HOLDS(!fs_rng_chance(&r, 0, 5));
        HOLDS(!fs_rng_chance(&r, 1, 0));
    }
    HOLDS(hits > 9600 && hits < 10400);
    r.counter = UINT64_MAX;
    (void)fs_rng_u32(&r);
    SAME(r.counter, 0);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("random");
    TCase *tc = tcase_create("random");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, published_answers);
    tcase_add_test(tc, draws_depend_on_the_counter_only);
    tcase_add_test(tc, streams_differ);
    tcase_add_test(tc, uniform_below);
    tcase_add_test(tc, ranges_have_no_scaling_bias);
    tcase_add_test(tc, ranges_include_both_ends);
    tcase_add_test(tc, edges);
    suite_add_tcase(suite, tc);
    return suite;
}
