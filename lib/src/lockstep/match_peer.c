/* match_peer.c: connecting, joining, refusal and removal of peers, and the dispatch of their messages. */
#include "lockstep/match_internal.h"
#include "base/leaky_bucket.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

/* --- connections --------------------------------------------------------------- */

void fs_match_connect(fs_match *m, uint32_t p, uint64_t now_us)
{
    fs_match_connect_from(m, p, 0, now_us);
}

void fs_match_connect_from(fs_match *m, uint32_t p, uint64_t origin, uint64_t now_us)
{
    FS_ASSERT(p < FS_MAX_PEERS && m->peers[p].phase == FS__PEER_FREE);
    m->now_us = now_us;
    fs__peer *peer = &m->peers[p];
    uint8_t *inputs = peer->inputs;
    memset(peer, 0, sizeof *peer);
    peer->inputs = inputs;
    peer->phase = FS__PEER_CONNECTED;
    peer->since_us = now_us;
    peer->origin = origin;
    peer->slot = FS_MAX_PLAYERS;
    peer->trace_tick = peer->desync_from = peer->desync_to = FS__NO_TICK;
    peer->stats = &peer->pending_stats;
    peer->stats->peer = p;
    peer->stats->last_hash_tick = FS__NO_TICK;
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
    uint32_t slot = peer->slot;
    peer->stats->hashes_missing += fs__match_hashes_outstanding(m, peer);
    set_phase(m, peer, FS__PEER_DROPPED);
    peer->snapshot_due = false;
    peer->trace_tick = FS__NO_TICK;
    fs__match_trace_abandon(m, p, reason);
    if (slot >= FS_MAX_PLAYERS)
        return;
    m->slot_peer[slot] = FS_MAX_PEERS;
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
    m->now_us = now_us;
    if (m->peers[p].phase == FS__PEER_FREE)
        return;
    if (m->peers[p].phase != FS__PEER_DROPPED)
        fs__match_remove(m, p, "connection lost");
    m->peers[p].phase = FS__PEER_FREE;
}

