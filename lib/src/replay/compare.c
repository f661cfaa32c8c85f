/* compare.c: the first tick at which two recordings of a match differ, and the fields that differ.
 *
 * Ticks are compared as recorded, without a simulation. A state is used only when its recording proves it: by a
 * keyframe, or by a simulation whose state hashes all equal the recorded ones.
 */
#include "replay/recording.h"

/* --- ticks ------------------------------------------------------------------------- */

static bool schemas_equal(const fs_replay *left, const fs_replay *right)
{
    return left->info.schema_hash == right->info.schema_hash && left->head.input_size == right->head.input_size;
}

static bool configs_equal(const fs_config *left, const fs_config *right)
{
    uint8_t a[FS_CONFIG_BYTES], b[FS_CONFIG_BYTES];
    fs_config_encode(left, a);
    fs_config_encode(right, b);
    return memcmp(a, b, sizeof a) == 0;
}

static void set_common_range(const fs_replay *left, const fs_replay *right, fs_comparison *comparison)
{
    const fs_replay_info *a = &left->info, *b = &right->info;
    uint32_t first = a->first_tick > b->first_tick ? a->first_tick : b->first_tick;
    uint32_t end_a = a->first_tick + a->ticks, end_b = b->first_tick + b->ticks;
    uint32_t end = end_a < end_b ? end_a : end_b;
    comparison->first_tick = first;
    comparison->ticks = end > first ? end - first : 0;
}

/* The input chain before a tick: the hash of all earlier inputs. */
static bool chain_before(const fs_replay *replay, uint32_t tick, uint8_t chain[FS__CHAIN_BYTES])
{
    uint32_t entry;
    fs_stream stream;
    if (!fs__replay_nearest_keyframe(replay, tick, &entry))
        return false;
    fs__keyframe keyframe = fs__index_entry_keyframe(replay, &replay->entries[entry]);
    bool complete = fs__replay_keyframe_stream(replay, &keyframe, &stream);
    while (complete && stream.next_tick < tick) {
        fs__recorded_tick recorded;
        complete = fs__replay_find_tick(replay, stream.next_tick, &recorded) &&
                   fs__stream_apply(&stream, recorded.bundle, recorded.size) == FS_OK;
    }
    memcpy(chain, stream.chain, FS__CHAIN_BYTES);
    return complete;
}

static bool is_past_equal(const fs_replay *left, const fs_replay *right, uint32_t tick)
{
    uint8_t a[FS__CHAIN_BYTES], b[FS__CHAIN_BYTES];
    return chain_before(left, tick, a) && chain_before(right, tick, b) && memcmp(a, b, sizeof a) == 0;
}

/* The first recorded tick from `tick` on, UINT32_MAX if there is none. Gaps that restarts leave may be large, so runs
 * are searched and not ticks. */
static uint32_t first_recorded_from(const fs_replay *replay, uint32_t tick)
{
    uint32_t best = UINT32_MAX;
    for (uint32_t i = 0; i < replay->run_count; i++) {
        const fs__replay_run *run = &replay->runs[i];
        uint32_t first = run->first_tick > tick ? run->first_tick : tick;
        if (first < run->end_tick && first < best)
            best = first;
    }
    return best;
}

/* The first tick from `tick` on that both have; UINT32_MAX if there is none. */
static uint32_t first_common_from(const fs_replay *left, const fs_replay *right, uint32_t tick)
{
    for (;;) {
        uint32_t a = first_recorded_from(left, tick), b = first_recorded_from(right, tick);
        if (a == b || a == UINT32_MAX || b == UINT32_MAX)
            return a > b ? a : b;
        tick = a > b ? a : b;
    }
}

/* Compares every tick that both have, up to the first state hash that differs; false
 * when there is none. */
static bool compare_ticks(const fs_replay *left, const fs_replay *right, fs_comparison *comparison)
{
    uint32_t first = first_common_from(left, right, comparison->first_tick);
    for (uint32_t tick = first; tick != UINT32_MAX; tick = first_common_from(left, right, tick + 1)) {
        fs__recorded_tick a, b;
        bool found = fs__replay_find_tick(left, tick, &a) && fs__replay_find_tick(right, tick, &b);
        FS_ASSERT(found);
        if (comparison->input_tick == UINT32_MAX && (a.size != b.size || memcmp(a.bundle, b.bundle, a.size) != 0))
            comparison->input_tick = tick;
        if (a.state_hash != b.state_hash) {
            comparison->hash_tick = tick;
            return true;
        }
    }
    return first != UINT32_MAX;
}

/* --- states -------------------------------------------------------------------------- */

