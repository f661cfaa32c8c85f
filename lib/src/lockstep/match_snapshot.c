/* match_snapshot.c: gives a peer the whole state, compressed, in chunks.
 *
 * The bytes are those of a keyframe: the stream, then the canonical state. Its
 * id is the next tick, so what follows it are the bundles from there on.
 */
#include "lockstep/match_internal.h"

#include <stdlib.h>
#include <zstd.h>

/* The keyframe, uncompressed and malloced; NULL when out of memory. */
static uint8_t *keyframe(fs_match *m, size_t *size)
{
    const fs_state *state = fs_sim_state(m->sim);
    size_t room = FS__MAX_STREAM_BYTES + fs_state_encoded_size(state);
    uint8_t *bytes = malloc(room);
    if (bytes == NULL)
        return NULL;
    fs__writer w = fs__writer_make(bytes, room);
    fs__stream_put(&m->stream, &w);
    *size = w.at + fs_state_encode(state, bytes + w.at, room - w.at);
    return bytes;
}

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
    size_t raw_size = 0;
    uint8_t *raw = keyframe(m, &raw_size);
    size_t room = ZSTD_compressBound(raw_size);
    uint8_t *packed = raw != NULL ? malloc(room) : NULL;
    size_t size = packed != NULL ? ZSTD_compress(packed, room, raw, raw_size, 3) : 0;
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
