/* cells.c: a draw list as a grid of terminal cells.
 *
 * A cell has one character and two colours. This file chooses them for the 2 by 4
 * dots of a cell and writes texts on top. It does not depend on a terminal.
 */
#include <fixstep/view.h>

#include <stdlib.h>
#include <string.h>

#include "view/dot_grid.h"
#include "view/raster.h"
#include "view/text/labels.h"
#include "view/text/status.h"
#include "base/utf8.h"

enum {
    DOTS_ACROSS = 2,
    DOTS_DOWN = 4,
    DOTS = DOTS_ACROSS * DOTS_DOWN,
    BLANK = ' ',
    FULL_BLOCK = 0x2588,
    BRAILLE = 0x2800
};

struct fs_cell_grid {
    uint32_t columns, rows;
    uint32_t background;
    fs_cell *grid;
    fs__dot_grid dots; /* memory for all rows; status lines use some of them */
    fs__scene scene;
    fs_mesh *mesh; /* of lists with solids */
};

fs_result fs_cell_grid_create(uint32_t columns, uint32_t rows, fs_cell_grid **out)
{
    FS_ASSERT(out != NULL);
    *out = NULL;
    if (columns < 1 || columns > FS_CELL_GRID_MAX || rows < 1 || rows > FS_CELL_GRID_MAX)
        return FS_E_ARGUMENT;
    fs_cell_grid *cells = calloc(1, sizeof *cells);
    if (cells == NULL)
        return FS_E_MEMORY;
    size_t count = (size_t)columns * rows;
    cells->columns = columns;
    cells->rows = rows;
    cells->grid = calloc(count, sizeof *cells->grid);
    cells->dots.dots = calloc(count * DOTS, sizeof *cells->dots.dots);
    cells->dots.inside = calloc(count * DOTS, 1);
    if (fs_mesh_create(&cells->mesh) != FS_OK || cells->grid == NULL || cells->dots.dots == NULL ||
        cells->dots.inside == NULL) {
        fs_cell_grid_destroy(cells);
        return FS_E_MEMORY;
    }
    for (size_t i = 0; i < count; i++)
        cells->grid[i].character = BLANK;
    *out = cells;
    return FS_OK;
}

void fs_cell_grid_destroy(fs_cell_grid *cells)
{
    if (cells == NULL)
        return;
    fs__scene_free(&cells->scene);
    fs_mesh_destroy(cells->mesh);
    free(cells->dots.inside);
    free(cells->dots.dots);
    free(cells->grid);
    free(cells);
}

uint32_t fs_cell_grid_columns(const fs_cell_grid *cells)
{
    FS_ASSERT(cells != NULL);
    return cells->columns;
}

uint32_t fs_cell_grid_rows(const fs_cell_grid *cells)
{
    FS_ASSERT(cells != NULL);
    return cells->rows;
}

const fs_cell *fs_cell_grid_cells(const fs_cell_grid *cells)
{
    FS_ASSERT(cells != NULL);
    return cells->grid;
}

/* --- choosing characters --------------------------------------------------------- */

/* The dots of one cell, row after row. */
typedef struct patch {
    uint32_t dot[DOTS];
} patch;

static patch read_patch(const fs__dot_grid *dots, uint32_t column, uint32_t row)
{
    patch p;
    for (uint32_t y = 0; y < DOTS_DOWN; y++)
        for (uint32_t x = 0; x < DOTS_ACROSS; x++)
            p.dot[y * DOTS_ACROSS + x] =
                dots->dots[(size_t)(row * DOTS_DOWN + y) * (size_t)dots->width + column * DOTS_ACROSS + x];
    return p;
}

static unsigned count_dots(const patch *p, uint32_t dot)
{
    unsigned n = 0;
    for (unsigned i = 0; i < DOTS; i++)
        n += p->dot[i] == dot;
    return n;
}

/* The most frequent dot whose FS__DOT_THIN bit is `thin` and that is not
 * `except`; of equals the first, `none` when there is no such dot. */
