/* match_majority.c: what the players of a match agree on whose server never simulates (FS_REFEREE_OFF).
 *
 * A tick is compared once all players at most 2 s behind have told its state hash. When more than half of those who have told
 * one told the same, they agree on the tick; who has told another one, or has other inputs, differs until it tells the majority's
 * hash again. Without a majority nobody agrees on the tick. That is told and is no verdict: a majority may be wrong. Equal hashes
 * mean equal states whatever was before, so agreement goes on with the next tick that has a majority.
 *
 * Who is more than 2 s behind is not waited for: its hashes are compared with what the others have agreed on.
 */
#include "base/leaky_bucket.h"
#include "lockstep/match_internal.h"

#include <inttypes.h>
#include <stdio.h>

static uint64_t *known_word(fs_match *m, uint32_t tick)
{
    return &m->majority.known[tick % FS__STATE_HASH_TICKS / 64];
}

/* The bit of a tick in its word of `known`. */
static uint64_t known_bit(uint32_t tick)
{
    return (uint64_t)1 << tick % 64;
}

static bool has_told(const fs__peer *peer, uint32_t tick, uint64_t state_hash)
{
    return peer->claims[tick % FS__STATE_HASH_TICKS] == state_hash && tick != peer->wrong_chain_tick;
}

/* The state hash that more players have told than any half of those who have told one; false when there is none. The one
 * that is left of each two unequal ones is the only one that can be it. */
static bool find_majority(const fs_match *m, uint32_t tick, uint64_t *state_hash)
{
    uint32_t lead = 0, voters = 0, votes = 0;
    for (uint32_t p = 0; p < FS_MAX_PEERS; p++) {
        const fs__peer *peer = &m->peers[p];
        if (!fs__match_has_claimed(peer, tick))
            continue;
        voters++;
        if (tick == peer->wrong_chain_tick)
            continue;
        if (lead == 0)
            *state_hash = peer->claims[tick % FS__STATE_HASH_TICKS];
        lead += has_told(peer, tick, *state_hash) ? 1 : UINT32_MAX;
    }
    for (uint32_t p = 0; p < FS_MAX_PEERS && voters > 0; p++)
        votes += fs__match_has_claimed(&m->peers[p], tick) && has_told(&m->peers[p], tick, *state_hash);
    return 2 * votes > voters;
}

/* --- telling ------------------------------------------------------------------------------- */

/* Tells that state hashes differ: of one player from the majority, or of all, peer = NULL. Who differs again and again is told
 * now and then. */
static void tell(fs_match *m, fs__peer *peer, uint32_t tick)
{
    char claims[FS__CLAIMS_TEXT], notice[FS_MAX_NOTICE];
    uint64_t *bucket = peer != NULL ? &m->slots[peer->slot].differs_us : &m->majority.told_us;
    m->desyncs++;
    m->referee.disputes++;
    m->majority.disputed = true;
    if (!fs__bucket_take(bucket, m->now_us, FS__DISPUTE_US, FS__DISPUTE_BURST_US))
        return;
    m->majority.told = true;
    fs__match_print_claims(m, tick, claims);
    fs__match_event(m, (fs_event){ .kind = FS_EVENT_DISPUTE,
                                   .slot = peer != NULL ? peer->slot : FS_MAX_PLAYERS,
                                   .tick = tick,
                                   .name = peer != NULL ? peer->stats->name : NULL,
                                   .text = claims });
    int size = snprintf(notice, sizeof notice, "the states of the players differ since tick %" PRIu32, tick);
    if (peer != NULL)
        snprintf(notice + size, sizeof notice - (size_t)size, ": that of %s is not the majority's, which is no verdict",
                 peer->stats->name);
    fs_match_notice(m, FS_MAX_PEERS, notice, m->now_us);
}

/* All have told the same again. */
static void tell_end(fs_match *m, uint32_t tick)
{
    char notice[FS_MAX_NOTICE];
    m->majority.disputed = false;
    if (!m->majority.told)
        return;
    m->majority.told = false;
    fs__match_event(m, (fs_event){ .kind = FS_EVENT_AGREED, .slot = FS_MAX_PLAYERS, .tick = tick });
    snprintf(notice, sizeof notice, "the states of the players are equal again since tick %" PRIu32, tick);
    fs_match_notice(m, FS_MAX_PEERS, notice, m->now_us);
}

/* --- comparing ----------------------------------------------------------------------------- */

