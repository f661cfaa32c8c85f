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
    ck_assert_int_eq(f.explained, FS_REPRO_EXPLAINED);
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
    ck_assert_int_eq(f.explained, FS_REPRO_EXPLAINED);
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
    ck_assert_int_eq(f.explained, FS_REPRO_UNDECIDED);
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
    ck_assert_int_eq(f.explained, FS_REPRO_UNEXPLAINED);
    fs_replay_close(replay);
    replay = record(UINT32_MAX, both, 2, 2);
    ck_assert_int_eq(reproduce(replay, &toy_game, &f), FS_OK);
    ck_assert_int_eq(f.explained, FS_REPRO_EXPLAINED);
    fs_replay_close(replay);
    replay = record(UINT32_MAX, both, 2, 0);
    ck_assert_int_eq(reproduce(replay, &toy_game, &f), FS_OK);
    ck_assert_int_eq(f.explained, FS_REPRO_UNDECIDED);
    fs_replay_close(replay);
}
END_TEST

/* --- values that are not those of the state ---------------------------------------------------- */

/* The sides of a report whose state this build has: a forged value of the server contradicts the report's own hash; a client may
 * have told any value. */
START_TEST(a_forged_server_value_is_refused)
{
    fs_reproduction f;
    fs_recorded_desync recorded;
    fs_replay *replay = record(UINT32_MAX, &hero_y, 1, 1);
    ck_assert_int_eq(fs_replay_read_desync(replay, 0, &recorded), FS_OK);
    fs_difference *d = &recorded.desync.differences[0];
    d->left ^= 4;
    ck_assert_int_eq(fs_replay_reproduce(replay, &recorded, &toy_game, NULL, 0, NULL, NULL, &f), FS_E_MALFORMED);
    ck_assert_ptr_nonnull(strstr(f.why, "hero[1].pos.y"));
    d->left ^= 4;
    ck_assert_int_eq(fs_replay_reproduce(replay, &recorded, &toy_game, NULL, 0, NULL, NULL, &f), FS_OK);
    d->left_exists = false;
    ck_assert_int_eq(fs_replay_reproduce(replay, &recorded, &toy_game, NULL, 0, NULL, NULL, &f), FS_E_MALFORMED);
    d->left_exists = true;
    d->ref.row = 2; /* the game has two heroes */
    ck_assert_int_eq(fs_replay_reproduce(replay, &recorded, &toy_game, NULL, 0, NULL, NULL, &f), FS_E_MALFORMED);
    fs_replay_close(replay);
}
END_TEST

START_TEST(a_forged_client_value_explains_nothing)
{
    fs_reproduction f;
    fs_recorded_desync recorded;
    uint32_t faulty[] = { UINT32_MAX, TICK };
    for (int i = 0; i < 2; i++) {
        fs_replay *replay = record(faulty[i], i == 0 ? &hero_y : &served_x, 1, 1);
        ck_assert_int_eq(fs_replay_read_desync(replay, 0, &recorded), FS_OK);
        recorded.desync.differences[0].right ^= 4;
        ck_assert_int_eq(fs_replay_reproduce(replay, &recorded, &toy_game, NULL, 0, NULL, NULL, &f), FS_OK);
        ck_assert_int_eq(f.runs[0].side, i == 0 ? FS_REPRO_SERVER : FS_REPRO_CLIENT);
        ck_assert_int_eq(f.explained, FS_REPRO_UNEXPLAINED);
        fs_replay_close(replay);
    }
}
END_TEST

/* --- rows that one side lacks ------------------------------------------------------------------ */

static unsigned table_of(const char *name)
{
    unsigned t = 0;
    while (strcmp(toy_game.schema->tables[t].name, name) != 0)
        t++;
    return t;
}

static void lose_hero(fs_state *state)
{
    ck_assert_int_eq(fs_rows_resize(state, table_of("hero"), 1), FS_OK);
}

/* More shots than there ever were. */
static void add_shot(fs_state *state)
{
    fs_handle handle;
    uint32_t rows = fs_state_rows(state, table_of("shot"));
    while (fs_state_rows(state, table_of("shot")) == rows)
        ck_assert_int_eq(fs_pool_create(state, table_of("shot"), &handle), FS_OK);
}

