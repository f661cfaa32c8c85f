/* tasks.h: how a caller lends threads to a step.
 *
 * The engine creates no thread. It asks the caller to run `count` chunks of one job, in any order, on any
 * threads, and to return when all are done. Results do not depend on order, threads or their number.
 */
#ifndef FIXSTEP_TASKS_H
#define FIXSTEP_TASKS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One chunk: index 0..count-1. It does not call back into the caller's `run`. */
typedef void fs_task_fn(void *work, uint32_t index);

typedef struct fs_tasks {
    /* Calls fn(work, i) once for each i below count and returns after the last has finished, with all that they wrote
     * visible to the caller. */
    void (*run)(void *context, fs_task_fn *fn, void *work, uint32_t count);
    void *context;
    uint32_t workers; /* threads that `run` uses, 1..64: a hint for the number of chunks */
} fs_tasks;

#ifdef __cplusplus
}
#endif
#endif
