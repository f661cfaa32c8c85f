/* solver_batches.inl: the choice of a kernel, and the batches of a tick on one thread or on several.
 *
 * Template: included by substeps.c of physics2d and of physics3d, which first define
 *   CHUNK_BATCHES    fewer batches are not worth another thread;
 *   MANY_CONTACTS    worlds with fewer have no memory for threads that solve batches of their own;
 * and then the functions that are declared first here.
 */

/* Takes the arrays of the tick, and those of batches of at most `contacts` contacts; false when the arena is full. */
static bool alloc_tick(struct fs__solverN *s, struct fs__worldN_tick *tick);
static bool alloc_batches(struct fs__solverN *s, fs_arena *arena, uint32_t contacts);
/* Sets the constants of the tick. */
static void set_rates(struct fs__solverN *s);
static void solve_batch(struct fs__solverN *s, uint32_t batch);

enum { MAX_CHUNKS = 8 }; /* at most as many threads solve batches of their own */

/* Batches [from, to), solved one after the other in the same blocks, which stay in the cache. */
struct batch_run {
    struct fs__solverN solver;
    uint32_t from, to;
};

/* The world's own choice counts before that of its state. */
const struct fs__solverN_kernel *fs__solverN_choose_kernel(const fs_worldN *w)
{
    unsigned best = 0;
    uint32_t kernel = w->kernel != 0 ? w->kernel : fs__state_kernel(w->state);
    if (kernel != 0 && fs__solverN_kernel(kernel - 1) != NULL)
        return fs__solverN_kernel(kernel - 1);
    while (fs__solverN_kernel(best + 1) != NULL)
        best++;
    return fs__solverN_kernel(best);
}

/* Bytes of arena for runs, and for the blocks of all threads but the first. */
static size_t batch_runs_size(uint32_t contacts)
{
    size_t more = contacts < MANY_CONTACTS ? 0 : MAX_CHUNKS - 1;
    return MAX_CHUNKS * FS_ARENA_BYTES(sizeof(struct batch_run)) +
           more * fs__solverN_blocks_arena_size(FS__SOLVERN_LANES);
}

static uint32_t batch_contacts(const struct fs__worldN_tick *tick, uint32_t batch)
{
    return tick->batch[batch + 1].contact - tick->batch[batch].contact;
}

/* Contacts of the largest of the batches [from, to). */
static uint32_t largest_batch(const struct fs__worldN_tick *tick, uint32_t from, uint32_t to)
{
    uint32_t max_contacts = 0;
    for (uint32_t k = from; k < to; k++)
        max_contacts = fs_max_u32(max_contacts, batch_contacts(tick, k));
    return max_contacts;
}

static bool alloc_run(struct batch_run *r, const struct fs__solverN *s, uint32_t from, uint32_t to, fs_arena *arena)
{
    r->solver = *s;
    r->from = from;
    r->to = to;
    return alloc_batches(&r->solver, arena, largest_batch(s->tick, from, to));
}

static void run_batches(struct batch_run *r)
{
    for (uint32_t k = r->from; k < r->to; k++)
        solve_batch(&r->solver, k);
}

static void run_chunk(void *runs, uint32_t chunk, uint32_t from, uint32_t to)
{
    (void)from, (void)to;
    run_batches((struct batch_run *)runs + chunk);
}

/* Gives each thread batches of its own when there are enough batches of similar size and enough memory; returns false
 * otherwise: then all threads work on one batch at a time. */
static bool solve_in_parallel(struct fs__solverN *s)
{
    struct fs__worldN_tick *tick = s->tick;
    const fs_tasks *tasks = s->w->tasks;
    uint32_t chunks = fs_min_u32(fs__parallel_for_chunks(tasks, tick->batch_count, CHUNK_BATCHES), MAX_CHUNKS);
    if (chunks < 2 || largest_batch(tick, 0, tick->batch_count) > tick->contact_count / (chunks * CHUNK_BATCHES))
        return false;
    fs_arena arena = tick->arena;
    struct batch_run *runs = fs_arena_take(&arena, chunks * sizeof *runs);
    s->tasks = NULL;
    for (uint32_t i = 0; i < chunks; i++) {
        uint32_t from = fs__parallel_for_chunk_start(tick->batch_count, chunks, i),
                 to = fs__parallel_for_chunk_start(tick->batch_count, chunks, i + 1);
        if (runs == NULL || !alloc_run(&runs[i], s, from, to, &arena))
            return false;
    }
    fs__parallel_for(tasks, chunks, chunks, run_chunk, runs);
    for (uint32_t i = 0; i < chunks; i++)
        s->limited += runs[i].solver.limited;
    return true;
}

static bool solve_batches(struct fs__solverN *s)
{
    struct batch_run all;
    if (solve_in_parallel(s))
        return true;
    s->tasks = s->w->tasks;
    if (!alloc_run(&all, s, 0, s->tick->batch_count, &s->tick->arena))
        return false;
    run_batches(&all);
    s->limited = all.solver.limited;
    return true;
}

/* All batches of the tick; when the arena is too small tick->approach_speed becomes NULL and nothing moves. */
static void run_tick(struct fs__worldN_tick *tick)
{
    struct fs__solverN s = { .tick = tick, .w = tick->w, .kernel = fs__solverN_choose_kernel(tick->w) };
    uint32_t *count = tick->w->rules.limited;
    FS_ASSERT(tick->batch_count >= 1 && tick->solver_body_count >= 1);
    bool ready = alloc_tick(&s, tick);
    if (ready)
        set_rates(&s);
    if (!ready || !solve_batches(&s))
        tick->approach_speed = NULL;
    *count = (uint32_t)fs_min_u64(*count + s.limited, UINT32_MAX);
}
