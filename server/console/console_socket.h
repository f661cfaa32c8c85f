/* console_socket.h: the console over a Unix socket, in JSON lines.
 *
 * A request is {"command": "kick ann too loud"}; the reply is {"ok": true, "text": "ann is removed\n", "data": ...}, in the
 * order of the requests. The socket has mode 0600. Any bytes are safe: a line that is no request, or is longer than any
 * command needs, gets "ok": false.
 */
#ifndef FS_SERVER_CONSOLE_SOCKET_H
#define FS_SERVER_CONSOLE_SOCKET_H

#include <stdbool.h>

#include "app/options.h"
#include "console_line.h"

typedef struct console_socket console_socket;

/* Listens at the path. A socket that nobody answers on is replaced; false with a sentence when another server answers
 * there, or the path is something else. */
bool console_socket_open(console_socket **out, const char *path, char why[APP_ERROR_BYTES]);
/* Runs the commands that have arrived; never waits. */
void console_socket_poll(console_socket *socket, const console_handler *handler);
/* Closes it and removes the path. NULL is allowed. */
void console_socket_close(console_socket *socket);

#endif
