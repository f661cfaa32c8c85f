/* viewer.c: the loop of a shown recording, or of two: play, pause, step, jump. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "viewer/viewer.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <fixstep/net.h>

#include "app/log.h"
#include "app/signals.h"
#include "viewer/export.h"
#include "viewer/marks.h"
#include "viewer/pair.h"
#include "feed.h"
#include "screen.h"

enum {
    SLOWEST = -3, /* powers of two: 1/8 to 64 times real time */
    FASTEST = 6,
    FAR_SECONDS = 10,
    DESYNC_SECONDS = 5, /* for which a desync is told */
    MOST_TICKS = 256,   /* of one round, so that a slow game still follows the keys */
    POLL_US = 10000
};

typedef struct viewer {
    const settings *s;
    pair pair;
    screen *screen;
    uint32_t hz;
    int speed; /* power of two */
    bool paused, ended;
    uint32_t slot;   /* whose view it is; UINT32_MAX: a spectator's */
    uint32_t wanted; /* the tick that is being typed; UINT32_MAX: none */
    feed feed;       /* who came and went, and what was said */
    match_mark marks[MATCH_MARKS];
    uint32_t mark_count;
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
    bool follows = !v->jumped && !v->paused;
    const fs_stream *stream = fs_playback_stream(v->pair.left.playback);
    screen_set_stream(v->screen, stream);
    if (follows)
        feed_tick(&v->feed, stream, fs_net_clock_us());
    else
        feed_forget_names(&v->feed);
    screen_beside beside = { NULL, NULL };
    if (v->pair.compares)
        beside = (screen_beside){ fs_playback_sim(v->pair.right.playback), fs_playback_stream(v->pair.right.playback) };
    screen_tick_beside(v->screen, fs_playback_sim(v->pair.left.playback), beside, v->slot, due_us,
                       follows ? (uint32_t)us : 0, v->step_us);
    v->jumped = false;
}

static bool is_taken(const viewer *v, uint32_t slot)
{
    return fs_stream_name(fs_playback_stream(v->pair.left.playback), slot)[0] != '\0';
}

static uint32_t count_slots(const viewer *v)
{
    return fs_sim_config(fs_playback_sim(v->pair.left.playback))->players;
}

static uint32_t count_players(const viewer *v)
{
    uint32_t players = 0;
    for (uint32_t slot = 0; slot < count_slots(v); slot++)
        players += is_taken(v, slot);
    return players;
}

/* --- texts ------------------------------------------------------------------------------ */

static void write_status(const viewer *v, char *status, size_t size)
{
    char speed[16], differs[96], seen[64] = "", wanted[32] = "";
    const char *cut = pair_cut_off(&v->pair);
    uint32_t tick = pair_tick(&v->pair);
    snprintf(speed, sizeof speed, v->speed < 0 ? "1/%d" : "%d", v->speed < 0 ? 1 << -v->speed : 1 << v->speed);
    pair_describe(&v->pair, differs, sizeof differs);
    if (v->slot != UINT32_MAX)
        snprintf(seen, sizeof seen, "  as %" PRIu32 " %.24s sees it", v->slot,
                 fs_stream_name(fs_playback_stream(v->pair.left.playback), v->slot));
    if (v->wanted != UINT32_MAX)
        snprintf(wanted, sizeof wanted, "go to tick %" PRIu32 "_  ", v->wanted);
    snprintf(status, size, "%stick %" PRIu32 " of %" PRIu32 "%s  %" PRIu32 ".%" PRIu32 " s  speed %s%s%s%s%s%s%s",
             wanted, tick, v->pair.last, cut != NULL ? " (cut off)" : "", tick / v->hz, tick % v->hz * 10 / v->hz,
             speed, v->paused ? "  paused" : "", v->ended ? "  end" : "",
             pair_differs(&v->pair) ? "  DIFFERS from the recording" : "", seen, differs[0] != '\0' ? "  " : "",
             differs);
}

/* A desync near the present tick, and the end of a recording that is cut off. */
static void tell_place(const viewer *v, match_info *info)
{
    const char *cut = pair_cut_off(&v->pair);
    const match_mark *desync = marks_find_desync(v->marks, v->mark_count, info->tick, v->hz / 2,
                                                 (uint32_t)DESYNC_SECONDS * v->hz);
    if (desync != NULL)
        snprintf(info->desync, sizeof info->desync, "%s", desync->text);
    info->cut_off = cut != NULL;
    if (cut != NULL && info->tick >= v->pair.last)
        snprintf(info->notice, sizeof info->notice, "%s is cut off at tick %" PRIu32, cut, v->pair.last);
}

static void show_info(viewer *v, uint64_t now)
{
    const fs_game *game = v->pair.left.game;
    match_info info = { .tick = pair_tick(&v->pair),
                        .hz = v->hz,
                        .players = count_players(v),
                        .recording = true,
                        .first_tick = v->pair.first,
                        .last_tick = v->pair.last,
                        .mark_count = v->mark_count,
                        .paused = v->paused };
    memcpy(info.marks, v->marks, v->mark_count * sizeof info.marks[0]);
    write_status(v, info.status, sizeof info.status);
    tell_place(v, &info);
    snprintf(info.game, sizeof info.game, "%s", game->title);
    snprintf(info.controls, sizeof info.controls, "a recording of %s", game->name);
    pair_list_differences(&v->pair, &info);
    feed_show(&v->feed, now, &info);
    screen_set_stream(v->screen, fs_playback_stream(v->pair.left.playback));
    screen_show(v->screen, fs_playback_sim(v->pair.left.playback), v->slot, &info, now);
}

