/* check_recording_files.c: the recordings of a folder as the launcher lists them. */
#include <fixstep/games.h>
#include <fixstep/lockstep.h>
#include <fixstep/replay.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/setup.h"
#include "launcher/recording_files.h"
#include "support/check_main.h"

static char folder[64];

static void open_folder(void)
{
    snprintf(folder, sizeof folder, "/tmp/fixstep-recordings.XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    setenv("TZ", "UTC", 1);
}

static void path_of(char path[256], const char *name)
{
    snprintf(path, 256, "%s/%s", folder, name);
}

static void write_file(const char *name, const char *text, time_t changed)
{
    char path[256];
    const struct timespec times[2] = { { .tv_sec = changed }, { .tv_sec = changed } };
    path_of(path, name);
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    fclose(file);
    ck_assert_int_eq(utimensat(AT_FDCWD, path, times, 0), 0);
}

static void remove_all(const recording_files *list)
{
    for (size_t i = 0; i < list->count; i++)
        remove(list->files[i].path);
    rmdir(folder);
}

START_TEST(the_newest_come_first_and_none_is_left_out)
{
    enum { FILES = 130 };
    recording_files list = { NULL, 0 };
    open_folder();
    for (int i = 0; i < FILES; i++) {
        char name[32];
        snprintf(name, sizeof name, "%03d.fsr", i * 77 % FILES);
        write_file(name, "x", 1000000 + i);
    }
    recording_files_add(&list, folder);
    ck_assert_uint_eq(list.count, FILES);
    for (size_t i = 0; i < FILES; i++)
        ck_assert_int_eq(list.files[i].changed.tv_sec, 1000000 + FILES - 1 - (int)i);
    remove_all(&list);
    recording_files_free(&list);
}
END_TEST

/* Equal times are in the order of names; folders, pipes and other files are no recordings, nor is a folder that is not there. */
START_TEST(only_recordings_are_listed)
{
    char path[256];
    recording_files list = { NULL, 0 };
    open_folder();
    write_file("b.fsr", "x", 5);
    write_file("a.fsr", "x", 5);
    write_file("text.txt", "x", 6);
    write_file(".fsr", "x", 7);
    path_of(path, "folder.fsr");
    mkdir(path, 0700);
    path_of(path, "pipe.fsr");
    ck_assert_int_eq(mkfifo(path, 0600), 0);
    recording_files_add(&list, folder);
    recording_files_add(&list, "/nowhere");
    ck_assert_uint_eq(list.count, 2);
    ck_assert_str_eq(list.files[0].name, "a.fsr");
    ck_assert_str_eq(list.files[1].name, "b.fsr");
    remove(path);
    path_of(path, "folder.fsr");
    rmdir(path);
    path_of(path, "text.txt");
    remove(path);
    path_of(path, ".fsr");
    remove(path);
    remove_all(&list);
    recording_files_free(&list);
}
END_TEST

static void record_ticks(const char *path, uint32_t ticks)
{
    const fs_game *game = app_game_builtin("pool");
    char why[APP_ERROR_BYTES];
    fs_config config;
    fs_local *local;
    fs_recorder *recorder;
    fs_recorder_def def = { .game = game, .config = &config, .recorder = "local" };
    uint8_t inputs[FS_MAX_PLAYERS * FS_MAX_INPUT] = { 0 };
    const app_list sets = { .count = 0 };
    const app_match_options options = { .hz = 60, .seed = 1, .has_seed = true, .sets = &sets };
    ck_assert_msg(app_config_make(game, &options, &config, why), "%s", why);
    ck_assert_int_eq(fs_recorder_open_file(path, &def.write, &def.context, why, sizeof why), FS_OK);
    ck_assert_int_eq(fs_local_create(game, &config, NULL, NULL, NULL, &local), FS_OK);
    ck_assert_int_eq(fs_recorder_create(&def, fs_local_sim(local), fs_local_stream(local), &recorder), FS_OK);
    fs_local_destroy(local);
    ck_assert_int_eq(fs_local_create(game, &config, NULL, fs_recorder_tick, recorder, &local), FS_OK);
    for (uint32_t i = 0; i < ticks; i++)
        fs_local_step(local, inputs);
    fs_recorder_close(recorder);
    fs_recorder_close_file(def.context);
    fs_local_destroy(local);
}

START_TEST(a_recording_is_told_by_game_and_duration)
{
    char path[256], text[256];
    struct stat about;
    recording_files list = { NULL, 0 };
    open_folder();
    path_of(path, "mine.fsr");
    record_ticks(path, 65 * 60 + 30);
    const struct timespec times[2] = { { .tv_sec = 0 }, { .tv_sec = 86400 } };
    ck_assert_int_eq(utimensat(AT_FDCWD, path, times, 0), 0);
    recording_files_add(&list, folder);
    ck_assert_uint_eq(list.count, 1);
    recording_files_write_row(&list.files[0], text, sizeof text);
    ck_assert_str_eq(text, "1970-01-02 00:00  pool  mine.fsr");
    recording_files_describe(&list.files[0], text, sizeof text);
    ck_assert_msg(strncmp(text, "pool, 1:05 min, ", 16) == 0, "%s", text);
    ck_assert_ptr_nonnull(strstr(text, "mine.fsr"));
    /* Half of it. */
    ck_assert_int_eq(stat(path, &about), 0);
    ck_assert_int_eq(truncate(path, about.st_size / 2), 0);
    list.files[0].size = (uint64_t)about.st_size / 2;
    recording_files_describe(&list.files[0], text, sizeof text);
    ck_assert_msg(strstr(text, "ends early") != NULL, "%s", text);
    remove_all(&list);
    recording_files_free(&list);
}
END_TEST

/* Names of any bytes, files of any content, and files that have gone. */
START_TEST(what_is_no_recording_is_told)
{
    static const char *const contents[] = { "", "text", "\x89\xff\xfe garbage", "FSR" };
    char text[256];
    for (size_t i = 0; i < sizeof contents / sizeof contents[0]; i++) {
        recording_files list = { NULL, 0 };
        open_folder();
        write_file("\x1b[31m\xff.fsr", contents[i], 1);
        recording_files_add(&list, folder);
        ck_assert_uint_eq(list.count, 1);
        recording_files_write_row(&list.files[0], text, sizeof text);
        ck_assert_msg(strstr(text, "no recording") != NULL && strchr(text, 0x1b) == NULL, "%s", text);
        remove_all(&list);
        recording_files_describe(&list.files[0], text, sizeof text);
        ck_assert_msg(strstr(text, "no recording") != NULL && strchr(text, 0x1b) == NULL, "%s", text);
        recording_files_write_row(&list.files[0], text, 10);
        ck_assert_uint_lt(strlen(text), 10);
        recording_files_free(&list);
    }
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *s = suite_create("recording_files");
    TCase *t = tcase_create("recording_files");
    tcase_add_test(t, the_newest_come_first_and_none_is_left_out);
    tcase_add_test(t, only_recordings_are_listed);
    tcase_add_test(t, a_recording_is_told_by_game_and_duration);
    tcase_add_test(t, what_is_no_recording_is_told);
    suite_add_tcase(s, t);
    return s;
}
