/* check_relay.c: a match through relays: every spectator has the state of the players, and the server serves two. */
#include <stdlib.h>
#include <string.h>
#include <fixstep/games.h>

#include "lockstep/match_internal.h"
#include "lockstep/session_internal.h"
#include "support/check_main.h"

enum { HUBS = 3, WATCHERS = 12, CLIENTS = 1 + 2 + WATCHERS, QUEUE = 1 << 16, PLAYER = 0 };
static const uint8_t seed[FS_KEY_BYTES] = "the seed of a server's own key";

typedef struct hub hub;
typedef struct client client;
static struct {
    uint64_t now_us;
    uint32_t first, count;
    struct letter {
        client *client;
        bool up;
        fs_channel channel;
        size_t size;
        uint8_t *bytes;
    } queue[QUEUE];
    uint64_t heads_us; /* before it no head arrives */
} post;

/* A match that clients connect to: the server, or a relay. */
struct hub {
    fs_match *match;
    client *clients[FS_MAX_PEERS];
    uint32_t count;
};
struct client {
    hub *hub;
    uint32_t peer;
    fs_session *session;
    hub *feeds;     /* the relay that follows it, NULL: none */
    uint32_t nexts; /* FS_EVENT_NEXTs */
};
static hub hubs[HUBS];
static client clients[CLIENTS];

static void push(client *c, bool up, fs_channel channel, const void *bytes, size_t size)
{
    struct letter *l = &post.queue[(post.first + post.count++) % QUEUE];
    ck_assert_uint_lt(post.count, QUEUE);
    *l = (struct letter){ c, up, channel, size, malloc(size) };
    memcpy(l->bytes, bytes, size);
}

static void send_down(void *context, uint32_t peer, fs_channel channel, const void *bytes, size_t size)
{
    hub *h = context;
    push(h->clients[peer], false, channel, bytes, size);
}

static void send_up(void *context, uint32_t peer, fs_channel channel, const void *bytes, size_t size)
{
    (void)peer;
    push(context, true, channel, bytes, size);
}

static void drop_peer(void *context, uint32_t peer)
{
    (void)context, (void)peer;
}

static const fs_game *find_game(void *context, const char *name, char *why, size_t size)
{
    (void)context, (void)why, (void)size;
    return fs_game_list_find(fs_builtin_games(), name);
}

static void give_input(void *context, uint32_t tick, const fs_state *state, uint32_t slot, void *input)
{
    (void)context, (void)state, (void)slot;
    memset(input, (int)(tick / 20 % 16), 1);
}

static void pass_tick(void *context, uint32_t tick, const void *bundle, size_t size, uint64_t state_hash,
                      const fs_stream *stream, fs_sim *sim)
{
    client *c = context;
    (void)tick, (void)stream, (void)sim;
    if (c->feeds != NULL && c->feeds->match != NULL)
        fs_match_relay_tick(c->feeds->match, bundle, size, state_hash, post.now_us);
}

static void pass_event(void *context, const fs_event *event)
{
    client *c = context;
    c->nexts += event->kind == FS_EVENT_NEXT;
    if (event->kind == FS_EVENT_HEAD && c->feeds != NULL && c->feeds->match != NULL)
        fs_match_relay_head(c->feeds->match);
}

static void open_hub(hub *h, fs_session *follows)
{
    fs_match_def def = fs_default_match_def(fs_game_list_find(fs_builtin_games(), "airhockey"));
    fs_match_hooks hooks = { .context = h, .send = send_down, .drop = drop_peer };
    def.config.seed = 5;
    def.state_history_ticks = 8;
    def.max_spectators = FS_MAX_SPECTATORS;
    def.identity_seed = seed;
    def.follows = follows;
    ck_assert_int_eq(fs_match_create(&def, &hooks, post.now_us, &h->match), FS_OK);
}

static void open_client(client *c, hub *h, bool spectates)
{
    fs_session_hooks hooks = { .context = c,
                               .send = send_up,
                               .game = find_game,
                               .input = give_input,
                               .tick = pass_tick,
                               .event = pass_event };
    fs_session_def def = { .state_history_ticks = 8, .spectate = spectates };
    c->hub = h;
    c->peer = h->count;
    h->clients[h->count++] = c;
    fs_match_connect(h->match, c->peer, post.now_us);
    ck_assert_int_eq(fs_session_create(&def, &hooks, &c->session), FS_OK);
    fs_session_connected(c->session, post.now_us);
}

