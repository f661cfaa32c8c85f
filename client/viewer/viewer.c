/* viewer.c: the loop of a shown recording: play, pause, step, jump. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "viewer/viewer.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>
#include <fixstep/net.h>

#include "app/log.h"
#include "app/signals.h"
#include "viewer/export.h"
#include "viewer/recording.h"
#include "feed.h"
#include "screen.h"

enum {
    SLOWEST = -3, /* powers of two: 1/8 to 64 times real time */
    FASTEST = 6,
    FAR_SECONDS = 10,
    MOST_TICKS = 256, /* of one round, so that a slow game still follows the keys */
    POLL_US = 10000
};

typedef struct viewer {
    const settings *s;
    recording recording;
    screen *screen;
    uint32_t hz;
    int speed; /* power of two */
    bool paused, ended;
    feed feed;        /* who came and went, and what was said */
    bool jumped;      /* the next picture does not follow the last one */
    uint64_t due_us;  /* of the next tick */
    uint32_t step_us; /* how long the last tick took */
} viewer;

static uint64_t tick_us(const viewer *v)
{
    uint64_t us = 1000000 / v->hz;
    return v->speed < 0 ? us << -v->speed : us >> v->speed;
}

static void show_picture(viewer *v, uint64_t due_us)
{
    uint64_t us = tick_us(v);
    uint32_t slot = v->s->has_slot ? (uint32_t)v->s->slot : UINT32_MAX;
    screen_set_stream(v->screen, fs_playback_stream(v->recording.playback));
    if (v->jumped || v->paused)
        feed_forget_names(&v->feed);
    else
        feed_tick(&v->feed, fs_playback_stream(v->recording.playback), fs_net_clock_us());
    screen_tick(v->screen, fs_playback_sim(v->recording.playback), slot, due_us,
                v->jumped || v->paused ? 0 : (uint32_t)us, v->step_us);
    v->jumped = false;
}

static void show_info(viewer *v, uint64_t now)
{
    const fs_game *game = v->recording.game;
    match_info info = { .tick = recording_tick(&v->recording),
                        .hz = v->hz,
                        .players = fs_sim_config(fs_playback_sim(v->recording.playback))->players,
                        .recording = true,
                        .first_tick = v->recording.first,
                        .last_tick = v->recording.last,
                        .paused = v->paused };
    char speed[16];
    snprintf(speed, sizeof speed, v->speed < 0 ? "1/%d" : "%d", v->speed < 0 ? 1 << -v->speed : 1 << v->speed);
    snprintf(info.status, sizeof info.status,
             "tick %" PRIu32 " of %" PRIu32 "  %" PRIu32 ".%" PRIu32 " s  speed %s%s%s%s", info.tick, info.last_tick,
             info.tick / v->hz, info.tick % v->hz * 10 / v->hz, speed, v->paused ? "  paused" : "",
             v->ended ? "  end" : "", v->recording.differs ? "  DIFFERS from the recording" : "");
    snprintf(info.game, sizeof info.game, "%s", game->title);
    snprintf(info.controls, sizeof info.controls, "a recording of %s", game->name);
    feed_show(&v->feed, now, &info);
    screen_set_stream(v->screen, fs_playback_stream(v->recording.playback));
    screen_show(v->screen, fs_playback_sim(v->recording.playback), UINT32_MAX, &info, now);
}

/* --- requests -------------------------------------------------------------------------- */

static void jump(viewer *v, int64_t tick)
{
    char why[APP_ERROR_BYTES];
    tick = tick < v->recording.first ? v->recording.first : tick;
    tick = tick > v->recording.last ? v->recording.last : tick;
    if (!recording_seek(&v->recording, (uint32_t)tick, why))
        app_log(APP_WARNING, "seek", NULL, "%s", why);
    v->jumped = true;
    v->ended = false;
    v->due_us = fs_net_clock_us();
    show_picture(v, v->due_us);
}

/* False at the end of the recording. */
static bool step(viewer *v)
{
    uint64_t began = fs_net_clock_us();
    v->ended = !recording_step(&v->recording);
    v->step_us = (uint32_t)(fs_net_clock_us() - began);
    return !v->ended;
}

static void step_once(viewer *v)
{
    v->paused = true;
    step(v);
    show_picture(v, fs_net_clock_us());
}

