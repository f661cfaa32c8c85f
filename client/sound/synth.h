/* synth.h: events as sound waves: damped tones, mixed.
 *
 * Knows no device. One channel of 48,000 samples a second, each -1..1.
 */
#ifndef FS_CLIENT_SOUND_SYNTH_H
#define FS_CLIENT_SOUND_SYNTH_H

#include <stddef.h>
#include <stdint.h>

#include "sound/listen.h"

enum { SYNTH_HERTZ = 48000, SYNTH_VOICES = 16 };

typedef struct synth_voice {
    float phase, step; /* turns, and turns for each sample */
    float level, fade; /* level is multiplied by fade with each sample */
    float rise;        /* of the pitch with each sample, a factor */
    uint32_t noise;    /* state of the noise at the beginning of a hit; 0: none */
} synth_voice;

/* Zeroed: silent. */
typedef struct synth {
    synth_voice voices[SYNTH_VOICES];
} synth;

/* Begins to sound; the quietest voice gives way. */
void synth_add(synth *s, const sound_event *event);
/* The next `count` samples. */
void synth_mix(synth *s, float *samples, size_t count);

#endif
