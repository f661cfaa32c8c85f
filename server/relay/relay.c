/* relay.c: see relay.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "relay.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "app/log.h"
#include "app/setup.h"
#include "app/signals.h"

enum { CONNECT_LIMIT_US = 10000000, WAIT_US = 10000, LINGER_MS = 200 };

/* --- hooks ---------------------------------------------------------------------- */

static void on_connected(void *context, uint32_t peer, uint64_t now_us)
{
    relay *r = context;
    uint8_t binding[FS_KEY_BYTES];
    r->connected = true;
    if (fs_net_binding(r->net, peer, binding))
        fs_session_bind(r->session, binding);
    fs_session_connected(r->session, now_us);
}

static void on_received(void *context, uint32_t peer, fs_channel channel, const void *bytes, size_t size,
                        uint64_t now_us)
{
    relay *r = context;
    (void)peer;
    fs_session_receive(r->session, channel, bytes, size, now_us);
}

static void on_disconnected(void *context, uint32_t peer, uint64_t now_us)
{
    relay *r = context;
    (void)peer;
    fs_session_disconnected(r->session, now_us);
}

static void on_send(void *context, uint32_t peer, fs_channel channel, const void *bytes, size_t size)
{
    relay *r = context;
    fs_net_send(r->net, peer, channel, bytes, size);
}

static const fs_game *on_game(void *context, const char *name, char *why, size_t why_size)
{
    relay *r = context;
    const fs_game *game = strcmp(r->game->name, name) == 0 ? r->game : app_game_builtin(name);
    if (game == NULL)
        snprintf(why, why_size, "the server plays '%.24s', which this relay does not have; load it with --game FILE.so",
                 name);
    return game;
}

/* A spectator is never asked for inputs. */
static void on_input(void *context, uint32_t tick, const fs_state *state, uint32_t slot, void *input)
{
    (void)context, (void)tick, (void)state, (void)slot, (void)input;
}

static void on_tick(void *context, uint32_t tick, const void *bundle, size_t size, uint64_t state_hash,
                    const fs_stream *stream, fs_sim *sim)
{
    relay *r = context;
    (void)tick, (void)stream, (void)sim;
    if (r->host == NULL)
        return;
    fs_match_relay_tick(r->host->match, bundle, size, state_hash, fs_net_clock_us());
    r->host->totals.ticks++;
}

static void on_event(void *context, const fs_event *event)
{
    relay *r = context;
    if (event->kind == FS_EVENT_HEAD && r->host != NULL)
        fs_match_relay_head(r->host->match);
    else if (event->kind == FS_EVENT_DESYNC)
        app_log(APP_WARNING, "relay-desync", json_pack("{s:I}", "tick", (json_int_t)event->tick),
                "the state of this relay differs from the server's at tick %" PRIu32 ": it gets another", event->tick);
}

/* --- life ----------------------------------------------------------------------- */

static bool connect_session(relay *r, const host_def *def, char why[APP_ERROR_BYTES])
{
    fs_session_def session = { .build = app_build(),
                               .tasks = def->match.tasks,
                               .password = def->match.password,
                               .spectate = true };
    fs_session_hooks hooks = { .context = r,
                               .send = on_send,
                               .game = on_game,
                               .input = on_input,
                               .tick = on_tick,
                               .event = on_event };
    fs_net_hooks wires = { r, on_connected, on_received, on_disconnected };
    fs_result result = fs_session_create(&session, &hooks, &r->session);
    if (result != FS_OK) {
        snprintf(why, APP_ERROR_BYTES, "%s", fs_result_text(result));
        return false;
    }
    if (fs_net_connect(r->address, &wires, &r->net, why, APP_ERROR_BYTES) != FS_OK)
        return false;
    fs_net_set_plain(r->net, def->insecure);
    return true;
}

static fs_session_phase poll_session(relay *r, uint64_t until_us)
{
    fs_session_stats stats;
    fs_net_service(r->net, until_us);
    fs_session_poll(r->session, fs_net_clock_us());
    fs_net_flush(r->net);
    fs_session_get_stats(r->session, &stats);
    return stats.phase;
}

/* Waits for the other match, however long it takes to begin. */
static bool await_match(relay *r, char why[APP_ERROR_BYTES])
{
    fs_session_phase phase = FS_SESSION_JOINING;
    while (phase != FS_SESSION_PLAYING && phase != FS_SESSION_FAILED && phase != FS_SESSION_ENDED) {
        uint64_t now = fs_net_clock_us();
        if (app_signals_stop_requested()) {
            why[0] = '\0';
            r->finished = true;
            return false;
        }
        if (phase == FS_SESSION_JOINING && now - r->begun_us > CONNECT_LIMIT_US) {
            snprintf(why, APP_ERROR_BYTES, "no answer from %.150s within %d s", r->address, CONNECT_LIMIT_US / 1000000);
            return false;
        }
        phase = poll_session(r, now + WAIT_US);
    }
    snprintf(why, APP_ERROR_BYTES, "%.250s", fs_session_failure(r->session));
    return phase == FS_SESSION_PLAYING;
}

static void log_origin(const relay *r)
{
    fs_session_stats stats;
    char key[FS_FINGERPRINT_BYTES] = "";
    fs_session_get_stats(r->session, &stats);
    if (stats.has_origin_key)
        fs_identity_fingerprint(stats.origin_key, key);
    app_log(APP_INFO, "relaying", json_pack("{s:s, s:s*}", "server", r->address, "origin", key[0] != '\0' ? key : NULL),
            "passes on the match of %s; its ticks are %s%s", r->address,
            key[0] != '\0' ? "signed with the key " : "not signed", key);
}

bool relay_open(relay *r, const char *address, host_def *def, char why[APP_ERROR_BYTES])
{
    *r = (relay){ .address = address, .game = def->match.game, .begun_us = fs_net_clock_us() };
    if (!connect_session(r, def, why) || !await_match(r, why))
        return false;
    fs_sim *sim = fs_session_sim(r->session);
    def->match.game = fs_sim_game(sim);
    def->match.config = *fs_sim_config(sim);
    def->match.wait_players = 1;
    def->match.follows = r->session;
    log_origin(r);
    return true;
}

void relay_poll(relay *r, host *h)
{
    r->host = h;
    h->started = true;
    if (h->stop_us != 0)
        return;
    fs_session_phase phase = poll_session(r, fs_net_clock_us());
    r->finished = phase == FS_SESSION_ENDED;
    if (phase == FS_SESSION_FAILED)
        app_log(APP_ERROR, "relay-failed", NULL, "%s", fs_session_failure(r->session));
    if (phase == FS_SESSION_FAILED || phase == FS_SESSION_ENDED)
        host_stop(h);
}

bool relay_succeeded(const relay *r)
{
    return r->finished || app_signals_stop_requested();
}

void relay_close(relay *r)
{
    r->host = NULL; /* it is gone */
    if (r->net != NULL) {
        if (r->connected)
            fs_session_leave(r->session);
        fs_net_close(r->net, LINGER_MS);
    }
    fs_session_destroy(r->session);
    *r = (relay){ 0 };
}
