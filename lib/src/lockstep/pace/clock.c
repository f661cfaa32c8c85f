/* clock.c: estimates the arrival times of bundles. See clock.h. */
#include "lockstep/pace/clock.h"

#include <stdlib.h>
#include <string.h>
#include <fixstep/result.h>

enum {
    SLEW = 20,                  /* at most 1/20 of a period per tick */
    JUMP_US = 250 * 1000,       /* a larger lasting error is a pause of the server, not drift */
    JUMP_AFTER = 8,             /* late arrivals in a row that make an error a lasting one, ... */
    JUMP_AFTER_US = 200 * 1000, /* ... when they span this time: a burst after a pause of the client is none */
    FIRST = 8,                  /* arrivals after the start that may move the base forward at once */
    MEASURE_EVERY = 4           /* arrivals between two measurements of all samples */
};

static int64_t tick_offset_us(const fs__clock *clock, int64_t tick)
{
    return tick * 1000000 / clock->hz;
}

void fs__clock_start(fs__clock *clock, uint32_t hz, uint32_t tick, uint64_t arrival_us)
{
    FS_ASSERT(hz > 0);
    memset(clock, 0, sizeof *clock);
    clock->hz = hz;
    clock->base_us = (int64_t)arrival_us - tick_offset_us(clock, tick);
    clock->running = true;
}

static int compare_samples(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* Sets jitter_us to the 90th percentile of the samples above the smallest, which it returns. */
static int64_t measure_jitter(fs__clock *clock)
{
    int64_t sorted[FS__CLOCK_SAMPLES];
    uint32_t n = clock->count < FS__CLOCK_SAMPLES ? clock->count : FS__CLOCK_SAMPLES;
    memcpy(sorted, clock->samples, n * sizeof sorted[0]);
    qsort(sorted, n, sizeof sorted[0], compare_samples);
    clock->jitter_us = (uint32_t)(sorted[(n - 1) * 9 / 10] - sorted[0]);
    return sorted[0];
}

/* Whether the base must jump to the sample. A bundle cannot arrive before it was sent, so one early arrival is enough;
 * a late one may be a single delayed packet. The START of a match may be late by a retransmission. */
static bool is_jump(fs__clock *clock, int64_t sample, uint64_t now_us)
{
    if (sample - clock->base_us <= JUMP_US)
        clock->late = 0;
    else if (clock->late++ == 0)
        clock->late_us = now_us;
    if (clock->count < FIRST && sample < clock->base_us)
        return true;
    return clock->base_us - sample > JUMP_US || (clock->late >= JUMP_AFTER && now_us - clock->late_us >= JUMP_AFTER_US);
}

static void jump(fs__clock *clock, int64_t sample)
{
    clock->base_us = sample;
    clock->count = clock->late = 0;
    clock->jitter_us = 0;
}

void fs__clock_arrival(fs__clock *clock, uint32_t tick, uint64_t now_us)
{
    FS_ASSERT(clock->running);
    int64_t sample = (int64_t)now_us - tick_offset_us(clock, tick);
    if (is_jump(clock, sample, now_us))
        jump(clock, sample);
    clock->samples[clock->count++ % FS__CLOCK_SAMPLES] = sample;
    if (clock->count % MEASURE_EVERY != 0)
        return;
    int64_t error = measure_jitter(clock) - clock->base_us;
    int64_t max_step = MEASURE_EVERY * (int64_t)1000000 / (SLEW * (int64_t)clock->hz);
    clock->base_us += error > max_step ? max_step : error < -max_step ? -max_step : error;
}

void fs__clock_late_reading(fs__clock *clock, uint32_t tick, uint64_t now_us)
{
    FS_ASSERT(clock->running);
    if ((int64_t)now_us - tick_offset_us(clock, tick) < clock->base_us)
        fs__clock_arrival(clock, tick, now_us);
}

void fs__clock_catch_up(fs__clock *clock, uint32_t tick, uint64_t now_us)
{
    FS_ASSERT(clock->running);
    int64_t sample = (int64_t)now_us - tick_offset_us(clock, tick);
    if (sample < clock->base_us)
        jump(clock, sample);
}

uint64_t fs__clock_at(const fs__clock *clock, int64_t tick)
{
    int64_t at = clock->base_us + tick_offset_us(clock, tick);
    return at > 0 ? (uint64_t)at : 0;
}
