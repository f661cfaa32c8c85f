/* fields.c: see fields.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "window/hud/fields.h"

#include <math.h>
#include <stdio.h>

#include "window/hud/batch_text.h"

enum {
    WHITE = 0xffe8ecf0u,
    DIM = 0xffa8b0b8u,
    AMBER = 0xfff0b030u,
    BAR = 0xff101418u,
    MOST_BAND_ROWS = 8,
    LEAST_BAND_ROWS = 2,
    COLUMN_LETTERS = 32 /* of a column, in heights of letters */
};

static const float LINE = 1.35f;       /* of rows, in heights of their letters */
static const float BAND_SHARE = 0.22f; /* of the height of the window */

/* --- the chosen body ------------------------------------------------------------------------ */

static float widest_row(const match_info *info, float size, const fs_batch *b)
{
    float widest = 0;
    for (unsigned i = 0; i < info->inspected_count; i++)
        widest = fmaxf(widest, text_width(b, size, info->inspected[i]));
    return widest;
}

/* The letters: smaller where the rows are too wide or too many for the area. */
static float fit_size(const match_info *info, fields_area area, float size, float least, const fs_batch *b)
{
    float across = (area.right - area.left) / (widest_row(info, size, b) + 2 * size);
    float down = (area.bottom - area.top) / (size * (LINE * (float)info->inspected_count + 0.8f));
    return fmaxf(least, size * fminf(1, fminf(across, down)));
}

float fields_measure(const match_info *info, fields_area area, float size, float least, const fs_batch *b)
{
    float letters = fit_size(info, area, size, least, b);
    return fminf(area.left + widest_row(info, letters, b) + 2 * letters, area.right);
}

float fields_draw(const match_info *info, fields_area area, float size, float least, fs_batch *b)
{
    float letters = fit_size(info, area, size, least, b), step = LINE * letters;
    float right = fields_measure(info, area, size, least, b), fit = (area.bottom - area.top) / step - 0.6f;
    unsigned rows = fit < 1 ? 0 : (unsigned)fit;
    rows = rows < info->inspected_count ? rows : info->inspected_count;
    if (rows == 0)
        return 0;
    float top = area.bottom - step * ((float)rows + 0.6f);
    fs_batch_add_rectangle(b, area.left, top, right, area.bottom, BAR);
    for (unsigned i = 0; i < rows; i++)
        put_text_within(b, area.left + letters, top + step * ((float)i + 1), letters, i == 0 ? AMBER : WHITE,
                        info->inspected[i], right - area.left - 1.5f * letters);
    return right;
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
             fields = info->inspected_count > 0 ? info->inspected_count - 1 : 0;
    unsigned shown = fields <= room ? fields : room > 0 ? room - 1 : 0;
    if (rows == 0 || info->inspected_count == 0)
        return;
    put_text_within(b, band.left + size, band.top + step, size, AMBER, info->inspected[0], width - size);
    for (unsigned i = 0; i < shown || (i == shown && shown < fields && room > 0); i++) {
        char more[32];
        float x = band.left + size + column * (float)(i / (rows - 1)),
              y = band.top + step * (float)(2 + i % (rows - 1));
        snprintf(more, sizeof more, info->inspected_count < INSPECTED_ROWS ? "%u more" : "at least %u more",
                 fields - shown);
        put_text_within(b, x, y, size, i < shown ? WHITE : DIM, i < shown ? info->inspected[i + 1] : more,
                        column - size);
    }
}
