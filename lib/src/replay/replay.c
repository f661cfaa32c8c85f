/* replay.c: opening a recording and looking things up in it. */
#include "replay/recording.h"

#include <stdio.h>
#include <stdlib.h>

#include "replay/file.h"

/* --- life ------------------------------------------------------------------------ */

void fs_replay_close(fs_replay *replay)
{
    if (replay == NULL)
        return;
    for (uint32_t i = 0; i < replay->info.desyncs; i++)
        free(replay->desyncs[i]);
    free(replay->desyncs);
    free(replay->items);
    free(replay->runs);
    if (replay->schema != NULL)
        fs_schema_free(replay->schema);
    free(replay->bytes);
    free(replay);
}

fs_result fs__replay_adopt(uint8_t *bytes, size_t size, fs_replay **out)
{
    fs_replay *replay = calloc(1, sizeof *replay);
    *out = NULL;
    if (replay == NULL || sodium_init() < 0) {
        free(replay);
        free(bytes);
        return replay == NULL ? FS_E_MEMORY : FS_E_UNSUPPORTED;
    }
    replay->bytes = bytes;
    replay->size = size;
    fs_result result = fs__replay_scan(replay);
    if (result == FS_E_MEMORY)
        fs_replay_close(replay);
    else
        *out = replay;
    return result;
}

fs_result fs_replay_open(const void *bytes, size_t size, fs_replay **out)
{
    *out = NULL;
    if (size > FS__MAX_REPLAY_BYTES)
        return FS_E_CAPACITY;
    uint8_t *copy = malloc(size > 0 ? size : 1);
    if (copy == NULL)
        return FS_E_MEMORY;
    if (size > 0)
        memcpy(copy, bytes, size);
    return fs__replay_adopt(copy, size, out);
}

fs_result fs_replay_open_file(const char *path, fs_replay **out, char *why, size_t why_size)
{
    uint8_t *bytes;
    size_t size;
    *out = NULL;
    fs_result result = fs__file_read_path(path, FS__MAX_REPLAY_BYTES, &bytes, &size, why, why_size);
    if (result != FS_OK)
        return result;
    result = fs__replay_adopt(bytes, size, out);
    if (result != FS_OK)
        snprintf(why, why_size, "%s: %s", path, *out != NULL ? (*out)->info.fault : fs_result_text(result));
    return result;
}

/* --- what it says ------------------------------------------------------------------ */

const fs_replay_info *fs_replay_get_info(const fs_replay *replay)
{
    return &replay->info;
}

const fs_schema *fs_replay_schema(const fs_replay *replay)
{
    return replay->schema;
}

const uint32_t *fs_replay_capacities(const fs_replay *replay)
{
    return replay->schema != NULL ? replay->head.capacities : NULL;
}

const char *fs_replay_option(const fs_replay *replay, uint32_t i)
{
    return i < replay->head.option_count ? replay->head.options[i] : NULL;
}

const char *fs_replay_player(const fs_replay *replay, uint32_t slot)
{
    return slot < FS_MAX_PLAYERS ? replay->stream.names[slot] : "";
}

const char *fs_replay_desync(const fs_replay *replay, uint32_t i)
{
    return i < replay->info.desyncs ? replay->desyncs[i] : NULL;
}

fs_result fs_replay_state_hash(const fs_replay *replay, uint32_t tick, uint64_t *state_hash)
{
    fs__recorded_tick entry;
    if (!fs__replay_find_tick(replay, tick, &entry))
        return FS_E_GONE;
    *state_hash = entry.state_hash;
    return FS_OK;
}

bool fs_replay_keyframe(const fs_replay *replay, uint32_t i, uint32_t *tick)
{
    for (uint32_t item = 0; item < replay->entry_count; item++) {
        if (replay->items[item].count == 0 && i-- == 0) {
            *tick = replay->items[item].tick;
            return true;
        }
    }
    return false;
}

/* --- finding ------------------------------------------------------------------------- */

bool fs__recorded_tick_next(fs__reader *r, fs__recorded_tick *entry)
{
    if (fs__reader_remaining(r) == 0)
        return false;
    uint64_t size = fs__get_var(r);
    if (size > FS__MAX_BUNDLE_BYTES)
        r->bad = true;
    entry->size = (size_t)size;
    entry->bundle = fs__reader_take(r, entry->size);
    entry->state_hash = fs__get_u64(r);
    return !r->bad;
}

fs__reader fs__index_entry_ticks(const fs_replay *replay, const fs__index_entry *item)
{
    fs__reader r = fs__reader_make(replay->bytes + item->offset, item->size);
    fs__reader_take(&r, FS__TICKS_FIXED);
    return r;
}

/* The last item of a run that begins at or before `tick`; binary search. */
static uint32_t item_before(const fs_replay *replay, const fs__replay_run *run, uint32_t tick)
{
    uint32_t low = run->first_entry, high = run->end_entry;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (replay->items[middle].tick <= tick)
            low = middle;
        else
            high = middle;
    }
    return low;
}

bool fs__replay_find_tick(const fs_replay *replay, uint32_t tick, fs__recorded_tick *entry)
{
    for (uint32_t i = replay->run_count; i-- > 0;) {
        const fs__replay_run *run = &replay->runs[i];
        if (tick < run->first_tick || tick >= run->end_tick)
            continue;
        const fs__index_entry *item = &replay->items[item_before(replay, run, tick)];
        fs__reader r = fs__index_entry_ticks(replay, item);
        for (uint32_t t = item->tick; t <= tick; t++)
            if (!fs__recorded_tick_next(&r, entry))
                return false;
        return true;
    }
    return false;
}

bool fs__replay_nearest_keyframe(const fs_replay *replay, uint32_t tick, uint32_t *item)
{
    for (uint32_t i = replay->run_count; i-- > 0;) {
        const fs__replay_run *run = &replay->runs[i];
        if (tick < run->first_tick || tick > run->end_tick)
            continue;
        *item = item_before(replay, run, tick);
        while (replay->items[*item].count != 0)
            --*item;
        return true;
    }
    return false;
}

bool fs__replay_keyframe_stream(const fs_replay *replay, const fs__keyframe *keyframe, fs_stream *stream)
{
    fs__reader r = fs__reader_make(keyframe->stream, keyframe->stream_size);
    return fs__stream_get(stream, &replay->shape, &replay->head.config, &r) == FS_OK && fs__reader_done(&r);
}

fs__keyframe fs__index_entry_keyframe(const fs_replay *replay, const fs__index_entry *item)
{
    fs__keyframe keyframe;
    bool parsed = fs__keyframe_parse(&keyframe, replay->bytes + item->offset, item->size);
    FS_ASSERT(parsed);
    return keyframe;
}
