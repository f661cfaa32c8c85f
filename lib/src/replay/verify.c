/* verify.c: re-simulates a recording and compares every state hash and every keyframe.
 *
 * The first reason counts: structure, chain and signatures; then this build;
 * then the simulation; then the missing end. What is readable is simulated in
 * any case, so that a damaged recording still tells how far it is good.
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
    default: return 2; /* what the recording is not to blame for */
    }
}

/* What the structure alone says. */
static fs_result structure(const fs_replay *replay)
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
    return fs_result_exit_code(verdict != NULL ? verdict->result : structure(replay));
}

typedef struct walk {
    const fs_replay *replay;
    fs_playback *playback;
    fs_sim *sim;        /* the playback's */
    fs_state *recorded; /* room for a keyframe's state */
    fs_verdict *verdict;
} walk;

__attribute__((format(printf, 3, 4))) static void reason(fs_verdict *verdict, fs_result result, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(verdict->reason, sizeof verdict->reason, format, list);
    va_end(list);
    verdict->result = result;
}

/* --- differences ------------------------------------------------------------------- */

static void mismatch(fs_verdict *verdict, uint32_t tick, uint64_t recorded, uint64_t simulated)
{
    verdict->failed_tick = tick;
    verdict->recorded_state_hash = recorded;
    verdict->simulated_state_hash = simulated;
    reason(verdict, FS_E_MISMATCH,
           "the simulation differs at tick %" PRIu32 ": recorded root %016" PRIx64 ", simulated %016" PRIx64, tick,
           recorded, simulated);
}

static bool keep_difference(void *context, const fs_difference *difference)
{
    fs_verdict *verdict = (fs_verdict *)context;
    verdict->differences[verdict->count++] = *difference;
    return verdict->count < FS_MAX_DIFFERENCES;
}

/* Compares a recorded keyframe with a simulated state of the same tick. */
static void compare_keyframe(walk *w, const fs__index_entry *item, fs_sim *sim)
{
    fs__keyframe keyframe = fs__index_entry_keyframe(w->replay, item);
    if (fs__playback_decode_keyframe(w->playback, &keyframe, w->recorded) != FS_OK) {
        reason(w->verdict, FS_E_MALFORMED, "the keyframe of tick %" PRIu32 " holds no state of its root", item->tick);
        return;
    }
    if (keyframe.state_hash == fs_sim_state_hash(sim))
        return;
    w->verdict->keyframe_tick = item->tick;
    fs_state_diff(w->recorded, fs_sim_state(sim), keep_difference, w->verdict);
    if (w->verdict->result == FS_OK)
        mismatch(w->verdict, item->tick, keyframe.state_hash, fs_sim_state_hash(sim));
}

/* A recording that starts with the match must start with the state that the game
 * makes of the configuration. */
static void compare_start(walk *w)
{
    const fs__index_entry *first = &w->replay->items[0];
    fs_sim *fresh;
    if (first->tick != 0)
        return;
    fs_result result = fs_sim_create(fs_sim_game(w->sim), &w->replay->info.config, &fresh);
    if (result != FS_OK) {
        reason(w->verdict, result, "%s", fs_result_text(result));
        return;
    }
    compare_keyframe(w, first, fresh);
    fs_sim_destroy(fresh);
}

/* --- the walk ----------------------------------------------------------------------- */

/* Goes on from a mismatch to the next keyframe of the run, which names fields. */
static void name_fields(walk *w)
{
    const fs__index_entry *next;
    do {
        next = fs__playback_next_block(w->playback);
        if (fs__index_entry_continues(next)) {
            compare_keyframe(w, next, w->sim);
            return;
        }
    } while ((next == NULL || !next->restart) && fs_playback_step(w->playback) != FS_E_ENDED);
}

static void step(walk *w)
{
    fs_result result = fs_playback_step(w->playback);
    if (result == FS_OK) {
        w->verdict->verified_ticks++;
    } else if (result == FS_E_MISMATCH) {
        mismatch(w->verdict, fs_sim_tick(w->sim) - 1, fs__playback_recorded_hash(w->playback),
                 fs_sim_state_hash(w->sim));
        name_fields(w);
    } else if (result != FS_E_ENDED) { /* a restart may be the last there is */
        reason(w->verdict, result, "the keyframe after tick %" PRIu32 " cannot be loaded", fs_sim_tick(w->sim));
    }
}

static void walk_all(walk *w)
{
    compare_start(w);
    while (w->verdict->result == FS_OK && !fs__playback_ended(w->playback)) {
        const fs__index_entry *next = fs__playback_next_block(w->playback);
        if (!fs__index_entry_continues(next)) {
            step(w);
            continue;
        }
        compare_keyframe(w, next, w->sim);
        fs__playback_skip_keyframe(w->playback);
    }
}

/* Simulates what is readable. */
static void simulate(const fs_replay *replay, const fs_game *game, const fs_tasks *tasks, fs_verdict *verdict)
{
    walk w = { .replay = replay, .verdict = verdict };
    char why[sizeof verdict->reason] = "";
    fs_result result = replay->run_count > 0 ? fs__playback_open(replay, game, tasks, 0, &w.playback, why, sizeof why)
                                             : fs_replay_check_compatibility(replay, game, why, sizeof why);
    if (result == FS_OK && replay->run_count == 0)
        return;
    if (result == FS_OK) {
        w.sim = fs_playback_sim(w.playback);
        result = fs_sim_new_state(w.sim, &w.recorded);
    }
    if (result == FS_OK)
        walk_all(&w);
    else
        reason(verdict, result, "%s", why[0] != 0 ? why : fs_result_text(result));
    fs_state_destroy(w.recorded);
    fs_playback_destroy(w.playback);
}

void fs_replay_verify(const fs_replay *replay, const fs_game *game, const fs_tasks *tasks, fs_verdict *verdict)
{
    fs_result result = structure(replay);
    memset(verdict, 0, sizeof *verdict);
    verdict->failed_tick = UINT32_MAX;
    verdict->keyframe_tick = UINT32_MAX;
    if (replay->header == FS_OK)
        simulate(replay, game, tasks, verdict);
    bool damaged = result != FS_OK && result != FS_E_TRUNCATED;
    if (damaged || (verdict->result == FS_OK && result != FS_OK))
        reason(verdict, result, "%s (at byte %" PRIu64 ")", replay->info.fault, replay->info.fault_offset);
}
