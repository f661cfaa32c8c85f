/* tty_none.c: the terminal view of a build without curses: it cannot be opened. */
#include "tty/tty.h"

#include <stdio.h>

tty *tty_open(char *why, size_t why_size)
{
    snprintf(why, why_size,
             "this build has no terminal view: install libncurses-dev and configure with --with-ncurses");
    return NULL;
}

void tty_close(tty *t)
{
    (void)t;
}

void tty_restore(void) {}

bool tty_keys(tty *t, fs_keys *keys, uint64_t now_us)
{
    (void)t;
    (void)now_us;
    *keys = (fs_keys){ 0 };
    return true;
}

unsigned tty_debug_strokes(tty *t)
{
    (void)t;
    return 0;
}

bool tty_take_line(tty *t, char *line, size_t size)
{
    (void)t;
    (void)line;
    (void)size;
    return false;
}

unsigned tty_take_strokes(tty *t)
{
    (void)t;
    return 0;
}

uint32_t tty_take_key(tty *t)
{
    (void)t;
    return 0;
}

void tty_show(tty *t, const fs_draw_list *draw, const match_info *info)
{
    (void)t;
    (void)draw;
    (void)info;
}
