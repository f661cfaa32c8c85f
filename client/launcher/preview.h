/* preview.h: a match of bots, or a recording, that runs behind the lists of the launcher. */
#ifndef FS_CLIENT_PREVIEW_H
#define FS_CLIENT_PREVIEW_H

#include <fixstep/lockstep.h>

#include "app/files/user_file.h"
#include "viewer/recording.h"
#include "window/window.h"

/* Zeroed: none. */
typedef struct preview {
    const fs_game *game; /* of a match; NULL: a recording is shown, or nothing */
    fs_config config;
    fs_local *local;
    fs_rng rng;
    char path[APP_PATH_BYTES]; /* of the recording; "": none */
    recording recording;       /* closed while its file waits to be opened, and when it cannot be shown */
    uint64_t due_us;           /* of the next tick, or of opening the file */
    bool jumped;               /* the next picture is the first */
    bool waits;                /* the recording is not opened yet */
} preview;

/* Begins a match of `game`; one that is shown already goes on. */
void preview_show(preview *p, const fs_game *game, uint64_t now_us);
/* Begins to play a recording, over and over, once it has been the wanted one for a moment; one that is shown already goes on. A
 * file that is large or cannot be played leaves an empty picture. */
void preview_show_recording(preview *p, const char *path, uint64_t now_us);
/* Hands the window the ticks that are due. */
void preview_run(preview *p, window *w, uint64_t now_us);
void preview_close(preview *p);

#endif
