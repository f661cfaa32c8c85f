/* recording.h: a recorded match that is moved through. */
#ifndef FS_CLIENT_RECORDING_H
#define FS_CLIENT_RECORDING_H

#include <stdbool.h>
#include <stdint.h>
#include <fixstep/replay.h>

#include "app/options.h"

/* Zeroed: closed. */
typedef struct recording {
    fs_replay *replay;
    const fs_game *game;
    fs_playback *playback;
    uint32_t first, last; /* finished ticks of the first and the last state */
    bool differs;         /* the simulation differed from the recording on the way to the present state */
} recording;

/* Opens a file and stands at its first state. `game_file` (NULL: the built-in game that the file names) is a shared
 * object. False with a sentence; `code` becomes the exit status: 2 unreadable, 3 malformed, 4 bad signature or chain,
 * 5 other build or game. A recording that ends early is good up to there. recording_close() is needed in any case. */
bool recording_open(recording *r, const char *path, const char *game_file, int *code, char why[APP_ERROR_BYTES]);
void recording_close(recording *r);
/* Goes to the state after `tick` ticks, brought into first..last. False with a sentence, in the state before. */
bool recording_seek(recording *r, uint32_t tick, char why[APP_ERROR_BYTES]);
/* Plays on up to the first state of `tick` or a later tick, over repairs that go back and gaps that they leave; false when
 * there is none. */
bool recording_advance(recording *r, uint32_t tick);
/* Finished ticks of the present state. */
uint32_t recording_tick(const recording *r);

#endif
