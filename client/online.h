/* online.h: a match on a server, from joining to leaving. */
#ifndef FS_CLIENT_ONLINE_H
#define FS_CLIENT_ONLINE_H

#include "settings.h"

/* Runs to the end and returns the exit status; everything is logged. */
int online_run(const settings *settings);

#endif
