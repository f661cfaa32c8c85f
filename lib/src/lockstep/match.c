/* match.c: creating, polling and ending a match. */
#include "lockstep/match_internal.h"

#include <stdlib.h>
#include <fixstep/fingerprint.h>

fs_match_def fs_default_match_def(const fs_game *game)
{
    return (fs_match_def){ .game = game,
                           .config = fs_default_config(game),
                           .wait_players = 1,
                           .resync = true,
                           .hold_s = 120 };
}

/* Bytes of the longest bundle of a match of `slots` players. */
static uint32_t longest_bundle(uint32_t slots, uint32_t input_size)
{
    uint32_t changed = 8 + slots * ((input_size + 7) / 8 + input_size);
    return 16 + changed + 8 + slots * (2 * (3 + FS_MAX_NAME) + 3) + 3 + FS_MAX_CHAT;
}

static fs_result allocate_match(fs_match *m)
{
    if (m->def.follows != NULL)
        return fs__match_follow(m);
    fs_result result = fs_sim_create(m->game, &m->def.config, &m->sim);
    if (result != FS_OK)
        return result;
    fs_sim_set_tasks(m->sim, m->def.tasks);
    result = fs__state_history_init(&m->state_history, m->sim, fs_state_block_size(fs_sim_state(m->sim)),
                                    m->def.state_history_ticks);
    if (result != FS_OK)
        return result;
    m->log_stride = longest_bundle(m->def.config.players, m->game->input_size);
    m->log = malloc((size_t)FS__BUNDLE_LOG_TICKS * m->log_stride);
    bool ok = m->log != NULL;
    for (uint32_t p = 0; p < FS_MAX_PEERS && ok; p++) {
        m->peers[p].inputs = malloc((size_t)FS__INPUT_WINDOW_TICKS * m->game->input_size);
        ok = m->peers[p].inputs != NULL;
    }
    result = ok ? fs__match_create_traces(m) : FS_E_MEMORY;
    if (result == FS_OK)
        result = fs__match_create_referee(m);
    return result == FS_OK ? fs__match_create_spectators(m) : result;
}

/* The key of the password, which itself is not kept. */
static bool derive_password(fs_match *m)
{
    if (m->def.password == NULL)
        return true;
    fs__password_draw(m->password_salt, m->def.secret, "salt", 0);
    bool good = fs__password_key(m->password_key, m->def.password, m->password_salt);
    m->def.password = ""; /* only whether there is one counts from now on */
    return good;
}

/* Heads and keyframes of spectators are made of simulated states. */
static bool has_valid_referee(const fs_match_def *def)
{
    return def->referee == FS_REFEREE_LIVE ||
           (def->referee <= FS_REFEREE_OFF && def->max_spectators == 0 && def->follows == NULL);
}

fs_result fs_match_create(const fs_match_def *def, const fs_match_hooks *hooks, uint64_t now_us, fs_match **out)
{
    FS_ASSERT(hooks->send != NULL && hooks->drop != NULL);
    *out = NULL;
    if (!fs__match_can_follow(def) || def->wait_players < 1 || def->wait_players > def->config.players ||
        def->delay_ticks > FS_MAX_DELAY || def->delay_mode > FS_DELAY_FAIR || def->strict_ms > FS_MAX_STRICT_MS ||
        def->hold_s > FS_MAX_HOLD_S || def->max_spectators > FS_MAX_SPECTATORS ||
        def->spectate_delay_s > FS_MAX_SPECTATE_DELAY_S || !has_valid_referee(def))
        return FS_E_ARGUMENT;
    fs_match *m = calloc(1, sizeof *m);
    if (m == NULL)
        return FS_E_MEMORY;
    m->def = *def;
    m->hooks = *hooks;
    m->game = def->game;
    m->now_us = m->suspect_us = now_us;
    m->referee.dispute = m->referee.gap = FS__NO_TICK;
    fs_result result = allocate_match(m);
    if (result == FS_OK && !derive_password(m))
        result = FS_E_MEMORY;
    if (result != FS_OK) {
        fs_match_destroy(m);
        return result;
    }
    if (m->def.follows == NULL)
        fs__stream_init(&m->stream, m->game, &m->def.config);
    m->schema_hash = fs_schema_hash(m->game->schema);
    m->number_fingerprint = fs_num_fingerprint();
    m->config_hash = fs_config_hash(m->game, &m->def.config);
    m->state_hash = fs_sim_state_hash(m->sim);
    for (uint32_t s = 0; s < FS_MAX_PLAYERS; s++)
        m->slot_peer[s] = FS_MAX_PEERS;
    *out = m;
    return FS_OK;
}