static uint32_t find_most_frequent(const patch *p, uint32_t thin, uint32_t except, uint32_t none)
{
    uint32_t best = none;
    unsigned highest = 0;
    for (unsigned i = 0; i < DOTS; i++) {
        unsigned n = count_dots(p, p->dot[i]);
        if ((p->dot[i] & FS__DOT_THIN) == thin && p->dot[i] != except && n > highest) {
            best = p->dot[i];
            highest = n;
        }
    }
    return best;
}

static fs_cell make_plain_cell(uint32_t colour, uint32_t background)
{
    if (colour == background)
        return (fs_cell){ BLANK, background, background };
    return (fs_cell){ FULL_BLOCK, colour, background };
}

/* Lines are Braille dots on the colour of the face below. */
static fs_cell make_thin_cell(const patch *p, uint32_t background)
{
    static const uint8_t bits[DOTS] = { 0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80 };
    uint32_t mask = 0;
    for (unsigned i = 0; i < DOTS; i++)
        mask |= p->dot[i] & FS__DOT_THIN ? bits[i] : 0;
    uint32_t colour = find_most_frequent(p, FS__DOT_THIN, UINT32_MAX, FS__DOT_THIN) & ~(uint32_t)FS__DOT_THIN;
    if (mask == 0xff)
        return make_plain_cell(colour, background);
    return (fs_cell){ BRAILLE + mask, colour, find_most_frequent(p, 0, UINT32_MAX, background) };
}

/* Quarter blocks: upper left 1, upper right 2, lower left 4, lower right 8. */
static const uint16_t blocks[16] = { BLANK,  0x2598, 0x259d, 0x2580, 0x2596, 0x258c, 0x259e, 0x259b,
                                     0x2597, 0x259a, 0x2590, 0x259c, 0x2584, 0x2599, 0x259f, FULL_BLOCK };

/* Where the two dots of a quarter differ, the front colour is shown. */
static fs_cell make_face_cell(const patch *p, uint32_t background)
{
    uint32_t most = find_most_frequent(p, 0, UINT32_MAX, background);
    uint32_t next = find_most_frequent(p, 0, most, most);
    if (next == most)
        return make_plain_cell(most, background);
    /* The background of the picture is never in front. */
    bool swap = next == background;
    uint32_t front = swap ? most : next, behind = swap ? next : most;
    unsigned quarters = 0;
    for (unsigned i = 0; i < DOTS; i++) {
        bool set = behind == background ? p->dot[i] != behind : p->dot[i] == front;
        quarters |= (unsigned)set << (i / DOTS_DOWN * 2 + i % DOTS_ACROSS);
    }
    return (fs_cell){ blocks[quarters], front, behind };
}

static fs_cell make_cell(const patch *p, uint32_t background)
{
    uint32_t any = 0;
    for (unsigned i = 0; i < DOTS; i++)
        any |= p->dot[i];
    return any & FS__DOT_THIN ? make_thin_cell(p, background) : make_face_cell(p, background);
}

/* --- shaded cells ------------------------------------------------------------------ */

enum { QUARTERS = 4, ALIKE = 8 /* sum of the differences of three channels */ };

static int channel_difference(uint32_t a, uint32_t b, unsigned shift)
{
    return abs((int)(a >> shift & 255) - (int)(b >> shift & 255));
}

static int colour_difference(uint32_t a, uint32_t b)
{
    return channel_difference(a, b, 0) + channel_difference(a, b, 8) + channel_difference(a, b, 16);
}

/* The mean of the colours that `mask` names, or `none`. */
static uint32_t mean_colour(const uint32_t *colours, unsigned count, unsigned mask, uint32_t none)
{
    uint32_t sum[3] = { 0 }, n = 0;
    for (unsigned i = 0; i < count; i++) {
        for (unsigned c = 0; c < 3; c++)
            sum[c] += (mask >> i & 1) * (colours[i] >> (8 * c) & 255);
        n += mask >> i & 1;
    }
    return n == 0 ? none : (sum[2] + n / 2) / n << 16 | (sum[1] + n / 2) / n << 8 | (sum[0] + n / 2) / n;
}

