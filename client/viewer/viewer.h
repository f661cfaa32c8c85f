/* viewer.h: recordings in a window, as pictures and as videos. */
#ifndef FS_CLIENT_VIEWER_H
#define FS_CLIENT_VIEWER_H

#include "settings.h"

/* Shows the recording of --replay, or writes --render and --render-video; the exit status. */
int viewer_run(const settings *s);

#endif
