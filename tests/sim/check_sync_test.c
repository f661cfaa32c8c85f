/* check_sync_test.c: a step that breaks a rule is found with its tick, field and cause; the built-in games pass. */
#include <fixstep/sync_test.h>

#include <string.h>

#include "app/workers.h"
#include "programs/faultgame.c"
#include <fixstep/games.h>

#include "support/check_main.h"

enum { SPEED, FAULT, BASE };

static fs_sync_test *make_test(const fs_game *game, int64_t fault, const fs_tasks *tasks)
{
    fs_config config = fs_default_config(game);
    fs_sync_test *test;
    config.seed = 5;
    if (game == &fixstep_game)
        config.options[FAULT] = fault;
    ck_assert_int_eq(fs_sync_test_create(game, &config, tasks, &test), FS_OK);
    return test;
}

/* Steps up to `ticks` ticks with random inputs; returns the result of the last. */
static fs_result run_ticks(fs_sync_test *test, const fs_game *game, uint32_t ticks)
{
    uint8_t bytes[FS_MAX_PLAYERS * FS_MAX_INPUT];
    uint32_t players = game->default_players;
    fs_inputs inputs = { bytes, game->input_size, players, UINT64_MAX >> (64 - players) };
    fs_rng rng = fs_rng_seed(9, 9);
    fs_result result = FS_OK;
    for (uint32_t tick = 0; result == FS_OK && tick < ticks; tick++) {
        memset(bytes, 0, sizeof bytes);
        for (uint32_t slot = 0; slot < players; slot++)
            fs_game_bot(game, "random")
                ->think(fs_sync_test_state(test), slot, &rng, bytes + (size_t)slot * game->input_size);
        result = fs_sync_test_step(test, &inputs);
    }
    return result;
}

static const struct {
    int64_t fault;
    uint32_t tick;
    fs_sync_cause cause;
} faults[] = { { 1, 5, FS_SYNC_MEMORY }, { 2, 5, FS_SYNC_SCRATCH }, { 3, 5, FS_SYNC_SCRATCH },
               { 4, 0, FS_SYNC_MEMORY }, { 5, 1, FS_SYNC_CODEC },   { 6, 5, FS_SYNC_THREADS } };

START_TEST(a_fault_is_found_with_its_cause)
{
    app_workers *workers = app_workers_start(3);
    fs_sync_test *test = make_test(&fixstep_game, faults[_i].fault, app_workers_tasks(workers));
    ck_assert_int_eq(run_ticks(test, &fixstep_game, 300), FS_E_MISMATCH);
    const fs_sync_report *report = fs_sync_test_report(test);
    ck_assert_int_eq(report->cause, faults[_i].cause);
    ck_assert_uint_eq(report->tick, faults[_i].tick);
    ck_assert(!report->in_init);
    ck_assert(report->first_hash != report->second_hash);
    ck_assert_uint_eq(report->total, report->count);
    bool fired = false;
    for (uint32_t i = 0; i < report->count; i++) {
        char path[80];
        fs_value_path(&toy_schema, report->differences[i].ref, path, sizeof path);
        fired = fired || strcmp(path, "hero[0].fired") == 0;
        ck_assert(report->differences[i].left != report->differences[i].right);
    }
    ck_assert(fired);
    ck_assert_uint_gt(strlen(fs_sync_cause_text(report->cause)), 20);
    fs_sync_test_destroy(test);
    app_workers_stop(workers);
}
END_TEST

START_TEST(a_good_game_passes)
{
    fs_sync_test *test = make_test(&fixstep_game, 0, NULL);
    ck_assert_int_eq(run_ticks(test, &fixstep_game, 400), FS_OK);
    ck_assert_int_eq(fs_sync_test_report(test)->cause, FS_SYNC_EQUAL);
    ck_assert_uint_eq(fs_state_tick(fs_sync_test_state(test)), 400);
    fs_sync_test_destroy(test);
}
END_TEST

START_TEST(an_init_that_differs_is_found_before_the_first_tick)
{
    fs_sync_test *test = make_test(&fixstep_game, 8, NULL);
    ck_assert(fs_sync_test_report(test)->in_init);
    ck_assert_int_eq(fs_sync_test_report(test)->cause, FS_SYNC_MEMORY);
    ck_assert_int_eq(run_ticks(test, &fixstep_game, 1), FS_E_MISMATCH);
    ck_assert_uint_eq(fs_state_tick(fs_sync_test_state(test)), 0);
    fs_sync_test_destroy(test);
}
END_TEST

START_TEST(a_game_that_refuses_its_own_state_is_found)
{
    fs_sync_test *test = make_test(&fixstep_game, 7, NULL);
    ck_assert_int_eq(run_ticks(test, &fixstep_game, 1), FS_E_MALFORMED);
    fs_sync_test_destroy(test);
}
END_TEST

START_TEST(a_wrong_configuration_is_refused)
{
    fs_config config = fs_default_config(&fixstep_game);
    fs_sync_test *test;
    config.options[FAULT] = 99;
    ck_assert_int_eq(fs_sync_test_create(&fixstep_game, &config, NULL, &test), FS_E_OPTION);
    ck_assert_ptr_null(test);
    fs_sync_test_destroy(NULL);
}
END_TEST

START_TEST(the_built_in_games_pass)
{
    const fs_game_list *list = fs_builtin_games();
    if ((uint32_t)_i >= list->count)
        return;
    const fs_game *game = list->games[_i];
    app_workers *workers = app_workers_start(3);
    fs_sync_test *test = make_test(game, 0, app_workers_tasks(workers));
    ck_assert_int_eq(run_ticks(test, game, 140), FS_OK);
    fs_sync_test_destroy(test);
    app_workers_stop(workers);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("sync_test");
    TCase *tc = tcase_create("faults");
    tcase_add_loop_test(tc, a_fault_is_found_with_its_cause, 0, sizeof faults / sizeof faults[0]);
    tcase_add_test(tc, a_good_game_passes);
    tcase_add_test(tc, an_init_that_differs_is_found_before_the_first_tick);
    tcase_add_test(tc, a_game_that_refuses_its_own_state_is_found);
    tcase_add_test(tc, a_wrong_configuration_is_refused);
    suite_add_tcase(suite, tc);
    tc = tcase_create("games");
    tcase_set_timeout(tc, 120);
    tcase_add_loop_test(tc, the_built_in_games_pass, 0, 24);
    suite_add_tcase(suite, tc);
    return suite;
}
