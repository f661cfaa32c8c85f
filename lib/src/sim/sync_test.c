/* sync_test.c: every tick stepped twice under different circumstances. See sync_test.h.
 *
 * Nothing here may be part of a match: the test costs more than two steps of every tick.
 */
#include <fixstep/sync_test.h>

#include <stdlib.h>
#include <string.h>

#include "state/state_internal.h"

enum {
    DISTURB_TICKS = 128, /* between two matches that disturb static variables */
    STACK_BYTES = 8192,
    /* Circumstances of a repeated step, any of them together. */
    CHANGE_SCRATCH = 1,
    CHANGE_BLOCK = 2,
    CHANGE_THREADS = 4,
    CHANGE_ALL = CHANGE_SCRATCH | CHANGE_BLOCK | CHANGE_THREADS
};

struct fs_sync_test {
    const fs_game *game;
    fs_config config;
    const fs_tasks *tasks;
    fs_state *first, *second, *before; /* `before`: as the tick found `first` */
    uint8_t *first_scratch, *second_scratch, *scratch_before;
    size_t scratch_size;
    uint8_t *bytes; /* canonical bytes of `before` */
    size_t capacity;
    fs_value_ref tick_ref;
    fs_sync_report report;
};

/* --- circumstances ----------------------------------------------------------------- */

/* A byte that differs from tick to tick and from the byte that fresh scratch is filled with. */
static uint8_t fill_byte(uint32_t tick)
{
    static const uint8_t bytes[] = { 0x5A, 0xFF, 0x00, 0x3C, 0xC3, 0x7F, 0x80, 0x01 };
    return bytes[tick % sizeof bytes];
}

/* Leaves `byte` in the stack below the caller, where uninitialised local variables of the next call lie. */
static __attribute__((noinline)) void fill_stack(uint8_t byte)
{
    volatile uint8_t bytes[STACK_BYTES];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = byte;
}

/* Makes and drops a state of tick 0, for what the game's `init` does besides. */
static void run_init(const fs_game *game, const fs_config *config)
{
    fs_sim *sim;
    if (fs_sim_create(game, config, &sim) == FS_OK)
        fs_sim_destroy(sim);
}

/* A match of the same game with another seed and other options. Where the game refuses them nothing happens. */
static void run_other_init(const fs_sync_test *t)
{
    fs_config other = t->config;
    other.seed = ~other.seed;
    for (uint32_t i = 0; i < t->game->option_count; i++) {
        const fs_option *option = &t->game->options[i];
        if (other.options[i] < option->high)
            other.options[i]++;
        else if (other.options[i] > option->low)
            other.options[i]--;
    }
    run_init(t->game, &other);
}

/* --- steps --------------------------------------------------------------------------- */

static void step_state(const fs_sync_test *t, fs_state *state, const fs_inputs *inputs, fs_scratch scratch)
{
    uint32_t tick = fs_state_tick(state);
    t->game->step(state, &t->config, inputs, &scratch);
    fs_result result = fs_value_set(state, t->tick_ref, (int64_t)tick + 1);
    FS_ASSERT(result == FS_OK);
    (void)result;
}

/* Moves the state of before the tick into another block through its canonical bytes. */
static fs_result decode_before(fs_sync_test *t)
{
    size_t size = fs_state_encode(t->before, t->bytes, t->capacity);
    fs__state_clear(t->second); /* decoding relies on rows that are not in use being zero */
    fs_result result = fs_state_decode(t->second, t->bytes, size);
    if (result == FS_OK && t->game->valid != NULL && !t->game->valid(t->second, &t->config))
        result = FS_E_MALFORMED;
    if (result == FS_OK)
        fs__state_fill_padding(t->second, fill_byte(fs_state_tick(t->before)));
    return result;
}

