/* server_trust.h: whether a client trusts the key of the server that it connects to. */
#ifndef FS_CLIENT_SERVER_TRUST_H
#define FS_CLIENT_SERVER_TRUST_H

#include <fixstep/net.h>

#include "app/options.h"
#include "settings.h"

typedef struct server_trust {
    const settings *s;
    char why[APP_ERROR_BYTES]; /* the newest refusal */
} server_trust;

/* Has the connection compare the server's key with the known ones; see known_hosts.h. `trust` must outlive the connection; a
 * `net` of NULL is none. */
void server_trust_attach(server_trust *trust, fs_net *net, const settings *s);
/* Whether a connection that ended for that reason is not worth another attempt, with a sentence. */
bool server_trust_failure(const server_trust *trust, fs_result reason, char why[APP_ERROR_BYTES]);

#endif
