/* check_replay_tasks.c: playback, verifier and comparison give the same states with 1, 2 and 4 workers. */
#include <stdlib.h>

#include <fixstep/games.h>

#include "support/check_main.h"
#include "support/counted_tasks.h"
#include "replay/replay_fixture.h"

enum { TICKS = 12, WORKER_COUNTS = 3 };

static const uint32_t worker_counts[WORKER_COUNTS] = { 1, 2, 4 };

static const fs_game *pyramid(void)
{
    const fs_game *game = NULL;
    ck_assert_int_eq(fs_game_find(fs_builtin_games(), "pyramid", &game, NULL, 0), FS_OK);
    return game;
}

/* A tick hook: `context` points to the recorder, which is made after the local match. */
static void record_tick(void *context, uint32_t tick, const void *bundle, size_t size, uint64_t state_hash,
                        const fs_stream *stream, fs_sim *sim)
{
    fs_recorder **recorder = context;
    fs_recorder_tick(*recorder, tick, bundle, size, state_hash, stream, sim);
}

/* Records a pyramid of 820 boxes without workers. The player is idle before tick `first_input`. */
static fs_replay *record_pyramid(uint32_t first_input)
{
    const fs_game *game = pyramid();
    fs_config config = fs_default_config(game);
    rf_sink sink = { 0 };
    fs_local *local = NULL;
    fs_recorder *recorder = NULL;
    fs_replay *replay = NULL;
    ck_assert_int_eq(fs_local_create(game, &config, NULL, record_tick, &recorder, &local), FS_OK);
    fs_recorder_def def = { .game = game,
                            .config = &config,
                            .recorder = "local",
                            .build = "test build",
                            .write = rf_write,
                            .context = &sink };
    fs_sim *sim = fs_local_sim(local);
    ck_assert_int_eq(fs_recorder_create(&def, sim, fs_local_stream(local), &recorder), FS_OK);
    for (uint32_t tick = 0; tick < TICKS; tick++) {
        uint8_t inputs[FS_MAX_PLAYERS * FS_MAX_INPUT] = { 0 };
        if (tick >= first_input)
            memset(inputs, 0x15, game->input_size);
        fs_local_step(local, inputs);
    }
    fs_recorder_close(recorder);
    fs_local_destroy(local);
    ck_assert_int_eq(fs_replay_open(sink.bytes, sink.size, &replay), FS_OK);
    free(sink.bytes);
    return replay;
}

START_TEST(playback_states_do_not_depend_on_workers)
{
    fs_replay *replay = record_pyramid(0);
    struct counted_tasks tasks;
    fs_playback *playback = NULL;
    counted_tasks_start(&tasks, worker_counts[_i]);
    ck_assert_int_eq(fs_playback_seek(replay, pyramid(), &tasks.tasks, TICKS / 2, &playback), FS_OK);
    for (uint32_t tick = TICKS / 2; tick < TICKS; tick++)
        ck_assert_int_eq(fs_playback_step(playback), FS_OK);
    ck_assert_int_eq(fs_playback_step(playback), FS_E_ENDED);
    fs_playback_destroy(playback);
    counted_tasks_stop(&tasks, TICKS);
    fs_replay_close(replay);
}
END_TEST

START_TEST(verdict_does_not_depend_on_workers)
{
    fs_replay *replay = record_pyramid(0);
    struct counted_tasks tasks;
    fs_verdict verdict;
    counted_tasks_start(&tasks, worker_counts[_i]);
    fs_replay_verify(replay, pyramid(), &tasks.tasks, &verdict);
    counted_tasks_stop(&tasks, TICKS);
    ck_assert_int_eq(verdict.result, FS_OK);
    ck_assert_uint_eq(verdict.verified_ticks, TICKS);
    fs_replay_close(replay);
}
END_TEST

START_TEST(comparison_does_not_depend_on_workers)
{
    fs_replay *left = record_pyramid(0), *right = record_pyramid(3);
    struct counted_tasks tasks;
    fs_comparison alone, shared;
    ck_assert_int_eq(fs_replay_compare(left, right, pyramid(), NULL, &alone, NULL, NULL), FS_OK);
    ck_assert_uint_lt(alone.hash_tick, TICKS);
    ck_assert_uint_gt(alone.differences, 0);
    counted_tasks_start(&tasks, worker_counts[_i]);
    ck_assert_int_eq(fs_replay_compare(left, right, pyramid(), &tasks.tasks, &shared, NULL, NULL), FS_OK);
    counted_tasks_stop(&tasks, TICKS);
    ck_assert_uint_eq(shared.hash_tick, alone.hash_tick);
    ck_assert_uint_eq(shared.state_tick, alone.state_tick);
    ck_assert_uint_eq(shared.differences, alone.differences);
    fs_replay_close(left);
    fs_replay_close(right);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("replay_tasks");
    TCase *tc = tcase_create("workers");
    tcase_set_timeout(tc, 120);
    tcase_add_loop_test(tc, playback_states_do_not_depend_on_workers, 0, WORKER_COUNTS);
    tcase_add_loop_test(tc, verdict_does_not_depend_on_workers, 0, WORKER_COUNTS);
    tcase_add_loop_test(tc, comparison_does_not_depend_on_workers, 0, WORKER_COUNTS);
    suite_add_tcase(suite, tc);
    return suite;
}
