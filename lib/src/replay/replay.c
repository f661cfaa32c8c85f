/* replay.c: opening a recording and looking up its contents. */
#include "replay/recording.h"

#include <stdio.h>
#include <stdlib.h>

#include "replay/file.h"

/* --- opening and closing ------------------------------------------------------------------------ */

void fs_replay_close(fs_replay *replay)
{
    if (replay == NULL)
        return;
    for (uint32_t i = 0; i < replay->info.desyncs; i++)
        free(replay->desyncs[i]);
    free(replay->desyncs);
    free(replay->entries);
    free(replay->runs);
    free(replay->presences.entries);
    free(replay->chat.entries);
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

fs_result fs_replay_open_file(const char *path, fs_replay **out, char *error, size_t error_size)
{
    fs__file_content content;
    fs__prefix prefix = { 0 };
    *out = NULL;
    fs_result result = fs__file_read_path(path, FS__MAX_REPLAY_BYTES, fs__prefix_continues, &prefix, &content, error,
                                          error_size);
    if (result != FS_OK)
        return result;
    result = fs__replay_adopt(content.bytes, content.size, out);
    if (*out != NULL)
        (*out)->info.size = content.whole;
    if (result != FS_OK)
        snprintf(error, error_size, "%s: %s", path, *out != NULL ? (*out)->info.fault : fs_result_text(result));
    return result;
}

/* --- contents ------------------------------------------------------------------ */

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

const fs_chat_line *fs_replay_chat(const fs_replay *replay, uint32_t i)
{
    return i < replay->chat.count ? &replay->chat.entries[i] : NULL;
}

const fs_presence *fs_replay_presence(const fs_replay *replay, uint32_t i)
{
    return i < replay->presences.count ? &replay->presences.entries[i] : NULL;
}

const char *fs_replay_desync(const fs_replay *replay, uint32_t i)
{
    return i < replay->info.desyncs ? replay->desyncs[i] : NULL;
}

fs_result fs_replay_state_hash(const fs_replay *replay, uint32_t tick, uint64_t *state_hash)
{
    fs__recorded_tick recorded;
    if (!fs__replay_find_tick(replay, tick, &recorded))
        return FS_E_GONE;
    *state_hash = recorded.state_hash;
    return FS_OK;
}

bool fs_replay_keyframe(const fs_replay *replay, uint32_t i, uint32_t *tick)
{
    for (uint32_t entry = 0; entry < replay->entry_count; entry++) {
        if (replay->entries[entry].count == 0 && i-- == 0) {
            *tick = replay->entries[entry].tick;
            return true;
        }
    }
    return false;
}

/* --- looking up ------------------------------------------------------------------------- */

bool fs__recorded_tick_next(fs__reader *r, fs__recorded_tick *recorded)
{
    if (fs__reader_remaining(r) == 0)
        return false;
    uint64_t size = fs__get_var(r);
    if (size > FS__MAX_BUNDLE_BYTES)
        r->bad = true;
    recorded->size = (size_t)size;
    recorded->bundle = fs__reader_take(r, recorded->size);
    recorded->state_hash = fs__get_u64(r);
    return !r->bad;
}

fs__reader fs__index_entry_ticks(const fs_replay *replay, const fs__index_entry *entry)
{
    fs__reader r = fs__reader_make(replay->bytes + entry->offset, entry->size);
    fs__reader_take(&r, FS__TICKS_FIXED);
    return r;
}

/* Binary search for the last entry of a run that begins at or before `tick`. */
static uint32_t last_entry_before(const fs_replay *replay, const fs__replay_run *run, uint32_t tick)
{
    FS_ASSERT(run->first_entry < run->end_entry);
    uint32_t low = run->first_entry, high = run->end_entry;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (replay->entries[middle].tick <= tick)
            low = middle;
        else
            high = middle;
    }
    return low;
}

bool fs__replay_find_tick(const fs_replay *replay, uint32_t tick, fs__recorded_tick *recorded)
{
    for (uint32_t i = replay->run_count; i-- > 0;) {
        const fs__replay_run *run = &replay->runs[i];
        if (tick < run->first_tick || tick >= run->end_tick)
            continue;
        const fs__index_entry *entry = &replay->entries[last_entry_before(replay, run, tick)];
        fs__reader r = fs__index_entry_ticks(replay, entry);
        for (uint32_t t = entry->tick; t <= tick; t++)
            if (!fs__recorded_tick_next(&r, recorded))
                return false;
        return true;
    }
    return false;
}

bool fs__replay_nearest_keyframe(const fs_replay *replay, uint32_t tick, uint32_t *entry)
{
    for (uint32_t i = replay->run_count; i-- > 0;) {
        const fs__replay_run *run = &replay->runs[i];
        if (tick < run->first_tick || tick > run->end_tick)
            continue;
        *entry = last_entry_before(replay, run, tick);
        while (replay->entries[*entry].count != 0)
            --*entry;
        return true;
    }
    return false;
}

bool fs__replay_keyframe_stream(const fs_replay *replay, const fs__keyframe *keyframe, fs_stream *stream)
{
    fs__reader r = fs__reader_make(keyframe->stream, keyframe->stream_size);
    return fs__stream_get(stream, &replay->shape, &replay->head.config, &r) == FS_OK && fs__reader_done(&r);
}

fs__keyframe fs__index_entry_keyframe(const fs_replay *replay, const fs__index_entry *entry)
{
    fs__keyframe keyframe;
    bool parsed = fs__keyframe_parse(&keyframe, replay->bytes + entry->offset, entry->size);
    FS_ASSERT(parsed);
    return keyframe;
}
