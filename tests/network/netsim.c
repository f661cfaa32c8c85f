/* netsim.c: the simulated network of netsim.h. */
#include "network/netsim.h"

#include <stdlib.h>
#include <string.h>
#include <fixstep/games.h>

#include "lockstep/stream.h"
#include "support/check_main.h"

enum { WAKE_UP_US = 50 /* at least, between two turns */ };

struct netsim_queue {
    netline_queue line;
    uint64_t reliable_us[2][NETSIM_CLIENTS][FS_CHANNEL_COUNT]; /* last delivery, per direction */
};

/* --- sending ------------------------------------------------------------------------ */

static void post_parcel(netsim *sim, bool up, uint32_t client, fs_channel channel, const uint8_t *bytes, size_t size,
                        uint64_t at)
{
    netline_parcel p = { .at_us = at,
                         .up = up,
                         .client = client,
                         .connection = sim->clients[client].connection,
                         .channel = channel,
                         .size = size };
    netline_post(&sim->queue->line, p, bytes);
}

static bool is_lost(netsim *sim, netsim_client *c)
{
    return netline_loses(&sim->rng, &c->link, &c->burst);
}

static uint64_t travel_time_us(netsim *sim, const netsim_client *c)
{
    return netline_travel_us(&sim->rng, &c->link);
}

/* UINT64_MAX when the queue of the link is too long for the message; a reliable one waits. */
static uint64_t queue_time_us(netsim *sim, netsim_client *c, bool up, size_t size, bool reliable)
{
    c->datagrams[up]++;
    c->bytes[up] += size + NETSIM_OVERHEAD_BYTES;
    return netline_queue_us(&c->link_free_us[up], c->rate_bytes_per_s, reliable ? UINT64_MAX : c->queue_us,
                            size + NETSIM_OVERHEAD_BYTES, sim->now_us);
}

static bool is_blacked_out(const netsim *sim, const netsim_client *c)
{
    return sim->now_us >= c->blackout_from_us && sim->now_us < c->blackout_to_us;
}

/* Every copy is lost or delayed by itself. */
static void inject_unsequenced(netsim *sim, bool up, uint32_t client, fs_channel channel, const void *bytes,
                               size_t size)
{
    netsim_client *c = &sim->clients[client];
    uint64_t queue_us = queue_time_us(sim, c, up, size, false);
    bool blocked = is_blacked_out(sim, c) || queue_us == UINT64_MAX;
    if (!is_lost(sim, c) && !blocked)
        post_parcel(sim, up, client, channel, bytes, size, sim->now_us + queue_us + travel_time_us(sim, c));
    if (netline_chance(&sim->rng, c->link.duplicate_permille) && !blocked)
        post_parcel(sim, up, client, channel, bytes, size, sim->now_us + queue_us + travel_time_us(sim, c));
}

/* A lost reliable message arrives a retransmission later, and the messages behind it wait. */
static void inject_reliable(netsim *sim, bool up, uint32_t client, fs_channel channel, const void *bytes, size_t size)
{
    netsim_client *c = &sim->clients[client];
    uint64_t at = sim->now_us + queue_time_us(sim, c, up, size, true);
    at += travel_time_us(sim, c);
    while (is_lost(sim, c))
        at += 3 * (uint64_t)c->link.delay_us + 20000;
    if (is_blacked_out(sim, c) && at < c->blackout_to_us)
        at = c->blackout_to_us + travel_time_us(sim, c);
    uint64_t *last = &sim->queue->reliable_us[up][client][channel];
    if (at <= *last)
        at = *last + 1;
    *last = at;
    post_parcel(sim, up, client, channel, bytes, size, at);
}

void netsim_inject(netsim *sim, bool up, uint32_t client, fs_channel channel, const void *bytes, size_t size)
{
    if (channel == FS_CHANNEL_CONTROL || channel == FS_CHANNEL_BULK)
        inject_reliable(sim, up, client, channel, bytes, size);
    else
        inject_unsequenced(sim, up, client, channel, bytes, size);
}

static void transmit_message(netsim *sim, bool up, uint32_t client, fs_channel channel, const void *bytes, size_t size)
{
    static const uint8_t empty[1];
    uint8_t *copy = malloc(size < NETSIM_TAMPER_BYTES ? NETSIM_TAMPER_BYTES : size);
    memcpy(copy, bytes ? bytes : empty, size);
    if (sim->tamper != NULL)
        size = sim->tamper(sim, up, client, channel, copy, size);
    if (size > 0)
        netsim_inject(sim, up, client, channel, copy, size);
    free(copy);
}

/* --- hooks of the match ----------------------------------------------------------------- */

