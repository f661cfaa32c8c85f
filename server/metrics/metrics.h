/* metrics.h: figures of the server in the text format of Prometheus. */
#ifndef FS_SERVER_METRICS_H
#define FS_SERVER_METRICS_H

#include <stdbool.h>
#include <sys/socket.h>

#include "../host.h"

/* All figures, malloced; NULL when out of memory. Names begin with fixstep_. */
char *metrics_text(host *host);
/* Whether the server takes players: it neither drains nor ends. */
bool metrics_ready(const host *host);
/* "PORT", "127.0.0.1:PORT" or "[::1]:PORT"; without an address the loopback one. False with a sentence. */
bool metrics_parse_address(const char *text, struct sockaddr_storage *address, char why[APP_ERROR_BYTES]);

/* GET /metrics, /healthz and /readyz over HTTP. */
typedef struct metrics_http metrics_http;

/* Listens at the address of metrics_parse_address(); `text` NULL does nothing. False with a sentence. */
bool metrics_http_open(metrics_http **out, const char *text, host *host, char why[APP_ERROR_BYTES]);
/* Answers what has arrived; never waits. NULL is allowed. */
void metrics_http_poll(metrics_http *http);
/* NULL is allowed. */
void metrics_http_close(metrics_http *http);

#endif
