/* check_hosting.c: what an operator asks of a match: pauses, kicks, notices, bots, and a next match on the same connections. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <fixstep/games.h>

#include "support/check_main.h"
#include "lockstep/match_internal.h"

/* A match and its clients; every message arrives with the next millisecond. */
enum { CLIENTS = 3, QUEUE = 4096, STEP_US = 1000 };

typedef struct letter {
    bool up;
    uint32_t client;
    fs_channel channel;
    size_t size;
    uint8_t *bytes;
} letter;

typedef struct table table;
typedef struct client {
    table *owner;
    uint32_t number;
    fs_session *session;
    char notice[256];
    uint32_t notices, held; /* value of its inputs */
} client;

struct table {
    fs_match_def def;
    fs_match *match;
    client clients[CLIENTS];
    letter queue[QUEUE];
    uint32_t first, count, joined, left, refused;
    char reason[256], last_joined[FS_MAX_NAME];
    uint64_t now_us;
};

static void push(table *t, letter l, const void *bytes)
{
    ck_assert_uint_lt(t->count, QUEUE);
    l.bytes = malloc(l.size);
    memcpy(l.bytes, bytes, l.size);
    t->queue[(t->first + t->count++) % QUEUE] = l;
}

static void send_down(void *context, uint32_t peer, fs_channel channel, const void *bytes, size_t size)
{
    push(context, (letter){ false, peer, channel, size, NULL }, bytes);
}

static void send_up(void *context, uint32_t peer, fs_channel channel, const void *bytes, size_t size)
{
    client *c = context;
    (void)peer;
    push(c->owner, (letter){ true, c->number, channel, size, NULL }, bytes);
}

static void drop(void *context, uint32_t peer)
{
    (void)context, (void)peer;
}

static void on_match_event(void *context, const fs_event *event)
{
    table *t = context;
    t->joined += event->kind == FS_EVENT_JOINED;
    t->left += event->kind == FS_EVENT_LEFT;
    t->refused += event->kind == FS_EVENT_REFUSED;
    if (event->kind == FS_EVENT_REFUSED)
        snprintf(t->reason, sizeof t->reason, "%s", event->text);
}

static void on_session_event(void *context, const fs_event *event)
{
    client *c = context;
    if (event->kind != FS_EVENT_NOTICE)
        return;
    c->notices++;
    snprintf(c->notice, sizeof c->notice, "%s", event->text);
}

static const fs_game *find_game(void *context, const char *name, char *why, size_t size)
{
    (void)context, (void)why, (void)size;
    return fs_game_list_find(fs_builtin_games(), name);
}

static void give_input(void *context, uint32_t tick, const fs_state *state, uint32_t slot, void *input)
{
    const client *c = context;
    (void)tick, (void)state, (void)slot;
    memset(input, (int)c->held, 1);
}

static void start_match(table *t)
{
    fs_match_hooks hooks = { .context = t, .send = send_down, .drop = drop, .event = on_match_event };
    ck_assert_int_eq(fs_match_create(&t->def, &hooks, t->now_us, &t->match), FS_OK);
}

static table *create_table(void)
{
    table *t = calloc(1, sizeof *t);
    t->def = fs_default_match_def(fs_game_list_find(fs_builtin_games(), "airhockey"));
    t->def.config.seed = 5;
    t->def.config.players = 3;
    t->def.state_history_ticks = 8;
    t->now_us = 1000000;
    return t;
}

static void open_session(table *t, uint32_t number)
{
    client *c = &t->clients[number];
    c->owner = t;
    c->number = number;
    fs_session_hooks hooks = { .context = c,
                               .send = send_up,
                               .game = find_game,
                               .input = give_input,
                               .event = on_session_event };
    fs_session_def def = { .state_history_ticks = 8 };
    snprintf(def.name, sizeof def.name, "client%u", number);
    ck_assert_int_eq(fs_session_create(&def, &hooks, &c->session), FS_OK);
    fs_session_connected(c->session, t->now_us);
}

static void join(table *t, uint32_t number)
{
    fs_match_connect(t->match, number, t->now_us);
    open_session(t, number);
}

static void leave(table *t, uint32_t number)
{
    fs_session_leave(t->clients[number].session);
}

static void deliver(table *t)
{
    for (uint32_t n = t->count; n > 0; n--) {
        letter l = t->queue[t->first++ % QUEUE];
        t->count--;
        if (l.up)
            fs_match_receive(t->match, l.client, l.channel, l.bytes, l.size, t->now_us);
        else if (t->clients[l.client].session != NULL)
            fs_session_receive(t->clients[l.client].session, l.channel, l.bytes, l.size, t->now_us);
        free(l.bytes);
    }
}

