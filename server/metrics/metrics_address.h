/* metrics_address.h: the address of --metrics. */
#ifndef FS_SERVER_METRICS_ADDRESS_H
#define FS_SERVER_METRICS_ADDRESS_H

#include <stdbool.h>
#include <sys/socket.h>

#include "app/options.h"

/* "PORT", "127.0.0.1:PORT" or "[::1]:PORT"; without an address the loopback one. False with a sentence. */
bool metrics_parse_address(const char *text, struct sockaddr_storage *address, char why[APP_ERROR_BYTES]);

#endif
