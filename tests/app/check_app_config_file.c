/* check_app_config_file.c: configuration files: values, refusals with file and line, and the file that is printed. */
#include "app/files/config_file.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/check_main.h"

typedef struct sample {
    bool flag, action;
    const char *text;
    uint64_t number, seed;
    unsigned choice;
    app_list list;
} sample;

#define AT(member) offsetof(sample, member)

static const app_option sample_options[] = {
    { .name = "flag", .letter = 'f', .kind = APP_FLAG, .offset = AT(flag), .help = "a flag" },
    { .name = "text", .kind = APP_TEXT, .offset = AT(text), .value = "TEXT", .help = "a text\nin two lines" },
    { .name = "number",
      .kind = APP_NUMBER,
      .offset = AT(number),
      .value = "N",
      .low = 5,
      .high = 60,
      .help = "a number" },
    { .name = "seed", .kind = APP_NUMBER, .offset = AT(seed), .high = UINT64_MAX, .hex = true, .help = "64 bits" },
    { .name = "choice", .kind = APP_CHOICE, .offset = AT(choice), .value = "one|two|three", .help = "a word" },
    { .name = "list", .kind = APP_LIST, .offset = AT(list), .value = "K=V", .section = "extra", .help = "many" },
    { .name = "action", .kind = APP_FLAG, .offset = AT(action), .command_line = true, .help = "no key" },
};
static const app_program program = { .name = "sample",
                                     .options = sample_options,
                                     .count = sizeof sample_options / sizeof sample_options[0],
                                     .section = "main" };

typedef struct run {
    sample out;
    app_arguments arguments;
    app_text_list texts;
    char path[64], why[APP_ERROR_BYTES];
    bool good;
} run;

static void read_bytes(run *r, const void *bytes, size_t size)
{
    *r = (run){ .out = { .number = 7 }, .path = "/tmp/fixstep-config-XXXXXX" };
    int file = mkstemp(r->path);
    ck_assert(file >= 0 && write(file, bytes, size) == (ssize_t)size && close(file) == 0);
    r->good = app_config_read(&program, r->path, &r->out, &r->arguments, &r->texts, r->why);
    unlink(r->path);
}

static void read_text(run *r, const char *text)
{
    read_bytes(r, text, strlen(text));
}

START_TEST(values_are_read)
{
    run r;
    read_text(&r,
              "# comment\nflag = yes\ntext = hello world ; comment\n\n[main]\nnumber=60\nseed = 0xff\nchoice = two\n"
              "[extra]\nlist = a=1\nlist = b=2\n");
    ck_assert_msg(r.good, "%s", r.why);
    ck_assert(r.out.flag);
    ck_assert_str_eq(r.out.text, "hello world");
    ck_assert(r.out.number == 60 && r.out.seed == 255);
    ck_assert_uint_eq(r.out.choice, 1);
    ck_assert_uint_eq(r.out.list.count, 2);
    ck_assert_str_eq(r.out.list.items[1], "b=2");
    ck_assert(app_option_given(&program, &r.arguments, "seed"));
    ck_assert(!app_option_given(&program, &r.arguments, "action"));
    app_text_list_free(&r.texts);
}
END_TEST

START_TEST(absent_keys_keep_their_defaults)
{
    run r;
    read_text(&r, "flag = no\n");
    ck_assert(r.good && !r.out.flag && r.out.number == 7 && r.out.text == NULL);
    ck_assert(!app_option_given(&program, &r.arguments, "number"));
    app_text_list_free(&r.texts);
    read_text(&r, "\t[main]\n  flag = yes\n\tnumber = 8\n \n");
    ck_assert_msg(r.good && r.out.flag && r.out.number == 8, "%s", r.why);
    app_text_list_free(&r.texts);
    read_text(&r, "");
    ck_assert(r.good);
    app_text_list_free(&r.texts);
}
END_TEST

