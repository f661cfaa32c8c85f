/* check_app_options.c: the table-driven command line: values, refusals, help. */
#include "app/options.h"

#include <stdlib.h>
#include <string.h>

#include "support/check_main.h"

typedef struct sample {
    bool flag;
    const char *text;
    uint64_t number, seed;
    unsigned choice;
    app_list list;
    uint64_t ahead;
} sample;

static const app_option sample_options[] = {
    { .name = "flag", .letter = 'f', .kind = APP_FLAG, .offset = offsetof(sample, flag), .help = "a flag" },
    { .name = "text",
      .letter = 't',
      .kind = APP_TEXT,
      .offset = offsetof(sample, text),
      .value = "TEXT",
      .modes = 1,
      .help = "a text" },
    { .name = "number",
      .kind = APP_NUMBER,
      .offset = offsetof(sample, number),
      .value = "N",
      .low = 5,
      .high = 60,
      .modes = 2,
      .help = "a number\nwith a second line" },
    { .name = "seed",
      .kind = APP_NUMBER,
      .offset = offsetof(sample, seed),
      .value = "N",
      .high = UINT64_MAX,
      .hex = true,
      .help = "64 bits" },
    { .name = "choice",
      .kind = APP_CHOICE,
      .offset = offsetof(sample, choice),
      .value = "one|two|three",
      .help = "a word" },
    { .name = "list", .kind = APP_LIST, .offset = offsetof(sample, list), .value = "K=V", .help = "many" },
    { .name = "ahead",
      .letter = 'a',
      .kind = APP_NUMBER,
      .offset = offsetof(sample, ahead),
      .value = "N",
      .high = 32,
      .implied = "12",
      .help = "12 without a number" },
};
static const app_program program = {
    "sample", "sample [OPTION]...", "A sample.", sample_options, sizeof sample_options / sizeof sample_options[0],
    "sample"
};

enum { MAX_WORDS = 80 };

/* The result of one command line, given as words without the program's name. */
typedef struct run {
    sample out;
    app_arguments arguments;
    char why[APP_ERROR_BYTES];
    app_parsed parsed;
    char *argv[MAX_WORDS];
} run;

static void parse(run *r, const char *const *words)
{
    int argc = 0;
    memset(r, 0, sizeof *r);
    r->argv[argc++] = (char *)"sample";
    while (words[argc - 1] != NULL) {
        r->argv[argc] = (char *)words[argc - 1];
        argc++;
    }
    r->parsed = app_parse(&program, argc, r->argv, &r->out, &r->arguments, r->why);
}

#define PARSE(r, ...) parse(r, (const char *const[]){ __VA_ARGS__, NULL })

START_TEST(values_are_stored)
{
    run r;
    PARSE(&r, "--flag", "--text=hello", "--number", "60", "--choice", "two", "--list", "a=1", "--list=b=2", "--seed",
          "18446744073709551615", "word");
    ck_assert_msg(r.parsed == APP_RUN, "%s", r.why);
    ck_assert(r.out.flag);
    ck_assert_str_eq(r.out.text, "hello");
    ck_assert(r.out.number == 60);
    ck_assert(r.out.seed == UINT64_MAX);
    ck_assert_uint_eq(r.out.choice, 1);
    ck_assert_uint_eq(r.out.list.count, 2);
    ck_assert_str_eq(r.out.list.items[1], "b=2");
    ck_assert_int_eq(r.arguments.positional_count, 1);
    ck_assert_str_eq(r.arguments.positional[0], "word");
    ck_assert(app_option_given(&program, &r.arguments, "number"));
}
END_TEST

START_TEST(letters_work_and_others_keep_defaults)
{
    run r;
    PARSE(&r, "-f", "-t", "x", "--seed", "0xfF");
    ck_assert_int_eq(r.parsed, APP_RUN);
    ck_assert(r.out.flag);
    ck_assert_str_eq(r.out.text, "x");
    ck_assert(r.out.seed == 255);
    ck_assert(!app_option_given(&program, &r.arguments, "number"));
    ck_assert(!app_option_given(&program, &r.arguments, "list"));
}
END_TEST

START_TEST(help_and_version)
{
    run r;
    PARSE(&r, "--help");
    ck_assert_int_eq(r.parsed, APP_HELP);
    PARSE(&r, "-h");
    ck_assert_int_eq(r.parsed, APP_HELP);
    PARSE(&r, "--version");
    ck_assert_int_eq(r.parsed, APP_VERSION);
}
END_TEST

