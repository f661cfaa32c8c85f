/* check_app_script.c: input scripts: parsing, errors and lookup. */
#include "app/script.h"

#include <string.h>

#include "support/check_main.h"

static app_script *parse(const char *text, char why[APP_ERROR_BYTES])
{
    why[0] = '\0';
    return app_script_parse("in.txt", text, strlen(text), why);
}

static void expect_input(const app_script *script, uint32_t slot, uint32_t tick, const char *expected)
{
    char input[5] = "....";
    app_script_input(script, slot, tick, input);
    ck_assert_msg(memcmp(input, expected, 4) == 0, "slot %u tick %u: %s, not %s", slot, tick, input, expected);
}

START_TEST(lines_act_from_their_tick_on)
{
    char why[APP_ERROR_BYTES];
    app_script *s = parse("# inputs\n\n10 61626364  # abcd\n\t20\t65666768\r\n21 696A6b6C", why);
    ck_assert_msg(s != NULL, "%s", why);
    expect_input(s, 0, 0, "....");
    expect_input(s, 0, 9, "....");
    expect_input(s, 0, 10, "abcd");
    expect_input(s, 0, 19, "abcd");
    expect_input(s, 0, 20, "efgh");
    expect_input(s, 0, 21, "ijkl");
    expect_input(s, 0, UINT32_MAX, "ijkl");
    expect_input(s, 1, 30, "....");
    ck_assert(!app_script_names_slots(s));
    app_script_free(s);
}
END_TEST

START_TEST(slots_are_separate)
{
    char why[APP_ERROR_BYTES];
    app_script *s = parse("5 3 61616161\n0 1 62626262\n6 3 63636363\n9 1 64646464\n", why);
    ck_assert_msg(s != NULL, "%s", why);
    ck_assert(app_script_names_slots(s));
    ck_assert(app_script_has(s, 1));
    ck_assert(app_script_has(s, 3));
    ck_assert(!app_script_has(s, 0));
    ck_assert(!app_script_has(s, 2));
    ck_assert(!app_script_has(s, 4));
    ck_assert(!app_script_has(s, UINT32_MAX));
    expect_input(s, 3, 4, "....");
    expect_input(s, 3, 5, "aaaa");
    expect_input(s, 3, 6, "cccc");
    expect_input(s, 1, 8, "bbbb");
    expect_input(s, 1, 9, "dddd");
    expect_input(s, 2, 9, "....");
    expect_input(s, UINT32_MAX, 9, "....");
    app_script_free(s);
}
END_TEST

START_TEST(an_empty_script_does_nothing)
{
    char why[APP_ERROR_BYTES];
    app_script *s = parse("# nothing\n   \n", why);
    ck_assert(s != NULL);
    expect_input(s, 0, 100, "....");
    fs_game game = { .name = "toy", .input_size = 7 };
    ck_assert(app_script_check(s, &game, 1, why));
    app_script_free(s);
}
END_TEST

static const struct {
    const char *text, *sentence;
} wrong[] = {
    { "1", "in.txt: line 1: expected TICK [SLOT] HEXBYTES at '1'" },
    { "\n1 2 00 00", "in.txt: line 2: expected TICK [SLOT] HEXBYTES at '1'" },
    { "x 00", "in.txt: line 1: not a tick: 'x'" },
    { "-1 00", "in.txt: line 1: not a tick: '-1'" },
    { "0x1 00", "in.txt: line 1: not a tick: '0x1'" },
    { "4294967295 00", "in.txt: line 1: not a tick: '4294967295'" },
    { "1 64 00", "in.txt: line 1: not a slot: '64'" },
    { "1 x 00", "in.txt: line 1: not a slot: 'x'" },
    { "1 0", "in.txt: line 1: not an even number of hex digits (or more than 64 bytes): '0'" },
    { "1 0g", "in.txt: line 1: not an even number of hex digits (or more than 64 bytes): '0g'" },
    { "1 00\n# c\n2 0000", "in.txt: line 3: another number of bytes than the lines before: '0000'" },
    { "5 00\n5 01", "in.txt: line 2: tick 5 does not come after tick 5 of line 1" },
    { "5 2 00\n6 1 00\n4 2 01", "in.txt: line 3: tick 4 does not come after tick 5 of line 1" },
};

