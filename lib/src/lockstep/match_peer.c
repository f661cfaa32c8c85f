/* match_peer.c: connecting, joining, refusal and removal of peers, and the dispatch of their messages. */
#include "lockstep/match_internal.h"
#include "base/leaky_bucket.h"
#include "lockstep/player/player_text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <fixstep/utf8.h>

/* --- connections --------------------------------------------------------------- */

void fs_match_connect(fs_match *m, uint32_t p, uint64_t now_us)
{
    fs_match_connect_from(m, p, 0, now_us);
}

void fs_match_connect_from(fs_match *m, uint32_t p, uint64_t origin, uint64_t now_us)
{
    FS_ASSERT(p < FS_MAX_PEERS && m->peers[p].phase == FS__PEER_FREE);
    fs__match_enter(m, now_us);
    fs__peer *peer = &m->peers[p];
    uint8_t *inputs = peer->inputs;
    uint64_t *claims = peer->claims;
    memset(peer, 0, sizeof *peer);
    peer->inputs = inputs;
    peer->claims = claims;
    peer->phase = FS__PEER_CONNECTED;
    peer->since_us = now_us;
    peer->origin = origin;
    peer->slot = peer->resume_slot = FS_MAX_PLAYERS;
    peer->trace_tick = peer->desync_from = peer->desync_to = peer->wrong_chain_tick = peer->disputed_tick = FS__NO_TICK;
    peer->differs_from = FS__NO_TICK;
    peer->stats = &peer->pending_stats;
    peer->stats->peer = p;
    peer->stats->last_hash_tick = FS__NO_TICK;
}

void fs_match_bind(fs_match *m, uint32_t p, const uint8_t binding[FS_KEY_BYTES])
{
    FS_ASSERT(p < FS_MAX_PEERS && m->peers[p].phase == FS__PEER_CONNECTED);
    m->peers[p].bound = true;
    memcpy(m->peers[p].binding, binding, FS_KEY_BYTES);
}

static void set_phase(fs_match *m, fs__peer *peer, fs__peer_phase phase)
{
    peer->phase = phase;
    peer->since_us = m->now_us;
}

/* Removes a peer from the match; the transport may still be open. */
void fs__match_remove(fs_match *m, uint32_t p, const char *reason)
{
    fs__peer *peer = &m->peers[p];
    bool playing = peer->phase == FS__PEER_PLAYING;
    if (peer->phase == FS__PEER_SPECTATING)
        fs__match_remove_spectator(m, p, reason);
    uint32_t slot = peer->slot;
    peer->stats->hashes_missing += fs__match_hashes_outstanding(m, peer);
    set_phase(m, peer, FS__PEER_DROPPED);
    peer->snapshot_due = false;
    peer->trace_tick = FS__NO_TICK;
    fs__match_trace_abandon(m, p, reason);
    if (slot >= FS_MAX_PLAYERS)
        return;
    m->slot_peer[slot] = FS_MAX_PEERS;
    fs__match_forget_chat(m, slot);
    memset(m->slots[slot].token, 0, FS__TOKEN_BYTES);
    if (m->stream.present >> slot & 1)
        m->leaving |= (uint64_t)1 << slot;
    peer->stats->playing = false;
    peer->slot = FS_MAX_PLAYERS;
    fs__match_update_agreed(m);
    if (playing && !m->ended)
        fs__match_event(m, (fs_event){ .kind = FS_EVENT_LEFT,
                                       .peer = p,
                                       .slot = slot,
                                       .tick = m->stream.next_tick,
                                       .name = peer->stats->name,
                                       .text = reason });
}

void fs_match_disconnect(fs_match *m, uint32_t p, uint64_t now_us)
{
    FS_ASSERT(p < FS_MAX_PEERS);
    fs__match_enter(m, now_us);
    if (m->peers[p].phase == FS__PEER_FREE)
        return;
    if (m->peers[p].phase != FS__PEER_DROPPED && !fs__match_hold_slot(m, p))
        fs__match_remove(m, p, "connection lost");
    m->peers[p].phase = FS__PEER_FREE;
}

