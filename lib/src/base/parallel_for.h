/* parallel_for.h: a range of items cut into pieces for the threads that the caller lends.
 *
 * What is done for one item must neither read what is done for another of the range nor write where another writes:
 * then the result does not depend on the cut.
 */
#ifndef FS_BASE_PARALLEL_FOR_H
#define FS_BASE_PARALLEL_FOR_H

#include <fixstep/tasks.h>

enum { FS__PARALLEL_FOR_MAX_CHUNKS = 64 };

/* Does items from..to-1. */
typedef void fs__parallel_for_fn(void *work, uint32_t piece, uint32_t from, uint32_t to);

/* One for each thread, none with fewer than `least` items (1 or more), FS__PARALLEL_FOR_MAX_CHUNKS at most; 1 without threads. */
uint32_t fs__parallel_for_chunks(const fs_tasks *tasks, uint32_t count, uint32_t least);

/* Where a piece begins; that of `pieces` is the end. */
static inline uint32_t fs__parallel_for_chunk_start(uint32_t count, uint32_t pieces, uint32_t piece)
{
    return (uint32_t)((uint64_t)count * piece / pieces);
}

void fs__parallel_for(const fs_tasks *tasks, uint32_t count, uint32_t pieces, fs__parallel_for_fn *fn, void *work);

#endif
