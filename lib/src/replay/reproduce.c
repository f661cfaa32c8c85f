/* reproduce.c: the ticks around a desync once more, in every way that must not matter.
 *
 * A fault of a build, a processor or of threads shows here as a run that differs from another one; a fault of one state does
 * not, because every run starts from the recorded keyframe. Nothing here may decide who is to blame: it only compares.
 */
#include "replay/recording.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "lockstep/trace/phases.h"

typedef struct reproduction {
    const fs_replay *replay;
    const fs_game *game;
    const fs_desync *desync;
    fs_reproduction *out;
    uint32_t entry;   /* of the keyframe that the ticks are simulated from */
    uint64_t *hashes; /* of the first run, from first_tick on */
    fs_verify_progress_fn *progress;
    void *context;
    uint32_t done, total; /* ticks of all runs */
} reproduction;

/* What changes from run to run. */
typedef struct variant {
    uint32_t kernel; /* see fs_sim_set_kernel() */
    const fs_tasks *tasks;
} variant;

static fs_result fail(reproduction *r, fs_result result, const char *format, ...) __attribute__((format(printf, 3, 4)));

static fs_result fail(reproduction *r, fs_result result, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(r->out->why, sizeof r->out->why, format, list);
    va_end(list);
    return result;
}

static void count_tick(reproduction *r)
{
    r->done++;
    if (r->progress != NULL)
        r->progress(r->context, r->done, r->total);
}

/* --- the slice ------------------------------------------------------------------------ */

/* Steps once; a hash that differs is no failure. */
static fs_result simulate_any(fs_playback *playback)
{
    fs_result result = fs__playback_simulate(playback);
    return result == FS_E_MISMATCH ? FS_OK : result;
}

/* The newest run of the recording that has the tick, and its last keyframe before it. */
static bool find_keyframe(reproduction *r)
{
    const fs_replay *replay = r->replay;
    uint32_t tick = r->desync->tick;
    for (uint32_t i = replay->run_count; i-- > 0;) {
        const fs__replay_run *run = &replay->runs[i];
        if (tick < run->first_tick || tick >= run->end_tick)
            continue;
        r->entry = run->first_entry;
        for (uint32_t e = run->first_entry; e < run->end_entry; e++)
            if (replay->entries[e].count == 0 && replay->entries[e].tick <= tick)
                r->entry = e;
        r->out->first_tick = replay->entries[r->entry].tick;
        return true;
    }
    return false;
}

static fs_result check_report(reproduction *r)
{
    fs__recorded_tick recorded;
    uint32_t tick = r->desync->tick;
    if (!find_keyframe(r) || !fs__replay_find_tick(r->replay, tick, &recorded))
        return fail(r, FS_E_GONE, "tick %" PRIu32 " of the desync is not in the recording", tick);
    if (recorded.state_hash != r->desync->server_state_hash)
        return fail(r, FS_E_MALFORMED, "the report has another state hash of tick %" PRIu32 " than the recording",
                    tick);
    if (r->desync->client_state_hash == r->desync->server_state_hash)
        return fail(r, FS_E_MALFORMED, "the report has the same state hash for both sides");
    return FS_OK;
}

/* --- runs ------------------------------------------------------------------------------ */

/* A playback at the keyframe, set up for the variant. */
static fs_result open_run(reproduction *r, variant v, fs_playback **out)
{
    fs_result result = fs__playback_open(r->replay, r->game, v.tasks, r->entry, out, r->out->why, sizeof r->out->why);
    if (result == FS_OK)
        result = fs_sim_set_kernel(fs_playback_sim(*out), v.kernel);
    if (result != FS_OK && r->out->why[0] == '\0')
        fail(r, result, "%s", fs_result_text(result));
    return result;
}

static fs_repro_side side_of(const fs_desync *desync, uint64_t state_hash)
{
    if (state_hash == desync->server_state_hash)
        return FS_REPRO_SERVER;
    return state_hash == desync->client_state_hash ? FS_REPRO_CLIENT : FS_REPRO_NEITHER;
}

/* Simulates the next tick and notes its hash; only a keyframe that cannot be loaded fails. */
static fs_result step_run(reproduction *r, fs_playback *playback, fs_repro_run *run, bool first)
{
    fs_sim *sim = fs_playback_sim(playback);
    uint32_t tick = fs_sim_tick(sim);
    fs_result result = fs__playback_simulate(playback);
    if (result != FS_OK && result != FS_E_MISMATCH)
        return fail(r, result, "tick %" PRIu32 " cannot be simulated: %s", tick, fs_result_text(result));
    run->state_hash = result == FS_OK ? fs__playback_recorded_hash(playback) : fs_sim_state_hash(sim);
    if (result == FS_E_MISMATCH && run->parts_tick == UINT32_MAX)
        run->parts_tick = tick;
    uint64_t *hash = &r->hashes[tick - r->out->first_tick];
    if (first)
        *hash = run->state_hash;
    else if (*hash != run->state_hash && run->odd_tick == UINT32_MAX)
        run->odd_tick = tick;
    count_tick(r);
    return FS_OK;
}

