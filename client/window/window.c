/* window.c: the thread of the window, and what it shares with the thread of the simulation. See window.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "window/window.h"

#include <SDL.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>
#include <fixstep/net.h>

#include "app/signals.h"
#include "window/display/display_guard.h"
#include "window/events.h"
#include "window/picture_file.h"
#include "window/window_state.h"

enum {
    IDLE_MS = 50,
    NICENESS = 10,
    SLACK_US = 1000,  /* the display's own frames end the wait */
    CLOSE_MS = 1000,  /* longest wait for the frame that is being drawn */
    SHOT_MS = 30000,  /* ... for the one of the screenshot */
    REOPEN_MS = 30000 /* ... and for that of the window before, where another one is to open */
};

static const char display_gone[] = "the display of the window is gone";
/* The window whose thread stays behind: it sleeps in Xlib for good, or is busy in the graphics driver. NULL: none. There is one window
 * per process. */
static window *left_behind;

static void play_sounds(window *w)
{
    sound_event events[SOUND_EVENTS];
    pthread_mutex_lock(&w->shared.lock);
    unsigned count = w->shared.sound_count;
    memcpy(events, w->shared.sounds, count * sizeof events[0]);
    w->shared.sound_count = 0;
    pthread_mutex_unlock(&w->shared.lock);
    if (!w->overlay.muted)
        sound_play(w->sound, events, count);
}

static bool is_closing(window *w)
{
    pthread_mutex_lock(&w->shared.lock);
    bool closing = w->shared.closing;
    pthread_mutex_unlock(&w->shared.lock);
    return closing;
}

/* --- frames -------------------------------------------------------------------------------- */

/* How far the picture is between the two newest ticks, 0..1. It lags behind the simulation by one tick, and is never
 * ahead of it. */
static double part_between(const window *w, uint64_t now_us)
{
    const tick_picture *current = w->mailbox.current;
    if (w->mailbox.previous == NULL || current->tick_us == 0 || now_us >= current->time_us + current->tick_us)
        return 1;
    return now_us > current->time_us ? (double)(now_us - current->time_us) / current->tick_us : 0;
}

static void draw_frame(window *w, double part)
{
    const tick_picture *previous = w->mailbox.previous, *current = w->mailbox.current;
    bool moves = previous != NULL && current->paired == previous->paired;
    painter_view views[2] = { { NULL, NULL } };
    surface_size(w->surface, &w->overlay.width, &w->overlay.height);
    if (current != NULL) {
        views[0] = (painter_view){ moves ? previous->list : NULL, current->list };
        views[1] = (painter_view){ moves ? previous->beside : NULL, current->beside };
    }
    if (painter_draw(&w->painter, w->overlay.width, w->overlay.height, views,
                     current != NULL && current->paired ? 2 : 1, part, &w->overlay, &w->info))
        renderer_show(w->painter.renderer);
}

static void note_frame(window *w, uint32_t frame_us)
{
    overlay_add_frame(&w->overlay, frame_us);
    pthread_mutex_lock(&w->shared.lock);
    app_histogram_add(&w->shared.frames, frame_us);
    pthread_mutex_unlock(&w->shared.lock);
}

static void collect_ticks(window *w)
{
    if (!mailbox_collect(&w->mailbox))
        return;
    overlay_add_step(&w->overlay, w->mailbox.current->step_us);
    w->changed = true;
}

static void wait_for_events(window *w, uint64_t until_us)
{
    SDL_Event event;
    uint64_t now = fs_net_clock_us();
    int wait = now < until_us ? (int)((until_us - now) / 1000) : 0;
    if (wait > 0 && SDL_WaitEventTimeout(&event, wait < IDLE_MS ? wait : IDLE_MS))
        events_take(w, &event);
    while (SDL_PollEvent(&event))
        events_take(w, &event);
    events_publish(w);
    play_sounds(w);
}

/* Processor time of the process, all threads of a software renderer included. */
static uint64_t processor_us(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (uint64_t)time.tv_sec * 1000000 + (uint64_t)time.tv_nsec / 1000;
}

/* Draws and shows a frame. Returns how long it should last: that of the display's frames, and where the processor draws,
 * so long that drawing takes half of one processor at most. */
