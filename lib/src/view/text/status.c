/* status.c: see status.h. */
#include "view/text/status.h"

#include <math.h>
#include <fixstep/utf8.h>

/* The smallest letters, and those at which lines are broken instead (pixels); the share of the picture's height that the panel
 * takes. */
static const double LEAST = 6, GOOD = 8.5, SHARE = 0.4;

/* The bytes of the characters at the front that fit into `room`; one character at least. */
static size_t fit_characters(fs__text_font font, double size, const char *text, size_t length, double room)
{
    size_t fits = 0;
    for (size_t end = 1; end <= length; end++) {
        if (end < length && fs_utf8_continues(text[end]))
            continue;
        if (fits > 0 && font.width(font.context, size, text, end) > room)
            break;
        fits = end;
    }
    return fits;
}

/* The bytes of the words at the front that fit into `room`. The blanks behind them are no part of it. */
static size_t fit_words(fs__text_font font, double size, const char *text, size_t length, double room)
{
    size_t fits = 0;
    for (size_t at = 0; at < length;) {
        size_t end = at;
        while (end < length && text[end] == ' ')
            end++;
        while (end < length && text[end] != ' ')
            end++;
        if (font.width(font.context, size, text, end) > room)
            return fits > 0 ? fits : fit_characters(font, size, text, end, room);
        fits = at = end;
    }
    return fits;
}

static void add_line(fs__status *s, fs__text_font font, fs__status_row line, double room)
{
    while (line.length > 0 && s->count < FS__STATUS_ROWS) {
        fs__status_row row = line;
        if (font.width(font.context, s->size, line.text, line.length) > room)
            row.length = fit_words(font, s->size, line.text, line.length, room);
        s->widest = fmax(s->widest, font.width(font.context, s->size, row.text, row.length));
        s->rows[s->count++] = row;
        for (line.text += row.length, line.length -= row.length; line.length > 0 && *line.text == ' '; line.length--)
            line.text++;
    }
}

fs__status fs__status_gather(fs__text_font font, const fs_draw_list *draw, double size, double room)
{
    size_t count;
    fs__status s = { .size = size };
    const fs_draw_item *items = fs_draw_items(draw, &count);
    for (size_t i = 0; i < count && s.count < FS__STATUS_ROWS; i++) {
        if (items[i].kind != FS_DRAW_HUD)
            continue;
        const fs__status_row line = { fs_draw_chars(draw) + items[i].text, items[i].length, items[i].colour };
        add_line(&s, font, line, room);
        s.light += fs__brightness(items[i].colour);
        s.lines++;
    }
    return s;
}

static double panel_height(const fs__status *s)
{
    return 1.5 * s->size + FS__STATUS_STEP * s->size * (double)s->count;
}

fs__status fs__status_fit(fs__text_font font, const fs_draw_list *draw, double width, double height)
{
    double size = fmin(fmax(28, height / 45), fmax(10, height / 32));
    for (;;) {
        fs__status s = fs__status_gather(font, draw, size, width - 2 * size);
        bool fits = panel_height(&s) <= SHARE * height;
        if ((fits && (s.count == s.lines || size <= GOOD)) || size <= LEAST) {
            double rows = height / 2 / (FS__STATUS_STEP * size);
            s.count = (double)s.count > rows ? (size_t)rows : s.count;
            return s;
        }
        size = fmax(LEAST, 0.92 * size);
    }
}

fs__area fs__status_area(const fs__status *s)
{
    double pad = s->size / 2;
    return (fs__area){ pad, pad, 3 * pad + s->widest, pad + panel_height(s) - s->size / 2 };
}

double fs__status_left(const fs__status *s)
{
    return s->size;
}

double fs__status_base(const fs__status *s, size_t row)
{
    return s->size + FS__STATUS_STEP * s->size * (double)row + 0.95 * s->size;
}
