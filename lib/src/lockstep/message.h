/* message.h: every message between a match and a session, byte by byte.
 *
 * A message is a type byte and its body; numbers are little-endian or var
 * (wire.h). Readers take any bytes and answer false for all that is not exactly
 * one whole message. lib/doc/PROTOCOL.md says who may send what when.
 */
#ifndef FS_LOCKSTEP_MESSAGE_H
#define FS_LOCKSTEP_MESSAGE_H

#include "lockstep/stream.h"
#include "state/wire.h"

enum {
    FS__MAGIC = 0x31535846,            /* "FXS1" */
    FS__MAX_MESSAGE_BYTES = 16 * 1024, /* no single message is longer */
    FS__MAX_TEXT = 200,
    FS__MAX_BUILD = 96,
    FS__MAX_CHUNK_BYTES = 12 * 1024, /* of a snapshot, per message */
    FS__MAX_INPUTS = 40,             /* ticks of input in one message */
    FS__MAX_STATE_HASHES = 24,       /* state hashes in one message */
    FS__MAX_REPLY_HASHES = 256       /* hashes in one answer */
};

typedef enum fs__message_type {
    /* client to server */
    FS__MESSAGE_JOIN = 1,
    FS__MESSAGE_READY = 2,
    FS__MESSAGE_LOADED = 3,
    FS__MESSAGE_REPAIR_REQUEST = 4,
    FS__MESSAGE_HASH_REPLY = 5,
    FS__MESSAGE_LEAVE = 6,
    FS__MESSAGE_INPUT = 7,
    /* server to client */
    FS__MESSAGE_REFUSE = 16,
    FS__MESSAGE_OFFER = 17,
    FS__MESSAGE_WELCOME = 18,
    FS__MESSAGE_START = 19,
    FS__MESSAGE_HASH_QUERY = 20,
    FS__MESSAGE_DESYNC_NOTICE = 21,
    FS__MESSAGE_END = 22,
    FS__MESSAGE_SNAPSHOT = 23,
    FS__MESSAGE_REPAIR = 24,
    FS__MESSAGE_TICKS = 25
} fs__message_type;

/* JOIN: who I am. Refused at once when the version or the numbers differ. */
struct fs__join_message {
    uint16_t version;
    uint64_t number_fingerprint;
    char name[FS_MAX_NAME];
    char build[FS__MAX_BUILD];
};

/* OFFER: what is played. READY answers with the client's own hashes of it. */
struct fs__offer_message {
    uint8_t config[FS_CONFIG_BYTES];
    uint64_t schema_hash, config_hash;
    bool running; /* a SNAPSHOT follows READY */
};
struct fs__ready_message {
    uint64_t schema_hash, config_hash;
};

/* WELCOME: the player's slot; inputs count from `active_tick` on. */
struct fs__welcome_message {
    uint8_t slot, delay_ticks;
    uint32_t active_tick;
    char name[FS_MAX_NAME];
};

/* START: tick `next_tick` closes in so many microseconds. */
struct fs__start_message {
    uint32_t next_tick, closes_in_us;
};

struct fs__refuse_message {
    fs_result result;
    char text[FS__MAX_TEXT];
};
/* DESYNC_NOTICE: a desync of yours was traced. */
struct fs__desync_notice {
    uint32_t tick;
    char text[FS__MAX_TEXT];
};
struct fs__end_message {
    uint32_t ticks;
    uint64_t state_hash;
};
struct fs__repair_request {
    uint32_t first, count;
};

/* INPUT: what I have, my inputs from the oldest the server lacks, my state hashes. */
struct fs__input_message {
    uint32_t stamp;             /* of the newest TICKS received, and */
    uint32_t held_us;           /* how long ago that was; UINT32_MAX = none yet */
    uint8_t epoch;              /* snapshots loaded, mod 256: older state hashes and acks are void */
    uint32_t ack_bundle_tick;   /* first bundle I lack */
    uint32_t first_tick, count; /* inputs, count x input_size bytes */
    uint8_t inputs[FS__MAX_INPUTS * FS_MAX_INPUT];
    uint32_t first_hash_tick, hash_count; /* state hashes of ticks first_hash_tick.. */
    uint64_t state_hashes[FS__MAX_STATE_HASHES];
    uint64_t chain; /* first 8 bytes of the chain at the last of them */
};

