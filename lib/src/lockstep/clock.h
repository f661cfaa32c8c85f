/* clock.h: a client's idea of when each tick's bundle arrives.
 *
 * The server's deadlines are the only clock. A bundle of tick T arrives at
 * base + T * period, plus a jitter that is never negative; base follows the
 * smallest of the last arrivals by at most 5 % of a period per tick, so that the
 * pace of a client never jumps. No clock is read here.
 */
#ifndef FS_LOCKSTEP_CLOCK_H
#define FS_LOCKSTEP_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

enum { FS__CLOCK_SAMPLES = 128 };

typedef struct fs__clock {
    bool running;
    uint32_t hz;
    int64_t base_us;                    /* when tick 0 arrived or would have */
    int64_t samples[FS__CLOCK_SAMPLES]; /* arrival - tick * period, in ring order */
    uint32_t count;
    uint32_t late;      /* arrivals in a row that were far too late */
    uint32_t jitter_us; /* 95th percentile above the smallest sample */
} fs__clock;

/* Tick `tick` arrives at `arrival_us`, as far as the START message tells. */
void fs__clock_start(fs__clock *clock, uint32_t hz, uint32_t tick, uint64_t arrival_us);
/* The newest tick so far has just arrived. */
void fs__clock_arrival(fs__clock *clock, uint32_t tick, uint64_t now_us);
/* When tick `tick` (may be negative) arrives without jitter; never below 0. */
uint64_t fs__clock_at(const fs__clock *clock, int64_t tick);

#endif
