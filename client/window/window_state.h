/* window_state.h: what the files of the window share: its two threads and what passes between them.
 *
 * `shared` is used under its lock alone, what follows it in struct window by the thread of the window alone.
 */
#ifndef FS_WINDOW_WINDOW_STATE_H
#define FS_WINDOW_WINDOW_STATE_H

#include <pthread.h>
#include <fixstep/lockstep.h>

#include "app/histogram.h"
#include "sound/sound.h"
#include "window/input.h"
#include "window/list_pad.h"
#include "window/mailbox.h"
#include "window/overlay.h"
#include "window/painter.h"
#include "window/display/surface.h"
#include "window/window.h"

enum {
    MAX_REQUESTS = 64,
    WHY = 320,
    KEYS = 6,           /* bits of fs_key */
    SHORTEST_US = 55000 /* a struck key counts as held for at least one tick of the slowest rate */
};

/* Under `lock`: what one thread writes and the other reads. */
typedef struct shared {
    pthread_mutex_t lock;
    pthread_cond_t changed; /* one of the four below */
    bool ready, failed;     /* the window is open, or cannot be opened */
    bool ended, lost;       /* its thread has returned, or never will: the display is gone */
    bool closing, leave;
    char why[WHY];
    match_info info;
    uint32_t held, character;
    uint64_t held_until_us[KEYS]; /* of keys that were struck */
    bool drags;                   /* the left mouse button, in a game that drags */
    uint64_t drags_until_us;
    fs_draw_point pointer; /* metres */
    unsigned debug_strokes;
    unsigned strokes; /* of keys and buttons that the window has no use for */
    bool fills_screen;
    bool follow;                      /* F8 */
    bool pastes;                      /* into the entry of a list */
    sound_event sounds[SOUND_EVENTS]; /* of the newest tick */
    unsigned sound_count;
    char line[FS_MAX_CHAT]; /* typed for the others; "": none */
    fs_draw_ray sight;      /* through the point chosen last */
    bool sight_beside;      /* in the second one of two pictures */
    bool chose;
    window_request requests[MAX_REQUESTS];
    unsigned request_count;
    app_histogram frames; /* microseconds */
} shared;

struct window {
    window_options options;
    pthread_t thread;
    mailbox mailbox;
    shared shared;
    /* Of the thread of the window alone. */
    surface *surface;
    painter painter;
    key_map keys;
    input input;
    sound *sound; /* NULL: no device */
    overlay overlay;
    match_info info;
    bool changed; /* something else than the ticks makes a new frame necessary */
    list_pad pad;
    bool seeking;  /* the mouse holds the bar */
    bool dragging; /* the mouse holds something in the picture */
    bool dragged;  /* since the last time that the keys were handed over */
    int mouse_x, mouse_y;
};

#endif
