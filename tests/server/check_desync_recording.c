/* check_desync_recording.c: the last seconds of a match become a recording that verifies. */
#include "server/desync_recording.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <fixstep/fixstep.h>
#include <fixstep/games.h>

#include "app/log.h"
#include "support/check_main.h"

enum { HZ = FS_MIN_HZ, SEGMENT = FS_SEGMENT_SECONDS * HZ, PLAYERS = 2, SECOND_US = 1000000 };

static char folder[64];
static desync_recording *kept;
static fs_local *match;
static uint64_t now_us;

/* A new match at tick 0, the desync recordings of which have at most so many bytes together. */
static void begin_match(size_t max_file_bytes)
{
    const fs_game *game = NULL;
    ck_assert(fs_game_find(fs_builtin_games(), "airhockey", &game, NULL, 0) == FS_OK);
    fs_config config = fs_default_config(game);
    config.hz = HZ;
    config.players = PLAYERS;
    kept = desync_recording_create(folder, max_file_bytes);
    ck_assert(kept != NULL);
    ck_assert(fs_local_create(game, &config, NULL, desync_recording_tick, kept, &match) == FS_OK);
    desync_recording_start(kept, NULL, fs_local_sim(match), fs_local_stream(match));
}

static void end_match(void)
{
    desync_recording_destroy(kept);
    fs_local_destroy(match);
}

static void setup(void)
{
    snprintf(folder, sizeof folder, "/tmp/fixstep-evidence.XXXXXX");
    ck_assert(mkdtemp(folder) != NULL);
    app_log_setup(false, APP_ERROR);
    now_us = 1;
    begin_match(DESYNC_RECORDING_FILE_BYTES);
}

static void teardown(void)
{
    DIR *dir = opendir(folder);
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;) {
        char path[512];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        unlink(path);
    }
    closedir(dir);
    rmdir(folder);
    end_match();
}

static void run_to(uint32_t tick)
{
    const fs_game *game = fs_sim_game(fs_local_sim(match));
    while (fs_sim_tick(fs_local_sim(match)) < tick) {
        uint8_t inputs[PLAYERS * FS_MAX_INPUT] = { 0 };
        inputs[0] = (uint8_t)fs_sim_tick(fs_local_sim(match));
        ck_assert(game->input_size <= FS_MAX_INPUT);
        fs_local_step(match, inputs);
    }
}

static void add_desync(uint32_t tick, const char *name)
{
    fs_desync desync = { .tick = tick, .slot = 1, .inputs_equal = true, .reason = "a test", .client_build = "" };
    snprintf(desync.name, sizeof desync.name, "%s", name);
    desync_recording_add(kept, &desync, now_us);
}

static void wait_for_file(void)
{
    now_us += 2 * SECOND_US;
    desync_recording_poll(kept, now_us);
}

static bool exists(const char *file)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, file);
    return access(path, R_OK) == 0;
}

/* The file is complete, verifies, has `desyncs` reports and all ticks from
 * `first` to `end`. */
static void expect_recording(const char *file, uint32_t first, uint32_t end, uint32_t desyncs)
{
    char path[512], why[256] = "";
    fs_replay *replay = NULL;
    fs_verdict verdict;
    snprintf(path, sizeof path, "%s/%s", folder, file);
    ck_assert_msg(fs_replay_open_file(path, &replay, why, sizeof why) == FS_OK, "%s: %s", path, why);
    const fs_replay_info *info = fs_replay_get_info(replay);
    const fs_game *game = NULL;
    ck_assert(fs_game_find(fs_builtin_games(), "airhockey", &game, NULL, 0) == FS_OK);
    fs_replay_verify(replay, game, NULL, &verdict);
    ck_assert_msg(verdict.result == FS_OK, "%s: %s", path, verdict.reason);
    ck_assert_int_eq(info->end, FS_REPLAY_COMPLETE);
    ck_assert_uint_eq(info->first_tick, first);
    ck_assert_uint_eq(info->first_tick + info->ticks, end);
    ck_assert_uint_eq(info->desyncs, desyncs);
    fs_replay_close(replay);
}

START_TEST(an_early_desync_has_the_whole_match)
{
    run_to(50);
    add_desync(40, "bob");
    desync_recording_poll(kept, now_us);
    ck_assert(!exists("desync-40-bob.fsr"));
    run_to(60);
    wait_for_file();
    expect_recording("desync-40-bob.fsr", 0, 60, 1);
}
END_TEST