START_TEST(wrong_lines_are_named)
{
    char why[APP_ERROR_BYTES];
    ck_assert(parse(wrong[_i].text, why) == NULL);
    ck_assert_str_eq(why, wrong[_i].sentence);
}
END_TEST

START_TEST(too_long_words_and_zero_bytes)
{
    char why[APP_ERROR_BYTES], text[400];
    memset(text, '0', sizeof text);
    memcpy(text, "1 ", 2);
    ck_assert(app_script_parse("in.txt", text, 2 + 2 * FS_MAX_INPUT + 2, why) == NULL);
    ck_assert(app_script_parse("in.txt", text, sizeof text, why) == NULL);
    app_script *longest = app_script_parse("in.txt", text, 2 + 2 * FS_MAX_INPUT, why);
    ck_assert(longest != NULL);
    app_script_free(longest);
    ck_assert(app_script_parse("in.txt",
                               "1 00\0"
                               "00",
                               7, why) == NULL);
}
END_TEST

START_TEST(it_must_fit_the_game)
{
    char why[APP_ERROR_BYTES];
    fs_game game = { .name = "toy", .input_size = 2 };
    app_script *s = parse("\n7 1 0001\n", why);
    ck_assert(s != NULL);
    ck_assert(app_script_check(s, &game, 2, why));
    ck_assert(!app_script_check(s, &game, 1, why));
    ck_assert_str_eq(why, "in.txt: line 2: slot 1, but the match has slots 0 to 0");
    game.input_size = 4;
    ck_assert(!app_script_check(s, &game, 2, why));
    ck_assert_str_eq(why, "in.txt: line 2: an input of toy has 4 bytes, not 2");
    app_script_free(s);
}
END_TEST

START_TEST(many_lines_are_found)
{
    enum { LINES = 5000 };
    static char text[LINES * 16];
    size_t used = 0;
    char why[APP_ERROR_BYTES];
    for (int i = 0; i < LINES; i++)
        used += (size_t)sprintf(text + used, "%d %08x\n", 3 * i, i);
    app_script *s = app_script_parse("in.txt", text, used, why);
    ck_assert_msg(s != NULL, "%s", why);
    for (uint32_t tick = 0; tick < 3 * LINES; tick += 7) {
        uint8_t input[4] = { 0 };
        app_script_input(s, 0, tick, input);
        ck_assert_uint_eq((uint32_t)input[2] << 8 | input[3], tick / 3);
    }
    app_script_free(s);
}
END_TEST

START_TEST(files_are_loaded)
{
    char why[APP_ERROR_BYTES];
    ck_assert(app_script_load("/nonexistent/script", why) == NULL);
    ck_assert_str_eq(why, "cannot read the script /nonexistent/script: No such file or directory");
    ck_assert(app_script_load(FS_TEST_DIR, why) == NULL);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("app_script");
    TCase *tc = tcase_create("app_script");
    tcase_add_test(tc, lines_act_from_their_tick_on);
    tcase_add_test(tc, slots_are_separate);
    tcase_add_test(tc, an_empty_script_does_nothing);
    tcase_add_loop_test(tc, wrong_lines_are_named, 0, sizeof wrong / sizeof wrong[0]);
    tcase_add_test(tc, too_long_words_and_zero_bytes);
    tcase_add_test(tc, it_must_fit_the_game);
    tcase_add_test(tc, many_lines_are_found);
    tcase_add_test(tc, files_are_loaded);
    suite_add_tcase(suite, tc);
    return suite;
}
