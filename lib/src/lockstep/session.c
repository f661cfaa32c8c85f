/* session.c: joining a match, handling the server's messages, leaving. */
#include "lockstep/session_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <fixstep/fingerprint.h>

#include "lockstep/player/player_text.h"

fs_result fs_session_create(const fs_session_def *def, const fs_session_hooks *hooks, fs_session **out)
{
    FS_ASSERT(hooks->send != NULL && hooks->game != NULL && hooks->input != NULL);
    *out = NULL;
    if (strnlen(def->name, FS_MAX_NAME) == FS_MAX_NAME)
        return FS_E_NAME;
    if (def->predict_ticks > FS_MAX_PREDICTION)
        return FS_E_ARGUMENT;
    fs_session *s = calloc(1, sizeof *s);
    if (s == NULL)
        return FS_E_MEMORY;
    s->def = *def;
    s->hooks = *hooks;
    s->stats.slot = FS_MAX_PLAYERS;
    *out = s;
    return FS_OK;
}

void fs_session_destroy(fs_session *s)
{
    if (s == NULL)
        return;
    fs__state_history_free(&s->state_history);
    fs__prediction_free(&s->prediction);
    fs_sim_destroy(s->sim);
    fs_sim_destroy(s->trial.sim);
    free(s->queue);
    free(s->inputs);
    free(s->chunks);
    free(s);
}

void fs__session_send(fs_session *s, fs_channel channel, size_t size)
{
    FS_ASSERT(size > 0 && size <= sizeof s->out);
    s->stats.bytes_up += size;
    s->hooks.send(s->hooks.context, 0, channel, s->out, size);
}

void fs__session_event(fs_session *s, fs_event event)
{
    if (s->hooks.event != NULL)
        s->hooks.event(s->hooks.context, &event);
}

void fs__session_fail(fs_session *s, fs_result result, const char *text)
{
    if (s->phase == FS_SESSION_FAILED || s->phase == FS_SESSION_ENDED)
        return;
    s->phase = FS_SESSION_FAILED;
    snprintf(s->failure, sizeof s->failure, "%s: %s", fs_result_text(result), text);
    fs_event_kind kind = result == FS_E_NETWORK ? FS_EVENT_LOST : FS_EVENT_REFUSED;
    fs__session_event(s, (fs_event){ .kind = kind, .result = result, .text = s->failure });
}

const char *fs_session_failure(const fs_session *s)
{
    return s->failure;
}

/* --- joining ------------------------------------------------------------------------ */

static void send_resume(fs_session *s)
{
    fs__reader chain = fs__reader_make(s->received_stream.chain, sizeof s->received_stream.chain);
    struct fs__resume_message resume = { .next_tick = s->received_stream.next_tick, .chain = fs__get_u64(&chain) };
    memcpy(resume.token, s->welcome.token, sizeof resume.token);
    fs__session_send(s, FS_CHANNEL_CONTROL, fs__put_resume(s->out, sizeof s->out, &resume));
}

/* Forgets what belonged to the lost connection. State and queue stay. */
static void begin_resume(fs_session *s)
{
    s->resuming = true;
    s->welcomed = s->awaiting_snapshot = false;
    s->epoch = 0;
    s->loss_down = (fs__loss_meter){ 0 };
    s->stamp_us = s->gap_us = s->resend_us = 0;
    s->phase = FS_SESSION_JOINING;
}

void fs_session_bind(fs_session *s, const uint8_t binding[FS_KEY_BYTES])
{
    s->bound = true;
    memcpy(s->binding, binding, FS_KEY_BYTES);
}

static void send_key(fs_session *s)
{
    struct fs__key_message message;
    if (s->def.key_seed == NULL || !s->bound)
        return;
    fs__key_proof_make(message.key, message.signature, s->def.key_seed, s->binding);
    fs__session_send(s, FS_CHANNEL_CONTROL, fs__put_key(s->out, sizeof s->out, &message));
}

static void send_ticket(fs_session *s)
{
    struct fs__ticket_message message = { s->def.ticket, s->def.ticket_size };
    if (s->def.ticket != NULL && s->bound)
        fs__session_send(s, FS_CHANNEL_CONTROL, fs__put_ticket(s->out, sizeof s->out, &message));
}