void fs_match_destroy(fs_match *m)
{
    if (m == NULL)
        return;
    for (uint32_t p = 0; p < FS_MAX_PEERS; p++)
        free(m->peers[p].inputs);
    free(m->log);
    free(m->traces);
    fs__match_destroy_referee(m);
    fs__match_destroy_spectators(m);
    fs__state_history_free(&m->state_history);
    if (m->def.follows == NULL)
        fs_sim_destroy(m->sim);
    free(m);
}

uint64_t fs__match_deadline(const fs_match *m, uint32_t tick)
{
    return m->start_us + (uint64_t)tick * 1000000 / m->def.config.hz;
}

void fs__match_enter(fs_match *m, uint64_t now_us)
{
    if (now_us - m->now_us > FS__SUSPECT_GAP_US)
        m->suspect_us = now_us;
    m->now_us = now_us;
}

void fs__match_send(fs_match *m, uint32_t peer, fs_channel channel, size_t size)
{
    FS_ASSERT(peer < FS_MAX_PEERS && m->peers[peer].phase != FS__PEER_FREE);
    FS_ASSERT(size > 0 && size <= sizeof m->out);
    m->peers[peer].stats->bytes_down += size;
    m->peers[peer].stats->packets_down++;
    m->hooks.send(m->hooks.context, peer, channel, m->out, size);
}

void fs__match_event(fs_match *m, fs_event event)
{
    if (m->hooks.event != NULL)
        m->hooks.event(m->hooks.context, &event);
}

/* --- start and end -------------------------------------------------------------- */

void fs__match_start_message(fs_match *m, uint32_t peer)
{
    uint32_t next = m->stream.next_tick;
    uint64_t deadline = fs__match_deadline(m, next);
    uint64_t closes_in_us = deadline > m->now_us ? deadline - m->now_us : 0;
    struct fs__start_message start = { .next_tick = next,
                                       .closes_in_us = (uint32_t)closes_in_us,
                                       .clock = m->clock,
                                       .delay_us = fs__match_delay_us(m, &m->peers[peer]) };
    fs__match_send(m, peer, FS_CHANNEL_CONTROL, fs__put_start(m->out, sizeof m->out, &start));
}

static uint32_t longest_delay(const fs_match *m)
{
    uint32_t delay = 0;
    for (uint32_t p = 0; p < FS_MAX_PEERS; p++)
        if (m->peers[p].phase == FS__PEER_PLAYING && fs__match_delay_us(m, &m->peers[p]) > delay)
            delay = fs__match_delay_us(m, &m->peers[p]);
    return delay;
}

/* Starts the clock of the match: the next tick closes late enough for every player's first inputs to arrive in time. The
 * inputs that were sampled on the clock before are void: nobody could see what they would act on. */
static void start_clock(fs_match *m)
{
    uint32_t hz = m->def.config.hz, next = m->stream.next_tick;
    fs__match_update_fair_delay(m);
    fs__match_end_wait(m, 0);
    m->clock++;
    m->resend_us = 0;
    m->start_us = m->now_us + longest_delay(m) + 2000000 / hz - (uint64_t)next * 1000000 / hz;
    for (uint32_t p = 0; p < FS_MAX_PEERS; p++) {
        fs__peer *peer = &m->peers[p];
        if (peer->phase == FS__PEER_PLAYING)
            fs__match_forget_all_inputs(m, peer);
        if (peer->phase == FS__PEER_PLAYING || (peer->phase == FS__PEER_LOADING && !peer->snapshot_due))
            fs__match_start_message(m, p);
    }
}

static void start_match(fs_match *m)
{
    m->started = true;
    start_clock(m);
    fs__match_event(m, (fs_event){ .kind = FS_EVENT_STARTED });
}

