/* clock.c: follows the arrival of bundles. See clock.h. */
#include "lockstep/clock.h"

#include <stdlib.h>
#include <string.h>

enum {
    SLEW = 20,            /* at most 1/20 of a period per tick */
    JUMP_US = 250 * 1000, /* a larger error that stays is a pause of the server, not drift */
    JUMP_AFTER = 8,       /* arrivals in a row before a late one counts as staying */
    LOOK_EVERY = 4        /* ticks between two looks at all samples */
};

static int64_t offset(const fs__clock *clock, int64_t tick)
{
    return tick * 1000000 / clock->hz;
}

void fs__clock_start(fs__clock *clock, uint32_t hz, uint32_t tick, uint64_t arrival_us)
{
    memset(clock, 0, sizeof *clock);
    clock->hz = hz;
    clock->base_us = (int64_t)arrival_us - offset(clock, tick);
    clock->running = true;
}

static int by_value(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* Smallest sample; the 95th percentile above it goes to jitter_us. */
static int64_t look(fs__clock *clock)
{
    int64_t sorted[FS__CLOCK_SAMPLES];
    uint32_t n = clock->count < FS__CLOCK_SAMPLES ? clock->count : FS__CLOCK_SAMPLES;
    memcpy(sorted, clock->samples, n * sizeof sorted[0]);
    qsort(sorted, n, sizeof sorted[0], by_value);
    clock->jitter_us = (uint32_t)(sorted[(n - 1) * 95 / 100] - sorted[0]);
    return sorted[0];
}

/* A bundle cannot come before it was sent, so an early one is proof at once; a
 * late one may be a single delayed packet. */
static bool must_jump(fs__clock *clock, int64_t sample)
{
    clock->late = sample - clock->base_us > JUMP_US ? clock->late + 1 : 0;
    return clock->base_us - sample > JUMP_US || clock->late >= JUMP_AFTER;
}

void fs__clock_arrival(fs__clock *clock, uint32_t tick, uint64_t now_us)
{
    int64_t sample = (int64_t)now_us - offset(clock, tick);
    if (must_jump(clock, sample)) {
        clock->base_us = sample;
        clock->count = clock->late = 0;
        clock->jitter_us = 0;
    }
    clock->samples[clock->count++ % FS__CLOCK_SAMPLES] = sample;
    if (clock->count % LOOK_EVERY != 0)
        return;
    int64_t error = look(clock) - clock->base_us;
    int64_t most = LOOK_EVERY * (int64_t)1000000 / (SLEW * (int64_t)clock->hz);
    clock->base_us += error > most ? most : error < -most ? -most : error;
}

uint64_t fs__clock_at(const fs__clock *clock, int64_t tick)
{
    int64_t at = clock->base_us + offset(clock, tick);
    return at > 0 ? (uint64_t)at : 0;
}
