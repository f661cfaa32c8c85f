/* screen.h: the match on the terminal or in a window. Functions accept NULL where there is no view.
 *
 * Draws a state with the game's own `draw` and debug layers, shows a line of status,
 * and reads the keys. The terminal gets a picture 30 times a second, the window one of
 * every tick. While the terminal shows a match the log is held back. Closing restores
 * the terminal.
 */
#ifndef FS_CLIENT_SCREEN_H
#define FS_CLIENT_SCREEN_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <fixstep/draw.h>
#include <fixstep/lockstep.h>
#include <fixstep/sim.h>

#include "app/options.h"
#include "match_info.h"
#include "settings.h"
#include "window/window.h"

typedef struct screen screen;

enum { SCREEN_FRAME_US = 33333 };

/* Opens the view that the settings name. When the window cannot be opened and was not asked for by name, the terminal
 * takes its place. NULL with a sentence. */
screen *screen_open(const settings *wanted, char why[APP_ERROR_BYTES]);
/* For the report of a match: frames drawn by the window, and their times; to be called before screen_close(). The caller owns
 * the object. NULL without a window and when out of memory. */
json_t *screen_report_frames(const screen *screen);
/* False with a sentence when the screenshot could not be written. NULL is allowed. */
bool screen_close(screen *screen, char why[APP_ERROR_BYTES]);
/* When the next frame is due; UINT64_MAX without a screen. */
uint64_t screen_next_frame_us(const screen *screen);
/* Reads the keys into `keys`; false when the player wants to leave. */
bool screen_keys(screen *screen, fs_keys *keys, uint64_t now_us);
/* Whether a frame is due now. */
bool screen_frame_due(const screen *screen, uint64_t now_us);
/* To be called after every tick: hands the window the picture of the state. `tick_us`: time between ticks, 0 when this
 * tick does not follow the last one handed over. `step_us`: how long the simulation took, 0 when that is not known. */
void screen_tick(screen *screen, fs_sim *sim, uint32_t slot, uint64_t due_us, uint32_t tick_us, uint32_t step_us);
/* Pictures of ticks may turn out to be wrong: screen_correct() will be called. False when out of memory; pictures jump then. */
bool screen_expect_corrections(screen *screen);
/* The state of the tick that was handed over last, as it should have been. The difference is spread over the next pictures. */
void screen_correct(screen *screen, fs_sim *sim, uint32_t slot);
/* Another match of the same tick, shown at the right; `sim` NULL: none. Its stream has the names. */
typedef struct screen_beside {
    fs_sim *sim;
    const fs_stream *stream;
} screen_beside;
/* screen_tick() with a second picture. */
void screen_tick_beside(screen *screen, fs_sim *sim, screen_beside beside, uint32_t slot, uint64_t due_us,
                        uint32_t tick_us, uint32_t step_us);
/* Shows a frame; `sim` NULL: only the status line. */
void screen_show(screen *screen, fs_sim *sim, uint32_t slot, const match_info *info, uint64_t now_us);
/* The names beside the bodies of players, from a stream; it is read by screen_tick() and screen_show() and must outlive them.
 * NULL: numbers. NULL is allowed as the screen. */
void screen_set_stream(screen *screen, const fs_stream *stream);
/* The line that the player has typed for the others; false when there is none. */
bool screen_take_line(screen *screen, char *line, size_t size);
/* Whether the match is shown on a terminal. */
bool screen_is_terminal(const screen *screen);
/* Whether any key was pressed since the last call that the view itself has no use for. */
bool screen_take_stroke(screen *screen);
/* The oldest request of somebody who watches a recording or plays alone; false when there is none. */
bool screen_take_request(screen *screen, window_request *request);

#endif
