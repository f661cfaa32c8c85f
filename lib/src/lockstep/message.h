/* message.h: every message between a match and a session, byte by byte.
 *
 * A message is a type byte and its body; numbers are little-endian or var (wire.h). Readers accept any bytes and return
 * false unless they are exactly one whole message. lib/doc/PROTOCOL.md describes who may send each message and when.
 */
#ifndef FS_LOCKSTEP_MESSAGE_H
#define FS_LOCKSTEP_MESSAGE_H

#include <fixstep/ticket.h>

#include "identity/key_proof.h"
#include "lockstep/player/password.h"
#include "lockstep/spectate/head.h"
#include "lockstep/stream.h"
#include "state/wire.h"

_Static_assert((int)FS_TICKET_NAME_BYTES == (int)FS_MAX_NAME, "names of players");

enum {
    FS__MAGIC = 0x31535846, /* "FXS1" */
    FS__MAX_MESSAGE_BYTES = 16 * 1024,
    FS__MAX_TEXT = 200,              /* bytes of a text with its 0 */
    FS__TOKEN_BYTES = 16,            /* of a session token */
    FS__MAX_BUILD = 96,              /* bytes of a build text with its 0 */
    FS__MAX_CHUNK_BYTES = 12 * 1024, /* of a snapshot, per message */
    FS__MAX_INPUTS = 40,             /* ticks of input in one INPUT */
    FS__MAX_STATE_HASHES = 24,       /* state hashes in one INPUT */
    FS__MAX_REPLY_HASHES = 256,      /* hashes in one HASH_REPLY */
    FS__MESSAGE_TIME_US = 64,        /* unit of the durations in INPUT and TICKS */
    FS__MAX_DELAY_US = FS_MAX_DELAY * (1000000 / FS_MIN_HZ)
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
    FS__MESSAGE_RESUME = 8,
    FS__MESSAGE_PROOF = 9,
    FS__MESSAGE_CHAT = 10,
    FS__MESSAGE_KEY = 11,
    FS__MESSAGE_TICKET = 12,
    FS__MESSAGE_SPECTATE = 13,
    FS__MESSAGE_WATCHED = 14,
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
    FS__MESSAGE_TICKS = 25,
    FS__MESSAGE_NEXT = 26,
    FS__MESSAGE_NOTICE = 27,
    FS__MESSAGE_CHALLENGE = 28,
    FS__MESSAGE_SPECTATING = 29,
    FS__MESSAGE_HEAD = 30,
    FS__MESSAGE_CAUSE = 31
} fs__message_type;

/* JOIN: the client's version, number fingerprint, name and build. SPECTATE, in place of JOIN: the same of a spectator. */
struct fs__join_message {
    uint16_t version;
    uint64_t number_fingerprint;
    char name[FS_MAX_NAME];
    char build[FS__MAX_BUILD];
};

/* RESUME, before JOIN: the client had a slot of this match and has the bundles before `next_tick`. */
struct fs__resume_message {
    uint8_t token[FS__TOKEN_BYTES]; /* of its WELCOME */
    uint32_t next_tick;
    uint64_t chain; /* first 8 bytes of the input chain before that tick */
};

/* KEY, before JOIN: the lasting key of the player, and the proof for this connection (key_proof.h). */
struct fs__key_message {
    uint8_t key[FS_KEY_BYTES], signature[FS__SIGNATURE_BYTES];
};

/* TICKET, before JOIN: bytes of ticket.h, 1 to FS_TICKET_BYTES of them, pointing into the message. */
struct fs__ticket_message {
    const uint8_t *bytes;
    size_t size;
};

/* What follows READY. */
typedef enum fs__offer_mode {
    FS__OFFER_WAITING,  /* WELCOME, and START when enough have joined */
    FS__OFFER_SNAPSHOT, /* the match is running: a SNAPSHOT, then WELCOME */
    FS__OFFER_BUNDLES   /* it is running: WELCOME, and the bundles that a RESUME lacks */
} fs__offer_mode;

/* OFFER: the match. READY answers with the client's own hashes of schema and configuration. */
struct fs__offer_message {
    uint8_t config[FS_CONFIG_BYTES];
    uint64_t schema_hash, config_hash;
    fs__offer_mode mode;
};
struct fs__ready_message {
    uint64_t schema_hash, config_hash;
};