/* Simulates up to and with the tick of the desync; the caller destroys the playback, which may be NULL. */
static fs_result run_variant(reproduction *r, variant v, fs_playback **playback)
{
    FS_ASSERT(r->out->run_count < FS_REPRO_MAX_RUNS);
    fs_repro_run *run = &r->out->runs[r->out->run_count];
    uint32_t widest = 0;
    while (fs_kernel_name(widest + 1) != NULL)
        widest++;
    *run = (fs_repro_run){ .kernel = fs_kernel_name(v.kernel != 0 ? v.kernel - 1 : widest),
                           .workers = v.tasks != NULL ? v.tasks->workers : 1,
                           .parts_tick = UINT32_MAX,
                           .odd_tick = UINT32_MAX };
    fs_result result = open_run(r, v, playback);
    while (result == FS_OK && fs_sim_tick(fs_playback_sim(*playback)) <= r->desync->tick)
        result = step_run(r, *playback, run, r->out->run_count == 0);
    if (result != FS_OK)
        return result;
    run->side = side_of(r->desync, run->state_hash);
    r->out->run_count++;
    return FS_OK;
}

/* --- the report's values ------------------------------------------------------------------- */

static void read_own_values(reproduction *r, const fs_state *state)
{
    for (uint32_t i = 0; i < r->desync->count; i++) {
        fs_repro_value *own = &r->out->own[i];
        own->exists = fs_value_get(state, r->desync->differences[i].ref, &own->raw) == FS_OK;
    }
}

/* The state has the hash of one side, whose values must be in it. The server has told those of its own state; those of the
 * client are what the client has said, so that wrong ones are its own. */
static fs_result check_values(reproduction *r, fs_repro_side side, const fs_state *state)
{
    char path[96];
    uint32_t wrong = fs__desync_find_wrong(r->desync, side, state);
    if (side == FS_REPRO_CLIENT || wrong == r->desync->count)
        return FS_OK;
    fs_value_path(fs_state_schema(state), r->desync->differences[wrong].ref, path, sizeof path);
    return fail(r, FS_E_MALFORMED, "the report's server value of %s is not that of the state with the server's hash",
                path);
}

static fs_result explain(reproduction *r, fs_repro_side side, fs_sim *sim)
{
    fs_state *copy;
    fs_repro_side other = side == FS_REPRO_SERVER ? FS_REPRO_CLIENT : FS_REPRO_SERVER;
    fs_result result = fs_sim_new_state(sim, &copy);
    if (result != FS_OK)
        return fail(r, result, "%s", fs_result_text(result));
    bool explained = fs__desync_find_wrong(r->desync, side, fs_sim_state(sim)) == r->desync->count &&
                     fs_state_copy(copy, fs_sim_state(sim)) == FS_OK && fs__desync_explains(r->desync, other, copy);
    r->out->explained = explained ? FS_REPRO_EXPLAINED : FS_REPRO_UNEXPLAINED;
    fs_state_destroy(copy);
    return FS_OK;
}

static fs_result compare_values(reproduction *r, fs_sim *sim)
{
    fs_repro_side side = r->out->runs[0].side;
    read_own_values(r, fs_sim_state(sim));
    if (side == FS_REPRO_NEITHER || r->desync->count == 0)
        return FS_OK;
    fs_result result = check_values(r, side, fs_sim_state(sim));
    return result == FS_OK ? explain(r, side, sim) : result;
}

static fs_result run_first(reproduction *r)
{
    fs_playback *playback = NULL;
    fs_result result = run_variant(r, (variant){ 0, NULL }, &playback);
    if (result == FS_OK)
        result = compare_values(r, fs_playback_sim(playback));
    fs_playback_destroy(playback);
    return result;
}

/* --- a run that differs ------------------------------------------------------------------------ */

static bool keep_difference(void *context, const fs_difference *difference)
{
    fs_reproduction *out = context;
    out->differences[out->count++] = *difference;
    return out->count < FS_MAX_DIFFERENCES;
}

/* Simulates up to the tick, and notes the parts of that one. */
static fs_result run_to(reproduction *r, variant v, uint32_t tick, fs__phases *phases, fs_playback **playback)
{
    fs_result result = open_run(r, v, playback);
    while (result == FS_OK && fs_sim_tick(fs_playback_sim(*playback)) < tick)
        result = simulate_any(*playback);
    if (result != FS_OK)
        return result;
    fs__phases_begin(phases, fs_sim_state(fs_playback_sim(*playback)));
    result = simulate_any(*playback);
    fs__phases_end(phases, fs_sim_state(fs_playback_sim(*playback)));
    return result;
}

/* Repeats the first run and the newest one, which has parted from it, and names part and fields in which they part. A difference that
 * does not recur has none: the tick was right this time, or its state before it was wrong already. */
