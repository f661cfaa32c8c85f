/* check_app_new_file.c: parts of new files beside programs that look for parts that were left. */
#include "app/files/new_file.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "app/files/record_file.h"
#include "support/check_main.h"

static char folder[64];

static void enter_folder(void)
{
    strcpy(folder, "/tmp/fixstep-newfile-XXXXXX");
    ck_assert(mkdtemp(folder) != NULL && chdir(folder) == 0);
}

static void leave_folder(void)
{
    ck_assert(chdir("/") == 0 && rmdir(folder) == 0);
}

START_TEST(a_part_is_left_without_its_program)
{
    app_new_file file;
    enter_folder();
    ck_assert(app_new_file_create(&file, "x"));
    ck_assert_str_eq(file.part, "x.part");
    ck_assert_int_eq(app_new_file_take_left("x.part"), -1);
    close(file.lock - 1); /* as the end of the program does */
    file.lock = 0;
    int taken = app_new_file_take_left("x.part");
    ck_assert_int_ge(taken, 0);
    ck_assert_int_eq(app_new_file_take_left("x.part"), -1); /* one taker at a time */
    close(taken);
    app_new_file_free(&file);
    ck_assert_int_eq(app_new_file_take_left("x.part"), -1);
    leave_folder();
}
END_TEST

static atomic_bool stop;

/* Removes every part that nobody seems to have, as the start of a server does with empty ones. */
static void *remove_left_parts(void *context)
{
    (void)context;
    while (!atomic_load(&stop))
        for (unsigned i = 1; i <= 3; i++) {
            char *part = app_new_file_part("x", i);
            int left = app_new_file_take_left(part);
            if (left >= 0) {
                unlink(part);
                close(left);
            }
            free(part);
        }
    return NULL;
}

/* A part that was just made is nobody else's, also in the moment between its creation and its lock. */
START_TEST(a_new_part_is_not_taken)
{
    pthread_t threads[2];
    enter_folder();
    atomic_store(&stop, false);
    for (unsigned i = 0; i < 2; i++)
        ck_assert_int_eq(pthread_create(&threads[i], NULL, remove_left_parts, NULL), 0);
    for (unsigned i = 0; i < 20000; i++) {
        app_new_file file;
        ck_assert(app_new_file_create(&file, "x"));
        ck_assert_msg(access(file.part, F_OK) == 0, "%s is gone after %u", file.part, i);
        int taken = app_new_file_take_left(file.part);
        ck_assert_msg(taken < 0, "%s is taken after %u", file.part, i);
        app_new_file_free(&file);
    }
    atomic_store(&stop, true);
    for (unsigned i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    unlink("x.part");
    unlink("x.part2");
    leave_folder();
}
END_TEST

static int64_t clock_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Programs take turns in the folder of the file that a link means: while it is locked, a start waits for 100 ms. */
START_TEST(links_share_the_lock_of_their_folder)
{
    app_record_file file;
    char why[APP_ERROR_BYTES];
    enter_folder();
    ck_assert(mkdir("disk", 0700) == 0 && symlink("disk/match.fsr", "link.fsr") == 0);
    close(open("disk/match.fsr", O_WRONLY | O_CREAT, 0600));
    int lock = open("disk", O_RDONLY | O_DIRECTORY);
    ck_assert(lock >= 0 && flock(lock, LOCK_EX) == 0);
    int64_t began = clock_ms();
    ck_assert_msg(app_record_file_open(&file, "link.fsr", why), "%s", why);
    ck_assert_int_ge(clock_ms() - began, 90);
    close(lock);
    app_record_file_close(&file);
    ck_assert(unlink("link.fsr") == 0 && unlink("disk/match.fsr") == 0 && rmdir("disk") == 0);
    leave_folder();
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("app_new_file");
    TCase *tests = tcase_create("app_new_file");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, a_part_is_left_without_its_program);
    tcase_add_test(tests, a_new_part_is_not_taken);
    tcase_add_test(tests, links_share_the_lock_of_their_folder);
    suite_add_tcase(suite, tests);
    return suite;
}
