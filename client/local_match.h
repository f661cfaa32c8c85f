/* local_match.h: a match in this process: as fast as it can, or on the terminal. */
#ifndef FS_CLIENT_LOCAL_MATCH_H
#define FS_CLIENT_LOCAL_MATCH_H

#include "settings.h"

enum { LOCAL_SPEED_MAX = 64 /* of --speed */ };

/* Runs to the end and returns the exit status; everything is logged. */
int local_match_run(const settings *settings);

#endif
