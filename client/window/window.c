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

#include "sound/sound.h"
#include "window/commands.h"
#include "window/input.h"
#include "window/mailbox.h"
#include "window/menu.h"
#include "window/overlay.h"
#include "window/painter.h"
#include "window/picture_file.h"
#include "window/surface.h"

enum {
    MAX_REQUESTS = 64,
    WHY = 320,
    IDLE_MS = 50,
    NICENESS = 10,
    SLACK_US = 1000,    /* the display's own frames end the wait */
    KEYS = 6,           /* bits of fs_key */
    SHORTEST_US = 55000 /* a struck key counts as held for at least one tick of the slowest rate */
};

/* Under `lock`: what one thread writes and the other reads. */
typedef struct shared {
    pthread_mutex_t lock;
    pthread_cond_t opened;
    bool ready, failed; /* the window is open, or cannot be opened */
    bool closing, leave;
    char why[WHY];
    match_info info;
    uint32_t held, character;
    uint64_t held_until_us[KEYS]; /* of keys that were struck */
    unsigned debug_strokes;
    sound_event sounds[SOUND_EVENTS]; /* of the newest tick */
    unsigned sound_count;
    char line[FS_MAX_CHAT]; /* typed for the others; "": none */
    fs_draw_ray sight;      /* through the point chosen last */
    bool chose;
    window_request requests[MAX_REQUESTS];
    unsigned request_count;
} shared;

struct window {
    window_options options;
    pthread_t thread;
    mailbox mailbox;
    shared shared;
    /* Of the thread of the window alone. */
    surface *surface;
    painter painter;
    input input;
    sound *sound; /* NULL: no device */
    bool muted;
    overlay overlay;
    match_info info;
    bool changed; /* something else than the ticks makes a new frame necessary */
    bool seeking; /* the mouse holds the bar */
    uint64_t frame_us;
};

/* --- requests of the user --------------------------------------------------------------- */

static void request(window *w, window_command command, double part, uint32_t number)
{
    shared *s = &w->shared;
    pthread_mutex_lock(&s->lock);
    /* Of several jumps that nobody has served yet only the newest counts. */
    if (s->request_count > 0 && command == WINDOW_SEEK && s->requests[s->request_count - 1].command == WINDOW_SEEK)
        s->request_count--;
    if (s->request_count < MAX_REQUESTS)
        s->requests[s->request_count++] = (window_request){ command, part, number };
    pthread_mutex_unlock(&s->lock);
}

static void ask_to_leave(window *w)
{
    pthread_mutex_lock(&w->shared.lock);
    w->shared.leave = true;
    pthread_mutex_unlock(&w->shared.lock);
}

static void strike_debug(window *w)
{
    pthread_mutex_lock(&w->shared.lock);
    w->shared.debug_strokes++;
    pthread_mutex_unlock(&w->shared.lock);
}

/* Keys of the window itself; they never reach a game. */
static bool take_own_key(window *w, SDL_Keycode key, uint16_t modifiers)
{
    switch (key) {
    case SDLK_F1:
    case SDLK_QUESTION: w->overlay.help = !w->overlay.help; return true;
    case SDLK_F2: w->overlay.graphs = !w->overlay.graphs; return true;
    case SDLK_F3: strike_debug(w); return true;
    case SDLK_F4: w->muted = !w->muted; return true;
    case SDLK_F11: surface_toggle_full_screen(w->surface); return true;
    case SDLK_ESCAPE: w->overlay.help = false; return true;
    case SDLK_TAB:
        if (w->info.can_chat)
            chat_entry_open(&w->overlay.chat);
        return true;
    case SDLK_q:
        if (!w->info.keeps_q)
            ask_to_leave(w);
        return !w->info.keeps_q;
    case SDLK_c:
        if (modifiers & KMOD_CTRL)
            ask_to_leave(w);
        return (modifiers & KMOD_CTRL) != 0;
    default: return false;
    }
}

static void point_at_bar(window *w, int x, int y, bool first)
{
    double part, scale = surface_scale(w->surface);
    bool hit = overlay_bar_hit(&w->overlay, &w->info, x * scale, y * scale, &part);
    w->seeking = first ? hit : w->seeking;
    if (w->seeking && hit)
        request(w, WINDOW_SEEK, part, 0);
}

