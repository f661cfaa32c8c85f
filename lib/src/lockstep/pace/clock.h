/* clock.h: a client's estimate of the arrival time of each tick's bundle.
 *
 * The server's deadlines are the only clock. A bundle of tick T arrives at base + T * period, plus a jitter that is
 * never negative. The base follows the earliest of the last 128 arrivals by at most 5 % of a period per tick, so that a
 * client's tick rate changes smoothly. A tick that comes with a later datagram, because its own was lost, counts with
 * that arrival. Times are microseconds; no clock is read here.
 */
#ifndef FS_LOCKSTEP_CLOCK_H
#define FS_LOCKSTEP_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

enum { FS__CLOCK_SAMPLES = 128 };

typedef struct fs__clock {
    bool running;
    uint32_t hz;
    int64_t base_us;                    /* arrival time of tick 0 */
    int64_t samples[FS__CLOCK_SAMPLES]; /* arrival - tick * period, in ring order */
    uint32_t count;
    uint32_t late;      /* arrivals in a row that were more than 250 ms late, ... */
    uint64_t late_us;   /* ... the first of them at this time */
    uint32_t jitter_us; /* 90th percentile above the smallest sample */
} fs__clock;

/* Starts the clock: by the START message, the bundle of `tick` arrives at `arrival_us`. `hz` is 1 or more. */
void fs__clock_start(fs__clock *clock, uint32_t hz, uint32_t tick, uint64_t arrival_us);
/* The bundle of `tick` has just arrived for the first time; ticks come in order. */
void fs__clock_arrival(fs__clock *clock, uint32_t tick, uint64_t now_us);
/* The same after a pause of the receiver, in which the bundle may have waited: only an early arrival counts. */
void fs__clock_late_reading(fs__clock *clock, uint32_t tick, uint64_t now_us);
/* The bundle of `tick` is there, and what waits for the clock would be too late if the base only followed slowly: it jumps to an
 * earlier arrival. */
void fs__clock_catch_up(fs__clock *clock, uint32_t tick, uint64_t now_us);
/* Arrival time of `tick` (may be negative) without jitter; 0 or more. */
uint64_t fs__clock_at(const fs__clock *clock, int64_t tick);

#endif
