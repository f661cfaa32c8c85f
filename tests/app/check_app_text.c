/* check_app_text.c: untrusted texts cannot control a terminal or break JSON. */
#include "app/text.h"

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
    { "caf\xe9 \xc3\xa9", "caf? ??" },
    { "cut \xc3", "cut ?" },
};

START_TEST(texts_are_cleaned)
{
    char text[64];
    strcpy(text, samples[_i].dirty);
    app_text_clean(text);
    ck_assert_str_eq(text, samples[_i].clean);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("app_text");
    TCase *tc = tcase_create("app_text");
    tcase_add_loop_test(tc, texts_are_cleaned, 0, sizeof samples / sizeof samples[0]);
    suite_add_tcase(suite, tc);
    return suite;
}