void fs_session_connected(fs_session *s, uint64_t now_us)
{
    s->now_us = now_us;
    if (s->phase == FS_SESSION_AWAY)
        begin_resume(s);
    if (s->def.spectate)
        fs__session_begin_visit(s);
    else if (s->resuming)
        send_resume(s);
    s->challenged = false;
    send_key(s);
    send_ticket(s);
    struct fs__join_message join = { .version = FS_PROTOCOL_VERSION, .number_fingerprint = fs_num_fingerprint() };
    memcpy(join.name, s->resuming && !s->def.spectate ? s->welcome.name : s->def.name, FS_MAX_NAME);
    snprintf(join.build, sizeof join.build, "%s", s->def.build != NULL ? s->def.build : "");
    size_t size = s->def.spectate ? fs__put_spectate(s->out, sizeof s->out, &join)
                                  : fs__put_join(s->out, sizeof s->out, &join);
    fs__session_send(s, FS_CHANNEL_CONTROL, size);
}

/* The server asks for the password. */
static void answer_challenge(fs_session *s, const struct fs__challenge_message *challenge)
{
    struct fs__proof_message proof;
    uint8_t key[FS__PASSWORD_KEY_BYTES];
    s->challenged = true;
    if (s->def.password == NULL)
        fs__session_fail(s, FS_E_PASSWORD, "the server asks for a password, and none was given");
    else if (!fs__password_key(key, s->def.password, challenge->salt))
        fs__session_fail(s, FS_E_MEMORY, "no room to prove the password");
    else {
        fs__password_proof(proof.proof, key, challenge->nonce, s->binding);
        fs__session_send(s, FS_CHANNEL_CONTROL, fs__put_proof(s->out, sizeof s->out, &proof));
    }
}

static bool allocate_match(fs_session *s)
{
    if (fs_sim_create(s->game, &s->config, &s->sim) != FS_OK)
        return false;
    fs_sim_set_tasks(s->sim, s->def.tasks);
    if (fs__state_history_init(&s->state_history, s->sim, fs_state_block_size(fs_sim_state(s->sim)),
                               s->def.state_history_ticks) != FS_OK)
        return false;
    if (s->def.predict_ticks > 0 &&
        fs__prediction_init(&s->prediction, s->game, &s->config, s->def.tasks, s->def.predict_ticks) != FS_OK)
        return false;
    s->queue_stride = FS__MAX_BUNDLE_BYTES;
    s->queue = malloc((size_t)FS__QUEUE_TICKS * s->queue_stride);
    s->inputs = malloc((size_t)FS__OWN_INPUTS * s->game->input_size);
    s->chunks_capacity = fs__session_snapshot_bound(s);
    s->chunks = malloc(s->chunks_capacity);
    return s->queue != NULL && s->inputs != NULL && s->chunks != NULL;
}

static void answer_offer(fs_session *s, fs__offer_mode mode)
{
    struct fs__ready_message ready = { fs_schema_hash(s->game->schema), fs_config_hash(s->game, &s->config) };
    s->awaiting_snapshot = mode == FS__OFFER_SNAPSHOT;
    fs__session_send(s, FS_CHANNEL_CONTROL, fs__put_ready(s->out, sizeof s->out, &ready));
}

/* Finds the game, makes the state of tick 0, and answers READY with the client's own hashes of schema and
 * configuration. */
