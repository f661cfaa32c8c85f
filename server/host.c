/* host.c: one match with its socket and its files. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "host.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "app/desync.h"
#include "app/log.h"
#include "app/report.h"
#include "app/setup.h"

enum {
    MAX_REPORTED_DESYNCS = 1024,
    STOP_LIMIT_US = 5000000, /* limit of a clean end */
    LINGER_MS = 1000,        /* for the last messages on the wire */
    HOUSEKEEPING_US = 100000
};

static const char *or_empty(const char *text)
{
    return text != NULL ? text : "";
}

/* --- events of the network ------------------------------------------------------ */

static void on_connected(void *context, uint32_t peer, uint64_t now_us)
{
    host *h = context;
    char address[64];
    app_log(APP_DEBUG, "connected", NULL, "connection %" PRIu32 " from %s", peer,
            fs_net_address(h->net, peer, address, sizeof address));
    fs_match_connect_from(h->match, peer, fs_net_origin(h->net, peer), now_us);
}

static void on_received(void *context, uint32_t peer, fs_channel channel, const void *bytes, size_t size,
                        uint64_t now_us)
{
    host *h = context;
    fs_match_receive(h->match, peer, channel, bytes, size, now_us);
}

static void on_disconnected(void *context, uint32_t peer, uint64_t now_us)
{
    host *h = context;
    app_log(APP_DEBUG, "disconnected", NULL, "connection %" PRIu32 " is closed", peer);
    fs_match_disconnect(h->match, peer, now_us);
}

/* --- events of the match ---------------------------------------------------------- */

static void on_send(void *context, uint32_t peer, fs_channel channel, const void *bytes, size_t size)
{
    host *h = context;
    fs_net_send(h->net, peer, channel, bytes, size);
}

static void on_drop(void *context, uint32_t peer)
{
    host *h = context;
    fs_net_drop(h->net, peer);
}

static void on_tick(void *context, uint32_t tick, const void *bundle, size_t size, uint64_t state_hash,
                    const fs_stream *stream, fs_sim *sim)
{
    host *h = context;
    app_record_tick(&h->record, tick, bundle, size, state_hash, stream, sim);
    desync_recording_tick(h->desync_recording, tick, bundle, size, state_hash, stream, sim);
}

/* Whether a desync is within the limits of reports and recordings. The first one above them is logged. */
static bool take_desync_budget(host *h, uint32_t peer)
{
    char address[64];
    fs_net_address(h->net, peer, address, sizeof address);
    if (desync_limits_take(&h->desync_limits, address, fs_net_clock_us()))
        return true;
    if (h->desync_limits.suppressed == 1)
        app_log(APP_WARNING, "desyncs-limited", json_pack("{s:s}", "address", address),
                "more than %d desyncs in 10 minutes from %s, or %d in all: further ones are only counted",
                DESYNC_LIMIT_ADDRESS, address, DESYNC_LIMIT_TOTAL);
    return false;
}

static void on_desync(host *h, uint32_t peer, const fs_desync *desync)
{
    if (!take_desync_budget(h, peer))
        return;
    const fs_schema *schema = h->def.match.game->schema;
    char *text = app_desync_text(desync, schema);
    json_t *report = app_desync_json(desync, schema);
    app_log(APP_WARNING, "desync", report != NULL ? json_incref(report) : NULL, "%s",
            text != NULL ? text : "desync (out of memory)");
    free(text);
    if (report != NULL && json_array_size(h->desyncs) < MAX_REPORTED_DESYNCS)
        json_array_append(h->desyncs, report);
    json_decref(report);
    app_record_desync(&h->record, desync);
    desync_recording_add(h->desync_recording, desync, fs_net_clock_us());
}

static void log_joined(host *h, const fs_event *event)
{
    char address[64];
    fs_net_address(h->net, event->peer, address, sizeof address);
    app_log(APP_INFO, "joined",
            json_pack("{s:s, s:I, s:I, s:s}", "player", or_empty(event->name), "slot", (json_int_t)event->slot, "tick",
                      (json_int_t)event->tick, "address", address),
            "player '%s' joined from %s: slot %" PRIu32 ", active at tick %" PRIu32, or_empty(event->name), address,
            event->slot, event->tick);
}

static void log_left(const fs_event *event)
{
    app_log(APP_INFO, "left",
            json_pack("{s:s, s:I, s:I, s:s}", "player", or_empty(event->name), "slot", (json_int_t)event->slot, "tick",
                      (json_int_t)event->tick, "reason", or_empty(event->text)),
            "player '%s' left (slot %" PRIu32 ", tick %" PRIu32 "): %s", or_empty(event->name), event->slot,
            event->tick, or_empty(event->text));
}

/* A player whose connection was lost, or who is back. */
static void log_away(const fs_event *event, const char *what)
{
    app_log(APP_INFO, event->kind == FS_EVENT_AWAY ? "away" : "returned",
            json_pack("{s:s, s:I, s:I}", "player", or_empty(event->name), "slot", (json_int_t)event->slot, "tick",
                      (json_int_t)event->tick),
            "player '%s' (slot %" PRIu32 ", tick %" PRIu32 "): %s", or_empty(event->name), event->slot, event->tick,
            what);
}

