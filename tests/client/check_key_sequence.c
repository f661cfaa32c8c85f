/* check_key_sequence.c: the sequences of terminals that tell releases, as their protocol writes them. */
#include "client/tty/key_sequence.h"

#include <stdlib.h>
#include <fixstep/sim.h>

#include "client/held_keys.h"
#include "support/check_main.h"

/* Feeds a text; what its last character made. Every one before it must belong to the sequence. */
static key_sequence_kind feed(key_sequence *s, const char *text)
{
    key_sequence_kind kind = KEY_SEQUENCE_GOES_ON;
    for (; *text != '\0'; text++) {
        ck_assert_int_eq(kind, KEY_SEQUENCE_GOES_ON);
        kind = key_sequence_take(s, (wint_t)*text);
    }
    return kind;
}

static const struct {
    const char *text;
    key_sequence_kind kind;
    uint32_t key, typed;
    bool control;
} cases[] = {
    { "\033[119;1;119u", KEY_SEQUENCE_PRESS, 'w', 'w', false },
    { "\033[119;2:1;87u", KEY_SEQUENCE_PRESS, 'w', 'W', false },
    { "\033[119:87;2:2;87u", KEY_SEQUENCE_PRESS, 'w', 'W', false },
    { "\033[119;1:3u", KEY_SEQUENCE_RELEASE, 'w', 0, false },
    { "\033[99;5u", KEY_SEQUENCE_PRESS, 'c', 0, true },
    { "\033[99;69u", KEY_SEQUENCE_PRESS, 'c', 0, true }, /* with caps lock */
    { "\033[32u", KEY_SEQUENCE_PRESS, ' ', 0, false },
    { "\033[97;;228u", KEY_SEQUENCE_PRESS, 'a', 0xe4, false },
    { "\033[101;1;101:769u", KEY_SEQUENCE_PRESS, 'e', 'e', false },
    { "\033[A", KEY_SEQUENCE_PRESS, KEY_SEQUENCE_UP, 0, false },
    { "\033[1;1:3B", KEY_SEQUENCE_RELEASE, KEY_SEQUENCE_DOWN, 0, false },
    { "\033[1;1:2C", KEY_SEQUENCE_PRESS, KEY_SEQUENCE_RIGHT, 0, false },
    { "\033[5~", KEY_SEQUENCE_PRESS, KEY_SEQUENCE_PAGE_UP, 0, false },
    { "\033[6;1:3~", KEY_SEQUENCE_RELEASE, KEY_SEQUENCE_PAGE_DOWN, 0, false },
    { "\033[H", KEY_SEQUENCE_PRESS, KEY_SEQUENCE_HOME, 0, false },
    { "\033[1;1:1F", KEY_SEQUENCE_PRESS, KEY_SEQUENCE_END, 0, false },
    { "\033[57417;129:1u", KEY_SEQUENCE_PRESS, KEY_SEQUENCE_LEFT, 0, false },
    { "\033[13~", KEY_SEQUENCE_PRESS, KEY_SEQUENCE_F3, 0, false },
    { "\033[27u", KEY_SEQUENCE_PRESS, KEY_SEQUENCE_ESCAPE, 0, false },
    { "\033[?0u", KEY_SEQUENCE_ANSWER, 0, 0, false },
    { "\033[?27u", KEY_SEQUENCE_ANSWER, 0, 0, false },
    { "\033[?62;4c", KEY_SEQUENCE_OTHER, 0, 0, false },
    { "\033[O", KEY_SEQUENCE_FOCUS_LOST, 0, 0, false },
    { "\033[I", KEY_SEQUENCE_OTHER, 0, 0, false },
    { "\033[15~", KEY_SEQUENCE_OTHER, 0, 0, false },
    { "\033[119;1:1:7:8;119;2;3;4u", KEY_SEQUENCE_PRESS, 'w', 'w', false },  /* more than there should be */
    { "\033[99999999999999999999u", KEY_SEQUENCE_PRESS, 9999999, 0, false }, /* no character: read up to a limit */
    { "w", KEY_SEQUENCE_NONE, 0, 0, false },
    { "\033x", KEY_SEQUENCE_NONE, 0, 0, false },
};

START_TEST(sequences_are_read)
{
    key_sequence s = { 0 };
    ck_assert_int_eq(feed(&s, cases[_i].text), cases[_i].kind);
    if (cases[_i].kind != KEY_SEQUENCE_PRESS && cases[_i].kind != KEY_SEQUENCE_RELEASE)
        return;
    ck_assert_uint_eq(s.key, cases[_i].key);
    ck_assert_uint_eq(s.text, cases[_i].typed);
    ck_assert_int_eq(s.control, cases[_i].control);
    /* The next sequence begins anew. */
    ck_assert_int_eq(feed(&s, "\033[B"), KEY_SEQUENCE_PRESS);
    ck_assert_uint_eq(s.key, KEY_SEQUENCE_DOWN);
    ck_assert_uint_eq(s.text, 0);
    ck_assert(!s.control);
}
END_TEST

START_TEST(escape_is_a_key_and_a_beginning)
{
    key_sequence s = { 0 };
    ck_assert(!key_sequence_is_escape(&s));
    feed(&s, "\033");
    ck_assert(key_sequence_is_escape(&s));
    feed(&s, "\033");
    ck_assert(key_sequence_is_escape(&s));
    feed(&s, "[1;");
    ck_assert(!key_sequence_is_escape(&s));
    /* An ESC inside of a sequence begins another one. */
    ck_assert_int_eq(feed(&s, "\033[A"), KEY_SEQUENCE_PRESS);
}
END_TEST

/* Any characters leave it ready for a whole sequence. */
START_TEST(rubbish_is_survived)
{
    key_sequence s = { 0 };
    srand(5);
    for (int i = 0; i < 200000; i++)
        key_sequence_take(&s, i % 3 == 0 ? (wint_t)rand() : (wint_t)("\033[?;:0123456789uAO~"[rand() % 19]));
    ck_assert_int_eq(feed(&s, "\033[?1u"), KEY_SEQUENCE_ANSWER);
}
END_TEST

/* Three keys at once, held for longer than any estimate, and released in another order. */
START_TEST(chords_hold_until_released)
{
    held_keys h = { 0 };
    held_keys_set_down(&h, FS_KEY_UP, true);
    held_keys_set_down(&h, FS_KEY_LEFT, true);
    held_keys_set_down(&h, FS_KEY_FIRE, true);
    ck_assert_uint_eq(held_keys_bits(&h, 60000000), FS_KEY_UP | FS_KEY_LEFT | FS_KEY_FIRE);
    held_keys_set_down(&h, FS_KEY_LEFT, false);
    held_keys_set_down(&h, 0, false);
    ck_assert_uint_eq(held_keys_bits(&h, 60000001), FS_KEY_UP | FS_KEY_FIRE);
    held_keys_release_all(&h);
    ck_assert_uint_eq(held_keys_bits(&h, 60000002), 0);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("key_sequence");
    TCase *tests = tcase_create("key_sequence");
    tcase_add_loop_test(tests, sequences_are_read, 0, (int)(sizeof cases / sizeof cases[0]));
    tcase_add_test(tests, escape_is_a_key_and_a_beginning);
    tcase_add_test(tests, rubbish_is_survived);
    tcase_add_test(tests, chords_hold_until_released);
    suite_add_tcase(suite, tests);
    return suite;
}