START_TEST(a_late_desync_has_at_least_ten_seconds)
{
    run_to(5 * SEGMENT + 7);
    add_desync(5 * SEGMENT + 3, "bob");
    wait_for_file();
    expect_recording("desync-1003-bob.fsr", 4 * SEGMENT, 5 * SEGMENT + 7, 1);
}
END_TEST

START_TEST(desyncs_of_one_second_share_a_file)
{
    run_to(3 * SEGMENT);
    add_desync(3 * SEGMENT - 5, "ann");
    add_desync(3 * SEGMENT - 5, "bob");
    add_desync(3 * SEGMENT - 4, "cid");
    wait_for_file();
    expect_recording("desync-595-ann.fsr", 2 * SEGMENT, 3 * SEGMENT, 3);
    ck_assert(!exists("desync-595-bob.fsr"));
}
END_TEST

START_TEST(the_next_desync_has_its_own_file)
{
    run_to(3 * SEGMENT + 20);
    add_desync(3 * SEGMENT + 10, "ann");
    wait_for_file();
    run_to(3 * SEGMENT + 40);
    add_desync(3 * SEGMENT + 30, "ann");
    wait_for_file();
    expect_recording("desync-610-ann.fsr", 2 * SEGMENT, 3 * SEGMENT + 20, 1);
    expect_recording("desync-630-ann.fsr", 3 * SEGMENT, 3 * SEGMENT + 40, 1);
    /* A written recording starts again with the next tick. */
    run_to(3 * SEGMENT + 60);
    add_desync(3 * SEGMENT + 50, "ann");
    wait_for_file();
    expect_recording("desync-650-ann.fsr", 3 * SEGMENT + 21, 3 * SEGMENT + 60, 1);
    add_desync(3 * SEGMENT + 55, "ann");
    wait_for_file();
    expect_recording("desync-655-ann.fsr", 3 * SEGMENT + 41, 3 * SEGMENT + 60, 1);
    add_desync(3 * SEGMENT + 58, "ann");
    wait_for_file();
    ck_assert(!exists("desync-658-ann.fsr"));
}
END_TEST

START_TEST(existing_files_are_kept)
{
    char path[128];
    snprintf(path, sizeof path, "%s/desync-40-bob.fsr", folder);
    FILE *file = fopen(path, "w");
    fputs("mine", file);
    fclose(file);
    run_to(50);
    add_desync(40, "bob");
    wait_for_file();
    expect_recording("desync-40-bob-2.fsr", 0, 50, 1);
    char text[8] = "";
    file = fopen(path, "r");
    ck_assert(fgets(text, sizeof text, file) != NULL);
    fclose(file);
    ck_assert_str_eq(text, "mine");
}
END_TEST

START_TEST(names_cannot_leave_the_folder)
{
    run_to(50);
    add_desync(40, "../\x1b[b ob");
    wait_for_file();
    expect_recording("desync-40-_____b_ob.fsr", 0, 50, 1);
}
END_TEST

START_TEST(closing_writes_the_waiting_recording)
{
    run_to(50);
    add_desync(40, "bob");
    desync_recording_destroy(kept);
    kept = NULL;
    expect_recording("desync-40-bob.fsr", 0, 50, 1);
}
END_TEST

START_TEST(a_rotation_writes_the_waiting_recording)
{
    run_to(4 * SEGMENT - 1);
    add_desync(4 * SEGMENT - 2, "bob");
    run_to(4 * SEGMENT + 30);
    expect_recording("desync-798-bob.fsr", 2 * SEGMENT, 4 * SEGMENT, 1);
}
END_TEST

/* --- files that cannot be written ------------------------------------------------------------ */

/* A file larger than this cannot be written, as on a disk that gets full; RLIM_INFINITY: any. */
static void limit_files(rlim_t bytes)
{
    struct rlimit limit;
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = bytes;
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    signal(SIGXFSZ, SIG_IGN); /* as app/signals.h has it */
}

/* From now on the log is in a file of another folder. */
static void open_log(char path[32])
{
    char why[APP_ERROR_BYTES];
    snprintf(path, 32, "/tmp/fixstep-log.XXXXXX");
    int file = mkstemp(path);
    ck_assert_int_ge(file, 0);
    close(file);
    app_log_setup(false, APP_WARNING);
    ck_assert(app_log_open(path, why));
}