/* Steps the tick again in `second`, with some circumstances changed. */
static fs_result repeat_step(fs_sync_test *t, const fs_inputs *inputs, unsigned changes)
{
    uint8_t fill = fill_byte(fs_state_tick(t->before));
    fs_result result = (changes & CHANGE_BLOCK) != 0 ? decode_before(t) : fs_state_copy(t->second, t->before);
    if (result != FS_OK)
        return result;
    if ((changes & CHANGE_SCRATCH) != 0)
        memset(t->second_scratch, fill, t->scratch_size);
    else
        memcpy(t->second_scratch, t->scratch_before, t->scratch_size);
    const fs_tasks *tasks = (changes & CHANGE_THREADS) != 0 ? NULL : t->tasks;
    fill_stack(fill);
    step_state(t, t->second, inputs, (fs_scratch){ t->second_scratch, t->scratch_size, tasks });
    return FS_OK;
}

static void step_first(fs_sync_test *t, const fs_inputs *inputs)
{
    fs_result result = fs_state_copy(t->before, t->first);
    FS_ASSERT(result == FS_OK);
    (void)result;
    memcpy(t->scratch_before, t->first_scratch, t->scratch_size);
    fill_stack((uint8_t)~fill_byte(fs_state_tick(t->first)));
    step_state(t, t->first, inputs, (fs_scratch){ t->first_scratch, t->scratch_size, t->tasks });
}

/* --- comparison ------------------------------------------------------------------------ */

static bool keep_difference(void *context, const fs_difference *difference)
{
    fs_sync_report *report = context;
    if (report->count < FS_SYNC_MAX_DIFFERENCES)
        report->differences[report->count++] = *difference;
    report->total++;
    return true;
}

/* Whether both states are equal; else fills the report but for the cause. */
static bool compare_states(fs_sync_test *t, uint32_t tick)
{
    fs_sync_report *report = &t->report;
    report->first_hash = fs_state_hash(t->first);
    report->second_hash = fs_state_hash(t->second);
    if (report->first_hash == report->second_hash)
        return true;
    report->tick = tick;
    report->cause = FS_SYNC_UNKNOWN;
    fs_state_diff(t->first, t->second, keep_difference, report);
    return false;
}

/* The first circumstance that alone changes the result. */
static fs_sync_cause find_cause(fs_sync_test *t, const fs_inputs *inputs)
{
    static const struct {
        unsigned changes;
        fs_sync_cause cause;
    } trials[] = { { 0, FS_SYNC_MEMORY },
                   { CHANGE_SCRATCH, FS_SYNC_SCRATCH },
                   { CHANGE_BLOCK, FS_SYNC_CODEC },
                   { CHANGE_THREADS, FS_SYNC_THREADS } };
    for (size_t i = 0; i < sizeof trials / sizeof trials[0]; i++)
        if (repeat_step(t, inputs, trials[i].changes) == FS_OK && fs_state_hash(t->second) != t->report.first_hash)
            return trials[i].cause;
    return FS_SYNC_UNKNOWN;
}

fs_result fs_sync_test_step(fs_sync_test *t, const fs_inputs *inputs)
{
    FS_ASSERT(inputs->size == t->game->input_size);
    FS_ASSERT(inputs->slots == t->config.players);
    if (t->report.cause != FS_SYNC_EQUAL)
        return FS_E_MISMATCH;
    uint32_t tick = fs_state_tick(t->first);
    bool disturbed = tick % DISTURB_TICKS == 0;
    step_first(t, inputs);
    if (disturbed)
        run_other_init(t);
    fs_result result = repeat_step(t, inputs, CHANGE_ALL);
    if (result == FS_OK && !compare_states(t, tick)) {
        t->report.cause = find_cause(t, inputs);
        result = FS_E_MISMATCH;
    }
    if (disturbed)
        run_init(t->game, &t->config);
    return result;
}

/* --- life ---------------------------------------------------------------------------------- */