static void handle_offer(fs_session *s, const struct fs__offer_message *offer)
{
    char error[FS__MAX_TEXT] = "";
    fs_config config;
    if (fs_config_decode(&config, offer->config) != FS_OK) {
        fs__session_fail(s, FS_E_CONFIG, "the server's match configuration is malformed");
        return;
    }
    const fs_game *game = s->hooks.game(s->hooks.context, config.game, error, sizeof error);
    if (game == NULL) {
        fs__session_fail(s, FS_E_GAME, error);
        return;
    }
    if (fs_config_check(game, &config, error, sizeof error) != FS_OK) {
        fs__session_fail(s, FS_E_CONFIG, error);
        return;
    }
    s->game = game;
    s->config = config;
    if (!allocate_match(s)) {
        fs__session_fail(s, FS_E_MEMORY, "no room for the match");
        return;
    }
    if (!fs__session_check_fault(s, error)) {
        fs__session_fail(s, FS_E_ARGUMENT, error);
        return;
    }
    fs__stream_init(&s->stream, game, &config);
    s->received_stream = s->stream;
    s->trial.offer = offer->mode;
    if (!fs__session_begin_trial(s))
        answer_offer(s, offer->mode);
}

/* The offer after a lost connection must be of the same match. */
static void handle_offer_again(fs_session *s, const struct fs__offer_message *offer)
{
    uint8_t config[FS_CONFIG_BYTES];
    fs_config_encode(&s->config, config);
    if (memcmp(config, offer->config, sizeof config) != 0 || offer->mode == FS__OFFER_WAITING)
        fs__session_fail(s, FS_E_ENDED, "the server has begun another match");
    else
        answer_offer(s, offer->mode);
}

void fs__session_update_phase(fs_session *s)
{
    if (s->phase == FS_SESSION_JOINING && (s->welcomed || s->watch.admitted))
        s->phase = FS_SESSION_WAITING;
    if (s->phase == FS_SESSION_WAITING && s->clock.running && !s->awaiting_snapshot)
        s->phase = FS_SESSION_PLAYING;
}

static void handle_welcome(fs_session *s, const struct fs__welcome_message *welcome)
{
    s->welcome = *welcome;
    s->welcomed = true;
    s->stats.slot = welcome->slot;
    s->delay_us = welcome->delay_us;
    fs__session_restart_samples(s, welcome->active_tick);
    s->ack_input_tick = welcome->active_tick;
    fs__session_update_phase(s);
    fs__session_event(s, (fs_event){ .kind = s->resuming ? FS_EVENT_RETURNED : FS_EVENT_JOINED,
                                     .slot = welcome->slot,
                                     .tick = welcome->active_tick,
                                     .name = s->welcome.name });
}

static void handle_start(fs_session *s, const struct fs__start_message *start)
{
    bool first = !s->clock.running;
    if (!first && start->clock == s->clock_number)
        return;
    if (start->delay_us > 0)
        s->delay_us = start->delay_us;
    fs__session_start_clock(s, start->clock, start->next_tick, s->now_us + start->closes_in_us);
    fs__session_update_phase(s);
    if (first)
        fs__session_event(s, (fs_event){ .kind = FS_EVENT_STARTED, .tick = start->next_tick });
}

/* --- messages --------------------------------------------------------------------------- */

/* Who has played to the end is refused by the next match: there is none for this client, and the reason is a notice. */
static bool handle_refuse(fs_session *s, fs__reader *r)
{
    struct fs__refuse_message refuse;
    if (!fs__get_refuse(r, &refuse))
        return false;
    if (!s->ended || s->sim == NULL || s->stats.next == FS_NEXT_NONE) {
        fs__session_fail(s, refuse.result, refuse.text);
        return true;
    }
    s->stats.next = FS_NEXT_NONE;
    fs__session_event(s, (fs_event){ .kind = FS_EVENT_NOTICE, .text = refuse.text });
    return true;
}

static bool handle_ticks(fs_session *s, fs__reader *r, bool live)
{
    struct fs__ticks_message ticks;
    if (s->sim == NULL || !fs__get_ticks(r, &ticks))
        return false;
    if (live && !s->clock.running && ticks.count > 0)
        return true; /* overtook START, or is of the match before on this connection; START's ticks follow */
    if (s->stats.spectating)
        fs__session_watch_ticks(s, &ticks);
    else
        fs__session_take_ticks(s, &ticks, live);
    return true;
}

static bool handle_end(fs_session *s, fs__reader *r)
{
    if (!fs__get_end(r, &s->end))
        return false;
    s->ended = true;
    s->end_us = s->now_us;
    fs__session_stop_prediction(s);
    return true;
}

