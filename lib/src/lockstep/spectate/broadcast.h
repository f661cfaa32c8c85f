/* broadcast.h: the closed ticks of a match as spectators read them, apart from what the players' side keeps.
 *
 * The log is a ring of blocks. A block has consecutive bundles of at most a second, in the form in which TICKS and REPAIR
 * carry them, the state hash and chain of each tick, a signed head at its end, and perhaps a keyframe: the state before its
 * first bundle. A spectator begins with a keyframe and reads on from there; a cursor is its place.
 *
 * A tick is visible `delay_ticks` after it was closed, or when the match has ended. Without a delay nothing is kept until
 * somebody watches, and keyframes are made when somebody waits for one. With a delay keyframes are made at intervals. One
 * keyframe serves all who begin within the interval, so many spectators cost no more encoding than one.
 *
 * Memory: at most two blocks for each second that is kept; each is allocated when a tick needs it and freed when it is reused.
 */
#ifndef FS_LOCKSTEP_SPECTATE_BROADCAST_H
#define FS_LOCKSTEP_SPECTATE_BROADCAST_H

#include "lockstep/spectate/head.h"

enum {
    FS__KEYFRAME_S = 10,                          /* between two keyframes, at least; more for a large state: ... */
    FS__KEYFRAME_BYTES_PER_S = 256 << 10,         /* ... its uncompressed bytes at this rate, ... */
    FS__KEYFRAME_MAX_S = 60,                      /* ... at most */
    FS__BROADCAST_KEPT_S = 2 * FS__KEYFRAME_MAX_S /* that visible ticks are kept for spectators who lag */
};

/* A tick of a block. */
typedef struct fs__broadcast_tick {
    uint64_t state_hash, chain; /* first 8 bytes of the input chain after it */
    uint32_t end;               /* offset of the byte after its bundle */
} fs__broadcast_tick;

typedef struct fs__broadcast_block {
    uint64_t number;            /* of all blocks ever begun, from 1; 0: unused */
    uint32_t first_tick, count; /* bundles */
    fs__broadcast_tick *ticks;  /* max_ticks of the log */
    uint8_t *bytes;             /* count x (var size, bundle) */
    size_t size, capacity;
    uint8_t *keyframe; /* compressed, of the state before first_tick; NULL: none */
    size_t keyframe_size;
    bool has_head;
    struct fs__head head; /* after the last bundle */
} fs__broadcast_block;

typedef struct fs__broadcast {
    uint32_t delay_ticks, max_ticks, block_limit, hz;
    fs__broadcast_block *blocks; /* block_limit */
    uint64_t begun, oldest;      /* blocks ever begun; number of the oldest one kept, or below */
    bool open;                   /* the newest block takes ticks */
    bool wanted;                 /* somebody waits for a keyframe */
    bool watched;                /* somebody watches or waits */
    bool ended;                  /* no tick follows; all are visible */
    uint32_t next_tick;          /* of the bundle that comes next */
    uint32_t keyframe_tick;      /* next tick of the newest keyframe */
    uint32_t keyframe_interval;  /* ticks */
    uint32_t keyframes;          /* ever made */
    bool has_keyframe;
    uint8_t chain[FS__CHAIN_BYTES]; /* after the newest tick, and the hash of the state there */
    uint64_t state_hash;
} fs__broadcast;

/* Where a spectator reads. */
typedef struct fs__broadcast_cursor {
    uint64_t block;
    uint32_t tick;          /* next bundle */
    size_t keyframe_offset; /* bytes of the block's keyframe that were read */
    bool in_keyframe;
    uint64_t head_block; /* whose head was read last */
} fs__broadcast_cursor;

/* A run of bundles, valid until the log changes. */
typedef struct fs__broadcast_run {
    uint32_t first_tick, count;
    const uint8_t *bytes;
    size_t size;
    const struct fs__head *head; /* of the ticks before the end of the run; NULL: none */
} fs__broadcast_run;

/* E_MEMORY; `b` is zero before. */
fs_result fs__broadcast_init(fs__broadcast *b, uint32_t hz, uint32_t delay_s);
void fs__broadcast_free(fs__broadcast *b);
/* A tick was closed: `stream` and `sim` have it behind them. A signer's seed makes the heads, NULL: none are made. When
 * memory runs out the log begins anew, without a fault. */
void fs__broadcast_append(fs__broadcast *b, const void *bundle, size_t size, uint64_t state_hash,
                          const fs_stream *stream, fs_sim *sim, const uint8_t *seed);
/* Ends the newest block with the head of another signer; false when it is not of the newest tick here. */
bool fs__broadcast_put_head(fs__broadcast *b, const struct fs__head *head);
/* No tick follows. */
void fs__broadcast_end(fs__broadcast *b, const uint8_t *seed);
/* Ticks that spectators may see. */
uint32_t fs__broadcast_visible(const fs__broadcast *b);
/* Sets the cursor to the newest keyframe that is visible; false when there is none. One that is older than the interval
 * does only for `any`: otherwise the next tick makes another. */
bool fs__broadcast_seek(fs__broadcast *b, fs__broadcast_cursor *cursor, bool any);
/* Whether the ticks of the cursor are no longer kept. */
bool fs__broadcast_is_lost(const fs__broadcast *b, const fs__broadcast_cursor *cursor);
/* The next bytes of the cursor's keyframe, at most `limit`; 0 at its end. */
size_t fs__broadcast_read_keyframe(const fs__broadcast *b, fs__broadcast_cursor *cursor, size_t limit,
                                   const uint8_t **bytes, size_t *total);
/* The next visible bundles, at most `limit` bytes but one bundle at least, and at most 255; false when there is neither a
 * bundle nor a head. */
bool fs__broadcast_read(const fs__broadcast *b, fs__broadcast_cursor *cursor, size_t limit, fs__broadcast_run *run);
/* State hash and chain after `tick`; NULL when they are no longer kept. */
const fs__broadcast_tick *fs__broadcast_find_tick(const fs__broadcast *b, uint32_t tick);

#endif
