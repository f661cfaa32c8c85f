/* check_text_entry.c: what a user types and pastes into a field. */
#include <string.h>

#include "keys/text_entry.h"
#include "support/check_main.h"

enum { BYTES = 12 };

static void entry_becomes(const char *pasted, const char *wanted)
{
    char text[BYTES] = "";
    text_entry_add(text, sizeof text, pasted);
    ck_assert_str_eq(text, wanted);
}

START_TEST(line_ends_are_blanks_and_controls_are_left_out)
{
    entry_becomes("a\nb\r\tc", "a b  c");
    entry_becomes("\x1b[31mred\x07\x7f", "[31mred");
    entry_becomes("\n\x80\x80\x80", " ");
}
END_TEST

START_TEST(whole_characters_fit)
{
    entry_becomes("0123456789abc", "0123456789a");
    entry_becomes("\xe6\xbc\xa2\xe6\xbc\xa2\xe6\xbc\xa2\xe6\xbc\xa2", "\xe6\xbc\xa2\xe6\xbc\xa2\xe6\xbc\xa2");
    entry_becomes("0123456789\xc3\xa9", "0123456789");
    char text[BYTES] = "0123456789a";
    text_entry_add(text, sizeof text, "b");
    ck_assert_str_eq(text, "0123456789a");
}
END_TEST

/* Marks of direction (U+202E), invisible ones (U+200B), C1 controls and bytes that are no UTF-8. */
START_TEST(what_is_not_printable_is_left_out)
{
    entry_becomes("a\xe2\x80\xaez", "az");
    entry_becomes("a\xe2\x80\x8b\xc2\x85z", "az");
    entry_becomes("\xff\xfe\xc0\xaf<", "<");
    entry_becomes("\xf0\x9f\x98", "");
    entry_becomes("\x80\x80\x80\x80\x80\x80x", "x");
}
END_TEST

/* Any bytes leave a text that is clean and ends within its room. */
START_TEST(any_bytes_are_safe)
{
    uint32_t seed = 7;
    for (int i = 0; i < 20000; i++) {
        char text[BYTES] = "", pasted[24];
        for (size_t k = 0; k < sizeof pasted - 1; k++) {
            seed = seed * 1664525 + 1013904223;
            pasted[k] = (char)(seed >> 24);
        }
        pasted[sizeof pasted - 1] = '\0';
        text_entry_add(text, sizeof text, pasted);
        size_t length = strnlen(text, sizeof text);
        ck_assert_uint_lt(length, sizeof text);
        for (size_t k = 0; k < length; k++)
            ck_assert((unsigned char)text[k] >= 0x20 && text[k] != 0x7f);
        for (size_t left = length; left > 0; left = strlen(text)) {
            text_entry_erase(text);
            ck_assert_uint_lt(strlen(text), left);
        }
    }
}
END_TEST

START_TEST(erasing_takes_a_character)
{
    char text[BYTES] = "a\xc3\xa9\xe6\xbc\xa2";
    text_entry_erase(text);
    ck_assert_str_eq(text, "a\xc3\xa9");
    text_entry_erase(text);
    ck_assert_str_eq(text, "a");
    text_entry_erase(text);
    text_entry_erase(text);
    ck_assert_str_eq(text, "");
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *s = suite_create("text_entry");
    TCase *t = tcase_create("text_entry");
    tcase_add_test(t, line_ends_are_blanks_and_controls_are_left_out);
    tcase_add_test(t, whole_characters_fit);
    tcase_add_test(t, what_is_not_printable_is_left_out);
    tcase_add_test(t, any_bytes_are_safe);
    tcase_add_test(t, erasing_takes_a_character);
    suite_add_tcase(s, t);
    return s;
}
