/* metrics_http.h: GET /metrics, /healthz and /readyz over HTTP, for whoever has figures. */
#ifndef FS_SERVER_METRICS_HTTP_H
#define FS_SERVER_METRICS_HTTP_H

#include <stdbool.h>

#include "app/options.h"

/* Where the figures come from. */
typedef struct metrics_source {
    char *(*text)(void *context); /* what /metrics answers, malloced; NULL when out of memory */
    bool (*ready)(void *context); /* what /readyz answers */
    void *context;
} metrics_source;

typedef struct metrics_http metrics_http;

/* Listens at the address of metrics_parse_address(); `text` NULL does nothing. False with a sentence. */
bool metrics_http_open(metrics_http **out, const char *text, const metrics_source *source, char why[APP_ERROR_BYTES]);
/* Answers what has arrived; never waits. NULL is allowed. */
void metrics_http_poll(metrics_http *http);
/* NULL is allowed. */
void metrics_http_close(metrics_http *http);

#endif
