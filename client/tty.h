/* tty.h: the match on a text terminal.
 *
 * The only module of the programs that uses curses. At most one is open in a
 * process, and the terminal is always restored. It has no access to a simulation.
 */
#ifndef FS_CLIENT_TTY_H
#define FS_CLIENT_TTY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <fixstep/draw.h>
#include <fixstep/sim.h>

typedef struct tty tty;

/* Opens the view on the terminal of standard input and output. NULL with a sentence
 * in `why` when there is none, when it cannot place characters (TERM=dumb), or in a
 * build without curses. Sets the locale's character type from the environment. */
tty *tty_open(char *why, size_t why_size);
/* Restores the terminal; NULL is allowed. */
void tty_close(tty *t);
/* Restores the terminal without freeing memory, for a forced exit. Safe in a signal
 * handler and in atexit(), any number of times, also when nothing is open. Afterwards only tty_close() may be called. */
void tty_restore(void);
/* The keys held at `now_us` (any monotonic clock, microseconds) and the last
 * printable key struck since the call before. Arrows and WASD are directions,
 * space is fire, return and x are alt. False once the player has asked to leave
 * with q or Ctrl-C. */
bool tty_keys(tty *t, fs_keys *keys, uint64_t now_us);
/* Strokes of F3 since the last call; F3 never reaches a game. */
unsigned tty_debug_strokes(tty *t);
/* Shows a list and, in the last row, a line of status (UTF-8; NULL for none).
 * Follows the size of the terminal. */
void tty_show(tty *t, const fs_draw_list *draw, const char *status);

#endif
