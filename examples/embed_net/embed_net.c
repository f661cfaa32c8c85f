/* embed_net.c: a match and two sessions over ENet, encrypted, on this machine.
 *
 * net.h has the sockets: fs_net_send() is the hook `send`, and its own three hooks say who came, what arrived and who
 * left. The three hosts share a process here; each half of this program alone is a server or a
 * client. Players with keys or passwords need fs_net_binding() besides.
 */
#include <fixstep/fixstep.h>
#include <fixstep/games.h>
#include <stdio.h>

enum { CLIENTS = 2, TICKS = 60, LIMIT_US = 10000000 };
static const fs_game *game;

/* A server has a match, a client a session. */
typedef struct host {
    fs_net *net;
    fs_match *match;
    fs_session *session;
} host;

static void server_connected(void *context, uint32_t peer, uint64_t now_us)
{
    host *s = (host *)context;
    fs_match_connect_from(s->match, peer, fs_net_origin(s->net, peer), now_us);
}

static void server_took(void *context, uint32_t peer, fs_channel channel, const void *bytes, size_t size, uint64_t now)
{
    host *s = (host *)context;
    fs_match_receive(s->match, peer, channel, bytes, size, now);
}

static void server_disconnected(void *context, uint32_t peer, uint64_t now_us)
{
    host *s = (host *)context;
    fs_match_disconnect(s->match, peer, now_us);
}

/* The context of the match is its net, which fs_net_send() takes too. */
static void drop(void *net, uint32_t peer)
{
    fs_net_drop((fs_net *)net, peer);
}

/* A player who was admitted is no stranger any more: the host takes larger messages from it. */
static void note_event(void *net, const fs_event *event)
{
    if (event->kind == FS_EVENT_JOINED)
        fs_net_admit((fs_net *)net, event->peer);
}

static bool open_server(host *s, char *why, size_t why_size)
{
    fs_net_hooks net_hooks = { s, server_connected, server_took, server_disconnected };
    if (fs_net_listen(0, FS_MAX_PEERS, &net_hooks, &s->net, why, why_size) != FS_OK)
        return false;
    fs_match_def def = fs_default_match_def(game);
    fs_match_hooks hooks = { .context = s->net, .send = fs_net_send, .drop = drop, .event = note_event };
    def.wait_players = CLIENTS;
    def.ticks = TICKS;
    return fs_match_create(&def, &hooks, fs_net_clock_us(), &s->match) == FS_OK;
}

static void client_connected(void *context, uint32_t peer, uint64_t now_us)
{
    host *c = (host *)context;
    (void)peer;
    fs_session_connected(c->session, now_us);
}

static void client_took(void *context, uint32_t peer, fs_channel channel, const void *bytes, size_t size, uint64_t now)
{
    host *c = (host *)context;
    (void)peer;
    fs_session_receive(c->session, channel, bytes, size, now);
}

static void client_disconnected(void *context, uint32_t peer, uint64_t now_us)
{
    host *c = (host *)context;
    (void)peer;
    fs_session_disconnected(c->session, now_us);
}

static const fs_game *find_game(void *context, const char *name, char *why, size_t why_size)
{
    (void)context, (void)why, (void)why_size;
    return fs_game_list_find(fs_builtin_games(), name);
}

static void give_input(void *context, uint32_t tick, const fs_state *state, uint32_t slot, void *input)
{
    (void)context, (void)state;
    fs_keys keys = { .held = tick / 20 % 2 == slot ? FS_KEY_UP : FS_KEY_LEFT };
    game->keys(&keys, input);
}

static bool open_client(host *c, uint16_t port, char *why, size_t why_size)
{
    char address[32];
    fs_net_hooks net_hooks = { c, client_connected, client_took, client_disconnected };
    snprintf(address, sizeof address, "127.0.0.1:%u", (unsigned)port);
    if (fs_net_connect(address, &net_hooks, &c->net, why, why_size) != FS_OK)
        return false;
    fs_session_def def = { .name = "" };
    fs_session_hooks hooks = { .context = c->net, .send = fs_net_send, .game = find_game, .input = give_input };
    return fs_session_create(&def, &hooks, &c->session) == FS_OK;
}

static void play(host *s, host *clients)
{
    for (uint64_t end = fs_net_clock_us() + LIMIT_US; !fs_match_done(s->match) && fs_net_clock_us() < end;) {
        fs_net_service(s->net, fs_net_clock_us() + 1000); /* alone: until fs_match_next_poll_us() */
        fs_match_poll(s->match, fs_net_clock_us());
        fs_net_flush(s->net);
        for (uint32_t i = 0; i < CLIENTS; i++) {
            fs_net_service(clients[i].net, 0); /* alone: until fs_session_next_poll_us() */
            fs_session_poll(clients[i].session, fs_net_clock_us());
            fs_net_flush(clients[i].net);
        }
    }
}

int main(void)
{
    host s = { .net = NULL }, clients[CLIENTS] = { { .net = NULL } };
    char why[256] = "";
    game = fs_game_list_find(fs_builtin_games(), "airhockey");
    bool good = open_server(&s, why, sizeof why);
    for (uint32_t i = 0; good && i < CLIENTS; i++)
        good = open_client(&clients[i], fs_net_port(s.net), why, sizeof why);
    if (good)
        play(&s, clients);
    else
        fprintf(stderr, "%s\n", why);
    for (uint32_t i = 0; i < CLIENTS; i++) {
        fs_sim *sim = clients[i].session != NULL ? fs_session_sim(clients[i].session) : NULL;
        good = good && sim != NULL && fs_sim_state_hash(sim) == fs_sim_state_hash(fs_match_sim(s.match));
        printf("client %u: %s\n", (unsigned)i, good ? "state hash equal to the server's" : "DIFFERENT");
        fs_net_close(clients[i].net, 0);
        fs_session_destroy(clients[i].session);
    }
    fs_net_close(s.net, 0);
    fs_match_destroy(s.match);
    return good ? 0 : 1;
}
/* Output:
 * client 0: state hash equal to the server's
 * client 1: state hash equal to the server's
 */
