/* window.h: the match in a window of the desktop.
 *
 * A thread of its own handles events and draws, at the pace of the display. The
 * thread of the simulation hands over a draw list per tick and takes keys; it waits
 * for neither the display nor the graphics driver. The window never sees a state.
 * At most one is open in a process.
 */
#ifndef FS_WINDOW_WINDOW_H
#define FS_WINDOW_WINDOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <fixstep/draw.h>
#include <fixstep/sim.h>
#include <fixstep/view.h>

#include "app/histogram.h"
#include "keys/key_names.h"
#include "match_info.h"
#include "sound/listen.h"
#include "window/gl/quality.h"

typedef struct window window;

/* What keys are for: a player, moving through a recording, or choosing from a list. */
typedef enum window_mode { WINDOW_PLAYER, WINDOW_RECORDING, WINDOW_MENU } window_mode;

typedef struct window_options {
    const char *title;
    const char *font;       /* a font file; NULL: the usual ones */
    const char *screenshot; /* .png or .ppm, written on closing: the last tick's picture; NULL: none */
    const key_names *keys;  /* NULL: the usual ones */
    uint32_t width, height; /* 0: chosen by the window */
    bool full_screen;
    solids_quality quality;
    window_mode mode;
} window_options;

typedef enum window_command {
    WINDOW_PAUSE, /* these of a match that is played alone too */
    WINDOW_STEP,
    WINDOW_STEP_BACK,
    WINDOW_FASTER,
    WINDOW_SLOWER,
    WINDOW_TO_START,
    WINDOW_TO_END,
    WINDOW_FAR_BACK, /* ten seconds */
    WINDOW_FAR_AHEAD,
    WINDOW_SEEK, /* to `part` of the recording */
    WINDOW_UP,   /* these of a list */
    WINDOW_DOWN,
    WINDOW_CHOOSE,
    WINDOW_CANCEL,
    WINDOW_ERASE,
    WINDOW_CLEAR,  /* all that is typed */
    WINDOW_KEEP,   /* what is typed is selected no more: characters come behind it */
    WINDOW_SELECT, /* all that is typed */
    WINDOW_POINT,  /* at the row `number` */
    WINDOW_PICK,   /* the row `number` */
    WINDOW_TYPE,   /* `text`, typed or pasted; of a recording the character `number` */
    WINDOW_KEY     /* of a list: a key without another meaning */
} window_command;

enum { WINDOW_TEXT_BYTES = 128 };

typedef struct window_request {
    window_command command;
    double part;                  /* 0..1 */
    uint32_t number;              /* of the commands of a list that a key gives: the physical key, 0 for a controller */
    unsigned serial;              /* of the list that the user saw */
    char text[WINDOW_TEXT_BYTES]; /* UTF-8, as it came */
} window_request;

/* Whether this build has a window and the environment names a display. */
bool window_possible(void);
/* What a build without a window says of that; NULL in one that has it. */
const char *window_missing(void);
/* Opens the window and starts its thread. NULL with a sentence: no display, no OpenGL 3.3, a build without a window. */
window *window_open(const window_options *options, char *why, size_t why_size);
/* How long it took to draw and show each frame so far, microseconds. */
void window_get_frames(window *w, app_histogram *frames_us);
/* Closes the window, first writing the screenshot. False with a sentence when that failed, or when the display has gone away,
 * after which window_keys() said that the player leaves. Waits for the frame that is being drawn for a second at most, with a screenshot
 * for 30 s: a thread that needs longer is left behind. NULL is allowed. */
bool window_close(window *w, char *why, size_t why_size);
/* Whether a thread of a window is left behind, because the display is lost or a frame takes too long; to be asked after
 * window_close(). The process must end with _exit() then: exit() would wait for the libraries of the display, or take them from under the
 * thread. The next window_open() waits 30 s for a frame that takes too long, and fails where the thread stays behind. */
bool window_left_behind(void);

/* The empty list of the next tick, to be filled and then handed over. Never waits. */
fs_draw_list *window_begin_tick(window *w);
/* After window_begin_tick(): the empty list of a second picture of this tick, shown at the right of the first one. */
fs_draw_list *window_begin_beside(window *w);
/* `time_us`: when the tick was due; `tick_us`: time between ticks, 0 for no motion from the tick before (a jump in a
 * recording). `step_us`: how long the simulation took. */
void window_end_tick(window *w, uint64_t time_us, uint32_t tick_us, uint32_t step_us);
/* Plays the sounds of a tick, unless the user switched sound off. Never waits for the sound device. */
void window_play(window *w, const sound_event *events, unsigned count);
void window_set_info(window *w, const match_info *info);
/* The keys held at `now_us` (fs_net_clock_us()), the last printable key struck since the last call, and the pointer while it
 * drags. What was struck counts as held for a tick at least. False once the window was closed or q struck. */
bool window_keys(window *w, fs_keys *keys, uint64_t now_us);
/* Strokes of F3 since the last call. */
unsigned window_debug_strokes(window *w);
/* Strokes of keys and buttons since the last call, but for those that the window itself has a use for. */
unsigned window_strokes(window *w);
/* Whether the window fills the screen now. */
bool window_fills_screen(window *w);
/* Whether the camera shall follow the chosen body: F8 switches that on and off. */
bool window_follows(window *w);
/* The line that the player has typed for the others, UTF-8; false when there is none. */
bool window_take_line(window *w, char *line, size_t size);
/* The text of the clipboard comes as a WINDOW_TYPE, as if the user had pasted it. */
void window_ask_paste(window *w);
/* Makes the physical key `code` of a WINDOW_KEY the first one of an action, and takes it from the others. False when the
 * window needs the key itself. */
bool window_bind_key(key_names *names, unsigned action, uint32_t code);
/* The keys of an action as text: "Space", "Up, W". */
void window_describe_keys(const key_names *names, unsigned action, char *text, size_t size);
/* The line of sight through the point that the user chose since the last call (middle mouse button), and whether that is in the second
 * picture; false when there is none. */
bool window_take_sight(window *w, fs_draw_ray *sight, bool *beside);
/* The oldest request of somebody who moves through a recording or a list; false when there is none. */
bool window_take_request(window *w, window_request *request);

#endif
