/* check_app_report.c: a report replaces the one before in one step, when it is written and not earlier; so does an edited line
 * of a file that people write too.
 */
#include "app/report.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/files/line_edit.h"
#include "support/check_main.h"

static char folder[64], path[96], why[APP_ERROR_BYTES];

static void make_folder(void)
{
    strcpy(folder, "/tmp/fixstep-report-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/report.json", folder);
}

static void write_bytes(const char *bytes, size_t size)
{
    FILE *file = fopen(path, "w");
    ck_assert(file != NULL && fwrite(bytes, 1, size, file) == size && fclose(file) == 0);
}

static size_t read_bytes(char *bytes, size_t size)
{
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    size_t used = fread(bytes, 1, size - 1, file);
    bytes[used] = '\0';
    fclose(file);
    return used;
}

static void expect_bytes(const char *wanted)
{
    char bytes[4096];
    read_bytes(bytes, sizeof bytes);
    ck_assert_str_eq(bytes, wanted);
}

/* Removes the folder, in which nothing but the file may be left. */
static void remove_folder(void)
{
    unlink(path);
    ck_assert_msg(rmdir(folder) == 0, "something is left in %s", folder);
}

/* --- parts ------------------------------------------------------------------------- */

/* Quantiles of small values are exact. */
START_TEST(times_are_a_median_a_tail_and_the_largest)
{
    static app_histogram times;
    json_int_t p50 = 0, p99 = 0, max = 0;
    for (uint64_t us = 1; us <= 100; us++)
        app_histogram_add(&times, us);
    app_histogram_add(&times, 100000);
    json_t *object = app_json_times(&times);
    ck_assert_int_eq(json_unpack(object, "{s:I, s:I, s:I !}", "p50_us", &p50, "p99_us", &p99, "max_us", &max), 0);
    ck_assert_int_eq(p50, 51);
    ck_assert_int_eq(p99, 100);
    ck_assert_int_eq(max, 100000);
    json_decref(object);
}
END_TEST

/* --- reports ----------------------------------------------------------------------- */

START_TEST(an_earlier_report_stays_until_the_next_is_written)
{
    app_report report;
    make_folder();
    write_bytes("old", 3);
    ck_assert_int_eq(chmod(path, 0640), 0);
    ck_assert_msg(app_report_open(&report, path, why), "%s", why);
    expect_bytes("old");
    ck_assert_msg(app_report_write(&report, json_pack("{s:i}", "ticks", 5), why), "%s", why);
    expect_bytes("{\n  \"ticks\": 5\n}\n");
    struct stat status;
    ck_assert(stat(path, &status) == 0 && (status.st_mode & 0777) == 0640);
    remove_folder();
}
END_TEST

START_TEST(a_report_that_cannot_be_written_leaves_the_earlier_one)
{
    app_report report;
    char moved[128];
    make_folder();
    snprintf(moved, sizeof moved, "%s/gone", folder);
    ck_assert(!app_report_open(&report, folder, why));
    ck_assert_msg(strstr(why, "Is a directory") != NULL, "%s", why);
    ck_assert(!app_report_open(&report, "/nonexistent/report", why));
    ck_assert_str_eq(why, "cannot write the report /nonexistent/report: No such file or directory");
    write_bytes("old", 3);
    ck_assert(app_report_open(&report, path, why));
    ck_assert(!app_report_write(&report, NULL, why)); /* no memory for the object */
    expect_bytes("old");
    remove_folder();
    ck_assert(app_report_open(&report, "/dev/full", why));
    ck_assert(!app_report_write(&report, json_object(), why));
    ck_assert_str_eq(why, "the report /dev/full is not written: No space left on device");
}
END_TEST

START_TEST(a_report_follows_a_symbolic_link)
{
    app_report report;
    char name[128];
    make_folder();
    write_bytes("old", 3);
    snprintf(name, sizeof name, "%s/link", folder);
    ck_assert_int_eq(symlink("report.json", name), 0);
    ck_assert(app_report_open(&report, name, why) && app_report_write(&report, json_object(), why));
    expect_bytes("{}\n");
    ck_assert_int_eq(unlink(name), 0);
    remove_folder();
}
END_TEST

