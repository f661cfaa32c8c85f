/* menu.h: a list to choose from, drawn over the picture. */
#ifndef FS_WINDOW_MENU_H
#define FS_WINDOW_MENU_H

#include <fixstep/batch.h>

#include "menu_info.h"

/* Width of the panel at the left of a window of that size, 0 when nothing is shown. */
uint32_t menu_width(const menu_info *menu, uint32_t width, uint32_t height);
/* Draws the list for a window of that size, with x = 0 at the right border of the panel. */
void menu_draw(const menu_info *menu, uint32_t width, uint32_t height, fs_batch *batch);
/* The row at a point of the window; false where there is none. */
bool menu_hit(const menu_info *menu, uint32_t width, uint32_t height, double x, double y, unsigned *row);

#endif
