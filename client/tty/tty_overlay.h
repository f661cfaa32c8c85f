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
    const char *typed; /* NULL: nobody types */
    bool help;
    bool tells_releases; /* the terminal tells when a key comes up */
} tty_overlay;

/* Draws into curses' standard screen of `rows` by `columns`; whatever does not fit is cut. */
void tty_overlay_draw(const tty_overlay *overlay, int rows, int columns);

#endif