/* The quarters with a first colour and those nearer to a second one, which are the two that differ most. */
static fs_cell make_shaded_cell(const patch *p, uint32_t background)
{
    uint32_t quarter[QUARTERS];
    unsigned first = 0, second = 0, mask = 0;
    for (unsigned i = 0; i < QUARTERS; i++) {
        const unsigned upper = i / DOTS_ACROSS * DOTS_DOWN + i % DOTS_ACROSS;
        quarter[i] = mean_colour(p->dot, DOTS, 1u << upper | 1u << (upper + DOTS_ACROSS), background);
    }
    for (unsigned i = 0; i < QUARTERS * QUARTERS; i++)
        if (colour_difference(quarter[i / QUARTERS], quarter[i % QUARTERS]) >
            colour_difference(quarter[first], quarter[second])) {
            first = i / QUARTERS;
            second = i % QUARTERS;
        }
    if (colour_difference(quarter[first], quarter[second]) <= ALIKE)
        return make_plain_cell(mean_colour(quarter, QUARTERS, 15, background), background);
    /* The background of the picture is never in front. */
    if (quarter[first] == background) {
        unsigned other = first;
        first = second;
        second = other;
    }
    for (unsigned i = 0; i < QUARTERS; i++)
        mask |=
            (unsigned)(colour_difference(quarter[i], quarter[first]) <= colour_difference(quarter[i], quarter[second]))
            << i;
    return (fs_cell){ blocks[mask], mean_colour(quarter, QUARTERS, mask, background),
                      mean_colour(quarter, QUARTERS, 15 & ~mask, background) };
}

/* --- texts ------------------------------------------------------------------------- */

/* `colour`, or black or white where its contrast to `ground` is too low. */
static uint32_t readable_colour(uint32_t colour, uint32_t ground)
{
    if (colour_difference(colour, ground) >= 64)
        return colour;
    uint32_t light = (ground >> 16 & 255) * 3 + (ground >> 8 & 255) * 6 + (ground & 255);
    return light >= 1280 ? 0x000000 : 0xffffff;
}

static void put_character(fs_cell *cell, uint32_t character, uint32_t colour)
{
    uint32_t ground = cell->character == FULL_BLOCK ? cell->fg : cell->bg;
    *cell = (fs_cell){ character, readable_colour(colour, ground), ground };
}

/* Before a cell of a row is overwritten: the other half of a wide character there becomes a blank. */
static void split_wide(fs_cell *row, uint32_t columns, uint32_t column)
{
    if (row[column].character == 0 && column > 0)
        row[column - 1].character = BLANK;
    else if (column + 1 < columns && row[column + 1].character == 0)
        row[column + 1].character = BLANK;
}

/* Puts a character into its columns as far as they are in the row; half a wide character is a '?'. */
static void put_columns(fs_cell *row, uint32_t columns, int32_t column, uint32_t character, uint32_t colour)
{
    int32_t width = fs__utf8_columns(character) == 2 ? 2 : 1, last = column + width - 1;
    bool whole = column >= 0 && last < (int32_t)columns && fs__utf8_columns(character) > 0;
    for (int32_t c = column; c <= last; c++) {
        if (c < 0 || c >= (int32_t)columns)
            continue;
        split_wide(row, columns, (uint32_t)c);
        put_character(&row[c], !whole ? '?' : c == column ? character : 0, colour);
    }
}

/* Writes `size` bytes of text into a row from a column that may lie outside. */
static void put_text(fs_cell_grid *cells, int32_t column, uint32_t row, const char *text, size_t size, uint32_t colour)
{
    size_t at = 0;
    while (at < size && column < (int32_t)cells->columns) {
        uint32_t character = fs__utf8_next(text, size, &at);
        put_columns(&cells->grid[row * cells->columns], cells->columns, column, character, colour);
        column += fs__utf8_columns(character) == 2 ? 2 : 1;
    }
}

