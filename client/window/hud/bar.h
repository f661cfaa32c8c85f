/* bar.h: the bar of a recording: its line, the place of now, and the marks, which tell what they are under the pointer. */
#ifndef FS_WINDOW_HUD_BAR_H
#define FS_WINDOW_HUD_BAR_H

#include <stdbool.h>
#include <fixstep/batch.h>

#include "match_info.h"

/* The window in pixels, and the size of the letters of its status line. */
typedef struct bar_area {
    float width, height, letters;
} bar_area;

/* The rows of the status line and of the bar, in heights of letters. */
#define BAR_ROWS 3.2f

void bar_draw(const match_info *info, bar_area area, fs_batch *batch);
/* What the marks at a point of the window are, desyncs first, in rows above `bottom`. Nothing where there are none. */
void bar_draw_marks_at(const match_info *info, bar_area area, double x, double y, float bottom, fs_batch *batch);
/* Whether a point is on the bar; `part` 0..1 is its place in the recording, with `snaps` that of a mark that the point is on.
 * Without, the bar is held: points above it count too. */
bool bar_hit(const match_info *info, bar_area area, double x, double y, bool snaps, double *part);

#endif