static void run(table *t, uint32_t ms)
{
    for (; ms > 0; ms--) {
        t->now_us += STEP_US;
        deliver(t);
        fs_match_poll(t->match, t->now_us);
        for (uint32_t i = 0; i < CLIENTS; i++)
            if (t->clients[i].session != NULL)
                fs_session_poll(t->clients[i].session, t->now_us);
    }
}

static void destroy_table(table *t)
{
    for (uint32_t i = 0; i < CLIENTS; i++)
        fs_session_destroy(t->clients[i].session);
    for (; t->count > 0; t->count--)
        free(t->queue[t->first++ % QUEUE].bytes);
    fs_match_destroy(t->match);
    free(t);
}

static fs_session_stats stats_of(const table *t, uint32_t number)
{
    fs_session_stats stats;
    fs_session_get_stats(t->clients[number].session, &stats);
    return stats;
}

/* --- pauses --------------------------------------------------------------------------- */

START_TEST(a_pause_stops_the_clock)
{
    table *t = create_table();
    start_match(t);
    join(t, 0);
    run(t, 1000);
    uint32_t before = fs_match_tick(t->match);
    ck_assert_uint_gt(before, 40);
    fs_match_pause(t->match, true, t->now_us);
    ck_assert(fs_match_paused(t->match));
    run(t, 5000);
    ck_assert_uint_eq(fs_match_tick(t->match), before);
    fs_match_pause(t->match, false, t->now_us);
    run(t, 1000);
    ck_assert_uint_ge(fs_match_tick(t->match), before + 55); /* the clock starts when new inputs can be there */
    ck_assert_uint_le(fs_match_tick(t->match), before + 61);
    run(t, 3000);
    ck_assert_uint_eq(fs_match_desyncs(t->match), 0);
    ck_assert_uint_ge(stats_of(t, 0).tick, before + 230);
    destroy_table(t);
}
END_TEST

/* Inputs are used again soon after a pause, however long it was. */
START_TEST(inputs_arrive_after_a_pause)
{
    table *t = create_table();
    fs_peer_stats before, after;
    start_match(t);
    join(t, 0);
    run(t, 1000);
    fs_match_pause(t->match, true, t->now_us);
    run(t, 60000);
    fs_match_pause(t->match, false, t->now_us);
    run(t, 1000);
    ck_assert(fs_match_peer(t->match, 0, &before));
    run(t, 2000);
    ck_assert(fs_match_peer(t->match, 0, &after));
    ck_assert_uint_le(after.substituted - before.substituted, 2);
    destroy_table(t);
}
END_TEST

START_TEST(a_paused_match_does_not_start_and_ends_at_once)
{
    table *t = create_table();
    start_match(t);
    fs_match_pause(t->match, true, t->now_us);
    join(t, 0);
    run(t, 1000);
    ck_assert_uint_eq(fs_match_tick(t->match), 0);
    ck_assert_int_eq(stats_of(t, 0).phase, FS_SESSION_WAITING);
    fs_match_pause(t->match, false, t->now_us);
    run(t, 500);
    ck_assert_uint_gt(fs_match_tick(t->match), 10);
    fs_match_pause(t->match, true, t->now_us);
    run(t, 100);
    fs_match_stop(t->match, t->now_us);
    run(t, 100);
    ck_assert(fs_match_done(t->match));
    ck_assert_int_eq(stats_of(t, 0).phase, FS_SESSION_ENDED);
    destroy_table(t);
}
END_TEST

START_TEST(nobody_no_ticks)
{
    table *t = create_table();
    t->def.pause_empty = true;
    t->def.config.players = 2;
    start_match(t);
    join(t, 0);
    join(t, 1);
    run(t, 1000);
    leave(t, 0);
    run(t, 500);
    ck_assert(!fs_match_paused(t->match));
    leave(t, 1);
    run(t, 200);
    ck_assert(fs_match_paused(t->match));
    uint32_t tick = fs_match_tick(t->match);
    ck_assert(fs_match_stream(t->match)->present == 0);
    run(t, 20000);
    ck_assert_uint_eq(fs_match_tick(t->match), tick);
    fs_session_destroy(t->clients[0].session);
    fs_match_disconnect(t->match, 0, t->now_us);
    join(t, 0);
    run(t, 2000);
    ck_assert_uint_gt(fs_match_tick(t->match), tick + 90);
    ck_assert_int_eq(stats_of(t, 0).phase, FS_SESSION_PLAYING);
    ck_assert_uint_eq(fs_match_desyncs(t->match), 0);
    destroy_table(t);
}
END_TEST

/* --- kicks and notices -------------------------------------------------------------------- */

