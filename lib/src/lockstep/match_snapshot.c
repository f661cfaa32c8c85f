/* match_snapshot.c: sends a peer the whole state, compressed, in chunks.
 *
 * A server that does not simulate every tick sends the state that it has simulated last, at most FS__SNAPSHOT_AGE_TICKS
 * old. The bytes are those of a keyframe: the stream, then the canonical state. The id of a snapshot is its next tick; the
 * bundles from that tick on follow it. To encode a state costs time and to send it costs bytes, so snapshots have a
 * budget in all and one per address: a peer above it waits.
 */
#include "lockstep/match_internal.h"
#include "base/leaky_bucket.h"

#include <stdlib.h>

#include "lockstep/spectate/keyframe.h"

/* Sends the compressed bytes in messages of at most FS__MAX_CHUNK_BYTES. */
static void send_chunks(fs_match *m, uint32_t p, uint32_t tick, const uint8_t *bytes, size_t size)
{
    for (size_t at = 0; at < size; at += FS__MAX_CHUNK_BYTES) {
        size_t n = size - at < FS__MAX_CHUNK_BYTES ? size - at : FS__MAX_CHUNK_BYTES;
        struct fs__snapshot_chunk chunk = { tick, (uint32_t)size, (uint32_t)at, bytes + at, n };
        fs__match_send(m, p, FS_CHANNEL_BULK, fs__put_snapshot_chunk(m->out, sizeof m->out, &chunk));
    }
}

static void note_sent_snapshot(fs_match *m, fs__peer *peer, uint32_t tick, size_t size)
{
    peer->ack_bundle_tick = peer->next_hash_tick = peer->judged = tick;
    peer->wrong_chain_tick = peer->disputed_tick = FS__NO_TICK;
    if (peer->state_desynced)
        peer->desync_to = m->stream.next_tick;
    peer->state_desynced = false;
    peer->epoch++;
    peer->snapshot_us = m->now_us;
    peer->load_us = FS__LOAD_TIMEOUT_US + (uint64_t)size * 1000000 / FS__LOAD_BYTES_PER_S;
    peer->stats->snapshots++;
}

/* Returns the uncompressed size, 0 when out of memory. */
static size_t send_snapshot(fs_match *m, uint32_t p)
{
    FS_ASSERT(m->peers[p].phase == FS__PEER_LOADING || m->peers[p].phase == FS__PEER_PLAYING);
    size_t size = 0, raw_size = 0;
    bool live = fs__match_simulates(m);
    const fs_stream *stream = live ? &m->stream : &m->referee.own.stream;
    uint8_t *packed = fs__keyframe_make(stream, live ? m->sim : m->referee.own.sim, &size, &raw_size);
    if (packed == NULL)
        return 0;
    send_chunks(m, p, stream->next_tick, packed, size);
    fs__match_start_message(m, p);
    note_sent_snapshot(m, &m->peers[p], stream->next_tick, size);
    free(packed);
    return raw_size;
}

/* --- budgets --------------------------------------------------------------------- */

/* The entry of an address. The least used one makes room for a new address. */
static fs__origin *find_origin(fs_match *m, uint64_t key)
{
    fs__origin *least = &m->origins[0];
    for (uint32_t i = 0; i < FS__ORIGINS; i++) {
        fs__origin *o = &m->origins[i];
        if (o->key == key)
            return o;
        if (o->snapshots_us < least->snapshots_us)
            least = o;
    }
    *least = (fs__origin){ .key = key };
    return least;
}

static bool has_budget(fs_match *m, const fs__peer *peer)
{
    return peer->origin == 0 ||
           fs__bucket_level(find_origin(m, peer->origin)->snapshots_us, m->now_us) <= FS__SNAPSHOT_ADDRESS_BURST_US;
}

static void charge_snapshot(fs_match *m, const fs__peer *peer, size_t raw_size)
{
    uint64_t cost_us = (uint64_t)raw_size * 1000000 / FS__SNAPSHOT_BYTES_PER_S;
    if (cost_us < FS__SNAPSHOT_US)
        cost_us = FS__SNAPSHOT_US;
    fs__bucket_fill(&m->snapshots_us, m->now_us, cost_us);
    if (peer->origin != 0)
        fs__bucket_fill(&find_origin(m, peer->origin)->snapshots_us, m->now_us, cost_us * FS__SNAPSHOT_ADDRESS_FACTOR);
}

/* The peer that has waited longest for a snapshot and whose address has budget; FS_MAX_PEERS if none. */
static uint32_t next_waiting_peer(fs_match *m)
{
    uint32_t next = FS_MAX_PEERS;
    for (uint32_t p = 0; p < FS_MAX_PEERS; p++) {
        const fs__peer *peer = &m->peers[p];
        bool longer = next == FS_MAX_PEERS || peer->snapshot_us < m->peers[next].snapshot_us;
        if (peer->snapshot_due && longer && has_budget(m, peer))
            next = p;
    }
    return next;
}

void fs__match_poll_snapshots(fs_match *m)
{
    if (!fs__match_snapshot_ready(m))
        return;
    /* At least one small snapshot fits when the level is not above the last 16th of the burst. */
    while (fs__bucket_level(m->snapshots_us, m->now_us) <= FS__SNAPSHOT_BURST_US - FS__SNAPSHOT_US) {
        uint32_t p = next_waiting_peer(m);
        if (p == FS_MAX_PEERS)
            return;
        m->peers[p].snapshot_due = false;
        size_t raw_size = send_snapshot(m, p);
        charge_snapshot(m, &m->peers[p], raw_size);
        if (raw_size == 0)
            fs__match_refuse(m, p, FS_E_MEMORY, "the server has no memory for a snapshot");
    }
}

void fs__match_request_snapshot(fs_match *m, uint32_t p)
{
    fs__peer *peer = &m->peers[p];
    FS_ASSERT(peer->phase == FS__PEER_LOADING || peer->phase == FS__PEER_PLAYING);
    if (!peer->snapshot_due)
        peer->snapshot_us = m->now_us;
    peer->snapshot_due = true;
    fs__match_poll_snapshots(m);
}
