/* dot_grid.h: shapes drawn into a grid of square dots.
 *
 * A dot has one colour and knows whether it belongs to a face or to something
 * thin, because the two need different characters. Nothing here knows about
 * characters, and no coordinate, however large, may cost more than the grid.
 */
#ifndef FS_VIEW_DOTS_H
#define FS_VIEW_DOTS_H

#include <stdint.h>

#include "view/scene.h"

enum { FS__DOT_THIN = 1 << 24 }; /* in a dot, beside its colour 0xRRGGBB */

typedef struct fs__dot_grid {
    int32_t width, height;
    uint32_t *dots;  /* width * height */
    uint8_t *inside; /* width * height, all 0 between calls */
} fs__dot_grid;

void fs__dot_grid_clear(fs__dot_grid *dots, uint32_t background);
/* Draws a shape of a scene that was laid out in width by height units; texts
 * are none of its business. */
void fs__dot_grid_draw(fs__dot_grid *dots, const fs__scene_item *shape, const fs__screen_point *screen_points);

#endif
