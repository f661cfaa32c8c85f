/* check_note.c: two things that go wrong are both told by the launcher. */
#include "launcher/note.h"

#include <string.h>
#include <fixstep/utf8.h>

#include "support/check_main.h"

START_TEST(both_sentences_are_kept)
{
    char note[MENU_NOTE] = "";
    note_add(note, "the match is not recorded: ", "no folder");
    ck_assert_str_eq(note, "the match is not recorded: no folder");
    note_add(note, "", "no answer from localhost within 10 s");
    ck_assert_str_eq(note, "the match is not recorded: no folder; no answer from localhost within 10 s");
}
END_TEST

START_TEST(long_ones_leave_each_other_room)
{
    char note[MENU_NOTE] = "", text[2 * MENU_NOTE];
    memset(text, 'a', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    note_add(note, "the match is not recorded: ", text);
    memset(text, 'b', sizeof text - 1);
    note_add(note, "", text);
    ck_assert_int_eq(strncmp(note, "the match is not recorded: aaa", 30), 0);
    ck_assert_ptr_nonnull(strstr(note, "a...; bbb"));
    ck_assert_uint_lt(strlen(note), MENU_NOTE);
    note_add(note, "", "third");
    ck_assert_ptr_nonnull(strstr(note, "; third"));
    ck_assert_int_eq(strncmp(note, "the match is not recorded: aaa", 30), 0);
}
END_TEST

/* Of three bytes, so that every place of a cut is met. */
START_TEST(characters_stay_whole)
{
    for (unsigned shift = 0; shift < 3; shift++) {
        char note[MENU_NOTE] = "", text[MENU_NOTE] = "", clean[MENU_NOTE];
        memset(text, 'x', shift);
        for (unsigned at = shift; at + 3 < sizeof text; at += 3)
            memcpy(text + at, "\xe4\xb8\x96", 4);
        note_add(note, "", text);
        note_add(note, "", text);
        memcpy(clean, note, sizeof clean);
        fs_utf8_clean(clean);
        ck_assert_str_eq(note, clean);
    }
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("note");
    TCase *t = tcase_create("note");
    tcase_add_test(t, both_sentences_are_kept);
    tcase_add_test(t, long_ones_leave_each_other_room);
    tcase_add_test(t, characters_stay_whole);
    suite_add_tcase(suite, t);
    return suite;
}