void fs__match_refuse(fs_match *m, uint32_t p, fs_result result, const char *format, ...)
{
    struct fs__refuse_message refuse = { .result = result };
    m->spectators.stats.refused += m->peers[p].phase == FS__PEER_SPECTATING;
    va_list args;
    va_start(args, format);
    vsnprintf(refuse.text, sizeof refuse.text, format, args);
    va_end(args);
    fs__match_send(m, p, FS_CHANNEL_CONTROL, fs__put_refuse(m->out, sizeof m->out, &refuse));
    fs__match_event(m, (fs_event){ .kind = FS_EVENT_REFUSED,
                                   .peer = p,
                                   .result = result,
                                   .name = m->peers[p].stats->name,
                                   .text = refuse.text });
    fs__match_remove(m, p, refuse.text);
    m->hooks.drop(m->hooks.context, p);
}

/* --- joining ------------------------------------------------------------------------ */

/* A name belongs to the player who has a slot, also while the slot is held. Who was offered the match and has no slot yet holds
 * none: otherwise who never answers the offer would keep the names of others from them. */
static bool is_name_taken(const fs_match *m, const char *name)
{
    for (uint32_t s = 0; s < m->stream.slots; s++)
        if (m->slot_peer[s] < FS_MAX_PEERS && strcmp(m->peers[m->slot_peer[s]].stats->name, name) == 0)
            return true;
    if (fs__match_find_held(m, name) < FS_MAX_PLAYERS)
        return true;
    for (uint32_t s = 0; s < m->stream.slots; s++) {
        char bot[FS_MAX_NAME];
        if (!fs__match_is_bot(m, s))
            continue;
        fs__match_bot_name(m, s, bot);
        if (strcmp(bot, name) == 0)
            return true;
    }
    return false;
}

static void choose_name(const fs_match *m, char *name)
{
    for (unsigned i = 1; i <= FS_MAX_PEERS + 1u; i++) {
        snprintf(name, FS_MAX_NAME, "player%u", i);
        if (!is_name_taken(m, name))
            return;
    }
}

static void send_offer(fs_match *m, uint32_t p)
{
    struct fs__offer_message message = { .schema_hash = m->schema_hash,
                                         .config_hash = m->config_hash,
                                         .mode = m->peers[p].spectates ? FS__OFFER_SNAPSHOT
                                                                       : fs__match_offer_mode(m, &m->peers[p]) };
    fs_config_encode(&m->def.config, message.config);
    fs__match_send(m, p, FS_CHANNEL_CONTROL, fs__put_offer(m->out, sizeof m->out, &message));
    set_phase(m, &m->peers[p], FS__PEER_OFFERED);
}

/* Asks the program; refuses the peer when it says no. */
static bool is_admitted(fs_match *m, uint32_t p)
{
    const struct fs__peer *peer = &m->peers[p];
    char reason[FS__MAX_TEXT] = "";
    fs_applicant applicant = { .peer = p,
                               .name = peer->stats->name,
                               .key = peer->stats->has_key ? peer->stats->key : NULL,
                               .returns = peer->resume_slot != FS_MAX_PLAYERS,
                               .ticket = peer->ticket_size != 0 ? peer->ticket : NULL,
                               .ticket_size = peer->ticket_size,
                               .ticket_used = fs__match_is_ticket_used(m, p),
                               .spectates = peer->spectates };
    fs_result result = FS_OK;
    if (m->hooks.admit != NULL)
        result = m->hooks.admit(m->hooks.context, &applicant, reason, sizeof reason);
    if (result != FS_OK)
        fs__match_refuse(m, p, result, "%s", reason);
    return result == FS_OK;
}

/* A spectator needs no name of its own and no slot. */
static void offer_to_spectator(fs_match *m, uint32_t p)
{
    fs__match_replace_spectator(m, p);
    if (!fs__player_name_valid(m->peers[p].stats->name))
        fs__match_refuse(m, p, FS_E_NAME, "a name has letters, digits and -_.+ only");
    else if (fs__match_can_spectate(m, p) && is_admitted(m, p))
        send_offer(m, p);
}

