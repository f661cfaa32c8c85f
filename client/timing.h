/* timing.h: durations of the steps and state hashes of a local match.
 *
 * The simulation has no clock. So the game is wrapped: a copy of its table whose
 * step reads the clock before and after the game's own step. The time from the end
 * of the step to the tick hook is that of the state hash. One wrapped game per
 * process.
 */
#ifndef FS_CLIENT_TIMING_H
#define FS_CLIENT_TIMING_H

#include <jansson.h>
#include <stdint.h>
#include <fixstep/sim.h>

/* The same game with a timed step; static storage. */
const fs_game *timing_wrap(const fs_game *game);
/* To be called first in the tick hook, when the state hash is complete. */
void timing_tick_done(void);
/* Step and state hash of the last tick, in microseconds. */
uint32_t timing_last_us(void);
/* A tick of a match in real time begins so long after it was due. */
void timing_late_us(uint64_t us);
/* Median of step and state hash together, in nanoseconds. */
uint64_t timing_median_ns(void);
/* Sets median_ns, p99_ns, max_ns (step and state hash together), and the same for the
 * two alone under "step" and "hash" ("root" is the former name of the latter). After a match in
 * real time "lateness" has them for the delays of the ticks. Quantiles are at most 1/128 too large. */
void timing_report(json_t *report);

#endif
