/* verify.c: re-simulates a recording and compares every state hash and every keyframe.
 *
 * The first reason counts: structure, chain and signatures; then this build; then the simulation; then the missing end.
 * All readable ticks are simulated in any case, so that the verdict on a damaged recording names the verified ticks.
 */
#include "replay/recording.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

int fs_result_exit_code(fs_result result)
{
    switch (result) {
    case FS_OK: return 0;
    case FS_E_MISMATCH: return 1;
    case FS_E_MALFORMED: return 3;
    case FS_E_CHAIN:
    case FS_E_SIGNATURE: return 4;
    case FS_E_SCHEMA:
    case FS_E_GAME:
    case FS_E_OPTION:
    case FS_E_VERSION:
    case FS_E_NUMBERS:
    case FS_E_CONFIG: return 5;
    case FS_E_TRUNCATED: return 6;
    default: return 2; /* not a property of the recording */
    }
}

/* The result of the structure alone. */
static fs_result structure_result(const fs_replay *replay)
{
    if (replay->header != FS_OK)
        return replay->header;
    switch (replay->info.end) {
    case FS_REPLAY_COMPLETE: return FS_OK;
    case FS_REPLAY_TRUNCATED: return FS_E_TRUNCATED;
    case FS_REPLAY_BROKEN_CHAIN: return FS_E_CHAIN;
    case FS_REPLAY_BAD_SIGNATURE: return FS_E_SIGNATURE;
    default: return FS_E_MALFORMED;
    }
}

int fs_verdict_exit_code(const fs_replay *replay, const fs_verdict *verdict)
{
    return fs_result_exit_code(verdict != NULL ? verdict->result : structure_result(replay));
}

/* One run of fs_replay_verify(). */
typedef struct verification {
    const fs_replay *replay;
    fs_playback *playback;
    fs_sim *sim;        /* the playback's */
    fs_state *recorded; /* receives a keyframe's state */
    fs_verdict *verdict;
    fs_verify_progress_fn *progress; /* NULL: none */
    void *context;                   /* of `progress` */
    uint32_t total;                  /* ticks in the file; those before a restart count again */
} verification;

__attribute__((format(printf, 3, 4))) static void set_reason(fs_verdict *verdict, fs_result result, const char *format,
                                                             ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(verdict->reason, sizeof verdict->reason, format, list);
    va_end(list);
    verdict->result = result;
}

/* --- differences ------------------------------------------------------------------- */

static void set_mismatch(fs_verdict *verdict, uint32_t tick, uint64_t recorded, uint64_t simulated)
{
    verdict->failed_tick = tick;
    verdict->recorded_state_hash = recorded;
    verdict->simulated_state_hash = simulated;
    set_reason(verdict, FS_E_MISMATCH,
               "the simulation differs at tick %" PRIu32 ": recorded state hash %016" PRIx64 ", simulated %016" PRIx64,
               tick, recorded, simulated);
}

static bool add_difference(void *context, const fs_difference *difference)
{
    fs_verdict *verdict = (fs_verdict *)context;
    verdict->differences[verdict->count++] = *difference;
    return verdict->count < FS_MAX_DIFFERENCES;
}

/* Compares a recorded keyframe with a simulated state of the same tick. */
static void compare_keyframe(verification *v, const fs__index_entry *entry, fs_sim *sim)
{
    fs__keyframe keyframe = fs__index_entry_keyframe(v->replay, entry);
    if (fs__playback_decode_keyframe(v->playback, &keyframe, v->recorded) != FS_OK) {
        set_reason(v->verdict, FS_E_MALFORMED, "the keyframe of tick %" PRIu32 " holds no state of its hash",
                   entry->tick);
        return;
    }
    if (keyframe.state_hash == fs_sim_state_hash(sim))
        return;
    v->verdict->keyframe_tick = entry->tick;
    fs_state_diff(v->recorded, fs_sim_state(sim), add_difference, v->verdict);
    if (v->verdict->result == FS_OK)
        set_mismatch(v->verdict, entry->tick, keyframe.state_hash, fs_sim_state_hash(sim));
}