/* --- requests -------------------------------------------------------------------------- */

static void jump(viewer *v, int64_t tick)
{
    char why[APP_ERROR_BYTES];
    if (!pair_seek(&v->pair, tick, why))
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
    v->ended = !pair_step(&v->pair);
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
        jump(v, v->pair.first);
}

/* The next slot in which somebody plays, after the last one the view of a spectator. */
static void follow_next(viewer *v)
{
    uint32_t slots = count_slots(v);
    v->slot = v->slot == UINT32_MAX ? 0 : v->slot + 1;
    while (v->slot < slots && !is_taken(v, v->slot))
        v->slot++;
    if (v->slot >= slots)
        v->slot = UINT32_MAX;
    v->jumped = true;
    show_picture(v, fs_net_clock_us());
}

static void type(viewer *v, uint32_t character)
{
    uint32_t digit = character - '0', before = v->wanted != UINT32_MAX ? v->wanted : 0;
    if (character == 'f')
        follow_next(v);
    else if (digit <= 9 && before <= (UINT32_MAX - 10) / 10)
        v->wanted = 10 * before + digit;
}

static void go_to_wanted(viewer *v)
{
    if (v->wanted == UINT32_MAX)
        return;
    v->paused = true;
    jump(v, v->wanted);
    v->wanted = UINT32_MAX;
}

static void serve(viewer *v, const window_request *r)
{
    int64_t now = pair_tick(&v->pair), far = (int64_t)FAR_SECONDS * v->hz;
    switch (r->command) {
    case WINDOW_PAUSE: toggle_pause(v); break;
    case WINDOW_STEP: step_once(v); break;
    case WINDOW_STEP_BACK:
        v->paused = true;
        jump(v, now - 1);
        break;
    case WINDOW_FASTER: set_speed(v, v->speed + 1); break;
    case WINDOW_SLOWER: set_speed(v, v->speed - 1); break;
    case WINDOW_TO_START: jump(v, v->pair.first); break;
    case WINDOW_TO_END: jump(v, v->pair.last); break;
    case WINDOW_FAR_BACK: jump(v, now - far); break;
    case WINDOW_FAR_AHEAD: jump(v, now + far); break;
    case WINDOW_SEEK: jump(v, v->pair.first + (int64_t)(r->part * (v->pair.last - v->pair.first) + 0.5)); break;
    case WINDOW_TYPE: type(v, r->number); break;
    case WINDOW_CHOOSE: go_to_wanted(v); break;
    case WINDOW_CANCEL:
    case WINDOW_ERASE: v->wanted = UINT32_MAX; break;
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

/* The ticks that are due, and a picture of the last of them; what a slow game cannot keep up with is played later. */
static void play_due(viewer *v, uint64_t now)
{
    uint64_t last = 0;
    bool stepped = false;
    for (unsigned i = 0; !v->paused && !v->ended && v->due_us <= now && i < MOST_TICKS; i++) {
        uint64_t due = v->due_us;
        v->due_us += tick_us(v);
        if (step(v)) {
            stepped = true;
            last = due;
        }
    }
    if (stepped)
        show_picture(v, last);
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
        bool stays = screen_keys(v->screen, &keys, now);
        while (screen_take_request(v->screen, &request))
            serve(v, &request);
        if (!stays)
            return;
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
    v->paused = v->s->has_tick || v->pair.compares;
    v->mark_count = marks_read(v->pair.left.replay, v->pair.left.game->schema, v->marks);
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

/* False with a sentence when there is no such state. */
static bool begin_at_tick(viewer *v, char why[APP_ERROR_BYTES])
{
    uint64_t tick = v->s->tick;
    if (tick >= v->pair.first && tick <= v->pair.last)
        return pair_seek(&v->pair, (int64_t)tick, why);
    snprintf(why, APP_ERROR_BYTES,
             "%.160s: no state after %" PRIu64 " ticks; there are those after %" PRIu32 " to %" PRIu32, v->s->replay,
             tick, v->pair.first, v->pair.last);
    return false;
}

int viewer_run(const settings *s)
{
    viewer v = { .s = s, .slot = s->has_slot ? (uint32_t)s->slot : UINT32_MAX, .wanted = UINT32_MAX };
    char why[APP_ERROR_BYTES] = "";
    int code;
    bool good = pair_open(&v.pair, s->replay, s->compare, s->game, &code, why);
    if (good && s->has_tick && !begin_at_tick(&v, why)) {
        good = false;
        code = 2;
    }
    if (good) {
        warn_of_end(&v.pair.left, s->replay);
        if (v.pair.compares)
            warn_of_end(&v.pair.right, s->compare);
        v.hz = fs_replay_get_info(v.pair.left.replay)->config.hz;
        code = s->render != NULL || s->render_video != NULL ? export_run(s, &v.pair, why) : watch(&v, why);
    }
    if (code != 0 && why[0] != '\0')
        app_log(APP_ERROR, "failed", NULL, "%s", why);
    pair_close(&v.pair);
    return code;
}