static void deliver(void)
{
    for (uint32_t n = post.count; n > 0; n--) {
        struct letter l = post.queue[post.first++ % QUEUE];
        post.count--;
        if (post.now_us < post.heads_us && l.bytes[0] == FS__MESSAGE_HEAD) {
            post.queue[(post.first + post.count++) % QUEUE] = l;
            continue;
        }
        if (l.up)
            fs_match_receive(l.client->hub->match, l.client->peer, l.channel, l.bytes, l.size, post.now_us);
        else
            fs_session_receive(l.client->session, l.channel, l.bytes, l.size, post.now_us);
        free(l.bytes);
    }
}

static void run_for(uint32_t ms)
{
    for (; ms > 0; ms -= 2) {
        post.now_us += 2000;
        deliver();
        for (uint32_t i = 0; i < HUBS; i++)
            if (hubs[i].match != NULL)
                fs_match_poll(hubs[i].match, post.now_us);
        for (uint32_t i = 0; i < CLIENTS; i++)
            if (clients[i].session != NULL)
                fs_session_poll(clients[i].session, post.now_us);
    }
}

static fs_session_stats stats_of(const client *c)
{
    fs_session_stats stats;
    fs_session_get_stats(c->session, &stats);
    return stats;
}

static fs_spectator_stats served_by(const hub *h)
{
    fs_spectator_stats stats;
    fs_match_get_spectators(h->match, &stats);
    return stats;
}

/* A server with a player; relays: one at the server, and another at the server or at the first one. */
static void set_up(void)
{
    memset(hubs, 0, sizeof hubs);
    memset(clients, 0, sizeof clients);
    post.now_us = 1000000;
    post.first = post.count = 0;
    post.heads_us = 0;
    open_hub(&hubs[0], NULL);
    open_client(&clients[PLAYER], &hubs[0], false);
    run_for(1000);
}

static void open_relay(uint32_t number, hub *at)
{
    client *c = &clients[number];
    open_client(c, at, true);
    run_for(500);
    ck_assert_int_eq(stats_of(c).phase, FS_SESSION_PLAYING);
    open_hub(&hubs[number], c->session);
    c->feeds = &hubs[number];
}

static void tear_down(void)
{
    for (; post.count > 0; post.count--)
        free(post.queue[post.first++ % QUEUE].bytes);
    for (uint32_t i = 0; i < HUBS; i++)
        fs_match_destroy(hubs[i].match);
    for (uint32_t i = 0; i < CLIENTS; i++)
        fs_session_destroy(clients[i].session);
}

/* The relays end with their sessions. */
static void end_match(void)
{
    fs_match_stop(hubs[0].match, post.now_us);
    run_for(500);
    for (uint32_t i = 1; i < HUBS; i++) {
        ck_assert_int_eq(stats_of(&clients[i]).phase, FS_SESSION_ENDED);
        ck_assert_uint_eq(fs_match_agreed(hubs[i].match), fs_match_tick(hubs[i].match)); /* the last head came last */
        fs_match_stop(hubs[i].match, post.now_us);
        run_for(500);
        ck_assert(fs_match_done(hubs[i].match));
    }
}

/* Runs a match of about 10 s and returns the figures of the player. */
static fs_peer_stats play(bool in_a_row, uint32_t watchers)
{
    fs_peer_stats player;
    set_up();
    open_relay(1, &hubs[0]);
    open_relay(2, in_a_row ? &hubs[1] : &hubs[0]);
    for (uint32_t i = 0; i < watchers; i++)
        open_client(&clients[3 + i], &hubs[1 + i % 2], true);
    run_for(8000);
    ck_assert(fs_match_peer(hubs[0].match, 0, &player));
    ck_assert_uint_eq(served_by(&hubs[0]).watching, in_a_row ? 1 : 2);
    ck_assert_uint_le(served_by(&hubs[0]).keyframes, 2);
    return player;
}

START_TEST(twelve_spectators_through_two_relays)
{
    uint8_t key[FS_KEY_BYTES];
    play(_i == 1, WATCHERS);
    end_match();
    fs_identity_key(seed, key);
    uint64_t state_hash = stats_of(&clients[PLAYER]).state_hash;
    for (uint32_t i = 3; i < CLIENTS; i++) {
        fs_session_stats s = stats_of(&clients[i]);
        ck_assert_int_eq(s.phase, FS_SESSION_ENDED);
        ck_assert(s.state_hash == state_hash);
        ck_assert_uint_eq(s.verified_tick, s.tick);
        ck_assert_uint_eq(s.desyncs, 0);
        ck_assert(s.relayed);
        ck_assert_mem_eq(s.origin_key, key, sizeof key);
    }
    ck_assert_uint_eq(served_by(&hubs[1]).joined + served_by(&hubs[2]).joined, (uint32_t)(WATCHERS + (_i == 1)));
    ck_assert_uint_eq(served_by(&hubs[1]).hashes_different + served_by(&hubs[2]).hashes_different, 0);
    tear_down();
}
END_TEST

