/* screen.h: the match on the terminal. Functions accept NULL where there is no view.
 *
 * Draws a state with the game's own `draw` and debug layers, shows a status line
 * below, and reads the keys. While it is open the log is held back. Closing it
 * restores the terminal.
 */
#ifndef FS_CLIENT_SCREEN_H
#define FS_CLIENT_SCREEN_H

#include <stdbool.h>
#include <stdint.h>
#include <fixstep/draw.h>
#include <fixstep/sim.h>

#include "app/options.h"

typedef struct screen screen;

enum { SCREEN_FRAME_US = 33333 };

/* `debug_layers`: layers of the 2D world drawn over the game's picture from the start, 0 for none; F3 steps through
 * them. NULL with a sentence. */
screen *screen_open(uint32_t debug_layers, char why[APP_ERROR_BYTES]);
/* NULL is allowed. */
void screen_close(screen *screen);
/* When the next frame is due; UINT64_MAX without a screen. */
uint64_t screen_next_frame_us(const screen *screen);
/* Reads the keys into `keys`; false when the player wants to leave. */
bool screen_keys(screen *screen, fs_keys *keys, uint64_t now_us);
/* Whether a frame is due now. */
bool screen_frame_due(const screen *screen, uint64_t now_us);
/* Shows a frame; `sim` NULL: only the status line. */
void screen_show(screen *screen, fs_sim *sim, uint32_t slot, const char *status, uint64_t now_us);

#endif
