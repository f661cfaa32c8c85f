/* playback.c: a simulation stepped by a recording.
 *
 * A playback stands between two recorded blocks or inside a block of ticks.
 * Whatever the recording holds, a state is unpacked only into memory whose size
 * follows from the game, never from the recording.
 */
#include "replay/recording.h"

#include <stdio.h>
#include <stdlib.h>
#include <zstd.h>

struct fs_playback {
    const fs_replay *replay;
    fs_sim *sim;
    fs_stream stream;
    uint32_t item;      /* the block being read or read next */
    fs__reader entries; /* inside it, when `inside` */
    bool inside;
    uint64_t recorded; /* state hash of the tick stepped last */
    size_t limit;
    uint8_t *unpacked; /* `limit` bytes */
};

void fs_playback_destroy(fs_playback *playback)
{
    if (playback == NULL)
        return;
    fs_sim_destroy(playback->sim);
    free(playback->unpacked);
    free(playback);
}

fs_sim *fs_playback_sim(fs_playback *playback)
{
    return playback->sim;
}

uint64_t fs__playback_recorded_hash(const fs_playback *playback)
{
    return playback->recorded;
}

/* --- keyframes --------------------------------------------------------------------- */

/* The canonical bytes of a keyframe's state: E_MALFORMED when they are not as
 * many as it says. */
static fs_result inflate(fs_playback *playback, const fs__keyframe *keyframe)
{
    size_t n = ZSTD_decompress(playback->unpacked, playback->limit, keyframe->packed, keyframe->packed_size);
    return ZSTD_isError(n) || n != keyframe->state_size ? FS_E_MALFORMED : FS_OK;
}

fs_result fs__playback_decode_keyframe(fs_playback *playback, const fs__keyframe *keyframe, fs_state *state)
{
    if (inflate(playback, keyframe) != FS_OK)
        return FS_E_MALFORMED;
    if (fs_state_decode(state, playback->unpacked, keyframe->state_size) != FS_OK)
        return FS_E_MALFORMED;
    return fs_state_tick(state) == keyframe->tick && fs_state_hash(state) == keyframe->state_hash ? FS_OK
                                                                                                  : FS_E_MALFORMED;
}

/* Makes the simulation and the stream those of a keyframe. */
static fs_result load(fs_playback *playback, const fs__index_entry *item)
{
    fs__keyframe keyframe = fs__index_entry_keyframe(playback->replay, item);
    if (inflate(playback, &keyframe) != FS_OK)
        return FS_E_MALFORMED;
    fs_result result = fs_sim_load(playback->sim, playback->unpacked, keyframe.state_size);
    if (result != FS_OK)
        return result == FS_E_MEMORY ? result : FS_E_MALFORMED;
    if (fs_sim_tick(playback->sim) != keyframe.tick || fs_sim_state_hash(playback->sim) != keyframe.state_hash)
        return FS_E_MALFORMED;
    playback->recorded = keyframe.state_hash;
    return fs__replay_keyframe_stream(playback->replay, &keyframe, &playback->stream) ? FS_OK : FS_E_MALFORMED;
}

static fs_result take_memory(fs_playback *playback, const fs_game *game, const fs_tasks *tasks)
{
    fs_result result = fs_sim_create(game, &playback->replay->info.config, &playback->sim);
    if (result != FS_OK)
        return result;
    fs_sim_set_tasks(playback->sim, tasks);
    playback->limit = fs__state_max_bytes(fs_sim_state(playback->sim));
    playback->unpacked = malloc(playback->limit);
    return playback->unpacked != NULL ? FS_OK : FS_E_MEMORY;
}

fs_result fs__playback_open(const fs_replay *replay, const fs_game *game, const fs_tasks *tasks, uint32_t item,
                            fs_playback **out, char *why, size_t why_size)
{
    fs_result result = fs_replay_check_compatibility(replay, game, why, why_size);
    *out = NULL;
    if (result != FS_OK)
        return result;
    fs_playback *playback = calloc(1, sizeof *playback);
    if (playback == NULL)
        return FS_E_MEMORY;
    playback->replay = replay;
    playback->item = item + 1;
    result = take_memory(playback, game, tasks);
    if (result == FS_OK)
        result = load(playback, &replay->items[item]);
    if (result == FS_OK) {
        *out = playback;
        return FS_OK;
    }
    snprintf(why, why_size, "the keyframe of tick %u cannot be loaded: %s", replay->items[item].tick,
             fs_result_text(result));
    fs_playback_destroy(playback);
    return result;
}

const fs__index_entry *fs__playback_next_block(const fs_playback *playback)
{
    const fs_replay *replay = playback->replay;
    return playback->inside || playback->item == replay->entry_count ? NULL : &replay->items[playback->item];
}

bool fs__playback_ended(const fs_playback *playback)
{
    return !playback->inside && playback->item == playback->replay->entry_count;
}

void fs__playback_skip_keyframe(fs_playback *playback)
{
    FS_ASSERT(fs__index_entry_continues(fs__playback_next_block(playback)));
    playback->item++;
}

/* --- steps ---------------------------------------------------------------------------- */

/* Goes to the next recorded tick, over keyframes; E_ENDED when there is none. */
static fs_result approach(fs_playback *playback)
{
    while (!playback->inside) {
        const fs__index_entry *item = fs__playback_next_block(playback);
        if (item == NULL)
            return FS_E_ENDED;
        if (item->count > 0) {
            playback->entries = fs__index_entry_ticks(playback->replay, item);
            playback->inside = true;
            return FS_OK;
        }
        fs_result result = item->restart ? load(playback, item) : FS_OK;
        if (result != FS_OK)
            return result;
        playback->item++;
    }
    return FS_OK;
}

fs_result fs_playback_step(fs_playback *playback)
{
    fs__recorded_tick entry;
    fs_result result = approach(playback);
    if (result != FS_OK)
        return result;
    /* The scan took every entry in before, so the next one reads and follows. */
    bool taken = fs__recorded_tick_next(&playback->entries, &entry) &&
                 fs__stream_apply(&playback->stream, entry.bundle, entry.size) == FS_OK;
    FS_ASSERT(taken);
    if (fs__reader_remaining(&playback->entries) == 0) {
        playback->inside = false;
        playback->item++;
    }
    fs_inputs inputs = fs__stream_inputs(&playback->stream);
    fs_sim_step(playback->sim, &inputs);
    playback->recorded = entry.state_hash;
    return fs_sim_state_hash(playback->sim) == entry.state_hash ? FS_OK : FS_E_MISMATCH;
}

fs_result fs_playback_seek(const fs_replay *replay, const fs_game *game, const fs_tasks *tasks, uint32_t tick,
                           fs_playback **out)
{
    char why[192];
    uint32_t item;
    *out = NULL;
    if (!fs__replay_nearest_keyframe(replay, tick, &item))
        return replay->header != FS_OK ? replay->header : FS_E_GONE;
    fs_result result = fs__playback_open(replay, game, tasks, item, out, why, sizeof why);
    while (*out != NULL && fs_sim_tick((*out)->sim) != tick) {
        fs_result step = fs_playback_step(*out);
        FS_ASSERT(step == FS_OK || step == FS_E_MISMATCH); /* the run reaches `tick` */
        if (step != FS_OK)
            result = step;
    }
    return result;
}
