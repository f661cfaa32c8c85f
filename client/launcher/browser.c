/* browser.c: see browser.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "launcher/browser.h"

#include <stdio.h>
#include <time.h>
#include <fixstep/games.h>
#include <fixstep/net.h>

#include "app/signals.h"
#include "tty/key_sequence.h"
#include "tty/tty.h"

enum { POLL_US = 20000, PAGE = 8 /* games that a page key moves over */ };

typedef struct browser {
    tty *tty;
    fs_draw_list *empty;
    match_info info;
    bool chosen, leave;
} browser;

static void list_games(match_info *info)
{
    const fs_game_list *list = fs_builtin_games();
    menu_info *m = &info->menu;
    m->shown = true;
    snprintf(m->title, sizeof m->title, "Which game?");
    for (; m->count < list->count && m->count < MENU_ROWS; m->count++)
        snprintf(m->rows[m->count], MENU_TEXT, "%-12s %.80s", list->games[m->count]->name,
                 list->games[m->count]->title);
    snprintf(info->status, sizeof info->status, "Enter plays  %u games", m->count);
    snprintf(info->hint, sizeof info->hint, "q quits  ? keys");
}

static void describe_selected(match_info *info)
{
    const fs_game *game = fs_builtin_games()->games[info->menu.selected];
    snprintf(info->menu.more, sizeof info->menu.more, "%.90s: %.255s", game->title, game->controls);
    snprintf(info->game, sizeof info->game, "%s", game->title);
    snprintf(info->controls, sizeof info->controls, "%s", game->controls);
}

/* The ends of the list stop a movement. */
static void move(menu_info *m, int by)
{
    int to = (int)m->selected + by, last = (int)m->count - 1;
    m->selected = (unsigned)(to < 0 ? 0 : to > last ? last : to);
}

static void take_key(browser *b, uint32_t key)
{
    enum { ESCAPE = 27 };
    menu_info *m = &b->info.menu;
    switch (key) {
    case 'w':
    case 'k':
    case KEY_SEQUENCE_UP: move(m, -1); break;
    case 's':
    case 'j':
    case KEY_SEQUENCE_DOWN: move(m, 1); break;
    case KEY_SEQUENCE_PAGE_UP: move(m, -PAGE); break;
    case KEY_SEQUENCE_PAGE_DOWN: move(m, PAGE); break;
    case KEY_SEQUENCE_HOME: move(m, -MENU_ROWS); break;
    case KEY_SEQUENCE_END: move(m, MENU_ROWS); break;
    case '\r':
    case ' ': b->chosen = true; break;
    case ESCAPE: b->leave = true; break;
    default: break;
    }
}

static void run(browser *b)
{
    const struct timespec pause = { 0, POLL_US * 1000L };
    while (!b->chosen && !b->leave) {
        fs_keys held;
        describe_selected(&b->info);
        tty_show(b->tty, b->empty, &b->info);
        nanosleep(&pause, NULL);
        b->leave = !tty_keys(b->tty, &held, fs_net_clock_us()) || app_signals_stop_requested();
        for (uint32_t key; !b->chosen && !b->leave && (key = tty_take_key(b->tty)) != 0;)
            take_key(b, key);
    }
}

const fs_game *browser_choose(char why[APP_ERROR_BYTES])
{
    browser b = { 0 };
    why[0] = '\0';
    if (fs_draw_create(&b.empty) != FS_OK)
        snprintf(why, APP_ERROR_BYTES, "out of memory");
    else
        b.tty = tty_open(why, APP_ERROR_BYTES);
    if (b.tty != NULL) {
        list_games(&b.info);
        run(&b);
    }
    tty_close(b.tty);
    fs_draw_destroy(b.empty);
    return b.chosen ? fs_builtin_games()->games[b.info.menu.selected] : NULL;
}
