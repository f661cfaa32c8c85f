/* recording.h: a recording in memory and the index over its blocks.
 *
 * The index has one item per KEYFRAME and TICKS block, nothing per tick, so it
 * is always smaller than the recording. It must never hold a pointer that a
 * length field made.
 */
#ifndef FS_REPLAY_RECORDING_H
#define FS_REPLAY_RECORDING_H

#include "replay/format.h"

/* One block that a playback walks over. */
typedef struct fs__index_entry {
    uint32_t tick;   /* KEYFRAME: finished ticks; TICKS: the first tick */
    uint32_t count;  /* ticks in a TICKS block; 0 = a keyframe */
    uint32_t offset; /* of the payload in the file */
    uint32_t size;
    bool restart; /* a keyframe that begins a run */
} fs__index_entry;

/* Items that follow each other without a restart. */
typedef struct fs__replay_run {
    uint32_t first_entry, end_entry;
    uint32_t first_tick, end_tick;
} fs__replay_run;

struct fs_replay {
    uint8_t *bytes;
    size_t size;
    fs_replay_info info;
    fs_result header; /* FS_OK when the header reads */
    fs__header head;  /* owns `schema` */
    fs_schema *schema;
    fs_game shape; /* as much of the game as a stream must know */
    fs__index_entry *items;
    uint32_t entry_count, entry_capacity;
    fs__replay_run *runs;
    uint32_t run_count, run_capacity;
    char **desyncs;
    uint32_t desync_capacity;
    fs_stream stream; /* after the last tick */
};

/* Takes `bytes` (from malloc) over, whatever the result. See fs_replay_open(). */
fs_result fs__replay_adopt(uint8_t *bytes, size_t size, fs_replay **out);
/* Fills everything from the bytes; E_MEMORY or what fs_replay_open() says. */
fs_result fs__replay_scan(fs_replay *replay);

/* One recorded tick, pointing into the recording. */
typedef struct fs__recorded_tick {
    const uint8_t *bundle;
    size_t size;
    uint64_t state_hash;
} fs__recorded_tick;

/* Reads the next entry of a TICKS payload; false at its end or when it is broken
 * (`r->bad` then). */
bool fs__recorded_tick_next(fs__reader *r, fs__recorded_tick *entry);
/* A reader on the entries of a TICKS item. */
fs__reader fs__index_entry_ticks(const fs_replay *replay, const fs__index_entry *item);
/* Finds a tick; false when it is not in the file. */
bool fs__replay_find_tick(const fs_replay *replay, uint32_t tick, fs__recorded_tick *entry);
/* The item of the keyframe nearest before the state after `tick` ticks; false if
 * the file has no such state. */
bool fs__replay_nearest_keyframe(const fs_replay *replay, uint32_t tick, uint32_t *item);
/* The stream recorded in a keyframe; false when it breaks its format. */
bool fs__replay_keyframe_stream(const fs_replay *replay, const fs__keyframe *keyframe, fs_stream *stream);
/* Parses a keyframe item (which has been parsed before). */
fs__keyframe fs__index_entry_keyframe(const fs_replay *replay, const fs__index_entry *item);
/* True for a keyframe that continues its run. */
static inline bool fs__index_entry_continues(const fs__index_entry *item)
{
    return item != NULL && item->count == 0 && !item->restart;
}

/* --- playback, beyond replay.h ----------------------------------------------------- */

/* Starts at a keyframe item; nothing is simulated. Besides what
 * fs_playback_seek() gives, `why` (may be NULL with 0) says what differs. */
fs_result fs__playback_open(const fs_replay *replay, const fs_game *game, const fs_tasks *tasks, uint32_t item,
                            fs_playback **out, char *why, size_t why_size);
/* The block that comes next; NULL inside a block of ticks and at the end. */
const fs__index_entry *fs__playback_next_block(const fs_playback *playback);
/* Decodes a keyframe's state into `state`: E_MALFORMED when it is none, or not
 * the one of the keyframe's state hash and tick. */
fs_result fs__playback_decode_keyframe(fs_playback *playback, const fs__keyframe *keyframe, fs_state *state);
/* True when nothing comes any more. */
bool fs__playback_ended(const fs_playback *playback);
/* Steps over the keyframe that comes next. */
void fs__playback_skip_keyframe(fs_playback *playback);
/* State hash recorded for the tick stepped last. */
uint64_t fs__playback_recorded_hash(const fs_playback *playback);

#endif