/* The only line of the log, from its sentence on; removes the log. */
static const char *read_log(const char *path)
{
    static char line[1024], more[8];
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    ck_assert_ptr_nonnull(fgets(line, sizeof line, file));
    ck_assert_msg(fgets(more, sizeof more, file) == NULL, "two lines: %s", line);
    fclose(file);
    unlink(path);
    line[strcspn(line, "\n")] = 0;
    const char *sentence = strstr(line, "no desync recording");
    ck_assert_msg(sentence != NULL, "%s", line);
    return sentence;
}

static uint32_t count_files(void)
{
    uint32_t count = 0;
    DIR *dir = opendir(folder);
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;)
        count += entry->d_name[0] != '.';
    closedir(dir);
    return count;
}

static size_t size_of(const char *file)
{
    char path[512];
    struct stat about;
    snprintf(path, sizeof path, "%s/%s", folder, file);
    ck_assert_int_eq(stat(path, &about), 0);
    return (size_t)about.st_size;
}

/* No part of a file stays, and the log says why, once. */
START_TEST(no_part_of_a_file_stays)
{
    char log[32], wanted[256];
    run_to(50);
    open_log(log);
    limit_files(700);
    add_desync(40, "bob");
    wait_for_file();
    limit_files(RLIM_INFINITY);
    ck_assert(!exists("desync-40-bob.fsr"));
    snprintf(wanted, sizeof wanted, "no desync recording: %s/desync-40-bob.fsr: File too large", folder);
    ck_assert_str_eq(read_log(log), wanted);
    app_log_setup(false, APP_ERROR);
    run_to(60);
    add_desync(55, "bob");
    wait_for_file();
    expect_recording("desync-55-bob.fsr", 51, 60, 1);
}
END_TEST

/* Files that could not be written take nothing of the bytes that the files of a match may have together. */
START_TEST(failures_take_no_bytes)
{
    enum { FAILURES = 4 };
    run_to(50);
    add_desync(40, "bob");
    wait_for_file();
    size_t one = size_of("desync-40-bob.fsr");
    end_match();
    begin_match(2 * one);
    limit_files(700);
    for (uint32_t i = 1; i <= FAILURES; i++) {
        run_to(50 * i);
        add_desync(50 * i - 5, "bob");
        wait_for_file();
        ck_assert_uint_eq(count_files(), 1);
    }
    limit_files(RLIM_INFINITY);
    run_to(50 * FAILURES + 50);
    add_desync(50 * FAILURES + 20, "bob");
    wait_for_file();
    ck_assert_uint_eq(count_files(), 2);
}
END_TEST

/* Above that limit the sentence names no file. */
START_TEST(a_full_share_is_told)
{
    char log[32];
    open_log(log);
    end_match();
    begin_match(100);
    run_to(90);
    add_desync(80, "bob");
    wait_for_file();
    ck_assert(!exists("desync-80-bob.fsr"));
    ck_assert_str_eq(read_log(log),
                     "no desync recording: those of this match may have 0 MiB together, and this one is above it");
}
END_TEST

/* A folder that is gone is named. */
START_TEST(a_folder_that_is_gone_is_told)
{
    char log[32], wanted[256];
    run_to(50);
    open_log(log);
    ck_assert_int_eq(rmdir(folder), 0);
    add_desync(40, "bob");
    wait_for_file();
    ck_assert_int_eq(mkdir(folder, 0700), 0);
    snprintf(wanted, sizeof wanted, "no desync recording: %s/desync-40-bob.fsr: No such file or directory", folder);
    ck_assert_str_eq(read_log(log), wanted);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("evidence");
    TCase *tc = tcase_create("evidence");
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, an_early_desync_has_the_whole_match);
    tcase_add_test(tc, a_late_desync_has_at_least_ten_seconds);
    tcase_add_test(tc, desyncs_of_one_second_share_a_file);
    tcase_add_test(tc, the_next_desync_has_its_own_file);
    tcase_add_test(tc, existing_files_are_kept);
    tcase_add_test(tc, names_cannot_leave_the_folder);
    tcase_add_test(tc, closing_writes_the_waiting_recording);
    tcase_add_test(tc, a_rotation_writes_the_waiting_recording);
    tcase_add_test(tc, no_part_of_a_file_stays);
    tcase_add_test(tc, failures_take_no_bytes);
    tcase_add_test(tc, a_full_share_is_told);
    tcase_add_test(tc, a_folder_that_is_gone_is_told);
    suite_add_tcase(suite, tc);
    return suite;
}