/* CAUSE comes before END, and tells of NEXT before that one does: who sees the end knows what follows. */
static bool handle_cause(fs_session *s, fs__reader *r)
{
    struct fs__cause_message cause;
    if (s->ended || s->sim == NULL || !fs__get_cause(r, &cause))
        return false;
    s->stats.end_cause = (fs_end_cause)cause.cause;
    if (cause.continues)
        s->stats.next = FS_NEXT_ANNOUNCED;
    return true;
}

static bool handle_desync_notice(fs_session *s, fs__reader *r)
{
    struct fs__desync_notice notice;
    if (!fs__get_desync_notice(r, &notice))
        return false;
    s->stats.desyncs++;
    fs__session_event(s, (fs_event){ .kind = FS_EVENT_DESYNC, .tick = notice.tick, .text = notice.text });
    return true;
}

/* NEXT comes after END, also when all ticks are simulated, and to a client that asks to join a match that has ended. */
static bool handle_next(fs_session *s, fs__reader *r)
{
    struct fs__next_message next;
    bool returns = s->resuming && !s->welcomed && !s->watch.admitted;
    if ((!s->ended && s->sim != NULL && !returns) || !fs__get_next(r, &next))
        return false;
    if (returns && !s->ended) {
        fs__session_fail(s, FS_E_ENDED, "the match has ended, and the server begins another one");
        return true;
    }
    s->stats.next = next.ready ? FS_NEXT_READY : FS_NEXT_ANNOUNCED;
    fs__session_event(s, (fs_event){ .kind = FS_EVENT_NEXT, .tick = s->end.ticks });
    return true;
}

static bool handle_notice(fs_session *s, fs__reader *r)
{
    struct fs__notice_message notice;
    if (!fs__get_notice(r, &notice))
        return false;
    fs__session_event(s, (fs_event){ .kind = FS_EVENT_NOTICE, .text = notice.text });
    return true;
}

/* Messages that are valid only after OFFER. */
static bool handle_match_message(fs_session *s, fs__message_type type, fs__reader *r)
{
    struct fs__welcome_message welcome;
    struct fs__start_message start;
    struct fs__snapshot_chunk chunk;
    struct fs__hash_query query;
    struct fs__spectating_message spectating;
    if (s->sim == NULL)
        return false;
    if (type == FS__MESSAGE_WELCOME && !s->welcomed && !s->def.spectate && fs__get_welcome(r, &welcome) &&
        welcome.slot < s->config.players)
        handle_welcome(s, &welcome);
    else if (type == FS__MESSAGE_SPECTATING && s->def.spectate && !s->watch.admitted &&
             fs__get_spectating(r, &spectating))
        fs__session_begin_spectating(s, &spectating);
    else if (type == FS__MESSAGE_HEAD)
        return fs__session_take_head(s, r);
    else if (type == FS__MESSAGE_START && fs__get_start(r, &start))
        handle_start(s, &start);
    else if (type == FS__MESSAGE_SNAPSHOT && fs__get_snapshot_chunk(r, &chunk))
        return fs__session_take_chunk(s, &chunk);
    else if (type == FS__MESSAGE_HASH_QUERY && fs__get_hash_query(r, &query))
        fs__session_send_hash_reply(s, &query);
    else
        return false;
    return true;
}

static bool dispatch_message(fs_session *s, fs__message_type type, fs__reader *r)
{
    struct fs__offer_message offer;
    struct fs__challenge_message challenge;
    switch (type) {
    case FS__MESSAGE_CHALLENGE:
        if (s->challenged || s->welcomed || !fs__get_challenge(r, &challenge))
            return false;
        answer_challenge(s, &challenge);
        return true;
    case FS__MESSAGE_REFUSE: return handle_refuse(s, r);
    case FS__MESSAGE_OFFER:
        if ((s->sim != NULL && !s->resuming) || s->welcomed || !fs__get_offer(r, &offer))
            return false;
        if (s->resuming)
            handle_offer_again(s, &offer);
        else
            handle_offer(s, &offer);
        return true;
    case FS__MESSAGE_TICKS: return handle_ticks(s, r, true);
    case FS__MESSAGE_REPAIR: return handle_ticks(s, r, false);
    case FS__MESSAGE_CAUSE: return handle_cause(s, r);
    case FS__MESSAGE_END: return handle_end(s, r);
    case FS__MESSAGE_NEXT: return handle_next(s, r);
    case FS__MESSAGE_NOTICE: return handle_notice(s, r);
    case FS__MESSAGE_DESYNC_NOTICE: return handle_desync_notice(s, r);
    default: return handle_match_message(s, type, r);
    }
}