/* The line of sight through a point of the picture of the match. */
static void choose_point(window *w, int x, int y)
{
    uint32_t bar = overlay_bar_height(&w->overlay, &w->info);
    double scale = surface_scale(w->surface);
    if (w->mailbox.current == NULL || w->overlay.height <= bar || w->overlay.width == 0)
        return;
    fs_draw_ray sight = fs_draw_sight(fs_draw_camera(w->mailbox.current->list), w->overlay.width,
                                      w->overlay.height - bar, x * scale, y * scale);
    pthread_mutex_lock(&w->shared.lock);
    w->shared.sight = sight;
    w->shared.chose = true;
    pthread_mutex_unlock(&w->shared.lock);
}

/* --- lists -------------------------------------------------------------------------------- */

static void point_at_list(window *w, int x, int y, window_command command)
{
    unsigned row;
    double scale = surface_scale(w->surface);
    if (menu_hit(&w->info.menu, w->overlay.width, w->overlay.height, x * scale, y * scale, &row))
        request(w, command, 0, row);
}

static void take_list_event(window *w, const SDL_Event *event)
{
    window_command command;
    switch (event->type) {
    case SDL_QUIT: ask_to_leave(w); break;
    case SDL_KEYDOWN:
        if (event->key.keysym.sym == SDLK_F11)
            surface_toggle_full_screen(w->surface);
        else if (command_of_list_key(event->key.keysym.sym, &command))
            request(w, command, 0, 0);
        break;
    case SDL_CONTROLLERBUTTONDOWN:
        if (command_of_pad_button(event->cbutton.button, &command))
            request(w, command, 0, 0);
        break;
    case SDL_MOUSEMOTION: point_at_list(w, event->motion.x, event->motion.y, WINDOW_POINT); break;
    case SDL_MOUSEBUTTONDOWN: point_at_list(w, event->button.x, event->button.y, WINDOW_PICK); break;
    case SDL_TEXTINPUT:
        input_event(&w->input, event);
        if (w->input.character != 0)
            request(w, WINDOW_TYPE, 0, w->input.character);
        w->input.character = 0;
        break;
    case SDL_CONTROLLERDEVICEADDED:
    case SDL_CONTROLLERDEVICEREMOVED: input_event(&w->input, event); break;
    default: break;
    }
}

/* --- chat ----------------------------------------------------------------------------------- */

static void send_line(window *w)
{
    chat_entry *e = &w->overlay.chat;
    pthread_mutex_lock(&w->shared.lock);
    memcpy(w->shared.line, e->text, sizeof w->shared.line);
    pthread_mutex_unlock(&w->shared.lock);
    e->open = false;
}

/* While a line is typed, keys and characters are its own. Whether the event was one of these. */
static bool take_chat_event(window *w, const SDL_Event *event)
{
    chat_entry *e = &w->overlay.chat;
    bool typed = event->type == SDL_KEYDOWN || event->type == SDL_TEXTINPUT;
    if (!e->open || !typed)
        return false;
    if (event->type == SDL_TEXTINPUT) {
        chat_entry_type(e, event->text.text);
        return true;
    }
    switch (event->key.keysym.sym) {
    case SDLK_RETURN:
    case SDLK_KP_ENTER: send_line(w); break;
    case SDLK_BACKSPACE: chat_entry_erase(e); break;
    case SDLK_ESCAPE:
    case SDLK_TAB: e->open = false; break;
    default: break;
    }
    return true;
}

static void take_event(window *w, const SDL_Event *event)
{
    window_command command;
    w->changed = true;
    if (take_chat_event(w, event))
        return;
    if (w->options.mode == WINDOW_MENU) {
        take_list_event(w, event);
        return;
    }
    switch (event->type) {
    case SDL_QUIT: ask_to_leave(w); return;
    case SDL_KEYDOWN:
        if (!event->key.repeat && take_own_key(w, event->key.keysym.sym, event->key.keysym.mod))
            return;
        if (w->options.mode == WINDOW_RECORDING && command_of_recording_key(event->key.keysym.sym, &command))
            request(w, command, 0, 0);
        break;
    case SDL_TEXTINPUT:
        if (event->text.text[0] == '?')
            w->overlay.help = !w->overlay.help;
        break;
    case SDL_MOUSEBUTTONDOWN:
        if (event->button.button == SDL_BUTTON_MIDDLE)
            choose_point(w, event->button.x, event->button.y);
        else
            point_at_bar(w, event->button.x, event->button.y, true);
        break;
    case SDL_MOUSEMOTION: point_at_bar(w, event->motion.x, event->motion.y, false); break;
    case SDL_MOUSEBUTTONUP: w->seeking = false; break;
    case SDL_WINDOWEVENT:
        if (event->window.event == SDL_WINDOWEVENT_FOCUS_LOST)
            input_release(&w->input);
        break;
    default: break;
    }
    input_event(&w->input, event);
}

