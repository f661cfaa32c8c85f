/* standstill.h: why a match stands still, as the server has told: its operator paused it, or it waits for a player. */
#ifndef FS_CLIENT_STANDSTILL_H
#define FS_CLIENT_STANDSTILL_H

#include <stdint.h>

enum { STANDSTILL_BYTES = 96, STANDSTILL_SETTLED_US = 1000000 };

/* Zeroed: the server has told nothing. */
typedef struct standstill {
    char reason[STANDSTILL_BYTES]; /* "": none */
    uint64_t told_us;
} standstill;

/* A notice of the server; of those that say nothing about a standstill nothing is kept. */
void standstill_notice(standstill *s, const char *text, uint64_t now_us);
/* A tick was simulated: the match goes on. Ticks that were closed before a pause arrive up to STANDSTILL_SETTLED_US after the
 * notice of it. */
void standstill_tick(standstill *s, uint64_t now_us);

#endif