static uint64_t show_frame(window *w, double part)
{
    uint64_t began = fs_net_clock_us(), busy = processor_us();
    draw_frame(w, part);
    surface_show(w->surface);
    busy = processor_us() - busy;
    note_frame(w, (uint32_t)(fs_net_clock_us() - began));
    uint64_t usual = surface_frame_us(w->surface) - SLACK_US;
    return 2 * busy > usual ? 2 * busy : usual;
}

static void run_window(window *w)
{
    double shown = -1; /* the part of the last frame */
    uint64_t due = fs_net_clock_us();
    while (!is_closing(w)) {
        wait_for_events(w, due);
        uint64_t now = fs_net_clock_us();
        if (now < due)
            continue;
        collect_ticks(w);
        double part = w->mailbox.current != NULL ? part_between(w, now) : 1;
        due = now + surface_frame_us(w->surface) - SLACK_US;
        if (!w->changed && part == shown)
            continue;
        w->changed = false;
        shown = part;
        due = now + show_frame(w, part);
    }
}

/* --- opening and closing --------------------------------------------------------------------- */

/* The match ends as if the player had left it, and what was recorded is finished. */
static void lose_display(void *context)
{
    window *w = context;
    pthread_mutex_lock(&w->shared.lock);
    w->shared.lost = w->shared.leave = true;
    snprintf(w->shared.why, WHY, "%s", display_gone);
    pthread_cond_signal(&w->shared.changed);
    pthread_mutex_unlock(&w->shared.lock);
}

static void prepare_keys(window *w, char why[WHY])
{
    const key_names usual = { { "" } };
    w->keys = key_map_read(w->options.keys != NULL ? w->options.keys : &usual, why, WHY);
    w->input.map = &w->keys;
    overlay_set_keys(&w->overlay, &w->keys);
}

/* With a warning about the keys or the font the window goes on. */
static bool prepare(window *w, char why[WHY])
{
    char warning[WHY];
    prepare_keys(w, warning);
    w->surface = surface_open(&w->options, lose_display, w, why, WHY);
    if (w->surface != NULL && w->options.mode != WINDOW_MENU)
        w->sound = sound_open();
    bool good = w->surface != NULL && painter_open(&w->painter, w->options.quality, w->options.font, why, WHY);
    if (good && why[0] == '\0')
        snprintf(why, WHY, "%s", warning);
    return good;
}

static void release(window *w)
{
    sound_close(w->sound);
    input_close(&w->input);
    painter_close(&w->painter);
    surface_close(w->surface);
}

static void announce(window *w, bool good, const char *why)
{
    pthread_mutex_lock(&w->shared.lock);
    w->shared.ready = good;
    w->shared.failed = !good;
    snprintf(w->shared.why, WHY, "%s", why);
    pthread_cond_signal(&w->shared.changed);
    pthread_mutex_unlock(&w->shared.lock);
}

/* The picture of the last tick, with what is over it. */
static void write_screenshot(window *w)
{
    uint32_t width, height;
    w->shared.why[0] = '\0';
    mailbox_collect(&w->mailbox);
    events_publish(w);
    draw_frame(w, 1);
    uint8_t *pixels = renderer_read(w->painter.renderer, &width, &height);
    if (pixels == NULL)
        snprintf(w->shared.why, WHY, "the window's picture cannot be read");
    else
        picture_file_write(w->options.screenshot, pixels, width, height, w->shared.why, WHY);
    free(pixels);
}

/* A software renderer takes every processor. The simulation and the network come first: on Linux a thread has a priority
 * of its own, which the threads of the graphics driver inherit. */
static void yield_to_simulation(void)
{
    setpriority(PRIO_PROCESS, (id_t)gettid(), NICENESS);
}

static void *run_thread(void *context)
{
    window *w = context;
    char why[WHY] = "";
    yield_to_simulation();
    bool good = prepare(w, why);
    announce(w, good, why);
    if (good) {
        run_window(w);
        if (w->options.screenshot != NULL)
            write_screenshot(w);
    }
    release(w);
    pthread_mutex_lock(&w->shared.lock);
    w->shared.ended = true;
    pthread_cond_signal(&w->shared.changed);
    pthread_mutex_unlock(&w->shared.lock);
    return NULL;
}

/* Signals stay with the thread of the simulation. */
static bool start_thread(window *w)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool started = pthread_create(&w->thread, NULL, run_thread, w) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

static void discard(window *w)
{
    mailbox_close(&w->mailbox);
    pthread_cond_destroy(&w->shared.changed);
    pthread_mutex_destroy(&w->shared.lock);
    free(w);
}

