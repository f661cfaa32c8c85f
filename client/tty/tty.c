/* tty.c: cells and keys through curses. See tty.h. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif
#include "tty/tty.h"

#include <curses.h>
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>
#include <fixstep/view.h>

#include "held_keys.h"
#include "tty/key_sequence.h"
#include "tty/palette.h"
#include "tty/tty_line.h"
#include "tty/tty_overlay.h"
#include "tty/tty_restore.h"

enum {
    CTRL_C = 3,
    CTRL_U = 21,
    ESCAPE = 27,
    ESCAPE_WAIT_MS = 25, /* the bytes of an arrow key arrive within this time */
    MAX_STROKES = 256,   /* of one call, so that a flood of keys cannot stop the match */
    FULL_BLOCK = 0x2588
};

struct tty {
    SCREEN *screen;
    fs_cell_grid *cells; /* NULL on a terminal of one row */
    held_keys held;
    key_sequence sequence;
    int columns, rows;            /* of the terminal, as last seen */
    int colours;                  /* 0: none */
    bool plain;                   /* only ASCII can be shown */
    unsigned debug_strokes;       /* of F3, not yet taken */
    unsigned strokes;             /* of any key, likewise */
    uint32_t struck[MAX_STROKES]; /* keys of the last tty_keys() */
    unsigned struck_count, struck_taken;
    tty_line typing;
    char typed[FS_MAX_CHAT]; /* a finished line; "": none */
    unsigned help;           /* page of the keys, from 1; 0: they are not shown */
    bool keeps_q, can_chat;
    bool leave;
    bool tells_releases; /* the terminal does, so keys arrive as sequences */
};

/* --- opening and closing -------------------------------------------------------- */

/* Whether characters beyond ASCII can be shown. The font of the Linux console has
 * no Braille characters. */
static bool shows_unicode(const char *term)
{
    setlocale(LC_CTYPE, "");
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0 && strcmp(term, "linux") != 0;
}

/* Makes a name from the environment safe for a message. */
static void replace_unprintable(char *name)
{
    for (; *name != 0; name++)
        if (*name < 0x20 || *name > 0x7e)
            *name = '?';
}

static bool check_terminal(char *why, size_t why_size, char term[32])
{
    const char *name = getenv("TERM");
    snprintf(term, 32, "%s", name != NULL ? name : "");
    replace_unprintable(term);
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        snprintf(why, why_size, "the terminal view needs a terminal as standard input and output");
    else if (term[0] == 0)
        snprintf(why, why_size, "the terminal view needs the type of the terminal in TERM, which is not set");
    else if (strcmp(term, "dumb") == 0)
        snprintf(why, why_size, "the terminal view needs a terminal that can place characters; TERM says \"dumb\"");
    else
        return true;
    return false;
}

static void set_modes(tty *t)
{
    raw(); /* Ctrl-C is read as a key, so that the match always ends cleanly */
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    leaveok(stdscr, TRUE);
    set_escdelay(ESCAPE_WAIT_MS);
    curs_set(0);
    if (has_colors() && start_color() == OK && COLORS >= 8)
        t->colours = COLORS;
}

/* The Linux console would take the question for one about its cursor. */
static void ask_for_releases(const char *term)
{
    bool asks = strcmp(term, "linux") != 0;
    ssize_t written = asks ? write(STDOUT_FILENO, KEY_SEQUENCE_QUERY, sizeof KEY_SEQUENCE_QUERY - 1) : 0;
    (void)written; /* a terminal that accepts no bytes shows nothing either */
}

tty *tty_open(char *why, size_t why_size)
{
    char term[32];
    if (!check_terminal(why, why_size, term))
        return NULL;
    tty *t = calloc(1, sizeof *t);
    if (t == NULL) {
        snprintf(why, why_size, "out of memory");
        return NULL;
    }
    t->plain = !shows_unicode(term);
    tty_restore_remember();
    t->screen = newterm(NULL, stdout, stdin);
    if (t->screen == NULL || !tty_restore_prepare()) {
        snprintf(why, why_size, "the terminal view cannot use a terminal of the type \"%s\" (TERM)", term);
        tty_close(t);
        return NULL;
    }
    set_modes(t);
    ask_for_releases(term);
    return t;
}

