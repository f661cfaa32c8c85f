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
#include "app/net/server_notices.h"

enum { CONNECT_LIMIT_US = 10000000, FIRST_BACK_OFF_US = 500000, LONGEST_BACK_OFF_US = 30000000, LINGER_MS = 200 };

/* Whether the host passes on what the newest session simulates. */
static bool is_following(const relay *r)
{
    return r->followed != NULL && r->followed == r->session;
}

/* --- hooks ---------------------------------------------------------------------- */

static void begin_join(relay *r, uint64_t now_us)
{
    uint8_t binding[FS_KEY_BYTES];
    r->join_us = now_us;
    if (fs_net_binding(r->net, 0, binding))
        fs_session_bind(r->session, binding);
    fs_session_connected(r->session, now_us);
}

static void on_connected(void *context, uint32_t peer, uint64_t now_us)
{
    relay *r = context;
    (void)peer;
    r->connected = true;
    begin_join(r, now_us);
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
    r->connected = false;
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
    const fs_game *own = r->host->def.relay_game;
    const fs_game *game = own != NULL && strcmp(own->name, name) == 0 ? own : app_game_builtin(name);
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
    if (!is_following(r))
        return;
    fs_match_relay_tick(r->host->match, bundle, size, state_hash, fs_net_clock_us());
    r->host->totals.ticks++;
}

static void on_event(void *context, const fs_event *event)
{
    relay *r = context;
    if (event->kind == FS_EVENT_HEAD && is_following(r))
        fs_match_relay_head(r->host->match);
    else if (event->kind == FS_EVENT_RESTARTED && is_following(r))
        app_record_restart(&r->host->record, fs_session_sim(r->session), fs_session_stream(r->session));
    else if (event->kind == FS_EVENT_NOTICE && is_following(r) &&
             (strcmp(event->text, APP_NOTICE_PAUSED) == 0 || strcmp(event->text, APP_NOTICE_RESUMED) == 0))
        fs_match_notice(r->host->match, FS_MAX_PEERS, event->text, fs_net_clock_us());
    else if (event->kind == FS_EVENT_DESYNC)
        app_log(APP_WARNING, "relay-desync", json_pack("{s:I}", "tick", (json_int_t)event->tick),
                "the state of this relay differs from the server's at tick %" PRIu32 ": it gets another", event->tick);
}

/* --- connections ------------------------------------------------------------------- */

static bool create_session(relay *r, char why[APP_ERROR_BYTES])
{
    const fs_match_def *match = &r->host->def.match;
    fs_session_def def = { .name = "relay",
                           .build = app_build(),
                           .tasks = match->tasks,
                           .password = match->password,
                           .spectate = true };
    fs_session_hooks hooks = { .context = r,
                               .send = on_send,
                               .game = on_game,
                               .input = on_input,
                               .tick = on_tick,
                               .event = on_event };
    fs_session *session;
    fs_result result = fs_session_create(&def, &hooks, &session);
    if (result == FS_OK)
        r->session = session;
    else
        snprintf(why, APP_ERROR_BYTES, "%s", fs_result_text(result));
    return result == FS_OK;
}

/* False while the name of the server is looked up, which may last long, and on a failure, which has a sentence. */
static bool connect_session(relay *r, char why[APP_ERROR_BYTES])
{
    fs_net_hooks wires = { r, on_connected, on_received, on_disconnected };
    r->ended = r->connected = false;
    if (app_lookup_connect(&r->lookup, r->host->def.relay, &wires, &r->net, why) != FS_OK || r->net == NULL ||
        !create_session(r, why))
        return false;
    r->join_us = fs_net_clock_us();
    fs_net_set_plain(r->net, r->host->def.insecure);
    return true;
}

/* The session stays while the host's match has its state. */
static void disconnect_session(relay *r)
{
    if (r->net != NULL)
        fs_net_close(r->net, 0);
    if (r->session != r->followed)
        fs_session_destroy(r->session);
    r->net = NULL;
    r->session = NULL;
}

/* --- the other server is lost, or comes back -------------------------------------------- */