static void change_much(fs_state *state)
{
    add_shot(state);
    for (uint16_t f = 0; f < toy_game.schema->tables[table_of("every")].field_count; f++) {
        fs_value_ref ref = { (uint16_t)table_of("every"), f, 0, 0 };
        int64_t raw;
        ck_assert_int_eq(fs_value_get(state, ref, &raw), FS_OK);
        fs_value_set(state, ref, raw ^ 1);
    }
}

static const struct {
    void (*change)(fs_state *state);
    bool server_has; /* the rows of one side */
    fs_repro_explained explained;
} row_cases[] = { { lose_hero, true, FS_REPRO_EXPLAINED },
                  { add_shot, false, FS_REPRO_EXPLAINED },
                  { change_much, false, FS_REPRO_UNEXPLAINED } }; /* more than a report lists */

START_TEST(rows_of_one_side_are_explained)
{
    rf_match m;
    fs_reproduction f;
    fs_recorded_desync recorded;
    rf_match_start(&m, HZ, 3);
    ck_assert_int_eq(rf_match_record(&m), FS_OK);
    rf_match_play(&m, 4); /* not all shots are in use yet */
    rf_match_report_change(&m, row_cases[_i].change);
    rf_match_finish(&m);
    fs_replay *replay = rf_open(&m);
    ck_assert_int_eq(fs_replay_read_desync(replay, 0, &recorded), FS_OK);
    const fs_difference *d = &recorded.desync.differences[recorded.desync.count - 1];
    if (row_cases[_i].explained == FS_REPRO_EXPLAINED)
        ck_assert(d->left_exists == row_cases[_i].server_has && d->right_exists != row_cases[_i].server_has);
    ck_assert_int_eq(reproduce(replay, &toy_game, &f), FS_OK);
    expect_steady(&f, FS_REPRO_SERVER);
    ck_assert_int_eq(f.explained, row_cases[_i].explained);
    fs_replay_close(replay);
    rf_match_free(&m);
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
    ck_assert(f->recurs);
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

/* The first time, and never again. */
static void step_races(fs_state *state, const fs_config *config, const fs_inputs *inputs, fs_scratch *scratch)
{
    bool late = is_late(state) && scratch->tasks != NULL && scratch->tasks->workers == 4;
    step_with(state, config, inputs, scratch, late && calls++ == 0);
}

START_TEST(a_difference_that_does_not_recur_has_no_phase)
{
    fs_reproduction f;
    calls = 0;
    ck_assert_int_eq(reproduce_with(step_races, &f), FS_OK);
    ck_assert_uint_ne(f.odd_run, UINT32_MAX);
    ck_assert_uint_eq(f.runs[f.odd_run].odd_tick, TICK - 5);
    ck_assert(!f.recurs);
    ck_assert_int_eq(f.phase, FS_PHASE_UNKNOWN);
    ck_assert_uint_eq(f.count, 0);
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

/* Rows, bits and types of a client's value that no state of the match can have. */
START_TEST(values_beyond_the_state_do_no_harm)
{
    fs_reproduction f;
    fs_recorded_desync recorded;
    fs_replay *replay = record(UINT32_MAX, &hero_y, 1, 1);
    ck_assert_int_eq(fs_replay_read_desync(replay, 0, &recorded), FS_OK);
    fs_difference *d = &recorded.desync.differences[0];
    d->ref.row = FS_MAX_ROWS - 1;
    d->right = INT64_MIN;
    d->left_exists = false;
    ck_assert_int_eq(fs_replay_reproduce(replay, &recorded, &toy_game, NULL, 0, NULL, NULL, &f), FS_OK);
    ck_assert(!f.own[0].exists);
    ck_assert_int_eq(f.explained, FS_REPRO_UNEXPLAINED);
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
    tcase_add_test(sides, a_forged_server_value_is_refused);
    tcase_add_test(sides, a_forged_client_value_explains_nothing);
    tcase_add_loop_test(sides, rows_of_one_side_are_explained, 0, sizeof row_cases / sizeof row_cases[0]);
    suite_add_tcase(suite, sides);
    tcase_set_timeout(faults, 60);
    tcase_add_test(faults, a_wrong_instruction_set_is_named);
    tcase_add_test(faults, wrong_threads_are_named);
    tcase_add_test(faults, memory_outside_the_state_is_told);
    tcase_add_test(faults, a_difference_that_does_not_recur_has_no_phase);
    suite_add_tcase(suite, faults);
    tcase_add_test(hostile, a_report_must_fit_its_recording);
    tcase_add_test(hostile, values_beyond_the_state_do_no_harm);
    suite_add_tcase(suite, hostile);
    return suite;
}
