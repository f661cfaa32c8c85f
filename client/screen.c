/* screen.c: the view of a match: frames on the terminal, 30 a second at most, or ticks for the window. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "screen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <fixstep/net.h>

#include "app/view/debug_view.h"
#include "app/log.h"
#include "app/report.h"
#include "app/view/match_picture.h"
#include "inspect/inspect.h"
#include "launcher/preferences.h"
#include "online/correction.h"
#include "scores.h"
#include "tty/tty.h"

enum { SCORES_COLOUR = 0xffffff, SENTENCE = 64 };

struct screen {
    tty *tty; /* one of the two is open */
    window *window;
    fs_draw_list *draw; /* of the terminal */
    uint64_t frame_us;  /* when the next one is due */
    app_debug_view debug;
    bool full_screen;        /* as the window was opened */
    key_names keys;          /* the window reads them as long as it is open */
    const fs_stream *stream; /* of the names; may be NULL */
    inspected_row inspected;
    bool follows;         /* the camera looks at `inspected` */
    screen_beside beside; /* of the newest tick */
    bool stale;           /* the picture of the newest tick has other layers, or another mark, than those of now */
    sound_listener listener;
    bool corrects; /* `correction` is open */
    correction correction;
};

/* --- opening and closing -------------------------------------------------------------- */

/* The keys that the user has chosen in the launcher, and whether the last window filled the screen. */
static void read_preferences(screen *s)
{
    char why[APP_ERROR_BYTES];
    preferences p;
    if (!preferences_load(&p, why))
        app_log(APP_WARNING, "settings", NULL, "%s", why);
    s->keys = p.keys;
    s->full_screen = p.full_screen;
}

/* What the user has changed by F11 counts for the next window. */
static void keep_preferences(const screen *s)
{
    char why[APP_ERROR_BYTES];
    bool fills = window_fills_screen(s->window);
    if (fills != s->full_screen && !preferences_keep_full_screen(fills, why))
        app_log(APP_WARNING, "settings", NULL, "%s", why);
}

static bool open_window(screen *s, const settings *wanted, char why[APP_ERROR_BYTES])
{
    read_preferences(s);
    /* A size that is asked for is no full screen. */
    s->full_screen = wanted->full_screen || (s->full_screen && wanted->size == NULL);
    window_options options = { .title = "fixstep",
                               .font = wanted->font,
                               .screenshot = wanted->screenshot,
                               .keys = &s->keys,
                               .width = wanted->width,
                               .height = wanted->height,
                               .full_screen = s->full_screen,
                               .quality = (solids_quality)wanted->solids,
                               .mode = wanted->replay == NULL ? WINDOW_PLAYER : WINDOW_RECORDING };
    s->window = window_open(&options, why, APP_ERROR_BYTES);
    if (s->window != NULL && why[0] != '\0')
        app_log(APP_WARNING, "window", NULL, "%s", why);
    return s->window != NULL;
}

static bool open_tty(screen *s, char why[APP_ERROR_BYTES])
{
    s->tty = tty_open(why, APP_ERROR_BYTES);
    if (s->tty != NULL)
        app_log_pause(true);
    return s->tty != NULL;
}

/* The terminal stands in for a window that nobody asked for by name. */
static bool open_view(screen *s, const settings *wanted, char why[APP_ERROR_BYTES])
{
    if (wanted->view != VIEW_WINDOW)
        return open_tty(s, why);
    if (open_window(s, wanted, why))
        return true;
    if (wanted->view_given)
        return false;
    app_log(APP_WARNING, "window", NULL, "%s; the terminal shows the match", why);
    return open_tty(s, why);
}

screen *screen_open(const settings *wanted, char why[APP_ERROR_BYTES])
{
    screen *s = calloc(1, sizeof *s);
    if (s == NULL || fs_draw_create(&s->draw) != FS_OK) {
        snprintf(why, APP_ERROR_BYTES, "out of memory");
        free(s);
        return NULL;
    }
    if (!open_view(s, wanted, why)) {
        fs_draw_destroy(s->draw);
        free(s);
        return NULL;
    }
    s->debug = (app_debug_view){ .chosen = wanted->debug_layers, .stage = wanted->debug_layers != 0 };
    return s;
}