/* WELCOME: the player's slot; its inputs are used from `active_tick` on. */
struct fs__welcome_message {
    uint8_t slot;
    uint32_t delay_us;
    uint32_t active_tick;
    uint8_t token[FS__TOKEN_BYTES]; /* for RESUME; all zero: the slot is not held for a lost connection */
    char name[FS_MAX_NAME];
};

/* START: tick `next_tick` closes in `closes_in_us` microseconds. Every start and every pause of the server's clock has
 * another number `clock`; inputs sampled on an older one are void. `delay_us` 0: unchanged. */
struct fs__start_message {
    uint32_t next_tick, closes_in_us;
    uint8_t clock;
    uint32_t delay_us;
};

/* To who comes too late for the last match of a server. */
#define FS__NO_NEXT "the match has ended, and no other one follows"

struct fs__refuse_message {
    fs_result result;
    char text[FS__MAX_TEXT];
};
/* DESYNC_NOTICE: a desync of the receiver was traced; `text` names its first field. */
struct fs__desync_notice {
    uint32_t tick;
    char text[FS__MAX_TEXT];
};
/* END: the match is over after `ticks` ticks; `state_hash` is the final one. */
struct fs__end_message {
    uint32_t ticks;
    uint64_t state_hash;
};
/* CAUSE, before END: why the match ends (fs_end_cause), and whether another one follows on this connection. */
struct fs__cause_message {
    uint8_t cause;
    bool continues;
};
/* NEXT: another match follows on this connection. `ready`: it is there, and the client may send JOIN. */
struct fs__next_message {
    bool ready;
};
/* NOTICE: a text of the server for its players. */
struct fs__notice_message {
    char text[FS_MAX_NOTICE];
};
/* CHALLENGE, after JOIN: the match has a password (password.h). PROOF answers it. */
struct fs__challenge_message {
    uint8_t salt[FS__PASSWORD_SALT_BYTES], nonce[FS__PASSWORD_NONCE_BYTES];
};
struct fs__proof_message {
    uint8_t proof[FS__PASSWORD_PROOF_BYTES];
};
/* CHAT: a line of the sending player; clean (player_text.h). */
struct fs__chat_message {
    char text[FS_MAX_CHAT];
};
/* REPAIR_REQUEST: the client lacks the bundles of ticks first..first+count-1. */
struct fs__repair_request {
    uint32_t first, count;
};

/* SPECTATING, in place of WELCOME: the spectator is admitted, and a SNAPSHOT, START and the bundles follow in REPAIR. */
struct fs__spectating_message {
    uint16_t delay_s; /* of the ticks, as the server was asked for */
    bool relayed;     /* the server passes on the ticks of another one */
    bool has_key;     /* heads follow, signed with the key of the server that closes the ticks: */
    uint8_t key[FS_KEY_BYTES];
};
/* WATCHED: what a spectator has received and simulated. */
struct fs__watched_message {
    uint32_t received;          /* bytes of the messages on BULK since SPECTATING, mod 2^32 */
    uint8_t epoch;              /* snapshots loaded, mod 256 */
    uint32_t ticks;             /* simulated; 0: no state was received yet, and the next two are 0 */
    uint64_t state_hash, chain; /* after them; first 8 bytes of the input chain */
};

/* INPUT: acknowledgements, and the inputs and state hashes that the server has not acknowledged. */
struct fs__input_message {
    uint16_t serial;            /* of INPUT messages */
    uint8_t loss;               /* share of TICKS messages that were lost, in 1/255 */
    uint8_t clock;              /* of the newest START: the inputs were sampled by it */
    uint32_t delay_us;          /* with which they were sampled; a multiple of FS__MESSAGE_TIME_US; 0: not in time */
    uint32_t stamp;             /* of the newest TICKS received */
    uint32_t held_us;           /* time since that arrived; UINT32_MAX = none yet */
    uint8_t epoch;              /* snapshots loaded, mod 256: hashes and acks of an older epoch are void */
    uint32_t ack_bundle_tick;   /* first bundle that the client lacks */
    uint32_t seen;              /* ticks from there to the end of the newest TICKS: not 0 when bundles are missing */
    uint32_t behind;            /* bundles received and not simulated */
    uint32_t first_tick, count; /* inputs, count x input_size bytes */
    uint8_t inputs[FS__MAX_INPUTS * FS_MAX_INPUT];
    uint32_t first_hash_tick, hash_count; /* state hashes of ticks first_hash_tick.. */
    uint64_t state_hashes[FS__MAX_STATE_HASHES];
    uint64_t chain; /* first 8 bytes of the input chain after the last of them */
};

