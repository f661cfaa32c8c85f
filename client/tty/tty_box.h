/* tty_box.h: lines and boxes of text on curses' standard screen. */
#ifndef FS_CLIENT_TTY_BOX_H
#define FS_CLIENT_TTY_BOX_H

#include <stdbool.h>

#include "tty/tty_text.h"

/* Writes a part of a text from a column on and fills the line with blanks up to `end`. */
void tty_put_piece(int row, int column, int end, tty_piece part);
void tty_put_line(int row, int column, int end, const char *text);
/* A box of texts in the middle of `rows` by `columns`, from one border to the other where little would be seen beside it; of
 * more lines than rows, those of one page, from 1. False: there is no such page. */
bool tty_put_box(const char *const *texts, int count, unsigned page, int rows, int columns);

#endif
