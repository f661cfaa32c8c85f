/* painter.h: draw lists drawn with a renderer, a font and a batch.
 *
 * Needs a current context of OpenGL 3.3, of a window or none. All calls must come from one thread.
 */
#ifndef FS_WINDOW_PAINTER_H
#define FS_WINDOW_PAINTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <fixstep/batch.h>
#include <fixstep/draw.h>

#include "match_info.h"
#include "window/font.h"
#include "window/overlay.h"
#include "window/gl/renderer.h"

/* Zeroed: closed. */
typedef struct painter {
    renderer *renderer;
    font *font;
    fs_batch *batch;
    fs_mesh *mesh;
    fs_draw_list *between; /* the picture between two ticks */
    uint32_t left_out;     /* shapes that did not fit into the present frame */
} painter;

/* False with a sentence. When it goes on without the font, `why` has a warning, else "". painter_close() is needed in any
 * case. */
bool painter_open(painter *p, solids_quality quality, const char *font_path, char *why, size_t why_size);
void painter_close(painter *p);
/* One picture of a frame: `current` (NULL: nothing), or with a `previous` list the one between them. */
typedef struct painter_view {
    const fs_draw_list *previous, *current;
} painter_view;

/* Draws one picture, or two side by side, `part` of the way from the previous to the current list. What is drawn over them
 * (NULL: nothing) has its rows below. False when the size cannot be drawn. */
bool painter_draw(painter *p, uint32_t width, uint32_t height, const painter_view *views, unsigned count, double part,
                  const overlay *over, const match_info *info);

#endif
