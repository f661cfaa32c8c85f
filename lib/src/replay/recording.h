/* recording.h: a recording in memory and the index over its blocks.
 *
 * The index has one entry per KEYFRAME and TICKS block and none per tick, so it is always smaller than the recording.
 * Offsets and sizes in it were checked against the bytes.
 */
#ifndef FS_REPLAY_RECORDING_H
#define FS_REPLAY_RECORDING_H

#include "replay/format.h"

/* One block of the kinds that a playback reads. */
typedef struct fs__index_entry {
    uint32_t tick;   /* KEYFRAME: finished ticks; TICKS: the first tick */
    uint32_t count;  /* ticks in a TICKS block; 0 = a keyframe */
    uint32_t offset; /* of the payload in the file */
    uint32_t size;
    bool restart; /* a keyframe that begins a run */
} fs__index_entry;

/* Entries [first_entry, end_entry) that follow each other without a restart, and their ticks [first_tick, end_tick). */
typedef struct fs__replay_run {
    uint32_t first_entry, end_entry;
    uint32_t first_tick, end_tick;
} fs__replay_run;

/* Joins and leaves up to the tick that was followed last; all zero at the start. */
typedef struct fs__presence_list {
    fs_presence *entries;
    uint32_t count;
    size_t capacity;
    uint32_t open[FS_MAX_PLAYERS]; /* index + 1 of the entry that has not ended, 0 when there is none */
    uint64_t present;              /* of the stream followed last */
    char names[FS_MAX_PLAYERS][FS_MAX_NAME];
} fs__presence_list;

typedef struct fs__chat_list {
    fs_chat_line *entries;
    uint32_t count;
    size_t capacity;
} fs__chat_list;

struct fs_replay {
    uint8_t *bytes;
    size_t size;
    fs_replay_info info;
    fs_result header; /* FS_OK when the header reads */
    fs__header head;  /* owns `schema` */
    fs_schema *schema;
    fs_game shape; /* the members of the game that a stream uses: name and input_size */
    fs__index_entry *entries;
    uint32_t entry_count;
    size_t entry_capacity;
    fs__replay_run *runs;
    uint32_t run_count;
    size_t run_capacity;
    char **desyncs;
    size_t desync_capacity;
    fs_stream stream; /* after the last tick */
    fs__presence_list presences;
    fs__chat_list chat;
};

/* As fs_replay_open(), but takes ownership of `bytes` (from malloc), whatever the result. */
fs_result fs__replay_adopt(uint8_t *bytes, size_t size, fs_replay **out);
/* Fills the members from `bytes` and `size`; E_MEMORY or a result of fs_replay_open(). */
fs_result fs__replay_scan(fs_replay *replay);

/* Notes the line of the stream, if it has one, of `tick`; at most 65536 are kept. False when out of memory. */
bool fs__chat_follow(fs__chat_list *list, const fs_stream *stream, uint32_t tick);
/* Compares the players of `stream`, in tick `tick`, with those before it. `earlier`: those who are new joined before the
 * recording began. At most 65536 entries are kept. False when out of memory. */
bool fs__presence_follow(fs__presence_list *list, const fs_stream *stream, uint32_t tick, bool earlier);

/* How far the heads of the blocks were followed while a file is read; all zero at the start. */
typedef struct fs__prefix {
    uint64_t at; /* byte of the next block's head; 0 before the preamble */
    bool ended;  /* the block before `at` is the END block */
} fs__prefix;

/* False when the bytes after the first `size` cannot change the fault that fs__replay_scan() finds. An fs__more_fn with
 * an fs__prefix as context. Any bytes are safe. */
bool fs__prefix_continues(void *context, const uint8_t *bytes, size_t size);

/* One recorded tick, pointing into the recording. */
typedef struct fs__recorded_tick {
    const uint8_t *bundle;
    size_t size;
    uint64_t state_hash;
} fs__recorded_tick;

/* Reads the next tick of a TICKS payload; false at its end or when it is malformed (`r->bad` then). */
bool fs__recorded_tick_next(fs__reader *r, fs__recorded_tick *recorded);
/* A reader of the ticks of a TICKS entry. */
fs__reader fs__index_entry_ticks(const fs_replay *replay, const fs__index_entry *entry);
/* Finds a tick, the last one recorded of that number; false when it is not in the file. */
bool fs__replay_find_tick(const fs_replay *replay, uint32_t tick, fs__recorded_tick *recorded);
/* Index of the entry of the keyframe nearest before the state after `tick` ticks; false if the file has no such
 * state. */
bool fs__replay_nearest_keyframe(const fs_replay *replay, uint32_t tick, uint32_t *entry);
/* Decodes the stream of a keyframe; false when it is malformed. */
bool fs__replay_keyframe_stream(const fs_replay *replay, const fs__keyframe *keyframe, fs_stream *stream);
/* Parses the keyframe of an entry, which the scan has parsed before. */
fs__keyframe fs__index_entry_keyframe(const fs_replay *replay, const fs__index_entry *entry);
/* True for a keyframe that continues its run. */
static inline bool fs__index_entry_continues(const fs__index_entry *entry)
{
    return entry != NULL && entry->count == 0 && !entry->restart;
}

/* --- values of a desync report ------------------------------------------------------ */

/* `state` is one of `side`: the index of the first value that the report gives otherwise for that side; their number when none is
 * wrong. */
uint32_t fs__desync_find_wrong(const fs_desync *desync, fs_repro_side side, const fs_state *state);
/* Puts the rows and values of `side` into the state of the other side, which is of no use afterwards. Whether it then has the hash of
 * `side`: nothing else differed. */
bool fs__desync_explains(const fs_desync *desync, fs_repro_side side, fs_state *state);

/* --- playback, beyond replay.h ----------------------------------------------------- */

/* Starts at the keyframe `entry` without a simulated tick; `tasks` are lent to every step. The results of
 * fs_playback_seek() but E_GONE and E_MISMATCH; a sentence in `error`. */
fs_result fs__playback_open(const fs_replay *replay, const fs_game *game, const fs_tasks *tasks, uint32_t entry,
                            fs_playback **out, char *error, size_t error_size);
/* The next block; NULL inside a block of ticks and at the end. */
const fs__index_entry *fs__playback_next_block(const fs_playback *playback);
/* Simulates the next recorded tick; at a restart, the first tick after it. The results of fs_playback_step(). */
fs_result fs__playback_simulate(fs_playback *playback);
/* Decodes a keyframe's state into `state`: E_MALFORMED when it does not decode, or has another state hash or tick than
 * the keyframe. */
fs_result fs__playback_decode_keyframe(fs_playback *playback, const fs__keyframe *keyframe, fs_state *state);
/* Whether the last tick was simulated. */
bool fs__playback_ended(const fs_playback *playback);
/* Moves past the next block, which must be a keyframe that continues its run. */
void fs__playback_skip_keyframe(fs_playback *playback);
/* State hash recorded for the newest simulated tick. */
uint64_t fs__playback_recorded_hash(const fs_playback *playback);

#endif
