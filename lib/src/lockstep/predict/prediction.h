/* prediction.h: a second state that runs ahead of the confirmed one, with inputs that are not closed yet.
 *
 * The predicted state begins as a copy of the confirmed one and is stepped with the inputs of a record for each tick: those
 * of the bundle where it has arrived, else a guess. When a bundle brings other inputs than the record of a tick that was
 * stepped, the predicted state is stale: the next advance copies the confirmed state again and repeats the steps. Equal
 * inputs give equal states, so nothing else is compared. The confirmed simulation is only read.
 *
 * The cost of a step is told by the caller; the number of ticks ahead is limited so that repeating all of them, which can
 * happen once for each tick, takes at most half a tick together with the step of the confirmed state.
 */
#ifndef FS_LOCKSTEP_PREDICTION_H
#define FS_LOCKSTEP_PREDICTION_H

#include <fixstep/lockstep.h>

enum { FS__PREDICTION_RECORDS = 2 * FS_MAX_PREDICTION };

/* Zeroed: none; every function but fs__prediction_init() does nothing then, or says that nothing is predicted. */
typedef struct fs__prediction {
    fs_sim *sim;
    uint32_t max_ticks; /* 1..FS_MAX_PREDICTION */
    uint32_t period_us; /* of a tick */
    size_t stride;      /* bytes of the inputs of a record */
    uint8_t *inputs;    /* FS__PREDICTION_RECORDS x stride */
    uint64_t present[FS__PREDICTION_RECORDS];
    uint32_t tick[FS__PREDICTION_RECORDS]; /* of each record + 1; 0 = none */
    bool running;                          /* the state of `sim` is one of this match, stale or not */
    bool stale;
    uint32_t next_tick;            /* ticks that `sim` has behind it; 0 unless `running` */
    uint32_t step_us16, copy_us16; /* smoothed cost of a step and of a copy, 1/16 us */
    fs_prediction_stats stats;
} fs__prediction;

/* Takes all memory. The results of fs_sim_create(). */
fs_result fs__prediction_init(fs__prediction *p, const fs_game *game, const fs_config *config, const fs_tasks *tasks,
                              uint32_t max_ticks);
void fs__prediction_free(fs__prediction *p);
/* Forgets state and records: the confirmed state was replaced. */
void fs__prediction_reset(fs__prediction *p);
/* The inputs of `tick` are known: sets its record, and tells whether steps were taken with others. */
void fs__prediction_confirm(fs__prediction *p, uint32_t tick, const fs_inputs *inputs);
/* Sets the record of a tick whose inputs are not known; the inputs must be sanitised. */
void fs__prediction_guess(fs__prediction *p, uint32_t tick, const fs_inputs *inputs);
/* Begins to advance: makes the predicted state a copy of the confirmed one when it is stale or older. True when steps that
 * have been taken before were wrong. */
bool fs__prediction_begin(fs__prediction *p, fs_sim *confirmed);
/* Steps the tick p->next_tick with its record; false when there is none. */
bool fs__prediction_step(fs__prediction *p);
/* Ticks that may be predicted now: at most max_ticks, fewer when steps are slow, 0 at last. */
uint32_t fs__prediction_limit(const fs__prediction *p);
/* The measured time of a step, of the confirmed or the predicted state, and of a copy. */
void fs__prediction_add_step_cost(fs__prediction *p, uint64_t us);
void fs__prediction_add_copy_cost(fs__prediction *p, uint64_t us);

#endif
