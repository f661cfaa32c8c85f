/* net_match.h: a match on the hosts of net_pair.h: the server's side and the session of any client. */
#ifndef FS_NET_MATCH_H
#define FS_NET_MATCH_H

#include <fixstep/games.h>

#include "net/net_pair.h"

static inline const fs_game *find_game(void *context, const char *name, char *error, size_t error_size)
{
    const fs_game *game = NULL;
    (void)context;
    return fs_game_find(fs_builtin_games(), name, &game, error, error_size) == FS_OK ? game : NULL;
}

static inline void give_no_input(void *context, uint32_t tick, const fs_state *state, uint32_t slot, void *input)
{
    (void)context, (void)tick, (void)state, (void)slot, (void)input;
}

/* A match of air hockey with `players` slots. The connection that is open joins it as peer 0; later ones by on_connected(). */
static inline void open_match(uint32_t players)
{
    fs_match_def def = fs_default_match_def(find_game(NULL, "airhockey", why, sizeof why));
    fs_match_hooks hooks = { .context = server.net, .send = fs_net_send, .drop = fs_net_drop };
    def.config.players = players;
    ck_assert_int_eq(fs_match_create(&def, &hooks, fs_net_clock_us(), &server.match), FS_OK);
    fs_match_connect(server.match, 0, fs_net_clock_us());
}

/* The session of a client whose connection is open. */
static inline void open_session(side *s, const char *name)
{
    fs_session_def def = { .name = "" };
    fs_session_hooks hooks = { .context = s->net, .send = fs_net_send, .game = find_game, .input = give_no_input };
    snprintf(def.name, sizeof def.name, "%s", name);
    ck_assert_int_eq(fs_session_create(&def, &hooks, &s->session), FS_OK);
    fs_session_connected(s->session, fs_net_clock_us());
}

static inline void close_match(void)
{
    fs_match_destroy(server.match);
    fs_session_destroy(client.session);
    server.match = NULL;
    client.session = NULL;
}

/* A turn of the server and of one client. */
static inline void step_match(side *s)
{
    pump(s);
    fs_match_poll(server.match, fs_net_clock_us());
    if (s->session != NULL)
        fs_session_poll(s->session, fs_net_clock_us());
    fs_net_flush(server.net);
}

static inline fs_session_stats session_stats(const side *s)
{
    fs_session_stats stats;
    fs_session_get_stats(s->session, &stats);
    return stats;
}

#endif
