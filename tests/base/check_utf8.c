/* check_utf8.c: untrusted texts cannot control a terminal or break JSON, and have the columns of terminals. */
#include <fixstep/utf8.h>

#include <string.h>

#include "support/check_main.h"

static const struct {
    const char *dirty, *clean;
} samples[] = {
    { "", "" },
    { "plain text\nsecond line", "plain text\nsecond line" },
    { "r\xc3\xa9"
      "sum\xc3\xa9 \xe2\x82\xac",
      "r\xc3\xa9"
      "sum\xc3\xa9 \xe2\x82\xac" },
    { "\x1b[2J\x07\x7f", "?[2J??" },
    { "a\xc2\x9b"
      "31m",
      "a??31m" },
    { "\xc2\xa0", "\xc2\xa0" },
    { "caf\xe9 \xc3\xa9", "caf? \xc3\xa9" },
    { "x\xe2\x80\xaegpj.exe", "x???gpj.exe" },
    { "\xd8\x9c\xe2\x81\xa6\xef\xbb\xbf", "????????" },
    { "\xe4\xb8\x96\xe7\x95\x8c \xf0\x9f\x8f\x92", "\xe4\xb8\x96\xe7\x95\x8c \xf0\x9f\x8f\x92" },
    { "\xe4\xb8\x96\xe7\x95", "\xe4\xb8\x96??" },
    { "\xed\xa0\x80 \xc0\xaf \xf4\x90\x80\x80", "??? ?? ????" },
    { "cut \xc3", "cut ?" },
};

START_TEST(texts_are_cleaned)
{
    char text[64];
    strcpy(text, samples[_i].dirty);
    fs_utf8_clean(text);
    ck_assert_str_eq(text, samples[_i].clean);
}
END_TEST

START_TEST(columns_are_those_of_terminals)
{
    ck_assert_uint_eq(fs_utf8_columns(""), 0);
    ck_assert_uint_eq(fs_utf8_columns("J\xc3\xbcrgen"), 6);
    ck_assert_uint_eq(fs_utf8_columns("a\xe4\xb8\x96\xe7\x95\x8c"), 5);
    ck_assert_uint_eq(fs_utf8_columns("\xff\x07"), 2);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("utf8");
    TCase *tc = tcase_create("utf8");
    tcase_add_loop_test(tc, texts_are_cleaned, 0, sizeof samples / sizeof samples[0]);
    tcase_add_test(tc, columns_are_those_of_terminals);
    suite_add_tcase(suite, tc);
    return suite;
}
