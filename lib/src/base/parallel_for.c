/* parallel_for.c: splitting a range into chunks. See parallel_for.h. */
#include "base/parallel_for.h"

#include <stddef.h>
#include <fixstep/result.h>

/* The work of one call, shared by its chunks. */
struct parallel_for {
    fs__parallel_for_fn *fn;
    void *work;
    uint32_t count, chunks;
};

static uint32_t count_chunks(uint32_t wanted, uint32_t count, uint32_t min_items)
{
    FS_ASSERT(min_items > 0);
    uint32_t chunks = wanted > FS__PARALLEL_FOR_MAX_CHUNKS ? FS__PARALLEL_FOR_MAX_CHUNKS : wanted;
    if (chunks > count / min_items)
        chunks = count / min_items;
    return chunks > 0 ? chunks : 1;
}

uint32_t fs__parallel_for_chunks(const fs_tasks *tasks, uint32_t count, uint32_t min_items)
{
    return count_chunks(tasks != NULL ? tasks->workers : 1, count, min_items);
}

uint32_t fs__parallel_for_fine_chunks(const fs_tasks *tasks, uint32_t count, uint32_t min_items)
{
    enum { PER_THREAD = 4 };
    return count_chunks(tasks != NULL && tasks->workers > 1 ? PER_THREAD * tasks->workers : 1, count, min_items);
}

static void run_chunk(void *work, uint32_t chunk)
{
    const struct parallel_for *p = work;
    p->fn(p->work, chunk, fs__parallel_for_chunk_start(p->count, p->chunks, chunk),
          fs__parallel_for_chunk_start(p->count, p->chunks, chunk + 1));
}

void fs__parallel_for(const fs_tasks *tasks, uint32_t count, uint32_t chunks, fs__parallel_for_fn *fn, void *work)
{
    FS_ASSERT(chunks == 1 || (chunks > 1 && tasks != NULL));
    struct parallel_for p = { fn, work, count, chunks };
    if (chunks > 1)
        tasks->run(tasks->context, run_chunk, &p, chunks);
    else
        fn(work, 0, 0, count);
}
