/* check_reproduce.c: a recorded desync simulated again: with whom this build agrees, and what differs from run to run. */
#include <stdlib.h>
#include <string.h>

#include "app/workers.h"
#include "state/kernel.h"
#include "support/check_main.h"
#include "replay/replay_fixture.h"
#include "support/toygame.h"

enum { TICK = 230, HZ = 20, THREADS = 2 };

static const rf_flip hero_y = { "hero", "pos.y", 1, 5 };
static const rf_flip served_x = { "hero", "pos.x", 0, 20 }; /* what faulty_tick changes */

/* --- recordings ---------------------------------------------------------------------- */

/* A recording with a report of TICK, and ticks behind it. */
static fs_replay *record(uint32_t faulty_tick, const rf_flip *flips, uint32_t count, uint32_t listed)
{
    rf_match m;
    rf_match_start(&m, HZ, 3);
    m.faulty_tick = faulty_tick;
    ck_assert_int_eq(rf_match_record(&m), FS_OK);
    rf_match_play(&m, TICK + 1);
    rf_match_report(&m, flips, count, listed);
    rf_match_play(&m, 20);
    rf_match_finish(&m);
    fs_replay *replay = rf_open(&m);
    rf_match_free(&m);
    return replay;
}

static app_workers *pool[THREADS];

static fs_result reproduce(const fs_replay *replay, const fs_game *game, fs_reproduction *found)
{
    fs_recorded_desync recorded;
    const fs_tasks *tasks[THREADS];
    for (int i = 0; i < THREADS; i++) {
        pool[i] = app_workers_start(i == 0 ? 2 : 4);
        ck_assert_ptr_nonnull(pool[i]);
        tasks[i] = app_workers_tasks(pool[i]);
    }
    ck_assert_int_eq(fs_replay_read_desync(replay, 0, &recorded), FS_OK);
    fs_result result = fs_replay_reproduce(replay, &recorded, game, tasks, THREADS, NULL, NULL, found);
    for (int i = 0; i < THREADS; i++)
        app_workers_stop(pool[i]);
    return result;
}

static uint32_t kernels(void)
{
    uint32_t count = 0;
    while (fs_kernel_name(count) != NULL)
        count++;
    return count;
}

static void expect_steady(const fs_reproduction *f, fs_repro_side side)
{
    ck_assert_uint_eq(f->run_count, kernels() + THREADS);
    for (uint32_t i = 0; i < f->run_count; i++) {
        ck_assert_int_eq(f->runs[i].side, side);
        ck_assert_uint_eq(f->runs[i].odd_tick, UINT32_MAX);
    }
    ck_assert_str_eq(f->runs[0].kernel, fs_kernel_name(kernels() - 1));
    ck_assert_uint_eq(f->runs[f->run_count - 1].workers, 4);
    ck_assert_uint_eq(f->odd_run, UINT32_MAX);
    ck_assert_int_eq(f->sync.cause, FS_SYNC_EQUAL);
}

/* --- sides ------------------------------------------------------------------------------- */

START_TEST(a_wrong_client_is_told)
{
    fs_reproduction f;
    fs_recorded_desync recorded;
    fs_replay *replay = record(UINT32_MAX, &hero_y, 1, 1);
    ck_assert_int_eq(fs_replay_read_desync(replay, 0, &recorded), FS_OK);
    ck_assert_int_eq(reproduce(replay, &toy_game, &f), FS_OK);
    expect_steady(&f, FS_REPRO_SERVER);
    ck_assert_uint_eq(f.runs[0].parts_tick, UINT32_MAX);
    ck_assert_uint_eq(f.runs[0].state_hash, recorded.desync.server_state_hash);
    ck_assert(f.own[0].exists && f.own[0].raw == recorded.desync.differences[0].left);
    ck_assert(f.explained);
    ck_assert_uint_eq(f.first_tick, 10 * HZ); /* the nearest keyframe, not the first one */
    ck_assert_str_eq(f.why, "");
    fs_replay_close(replay);
}
END_TEST

START_TEST(a_wrong_server_is_told)
{
    fs_reproduction f;
    fs_recorded_desync recorded;
    fs_replay *replay = record(TICK, &served_x, 1, 1);
    ck_assert_int_eq(fs_replay_read_desync(replay, 0, &recorded), FS_OK);
    ck_assert_int_eq(reproduce(replay, &toy_game, &f), FS_OK);
    expect_steady(&f, FS_REPRO_CLIENT);
    ck_assert_uint_eq(f.runs[0].parts_tick, TICK);
    ck_assert_uint_eq(f.runs[0].state_hash, recorded.desync.client_state_hash);
    ck_assert(f.own[0].raw == recorded.desync.differences[0].right);
    fs_replay_close(replay);
}
END_TEST

