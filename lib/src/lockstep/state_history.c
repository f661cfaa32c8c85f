/* state_history.c: a ring of the last states. */
#include "lockstep/state_history.h"

#include <stdlib.h>
#include <string.h>

fs_result fs__kept_init(fs__kept *kept, const fs_sim *sim, size_t block_size, uint32_t ticks)
{
    uint32_t count = ticks == 0 ? FS__KEPT_DEFAULT : ticks;
    while (count > 2 && count * (uint64_t)block_size > FS__KEPT_BYTES)
        count /= 2;
    memset(kept, 0, sizeof *kept);
    kept->count = count < 2 ? 2 : count;
    kept->block_size = block_size;
    kept->blocks = malloc(kept->count * block_size);
    kept->ticks = malloc(kept->count * sizeof *kept->ticks);
    fs_result result = kept->blocks && kept->ticks ? fs_sim_new_state(sim, &kept->state) : FS_E_MEMORY;
    if (result != FS_OK) {
        fs__kept_free(kept);
        return result;
    }
    fs__kept_clear(kept);
    return FS_OK;
}

void fs__kept_free(fs__kept *kept)
{
    free(kept->blocks);
    free(kept->ticks);
    fs_state_destroy(kept->state);
    memset(kept, 0, sizeof *kept);
}

void fs__kept_clear(fs__kept *kept)
{
    for (uint32_t i = 0; i < kept->count; i++)
        kept->ticks[i] = UINT32_MAX;
}

void fs__kept_store(fs__kept *kept, uint32_t tick, const fs_state *state)
{
    uint32_t at = tick % kept->count;
    kept->ticks[at] = tick;
    fs_state_store(state, kept->blocks + at * kept->block_size);
}

const fs_state *fs__kept_fetch(fs__kept *kept, uint32_t tick)
{
    uint32_t at = tick % kept->count;
    if (tick == UINT32_MAX || kept->ticks[at] != tick)
        return NULL;
    fs_state_fetch(kept->state, kept->blocks + at * kept->block_size);
    return kept->state;
}