/* The clock of time limits is not set by anybody. */
static void prepare_waiting(shared *s)
{
    pthread_condattr_t clock;
    pthread_mutex_init(&s->lock, NULL);
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&s->changed, &clock);
    pthread_condattr_destroy(&clock);
}

/* Waits until the thread has returned, or never will; false when it still draws after `limit_ms`. The lock is held. */
static bool await_end(shared *s, uint32_t limit_ms)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += limit_ms / 1000;
    until.tv_nsec += (long)(limit_ms % 1000) * 1000000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    int result = 0;
    while (!s->ended && !s->lost && result == 0)
        result = pthread_cond_timedwait(&s->changed, &s->lock, &until);
    return s->ended || s->lost;
}

/* Ends what belongs to the window, if its thread has returned. A thread that is left behind keeps the memory of the window. */
static void end_thread(window *w)
{
    pthread_mutex_lock(&w->shared.lock);
    bool ended = w->shared.ended;
    pthread_mutex_unlock(&w->shared.lock);
    left_behind = ended ? NULL : w;
    if (!ended)
        return;
    pthread_join(w->thread, NULL);
    display_guard_forget();
    discard(w);
}

/* A thread that is left behind may return later: waits for it, `limit_ms` at most, and no longer once the program is to end. True when
 * none stays behind. */
static bool end_left_behind(uint32_t limit_ms)
{
    if (left_behind == NULL)
        return true;
    shared *s = &left_behind->shared;
    pthread_mutex_lock(&s->lock);
    for (uint32_t waited = 0; waited < limit_ms && !await_end(s, IDLE_MS) && !app_signals_stop_requested();)
        waited += IDLE_MS;
    pthread_mutex_unlock(&s->lock);
    end_thread(left_behind);
    return left_behind == NULL;
}

window *window_open(const window_options *options, char *why, size_t why_size)
{
    bool alone = end_left_behind(REOPEN_MS), lost = !alone && left_behind->shared.lost;
    window *w = alone ? calloc(1, sizeof *w) : NULL;
    snprintf(why, why_size, "%s",
             lost    ? display_gone
             : alone ? "out of memory"
                     : "the window before this one still draws");
    if (w == NULL)
        return NULL;
    w->options = *options;
    w->shared.fills_screen = options->full_screen;
    prepare_waiting(&w->shared);
    if (!mailbox_open(&w->mailbox) || !start_thread(w)) {
        discard(w);
        return NULL;
    }
    pthread_mutex_lock(&w->shared.lock);
    while (!w->shared.ready && !w->shared.failed && !w->shared.lost)
        pthread_cond_wait(&w->shared.changed, &w->shared.lock);
    bool open = w->shared.ready && !w->shared.lost;
    snprintf(why, why_size, "%s", w->shared.why);
    while (!open && !w->shared.ended && !w->shared.lost)
        pthread_cond_wait(&w->shared.changed, &w->shared.lock);
    pthread_mutex_unlock(&w->shared.lock);
    if (open)
        return w;
    end_thread(w);
    return NULL;
}

bool window_left_behind(void)
{
    return !end_left_behind(0);
}

void window_get_frames(window *w, app_histogram *frames_us)
{
    pthread_mutex_lock(&w->shared.lock);
    *frames_us = w->shared.frames;
    pthread_mutex_unlock(&w->shared.lock);
}

/* Whether what the thread should do before it returned is done; the lock is held. */
static bool is_complete(const window *w, bool in_time, char *why, size_t why_size)
{
    bool shoots = w->options.screenshot != NULL;
    if (!in_time && shoots)
        snprintf(why, why_size, "the screenshot was not drawn within %d s", SHOT_MS / 1000);
    else if (in_time && (w->shared.lost || (shoots && w->shared.why[0] != '\0')))
        snprintf(why, why_size, "%s", w->shared.why);
    else
        return true;
    return false;
}

bool window_close(window *w, char *why, size_t why_size)
{
    if (w == NULL)
        return true;
    pthread_mutex_lock(&w->shared.lock);
    w->shared.closing = true;
    bool in_time = await_end(&w->shared, w->options.screenshot != NULL ? SHOT_MS : CLOSE_MS);
    bool good = is_complete(w, in_time, why, why_size);
    pthread_mutex_unlock(&w->shared.lock);
    end_thread(w);
    return good;
}

/* --- the thread of the simulation --------------------------------------------------------------- */

fs_draw_list *window_begin_tick(window *w)
{
    return mailbox_begin(&w->mailbox);
}

