/* paragraph.c: see paragraph.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "window/hud/paragraph.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "window/hud/batch_text.h"

enum { ROW_BYTES = 512 };

/* The bytes of the next row, of `left` that are allowed. */
static size_t measure_row(const fs_batch *b, const paragraph *p, const char *text, unsigned left)
{
    return left > 1 ? fit_words(b, p->height, text, p->room) : strlen(text);
}

unsigned paragraph_count_rows(const fs_batch *b, const paragraph *p)
{
    unsigned rows = 0;
    for (const char *text = p->text; *text != '\0' && rows < p->most; rows++) {
        text += measure_row(b, p, text, p->most - rows);
        text += strspn(text, " ");
    }
    return rows;
}

static void draw_row(fs_batch *b, const paragraph *p, float y, const char *row)
{
    float width = fminf(text_width(b, p->height, row), p->room), left = p->x - p->across * width;
    fs_batch_add_rectangle(b, left - 0.4f * p->height, y - 1.05f * p->height, left + width + 0.4f * p->height,
                           y + 0.4f * p->height, p->panel);
    put_text_within(b, left, y, p->height, p->argb, row, p->room);
}

void paragraph_draw(fs_batch *b, const paragraph *p, float y)
{
    char row[ROW_BYTES];
    const char *text = p->text;
    for (unsigned i = 0; *text != '\0' && i < p->most; i++) {
        size_t length = measure_row(b, p, text, p->most - i);
        snprintf(row, sizeof row, "%.*s", (int)length, text);
        draw_row(b, p, y + PARAGRAPH_STEP * p->height * (float)i, row);
        text += length;
        text += strspn(text, " ");
    }
}
