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
    for (int i = 0; i < FS__PAST_STATES && result == FS_OK; i++)
        result = fs_sim_new_state(r->sim, &r->past[i].state);
    return result == FS_OK && !fs__bundle_log_init(&r->log, &r->cursor) ? FS_E_MEMORY : result;
}

void fs__referee_free(fs__referee *r)
{
    atomic_store(&r->stop, true);
    if (r->running && r->threaded)
        r->background->join(r->background->context, true);
    r->running = false;
    fs__bundle_log_free(&r->log);
    for (int i = 0; i < FS__PAST_STATES; i++) {
        fs_state_destroy(r->past[i].state);
        r->past[i] = (fs__past_state){ 0 };
    }
    fs_sim_destroy(r->sim);
    r->sim = NULL;
}

/* --- the past --------------------------------------------------------------------- */

/* The place of the next state to keep: one without a state, else the older one. */
static fs__past_state *oldest_past(fs__referee *r)
{
    fs__past_state *oldest = &r->past[0];
    for (int i = 1; i < FS__PAST_STATES && oldest->kept; i++)
        if (!r->past[i].kept || r->past[i].cursor.tick < oldest->cursor.tick)
            oldest = &r->past[i];
    return oldest;
}

static void keep_past(fs__referee *r)
{
    fs__past_state *past = oldest_past(r);
    past->kept = fs_state_copy(past->state, fs_sim_state(r->sim)) == FS_OK;
    past->stream = r->stream;
    past->cursor = r->cursor;
}

/* The kept state of the fewest ticks; NULL: none. */
static const fs__past_state *first_past(const fs__referee *r)
{
    const fs__past_state *first = NULL;
    for (int i = 0; i < FS__PAST_STATES; i++)
        if (r->past[i].kept && (first == NULL || r->past[i].cursor.tick < first->cursor.tick))
            first = &r->past[i];
    return first;
}

void fs__referee_trim(fs__referee *r, const fs__bundle_cursor *decided)
{
    FS_ASSERT(!r->running);
    const fs__past_state *past = first_past(r);
    const fs__bundle_cursor *keep = decided->tick < r->cursor.tick ? decided : &r->cursor;
    if (past != NULL && past->cursor.tick < keep->tick)
        keep = &past->cursor;
    fs__bundle_log_trim(&r->log, keep);
}

bool fs__referee_give_past(fs__referee *r, uint32_t tick, fs_past_fn *begin, fs_tick_fn *each, void *context)
{
    fs_sim *sim;
    FS_ASSERT(!r->running);
    const fs__past_state *past = first_past(r);
    if (past == NULL || tick < past->cursor.tick || tick >= r->stream.next_tick ||
        fs_sim_create(fs_sim_game(r->sim), fs_sim_config(r->sim), &sim) != FS_OK)
        return false;
    fs__bundle_cursor cursor = past->cursor;
    fs_stream stream = past->stream;
    bool copied = fs_state_copy(fs_sim_state(sim), past->state) == FS_OK;
    if (copied)
        begin(context, sim, &stream);
    while (copied && cursor.tick < r->stream.next_tick) {
        size_t size;
        uint64_t *state_hash;
        uint32_t at = cursor.tick;
        const uint8_t *bundle = fs__bundle_log_read(&cursor, &size, &state_hash);
        fs_result applied = fs__stream_apply(&stream, bundle, size);
        FS_ASSERT(applied == FS_OK);
        (void)applied;
        each(context, at, bundle, size, *state_hash, &stream, NULL);
    }
    fs_sim_destroy(sim);
    return copied;
}

/* --- jobs -------------------------------------------------------------------------- */

/* Simulates the next tick and notes its state hash in the log. */
static void simulate_tick(fs__referee *r)
{
    size_t size;
    uint64_t *state_hash;
    uint32_t tick = r->stream.next_tick;
    if (tick % (FS__PAST_SECONDS * fs_sim_config(r->sim)->hz) == 0)
        keep_past(r);
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