fs_draw_list *window_begin_beside(window *w)
{
    return mailbox_begin_beside(&w->mailbox);
}

void window_end_tick(window *w, uint64_t time_us, uint32_t tick_us, uint32_t step_us)
{
    mailbox_end(&w->mailbox, time_us, tick_us, step_us);
}

void window_play(window *w, const sound_event *events, unsigned count)
{
    FS_ASSERT(count <= SOUND_EVENTS);
    if (count == 0)
        return;
    pthread_mutex_lock(&w->shared.lock);
    memcpy(w->shared.sounds, events, count * sizeof events[0]);
    w->shared.sound_count = count;
    pthread_mutex_unlock(&w->shared.lock);
}

void window_set_info(window *w, const match_info *info)
{
    pthread_mutex_lock(&w->shared.lock);
    w->shared.info = *info;
    pthread_mutex_unlock(&w->shared.lock);
}

bool window_keys(window *w, fs_keys *keys, uint64_t now_us)
{
    shared *s = &w->shared;
    pthread_mutex_lock(&s->lock);
    keys->held = s->held;
    for (unsigned i = 0; i < KEYS; i++)
        keys->held |= now_us < s->held_until_us[i] ? 1u << i : 0;
    keys->drags = s->drags || now_us < s->drags_until_us;
    keys->pointer = s->pointer;
    keys->character = s->character;
    s->character = 0;
    bool stays = !s->leave;
    pthread_mutex_unlock(&s->lock);
    return stays;
}

bool window_bind_key(key_names *names, unsigned action, uint32_t code)
{
    char why[WHY];
    key_map map = key_map_read(names, why, sizeof why);
    if (!key_map_bind(&map, action, (SDL_Scancode)code))
        return false;
    for (unsigned i = 0; i < KEY_ACTIONS; i++)
        key_map_write(&map, i, names->rows[i], KEY_ROW_BYTES);
    return true;
}

void window_describe_keys(const key_names *names, unsigned action, char *text, size_t size)
{
    char why[WHY];
    key_map map = key_map_read(names, why, sizeof why);
    key_map_write(&map, action, text, size);
}

unsigned window_debug_strokes(window *w)
{
    pthread_mutex_lock(&w->shared.lock);
    unsigned strokes = w->shared.debug_strokes;
    w->shared.debug_strokes = 0;
    pthread_mutex_unlock(&w->shared.lock);
    return strokes;
}

unsigned window_strokes(window *w)
{
    pthread_mutex_lock(&w->shared.lock);
    unsigned strokes = w->shared.strokes;
    w->shared.strokes = 0;
    pthread_mutex_unlock(&w->shared.lock);
    return strokes;
}

void window_ask_paste(window *w)
{
    pthread_mutex_lock(&w->shared.lock);
    w->shared.pastes = true;
    pthread_mutex_unlock(&w->shared.lock);
}

bool window_fills_screen(window *w)
{
    pthread_mutex_lock(&w->shared.lock);
    bool fills = w->shared.fills_screen;
    pthread_mutex_unlock(&w->shared.lock);
    return fills;
}

bool window_follows(window *w)
{
    pthread_mutex_lock(&w->shared.lock);
    bool follow = w->shared.follow;
    pthread_mutex_unlock(&w->shared.lock);
    return follow;
}

bool window_take_line(window *w, char *line, size_t size)
{
    pthread_mutex_lock(&w->shared.lock);
    bool any = w->shared.line[0] != '\0';
    snprintf(line, size, "%s", w->shared.line);
    w->shared.line[0] = '\0';
    pthread_mutex_unlock(&w->shared.lock);
    return any;
}

bool window_take_sight(window *w, fs_draw_ray *sight, bool *beside)
{
    pthread_mutex_lock(&w->shared.lock);
    bool chose = w->shared.chose;
    *sight = w->shared.sight;
    *beside = w->shared.sight_beside;
    w->shared.chose = false;
    pthread_mutex_unlock(&w->shared.lock);
    return chose;
}

bool window_take_request(window *w, window_request *out)
{
    shared *s = &w->shared;
    pthread_mutex_lock(&s->lock);
    bool any = s->request_count > 0;
    if (any) {
        *out = s->requests[0];
        memmove(s->requests, s->requests + 1, --s->request_count * sizeof s->requests[0]);
    }
    pthread_mutex_unlock(&s->lock);
    return any;
}
