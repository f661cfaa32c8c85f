/* tty_overlay.c: see tty_overlay.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "tty/tty_overlay.h"

#include <curses.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

enum { MAX_HELP_LINES = 24, HELP_BYTES = 200 };

/* --- one line ------------------------------------------------------------------------- */

/* The next character of a text and its columns; one that has none, or is malformed, is a '?'. */
static int next_character(const char **text, wchar_t *c)
{
    mbstate_t state = { 0 };
    size_t n = mbrtowc(c, *text, strlen(*text), &state);
    bool bad = n == (size_t)-1 || n == (size_t)-2;
    *text += bad ? 1 : n;
    if (bad || wcwidth(*c) < 1)
        *c = L'?';
    return wcwidth(*c) == 2 ? 2 : 1;
}

/* Writes a text from a column on and fills the line with blanks up to `end`. Texts may come from other machines. */
static void put_line(int row, int column, int end, const char *text)
{
    while (column < end) {
        wchar_t c[2] = { L' ', 0 };
        const char *rest = text;
        int width = *text != '\0' ? next_character(&rest, &c[0]) : 1;
        if (column + width > end) { /* half a wide character */
            c[0] = L' ';
            width = 1;
        } else {
            text = rest;
        }
        mvaddnwstr(row, column, c, 1);
        column += width;
    }
}

static int columns_of(const char *text)
{
    int columns = 0;
    wchar_t c;
    while (*text != '\0')
        columns += next_character(&text, &c);
    return columns;
}

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
}

/* A box of lines in the middle of the picture. */
static void draw_box(const char *const *lines, int count, int rows, int columns)
{
    int width = 0;
    for (int i = 0; i < count; i++)
        width = columns_of(lines[i]) > width ? columns_of(lines[i]) : width;
    width = width + 2 < columns ? width + 2 : columns;
    int left = (columns - width) / 2, top = count < rows ? (rows - count) / 2 : 0;
    attrset(A_REVERSE);
    for (int i = 0; i < count && top + i < rows; i++) {
        put_line(top + i, left, left + width, " ");
        put_line(top + i, width > 2 ? left + 1 : left, left + width, lines[i]);
    }
    attrset(A_NORMAL);
}

static void draw_help(const tty_overlay *o, int rows, int columns)
{
    help h;
    const char *lines[MAX_HELP_LINES];
    make_help(&h, o->info, o->tells_releases);
    for (int i = 0; i < h.count; i++)
        lines[i] = h.lines[i];
    draw_box(lines, h.count, rows, columns);
}

/* --- the whole ------------------------------------------------------------------------------ */

static void draw_lines(const match_info *info, int bottom, int columns)
{
    int shown = (int)info->news_count < bottom / 2 ? (int)info->news_count : bottom / 2;
    for (int i = 0; i < shown; i++) {
        const char *line = info->news[(int)info->news_count - shown + i];
        int end = columns_of(line) < columns ? columns_of(line) : columns;
        put_line(bottom - shown + i, 0, end, line);
    }
}

static void draw_typed(const char *typed, int row, int columns)
{
    char prompt[256];
    const char *shown = prompt;
    wchar_t c;
    snprintf(prompt, sizeof prompt, "say: %s_", typed);
    while (columns_of(shown) > columns)
        next_character(&shown, &c); /* the end of the line is where one types */
    attrset(A_BOLD);
    put_line(row, 0, columns, shown);
    attrset(A_NORMAL);
}

void tty_overlay_draw(const tty_overlay *o, int rows, int columns)
{
    const match_info *info = o->info;
    int bottom = rows - 1; /* rows above the status line */
    const char *result[] = { info->result, info->scores, "any key leaves" };
    if (bottom > 0 && o->typed != NULL)
        draw_typed(o->typed, --bottom, columns);
    if (bottom > 0)
        draw_lines(info, bottom, columns);
    if (bottom > 0 && o->help)
        draw_help(o, bottom, columns);
    else if (bottom > 0 && info->result[0] != '\0')
        draw_box(result, 3, bottom, columns);
    attrset(A_REVERSE);
    put_line(rows - 1, 0, columns, info->status);
    attrset(A_NORMAL);
}
