/* hosting.c: see hosting.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "launcher/hosting.h"

#include <string.h>
#include <fixstep/lockstep.h>
#include <fixstep/net.h>

enum { START_US = 20000000, PORT_BYTES = 8, MOTD_BYTES = 64 };

/* Whether the server listens on that port. */
static bool try_port(child *server, const char *game, unsigned port, char why[APP_ERROR_BYTES])
{
    char number[PORT_BYTES], motd[MOTD_BYTES];
    snprintf(number, sizeof number, "%u", port);
    snprintf(motd, sizeof motd, "this match is at port %u", port);
    if (!child_start(server, "fixstep-server",
                     (const char *const[]){ "--game", game, "--port", number, "--motd", motd, NULL }, NULL, why))
        return false;
    /* Without its log nobody learns whether it listens. */
    if (server->log != NULL && child_await(server, "listening on port", START_US))
        return true;
    child_last_line(server, why);
    if (server->log == NULL)
        snprintf(why, APP_ERROR_BYTES, "the server did not start: no temporary file can be made");
    else if (why[0] == '\0')
        snprintf(why, APP_ERROR_BYTES, "the server did not start");
    child_stop(server);
    return false;
}

static bool is_taken(const char *why)
{
    static const char end[] = "is already in use";
    size_t length = strlen(why);
    return length >= sizeof end - 1 && strcmp(why + length - (sizeof end - 1), end) == 0;
}

bool hosting_start(child *server, const char *game, char address[PREFERENCES_ADDRESS_BYTES], char why[APP_ERROR_BYTES])
{
    for (unsigned port = FS_DEFAULT_PORT; port < FS_DEFAULT_PORT + HOSTING_PORTS; port++) {
        if (try_port(server, game, port, why)) {
            snprintf(address, PREFERENCES_ADDRESS_BYTES, "localhost:%u", port);
            return true;
        }
        if (!is_taken(why))
            return false;
    }
    snprintf(why, APP_ERROR_BYTES, "the ports %u to %u are all in use", FS_DEFAULT_PORT,
             FS_DEFAULT_PORT + HOSTING_PORTS - 1);
    return false;
}
