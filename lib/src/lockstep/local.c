/* local.c: a match in one process, without a network. */
#include "lockstep/stream.h"

#include <stdio.h>
#include <stdlib.h>

struct fs_local {
    fs_sim *sim;
    fs_stream stream;
    fs_tick_fn *tick;
    void *context;
};

fs_result fs_local_create(const fs_game *game, const fs_config *config, const fs_tasks *tasks, fs_tick_fn *tick,
                          void *context, fs_local **out)
{
    fs_local *local = calloc(1, sizeof *local);
    *out = NULL;
    if (local == NULL)
        return FS_E_MEMORY;
    fs_result result = fs_sim_create(game, config, &local->sim);
    if (result != FS_OK) {
        free(local);
        return result;
    }
    fs_sim_set_tasks(local->sim, tasks);
    fs__stream_init(&local->stream, game, config);
    local->tick = tick;
    local->context = context;
    *out = local;
    return FS_OK;
}

void fs_local_destroy(fs_local *local)
{
    if (local == NULL)
        return;
    fs_sim_destroy(local->sim);
    free(local);
}

/* Every slot joins at tick 0. Returns the number of events. */
static uint32_t add_join_events(const fs_local *local, fs__stream_event *events)
{
    if (local->stream.next_tick > 0)
        return 0;
    for (uint32_t s = 0; s < local->stream.slots; s++) {
        events[s] = (fs__stream_event){ .kind = FS__STREAM_EVENT_JOIN, .slot = (uint8_t)s };
        snprintf(events[s].text, FS_MAX_NAME, "player%u", s + 1);
    }
    return local->stream.slots;
}

uint64_t fs_local_step(fs_local *local, void *inputs)
{
    fs_stream *stream = &local->stream;
    fs__stream_event events[FS_MAX_PLAYERS];
    uint8_t bytes[FS__MAX_BUNDLE_BYTES];
    for (uint32_t s = 0; s < stream->slots; s++)
        fs_sim_game(local->sim)->sanitise((uint8_t *)inputs + (size_t)s * stream->input_size);
    fs__bundle bundle = { inputs, 0, events, add_join_events(local, events) };
    uint32_t tick = stream->next_tick;
    size_t size = fs__stream_append(stream, &bundle, bytes);
    fs_inputs all = fs__stream_inputs(stream);
    fs_sim_step(local->sim, &all);
    uint64_t state_hash = fs_sim_state_hash(local->sim);
    if (local->tick != NULL)
        local->tick(local->context, tick, bytes, size, state_hash, stream, local->sim);
    return state_hash;
}

fs_sim *fs_local_sim(fs_local *local)
{
    return local->sim;
}

const fs_stream *fs_local_stream(const fs_local *local)
{
    return &local->stream;
}
