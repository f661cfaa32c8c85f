/* state_history.h: the states of the last ticks, kept for tracing a desync.
 *
 * A ring of block copies of fixed size. Each kept state is that after a tick
 * was simulated; asking for one that has been overwritten answers false.
 */
#ifndef FS_LOCKSTEP_STATE_HISTORY_H
#define FS_LOCKSTEP_STATE_HISTORY_H

#include <fixstep/sim.h>

enum {
    FS__STATE_HISTORY_MAX_BYTES = 64 << 20, /* a ring never takes more memory than this */
    FS__STATE_HISTORY_DEFAULT_TICKS = 256   /* ticks, if they fit */
};

typedef struct fs__state_history {
    uint8_t *blocks;
    uint32_t *ticks; /* tick of each slot, UINT32_MAX = empty */
    size_t block_size;
    uint32_t count;  /* slots */
    fs_state *state; /* a state to look into a kept one with */
} fs__state_history;

/* Room for `ticks` states (0 = default), fewer when they need too much memory,
 * at least 2. E_MEMORY. */
fs_result fs__state_history_init(fs__state_history *history, const fs_sim *sim, size_t block_size, uint32_t ticks);
void fs__state_history_free(fs__state_history *history);
void fs__state_history_clear(fs__state_history *history);
void fs__state_history_store(fs__state_history *history, uint32_t tick, const fs_state *state);
/* Loads the state after `tick` into history->state; NULL when it is gone. */
const fs_state *fs__state_history_fetch(fs__state_history *history, uint32_t tick);

#endif
