/* check_lockstep_tasks.c: a match, its sessions and a local match give the same states with 1, 2 and 4 workers. */
#include <fixstep/games.h>

#include "support/check_main.h"
#include "support/counted_tasks.h"
#include "network/netsim.h"

enum { TICKS = 12, PLAYERS = 2, WORKER_COUNTS = 3 };

static const uint32_t worker_counts[WORKER_COUNTS] = { 1, 2, 4 };

/* A pyramid of 820 boxes: enough for a step to share jobs. */
static fs_match_def pyramid_def(void)
{
    const fs_game *game = NULL;
    ck_assert_int_eq(fs_game_find(fs_builtin_games(), "pyramid", &game, NULL, 0), FS_OK);
    fs_match_def def = fs_default_match_def(game);
    def.config.players = PLAYERS;
    def.wait_players = PLAYERS;
    def.ticks = TICKS;
    return def;
}

/* --- over a network ------------------------------------------------------------------- */

/* Plays the match with tasks lent to the match and to the sessions (NULL: none) and writes its state hashes. */
static void play_match(const fs_tasks *match_tasks, const fs_tasks *session_tasks, uint64_t hashes[TICKS])
{
    fs_match_def def = pyramid_def();
    def.tasks = match_tasks;
    netsim *sim = netsim_create(&def, PLAYERS, 7);
    netsim_set_links(sim, (netsim_link){ .delay_us = 1000 });
    sim->session_tasks = session_tasks;
    for (uint32_t i = 0; i < PLAYERS; i++)
        netsim_set_name(sim, i, "");
    ck_assert(netsim_run(sim, 10000000));
    ck_assert_uint_eq(fs_match_desyncs(sim->match), 0);
    for (uint32_t i = 0; i < PLAYERS; i++) {
        ck_assert_uint_eq(sim->clients[i].ticks, TICKS);
        ck_assert_uint_eq(sim->clients[i].last_state_hash, sim->state_hashes[TICKS - 1]);
    }
    memcpy(hashes, sim->state_hashes, TICKS * sizeof *hashes);
    netsim_destroy(sim);
}

START_TEST(match_states_do_not_depend_on_workers)
{
    uint64_t alone[TICKS], shared[TICKS];
    struct counted_tasks tasks;
    play_match(NULL, NULL, alone);
    counted_tasks_start(&tasks, worker_counts[_i]);
    play_match(&tasks.tasks, NULL, shared);
    counted_tasks_stop(&tasks, TICKS);
    ck_assert_mem_eq(shared, alone, sizeof alone);
}
END_TEST

START_TEST(session_states_do_not_depend_on_workers)
{
    uint64_t alone[TICKS], shared[TICKS];
    struct counted_tasks tasks;
    play_match(NULL, NULL, alone);
    counted_tasks_start(&tasks, worker_counts[_i]);
    play_match(NULL, &tasks.tasks, shared);
    counted_tasks_stop(&tasks, PLAYERS * TICKS);
    ck_assert_mem_eq(shared, alone, sizeof alone);
}
END_TEST

/* --- in one process ------------------------------------------------------------------- */

static void play_local(const fs_tasks *tasks, uint64_t hashes[TICKS])
{
    fs_match_def def = pyramid_def();
    fs_local *local = NULL;
    ck_assert_int_eq(fs_local_create(def.game, &def.config, tasks, NULL, NULL, &local), FS_OK);
    for (uint32_t tick = 0; tick < TICKS; tick++) {
        uint8_t inputs[PLAYERS * FS_MAX_INPUT] = { 0 };
        hashes[tick] = fs_local_step(local, inputs);
    }
    fs_local_destroy(local);
}

START_TEST(local_states_do_not_depend_on_workers)
{
    uint64_t alone[TICKS], shared[TICKS];
    struct counted_tasks tasks;
    play_local(NULL, alone);
    counted_tasks_start(&tasks, worker_counts[_i]);
    play_local(&tasks.tasks, shared);
    counted_tasks_stop(&tasks, TICKS);
    ck_assert_mem_eq(shared, alone, sizeof alone);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("lockstep_tasks");
    TCase *tc = tcase_create("workers");
    tcase_set_timeout(tc, 120);
    tcase_add_loop_test(tc, match_states_do_not_depend_on_workers, 0, WORKER_COUNTS);
    tcase_add_loop_test(tc, session_states_do_not_depend_on_workers, 0, WORKER_COUNTS);
    tcase_add_loop_test(tc, local_states_do_not_depend_on_workers, 0, WORKER_COUNTS);
    suite_add_tcase(suite, tc);
    return suite;
}
