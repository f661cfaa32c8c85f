/* online.c: a match on a server: the session, its socket, its player and its screen. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "online.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <fixstep/utf8.h>

#include "app/log.h"
#include "app/report.h"
#include "app/setup.h"
#include "app/signals.h"
#include "app/workers.h"
#include "online/online_hooks.h"
#include "online/online_report.h"
#include "online/spectating.h"
#include "online_status.h"
#include "record_note.h"

enum {
    HOUSEKEEPING_US = 100000,
    LOOK_US = 10000,               /* between two looks whether the name of the server is found */
    RETRY_US = 250000,             /* between two attempts to reach the server */
    AWAY_LIMIT_US = 120 * 1000000, /* of connecting again after a lost connection */
    LINGER_MS = 1000,              /* for the last messages on the wire */
    DESYNC_US = 15000000,          /* that a desync stands over the picture; the list of players counts it to the end */
    RESULT_US = 8000000,           /* that the terminal shows the result, unless a key is pressed */
    MASHED_US = 1000000            /* keys struck before were meant for the match */
};

/* --- setting up ------------------------------------------------------------------- */

static void inject_fault(fs_session *session, const fault *f)
{
    fs_session_inject_fault(session, f->tick, f->table, f->row, f->field, f->bit);
    fs_session_set_fault_phase(session, f->phase);
}

static bool create_session(online *o, char why[APP_ERROR_BYTES])
{
    fs_session_def def = { .build = app_build(), .tasks = app_workers_process_tasks(), .reconnect = true };
    def.key_seed = player_key_seed(&o->key);
    def.predict_ticks = (uint32_t)o->s->predict;
    def.password = o->s->password_file != NULL ? o->s->password : NULL;
    /* A name that the server chose may be somebody else's in the next match: it chooses again. */
    snprintf(def.name, sizeof def.name, "%s", o->s->name != NULL ? o->s->name : o->s->ticket.content.name);
    def.ticket = o->s->ticket.size > 0 ? o->s->ticket.bytes : NULL;
    def.ticket_size = o->s->ticket.size;
    def.spectate = o->s->spectate;
    fs_session_hooks hooks = online_session_hooks(o);
    fs_result result = fs_session_create(&def, &hooks, &o->session);
    if (o->desyncs == NULL)
        o->desyncs = json_array();
    if (result == FS_OK && o->desyncs == NULL)
        result = FS_E_MEMORY;
    if (result != FS_OK)
        snprintf(why, APP_ERROR_BYTES, "the session cannot be made: %s", fs_result_text(result));
    else if (o->s->fault.set && o->rounds == 0)
        inject_fault(o->session, &o->s->fault);
    return result == FS_OK;
}

static bool create_player(online *o, char why[APP_ERROR_BYTES])
{
    uint64_t seed = 0;
    if (!app_random_seed(&seed)) {
        snprintf(why, APP_ERROR_BYTES, "the system gives no random numbers");
        return false;
    }
    o->player = (player){ .keys = o->s->view != VIEW_NONE ? &o->keys : NULL, .rng = fs_rng_seed(seed, 0) };
    if (o->s->script != NULL && (o->script = app_script_load(o->s->script, why)) == NULL)
        return false;
    o->player.script = o->script;
    if (o->script != NULL && app_script_names_slots(o->script)) {
        snprintf(why, APP_ERROR_BYTES, "%.150s: slots can be named only with --local", o->s->script);
        return false;
    }
    return o->s->game == NULL || (o->loaded = app_game_find(o->s->game, why)) != NULL;
}

static bool connect_net(online *o, char why[APP_ERROR_BYTES])
{
    fs_net_hooks hooks = online_net_hooks(o);
    fs_result result = fs_net_connect(o->s->host, &hooks, &o->net, why, APP_ERROR_BYTES);
    o->wrong_host = result == FS_E_ARGUMENT;
    server_trust_attach(&o->trust, o->net, o->s);
    return result == FS_OK;
}