/* The state that the game's `init` makes, in a fresh state. */
static fs_result init_state(const fs_sync_test *t, uint8_t fill, fs_state **out)
{
    fs_sim *sim;
    fill_stack(fill);
    fs_result result = fs_sim_create(t->game, &t->config, &sim);
    if (result != FS_OK)
        return result;
    result = fs_sim_new_state(sim, out);
    if (result == FS_OK)
        result = fs_state_copy(*out, fs_sim_state(sim));
    fs_sim_destroy(sim);
    return result;
}

static fs_result init_states(fs_sync_test *t)
{
    fs_result result = init_state(t, 0x5A, &t->first);
    if (result == FS_OK)
        result = init_state(t, 0xA5, &t->second);
    if (result == FS_OK)
        result = init_state(t, 0x00, &t->before);
    return result;
}

/* Rows in use change from tick to tick: the bytes have room for the whole capacity, which the block's size bounds:
 * the block holds every column at its capacity and 8 bytes of every table, the bytes the used rows, 4 bytes of every
 * table and the hash of the schema. */
static fs_result take_memory(fs_sync_test *t)
{
    t->scratch_size = t->game->scratch_size != NULL ? t->game->scratch_size(&t->config) : 0;
    t->capacity = fs_state_block_size(t->first) + sizeof(uint64_t);
    t->bytes = malloc(t->capacity);
    t->first_scratch = malloc(t->scratch_size + 1);
    t->second_scratch = malloc(t->scratch_size + 1);
    t->scratch_before = malloc(t->scratch_size + 1);
    if (t->bytes == NULL || t->first_scratch == NULL || t->second_scratch == NULL || t->scratch_before == NULL)
        return FS_E_MEMORY;
    memset(t->first_scratch, 0xA5, t->scratch_size);
    return FS_OK;
}

fs_result fs_sync_test_create(const fs_game *game, const fs_config *config, const fs_tasks *tasks, fs_sync_test **out)
{
    *out = NULL;
    fs_sync_test *t = calloc(1, sizeof *t);
    if (t == NULL)
        return FS_E_MEMORY;
    t->game = game;
    t->config = *config;
    t->tasks = tasks;
    fs_result result = init_states(t);
    if (result == FS_OK)
        result = take_memory(t);
    if (result == FS_OK)
        result = fs_value_find(fs_state_schema(t->first), "world", "tick", &t->tick_ref);
    if (result != FS_OK) {
        fs_sync_test_destroy(t);
        return result;
    }
    t->report.in_init = !compare_states(t, 0);
    if (t->report.in_init)
        t->report.cause = FS_SYNC_MEMORY;
    *out = t;
    return FS_OK;
}

void fs_sync_test_destroy(fs_sync_test *t)
{
    if (t == NULL)
        return;
    fs_state_destroy(t->first);
    fs_state_destroy(t->second);
    fs_state_destroy(t->before);
    free(t->first_scratch);
    free(t->second_scratch);
    free(t->scratch_before);
    free(t->bytes);
    free(t);
}

fs_result fs_sync_test_resume(fs_sync_test *t, const fs_state *state)
{
    return fs_state_copy(t->first, state);
}

const fs_state *fs_sync_test_state(const fs_sync_test *t)
{
    return t->first;
}

const fs_sync_report *fs_sync_test_report(const fs_sync_test *t)
{
    return &t->report;
}

const char *fs_sync_cause_text(fs_sync_cause cause)
{
    switch (cause) {
    case FS_SYNC_EQUAL: return "both steps give the same state";
    case FS_SYNC_MEMORY:
        return "the step depends on memory outside state and scratch: a static variable, a clock, an address or an "
               "uninitialised local variable";
    case FS_SYNC_SCRATCH:
        return "the step depends on what scratch holds when it starts: scratch must be written before it is read";
    case FS_SYNC_CODEC:
        return "the step depends on memory of the block that is no part of the state: a row that is not in use, or "
               "padding";
    case FS_SYNC_THREADS: return "the step depends on the threads that run its tasks";
    case FS_SYNC_UNKNOWN: break;
    }
    return "the difference did not come again when the tick was repeated: the step depends on something that changes "
           "between calls, such as a static counter, a clock, or the order of threads";
}