/* Begins a call. */
static void enter_call(fs_session *s, uint64_t now_us)
{
    if (now_us - s->called_us > FS__WAITED_GAP_US) {
        s->waited_us = now_us;
        fs__session_note_incident(s, now_us);
    }
    s->now_us = s->called_us = now_us;
}

void fs_session_receive(fs_session *s, fs_channel channel, const void *bytes, size_t size, uint64_t now_us)
{
    enter_call(s, now_us);
    s->stats.bytes_down += size;
    fs__reader r = fs__reader_make(bytes, size);
    fs__message_type type = (fs__message_type)fs__get_u8(&r);
    bool for_the_end = type == FS__MESSAGE_NEXT || type == FS__MESSAGE_NOTICE || type == FS__MESSAGE_REFUSE;
    if (s->phase == FS_SESSION_FAILED || (s->phase == FS_SESSION_ENDED && !for_the_end))
        return;
    if (s->watch.admitted && channel == FS_CHANNEL_BULK)
        s->watch.received += (uint32_t)size;
    /* TICKS alone travels on the unsequenced channel. */
    bool channel_matches = (type == FS__MESSAGE_TICKS) == (channel == FS_CHANNEL_TICKS);
    if (!channel_matches || !dispatch_message(s, type, &r))
        s->stats.malformed++;
}

static bool can_reconnect(const fs_session *s)
{
    static const uint8_t none[FS__TOKEN_BYTES];
    bool holds_slot = s->clock.running && memcmp(s->welcome.token, none, sizeof none) != 0;
    return s->def.reconnect && s->sim != NULL && !s->ended && (holds_slot || s->stats.spectating);
}

/* The match is over, and the server has closed the connection before this client had simulated all that it got. */
static void simulate_rest(fs_session *s)
{
    while (s->received_stream.next_tick > s->stream.next_tick && s->phase != FS_SESSION_FAILED)
        fs__session_simulate(s);
}

void fs_session_disconnected(fs_session *s, uint64_t now_us)
{
    s->now_us = now_us;
    s->bound = false;
    memset(s->binding, 0, sizeof s->binding);
    if (s->ended && s->sim != NULL) {
        simulate_rest(s);
        fs_session_poll(s, now_us);
        if (s->stream.next_tick == s->end.ticks)
            s->phase = FS_SESSION_ENDED;
    }
    if (s->phase == FS_SESSION_ENDED || s->phase == FS_SESSION_FAILED)
        return;
    if (can_reconnect(s)) {
        s->phase = FS_SESSION_AWAY;
        s->welcomed = s->watch.admitted = false;
        fs__session_event(s, (fs_event){ .kind = FS_EVENT_AWAY, .tick = s->stream.next_tick, .name = s->welcome.name });
    } else if (s->ended && !s->welcomed && !s->watch.admitted)
        fs__session_fail(s, FS_E_ENDED, s->stats.next == FS_NEXT_NONE ? FS__NO_NEXT : "the match has ended");
    else
        fs__session_fail(s, FS_E_NETWORK,
                         s->sim == NULL ? "the server closed the connection or did not answer"
                                        : "the connection to the server was lost");
}

void fs_session_leave(fs_session *s)
{
    if (s->phase == FS_SESSION_AWAY)
        return;
    fs__session_send(s, FS_CHANNEL_CONTROL, fs__put_empty_message(s->out, sizeof s->out, FS__MESSAGE_LEAVE));
}

