/* tty_box.c: see tty_box.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "tty/tty_box.h"

#include <curses.h>
#include <string.h>

enum { MAX_PIECES = 512 /* of all texts of a box */, MIN_BESIDE = 8 /* columns of the picture at each side */ };

void tty_put_piece(int row, int column, int end, tty_piece part)
{
    const char *last = part.text + part.bytes;
    while (column < end) {
        wchar_t c[2] = { L' ', 0 };
        const char *rest = part.text;
        int width = part.text < last ? tty_next_character(&rest, &c[0]) : 1;
        if (column + width > end) { /* half a wide character */
            c[0] = L' ';
            width = 1;
        } else {
            part.text = rest;
        }
        mvaddnwstr(row, column, c, 1);
        column += width;
    }
}

void tty_put_line(int row, int column, int end, const char *text)
{
    tty_put_piece(row, column, end, (tty_piece){ text, (int)strlen(text), 0 });
}

bool tty_put_box(const char *const *texts, int count, unsigned page, int rows, int columns)
{
    tty_piece lines[MAX_PIECES];
    int margin = columns > 4 ? 1 : 0, total = 0, width = 0;
    for (int i = 0; i < count; i++)
        total += tty_break(texts[i], columns - 2 * margin, &lines[total], MAX_PIECES - total, NULL);
    for (int i = 0; i < total; i++)
        width = lines[i].columns > width ? lines[i].columns : width;
    int first = ((int)page - 1) * rows, shown = total - first < rows ? total - first : rows;
    int left = (columns - width) / 2 - margin, top = (rows - shown) / 2, right = left + width + 2 * margin;
    if (left < MIN_BESIDE) {
        left = 0;
        right = columns;
    }
    attrset(A_REVERSE);
    for (int i = 0; i < shown; i++) {
        tty_put_piece(top + i, left, left + margin, (tty_piece){ "", 0, 0 });
        tty_put_piece(top + i, left + margin, right, lines[first + i]);
    }
    attrset(A_NORMAL);
    return shown > 0;
}
