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
typedef struct fs__item {
    uint32_t tick;       /* KEYFRAME: finished ticks; TICKS: the first tick */
    uint32_t count;      /* ticks in a TICKS block; 0 = a keyframe */
    uint32_t offset;     /* of the payload in the file */
    uint32_t size;
    bool restart;        /* a keyframe that begins a run */
} fs__item;

/* Items that follow each other without a restart. */
typedef struct fs__run {
    uint32_t first_item, end_item;
    uint32_t first_tick, end_tick;
} fs__run;

struct fs_replay {
    uint8_t *bytes;
    size_t size;
    fs_replay_info info;
    fs_result header;          /* FS_OK when the header reads */
    fs__header head;           /* owns `schema` */
    fs_schema *schema;
    fs_game shape;             /* as much of the game as a stream must know */
    fs__item *items;
    uint32_t item_count, item_room;
    fs__run *runs;
    uint32_t run_count, run_room;
    char **desyncs;
    uint32_t desync_room;
    fs_stream stream;          /* after the last tick */
};

/* Takes `bytes` (from malloc) over, whatever the result. See fs_replay_open(). */
fs_result fs__replay_take(uint8_t *bytes, size_t size, fs_replay **out);
/* Fills everything from the bytes; E_MEMORY or what fs_replay_open() says. */
fs_result fs__replay_scan(fs_replay *replay);

/* One recorded tick, pointing into the recording. */
typedef struct fs__entry {
    const uint8_t *bundle;
    size_t size;
    uint64_t root;
} fs__entry;

/* Reads the next entry of a TICKS payload; false at its end or when it is broken
 * (`r->bad` then). */
bool fs__entry_next(fs_reader *r, fs__entry *entry);
/* A reader on the entries of a TICKS item. */
fs_reader fs__item_entries(const fs_replay *replay, const fs__item *item);
/* Finds a tick; false when it is not in the file. */
bool fs__replay_find(const fs_replay *replay, uint32_t tick, fs__entry *entry);
/* The item of the keyframe nearest before the state after `tick` ticks; false if
 * the file has no such state. */
bool fs__replay_nearest(const fs_replay *replay, uint32_t tick, uint32_t *item);
/* The stream recorded in a keyframe; false when it breaks its format. */
bool fs__replay_stream(const fs_replay *replay, const fs__keyframe *keyframe, fs_stream *stream);
/* Parses a keyframe item (which has been parsed before). */
fs__keyframe fs__item_keyframe(const fs_replay *replay, const fs__item *item);
/* True for a keyframe that continues its run. */
static inline bool fs__item_continues(const fs__item *item)
{
    return item != NULL && item->count == 0 && !item->restart;
}

/* --- playback, beyond replay.h ----------------------------------------------------- */

/* Starts at a keyframe item; nothing is simulated. Besides what
 * fs_playback_seek() gives, `why` (may be NULL with 0) says what differs. */
fs_result fs__playback_open(const fs_replay *replay, const fs_game *game, uint32_t item, fs_playback **out,
                            char *why, size_t why_size);
/* The block that comes next; NULL inside a block of ticks and at the end. */
const fs__item *fs__playback_next(const fs_playback *playback);
/* Decodes a keyframe's state into `state`: E_MALFORMED when it is none, or not
 * the one of the keyframe's root and tick. */
fs_result fs__playback_unpack(fs_playback *playback, const fs__keyframe *keyframe, fs_state *state);
/* True when nothing comes any more. */
bool fs__playback_ended(const fs_playback *playback);
/* Steps over the keyframe that comes next. */
void fs__playback_pass(fs_playback *playback);
/* Root recorded for the tick stepped last. */
uint64_t fs__playback_recorded(const fs_playback *playback);

#endif