static bool open_screen(online *o, char why[APP_ERROR_BYTES])
{
    if (o->s->view != VIEW_NONE)
        o->screen = screen_open(o->s, why);
    if (o->s->predict > 0)
        screen_expect_corrections(o->screen);
    return o->s->view == VIEW_NONE || o->screen != NULL;
}

/* --- running ----------------------------------------------------------------------- */

/* Microseconds since the newest tick, while a match is played. */
static uint64_t note_tick(online *o, const fs_session_stats *stats, uint64_t now)
{
    if (stats->tick != o->shown_tick || stats->phase != FS_SESSION_PLAYING)
        o->shown_tick_us = now;
    o->shown_tick = stats->tick;
    return now - o->shown_tick_us;
}

static said_state find_state(const online *o, const fs_session_stats *stats, uint64_t now)
{
    uint64_t silence_us = o->net != NULL ? fs_net_silence_us(o->net, 0) : 0;
    if (o->away || o->net == NULL || silence_us >= SILENCE_US || stats->phase != FS_SESSION_PLAYING)
        return SAID_SILENT;
    return now - o->shown_tick_us >= STILL_US ? SAID_STANDS : SAID_RUNS;
}

static void show_frame(online *o, const fs_session_stats *stats, uint64_t now)
{
    fs_sim *sim = fs_session_shown_sim(o->session);
    match_info info = { .online = true };
    online_figures figures = { .stats = stats,
                               .session = o->session,
                               .silence_us = o->net != NULL ? fs_net_silence_us(o->net, 0) : 0,
                               .still_us = note_tick(o, stats, now),
                               .away = o->away,
                               .reason = o->standstill.reason,
                               .later_round = o->rounds > 0,
                               .left_us = now - o->join_us < AWAY_LIMIT_US ? AWAY_LIMIT_US - (now - o->join_us) : 0 };
    online_status(&info, &figures);
    record_note(&o->record, &o->record_told, &o->feed, now, &info);
    said_show(&o->said, find_state(o, stats, now), now, &info);
    if (now < o->desync_us + DESYNC_US)
        memcpy(info.desync, o->desync, sizeof info.desync);
    screen_show(o->screen, sim, o->s->spectate ? UINT32_MAX : stats->slot, &info, now);
}

/* Connects again to a server that does not answer yet, or whose name is not found for the moment. */
static void retry_connect(online *o, uint64_t now)
{
    char why[APP_ERROR_BYTES];
    fs_net_hooks hooks = online_net_hooks(o);
    if (o->unreachable && o->net != NULL) {
        fs_net_close(o->net, 0);
        o->net = NULL;
        o->retry_us = now + RETRY_US;
        o->unreachable = false;
    }
    if (o->net != NULL || now < o->retry_us)
        return;
    if (app_lookup_connect(&o->lookup, o->s->host, &hooks, &o->net, why) != FS_OK)
        o->retry_us = now + RETRY_US;
    else if (o->net != NULL)
        server_trust_attach(&o->trust, o->net, o->s);
}

static bool check_join_failure(online *o, const fs_session_stats *stats, uint64_t now, char why[APP_ERROR_BYTES])
{
    if (o->net != NULL && server_trust_failure(&o->trust, fs_net_reason(o->net), why))
        return true;
    uint64_t limit_us = o->away ? AWAY_LIMIT_US : o->s->timeout * 1000000;
    bool joining = stats->phase == FS_SESSION_JOINING || stats->phase == FS_SESSION_AWAY;
    if (!joining || stats->next == FS_NEXT_ANNOUNCED || now - o->join_us < limit_us)
        return false;
    o->unanswered = true;
    if (o->away) {
        snprintf(why, APP_ERROR_BYTES, "the connection was lost, and %.150s did not answer within %d s", o->s->host,
                 AWAY_LIMIT_US / 1000000);
        return true;
    }
    snprintf(why, APP_ERROR_BYTES, "%s: no answer from %.150s within %" PRIu64 " s",
             o->connected ? "joining failed" : "no server", o->s->host, o->s->timeout);
    return true;
}