START_TEST(spectators_of_relays_cost_the_server_nothing)
{
    fs_peer_stats alone = play(false, 0);
    uint64_t bytes = served_by(&hubs[0]).bytes_down;
    tear_down();
    fs_peer_stats watched = play(false, WATCHERS);
    ck_assert_uint_eq(served_by(&hubs[0]).bytes_down, bytes);
    ck_assert_uint_eq(alone.bytes_down, watched.bytes_down);
    ck_assert_uint_eq(alone.bytes_up, watched.bytes_up);
    tear_down();
}
END_TEST

/* The session goes on to simulate, but the match of the relay has ended. */
START_TEST(a_stopped_relay_tells_the_state_of_its_last_tick)
{
    set_up();
    open_relay(1, &hubs[0]);
    open_client(&clients[3], &hubs[1], true);
    run_for(2000);
    fs_match_end(hubs[1].match, FS_END_STOPPED, post.now_us);
    uint32_t ticks = fs_match_tick(hubs[1].match);
    run_for(1000);
    fs_session_stats relay = stats_of(&clients[1]), watcher = stats_of(&clients[3]);
    ck_assert_uint_gt(relay.tick, ticks + 30);
    ck_assert_int_eq(watcher.phase, FS_SESSION_ENDED);
    ck_assert_int_eq(watcher.end_cause, FS_END_STOPPED);
    ck_assert_int_eq(watcher.next, FS_NEXT_NONE);
    ck_assert_uint_eq(watcher.tick, ticks);
    ck_assert(clients[3].session->end.state_hash == watcher.state_hash);
    ck_assert(fs_match_state_hash(hubs[1].match) == watcher.state_hash);
    tear_down();
}
END_TEST

/* The line loses the last head, which is sent again and arrives after END: the relay waits for it and passes it on. */
START_TEST(a_late_head_still_verifies)
{
    set_up();
    open_relay(1, &hubs[0]);
    open_client(&clients[3], &hubs[1], true);
    run_for(2000);
    post.heads_us = post.now_us + 400000;
    fs_match_end(hubs[0].match, FS_END_FINISHED, post.now_us);
    run_for(300);
    ck_assert_uint_lt(stats_of(&clients[1]).verified_tick, stats_of(&clients[1]).tick);
    run_for(300);
    ck_assert_int_eq(stats_of(&clients[1]).phase, FS_SESSION_ENDED);
    ck_assert_uint_eq(fs_match_agreed(hubs[1].match), fs_match_tick(hubs[1].match));
    fs_match_end(hubs[1].match, FS_END_FINISHED, post.now_us);
    run_for(500);
    ck_assert_int_eq(stats_of(&clients[3]).phase, FS_SESSION_ENDED);
    ck_assert_uint_eq(stats_of(&clients[3]).verified_tick, fs_match_tick(hubs[0].match));
    tear_down();
}
END_TEST

/* A relay without its server, and one that was stopped, end in other ways than a match that is over. */
START_TEST(spectators_learn_why_a_match_ends)
{
    const fs_end_cause causes[] = { FS_END_FINISHED, FS_END_STOPPED, FS_END_LOST };
    set_up();
    open_relay(1, &hubs[0]);
    open_client(&clients[3], &hubs[1], true);
    open_client(&clients[4], &hubs[0], true);
    run_for(1000);
    fs_match_end(hubs[0].match, causes[_i], post.now_us);
    run_for(500);
    ck_assert_int_eq(stats_of(&clients[PLAYER]).end_cause, causes[_i]);
    ck_assert_int_eq(stats_of(&clients[4]).end_cause, causes[_i]);
    ck_assert_int_eq(stats_of(&clients[1]).end_cause, causes[_i]);
    ck_assert_int_eq(stats_of(&clients[3]).phase, FS_SESSION_PLAYING);
    ck_assert_int_eq(stats_of(&clients[3]).end_cause, FS_END_NONE);
    fs_match_end(hubs[1].match, causes[_i], post.now_us);
    fs_match_end(hubs[1].match, FS_END_STOPPED, post.now_us); /* the first cause counts */
    run_for(500);
    ck_assert_int_eq(stats_of(&clients[3]).end_cause, causes[_i]);
    tear_down();
}
END_TEST