static void refuse_taken_name(fs_match *m, uint32_t p, const char *name)
{
    uint32_t held = fs__match_find_held(m, name);
    if (held < FS_MAX_PLAYERS)
        fs__match_refuse(
            m, p, FS_E_NAME,
            "the name \"%s\" is held for %u s for a player whose connection was lost; the same key or ticket "
            "takes it back",
            name, fs__match_held_s(m, held));
    else
        fs__match_refuse(m, p, FS_E_NAME, "the name \"%s\" is taken", name);
}

/* Whether a peer can get the state that the offer promises; refuses it otherwise. */
static bool has_state(fs_match *m, uint32_t p, fs__offer_mode mode)
{
    bool good = m->def.referee != FS_REFEREE_OFF || mode != FS__OFFER_SNAPSHOT;
    if (!good)
        fs__match_refuse(m, p, FS_E_FULL, "the match has begun, and its server has no state for who comes late");
    return good;
}

/* A peer that may join, as far as it is known so far. */
static void offer_match(fs_match *m, uint32_t p)
{
    char *name = m->peers[p].stats->name;
    if (m->peers[p].spectates) {
        offer_to_spectator(m, p);
        return;
    }
    if (m->def.follows != NULL) {
        fs__match_refuse(m, p, FS_E_FULL, "this server passes on a match, to spectators alone");
        return;
    }
    if (fs__match_refuse_kicked(m, p))
        return;
    bool returns = fs__match_find_return(m, p);
    if (!is_admitted(m, p) || !has_state(m, p, fs__match_offer_mode(m, &m->peers[p])))
        return;
    if (returns && fs__match_replace_connection(m, p))
        send_offer(m, p);
    else if (!fs__player_name_valid(name))
        fs__match_refuse(m, p, FS_E_NAME, "a name has letters, digits and -_.+ only");
    else if (name[0] != 0 && is_name_taken(m, name))
        refuse_taken_name(m, p, name);
    else if (fs__match_slot_for_person(m) == FS_MAX_PLAYERS)
        fs__match_refuse(m, p, FS_E_FULL, "all %u player slots are taken", m->stream.slots);
    else
        send_offer(m, p);
}

static void send_challenge(fs_match *m, uint32_t p)
{
    struct fs__challenge_message message;
    fs__password_draw(m->peers[p].nonce, m->def.secret, "nonce", ++m->challenges);
    memcpy(message.salt, m->password_salt, sizeof message.salt);
    memcpy(message.nonce, m->peers[p].nonce, sizeof message.nonce);
    fs__match_send(m, p, FS_CHANNEL_CONTROL, fs__put_challenge(m->out, sizeof m->out, &message));
    set_phase(m, &m->peers[p], FS__PEER_CHALLENGED);
}

static void handle_join(fs_match *m, uint32_t p, const struct fs__join_message *join)
{
    fs__peer *peer = &m->peers[p];
    uint64_t numbers = m->number_fingerprint;
    memcpy(peer->stats->name, join->name, FS_MAX_NAME);
    memcpy(peer->build, join->build, sizeof peer->build);
    fs_utf8_clean(peer->build);
    if (join->version != FS_PROTOCOL_VERSION)
        fs__match_refuse(m, p, FS_E_VERSION, "the server speaks protocol version %u, the client %u: update the %s",
                         FS_PROTOCOL_VERSION, join->version, join->version < FS_PROTOCOL_VERSION ? "client" : "server");
    else if (join->number_fingerprint != numbers)
        fs__match_refuse(m, p, FS_E_NUMBERS,
                         "number-format fingerprint %016" PRIx64 " on the server, %016" PRIx64 " on the client",
                         numbers, join->number_fingerprint);
    else if (m->ended && m->def.continues) {
        if (!peer->awaits_next) /* else it was told already */
            fs__match_announce_next(m, p);
    } else if (m->ended)
        fs__match_refuse(m, p, FS_E_ENDED, FS__NO_NEXT);
    else if (m->def.password != NULL)
        send_challenge(m, p);
    else
        offer_match(m, p);
}

/* A player has one key on a connection, and the right one or none. */
static bool handle_key(fs_match *m, uint32_t p, fs__reader *r)
{
    struct fs__key_message message;
    fs__peer *peer = &m->peers[p];
    if (peer->phase != FS__PEER_CONNECTED || !peer->bound || peer->stats->has_key || !fs__get_key(r, &message))
        return false;
    if (!fs__key_proof_check(message.key, message.signature, peer->binding)) {
        fs__match_refuse(m, p, FS_E_SIGNATURE, "the proof of the player's key is not for this connection");
        return true;
    }
    peer->stats->has_key = true;
    memcpy(peer->stats->key, message.key, sizeof message.key);
    return true;
}

