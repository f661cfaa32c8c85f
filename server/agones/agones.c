/* agones.c: see agones.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "agones.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <fixstep/net.h>

#include "app/log.h"

enum { DEFAULT_PORT = 9358, HEALTH_US = 2000000, RETRY_US = 1000000, CLOSING_POLL_MS = 5 };

static const char *const paths[] = { "", "ready", "allocate", "health", "shutdown" };

bool agones_open(agones *a, char why[APP_ERROR_BYTES])
{
    const char *text = getenv("AGONES_SDK_HTTP_PORT");
    uint64_t port = DEFAULT_PORT;
    *a = (agones){ .open = true };
    if (text != NULL && !app_parse_number(text, 1, UINT16_MAX, &port)) {
        snprintf(why, APP_ERROR_BYTES, "--agones: AGONES_SDK_HTTP_PORT is '%.40s', which is no port", text);
        return false;
    }
    a->port = (uint16_t)port;
    return true;
}

/* The first failure of a row is logged. */
static void note_failure(agones *a, agones_call call, const char *reason, uint64_t now_us)
{
    if (!a->failing)
        app_log(APP_WARNING, "agones-failed", json_pack("{s:s, s:s}", "call", paths[call], "reason", reason),
                "the Agones SDK on port %u does not take '%s': %s%s", (unsigned)a->port, paths[call], reason,
                call != AGONES_SHUTDOWN ? "; it is tried again" : "");
    a->failing = true;
    a->running = AGONES_NONE;
    a->retry_us = now_us + RETRY_US;
}

static void note_success(agones *a)
{
    agones_call call = a->running;
    if (call != AGONES_HEALTH || a->failing)
        app_log(APP_INFO, "agones", json_pack("{s:s}", "call", paths[call]), "the Agones SDK took '%s'", paths[call]);
    if (call == AGONES_READY || call == AGONES_ALLOCATE)
        a->told = call;
    a->failing = false;
    a->running = AGONES_NONE;
}

static void begin_call(agones *a, agones_call call, uint64_t now_us)
{
    char why[APP_ERROR_BYTES];
    a->running = call;
    if (!sdk_call_begin(&a->call, a->port, paths[call], now_us, why))
        note_failure(a, call, why, now_us);
}

/* Takes the answer of the call that runs; false while there is none. */
static bool finish_call(agones *a, uint64_t now_us)
{
    char why[APP_ERROR_BYTES];
    switch (sdk_call_poll(&a->call, now_us, why)) {
    case SDK_CALL_RUNS: return false;
    case SDK_CALL_DONE: note_success(a); break;
    case SDK_CALL_FAILED: note_failure(a, a->running, why, now_us); break;
    case SDK_CALL_NONE: break;
    }
    return true;
}

void agones_poll(agones *a, bool persons_play, uint64_t now_us)
{
    if (!a->open || !finish_call(a, now_us) || now_us < a->retry_us)
        return;
    agones_call wanted = persons_play ? AGONES_ALLOCATE : AGONES_READY;
    if (now_us >= a->health_us) {
        a->health_us = now_us + HEALTH_US;
        begin_call(a, AGONES_HEALTH, now_us);
    } else if (a->told != wanted) {
        begin_call(a, wanted, now_us);
    }
}

void agones_close(agones *a)
{
    if (!a->open)
        return;
    sdk_call_end(&a->call);
    begin_call(a, AGONES_SHUTDOWN, fs_net_clock_us());
    while (a->running != AGONES_NONE && !finish_call(a, fs_net_clock_us()))
        poll(NULL, 0, CLOSING_POLL_MS);
    *a = (agones){ 0 };
}
