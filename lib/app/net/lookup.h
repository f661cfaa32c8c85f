/* lookup.h: connects to a server by its name while a thread looks the name up, so that a resolver that does not answer stops
 * neither a match nor its display. */
#ifndef FS_APP_LOOKUP_H
#define FS_APP_LOOKUP_H

#include <fixstep/net.h>

#include "app/options.h"

/* A look-up that goes on. Opaque. */
typedef struct app_lookup app_lookup;

/* fs_net_connect() in steps, none of which waits: to be called again while it returns OK with NULL in *out. `*lookup` is NULL
 * before the first step and after the last one. Other results as fs_net_connect(), each with a sentence. */
fs_result app_lookup_connect(app_lookup **lookup, const char *address, const fs_net_hooks *hooks, fs_net **out,
                             char why[APP_ERROR_BYTES]);
/* Gives a look-up up, without waiting for it; NULL in *lookup is allowed, and is there afterwards. */
void app_lookup_forget(app_lookup **lookup);

#endif