static void match_send(void *context, uint32_t peer, fs_channel channel, const void *bytes, size_t size)
{
    if (channel == FS_CHANNEL_TICKS)
        ck_assert_uint_le(size, FS_MAX_PAYLOAD);
    transmit_message(context, false, peer, channel, bytes, size);
}

static void match_drop(void *context, uint32_t peer)
{
    netsim *sim = context;
    sim->clients[peer].gone = true;
}

static void match_tick(void *context, uint32_t tick, const void *bundle, size_t size, uint64_t state_hash,
                       const fs_stream *stream, fs_sim *state)
{
    netsim *sim = context;
    sim->state_hashes[tick & 0xffff] = state_hash;
    if (sim->recorder != NULL)
        fs_recorder_tick(sim->recorder, tick, bundle, size, state_hash, stream, state);
    if (sim->server_ticked != NULL)
        sim->server_ticked(sim, tick);
}

static void match_event(void *context, const fs_event *event)
{
    netsim *sim = context;
    if (event->kind == FS_EVENT_TROUBLE)
        sim->clients[event->peer].troubles |= 1u << event->trouble;
    if (event->kind != FS_EVENT_DESYNC || sim->desyncs == NETSIM_DESYNCS)
        return;
    sim->desync_us[sim->desyncs] = sim->now_us;
    sim->desync[sim->desyncs++] = *event->desync;
}

/* --- hooks of a session ------------------------------------------------------------------- */

typedef struct wire_end {
    netsim *sim;
    uint32_t client;
} wire_end;
static wire_end ends[NETSIM_CLIENTS];

static void session_send(void *context, uint32_t peer, fs_channel channel, const void *bytes, size_t size)
{
    wire_end *end = context;
    (void)peer;
    if (channel == FS_CHANNEL_INPUT)
        ck_assert_uint_le(size, FS_MAX_PAYLOAD);
    transmit_message(end->sim, true, end->client, channel, bytes, size);
}

static const fs_game *session_game(void *context, const char *name, char *error, size_t error_size)
{
    const wire_end *end = context;
    const fs_game *game = NULL;
    if (end->sim->game != NULL)
        return end->sim->game;
    return fs_game_find(fs_builtin_games(), name, &game, error, error_size) == FS_OK ? game : NULL;
}

static void session_input(void *context, uint32_t tick, const fs_state *state, uint32_t slot, void *input)
{
    wire_end *end = context;
    netsim_client *c = &end->sim->clients[end->client];
    const fs_game *game = fs_sim_game(fs_session_sim(c->session));
    if (end->sim->client_sampled != NULL)
        end->sim->client_sampled(end->sim, end->client, tick);
    if (end->sim->change_percent == 0) {
        fs_game_bot(game, "random")->think(state, slot, &c->rng, input);
        return;
    }
    if (fs_rng_below(&c->rng, 100) < end->sim->change_percent)
        for (uint32_t i = 0; i < game->input_size; i++)
            c->input[i] = (uint8_t)fs_rng_u32(&c->rng);
    memcpy(input, c->input, game->input_size);
}

static void session_tick(void *context, uint32_t tick, const void *bundle, size_t size, uint64_t state_hash,
                         const fs_stream *stream, fs_sim *state)
{
    wire_end *end = context;
    netsim_client *c = &end->sim->clients[end->client];
    (void)bundle, (void)size, (void)state;
    c->ticks++;
    c->last_state_hash = state_hash;
    c->busy_to_us = (c->busy_to_us > end->sim->now_us ? c->busy_to_us : end->sim->now_us) + c->step_us;
    if (end->sim->client_ticked != NULL) {
        fs_session_stats stats;
        fs_session_get_stats(c->session, &stats);
        end->sim->client_ticked(end->sim, end->client, tick,
                                stats.slot < FS_MAX_PLAYERS && (stream->substituted >> stats.slot & 1));
    }
}

static void session_event(void *context, const fs_event *event)
{
    wire_end *end = context;
    netsim_client *c = &end->sim->clients[end->client];
    c->returns += event->kind == FS_EVENT_RETURNED;
    c->restarts += event->kind == FS_EVENT_RESTARTED;
    c->desync_notices += event->kind == FS_EVENT_DESYNC;
    if (event->kind == FS_EVENT_REFUSED || event->kind == FS_EVENT_LOST)
        strncpy(c->refused, event->text, sizeof c->refused - 1);
}

static void session_show(void *context, fs_sim *state, fs_show_kind kind)
{
    const wire_end *end = context;
    if (end->sim->client_shown != NULL)
        end->sim->client_shown(end->sim, end->client, state, kind);
}

static uint64_t session_clock(void *context)
{
    const wire_end *end = context;
    return end->sim->spent_us;
}

