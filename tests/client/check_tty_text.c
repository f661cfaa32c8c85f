/* check_tty_text.c: texts on a terminal: lines, columns, and what a narrow status line keeps. */
#include "client/tty/tty_text.h"

#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "support/check_main.h"

enum { LINES = 16 };

static void use_utf8(void)
{
    ck_assert_msg(setlocale(LC_CTYPE, "C.UTF-8") != NULL, "the locale C.UTF-8 is missing");
}

START_TEST(columns_of_wide_and_malformed_characters)
{
    use_utf8();
    ck_assert_int_eq(tty_columns("", -1), 0);
    ck_assert_int_eq(tty_columns("J\xc3\xbcrgen", -1), 6);
    ck_assert_int_eq(tty_columns("\xe4\xb8\x96\xe7\x95\x8c!", -1), 5);
    ck_assert_int_eq(tty_columns("\xe4\xb8\x96\xe7\x95\x8c!", 3), 2);
    ck_assert_int_eq(tty_columns("a\xff\xfe\033b", -1), 5);
    ck_assert_int_eq(tty_columns("a\xcc\x88", -1), 2); /* a combining mark has no column of its own: '?' */
}
END_TEST

/* Every line fits, no character is lost but blanks between lines, and only the last line may be empty. */
START_TEST(lines_fit_and_lose_nothing)
{
    static const char *const texts[] = {
        "",
        "one",
        "word1 word2 word3 word4 word5 word6",
        "averylongwordthatfitsnowhere and more",
        "\xe4\xb8\x96\xe7\x95\x8c \xe4\xb8\x96\xe7\x95\x8c\xe4\xb8\x96 gr\xc3\xbc\xc3\x9f ende",
        "  two blanks   three"
    };
    use_utf8();
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        for (int columns = 2; columns < 40; columns++) {
            tty_piece lines[64];
            const char *rest, *at = texts[i];
            int count = tty_break(texts[i], columns, lines, 64, &rest);
            ck_assert_int_ge(count, 1);
            ck_assert_str_eq(rest, "");
            for (int n = 0; n < count; n++) {
                ck_assert_int_le(lines[n].columns, columns);
                ck_assert_int_eq(lines[n].columns, tty_columns(lines[n].text, lines[n].bytes));
                ck_assert(lines[n].text == at || (lines[n].text == at + 1 && *at == ' '));
                at = lines[n].text + lines[n].bytes;
            }
            ck_assert_msg(strspn(at, " ") == strlen(at), "lost: %s", at);
        }
}
END_TEST

START_TEST(rest_begins_behind_the_last_line)
{
    tty_piece lines[LINES];
    const char *rest;
    use_utf8();
    ck_assert_int_eq(tty_break("aaa bbb ccc ddd", 7, lines, 1, &rest), 1);
    ck_assert_int_eq(lines[0].bytes, 7);
    ck_assert_str_eq(rest, "ccc ddd");
}
END_TEST

static const struct {
    const char *status, *hint;
    int columns;
    const char *line;
} fits[] = {
    { "in sync  tick 1234  2 players  rtt 3 ms", "? keys  q quits", 80,
      "in sync  tick 1234  2 players  rtt 3 ms  ? keys  q quits" },
    { "in sync  tick 1234  2 players  rtt 3 ms", "? keys  q quits", 40, "in sync  tick 1234  ? keys  q quits" },
    { "in sync  tick 1234  2 players", "? keys  q quits", 34, "in sync  ? keys  q quits" },
    { "in sync  tick 1234  2 players", "? keys  q quits", 35, "in sync  tick 1234  ? keys  q quits" },
    { "in sync  tick 1234  2 players", "? keys  q quits", 15, "in sync  ? keys" },
    { "in sync  tick 1234  2 players", "? keys  q quits", 12, "in sync" },
    { "no answer for 12.3 s  tick 1", "? keys  q quits", 12, "no answer for 12.3 s" },
    { "joining", "", 80, "joining" },
    { "", "", 80, "" },
    { "\xe4\xb8\x96\xe7\x95\x8c  x", "? keys", 12, "\xe4\xb8\x96\xe7\x95\x8c  ? keys" },
    { "\xe4\xb8\x96\xe7\x95\x8c  x", "? keys", 11, "\xe4\xb8\x96\xe7\x95\x8c  x" },
};

START_TEST(narrow_status_keeps_what_matters)
{
    char line[128];
    use_utf8();
    tty_fit_status(fits[_i].status, fits[_i].hint, fits[_i].columns, line, sizeof line);
    ck_assert_str_eq(line, fits[_i].line);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("tty_text");
    TCase *tc = tcase_create("tty_text");
    tcase_add_test(tc, columns_of_wide_and_malformed_characters);
    tcase_add_test(tc, lines_fit_and_lose_nothing);
    tcase_add_test(tc, rest_begins_behind_the_last_line);
    tcase_add_loop_test(tc, narrow_status_keeps_what_matters, 0, (int)(sizeof fits / sizeof fits[0]));
    suite_add_tcase(suite, tc);
    return suite;
}
