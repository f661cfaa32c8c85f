/* relay.h: the session by which a server watches the matches of another one, to pass them on to spectators.
 *
 * The relay is a host whose match follows the session (fs_match_def.follows). The host stands before the first match is there,
 * and between two of them: it has an ended match then, whose spectators wait for the next one. A lost server is looked for
 * again, after 0.5 s and then after twice as long each time, 30 s at most.
 */
#ifndef FS_SERVER_RELAY_H
#define FS_SERVER_RELAY_H

#include "../host.h"
#include "app/net/lookup.h"

typedef struct relay {
    host *host;
    fs_net *net;
    app_lookup *lookup;   /* of the name of the lost server; NULL: none */
    fs_session *session;  /* of the newest connection; NULL: the relay has none */
    fs_session *followed; /* whose state the match of the host has; NULL: none yet */
    bool connected;
    bool ended;       /* the match of `session` is over, and so is the host's */
    bool reached;     /* the other server has answered once */
    bool failed;      /* the relay ends without the other server */
    uint64_t join_us; /* when `session` began to join */
    uint64_t lost_us; /* since when the other server is lost; 0: it is not */
    uint64_t retry_us, back_off_us;
} relay;

/* Begins to connect to the server of host->def.relay. False with a sentence; the caller closes the relay in any case. */
bool relay_open(relay *relay, host *host, char why[APP_ERROR_BYTES]);
/* Takes what has arrived, begins and ends the host's matches with the other ones. To be called between two steps of the host.
 */
void relay_poll(relay *relay);
/* Whether the relay ends with its server or by its operator: it did not end because it lost the server. */
bool relay_succeeded(const relay *relay);
/* After the host was closed. A relay that was never opened is allowed when it is zero. */
void relay_close(relay *relay);

#endif