static void log_trouble(const fs_event *event)
{
    app_log(APP_INFO, "trouble",
            json_pack("{s:s, s:I, s:I, s:s}", "player", or_empty(event->name), "slot", (json_int_t)event->slot, "tick",
                      (json_int_t)event->tick, "reason", event->text),
            "player '%s' (slot %" PRIu32 ", tick %" PRIu32 "): %s", or_empty(event->name), event->slot, event->tick,
            event->text);
}

static void log_refused(host *h, const fs_event *event)
{
    char address[64];
    fs_net_address(h->net, event->peer, address, sizeof address);
    app_log(APP_INFO, "refused",
            json_pack("{s:s, s:s, s:s}", "address", address, "result", fs_result_name(event->result), "reason",
                      or_empty(event->text)),
            "refused %s%s%s: %s", address, or_empty(event->name)[0] != '\0' ? " as " : "", or_empty(event->name),
            event->text != NULL ? event->text : fs_result_text(event->result));
}

static void on_event(void *context, const fs_event *event)
{
    host *h = context;
    switch (event->kind) {
    case FS_EVENT_JOINED:
        fs_net_admit(h->net, event->peer);
        log_joined(h, event);
        break;
    case FS_EVENT_LEFT: log_left(event); break;
    case FS_EVENT_REFUSED: log_refused(h, event); break;
    case FS_EVENT_STARTED:
        h->started = true;
        app_log(APP_INFO, "started", NULL, "the match starts");
        break;
    case FS_EVENT_AWAY: log_away(event, "connection lost; the slot is held"); break;
    case FS_EVENT_RETURNED:
        fs_net_admit(h->net, event->peer);
        log_away(event, "is back");
        break;
    case FS_EVENT_TROUBLE: log_trouble(event); break;
    case FS_EVENT_DESYNC: on_desync(h, event->peer, event->desync); break;
    case FS_EVENT_ENDED:
        app_log(APP_DEBUG, "ended", NULL, "the last tick is closed: %" PRIu32 " in all", event->tick);
        break;
    case FS_EVENT_RESTARTED:
    case FS_EVENT_LOST: break; /* events of a session */
    }
}

/* --- life ------------------------------------------------------------------------- */

static void release_all(host *h)
{
    if (h->net != NULL)
        fs_net_close(h->net, LINGER_MS);
    desync_recording_destroy(h->desync_recording);
    if (h->match != NULL)
        fs_match_destroy(h->match);
    json_decref(h->desyncs);
    h->net = NULL;
    h->desync_recording = NULL;
    h->match = NULL;
    h->desyncs = NULL;
}

/* Session tokens are made from these bytes. */
static bool draw_secret(uint8_t secret[32])
{
    for (size_t i = 0; i < 32; i += sizeof(uint64_t)) {
        uint64_t part;
        if (!app_random_seed(&part))
            return false;
        memcpy(secret + i, &part, sizeof part);
    }
    return true;
}

static bool open_match(host *h, char why[APP_ERROR_BYTES])
{
    if (!draw_secret(h->def.match.secret)) {
        snprintf(why, APP_ERROR_BYTES, "the system gives no random numbers");
        return false;
    }
    fs_match_hooks hooks = { .context = h, .send = on_send, .drop = on_drop, .tick = on_tick, .event = on_event };
    fs_result result = fs_match_create(&h->def.match, &hooks, h->start_us, &h->match);
    h->desync_recording = desync_recording_create(h->def.desync_dir);
    h->desyncs = json_array();
    if (result == FS_OK && (h->desync_recording == NULL || h->desyncs == NULL))
        result = FS_E_MEMORY;
    if (result != FS_OK)
        snprintf(why, APP_ERROR_BYTES, "the match cannot be made: %s", fs_result_text(result));
    return result == FS_OK;
}

/* Opens the socket before the recording: a second server started by mistake fails
 * on the port and does not truncate the first one's file. */
static bool open_socket_and_files(host *h, char why[APP_ERROR_BYTES])
{
    fs_net_hooks hooks = { h, on_connected, on_received, on_disconnected };
    return fs_net_listen(h->def.port, FS_MAX_PEERS, &hooks, &h->net, why, APP_ERROR_BYTES) == FS_OK &&
           app_record_open(&h->record, h->def.record, why);
}

bool host_open(host *h, const host_def *def, char why[APP_ERROR_BYTES])
{
    *h = (host){ .def = *def, .start_us = fs_net_clock_us() };
    if (!open_match(h, why) || !open_socket_and_files(h, why)) {
        release_all(h);
        return false;
    }
    fs_sim *sim = fs_match_sim(h->match);
    const fs_stream *stream = fs_match_stream(h->match);
    app_record_start(&h->record, "server", sim, stream);
    desync_recording_start(h->desync_recording, sim, stream);
    return true;
}