void tty_close(tty *t)
{
    if (t == NULL)
        return;
    if (t->screen != NULL) {
        tty_restore_releases(false);
        flushinp(); /* the answer to the query, when it comes as late as this */
        endwin();
        delscreen(t->screen);
    }
    /* endwin() has restored the terminal. */
    tty_restore_forget();
    fs_cell_grid_destroy(t->cells);
    free(t);
}

/* --- keys ------------------------------------------------------------------------- */

/* The key of a code of curses as the protocol of releases has it; 0: none that matters. */
static uint32_t key_of_code(wint_t code)
{
    switch (code) {
    case KEY_UP: return KEY_SEQUENCE_UP;
    case KEY_DOWN: return KEY_SEQUENCE_DOWN;
    case KEY_LEFT: return KEY_SEQUENCE_LEFT;
    case KEY_RIGHT: return KEY_SEQUENCE_RIGHT;
    case KEY_PPAGE: return KEY_SEQUENCE_PAGE_UP;
    case KEY_NPAGE: return KEY_SEQUENCE_PAGE_DOWN;
    case KEY_HOME: return KEY_SEQUENCE_HOME;
    case KEY_END: return KEY_SEQUENCE_END;
    case KEY_ENTER: return '\r';
    default: return 0;
    }
}

static void note_struck(tty *t, uint32_t key)
{
    key = key == '\n' || key == KEY_SEQUENCE_PAD_ENTER ? '\r' : key;
    if (key != 0 && t->struck_count < MAX_STROKES)
        t->struck[t->struck_count++] = key;
}

static uint32_t key_of_character(wint_t c)
{
    static const struct {
        char character;
        uint8_t key;
    } keys[] = { { 'w', FS_KEY_UP },   { 'W', FS_KEY_UP },   { 's', FS_KEY_DOWN },  { 'S', FS_KEY_DOWN },
                 { 'a', FS_KEY_LEFT }, { 'A', FS_KEY_LEFT }, { 'd', FS_KEY_RIGHT }, { 'D', FS_KEY_RIGHT },
                 { ' ', FS_KEY_FIRE }, { 'x', FS_KEY_ALT },  { 'X', FS_KEY_ALT },   { '\r', FS_KEY_ALT },
                 { '\n', FS_KEY_ALT } };
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (c == (wint_t)keys[i].character)
            return keys[i].key;
    return 0;
}

/* The key of a game. */
static uint32_t key_of_sequence(uint32_t key)
{
    switch (key) {
    case KEY_SEQUENCE_UP: return FS_KEY_UP;
    case KEY_SEQUENCE_DOWN: return FS_KEY_DOWN;
    case KEY_SEQUENCE_LEFT: return FS_KEY_LEFT;
    case KEY_SEQUENCE_RIGHT: return FS_KEY_RIGHT;
    case KEY_SEQUENCE_PAD_ENTER: return FS_KEY_ALT;
    default: return key_of_character(key);
    }
}

static void take_typed(tty *t, wint_t c)
{
    tty_line_end end = tty_line_take(&t->typing, c);
    if (end == TTY_LINE_DONE)
        memcpy(t->typed, t->typing.text, sizeof t->typed);
    if (end != TTY_LINE_GOES_ON)
        t->typing = (tty_line){ 0 };
}

/* The line takes the place of the pages, which '?' cannot turn while one types. */
static void begin_typing(tty *t)
{
    t->typing.open = true;
    t->help = 0;
}

/* Takes a character that means something to the view; false when it belongs to the game. */
static bool take_command(tty *t, wint_t c)
{
    if (c == CTRL_C)
        t->leave = true;
    else if (t->typing.open)
        take_typed(t, c);
    else if (c == '?')
        t->help++; /* behind the last page it closes */
    else if (c == '\t' && t->can_chat)
        begin_typing(t);
    else if ((c == 'q' || c == 'Q') && !t->keeps_q)
        t->leave = true;
    else
        return false;
    return true;
}

/* A character that a game may have as a key. */
static void set_character(fs_keys *keys, wint_t c)
{
    if (c >= 0x20 && c != 0x7f)
        keys->character = (uint32_t)c;
}

static void take_character(tty *t, fs_keys *keys, wint_t c, uint64_t now_us)
{
    t->strokes++;
    if (take_command(t, c))
        return;
    note_struck(t, (uint32_t)c);
    set_character(keys, c);
    held_keys_press(&t->held, key_of_character(c), now_us);
}

