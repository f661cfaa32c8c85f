/* window_manager.h: whether the display has a window manager that can give a window the whole screen. */
#ifndef FS_WINDOW_WINDOW_MANAGER_H
#define FS_WINDOW_WINDOW_MANAGER_H

#include <stdbool.h>

/* Of the X display that DISPLAY names: whether a window manager of the EWMH standard runs. SDL asks such a one for the full screen,
 * and without one believes that it got it. */
bool window_manager_runs(void);

#endif