static void set_speed(viewer *v, int speed)
{
    v->speed = speed < SLOWEST ? SLOWEST : speed > FASTEST ? FASTEST : speed;
}

static void toggle_pause(viewer *v)
{
    v->paused = !v->paused;
    v->due_us = fs_net_clock_us();
    if (v->ended && !v->paused)
        jump(v, v->recording.first);
}

static void serve(viewer *v, const window_request *r)
{
    int64_t now = recording_tick(&v->recording), far = (int64_t)FAR_SECONDS * v->hz;
    switch (r->command) {
    case WINDOW_PAUSE: toggle_pause(v); break;
    case WINDOW_STEP: step_once(v); break;
    case WINDOW_STEP_BACK:
        v->paused = true;
        jump(v, now - 1);
        break;
    case WINDOW_FASTER: set_speed(v, v->speed + 1); break;
    case WINDOW_SLOWER: set_speed(v, v->speed - 1); break;
    case WINDOW_TO_START: jump(v, v->recording.first); break;
    case WINDOW_TO_END: jump(v, v->recording.last); break;
    case WINDOW_FAR_BACK: jump(v, now - far); break;
    case WINDOW_FAR_AHEAD: jump(v, now + far); break;
    case WINDOW_SEEK:
        jump(v, v->recording.first + (int64_t)(r->part * (v->recording.last - v->recording.first) + 0.5));
        break;
    default: break; /* of a list */
    }
}

/* --- running ----------------------------------------------------------------------------- */

static void sleep_until(uint64_t until_us)
{
    uint64_t now = fs_net_clock_us();
    uint64_t wait = until_us > now ? until_us - now : 0;
    struct timespec span = { 0, (long)(wait < POLL_US ? wait : POLL_US) * 1000 };
    nanosleep(&span, NULL);
}

/* The ticks that are due; what a slow game cannot keep up with is played later. */
static void play_due(viewer *v, uint64_t now)
{
    for (unsigned i = 0; !v->paused && !v->ended && v->due_us <= now && i < MOST_TICKS; i++) {
        uint64_t due = v->due_us;
        v->due_us += tick_us(v);
        if (step(v) && (v->due_us > now || i + 1 == MOST_TICKS))
            show_picture(v, due);
    }
    if (v->due_us < now)
        v->due_us = now;
}

static void run(viewer *v)
{
    fs_keys keys;
    v->due_us = fs_net_clock_us();
    show_picture(v, v->due_us);
    while (!app_signals_stop_requested()) {
        uint64_t now = fs_net_clock_us();
        window_request request;
        if (!screen_keys(v->screen, &keys, now))
            return;
        while (screen_take_request(v->screen, &request))
            serve(v, &request);
        play_due(v, now);
        if (screen_frame_due(v->screen, now))
            show_info(v, now);
        sleep_until(v->paused || v->ended ? UINT64_MAX : v->due_us);
    }
}

static int watch(viewer *v, char why[APP_ERROR_BYTES])
{
    v->screen = screen_open(v->s, why);
    if (v->screen == NULL)
        return 1;
    v->paused = v->s->has_tick;
    show_info(v, fs_net_clock_us());
    run(v);
    show_info(v, fs_net_clock_us());
    return screen_close(v->screen, why) ? 0 : 1;
}

/* Incomplete recordings are shown as far as they go. */
static void warn_of_end(const recording *r, const char *path)
{
    if (fs_replay_get_info(r->replay)->end == FS_REPLAY_TRUNCATED)
        app_log(APP_WARNING, "truncated", NULL, "%s ends early: shown up to tick %" PRIu32, path, r->last);
}

int viewer_run(const settings *s)
{
    viewer v = { .s = s };
    char why[APP_ERROR_BYTES] = "";
    int code;
    bool good = recording_open(&v.recording, s->replay, s->game, &code, why) &&
                (!s->has_tick || recording_seek(&v.recording, (uint32_t)s->tick, why));
    if (good) {
        warn_of_end(&v.recording, s->replay);
        v.hz = fs_replay_get_info(v.recording.replay)->config.hz;
        code = s->render != NULL || s->render_video != NULL ? export_run(s, &v.recording, why) : watch(&v, why);
    }
    if (code != 0 && why[0] != '\0')
        app_log(APP_ERROR, "failed", NULL, "%s", why);
    recording_close(&v.recording);
    return code;
}
