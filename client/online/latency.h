/* latency.h: what a player feels of the network, measured at the client, for its report. */
#ifndef FS_CLIENT_LATENCY_H
#define FS_CLIENT_LATENCY_H

#include <jansson.h>
#include <stdint.h>
#include <fixstep/lockstep.h>

#include "app/histogram.h"

enum {
    LATENCY_INPUTS = 256,     /* inputs under way; a power of two, so that older ones are overwritten in order */
    LATENCY_STALL_US = 100000 /* a pause between two ticks beyond a tick that counts as a stall */
};

/* Zeroed: nothing measured. Times are those of one monotonic clock, in microseconds. */
typedef struct latency {
    uint64_t sampled_us[LATENCY_INPUTS]; /* by tick; 0: none */
    uint64_t ticked_us;                  /* of the tick before; 0: none */
    uint32_t substituted;                /* ticks of this player so far whose input was missing */
    uint32_t stalls;
    app_histogram key, interval;
} latency;

/* An input for `tick` was sampled. */
void latency_sample(latency *l, uint32_t tick, uint64_t now_us);
/* The session has simulated a tick: from its tick hook. */
void latency_tick(latency *l, fs_session *session, uint32_t tick, uint64_t now_us);
/* The next tick does not follow the one before: another state or another match. */
void latency_restart(latency *l);
/* Sets key_to_screen (from the sampling of an input to the simulation of its tick, without substituted ones) and
 * tick_interval (between two simulated ticks) with p50_us, p99_us and max_us each, and stalls. Quantiles are at most 1/128
 * too large. */
void latency_report(const latency *l, json_t *report);

#endif