static fs_result trace_odd_run(reproduction *r, variant v)
{
    fs__phases plain, odd;
    fs_playback *left = NULL, *right = NULL;
    r->out->odd_run = r->out->run_count - 1;
    uint32_t tick = r->out->runs[r->out->odd_run].odd_tick;
    fs_result result = run_to(r, (variant){ 0, NULL }, tick, &plain, &left);
    if (result == FS_OK)
        result = run_to(r, v, tick, &odd, &right);
    r->out->recurs = result == FS_OK && plain.hash[0] == odd.hash[0] &&
                     plain.hash[plain.count - 1] != odd.hash[odd.count - 1];
    if (r->out->recurs) {
        r->out->phase = fs__phases_compare(&plain, odd.hash, odd.count, &r->out->round);
        fs_state_diff(fs_sim_state(fs_playback_sim(left)), fs_sim_state(fs_playback_sim(right)), keep_difference,
                      r->out);
    }
    fs_playback_destroy(left);
    fs_playback_destroy(right);
    return result;
}

static fs_result run_other(reproduction *r, variant v)
{
    fs_playback *playback = NULL;
    fs_result result = run_variant(r, v, &playback);
    fs_playback_destroy(playback);
    bool odd = result == FS_OK && r->out->runs[r->out->run_count - 1].odd_tick != UINT32_MAX;
    return odd && r->out->odd_run == UINT32_MAX ? trace_odd_run(r, v) : result;
}

static fs_result run_others(reproduction *r, const fs_tasks *const *tasks, uint32_t task_count)
{
    fs_result result = FS_OK;
    for (uint32_t k = 0; result == FS_OK && fs_kernel_name(k + 1) != NULL; k++)
        result = run_other(r, (variant){ k + 1, NULL });
    for (uint32_t i = 0; result == FS_OK && i < task_count; i++)
        result = run_other(r, (variant){ 0, tasks[i] });
    return result;
}

/* --- every tick twice ---------------------------------------------------------------------------- */

static fs_result step_twice(reproduction *r, fs_playback *playback, fs_sync_test *test)
{
    fs_result result = FS_OK;
    while (result == FS_OK && fs_sim_tick(fs_playback_sim(playback)) <= r->desync->tick) {
        result = simulate_any(playback);
        if (result != FS_OK)
            return result;
        fs_inputs inputs = fs__stream_inputs(fs_playback_stream(playback));
        result = fs_sync_test_step(test, &inputs);
        count_tick(r);
    }
    r->out->sync = *fs_sync_test_report(test);
    if (result == FS_E_MALFORMED)
        fail(r, result, "the game refuses a state of its own, after tick %" PRIu32,
             fs_sim_tick(fs_playback_sim(playback)) - 1);
    return result == FS_E_MISMATCH ? FS_OK : result;
}

static fs_result run_twice(reproduction *r, const fs_tasks *tasks)
{
    fs_playback *playback = NULL;
    fs_sync_test *test = NULL;
    fs_result result = open_run(r, (variant){ 0, NULL }, &playback);
    if (result == FS_OK)
        result = fs_sync_test_create(r->game, &r->replay->info.config, tasks, &test);
    if (result == FS_OK)
        result = fs_sync_test_resume(test, fs_sim_state(fs_playback_sim(playback)));
    if (result == FS_OK)
        result = step_twice(r, playback, test);
    if (result != FS_OK && r->out->why[0] == '\0')
        fail(r, result, "the sync test cannot be made: %s", fs_result_text(result));
    fs_sync_test_destroy(test);
    fs_playback_destroy(playback);
    return result;
}

/* --- all of it --------------------------------------------------------------------------------------- */

static fs_result allocate_hashes(reproduction *r, uint32_t task_count)
{
    uint32_t ticks = r->desync->tick - r->out->first_tick + 1, kernels = 1;
    while (fs_kernel_name(kernels) != NULL)
        kernels++;
    r->total = ticks * (kernels + task_count + 1);
    r->hashes = calloc(ticks, sizeof *r->hashes);
    return r->hashes != NULL ? FS_OK : fail(r, FS_E_MEMORY, "%s", fs_result_text(FS_E_MEMORY));
}

fs_result fs_replay_reproduce(const fs_replay *replay, const fs_recorded_desync *desync, const fs_game *game,
                              const fs_tasks *const *tasks, uint32_t task_count, fs_verify_progress_fn *progress,
                              void *context, fs_reproduction *out)
{
    FS_ASSERT(task_count <= FS_REPRO_MAX_TASKS);
    reproduction r = { .replay = replay, .game = game, .desync = &desync->desync, .out = out };
    r.progress = progress;
    r.context = context;
    memset(out, 0, sizeof *out);
    out->odd_run = UINT32_MAX;
    fs_result result = fs_replay_check_compatibility(replay, game, out->why, sizeof out->why);
    if (result == FS_OK)
        result = check_report(&r);
    if (result == FS_OK)
        result = allocate_hashes(&r, task_count);
    if (result == FS_OK)
        result = run_first(&r);
    if (result == FS_OK)
        result = run_others(&r, tasks, task_count);
    if (result == FS_OK)
        result = run_twice(&r, task_count > 0 ? tasks[task_count - 1] : NULL);
    free(r.hashes);
    return result;
}
