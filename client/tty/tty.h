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

#include "match_info.h"

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
 * with q (unless it is a key of the game) or Ctrl-C. ? shows the keys and hides them. */
bool tty_keys(tty *t, fs_keys *keys, uint64_t now_us);
/* Strokes of F3 since the last call; F3 never reaches a game. */
unsigned tty_debug_strokes(tty *t);
/* The line that the player has typed after Tab; false when there is none. While a line is typed, no key reaches a game. */
bool tty_take_line(tty *t, char *line, size_t size);
/* Strokes of any key since the last call. */
unsigned tty_take_strokes(tty *t);
/* The keys struck in the last tty_keys() that are no commands of the view, one a call in their order: a character, or
 * KEY_SEQUENCE_* of key_sequence.h; return is '\r'. 0: no more. For lists to choose from. */
uint32_t tty_take_key(tty *t);
/* Shows a list with the texts of `info` over it: the status line in the last row, the keys after ?. Follows the size of the
 * terminal. From the next key on, q and Tab mean what keeps_q and can_chat say. */
void tty_show(tty *t, const fs_draw_list *draw, const match_info *info);

#endif