/* A text is written in the row of its lower left corner. */
static void put_label(fs_cell_grid *cells, uint32_t hud_rows, const fs__scene_item *s, const char *chars)
{
    double x = s->at.x / DOTS_ACROSS, y = s->at.y / DOTS_DOWN + hud_rows;
    if (!(y > hud_rows && y <= cells->rows && x > -FS_DRAW_MAX_TEXT && x < cells->columns))
        return;
    uint32_t below = (uint32_t)y;
    uint32_t row = below < y ? below : below - 1;
    put_text(cells, (int32_t)(x + FS_DRAW_MAX_TEXT) - FS_DRAW_MAX_TEXT, row, chars + s->first, s->count, s->colour);
}

/* In columns. */
static double width_of(const void *context, double size, const char *text, size_t length)
{
    (void)context;
    size_t at = 0;
    double columns = 0;
    while (at < length)
        columns += fs__utf8_columns(fs__utf8_next(text, length, &at)) == 2 ? 2 : 1;
    return size * columns;
}

/* Lines that are too long are broken; the upper half has room for them. */
static fs__status make_status(const fs_cell_grid *cells, const fs_draw_list *draw)
{
    fs__status s = fs__status_gather((fs__text_font){ width_of, NULL }, draw, 1, cells->columns);
    s.count = s.count < cells->rows / 2 ? s.count : cells->rows / 2;
    return s;
}

static void put_status(fs_cell_grid *cells, const fs__status *s)
{
    for (uint32_t i = 0; i < s->count * cells->columns; i++)
        cells->grid[i] = make_plain_cell(cells->background, cells->background);
    for (uint32_t row = 0; row < s->count; row++)
        put_text(cells, 0, row, s->rows[row].text, s->rows[row].length, s->rows[row].colour);
}

/* --- rendering ------------------------------------------------------------------- */

static fs_result draw_dots(fs_cell_grid *cells, const fs_draw_list *draw)
{
    const fs__scene *scene = &cells->scene;
    uint32_t width = (uint32_t)cells->dots.width, height = (uint32_t)cells->dots.height;
    if (scene->is_solid) {
        fs_result result = fs_mesh_build(cells->mesh, draw, width, height);
        return result != FS_OK ? result
                               : fs__raster_draw(cells->mesh, width, height, 2, cells->background, cells->dots.dots);
    }
    fs__dot_grid_clear(&cells->dots, cells->background);
    for (size_t i = 0; i < scene->item_count; i++)
        fs__dot_grid_draw(&cells->dots, &scene->items[i], scene->screen_points);
    return FS_OK;
}

static void put_dots(fs_cell_grid *cells, uint32_t hud_rows)
{
    for (uint32_t row = hud_rows; row < cells->rows; row++) {
        for (uint32_t column = 0; column < cells->columns; column++) {
            patch p = read_patch(&cells->dots, column, row - hud_rows);
            cells->grid[row * cells->columns + column] = cells->scene.is_solid ? make_shaded_cell(&p, cells->background)
                                                                               : make_cell(&p, cells->background);
        }
    }
}

fs_result fs_cell_grid_render(fs_cell_grid *cells, const fs_draw_list *draw)
{
    FS_ASSERT(cells != NULL);
    FS_ASSERT(draw != NULL);
    const fs__status status = make_status(cells, draw);
    uint32_t hud_rows = (uint32_t)status.count;
    double width = cells->columns * DOTS_ACROSS, height = (cells->rows - hud_rows) * DOTS_DOWN;
    if (fs__scene_layout(&cells->scene, draw, width, height) != FS_OK)
        return FS_E_MEMORY;
    fs__labels_place(&cells->scene, draw, (fs__letter){ DOTS_ACROSS, DOTS_DOWN },
                     (fs__labels_room){ .picture = { width, height } });
    cells->background = fs_draw_camera(draw)->background;
    cells->dots.width = (int32_t)(cells->columns * DOTS_ACROSS);
    cells->dots.height = (int32_t)((cells->rows - hud_rows) * DOTS_DOWN);
    if (draw_dots(cells, draw) != FS_OK)
        return FS_E_MEMORY;
    put_dots(cells, hud_rows);
    put_status(cells, &status);
    for (size_t i = 0; i < cells->scene.item_count; i++)
        if (cells->scene.items[i].kind == FS_DRAW_TEXT)
            put_label(cells, hud_rows, &cells->scene.items[i], fs_draw_chars(draw));
    return FS_OK;
}
