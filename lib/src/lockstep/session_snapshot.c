/* session_snapshot.c: collects a snapshot's chunks and restarts the session from it.
 *
 * The memory for a snapshot is allocated when the match is offered, by the size that the client's own schema and
 * capacities give; no number in a message allocates memory.
 */
#include "lockstep/session_internal.h"

#include <stdlib.h>

#include "lockstep/spectate/keyframe.h"

/* Upper bound of the stream and canonical state with all rows in use. */
static size_t max_keyframe_bytes(const fs_session *s)
{
    return FS__MAX_STREAM_BYTES + fs_state_block_size(fs_sim_state(s->sim)) + 64 + 16 * FS_MAX_TABLES;
}

size_t fs__session_snapshot_bound(const fs_session *s)
{
    return fs__keyframe_bound(max_keyframe_bytes(s));
}

/* Resets everything that counts ticks to the loaded tick. */
static void restart_session(fs_session *s)
{
    s->received_stream = s->stream;
    s->ack_hash_tick = s->stream.next_tick;
    s->awaiting_snapshot = false;
    s->request_us = 0;
    s->epoch++;
    fs__prediction_reset(&s->prediction);
    s->shown_tick = 0;
    fs__state_history_clear(&s->state_history);
    if (s->stream.next_tick > 0)
        fs__state_history_store_loaded(&s->state_history, s->stream.next_tick - 1, fs_sim_state(s->sim));
    fs__session_event(s, (fs_event){ .kind = FS_EVENT_RESTARTED, .tick = s->stream.next_tick });
    if (s->stats.spectating)
        fs__session_restart_watch(s);
    else if (!s->welcomed)
        fs__session_send(s, FS_CHANNEL_CONTROL, fs__put_empty_message(s->out, sizeof s->out, FS__MESSAGE_LOADED));
}

/* False for one that does not load, or loads as another state than the server has sent. */
static bool load_snapshot(fs_session *s)
{
    size_t capacity = max_keyframe_bytes(s);
    uint8_t *raw = malloc(capacity);
    if (raw == NULL)
        return false;
    uint64_t state_hash = 0;
    size_t size = fs__keyframe_open(raw, capacity, s->chunks, s->chunks_received, &state_hash);
    fs__reader r = fs__reader_make(raw, size);
    fs_stream stream;
    bool ok = size > 0 && fs__stream_get(&stream, s->game, &s->config, &r) == FS_OK &&
              fs_sim_load(s->sim, raw + r.at, fs__reader_remaining(&r)) == FS_OK &&
              fs_sim_tick(s->sim) == stream.next_tick && fs_sim_state_hash(s->sim) == state_hash;
    free(raw);
    if (ok)
        s->stream = stream;
    return ok;
}

bool fs__session_take_chunk(fs_session *s, const struct fs__snapshot_chunk *chunk)
{
    if (chunk->total > s->chunks_capacity)
        return false;
    if (chunk->offset == 0) {
        s->chunks_received = 0;
        s->chunks_id = chunk->id;
    }
    /* The channel is reliable and ordered, so a gap is an error of the sender. */
    if (chunk->id != s->chunks_id || chunk->offset != s->chunks_received)
        return false;
    FS_ASSERT(chunk->size <= s->chunks_capacity - chunk->offset);
    memcpy(s->chunks + chunk->offset, chunk->bytes, chunk->size);
    s->chunks_received += chunk->size;
    if (s->chunks_received < chunk->total)
        return true;
    if (load_snapshot(s))
        restart_session(s);
    else
        fs__session_fail(s, FS_E_MALFORMED, "the server's snapshot does not load, or as another state");
    return true;
}
