/* keyframe.c: see keyframe.h. */
#include "lockstep/spectate/keyframe.h"

#include <stdlib.h>
#include <zstd.h>

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

uint8_t *fs__keyframe_make(const fs_stream *stream, fs_sim *sim, size_t *size, size_t *raw_size)
{
    uint8_t *raw = encode_keyframe(stream, fs_sim_state(sim), raw_size);
    size_t capacity = raw != NULL ? ZSTD_compressBound(*raw_size) : 0;
    uint8_t *packed = raw != NULL ? malloc(capacity) : NULL;
    *size = packed != NULL ? ZSTD_compress(packed, capacity, raw, *raw_size, 3) : 0;
    free(raw);
    if (packed == NULL || !ZSTD_isError(*size))
        return packed;
    free(packed);
    return NULL;
}