void fs__match_refuse(fs_match *m, uint32_t p, fs_result result, const char *format, ...)
{
    struct fs__refuse_message refuse = { .result = result };
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

static bool is_valid_name(const char *name)
{
    for (const char *c = name; *c != 0; c++)
        if (!isalnum((unsigned char)*c) && strchr("-_.+", *c) == NULL)
            return false;
    return name[0] != '.';
}

static bool is_name_taken(const fs_match *m, const char *name)
{
    for (uint32_t p = 0; p < FS_MAX_PEERS; p++) {
        const fs__peer *peer = &m->peers[p];
        bool in = peer->phase >= FS__PEER_OFFERED && peer->phase <= FS__PEER_PLAYING;
        if (in && strcmp(peer->stats->name, name) == 0)
            return true;
    }
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

static uint32_t free_slot(const fs_match *m)
{
    for (uint32_t s = 0; s < m->stream.slots; s++)
        if (m->slot_peer[s] >= FS_MAX_PEERS && !((m->stream.present | m->bots.slots) >> s & 1))
            return s;
    return fs__match_bot_slot(m);
}

static void send_offer(fs_match *m, uint32_t p)
{
    struct fs__offer_message message = { .schema_hash = m->schema_hash,
                                         .config_hash = m->config_hash,
                                         .running = m->started };
    fs_config_encode(&m->def.config, message.config);
    fs__match_send(m, p, FS_CHANNEL_CONTROL, fs__put_offer(m->out, sizeof m->out, &message));
    set_phase(m, &m->peers[p], FS__PEER_OFFERED);
}

static void handle_join(fs_match *m, uint32_t p, const struct fs__join_message *join)
{
    fs__peer *peer = &m->peers[p];
    uint64_t numbers = m->number_fingerprint;
    memcpy(peer->stats->name, join->name, FS_MAX_NAME);
    memcpy(peer->build, join->build, sizeof peer->build);
    if (join->version != FS_PROTOCOL_VERSION)
        fs__match_refuse(m, p, FS_E_VERSION, "the server speaks protocol version %u, the client %u: update the %s",
                         FS_PROTOCOL_VERSION, join->version, join->version < FS_PROTOCOL_VERSION ? "client" : "server");
    else if (join->number_fingerprint != numbers)
        fs__match_refuse(m, p, FS_E_NUMBERS,
                         "number-format fingerprint %016" PRIx64 " on the server, %016" PRIx64 " on the client",
                         numbers, join->number_fingerprint);
    else if (m->ended && m->def.continues)
        fs__match_next_message(m, p, false); /* it waits for the next match */
    else if (m->ended)
        fs__match_refuse(m, p, FS_E_ENDED, "the match has ended");
    else if (!is_valid_name(join->name))
        fs__match_refuse(m, p, FS_E_NAME, "a name has letters, digits and -_.+ only");
    else if (join->name[0] != 0 && is_name_taken(m, join->name))
        fs__match_refuse(m, p, FS_E_NAME, "the name \"%s\" is taken", join->name);
    else if (free_slot(m) == FS_MAX_PLAYERS)
        fs__match_refuse(m, p, FS_E_FULL, "all %u player slots are taken", m->stream.slots);
    else {
        if (join->name[0] == 0)
            choose_name(m, peer->stats->name);
        send_offer(m, p);
    }
}

/* Input delay with which a player's inputs arrive in time: the round trip, rounded up, and two ticks. */
static uint32_t input_delay_ticks(const fs_match *m, uint64_t rtt_us)
{
    if (m->def.delay_ticks > 0)
        return m->def.delay_ticks;
    uint64_t ticks = (rtt_us * m->def.config.hz + 999999) / 1000000 + 2;
    return ticks > FS_MAX_DELAY ? FS_MAX_DELAY : (uint32_t)ticks;
}

static void add_to_history(fs_match *m, fs__peer *peer)
{
    if (m->history_count >= FS__PEER_HISTORY)
        return;
    m->history[m->history_count] = peer->pending_stats;
    peer->stats = &m->history[m->history_count++];
}

static void admit_player(fs_match *m, uint32_t p)
{
    fs__peer *peer = &m->peers[p];
    peer->active_tick = m->started ? m->stream.next_tick + peer->stats->delay_ticks + 2 : 0;
    peer->next_input = peer->active_tick;
    peer->stats->playing = true;
    set_phase(m, peer, FS__PEER_PLAYING);
    struct fs__welcome_message welcome = { .slot = (uint8_t)peer->slot,
                                           .active_tick = peer->active_tick,
                                           .delay_ticks = (uint8_t)peer->stats->delay_ticks };
    memcpy(welcome.name, peer->stats->name, FS_MAX_NAME);
    fs__match_send(m, p, FS_CHANNEL_CONTROL, fs__put_welcome(m->out, sizeof m->out, &welcome));
    fs__match_event(m, (fs_event){ .kind = FS_EVENT_JOINED,
                                   .peer = p,
                                   .slot = peer->slot,
                                   .tick = peer->active_tick,
                                   .name = peer->stats->name });
}

/* Compares the peer's own hashes with the offered ones, then gives it a slot. */
static void handle_ready(fs_match *m, uint32_t p, const struct fs__ready_message *ready)
{
    fs__peer *peer = &m->peers[p];
    uint32_t slot = free_slot(m);
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
    if (slot == FS_MAX_PLAYERS) {
        fs__match_refuse(m, p, FS_E_FULL, "all %u player slots are taken", m->stream.slots);
        return;
    }
    if (fs__match_is_bot(m, slot))
        fs__match_remove_bot(m, slot);
    peer->stats->slot = peer->slot = slot;
    m->slot_peer[slot] = p;
    peer->stats->rtt_us = (uint32_t)(m->now_us - peer->since_us);
    peer->stats->delay_ticks = input_delay_ticks(m, peer->stats->rtt_us);
    add_to_history(m, peer);
    set_phase(m, peer, FS__PEER_LOADING);
    if (!m->started)
        admit_player(m, p);
    else
        fs__match_request_snapshot(m, p);
}

/* --- messages of peers --------------------------------------------------------------------- */

/* Round trip: the time since the answered TICKS was sent, less the time the client held it. */
static void update_rtt(fs_match *m, fs__peer *peer, const struct fs__input_message *in)
{
    uint32_t round = (uint32_t)m->now_us - in->stamp;
    if (in->held_us == UINT32_MAX || round > FS__RTT_LIMIT_US || in->held_us > round)
        return;
    uint32_t rtt = round - in->held_us;
    peer->stats->rtt_us = peer->stats->rtt_us - peer->stats->rtt_us / 8 + rtt / 8;
    if (rtt > peer->stats->rtt_max_us)
        peer->stats->rtt_max_us = rtt;
}

/* Takes one INPUT message off the budget of twice the tick rate; false when it is used up. */
static bool take_input_budget(const fs_match *m, fs__peer *peer)
{
    uint32_t hz = m->def.config.hz;
    uint64_t cost_us = 500000 / hz, burst = FS__INPUT_BURST + FS__INPUT_BURST_S * hz;
    return fs__bucket_take(&peer->inputs_us, m->now_us, cost_us, burst * cost_us);
}

static bool handle_input(fs_match *m, uint32_t p, fs__reader *r)
{
    fs__peer *peer = &m->peers[p];
    struct fs__input_message in;
    if (!take_input_budget(m, peer)) {
        peer->stats->limited++;
        return true;
    }
    if (!fs__get_input(r, &in, m->game->input_size) || in.ack_bundle_tick > m->stream.next_tick)
        return false;
    if (peer->phase != FS__PEER_PLAYING && peer->phase != FS__PEER_LOADING)
        return true;
    update_rtt(m, peer, &in);
    bool current = in.epoch == peer->epoch;
    if (current && in.ack_bundle_tick > peer->ack_bundle_tick)
        peer->ack_bundle_tick = in.ack_bundle_tick;
    if (peer->phase != FS__PEER_PLAYING)
        return true;
    fs__match_take_inputs(m, p, &in);
    if (current)
        fs__match_take_state_hashes(m, p, &in);
    /* After the end no closing tick carries the acknowledgement, so it is sent at once. */
    if (m->ended)
        fs__match_send_ticks(m, p);
    return true;
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
    if (type == FS__MESSAGE_JOIN && phase == FS__PEER_CONNECTED && fs__get_join(r, &join))
        handle_join(m, p, &join);
    else if (type == FS__MESSAGE_READY && phase == FS__PEER_OFFERED && fs__get_ready(r, &ready))
        handle_ready(m, p, &ready);
    else if (type == FS__MESSAGE_LOADED && phase == FS__PEER_LOADING && !m->peers[p].snapshot_due && fs__reader_done(r))
        admit_player(m, p);
    else if (type == FS__MESSAGE_REPAIR_REQUEST)
        return handle_repair_request(m, p, r);
    else if (type == FS__MESSAGE_HASH_REPLY && fs__get_hash_reply(r, &reply))
        fs__match_trace_reply(m, p, &reply);
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
    m->now_us = now_us;
    fs__peer *peer = &m->peers[p];
    if (peer->phase == FS__PEER_FREE || peer->phase == FS__PEER_DROPPED)
        return;
    peer->stats->bytes_up += size;
    peer->stats->packets_up++;
    fs__reader r = fs__reader_make(bytes, size);
    fs__message_type type = (fs__message_type)fs__get_u8(&r);
    if (peer->from_last_match && (type != FS__MESSAGE_JOIN || channel != FS_CHANNEL_CONTROL))
        return;
    peer->from_last_match = false;
    bool handled = type == FS__MESSAGE_INPUT ? channel == FS_CHANNEL_INPUT && handle_input(m, p, &r)
                                             : channel == FS_CHANNEL_CONTROL && handle_control(m, p, type, &r);
    if (!handled)
        count_malformed(m, p);
}
