/* parallel_for.c: see share.h.
 */
#include <fixstep/fixed.h>

#include "base/parallel_for.h"

struct shared {
    fs__parallel_for_fn *fn;
    void *work;
    uint32_t count, pieces;
};

uint32_t fs__parallel_for_chunks(const fs_tasks *tasks, uint32_t count, uint32_t least)
{
    if (tasks == NULL)
        return 1;
    uint32_t most = fs_min_u32(tasks->workers, FS__PARALLEL_FOR_MAX_CHUNKS);
    return fs_max_u32(fs_min_u32(most, count / least), 1);
}

static void run_piece(void *work, uint32_t piece)
{
    const struct shared *s = work;
    s->fn(s->work, piece, fs__parallel_for_chunk_start(s->count, s->pieces, piece),
          fs__parallel_for_chunk_start(s->count, s->pieces, piece + 1));
}

void fs__parallel_for(const fs_tasks *tasks, uint32_t count, uint32_t pieces, fs__parallel_for_fn *fn, void *work)
{
    struct shared s = { fn, work, count, pieces };
    if (pieces > 1)
        tasks->run(tasks->context, run_piece, &s, pieces);
    else
        fn(work, 0, 0, count);
}
