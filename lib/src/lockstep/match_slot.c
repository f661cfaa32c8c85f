/* match_slot.c: holds the slot of a player whose connection was lost, and gives it back to the one who has its token.
 *
 * A token is a keyed hash of a counter, so that it cannot be guessed; the program gives the key. It is compared in constant
 * time. While a slot is held, its player stays in the match and its inputs are substituted.
 */
#include "lockstep/match_internal.h"

#include <sodium.h>

static bool has_secret(const fs_match *m)
{
    return !sodium_is_zero(m->def.secret, sizeof m->def.secret);
}

void fs__match_make_token(fs_match *m, uint32_t slot)
{
    uint8_t number[8];
    fs__writer w = fs__writer_make(number, sizeof number);
    fs__put_u64(&w, ++m->tokens_made);
    if (m->def.hold_s > 0 && has_secret(m))
        crypto_generichash(m->slots[slot].token, FS__TOKEN_BYTES, number, sizeof number, m->def.secret,
                           sizeof m->def.secret);
}

/* Whether a lost connection leaves the player in the match. */
static bool can_hold(const fs_match *m, const fs__peer *peer)
{
    bool in = peer->phase == FS__PEER_PLAYING || peer->phase == FS__PEER_LOADING;
    return in && m->started && !m->ended && peer->slot < FS_MAX_PLAYERS && (m->stream.present >> peer->slot & 1) &&
           !sodium_is_zero(m->slots[peer->slot].token, FS__TOKEN_BYTES);
}

bool fs__match_hold_slot(fs_match *m, uint32_t p)
{
    fs__peer *peer = &m->peers[p];
    uint32_t slot = peer->slot;
    if (!can_hold(m, peer))
        return false;
    fs__slot *held = &m->slots[slot];
    held->held = true;
    held->until_us = m->now_us + (uint64_t)m->def.hold_s * 1000000;
    held->next_hash_tick = peer->phase == FS__PEER_PLAYING ? peer->next_hash_tick : m->stream.next_tick;
    held->stats = peer->stats;
    held->stats->playing = false;
    held->stats->trouble = FS_TROUBLE_ABSENT;
    peer->pending_stats = *peer->stats;
    peer->stats = &peer->pending_stats;
    m->slot_peer[slot] = FS_MAX_PEERS;
    peer->slot = FS_MAX_PLAYERS;
    peer->phase = FS__PEER_DROPPED;
    peer->snapshot_due = false;
    peer->trace_tick = FS__NO_TICK;
    fs__match_trace_abandon(m, p, "the connection was lost");
    fs__match_update_agreed(m);
    fs__match_event(m, (fs_event){ .kind = FS_EVENT_AWAY,
                                   .peer = p,
                                   .slot = slot,
                                   .tick = m->stream.next_tick,
                                   .name = held->stats->name,
                                   .text = "connection lost" });
    return true;
}

/* The slot of that token, FS_MAX_PLAYERS if none. A slot that is still in use becomes free: its player may know before the
 * server that the connection is lost. */
static uint32_t find_slot(const fs_match *m, const uint8_t token[FS__TOKEN_BYTES])
{
    uint32_t found = FS_MAX_PLAYERS;
    if (sodium_is_zero(token, FS__TOKEN_BYTES))
        return found;
    for (uint32_t s = 0; s < m->stream.slots; s++)
        if (sodium_memcmp(m->slots[s].token, token, FS__TOKEN_BYTES) == 0)
            found = s;
    return found;
}

/* A token is of use to the player alone who got it, as far as players have keys. */
static bool is_same_player(const fs_peer_stats *a, const fs_peer_stats *b)
{
    return a->has_key == b->has_key && memcmp(a->key, b->key, sizeof a->key) == 0;
}

static void drop_old_connection(fs_match *m, uint32_t slot)
{
    uint32_t old = m->slot_peer[slot];
    if (old < FS_MAX_PEERS && fs__match_hold_slot(m, old))
        m->hooks.drop(m->hooks.context, old);
}

bool fs__match_resume_slot(fs_match *m, uint32_t p)
{
    fs__peer *peer = &m->peers[p];
    uint32_t slot = peer->resumes ? find_slot(m, peer->resume.token) : FS_MAX_PLAYERS;
    if (slot == FS_MAX_PLAYERS || !is_same_player(m->slots[slot].stats, peer->stats))
        return false;
    drop_old_connection(m, slot);
    if (!m->slots[slot].held)
        return false;
    peer->resume_slot = slot;
    memcpy(peer->stats->name, m->slots[slot].stats->name, FS_MAX_NAME);
    return true;
}

/* Whether the client's bundles are a beginning of the match's, and the log has the rest. */
static bool has_all_bundles(const fs_match *m, const struct fs__resume_message *resume)
{
    uint32_t next = m->stream.next_tick, have = resume->next_tick;
    if (have == 0 || have > next || next - have > FS__RESUME_TICKS)
        return false;
    return m->chains[(have - 1) % FS__STATE_HASH_TICKS] == resume->chain;
}

fs__offer_mode fs__match_offer_mode(const fs_match *m, const fs__peer *peer)
{
    if (!m->started)
        return FS__OFFER_WAITING;
    bool bundles = peer->resume_slot < FS_MAX_PLAYERS && has_all_bundles(m, &peer->resume);
    return bundles ? FS__OFFER_BUNDLES : FS__OFFER_SNAPSHOT;
}

bool fs__match_take_held_slot(fs_match *m, uint32_t p)
{
    fs__peer *peer = &m->peers[p];
    uint32_t slot = peer->resume_slot;
    if (slot >= FS_MAX_PLAYERS || !m->slots[slot].held)
        return false;
    uint32_t rtt_us = peer->stats->rtt_us;
    m->slots[slot].held = false;
    m->slot_peer[slot] = p;
    peer->slot = slot;
    peer->stats = m->slots[slot].stats;
    peer->stats->peer = p;
    peer->stats->rtt_us = rtt_us;
    peer->stats->trouble = FS_TROUBLE_NONE;
    peer->stats->returns++;
    peer->next_hash_tick = m->slots[slot].next_hash_tick;
    peer->ack_bundle_tick = peer->resume.next_tick;
    return true;
}

void fs__match_poll_slots(fs_match *m)
{
    for (uint32_t s = 0; s < m->stream.slots; s++) {
        fs__slot *slot = &m->slots[s];
        if (!slot->held || (m->now_us < slot->until_us && !m->ended))
            continue;
        slot->held = false;
        memset(slot->token, 0, sizeof slot->token);
        fs__match_forget_chat(m, s);
        if (m->ended)
            continue;
        m->leaving |= (uint64_t)1 << s;
        slot->stats->trouble = FS_TROUBLE_NONE;
        fs__match_event(m, (fs_event){ .kind = FS_EVENT_LEFT,
                                       .peer = slot->stats->peer,
                                       .slot = s,
                                       .tick = m->stream.next_tick,
                                       .name = slot->stats->name,
                                       .text = "the lost connection did not come back" });
    }
}
