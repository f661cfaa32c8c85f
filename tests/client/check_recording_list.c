/* check_recording_list.c: which folders the launcher's list of recordings shows, and where kept matches go. */
#include "launcher/recording_list.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/check_main.h"

static char folder[64];

static void path_of(char path[256], const char *name)
{
    snprintf(path, 256, "%s/%s", folder, name);
}

static void write_file(const char *name)
{
    char path[256];
    path_of(path, name);
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs("x", file);
    fclose(file);
}

/* The present folder is FOLDER/here, the kept matches are below FOLDER/data. */
static void open_folder(void)
{
    static const char *const folders[] = { "here", "data", "data/fixstep", "data/fixstep/recordings", "other" };
    char path[256];
    snprintf(folder, sizeof folder, "/tmp/fixstep-list.XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        path_of(path, folders[i]);
        ck_assert_int_eq(mkdir(path, 0700), 0);
    }
    path_of(path, "data");
    setenv("XDG_DATA_HOME", path, 1);
    path_of(path, "here");
    ck_assert_int_eq(chdir(path), 0);
}

static void close_folder(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    ck_assert_int_eq(chdir("/"), 0);
    ck_assert_int_eq(system(command), 0);
}

static bool is_listed(const recording_list *list, const char *name)
{
    for (size_t row = 1; row < recording_list_count(list); row++)
        if (strcmp(recording_list_get(list, row)->name, name) == 0)
            return true;
    return false;
}

START_TEST(the_present_folder_and_that_of_kept_matches_are_listed)
{
    recording_list list = { .folder = "" };
    open_folder();
    write_file("here/a.fsr");
    write_file("data/fixstep/recordings/b.fsr");
    write_file("other/c.fsr");
    recording_list_find(&list);
    ck_assert_uint_eq(recording_list_count(&list), 3);
    ck_assert(is_listed(&list, "a.fsr") && is_listed(&list, "b.fsr"));
    ck_assert_ptr_null(recording_list_get(&list, 0));
    ck_assert_ptr_null(recording_list_get(&list, 3));
    recording_list_free(&list);
    close_folder();
}
END_TEST

START_TEST(one_folder_under_two_names_is_listed_once)
{
    recording_list list = { .folder = "" };
    char path[256];
    open_folder();
    write_file("data/fixstep/recordings/b.fsr");
    path_of(path, "data/fixstep/recordings");
    ck_assert_int_eq(chdir(path), 0);
    recording_list_find(&list);
    ck_assert_uint_eq(recording_list_count(&list), 2);
    recording_list_free(&list);
    close_folder();
}
END_TEST

START_TEST(a_chosen_folder_is_listed_alone)
{
    recording_list list = { .folder = "" };
    menu_info menu = { .shown = true };
    open_folder();
    write_file("here/a.fsr");
    write_file("other/c.fsr");
    path_of(list.folder, "other");
    recording_list_find(&list);
    ck_assert_uint_eq(recording_list_count(&list), 2);
    ck_assert(is_listed(&list, "c.fsr"));
    recording_list_fill(&list, 0, &menu);
    ck_assert_uint_eq(menu.count, 2);
    ck_assert_uint_eq(menu.total, 2);
    ck_assert_str_eq(menu.rows[0], "another folder ...");
    recording_list_describe(&list, 0, &menu);
    ck_assert_ptr_nonnull(strstr(menu.more, "/other"));
    recording_list_describe(&list, 1, &menu);
    ck_assert_str_eq(menu.more, "no recording: c.fsr");
    ck_assert_uint_eq(recording_list_row_of(&list, recording_list_get(&list, 1)->path), 1);
    ck_assert_uint_eq(recording_list_row_of(&list, "/gone.fsr"), 1);
    recording_list_free(&list);
    close_folder();
}
END_TEST

START_TEST(an_empty_folder_is_told)
{
    recording_list list = { .folder = "" };
    menu_info menu = { .shown = true };
    open_folder();
    recording_list_find(&list);
    recording_list_fill(&list, 0, &menu);
    recording_list_describe(&list, 0, &menu);
    ck_assert_ptr_nonnull(strstr(menu.more, "there is no recording (.fsr) in this folder and "));
    ck_assert_uint_eq(recording_list_row_of(&list, ""), 0);
    recording_list_free(&list);
    close_folder();
}
END_TEST

START_TEST(typed_folders_are_checked)
{
    char path[PREFERENCES_FOLDER_BYTES], why[APP_ERROR_BYTES] = "", typed[2 * PREFERENCES_FOLDER_BYTES];
    open_folder();
    setenv("HOME", folder, 1);
    ck_assert(recording_folder_take("~/other", path, why));
    ck_assert(strncmp(path, folder, strlen(folder)) == 0 && strcmp(path + strlen(folder), "/other") == 0);
    ck_assert(recording_folder_take("~", path, why) && strcmp(path, folder) == 0);
    ck_assert(!recording_folder_take("~/none", path, why));
    ck_assert(recording_folder_take("~//usr//", path, why) && strcmp(path, "/") == 0);
    ck_assert(recording_folder_take("~/other//usr", path, why) && strcmp(path, "/usr") == 0);
    ck_assert_ptr_nonnull(strstr(why, "No such file"));
    ck_assert(!recording_folder_take("", path, why));
    memset(typed, 'a', sizeof typed - 1);
    typed[sizeof typed - 1] = '\0';
    ck_assert(!recording_folder_take(typed, path, why));
    ck_assert_ptr_nonnull(strstr(why, "too long"));
    close_folder();
}
END_TEST

/* The folder is made; one that cannot be made is told. */
START_TEST(kept_matches_have_a_place)
{
    char path[APP_PATH_BYTES], why[APP_ERROR_BYTES] = "", made[256];
    open_folder();
    path_of(made, "data/new");
    setenv("XDG_DATA_HOME", made, 1);
    ck_assert_msg(recording_folder_name(path, "pool", why), "%s", why);
    ck_assert(strncmp(path, made, strlen(made)) == 0 && strstr(path, "-pool.fsr") != NULL);
    path_of(made, "data/new/fixstep/recordings");
    ck_assert_int_eq(access(made, W_OK), 0);
    setenv("XDG_DATA_HOME", "/dev/null/x", 1);
    ck_assert(!recording_folder_name(path, "pool", why) && why[0] != '\0');
    unsetenv("XDG_DATA_HOME");
    unsetenv("HOME");
    ck_assert(!recording_folder_name(path, "pool", why));
    ck_assert_ptr_nonnull(strstr(why, "neither XDG_DATA_HOME nor HOME"));
    close_folder();
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *s = suite_create("recording_list");
    TCase *t = tcase_create("recording_list");
    tcase_add_test(t, the_present_folder_and_that_of_kept_matches_are_listed);
    tcase_add_test(t, one_folder_under_two_names_is_listed_once);
    tcase_add_test(t, a_chosen_folder_is_listed_alone);
    tcase_add_test(t, an_empty_folder_is_told);
    tcase_add_test(t, typed_folders_are_checked);
    tcase_add_test(t, kept_matches_have_a_place);
    suite_add_tcase(s, t);
    return s;
}
