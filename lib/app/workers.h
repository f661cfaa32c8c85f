/* workers.h: the threads that a program lends to the steps of its matches (--workers N).
 *
 * The library makes no threads; it hands out pieces of work (fixstep/tasks.h). The thread that steps is one of the N.
 * The others poll for the next job for some microseconds, then sleep. Results never depend on N.
 */
#ifndef FS_APP_WORKERS_H
#define FS_APP_WORKERS_H

#include <stdint.h>
#include <fixstep/sim.h>

#include "app/options.h"

enum { APP_MAX_WORKERS = 64 }; /* what fs_tasks.workers may be */

typedef struct app_workers app_workers;

/* `count` is 1..APP_MAX_WORKERS. NULL when the system gives no memory or no threads. */
app_workers *app_workers_start(uint32_t count);
/* Waits for the threads to end; nothing may be running on them. NULL is allowed. */
void app_workers_stop(app_workers *workers);
/* Valid until app_workers_stop(). Only one thread at a time may use them. */
const fs_tasks *app_workers_tasks(const app_workers *workers);

/* --- for a whole program -------------------------------------------------------- */

/* An entry of a program's option table: --workers N, kept as a uint64_t at `at`. */
#define APP_WORKERS_OPTION(at, which_modes)                                                                     \
    {                                                                                                           \
        .name = "workers", .kind = APP_NUMBER, .offset = (at), .value = "N", .low = 1, .high = APP_MAX_WORKERS, \
        .modes = (which_modes),                                                                                 \
        .help = "threads that simulate large worlds, 1 to 64\n(default 1; the result is the same)"              \
    }

/* Starts the workers of the process once; 0 and 1 mean none. They run until it ends. False with a sentence. */
bool app_workers_open(uint64_t count, char why[APP_ERROR_BYTES]);
/* The tasks of the process's workers, to lend to a match, session or playback; NULL when there are none. Valid until the
 * process ends; only one thread at a time may use them. */
const fs_tasks *app_workers_process_tasks(void);

#endif