/* The relay ends without its server. */
static void give_up(relay *r, const char *why)
{
    app_log(APP_ERROR, "relay-failed", NULL, "%s", why);
    r->failed = true;
    host_stop(r->host);
}

/* The first time a server is missed is told; attempts that fail after it are details. */
static void log_loss(const relay *r, bool first, const char *why)
{
    const host_def *def = &r->host->def;
    uint32_t tick = fs_match_tick(r->host->match), ms = (uint32_t)(r->back_off_us / 1000);
    app_log(first ? APP_WARNING : APP_DEBUG, "relay-lost",
            json_pack("{s:s, s:s, s:I, s:I}", "server", def->relay, "reason", why, "tick", (json_int_t)tick, "retry_ms",
                      (json_int_t)ms),
            "without %s since tick %" PRIu32 " (%s): trying again in %" PRIu32 ".%" PRIu32 " s", def->relay, tick, why,
            ms / 1000, ms / 100 % 10);
}

static void plan_attempt(relay *r, uint64_t now_us)
{
    r->back_off_us = r->back_off_us == 0 ? FIRST_BACK_OFF_US : 2 * r->back_off_us;
    if (r->back_off_us > LONGEST_BACK_OFF_US)
        r->back_off_us = LONGEST_BACK_OFF_US;
    r->retry_us = now_us + r->back_off_us;
}

/* Ends the host's match as cut off, and tries again later. A server that has never answered is a mistake of the command
 * line. */
static void lose_server(relay *r, const char *why, uint64_t now_us)
{
    char reason[APP_ERROR_BYTES];
    bool first = r->back_off_us == 0;
    snprintf(reason, sizeof reason, "%.250s", why); /* it may be the session's */
    if (is_following(r) && !r->ended)
        host_end(r->host, FS_END_LOST);
    disconnect_session(r);
    if (!r->reached) {
        give_up(r, reason);
        return;
    }
    r->host->relay_losses += first && !r->ended;
    r->lost_us = r->lost_us == 0 ? now_us : r->lost_us;
    plan_attempt(r, now_us);
    log_loss(r, first, reason);
}

static bool has_waited_enough(const relay *r, uint64_t now_us)
{
    uint64_t limit_us = r->host->def.relay_wait_s * 1000000ull;
    return limit_us > 0 && r->lost_us != 0 && now_us - r->lost_us >= limit_us;
}

static void try_again(relay *r, uint64_t now_us)
{
    char why[APP_ERROR_BYTES] = "";
    if (now_us >= r->retry_us && !connect_session(r, why) && why[0] != '\0')
        lose_server(r, why, now_us);
}

/* --- matches ------------------------------------------------------------------------------ */

static void log_origin(const relay *r)
{
    fs_session_stats stats;
    char key[FS_FINGERPRINT_BYTES] = "";
    const char *server = r->host->def.relay;
    fs_session_get_stats(r->session, &stats);
    if (stats.has_origin_key)
        fs_identity_fingerprint(stats.origin_key, key);
    app_log(APP_INFO, "relaying", json_pack("{s:s, s:s*}", "server", server, "origin", key[0] != '\0' ? key : NULL),
            "passes on the match of %s; its ticks are %s%s", server,
            key[0] != '\0' ? "signed with the key " : "not signed", key);
}

/* The match is there: those who wait at the host may watch it. */
static void follow(relay *r)
{
    fs_session *before = r->followed;
    if (!rounds_follow(r->host, r->session)) {
        r->failed = true;
        return;
    }
    fs_session_destroy(before);
    r->followed = r->session;
    r->lost_us = r->back_off_us = 0;
    log_origin(r);
}

