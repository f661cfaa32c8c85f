/* netsim.c: the simulated network of netsim.h. */
#include "network/netsim.h"

#include <stdlib.h>
#include <string.h>
#include <fixstep/games.h>

#include "support/check_main.h"

enum { QUEUE = 1 << 15 };

typedef struct parcel {
    uint64_t at_us, order;
    bool up;
    uint32_t client;
    fs_channel channel;
    size_t size;
    uint8_t *bytes;
} parcel;

/* A binary heap by time, then by order of sending. */
struct netsim_queue {
    parcel heap[QUEUE];
    uint32_t count;
    uint64_t order;
    uint64_t reliable_us[2][NETSIM_CLIENTS][FS_CHANNEL_COUNT]; /* last delivery, per direction */
};

static bool is_before(const parcel *a, const parcel *b)
{
    return a->at_us < b->at_us || (a->at_us == b->at_us && a->order < b->order);
}

static void swap_parcels(parcel *a, parcel *b)
{
    parcel t = *a;
    *a = *b;
    *b = t;
}

static void push_parcel(struct netsim_queue *q, parcel p)
{
    ck_assert_uint_lt(q->count, QUEUE);
    uint32_t i = q->count++;
    q->heap[i] = p;
    for (; i > 0 && is_before(&q->heap[i], &q->heap[(i - 1) / 2]); i = (i - 1) / 2)
        swap_parcels(&q->heap[i], &q->heap[(i - 1) / 2]);
}

static parcel pop_parcel(struct netsim_queue *q)
{
    parcel top = q->heap[0];
    q->heap[0] = q->heap[--q->count];
    for (uint32_t i = 0;;) {
        uint32_t least = i;
        for (uint32_t c = 2 * i + 1; c <= 2 * i + 2 && c < q->count; c++)
            if (is_before(&q->heap[c], &q->heap[least]))
                least = c;
        if (least == i)
            return top;
        swap_parcels(&q->heap[i], &q->heap[least]);
        i = least;
    }
}

/* --- sending ------------------------------------------------------------------------ */

static bool draw_chance(netsim *sim, uint32_t permille)
{
    return fs_rng_below(&sim->rng, 1000) < permille;
}

static uint64_t travel_time_us(netsim *sim, const netsim_link *link)
{
    return link->delay_us + (link->jitter_us ? fs_rng_below(&sim->rng, link->jitter_us) : 0);
}

static void post_parcel(netsim *sim, bool up, uint32_t client, fs_channel channel, const uint8_t *bytes, size_t size,
                        uint64_t at)
{
    parcel p = { .at_us = at,
                 .order = sim->queue->order++,
                 .up = up,
                 .client = client,
                 .channel = channel,
                 .size = size };
    p.bytes = malloc(size);
    memcpy(p.bytes, bytes, size);
    push_parcel(sim->queue, p);
}

/* Whether a message on the client's link is lost, bursts included. */
static bool is_lost(netsim *sim, netsim_client *c)
{
    if (c->link.burst_permille > 0)
        c->burst = c->burst ? !draw_chance(sim, 125) : draw_chance(sim, c->link.burst_permille);
    return draw_chance(sim, c->burst ? 500 : c->link.loss_permille);
}

static bool is_blacked_out(const netsim *sim, const netsim_client *c)
{
    return sim->now_us >= c->blackout_from_us && sim->now_us < c->blackout_to_us;
}

void netsim_inject(netsim *sim, bool up, uint32_t client, fs_channel channel, const void *bytes, size_t size)
{
    netsim_client *c = &sim->clients[client];
    bool reliable = channel == FS_CHANNEL_CONTROL || channel == FS_CHANNEL_BULK;
    uint64_t at = sim->now_us + travel_time_us(sim, &c->link);
    if (!reliable) {
        if (!is_blacked_out(sim, c) && !is_lost(sim, c))
            post_parcel(sim, up, client, channel, bytes, size, at);
        if (!is_blacked_out(sim, c) && draw_chance(sim, c->link.duplicate_permille))
            post_parcel(sim, up, client, channel, bytes, size, sim->now_us + travel_time_us(sim, &c->link));
        return;
    }
    /* A lost reliable message arrives a retransmission later, and the messages behind it wait. */
    while (is_lost(sim, c))
        at += 3 * (uint64_t)c->link.delay_us + 20000;
    if (is_blacked_out(sim, c) && at < c->blackout_to_us)
        at = c->blackout_to_us + travel_time_us(sim, &c->link);
    uint64_t *last = &sim->queue->reliable_us[up][client][channel];
    if (at <= *last)
        at = *last + 1;
    *last = at;
    post_parcel(sim, up, client, channel, bytes, size, at);
}

static void transmit_message(netsim *sim, bool up, uint32_t client, fs_channel channel, const void *bytes, size_t size)
{
    static const uint8_t empty[1];
    uint8_t *copy = malloc(size + 1);
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
    (void)bundle, (void)size, (void)stream, (void)state;
    sim->state_hashes[tick & 0xffff] = state_hash;
}

