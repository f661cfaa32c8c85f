/* colour_blocks.inl: the blocks of one colour, on one thread or on several.
 *
 * Template: included by substeps.c of physics2d and of physics3d after jointed_blocks.inl; they first define
 *   BLOCK_KINDS     kinds of blocks, each with a pass of its own; those of one kind follow each other in a colour;
 *   CHUNK_BLOCKS    fewer blocks are not worth another thread.
 */
struct job {
    struct fs__solverN *s;
    fs__solverN_pass_fn *const *pass; /* by kind */
    uint32_t first[BLOCK_KINDS + 1];  /* first block of each kind of a colour */
    uint32_t chunks;
};

/* A chunk gets its share of each kind, because kinds differ in cost. */
static void run_blocks(void *work, uint32_t chunk, uint32_t from, uint32_t to)
{
    const struct job *job = work;
    (void)from, (void)to;
    for (unsigned kind = 0; kind < BLOCK_KINDS; kind++) {
        const uint32_t first = job->first[kind], count = job->first[kind + 1] - first;
        const uint32_t start = first + fs__parallel_for_chunk_start(count, job->chunks, chunk);
        const uint32_t end = first + fs__parallel_for_chunk_start(count, job->chunks, chunk + 1);
        if (start < end)
            run_kind(job->s, job->pass[kind], start, end);
    }
}

static void run_colour(struct job *job)
{
    const fs_tasks *tasks = job->s->tasks;
    const uint32_t count = job->first[BLOCK_KINDS] - job->first[0];
    job->chunks = fs__parallel_for_chunks(tasks, count, CHUNK_BLOCKS);
    if (count > 0)
        fs__parallel_for(tasks, count, job->chunks, run_blocks, job);
}
