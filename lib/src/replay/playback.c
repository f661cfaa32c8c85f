/* playback.c: a simulation stepped by a recording.
 *
 * A playback is between two recorded blocks or inside a block of ticks. A state is decompressed only into memory whose
 * size follows from the game; no number in the recording sizes an allocation.
 */
#include "replay/recording.h"

#include <stdio.h>
#include <stdlib.h>
#include <zstd.h>

struct fs_playback {
    const fs_replay *replay;
    fs_sim *sim;
    fs_stream stream;
    uint32_t next_entry; /* the block being read, or the next one */
    fs__reader ticks;    /* the rest of a block of ticks, when `in_ticks` */
    bool in_ticks;
    uint64_t recorded_hash; /* state hash recorded for the newest tick */
    size_t max_state_bytes;
    uint8_t *state_bytes; /* max_state_bytes of them: a decompressed state */
};

void fs_playback_destroy(fs_playback *playback)
{
    if (playback == NULL)
        return;
    fs_sim_destroy(playback->sim);
    free(playback->state_bytes);
    free(playback);
}

const fs_stream *fs_playback_stream(const fs_playback *playback)
{
    return &playback->stream;
}

fs_sim *fs_playback_sim(fs_playback *playback)
{
    return playback->sim;
}

uint64_t fs__playback_recorded_hash(const fs_playback *playback)
{
    return playback->recorded_hash;
}

/* --- keyframes --------------------------------------------------------------------- */

/* Decompresses a keyframe's state; E_MALFORMED unless it has as many bytes as the keyframe names. */
static fs_result decompress_state(fs_playback *playback, const fs__keyframe *keyframe)
{
    size_t n = ZSTD_decompress(playback->state_bytes, playback->max_state_bytes, keyframe->packed,
                               keyframe->packed_size);
    return ZSTD_isError(n) || n != keyframe->state_size ? FS_E_MALFORMED : FS_OK;
}

fs_result fs__playback_decode_keyframe(fs_playback *playback, const fs__keyframe *keyframe, fs_state *state)
{
    if (decompress_state(playback, keyframe) != FS_OK)
        return FS_E_MALFORMED;
    if (fs_state_decode(state, playback->state_bytes, keyframe->state_size) != FS_OK)
        return FS_E_MALFORMED;
    return fs_state_tick(state) == keyframe->tick && fs_state_hash(state) == keyframe->state_hash ? FS_OK
                                                                                                  : FS_E_MALFORMED;
}

/* Makes the simulation and the stream those of a keyframe. */
static fs_result load_keyframe(fs_playback *playback, const fs__index_entry *entry)
{
    fs__keyframe keyframe = fs__index_entry_keyframe(playback->replay, entry);
    if (decompress_state(playback, &keyframe) != FS_OK)
        return FS_E_MALFORMED;
    fs_result result = fs_sim_load(playback->sim, playback->state_bytes, keyframe.state_size);
    if (result != FS_OK)
        return result == FS_E_MEMORY ? result : FS_E_MALFORMED;
    if (fs_sim_tick(playback->sim) != keyframe.tick || fs_sim_state_hash(playback->sim) != keyframe.state_hash)
        return FS_E_MALFORMED;
    playback->recorded_hash = keyframe.state_hash;
    return fs__replay_keyframe_stream(playback->replay, &keyframe, &playback->stream) ? FS_OK : FS_E_MALFORMED;
}

static fs_result allocate_playback(fs_playback *playback, const fs_game *game, const fs_tasks *tasks)
{
    fs_result result = fs_sim_create(game, &playback->replay->info.config, &playback->sim);
    if (result != FS_OK)
        return result;
    fs_sim_set_tasks(playback->sim, tasks);
    playback->max_state_bytes = fs__state_max_bytes(fs_sim_state(playback->sim));
    playback->state_bytes = malloc(playback->max_state_bytes);
    return playback->state_bytes != NULL ? FS_OK : FS_E_MEMORY;
}

