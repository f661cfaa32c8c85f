/* parallel_for.h: splits a range of items into chunks for the threads that the caller lends.
 *
 * The work on one item must neither read the results of another item of the range nor write where another item's work
 * writes. Then the result does not depend on the number of chunks.
 */
#ifndef FS_BASE_PARALLEL_FOR_H
#define FS_BASE_PARALLEL_FOR_H

#include <fixstep/tasks.h>

enum { FS__PARALLEL_FOR_MAX_CHUNKS = 64 };

/* Works on items first..end-1. */
typedef void fs__parallel_for_fn(void *work, uint32_t chunk, uint32_t first, uint32_t end);

/* Number of chunks for `count` items: one per thread of `tasks` (NULL: 1), but at most FS__PARALLEL_FOR_MAX_CHUNKS, and
 * none with fewer than `min_items` (1 or more) items; 1 or more. */
uint32_t fs__parallel_for_chunks(const fs_tasks *tasks, uint32_t count, uint32_t min_items);

/* The same with up to four chunks per thread, for items of unequal cost: a thread that is done takes the next chunk. */
uint32_t fs__parallel_for_fine_chunks(const fs_tasks *tasks, uint32_t count, uint32_t min_items);

/* First item of chunk 0..chunks; that of `chunks` is `count`. */
static inline uint32_t fs__parallel_for_chunk_start(uint32_t count, uint32_t chunks, uint32_t chunk)
{
    return (uint32_t)((uint64_t)count * chunk / chunks);
}

/* Calls `fn` once for each of `chunks` (1 or more) chunks of the range 0..count-1 and returns after the last one has
 * finished. One chunk is run by the caller itself; `tasks` may be NULL then. */
void fs__parallel_for(const fs_tasks *tasks, uint32_t count, uint32_t chunks, fs__parallel_for_fn *fn, void *work);

#endif
