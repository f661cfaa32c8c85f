/* state_history.c: a ring of the states of the last ticks. */
#include "lockstep/state_history.h"

#include <stdlib.h>
#include <string.h>

fs_result fs__state_history_init(fs__state_history *history, const fs_sim *sim, size_t block_size, uint32_t ticks)
{
    uint32_t count = ticks == 0 ? FS__STATE_HISTORY_DEFAULT_TICKS : ticks;
    while (count > 2 && count * (uint64_t)block_size > FS__STATE_HISTORY_MAX_BYTES)
        count /= 2;
    memset(history, 0, sizeof *history);
    history->count = count < 2 ? 2 : count;
    history->block_size = block_size;
    history->blocks = malloc(history->count * block_size);
    history->ticks = malloc(history->count * sizeof *history->ticks);
    fs_result result = history->blocks && history->ticks ? fs_sim_new_state(sim, &history->state) : FS_E_MEMORY;
    if (result != FS_OK) {
        fs__state_history_free(history);
        return result;
    }
    fs__state_history_clear(history);
    return FS_OK;
}

void fs__state_history_free(fs__state_history *history)
{
    free(history->blocks);
    free(history->ticks);
    fs_state_destroy(history->state);
    memset(history, 0, sizeof *history);
}

void fs__state_history_clear(fs__state_history *history)
{
    for (uint32_t i = 0; i < history->count; i++)
        history->ticks[i] = UINT32_MAX;
}

void fs__state_history_store(fs__state_history *history, uint32_t tick, const fs_state *state)
{
    FS_ASSERT(fs_state_block_size(state) == history->block_size);
    uint32_t at = tick % history->count;
    history->ticks[at] = tick;
    fs_state_store(state, history->blocks + at * history->block_size);
}

const fs_state *fs__state_history_fetch(fs__state_history *history, uint32_t tick)
{
    uint32_t at = tick % history->count;
    if (tick == UINT32_MAX || history->ticks[at] != tick)
        return NULL;
    fs_state_fetch(history->state, history->blocks + at * history->block_size);
    return history->state;
}
