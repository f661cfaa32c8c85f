/* match_hashes.c: compares every peer's root of every tick with the server's. */
#include "lockstep/match_internal.h"

static void desync(fs_match *m, uint32_t p, uint32_t tick, uint64_t root)
{
    fs__peer *peer = &m->peers[p];
    peer->tainted = true;
    peer->wrong_from = tick;
    peer->wrong_to = FS__NO_TICK;
    peer->trace_tick = tick;
    peer->trace_root = root;
    m->desyncs++;
    fs__match_trace_next(m);
}

/* One root of the peer's next tick. */
static void compare(fs_match *m, uint32_t p, uint32_t tick, uint64_t root, bool chain_differs)
{
    fs__peer *peer = &m->peers[p];
    bool kept = m->stream.next_tick - tick <= FS__ROOT_TICKS;
    bool equal = !kept || (root == m->roots[tick % FS__ROOT_TICKS] && !chain_differs);
    peer->next_root = tick + 1;
    peer->stats->roots_compared++;
    peer->stats->last_root_tick = tick;
    if (equal)
        return;
    peer->stats->roots_different++;
    if (!peer->tainted)
        desync(m, p, tick, root);
}

void fs__match_take_roots(fs_match *m, uint32_t p, const struct fs__input *in)
{
    fs__peer *peer = &m->peers[p];
    for (uint32_t i = 0; i < in->roots; i++) {
        uint32_t tick = in->first_root + i;
        /* A client cannot have simulated a tick that is open. */
        if (tick >= m->stream.next_tick)
            break;
        bool last = i + 1 == in->roots;
        bool chain_differs = last && m->stream.next_tick - tick <= FS__ROOT_TICKS
            && in->chain != m->chains[tick % FS__ROOT_TICKS];
        if (tick == peer->next_root)
            compare(m, p, tick, in->root[i], chain_differs);
    }
    fs__match_update_agreed(m);
}

void fs__match_update_agreed(fs_match *m)
{
    uint32_t agreed = m->stream.next_tick;
    bool voters = false;
    for (uint32_t p = 0; p < FS_MAX_PEERS; p++) {
        const fs__peer *peer = &m->peers[p];
        if (peer->phase != FS__PEER_PLAYING || peer->tainted)
            continue;
        voters = true;
        if (peer->next_root < agreed)
            agreed = peer->next_root;
    }
    if (voters && agreed > m->agreed)
        m->agreed = agreed;
}
