/* metrics_http.c: a small HTTP server in the thread of the match, by libmicrohttpd. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "metrics_http.h"

#include <errno.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>

#include "app/log.h"
#include "metrics_address.h"

enum { CONNECTIONS = 16, TIMEOUT_S = 10, RUNS_PER_POLL = 3 /* accept, read, write */ };

struct metrics_http {
    struct MHD_Daemon *daemon;
    metrics_source source;
};

static enum MHD_Result answer(struct MHD_Connection *connection, unsigned status, char *text, const char *type)
{
    if (text == NULL)
        return MHD_NO;
    struct MHD_Response *response = MHD_create_response_from_buffer(strlen(text), text, MHD_RESPMEM_MUST_FREE);
    if (response == NULL) {
        free(text);
        return MHD_NO;
    }
    MHD_add_response_header(response, "Content-Type", type);
    enum MHD_Result queued = MHD_queue_response(connection, status, response);
    MHD_destroy_response(response);
    return queued;
}

static enum MHD_Result on_request(void *context, struct MHD_Connection *connection, const char *url, const char *method,
                                  const char *version, const char *body, size_t *body_size, void **state)
{
    static const char plain[] = "text/plain; charset=utf-8";
    metrics_http *http = context;
    (void)version, (void)body, (void)body_size, (void)state;
    if (strcmp(method, "GET") != 0 && strcmp(method, "HEAD") != 0)
        return answer(connection, MHD_HTTP_METHOD_NOT_ALLOWED, strdup("only GET\n"), plain);
    if (strcmp(url, "/metrics") == 0)
        return answer(connection, MHD_HTTP_OK, http->source.text(http->source.context),
                      "text/plain; version=0.0.4; charset=utf-8");
    if (strcmp(url, "/healthz") == 0)
        return answer(connection, MHD_HTTP_OK, strdup("ok\n"), plain);
    if (strcmp(url, "/readyz") != 0)
        return answer(connection, MHD_HTTP_NOT_FOUND, strdup("there are /metrics, /healthz and /readyz\n"), plain);
    bool ready = http->source.ready(http->source.context);
    return answer(connection, ready ? MHD_HTTP_OK : MHD_HTTP_SERVICE_UNAVAILABLE,
                  strdup(ready ? "ready\n" : "draining\n"), plain);
}

static unsigned port_of(struct MHD_Daemon *daemon)
{
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
    return info != NULL ? info->port : 0;
}

bool metrics_http_open(metrics_http **out, const char *text, const metrics_source *source, char why[APP_ERROR_BYTES])
{
    struct sockaddr_storage address;
    *out = NULL;
    if (text == NULL)
        return true;
    if (!metrics_parse_address(text, &address, why))
        return false;
    metrics_http *http = calloc(1, sizeof *http);
    unsigned flags = address.ss_family == AF_INET6 ? MHD_USE_IPv6 : MHD_NO_FLAG;
    errno = 0;
    if (http != NULL)
        http->daemon = MHD_start_daemon(flags, 0, NULL, NULL, on_request, http, MHD_OPTION_SOCK_ADDR, &address,
                                        MHD_OPTION_CONNECTION_LIMIT, (unsigned)CONNECTIONS,
                                        MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)TIMEOUT_S, MHD_OPTION_END);
    if (http == NULL || http->daemon == NULL) {
        snprintf(why, APP_ERROR_BYTES, "--metrics %.60s: %s", text, strerror(errno != 0 ? errno : EADDRINUSE));
        free(http);
        return false;
    }
    http->source = *source;
    app_log(APP_INFO, "metrics", json_pack("{s:i}", "port", (int)port_of(http->daemon)), "metrics on port %u",
            port_of(http->daemon));
    *out = http;
    return true;
}

void metrics_http_poll(metrics_http *http)
{
    for (unsigned i = 0; http != NULL && i < RUNS_PER_POLL; i++)
        MHD_run(http->daemon);
}

void metrics_http_close(metrics_http *http)
{
    if (http == NULL)
        return;
    MHD_stop_daemon(http->daemon);
    free(http);
}
