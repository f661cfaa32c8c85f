/* check_relay_crowd.c: a match over real sockets whose spectators watch through relays: all have the state of the player, and the
 * server serves the relays alone (check_relay.c compares the bytes to players). FIXSTEP_LONG makes 8 spectators behind 2 relays 496 behind 8. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <fixstep/games.h>
#include <fixstep/lockstep.h>
#include <fixstep/net.h>

#include "support/check_main.h"

enum { MOST_RELAYS = 8, EACH = 62, MOST_CLIENTS = 1 + MOST_RELAYS * (1 + EACH), HZ = 20, TICKS_TOGETHER = 40 };
static const uint8_t seed[FS_KEY_BYTES] = "the seed of a server's own key";

/* A match on a socket: the server, or a relay. */
typedef struct hub {
    fs_match *match;
    fs_net *net;
} hub;
/* A session on a socket: the player, the session of a relay, or a spectator. */
typedef struct client {
    fs_session *session;
    fs_net *net;
    hub *feeds; /* the relay that follows it, NULL: none */
} client;

static hub hubs[1 + MOST_RELAYS];
static client clients[MOST_CLIENTS];
static uint32_t hub_count, client_count;

/* --- the server and relays ---------------------------------------------------------- */

static void hub_connected(void *context, uint32_t peer, uint64_t now_us)
{
    hub *h = context;
    fs_match_connect_from(h->match, peer, fs_net_origin(h->net, peer), now_us);
}

static void hub_received(void *context, uint32_t peer, fs_channel channel, const void *bytes, size_t size,
                         uint64_t now_us)
{
    fs_match_receive(((hub *)context)->match, peer, channel, bytes, size, now_us);
}

static void hub_disconnected(void *context, uint32_t peer, uint64_t now_us)
{
    fs_match_disconnect(((hub *)context)->match, peer, now_us);
}

static void hub_send(void *context, uint32_t peer, fs_channel channel, const void *bytes, size_t size)
{
    fs_net_send(((hub *)context)->net, peer, channel, bytes, size);
}

static void hub_drop(void *context, uint32_t peer)
{
    fs_net_drop(((hub *)context)->net, peer);
}

static void hub_event(void *context, const fs_event *event)
{
    if (event->kind == FS_EVENT_JOINED || event->kind == FS_EVENT_SPECTATING)
        fs_net_admit(((hub *)context)->net, event->peer);
}

static hub *open_hub(fs_session *follows)
{
    char why[256];
    hub *h = &hubs[hub_count++];
    fs_match_def def = fs_default_match_def(fs_game_list_find(fs_builtin_games(), "airhockey"));
    fs_match_hooks hooks = { .context = h, .send = hub_send, .drop = hub_drop, .event = hub_event };
    fs_net_hooks wires = { h, hub_connected, hub_received, hub_disconnected };
    def.config.hz = HZ;
    def.max_spectators = FS_MAX_SPECTATORS;
    def.identity_seed = seed;
    def.follows = follows;
    ck_assert_int_eq(fs_match_create(&def, &hooks, fs_net_clock_us(), &h->match), FS_OK);
    ck_assert_int_eq(fs_net_listen_on("127.0.0.1", 0, FS_MAX_PEERS, &wires, &h->net, why, sizeof why), FS_OK);
    return h;
}

/* --- clients ---------------------------------------------------------------------------- */

static void client_connected(void *context, uint32_t peer, uint64_t now_us)
{
    (void)peer;
    fs_session_connected(((client *)context)->session, now_us);
}

static void client_received(void *context, uint32_t peer, fs_channel channel, const void *bytes, size_t size,
                            uint64_t now_us)
{
    (void)peer;
    fs_session_receive(((client *)context)->session, channel, bytes, size, now_us);
}

static void client_disconnected(void *context, uint32_t peer, uint64_t now_us)
{
    (void)peer;
    fs_session_disconnected(((client *)context)->session, now_us);
}

static void client_send(void *context, uint32_t peer, fs_channel channel, const void *bytes, size_t size)
{
    fs_net_send(((client *)context)->net, peer, channel, bytes, size);
}

static const fs_game *client_game(void *context, const char *name, char *why, size_t size)
{
    (void)context, (void)why, (void)size;
    return fs_game_list_find(fs_builtin_games(), name);
}

static void client_input(void *context, uint32_t tick, const fs_state *state, uint32_t slot, void *input)
{
    (void)context, (void)state, (void)slot;
    memset(input, (int)(tick / 20 % 16), 1);
}

static void client_tick(void *context, uint32_t tick, const void *bundle, size_t size, uint64_t state_hash,
                        const fs_stream *stream, fs_sim *sim)
{
    client *c = context;
    (void)tick, (void)stream, (void)sim;
    if (c->feeds != NULL)
        fs_match_relay_tick(c->feeds->match, bundle, size, state_hash, fs_net_clock_us());
}

static void client_event(void *context, const fs_event *event)
{
    client *c = context;
    if (c->feeds != NULL && event->kind == FS_EVENT_HEAD)
        fs_match_relay_head(c->feeds->match);
}

