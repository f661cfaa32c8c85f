/* tty_restore.h: restoring a terminal from a signal handler.
 *
 * The bytes are prepared while the terminal's description can be read;
 * tty_restore() (tty.h) then only writes bytes and sets modes.
 */
#ifndef FS_CLIENT_TTY_RESTORE_H
#define FS_CLIENT_TTY_RESTORE_H

#include <stdbool.h>

/* Before curses starts: remembers the modes of the terminal. */
void tty_restore_remember(void);
/* After curses has read the terminal's description: from now on tty_restore()
 * works. False when the terminal cannot place characters. */
bool tty_restore_prepare(void);
/* Asks the terminal to tell releases of keys from now on, or to tell them no longer; tty_restore() undoes it. */
void tty_restore_releases(bool told);
/* After curses has ended. */
void tty_restore_forget(void);

#endif
