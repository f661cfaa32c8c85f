/* referee.h: a simulation of the closed ticks of a match that runs behind them, in one job after another.
 *
 * The verified state begins with tick 0 and moves on by simulation alone: no client's word enters it. A job runs on the
 * background thread of the match or, without one, a few ticks at a time in the caller. While it runs, `sim`, `stream`,
 * `cursor`, `past` and the state history belong to it.
 */
#ifndef FS_LOCKSTEP_REFEREE_H
#define FS_LOCKSTEP_REFEREE_H

#include <fixstep/lockstep.h>

#include "lockstep/referee/bundle_log.h"
#include "lockstep/state_history.h"
#include "lockstep/stream.h"

enum {
    FS__REFEREE_SLICE_TICKS = 64, /* of a job without a background thread, in one call */
    FS__PAST_SECONDS = 10,        /* of match time between two kept states */
    FS__PAST_STATES = 2           /* so that the older one lies that far back, at least */
};

/* A state on the way of the jobs, from which its ticks can be told again. */
typedef struct fs__past_state {
    fs_state *state;
    fs_stream stream; /* before the tick of the cursor */
    fs__bundle_cursor cursor;
    bool kept;
} fs__past_state;

typedef struct fs__referee {
    const fs_background *background; /* NULL: none */
    fs__state_history *history;      /* gets the states of a job */
    fs_sim *sim;                     /* the verified state, after all ticks of `stream` */
    fs_stream stream;
    fs__bundle_log log;
    fs__bundle_cursor cursor; /* of the next tick to simulate */
    fs__past_state past[FS__PAST_STATES];
    bool running, threaded; /* a job is; on the background thread */
    uint32_t end;           /* ticks behind the job */
    _Atomic bool stop;      /* the job is to end early */
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
/* Frees the bundles that nobody reads any more: those before `decided`, before the next tick to simulate, and before the kept states. No
 * job may run. */
void fs__referee_trim(fs__referee *r, const fs__bundle_cursor *decided);
/* See fs_match_give_past(). No job may run. */
bool fs__referee_give_past(fs__referee *r, uint32_t tick, fs_past_fn *begin, fs_tick_fn *each, void *context);
/* Goes on with the job in the caller when there is no thread; true once when the job has ended. */
bool fs__referee_poll(fs__referee *r);

#endif