void host_step(host *h, uint64_t until_us)
{
    uint64_t due = fs_match_next_poll_us(h->match);
    uint64_t latest = fs_net_clock_us() + HOUSEKEEPING_US;
    uint64_t until = due < until_us ? due : until_us;
    fs_net_service(h->net, until < latest ? until : latest);
    uint64_t now = fs_net_clock_us();
    fs_match_poll(h->match, now);
    fs_net_flush(h->net);
    app_record_poll(&h->record, now);
    desync_recording_poll(h->desync_recording, now);
}

void host_stop(host *h)
{
    if (h->stop_us != 0)
        return;
    h->stop_us = fs_net_clock_us();
    fs_match_stop(h->match, h->stop_us);
}

bool host_done(const host *h)
{
    if (fs_match_done(h->match))
        return true;
    return h->stop_us != 0 && fs_net_clock_us() - h->stop_us > STOP_LIMIT_US;
}

/* --- report ------------------------------------------------------------------------- */

/* The tick of the newest compared state hash, or null while there is none. */
static json_t *tick_or_null(uint32_t tick)
{
    return tick == UINT32_MAX ? json_null() : json_integer(tick);
}

/* roots_compared, roots_different and last_root_tick are the former names of hashes_compared, hashes_different and
 * last_hash_tick. */
static json_t *client_json(const fs_peer_stats *s)
{
    json_t *client = json_pack("{s:s, s:b, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I}", "name", s->name, "playing",
                               s->playing, "peer", (json_int_t)s->peer, "slot", (json_int_t)s->slot, "delay_ticks",
                               (json_int_t)s->delay_ticks, "rtt_us", (json_int_t)s->rtt_us, "rtt_max_us",
                               (json_int_t)s->rtt_max_us, "substituted", (json_int_t)s->substituted, "late_inputs",
                               (json_int_t)s->late_inputs, "early_inputs", (json_int_t)s->early_inputs);
    json_t *more = json_pack(
        "{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:o, s:o, s:I, s:I, s:I, s:I}", "malformed",
        (json_int_t)s->malformed, "bytes_up", (json_int_t)s->bytes_up, "bytes_down", (json_int_t)s->bytes_down,
        "packets_up", (json_int_t)s->packets_up, "packets_down", (json_int_t)s->packets_down, "roots_compared",
        (json_int_t)s->hashes_compared, "roots_different", (json_int_t)s->hashes_different, "hashes_compared",
        (json_int_t)s->hashes_compared, "hashes_different", (json_int_t)s->hashes_different, "last_root_tick",
        tick_or_null(s->last_hash_tick), "last_hash_tick", tick_or_null(s->last_hash_tick), "repairs",
        (json_int_t)s->repairs, "snapshots", (json_int_t)s->snapshots, "limited", (json_int_t)s->limited,
        "hashes_missing", (json_int_t)s->hashes_missing);
    json_t *line = json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:I}", "agreed_ticks", (json_int_t)s->agreed_ticks,
                             "behind_ticks", (json_int_t)s->behind_ticks, "troubles", (json_int_t)s->troubles,
                             "returns", (json_int_t)s->returns, "delay_us", (json_int_t)s->delay_us, "loss_up_permille",
                             (json_int_t)s->loss_up_permille, "loss_down_permille", (json_int_t)s->loss_down_permille);
    if (more != NULL && line != NULL)
        json_object_update(more, line);
    json_decref(line);
    if (client != NULL && more != NULL)
        json_object_update(client, more);
    json_decref(more);
    return client;
}

static json_t *clients_json(const host *h)
{
    json_t *clients = json_array();
    fs_peer_stats stats;
    for (uint32_t i = 0; fs_match_peer(h->match, i, &stats); i++)
        json_array_append_new(clients, client_json(&stats));
    return clients;
}

json_t *host_report(host *h)
{
    json_t *report = json_object();
    fs_sim *sim = fs_match_sim(h->match);
    fs_net_stats wire;
    fs_net_get_stats(h->net, &wire);
    app_json_config(report, h->def.match.game, fs_sim_config(sim));
    json_object_set_new(report, "ticks", json_integer(fs_match_tick(h->match)));
    app_json_state_hash(report, fs_sim_state_hash(sim));
    json_object_set_new(report, "agreed_ticks", json_integer(fs_match_agreed(h->match)));
    json_object_set_new(report, "desync_count", json_integer(fs_match_desyncs(h->match)));
    json_object_set(report, "desyncs", h->desyncs);
    json_object_set_new(report, "desyncs_suppressed", json_integer(h->desync_limits.suppressed));
    json_object_set_new(report, "clients", clients_json(h));
    json_object_set_new(report, "wire", app_json_wire(&wire));
    json_object_set_new(report, "state_bytes", json_integer((json_int_t)fs_state_block_size(fs_sim_state(sim))));
    app_json_time(report, h->start_us, fs_net_clock_us());
    return report;
}

bool host_close(host *h)
{
    bool whole = app_record_close(&h->record);
    release_all(h);
    return whole;
}
