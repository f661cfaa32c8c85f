/* keyframe.c: see keyframe.h. */
#include "lockstep/spectate/keyframe.h"

#include <stdlib.h>
#include <zstd.h>

enum { LEVEL = 3, SKIPPABLE_MAGIC = 0x184d2a50 };

/* The uncompressed bytes, allocated with malloc; NULL when out of memory. */
static uint8_t *encode_keyframe(const fs_stream *stream, const fs_state *state, size_t *size)
{
    size_t capacity = FS__MAX_STREAM_BYTES + fs_state_encoded_size(state);
    uint8_t *bytes = malloc(capacity);
    if (bytes == NULL)
        return NULL;
    fs__writer w = fs__writer_make(bytes, capacity);
    fs__stream_put(stream, &w);
    *size = w.at + fs_state_encode(state, bytes + w.at, capacity - w.at);
    return bytes;
}

/* Returns the size, 0 when out of memory. */
static size_t compress(uint8_t *packed, size_t capacity, const uint8_t *raw, size_t raw_size)
{
    ZSTD_CCtx *context = ZSTD_createCCtx();
    if (context == NULL)
        return 0;
    ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, LEVEL);
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
    size_t size = ZSTD_compress2(context, packed, capacity, raw, raw_size);
    ZSTD_freeCCtx(context);
    return ZSTD_isError(size) ? 0 : size;
}

static void put_tail(uint8_t *bytes, uint64_t state_hash)
{
    fs__writer w = fs__writer_make(bytes, FS__KEYFRAME_TAIL);
    fs__put_u32(&w, SKIPPABLE_MAGIC);
    fs__put_u32(&w, sizeof state_hash);
    fs__put_u64(&w, state_hash);
}

size_t fs__keyframe_bound(size_t raw_size)
{
    return ZSTD_compressBound(raw_size) + FS__KEYFRAME_TAIL;
}

uint8_t *fs__keyframe_make(const fs_stream *stream, fs_sim *sim, size_t *size, size_t *raw_size)
{
    uint8_t *raw = encode_keyframe(stream, fs_sim_state(sim), raw_size);
    size_t capacity = raw != NULL ? fs__keyframe_bound(*raw_size) : 0;
    uint8_t *packed = raw != NULL ? malloc(capacity) : NULL;
    *size = packed != NULL ? compress(packed, capacity - FS__KEYFRAME_TAIL, raw, *raw_size) : 0;
    free(raw);
    if (*size == 0) {
        free(packed);
        return NULL;
    }
    put_tail(packed + *size, fs_sim_state_hash(sim));
    *size += FS__KEYFRAME_TAIL;
    return packed;
}

size_t fs__keyframe_open(uint8_t *raw, size_t capacity, const uint8_t *bytes, size_t size, uint64_t *state_hash)
{
    if (size <= FS__KEYFRAME_TAIL)
        return 0;
    size -= FS__KEYFRAME_TAIL;
    fs__reader r = fs__reader_make(bytes + size, FS__KEYFRAME_TAIL);
    bool tail = fs__get_u32(&r) == SKIPPABLE_MAGIC;
    tail = fs__get_u32(&r) == sizeof *state_hash && tail;
    *state_hash = fs__get_u64(&r);
    size_t raw_size = tail ? ZSTD_decompress(raw, capacity, bytes, size) : 0;
    return ZSTD_isError(raw_size) ? 0 : raw_size;
}
