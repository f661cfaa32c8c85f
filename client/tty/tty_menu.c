/* tty_menu.c: see tty_menu.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "tty/tty_menu.h"

#include <curses.h>

#include "tty/tty_box.h"

enum { MIN_ROWS = 6 /* for a title and a sentence beside the list */, MAX_SENTENCE = 8 };

/* The first row of the list that is shown: the selected one stands in the middle where the list allows it. */
static int find_first(const menu_info *m, int shown)
{
    int first = (int)m->selected - shown / 2, last = (int)m->count - shown;
    first = first < last ? first : last;
    return first > 0 ? first : 0;
}

static void draw_rows(const menu_info *m, int top, int bottom, int columns)
{
    int first = find_first(m, bottom - top);
    for (int i = first; i < (int)m->count && top < bottom; i++, top++) {
        attrset(i == (int)m->selected ? A_REVERSE : A_NORMAL);
        tty_put_line(top, 0, columns, m->rows[i]);
    }
    attrset(A_NORMAL);
}

void tty_menu_draw(const menu_info *m, int rows, int columns)
{
    tty_piece lines[MAX_SENTENCE];
    int top = 0, bottom = rows;
    if (rows >= MIN_ROWS) {
        int room = rows / 3 < MAX_SENTENCE ? rows / 3 : MAX_SENTENCE;
        int count = tty_break(m->more, columns, lines, room, NULL);
        attrset(A_BOLD);
        tty_put_line(top++, 0, columns, m->title);
        attrset(A_NORMAL);
        bottom -= count;
        for (int i = 0; i < count; i++)
            tty_put_piece(bottom + i, 0, columns, lines[i]);
    }
    draw_rows(m, top, bottom, columns);
}