static void end_match(fs_match *m)
{
    m->ended = true;
    m->ended_us = m->now_us;
    m->next_us = m->now_us + FS__NEXT_REPEAT_US;
    if (!m->stopping)
        m->end_cause = FS_END_FINISHED;
    for (uint32_t p = 0; p < FS_MAX_PEERS; p++)
        if (m->peers[p].phase == FS__PEER_PLAYING || m->peers[p].phase == FS__PEER_LOADING)
            fs__match_tell_end(m, p);
    fs__match_event(m, (fs_event){ .kind = FS_EVENT_ENDED, .tick = m->stream.next_tick, .cause = m->end_cause });
}

void fs_match_end(fs_match *m, fs_end_cause cause, uint64_t now_us)
{
    FS_ASSERT(cause != FS_END_NONE);
    m->now_us = now_us;
    if (!m->stopping && !m->ended)
        m->end_cause = cause;
    m->stopping = true;
    if (!m->ended && (!m->started || fs_match_paused(m)))
        end_match(m);
}

void fs_match_stop(fs_match *m, uint64_t now_us)
{
    fs_match_end(m, FS_END_STOPPED, now_us);
}

static bool last_tick_closed(const fs_match *m)
{
    return m->stopping || (m->def.ticks > 0 && m->stream.next_tick >= m->def.ticks);
}

/* --- poll -------------------------------------------------------------------------- */

static void poll_peers(fs_match *m)
{
    for (uint32_t p = 0; p < FS_MAX_PEERS; p++) {
        fs__peer *peer = &m->peers[p];
        bool joining = peer->phase >= FS__PEER_CONNECTED && peer->phase <= FS__PEER_OFFERED;
        if (joining && m->ended && !m->def.continues)
            fs__match_refuse(m, p, FS_E_ENDED, FS__NO_NEXT);
        else if (joining && !peer->awaits_next && m->now_us - peer->since_us > FS__JOIN_TIMEOUT_US)
            fs__match_refuse(m, p, FS_E_TIMEOUT, "nothing was heard for %u s while joining",
                             (unsigned)(FS__JOIN_TIMEOUT_US / 1000000));
        bool loading = peer->phase == FS__PEER_LOADING && !peer->snapshot_due;
        if (loading && m->now_us - peer->snapshot_us > peer->load_us)
            fs__match_refuse(m, p, FS_E_TIMEOUT, "the snapshot was not loaded within %u s",
                             (unsigned)(peer->load_us / 1000000));
        fs__match_poll_hashes(m, p);
        fs__match_poll_trouble(m, p);
        /* Bundles are repeated after the end until the peer has acknowledged the last one. */
        if (m->ended && peer->phase == FS__PEER_PLAYING && peer->ack_bundle_tick < m->stream.next_tick)
            fs__match_send_ticks(m, p);
    }
}

static void close_due_ticks(fs_match *m)
{
    uint64_t due = fs__match_deadline(m, m->stream.next_tick);
    if (m->now_us > due && m->now_us - due > FS__STALL_THRESHOLD_US)
        start_clock(m);
    while (!m->ended && !fs_match_paused(m) && m->now_us >= fs__match_deadline(m, m->stream.next_tick)) {
        if (fs__match_wait_inputs(m))
            return;
        /* Nobody has seen what the inputs of so long ago would act on. */
        if (m->strict.waited_us > FS__STALL_THRESHOLD_US) {
            start_clock(m);
            return;
        }
        fs__match_update_bots(m);
        fs__match_close_tick(m);
        if (last_tick_closed(m))
            end_match(m);
    }
}

/* After the last state hash has arrived and the last trace has finished, TICKS messages carry the final count of agreed
 * ticks to every player: for a while, because they may be lost, also in front of a disconnect. */
static void send_final_agreement(fs_match *m)
{
    if (!m->ended || (!m->settled && (fs__match_awaits_hashes(m) || fs__match_traces(m) || fs__match_referee_busy(m))))
        return;
    if (!m->settled)
        m->settled_us = m->now_us;
    m->settled = true;
    for (uint32_t p = 0; p < FS_MAX_PEERS && m->stream.next_tick > 0; p++)
        if (m->peers[p].phase == FS__PEER_PLAYING)
            fs__match_send_ticks(m, p);
}

/* Whether the match is paused. Its clock starts anew after a pause. */
static bool hold_clock(fs_match *m)
{
    bool held = fs__match_hold(m);
    if (!held && m->clock_stopped && !m->ended)
        start_clock(m);
    m->clock_stopped = held && m->started;
    return held;
}

