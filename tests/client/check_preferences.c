/* check_preferences.c: what the launcher keeps, and folders and files that cannot be used. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "launcher/preferences.h"
#include "support/check_main.h"

static char folder[] = "/tmp/fixstep-preferences.XXXXXX";

static void open_folder(void)
{
    memcpy(folder + strlen(folder) - 6, "XXXXXX", 6);
    ck_assert_ptr_nonnull(mkdtemp(folder));
    setenv("XDG_CONFIG_HOME", folder, 1);
}

static void path_of(char path[256], const char *name)
{
    snprintf(path, 256, "%s/%s", folder, name);
}

static void write_file(const char *name, const char *text)
{
    char path[256];
    path_of(path, name);
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    fclose(file);
}

static void close_folder(void)
{
    static const char *const names[] = { "fixstep/client.ini", "fixstep/client.ini.new", "fixstep", "" };
    char path[256];
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        path_of(path, names[i]);
        remove(path);
    }
}

static void write_settings(const char *text)
{
    char path[256];
    open_folder();
    path_of(path, "fixstep");
    mkdir(path, 0700);
    write_file("fixstep/client.ini", text);
}

static bool settings_are(const char *text)
{
    char path[256], present[1024];
    path_of(path, "fixstep/client.ini");
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    size_t length = fread(present, 1, sizeof present, file);
    fclose(file);
    return length == strlen(text) && memcmp(present, text, length) == 0;
}

START_TEST(what_is_saved_is_loaded)
{
    char why[APP_ERROR_BYTES] = "";
    preferences p = { .name = "ada",
                      .game = "pool",
                      .keys.rows = { "I, Up", [4] = "none" },
                      .predict = 9,
                      .full_screen = true,
                      .records = true },
                q;
    open_folder();
    preferences_add_folder(&p, "/one");
    preferences_add_folder(&p, "/two with blanks");
    preferences_add_folder(&p, "/one");
    preferences_add_address(&p, "one.example");
    preferences_add_address(&p, "two.example:1234");
    preferences_add_address(&p, "one.example");
    ck_assert_msg(preferences_save(&p, why), "%s", why);
    ck_assert_msg(preferences_load(&q, why), "%s", why);
    ck_assert_str_eq(q.name, "ada");
    ck_assert_str_eq(q.game, "pool");
    ck_assert_str_eq(q.keys.rows[0], "I, Up");
    ck_assert_str_eq(q.keys.rows[1], "");
    ck_assert_str_eq(q.keys.rows[4], "none");
    ck_assert_str_eq(q.addresses[0], "one.example");
    ck_assert_str_eq(q.addresses[1], "two.example:1234");
    ck_assert_str_eq(q.addresses[2], "");
    ck_assert_uint_eq(q.predict, 9);
    ck_assert(q.full_screen && q.records);
    ck_assert_str_eq(q.folders[0], "/one");
    ck_assert_str_eq(q.folders[1], "/two with blanks");
    ck_assert_str_eq(q.folders[2], "");
    close_folder();
}
END_TEST

/* It is kept beside what the file has, and a file is made only when it differs from what counts without one. */
START_TEST(the_full_screen_is_kept_alone)
{
    char why[APP_ERROR_BYTES] = "", path[256];
    preferences p;
    open_folder();
    path_of(path, "fixstep/client.ini");
    ck_assert(preferences_keep_full_screen(false, why) && access(path, F_OK) != 0);
    close_folder();
    write_settings("[launcher]\nname = ada\naddress = one.example\n");
    ck_assert_msg(preferences_keep_full_screen(true, why), "%s", why);
    ck_assert(preferences_load(&p, why) && p.full_screen);
    ck_assert_str_eq(p.name, "ada");
    ck_assert_str_eq(p.addresses[0], "one.example");
    ck_assert(preferences_keep_full_screen(false, why) && preferences_load(&p, why) && !p.full_screen);
    close_folder();
    write_settings("nonsense\n");
    ck_assert(!preferences_keep_full_screen(true, why) && settings_are("nonsense\n"));
    close_folder();
}
END_TEST

