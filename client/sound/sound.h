/* sound.h: the sound device of the window, which plays what synth.h makes. */
#ifndef FS_CLIENT_SOUND_SOUND_H
#define FS_CLIENT_SOUND_SOUND_H

#include <stdbool.h>

#include "sound/listen.h"

typedef struct sound sound;

/* NULL where there is no device: the match goes on without sound. Needs no window. */
sound *sound_open(void);
/* NULL is allowed here and below. */
void sound_close(sound *s);
void sound_play(sound *s, const sound_event *events, unsigned count);

#endif
