/* check_entry.c: the fields of the launcher. */
#include "launcher/entry.h"

#include <string.h>

#include "support/check_main.h"

#define POINT "\xe2\x80\xa2"

START_TEST(the_first_character_replaces_the_prefilled_text)
{
    entry e;
    entry_open(&e, ENTRY_ADDRESS, "localhost");
    entry_type(&e, "1");
    entry_type(&e, "0.0.0.7");
    ck_assert_str_eq(e.text, "10.0.0.7");
    entry_open(&e, ENTRY_ADDRESS, "localhost");
    entry_type(&e, "\x1b \n"); /* nothing of it counts */
    ck_assert_str_eq(e.text, "localhost");
    e.selected = false;
    entry_type(&e, ":1");
    ck_assert_str_eq(e.text, "localhost:1");
}
END_TEST

START_TEST(erasing_takes_all_that_is_selected)
{
    entry e;
    entry_open(&e, ENTRY_NAME, "ada");
    entry_erase(&e);
    ck_assert_str_eq(e.text, "");
    entry_type(&e, "bo\xc3\xa9");
    entry_erase(&e);
    ck_assert_str_eq(e.text, "bo");
    entry_clear(&e);
    ck_assert_str_eq(e.text, "");
    entry_open(&e, ENTRY_NAME, "");
    ck_assert(!e.selected);
}
END_TEST

START_TEST(blanks_are_for_folders_and_passwords)
{
    static const char *const
        wanted[] = { [ENTRY_NAME] = "ab", [ENTRY_ADDRESS] = "ab", [ENTRY_FOLDER] = "a b", [ENTRY_PASSWORD] = "a b" };
    for (int kind = ENTRY_NAME; kind <= ENTRY_PASSWORD; kind++) {
        entry e;
        entry_open(&e, (entry_kind)kind, "");
        entry_type(&e, "a b\r\n");
        ck_assert_str_eq(e.text, wanted[kind]);
    }
}
END_TEST

START_TEST(a_password_is_never_shown)
{
    char shown[32];
    entry e;
    entry_open(&e, ENTRY_PASSWORD, "");
    entry_type(&e, "s\xc3\xa9"
                   "c");
    entry_show(&e, shown, sizeof shown);
    ck_assert_str_eq(shown, POINT POINT POINT);
    for (int i = 0; i < 400; i++)
        entry_type(&e, "x");
    entry_show(&e, shown, sizeof shown);
    ck_assert_uint_lt(strlen(shown), sizeof shown);
    ck_assert_ptr_null(strchr(shown, 'x'));
    ck_assert_uint_eq(strlen(e.text), 254); /* what a file of it may hold */
}
END_TEST

START_TEST(of_a_long_text_the_end_is_shown)
{
    char shown[8];
    entry e;
    entry_open(&e, ENTRY_FOLDER,
               "/home/ada/\xc3\xa9"
               "cole");
    entry_show(&e, shown, 7);
    ck_assert_str_eq(shown, "\xc3\xa9"
                            "cole");
    entry_show(&e, shown, 6);
    ck_assert_str_eq(shown, "cole");
}
END_TEST

/* A controller alone can write every name, address and password of ASCII. */
START_TEST(the_letters_are_all_of_ascii)
{
    for (char c = ' '; c < 0x7f; c++) {
        unsigned layers = 0;
        for (unsigned i = 0; i < ENTRY_LAYERS; i++)
            layers += strchr(entry_letters(i), c) != NULL;
        ck_assert_uint_ge(layers, 1);
    }
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *s = suite_create("entry");
    TCase *t = tcase_create("entry");
    tcase_add_test(t, the_first_character_replaces_the_prefilled_text);
    tcase_add_test(t, erasing_takes_all_that_is_selected);
    tcase_add_test(t, blanks_are_for_folders_and_passwords);
    tcase_add_test(t, a_password_is_never_shown);
    tcase_add_test(t, of_a_long_text_the_end_is_shown);
    tcase_add_test(t, the_letters_are_all_of_ascii);
    suite_add_tcase(s, t);
    return s;
}
