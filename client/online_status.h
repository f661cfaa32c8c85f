/* online_status.h: the texts about a match on a server, for any view. */
#ifndef FS_CLIENT_ONLINE_STATUS_H
#define FS_CLIENT_ONLINE_STATUS_H

#include <fixstep/lockstep.h>

#include "match_info.h"

enum {
    SILENCE_US = 800000, /* a server that is silent for longer is shown as such; a living one answers every 0.5 s */
    STILL_US = 1000000,  /* a match without ticks for longer is shown as such, ... */
    TOLD_US = 250000     /* ... one that the server has said to stand still earlier */
};

typedef struct online_figures {
    const fs_session_stats *stats;
    fs_session *session;
    uint64_t silence_us; /* since the newest datagram of the server */
    uint64_t still_us;   /* since the newest tick */
    bool away;           /* the connection is lost, and another one is tried ... */
    uint64_t left_us;    /* ... for so long */
    const char *reason;  /* why the match stands still, as the server has told; "": it has not */
    bool later_round;    /* this program has played or watched a match before on this server */
} online_figures;

/* Sets the figures of the line, status, notice, scores, result, watches, can_chat, drags and keeps_q. */
void online_status(match_info *info, const online_figures *figures);

#endif
