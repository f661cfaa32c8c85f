/* menu.c: the panel of a list. See menu.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "window/menu.h"

#include <stdio.h>
#include <string.h>
#include <fixstep/utf8.h>

#include "window/hud/batch_text.h"
#include "window/hud/palette.h"

enum { PANEL = 0xff101418u, CHOSEN = 0xff28547cu, MARKED = 0xff4c84b8u };

/* Rows for the title, the number of the page and two sentences. */
enum { OTHER_ROWS = 9 };

/* The panel stands at the left and has a row for the title, the list, and two sentences. A list that is too long for letters
 * that can be read is shown in pages; that of the selected row depends on nothing else, so that the mouse does not move it. */
typedef struct layout {
    float height, step, left, top, width; /* of letters, rows and the list */
    unsigned first, rows;                 /* of the page */
} layout;

static layout make_layout(const menu_info *menu, uint32_t width, uint32_t height)
{
    float fits = (float)height / (1.5f * (float)(menu->count + OTHER_ROWS));
    float usual = (float)height / 26, least = (float)height / 37;
    layout l = { .height = usual < fits ? usual : least > fits ? least : fits };
    float most = (float)height / 36 > 30 ? (float)height / 36 : 30;
    /* A row of a narrow panel still has room for ten letters. */
    most = most < 0.042f * (float)width ? most : 0.042f * (float)width;
    l.height = l.height > most ? most : l.height;
    l.height = l.height < 6 ? 6 : l.height;
    l.step = 1.5f * l.height;
    l.rows = menu->count;
    if (l.step * (float)(menu->count + OTHER_ROWS) > (float)height + l.step / 2) {
        l.rows = (float)height > l.step * (OTHER_ROWS + 1) ? (unsigned)((float)height / l.step) - OTHER_ROWS : 1;
        l.first = menu->selected / l.rows * l.rows;
        l.rows = l.rows < menu->count - l.first ? l.rows : menu->count - l.first;
    }
    l.left = l.height;
    l.top = 3 * l.step;
    l.width = (float)width * 0.42f > 22 * l.height ? 22 * l.height : (float)width * 0.42f;
    return l;
}

/* A sentence in as many rows as its words need, down to `bottom`, where an ellipsis stands for the rest. Returns the next base
 * line. */
static float put_sentence(fs_batch *b, float y, float bottom, const layout *l, uint32_t argb, const char *text)
{
    float letters = 0.85f * l->height, room = l->width - l->height;
    for (; *text != '\0' && y < bottom; y += l->step) {
        size_t fits = fit_words(b, letters, text, room);
        if (y + l->step >= bottom) {
            put_text_within(b, l->left, y, letters, argb, text, room);
            return y + l->step;
        }
        fs_batch_add_text(b, l->left, y, letters, argb, text, fits);
        text += fits + strspn(text + fits, " ");
    }
    return y;
}

/* Which rows of a list in pages are shown. */
static void put_page(fs_batch *b, const layout *l, const menu_info *menu)
{
    char text[64];
    unsigned all = menu->total > menu->count ? menu->total : menu->count, first = menu->first + l->first;
    if (l->rows == all)
        return;
    snprintf(text, sizeof text, "%u to %u of %u", first + 1, first + l->rows, all);
    put_text(b, l->left, l->top + l->step * (float)l->rows + 1.1f * l->height, 0.85f * l->height, AMBER, text);
}

uint32_t menu_width(const menu_info *menu, uint32_t width, uint32_t height)
{
    layout l = make_layout(menu, width, height);
    uint32_t panel = (uint32_t)(l.left + l.width + l.height);
    return !menu->shown ? 0 : panel < width ? panel : width - 1;
}

/* The row that is being typed has the cursor, or a mark over a text that is selected as a whole. Of a text that is too long the end
 * is seen, where it is typed. */
static void put_entry(fs_batch *b, const layout *l, float y, const menu_info *menu)
{
    const char *text = menu->rows[0];
    float room = l->width - 0.5f * l->height, top = y + 0.2f * l->height, bottom = y + 1.3f * l->height;
    while (text_width(b, l->height, text) > room)
        for (text++; fs_utf8_continues(*text);)
            text++;
    float end = l->left + text_width(b, l->height, text);
    if (menu->replaces)
        fs_batch_add_rectangle(b, l->left, top, end, bottom, MARKED);
    put_text(b, l->left, y + 1.1f * l->height, l->height, WHITE, text);
    if (menu->selected == 0 && !menu->replaces)
        fs_batch_add_rectangle(b, end + 1, top, end + 3, bottom, WHITE);
}

static void put_row(fs_batch *b, const layout *l, float y, const menu_info *menu, unsigned i)
{
    if (menu->editing && i == 0)
        put_entry(b, l, y, menu);
    else
        put_text_within(b, l->left, y + 1.1f * l->height, l->height, i == menu->selected ? WHITE : DIM, menu->rows[i],
                        l->width);
}

void menu_draw(const menu_info *menu, uint32_t width, uint32_t height, fs_batch *b)
{
    layout l = make_layout(menu, width, height);
    float panel = (float)menu_width(menu, width, height);
    l.left -= panel;
    fs_batch_add_rectangle(b, -panel, 0, 0, (float)height, PANEL);
    put_text_within(b, l.left, 2 * l.step, 1.4f * l.height, WHITE, menu->title, l.width);
    for (unsigned i = l.first; i < l.first + l.rows; i++) {
        float y = l.top + l.step * (float)(i - l.first);
        if (i == menu->selected)
            fs_batch_add_rectangle(b, l.left - 0.4f * l.height, y, l.left + l.width, y + l.step, CHOSEN);
        put_row(b, &l, y, menu, i);
    }
    put_page(b, &l, menu);
    /* What has happened counts more than what could be done. */
    float y = l.top + l.step * (float)(l.rows + (l.rows < menu->count || menu->total > menu->count ? 2 : 1));
    float bottom = (float)height - 0.3f * l.height;
    y = put_sentence(b, y, bottom, &l, AMBER, menu->note);
    put_sentence(b, y, bottom, &l, DIM, menu->more);
}

bool menu_hit(const menu_info *menu, uint32_t width, uint32_t height, double x, double y, unsigned *row)
{
    layout l = make_layout(menu, width, height);
    if (!menu->shown || x > l.left + l.width || y < l.top || y >= l.top + l.step * (float)l.rows)
        return false;
    *row = l.first + (unsigned)((y - l.top) / l.step);
    return *row < l.first + l.rows;
}
