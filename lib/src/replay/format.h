/* format.h: the shape of a recording's bytes, shared by writer and reader.
 *
 * lib/doc/REPLAY.md is the specification. This file names its numbers and declares the functions of both sides:
 * checksums, block frames, seals, the header. None of them needs the game: a recording is read without one.
 */
#ifndef FS_REPLAY_FORMAT_H
#define FS_REPLAY_FORMAT_H

#include <fixstep/replay.h>

#include <sodium.h>

#include "lockstep/stream.h"
#include "state/wire.h"

enum {
    FS__MAGIC_BYTES = 8,
    FS__PREAMBLE_BYTES = FS__MAGIC_BYTES + 4 + 4, /* magic, format version, checksum */
    FS__FRAME_HEAD_BYTES = 8 + 4,                 /* type .. length, checksum */
    FS__FRAME_TAIL_BYTES = 4,                     /* checksum of the payload */
    FS__SEAL_HASH_BYTES = 32,
    FS__SEAL_BYTES = FS__SEAL_HASH_BYTES + 64, /* hash and signature: end of SEAL and END */
    FS__KEYFRAME_FIXED = 1 + 4 + 8 + 4 + 4,    /* before the stream's bytes */
    FS__TICKS_FIXED = 4 + 4,                   /* before the first tick */
    FS__SEAL_PAYLOAD = 4 + FS__SEAL_BYTES,
    FS__END_PAYLOAD = 5 * 4 + 8 + 8 + FS__SEAL_BYTES,
    FS__MAX_REPLAY_BYTES = 1 << 30, /* bytes of a recording that a reader accepts */
    FS__MAX_DESYNC_BYTES = 1 << 16, /* bytes of the text of one desync report */
    FS__MAX_RESTARTS = 1024,        /* restarts in one recording */
    FS__BUILD_TEXT = 96,            /* bytes of the build text with its 0 */
    FS__KEYFRAME_RESTART = 1        /* flag: begins a run, not the successor of the ticks before */
};
_Static_assert(FS__BUILD_TEXT == sizeof((fs_replay_info *)0)->build, "the build text must fit its field");

typedef enum fs__block_type {
    FS__BLOCK_HEADER = 1,
    FS__BLOCK_KEYFRAME,
    FS__BLOCK_TICKS,
    FS__BLOCK_DESYNC,
    FS__BLOCK_SEAL,
    FS__BLOCK_END
} fs__block_type;

extern const uint8_t fs__replay_magic[FS__MAGIC_BYTES];

/* CRC-32C (Castagnoli, RFC 3720 appendix B.4): "123456789" gives 0xe3069283. */
uint32_t fs__crc32c(const void *bytes, size_t size);

/* --- frames ------------------------------------------------------------------ */

/* `block` has FS__FRAME_HEAD_BYTES bytes, then `size` bytes of payload, then FS__FRAME_TAIL_BYTES. Fill the head, and
 * the tail with the checksum of the payload. */
void fs__frame_head(uint8_t *block, fs__block_type type, uint32_t size);
void fs__frame_tail(uint8_t *block, uint32_t size);
static inline size_t fs__frame_size(uint32_t payload)
{
    return (size_t)FS__FRAME_HEAD_BYTES + payload + FS__FRAME_TAIL_BYTES;
}

/* --- seals --------------------------------------------------------------------- */

/* The running hash S(i) = BLAKE2b-256(S(i-1) || bytes since the last SEAL block). */
typedef struct fs__seal {
    crypto_generichash_state running;
    uint8_t last[FS__SEAL_HASH_BYTES];
} fs__seal;

void fs__seal_init(fs__seal *seal);
void fs__seal_update(fs__seal *seal, const void *bytes, size_t size);
/* Ends S(i), which is in `last` then, and begins S(i+1). */
void fs__seal_final(fs__seal *seal);
void fs__seal_sign(const fs__seal *seal, const uint8_t secret[crypto_sign_SECRETKEYBYTES], uint8_t signature[64]);
bool fs__seal_verify(const fs__seal *seal, const uint8_t public_key[32], const uint8_t signature[64]);

/* --- header block ---------------------------------------------------------------- */

/* The contents of the header. `schema` belongs to the code that filled the struct. */
typedef struct fs__header {
    char recorder[FS_MAX_NAME];
    char build[FS__BUILD_TEXT];
    uint64_t number_fingerprint;
    uint32_t input_size;
    fs_config config;
    uint64_t config_hash;
    uint32_t option_count;
    char options[FS_MAX_OPTIONS][FS_MAX_NAME];
    uint8_t public_key[32];
    const fs_schema *schema;
    uint32_t capacities[FS_MAX_TABLES];
} fs__header;

/* Returns the bytes of the payload and writes them when they fit into `size`. */
size_t fs__header_encode(const fs__header *header, void *bytes, size_t size);
/* Any input is safe. When FS_OK the caller frees `schema` with fs_schema_free(); E_MALFORMED, E_MEMORY. */
fs_result fs__header_decode(fs__header *header, const void *bytes, size_t size);

/* --- keyframe and desync blocks ----------------------------------------------------------------- */

typedef struct fs__keyframe {
    uint8_t flags;
    uint32_t tick; /* finished ticks of the state */
    uint64_t state_hash;
    uint32_t state_size; /* of the canonical state, before compression */
    const uint8_t *stream;
    uint32_t stream_size;
    const uint8_t *packed; /* zstd */
    size_t packed_size;
} fs__keyframe;

/* The pointers of *keyframe point into `bytes`. False when the payload is malformed. */
bool fs__keyframe_parse(fs__keyframe *keyframe, const void *bytes, size_t size);
/* Whether the bytes are one line of JSON that holds an object: the payload of a DESYNC block. */
bool fs__desync_valid(const void *text, size_t size);

/* Upper bound of the canonical bytes of a state with the schema and capacities of `state`. */
size_t fs__state_max_bytes(const fs_state *state);

#endif
