/* agones.h: what a game server of an Agones fleet tells its sidecar, over the HTTP port of the SDK.
 *
 * Ready: nobody plays, so the fleet may hand the server out or remove it. Allocate: persons play, so it is left alone.
 * Health: every two seconds while the server runs its loop. Shutdown: the match is over. The port is that of
 * AGONES_SDK_HTTP_PORT, which Agones sets, or 9358. A sidecar that does not answer never delays a tick.
 */
#ifndef FS_SERVER_AGONES_H
#define FS_SERVER_AGONES_H

#include "sdk_call.h"

typedef enum agones_call { AGONES_NONE, AGONES_READY, AGONES_ALLOCATE, AGONES_HEALTH, AGONES_SHUTDOWN } agones_call;

/* Zeroed: the server is in no fleet, and the functions do nothing. */
typedef struct agones {
    bool open, failing; /* failing: the last call failed */
    uint16_t port;
    sdk_call call;
    agones_call running, told; /* told: the last of ready and allocate that was taken */
    uint64_t health_us, retry_us;
} agones;

/* False with a sentence when the environment names no port. */
bool agones_open(agones *fleet, char why[APP_ERROR_BYTES]);
/* Sends what is due and takes the answers. */
void agones_poll(agones *fleet, bool persons_play, uint64_t now_us);
/* Tells the end, and waits for the answer for SDK_CALL_LIMIT_US at most. */
void agones_close(agones *fleet);

#endif
