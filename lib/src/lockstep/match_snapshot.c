/* match_snapshot.c: sends a peer the whole state, compressed, in chunks.
 *
 * The bytes are those of a keyframe: the stream, then the canonical state. The id of a snapshot is its next tick; the
 * bundles from that tick on follow it.
 */
#include "lockstep/match_internal.h"

#include <stdlib.h>
#include <zstd.h>

/* The uncompressed keyframe, allocated with malloc; NULL when out of memory. */
static uint8_t *encode_keyframe(fs_match *m, size_t *size)
{
    const fs_state *state = fs_sim_state(m->sim);
    size_t capacity = FS__MAX_STREAM_BYTES + fs_state_encoded_size(state);
    uint8_t *bytes = malloc(capacity);
    if (bytes == NULL)
        return NULL;
    fs__writer w = fs__writer_make(bytes, capacity);
    fs__stream_put(&m->stream, &w);
    *size = w.at + fs_state_encode(state, bytes + w.at, capacity - w.at);
    return bytes;
}

/* Sends the compressed bytes in messages of at most FS__MAX_CHUNK_BYTES. */
static void send_chunks(fs_match *m, uint32_t p, const uint8_t *bytes, size_t size)
{
    for (size_t at = 0; at < size; at += FS__MAX_CHUNK_BYTES) {
        size_t n = size - at < FS__MAX_CHUNK_BYTES ? size - at : FS__MAX_CHUNK_BYTES;
        struct fs__snapshot_chunk chunk = { m->stream.next_tick, (uint32_t)size, (uint32_t)at, bytes + at, n };
        fs__match_send(m, p, FS_CHANNEL_BULK, fs__put_snapshot_chunk(m->out, sizeof m->out, &chunk));
    }
}

bool fs__match_send_snapshot(fs_match *m, uint32_t p)
{
    fs__peer *peer = &m->peers[p];
    FS_ASSERT(peer->phase == FS__PEER_LOADING || peer->phase == FS__PEER_PLAYING);
    size_t raw_size = 0;
    uint8_t *raw = encode_keyframe(m, &raw_size);
    size_t capacity = ZSTD_compressBound(raw_size);
    uint8_t *packed = raw != NULL ? malloc(capacity) : NULL;
    size_t size = packed != NULL ? ZSTD_compress(packed, capacity, raw, raw_size, 3) : 0;
    bool ok = packed != NULL && !ZSTD_isError(size);
    if (ok) {
        send_chunks(m, p, packed, size);
        fs__match_start_message(m, p);
        peer->ack_bundle_tick = m->stream.next_tick;
        peer->next_hash_tick = m->stream.next_tick;
        if (peer->state_desynced)
            peer->desync_to = m->stream.next_tick;
        peer->state_desynced = false;
        peer->epoch++;
        peer->stats->snapshots++;
    }
    free(packed);
    free(raw);
    return ok;
}
