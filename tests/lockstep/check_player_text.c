/* check_player_text.c: names and chat lines that are allowed, and what becomes of the others. */
#include "lockstep/player/player_text.h"

#include <string.h>

#include "support/check_main.h"

static const struct {
    const char *name;
    bool good;
} names[] = {
    { "", true },
    { "anna-2.b_c+d", true },
    { "Jürgen", true },
    { "Ωμέγα", true },
    { "Борис", true },
    { "世界", true },
    { "한글カナ", true },
    { "abcdefghijklmnopqrstuvw", true },   /* 23 bytes */
    { "abcdefghijklmnopqrstuvwx", false }, /* 24 */
    { ".hidden", false },
    { "a b", false },
    { "a\tb", false },
    { "a\033[2J", false },
    { "a/b", false },
    { "a\xc2\xa0g", false }, /* blank that does not break */
    { "a\xe2\x80\xae"
      "b",
      false },                     /* right-to-left override */
    { "\xd7\xa9\xd7\x9c", false }, /* Hebrew */
    { "u\xcc\x88", false },        /* combining mark */
    { "\xef\xbc\xa1", false },     /* full width A */
    { "\xff\xfe", false },
    { "\xc3", false },
    { "a\xc3\x97"
      "b",
      false }, /* multiplication sign */
};

START_TEST(names_are_checked)
{
    char why[100];
    ck_assert_int_eq(fs_name_check(names[_i].name, why, sizeof why), names[_i].good ? FS_OK : FS_E_NAME);
    if (strlen(names[_i].name) < FS_MAX_NAME)
        ck_assert_int_eq(fs__player_name_valid(names[_i].name), names[_i].good);
}
END_TEST

START_TEST(a_name_of_1000_bytes_is_none)
{
    char name[1001], why[100];
    memset(name, 'x', 1000);
    name[1000] = 0;
    ck_assert_int_eq(fs_name_check(name, why, sizeof why), FS_E_NAME);
    ck_assert(strstr(why, "at most 23 bytes") != NULL);
}
END_TEST

static const struct {
    const char *said, *clean;
} lines[] = {
    { "hello", "hello" }, { "  two  words \n", "two  words" }, { "", "" },
    { " \t\r\n", "" },    { "a\033[2Jb", "a?[2Jb" },           { "x\xe2\x80\xaey", "x?y" },
    { "\xff\xfe", "??" }, { "grüße 世界", "grüße 世界" },      { "cut\xc3", "cut?" },
};

START_TEST(lines_are_cleaned)
{
    char clean[FS_MAX_CHAT], again[FS_MAX_CHAT];
    fs_chat_clean(clean, lines[_i].said);
    ck_assert_str_eq(clean, lines[_i].clean);
    fs_chat_clean(again, clean);
    ck_assert_str_eq(again, clean);
    ck_assert_int_eq(fs__chat_valid(lines[_i].clean), lines[_i].clean[0] != 0);
    ck_assert_int_eq(fs__chat_valid(lines[_i].said), strcmp(lines[_i].said, lines[_i].clean) == 0 && clean[0] != 0);
}
END_TEST

START_TEST(long_lines_are_cut_between_characters)
{
    char said[1001], clean[FS_MAX_CHAT];
    for (int i = 0; i < 1000; i += 2)
        memcpy(said + i, "ö", 2);
    said[1000] = 0;
    fs_chat_clean(clean, said);
    ck_assert_uint_eq(strlen(clean), (FS_MAX_CHAT - 1) / 2 * 2);
    ck_assert(fs__chat_valid(clean));
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("player_text");
    TCase *tcase = tcase_create("texts");
    tcase_add_loop_test(tcase, names_are_checked, 0, (int)(sizeof names / sizeof names[0]));
    tcase_add_test(tcase, a_name_of_1000_bytes_is_none);
    tcase_add_loop_test(tcase, lines_are_cleaned, 0, (int)(sizeof lines / sizeof lines[0]));
    tcase_add_test(tcase, long_lines_are_cut_between_characters);
    suite_add_tcase(suite, tcase);
    return suite;
}