static void take_key(tty *t, wint_t code, uint64_t now_us)
{
    t->strokes += code != KEY_RESIZE;
    if (code == KEY_F(3))
        t->debug_strokes++;
    else if (t->typing.open && code == KEY_BACKSPACE)
        tty_line_backspace(&t->typing);
    else if (t->typing.open && code == KEY_ENTER)
        take_typed(t, '\n');
    else if (!t->typing.open) {
        note_struck(t, key_of_code(code));
        held_keys_press(&t->held, key_of_sequence(key_of_code(code)), now_us);
    }
}

/* --- keys as sequences ---------------------------------------------------------------- */

/* What a terminal without sequences would have sent; 0 for keys that type nothing. */
static wint_t character_of_sequence(const key_sequence *s)
{
    if (s->control)
        return s->key == 'c' ? CTRL_C : s->key == 'u' ? CTRL_U : 0;
    if (s->text != 0)
        return (wint_t)s->text;
    return s->key < 0x80 ? (wint_t)s->key : s->key == KEY_SEQUENCE_PAD_ENTER ? '\r' : 0;
}

static void take_press(tty *t, fs_keys *keys, uint64_t now_us)
{
    wint_t c = character_of_sequence(&t->sequence);
    uint32_t key = key_of_sequence(t->sequence.key);
    t->strokes++;
    if (t->sequence.key == KEY_SEQUENCE_F3) {
        t->debug_strokes++;
        return;
    }
    if ((c != 0 || t->typing.open) && take_command(t, c))
        return;
    note_struck(t, c != 0 ? (uint32_t)c : t->sequence.key);
    set_character(keys, c);
    if (t->tells_releases)
        held_keys_set_down(&t->held, key, true);
    else
        held_keys_press(&t->held, key, now_us);
}

/* The terminal knows the protocol. Curses would not know the sequences, so they are read here alone. */
static void enable_releases(tty *t)
{
    if (t->tells_releases)
        return;
    t->tells_releases = true;
    keypad(stdscr, FALSE);
    tty_restore_releases(true);
}

static void take_input(tty *t, fs_keys *keys, wint_t c, uint64_t now_us)
{
    bool escape = key_sequence_is_escape(&t->sequence);
    key_sequence_kind kind = key_sequence_take(&t->sequence, c);
    if (escape && (kind == KEY_SEQUENCE_NONE || c == ESCAPE))
        take_character(t, keys, ESCAPE, now_us);
    switch (kind) {
    case KEY_SEQUENCE_NONE: take_character(t, keys, c, now_us); break;
    case KEY_SEQUENCE_ANSWER: enable_releases(t); break;
    case KEY_SEQUENCE_PRESS: take_press(t, keys, now_us); break;
    case KEY_SEQUENCE_RELEASE: held_keys_set_down(&t->held, key_of_sequence(t->sequence.key), false); break;
    case KEY_SEQUENCE_FOCUS_LOST: held_keys_release_all(&t->held); break;
    case KEY_SEQUENCE_GOES_ON:
    case KEY_SEQUENCE_OTHER: break;
    }
}

/* An ESC that nothing follows is the key; a terminal with sequences has one for that key too. */
static void finish_escape(tty *t, fs_keys *keys, uint64_t now_us)
{
    if (t->tells_releases || !key_sequence_is_escape(&t->sequence))
        return;
    t->sequence = (key_sequence){ 0 };
    take_character(t, keys, ESCAPE, now_us);
}

bool tty_keys(tty *t, fs_keys *keys, uint64_t now_us)
{
    *keys = (fs_keys){ 0 };
    t->struck_count = t->struck_taken = 0;
    for (int i = 0; i < MAX_STROKES; i++) {
        wint_t code;
        int kind = get_wch(&code);
        if (kind == ERR)
            break;
        if (kind == KEY_CODE_YES)
            take_key(t, code, now_us);
        else
            take_input(t, keys, code, now_us);
    }
    finish_escape(t, keys, now_us);
    keys->held = held_keys_bits(&t->held, now_us);
    return !t->leave;
}

unsigned tty_debug_strokes(tty *t)
{
    unsigned strokes = t->debug_strokes;
    t->debug_strokes = 0;
    return strokes;
}

bool tty_take_line(tty *t, char *line, size_t size)
{
    if (t->typed[0] == '\0')
        return false;
    snprintf(line, size, "%s", t->typed);
    t->typed[0] = '\0';
    return true;
}

unsigned tty_take_strokes(tty *t)
{
    unsigned strokes = t->strokes;
    t->strokes = 0;
    return strokes;
}

