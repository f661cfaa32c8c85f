/* surface.h: a window of the desktop with a context of OpenGL 3.3 core, through SDL.
 *
 * All calls must come from one thread.
 */
#ifndef FS_WINDOW_SURFACE_H
#define FS_WINDOW_SURFACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "window/display/display_guard.h"
#include "window/window.h"

typedef struct surface surface;

/* NULL with a sentence. When the display goes away later, `lost` is called with `context`, and the thread of the caller never
 * returns from the call that it is in. */
surface *surface_open(const window_options *options, display_lost *lost, void *context, char *why, size_t why_size);
/* NULL is allowed. */
void surface_close(surface *s);
/* Size in pixels of the display, which are smaller than the desktop's units on dense ones; at least 1. */
void surface_size(const surface *s, uint32_t *width, uint32_t *height);
/* Pixels per unit of a mouse position. */
double surface_scale(const surface *s);
/* Shows what was drawn; waits for the display where the driver does that. */
void surface_show(surface *s);
bool surface_toggle_full_screen(surface *s);
/* Time between two frames of the display. */
uint32_t surface_frame_us(const surface *s);

#endif
