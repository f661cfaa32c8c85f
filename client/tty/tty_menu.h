/* tty_menu.h: a list to choose from, on a terminal. */
#ifndef FS_CLIENT_TTY_MENU_H
#define FS_CLIENT_TTY_MENU_H

#include "menu_info.h"

/* Draws the list into the upper `rows` of curses' standard screen: the title, the rows around the selected one, and below
 * them the sentence for the selected one, broken into lines. A small screen shows rows of the list alone. */
void tty_menu_draw(const menu_info *menu, int rows, int columns);

#endif
