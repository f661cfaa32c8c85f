/* server_list.h: servers on the local networks and in the file of favourites. */
#ifndef FS_CLIENT_SERVER_LIST_H
#define FS_CLIENT_SERVER_LIST_H

#include "settings.h"

/* --list: asks for a second, prints what was found, as a table or with --log-format json as JSON. The exit status. */
int server_list_run(const settings *settings);
/* The server of that name: a favourite, or one that answers on a local network within a second. False with a sentence when there
 * is none or more than one. */
bool server_list_find(const settings *settings, const char *name, listed_server *server, char why[APP_ERROR_BYTES]);

#endif