START_TEST(a_kicked_player_is_told_why)
{
    table *t = create_table();
    start_match(t);
    join(t, 0);
    join(t, 1);
    run(t, 500);
    fs_match_kick(t->match, 1, "too 100% loud", t->now_us);
    fs_match_kick(t->match, 1, "again", t->now_us);
    fs_match_kick(t->match, 2, "nobody", t->now_us);
    run(t, 500);
    ck_assert_uint_eq(t->refused, 1);
    ck_assert_str_eq(t->reason, "too 100% loud");
    ck_assert_int_eq(stats_of(t, 1).phase, FS_SESSION_FAILED);
    ck_assert(strstr(fs_session_failure(t->clients[1].session), "too 100% loud") != NULL);
    ck_assert_uint_eq(fs_match_players(t->match), 1);
    destroy_table(t);
}
END_TEST

START_TEST(notices_reach_players)
{
    table *t = create_table();
    char text[400];
    start_match(t);
    join(t, 0);
    join(t, 1);
    run(t, 500);
    fs_match_notice(t->match, FS_MAX_PEERS, "hello\033[2J all", t->now_us);
    fs_match_notice(t->match, 1, "only you", t->now_us);
    fs_match_notice(t->match, 2, "nobody", t->now_us);
    fs_match_notice(t->match, FS_MAX_PEERS, "", t->now_us);
    run(t, 10);
    ck_assert_str_eq(t->clients[0].notice, "hello [2J all");
    ck_assert_str_eq(t->clients[1].notice, "only you");
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = '\0';
    fs_match_notice(t->match, 0, text, t->now_us);
    run(t, 10);
    ck_assert_uint_eq(strlen(t->clients[0].notice), 199);
    ck_assert_uint_eq(t->clients[0].notices, 2);
    ck_assert_uint_eq(stats_of(t, 0).malformed, 0);
    destroy_table(t);
}
END_TEST

START_TEST(idle_players_are_counted)
{
    table *t = create_table();
    fs_peer_stats idle, moved;
    start_match(t);
    join(t, 0);
    run(t, 3000);
    ck_assert(fs_match_peer(t->match, 0, &idle));
    ck_assert_uint_gt(idle.idle_ticks, 150);
    t->clients[0].held = 77;
    run(t, 500);
    ck_assert(fs_match_peer(t->match, 0, &moved));
    ck_assert_uint_lt(moved.idle_ticks, 40);
    destroy_table(t);
}
END_TEST

/* --- bots ------------------------------------------------------------------------------------ */

START_TEST(bots_fill_slots_and_make_room)
{
    table *t = create_table();
    start_match(t);
    fs_match_set_bots(t->match, fs_game_bot(t->def.game, "chase"), 3, 9);
    join(t, 0);
    run(t, 1000);
    ck_assert_uint_eq(__builtin_popcountll(fs_match_bots(t->match)), 2);
    ck_assert(fs_match_stream(t->match)->present == 7);
    ck_assert_str_eq(fs_stream_name(fs_match_stream(t->match), 0), "client0");
    ck_assert_str_eq(fs_stream_name(fs_match_stream(t->match), 2), "chase+3");
    ck_assert_str_eq(fs_stream_name(fs_match_stream(t->match), 3), "");
    join(t, 1);
    join(t, 2);
    run(t, 1500);
    ck_assert_uint_eq(t->joined, 3);
    ck_assert_uint_eq(t->refused, 0);
    ck_assert(fs_match_bots(t->match) == 0);
    ck_assert_uint_eq(fs_match_players(t->match), 3);
    leave(t, 1);
    run(t, 1000);
    ck_assert_uint_eq(__builtin_popcountll(fs_match_bots(t->match)), 1);
    ck_assert(fs_match_stream(t->match)->present == 7);
    fs_match_set_bots(t->match, NULL, 3, 0);
    run(t, 200);
    ck_assert_uint_eq(__builtin_popcountll(fs_match_stream(t->match)->present), 2);
    ck_assert_uint_eq(fs_match_desyncs(t->match), 0);
    ck_assert_uint_eq(stats_of(t, 0).desyncs, 0);
    destroy_table(t);
}
END_TEST

/* Bots play: their mallets move, and every client computes the same. */
START_TEST(bots_move)
{
    table *t = create_table();
    start_match(t);
    fs_match_set_bots(t->match, fs_game_bot(t->def.game, "chase"), 2, 9);
    join(t, 0);
    run(t, 2000);
    const fs_stream *stream = fs_match_stream(t->match);
    bool moves = false;
    for (uint32_t i = 0; i < 500 && !moves; i++) {
        run(t, 10);
        for (uint32_t b = 0; b < t->def.game->input_size; b++)
            moves |= stream->inputs[t->def.game->input_size + b] != 0;
    }
    ck_assert(moves);
    ck_assert_uint_gt(fs_match_agreed(t->match), 100);
    destroy_table(t);
}
END_TEST