/* The keyframe of tick 0 must hold the state that the game makes from the configuration. */
static void compare_start(verification *v)
{
    const fs__index_entry *first = &v->replay->entries[0];
    fs_sim *fresh;
    if (first->tick != 0)
        return;
    fs_result result = fs_sim_create(fs_sim_game(v->sim), &v->replay->info.config, &fresh);
    if (result != FS_OK) {
        set_reason(v->verdict, result, "%s", fs_result_text(result));
        return;
    }
    compare_keyframe(v, first, fresh);
    fs_sim_destroy(fresh);
}

/* --- simulation ----------------------------------------------------------------------- */

/* After a mismatch: simulates up to the next keyframe of the run and names the fields that differ there. */
static void name_fields(verification *v)
{
    const fs__index_entry *next;
    do {
        next = fs__playback_next_block(v->playback);
        if (fs__index_entry_continues(next)) {
            compare_keyframe(v, next, v->sim);
            return;
        }
    } while ((next == NULL || !next->restart) && fs__playback_simulate(v->playback) != FS_E_ENDED);
}

static void verify_tick(verification *v)
{
    fs_result result = fs__playback_simulate(v->playback);
    if (result == FS_OK) {
        v->verdict->verified_ticks++;
        if (v->progress != NULL)
            v->progress(v->context, v->verdict->verified_ticks, v->total);
    } else if (result == FS_E_MISMATCH) {
        set_mismatch(v->verdict, fs_sim_tick(v->sim) - 1, fs__playback_recorded_hash(v->playback),
                     fs_sim_state_hash(v->sim));
        name_fields(v);
    } else if (result != FS_E_ENDED) { /* a restart may be the last there is */
        set_reason(v->verdict, result, "the keyframe after tick %" PRIu32 " cannot be loaded", fs_sim_tick(v->sim));
    }
}

static void verify_blocks(verification *v)
{
    compare_start(v);
    while (v->verdict->result == FS_OK && !fs__playback_ended(v->playback)) {
        const fs__index_entry *next = fs__playback_next_block(v->playback);
        if (!fs__index_entry_continues(next)) {
            verify_tick(v);
            continue;
        }
        compare_keyframe(v, next, v->sim);
        fs__playback_skip_keyframe(v->playback);
    }
}

static uint32_t count_ticks(const fs_replay *replay)
{
    uint32_t total = 0;
    for (uint32_t i = 0; i < replay->entry_count; i++)
        total += replay->entries[i].count;
    return total;
}

/* Simulates all readable ticks. */
static void simulate(verification v, const fs_game *game, const fs_tasks *tasks)
{
    const fs_replay *replay = v.replay;
    fs_verdict *verdict = v.verdict;
    char error[sizeof verdict->reason] = "";
    v.total = count_ticks(replay);
    fs_result result = replay->run_count > 0
                           ? fs__playback_open(replay, game, tasks, 0, &v.playback, error, sizeof error)
                           : fs_replay_check_compatibility(replay, game, error, sizeof error);
    if (result == FS_OK && replay->run_count == 0)
        return;
    if (result == FS_OK) {
        v.sim = fs_playback_sim(v.playback);
        result = fs_sim_new_state(v.sim, &v.recorded);
    }
    if (result == FS_OK)
        verify_blocks(&v);
    else
        set_reason(verdict, result, "%s", error[0] != 0 ? error : fs_result_text(result));
    fs_state_destroy(v.recorded);
    fs_playback_destroy(v.playback);
}

void fs_replay_verify(const fs_replay *replay, const fs_game *game, const fs_tasks *tasks, fs_verdict *verdict)
{
    fs_replay_verify_progress(replay, game, tasks, NULL, NULL, verdict);
}

void fs_replay_verify_progress(const fs_replay *replay, const fs_game *game, const fs_tasks *tasks,
                               fs_verify_progress_fn *progress, void *context, fs_verdict *verdict)
{
    fs_result result = structure_result(replay);
    memset(verdict, 0, sizeof *verdict);
    verdict->failed_tick = UINT32_MAX;
    verdict->keyframe_tick = UINT32_MAX;
    if (replay->header == FS_OK)
        simulate((verification){ .replay = replay, .verdict = verdict, .progress = progress, .context = context }, game,
                 tasks);
    bool damaged = result != FS_OK && result != FS_E_TRUNCATED;
    if (damaged || (verdict->result == FS_OK && result != FS_OK))
        set_reason(verdict, result, "%s (at byte %" PRIu64 ")", replay->info.fault, replay->info.fault_offset);
}
