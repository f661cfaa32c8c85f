/* export.h: a recording as a picture or a video, drawn as in the window, without a display. */
#ifndef FS_CLIENT_EXPORT_H
#define FS_CLIENT_EXPORT_H

#include "viewer/pair.h"
#include "settings.h"

/* Writes --render, a picture of the present state, and --render-video, from there to the end or --ticks N. Without EGL a
 * picture is drawn by fs_picture_write(). Of two recordings, tells on standard output where they differ. The exit status, with a sentence unless
 * 0. */
int export_run(const settings *s, pair *p, char why[APP_ERROR_BYTES]);

#endif