/* The server's state went wrong before the desync, so this build gives neither of both. */
START_TEST(a_third_state_is_told)
{
    fs_reproduction f;
    fs_replay *replay = record(TICK - 9, &hero_y, 1, 1);
    ck_assert_int_eq(reproduce(replay, &toy_game, &f), FS_OK);
    expect_steady(&f, FS_REPRO_NEITHER);
    ck_assert_uint_eq(f.runs[0].parts_tick, TICK - 9);
    ck_assert(!f.explained);
    fs_replay_close(replay);
}
END_TEST

START_TEST(a_report_that_lists_too_little_explains_nothing)
{
    static const rf_flip both[] = { { "hero", "pos.y", 1, 5 }, { "hero", "pos.x", 1, 7 } };
    fs_reproduction f;
    fs_replay *replay = record(UINT32_MAX, both, 2, 1);
    ck_assert_int_eq(reproduce(replay, &toy_game, &f), FS_OK);
    expect_steady(&f, FS_REPRO_SERVER);
    ck_assert(!f.explained);
    fs_replay_close(replay);
    replay = record(UINT32_MAX, both, 2, 2);
    ck_assert_int_eq(reproduce(replay, &toy_game, &f), FS_OK);
    ck_assert(f.explained);
    fs_replay_close(replay);
}
END_TEST

/* --- faults of this build -------------------------------------------------------------------- */

static void spoil(fs_state *state)
{
    fs_value_ref ref;
    int64_t raw;
    ck_assert_int_eq(fs_value_find(toy_game.schema, "hero", "fired", &ref), FS_OK);
    ck_assert_int_eq(fs_value_get(state, ref, &raw), FS_OK);
    fs_value_set(state, ref, raw ^ 2);
}

/* In the second of two parts of the step. */
static void step_with(fs_state *state, const fs_config *config, const fs_inputs *inputs, fs_scratch *scratch,
                      bool fault)
{
    toy_game.step(state, config, inputs, scratch);
    fs_state_end_phase(state, FS_PHASE_GAME);
    if (fault)
        spoil(state);
    fs_state_end_phase(state, FS_PHASE_SOLVE);
}

static bool is_late(const fs_state *state)
{
    return fs_state_tick(state) == TICK - 5;
}

static void step_scalar_wrong(fs_state *state, const fs_config *config, const fs_inputs *inputs, fs_scratch *scratch)
{
    step_with(state, config, inputs, scratch, is_late(state) && fs__state_kernel(state) == 1 + FS__KERNEL_SCALAR);
}

static void step_threads_wrong(fs_state *state, const fs_config *config, const fs_inputs *inputs, fs_scratch *scratch)
{
    step_with(state, config, inputs, scratch, is_late(state) && scratch->tasks != NULL && scratch->tasks->workers == 4);
}

static uint32_t calls;

static void step_remembers(fs_state *state, const fs_config *config, const fs_inputs *inputs, fs_scratch *scratch)
{
    bool again = is_late(state) && calls++ >= kernels() + THREADS + 2; /* the second step */
    step_with(state, config, inputs, scratch, again);
}

static fs_result reproduce_with(void (*step)(fs_state *, const fs_config *, const fs_inputs *, fs_scratch *),
                                fs_reproduction *found)
{
    fs_game game = toy_game;
    game.step = step;
    fs_replay *replay = record(UINT32_MAX, &hero_y, 1, 1);
    fs_result result = reproduce(replay, &game, found);
    fs_replay_close(replay);
    return result;
}

/* The tick, the part, the field and both values of a run that differs from the first one. */
static void expect_odd(const fs_reproduction *f)
{
    char path[64];
    ck_assert_uint_ne(f->odd_run, UINT32_MAX);
    const fs_repro_run *run = &f->runs[f->odd_run];
    ck_assert_uint_eq(run->odd_tick, TICK - 5);
    ck_assert_uint_eq(run->parts_tick, TICK - 5);
    ck_assert_int_eq(run->side, FS_REPRO_NEITHER);
    ck_assert_int_eq(f->runs[0].side, FS_REPRO_SERVER);
    ck_assert_int_eq(f->phase, FS_PHASE_SOLVE);
    ck_assert_uint_eq(f->round, 0);
    ck_assert_uint_eq(f->count, 1);
    fs_value_path(toy_game.schema, f->differences[0].ref, path, sizeof path);
    ck_assert_str_eq(path, "hero[0].fired");
    ck_assert(f->differences[0].right == (f->differences[0].left ^ 2));
}

START_TEST(a_wrong_instruction_set_is_named)
{
    fs_reproduction f;
    if (kernels() < 2)
        return; /* the first run is the scalar one */
    ck_assert_int_eq(reproduce_with(step_scalar_wrong, &f), FS_OK);
    expect_odd(&f);
    ck_assert_str_eq(f.runs[f.odd_run].kernel, "scalar");
    ck_assert_uint_eq(f.runs[f.odd_run].workers, 1);
    for (uint32_t i = 0; i < f.run_count; i++)
        ck_assert_int_eq(f.runs[i].side, i == f.odd_run ? FS_REPRO_NEITHER : FS_REPRO_SERVER);
}
END_TEST