/* The program judges a ticket when its owner asks to join. */
static bool handle_ticket(fs_match *m, uint32_t p, fs__reader *r)
{
    struct fs__ticket_message message;
    fs__peer *peer = &m->peers[p];
    if (peer->phase != FS__PEER_CONNECTED || !peer->bound || peer->ticket_size > 0 || !fs__get_ticket(r, &message))
        return false;
    peer->ticket_size = (uint32_t)message.size;
    memcpy(peer->ticket, message.bytes, message.size);
    return true;
}

static void handle_proof(fs_match *m, uint32_t p, const struct fs__proof_message *proof)
{
    if (fs__password_check(proof->proof, m->password_key, m->peers[p].nonce, m->peers[p].binding))
        offer_match(m, p);
    else
        fs__match_refuse(m, p, FS_E_PASSWORD, "that is not the password");
}

static bool is_in_match(const fs_match *m, const fs_peer_stats *entry)
{
    for (uint32_t p = 0; p < FS_MAX_PEERS; p++)
        if (m->peers[p].phase != FS__PEER_FREE && m->peers[p].stats == entry)
            return true;
    for (uint32_t s = 0; s < m->stream.slots; s++)
        if (m->slots[s].held && m->slots[s].stats == entry)
            return true;
    return false;
}

/* A full history gives the entries of players who have left to new ones, the oldest first. One is always free: there are
 * fewer connections and slots than entries. */
static void add_to_history(fs_match *m, fs__peer *peer)
{
    _Static_assert(FS__PEER_HISTORY > FS_MAX_PEERS + FS_MAX_PLAYERS, "no entry may be free");
    uint32_t at = m->history_next;
    while (m->history_count == FS__PEER_HISTORY && is_in_match(m, &m->history[at]))
        at = (at + 1) % FS__PEER_HISTORY;
    m->history[at] = peer->pending_stats;
    peer->stats = &m->history[at];
    m->history_next = (at + 1) % FS__PEER_HISTORY;
    if (m->history_count < FS__PEER_HISTORY)
        m->history_count++;
}

static void admit_player(fs_match *m, uint32_t p)
{
    fs__peer *peer = &m->peers[p];
    fs__match_start_delay(m, peer);
    uint32_t delay_us = fs__match_delay_us(m, peer);
    peer->stats->delay_ticks = fs__delay_ticks(m->def.config.hz, delay_us);
    peer->active_tick = m->started ? m->stream.next_tick + peer->stats->delay_ticks + 2 : 0;
    peer->next_input = peer->active_tick;
    peer->stats->playing = true;
    set_phase(m, peer, FS__PEER_PLAYING);
    struct fs__welcome_message welcome = { .slot = (uint8_t)peer->slot,
                                           .active_tick = peer->active_tick,
                                           .delay_us = delay_us };
    memcpy(welcome.name, peer->stats->name, FS_MAX_NAME);
    memcpy(welcome.token, m->slots[peer->slot].token, sizeof welcome.token);
    fs__match_send(m, p, FS_CHANNEL_CONTROL, fs__put_welcome(m->out, sizeof m->out, &welcome));
    fs__match_event(m, (fs_event){ .kind = peer->resume_slot == peer->slot ? FS_EVENT_RETURNED : FS_EVENT_JOINED,
                                   .peer = p,
                                   .slot = peer->slot,
                                   .tick = peer->active_tick,
                                   .name = peer->stats->name });
}

/* Gives a new player a name when it has none, a slot, a token and an entry in the history; refuses it when there is no slot, or
 * when somebody else has got a slot with its name since the offer. */
