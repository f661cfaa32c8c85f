/* match_slot.c: holds the slot of a player whose connection was lost, and gives it back to the one who has its token, or who
 * proves to be its player. The operator can take it away from both.
 *
 * A token is a keyed hash of a counter, so that it cannot be guessed; the program gives the key. It is compared in constant
 * time. While a slot is held, its player stays in the match and its inputs are substituted.
 */
#include "lockstep/match_internal.h"

#include <sodium.h>
#include <stdio.h>

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

void fs__match_note_ticket(fs_match *m, uint32_t slot, const fs__peer *peer)
{
    m->slots[slot].ticket_size = peer->ticket_size;
    memcpy(m->slots[slot].ticket, peer->ticket, peer->ticket_size);
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

static bool shows_ticket(const fs__peer *peer, const uint8_t *ticket, uint32_t size)
{
    return size > 0 && peer->ticket_size == size && memcmp(peer->ticket, ticket, size) == 0;
}

/* Whether the peer proves to be the player of a slot: by its key, or by its ticket when the player has none. */
static bool is_player_of(const fs__slot *slot, const fs__peer *peer)
{
    return is_same_player(slot->stats, peer->stats) &&
           (peer->stats->has_key || shows_ticket(peer, slot->ticket, slot->ticket_size));
}

/* Whether a peer was offered to return to the slot and has not answered yet. */
static bool is_claimed(const fs_match *m, uint32_t slot)
{
    bool claimed = false;
    for (uint32_t p = 0; p < FS_MAX_PEERS; p++)
        claimed = claimed || (m->peers[p].phase == FS__PEER_OFFERED && m->peers[p].resume_slot == slot);
    return claimed;
}

/* Whether the slot's player is away: it is held, or its connection is open and nothing is heard from it. */
static bool is_away(const fs_match *m, uint32_t slot)
{
    uint32_t p = m->slot_peer[slot];
    return m->slots[slot].held ||
           (p < FS_MAX_PEERS && m->peers[p].phase == FS__PEER_PLAYING && fs__match_is_silent(m, &m->peers[p]));
}

/* The slot of a player who is away and whom the peer proves to be, by name. A peer without a name takes a held slot alone:
 * a player who is silent for a moment is no reason to take its place. */
static uint32_t find_own_slot(const fs_match *m, const fs__peer *peer)
{
    const char *name = peer->stats->name;
    for (uint32_t s = 0; s < m->stream.slots; s++) {
        const fs__slot *slot = &m->slots[s];
        if (!is_away(m, s) || is_claimed(m, s) || !is_player_of(slot, peer))
            continue;
        if (name[0] == '\0' ? slot->held : strcmp(slot->stats->name, name) == 0)
            return s;
    }
    return FS_MAX_PLAYERS;
}

bool fs__match_find_return(fs_match *m, uint32_t p)
{
    fs__peer *peer = &m->peers[p];
    uint32_t slot = peer->resumes ? find_slot(m, peer->resume.token) : FS_MAX_PLAYERS;
    if (slot == FS_MAX_PLAYERS || !is_same_player(m->slots[slot].stats, peer->stats))
        slot = find_own_slot(m, peer);
    if (slot == FS_MAX_PLAYERS)
        return false;
    peer->resume_slot = slot;
    memcpy(peer->stats->name, m->slots[slot].stats->name, FS_MAX_NAME);
    return true;
}

static bool has_token(const fs_match *m, const fs__peer *peer, uint32_t slot)
{
    return peer->resumes && sodium_memcmp(m->slots[slot].token, peer->resume.token, FS__TOKEN_BYTES) == 0;
}

/* Another program of the same player has opened the new connection when it has no token: the old one must not return. */
static void tell_replaced(fs_match *m, uint32_t old)
{
    struct fs__refuse_message refuse = { .result = FS_E_KICKED };
    snprintf(refuse.text, sizeof refuse.text, "this player plays on another connection now");
    fs__match_send(m, old, FS_CHANNEL_CONTROL, fs__put_refuse(m->out, sizeof m->out, &refuse));
}

bool fs__match_replace_connection(fs_match *m, uint32_t p)
{
    fs__peer *peer = &m->peers[p];
    uint32_t slot = peer->resume_slot, old = m->slot_peer[slot];
    if (old < FS_MAX_PEERS) {
        if (!has_token(m, peer, slot))
            tell_replaced(m, old);
        if (!fs__match_hold_slot(m, old))
            fs__match_remove(m, old, "connection lost");
        m->hooks.drop(m->hooks.context, old);
    }
    if (!m->slots[slot].held)
        peer->resume_slot = FS_MAX_PLAYERS;
    return m->slots[slot].held;
}

bool fs__match_is_ticket_used(const fs_match *m, uint32_t p)
{
    const fs__peer *own = &m->peers[p];
    for (uint32_t i = 0; i < FS_MAX_PEERS; i++) {
        const fs__peer *peer = &m->peers[i];
        bool in = peer->phase >= FS__PEER_OFFERED && peer->phase <= FS__PEER_SPECTATING;
        bool replaced = own->resume_slot < FS_MAX_PLAYERS && m->slot_peer[own->resume_slot] == i;
        if (i != p && in && !replaced && shows_ticket(own, peer->ticket, peer->ticket_size))
            return true;
    }
    for (uint32_t s = 0; s < m->stream.slots; s++)
        if (m->slots[s].held && s != own->resume_slot && shows_ticket(own, m->slots[s].ticket, m->slots[s].ticket_size))
            return true;
    return false;
}

uint32_t fs__match_find_held(const fs_match *m, const char *name)
{
    for (uint32_t s = 0; s < m->stream.slots; s++)
        if (m->slots[s].held && strcmp(m->slots[s].stats->name, name) == 0)
            return s;
    return FS_MAX_PLAYERS;
}

uint32_t fs__match_held_s(const fs_match *m, uint32_t slot)
{
    uint64_t until = m->slots[slot].until_us;
    return until > m->now_us ? (uint32_t)((until - m->now_us + 999999) / 1000000) : 0;
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
    if (!has_token(m, peer, slot))
        fs__match_make_token(m, slot);
    fs__match_note_ticket(m, slot, peer);
    m->slots[slot].held = false;
    m->slot_peer[slot] = p;
    peer->slot = slot;
    peer->stats = m->slots[slot].stats;
    peer->stats->peer = p;
    peer->stats->rtt_us = rtt_us;
    peer->stats->trouble = FS_TROUBLE_NONE;
    peer->stats->returns++;
    peer->next_hash_tick = peer->judged = m->slots[slot].next_hash_tick;
    peer->ack_bundle_tick = peer->resume.next_tick;
    return true;
}

/* The player of a held slot leaves. */
static void end_hold(fs_match *m, uint32_t s, const char *reason)
{
    fs__slot *slot = &m->slots[s];
    slot->held = false;
    memset(slot->token, 0, sizeof slot->token);
    fs__match_forget_chat(m, s);
    if (m->ended)
        return;
    m->leaving |= (uint64_t)1 << s;
    slot->stats->trouble = FS_TROUBLE_NONE;
    fs__match_event(m, (fs_event){ .kind = FS_EVENT_LEFT,
                                   .peer = slot->stats->peer,
                                   .slot = s,
                                   .tick = m->stream.next_tick,
                                   .name = slot->stats->name,
                                   .text = reason });
}

void fs__match_poll_slots(fs_match *m)
{
    for (uint32_t s = 0; s < m->stream.slots; s++)
        if (m->slots[s].held && (m->now_us >= m->slots[s].until_us || m->ended))
            end_hold(m, s, "the lost connection did not come back");
}

/* --- removal by the operator ------------------------------------------------------------------ */

/* Peers that were offered the slot and have not answered yet. */
static void refuse_returning(fs_match *m, uint32_t slot, const char *reason)
{
    for (uint32_t p = 0; p < FS_MAX_PEERS; p++)
        if (m->peers[p].phase == FS__PEER_OFFERED && m->peers[p].resume_slot == slot)
            fs__match_refuse(m, p, FS_E_KICKED, "%s", reason);
}

void fs_match_kick_slot(fs_match *m, uint32_t s, const char *reason, uint64_t now_us)
{
    FS_ASSERT(s < FS_MAX_PLAYERS && reason != NULL);
    fs__slot *slot = &m->slots[s];
    m->now_us = now_us;
    if (m->slot_peer[s] < FS_MAX_PEERS) {
        fs_match_kick(m, m->slot_peer[s], reason, now_us);
    } else if (slot->held) {
        memcpy(slot->kicked_token, slot->token, sizeof slot->token);
        snprintf(slot->kicked_reason, sizeof slot->kicked_reason, "%s", reason);
        refuse_returning(m, s, reason);
        end_hold(m, s, reason);
    }
}

bool fs__match_refuse_kicked(fs_match *m, uint32_t p)
{
    const fs__peer *peer = &m->peers[p];
    if (!peer->resumes || sodium_is_zero(peer->resume.token, FS__TOKEN_BYTES))
        return false;
    for (uint32_t s = 0; s < m->stream.slots; s++)
        if (sodium_memcmp(m->slots[s].kicked_token, peer->resume.token, FS__TOKEN_BYTES) == 0) {
            fs__match_refuse(m, p, FS_E_KICKED, "%s", m->slots[s].kicked_reason);
            return true;
        }
    return false;
}
