/* check_app_workers.c: the programs' threads run every chunk once, on more than one thread, and change no match. */
#include "support/parallel_tasks.h"

#include <string.h>
#include <fixstep/random.h>
#include <fixstep/games.h>

#include "games/play.h"
#include "support/script.h"

enum { MOST_PIECES = 300 };

struct tally {
    _Atomic uint32_t runs[MOST_PIECES];
    uint32_t value[MOST_PIECES]; /* not atomic: its value must be visible after the job */
    uint32_t salt;
};

static void count_piece(void *work, uint32_t index)
{
    struct tally *t = work;
    atomic_fetch_add(&t->runs[index], 1);
    t->value[index] = index * 2654435761u ^ t->salt;
}

static void check_job(const fs_tasks *tasks, uint32_t count, uint32_t salt)
{
    struct tally t;
    memset(&t, 0, sizeof t);
    t.salt = salt;
    tasks->run(tasks->context, count_piece, &t, count);
    for (uint32_t i = 0; i < MOST_PIECES; i++) {
        ck_assert_uint_eq(t.runs[i], i < count);
        ck_assert_uint_eq(t.value[i], i < count ? i * 2654435761u ^ salt : 0);
    }
}

/* Jobs in succession, some of them after a pause in which all threads go to sleep. */
START_TEST(every_piece_runs_once)
{
    static const uint32_t counts[] = { 1, 2, 3, 4, 17, APP_MAX_WORKERS };
    app_workers *workers = app_workers_start(counts[_i]);
    ck_assert_ptr_nonnull(workers);
    const fs_tasks *tasks = app_workers_tasks(workers);
    fs_rng rng = fs_rng_seed(1, counts[_i]);
    ck_assert_uint_eq(tasks->workers, counts[_i]);
    for (uint32_t i = 0; i < 2000; i++) {
        check_job(tasks, fs_rng_below(&rng, MOST_PIECES + 1), i);
        if (i % 400 == 0)
            nanosleep(&(struct timespec){ 0, 20000000 }, NULL);
    }
    app_workers_stop(workers);
}
END_TEST

START_TEST(threads_come_and_go)
{
    for (uint32_t i = 0; i < 50; i++) {
        app_workers *workers = app_workers_start(1 + i % 5);
        ck_assert_ptr_nonnull(workers);
        if (i % 2 == 0)
            check_job(app_workers_tasks(workers), 10, i);
        app_workers_stop(workers);
    }
    app_workers_stop(NULL);
}
END_TEST

/* This test ends only when other threads take part. */
START_TEST(pieces_run_on_other_threads)
{
    struct parallel_tasks s;
    parallel_start(&s, 3);
    for (uint32_t i = 0; i < 500; i++)
        check_job(&s.tasks, 2 + i % 7, i);
    ck_assert_uint_eq(s.jobs, 500);
    parallel_stop(&s);
}
END_TEST

/* The process has no tasks to lend before its workers are started; with them a game plays the same, tick for tick. */
START_TEST(process_tasks_keep_the_states)
{
    char why[APP_ERROR_BYTES] = "";
    const fs_game *game = NULL;
    ck_assert_int_eq(fs_game_find(fs_builtin_games(), "pyramid", &game, NULL, 0), FS_OK);
    ck_assert(app_workers_open(1, why));
    ck_assert_ptr_null(app_workers_process_tasks());
    ck_assert(app_workers_open(4, why));
    ck_assert_uint_eq(app_workers_process_tasks()->workers, 4);
    struct match alone = match_start(game, 1, "base=40"), shared = match_start(game, 1, "base=40");
    fs_sim_set_tasks(shared.sim, app_workers_process_tasks());
    for (int tick = 0; tick < 20; tick++) {
        script_step(alone.sim);
        script_step(shared.sim);
        ck_assert_uint_eq(fs_sim_state_hash(alone.sim), fs_sim_state_hash(shared.sim));
    }
    match_end(&alone);
    match_end(&shared);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("app_workers");
    TCase *tc = tcase_create("workers");
    tcase_set_timeout(tc, 120);
    tcase_add_loop_test(tc, every_piece_runs_once, 0, 6);
    tcase_add_test(tc, threads_come_and_go);
    tcase_add_test(tc, pieces_run_on_other_threads);
    tcase_add_test(tc, process_tasks_keep_the_states);
    suite_add_tcase(suite, tc);
    return suite;
}