/* Who waits for the next match is told again and again, however long that takes, and has its place in it. */
START_TEST(spectators_wait_for_the_next_match_for_long)
{
    enum { MINUTES = 3 };
    set_up();
    open_relay(1, &hubs[0]);
    open_client(&clients[3], &hubs[1], true);
    run_for(1000);
    fs_match_set_continues(hubs[1].match, true);
    fs_match_end(hubs[1].match, FS_END_LOST, post.now_us);
    run_for(100);
    open_client(&clients[4], &hubs[1], true); /* comes after the end */
    clients[3].nexts = clients[4].nexts = 0;
    run_for(MINUTES * 60 * 1000);
    for (uint32_t i = 3; i < 5; i++) {
        ck_assert_uint_eq(clients[i].nexts, MINUTES * 4 + (i == 4));
        ck_assert_int_eq(stats_of(&clients[i]).next, FS_NEXT_ANNOUNCED);
        ck_assert_int_ne(stats_of(&clients[i]).phase, FS_SESSION_FAILED);
    }
    tear_down();
}
END_TEST

START_TEST(a_relay_has_no_players_and_needs_a_state)
{
    set_up();
    fs_match_def def = fs_default_match_def(fs_game_list_find(fs_builtin_games(), "airhockey"));
    fs_match_hooks hooks = { .context = &hubs[1], .send = send_down, .drop = drop_peer };
    def.follows = clients[PLAYER].session;
    fs_match *none;
    ck_assert_int_eq(fs_match_create(&def, &hooks, post.now_us, &none), FS_E_ARGUMENT);
    open_relay(1, &hubs[0]);
    open_client(&clients[3], &hubs[1], false);
    run_for(200);
    ck_assert_int_eq(stats_of(&clients[3]).phase, FS_SESSION_FAILED);
    ck_assert(strstr(fs_session_failure(clients[3].session), "spectators alone") != NULL);
    tear_down();
}
END_TEST

/* A relay that changes an input in a bundle, in the form of a bundle: the chain is not the signed one. */
START_TEST(a_relay_cannot_change_a_tick)
{
    set_up();
    open_relay(1, &hubs[0]);
    open_client(&clients[3], &hubs[1], true);
    run_for(1000);
    ck_assert_int_eq(stats_of(&clients[3]).phase, FS_SESSION_PLAYING);
    clients[1].feeds = NULL;
    run_for(100);
    fs_stream stream = clients[1].session->stream;
    for (uint32_t i = 0; i < 400 && stats_of(&clients[3]).phase == FS_SESSION_PLAYING; i++) {
        uint8_t inputs[FS_MAX_PLAYERS * FS_MAX_INPUT] = { 0x21 }, bytes[FS__MAX_BUNDLE_BYTES];
        fs__broadcast *log = &hubs[1].match->spectators.log;
        fs__bundle forged = { inputs, 0, NULL, 0 };
        stream.next_tick = log->next_tick;
        size_t size = fs__stream_append(&stream, &forged, bytes);
        fs__broadcast_append(log, bytes, size, 1, &stream, hubs[1].match->sim, NULL);
        struct fs__head head = clients[1].session->watch.newest;
        head.ticks = log->next_tick;
        fs__broadcast_put_head(log, &head);
        run_for(20);
    }
    ck_assert_int_eq(stats_of(&clients[3]).phase, FS_SESSION_FAILED);
    ck_assert(strstr(fs_session_failure(clients[3].session), "not those of the server") != NULL);
    tear_down();
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("relay");
    TCase *tc = tcase_create("relays");
    tcase_add_loop_test(tc, twelve_spectators_through_two_relays, 0, 2);
    tcase_add_test(tc, spectators_of_relays_cost_the_server_nothing);
    tcase_add_test(tc, a_relay_has_no_players_and_needs_a_state);
    tcase_add_test(tc, a_relay_cannot_change_a_tick);
    tcase_add_test(tc, a_late_head_still_verifies);
    tcase_add_test(tc, a_stopped_relay_tells_the_state_of_its_last_tick);
    tcase_add_loop_test(tc, spectators_learn_why_a_match_ends, 0, 3);
    tcase_add_test(tc, spectators_wait_for_the_next_match_for_long);
    suite_add_tcase(suite, tc);
    return suite;
}