/* Compares a player's hash of a tick with that of the majority. */
static void compare_claim(fs_match *m, fs__peer *peer, uint32_t tick, uint64_t state_hash)
{
    bool equal = has_told(peer, tick, state_hash);
    if (peer->wrong_chain_tick == tick)
        peer->wrong_chain_tick = FS__NO_TICK;
    if (equal) {
        peer->differs_from = FS__NO_TICK;
        peer->outvoted = false;
        return;
    }
    peer->stats->hashes_different++;
    if (peer->outvoted)
        return;
    peer->outvoted = true;
    if (peer->differs_from == FS__NO_TICK)
        peer->differs_from = tick;
    tell(m, peer, tick);
}

static void note_agreed(fs_match *m, uint32_t tick, uint64_t state_hash)
{
    m->state_hash = m->state_hashes[tick % FS__STATE_HASH_TICKS] = state_hash;
    *known_word(m, tick) |= known_bit(tick);
    m->agreed = tick + 1;
    for (uint32_t p = 0; p < FS_MAX_PEERS; p++)
        if (fs__match_has_claimed(&m->peers[p], tick))
            compare_claim(m, &m->peers[p], tick, state_hash);
}

/* Nobody agrees on the tick: each differs from the others. */
static void note_undecided(fs_match *m, uint32_t tick)
{
    bool begins = false;
    for (uint32_t p = 0; p < FS_MAX_PEERS; p++) {
        fs__peer *peer = &m->peers[p];
        if (!fs__match_has_claimed(peer, tick))
            continue;
        begins = begins || peer->differs_from == FS__NO_TICK;
        if (peer->differs_from == FS__NO_TICK)
            peer->differs_from = tick;
        if (peer->wrong_chain_tick == tick)
            peer->wrong_chain_tick = FS__NO_TICK;
    }
    if (begins)
        tell(m, NULL, tick);
}

static bool somebody_differs(const fs_match *m)
{
    for (uint32_t p = 0; p < FS_MAX_PEERS; p++)
        if (m->peers[p].phase == FS__PEER_PLAYING && m->peers[p].differs_from != FS__NO_TICK)
            return true;
    return false;
}

/* Whether somebody has told hashes of this tick or later ones, and nobody's is awaited. */
static bool is_told(const fs_match *m, uint32_t tick)
{
    bool told = false;
    for (uint32_t p = 0; p < FS_MAX_PEERS; p++) {
        const fs__peer *peer = &m->peers[p];
        if (peer->phase != FS__PEER_PLAYING)
            continue;
        if (peer->next_hash_tick > tick)
            told = true;
        else if (fs__match_is_current(m, peer))
            return false;
    }
    return told;
}

static uint32_t count_claims(const fs_match *m, uint32_t tick)
{
    uint32_t count = 0;
    for (uint32_t p = 0; p < FS_MAX_PEERS; p++)
        count += fs__match_has_claimed(&m->peers[p], tick);
    return count;
}

/* Players leave one after another when the match is over: those who are left become no majority by that. */
static bool has_lost_voters(const fs_match *m, uint32_t voters)
{
    return m->ended && m->majority.disputed && voters < m->majority.voters;
}

static void compare_tick(fs_match *m, uint32_t tick)
{
    uint64_t state_hash = 0;
    uint32_t voters = count_claims(m, tick);
    *known_word(m, tick) &= ~known_bit(tick);
    /* Claims that are this old are not kept, nor are those of lost connections. */
    if (m->stream.next_tick - tick > FS__STATE_HASH_TICKS || voters == 0 || has_lost_voters(m, voters))
        return;
    m->majority.voters = voters;
    if (find_majority(m, tick, &state_hash))
        note_agreed(m, tick, state_hash);
    else
        note_undecided(m, tick);
    if (m->majority.disputed && !somebody_differs(m))
        tell_end(m, tick);
}

void fs__match_compare_claims(fs_match *m)
{
    while (m->majority.compared < m->stream.next_tick && is_told(m, m->majority.compared))
        compare_tick(m, m->majority.compared++);
}

void fs__match_compare_late(fs_match *m, uint32_t p, uint32_t tick)
{
    if (tick < m->majority.compared && (*known_word(m, tick) & known_bit(tick)))
        compare_claim(m, &m->peers[p], tick, m->state_hashes[tick % FS__STATE_HASH_TICKS]);
}

uint32_t fs__match_agreed_of(const fs__peer *peer, uint32_t agreed)
{
    return peer->differs_from < agreed ? peer->differs_from : agreed;
}