json_t *screen_report_frames(const screen *s)
{
    app_histogram frames;
    if (s == NULL || s->window == NULL)
        return NULL;
    window_get_frames(s->window, &frames);
    json_t *object = app_json_times(&frames);
    json_object_set_new(object, "drawn", json_integer((json_int_t)frames.count));
    return object;
}

bool screen_close(screen *s, char why[APP_ERROR_BYTES])
{
    if (s == NULL)
        return true;
    if (s->window != NULL)
        keep_preferences(s);
    bool good = window_close(s->window, why, APP_ERROR_BYTES);
    if (s->tty != NULL) {
        tty_close(s->tty);
        app_log_pause(false);
    }
    correction_close(&s->correction);
    fs_draw_destroy(s->draw);
    free(s);
    return good;
}

bool screen_take_request(screen *s, window_request *request)
{
    return s != NULL && s->window != NULL && window_take_request(s->window, request);
}

void screen_set_stream(screen *s, const fs_stream *stream)
{
    if (s != NULL)
        s->stream = stream;
}

bool screen_take_line(screen *s, char *line, size_t size)
{
    if (s == NULL)
        return false;
    return s->tty != NULL ? tty_take_line(s->tty, line, size) : window_take_line(s->window, line, size);
}

bool screen_is_terminal(const screen *s)
{
    return s != NULL && s->tty != NULL;
}

bool screen_take_stroke(screen *s)
{
    return s != NULL && (s->tty != NULL ? tty_take_strokes(s->tty) : window_strokes(s->window)) > 0;
}

/* --- keys ------------------------------------------------------------------------------ */

uint64_t screen_next_frame_us(const screen *s)
{
    return s == NULL ? UINT64_MAX : s->frame_us;
}

bool screen_keys(screen *s, fs_keys *keys, uint64_t now_us)
{
    fs_keys read = { 0 };
    if (s == NULL)
        return true;
    bool stays = s->tty != NULL ? tty_keys(s->tty, &read, now_us) : window_keys(s->window, &read, now_us);
    unsigned strokes = s->tty != NULL ? tty_debug_strokes(s->tty) : window_debug_strokes(s->window);
    s->stale |= strokes > 0;
    for (; strokes > 0; strokes--)
        app_debug_next(&s->debug);
    keys->held = read.held;
    keys->drags = read.drags;
    keys->pointer = read.pointer;
    /* A struck key is kept until an input uses it. */
    if (read.character != 0)
        keys->character = read.character;
    return stays;
}

bool screen_frame_due(const screen *s, uint64_t now_us)
{
    return s != NULL && now_us >= s->frame_us;
}

/* --- pictures --------------------------------------------------------------------------- */

/* The game's picture with the debug layers and the mark of the chosen body over it. */
static void draw_match(const screen *s, fs_sim *sim, const fs_stream *stream, uint32_t slot, fs_draw_list *list)
{
    app_draw_match(sim, stream, slot, app_debug_layers(&s->debug), list);
    if (s->follows)
        inspect_follow(fs_sim_state(sim), s->inspected, list);
    inspect_mark(fs_sim_state(sim), s->inspected, list);
}

static void hand_over_tick(screen *s, fs_sim *sim, uint32_t slot, uint64_t due_us, uint32_t tick_us, uint32_t step_us)
{
    fs_draw_list *list = window_begin_tick(s->window);
    draw_match(s, sim, s->stream, slot, s->corrects ? correction_begin(&s->correction) : list);
    if (s->corrects)
        correction_show(&s->correction, list);
    if (s->beside.sim != NULL)
        draw_match(s, s->beside.sim, s->beside.stream, slot, window_begin_beside(s->window));
    window_end_tick(s->window, due_us, tick_us, step_us);
    s->stale = false;
}

bool screen_expect_corrections(screen *s)
{
    if (s == NULL || s->window == NULL || s->corrects)
        return true;
    s->corrects = correction_open(&s->correction);
    if (!s->corrects)
        correction_close(&s->correction);
    return s->corrects;
}

