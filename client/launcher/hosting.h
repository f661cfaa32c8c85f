/* hosting.h: a server that the launcher starts for a match of its player and others. */
#ifndef FS_CLIENT_HOSTING_H
#define FS_CLIENT_HOSTING_H

#include "launcher/child.h"
#include "launcher/preferences.h"

/* How many ports from the usual one on a server may stand on: so many are asked when servers are looked for on a network. */
enum { HOSTING_PORTS = 8 };

/* Starts a server of that game on the first port that nobody holds, and waits until it listens; `address` becomes what to join
 * it by. False with a sentence. */
bool hosting_start(child *server, const char *game, char address[PREFERENCES_ADDRESS_BYTES], char why[APP_ERROR_BYTES]);

#endif