fs_result fs__playback_open(const fs_replay *replay, const fs_game *game, const fs_tasks *tasks, uint32_t entry,
                            fs_playback **out, char *error, size_t error_size)
{
    fs_result result = fs_replay_check_compatibility(replay, game, error, error_size);
    *out = NULL;
    if (result != FS_OK)
        return result;
    fs_playback *playback = calloc(1, sizeof *playback);
    if (playback == NULL)
        return FS_E_MEMORY;
    playback->replay = replay;
    playback->next_entry = entry + 1;
    result = allocate_playback(playback, game, tasks);
    if (result == FS_OK)
        result = load_keyframe(playback, &replay->entries[entry]);
    if (result == FS_OK) {
        *out = playback;
        return FS_OK;
    }
    snprintf(error, error_size, "the keyframe of tick %u cannot be loaded: %s", replay->entries[entry].tick,
             fs_result_text(result));
    fs_playback_destroy(playback);
    return result;
}

const fs__index_entry *fs__playback_next_block(const fs_playback *playback)
{
    const fs_replay *replay = playback->replay;
    return playback->in_ticks || playback->next_entry == replay->entry_count ? NULL
                                                                             : &replay->entries[playback->next_entry];
}

bool fs__playback_ended(const fs_playback *playback)
{
    return !playback->in_ticks && playback->next_entry == playback->replay->entry_count;
}

void fs__playback_skip_keyframe(fs_playback *playback)
{
    FS_ASSERT(fs__index_entry_continues(fs__playback_next_block(playback)));
    playback->next_entry++;
}

/* --- steps ---------------------------------------------------------------------------- */

/* Moves past the next block, a keyframe; that of a restart is loaded. */
static fs_result pass_keyframe(fs_playback *playback, const fs__index_entry *keyframe)
{
    fs_result result = keyframe->restart ? load_keyframe(playback, keyframe) : FS_OK;
    if (result == FS_OK)
        playback->next_entry++;
    return result;
}

/* Moves to the next recorded tick, past keyframes; E_ENDED when there is none. */
static fs_result enter_next_ticks(fs_playback *playback)
{
    while (!playback->in_ticks) {
        const fs__index_entry *entry = fs__playback_next_block(playback);
        if (entry == NULL)
            return FS_E_ENDED;
        if (entry->count > 0) {
            playback->ticks = fs__index_entry_ticks(playback->replay, entry);
            playback->in_ticks = true;
            return FS_OK;
        }
        fs_result result = pass_keyframe(playback, entry);
        if (result != FS_OK)
            return result;
    }
    return FS_OK;
}

fs_result fs__playback_simulate(fs_playback *playback)
{
    fs__recorded_tick recorded;
    fs_result result = enter_next_ticks(playback);
    if (result != FS_OK)
        return result;
    /* The scan has applied every bundle, so reading and applying the next one succeeds. */
    bool applied = fs__recorded_tick_next(&playback->ticks, &recorded) &&
                   fs__stream_apply(&playback->stream, recorded.bundle, recorded.size) == FS_OK;
    FS_ASSERT(applied);
    if (fs__reader_remaining(&playback->ticks) == 0) {
        playback->in_ticks = false;
        playback->next_entry++;
    }
    fs_inputs inputs = fs__stream_inputs(&playback->stream);
    fs_sim_step(playback->sim, &inputs);
    playback->recorded_hash = recorded.state_hash;
    return fs_sim_state_hash(playback->sim) == recorded.state_hash ? FS_OK : FS_E_MISMATCH;
}

fs_result fs_playback_step(fs_playback *playback)
{
    uint32_t before = fs_sim_tick(playback->sim);
    const fs__index_entry *entry = fs__playback_next_block(playback);
    for (; entry != NULL && entry->count == 0; entry = fs__playback_next_block(playback)) {
        fs_result result = pass_keyframe(playback, entry);
        if (result != FS_OK || fs_sim_tick(playback->sim) > before)
            return result;
    }
    return fs__playback_simulate(playback);
}

fs_result fs_playback_seek(const fs_replay *replay, const fs_game *game, const fs_tasks *tasks, uint32_t tick,
                           fs_playback **out)
{
    char error[192];
    uint32_t entry;
    *out = NULL;
    if (!fs__replay_nearest_keyframe(replay, tick, &entry))
        return replay->header != FS_OK ? replay->header : FS_E_GONE;
    fs_result result = fs__playback_open(replay, game, tasks, entry, out, error, sizeof error);
    while (*out != NULL && fs_sim_tick((*out)->sim) != tick) {
        fs_result step = fs_playback_step(*out);
        FS_ASSERT(step == FS_OK || step == FS_E_MISMATCH); /* the run reaches `tick` */
        if (step != FS_OK)
            result = step;
    }
    return result;
}
