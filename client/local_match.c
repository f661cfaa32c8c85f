/* local_match.c: the loop of a local match: as fast as possible without a view, in real time with one. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "local_match.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <fixstep/fixstep.h>

#include "app/log.h"
#include "app/record.h"
#include "app/report.h"
#include "app/setup.h"
#include "app/signals.h"
#include "app/workers.h"
#include "game_keys.h"
#include "player.h"
#include "record_note.h"
#include "screen.h"
#include "timing.h"

enum {
    PROGRESS_US = 1000000,
    BEHIND_US = 250000 /* a process that was suspended for longer does not catch up */
};

/* First random stream of bots; simulations use streams below it. */
#define BOT_STREAM (1ull << 32)

typedef struct local_match {
    const settings *s;
    const fs_game *game; /* its step is timed */
    fs_config config;
    const fs_bot *bot; /* --bot */
    fs_local *local;
    app_script *script;
    app_record record;
    feed feed;
    bool told; /* that the recording has stopped */
    screen *screen;
    json_t *frames; /* of the window, once it is closed; NULL without one */
    fs_keys keys;
    player players[FS_MAX_PLAYERS];
    uint8_t inputs[FS_MAX_PLAYERS * FS_MAX_INPUT];
    uint32_t tick;                           /* finished ticks */
    uint64_t start_us, progress_us, zero_us; /* zero_us: when tick 0 was due in real time */
    bool quit, paused;
    bool unseen;    /* the next tick follows at once: nobody would see this one */
    unsigned steps; /* that were asked for while paused */
} local_match;

/* Ticks in a second of real time. */
static uint64_t tick_rate(const local_match *m)
{
    return m->config.hz * m->s->speed;
}

/* When the next tick is due in real time. */
static uint64_t tick_due_us(const local_match *m)
{
    return m->zero_us + (uint64_t)m->tick * 1000000 / tick_rate(m);
}

static void on_tick(void *context, uint32_t tick, const void *bundle, size_t size, uint64_t state_hash,
                    const fs_stream *stream, fs_sim *sim)
{
    timing_tick_done();
    local_match *m = context;
    app_record_tick(&m->record, tick, bundle, size, state_hash, stream, sim);
    screen_set_stream(m->screen, stream);
    if (!m->unseen)
        screen_tick(m->screen, sim, 0, tick_due_us(m), (uint32_t)(1000000 / tick_rate(m)), timing_last_us());
}

/* --- who plays ---------------------------------------------------------------- */

/* A scripted slot follows the script. In a view slot 0 has the keys
 * unless it is scripted. The bot of --bot plays the other slots; without --bot the
 * game's own best bot plays them, or nobody when there is a script. */
static void assign_players(local_match *m)
{
    const fs_bot *bot = m->bot;
    if (bot == NULL && m->script == NULL)
        bot = app_bot_default(m->game);
    for (uint32_t slot = 0; slot < m->config.players; slot++) {
        player *p = &m->players[slot];
        *p = (player){ .game = m->game, .rng = fs_rng_seed(m->config.seed, BOT_STREAM + slot) };
        if (m->script != NULL && app_script_has(m->script, slot))
            p->script = m->script;
        else if (slot == 0 && m->s->view != VIEW_NONE)
            p->keys = &m->keys;
        else
            p->bot = bot;
    }
}

static void fill_inputs(local_match *m)
{
    const fs_state *state = fs_sim_state(fs_local_sim(m->local));
    uint32_t size = m->game->input_size;
    memset(m->inputs, 0, sizeof m->inputs);
    for (uint32_t slot = 0; slot < m->config.players; slot++)
        player_input(&m->players[slot], m->tick, state, slot, slot, m->inputs + (size_t)slot * size);
}

/* --- setting up ------------------------------------------------------------------ */

/* Checks the command line against the game; an error is wrong usage. */
static bool prepare_match(local_match *m, char why[APP_ERROR_BYTES])
{
    const fs_game *game = app_game_find(m->s->local, why);
    if (game == NULL)
        return false;
    m->game = timing_wrap(game);
    app_match_options options = { .players = m->s->players,
                                  .hz = m->s->tick_rate,
                                  .seed = m->s->seed,
                                  .has_seed = m->s->has_seed,
                                  .sets = &m->s->sets };
    if (m->s->bot != NULL && (m->bot = app_bot_find(game, m->s->bot, why)) == NULL)
        return false;
    return app_config_make(game, &options, &m->config, why);
}

