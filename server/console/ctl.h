/* ctl.h: "fixstep-server ctl": sends a command to a running server. */
#ifndef FS_SERVER_CTL_H
#define FS_SERVER_CTL_H

#include "app/options.h"

extern const app_program ctl_program;

/* argv[0] is "ctl". Returns the exit status: 0 done, 1 refused or no answer, 2 wrong usage. */
int ctl_run(int argc, char **argv);

#endif
