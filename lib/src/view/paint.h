/* paint.h: a draw list painted on a cairo surface of any kind.
 *
 * Opens no file; picture.c does.
 */
#ifndef FS_VIEW_PAINT_H
#define FS_VIEW_PAINT_H

#include <cairo.h>
#include <fixstep/draw.h>

/* Paints the whole surface. E_MEMORY when cairo or the layout runs out. */
fs_result fs__paint(cairo_surface_t *surface, const fs_draw_list *draw, double width, double height);

#endif