static void match_event(void *context, const fs_event *event)
{
    netsim *sim = context;
    if (event->kind == FS_EVENT_DESYNC && sim->desyncs < NETSIM_DESYNCS)
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
    const fs_game *game = NULL;
    (void)context;
    return fs_game_find(fs_builtin_games(), name, &game, error, error_size) == FS_OK ? game : NULL;
}

static void session_input(void *context, uint32_t tick, const fs_state *state, uint32_t slot, void *input)
{
    wire_end *end = context;
    netsim_client *c = &end->sim->clients[end->client];
    const fs_game *game = fs_sim_game(fs_session_sim(c->session));
    (void)tick;
    fs_game_bot(game, "random")->think(state, slot, &c->rng, input);
}

static void session_tick(void *context, uint32_t tick, const void *bundle, size_t size, uint64_t state_hash,
                         const fs_stream *stream, fs_sim *state)
{
    wire_end *end = context;
    netsim_client *c = &end->sim->clients[end->client];
    (void)bundle, (void)size, (void)stream, (void)state, (void)tick;
    c->ticks++;
    c->last_state_hash = state_hash;
}

static void session_event(void *context, const fs_event *event)
{
    wire_end *end = context;
    netsim_client *c = &end->sim->clients[end->client];
    c->restarts += event->kind == FS_EVENT_RESTARTED;
    c->desync_notices += event->kind == FS_EVENT_DESYNC;
    if (event->kind == FS_EVENT_REFUSED || event->kind == FS_EVENT_LOST)
        strncpy(c->refused, event->text, sizeof c->refused - 1);
}

void netsim_set_name(netsim *sim, uint32_t client, const char *name)
{
    netsim_client *c = &sim->clients[client];
    fs_session_def def = { .build = "netsim", .tasks = sim->session_tasks };
    strncpy(def.name, name, FS_MAX_NAME - 1);
    fs_session_hooks hooks = { &ends[client], session_send, session_game, session_input, session_tick, session_event };
    fs_session_destroy(c->session);
    ck_assert_int_eq(fs_session_create(&def, &hooks, &c->session), FS_OK);
}

/* --- running ---------------------------------------------------------------------------------- */

netsim *netsim_create(const fs_match_def *def, uint32_t clients, uint64_t seed)
{
    netsim *sim = calloc(1, sizeof *sim);
    fs_match_hooks hooks = { sim, match_send, match_drop, match_tick, match_event };
    sim->queue = calloc(1, sizeof *sim->queue);
    sim->rng = fs_rng_seed(seed, 1);
    sim->now_us = 1000000;
    sim->count = clients;
    ck_assert_int_eq(fs_match_create(def, &hooks, sim->now_us, &sim->match), FS_OK);
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
    while (sim->queue->count > 0)
        free(pop_parcel(sim->queue).bytes);
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

static void poll_client(netsim *sim, netsim_client *c)
{
    uint64_t now = client_clock(sim, c);
    if (sim->now_us < c->join_us)
        return;
    if (!c->connected) {
        c->connected = true;
        fs_match_connect_from(sim->match, c->peer, c->origin, sim->now_us);
        fs_session_connected(c->session, now);
    }
    bool due = c->poll_interval_us ? sim->now_us >= c->polled_us + c->poll_interval_us
                                   : now >= fs_session_next_poll_us(c->session);
    if (!due)
        return;
    c->polled_us = sim->now_us;
    fs_session_poll(c->session, now);
    if (c->leave_us > 0 && sim->now_us >= c->leave_us && !c->gone) {
        c->leave_us = 0;
        fs_session_leave(c->session);
    }
}

static bool is_server_stalled(const netsim *sim)
{
    return sim->now_us >= sim->stall_from_us && sim->now_us < sim->stall_to_us;
}

static void deliver_due(netsim *sim)
{
    while (sim->queue->count > 0 && sim->queue->heap[0].at_us <= sim->now_us) {
        parcel p = pop_parcel(sim->queue);
        netsim_client *c = &sim->clients[p.client];
        if (p.up && is_server_stalled(sim)) {
            p.at_us = sim->stall_to_us;
            push_parcel(sim->queue, p);
            continue;
        }
        if (p.up)
            fs_match_receive(sim->match, p.client, p.channel, p.bytes, p.size, sim->now_us);
        else
            fs_session_receive(c->session, p.channel, p.bytes, p.size, client_clock(sim, c));
        free(p.bytes);
    }
}

static void run_turn(netsim *sim)
{
    deliver_due(sim);
    if (!is_server_stalled(sim) && sim->now_us >= fs_match_next_poll_us(sim->match))
        fs_match_poll(sim->match, sim->now_us);
    for (uint32_t i = 0; i < sim->count; i++)
        poll_client(sim, &sim->clients[i]);
    sim->now_us += 250;
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