/* --- lines ------------------------------------------------------------------------- */

static bool is_word(void *context, const char *entry)
{
    const char *word = context;
    size_t size = strlen(word);
    return strncmp(entry, word, size) == 0 && (entry[size] == '\0' || entry[size] == ' ');
}

static bool edit_word(const char *word, const char *line)
{
    char context[32];
    snprintf(context, sizeof context, "%s", word);
    app_line_edit edit = { is_word, context, line, "# head" };
    return app_lines_edit(path, &edit, why);
}

static const struct {
    const char *before, *word, *line, *after;
} edits[] = {
    { "# ours\n\n  a old\r\nrubbish !\n", "b", "b new", "# ours\n\n  a old\r\nrubbish !\nb new\n" },
    { "a\nb", "c", "c", "a\nb\nc\n" },
    { "a one\nb\na two\n# a\n", "a", "a three", "a three\nb\n# a\n" },
    { "a one\nb\na two\n# a\n", "a", NULL, "b\n# a\n" },
    { "b\n# x\na", "a", NULL, "b\n# x\n" },
    { "b\na", "a", "a x", "b\na x\n" },
    { "aa\n", "a", NULL, "aa\n" },
    { "", "a", "a", "a\n" },
};

START_TEST(an_edit_changes_one_entry)
{
    make_folder();
    write_bytes(edits[_i].before, strlen(edits[_i].before));
    ck_assert_msg(edit_word(edits[_i].word, edits[_i].line), "%s", why);
    expect_bytes(edits[_i].after);
    remove_folder();
}
END_TEST

/* Long lines and zero bytes, which no reader takes, come through an edit as they are. */
START_TEST(an_edit_keeps_what_is_no_entry)
{
    char bytes[4000], got[4096];
    for (size_t length = 505; length < 1100; length++) {
        make_folder();
        memset(bytes, 'a', length);
        memcpy(bytes + length, "\na\0a\nrest", 9);
        write_bytes(bytes, length + 9);
        ck_assert_msg(edit_word("a", "a new"), "%s", why);
        memcpy(bytes + length + 9, "\na new\n", 7);
        ck_assert_uint_eq(read_bytes(got, sizeof got), length + 16);
        ck_assert_int_eq(memcmp(got, bytes, length + 16), 0);
        remove_folder();
    }
}
END_TEST

START_TEST(an_edit_makes_a_file_or_says_why_not)
{
    make_folder();
    ck_assert(edit_word("a", NULL) && access(path, F_OK) != 0);
    ck_assert(edit_word("a", "a"));
    expect_bytes("# head\na\n");
    remove_folder();
    ck_assert(!edit_word("a", "a"));
    ck_assert_msg(strstr(why, "No such file") != NULL, "%s", why);
    strcpy(path, "/dev/null");
    ck_assert(!edit_word("a", "a"));
    ck_assert_str_eq(why, "cannot write /dev/null: Invalid argument");
    struct stat status;
    ck_assert(stat(path, &status) == 0 && S_ISCHR(status.st_mode));
    strcpy(path, "/tmp");
    ck_assert(!edit_word("a", "a"));
    ck_assert_str_eq(why, "cannot write /tmp: Is a directory");
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("app_report");
    TCase *tc = tcase_create("app_report");
    tcase_add_test(tc, an_earlier_report_stays_until_the_next_is_written);
    tcase_add_test(tc, a_report_that_cannot_be_written_leaves_the_earlier_one);
    tcase_add_test(tc, a_report_follows_a_symbolic_link);
    tcase_add_loop_test(tc, an_edit_changes_one_entry, 0, sizeof edits / sizeof edits[0]);
    tcase_add_test(tc, an_edit_keeps_what_is_no_entry);
    tcase_add_test(tc, an_edit_makes_a_file_or_says_why_not);
    tcase_add_test(tc, times_are_a_median_a_tail_and_the_largest);
    suite_add_tcase(suite, tc);
    return suite;
}
