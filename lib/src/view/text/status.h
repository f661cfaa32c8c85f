/* status.h: the status lines of a picture: which rows they become. Every view breaks them by the same rule. */
#ifndef FS_VIEW_STATUS_H
#define FS_VIEW_STATUS_H

#include <fixstep/draw.h>

#include "view/text/labels.h"

enum { FS__STATUS_ROWS = 64 };

/* The distance of two rows in heights of their letters. */
#define FS__STATUS_STEP 1.35

/* A status line, or a part of one that is too long for the picture. */
typedef struct fs__status_row {
    const char *text; /* of the list's characters, without a final 0 */
    size_t length;
    uint32_t colour;
} fs__status_row;

typedef struct fs__status {
    fs__status_row rows[FS__STATUS_ROWS];
    size_t count, lines; /* rows, and the lines that they are made of */
    double size, widest; /* of the letters and the longest row, units of the picture */
    unsigned light;      /* brightness of all lines, 0..255 each */
} fs__status;

/* All lines with letters of `size`; those wider than `room` are broken between words, and within a word that is wider alone. */
fs__status fs__status_gather(fs__text_font font, const fs_draw_list *draw, double size, double room);
/* Letters shrink where lines are too long or the panel takes too much of the picture; lines that are too long for the smallest good
 * letters are broken. In a very low picture the panel has the upper half, as on the terminal. */
fs__status fs__status_fit(fs__text_font font, const fs_draw_list *draw, double width, double height);
/* What the panel of the rows takes. */
fs__area fs__status_area(const fs__status *status);
/* The base line of a row begins at this x; y in the second one. */
double fs__status_left(const fs__status *status);
double fs__status_base(const fs__status *status, size_t row);

#endif
