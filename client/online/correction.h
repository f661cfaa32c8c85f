/* correction.h: pictures of predicted ticks without jumps.
 *
 * A wrong guess is seen when the picture of the newest tick is drawn again, as it should have been. The difference of both
 * pictures is added to those that follow, a smaller part of it to each. Needs a copy of every picture.
 */
#ifndef FS_CLIENT_CORRECTION_H
#define FS_CLIENT_CORRECTION_H

#include <stdbool.h>
#include <fixstep/draw.h>

typedef struct correction {
    fs_draw_list *fresh;         /* to be drawn into */
    fs_draw_list *shown;         /* the newest picture, as it was shown */
    fs_draw_list *wrong, *right; /* the difference */
    double share;                /* of the difference, for the next picture; 0: none */
    bool has_shown;              /* `shown` is newer than `right` */
} correction;

/* False when out of memory; correction_close() is needed in any case. */
bool correction_open(correction *c);
/* A zeroed one is allowed. */
void correction_close(correction *c);
/* The list for the next picture, emptied. */
fs_draw_list *correction_begin(correction *c);
/* What was drawn is the tick that was shown last, as it should have been. */
void correction_note(correction *c);
/* What was drawn is the next tick: fills `out` with the picture to show. */
void correction_show(correction *c, fs_draw_list *out);

#endif
