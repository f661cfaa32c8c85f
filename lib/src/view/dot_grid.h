/* dot_grid.h: shapes drawn into a grid of square dots.
 *
 * A dot has one colour and one bit that tells a line from a face, because the two
 * need different characters. The cost of a shape is bounded by the grid, however
 * large its coordinates are.
 */
#ifndef FS_VIEW_DOT_GRID_H
#define FS_VIEW_DOT_GRID_H

#include <stdint.h>

#include "view/scene.h"

enum { FS__DOT_THIN = 1 << 24 }; /* in a dot, beside its colour 0xRRGGBB */

typedef struct fs__dot_grid {
    int32_t width, height;
    uint32_t *dots;  /* width * height */
    uint8_t *inside; /* width * height, all 0 between calls */
} fs__dot_grid;

void fs__dot_grid_clear(fs__dot_grid *dots, uint32_t background);
/* Draws a shape of a scene that was laid out in width by height units. Ignores
 * texts. */
void fs__dot_grid_draw(fs__dot_grid *dots, const fs__scene_item *shape, const fs__screen_point *screen_points);

#endif