/* Every kind with a wrong type, a wrong range and set twice; and lines that are none. */
static const struct {
    const char *text, *sentence;
} wrong[] = {
    { "flag = maybe\n", "line 1: flag: 'maybe' is neither yes nor no" },
    { "flag =\n", "line 1: flag: '' is neither yes nor no" },
    { "flag = yes\nflag = yes\n", "line 2: key 'flag' is set twice" },
    { "\n\ntext =\n", "line 3: text: the value is empty" },
    { "text = a\n[main]\ntext = b\n", "line 3: key 'text' is set twice" },
    { "number = many\n", "line 1: number: 'many' is not a number from 5 to 60" },
    { "number = 4\n", "line 1: number: '4' is not a number from 5 to 60" },
    { "number = 61\n", "line 1: number: '61' is not a number from 5 to 60" },
    { "number = 0x10\n", "line 1: number: '0x10' is not a number from 5 to 60" },
    { "number = 6\nnumber = 6\n", "line 2: key 'number' is set twice" },
    { "seed = 18446744073709551616\n", "line 1: seed: '18446744073709551616' is not a number from 0 to" },
    { "choice = four\n", "line 1: choice: 'four' is none of one|two|three" },
    { "choice = one\nchoice = one\n", "line 2: key 'choice' is set twice" },
    { "list = a\n", "line 1: key 'list' belongs to section [extra]" },
    { "[extra]\nflag = yes\n", "line 2: key 'flag' belongs to section [main]" },
    { "action = yes\n", "line 1: unknown key 'action'" },
    { "# x\nnumbr = 6\n", "line 2: unknown key 'numbr'" },
    { "[extar]\nlist = a\n", "line 2: unknown section [extar]" },
    { "flag = yes\nnonsense\nnumber = 4\n", "line 2: neither KEY = VALUE nor [SECTION]" },
    { "number = 4\nnonsense\n", "line 1: number: '4' is not" },
    { "flag = yes\n  nonsense\nnumber = 4\n", "line 2: neither KEY = VALUE nor [SECTION]" },
    { "[extra]\nlist = a\n\t list = b ; c\n nonsense", "line 4: neither KEY = VALUE nor [SECTION]" },
    { "text = a\n   text = b\n", "line 2: key 'text' is set twice" },
    { "text = a\n   numbr = 6\n", "line 2: unknown key 'numbr'" },
    { "[main\nflag = yes\n", "line 1: neither KEY = VALUE nor [SECTION]" },
};

START_TEST(wrong_files_are_named)
{
    run r;
    char wanted[256];
    read_text(&r, wrong[_i].text);
    ck_assert(!r.good);
    snprintf(wanted, sizeof wanted, "%s: %s", r.path, wrong[_i].sentence);
    ck_assert_msg(strstr(r.why, wanted) == r.why, "%s", r.why);
    app_text_list_free(&r.texts);
}
END_TEST

START_TEST(hostile_bytes_are_refused)
{
    run r;
    char line[400] = "text = ";
    memset(line + 7, 'x', sizeof line - 8);
    line[sizeof line - 1] = '\n';
    read_bytes(&r, line, sizeof line);
    ck_assert(!r.good && strstr(r.why, "line 1: the line is longer than 197 bytes") != NULL);
    app_text_list_free(&r.texts);
    memset(line, ' ', sizeof line - 1); /* blanks count too */
    read_bytes(&r, line, sizeof line);
    ck_assert(!r.good && strstr(r.why, "line 1: the line is longer than 197 bytes") != NULL);
    app_text_list_free(&r.texts);
    read_bytes(&r, "flag = yes\n\0\0", 13);
    ck_assert(!r.good && strstr(r.why, "line 2: a zero byte") != NULL);
    app_text_list_free(&r.texts);
}
END_TEST

START_TEST(endless_and_missing_files_end)
{
    static char many[2 * APP_CONFIG_LINES + 4];
    run r;
    memset(many, '\n', sizeof many);
    read_bytes(&r, many, sizeof many);
    ck_assert(!r.good && strstr(r.why, "more than 10000 lines") != NULL);
    app_text_list_free(&r.texts);
    ck_assert(!app_config_read(&program, "/dev/zero", &r.out, &r.arguments, &r.texts, r.why));
    ck_assert(strstr(r.why, "/dev/zero: line 1: a zero byte") == r.why);
    ck_assert(!app_config_read_usable(&program, "/dev/zero", &r.out, &r.arguments, &r.texts, r.why));
    ck_assert(strstr(r.why, "/dev/zero: line 1: a zero byte") == r.why);
    ck_assert(!app_config_read_usable(&program, "/tmp", &r.out, &r.arguments, &r.texts, r.why));
    ck_assert(strstr(r.why, "Is a directory") != NULL);
    ck_assert(!app_config_read(&program, "/nonexistent", &r.out, &r.arguments, &r.texts, r.why));
    ck_assert_str_eq(r.why, "cannot read /nonexistent: No such file or directory");
    ck_assert(!app_config_read(&program, "/tmp", &r.out, &r.arguments, &r.texts, r.why));
    ck_assert(strstr(r.why, "Is a directory") != NULL);
}
END_TEST

