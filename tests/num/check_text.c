/* check_text.c: the grammar of numbers, exact reading and printing, libfixmath as the reference where it
 * is exact. */
#include <stdio.h>
#include <string.h>

#include <fixstep/text.h>

#include "num/num_util.h"

#include "support/check_main.h"

START_TEST(refuses_texts_that_are_no_number)
{
    static const char *const bad[] = {
        "",
        "+",
        "-",
        ".",
        ".5",
        "5.",
        "-.5",
        "1,5",
        "1.5 7",
        " 1",
        "1 ",
        "1.5\n",
        "0x10",
        "1e3",
        "--1",
        "+-1",
        "1.2.3",
        "1.-2",
        "nan",
        "inf",
        "1.5f",
        "32768",
        "-32769",
        "32767.999993",
        "-32768.00001",
        "99999999999999999999999999",
        "18446744073709551616",
        "\xC2\xA0"
        "1",
        "1\xEF\xBC\x8E"
        "5",
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        fix16_t v = 12345;
        if (fs_parse_fix16(bad[i], &v))
            ck_abort_msg("\"%s\" was accepted", bad[i]);
        SAME(v, 12345);
    }
    fix16_t v = 1;
    HOLDS(!fs_parse_fix16(NULL, &v));
    int64_t w = 1;
    HOLDS(!fs_parse_q("1", 64, 0, 5, &w));
}
END_TEST

START_TEST(accepts_numbers)
{
    static const struct {
        const char *text;
        fix16_t value;
    } good[] = {
        { "0", 0 },
        { "-0", 0 },
        { "+1", 65536 },
        { "1.5", 98304 },
        { "-1.5", -98304 },
        { "-32768", INT32_MIN },
        { "-32768.00000", INT32_MIN },
        { "-32768.000007", INT32_MIN },
        { "32767.99999", INT32_MAX },
        { "007", 458752 },
        { "0.00000762939453125", 1 },
        { "0.00000762939453124999999999", 0 },
        { "-0.00000762939453125", -1 },
        { "0.0000076293945312500000000000000000000000000000000000000000000000000000000000000000000001", 1 },
        { "00000000000000000000000000000000001.5", 98304 },
    };
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        fix16_t v = 77;
        if (!fs_parse_fix16(good[i].text, &v))
            ck_abort_msg("\"%s\" was refused", good[i].text);
        if (v != good[i].value)
            ck_abort_msg("\"%s\" gave %d", good[i].text, (int)v);
    }
}
END_TEST

/* Every fraction of five decimals, by the definition of rounding. */
START_TEST(fix16_fractions_are_exact)
{
    for (int f = 0; f < 100000; f++) {
        char text[32];
        fix16_t v = 0, negative = 0;
        (void)snprintf(text, sizeof text, "-%d.%05d", f % 32768, f);
        int64_t scaled = (f % 32768) * INT64_C(6553600000) + f * INT64_C(65536);
        int64_t exact = (scaled + 50000) / 100000;
        if (exact > INT32_MAX)
            continue;
        HOLDS(fs_parse_fix16(text, &negative));
        HOLDS(fs_parse_fix16(text + 1, &v));
        SAME(v, exact);
        SAME(negative, -exact);
        SAME(v, fix16_from_str(text + 1));
    }
}
END_TEST

START_TEST(wide_is_exact)
{
    fs_wide v = 0;
    HOLDS(fs_parse_wide("-2147483648", &v));
    SAME(v, INT64_MIN);
    HOLDS(!fs_parse_wide("2147483648", &v));
    HOLDS(fs_parse_wide("2147483647.9999999998", &v));
    SAME(v, INT64_MAX);
    HOLDS(!fs_parse_wide("2147483647.9999999999", &v));
    HOLDS(fs_parse_wide("0.00000000011641532182693481445312", &v)); /* just below half a step */
    SAME(v, 0);
    HOLDS(fs_parse_wide("0.000000000116415321826934814453125", &v)); /* half a step */
    SAME(v, 1);
    HOLDS(fs_parse_wide("5000", &v));
    SAME(v, 5000 * FS_WIDE_ONE);
}
END_TEST

