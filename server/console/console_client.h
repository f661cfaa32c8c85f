/* console_client.h: the other end of a console's socket. */
#ifndef FS_SERVER_CONSOLE_CLIENT_H
#define FS_SERVER_CONSOLE_CLIENT_H

#include "app/options.h"

/* Sends one line to the console at the path and waits for the reply for `timeout_ms`. Returns the line of JSON,
 * malloced and without its end; NULL with a sentence. */
char *console_client_ask(const char *path, const char *line, unsigned timeout_ms, char why[APP_ERROR_BYTES]);

#endif
