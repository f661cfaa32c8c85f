/* timing.h: how long a local match's steps and state hashes take.
 *
 * The simulation itself has no clock. So the game is wrapped: a copy of its
 * table whose step reads the clock around the real one; what lies between the end
 * of the step and the tick hook is the state hash. One wrapped game per process.
 */
#ifndef FS_CLIENT_TIMING_H
#define FS_CLIENT_TIMING_H

#include <jansson.h>
#include <stdint.h>
#include <fixstep/sim.h>

/* The same game with a timed step; static storage. */
const fs_game *timing_wrap(const fs_game *game);
/* Call first thing in the tick hook: the state hash is made. */
void timing_tick_done(void);
/* Median of step and state hash together, in nanoseconds. */
uint64_t timing_median_ns(void);
/* Sets median_ns, p99_ns, max_ns (step and state hash together), and the same for the
 * two alone under "step" and "root". Quantiles are at most 1/128 too large. */
void timing_report(json_t *report);

#endif
