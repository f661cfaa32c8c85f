/* cells_text.c: a grid of cells written down as lines of text.
 *
 * For logs, tests and pipes. Never writes beyond the given size, nor a part of a
 * character.
 */
#include <fixstep/view.h>

#include <string.h>

#include "base/utf8.h"
#include "view/text/labels.h"

/* Counts all bytes and keeps those that fit. */
typedef struct sink {
    char *out;
    size_t size; /* with the final 0 */
    size_t kept, total;
} sink;

static void put_bytes(sink *s, const char *bytes, size_t n)
{
    /* After the first bytes that do not fit nothing more is written. */
    if (s->kept == s->total && s->kept + n < s->size) {
        memcpy(s->out + s->kept, bytes, n);
        s->kept += n;
    }
    s->total += n;
}

static void put_string(sink *s, const char *string)
{
    put_bytes(s, string, strlen(string));
}

static void put_number(sink *s, uint32_t number)
{
    char digits[10];
    size_t n = sizeof digits;
    do {
        digits[--n] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    put_bytes(s, digits + n, sizeof digits - n);
}

/* "SELECT;2;R;G;B": 38 selects the colour of the character, 48 the ground
 * (ISO 8613-6, select graphic rendition). */
static void put_colour(sink *s, const char *select, uint32_t colour)
{
    put_string(s, select);
    for (int shift = 16; shift >= 0; shift -= 8) {
        put_string(s, ";");
        put_number(s, colour >> shift & 255);
    }
}

static void put_colours(sink *s, fs_cell cell)
{
    put_colour(s, "\033[38;2", cell.fg);
    put_colour(s, ";48;2", cell.bg);
    put_string(s, "m");
}

/* Without colours the brightness of a face becomes one of four shades. */
static uint32_t plain_character(fs_cell cell)
{
    static const uint16_t shades[4] = { 0x2591, 0x2592, 0x2593, 0x2588 };
    if (cell.character != 0x2588)
        return cell.character;
    return shades[fs__brightness(cell.fg) / 64];
}

static void put_row(sink *s, const fs_cell *cells, uint32_t count, bool colour)
{
    char character[FS_UTF8_MAX];
    for (uint32_t i = 0; i < count; i++) {
        if (colour && (i == 0 || cells[i].fg != cells[i - 1].fg || cells[i].bg != cells[i - 1].bg))
            put_colours(s, cells[i]);
        if (cells[i].character == 0)
            continue; /* the right half of a wide character */
        put_bytes(s, character, fs__utf8_put(character, colour ? cells[i].character : plain_character(cells[i])));
    }
    put_string(s, colour ? "\033[0m\n" : "\n");
}

static uint32_t count_without_blanks(const fs_cell *cells, uint32_t count)
{
    while (count > 0 && cells[count - 1].character == ' ')
        count--;
    return count;
}

size_t fs_cell_grid_text(const fs_cell_grid *cells, bool colour, char *out, size_t size)
{
    FS_ASSERT(cells != NULL);
    FS_ASSERT(out != NULL || size == 0);
    sink s = { .out = out, .size = size };
    uint32_t columns = fs_cell_grid_columns(cells);
    const fs_cell *row = fs_cell_grid_cells(cells);
    for (uint32_t i = 0; i < fs_cell_grid_rows(cells); i++) {
        put_row(&s, row, colour ? columns : count_without_blanks(row, columns), colour);
        row += columns;
    }
    if (size > 0)
        out[s.kept] = 0;
    return s.total;
}