uint32_t tty_take_key(tty *t)
{
    return t->struck_taken < t->struck_count ? t->struck[t->struck_taken++] : 0;
}

/* --- showing ---------------------------------------------------------------------- */

/* Asks for the size each time: the program leaves SIGWINCH alone. */
static void update_size(tty *t)
{
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0 &&
        is_term_resized(size.ws_row, size.ws_col))
        resizeterm(size.ws_row, size.ws_col);
    int rows, columns;
    getmaxyx(stdscr, rows, columns);
    if (rows == t->rows && columns == t->columns)
        return;
    t->rows = rows;
    t->columns = columns;
    fs_cell_grid_destroy(t->cells);
    t->cells = NULL;
    uint32_t across = columns < FS_CELL_GRID_MAX ? (uint32_t)columns : FS_CELL_GRID_MAX;
    uint32_t down = rows <= FS_CELL_GRID_MAX ? (uint32_t)rows - 1 : FS_CELL_GRID_MAX;
    /* A terminal of one row shows the status line only. */
    if (rows > 1)
        fs_cell_grid_create(across, down, &t->cells);
    erase();
}

static uint32_t brightness(uint32_t c)
{
    return ((c >> 16 & 255) * 3 + (c >> 8 & 255) * 6 + (c & 255)) / 10;
}

/* The character for terminals with ASCII or without colours. */
static uint32_t plain_character(const tty *t, fs_cell cell)
{
    static const uint16_t shades[4] = { 0x2591, 0x2592, 0x2593, FULL_BLOCK };
    uint32_t c = cell.character;
    if (c == FULL_BLOCK && !t->plain)
        return t->colours > 0 ? c : shades[brightness(cell.fg) / 64];
    if (!t->plain || (c < 0x7f && c > 0))
        return c;
    if (c == FULL_BLOCK)
        return t->colours > 0 ? ' ' : (uint32_t) ".:+#"[brightness(cell.fg) / 64];
    if (c >= 0x2800 && c <= 0x28ff)
        return '*';
    return c >= 0x2580 && c <= 0x259f ? '#' : '?';
}

/* The colour pair of a cell. A face has the colour of its character; where a blank
 * replaces the character, the ground gets that colour. */
static int choose_pair(const tty *t, fs_cell cell)
{
    if (t->colours == 0)
        return 0;
    uint32_t ground = t->plain && cell.character == FULL_BLOCK ? cell.fg : cell.bg;
    int pair = alloc_pair(palette_nearest(cell.fg, t->colours), palette_nearest(ground, t->colours));
    return pair > 0 ? pair : 0;
}

static void show_cell(const tty *t, int row, int column, fs_cell cell, int pair)
{
    if (cell.character == 0 && !t->plain)
        return; /* the right half of a wide character */
    wchar_t text[2] = { (wchar_t)plain_character(t, cell), 0 };
    cchar_t character;
    setcchar(&character, text, A_NORMAL, 0, &pair);
    mvadd_wch(row, column, &character);
}

static void show_cells(const tty *t)
{
    const fs_cell *grid = fs_cell_grid_cells(t->cells);
    int rows = (int)fs_cell_grid_rows(t->cells), columns = (int)fs_cell_grid_columns(t->cells);
    fs_cell last = { 0, UINT32_MAX, UINT32_MAX };
    int pair = 0;
    for (int row = 0; row < rows; row++) {
        for (int column = 0; column < columns; column++) {
            fs_cell cell = grid[row * columns + column];
            /* Neighbours mostly share their colours, and finding a pair is slow. */
            if (cell.fg != last.fg || cell.bg != last.bg || t->plain)
                pair = choose_pair(t, cell);
            last = cell;
            show_cell(t, row, column, cell, pair);
        }
    }
}

void tty_show(tty *t, const fs_draw_list *draw, const match_info *info)
{
    update_size(t);
    if (t->cells != NULL && fs_cell_grid_render(t->cells, draw) == FS_OK)
        show_cells(t);
    t->keeps_q = info->keeps_q;
    t->can_chat = info->can_chat;
    tty_overlay overlay = { .info = info,
                            .typed = t->typing.open ? t->typing.text : NULL,
                            .help = t->help,
                            .tells_releases = t->tells_releases };
    if (!tty_overlay_draw(&overlay, t->rows, t->columns))
        t->help = 0;
    refresh();
}