/* TICKS: acknowledgements and the bundles that the client has not acknowledged. */
struct fs__ticks_message {
    uint32_t stamp;  /* server clock, microseconds mod 2^32 */
    uint16_t serial; /* of TICKS messages; 0 in REPAIR */
    uint8_t loss;    /* share of INPUT messages that were lost, in 1/255 */
    uint8_t clock;   /* of the newest START */
    uint32_t first_tick, count;
    uint32_t inputs_ahead;  /* ticks from the end of the bundles to the first whose input the server lacks */
    uint32_t hash_lag;      /* ticks before the end whose state hash of this client the server lacks */
    uint32_t agreed_lag;    /* ticks before the end whose state hash not all present players confirmed */
    uint32_t delay_us;      /* input delay that the client is to use; a multiple of FS__MESSAGE_TIME_US */
    uint32_t rtt_us;        /* round trip as the server measures it, likewise */
    const uint8_t *bundles; /* count x (var size, bytes), pointing into the message */
    size_t size;
};

/* SNAPSHOT: a chunk of the compressed keyframe bytes; `id` is the next tick, sizes are bytes. */
struct fs__snapshot_chunk {
    uint32_t id, total, offset;
    const uint8_t *bytes;
    size_t size;
};

/* Levels of the Merkle tree that a trace descends. */
typedef enum fs__hash_level {
    FS__HASH_LEVEL_TABLES, /* hash and rows of every table; chain */
    FS__HASH_LEVEL_GROUPS, /* hashes of groups first.. of a table */
    FS__HASH_LEVEL_ROWS,   /* hashes of the rows of group `first` */
    FS__HASH_LEVEL_VALUES, /* raw components of row `first` */
    FS__HASH_LEVEL_GONE,   /* in a reply: the state of that tick is no longer stored */
    FS__HASH_LEVEL_PHASES  /* hashes behind the parts of the tick, which is repeated */
} fs__hash_level;
struct fs__hash_query {
    uint32_t tick;
    uint8_t level;
    uint16_t table;
    uint32_t first;
};
/* Number of groups of a table with so many rows; a client may claim 2^32 - 1. */
static inline uint32_t fs__hash_group_count(uint32_t rows)
{
    return rows / FS_HASH_ROWS + (rows % FS_HASH_ROWS > 0);
}
struct fs__hash_reply {
    struct fs__hash_query query;
    uint64_t chain;
    uint32_t count;
    uint64_t hash[FS__MAX_REPLY_HASHES]; /* or values */
    uint32_t rows[FS_MAX_TABLES];        /* FS__HASH_LEVEL_TABLES only */
};

