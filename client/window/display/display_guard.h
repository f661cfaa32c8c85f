/* display_guard.h: what happens when the X server goes away while the window is open.
 *
 * Xlib would end the process on the spot, with recording and report unfinished. Under the guard the thread that met the loss
 * sleeps for good, because its call into Xlib cannot return, and the rest of the process is told.
 */
#ifndef FS_WINDOW_DISPLAY_GUARD_H
#define FS_WINDOW_DISPLAY_GUARD_H

/* From any thread, once; may take locks, must not draw. */
typedef void display_lost(void *context);

/* To be called once libX11 is loaded; without it (Wayland) it does nothing. `context` must outlive the process's use of X. */
void display_guard_install(display_lost *lost, void *context);

#endif