static bool load_script(local_match *m, char why[APP_ERROR_BYTES])
{
    if (m->s->script == NULL)
        return true;
    m->script = app_script_load(m->s->script, why);
    return m->script != NULL && app_script_check(m->script, m->game, m->config.players, why);
}

static bool create_match(local_match *m, char why[APP_ERROR_BYTES])
{
    fs_result result = fs_local_create(m->game, &m->config, app_workers_process_tasks(), on_tick, m, &m->local);
    if (result == FS_OK) {
        app_record_start(&m->record, "local", NULL, fs_local_sim(m->local), fs_local_stream(m->local));
        return true;
    }
    snprintf(why, APP_ERROR_BYTES, "the match cannot be made: %s", fs_result_text(result));
    return false;
}

static bool open_screen(local_match *m, char why[APP_ERROR_BYTES])
{
    if (m->s->view != VIEW_NONE)
        m->screen = screen_open(m->s, why);
    return m->s->view == VIEW_NONE || m->screen != NULL;
}

/* --- running ---------------------------------------------------------------------- */

static void step_tick(local_match *m)
{
    fill_inputs(m);
    fs_local_step(m->local, m->inputs);
    m->tick++;
}

static bool is_finished(const local_match *m)
{
    return m->quit || app_signals_stop_requested() || (m->s->ticks != 0 && m->tick >= m->s->ticks);
}

static void show_progress(local_match *m, uint64_t now_us)
{
    if (now_us < m->progress_us)
        return;
    m->progress_us = now_us + PROGRESS_US;
    char text[128];
    uint64_t spent = now_us - m->start_us + 1;
    snprintf(text, sizeof text, "tick %" PRIu32 ", %" PRIu64 " times real time", m->tick,
             (uint64_t)m->tick * 1000000 / m->config.hz / spent);
    app_log_status(text);
}

static void run_fast(local_match *m)
{
    while (!is_finished(m)) {
        step_tick(m);
        uint64_t now = fs_net_clock_us();
        app_record_poll(&m->record, now);
        show_progress(m, now);
    }
}

static void sleep_until(uint64_t until_us)
{
    uint64_t now = fs_net_clock_us();
    if (until_us <= now)
        return;
    uint64_t wait = until_us - now;
    struct timespec span = { (time_t)(wait / 1000000), (long)(wait % 1000000) * 1000 };
    nanosleep(&span, NULL); /* a signal ends it early, which the caller allows */
}

static void show_frame(local_match *m, uint64_t now)
{
    match_info info = { .tick = m->tick, .hz = m->config.hz, .players = m->config.players };
    info.keeps_q = game_takes_character(m->game, 'q');
    info.drags = game_takes_drags(m->game, &m->config);
    info.can_pause = true;
    info.paused = m->paused;
    snprintf(info.notice, sizeof info.notice, "%s", m->paused ? "paused" : "");
    snprintf(info.status, sizeof info.status, "tick %" PRIu32 "  %" PRIu32 " player%s%s", m->tick, m->config.players,
             m->config.players == 1 ? "" : "s", m->paused ? "  paused" : "");
    snprintf(info.hint, sizeof info.hint, "? keys  %s quits", info.keeps_q ? "Ctrl-C" : "q");
    snprintf(info.game, sizeof info.game, "%s", m->game->title);
    snprintf(info.controls, sizeof info.controls, "%s", m->game->controls);
    record_note(&m->record, &m->told, &m->feed, now, &info);
    screen_show(m->screen, fs_local_sim(m->local), 0, &info, now);
}

/* Nobody else plays, so the match can stand still. */
static void serve_requests(local_match *m)
{
    window_request request;
    while (screen_take_request(m->screen, &request)) {
        if (request.command == WINDOW_PAUSE)
            m->paused = !m->paused;
        else if (request.command == WINDOW_STEP) {
            m->steps += m->paused;
            m->paused = true;
        }
    }
}

/* A paused match owes no ticks but those that were asked for. */
static void hold_ticks(local_match *m, uint64_t now)
{
    for (; m->steps > 0 && !is_finished(m); m->steps--)
        step_tick(m);
    m->zero_us += now - tick_due_us(m) + 1000000 / tick_rate(m);
}

