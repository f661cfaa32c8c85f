/* progress.h: the server's line of figures, once a second. */
#ifndef FS_SERVER_PROGRESS_H
#define FS_SERVER_PROGRESS_H

#include <stdint.h>

#include "host.h"

typedef struct progress {
    uint64_t next_us, log_us;         /* when the next line is due */
    uint64_t last_us, sent, received; /* time and byte counts of the previous line */
} progress;

/* When the next call is due. */
uint64_t progress_next_us(const progress *progress);
/* A line that overwrites itself each second on a terminal, a log line every 10 s
 * elsewhere. */
void progress_poll(progress *progress, host *host, uint64_t now_us);

#endif
