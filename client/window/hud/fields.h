/* fields.h: the fields of a body that the user chose, and what differs between two recordings. */
#ifndef FS_WINDOW_HUD_FIELDS_H
#define FS_WINDOW_HUD_FIELDS_H

#include <fixstep/batch.h>

#include "match_info.h"

/* A part of the window, pixels. */
typedef struct fields_area {
    float left, top, right, bottom;
} fields_area;

/* A panel at the lower left of `area`, in as many columns as it needs and letters of `size` pixels that shrink to `least` until all fields
 * have their place; what does not fit is counted. Returns the right border, 0 where not one row fits. */
float fields_draw(const match_info *info, fields_area area, float size, float least, fs_batch *batch);
/* The right border of fields_draw(). */
float fields_measure(const match_info *info, fields_area area, float size, float least, const fs_batch *batch);

/* The height of the band below two pictures in a window `height` high, which tells what differs; letters of `size`. 0 in a window
 * that is too low. */
float fields_band_height(float height, float size);
/* Rows in as many columns as fit; a last row counts what is left out. */
void fields_draw_band(const match_info *info, fields_area band, float size, fs_batch *batch);

#endif
