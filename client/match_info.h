/* match_info.h: what a view shows beside the picture of a match. */
#ifndef FS_CLIENT_MATCH_INFO_H
#define FS_CLIENT_MATCH_INFO_H

#include <stdbool.h>
#include <stdint.h>

#include <fixstep/lockstep.h>

#include "menu_info.h"

enum { MATCH_INFO_LINES = 5, MATCH_INFO_LINE_BYTES = 320 };
/* Places on the bar of a recording. */
enum { MATCH_MARKS = 160, MATCH_MARK_TEXT = 192 };
typedef enum match_mark_kind { MARK_KEYFRAME, MARK_JOIN, MARK_LEAVE, MARK_DESYNC } match_mark_kind;
typedef struct match_mark {
    uint32_t tick;
    match_mark_kind kind;
    char text[MATCH_MARK_TEXT]; /* a sentence of one line */
} match_mark;

enum { INSPECTED_ROWS = 64, INSPECTED_TEXT = 128, DIFFERENCE_ROWS = 24 };

typedef struct match_player {
    uint32_t slot;
    int64_t score; /* 0 in a game without scores */
    char name[FS_MAX_NAME];
} match_player;

/* Texts are UTF-8. */
typedef struct match_info {
    char status[320]; /* one line of all: parts with two blanks between them, the most important first */
    char hint[64];    /* keys of the terminal, likewise */
    char game[128];   /* the game's title; "" before it is known */
    char controls[256];
    uint32_t tick, hz, players;
    bool online;            /* the next three lines count */
    bool waits, silent;     /* the match does not run yet; the server gives no answer */
    uint32_t verified_tick; /* of somebody who watches: up to it the server has signed the inputs and states of here */
    uint32_t delay_ticks, rtt_us, agreed_tick, desyncs, substituted, repairs;
    char prediction[96]; /* what it does and costs; "": none */
    char desync[256];    /* the newest one: tick, and table, row and field where they are known; "": none */
    uint32_t loss_permille,
        slack_us;   /* of the server's messages of ticks; time of the ticks at hand that are not simulated yet */
    bool recording; /* the next three lines count */
    uint32_t first_tick, last_tick;
    uint32_t mark_count;
    match_mark marks[MATCH_MARKS];
    bool cut_off; /* the recording ends early */
    bool paused;
    bool compares;       /* two recordings stand side by side: `differences` tells what differs */
    uint32_t news_count; /* chat, who came and went, words of the server; the oldest first */
    uint32_t news_fresh; /* so many of them, the newest ones, stand beside the picture */
    char news[MATCH_INFO_LINES][MATCH_INFO_LINE_BYTES];
    char scores[256];                    /* "ann 3  bob 1"; "" for a game without scores */
    match_player listed[FS_MAX_PLAYERS]; /* the players present, the largest score first */
    uint32_t listed_count;
    bool has_scores;
    uint32_t own_slot; /* of the player at this view; FS_MAX_PLAYERS or more: of nobody */
    char notice[96];   /* why the match stands still: paused, no answer, waiting; "" while it runs */
    char result[128];  /* who won, once the match is over; "" before */
    bool watches;      /* inputs of this view reach no match */
    bool can_chat;     /* lines of the player reach others */
    bool can_pause;    /* nobody else plays */
    bool drags;        /* the left mouse button drags in this game */
    bool keeps_q;      /* q is a key of the game: only Ctrl-C leaves */
    char inspected[INSPECTED_ROWS][INSPECTED_TEXT]; /* the body that the user chose, and its fields */
    unsigned inspected_count, inspected_left_out;   /* fields that found no row */
    char differences[DIFFERENCE_ROWS][INSPECTED_TEXT];
    unsigned difference_count;
    menu_info menu; /* shown instead of the status line and help */
} match_info;

#endif
