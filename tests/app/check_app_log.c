/* check_app_log.c: a log file on a disk that is full for a while. */
#include "app/log.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "support/check_main.h"

static char path[64], text[8192];

static void open_log(bool json)
{
    char why[APP_ERROR_BYTES];
    strcpy(path, "/tmp/fixstep-log-XXXXXX");
    close(mkstemp(path));
    app_log_setup(json, APP_INFO);
    ck_assert_msg(app_log_open(path, why), "%s", why);
}

static void read_log(void)
{
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    size_t size = fread(text, 1, sizeof text - 1, file);
    text[size] = '\0';
    fclose(file);
    unlink(path);
}

/* As a full disk does it: a file takes no byte beyond `bytes`, and the last line in part. */
static void limit_files(rlim_t bytes)
{
    struct rlimit limit;
    signal(SIGXFSZ, SIG_IGN);
    ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = bytes;
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static bool ends_with(const char *line, const char *end)
{
    size_t size = strlen(line), wanted = strlen(end);
    return size >= wanted && strcmp(line + size - wanted, end) == 0;
}

/* The lines that the disk took, one in part, how many are missing, and the lines for which there was room again. */
START_TEST(lost_lines_are_told)
{
    const char *end = _i == 1 ? "of twenty\"}" : "of twenty";
    char *rest = NULL;
    unsigned whole = 0;
    open_log(_i == 1);
    limit_files(300);
    for (unsigned i = 0; i < 20; i++)
        app_log(APP_INFO, "say", NULL, "this is one line of twenty");
    limit_files(RLIM_INFINITY);
    app_log(APP_INFO, "say", NULL, "there is room");
    app_log(APP_INFO, "say", NULL, "there is room still");
    read_log();
    char *line = strtok_r(text, "\n", &rest);
    for (; line != NULL && ends_with(line, end); line = strtok_r(NULL, "\n", &rest))
        whole++;
    ck_assert_uint_ge(whole, 2);
    ck_assert_msg(line != NULL && !ends_with(line, end) && strstr(line, "missing") == NULL, "%s", line);
    line = strtok_r(NULL, "\n", &rest);
    char wanted[64];
    snprintf(wanted, sizeof wanted, " %u lines are missing here", 20 - whole);
    ck_assert_msg(line != NULL && strstr(line, _i == 1 ? wanted + 1 : wanted) != NULL, "%s, not %s", line, wanted);
    line = strtok_r(NULL, "\n", &rest);
    ck_assert(line != NULL && strstr(line, "there is room") != NULL);
    line = strtok_r(NULL, "\n", &rest);
    ck_assert(line != NULL && strstr(line, "there is room still") != NULL);
    ck_assert_ptr_null(strtok_r(NULL, "\n", &rest));
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("app_log");
    TCase *tests = tcase_create("app_log");
    tcase_add_loop_test(tests, lost_lines_are_told, 0, 2);
    suite_add_tcase(suite, tests);
    return suite;
}
