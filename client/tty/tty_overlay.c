/* tty_overlay.c: see tty_overlay.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "tty/tty_overlay.h"

#include <curses.h>
#include <stdio.h>
#include <string.h>

#include "tty/tty_box.h"
#include "tty/tty_menu.h"

enum { MAX_HELP_LINES = 40, HELP_BYTES = MATCH_INFO_LINE_BYTES, MAX_NEWS_ROWS = 16 };

/* --- help -------------------------------------------------------------------------------- */

typedef struct help {
    char lines[MAX_HELP_LINES][HELP_BYTES];
    int count;
} help;

/* `size` bytes of a text; -1: all. */
static void add_help(help *h, const char *text, int size)
{
    if (h->count < MAX_HELP_LINES)
        snprintf(h->lines[h->count++], HELP_BYTES, "%.*s", size, text);
}

/* The keys of a game are one text, a key and its meaning between two commas. */
static void add_controls(help *h, const char *controls)
{
    while (*controls != '\0') {
        size_t size = strcspn(controls, ",");
        add_help(h, controls, (int)size);
        controls += size;
        controls += strspn(controls, ", ");
    }
}

static void make_help(help *h, const match_info *info, bool tells_releases)
{
    *h = (help){ 0 };
    add_help(h, info->game[0] != '\0' ? info->game : "fixstep", -1);
    add_controls(h, info->controls);
    add_help(h, "", 0);
    add_help(h, "? closes this", -1);
    if (info->can_chat)
        add_help(h, "Tab writes to the others: Return sends, Escape cancels", -1);
    add_help(h, "F3 layers of the physics", -1);
    add_help(h, info->keeps_q ? "Ctrl-C leaves" : "q or Ctrl-C leaves", -1);
    if (!tells_releases)
        add_help(h, "this terminal tells no releases: two keys stay down together for 0.4 s", -1);
    if (info->news_count > 0)
        add_help(h, "", 0);
    for (uint32_t i = 0; i < info->news_count; i++)
        add_help(h, info->news[i], -1);
}

static bool draw_help(const tty_overlay *o, int rows, int columns)
{
    help h;
    const char *texts[MAX_HELP_LINES];
    make_help(&h, o->info, o->tells_releases);
    for (int i = 0; i < h.count; i++)
        texts[i] = h.lines[i];
    return tty_put_box(texts, h.count, o->help, rows, columns);
}

/* --- the whole ------------------------------------------------------------------------------ */

/* A text in `count` lines; dots at the end of the last one stand for the rest. A blank parts each from the picture. */
static void draw_text(const tty_piece *lines, int count, int top, int columns, bool cut)
{
    static const char dots[] = "...";
    int room = columns - (int)strlen(dots);
    for (int i = 0; i < count; i++) {
        int end = lines[i].columns < columns ? lines[i].columns + 1 : columns;
        tty_put_piece(top + i, 0, end, lines[i]);
    }
    const tty_piece *last = &lines[count - 1];
    if (cut)
        tty_put_line(top + count - 1, last->columns < room ? last->columns : room > 0 ? room : 0, columns, dots);
}

/* The newest texts above row `bottom`, on a quarter of the rows at most, so that they never hide the match. */
static void draw_news(const match_info *info, int bottom, int columns)
{
    int room = bottom / 4 > 1 ? bottom / 4 : 1;
    room = room < MAX_NEWS_ROWS ? room : MAX_NEWS_ROWS;
    for (uint32_t i = 0; i < info->news_fresh && room > 0; i++) {
        tty_piece lines[MAX_NEWS_ROWS];
        const char *rest;
        int count = tty_break(info->news[info->news_count - 1 - i], columns, lines, room, &rest);
        if (*rest != '\0' && i > 0)
            return; /* only the newest one is cut */
        bottom -= count;
        room -= count;
        draw_text(lines, count, bottom, columns, *rest != '\0');
    }
}

static void draw_typed(const char *typed, int row, int columns)
{
    char prompt[256];
    const char *shown = prompt;
    wchar_t c;
    snprintf(prompt, sizeof prompt, "say: %s_", typed);
    while (tty_columns(shown, -1) > columns)
        tty_next_character(&shown, &c); /* the end of the line is where one types */
    attrset(A_BOLD);
    tty_put_line(row, 0, columns, shown);
    attrset(A_NORMAL);
}

/* Over the picture, which has `rows`. False: the keys have no such page. */
static bool draw_texts(const tty_overlay *o, int rows, int columns)
{
    const match_info *info = o->info;
    const char *result[] = { info->result, info->scores, "any key leaves" };
    if (info->menu.shown)
        tty_menu_draw(&info->menu, rows, columns);
    if (o->typed != NULL)
        draw_typed(o->typed, --rows, columns);
    if (rows == 0)
        return true;
    if (o->help > 0)
        return draw_help(o, rows, columns);
    draw_news(info, rows, columns);
    if (info->result[0] != '\0')
        tty_put_box(result, 3, 1, rows, columns);
    return true;
}

bool tty_overlay_draw(const tty_overlay *o, int rows, int columns)
{
    char status[sizeof o->info->status + sizeof o->info->hint];
    bool paged = rows < 2 || draw_texts(o, rows - 1, columns);
    tty_fit_status(o->info->status, o->info->hint, columns, status, sizeof status);
    attrset(A_REVERSE);
    tty_put_line(rows - 1, 0, columns, status);
    attrset(A_NORMAL);
    return paged;
}
