/* referee.c: see referee.h. */
#include "lockstep/referee/referee.h"

#include <stdatomic.h>

fs_result fs__referee_init(fs__referee *r, const fs_game *game, const fs_config *config, const fs_tasks *tasks,
                           const fs_background *background, fs__state_history *history)
{
    fs_result result = fs_sim_create(game, config, &r->sim);
    if (result != FS_OK)
        return result;
    fs_sim_set_tasks(r->sim, tasks);
    fs__stream_init(&r->stream, game, config);
    r->background = background;
    r->history = history;
    return fs__bundle_log_init(&r->log, &r->cursor) ? FS_OK : FS_E_MEMORY;
}

void fs__referee_free(fs__referee *r)
{
    atomic_store(&r->stop, true);
    if (r->running && r->threaded)
        r->background->join(r->background->context, true);
    r->running = false;
    fs__bundle_log_free(&r->log);
    fs_sim_destroy(r->sim);
    r->sim = NULL;
}

/* Simulates the next tick and notes its state hash in the log. */
static void simulate_tick(fs__referee *r)
{
    size_t size;
    uint64_t *state_hash;
    uint32_t tick = r->stream.next_tick;
    const uint8_t *bundle = fs__bundle_log_read(&r->cursor, &size, &state_hash);
    fs_result applied = fs__stream_apply(&r->stream, bundle, size);
    FS_ASSERT(applied == FS_OK);
    (void)applied;
    fs_inputs inputs = fs__stream_inputs(&r->stream);
    fs_sim_step(r->sim, &inputs);
    *state_hash = fs_sim_state_hash(r->sim);
    fs__state_history_store(r->history, tick, fs_sim_state(r->sim), &inputs);
}

static void run_job(void *work)
{
    fs__referee *r = work;
    while (r->stream.next_tick < r->end && !atomic_load(&r->stop))
        simulate_tick(r);
}

void fs__referee_start(fs__referee *r, uint32_t end)
{
    FS_ASSERT(!r->running && end > r->stream.next_tick);
    r->running = true;
    r->jobs++;
    r->ticks += end - r->stream.next_tick;
    r->end = end;
    r->threaded = r->background != NULL && r->background->start(r->background->context, run_job, r);
}

bool fs__referee_poll(fs__referee *r)
{
    if (!r->running)
        return false;
    for (uint32_t i = 0; !r->threaded && i < FS__REFEREE_SLICE_TICKS && r->stream.next_tick < r->end; i++)
        simulate_tick(r);
    bool ended = r->threaded ? r->background->join(r->background->context, false) : r->stream.next_tick == r->end;
    r->running = !ended;
    return ended;
}