/* A relay ends with its server, or goes on to look for it. */
static void end_round(relay *r, const fs_session_stats *stats, uint64_t now_us)
{
    bool last = r->host->drain_us != 0 || (stats->next == FS_NEXT_NONE && !r->host->def.relay_keep);
    fs_end_cause cause = stats->end_cause != FS_END_NONE ? stats->end_cause : FS_END_FINISHED;
    r->ended = true;
    if (cause == FS_END_LOST && r->lost_us == 0)
        r->lost_us = now_us;
    app_log(APP_INFO, "relay-ended",
            json_pack("{s:s, s:s, s:I}", "server", r->host->def.relay, "cause", fs_end_cause_text(cause), "tick",
                      (json_int_t)stats->tick),
            "the match of %s ended at tick %" PRIu32 " (%s)%s", r->host->def.relay, stats->tick,
            fs_end_cause_text(cause), last ? "" : "; waiting for the next one");
    r->failed = last && cause == FS_END_LOST;
    r->host->relay_over = last;
    host_end(r->host, cause);
}

/* Joins the next match on the same connection. */
static void join_next(relay *r, uint64_t now_us)
{
    char why[APP_ERROR_BYTES];
    fs_session *before = r->session;
    if (!create_session(r, why)) {
        lose_server(r, why, now_us);
        return;
    }
    if (before != r->followed)
        fs_session_destroy(before);
    r->ended = false;
    begin_join(r, now_us);
}

/* After the end of a match: the connection is gone, or was given up because nothing follows on it. */
static void wait_for_next(relay *r, const fs_session_stats *stats, uint64_t now_us)
{
    if (r->host->relay_over)
        return;
    if (stats->next == FS_NEXT_NONE)
        lose_server(r, "its match is over", now_us);
    else if (!r->connected)
        lose_server(r, "the connection was lost", now_us);
}

static void advance(relay *r, uint64_t now_us)
{
    fs_session_stats stats;
    fs_session_get_stats(r->session, &stats);
    bool joining = stats.phase == FS_SESSION_JOINING;
    r->reached = r->reached || !(joining || stats.phase == FS_SESSION_FAILED) || stats.next != FS_NEXT_NONE;
    if (stats.phase == FS_SESSION_FAILED)
        lose_server(r, fs_session_failure(r->session), now_us);
    else if (stats.phase == FS_SESSION_PLAYING && !is_following(r))
        follow(r);
    else if (stats.phase == FS_SESSION_ENDED && !r->ended)
        end_round(r, &stats, now_us);
    else if (stats.next == FS_NEXT_READY && stats.phase != FS_SESSION_PLAYING)
        join_next(r, now_us);
    else if (stats.phase == FS_SESSION_ENDED)
        wait_for_next(r, &stats, now_us);
    else if (joining && stats.next == FS_NEXT_NONE && now_us - r->join_us > CONNECT_LIMIT_US)
        lose_server(r, "no answer within 10 s", now_us);
}

/* --- life ----------------------------------------------------------------------- */

bool relay_open(relay *r, host *h, char why[APP_ERROR_BYTES])
{
    *r = (relay){ .host = h };
    return fs_net_check_host(h->def.relay, why, APP_ERROR_BYTES) == FS_OK &&
           (connect_session(r, why) || why[0] == '\0');
}

void relay_poll(relay *r)
{
    uint64_t now = fs_net_clock_us();
    if (r->host->stop_us != 0 || r->host->relay_over)
        return;
    if (r->session == NULL) {
        try_again(r, now);
    } else {
        fs_net_service(r->net, now);
        now = fs_net_clock_us(); /* connections begin within the call */
        fs_session_poll(r->session, now);
        fs_net_flush(r->net);
        advance(r, now);
    }
    if (rounds_continue(r->host) && has_waited_enough(r, now))
        give_up(r, "the server did not come back in the time of --relay-wait");
}

bool relay_succeeded(const relay *r)
{
    return !r->failed;
}

void relay_close(relay *r)
{
    fs_session *followed = r->followed;
    app_lookup_forget(&r->lookup);
    if (r->net != NULL && r->connected && r->session != NULL)
        fs_session_leave(r->session);
    if (r->net != NULL)
        fs_net_close(r->net, LINGER_MS);
    r->net = NULL;
    disconnect_session(r);
    fs_session_destroy(followed);
    *r = (relay){ .failed = r->failed };
}