START_TEST(a_bots_name_is_taken)
{
    table *t = create_table();
    start_match(t);
    fs_match_set_bots(t->match, fs_game_bot(t->def.game, "idle"), 2, 9);
    join(t, 0);
    run(t, 500);
    fs_match_connect(t->match, 1, t->now_us);
    open_session(t, 1);
    fs_session_destroy(t->clients[1].session);
    fs_session_hooks hooks = { .context = &t->clients[1], .send = send_up, .game = find_game, .input = give_input };
    fs_session_def def = { .name = "idle+2", .state_history_ticks = 8 };
    for (; t->count > 0; t->count--)
        free(t->queue[t->first++ % QUEUE].bytes);
    ck_assert_int_eq(fs_session_create(&def, &hooks, &t->clients[1].session), FS_OK);
    fs_session_connected(t->clients[1].session, t->now_us);
    run(t, 100);
    ck_assert(strstr(t->reason, "\"idle+2\" is taken") != NULL);
    destroy_table(t);
}
END_TEST

/* --- the next match ----------------------------------------------------------------------------- */

/* Ends the match, makes the next one on the same connections, and joins it with new sessions. */
START_TEST(players_are_kept_for_the_next_match)
{
    table *t = create_table();
    t->def.continues = true;
    t->def.ticks = 60;
    start_match(t);
    join(t, 0);
    join(t, 1);
    run(t, 1200);
    while (!fs_match_done(t->match))
        run(t, 10);
    run(t, 50);
    ck_assert_int_eq(stats_of(t, 0).phase, FS_SESSION_ENDED);
    ck_assert_int_eq(stats_of(t, 0).next, FS_NEXT_ANNOUNCED);
    /* Who comes between two matches waits for the second one. */
    join(t, 2);
    run(t, 50);
    ck_assert_int_eq(stats_of(t, 2).next, FS_NEXT_ANNOUNCED);
    fs_match_destroy(t->match);
    t->def.config.seed = 6;
    start_match(t);
    fs_match_pause(t->match, true, t->now_us);
    fs_match_connect_next(t->match, 0, 0, t->now_us);
    fs_match_connect_next(t->match, 1, 0, t->now_us);
    fs_match_connect_next(t->match, 2, 0, t->now_us);
    /* Late messages of the match before, also damaged ones, are no offence. */
    const uint8_t old[3] = { FS__MESSAGE_INPUT, 1, 2 };
    for (int i = 0; i < 300; i++)
        fs_match_receive(t->match, 0, FS_CHANNEL_INPUT, old, sizeof old, t->now_us);
    run(t, 20);
    for (uint32_t i = 0; i < 3; i++) {
        ck_assert_int_eq(stats_of(t, i).next, FS_NEXT_READY);
        fs_session_destroy(t->clients[i].session);
        open_session(t, i);
    }
    run(t, 300);
    ck_assert_uint_eq(fs_match_players(t->match), 3);
    ck_assert_uint_eq(fs_match_tick(t->match), 0);
    fs_match_pause(t->match, false, t->now_us);
    run(t, 3500);
    ck_assert(fs_match_done(t->match));
    ck_assert_uint_eq(fs_match_agreed(t->match), 60);
    ck_assert_int_eq(stats_of(t, 1).phase, FS_SESSION_ENDED);
    ck_assert_uint_eq(t->refused, 0);
    destroy_table(t);
}
END_TEST

START_TEST(who_does_not_join_the_next_match_is_refused)
{
    table *t = create_table();
    t->def.pause_empty = true;
    start_match(t);
    fs_match_connect_next(t->match, 0, 0, t->now_us);
    run(t, 9000);
    ck_assert_uint_eq(t->refused, 0);
    run(t, 1100);
    ck_assert_uint_eq(t->refused, 1);
    destroy_table(t);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("hosting");
    TCase *tc = tcase_create("hosting");
    tcase_add_test(tc, a_pause_stops_the_clock);
    tcase_add_test(tc, inputs_arrive_after_a_pause);
    tcase_add_test(tc, a_paused_match_does_not_start_and_ends_at_once);
    tcase_add_test(tc, nobody_no_ticks);
    tcase_add_test(tc, a_kicked_player_is_told_why);
    tcase_add_test(tc, notices_reach_players);
    tcase_add_test(tc, idle_players_are_counted);
    tcase_add_test(tc, bots_fill_slots_and_make_room);
    tcase_add_test(tc, bots_move);
    tcase_add_test(tc, a_bots_name_is_taken);
    tcase_add_test(tc, players_are_kept_for_the_next_match);
    tcase_add_test(tc, who_does_not_join_the_next_match_is_refused);
    suite_add_tcase(suite, tc);
    return suite;
}
