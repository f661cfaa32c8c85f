/* help.c: see help.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "window/hud/help.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "window/hud/batch_text.h"
#include "window/hud/palette.h"
#include "window/hud/paragraph.h"

enum { HELP = 0xff101418u /* covers the match and the other panels */ };

enum { BORDER_LETTERS = 3 };

static const float LEAST_LETTER = 3; /* pixels: smaller ones help nobody */

typedef struct help_row {
    const char *keys, *meaning;
} help_row;

enum { HELP_ROWS = 15 };

/* Keys of the user's own stand in place of the usual ones. */
static const char *keys_or(const overlay *o, unsigned row, const char *usual)
{
    return o->keys[row][0] != '\0' ? o->keys[row] : usual;
}

static unsigned list_game_keys(const overlay *o, const match_info *info, help_row rows[HELP_ROWS])
{
    unsigned n = 0;
    rows[n++] = (help_row){ keys_or(o, 0, "arrows, WASD"), "directions (controller: left stick or pad)" };
    rows[n++] = (help_row){ keys_or(o, 1, "space"), info->drags ? "fire (A)" : "fire (left mouse button, A)" };
    rows[n++] = (help_row){ keys_or(o, 2, "return, x"), "second button (right mouse button, B)" };
    if (info->drags)
        rows[n++] = (help_row){ "left mouse button", "drags what is there" };
    return n;
}

static unsigned list_player_help(const overlay *o, const match_info *info, help_row rows[HELP_ROWS])
{
    unsigned n = info->watches ? 0 : list_game_keys(o, info, rows);
    rows[n++] = (help_row){ "F1, ?", "this help" };
    rows[n++] = (help_row){ "F2", "figures and graphs" };
    rows[n++] = (help_row){ "F3", "layers: contacts, joints, islands, boxes, velocities" };
    if (info->can_pause)
        rows[n++] = (help_row){ "F5, F6", "pause and go on, one tick" };
    rows[n++] = (help_row){ "F7", info->online ? "players: the first ones, all of them, none"
                                               : "players, with their colours and scores" };
    if (info->can_chat)
        rows[n++] = (help_row){ "tab", "a line to the other players" };
    rows[n++] = (help_row){ "middle mouse button", "fields of the body there, live" };
    rows[n++] = (help_row){ "F8", "the camera follows that body, or not" };
    rows[n++] = (help_row){ "F4, F11", "sound on and off, full screen" };
    rows[n++] = (help_row){ info->keeps_q ? "Ctrl-C" : "q", "leave the match (back and start)" };
    return n;
}

static unsigned list_recording_help(help_row rows[HELP_ROWS])
{
    static const help_row help[] = {
        { "space", "pause and go on" },
        { "left, right", "one tick back, one tick ahead" },
        { "page up, page down", "ten seconds back, ten seconds ahead" },
        { "up, down", "faster, slower" },
        { "home, end", "first tick, last tick" },
        { "digits, return", "go to that tick" },
        { "mouse on the bar", "what a mark is; a click jumps there" },
        { "f", "see it as the next player" },
        { "F2, F3", "graphs, layers of the physics" },
        { "F7", "players, with their colours and scores" },
        { "middle mouse button", "fields of the body there, live" },
        { "F8", "the camera follows that body, or not" },
        { "F4, F11", "sound on and off, full screen" },
        { "q", "leave the recording (back and start)" },
    };
    _Static_assert(sizeof help / sizeof help[0] <= HELP_ROWS, "the rows fit");
    memcpy(rows, help, sizeof help);
    return sizeof help / sizeof help[0];
}

void overlay_set_keys(overlay *o, const key_map *map)
{
    char rows[KEY_ACTIONS][KEY_ROW_BYTES];
    bool usual = memcmp(map, &key_map_usual, sizeof *map) == 0;
    memset(o->keys, 0, sizeof o->keys);
    for (unsigned i = 0; i < KEY_ACTIONS; i++)
        key_map_write(map, i, rows[i], sizeof rows[i]);
    if (usual)
        return;
    snprintf(o->keys[0], sizeof o->keys[0], "%.40s; %.40s; %.40s; %.40s", rows[0], rows[1], rows[2], rows[3]);
    snprintf(o->keys[1], sizeof o->keys[1], "%.60s", rows[4]);
    snprintf(o->keys[2], sizeof o->keys[2], "%.60s", rows[5]);
}