static client *open_client(const hub *h, bool spectates)
{
    char why[256], address[32];
    client *c = &clients[client_count++];
    fs_session_def def = { .state_history_ticks = 2, .spectate = spectates };
    fs_session_hooks hooks = { .context = c,
                               .send = client_send,
                               .game = client_game,
                               .input = client_input,
                               .tick = client_tick,
                               .event = client_event };
    fs_net_hooks wires = { c, client_connected, client_received, client_disconnected };
    snprintf(address, sizeof address, "127.0.0.1:%u", (unsigned)fs_net_port(h->net));
    ck_assert_int_eq(fs_session_create(&def, &hooks, &c->session), FS_OK);
    ck_assert_int_eq(fs_net_connect(address, &wires, &c->net, why, sizeof why), FS_OK);
    return c;
}

static fs_session_stats stats_of(const client *c)
{
    fs_session_stats stats;
    fs_session_get_stats(c->session, &stats);
    return stats;
}

/* --- running ------------------------------------------------------------------------------- */

static void serve_all(void)
{
    for (uint32_t i = 0; i < hub_count; i++) {
        fs_net_service(hubs[i].net, fs_net_clock_us());
        fs_match_poll(hubs[i].match, fs_net_clock_us());
        fs_net_flush(hubs[i].net);
    }
    for (uint32_t i = 0; i < client_count; i++) {
        fs_net_service(clients[i].net, fs_net_clock_us());
        fs_session_poll(clients[i].session, fs_net_clock_us());
        fs_net_flush(clients[i].net);
    }
}

static void serve_until(const client *c, fs_session_phase phase)
{
    uint64_t limit = fs_net_clock_us() + 120000000;
    while (stats_of(c).phase != phase) {
        ck_assert_msg(fs_net_clock_us() < limit && stats_of(c).phase != FS_SESSION_FAILED, "a client: %s",
                      fs_session_failure(c->session));
        serve_all();
    }
}

static void close_all(void)
{
    for (uint32_t i = 0; i < hub_count; i++) {
        fs_net_close(hubs[i].net, 0);
        fs_match_destroy(hubs[i].match);
    }
    for (uint32_t i = 0; i < client_count; i++) {
        fs_net_close(clients[i].net, 0);
        fs_session_destroy(clients[i].session);
    }
    hub_count = client_count = 0;
    memset(clients, 0, sizeof clients);
}

/* Every connection has two sockets. */
static void allow_sockets(void)
{
    struct rlimit limit;
    ck_assert_int_eq(getrlimit(RLIMIT_NOFILE, &limit), 0);
    limit.rlim_cur = limit.rlim_max;
    ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &limit), 0);
}

/* Plays the match until all have watched it for a while. */
static void play(uint32_t relays, uint32_t watchers_each)
{
    hub *server = open_hub(NULL);
    client *eve = open_client(server, false);
    serve_until(eve, FS_SESSION_PLAYING);
    for (uint32_t i = 0; i < relays; i++) {
        client *up = open_client(server, true);
        serve_until(up, FS_SESSION_PLAYING);
        up->feeds = open_hub(up->session);
        for (uint32_t k = 0; k < watchers_each; k++)
            open_client(up->feeds, true);
    }
    for (uint32_t i = 0; i < client_count; i++)
        serve_until(&clients[i], FS_SESSION_PLAYING);
    for (uint32_t first = fs_match_tick(server->match); fs_match_tick(server->match) < first + TICKS_TOGETHER;)
        serve_all();
    fs_match_end(server->match, FS_END_FINISHED, fs_net_clock_us());
    serve_until(eve, FS_SESSION_ENDED);
    for (uint32_t i = 1; i < client_count; i++) { /* a relay comes before its spectators */
        serve_until(&clients[i], FS_SESSION_ENDED);
        if (clients[i].feeds != NULL)
            fs_match_end(clients[i].feeds->match, FS_END_FINISHED, fs_net_clock_us());
    }
}

static void check_watchers(uint32_t relays, uint32_t watchers_each)
{
    fs_spectator_stats served;
    fs_session_stats eve = stats_of(&clients[0]);
    for (uint32_t i = 1; i < client_count; i++) {
        fs_session_stats s = stats_of(&clients[i]);
        ck_assert_uint_eq(s.tick, eve.tick);
        ck_assert(s.state_hash == eve.state_hash);
        ck_assert_uint_eq(s.verified_tick, eve.tick);
        ck_assert_uint_eq(s.desyncs, 0);
        ck_assert(s.relayed == (clients[i].feeds == NULL));
    }
    for (uint32_t i = 0; i < hub_count; i++) {
        fs_match_get_spectators(hubs[i].match, &served);
        ck_assert_uint_eq(served.joined, i == 0 ? relays : watchers_each);
        ck_assert_uint_eq(served.refused + served.hashes_different, 0);
    }
}

START_TEST(all_have_the_state_and_the_server_serves_the_relays)
{
    bool is_long = getenv("FIXSTEP_LONG") != NULL;
    uint32_t relays = is_long ? MOST_RELAYS : 2, each = is_long ? EACH : 4;
    allow_sockets();
    play(relays, each);
    check_watchers(relays, each);
    close_all();
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("relay_crowd");
    TCase *tc = tcase_create("sockets");
    tcase_set_timeout(tc, 120);
    tcase_add_test(tc, all_have_the_state_and_the_server_serves_the_relays);
    suite_add_tcase(suite, tc);
    return suite;
}