START_TEST(without_a_file_there_are_defaults)
{
    char why[APP_ERROR_BYTES] = "";
    preferences p = { .name = "old" };
    open_folder();
    ck_assert(preferences_load(&p, why));
    ck_assert_str_eq(p.name, "");
    ck_assert_uint_eq(p.predict, 0);
    close_folder();
}
END_TEST

/* A file stands where the folder should be: root cannot write there either. */
START_TEST(a_folder_that_cannot_be_made_is_told)
{
    char why[APP_ERROR_BYTES] = "";
    const preferences p = { .name = "ada" };
    open_folder();
    write_file("fixstep", "in the way");
    ck_assert(!preferences_save(&p, why));
    ck_assert_ptr_nonnull(strstr(why, "settings are not kept"));
    close_folder();
}
END_TEST

START_TEST(without_a_home_nothing_is_kept)
{
    char why[APP_ERROR_BYTES] = "";
    const preferences p = { .name = "ada" };
    unsetenv("XDG_CONFIG_HOME");
    unsetenv("HOME");
    ck_assert(!preferences_save(&p, why));
    ck_assert_ptr_nonnull(strstr(why, "settings are not kept"));
}
END_TEST

START_TEST(a_file_without_a_usable_line_gives_defaults_and_a_sentence)
{
    static const char *const broken[] = { "nonsense = 1\n", "[launcher\nname", "\xff\xfe\0\1", "name\n",
                                          "[launcher]\npredict = 33\n" };
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
        char why[APP_ERROR_BYTES] = "";
        preferences p = { .name = "old" };
        write_settings(broken[i]);
        ck_assert_msg(!preferences_load(&p, why), "file %zu", i);
        ck_assert_msg(why[0] != '\0' && p.name[0] == '\0' && p.predict == 0, "file %zu: '%s' '%s'", i, why, p.name);
        close_folder();
    }
}
END_TEST

#define TEN "0123456789"
#define HUNDRED TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN

/* A line that cannot be used is named; those before and after it count, and saving leaves the file as it is. */
START_TEST(one_bad_line_leaves_the_others_in_force)
{
    static const char *const bad[] = { "colour = red",  "predict = 33",    "nonsense",
                                       "name = eve",    "[launcher",       "= 3",
                                       HUNDRED HUNDRED, "game = " HUNDRED, "address = " HUNDRED };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char why[APP_ERROR_BYTES] = "", text[1024];
        preferences p;
        snprintf(text, sizeof text, "[launcher]\nname = ada\n%s\nkey-up = I\naddress = one.example\n", bad[i]);
        write_settings(text);
        ck_assert_msg(!preferences_load(&p, why), "line '%s'", bad[i]);
        ck_assert_msg(strstr(why, "line 3: ") != NULL, "'%s'", why);
        ck_assert_str_eq(p.name, "ada");
        ck_assert_str_eq(p.keys.rows[0], "I");
        ck_assert_str_eq(p.addresses[0], "one.example");
        ck_assert(!preferences_save(&p, why));
        ck_assert_msg(strstr(why, "settings are not kept") != NULL && strstr(why, "line 3: ") != NULL, "'%s'", why);
        ck_assert_msg(settings_are(text), "line '%s'", bad[i]);
        close_folder();
    }
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *s = suite_create("preferences");
    TCase *t = tcase_create("preferences");
    tcase_add_test(t, what_is_saved_is_loaded);
    tcase_add_test(t, the_full_screen_is_kept_alone);
    tcase_add_test(t, without_a_file_there_are_defaults);
    tcase_add_test(t, a_folder_that_cannot_be_made_is_told);
    tcase_add_test(t, without_a_home_nothing_is_kept);
    tcase_add_test(t, a_file_without_a_usable_line_gives_defaults_and_a_sentence);
    tcase_add_test(t, one_bad_line_leaves_the_others_in_force);
    suite_add_tcase(s, t);
    return s;
}