/* The ticks that are due by `now`. Faster than real time, the last of them alone is shown. */
static void step_due(local_match *m, uint64_t now)
{
    while (!is_finished(m) && tick_due_us(m) <= now) {
        timing_late_us(fs_net_clock_us() - tick_due_us(m));
        m->unseen = m->s->speed > 1 && tick_due_us(m) + 1000000 / tick_rate(m) <= now && m->tick + 1 != m->s->ticks;
        step_tick(m);
    }
    m->unseen = false;
}

static void run_on_screen(local_match *m)
{
    m->zero_us = fs_net_clock_us();
    while (!is_finished(m)) {
        uint64_t frame = screen_next_frame_us(m->screen), due = tick_due_us(m);
        sleep_until(frame < due ? frame : due);
        uint64_t now = fs_net_clock_us();
        m->quit = !screen_keys(m->screen, &m->keys, now);
        serve_requests(m);
        if (m->paused)
            hold_ticks(m, now);
        if (now > tick_due_us(m) + BEHIND_US)
            m->zero_us += now - tick_due_us(m);
        step_due(m, now);
        app_record_poll(&m->record, now);
        if (screen_frame_due(m->screen, now))
            show_frame(m, now);
    }
    /* The last picture has all that was asked for. */
    show_frame(m, fs_net_clock_us());
}

/* --- ending ---------------------------------------------------------------------- */

static json_t *make_report(local_match *m)
{
    json_t *report = json_object();
    fs_sim *sim = fs_local_sim(m->local);
    app_json_config(report, m->game, &m->config);
    json_object_set_new(report, "ticks", json_integer(m->tick));
    app_json_state_hash(report, fs_sim_state_hash(sim));
    json_object_set_new(report, "state_bytes", json_integer((json_int_t)fs_state_block_size(fs_sim_state(sim))));
    timing_report(report);
    if (m->frames != NULL)
        json_object_set(report, "frames", m->frames);
    app_json_time(report, m->start_us, fs_net_clock_us());
    return report;
}

static bool finish_match(local_match *m, app_report *file, char why[APP_ERROR_BYTES])
{
    app_log(APP_INFO, "finished", NULL,
            "match over after %" PRIu32 " ticks, state hash %016" PRIx64 ", median %" PRIu64 " ns a tick", m->tick,
            fs_sim_state_hash(fs_local_sim(m->local)), timing_median_ns());
    bool good = app_report_write(file, make_report(m), why);
    return app_record_close(&m->record) && good;
}

static bool play_match(local_match *m, char why[APP_ERROR_BYTES])
{
    app_report file;
    bool good = app_report_open(&file, m->s->report, why) && app_record_open(&m->record, m->s->record, why) &&
                create_match(m, why) && open_screen(m, why);
    if (!good)
        return false;
    app_log(APP_INFO, "match", NULL, "%s, %" PRIu32 " player%s, %" PRIu32 " Hz, seed %" PRIu64, m->config.game,
            m->config.players, m->config.players == 1 ? "" : "s", m->config.hz, m->config.seed);
    assign_players(m);
    m->start_us = fs_net_clock_us();
    if (m->screen != NULL)
        run_on_screen(m);
    else
        run_fast(m);
    m->frames = screen_report_frames(m->screen);
    char failure[APP_ERROR_BYTES] = "";
    good = screen_close(m->screen, failure);
    if (!good)
        app_log(APP_ERROR, "window-failed", NULL, "%s", failure);
    m->screen = NULL;
    return finish_match(m, &file, why) && good;
}

int local_match_run(const settings *s)
{
    /* Too large for the stack; there is one per process. */
    static local_match match;
    local_match *m = &match;
    char why[APP_ERROR_BYTES] = "";
    m->s = s;
    if (!prepare_match(m, why)) {
        app_log_refusal("fixstep-client", why, " (see --help)");
        return 2;
    }
    bool good = load_script(m, why) && play_match(m, why);
    if (!good && why[0] != '\0')
        app_log(APP_ERROR, "failed", NULL, "%s", why);
    app_record_discard(&m->record);
    if (m->local != NULL)
        fs_local_destroy(m->local);
    app_script_free(m->script);
    json_decref(m->frames);
    return good ? 0 : 1;
}
