/* match_hashes.c: compares each peer's state hash of each tick with the server's. */
#include "lockstep/match_internal.h"

void fs__match_begin_desync(fs_match *m, uint32_t p, uint32_t tick, uint64_t state_hash)
{
    fs__peer *peer = &m->peers[p];
    peer->state_desynced = true;
    peer->desync_from = tick;
    peer->desync_to = FS__NO_TICK;
    peer->trace_tick = tick;
    peer->trace_state_hash = state_hash;
    peer->trace_own_hash = m->state_hashes[tick % FS__STATE_HASH_TICKS];
    peer->trace_number = ++m->traces_requested;
    m->desyncs++;
    fs__match_trace_next(m);
}

/* Compares the peer's state hash of its next tick. One more than FS__STATE_HASH_TICKS late counts as missing. */
static void compare_hash(fs_match *m, uint32_t p, uint32_t tick, uint64_t state_hash, bool chain_differs)
{
    fs__peer *peer = &m->peers[p];
    FS_ASSERT(tick == peer->next_hash_tick && tick < m->stream.next_tick);
    peer->next_hash_tick = tick + 1;
    peer->replaced = false;
    if (m->stream.next_tick - tick > FS__STATE_HASH_TICKS) {
        peer->stats->hashes_missing++;
        return;
    }
    if (!fs__match_simulates(m)) {
        peer->stats->hashes_compared++;
        peer->stats->last_hash_tick = tick;
        fs__match_take_claim(m, p, tick, state_hash, chain_differs);
        return;
    }
    bool equal = state_hash == m->state_hashes[tick % FS__STATE_HASH_TICKS] && !chain_differs;
    peer->stats->hashes_compared++;
    peer->stats->last_hash_tick = tick;
    if (equal)
        return;
    peer->stats->hashes_different++;
    if (!peer->state_desynced)
        fs__match_begin_desync(m, p, tick, state_hash);
}

void fs__match_take_state_hashes(fs_match *m, uint32_t p, const struct fs__input_message *in)
{
    fs__peer *peer = &m->peers[p];
    for (uint32_t i = 0; i < in->hash_count; i++) {
        uint32_t tick = in->first_hash_tick + i;
        /* A client cannot have simulated a tick that is not closed. */
        if (tick >= m->stream.next_tick)
            break;
        bool last = i + 1 == in->hash_count;
        bool chain_differs = last && m->stream.next_tick - tick <= FS__STATE_HASH_TICKS &&
                             in->chain != m->chains[tick % FS__STATE_HASH_TICKS];
        if (tick == peer->next_hash_tick)
            compare_hash(m, p, tick, in->state_hashes[i], chain_differs);
    }
    fs__match_update_agreed(m);
}

uint32_t fs__match_hashes_outstanding(const fs_match *m, const fs__peer *peer)
{
    return peer->phase == FS__PEER_PLAYING ? m->stream.next_tick - peer->next_hash_tick : 0;
}

bool fs__match_awaits_hashes(const fs_match *m)
{
    for (uint32_t p = 0; p < FS_MAX_PEERS; p++)
        if (fs__match_hashes_outstanding(m, &m->peers[p]) > 0)
            return true;
    return false;
}

uint64_t fs__match_hash_lag_us(const fs_match *m, const fs__peer *peer)
{
    uint64_t lag_us = (uint64_t)fs__match_hashes_outstanding(m, peer) * 1000000 / m->def.config.hz;
    /* What the client says makes the round trip: one that lies gains no more than this. */
    uint64_t rtt_us = fs_min_u64(peer->stats->rtt_us, FS__RTT_CREDIT_US);
    return lag_us > rtt_us ? lag_us - rtt_us : 0;
}

bool fs__match_is_current(const fs_match *m, const fs__peer *peer)
{
    return fs__match_hash_lag_us(m, peer) <= FS__ABSENT_US || m->ended;
}

void fs__match_poll_hashes(fs_match *m, uint32_t p)
{
    if (!m->ended && fs__match_hashes_outstanding(m, &m->peers[p]) > FS__STATE_HASH_TICKS)
        fs__match_refuse(m, p, FS_E_TIMEOUT, "no state hash of the last %u ticks arrived",
                         (unsigned)FS__STATE_HASH_TICKS);
}

void fs__match_update_agreed(fs_match *m)
{
    if (m->def.referee == FS_REFEREE_OFF) {
        fs__match_compare_claims(m);
        return;
    }
    uint32_t agreed = fs__match_undisputed(m, m->stream.next_tick);
    bool voters = false;
    for (uint32_t p = 0; p < FS_MAX_PEERS; p++) {
        const fs__peer *peer = &m->peers[p];
        if (peer->phase != FS__PEER_PLAYING || peer->state_desynced || !fs__match_is_current(m, peer))
            continue;
        voters = true;
        if (peer->next_hash_tick < agreed)
            agreed = peer->next_hash_tick;
    }
    if (voters && agreed > m->agreed)
        m->agreed = agreed;
}