/* The arguments of fs_replay_compare(). */
typedef struct sides {
    const fs_replay *left, *right;
    const fs_game *game;
    const fs_tasks *tasks;
    fs_comparison *comparison;
    fs_diff_fn *call;
    void *context;
} sides;

/* The state after `tick` ticks if the recording proves it, else NULL. */
static fs_playback *seek_proven_state(const sides *s, const fs_replay *replay, uint32_t tick)
{
    fs_playback *playback;
    if (fs_playback_seek(replay, s->game, s->tasks, tick, &playback) == FS_OK)
        return playback;
    fs_playback_destroy(playback);
    return NULL;
}

static bool count_only(void *context, const fs_difference *difference)
{
    (void)context;
    (void)difference;
    return true;
}

/* Reports the fields that differ between two playbacks, and destroys both; false when a side is NULL, or the states are
 * equal (after a resync). */
static bool compare_states(const sides *s, fs_playback *left, fs_playback *right)
{
    size_t count = 0;
    if (left != NULL && right != NULL)
        count = fs_state_diff(fs_sim_state(fs_playback_sim(left)), fs_sim_state(fs_playback_sim(right)),
                              s->call != NULL ? s->call : count_only, s->context);
    if (count > 0)
        s->comparison->state_tick = fs_sim_tick(fs_playback_sim(left));
    s->comparison->differences = count;
    fs_playback_destroy(left);
    fs_playback_destroy(right);
    return count > 0;
}

/* The keyframe entry that comes after (tick, entry) in the order of ticks, then of the file; false when there
 * is none. */
static bool find_next_keyframe(const fs_replay *replay, uint32_t tick, uint32_t entry, uint32_t *next)
{
    bool found = false;
    for (uint32_t i = 0; i < replay->entry_count; i++) {
        const fs__index_entry *candidate = &replay->entries[i];
        bool after = candidate->count == 0 && (candidate->tick > tick || (candidate->tick == tick && i > entry));
        if (after && (!found || candidate->tick < replay->entries[*next].tick)) {
            *next = i;
            found = true;
        }
    }
    return found;
}

/* Compares the keyframes of `own` after the first differing tick with the states of the same ticks that `other`
 * proves. */
static bool compare_keyframes(const sides *s, const fs_replay *own, const fs_replay *other)
{
    uint32_t tick = s->comparison->hash_tick, entry = UINT32_MAX;
    while (find_next_keyframe(own, tick, entry, &entry)) {
        fs_playback *a = NULL;
        tick = own->entries[entry].tick;
        if (fs__playback_open(own, s->game, s->tasks, entry, &a, NULL, 0) != FS_OK)
            continue;
        fs_playback *b = seek_proven_state(s, other, tick);
        if (own == s->left ? compare_states(s, a, b) : compare_states(s, b, a))
            return true;
    }
    return false;
}

/* Compares the states after the first differing tick, then at the keyframes of either side. */
static void find_states(const sides *s)
{
    uint32_t tick = s->comparison->hash_tick + 1;
    if (compare_states(s, seek_proven_state(s, s->left, tick), seek_proven_state(s, s->right, tick)))
        return;
    if (!compare_keyframes(s, s->right, s->left))
        compare_keyframes(s, s->left, s->right);
}

fs_result fs_replay_compare(const fs_replay *left, const fs_replay *right, const fs_game *game, const fs_tasks *tasks,
                            fs_comparison *comparison, fs_diff_fn *call, void *context)
{
    char error[192];
    memset(comparison, 0, sizeof *comparison);
    comparison->input_tick = comparison->hash_tick = comparison->state_tick = UINT32_MAX;
    if (left->header != FS_OK || right->header != FS_OK)
        return left->header != FS_OK ? left->header : right->header;
    comparison->config_equal = configs_equal(&left->info.config, &right->info.config);
    comparison->schema_equal = schemas_equal(left, right);
    set_common_range(left, right, comparison);
    if (comparison->ticks > 0 && !is_past_equal(left, right, comparison->first_tick))
        comparison->input_tick = comparison->first_tick;
    if (!compare_ticks(left, right, comparison))
        return FS_E_GONE;
    if (comparison->hash_tick == UINT32_MAX || !comparison->schema_equal)
        return FS_OK;
    fs_result result = fs_replay_check_compatibility(left, game, error, sizeof error);
    if (result == FS_OK)
        result = fs_replay_check_compatibility(right, game, error, sizeof error);
    if (result == FS_OK)
        find_states(&(sides){ left, right, game, tasks, comparison, call, context });
    return result;
}
