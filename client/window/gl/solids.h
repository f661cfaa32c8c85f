/* solids.h: the mesh of a list with solids, drawn with a depth buffer, two lights and a shadow map.
 *
 * Needs a current context of OpenGL 3.3. The light is that of fixstep/mesh.h.
 */
#ifndef FS_WINDOW_GL_SOLIDS_H
#define FS_WINDOW_GL_SOLIDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <fixstep/mesh.h>

#include "window/gl/quality.h"

typedef struct solids solids;

/* The part of a framebuffer that the picture takes, in pixels from its lower left corner. */
typedef struct solids_area {
    int left, bottom, width, height;
} solids_area;

/* NULL with a sentence. */
solids *solids_create(solids_quality quality, char *why, size_t why_size);
/* NULL is allowed. */
void solids_destroy(solids *s);
/* Draws a mesh into the framebuffer `frame` of width by height pixels, which gets the linear colour `background`. False
 * when the driver has no memory for it. */
bool solids_draw(solids *s, unsigned frame, int width, int height, solids_area area, const float background[3],
                 const fs_mesh *mesh);

#endif