/* A number printed with all decimals reads back as the same bits, and so does the shortest form. */
START_TEST(round_trips)
{
    test_rng r = { 51 };
    for (int i = 0; i < 20000; i++) {
        char text[FS_NUMBER_TEXT_MAX];
        int64_t v = test_i64(&r), back = 0;
        unsigned bits = (unsigned)(test_bits(&r) & 63);
        HOLDS(fs_format_q(text, sizeof text, v, bits, bits) < sizeof text);
        HOLDS(fs_parse_q(text, bits, INT64_MIN, INT64_MAX, &back));
        SAME(back, v);
        HOLDS(fs_format_wide(text, sizeof text, v) <= 22);
        HOLDS(fs_parse_wide(text, &back));
        SAME(back, v);
        fix16_t f = test_i32(&r), f_back = 0;
        HOLDS(fs_format_fix16(text, sizeof text, f) <= 12);
        HOLDS(fs_parse_fix16(text, &f_back));
        SAME(f_back, f);
    }
}
END_TEST

START_TEST(prints_as_libfixmath)
{
    test_rng r = { 52 };
    for (int i = 0; i < 50000; i++) {
        char ours[FS_NUMBER_TEXT_MAX], theirs[32];
        fix16_t v = test_i32(&r);
        fix16_to_str(v, theirs, 5);
        (void)fs_format_q(ours, sizeof ours, v, FS_FIX16_FRAC, 5);
        ck_assert_str_eq(ours, theirs);
    }
}
END_TEST

static void expect_text(int64_t v, unsigned bits, unsigned decimals, const char *text)
{
    char buf[FS_NUMBER_TEXT_MAX];
    ck_assert_uint_eq(fs_format_q(buf, sizeof buf, v, bits, decimals), strlen(text));
    ck_assert_str_eq(buf, text);
}

START_TEST(known_texts)
{
    char buf[FS_NUMBER_TEXT_MAX];
    expect_text(0, 32, 0, "0");
    expect_text(FS_WIDE_ONE / 2, 32, 0, "1");
    expect_text(-FS_WIDE_ONE / 2, 32, 0, "-1");
    expect_text(-1, 32, 2, "0.00");
    expect_text(FS_WIDE_ONE - 1, 32, 3, "1.000");
    expect_text(INT64_MIN, 32, 1, "-2147483648.0");
    expect_text(INT64_MIN, 0, 0, "-9223372036854775808");
    expect_text(INT64_MAX, 63, 3, "1.000");
    expect_text(99 * FS_WIDE_ONE + FS_WIDE_ONE / 100 * 99, 32, 1, "100.0");
    ck_assert_uint_eq(fs_format_uq(buf, sizeof buf, UINT64_MAX, 0, 0), 20);
    ck_assert_str_eq(buf, "18446744073709551615");
    (void)fs_format_uq(buf, sizeof buf, UINT64_MAX, 32, 2);
    ck_assert_str_eq(buf, "4294967296.00");
    (void)fs_format_fix16(buf, sizeof buf, F16(0.1));
    ck_assert_str_eq(buf, "0.1");
    (void)fs_format_fix16(buf, sizeof buf, 1);
    ck_assert_str_eq(buf, "0.00002");
}
END_TEST

START_TEST(short_buffers)
{
    char buf[8];
    memset(buf, '#', sizeof buf);
    ck_assert_uint_eq(fs_format_q(buf, 4, 1234, 0, 2), 7);
    ck_assert_str_eq(buf, "123");
    ck_assert_int_eq(buf[4], '#');
    ck_assert_uint_eq(fs_format_q(buf, 1, -5, 0, 0), 2);
    ck_assert_str_eq(buf, "");
    ck_assert_uint_eq(fs_format_q(NULL, 0, -5, 0, 0), 2);
    ck_assert_uint_eq(fs_format_q(NULL, 0, 1, 63, 1000), 2 + FS_DECIMALS_MAX);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("text");
    TCase *tc = tcase_create("text");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, refuses_texts_that_are_no_number);
    tcase_add_test(tc, accepts_numbers);
    tcase_add_test(tc, fix16_fractions_are_exact);
    tcase_add_test(tc, wide_is_exact);
    tcase_add_test(tc, round_trips);
    tcase_add_test(tc, prints_as_libfixmath);
    tcase_add_test(tc, known_texts);
    tcase_add_test(tc, short_buffers);
    suite_add_tcase(suite, tc);
    return suite;
}
