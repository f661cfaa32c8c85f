/* said.h: lines that the player has typed for the others, until they come back in a tick of the match.
 *
 * While the server gives no answer a line waits, and is shown as one that is not sent; a new connection gets it again. What the
 * server does not show although it answers is told as lost.
 */
#ifndef FS_CLIENT_SAID_H
#define FS_CLIENT_SAID_H

#include <stdbool.h>
#include <stdint.h>
#include <fixstep/lockstep.h>

#include "feed.h"

enum {
    SAID_LINES = 4, /* a server takes five at once */
    SAID_USUAL_US = 1000000,
    SAID_LOST_US = 10000000,
    SAID_QUEUE_TICKS = 32 /* in which the server closes what it has got of all players, a line a tick */
};

typedef struct said_line {
    char text[FS_MAX_CHAT];
    bool sent;           /* on the present connection */
    bool repeated;       /* it was sent on an earlier one, and may stand in a tick that this client has not got yet */
    uint64_t since_us;   /* when it was typed */
    uint64_t awaited_us; /* how long the server, which had it, closed ticks without it */
} said_line;

/* Zeroed: nothing is under way. */
typedef struct said {
    said_line lines[SAID_LINES]; /* the oldest first */
    unsigned count;
    uint64_t polled_us;
    uint32_t
        return_tick; /* lines that were sent on an earlier connection stand in ticks before it, or were never taken */
} said;

/* What the match does now. */
typedef enum said_state {
    SAID_RUNS,
    SAID_STANDS, /* the server answers and closes no ticks */
    SAID_SILENT  /* the server gives no answer, or the connection is lost */
} said_state;

/* A line that was typed. When too many are under way the oldest is given up, which the feed tells. */
void said_add(said *s, feed *f, const char *typed, uint64_t now_us);
/* A line of the player's own came in a tick. */
void said_heard(said *s, const char *text);
/* The connection is lost: what is under way is sent again on the next one. */
void said_unsend(said *s);
/* The connection is back, and the player active from that tick on. */
void said_return(said *s, uint32_t tick);
/* Hands a line to the connection; false when there is none. */
typedef struct said_way {
    void *context;
    bool (*say)(void *context, const char *text);
} said_way;
/* Sends what is not sent, once the match runs or stands, and gives up what the server does not show. `tick`: finished ticks. A line of
 * an earlier connection is sent again once all ticks that could have it are here, so that it does not appear twice. */
void said_poll(said *s, feed *f, said_way way, said_state state, uint32_t tick, uint64_t now_us);
/* Gives up everything: the match is over. Returns how many lines that were. */
unsigned said_give_up(said *s, feed *f, uint64_t now_us);
/* Adds what is under way for longer than usual to the lines beside the match, as the newest ones. */
void said_show(const said *s, said_state state, uint64_t now_us, match_info *info);

#endif
