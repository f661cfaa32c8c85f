/* offscreen.h: pictures drawn as in the window, without a display.
 *
 * Uses EGL without a surface. One may be open in a process; all calls must come from one thread.
 */
#ifndef FS_WINDOW_OFFSCREEN_H
#define FS_WINDOW_OFFSCREEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <fixstep/draw.h>

#include "window/gl/quality.h"

typedef struct offscreen offscreen;

/* NULL with a sentence: a build without a window, no driver. With a warning about the font `why` is not "". */
offscreen *offscreen_open(solids_quality quality, const char *font_path, char *why, size_t why_size);
/* NULL is allowed. */
void offscreen_close(offscreen *o);
/* The picture of a list, 4 bytes a pixel, rows from the top. The caller frees it with free(); NULL when it cannot be
 * made. */
uint8_t *offscreen_draw(offscreen *o, const fs_draw_list *list, uint32_t width, uint32_t height);
/* The pictures of two lists side by side. */
uint8_t *offscreen_draw_pair(offscreen *o, const fs_draw_list *left, const fs_draw_list *right, uint32_t width,
                             uint32_t height);
/* Whether this build can write a picture of that name; else a sentence. */
bool offscreen_check(const char *path, char *why, size_t why_size);
/* Writes pixels as .png or .ppm. False with a sentence. */
bool offscreen_write(const char *path, const uint8_t *pixels, uint32_t width, uint32_t height, char *why,
                     size_t why_size);

#endif
