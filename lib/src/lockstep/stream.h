/* stream.h: the canonical bundle of one tick and the hash chain over all bundles.
 *
 * A stream is the decoder state between two ticks: present players, the last input and name of every slot, and the
 * chain. The same bytes are sent, recorded and verified, and two streams to which the same bytes were applied are equal
 * bit by bit.
 *
 * Bundle of tick T, canonical bytes:
 *   var  tick
 *   u8   flags (bit 0 changed, 1 substituted, 2 events)
 *   [events]       var count, then per event: u8 kind, u8 slot, then JOIN, CHAT: text, DELAY: u8 ticks
 *   [changed]      slot bitmap, then per set slot: byte mask, XOR bytes != 0
 *   [substituted]  slot bitmap
 * Slot bitmaps have (slots+7)/8 bytes, byte masks (input_size+7)/8. Inputs are
 * XORed against the slot's input at T-1. Events act before the tick's inputs.
 * Every tick has exactly one canonical form; decoding refuses all others.
 *
 * Chain: C(-1) = BLAKE2b-128 of the configuration's canonical bytes;
 * C(T) = BLAKE2b-128(C(T-1) || bundle T).
 */
#ifndef FS_LOCKSTEP_STREAM_H
#define FS_LOCKSTEP_STREAM_H

#include <fixstep/lockstep.h>
#include <fixstep/sim.h>

#include "state/wire.h"

enum {
    FS__CHAIN_BYTES = 16,
    FS__MAX_BUNDLE_EVENTS = 3 * FS_MAX_PLAYERS + 1,
    /* Every slot changed and substituted, with a leave, a join and a delay, and a line of chat. */
    FS__MAX_BUNDLE_BYTES = 16 + 2 * 8 + FS_MAX_PLAYERS * (8 + FS_MAX_INPUT) +
                           FS__MAX_BUNDLE_EVENTS * (3 + FS_MAX_NAME) + FS_MAX_CHAT,
    FS__MAX_STREAM_BYTES = 4 + 8 + FS__CHAIN_BYTES + FS_MAX_PLAYERS * (FS_MAX_INPUT + FS_MAX_NAME + 1)
};

typedef enum fs__stream_event_kind {
    FS__STREAM_EVENT_JOIN = 1,  /* slot becomes present; text = name */
    FS__STREAM_EVENT_LEAVE = 2, /* slot becomes absent; its input is zero from now on */
    FS__STREAM_EVENT_DELAY =
        3, /* the input delay of a present slot is `value` ticks, 1..FS_MAX_DELAY; changes no state */
    FS__STREAM_EVENT_CHAT = 4 /* the player of a present slot says the text; the last event of a bundle */
} fs__stream_event_kind;

typedef struct fs__stream_event {
    uint8_t kind, slot;
    char text[FS_MAX_CHAT]; /* CHAT; JOIN: below FS_MAX_NAME bytes */
    uint8_t value;          /* DELAY */
} fs__stream_event;

struct fs_stream {
    uint32_t next_tick; /* of the bundle that comes next */
    uint32_t slots, input_size;
    uint64_t present;
    uint64_t substituted;   /* of the last bundle */
    uint8_t chat_slot;      /* of the line of chat of the last bundle */
    char chat[FS_MAX_CHAT]; /* "": none */
    uint8_t chain[FS__CHAIN_BYTES];
    uint8_t inputs[FS_MAX_PLAYERS * FS_MAX_INPUT]; /* slots x input_size, packed */
    char names[FS_MAX_PLAYERS][FS_MAX_NAME];
};

/* The contents of the next bundle. */
typedef struct fs__bundle {
    const uint8_t *inputs; /* slots x input_size; absent slots are ignored */
    uint64_t substituted;
    const fs__stream_event *events;
    uint32_t event_count;
} fs__bundle;

void fs__stream_init(fs_stream *stream, const fs_game *game, const fs_config *config);
/* Writes the canonical bytes of the next tick and applies them to the stream. Returns their length; `bytes` has room
 * for FS__MAX_BUNDLE_BYTES. The events must be valid (asserted). */
size_t fs__stream_append(fs_stream *stream, const fs__bundle *bundle, uint8_t *bytes);
/* Applies the bundle of the next tick. Any bytes are safe: E_MALFORMED, with the stream unchanged, for all but the
 * canonical form of a bundle of that tick. */
fs_result fs__stream_apply(fs_stream *stream, const void *bytes, size_t size);
/* Reads the tick number of a bundle without applying it; false when it is malformed. */
bool fs__bundle_tick(const void *bytes, size_t size, uint32_t *tick);
/* The inputs of the bundle applied last, pointing into the stream. */
fs_inputs fs__stream_inputs(const fs_stream *stream);
/* The stream as bytes, a part of keyframes and snapshots, and back: E_TRUNCATED, E_MALFORMED. */
void fs__stream_put(const fs_stream *stream, fs__writer *w);
fs_result fs__stream_get(fs_stream *stream, const fs_game *game, const fs_config *config, fs__reader *r);

#endif
