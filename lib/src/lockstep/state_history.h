/* state_history.h: the states and inputs of the last ticks, kept for tracing a desync.
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
    uint8_t *inputs;   /* of all slots of the match, likewise */
    uint64_t *present; /* slots that are players, likewise */
    bool *has_inputs;  /* likewise */
    uint32_t *ticks;   /* tick of each entry, UINT32_MAX = empty */
    uint32_t input_size, slots;
    size_t block_size;
    uint32_t count;  /* entries */
    fs_state *state; /* receives a fetched state */
} fs__state_history;

/* Allocates `ticks` states (0 = default), fewer when they exceed FS__STATE_HISTORY_MAX_BYTES, but at least 2. E_MEMORY,
 * with an empty history. */
fs_result fs__state_history_init(fs__state_history *history, const fs_sim *sim, size_t block_size, uint32_t ticks);
void fs__state_history_free(fs__state_history *history);
/* Forgets all states. */
void fs__state_history_clear(fs__state_history *history);
/* The state after `tick`, which was simulated with `inputs`. */
void fs__state_history_store(fs__state_history *history, uint32_t tick, const fs_state *state, const fs_inputs *inputs);
/* A state that was not simulated, after `tick`; there are no inputs. */
void fs__state_history_store_loaded(fs__state_history *history, uint32_t tick, const fs_state *state);
/* The inputs of `tick`, valid until the next store; false when they are not stored. */
bool fs__state_history_inputs(const fs__state_history *history, uint32_t tick, fs_inputs *inputs);
/* Whether the state after `tick` is stored. */
bool fs__state_history_has(const fs__state_history *history, uint32_t tick);
/* Copies the state after `tick` into history->state and returns that; NULL when it is no longer stored. Valid until the
 * next call. */
const fs_state *fs__state_history_fetch(fs__state_history *history, uint32_t tick);

#endif
