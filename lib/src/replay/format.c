/* format.c: checksums, frames, seals and keyframe payloads of a recording.
 *
 * Pure functions over bytes; this file must never read or write a file.
 */
#include "replay/format.h"

/* As in PNG: a byte above 127, both line ends and an end-of-file mark, so that
 * a transfer as text is noticed at once. */
const uint8_t fs__replay_magic[FS__MAGIC_BYTES] = { 0x89, 'F', 'S', 'R', '\r', '\n', 0x1a, '\n' };

/* The purpose of a signature, a part of the signed message, so that it is valid for nothing else. */
static const char seal_context[] = "fixstep recording seal 1";

uint32_t fs__crc32c(const void *bytes, size_t size)
{
    /* Remainders of the 16 half bytes for the reflected polynomial 0x82f63b78. */
    static const uint32_t half[16] = { 0x00000000, 0x105ec76f, 0x20bd8ede, 0x30e349b1, 0x417b1dbc, 0x5125dad3,
                                       0x61c69362, 0x7198540d, 0x82f63b78, 0x92a8fc17, 0xa24bb5a6, 0xb21572c9,
                                       0xc38d26c4, 0xd3d3e1ab, 0xe330a81a, 0xf36e6f75 };
    const uint8_t *p = (const uint8_t *)bytes;
    uint32_t crc = 0xffffffffu;
    for (size_t i = 0; i < size; i++) {
        crc ^= p[i];
        crc = crc >> 4 ^ half[crc & 15];
        crc = crc >> 4 ^ half[crc & 15];
    }
    return ~crc;
}

void fs__frame_head(uint8_t *block, fs__block_type type, uint32_t size)
{
    fs__writer w = fs__writer_make(block, FS__FRAME_HEAD_BYTES);
    fs__put_u8(&w, (uint8_t)type);
    fs__put_u8(&w, 0);
    fs__put_u16(&w, 0);
    fs__put_u32(&w, size);
    fs__put_u32(&w, fs__crc32c(block, w.at));
}

void fs__frame_tail(uint8_t *block, uint32_t size)
{
    fs__writer w = fs__writer_make(block + FS__FRAME_HEAD_BYTES + size, FS__FRAME_TAIL_BYTES);
    fs__put_u32(&w, fs__crc32c(block + FS__FRAME_HEAD_BYTES, size));
}

/* --- seals --------------------------------------------------------------------- */

static void begin_seal(fs__seal *seal)
{
    crypto_generichash_init(&seal->running, NULL, 0, sizeof seal->last);
    crypto_generichash_update(&seal->running, seal->last, sizeof seal->last);
}

void fs__seal_init(fs__seal *seal)
{
    memset(seal->last, 0, sizeof seal->last);
    begin_seal(seal);
}

void fs__seal_update(fs__seal *seal, const void *bytes, size_t size)
{
    crypto_generichash_update(&seal->running, (const uint8_t *)bytes, size);
}

void fs__seal_final(fs__seal *seal)
{
    crypto_generichash_final(&seal->running, seal->last, sizeof seal->last);
    begin_seal(seal);
}

enum { SEAL_MESSAGE_BYTES = sizeof seal_context - 1 + FS__SEAL_HASH_BYTES };

static void make_seal_message(const fs__seal *seal, uint8_t message[SEAL_MESSAGE_BYTES])
{
    memcpy(message, seal_context, sizeof seal_context - 1);
    memcpy(message + sizeof seal_context - 1, seal->last, sizeof seal->last);
}

void fs__seal_sign(const fs__seal *seal, const uint8_t secret[crypto_sign_SECRETKEYBYTES], uint8_t signature[64])
{
    uint8_t message[SEAL_MESSAGE_BYTES];
    make_seal_message(seal, message);
    crypto_sign_detached(signature, NULL, message, sizeof message, secret);
}

bool fs__seal_verify(const fs__seal *seal, const uint8_t public_key[32], const uint8_t signature[64])
{
    uint8_t message[SEAL_MESSAGE_BYTES];
    make_seal_message(seal, message);
    return crypto_sign_verify_detached(signature, message, sizeof message, public_key) == 0;
}

/* --- keyframes --------------------------------------------------------------------- */

bool fs__keyframe_parse(fs__keyframe *keyframe, const void *bytes, size_t size)
{
    fs__reader r = fs__reader_make(bytes, size);
    keyframe->flags = fs__get_u8(&r);
    keyframe->tick = fs__get_u32(&r);
    keyframe->state_hash = fs__get_u64(&r);
    keyframe->state_size = fs__get_u32(&r);
    keyframe->stream_size = fs__get_u32(&r);
    keyframe->stream = fs__reader_take(&r, keyframe->stream_size);
    keyframe->packed_size = fs__reader_remaining(&r);
    keyframe->packed = fs__reader_take(&r, keyframe->packed_size);
    return !r.bad && (keyframe->flags & ~FS__KEYFRAME_RESTART) == 0;
}

size_t fs__state_max_bytes(const fs_state *state)
{
    const fs_schema *schema = fs_state_schema(state);
    /* The bytes that the codec writes besides the columns. */
    size_t limit = 64 + (size_t)schema->table_count * 16;
    for (unsigned t = 0; t < schema->table_count; t++) {
        size_t row = 0;
        for (unsigned f = 0; f < schema->tables[t].field_count; f++) {
            const fs_type_info *type = fs_type_get(schema->tables[t].fields[f].type);
            row += (size_t)type->width * type->components;
        }
        limit += row * fs_state_capacity(state, t);
    }
    return limit;
}
