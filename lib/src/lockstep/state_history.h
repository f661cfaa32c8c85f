/* state_history.h: the states of the last ticks, kept for tracing a desync.
 *
 * A ring of block copies of fixed size. Each kept state is that after a tick
 * was simulated; asking for one that has been overwritten answers false.
 */
#ifndef FS_LOCK_KEPT_H
#define FS_LOCK_KEPT_H

#include <fixstep/sim.h>

enum {
    FS__KEPT_BYTES = 64 << 20,   /* a ring never takes more memory than this */
    FS__KEPT_DEFAULT = 256       /* ticks, if they fit */
};

typedef struct fs__kept {
    uint8_t *blocks;
    uint32_t *ticks;      /* tick of each slot, UINT32_MAX = empty */
    size_t block_size;
    uint32_t count;       /* slots */
    fs_state *state;      /* a state to look into a kept one with */
} fs__kept;

/* Room for `ticks` states (0 = default), fewer when they need too much memory,
 * at least 2. E_MEMORY. */
fs_result fs__kept_init(fs__kept *kept, const fs_sim *sim, size_t block_size, uint32_t ticks);
void fs__kept_free(fs__kept *kept);
void fs__kept_clear(fs__kept *kept);
void fs__kept_store(fs__kept *kept, uint32_t tick, const fs_state *state);
/* Loads the state after `tick` into kept->state; NULL when it is gone. */
const fs_state *fs__kept_fetch(fs__kept *kept, uint32_t tick);

#endif