START_TEST(wrong_threads_are_named)
{
    fs_reproduction f;
    ck_assert_int_eq(reproduce_with(step_threads_wrong, &f), FS_OK);
    expect_odd(&f);
    ck_assert_uint_eq(f.runs[f.odd_run].workers, 4);
    ck_assert_int_eq(f.sync.cause, FS_SYNC_THREADS);
}
END_TEST

START_TEST(memory_outside_the_state_is_told)
{
    fs_reproduction f;
    calls = 0;
    ck_assert_int_eq(reproduce_with(step_remembers, &f), FS_OK);
    ck_assert_uint_eq(f.odd_run, UINT32_MAX);
    ck_assert_int_ne(f.sync.cause, FS_SYNC_EQUAL);
    ck_assert_uint_eq(f.sync.tick, TICK - 5);
    ck_assert_uint_eq(f.sync.count, 1);
}
END_TEST

/* --- recordings that do not serve ---------------------------------------------------------------- */

START_TEST(a_report_must_fit_its_recording)
{
    fs_reproduction f;
    fs_recorded_desync recorded;
    fs_replay *replay = record(UINT32_MAX, &hero_y, 1, 1);
    ck_assert_int_eq(fs_replay_read_desync(replay, 1, &recorded), FS_E_GONE);
    ck_assert_int_eq(fs_replay_read_desync(replay, 0, &recorded), FS_OK);
    recorded.desync.tick = TICK + 21;
    ck_assert_int_eq(fs_replay_reproduce(replay, &recorded, &toy_game, NULL, 0, NULL, NULL, &f), FS_E_GONE);
    ck_assert_ptr_nonnull(strstr(f.why, "is not in the recording"));
    recorded.desync.tick = UINT32_MAX - 1;
    ck_assert_int_eq(fs_replay_reproduce(replay, &recorded, &toy_game, NULL, 0, NULL, NULL, &f), FS_E_GONE);
    recorded.desync.tick = TICK - 1;
    ck_assert_int_eq(fs_replay_reproduce(replay, &recorded, &toy_game, NULL, 0, NULL, NULL, &f), FS_E_MALFORMED);
    ck_assert_ptr_nonnull(strstr(f.why, "another state hash"));
    recorded.desync.tick = TICK;
    recorded.desync.client_state_hash = recorded.desync.server_state_hash;
    ck_assert_int_eq(fs_replay_reproduce(replay, &recorded, &toy_game, NULL, 0, NULL, NULL, &f), FS_E_MALFORMED);
    ck_assert_int_eq(fs_replay_reproduce(replay, &recorded, NULL, NULL, 0, NULL, NULL, &f), FS_E_GAME);
    fs_replay_close(replay);
}
END_TEST

/* Values of rows, bits and types that the state does not have change nothing but what is shown. */
START_TEST(values_beyond_the_state_do_no_harm)
{
    fs_reproduction f;
    fs_recorded_desync recorded;
    fs_replay *replay = record(UINT32_MAX, &hero_y, 1, 1);
    ck_assert_int_eq(fs_replay_read_desync(replay, 0, &recorded), FS_OK);
    recorded.desync.differences[0].ref.row = FS_MAX_ROWS - 1;
    recorded.desync.differences[0].right = INT64_MIN;
    ck_assert_int_eq(fs_replay_reproduce(replay, &recorded, &toy_game, NULL, 0, NULL, NULL, &f), FS_OK);
    ck_assert(!f.own[0].exists && !f.explained);
    ck_assert_int_eq(f.runs[0].side, FS_REPRO_SERVER);
    fs_replay_close(replay);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("reproduce");
    TCase *sides = tcase_create("sides"), *faults = tcase_create("faults"), *hostile = tcase_create("hostile");
    tcase_set_timeout(sides, 60);
    tcase_add_test(sides, a_wrong_client_is_told);
    tcase_add_test(sides, a_wrong_server_is_told);
    tcase_add_test(sides, a_third_state_is_told);
    tcase_add_test(sides, a_report_that_lists_too_little_explains_nothing);
    suite_add_tcase(suite, sides);
    tcase_set_timeout(faults, 60);
    tcase_add_test(faults, a_wrong_instruction_set_is_named);
    tcase_add_test(faults, wrong_threads_are_named);
    tcase_add_test(faults, memory_outside_the_state_is_told);
    suite_add_tcase(suite, faults);
    tcase_add_test(hostile, a_report_must_fit_its_recording);
    tcase_add_test(hostile, values_beyond_the_state_do_no_harm);
    suite_add_tcase(suite, hostile);
    return suite;
}
