/* host.c: the messages of connections and matches, and the steps of hosting. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "host.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/files/identity_file.h"
#include "app/desync.h"
#include "app/log.h"
#include "app/setup.h"
#include "app/net/server_notices.h"

enum {
    MAX_REPORTED_DESYNCS = 1024,
    STOP_LIMIT_US = 5000000, /* limit of a clean end */
    LINGER_MS = 1000,        /* for the last messages on the wire */
    HOUSEKEEPING_US = 100000
};

const uint32_t host_step_bounds_us[HOST_STEP_BUCKETS] = { 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000 };

void host_bind(host *h, uint32_t peer)
{
    uint8_t binding[FS_KEY_BYTES];
    if (fs_net_binding(h->net, peer, binding))
        fs_match_bind(h->match, peer, binding);
}

/* --- events of the network ------------------------------------------------------ */

static void on_connected(void *context, uint32_t peer, uint64_t now_us)
{
    host *h = context;
    host_connection *c = &h->connections[peer];
    *c = (host_connection){ .open = true };
    app_log(APP_DEBUG, "connected", NULL, "connection %" PRIu32 " from %s", peer,
            fs_net_address(h->net, peer, c->address, sizeof c->address));
    fs_net_origin_text(h->net, peer, c->origin, sizeof c->origin);
    fs_match_connect_from(h->match, peer, fs_net_origin(h->net, peer), now_us);
    host_bind(h, peer);
    policy_connected(h, peer, now_us);
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
    h->connections[peer].open = false;
    app_log(APP_DEBUG, "disconnected", NULL, "connection %" PRIu32 " is closed", peer);
    fs_match_disconnect(h->match, peer, now_us);
}

/* --- events of the match ---------------------------------------------------------- */

static void on_send(void *context, uint32_t peer, fs_channel channel, const void *bytes, size_t size)
{
    host *h = context;
    fs_net_send(h->net, peer, channel, bytes, size);
}

static fs_result on_admit(void *context, const fs_applicant *applicant, char *error, size_t error_size)
{
    return policy_admit(context, applicant, error, error_size);
}

static void on_drop(void *context, uint32_t peer)
{
    host *h = context;
    fs_net_drop(h->net, peer);
}

static void take_chat(host *h, const fs_stream *stream, uint32_t tick)
{
    uint32_t slot;
    const char *text = fs_stream_chat(stream, &slot);
    if (text == NULL)
        return;
    const char *name = fs_stream_name(stream, slot);
    app_log(APP_INFO, "chat",
            json_pack("{s:s, s:I, s:I, s:s}", "player", name, "slot", (json_int_t)slot, "tick", (json_int_t)tick,
                      "text", text),
            "%s says: %s", name, text);
    votes_take(&h->votes, slot, text);
}

static void on_tick(void *context, uint32_t tick, const void *bundle, size_t size, uint64_t state_hash,
                    const fs_stream *stream, fs_sim *sim)
{
    host *h = context;
    take_chat(h, stream, tick);
    app_record_tick(&h->record, tick, bundle, size, state_hash, stream, sim);
    desync_recording_tick(h->desync_recording, tick, bundle, size, state_hash, stream, sim);
}