static bool take_free_slot(fs_match *m, uint32_t p)
{
    fs__peer *peer = &m->peers[p];
    char *name = peer->stats->name;
    uint32_t slot = fs__match_slot_for_person(m);
    if (slot == FS_MAX_PLAYERS) {
        fs__match_refuse(m, p, FS_E_FULL, "all %u player slots are taken", m->stream.slots);
        return false;
    }
    if (name[0] != 0 && is_name_taken(m, name)) {
        refuse_taken_name(m, p, name);
        return false;
    }
    if (name[0] == 0)
        choose_name(m, name);
    if (fs__match_is_bot(m, slot))
        fs__match_remove_bot(m, slot);
    peer->resume_slot = FS_MAX_PLAYERS;
    peer->stats->slot = peer->slot = slot;
    m->slot_peer[slot] = p;
    fs__match_make_token(m, slot);
    fs__match_note_ticket(m, slot, peer);
    add_to_history(m, peer);
    m->slots[slot].stats = peer->stats;
    return true;
}

/* Compares the peer's own hashes with the offered ones, then gives it a slot. */
static void handle_ready(fs_match *m, uint32_t p, const struct fs__ready_message *ready)
{
    fs__peer *peer = &m->peers[p];
    if (ready->schema_hash != m->schema_hash) {
        fs__match_refuse(m, p, FS_E_SCHEMA, "state schema %016" PRIx64 " here, %016" PRIx64 " yours", m->schema_hash,
                         ready->schema_hash);
        return;
    }
    if (ready->config_hash != m->config_hash) {
        fs__match_refuse(m, p, FS_E_CONFIG, "match configuration %016" PRIx64 " here, %016" PRIx64 " yours",
                         m->config_hash, ready->config_hash);
        return;
    }
    if (peer->spectates) {
        fs__match_admit_spectator(m, p);
        return;
    }
    fs__offer_mode mode = fs__match_offer_mode(m, peer);
    if (!has_state(m, p, mode))
        return;
    peer->stats->rtt_us = (uint32_t)(m->now_us - peer->since_us);
    if (!fs__match_take_held_slot(m, p)) {
        if (!take_free_slot(m, p))
            return;
        /* Also when bundles were offered: the slot is not held any more, and this is a new player. */
        mode = m->started ? FS__OFFER_SNAPSHOT : FS__OFFER_WAITING;
        if (!has_state(m, p, mode))
            return;
    }
    set_phase(m, peer, FS__PEER_LOADING);
    if (mode == FS__OFFER_SNAPSHOT)
        fs__match_request_snapshot(m, p);
    else
        admit_player(m, p);
    if (mode == FS__OFFER_BUNDLES)
        fs__match_start_message(m, p);
}

/* --- messages of peers --------------------------------------------------------------------- */

/* Bundles that are not logged any more: the player goes on from a new state, which a server without a simulation does not
 * have. A request for bundles before those that it has, or before a state that was sent to it, is older than they are. A state
 * hash must come before the next state: otherwise who asks again and again would never have to load or to report anything. */
static void replace_state(fs_match *m, uint32_t p, uint32_t first)
{
    fs__peer *peer = &m->peers[p];
    if (peer->snapshot_due || first < peer->ack_bundle_tick)
        return;
    if (m->def.referee == FS_REFEREE_OFF) {
        fs__match_refuse(m, p, FS_E_GONE,
                         "the server no longer has tick %" PRIu32 ", and without a simulation no state after it",
                         first);
        return;
    }
    if (peer->replaced) {
        fs__match_refuse(m, p, FS_E_TIMEOUT, "no state hash came after a new state");
        return;
    }
    peer->replaced = true;
    fs__match_request_snapshot(m, p);
}

static bool handle_repair_request(fs_match *m, uint32_t p, fs__reader *r)
{
    struct fs__repair_request request;
    fs__peer *peer = &m->peers[p];
    if (!fs__get_repair_request(r, &request))
        return false;
    bool listening = peer->phase == FS__PEER_PLAYING || peer->phase == FS__PEER_LOADING;
    if (!listening || m->now_us < peer->next_repair_us) {
        peer->stats->limited++;
        return true;
    }
    peer->next_repair_us = m->now_us + FS__REPAIR_INTERVAL_MIN_US;
    if (request.first < fs__match_oldest_bundle(m))
        replace_state(m, p, request.first);
    else
        fs__match_repair(m, p, &request);
    return true;
}

