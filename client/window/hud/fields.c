/* fields.c: see fields.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "window/hud/fields.h"

#include <math.h>
#include <stdio.h>

#include "window/hud/batch_text.h"
#include "window/hud/palette.h"

enum {
    MOST_BAND_ROWS = 8,
    LEAST_BAND_ROWS = 2,
    COLUMN_LETTERS = 32 /* of a column, in heights of letters */
};

static const float LINE = 1.35f;       /* of rows, in heights of their letters */
static const float BAND_SHARE = 0.22f; /* of the height of the window */

/* --- the chosen body ------------------------------------------------------------------------ */

/* The panel: a title, and below it the fields in columns from top to bottom. */
typedef struct panel {
    float letters, step, column, right;
    unsigned rows, columns; /* of fields */
    unsigned shown;         /* fields; where that is less than there are, the last place counts the others */
} panel;

static unsigned count_fields(const match_info *info)
{
    return info->inspected_count > 0 ? info->inspected_count - 1 : 0;
}

static float widest_row(const match_info *info, float size, const fs_batch *b)
{
    float widest = 0;
    for (unsigned i = 1; i < info->inspected_count; i++)
        widest = fmaxf(widest, text_width(b, size, info->inspected[i]));
    return widest;
}

/* With letters of that size, as many columns as are needed and fit. */
static panel try_size(const match_info *info, fields_area area, float letters, const fs_batch *b)
{
    panel p = { .letters = letters, .step = LINE * letters };
    unsigned fields = count_fields(info), all = fields + info->inspected_left_out;
    float across = fmaxf(0, area.right - area.left - letters), down = (area.bottom - area.top) / p.step - 0.6f;
    p.column = fminf(widest_row(info, letters, b) + letters, fmaxf(across, letters));
    p.rows = down < 2 ? 0 : (unsigned)down - 1;
    unsigned wanted = p.rows > 0 ? (all + p.rows - 1) / p.rows : 1, most = (unsigned)(across / p.column);
    p.columns = wanted < most ? wanted : most > 0 ? most : 1;
    p.shown = all <= p.rows * p.columns ? fields : p.rows > 0 ? p.rows * p.columns - 1 : 0;
    p.shown = p.shown < fields ? p.shown : fields;
    /* Columns of one length. */
    unsigned places = p.shown + (p.shown < all);
    p.rows = (places + p.columns - 1) / p.columns;
    float title = text_width(b, letters, info->inspected[0]) + 2 * letters;
    p.right = fminf(area.left + fmaxf(letters + p.column * (float)p.columns, title), area.right);
    return p;
}

/* Letters shrink where the fields have no room. */
static panel fit_panel(const match_info *info, fields_area area, float size, float least, const fs_batch *b)
{
    unsigned fields = count_fields(info);
    panel p = try_size(info, area, fmaxf(size, least), b);
    while (p.shown < fields && p.letters > least)
        p = try_size(info, area, fmaxf(least, 0.9f * p.letters), b);
    return p;
}

float fields_measure(const match_info *info, fields_area area, float size, float least, const fs_batch *b)
{
    return fit_panel(info, area, size, least, b).right;
}

float fields_draw(const match_info *info, fields_area area, float size, float least, fs_batch *b)
{
    const panel p = fit_panel(info, area, size, least, b);
    unsigned left_out = count_fields(info) - p.shown + info->inspected_left_out;
    float top = area.bottom - p.step * ((float)p.rows + 1.6f);
    if (top < area.top - p.step || area.bottom - area.top < 1.6f * p.step)
        return 0;
    fs_batch_add_rectangle(b, area.left, top, p.right, area.bottom, BAR);
    put_text_within(b, area.left + p.letters, top + p.step, p.letters, AMBER, info->inspected[0],
                    p.right - area.left - 1.5f * p.letters);
    for (unsigned i = 0; p.rows > 0 && i < p.shown + (left_out > 0); i++) {
        char more[32];
        float x = area.left + p.letters + p.column * (float)(i / p.rows), y = top + p.step * (float)(2 + i % p.rows);
        snprintf(more, sizeof more, "%u more field%s", left_out, left_out == 1 ? "" : "s");
        put_text_within(b, x, y, p.letters, i < p.shown ? WHITE : DIM, i < p.shown ? info->inspected[i + 1] : more,
                        fminf(p.column - 0.5f * p.letters, p.right - x - 0.5f * p.letters));
    }
    return p.right;
}

/* --- two recordings --------------------------------------------------------------------------- */

static unsigned count_band_rows(float height, float size)
{
    float fit = BAND_SHARE * height / (LINE * size);
    unsigned rows = fit > MOST_BAND_ROWS ? MOST_BAND_ROWS : (unsigned)fit;
    return rows < LEAST_BAND_ROWS ? 0 : rows;
}

float fields_band_height(float height, float size)
{
    unsigned rows = count_band_rows(height, size);
    return rows > 0 ? LINE * size * ((float)rows + 0.6f) : 0;
}

void fields_draw_band(const match_info *info, fields_area band, float size, fs_batch *b)
{
    float step = LINE * size, width = band.right - band.left - size;
    unsigned rows = (unsigned)((band.bottom - band.top) / step), columns = (unsigned)(width / (COLUMN_LETTERS * size));
    columns = columns > 0 ? columns : 1;
    float column = width / (float)columns;
    /* The first row is the title. */
    unsigned room = rows > 1 ? (rows - 1) * columns : 0,
             fields = info->difference_count > 0 ? info->difference_count - 1 : 0;
    unsigned shown = fields <= room ? fields : room > 0 ? room - 1 : 0;
    if (rows == 0 || info->difference_count == 0)
        return;
    put_text_within(b, band.left + size, band.top + step, size, AMBER, info->differences[0], width - size);
    for (unsigned i = 0; i < shown || (i == shown && shown < fields && room > 0); i++) {
        char more[32];
        float x = band.left + size + column * (float)(i / (rows - 1)),
              y = band.top + step * (float)(2 + i % (rows - 1));
        snprintf(more, sizeof more, info->difference_count < DIFFERENCE_ROWS ? "%u more" : "at least %u more",
                 fields - shown);
        put_text_within(b, x, y, size, i < shown ? WHITE : DIM, i < shown ? info->differences[i + 1] : more,
                        column - size);
    }
}
