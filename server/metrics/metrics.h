/* metrics.h: figures of the server in the text format of Prometheus. */
#ifndef FS_SERVER_METRICS_H
#define FS_SERVER_METRICS_H

#include <stdbool.h>

#include "../host.h"

/* All figures, malloced; NULL when out of memory. Names begin with fixstep_. */
char *metrics_text(host *host);
/* Whether the server takes players: it neither drains nor ends. */
bool metrics_ready(const host *host);

#endif
