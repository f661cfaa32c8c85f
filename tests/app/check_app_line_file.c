/* check_app_line_file.c: files with an entry a line, and what is no such file; the keys that an option trusts. */
#include "app/files/line_file.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/files/trusted_keys.h"
#include "support/check_main.h"

static char path[64], why[APP_ERROR_BYTES];

static void make_file(const void *bytes, size_t size)
{
    strcpy(path, "/tmp/fixstep-lines-XXXXXX");
    int file = mkstemp(path);
    ck_assert(file >= 0 && write(file, bytes, size) == (ssize_t)size && close(file) == 0);
}

/* All entries as "NUMBER:TEXT," and whether they were read to the end. */
static bool read_all(const char *name, char *out, size_t size)
{
    app_line_file lines;
    const char *entry;
    size_t used = 0;
    ck_assert_msg(app_lines_open(&lines, name, why), "%s", why);
    out[0] = '\0';
    while ((entry = app_lines_next(&lines, why)) != NULL)
        used += (size_t)snprintf(out + used, size - used, "%u:%s,", lines.number, entry);
    return app_lines_close(&lines);
}

START_TEST(entries_are_read)
{
    static const char text[] = "one\n\n# no\n  two words \t\r\n\t# no\n\xc3\xa9 # yes\nlast";
    char all[100];
    make_file(text, sizeof text - 1);
    ck_assert(read_all(path, all, sizeof all));
    ck_assert_str_eq(all, "1:one,4:two words,6:\xc3\xa9 # yes,7:last,");
    unlink(path);
    make_file("", 0);
    ck_assert(read_all(path, all, sizeof all));
    ck_assert_str_eq(all, "");
    unlink(path);
}
END_TEST

/* A line of `size` bytes, with its end where it has one. */
static bool reads_line(size_t size, bool ended)
{
    char line[2 * APP_LINE_BYTES], all[2 * APP_LINE_BYTES];
    memset(line, 'x', size);
    line[size] = '\n';
    make_file(line, size + ended);
    bool good = read_all(path, all, sizeof all);
    ck_assert(!good || strlen(all) == size + strlen("1:,"));
    unlink(path);
    return good;
}

START_TEST(long_lines_are_refused)
{
    ck_assert(reads_line(APP_LINE_BYTES - 2, true) && reads_line(APP_LINE_BYTES - 2, false));
    ck_assert(!reads_line(APP_LINE_BYTES - 1, true));
    ck_assert(strstr(why, path) == why && strstr(why, ": line 1: it is too long") != NULL);
    ck_assert(!reads_line(APP_LINE_BYTES, false));
}
END_TEST

START_TEST(other_files_are_refused)
{
    static char many[APP_FILE_LINES + 2];
    char all[100];
    app_line_file lines;
    ck_assert(!read_all("/dev/zero", all, sizeof all));
    ck_assert_str_eq(why, "/dev/zero: line 1: a zero byte: this is no text file");
    ck_assert(!read_all("/tmp", all, sizeof all));
    ck_assert_str_eq(why, "cannot read /tmp: Is a directory");
    ck_assert(!app_lines_open(&lines, "/nonexistent/x", why));
    ck_assert_str_eq(why, "cannot read /nonexistent/x: No such file or directory");
    memset(many, '\n', sizeof many);
    many[APP_FILE_LINES] = 'x';
    make_file(many, sizeof many);
    ck_assert(!read_all(path, all, sizeof all));
    ck_assert(strstr(why, ": line 65537: the file is too long") != NULL);
    unlink(path);
}
END_TEST

/* The keys of an option: a file with a line that is none trusts nobody, whichever line it is. */
START_TEST(broken_files_of_keys_trust_nobody)
{
    static const char text[] = "c000-0207-0000-0000-0000-0000-0000-0000 ours\nnonsense\n";
    uint8_t id[FS_KEY_ID_BYTES] = { 192, 0, 2, 7 };
    char name[APP_KEY_NAME_BYTES];
    make_file(text, strlen(text));
    ck_assert_int_eq(app_trusted_keys_find(path, id, name, why), APP_KEY_BROKEN);
    ck_assert(strstr(why, ": line 2: it has no key") != NULL);
    unlink(path);
    make_file(text, strcspn(text, "\n"));
    ck_assert_int_eq(app_trusted_keys_find(path, id, name, why), APP_KEY_TRUSTED);
    ck_assert_str_eq(name, "ours");
    id[0] = 1;
    ck_assert_int_eq(app_trusted_keys_find(path, id, name, why), APP_KEY_STRANGE);
    unlink(path);
    ck_assert_int_eq(app_trusted_keys_find("/tmp", id, name, why), APP_KEY_BROKEN);
    ck_assert_str_eq(why, "cannot read /tmp: Is a directory");
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("app_line_file");
    TCase *tc = tcase_create("app_line_file");
    tcase_add_test(tc, entries_are_read);
    tcase_add_test(tc, long_lines_are_refused);
    tcase_add_test(tc, other_files_are_refused);
    tcase_add_test(tc, broken_files_of_keys_trust_nobody);
    suite_add_tcase(suite, tc);
    return suite;
}
