/* known_hosts.h: the keys of servers that a client has met, in a file.
 *
 * A line is HOST:PORT and the public key in 64 hexadecimal digits; a line that begins with # is a comment. A server that has no
 * line is trusted and gets one. A server with another key than that of its line is refused: somebody may answer in its
 * place, or it has lost its key.
 */
#ifndef FS_APP_KNOWN_HOSTS_H
#define FS_APP_KNOWN_HOSTS_H

#include <fixstep/identity.h>

#include "app/files/user_file.h"
#include "app/options.h"

typedef enum app_known_host {
    APP_HOST_KNOWN,   /* the key is that of its line */
    APP_HOST_NEW,     /* it had no line and has one now */
    APP_HOST_UNKEPT,  /* it has no line and gets none, for the reason in `why` */
    APP_HOST_CHANGED, /* its line has another key; `why` names file and line */
    APP_HOST_BROKEN   /* the file cannot be read, for the reason in `why` */
} app_known_host;

/* The file of a client that is given none: known_hosts in fixstep below XDG_DATA_HOME or ~/.local/share. False when the
 * environment names no folder. */
bool app_known_hosts_path(char path[APP_PATH_BYTES]);
/* Looks a server up, "host" or "host:port" in any case of its letters, and notes a new one. */
app_known_host app_known_hosts_check(const char *path, const char *host, const uint8_t key[FS_KEY_BYTES],
                                     char why[APP_ERROR_BYTES]);

#endif