/* Handles a CONTROL message that the peer's phase allows; false for all others and malformed ones. */
static bool handle_control(fs_match *m, uint32_t p, fs__message_type type, fs__reader *r)
{
    fs__peer_phase phase = m->peers[p].phase;
    struct fs__join_message join;
    struct fs__ready_message ready;
    struct fs__hash_reply reply;
    struct fs__proof_message proof;
    if (type == FS__MESSAGE_RESUME && phase == FS__PEER_CONNECTED && fs__get_resume(r, &m->peers[p].resume))
        m->peers[p].resumes = true;
    else if ((type == FS__MESSAGE_JOIN || type == FS__MESSAGE_SPECTATE) && phase == FS__PEER_CONNECTED &&
             fs__get_join(r, &join)) {
        m->peers[p].spectates = type == FS__MESSAGE_SPECTATE;
        handle_join(m, p, &join);
    } else if (type == FS__MESSAGE_WATCHED)
        return fs__match_handle_watched(m, p, r);
    else if (type == FS__MESSAGE_PROOF && phase == FS__PEER_CHALLENGED && fs__get_proof(r, &proof))
        handle_proof(m, p, &proof);
    else if (type == FS__MESSAGE_KEY)
        return handle_key(m, p, r);
    else if (type == FS__MESSAGE_TICKET)
        return handle_ticket(m, p, r);
    else if (type == FS__MESSAGE_CHAT)
        return fs__match_take_chat(m, p, r);
    else if (type == FS__MESSAGE_READY && phase == FS__PEER_OFFERED && fs__get_ready(r, &ready))
        handle_ready(m, p, &ready);
    else if (type == FS__MESSAGE_LOADED && phase == FS__PEER_LOADING && !m->peers[p].snapshot_due && fs__reader_done(r))
        admit_player(m, p);
    else if (type == FS__MESSAGE_REPAIR_REQUEST)
        return handle_repair_request(m, p, r);
    else if (type == FS__MESSAGE_HASH_REPLY && fs__get_hash_reply(r, &reply))
        fs__match_trace_reply(m, p, &reply, r->size);
    else if (type == FS__MESSAGE_LEAVE && fs__reader_done(r)) {
        fs__match_remove(m, p, "left");
        m->hooks.drop(m->hooks.context, p);
    } else
        return false;
    return true;
}

/* The count that gets a peer refused decays, so that rare damage over hours is no offence. */
static void count_malformed(fs_match *m, uint32_t p)
{
    const uint64_t cost_us = 1000000 / FS__MALFORMED_DECAY_PER_S;
    fs__peer *peer = &m->peers[p];
    peer->stats->malformed++;
    if (!fs__bucket_take(&peer->malformed_us, m->now_us, cost_us, (FS__MALFORMED_LIMIT - 2) * cost_us))
        fs__match_refuse(m, p, FS_E_MALFORMED, "%u messages made no sense", (unsigned)FS__MALFORMED_LIMIT);
}

void fs_match_receive(fs_match *m, uint32_t p, fs_channel channel, const void *bytes, size_t size, uint64_t now_us)
{
    FS_ASSERT(p < FS_MAX_PEERS);
    fs__match_enter(m, now_us);
    fs__peer *peer = &m->peers[p];
    if (peer->phase == FS__PEER_FREE || peer->phase == FS__PEER_DROPPED)
        return;
    peer->stats->bytes_up += size;
    peer->stats->packets_up++;
    fs__reader r = fs__reader_make(bytes, size);
    fs__message_type type = (fs__message_type)fs__get_u8(&r);
    bool begins = type == FS__MESSAGE_JOIN || type == FS__MESSAGE_SPECTATE || type == FS__MESSAGE_KEY ||
                  type == FS__MESSAGE_TICKET || type == FS__MESSAGE_RESUME;
    if (peer->from_last_match && (!begins || channel != FS_CHANNEL_CONTROL))
        return;
    peer->from_last_match = false;
    bool handled = type == FS__MESSAGE_INPUT ? channel == FS_CHANNEL_INPUT && fs__match_handle_input(m, p, &r)
                                             : channel == FS_CHANNEL_CONTROL && handle_control(m, p, type, &r);
    if (!handled)
        count_malformed(m, p);
}