void netsim_set_name(netsim *sim, uint32_t client, const char *name)
{
    netsim_client *c = &sim->clients[client];
    fs_session_def def = { .build = "netsim", .tasks = sim->session_tasks, .reconnect = true };
    def.predict_ticks = c->predict_ticks;
    strncpy(def.name, name, FS_MAX_NAME - 1);
    fs_session_hooks hooks = { .context = &ends[client],
                               .send = session_send,
                               .game = session_game,
                               .input = session_input,
                               .tick = session_tick,
                               .event = session_event,
                               .show = session_show,
                               .clock_us = session_clock };
    fs_session_destroy(c->session);
    ck_assert_int_eq(fs_session_create(&def, &hooks, &c->session), FS_OK);
}

void netsim_predict(netsim *sim, uint32_t client, uint32_t ticks)
{
    sim->clients[client].predict_ticks = ticks;
    netsim_set_name(sim, client, "");
}

/* --- running ---------------------------------------------------------------------------------- */

netsim *netsim_create(const fs_match_def *def, uint32_t clients, uint64_t seed)
{
    netsim *sim = calloc(1, sizeof *sim);
    fs_match_hooks hooks = { .context = sim,
                             .send = match_send,
                             .drop = match_drop,
                             .tick = match_tick,
                             .event = match_event };
    sim->queue = calloc(1, sizeof *sim->queue);
    fs_match_def with_secret = *def;
    memset(with_secret.secret, 7, sizeof with_secret.secret);
    sim->rng = fs_rng_seed(seed, 1);
    sim->now_us = 1000000;
    sim->count = clients;
    ck_assert_int_eq(fs_match_create(&with_secret, &hooks, sim->now_us, &sim->match), FS_OK);
    for (uint32_t i = 0; i < clients; i++) {
        ends[i] = (wire_end){ sim, i };
        sim->clients[i].peer = i;
        sim->clients[i].rng = fs_rng_seed(seed, 100 + i);
        sim->clients[i].join_us = sim->now_us;
        netsim_set_name(sim, i, "");
    }
    return sim;
}

void netsim_destroy(netsim *sim)
{
    netline_clear(&sim->queue->line);
    for (uint32_t i = 0; i < sim->count; i++)
        fs_session_destroy(sim->clients[i].session);
    fs_match_destroy(sim->match);
    free(sim->queue);
    free(sim);
}

void netsim_set_links(netsim *sim, netsim_link link)
{
    for (uint32_t i = 0; i < sim->count; i++)
        sim->clients[i].link = link;
}

/* A client's own clock: an offset and a drift. */
static uint64_t client_clock(const netsim *sim, const netsim_client *c)
{
    int64_t drift = (int64_t)sim->now_us / 1000 * c->drift_ppm / 1000;
    return (uint64_t)((int64_t)sim->now_us + drift) + 7777777 * (uint64_t)(c->peer + 1);
}

/* Stopped, or busy with the steps of its last poll. */
static bool is_client_stopped(const netsim *sim, const netsim_client *c)
{
    return (sim->now_us >= c->stall_from_us && sim->now_us < c->stall_to_us) || sim->now_us < c->busy_to_us;
}

static uint64_t client_wakes_us(const netsim_client *c, uint64_t now_us)
{
    uint64_t stall = now_us >= c->stall_from_us && now_us < c->stall_to_us ? c->stall_to_us : 0;
    return stall > c->busy_to_us ? stall : c->busy_to_us;
}

static void set_due(netsim *sim, netsim_client *c)
{
    uint64_t now = client_clock(sim, c), next = fs_session_next_poll_us(c->session);
    c->due_us = c->poll_interval_us ? c->polled_us + c->poll_interval_us : sim->now_us + (next > now ? next - now : 0);
}

static void connect_client(netsim *sim, netsim_client *c)
{
    c->connected = true;
    fs_match_connect_from(sim->match, c->peer, c->origin, sim->now_us);
    fs_session_connected(c->session, client_clock(sim, c));
    set_due(sim, c);
}

/* Both sides learn at once that the connection is gone. */
static void lose_connection(netsim *sim, netsim_client *c)
{
    c->lost_us = 0;
    c->connected = false;
    c->connection++;
    c->join_us = c->back_us > sim->now_us ? c->back_us : UINT64_MAX;
    memset(sim->queue->reliable_us[0][c->peer], 0, sizeof sim->queue->reliable_us[0][0]);
    memset(sim->queue->reliable_us[1][c->peer], 0, sizeof sim->queue->reliable_us[1][0]);
    fs_match_disconnect(sim->match, c->peer, sim->now_us);
    fs_session_disconnected(c->session, client_clock(sim, c));
}

void netsim_renew(netsim *sim, uint32_t client, uint64_t join_us)
{
    netsim_client *c = &sim->clients[client];
    c->back_us = join_us;
    lose_connection(sim, c);
    netsim_set_name(sim, client, "");
    c->gone = false;
    c->leave_us = 0;
    c->refused[0] = 0;
}

