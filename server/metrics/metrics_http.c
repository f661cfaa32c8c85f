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
#include <sys/socket.h>

#include "app/log.h"
#include "metrics_address.h"

enum {
    CONNECTIONS = 64, /* that libmicrohttpd accepts */
    KEPT = 32,        /* of them; above it old ones give way */
    TIMEOUT_S = 10,
    QUIET_RUNS = 3, /* accept, read, write: as many runs without an event mean that nothing waits */
    MAX_RUNS = 64   /* of one poll: the match comes first */
};

/* An open connection. */
typedef struct visitor {
    struct MHD_Connection *connection; /* NULL: free */
    uint64_t number;                   /* connections before it */
    uint64_t origin;                   /* see origin_of() */
    bool dismissed;
} visitor;

struct metrics_http {
    struct MHD_Daemon *daemon;
    metrics_source source;
    visitor visitors[CONNECTIONS];
    uint64_t accepted;
    uint64_t events; /* connections begun and ended, and requests */
};

/* --- connections ------------------------------------------------------------------------ */

/* What counts as one address: an IPv4 address, or the /64 around an IPv6 address. */
static uint64_t origin_of(const struct sockaddr *address)
{
    uint64_t origin = 0;
    if (address->sa_family == AF_INET)
        memcpy(&origin, &((const struct sockaddr_in *)(const void *)address)->sin_addr, 4);
    else if (address->sa_family == AF_INET6)
        memcpy(&origin, &((const struct sockaddr_in6 *)(const void *)address)->sin6_addr, 8);
    return origin;
}

static unsigned count_origin(const metrics_http *http, uint64_t origin)
{
    unsigned count = 0;
    for (unsigned i = 0; i < CONNECTIONS; i++) {
        const visitor *v = &http->visitors[i];
        count += v->connection != NULL && !v->dismissed && v->origin == origin;
    }
    return count;
}

/* The oldest connection of the origin that has most; NULL when no more than KEPT are open. */
static visitor *find_surplus(metrics_http *http)
{
    visitor *found = NULL;
    unsigned open = 0, most = 0;
    for (unsigned i = 0; i < CONNECTIONS; i++) {
        visitor *v = &http->visitors[i];
        if (v->connection == NULL || v->dismissed)
            continue;
        unsigned count = count_origin(http, v->origin);
        if (found == NULL || count > most || (count == most && v->number < found->number))
            found = v;
        most = count > most ? count : most;
        open++;
    }
    return open > KEPT ? found : NULL;
}

/* libmicrohttpd closes it at its next run. */
static void dismiss(visitor *v)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(v->connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    v->dismissed = true;
    if (info != NULL)
        shutdown(info->connect_fd, SHUT_RDWR);
}

/* Idle connections cannot keep others out: above KEPT the oldest of whoever has most gives way to the new one. */
static void greet(metrics_http *http, struct MHD_Connection *connection, void **place)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    visitor *v = http->visitors, *surplus;
    while (v < http->visitors + CONNECTIONS && v->connection != NULL)
        v++;
    if (v == http->visitors + CONNECTIONS)
        return; /* no more than libmicrohttpd accepts */
    *v = (visitor){ .connection = connection, .number = http->accepted++ };
    if (info != NULL && info->client_addr != NULL)
        v->origin = origin_of(info->client_addr);
    *place = v;
    if ((surplus = find_surplus(http)) != NULL)
        dismiss(surplus);
}

static void on_connection(void *context, struct MHD_Connection *connection, void **place,
                          enum MHD_ConnectionNotificationCode code)
{
    metrics_http *http = context;
    http->events++;
    if (code == MHD_CONNECTION_NOTIFY_STARTED)
        greet(http, connection, place);
    else if (*place != NULL)
        *(visitor *)*place = (visitor){ 0 };
}

/* --- answers ---------------------------------------------------------------------------- */

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
    http->events++;
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
                                        MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)TIMEOUT_S,
                                        MHD_OPTION_NOTIFY_CONNECTION, on_connection, http, MHD_OPTION_END);
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
    unsigned quiet = 0;
    for (unsigned run = 0; http != NULL && run < MAX_RUNS && quiet < QUIET_RUNS; run++) {
        uint64_t before = http->events;
        MHD_run(http->daemon);
        quiet = http->events == before ? quiet + 1 : 0;
    }
}

void metrics_http_close(metrics_http *http)
{
    if (http == NULL)
        return;
    MHD_stop_daemon(http->daemon);
    free(http);
}