/* Writers return the length, 0 when `size` is too small. */
size_t fs__put_join(void *bytes, size_t size, const struct fs__join_message *m);
size_t fs__put_resume(void *bytes, size_t size, const struct fs__resume_message *m);
size_t fs__put_key(void *bytes, size_t size, const struct fs__key_message *m);
size_t fs__put_ticket(void *bytes, size_t size, const struct fs__ticket_message *m);
size_t fs__put_offer(void *bytes, size_t size, const struct fs__offer_message *m);
size_t fs__put_ready(void *bytes, size_t size, const struct fs__ready_message *m);
size_t fs__put_welcome(void *bytes, size_t size, const struct fs__welcome_message *m);
size_t fs__put_start(void *bytes, size_t size, const struct fs__start_message *m);
size_t fs__put_refuse(void *bytes, size_t size, const struct fs__refuse_message *m);
size_t fs__put_desync_notice(void *bytes, size_t size, const struct fs__desync_notice *m);
size_t fs__put_end(void *bytes, size_t size, const struct fs__end_message *m);
size_t fs__put_cause(void *bytes, size_t size, const struct fs__cause_message *m);
size_t fs__put_next(void *bytes, size_t size, const struct fs__next_message *m);
size_t fs__put_notice(void *bytes, size_t size, const struct fs__notice_message *m);
size_t fs__put_challenge(void *bytes, size_t size, const struct fs__challenge_message *m);
size_t fs__put_proof(void *bytes, size_t size, const struct fs__proof_message *m);
size_t fs__put_chat(void *bytes, size_t size, const struct fs__chat_message *m);
size_t fs__put_repair_request(void *bytes, size_t size, const struct fs__repair_request *m);
size_t fs__put_spectate(void *bytes, size_t size, const struct fs__join_message *m);
size_t fs__put_spectating(void *bytes, size_t size, const struct fs__spectating_message *m);
size_t fs__put_watched(void *bytes, size_t size, const struct fs__watched_message *m);
size_t fs__put_head(void *bytes, size_t size, const struct fs__head *m);
/* LOADED and LEAVE: a type and nothing else. */
size_t fs__put_empty_message(void *bytes, size_t size, fs__message_type type);
/* Writes as many inputs as fit before all state hashes; sets m->count to their number. */
size_t fs__put_input(void *bytes, size_t size, struct fs__input_message *m, uint32_t input_size);
/* `type` is FS__MESSAGE_TICKS or FS__MESSAGE_REPAIR. */
size_t fs__put_ticks(void *bytes, size_t size, fs__message_type type, const struct fs__ticks_message *m);
size_t fs__put_snapshot_chunk(void *bytes, size_t size, const struct fs__snapshot_chunk *m);
size_t fs__put_hash_query(void *bytes, size_t size, const struct fs__hash_query *m);
size_t fs__put_hash_reply(void *bytes, size_t size, const struct fs__hash_reply *m);

/* Readers of the body after the type byte; false unless all of it was used. */
bool fs__get_join(fs__reader *r, struct fs__join_message *m);
bool fs__get_resume(fs__reader *r, struct fs__resume_message *m);
bool fs__get_key(fs__reader *r, struct fs__key_message *m);
bool fs__get_ticket(fs__reader *r, struct fs__ticket_message *m);
bool fs__get_offer(fs__reader *r, struct fs__offer_message *m);
bool fs__get_ready(fs__reader *r, struct fs__ready_message *m);
bool fs__get_welcome(fs__reader *r, struct fs__welcome_message *m);
bool fs__get_start(fs__reader *r, struct fs__start_message *m);
bool fs__get_refuse(fs__reader *r, struct fs__refuse_message *m);
bool fs__get_desync_notice(fs__reader *r, struct fs__desync_notice *m);
bool fs__get_end(fs__reader *r, struct fs__end_message *m);
bool fs__get_cause(fs__reader *r, struct fs__cause_message *m);
bool fs__get_next(fs__reader *r, struct fs__next_message *m);
bool fs__get_notice(fs__reader *r, struct fs__notice_message *m);
bool fs__get_challenge(fs__reader *r, struct fs__challenge_message *m);
bool fs__get_proof(fs__reader *r, struct fs__proof_message *m);
bool fs__get_chat(fs__reader *r, struct fs__chat_message *m);
bool fs__get_repair_request(fs__reader *r, struct fs__repair_request *m);
/* A body of SPECTATE is one of JOIN. */
bool fs__get_spectating(fs__reader *r, struct fs__spectating_message *m);
bool fs__get_watched(fs__reader *r, struct fs__watched_message *m);
bool fs__get_head(fs__reader *r, struct fs__head *m);
bool fs__get_input(fs__reader *r, struct fs__input_message *m, uint32_t input_size);
bool fs__get_ticks(fs__reader *r, struct fs__ticks_message *m);
bool fs__get_snapshot_chunk(fs__reader *r, struct fs__snapshot_chunk *m);
bool fs__get_hash_query(fs__reader *r, struct fs__hash_query *m);
bool fs__get_hash_reply(fs__reader *r, struct fs__hash_reply *m);

#endif
