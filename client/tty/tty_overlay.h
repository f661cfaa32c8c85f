/* tty_overlay.h: texts over the picture on a terminal: the keys, the newest lines, the line that is being typed, the
 * result, the status line.
 */
#ifndef FS_CLIENT_TTY_OVERLAY_H
#define FS_CLIENT_TTY_OVERLAY_H

#include <stdbool.h>

#include "match_info.h"

/* What a frame shows besides the picture. */
typedef struct tty_overlay {
    const match_info *info;
    const char *typed;   /* NULL: nobody types */
    unsigned help;       /* page of the keys, from 1; 0: they are not shown */
    bool tells_releases; /* the terminal tells when a key comes up */
} tty_overlay;

/* Draws into curses' standard screen of `rows` by `columns`. Texts are broken into lines, the keys into as many pages as the
 * screen needs; the status line is cut. False when the keys have no such page: nothing of them is drawn. */
bool tty_overlay_draw(const tty_overlay *overlay, int rows, int columns);

#endif