void screen_correct(screen *s, fs_sim *sim, uint32_t slot)
{
    if (s == NULL || !s->corrects)
        return;
    draw_match(s, sim, s->stream, slot, correction_begin(&s->correction));
    correction_note(&s->correction);
}

void screen_tick(screen *s, fs_sim *sim, uint32_t slot, uint64_t due_us, uint32_t tick_us, uint32_t step_us)
{
    screen_tick_beside(s, sim, (screen_beside){ NULL, NULL }, slot, due_us, tick_us, step_us);
}

void screen_tick_beside(screen *s, fs_sim *sim, screen_beside beside, uint32_t slot, uint64_t due_us, uint32_t tick_us,
                        uint32_t step_us)
{
    if (s == NULL || s->window == NULL || sim == NULL)
        return;
    s->beside = beside;
    hand_over_tick(s, sim, slot, due_us, tick_us, step_us);
    sound_event sounds[SOUND_EVENTS];
    unsigned count = sound_listen(&s->listener, fs_sim_state(sim), fs_sim_tick(sim), sounds);
    window_play(s->window, sounds, count);
}

/* Begins the status line with a text; "": leaves it as it is. */
static void put_before_status(match_info *info, const char *text)
{
    char status[sizeof info->status];
    if (text[0] == '\0')
        return;
    memcpy(status, info->status, sizeof status);
    snprintf(info->status, sizeof info->status, "%.100s  %.200s", text, status);
}

/* While debug layers are shown, their name. */
static void describe_layers(const screen *s, fs_sim *sim, match_info *info)
{
    char text[96];
    bool possible = sim != NULL && app_debug_possible(fs_sim_game(sim)->schema);
    if (s->debug.stage == 0)
        return;
    snprintf(text, sizeof text, "F3 %s%s", app_debug_name(&s->debug), possible ? "" : " (no world of bodies)");
    put_before_status(info, text);
}

static const char *left_out_of(const fs_draw_list *list, char text[SENTENCE])
{
    app_describe_left_out(fs_draw_dropped(list), text, SENTENCE);
    return text;
}

static void describe_players(const screen *s, const fs_sim *sim, uint32_t slot, match_info *info)
{
    info->own_slot = slot;
    if (sim != NULL)
        scores_list(info, sim, s->stream);
}

/* The fields of the body that the user points at, as they are now. */
static void describe_inspected(screen *s, fs_sim *sim, match_info *info)
{
    fs_draw_ray sight;
    bool beside;
    if (s->window == NULL || sim == NULL)
        return;
    const fs_state *state = fs_sim_state(sim), *other = s->beside.sim != NULL ? fs_sim_state(s->beside.sim) : NULL;
    s->stale |= s->follows != window_follows(s->window);
    s->follows = window_follows(s->window);
    if (window_take_sight(s->window, &sight, &beside)) {
        s->inspected = inspect_pick(beside && other != NULL ? other : state, &sight);
        s->stale = true;
    }
    if (s->inspected.chosen)
        inspect_describe(state, other, s->inspected, info);
    if (s->follows)
        put_before_status(info, s->inspected.chosen ? "F8 follows" : "F8: the middle mouse button chooses a body");
}

void screen_show(screen *s, fs_sim *sim, uint32_t slot, const match_info *info, uint64_t now_us)
{
    FS_ASSERT(s != NULL && info != NULL);
    match_info shown = *info;
    s->frame_us = now_us + SCREEN_FRAME_US;
    describe_layers(s, sim, &shown);
    describe_inspected(s, sim, &shown);
    describe_players(s, sim, slot, &shown);
    if (s->window != NULL) {
        /* While the match stands still, no tick brings what has changed in its picture. */
        if (s->stale && sim != NULL)
            hand_over_tick(s, sim, slot, now_us, 0, 0);
        window_set_info(s->window, &shown);
        return;
    }
    char sentence[SENTENCE];
    fs_draw_clear(s->draw);
    if (sim != NULL)
        draw_match(s, sim, s->stream, slot, s->draw);
    if (shown.scores[0] != '\0')
        fs_draw_hud(s->draw, SCORES_COLOUR, shown.scores);
    put_before_status(&shown, left_out_of(s->draw, sentence));
    tty_show(s->tty, s->draw, &shown);
}
