/* display_guard.h: what happens when the X server goes away while the window is open.
 *
 * Xlib would end the process on the spot, with recording and report unfinished. Under the guard the thread that met the loss
 * sleeps for good, because its call into Xlib cannot return, and the rest of the process is told. A request that the X server
 * refuses, at which Xlib would end the process too, has no effect.
 */
#ifndef FS_WINDOW_DISPLAY_GUARD_H
#define FS_WINDOW_DISPLAY_GUARD_H

/* From any thread, once; may take locks, must not draw. */
typedef void display_lost(void *context);

/* To be called once libX11 is loaded; without it (Wayland) it does nothing. `context` must live until display_guard_forget(),
 * and for good once `lost` was called. */
void display_guard_install(display_lost *lost, void *context);
/* After the window is closed and before `context` is freed, when no thread draws: a loss from now on ends the process with
 * status 1 and one line on standard error. */
void display_guard_forget(void);

#endif