static const struct {
    const char *words[3];
    const char *sentence;
} wrong[] = {
    { { "--nope" }, "unknown or ambiguous option '--nope'" },
    { { "-z" }, "unknown option '-z'" },
    { { "--number" }, "option '--number' needs a value" },
    { { "-t" }, "option '-t' needs a value" },
    { { "--flag=1" }, "option '--flag=1' takes no value" },
    { { "--help=1" }, "option '--help=1' takes no value" },
    { { "--number", "4" }, "--number: '4' is not a number from 5 to 60" },
    { { "--number", "61" }, "--number: '61' is not a number from 5 to 60" },
    { { "--number", "-6" }, "--number: '-6' is not a number from 5 to 60" },
    { { "--number", "6x" }, "--number: '6x' is not a number from 5 to 60" },
    { { "--number", " 6" }, "--number: ' 6' is not a number from 5 to 60" },
    { { "--number=" }, "--number: '' is not a number from 5 to 60" },
    { { "--number", "0x" }, "--number: '0x' is not a number from 5 to 60" },
    { { "--number", "0x10" }, "--number: '0x10' is not a number from 5 to 60" },
    { { "--number", "0X10" }, "--number: '0X10' is not a number from 5 to 60" },
    { { "--seed", "18446744073709551616" },
      "--seed: '18446744073709551616' is not a number from 0 to 18446744073709551615" },
    { { "--choice", "tw" }, "--choice: 'tw' is none of one|two|three" },
    { { "--choice", "one|two" }, "--choice: 'one|two' is none of one|two|three" },
    { { "--text=" }, "--text: the value is empty" },
};

START_TEST(wrong_values_are_named)
{
    run r;
    parse(&r, wrong[_i].words);
    ck_assert_int_eq(r.parsed, APP_USAGE_ERROR);
    ck_assert_str_eq(r.why, wrong[_i].sentence);
}
END_TEST

START_TEST(numbers_are_parsed_strictly)
{
    uint64_t value = 7;
    ck_assert(app_parse_number("0x1F", 0, 100, &value));
    ck_assert(value == 31);
    ck_assert(app_parse_number("007", 0, 100, &value));
    ck_assert(value == 7);
    ck_assert(app_parse_number("0xffffffffffffffff", 0, UINT64_MAX, &value));
    ck_assert(value == UINT64_MAX);
    value = 7;
    ck_assert(!app_parse_number("0x10000000000000000", 0, UINT64_MAX, &value));
    ck_assert(!app_parse_number("", 0, 100, &value));
    ck_assert(!app_parse_number("1e3", 0, 10000, &value));
    ck_assert(!app_parse_number("+3", 0, 100, &value));
    ck_assert(value == 7);
}
END_TEST

START_TEST(lists_are_bounded)
{
    const char *words[MAX_WORDS] = { 0 };
    for (int i = 0; i <= APP_MAX_LIST; i++)
        words[i] = "--list=a=1";
    run r;
    parse(&r, words);
    ck_assert_int_eq(r.parsed, APP_USAGE_ERROR);
    words[APP_MAX_LIST] = NULL;
    parse(&r, words);
    ck_assert_int_eq(r.parsed, APP_RUN);
    ck_assert_uint_eq(r.out.list.count, APP_MAX_LIST);
}
END_TEST

START_TEST(options_belong_to_modes)
{
    run r;
    PARSE(&r, "-f", "--number", "6");
    ck_assert_str_eq(app_option_outside_mode(&program, &r.arguments, 1), "number");
    ck_assert(app_option_outside_mode(&program, &r.arguments, 2) == NULL);
}
END_TEST

START_TEST(help_shows_every_option)
{
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    app_print_help(&program, file);
    fclose(file);
    ck_assert(strstr(text, "Usage: sample [OPTION]...") == text);
    ck_assert(strstr(text, "  -f, --flag ") != NULL);
    ck_assert(strstr(text, "      --choice one|two|three") != NULL);
    ck_assert(strstr(text, "a number\n                              with a second line\n") != NULL);
    ck_assert(strstr(text, "--version") != NULL);
    for (size_t i = 0; i < program.count; i++)
        ck_assert(strstr(text, program.options[i].name) != NULL);
    free(text);
}
END_TEST

/* A value that may be left out is never taken from the next word. */
START_TEST(a_value_may_be_implied)
{
    run r;
    parse(&r, (const char *const[]){ "--ahead", "7", NULL });
    ck_assert_int_eq(r.parsed, APP_RUN);
    ck_assert_uint_eq(r.out.ahead, 12);
    ck_assert_int_eq(r.arguments.positional_count, 1);
    parse(&r, (const char *const[]){ "--ahead=7", NULL });
    ck_assert_uint_eq(r.out.ahead, 7);
    parse(&r, (const char *const[]){ "-a", "-f", NULL });
    ck_assert_uint_eq(r.out.ahead, 12);
    ck_assert(r.out.flag);
    parse(&r, (const char *const[]){ "-a9", NULL });
    ck_assert_uint_eq(r.out.ahead, 9);
    parse(&r, (const char *const[]){ "--ahead=33", NULL });
    ck_assert_int_eq(r.parsed, APP_USAGE_ERROR);
    parse(&r, (const char *const[]){ "--ahead=", NULL });
    ck_assert_int_eq(r.parsed, APP_USAGE_ERROR);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("app_options");
    TCase *tc = tcase_create("app_options");
    tcase_add_test(tc, values_are_stored);
    tcase_add_test(tc, letters_work_and_others_keep_defaults);
    tcase_add_test(tc, help_and_version);
    tcase_add_loop_test(tc, wrong_values_are_named, 0, sizeof wrong / sizeof wrong[0]);
    tcase_add_test(tc, numbers_are_parsed_strictly);
    tcase_add_test(tc, lists_are_bounded);
    tcase_add_test(tc, options_belong_to_modes);
    tcase_add_test(tc, help_shows_every_option);
    tcase_add_test(tc, a_value_may_be_implied);
    suite_add_tcase(suite, tc);
    return suite;
}
