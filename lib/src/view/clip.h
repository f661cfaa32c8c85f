/* clip.h: clipping shapes at the border of a picture.
 *
 * A shape may reach a million times farther than the picture, and painting uses
 * small integers. Clipping never changes the picture inside the border.
 */
#ifndef FS_VIEW_CLIP_H
#define FS_VIEW_CLIP_H

#include <stdbool.h>
#include <stddef.h>

#include "view/projection.h"

typedef struct fs__clip_rect {
    double left, top, right, bottom;
} fs__clip_rect;

/* Clips the line from *a to *b; false when no part of it is inside. */
bool fs__clip_line(const fs__clip_rect *window, fs__screen_point *a, fs__screen_point *b);

/* Passes the corners of the clipped polygon to `emit`, one after another; needs
 * no memory whatever their number. */
typedef void fs__clip_emit(void *context, fs__screen_point corner);
void fs__clip_polygon(const fs__clip_rect *window, const fs__screen_point *corners, size_t count, fs__clip_emit *emit,
                      void *context);

#endif
