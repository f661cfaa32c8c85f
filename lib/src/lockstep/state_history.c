/* state_history.c: a ring of the states and inputs of the last ticks. */
#include "lockstep/state_history.h"

#include <stdlib.h>
#include <string.h>

/* Bytes of the inputs of a tick. */
static size_t input_bytes(const fs__state_history *history)
{
    return (size_t)history->slots * history->input_size;
}

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
    history->input_size = fs_sim_game(sim)->input_size;
    history->slots = fs_sim_config(sim)->players;
    history->inputs = malloc(history->count * input_bytes(history));
    history->present = malloc(history->count * sizeof *history->present);
    history->has_inputs = malloc(history->count * sizeof *history->has_inputs);
    bool ok = history->blocks && history->ticks && history->inputs && history->present && history->has_inputs;
    fs_result result = ok ? fs_sim_new_state(sim, &history->state) : FS_E_MEMORY;
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
    free(history->inputs);
    free(history->present);
    free(history->has_inputs);
    fs_state_destroy(history->state);
    memset(history, 0, sizeof *history);
}

void fs__state_history_clear(fs__state_history *history)
{
    for (uint32_t i = 0; i < history->count; i++)
        history->ticks[i] = UINT32_MAX;
}

void fs__state_history_store_loaded(fs__state_history *history, uint32_t tick, const fs_state *state)
{
    FS_ASSERT(fs_state_block_size(state) == history->block_size);
    uint32_t at = tick % history->count;
    history->ticks[at] = tick;
    history->has_inputs[at] = false;
    fs_state_store(state, history->blocks + at * history->block_size);
}

void fs__state_history_store(fs__state_history *history, uint32_t tick, const fs_state *state, const fs_inputs *inputs)
{
    FS_ASSERT(inputs->size == history->input_size && inputs->slots == history->slots);
    uint32_t at = tick % history->count;
    fs__state_history_store_loaded(history, tick, state);
    history->present[at] = inputs->present;
    history->has_inputs[at] = true;
    memcpy(history->inputs + at * input_bytes(history), inputs->bytes, input_bytes(history));
}

bool fs__state_history_inputs(const fs__state_history *history, uint32_t tick, fs_inputs *inputs)
{
    uint32_t at = tick % history->count;
    if (tick == UINT32_MAX || history->ticks[at] != tick || !history->has_inputs[at])
        return false;
    *inputs = (fs_inputs){ .bytes = history->inputs + at * input_bytes(history),
                           .size = history->input_size,
                           .slots = history->slots,
                           .present = history->present[at] };
    return true;
}

bool fs__state_history_has(const fs__state_history *history, uint32_t tick)
{
    return tick != UINT32_MAX && history->ticks[tick % history->count] == tick;
}

const fs_state *fs__state_history_fetch(fs__state_history *history, uint32_t tick)
{
    if (!fs__state_history_has(history, tick))
        return NULL;
    fs_state_fetch(history->state, history->blocks + tick % history->count * history->block_size);
    return history->state;
}