static void poll_client(netsim *sim, netsim_client *c)
{
    if (c->lost_us > 0 && sim->now_us >= c->lost_us && c->connected)
        lose_connection(sim, c);
    if (is_client_stopped(sim, c) || (sim->now_us < c->join_us && c->connection == 0))
        return;
    if (!c->connected && !c->gone && sim->now_us >= c->join_us)
        connect_client(sim, c);
    if (sim->now_us < c->due_us)
        return;
    c->socket_bytes = 0;
    c->polled_us = sim->now_us;
    uint64_t spent = sim->spent_us;
    fs_session_poll(c->session, client_clock(sim, c));
    if (sim->spent_us > spent)
        c->busy_to_us = (c->busy_to_us > sim->now_us ? c->busy_to_us : sim->now_us) + sim->spent_us - spent;
    if (c->leave_us > 0 && sim->now_us >= c->leave_us && !c->gone) {
        c->leave_us = 0;
        fs_session_leave(c->session);
    }
    set_due(sim, c);
}

static bool is_server_stalled(const netsim *sim)
{
    return sim->now_us >= sim->stall_from_us && sim->now_us < sim->stall_to_us;
}

/* Moves a message to the end of a stall; false when the socket of a stopped client has no room for it. */
static bool postpone_parcel(netsim *sim, netline_parcel p)
{
    netsim_client *c = &sim->clients[p.client];
    bool reliable = p.channel == FS_CHANNEL_CONTROL || p.channel == FS_CHANNEL_BULK;
    if (!p.up && p.at_us < client_wakes_us(c, sim->now_us) && !reliable) {
        c->socket_bytes += p.size + NETSIM_OVERHEAD_BYTES;
        if (c->socket_bytes > NETSIM_SOCKET_BYTES)
            return false;
    }
    p.at_us = p.up ? sim->stall_to_us : client_wakes_us(c, sim->now_us);
    netline_repost(&sim->queue->line, p);
    return true;
}

static void deliver_parcel(netsim *sim, const netline_parcel *p)
{
    netsim_client *c = &sim->clients[p->client];
    if (p->connection != c->connection || !c->connected)
        return;
    if (p->up) {
        fs_match_receive(sim->match, p->client, p->channel, p->bytes, p->size, sim->now_us);
        return;
    }
    fs_session_receive(c->session, p->channel, p->bytes, p->size, client_clock(sim, c));
    set_due(sim, c);
}

static void deliver_due(netsim *sim)
{
    while (netline_next_us(&sim->queue->line) <= sim->now_us) {
        netline_parcel p = netline_pop(&sim->queue->line);
        bool stopped = p.up ? is_server_stalled(sim) : is_client_stopped(sim, &sim->clients[p.client]);
        if (stopped && postpone_parcel(sim, p))
            continue;
        if (!stopped)
            deliver_parcel(sim, &p);
        free(p.bytes);
    }
}

static uint64_t earlier_us(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* The time of the next delivery, poll or end of a stall. */
static uint64_t next_event_us(const netsim *sim)
{
    uint64_t next = netline_next_us(&sim->queue->line);
    next = earlier_us(next, is_server_stalled(sim) ? sim->stall_to_us : fs_match_next_poll_us(sim->match));
    for (uint32_t i = 0; i < sim->count; i++) {
        const netsim_client *c = &sim->clients[i];
        uint64_t wakes = client_wakes_us(c, sim->now_us),
                 due = c->connected || c->connection > 0 ? c->due_us : c->join_us;
        next = earlier_us(next, wakes > due ? wakes : due);
        if (c->lost_us > sim->now_us)
            next = earlier_us(next, c->lost_us);
    }
    return next;
}

static void run_turn(netsim *sim)
{
    deliver_due(sim);
    if (!is_server_stalled(sim) && sim->now_us >= fs_match_next_poll_us(sim->match))
        fs_match_poll(sim->match, sim->now_us);
    for (uint32_t i = 0; i < sim->count; i++)
        poll_client(sim, &sim->clients[i]);
    uint64_t next = next_event_us(sim);
    sim->now_us = next > sim->now_us + WAKE_UP_US ? next : sim->now_us + WAKE_UP_US;
}

bool netsim_run(netsim *sim, uint64_t limit_us)
{
    uint64_t end = sim->now_us + limit_us;
    while (sim->now_us < end && !fs_match_done(sim->match))
        run_turn(sim);
    return fs_match_done(sim->match);
}

void netsim_drain(netsim *sim, uint64_t us)
{
    for (uint64_t end = sim->now_us + us; sim->now_us < end;)
        run_turn(sim);
}
