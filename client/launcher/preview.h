/* preview.h: a match of bots that runs behind the lists of the launcher. */
#ifndef FS_CLIENT_PREVIEW_H
#define FS_CLIENT_PREVIEW_H

#include <fixstep/lockstep.h>

#include "window/window.h"

/* Zeroed: none. */
typedef struct preview {
    const fs_game *game;
    fs_config config;
    fs_local *local;
    fs_rng rng;
    uint64_t due_us;
    bool jumped; /* the next picture is the first */
} preview;

/* Begins a match of `game`; one that is shown already goes on. */
void preview_show(preview *p, const fs_game *game, uint64_t now_us);
/* Hands the window the ticks that are due. */
void preview_run(preview *p, window *w, uint64_t now_us);
void preview_close(preview *p);

#endif