fs_result fs_session_say(fs_session *s, const char *text)
{
    struct fs__chat_message message;
    fs_chat_clean(message.text, text);
    if (message.text[0] == 0)
        return FS_E_ARGUMENT;
    if (s->phase != FS_SESSION_PLAYING || !s->welcomed)
        return FS_E_NETWORK;
    fs__session_send(s, FS_CHANNEL_CONTROL, fs__put_chat(s->out, sizeof s->out, &message));
    return FS_OK;
}

/* --- poll ---------------------------------------------------------------------------------- */

/* Whether all ticks are confirmed: agreed by all players, or for a spectator signed. The last head may arrive after END, which
 * has a channel of its own. A relay that is stopped or lost has no head of its last tick. */
static bool is_confirmed(const fs_session *s)
{
    bool signs = s->stats.has_origin_key && (!s->stats.relayed || s->stats.end_cause == FS_END_FINISHED);
    if (s->stats.spectating)
        return !signs || s->watch.signed_tick >= s->end.ticks;
    return s->stats.agreed_tick >= s->end.ticks;
}

/* Ends the session once every tick is simulated, every state hash acknowledged, and every tick confirmed or
 * FS__AGREEMENT_TIMEOUT_US over. */
static void end_when_complete(fs_session *s)
{
    if (!s->ended || s->stream.next_tick != s->end.ticks || s->phase == FS_SESSION_ENDED)
        return;
    bool hashes_acked = s->stats.spectating || s->ack_hash_tick >= s->end.ticks;
    if (!hashes_acked || (!is_confirmed(s) && s->now_us - s->end_us <= FS__AGREEMENT_TIMEOUT_US))
        return;
    s->phase = FS_SESSION_ENDED;
    fs__session_event(s, (fs_event){ .kind = FS_EVENT_ENDED, .tick = s->end.ticks, .cause = s->stats.end_cause });
}

/* Before tick 0 an idle INPUT lets both sides measure the round trip. */
static void send_probe(fs_session *s)
{
    if (s->welcomed && s->now_us - s->sent_us >= FS__PROBE_US)
        fs__session_send_input(s, false);
}

void fs_session_poll(fs_session *s, uint64_t now_us)
{
    enter_call(s, now_us);
    if (s->sim == NULL || s->phase == FS_SESSION_FAILED || s->phase == FS_SESSION_ENDED)
        return;
    if (s->trial.sim != NULL) {
        if (fs__session_continue_trial(s))
            answer_offer(s, s->trial.offer);
        return;
    }
    if (!s->clock.running)
        send_probe(s);
    else {
        fs__session_simulate(s);
        fs__session_sample_inputs(s);
        fs__session_predict(s);
    }
    if (s->watch.admitted)
        fs__session_send_watched(s);
    end_when_complete(s);
}

uint64_t fs_session_next_poll_us(const fs_session *s)
{
    uint64_t due = s->now_us + 10000;
    if (s->sim == NULL || !s->clock.running)
        return due;
    uint64_t sample = fs__session_next_sample_us(s), playout = fs__session_playout_us(s);
    if (sample < due)
        due = sample;
    if (playout < due)
        due = playout;
    if (s->resend_us > 0 && s->resend_us < due)
        due = s->resend_us;
    return due;
}

void fs_session_get_stats(const fs_session *s, fs_session_stats *stats)
{
    *stats = s->stats;
    stats->phase = s->phase;
    if (s->sim == NULL)
        return;
    stats->tick = s->stream.next_tick;
    stats->newest_tick = s->newest;
    stats->players = (uint32_t)__builtin_popcountll(s->stream.present);
    stats->jitter_us = s->clock.jitter_us;
    stats->delay_us = s->delay_us;
    stats->delay_ticks = fs__delay_ticks(s->config.hz, s->delay_us);
    stats->prediction = s->prediction.stats;
    stats->prediction.tick = s->prediction.next_tick > stats->tick ? s->prediction.next_tick : stats->tick;
    stats->loss_down_permille = fs__loss_meter_share(&s->loss_down) * 1000 / 255;
}

fs_sim *fs_session_sim(fs_session *s)
{
    return s->sim;
}

const fs_stream *fs_session_stream(const fs_session *s)
{
    return &s->stream;
}
