/* launcher.h: what fixstep-client shows when nothing is named but its window, where there is a display. */
#ifndef FS_CLIENT_LAUNCHER_H
#define FS_CLIENT_LAUNCHER_H

#include <stdbool.h>

/* Shows the lists, over the whole screen if wanted or as the last time, until the user leaves; matches and recordings run in
 * processes of their own. The exit status. */
int launcher_run(bool full_screen);

#endif
