/* message.h: every message between a match and a session, byte by byte.
 *
 * A message is a type byte and its body; numbers are little-endian or var
 * (wire.h). Readers take any bytes and answer false for all that is not exactly
 * one whole message. lib/doc/PROTOCOL.md says who may send what when.
 */
#ifndef FS_LOCK_MESSAGE_H
#define FS_LOCK_MESSAGE_H

#include "lockstep/stream.h"
#include "state/wire.h"

enum {
    FS__MAGIC = 0x31535846,          /* "FXS1" */
    FS__MESSAGE_BYTES = 16 * 1024,   /* no single message is longer */
    FS__MAX_TEXT = 200,
    FS__MAX_BUILD = 96,
    FS__CHUNK_BYTES = 12 * 1024,     /* of a snapshot, per message */
    FS__MAX_INPUTS = 40,             /* ticks of input in one message */
    FS__MAX_ROOTS = 24,              /* roots in one message */
    FS__TREE_HASHES = 256            /* hashes in one answer */
};

typedef enum fs__type {
    /* client to server */
    FS__JOIN = 1, FS__READY = 2, FS__LOADED = 3, FS__NEED = 4, FS__TREE = 5, FS__LEAVE = 6, FS__INPUT = 7,
    /* server to client */
    FS__REFUSE = 16, FS__OFFER = 17, FS__WELCOME = 18, FS__START = 19, FS__TREE_ASK = 20, FS__TOLD = 21,
    FS__END = 22, FS__SNAPSHOT = 23, FS__REPAIR = 24, FS__TICKS = 25
} fs__type;

/* JOIN: who I am. Refused at once when the version or the numbers differ. */
struct fs__join {
    uint16_t version;
    uint64_t numbers;
    char name[FS_MAX_NAME];
    char build[FS__MAX_BUILD];
};

/* OFFER: what is played. READY answers with the client's own hashes of it. */
struct fs__offer {
    uint8_t config[FS_CONFIG_BYTES];
    uint64_t schema_hash, config_hash;
    bool running;               /* a SNAPSHOT follows READY */
};
struct fs__ready { uint64_t schema_hash, config_hash; };

/* WELCOME: the player's slot; inputs count from `active_tick` on. */
struct fs__welcome {
    uint8_t slot, delay_ticks;
    uint32_t active_tick;
    char name[FS_MAX_NAME];
};

/* START: tick `next_tick` closes in so many microseconds. */
struct fs__start { uint32_t next_tick, closes_in_us; };

struct fs__refuse { fs_result result; char text[FS__MAX_TEXT]; };
/* TOLD: a desync of yours was traced. */
struct fs__told { uint32_t tick; char text[FS__MAX_TEXT]; };
struct fs__end { uint32_t ticks; uint64_t root; };
struct fs__need { uint32_t first, count; };

/* INPUT: what I have, my inputs from the oldest the server lacks, my roots. */
struct fs__input {
    uint32_t stamp;              /* of the newest TICKS received, and */
    uint32_t held_us;            /* how long ago that was; UINT32_MAX = none yet */
    uint8_t epoch;               /* snapshots loaded, mod 256: older roots and wants are void */
    uint32_t wanted_tick;        /* first bundle I lack */
    uint32_t first_tick, count;  /* inputs, count x input_size bytes */
    uint8_t inputs[FS__MAX_INPUTS * FS_MAX_INPUT];
    uint32_t first_root, roots;  /* roots of ticks first_root.. */
    uint64_t root[FS__MAX_ROOTS];
    uint64_t chain;              /* first 8 bytes of the chain at the last of them */
};

/* TICKS: bundles since the peer's wanted tick, and what the server has. */
struct fs__ticks {
    uint32_t stamp;
    uint32_t wanted_input;       /* first tick whose input I lack */
    uint32_t wanted_root;
    uint32_t agreed;             /* ticks agreed by everybody */
    uint32_t rtt_us;             /* as the server sees it */
    uint32_t first_tick, count;
    const uint8_t *bundles;      /* count x (var size, bytes), in place */
    size_t size;
};

