/* menu.c: the panel of a list. See menu.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "window/menu.h"

#include <stdio.h>
#include <string.h>

#include "window/hud/batch_text.h"

enum { PANEL = 0xff101418u, CHOSEN = 0xff28547cu, WHITE = 0xffe8ecf0u, DIM = 0xffa8b0b8u, AMBER = 0xfff0b030u };

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
    l.height = l.height < 6 ? 6 : l.height > 30 ? 30 : l.height;
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

/* A sentence in as many rows as its words need. Returns the next base line. */
static float put_sentence(fs_batch *b, float x, float y, const layout *l, uint32_t argb, const char *text)
{
    while (*text != '\0') {
        size_t fits = 0, next = 0;
        while (text[next] != '\0') {
            next += strspn(text + next, " ");
            next += strcspn(text + next, " ");
            if (fits > 0 && fs_batch_text_width(b, 0.85f * l->height, text, next) > l->width - l->height)
                break;
            fits = next;
        }
        fs_batch_add_text(b, x, y, 0.85f * l->height, argb, text, fits);
        y += l->step;
        text += fits + strspn(text + fits, " ");
    }
    return y;
}

/* Which rows of a list in pages are shown. */
static void put_page(fs_batch *b, const layout *l, unsigned count)
{
    char text[64];
    if (l->rows == count)
        return;
    snprintf(text, sizeof text, "%u to %u of %u", l->first + 1, l->first + l->rows, count);
    put_text(b, l->left, l->top + l->step * (float)l->rows + 1.1f * l->height, 0.85f * l->height, AMBER, text);
}

uint32_t menu_width(const menu_info *menu, uint32_t width, uint32_t height)
{
    layout l = make_layout(menu, width, height);
    uint32_t panel = (uint32_t)(l.left + l.width + l.height);
    return !menu->shown ? 0 : panel < width ? panel : width - 1;
}

void menu_draw(const menu_info *menu, uint32_t width, uint32_t height, fs_batch *b)
{
    layout l = make_layout(menu, width, height);
    float panel = (float)menu_width(menu, width, height);
    l.left -= panel;
    fs_batch_add_rectangle(b, -panel, 0, 0, (float)height, PANEL);
    put_text(b, l.left, 2 * l.step, 1.4f * l.height, WHITE, menu->title);
    for (unsigned i = l.first; i < l.first + l.rows; i++) {
        float y = l.top + l.step * (float)(i - l.first);
        if (i == menu->selected)
            fs_batch_add_rectangle(b, l.left - 0.4f * l.height, y, l.left + l.width, y + l.step, CHOSEN);
        put_text(b, l.left, y + 1.1f * l.height, l.height, i == menu->selected ? WHITE : DIM, menu->rows[i]);
        if (menu->editing && i == menu->selected) {
            float end = l.left + fs_batch_text_width(b, l.height, menu->rows[i], strlen(menu->rows[i]));
            fs_batch_add_rectangle(b, end + 1, y + 0.2f * l.height, end + 3, y + 1.3f * l.height, WHITE);
        }
    }
    put_page(b, &l, menu->count);
    float y = put_sentence(b, l.left, l.top + l.step * (float)(l.rows + (l.rows < menu->count ? 2 : 1)), &l, DIM,
                           menu->more);
    put_sentence(b, l.left, y, &l, AMBER, menu->note);
}

bool menu_hit(const menu_info *menu, uint32_t width, uint32_t height, double x, double y, unsigned *row)
{
    layout l = make_layout(menu, width, height);
    if (!menu->shown || x > l.left + l.width || y < l.top || y >= l.top + l.step * (float)l.rows)
        return false;
    *row = l.first + (unsigned)((y - l.top) / l.step);
    return *row < l.first + l.rows;
}
