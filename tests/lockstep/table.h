/* table.h: a match and its clients without a network: every message arrives with the next millisecond. */
#ifndef FS_TESTS_LOCKSTEP_TABLE_H
#define FS_TESTS_LOCKSTEP_TABLE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <fixstep/games.h>

#include "support/check_main.h"
#include "lockstep/match_internal.h"

/* A match and its clients; every message arrives with the next millisecond. */
#ifndef TABLE_CLIENTS
#define TABLE_CLIENTS 3
#endif
enum { CLIENTS = TABLE_CLIENTS, QUEUE = 4096, STEP_US = 1000 };

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
    const char *name;       /* NULL: "client" and its number */
    const char *password;
    const char *ticket;                         /* NULL: it shows none */
    const uint8_t *key_seed;                    /* NULL: it proves none */
    const uint8_t *own_binding, *match_binding; /* of its connection, as both ends see it; NULL: none */
    bool spectates, reconnects;
    char chat[FS_MAX_CHAT]; /* the newest line, and its number and slot */
    uint32_t chats, chat_slot;
} client;

struct table {
    fs_match_def def;
    fs_match *match;
    client clients[CLIENTS];
    letter queue[QUEUE];
    uint32_t first, count, joined, left, refused;
    char reason[256], last_joined[FS_MAX_NAME];
    fs_result (*admit)(void *context, const fs_applicant *applicant, char *error, size_t error_size);
    uint64_t now_us;
};

static inline void push(table *t, letter l, const void *bytes)
{
    ck_assert_uint_lt(t->count, QUEUE);
    l.bytes = malloc(l.size);
    memcpy(l.bytes, bytes, l.size);
    t->queue[(t->first + t->count++) % QUEUE] = l;
}

static inline void send_down(void *context, uint32_t peer, fs_channel channel, const void *bytes, size_t size)
{
    push(context, (letter){ false, peer, channel, size, NULL }, bytes);
}

static inline void send_up(void *context, uint32_t peer, fs_channel channel, const void *bytes, size_t size)
{
    client *c = context;
    (void)peer;
    push(c->owner, (letter){ true, c->number, channel, size, NULL }, bytes);
}

static inline void drop(void *context, uint32_t peer)
{
    (void)context, (void)peer;
}

static inline void on_match_event(void *context, const fs_event *event)
{
    table *t = context;
    t->joined += event->kind == FS_EVENT_JOINED;
    t->left += event->kind == FS_EVENT_LEFT;
    t->refused += event->kind == FS_EVENT_REFUSED;
    if (event->kind == FS_EVENT_REFUSED)
        snprintf(t->reason, sizeof t->reason, "%s", event->text);
}

static inline void on_session_event(void *context, const fs_event *event)
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

static inline void give_input(void *context, uint32_t tick, const fs_state *state, uint32_t slot, void *input)
{
    const client *c = context;
    (void)tick, (void)state, (void)slot;
    memset(input, (int)c->held, 1);
}

static inline void on_session_tick(void *context, uint32_t tick, const void *bundle, size_t size, uint64_t state_hash,
                                   const fs_stream *stream, fs_sim *sim)
{
    client *c = context;
    const char *text = fs_stream_chat(stream, &c->chat_slot);
    (void)tick, (void)bundle, (void)size, (void)state_hash, (void)sim;
    if (text == NULL)
        return;
    c->chats++;
    snprintf(c->chat, sizeof c->chat, "%s", text);
}

static inline void start_match(table *t)
{
    fs_match_hooks hooks = { .context = t,
                             .send = send_down,
                             .drop = drop,
                             .admit = t->admit,
                             .event = on_match_event };
    ck_assert_int_eq(fs_match_create(&t->def, &hooks, t->now_us, &t->match), FS_OK);
}

static inline table *create_table(void)
{
    table *t = calloc(1, sizeof *t);
    t->def = fs_default_match_def(fs_game_list_find(fs_builtin_games(), "airhockey"));
    t->def.config.seed = 5;
    t->def.config.players = 3;
    t->def.state_history_ticks = 8;
    t->now_us = 1000000;
    return t;
}

static inline void open_session(table *t, uint32_t number)
{
    client *c = &t->clients[number];
    c->owner = t;
    c->number = number;
    fs_session_hooks hooks = { .context = c,
                               .send = send_up,
                               .game = find_game,
                               .input = give_input,
                               .tick = on_session_tick,
                               .event = on_session_event };
    fs_session_def def = { .state_history_ticks = 8, .password = c->password, .key_seed = c->key_seed };
    def.spectate = c->spectates;
    def.reconnect = c->reconnects;
    def.ticket = c->ticket;
    def.ticket_size = c->ticket != NULL ? strlen(c->ticket) : 0;
    if (c->name != NULL)
        snprintf(def.name, sizeof def.name, "%s", c->name);
    else
        snprintf(def.name, sizeof def.name, "client%u", number);
    ck_assert_int_eq(fs_session_create(&def, &hooks, &c->session), FS_OK);
    if (c->own_binding != NULL)
        fs_session_bind(c->session, c->own_binding);
    fs_session_connected(c->session, t->now_us);
}

static inline void join(table *t, uint32_t number)
{
    fs_match_connect(t->match, number, t->now_us);
    if (t->clients[number].match_binding != NULL)
        fs_match_bind(t->match, number, t->clients[number].match_binding);
    open_session(t, number);
}

static inline void leave(table *t, uint32_t number)
{
    fs_session_leave(t->clients[number].session);
}

static inline void deliver(table *t)
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

static inline void run(table *t, uint32_t ms)
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

static inline void destroy_table(table *t)
{
    for (uint32_t i = 0; i < CLIENTS; i++)
        fs_session_destroy(t->clients[i].session);
    for (; t->count > 0; t->count--)
        free(t->queue[t->first++ % QUEUE].bytes);
    fs_match_destroy(t->match);
    free(t);
}

static inline fs_session_stats stats_of(const table *t, uint32_t number)
{
    fs_session_stats stats;
    fs_session_get_stats(t->clients[number].session, &stats);
    return stats;
}

#endif
