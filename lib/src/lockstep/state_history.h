/* state_history.h: the states of the last ticks, kept for tracing a desync.
 *
 * A ring of block copies of fixed size. Each stored state is the one after its tick was simulated; an overwritten
 * state cannot be fetched.
 */
#ifndef FS_LOCKSTEP_STATE_HISTORY_H
#define FS_LOCKSTEP_STATE_HISTORY_H

#include <fixstep/sim.h>

enum {
    FS__STATE_HISTORY_MAX_BYTES = 64 << 20, /* memory of a ring with more than 2 states */
    FS__STATE_HISTORY_DEFAULT_TICKS = 256
};

typedef struct fs__state_history {
    uint8_t *blocks;
    uint32_t *ticks; /* tick of each slot, UINT32_MAX = empty */
    size_t block_size;
    uint32_t count;  /* slots */
    fs_state *state; /* receives a fetched state */
} fs__state_history;

/* Allocates `ticks` states (0 = default), fewer when they exceed FS__STATE_HISTORY_MAX_BYTES, but at least 2. E_MEMORY,
 * with an empty history. */
fs_result fs__state_history_init(fs__state_history *history, const fs_sim *sim, size_t block_size, uint32_t ticks);
void fs__state_history_free(fs__state_history *history);
/* Forgets all states. */
void fs__state_history_clear(fs__state_history *history);
void fs__state_history_store(fs__state_history *history, uint32_t tick, const fs_state *state);
/* Copies the state after `tick` into history->state and returns that; NULL when it is no longer stored. Valid until the
 * next call. */
const fs_state *fs__state_history_fetch(fs__state_history *history, uint32_t tick);

#endif
