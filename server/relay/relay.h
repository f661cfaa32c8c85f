/* relay.h: the session by which a server watches the match of another one, to pass it on to spectators.
 *
 * The relay is a host whose match follows the session (fs_match_def.follows). It begins when the other match is there and ends
 * with it.
 */
#ifndef FS_SERVER_RELAY_H
#define FS_SERVER_RELAY_H

#include "../host.h"

typedef struct relay {
    const char *address; /* HOST[:PORT] of the other server */
    const fs_game *game; /* of --game: one that is not built in */
    host *host;          /* NULL until it is open */
    fs_net *net;
    fs_session *session;
    bool connected, finished;
    uint64_t begun_us;
} relay;

/* Connects to `address` and waits until its match is there; sets game, configuration and `follows` of the definition. False
 * with a sentence, "" when the program was asked to stop; the caller closes the relay in any case. */
bool relay_open(relay *relay, const char *address, host_def *def, char why[APP_ERROR_BYTES]);
/* Takes what has arrived; ends the host's match with the other one. To be called between two steps of the host. */
void relay_poll(relay *relay, host *host);
/* Whether the other match was passed on to its end, or the program was asked to stop before. */
bool relay_succeeded(const relay *relay);
/* After the host was closed. */
void relay_close(relay *relay);

#endif
