/* screen.c: frames on the terminal, 30 a second at most. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "screen.h"

#include <stdio.h>
#include <stdlib.h>

#include "app/debug_view.h"
#include "app/log.h"
#include "tty.h"

struct screen {
    tty *tty;
    fs_draw_list *draw;
    uint64_t frame_us; /* when the next one is due */
    app_debug_view debug;
};

screen *screen_open(uint32_t debug_layers, char why[APP_ERROR_BYTES])
{
    screen *s = calloc(1, sizeof *s);
    if (s == NULL || fs_draw_create(&s->draw) != FS_OK) {
        snprintf(why, APP_ERROR_BYTES, "out of memory");
        free(s);
        return NULL;
    }
    s->tty = tty_open(why, APP_ERROR_BYTES);
    if (s->tty == NULL) {
        fs_draw_destroy(s->draw);
        free(s);
        return NULL;
    }
    s->debug = (app_debug_view){ .chosen = debug_layers, .stage = debug_layers != 0 };
    app_log_pause(true);
    return s;
}

void screen_close(screen *s)
{
    if (s == NULL)
        return;
    tty_close(s->tty);
    fs_draw_destroy(s->draw);
    free(s);
    app_log_pause(false);
}

uint64_t screen_next_frame_us(const screen *s)
{
    return s == NULL ? UINT64_MAX : s->frame_us;
}

bool screen_keys(screen *s, fs_keys *keys, uint64_t now_us)
{
    fs_keys read = { 0 };
    if (s == NULL)
        return true;
    bool stays = tty_keys(s->tty, &read, now_us);
    for (unsigned strokes = tty_debug_strokes(s->tty); strokes > 0; strokes--)
        app_debug_next(&s->debug);
    keys->held = read.held;
    /* A struck key is kept until an input uses it. */
    if (read.character != 0)
        keys->character = read.character;
    return stays;
}

bool screen_frame_due(const screen *s, uint64_t now_us)
{
    return s != NULL && now_us >= s->frame_us;
}

/* The game's picture with the debug layers over it. */
static void draw_match(screen *s, fs_sim *sim, uint32_t slot)
{
    const fs_state *state = fs_sim_state(sim);
    fs_sim_game(sim)->draw(state, fs_sim_config(sim), slot, s->draw);
    app_debug_draw(state, s->draw, app_debug_layers(&s->debug));
}

/* The status line; while debug layers are shown, begun with their name. */
static void show_list(screen *s, fs_sim *sim, const char *status)
{
    char text[512];
    bool possible = sim != NULL && app_debug_possible(fs_sim_game(sim)->schema);
    if (s->debug.stage == 0) {
        tty_show(s->tty, s->draw, status);
        return;
    }
    snprintf(text, sizeof text, "F3 %s%s  %s", app_debug_name(&s->debug), possible ? "" : " (no 2D world)", status);
    tty_show(s->tty, s->draw, text);
}

void screen_show(screen *s, fs_sim *sim, uint32_t slot, const char *status, uint64_t now_us)
{
    FS_ASSERT(s != NULL && status != NULL);
    s->frame_us = now_us + SCREEN_FRAME_US;
    fs_draw_clear(s->draw);
    if (sim != NULL)
        draw_match(s, sim, slot);
    show_list(s, sim, status);
}
