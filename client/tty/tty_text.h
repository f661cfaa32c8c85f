/* tty_text.h: texts measured in columns of a terminal and broken into its lines.
 *
 * Texts are multibyte strings of the locale and may come from other machines: what is malformed or has no width counts as a
 * '?' of one column. This module knows no terminal.
 */
#ifndef FS_CLIENT_TTY_TEXT_H
#define FS_CLIENT_TTY_TEXT_H

#include <stddef.h>
#include <wchar.h>

/* A part of a text that fits on a line. */
typedef struct tty_piece {
    const char *text;
    int bytes, columns;
} tty_piece;

/* The next character of a text, which is moved behind it, and its columns: 1 or 2. */
int tty_next_character(const char **text, wchar_t *c);
/* Columns of `bytes` of a text; -1: of all. */
int tty_columns(const char *text, int bytes);
/* Breaks a text into lines of `columns`, between words where a line has a blank, into at most `room` lines. An empty text is
 * one line. Returns their number; *rest, which may be NULL, is what did not fit. */
int tty_break(const char *text, int columns, tty_piece *lines, int room, const char **rest);
/* A line of `columns` out of a status and a hint, whose parts are separated by two blanks and stand in the order of their
 * importance. The first part of the status comes first; then come as many parts of the hint as fit, then other parts of the
 * status, which stand before the hint. */
void tty_fit_status(const char *status, const char *hint, int columns, char *line, size_t size);

#endif