/* What is printed is read back as the same values, and every key is in it. */
START_TEST(a_printed_file_is_read_back)
{
    sample values = { .flag = true, .text = "hello", .number = 9, .choice = 2, .list = { { "a=1", "b=2" }, 2 } };
    app_arguments given = { .given = { true, true, true, false, true, true } };
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    run r;
    ck_assert_msg(app_config_write(&program, &values, &given, file, r.why), "%s", r.why);
    fclose(file);
    read_text(&r, text);
    ck_assert_msg(r.good, "%s\n%s", r.why, text);
    ck_assert(r.out.flag && r.out.number == 9 && r.out.choice == 2 && r.out.list.count == 2);
    ck_assert_str_eq(r.out.text, "hello");
    ck_assert(strstr(text, "\n#seed = 0\n") != NULL && strstr(text, "\n# in two lines\n") != NULL);
    ck_assert(strstr(text, "action") == NULL && strstr(text, "[5 to 60]") != NULL);
    app_text_list_free(&r.texts);
    free(text);
}
END_TEST

/* Of a list that is not given the first value is shown as an example. */
START_TEST(a_comment_shows_an_example)
{
    sample values = { .number = 9, .list = { { "a=1" }, 1 } };
    app_arguments given = { .given = { false } };
    char *text = NULL, why[APP_ERROR_BYTES];
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    ck_assert(app_config_write(&program, &values, &given, file, why));
    fclose(file);
    ck_assert(strstr(text, "\n#list = a=1\n") != NULL && strstr(text, "\n#number = 9\n") != NULL);
    ck_assert(strstr(text, "\n#text = TEXT\n") != NULL);
    free(text);
}
END_TEST

/* Whatever is printed comes back as it was; what would not is refused, and nothing is printed. */
static const struct {
    const char *text;
    bool kept;
} held[] = {
    { "a;b # c = d [e]", true }, { "\"quoted\" 'text'", true }, { "= : ;", false },       { "two ;words", false },
    { " before", false },        { "after\t", false },          { "a\nport = 1", false }, { "a\r", false },
    { "a\n[extra]", false },     { "a\n; comment", false },
};

static bool print_text(const char *value, bool list, char **text)
{
    char why[APP_ERROR_BYTES] = "";
    size_t size = 0;
    sample values = { .text = value, .list = { { value }, list } };
    app_arguments given = { .given = { [1] = !list, [5] = list } };
    FILE *file = open_memstream(text, &size);
    bool good = app_config_write(&program, &values, &given, file, why);
    fclose(file);
    ck_assert(good == (size > 0));
    ck_assert(good || strstr(why, list ? "--list: " : "--text: ") == why);
    return good;
}

START_TEST(values_come_back_or_are_refused)
{
    for (unsigned list = 0; list < 2; list++) {
        char *text = NULL;
        run r;
        ck_assert(print_text(held[_i].text, list == 1, &text) == held[_i].kept);
        if (held[_i].kept) {
            read_text(&r, text);
            ck_assert_msg(r.good, "%s\n%s", r.why, text);
            ck_assert_str_eq(list == 1 ? r.out.list.items[0] : r.out.text, held[_i].text);
            app_text_list_free(&r.texts);
        }
        free(text);
    }
}
END_TEST

/* The longest line that is printed is read, and a longer one is refused by both. */
START_TEST(the_longest_line_is_the_same_for_both)
{
    char value[APP_CONFIG_LINE_BYTES] = "", *text = NULL;
    size_t longest = APP_CONFIG_LINE_BYTES - strlen("text = ");
    run r;
    memset(value, 'x', longest);
    ck_assert(print_text(value, false, &text));
    read_text(&r, text);
    ck_assert_msg(r.good, "%s", r.why);
    ck_assert_str_eq(r.out.text, value);
    app_text_list_free(&r.texts);
    free(text);
    value[longest] = 'x';
    ck_assert(!print_text(value, false, &text));
    free(text);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("app_config_file");
    TCase *tc = tcase_create("app_config_file");
    tcase_add_test(tc, values_are_read);
    tcase_add_test(tc, absent_keys_keep_their_defaults);
    tcase_add_loop_test(tc, wrong_files_are_named, 0, sizeof wrong / sizeof wrong[0]);
    tcase_add_test(tc, hostile_bytes_are_refused);
    tcase_add_test(tc, endless_and_missing_files_end);
    tcase_add_test(tc, a_printed_file_is_read_back);
    tcase_add_test(tc, a_comment_shows_an_example);
    tcase_add_loop_test(tc, values_come_back_or_are_refused, 0, sizeof held / sizeof held[0]);
    tcase_add_test(tc, the_longest_line_is_the_same_for_both);
    suite_add_tcase(suite, tc);
    return suite;
}
