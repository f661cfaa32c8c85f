/* player_list.c: see player_list.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "window/hud/player_list.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "window/hud/batch_text.h"
#include "window/hud/palette.h"

/* Of a name at least, in heights of the letters: six of them. */
static const float LEAST_NAME = 3.5f;

enum { PANEL = 0xe8101418u, OPAQUE = 0xff000000u };

typedef struct row_text {
    char score[24], delay[24]; /* "": none */
} row_text;

/* Widths of the columns, pixels. */
typedef struct columns {
    float name, score, delay;
} columns;

static float wider(float a, float b)
{
    return a > b ? a : b;
}

/* Of the round trips only the one of this client is known. */
static row_text write_row(const match_info *info, const match_player *player)
{
    row_text row = { "", "" };
    if (info->has_scores)
        snprintf(row.score, sizeof row.score, "%" PRId64, player->score);
    if (info->online && player->slot == info->own_slot && info->rtt_us > 0)
        snprintf(row.delay, sizeof row.delay, "%" PRIu32 " ms", (info->rtt_us + 500) / 1000);
    return row;
}

static columns measure_rows(const match_info *info, float size, const fs_batch *b)
{
    columns c = { 0, 0, 0 };
    for (uint32_t i = 0; i < info->listed_count; i++) {
        row_text row = write_row(info, &info->listed[i]);
        c.name = wider(c.name, text_width(b, size, info->listed[i].name));
        c.score = wider(c.score, text_width(b, size, row.score));
        c.delay = wider(c.delay, text_width(b, size, row.delay));
    }
    c.score += c.score > 0 ? size : 0;
    c.delay += c.delay > 0 ? size : 0;
    return c;
}

static void draw_row(const match_info *info, const match_player *player, const fs_draw_list *list, float x, float y,
                     float size, const columns *c, fs_batch *b)
{
    row_text row = write_row(info, player);
    uint32_t colour = list != NULL ? fs_draw_get_colour(list, player->slot) : fs_draw_player_colour(player->slot);
    float name = x + 1.3f * size, score = name + c->name + c->score;
    fs_batch_add_disc(b, x + 0.4f * size, y - 0.35f * size, 0.4f * size, 0, OPAQUE | colour);
    put_text_within(b, name, y, size, player->slot == info->own_slot ? WHITE : DIM, player->name, c->name);
    put_text(b, score - text_width(b, size, row.score), y, size, WHITE, row.score);
    put_text(b, score + c->delay - text_width(b, size, row.delay), y, size, DIM, row.delay);
}

/* --- the list ---------------------------------------------------------------------------------- */

/* Lines and columns, the players in them, and lengths in pixels. */
typedef struct layout {
    uint32_t lines, across; /* of the panel: lines of each column, and columns */
    uint32_t shown;         /* players; the last line counts the others */
    float left, top, step, column;
    columns widths;
} layout;

static uint32_t smaller(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* Long names are shortened; where there is no room for some letters of them, the list goes. */
static bool fit_widths(const match_info *info, float room, float size, layout *l, const fs_batch *b)
{
    l->widths = measure_rows(info, size, b);
    float others = 2.3f * size + l->widths.score + l->widths.delay;
    float named = fmaxf(PLAYER_LIST_SHARE * room - size - others, fminf(LEAST_NAME * size, room / 2 - others));
    if (named < fminf(l->widths.name, 2 * size))
        return false;
    l->widths.name = fminf(l->widths.name, named);
    l->column = others + l->widths.name;
    return true;
}

/* False where there is no room. */
static bool make_layout(const match_info *info, player_list_kind kind, player_list_area area, float size, layout *l,
                        const fs_batch *b)
{
    *l = (layout){ .step = 1.35f * size, .top = area.top + size, .across = 1 };
    /* Half of the picture at most, and what is left below `top`. */
    float most = fminf(area.height / 2, area.height - area.top - 1.5f * size);
    uint32_t fit = area.height > 4 * l->step && most > 0 ? (uint32_t)(most / l->step) : 0;
    if (!fit_widths(info, area.width, size, l, b))
        return false;
    if (kind == PLAYER_LIST_SHORT)
        fit = smaller(fit, PLAYER_LIST_ROWS);
    else if (fit > 0)
        l->across = smaller((info->listed_count + fit - 1) / fit,
                            (uint32_t)fmaxf(1, (area.width - 2 * size) / l->column));
    uint32_t room = fit * l->across;
    l->shown = info->listed_count <= room ? info->listed_count : room > 0 ? room - 1 : 0;
    uint32_t lines = l->shown + (l->shown < info->listed_count);
    l->lines = l->across > 0 ? (lines + l->across - 1) / l->across : 0;
    l->left = area.width - size - l->column * (float)l->across;
    return l->shown > 0;
}

/* The player of a line: in the last one of a list that is cut the own one, when it would be missing. */
static const match_player *player_of_line(const match_info *info, const layout *l, uint32_t line)
{
    if (line + 1 == l->shown && l->shown < info->listed_count)
        for (uint32_t i = line; i < info->listed_count; i++)
            if (info->listed[i].slot == info->own_slot)
                return &info->listed[i];
    return &info->listed[line];
}

taken_corner player_list_draw(const match_info *info, const fs_draw_list *list, player_list_kind kind,
                              player_list_area area, float size, fs_batch *b)
{
    layout l;
    if (kind == PLAYER_LIST_NONE || !make_layout(info, kind, area, size, &l, b))
        return (taken_corner){ area.width, 0 };
    float bottom = l.top + l.step * (float)l.lines + 0.5f * size;
    fs_batch_add_rectangle(b, l.left, l.top, area.width - size, bottom, PANEL);
    for (uint32_t line = 0; line <= l.shown && line < info->listed_count; line++) {
        float x = l.left + l.column * (float)(line / l.lines) + 0.5f * size;
        float y = l.top + l.step * (float)(line % l.lines + 1) - 0.1f * size;
        char more[32];
        if (line < l.shown) {
            draw_row(info, player_of_line(info, &l, line), list, x, y, size, &l.widths, b);
            continue;
        }
        snprintf(more, sizeof more, "%" PRIu32 " more%s", info->listed_count - l.shown,
                 kind == PLAYER_LIST_SHORT ? " (F7)" : "");
        put_text_within(b, x + 1.3f * size, y, size, DIM, more, l.column - 1.8f * size);
    }
    return (taken_corner){ l.left, bottom };
}

player_list_kind player_list_kind_of(const match_info *info, unsigned strokes)
{
    static const player_list_kind of_server[] = { PLAYER_LIST_SHORT, PLAYER_LIST_WHOLE, PLAYER_LIST_NONE };
    static const player_list_kind of_others[] = { PLAYER_LIST_NONE, PLAYER_LIST_WHOLE };
    return info->online ? of_server[strokes % 3] : of_others[strokes % 2];
}