static void publish_keys(window *w)
{
    shared *s = &w->shared;
    pthread_mutex_lock(&s->lock);
    s->held = input_held(&w->input);
    for (unsigned i = 0; i < KEYS; i++)
        if (w->input.struck >> i & 1)
            s->held_until_us[i] = fs_net_clock_us() + SHORTEST_US;
    if (w->input.character != 0)
        s->character = w->input.character;
    w->info = s->info;
    pthread_mutex_unlock(&s->lock);
    w->input.struck = w->input.character = 0;
}

static void play_sounds(window *w)
{
    sound_event events[SOUND_EVENTS];
    pthread_mutex_lock(&w->shared.lock);
    unsigned count = w->shared.sound_count;
    memcpy(events, w->shared.sounds, count * sizeof events[0]);
    w->shared.sound_count = 0;
    pthread_mutex_unlock(&w->shared.lock);
    if (!w->muted)
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
    surface_size(w->surface, &w->overlay.width, &w->overlay.height);
    if (painter_draw(&w->painter, w->overlay.width, w->overlay.height, previous != NULL ? previous->list : NULL,
                     current != NULL ? current->list : NULL, part, &w->overlay, &w->info))
        renderer_show(w->painter.renderer);
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
        take_event(w, &event);
    while (SDL_PollEvent(&event))
        take_event(w, &event);
    publish_keys(w);
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
    overlay_add_frame(&w->overlay, (uint32_t)(fs_net_clock_us() - began));
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

/* With a warning about the font the window goes on. */
static bool prepare(window *w, char why[WHY])
{
    w->surface = surface_open(&w->options, why, WHY);
    if (w->surface != NULL && w->options.mode != WINDOW_MENU)
        w->sound = sound_open();
    return w->surface != NULL && painter_open(&w->painter, w->options.font, why, WHY);
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
    pthread_cond_signal(&w->shared.opened);
    pthread_mutex_unlock(&w->shared.lock);
}

/* The picture of the last tick, with what is over it. */
static void write_screenshot(window *w)
{
    uint32_t width, height;
    w->shared.why[0] = '\0';
    mailbox_collect(&w->mailbox);
    publish_keys(w);
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
    pthread_cond_destroy(&w->shared.opened);
    pthread_mutex_destroy(&w->shared.lock);
    free(w);
}

window *window_open(const window_options *options, char *why, size_t why_size)
{
    window *w = calloc(1, sizeof *w);
    snprintf(why, why_size, "out of memory");
    if (w == NULL)
        return NULL;
    w->options = *options;
    pthread_mutex_init(&w->shared.lock, NULL);
    pthread_cond_init(&w->shared.opened, NULL);
    if (!mailbox_open(&w->mailbox) || !start_thread(w)) {
        discard(w);
        return NULL;
    }
    pthread_mutex_lock(&w->shared.lock);
    while (!w->shared.ready && !w->shared.failed)
        pthread_cond_wait(&w->shared.opened, &w->shared.lock);
    bool failed = w->shared.failed;
    snprintf(why, why_size, "%s", w->shared.why);
    pthread_mutex_unlock(&w->shared.lock);
    if (!failed)
        return w;
    pthread_join(w->thread, NULL);
    discard(w);
    return NULL;
}

bool window_close(window *w, char *why, size_t why_size)
{
    if (w == NULL)
        return true;
    pthread_mutex_lock(&w->shared.lock);
    w->shared.closing = true;
    pthread_mutex_unlock(&w->shared.lock);
    pthread_join(w->thread, NULL);
    bool good = w->options.screenshot == NULL || w->shared.why[0] == '\0';
    if (!good)
        snprintf(why, why_size, "%s", w->shared.why);
    discard(w);
    return good;
}

/* --- the thread of the simulation --------------------------------------------------------------- */

fs_draw_list *window_begin_tick(window *w)
{
    return mailbox_begin(&w->mailbox);
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
    keys->character = s->character;
    s->character = 0;
    bool stays = !s->leave;
    pthread_mutex_unlock(&s->lock);
    return stays;
}

unsigned window_debug_strokes(window *w)
{
    pthread_mutex_lock(&w->shared.lock);
    unsigned strokes = w->shared.debug_strokes;
    w->shared.debug_strokes = 0;
    pthread_mutex_unlock(&w->shared.lock);
    return strokes;
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

bool window_take_sight(window *w, fs_draw_ray *sight)
{
    pthread_mutex_lock(&w->shared.lock);
    bool chose = w->shared.chose;
    *sight = w->shared.sight;
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