/* SNAPSHOT: a piece of compressed keyframe bytes; `id` is the next tick. */
struct fs__chunk {
    uint32_t id, total, offset;
    const uint8_t *bytes;
    size_t size;
};

/* A desync is traced by asking for hashes further and further down. */
typedef enum fs__tree_level {
    FS__TREE_TABLES,   /* hash and rows of every table; chain */
    FS__TREE_GROUPS,   /* hashes of groups first.. of a table */
    FS__TREE_ROWS,     /* hashes of the rows of group `first` */
    FS__TREE_VALUES,   /* raw components of row `first` */
    FS__TREE_GONE      /* answer: the state of that tick is no longer kept */
} fs__tree_level;
struct fs__tree_ask { uint32_t tick; uint8_t level; uint16_t table; uint32_t first; };
struct fs__tree {
    struct fs__tree_ask ask;
    uint64_t chain;
    uint32_t count;
    uint64_t hash[FS__TREE_HASHES];   /* or values */
    uint32_t rows[FS_MAX_TABLES];     /* FS__TREE_TABLES only */
};

/* Writers return the length, 0 when `size` is too small. */
size_t fs__put_join(void *bytes, size_t size, const struct fs__join *m);
size_t fs__put_offer(void *bytes, size_t size, const struct fs__offer *m);
size_t fs__put_ready(void *bytes, size_t size, const struct fs__ready *m);
size_t fs__put_welcome(void *bytes, size_t size, const struct fs__welcome *m);
size_t fs__put_start(void *bytes, size_t size, const struct fs__start *m);
size_t fs__put_refuse(void *bytes, size_t size, const struct fs__refuse *m);
size_t fs__put_told(void *bytes, size_t size, const struct fs__told *m);
size_t fs__put_end(void *bytes, size_t size, const struct fs__end *m);
size_t fs__put_need(void *bytes, size_t size, const struct fs__need *m);
/* LOADED and LEAVE: a type and nothing else. */
size_t fs__put_bare(void *bytes, size_t size, fs__type type);
/* As many inputs and roots as fit; sets m->count and m->roots to what did. */
size_t fs__put_input(void *bytes, size_t size, struct fs__input *m, uint32_t input_size);
/* `type` is FS__TICKS or FS__REPAIR. */
size_t fs__put_ticks(void *bytes, size_t size, fs__type type, const struct fs__ticks *m);
size_t fs__put_chunk(void *bytes, size_t size, const struct fs__chunk *m);
size_t fs__put_tree_ask(void *bytes, size_t size, const struct fs__tree_ask *m);
size_t fs__put_tree(void *bytes, size_t size, const struct fs__tree *m);

/* Readers of the body after the type byte; false unless all of it was used. */
bool fs__get_join(fs_reader *r, struct fs__join *m);
bool fs__get_offer(fs_reader *r, struct fs__offer *m);
bool fs__get_ready(fs_reader *r, struct fs__ready *m);
bool fs__get_welcome(fs_reader *r, struct fs__welcome *m);
bool fs__get_start(fs_reader *r, struct fs__start *m);
bool fs__get_refuse(fs_reader *r, struct fs__refuse *m);
bool fs__get_told(fs_reader *r, struct fs__told *m);
bool fs__get_end(fs_reader *r, struct fs__end *m);
bool fs__get_need(fs_reader *r, struct fs__need *m);
bool fs__get_input(fs_reader *r, struct fs__input *m, uint32_t input_size);
bool fs__get_ticks(fs_reader *r, struct fs__ticks *m);
bool fs__get_chunk(fs_reader *r, struct fs__chunk *m);
bool fs__get_tree_ask(fs_reader *r, struct fs__tree_ask *m);
bool fs__get_tree(fs_reader *r, struct fs__tree *m);

#endif