static float wider(float a, float b)
{
    return a > b ? a : b;
}

/* The panel: letters, the column of keys, and the keys of the game in rows of the width of the others. */
typedef struct layout {
    float height, column, width, step;
    paragraph controls;
    unsigned control_rows, rows; /* of all */
} layout;

enum { CONTROL_ROWS = 5, TITLE_ROWS = 3 };

static layout measure_help(const fs_batch *b, const match_info *info, const help_row *rows, unsigned count,
                           float height)
{
    layout l = { .height = height, .step = 1.5f * height };
    float meaning = 0;
    for (unsigned i = 0; i < count; i++) {
        l.column = wider(l.column, text_width(b, height, rows[i].keys) + height);
        meaning = wider(meaning, text_width(b, height, rows[i].meaning));
    }
    l.width = wider(l.column + meaning, text_width(b, 1.25f * height, info->game)) + 2 * height;
    l.controls = (paragraph){ .text = info->controls,
                              .height = height,
                              .room = l.width - 2 * height,
                              .most = CONTROL_ROWS,
                              .argb = AMBER };
    l.control_rows = paragraph_count_rows(b, &l.controls);
    l.rows = count + TITLE_ROWS + (l.control_rows > 0 ? l.control_rows : 1);
    return l;
}

static unsigned list_help(const overlay *o, const match_info *info, help_row rows[HELP_ROWS])
{
    return info->recording ? list_recording_help(rows) : list_player_help(o, info, rows);
}

/* In letters that shrink until it fits. */
static layout fit_help(const overlay *o, const match_info *info, const help_row *rows, unsigned count, float size,
                       const fs_batch *b)
{
    layout l = measure_help(b, info, rows, count, size);
    float height = l.width > (float)o->width ? size * (float)o->width / l.width : size;
    return measure_help(b, info, rows, count, fminf(height, (float)o->height / (1.5f * (float)l.rows)));
}

/* In the middle of the window. */
static fields_area place_help(const overlay *o, const layout *l)
{
    float panel = l->step * (float)l->rows, left = fmaxf(0, ((float)o->width - l->width) / 2);
    float top = fmaxf(0, ((float)o->height - panel) / 2);
    return (fields_area){ left, top, left + l->width, top + panel };
}

/* What the panel covers: up to the borders of a window that is hardly larger, so that no ends of other texts are seen beside it. */
static fields_area cover_borders(const overlay *o, const layout *l, fields_area area)
{
    const float narrow = BORDER_LETTERS * l->height;
    if (area.left < narrow)
        area.left = 0, area.right = (float)o->width;
    if (area.top < narrow)
        area.top = 0, area.bottom = (float)o->height;
    return area;
}

bool help_find(const overlay *o, const match_info *info, float size, const fs_batch *b, fields_area *out)
{
    help_row rows[HELP_ROWS];
    layout l = fit_help(o, info, rows, list_help(o, info, rows), size, b);
    *out = cover_borders(o, &l, place_help(o, &l));
    return l.height >= LEAST_LETTER;
}

bool help_draw(const overlay *o, const match_info *info, float size, fs_batch *b)
{
    help_row rows[HELP_ROWS];
    unsigned count = list_help(o, info, rows);
    layout l = fit_help(o, info, rows, count, size, b);
    const fields_area area = place_help(o, &l), panel = cover_borders(o, &l, area);
    if (l.height < LEAST_LETTER)
        return false;
    float left = area.left, top = area.top, y = top + 1.4f * l.step;
    fs_batch_add_rectangle(b, panel.left, panel.top, panel.right, panel.bottom, HELP);
    put_text(b, left + l.height, y, 1.25f * l.height, WHITE, info->game[0] != '\0' ? info->game : "fixstep");
    l.controls.x = left + l.height;
    paragraph_draw(b, &l.controls, y + 1.2f * l.step);
    y = top + l.step * ((float)(l.rows - count) - 0.3f);
    for (unsigned i = 0; i < count; i++, y += l.step) {
        put_text(b, left + l.height, y, l.height, BLUE, rows[i].keys);
        put_text(b, left + l.height + l.column, y, l.height, WHITE, rows[i].meaning);
    }
    return true;
}
