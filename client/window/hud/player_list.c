/* player_list.c: see player_list.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "window/hud/player_list.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "window/hud/batch_text.h"

/* Of a name at least, in heights of the letters: six of them. */
static const float LEAST_NAME = 3.5f;

enum { PANEL = 0xe8101418u, WHITE = 0xffe8ecf0u, DIM = 0xffa8b0b8u, OPAQUE = 0xff000000u };

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

static columns measure_rows(const match_info *info, uint32_t rows, float size, const fs_batch *b)
{
    columns c = { 0, 0, 0 };
    for (uint32_t i = 0; i < rows; i++) {
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

taken_corner player_list_draw(const match_info *info, const fs_draw_list *list, player_list_area area, float size,
                              fs_batch *b)
{
    float step = 1.35f * size, width = area.width, top = area.top + size, room = area.height - area.top;
    /* Half of the picture at most, and what is left below `top`. */
    float most = fminf(area.height / 2, room - 1.5f * size);
    uint32_t fit = area.height > 4 * step && most > 0 ? (uint32_t)(most / step) : 0;
    uint32_t rows = info->listed_count <= fit ? info->listed_count : fit > 0 ? fit - 1 : 0;
    columns c = measure_rows(info, rows, size, b);
    /* Long names are shortened; where there is no room for some letters of them, the list does. */
    float others = 2.3f * size + c.score + c.delay, share = PLAYER_LIST_SHARE * width - size;
    float named = fmaxf(share - others, fminf(LEAST_NAME * size, width / 2 - others));
    if (rows == 0 || named < fminf(c.name, 2 * size))
        return (taken_corner){ width, 0 };
    c.name = fminf(c.name, named);
    float across = others + c.name, left = width - size - across;
    uint32_t lines = rows + (rows < info->listed_count);
    fs_batch_add_rectangle(b, left, top, width - size, top + step * (float)lines + 0.5f * size, PANEL);
    for (uint32_t i = 0; i < rows; i++)
        draw_row(info, &info->listed[i], list, left + 0.5f * size, top + step * (float)(i + 1) - 0.1f * size, size, &c,
                 b);
    if (rows < info->listed_count) {
        char more[32];
        snprintf(more, sizeof more, "%" PRIu32 " more", info->listed_count - rows);
        put_text(b, left + 1.8f * size, top + step * (float)lines - 0.1f * size, size, DIM, more);
    }
    return (taken_corner){ left, top + step * (float)lines + 0.5f * size };
}