/* TICKS: bundles since the peer's wanted tick, and what the server has. */
struct fs__ticks_message {
    uint32_t stamp;
    uint32_t ack_input_tick; /* first tick whose input I lack */
    uint32_t ack_hash_tick;
    uint32_t agreed; /* ticks agreed by everybody */
    uint32_t rtt_us; /* as the server sees it */
    uint32_t first_tick, count;
    const uint8_t *bundles; /* count x (var size, bytes), in place */
    size_t size;
};

/* SNAPSHOT: a piece of compressed keyframe bytes; `id` is the next tick. */
struct fs__snapshot_chunk {
    uint32_t id, total, offset;
    const uint8_t *bytes;
    size_t size;
};

/* A desync is traced by asking for hashes further and further down. */
typedef enum fs__hash_level {
    FS__HASH_LEVEL_TABLES, /* hash and rows of every table; chain */
    FS__HASH_LEVEL_GROUPS, /* hashes of groups first.. of a table */
    FS__HASH_LEVEL_ROWS,   /* hashes of the rows of group `first` */
    FS__HASH_LEVEL_VALUES, /* raw components of row `first` */
    FS__HASH_LEVEL_GONE    /* answer: the state of that tick is no longer kept */
} fs__hash_level;
struct fs__hash_query {
    uint32_t tick;
    uint8_t level;
    uint16_t table;
    uint32_t first;
};
struct fs__hash_reply {
    struct fs__hash_query query;
    uint64_t chain;
    uint32_t count;
    uint64_t hash[FS__MAX_REPLY_HASHES]; /* or values */
    uint32_t rows[FS_MAX_TABLES];        /* FS__HASH_LEVEL_TABLES only */
};

/* Writers return the length, 0 when `size` is too small. */
size_t fs__put_join(void *bytes, size_t size, const struct fs__join_message *m);
size_t fs__put_offer(void *bytes, size_t size, const struct fs__offer_message *m);
size_t fs__put_ready(void *bytes, size_t size, const struct fs__ready_message *m);
size_t fs__put_welcome(void *bytes, size_t size, const struct fs__welcome_message *m);
size_t fs__put_start(void *bytes, size_t size, const struct fs__start_message *m);
size_t fs__put_refuse(void *bytes, size_t size, const struct fs__refuse_message *m);
size_t fs__put_desync_notice(void *bytes, size_t size, const struct fs__desync_notice *m);
size_t fs__put_end(void *bytes, size_t size, const struct fs__end_message *m);
size_t fs__put_repair_request(void *bytes, size_t size, const struct fs__repair_request *m);
/* LOADED and LEAVE: a type and nothing else. */
size_t fs__put_empty_message(void *bytes, size_t size, fs__message_type type);
/* As many inputs and state hashes as fit; sets m->count and m->hash_count to what did. */
size_t fs__put_input(void *bytes, size_t size, struct fs__input_message *m, uint32_t input_size);
/* `type` is FS__MESSAGE_TICKS or FS__MESSAGE_REPAIR. */
size_t fs__put_ticks(void *bytes, size_t size, fs__message_type type, const struct fs__ticks_message *m);
size_t fs__put_snapshot_chunk(void *bytes, size_t size, const struct fs__snapshot_chunk *m);
size_t fs__put_hash_query(void *bytes, size_t size, const struct fs__hash_query *m);
size_t fs__put_hash_reply(void *bytes, size_t size, const struct fs__hash_reply *m);

/* Readers of the body after the type byte; false unless all of it was used. */
bool fs__get_join(fs__reader *r, struct fs__join_message *m);
bool fs__get_offer(fs__reader *r, struct fs__offer_message *m);
bool fs__get_ready(fs__reader *r, struct fs__ready_message *m);
bool fs__get_welcome(fs__reader *r, struct fs__welcome_message *m);
bool fs__get_start(fs__reader *r, struct fs__start_message *m);
bool fs__get_refuse(fs__reader *r, struct fs__refuse_message *m);
bool fs__get_desync_notice(fs__reader *r, struct fs__desync_notice *m);
bool fs__get_end(fs__reader *r, struct fs__end_message *m);
bool fs__get_repair_request(fs__reader *r, struct fs__repair_request *m);
bool fs__get_input(fs__reader *r, struct fs__input_message *m, uint32_t input_size);
bool fs__get_ticks(fs__reader *r, struct fs__ticks_message *m);
bool fs__get_snapshot_chunk(fs__reader *r, struct fs__snapshot_chunk *m);
bool fs__get_hash_query(fs__reader *r, struct fs__hash_query *m);
bool fs__get_hash_reply(fs__reader *r, struct fs__hash_reply *m);

#endif