/* Starts the match and closes ticks, as the clock and the players allow. */
static void poll_clock(fs_match *m)
{
    bool held = hold_clock(m);
    if (!m->started && !m->ended && !held && fs_match_players(m) >= m->def.wait_players)
        start_match(m);
    if (m->started && !m->ended && !held)
        close_due_ticks(m);
    if (m->resend_us > 0 && m->now_us >= m->resend_us && !m->ended)
        fs__match_resend_ticks(m);
}

void fs_match_poll(fs_match *m, uint64_t now_us)
{
    fs__match_enter(m, now_us);
    if (m->def.follows == NULL)
        poll_clock(m);
    poll_peers(m);
    fs__match_poll_slots(m);
    fs__match_poll_referee(m);
    fs__match_poll_snapshots(m);
    fs__match_trace_poll(m);
    fs__match_poll_spectators(m);
    fs__match_poll_next(m);
    send_final_agreement(m);
}

uint64_t fs_match_next_poll_us(const fs_match *m)
{
    /* Time-outs are checked every 10 ms; ticks close at their microsecond. */
    uint64_t due = m->now_us + 10000;
    if (m->started && !m->ended && !fs_match_paused(m) && fs__match_deadline(m, m->stream.next_tick) < due)
        due = fs__match_deadline(m, m->stream.next_tick);
    if (m->resend_us > 0 && m->resend_us < due && !m->ended)
        due = m->resend_us;
    return m->strict.waiting && due < m->now_us + FS__STRICT_POLL_US ? m->now_us + FS__STRICT_POLL_US : due;
}

bool fs_match_done(const fs_match *m)
{
    if (!m->ended)
        return false;
    bool nobody = m->stream.next_tick == 0 || fs_match_players(m) == 0;
    bool settled = m->settled && (nobody || m->now_us - m->settled_us >= FS__SETTLE_US) &&
                   !fs__match_spectators_wait(m);
    bool decides = fs__match_referee_busy(m) || fs__match_undecided(m);
    return !decides && (settled || m->now_us - m->ended_us > FS__LINGER_US);
}

/* --- figures ------------------------------------------------------------------------- */

uint32_t fs_match_tick(const fs_match *m)
{
    return m->stream.next_tick;
}

uint64_t fs_match_state_hash(const fs_match *m)
{
    return m->state_hash;
}

uint32_t fs_match_agreed(const fs_match *m)
{
    return m->agreed;
}

uint32_t fs_match_players(const fs_match *m)
{
    uint32_t n = 0;
    for (uint32_t p = 0; p < FS_MAX_PEERS; p++)
        n += m->peers[p].phase == FS__PEER_PLAYING;
    return n;
}

uint32_t fs_match_desyncs(const fs_match *m)
{
    return m->desyncs;
}

fs_sim *fs_match_sim(fs_match *m)
{
    return m->sim;
}

const fs_stream *fs_match_stream(const fs_match *m)
{
    return &m->stream;
}

static void add_present_figures(const fs_match *m, const fs__peer *peer, fs_peer_stats *stats)
{
    stats->hashes_missing += fs__match_hashes_outstanding(m, peer);
    stats->agreed_ticks = fs__match_agreed_of(peer, peer->state_desynced ? peer->desync_from : peer->next_hash_tick);
    stats->behind_ticks = peer->behind;
    stats->loading = peer->phase == FS__PEER_LOADING;
    stats->delay_us = fs__match_delay_us(m, peer);
    stats->loss_up_permille = fs__loss_meter_share(&peer->loss_up) * 1000 / 255;
    stats->loss_down_permille = peer->loss_down * 1000 / 255;
}

bool fs_match_peer(const fs_match *m, uint32_t i, fs_peer_stats *stats)
{
    if (i >= m->history_count)
        return false;
    *stats = m->history[i];
    const fs__peer *peer = &m->peers[stats->peer];
    if (peer->stats == &m->history[i])
        add_present_figures(m, peer, stats);
    const fs__slot *slot = &m->slots[stats->slot];
    stats->away = slot->held && slot->stats == &m->history[i];
    stats->away_left_s = stats->away ? fs__match_held_s(m, stats->slot) : 0;
    return true;
}
