/* referee.h: a simulation of the closed ticks of a match that runs behind them, in one job after another.
 *
 * The verified state begins with tick 0 and moves on by simulation alone: no client's word enters it. A job runs on the
 * background thread of the match or, without one, a few ticks at a time in the caller. While it runs, `sim`, `stream`,
 * `cursor` and the state history belong to it.
 */
#ifndef FS_LOCKSTEP_REFEREE_H
#define FS_LOCKSTEP_REFEREE_H

#include <fixstep/lockstep.h>

#include "lockstep/referee/bundle_log.h"
#include "lockstep/state_history.h"
#include "lockstep/stream.h"

enum { FS__REFEREE_SLICE_TICKS = 64 }; /* of a job without a background thread, in one call */

typedef struct fs__referee {
    const fs_background *background; /* NULL: none */
    fs__state_history *history;      /* gets the states of a job */
    fs_sim *sim;                     /* the verified state, after all ticks of `stream` */
    fs_stream stream;
    fs__bundle_log log;
    fs__bundle_cursor cursor; /* of the next tick to simulate */
    bool running, threaded;   /* a job is; on the background thread */
    uint32_t end;             /* ticks behind the job */
    _Atomic bool stop;        /* the job is to end early */
    uint32_t jobs;
    uint64_t ticks; /* of all jobs; a job counts in full from its start on */
} fs__referee;

/* A verified state of tick 0. The rest of `*r` is zero. E_MEMORY, or the results of fs_sim_create(). */
fs_result fs__referee_init(fs__referee *r, const fs_game *game, const fs_config *config, const fs_tasks *tasks,
                           const fs_background *background, fs__state_history *history);
/* Ends a job that runs. Also of a zeroed one. */
void fs__referee_free(fs__referee *r);
/* Begins a job up to but without tick `end`, of which all bundles are in the log. No job may run. */
void fs__referee_start(fs__referee *r, uint32_t end);
/* Goes on with the job in the caller when there is no thread; true once when the job has ended. */
bool fs__referee_poll(fs__referee *r);

#endif
