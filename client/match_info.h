/* match_info.h: what a view shows beside the picture of a match. */
#ifndef FS_CLIENT_MATCH_INFO_H
#define FS_CLIENT_MATCH_INFO_H

#include <stdbool.h>
#include <stdint.h>

#include "menu_info.h"

enum { INSPECTED_ROWS = 24, INSPECTED_TEXT = 128 };

/* Texts are UTF-8. */
typedef struct match_info {
    char status[256]; /* one line of all */
    char game[128];   /* the game's title; "" before it is known */
    char controls[256];
    uint32_t tick, hz, players;
    bool online; /* the next two lines count */
    uint32_t delay_ticks, rtt_us, agreed_tick, desyncs, substituted, repairs;
    char desync[256]; /* the newest one: tick, and table, row and field where they are known; "": none */
    bool recording;   /* the next two lines count */
    uint32_t first_tick, last_tick;
    bool paused;
    char inspected[INSPECTED_ROWS][INSPECTED_TEXT]; /* the body that the user chose, and its fields */
    unsigned inspected_count;
    menu_info menu; /* shown instead of the status line and help */
} match_info;

#endif