/* Whether a desync is within the limits of reports and recordings. The first one above them is logged. */
static bool take_desync_budget(host *h, uint32_t peer)
{
    char address[FS_ADDRESS_BYTES], key[FS_FINGERPRINT_BYTES];
    fs_net_origin_text(h->net, peer, address, sizeof address);
    if (desync_limits_take(&h->desync_limits, address, policy_key_text(&h->connections[peer], key), fs_net_clock_us()))
        return true;
    if (h->desync_limits.suppressed == 1)
        app_log(APP_WARNING, "desyncs-limited", json_pack("{s:s}", "address", address),
                "more than %d desyncs in 10 minutes from %s or of its player's key, or %d in all: further ones are "
                "only counted",
                DESYNC_LIMIT_SOURCE, address, DESYNC_LIMIT_TOTAL);
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

static void enter_match(host *h, uint32_t peer)
{
    fs_net_admit(h->net, peer);
    h->connections[peer].joined = h->round + 1;
}

static void on_event(void *context, const fs_event *event)
{
    host *h = context;
    switch (event->kind) {
    case FS_EVENT_JOINED:
        enter_match(h, event->peer);
        h->totals.joins++;
        policy_note_player(h, event);
        policy_joined(h, event->peer, true);
        break;
    case FS_EVENT_SPECTATING:
        enter_match(h, event->peer);
        policy_joined(h, event->peer, false);
        break;
    case FS_EVENT_RETURNED:
        enter_match(h, event->peer);
        policy_note_player(h, event);
        break;
    case FS_EVENT_AWAY: policy_note_player(h, event); break; /* maybe before it was admitted */
    case FS_EVENT_REFUSED: h->totals.refused[event->result]++; break;
    case FS_EVENT_STARTED: h->started = true; break;
    case FS_EVENT_ENDED: h->ended = event->cause; break;
    case FS_EVENT_DESYNC: on_desync(h, event->peer, event->desync); break;
    default: break;
    }
    match_log_event(h, event);
}

/* --- life ------------------------------------------------------------------------- */

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

bool rounds_open(host *h, char why[APP_ERROR_BYTES])
{
    if (!draw_secret(h->def.match.secret)) {
        snprintf(why, APP_ERROR_BYTES, "the system gives no random numbers");
        return false;
    }
    fs_match_hooks hooks = { .context = h,
                             .send = on_send,
                             .drop = on_drop,
                             .admit = on_admit,
                             .tick = on_tick,
                             .event = on_event };
    h->started = false;
    absences_clear(&h->absences);
    h->ended = FS_END_NONE;
    h->def.match.pause_empty = h->def.when_empty == HOST_EMPTY_PAUSE;
    h->def.match.continues = rounds_continue(h);
    h->def.match.identity_seed = h->identity;
    h->def.match.background = app_background_lend(&h->background);
    fs_result result = fs_match_create(&h->def.match, &hooks, fs_net_clock_us(), &h->match);
    h->desync_recording = desync_recording_create(h->def.desync_dir, DESYNC_RECORDING_FILE_BYTES);
    if (result == FS_OK && h->desync_recording == NULL)
        result = FS_E_MEMORY;
    if (result != FS_OK)
        snprintf(why, APP_ERROR_BYTES, "the match cannot be made: %s", fs_result_text(result));
    else if (h->def.relay != NULL && h->def.match.follows == NULL)
        fs_match_stop(h->match, fs_net_clock_us()); /* who comes waits for the first one that is passed on */
    return result == FS_OK;
}

static void release_all(host *h)
{
    if (h->net != NULL)
        fs_net_close(h->net, LINGER_MS);
    desync_recording_destroy(h->desync_recording);
    if (h->match != NULL)
        fs_match_destroy(h->match);
    json_decref(h->desyncs);
    json_decref(h->rounds);
    bans_free(&h->bans);
    h->net = NULL;
    h->desync_recording = NULL;
    h->match = NULL;
    h->desyncs = h->rounds = NULL;
}

/* Gives the socket its lasting key, which signs the recordings too. Without a file of the user's own the key lasts as long as
 * the program. */
static bool load_identity(host *h, char why[APP_ERROR_BYTES])
{
    char path[APP_PATH_BYTES];
    bool given = h->def.identity != NULL, named = given || app_identity_path(path);
    fs_net_set_plain(h->net, h->def.insecure);
    if (!named)
        snprintf(why, APP_ERROR_BYTES, "neither XDG_STATE_HOME nor HOME names a folder");
    if (!named || !app_identity_read(h->identity, given ? h->def.identity : path, why)) {
        if (given)
            return false;
        app_log(APP_WARNING, "identity-unkept", NULL, "clients will not know this server again: %s", why);
        if (!fs_identity_draw(h->identity))
            return false;
    }
    fs_net_set_identity(h->net, h->identity);
    return true;
}

/* Opens the socket before the recording: a second server started by mistake fails
 * on the port and does not truncate the first one's file. */
static bool open_socket_and_files(host *h, char why[APP_ERROR_BYTES])
{
    fs_net_hooks hooks = { h, on_connected, on_received, on_disconnected };
    return fs_net_listen_on(h->def.bind, h->def.port, FS_MAX_PEERS, &hooks, &h->net, why, APP_ERROR_BYTES) == FS_OK &&
           load_identity(h, why) && app_record_open(&h->record, h->def.relay == NULL ? h->def.record : NULL, why);
}

static bool open_lists(host *h, char why[APP_ERROR_BYTES])
{
    h->desyncs = json_array();
    h->rounds = json_array();
    if (h->desyncs == NULL || h->rounds == NULL)
        snprintf(why, APP_ERROR_BYTES, "%s", fs_result_text(FS_E_MEMORY));
    return h->desyncs != NULL && h->rounds != NULL;
}

bool host_open(host *h, const host_def *def, const host_policy *policy, const ban_list *bans, char why[APP_ERROR_BYTES])
{
    *h = (host){ .def = *def, .policy = *policy, .bans = *bans, .start_us = fs_net_clock_us() };
    if (!open_lists(h, why) || !rounds_open(h, why) || !open_socket_and_files(h, why)) {
        release_all(h);
        return false;
    }
    app_record_start(&h->record, "server", h->identity, fs_match_sim(h->match), fs_match_stream(h->match));
    rounds_start_desync_recording(h);
    policy_set_bots(h);
    return true;
}

/* Adds the time that closing ticks took, and how late it began. */
static void count_ticks(host *h, uint32_t ticks, uint64_t due_us, uint64_t began_us, uint64_t ended_us)
{
    host_totals *t = &h->totals;
    uint64_t late = began_us > due_us ? began_us - due_us : 0, each = (ended_us - began_us) / ticks;
    unsigned bucket = 0;
    while (bucket < HOST_STEP_BUCKETS && each > host_step_bounds_us[bucket])
        bucket++;
    t->steps[bucket] += ticks;
    t->ticks += ticks;
    t->step_us += ended_us - began_us;
    t->step_count += ticks;
    t->late_us += late;
    t->late_max_us = late > t->late_max_us ? late : t->late_max_us;
}

static void poll_match(host *h)
{
    uint64_t due = fs_match_next_poll_us(h->match), began = fs_net_clock_us();
    uint32_t before = fs_match_tick(h->match);
    fs_match_set_continues(h->match, rounds_continue(h));
    fs_match_pause(h->match, h->paused || began < h->resume_us, began);
    fs_match_poll(h->match, began);
    uint32_t ticks = fs_match_tick(h->match) - before;
    if (ticks > 0)
        count_ticks(h, ticks, due, began, fs_net_clock_us());
}

/* When the match is due; while it pauses and nobody is connected, nothing is. */
static uint64_t next_due_us(const host *h, uint64_t latest_us)
{
    bool asleep = fs_match_paused(h->match) && fs_net_peers(h->net) == 0 && !fs_match_done(h->match);
    return asleep ? latest_us : fs_match_next_poll_us(h->match);
}

void host_step(host *h, uint64_t until_us)
{
    uint64_t latest = fs_net_clock_us() + HOUSEKEEPING_US;
    uint64_t due = next_due_us(h, latest);
    uint64_t until = due < until_us ? due : until_us;
    fs_net_service(h->net, until < latest ? until : latest);
    poll_match(h);
    uint64_t now = fs_net_clock_us();
    policy_poll(h, now);
    rounds_poll(h, now);
    fs_net_flush(h->net);
    app_record_poll(&h->record, now);
    desync_recording_poll(h->desync_recording, now);
}

void host_end(host *h, fs_end_cause cause)
{
    fs_match_set_continues(h->match, rounds_continue(h));
    fs_match_end(h->match, cause, fs_net_clock_us());
}

void host_stop(host *h)
{
    if (h->stop_us != 0)
        return;
    h->stop_us = fs_net_clock_us();
    policy_refuse_joining(h, h->round + 1, h->stop_us);
    host_end(h, FS_END_STOPPED);
}

void host_drain(host *h)
{
    if (h->drain_us != 0)
        return;
    h->drain_us = fs_net_clock_us();
    policy_refuse_joining(h, 1, h->drain_us);
    app_log(APP_INFO, "draining", NULL, "nobody may come from now on; the server ends after this round");
}

void host_terminate(host *h)
{
    if (h->policy.drain_timeout_s > 0)
        host_drain(h);
    else
        host_stop(h);
}

bool host_done(const host *h)
{
    if (fs_match_done(h->match) && !rounds_continue(h))
        return true;
    return h->stop_us != 0 && fs_net_clock_us() - h->stop_us > STOP_LIMIT_US;
}

void host_set_policy(host *h, const host_policy *policy)
{
    h->policy = *policy;
    policy_set_bots(h);
}

/* Where the present round stands in another rotation, so that the one after it follows; UINT32_MAX, after which the first one
 * follows, when it is not there. */
static uint32_t find_present(const host *h, const rotation *other)
{
    const char *game = h->def.match.config.game;
    if (h->planned < other->count && strcmp(other->rounds[h->planned].config.game, game) == 0)
        return h->planned;
    for (uint32_t i = 0; i < other->count; i++)
        if (strcmp(other->rounds[i].config.game, game) == 0)
            return i;
    return UINT32_MAX;
}

void host_set_rotation(host *h, const host_def *def)
{
    if (h->def.rotation.count == 0 || def->rotation.count == 0)
        return;
    h->def.max_rounds = def->max_rounds;
    h->def.round_pause_s = def->round_pause_s;
    h->def.when_empty = def->when_empty;
    h->def.wait_players = def->wait_players;
    h->planned = find_present(h, &def->rotation);
    h->def.rotation = def->rotation;
}

void host_pause(host *h, bool paused)
{
    if (h->paused != paused)
        fs_match_notice(h->match, FS_MAX_PEERS, paused ? APP_NOTICE_PAUSED : APP_NOTICE_RESUMED, fs_net_clock_us());
    h->paused = paused;
}

void host_next(host *h)
{
    h->relay_over = h->def.relay != NULL;
    host_end(h, FS_END_STOPPED);
}

/* A server that simulates on demand may be stopped before it has decided the last ticks. */
static void warn_undecided(const host *h)
{
    fs_referee_stats stats;
    fs_match_get_referee(h->match, &stats);
    uint32_t ticks = fs_match_tick(h->match) - stats.decided_tick;
    if (h->def.match.referee == FS_REFEREE_ON_DEMAND && ticks > 0)
        app_log(APP_WARNING, "ticks-undecided", json_pack("{s:I}", "ticks", (json_int_t)ticks),
                "the last %" PRIu32 " ticks are not decided and not recorded", ticks);
}

bool host_close(host *h)
{
    warn_undecided(h);
    bool whole = app_record_close(&h->record);
    release_all(h);
    return whole && !h->incomplete;
}
