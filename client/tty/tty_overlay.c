/* tty_overlay.c: see tty_overlay.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "tty/tty_overlay.h"

#include <curses.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

enum { MAX_HELP_LINES = 24, HELP_BYTES = 200, MAX_PIECES = 512 /* of all texts of a box */ };

/* A part of a text that fits on a line. */
typedef struct piece {
    const char *text;
    int bytes, columns;
} piece;

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

/* Writes a part of a text from a column on and fills the line with blanks up to `end`. Texts may come from other machines. */
static void put_piece(int row, int column, int end, piece part)
{
    const char *last = part.text + part.bytes;
    while (column < end) {
        wchar_t c[2] = { L' ', 0 };
        const char *rest = part.text;
        int width = part.text < last ? next_character(&rest, &c[0]) : 1;
        if (column + width > end) { /* half a wide character */
            c[0] = L' ';
            width = 1;
        } else {
            part.text = rest;
        }
        mvaddnwstr(row, column, c, 1);
        column += width;
    }
}

static void put_line(int row, int column, int end, const char *text)
{
    put_piece(row, column, end, (piece){ text, (int)strlen(text), 0 });
}

/* The first line of a text on so many columns: it ends at the last blank where one fits, which *text is moved behind. */
static piece take_line(const char **text, int columns)
{
    const char *begin = *text, *at = begin;
    piece whole = { begin, 0, 0 }, words = { begin, 0, 0 };
    wchar_t c;
    while (*at != '\0') {
        const char *before = at;
        int width = next_character(&at, &c);
        if (*before == ' ' && before > begin)
            words = whole;
        if (whole.columns + width > columns && whole.bytes > 0)
            break;
        whole.bytes = (int)(at - begin);
        whole.columns += width;
    }
    bool ended = whole.text[whole.bytes] == '\0';
    piece line = ended || words.bytes == 0 ? whole : words;
    *text = begin + line.bytes;
    *text += !ended && **text == ' ';
    return line;
}

/* Breaks a text into lines of so many columns, `room` of them at most; an empty text is one line. Returns their number. */
static int break_text(const char *text, int columns, piece *lines, int room)
{
    int count = 0;
    do {
        if (count < room)
            lines[count++] = take_line(&text, columns);
    } while (*text != '\0' && count < room);
    return count;
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

/* A box of texts in the middle of the picture; of more lines than rows, those of one page, from 1. False: there is no such
 * page. */
static bool draw_box(const char *const *texts, int count, unsigned page, int rows, int columns)
{
    piece lines[MAX_PIECES];
    int margin = columns > 4 ? 1 : 0, total = 0, width = 0;
    for (int i = 0; i < count; i++)
        total += break_text(texts[i], columns - 2 * margin, &lines[total], MAX_PIECES - total);
    for (int i = 0; i < total; i++)
        width = lines[i].columns > width ? lines[i].columns : width;
    int first = ((int)page - 1) * rows, shown = total - first < rows ? total - first : rows;
    int left = (columns - width) / 2 - margin, top = (rows - shown) / 2, right = left + width + 2 * margin;
    attrset(A_REVERSE);
    for (int i = 0; i < shown; i++) {
        put_piece(top + i, left, left + margin, (piece){ "", 0, 0 });
        put_piece(top + i, left + margin, right, lines[first + i]);
    }
    attrset(A_NORMAL);
    return shown > 0;
}

static bool draw_help(const tty_overlay *o, int rows, int columns)
{
    help h;
    const char *texts[MAX_HELP_LINES];
    make_help(&h, o->info, o->tells_releases);
    for (int i = 0; i < h.count; i++)
        texts[i] = h.lines[i];
    return draw_box(texts, h.count, o->help, rows, columns);
}

/* --- the whole ------------------------------------------------------------------------------ */

/* The newest texts above row `bottom`, on half of the rows. The newest one of all may have more. */
static void draw_news(const match_info *info, int bottom, int columns)
{
    for (int i = (int)info->news_count - 1, half = bottom / 2; i >= 0; i--) {
        piece lines[MAX_PIECES];
        bool newest = i == (int)info->news_count - 1;
        int count = break_text(info->news[i], columns, lines, MAX_PIECES);
        if (newest && count > bottom)
            count = bottom;
        if (bottom - count < half && !newest)
            return;
        bottom -= count;
        for (int n = 0; n < count; n++) { /* a blank parts the text from the picture */
            bool last = n + 1 == count && lines[n].columns < columns;
            put_piece(bottom + n, 0, last ? lines[n].columns + 1 : columns, lines[n]);
        }
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

bool tty_overlay_draw(const tty_overlay *o, int rows, int columns)
{
    bool paged = true;
    const match_info *info = o->info;
    int bottom = rows - 1; /* rows above the status line */
    const char *result[] = { info->result, info->scores, "any key leaves" };
    if (bottom > 0 && o->typed != NULL)
        draw_typed(o->typed, --bottom, columns);
    if (bottom > 0)
        draw_news(info, bottom, columns);
    if (bottom > 0 && o->help > 0)
        paged = draw_help(o, bottom, columns);
    else if (bottom > 0 && info->result[0] != '\0')
        draw_box(result, 3, 1, bottom, columns);
    attrset(A_REVERSE);
    put_line(rows - 1, 0, columns, info->status);
    attrset(A_NORMAL);
    return paged;
}