static uint64_t earlier_us(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static bool say(void *context, const char *text)
{
    return fs_session_say(context, text) == FS_OK;
}

/* What the player has typed for the others. */
static void send_chat(online *o, uint64_t now)
{
    char line[FS_MAX_CHAT];
    fs_session_stats stats;
    if (screen_take_line(o->screen, line, sizeof line))
        said_add(&o->said, &o->feed, line, now);
    if (o->said.count == 0)
        return;
    fs_session_get_stats(o->session, &stats);
    said_poll(&o->said, &o->feed, (said_way){ o->session, say }, find_state(o, &stats, now), stats.tick, now);
}

/* Between two attempts to connect, and while the name of the server is looked up. */
static void wait_unconnected(uint64_t until_us)
{
    uint64_t now = fs_net_clock_us(), left = until_us > now ? earlier_us(until_us - now, LOOK_US) : 0;
    struct timespec span = { .tv_nsec = (long)left * 1000 };
    nanosleep(&span, NULL); /* a signal ends it early */
}

static void wait_and_serve(online *o)
{
    uint64_t latest = fs_net_clock_us() + HOUSEKEEPING_US;
    uint64_t until = earlier_us(latest,
                                earlier_us(screen_next_frame_us(o->screen), fs_session_next_poll_us(o->session)));
    if (o->net != NULL)
        fs_net_service(o->net, until);
    else
        wait_unconnected(until);
    uint64_t now = fs_net_clock_us();
    if (!screen_keys(o->screen, &o->keys, now) || app_signals_stop_requested())
        o->left = true;
    send_chat(o, now);
    fs_session_poll(o->session, now);
    if (o->net != NULL)
        fs_net_flush(o->net);
    silence_poll(&o->silence, o->s->host, o->net != NULL ? fs_net_silence_us(o->net, 0) : 0);
    app_record_poll(&o->record, now);
}

static void forget_session(online *o)
{
    said_give_up(&o->said, &o->feed, fs_net_clock_us());
    o->standstill = (standstill){ 0 };
    screen_set_stream(o->screen, NULL);
    latency_restart(&o->latency);
    feed_forget_names(&o->feed);
    fs_session_destroy(o->session);
    o->session = NULL;
}

/* A fault whose tick this client has not simulated shows nothing, and a test that counts on it would see no desync. */
static void warn_of_fault(const online *o, const fs_session_stats *stats)
{
    const fault *f = &o->s->fault;
    if (!f->set || o->rounds != 0 || stats->tick == 0)
        return;
    if (o->fault_injected && !fs_session_fault_given(o->session))
        app_log(APP_WARNING, "fault-unused", json_pack("{s:I}", "tick", (json_int_t)f->tick),
                "--inject-fault: no phase '%s' ended in tick %" PRIu32
                ", or the game takes no such state; nothing was injected",
                fs_phase_text(f->phase), f->tick);
    else if (!o->fault_injected)
        app_log(APP_WARNING, "fault-unused", json_pack("{s:I}", "tick", (json_int_t)f->tick),
                "--inject-fault: tick %" PRIu32 " was not simulated by this client, whose newest is %" PRIu32
                "; nothing was injected",
                f->tick, stats->tick - 1);
}

static void count_round(online *o, const fs_session_stats *stats)
{
    warn_of_fault(o, stats);
    o->rounds++;
    o->desync_count += stats->desyncs;
}

/* Joins the match that follows on the same connection, with the same settings. */
static bool join_next_match(online *o, const fs_session_stats *stats, char why[APP_ERROR_BYTES])
{
    bool whole = app_record_end(&o->record);
    count_round(o, stats);
    o->ending = (ending){ 0 };
    o->desync[0] = '\0';
    forget_session(o);
    if (!create_session(o, why) || (whole && !app_record_open(&o->record, o->s->record, why)))
        return false;
    o->join_us = fs_net_clock_us();
    player_key_begin(o->session, o->net, o->join_us);
    return true;
}

/* After a lost connection the server has another match, for instance because it was started again: joins that one. */
static bool join_other_match(online *o, const fs_session_stats *stats, char why[APP_ERROR_BYTES])
{
    feed_add(&o->feed, fs_net_clock_us(), "the server has begun another match");
    app_log(APP_INFO, "rejoin", NULL, "the server has begun another match; joining it");
    bool whole = app_record_end(&o->record);
    count_round(o, stats);
    o->away = o->connected = o->unreachable = false;
    forget_session(o);
    if (o->net != NULL)
        fs_net_close(o->net, 0);
    o->net = NULL;
    o->join_us = fs_net_clock_us();
    return create_session(o, why) && (!whole || app_record_open(&o->record, o->s->record, why));
}

/* Whether somebody sits at the view who would want to see how the match has ended. */
static bool is_watched(const online *o)
{
    return screen_is_terminal(o->screen) || (o->screen != NULL && o->s->bot == NULL && o->s->script == NULL);
}

/* Shows the result until a key is pressed; the terminal not for longer than RESULT_US. */
static void show_result(online *o, const fs_session_stats *stats)
{
    bool terminal = screen_is_terminal(o->screen);
    app_record_end(&o->record); /* what could not be written is told at the end */
    uint64_t began = fs_net_clock_us(), until = terminal ? began + RESULT_US : UINT64_MAX;
    screen_take_stroke(o->screen);
    for (uint64_t now = began; now < until && !o->left; now = fs_net_clock_us()) {
        if (screen_frame_due(o->screen, now))
            show_frame(o, stats, now);
        uint64_t next = earlier_us(until, screen_next_frame_us(o->screen));
        if (o->net != NULL)
            fs_net_service(o->net, next);
        else
            wait_unconnected(next);
        bool struck = screen_take_stroke(o->screen) && (terminal || now >= began + MASHED_US);
        o->left = !screen_keys(o->screen, &o->keys, now) || struck || app_signals_stop_requested();
    }
}

/* Runs until the match ends or the player leaves; false with a sentence when
 * something failed. */
static bool run_session(online *o, char why[APP_ERROR_BYTES])
{
    while (!o->left) {
        wait_and_serve(o);
        uint64_t now = fs_net_clock_us();
        fs_session_stats stats;
        fs_session_get_stats(o->session, &stats);
        if (stats.next == FS_NEXT_READY) {
            if (!join_next_match(o, &stats, why))
                return false;
            continue;
        }
        if (stats.phase == FS_SESSION_ENDED && !ending_waits(&o->ending, &stats, fs_net_peers(o->net) > 0, now)) {
            if (is_watched(o))
                show_result(o, &stats);
            return ending_is_whole(&stats, why);
        }
        if (stats.phase == FS_SESSION_FAILED && o->away && o->refusal == FS_E_ENDED) {
            if (!join_other_match(o, &stats, why))
                return false;
            continue;
        }
        if (stats.phase == FS_SESSION_FAILED) {
            snprintf(why, APP_ERROR_BYTES, "%s", fs_session_failure(o->session));
            fs_utf8_clean(why);
            return false;
        }
        if (check_join_failure(o, &stats, now, why) || !spectating_is_trusted(&stats, o->s->origin_key, why))
            return false;
        retry_connect(o, now);
        if (screen_frame_due(o->screen, now))
            show_frame(o, &stats, now);
    }
    return true;
}

/* --- ending ------------------------------------------------------------------------ */

static json_t *make_report(const online *o, const fs_session_stats *s, const fs_net_stats *wire, const char *why)
{
    json_t *report = online_report(o->session, s, wire, &o->latency);
    if (report == NULL)
        return NULL;
    json_object_set_new(report, "host", json_string(o->s->host));
    json_object_set_new(report, "name", o->name[0] != '\0' ? json_string(o->name) : json_null());
    json_object_set(report, "desyncs", o->desyncs);
    if (o->frames != NULL)
        json_object_set(report, "frames", o->frames);
    json_object_set_new(report, "end", json_string(ending_text(s, o->refusal, o->unanswered, o->connected)));
    json_object_set_new(report, "failure", why[0] != '\0' ? json_string(why) : json_null());
    app_json_time(report, o->start_us, fs_net_clock_us());
    return report;
}

/* Leaves the match and writes report and recording; `why` is the failure so far. */
static bool finish_session(online *o, app_report *file, bool good, char why[APP_ERROR_BYTES])
{
    fs_session_stats stats;
    fs_net_stats wire = { 0 };
    if (o->session == NULL)
        return false;
    fs_session_get_stats(o->session, &stats);
    warn_of_fault(o, &stats);
    unsigned unsent = said_give_up(&o->said, &o->feed, fs_net_clock_us());
    if (unsent > 0)
        app_log(APP_WARNING, "unsent", json_pack("{s:i}", "lines", (int)unsent),
                "%u line%s of the chat did not reach the match", unsent, unsent == 1 ? "" : "s");
    stats.desyncs += o->desync_count;
    fs_session_leave(o->session);
    if (o->net != NULL) {
        fs_net_flush(o->net);
        fs_net_get_stats(o->net, &wire);
        fs_net_close(o->net, LINGER_MS);
        o->net = NULL;
    }
    if (good && stats.desyncs > 0) {
        snprintf(why, APP_ERROR_BYTES, "this client's simulation differed from the server's (%" PRIu32 " desync%s)",
                 stats.desyncs, stats.desyncs == 1 ? "" : "s");
        good = false;
    }
    if (stats.tick > 0)
        app_log(APP_INFO, "finished", NULL,
                "%" PRIu32 " ticks simulated, state hash %016" PRIx64 ", %s up to tick %" PRIu32, stats.tick,
                stats.state_hash, stats.spectating ? "verified" : "agreed",
                stats.spectating ? stats.verified_tick : stats.agreed_tick);
    char more[APP_ERROR_BYTES] = "";
    if (!app_report_write(file, make_report(o, &stats, &wire, good ? "" : why), more)) {
        app_log(APP_ERROR, "report-failed", NULL, "%s", more);
        good = false;
    }
    return app_record_close(&o->record) && good;
}

static void release_all(online *o)
{
    char why[APP_ERROR_BYTES];
    screen_close(o->screen, why);
    app_lookup_forget(&o->lookup);
    app_record_discard(&o->record);
    if (o->net != NULL)
        fs_net_close(o->net, 0);
    if (o->session != NULL)
        fs_session_destroy(o->session);
    app_script_free(o->script);
    json_decref(o->desyncs);
    json_decref(o->frames);
}

static bool play_match(online *o, char why[APP_ERROR_BYTES])
{
    app_report file;
    o->start_us = o->join_us = fs_net_clock_us();
    bool good = create_player(o, why) && player_key_load(&o->key, o->s, why) && create_session(o, why) &&
                connect_net(o, why) && app_report_open(&file, o->s->report, why) &&
                app_record_open(&o->record, o->s->record, why) && open_screen(o, why);
    if (!good)
        return false;
    good = run_session(o, why);
    char failure[APP_ERROR_BYTES] = "";
    o->frames = screen_report_frames(o->screen);
    bool shown = screen_close(o->screen, good ? why : failure);
    if (failure[0] != '\0')
        app_log(APP_ERROR, "window-failed", NULL, "%s", failure);
    o->screen = NULL;
    return finish_session(o, &file, good && shown, why);
}

int online_run(const settings *s)
{
    online o = { .s = s };
    char why[APP_ERROR_BYTES] = "";
    bool good = play_match(&o, why);
    release_all(&o);
    if (o.wrong_host || (!good && o.rounds == 0 && fault_explains(&s->fault, o.refusal, why))) {
        app_log_refusal("fixstep-client", why, " (see --help)");
        return 2;
    }
    if (!good && why[0] != '\0')
        app_log(APP_ERROR, "failed", NULL, "%s", why);
    return good ? 0 : 1;
}
