/* host.h: one hosted match: the match, its socket, its recording and its report.
 *
 * Owns the match, the network host, the recording and the list of desyncs; the
 * program's main function only steps it until it is over.
 */
#ifndef FS_SERVER_HOST_H
#define FS_SERVER_HOST_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <fixstep/lockstep.h>
#include <fixstep/net.h>

#include "app/options.h"
#include "app/record.h"
#include "desync_limits.h"
#include "desync_recording.h"

typedef struct host_def {
    fs_match_def match;
    uint16_t port;      /* 0 = any */
    const char *record; /* NULL: none */
    const char *desync_dir;
} host_def;

typedef struct host {
    host_def def;
    fs_match *match;
    fs_net *net;
    app_record record;
    desync_recording *desync_recording;
    json_t *desyncs; /* array of full reports */
    desync_limits desync_limits;
    uint64_t start_us; /* when it was opened */
    uint64_t stop_us;  /* when it was asked to end; 0 = not yet */
    bool started;
} host;

/* False with a sentence; nothing is left open then. */
bool host_open(host *host, const host_def *def, char why[APP_ERROR_BYTES]);
/* Waits for datagrams until the match or `until_us` (on the clock of fs_net_clock_us()) is
 * due, then polls match, network and recording once. */
void host_step(host *host, uint64_t until_us);
/* Asks for a clean end; more calls do nothing. */
void host_stop(host *host);
/* The match is over, or a clean end took too long. */
bool host_done(const host *host);
/* The report; `host` must not be closed yet. */
json_t *host_report(host *host);
/* Closes everything; false when the recording is incomplete. */
bool host_close(host *host);

#endif
