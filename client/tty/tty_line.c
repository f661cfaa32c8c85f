/* tty_line.c: see tty_line.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "tty/tty_line.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <fixstep/utf8.h>

enum { CTRL_H = 8, CTRL_U = 21, ESCAPE = 27, DELETE = 127 };

void tty_line_backspace(tty_line *line)
{
    size_t n = strlen(line->text);
    while (n > 0 && fs_utf8_continues(line->text[n - 1]))
        n--;
    line->text[n > 0 ? n - 1 : 0] = '\0';
}

static void append(tty_line *line, wint_t c)
{
    char bytes[MB_LEN_MAX];
    size_t used = strlen(line->text);
    int n = wctomb(bytes, (wchar_t)c);
    if (n <= 0 || used + (size_t)n >= sizeof line->text)
        return;
    memcpy(line->text + used, bytes, (size_t)n);
    line->text[used + (size_t)n] = '\0';
}

tty_line_end tty_line_take(tty_line *line, wint_t c)
{
    if (c == '\r' || c == '\n')
        return TTY_LINE_DONE;
    if (c == ESCAPE)
        return TTY_LINE_CANCELLED;
    if (c == CTRL_H || c == DELETE)
        tty_line_backspace(line);
    else if (c == CTRL_U)
        line->text[0] = '\0';
    else if (c >= 0x20)
        append(line, c);
    return TTY_LINE_GOES_ON;
}
