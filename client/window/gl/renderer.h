/* renderer.h: batches drawn with OpenGL 3.3 into a picture in sRGB.
 *
 * Needs a current context; knows neither windows nor games. All calls must come from
 * the thread of that context. A part of a frame is one instanced draw call, and with
 * solids three. It is drawn into a framebuffer of its own, which encodes sRGB on every
 * driver; a window gets a copy.
 */
#ifndef FS_WINDOW_RENDERER_H
#define FS_WINDOW_RENDERER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <fixstep/batch.h>
#include <fixstep/mesh.h>

#include "window/gl/quality.h"

typedef struct renderer renderer;

enum { RENDERER_ATLAS_SIDE = 1024 };

/* A frame is one part, or several that follow each other. */
typedef enum renderer_part {
    RENDERER_WHOLE,
    RENDERER_FIRST, /* clears its own columns and draws there alone, as RENDERER_NEXT does */
    RENDERER_NEXT,
    RENDERER_OVER /* draws over all that is there */
} renderer_part;

typedef struct renderer_picture {
    renderer_part part;
    uint32_t width, height; /* pixels, at least 1 */
    uint32_t background;    /* 0xRRGGBB */
    uint32_t left, right,
        bar;             /* columns left and right of the picture of the match, and rows below it; x = 0 of instances
                                  is `left` */
    const fs_mesh *mesh; /* NULL: none */
    const fs_instance *instances;
    size_t count;
} renderer_picture;

/* NULL with a sentence: no OpenGL 3.3, a shader that does not compile, no memory. */
renderer *renderer_create(solids_quality quality, char *why, size_t why_size);
/* NULL is allowed. */
void renderer_destroy(renderer *r);
/* Replaces the texture of glyphs: RENDERER_ATLAS_SIDE squared bytes of coverage, row after row. */
void renderer_set_atlas(renderer *r, const uint8_t *coverage);
/* Draws a part of a frame. False when the picture cannot be made in that size. */
bool renderer_draw(renderer *r, const renderer_picture *picture);
/* Copies the last frame to the window's own framebuffer. */
void renderer_show(const renderer *r);
/* Reads the last frame: 4 bytes a pixel (red, green, blue, 255), rows from the top. The caller frees it with free(); NULL
 * without a frame or memory. */
uint8_t *renderer_read(const renderer *r, uint32_t *width, uint32_t *height);

#endif
