/* synth.c: voices. See synth.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "sound/synth.h"

#include <math.h>
#include <string.h>

static const float TURN = 6.2831853f;
static const float VOLUME = 0.25f;
/* A voice below this level is silent. */
static const float SILENT = 1e-4f;

/* The factor per sample that leaves a thousandth after `seconds`. */
static float fade_within(float seconds)
{
    return expf(-6.9f / (seconds * (float)SYNTH_HERTZ));
}

void synth_add(synth *s, const sound_event *event)
{
    synth_voice *v = &s->voices[0];
    for (unsigned i = 1; i < SYNTH_VOICES; i++)
        v = s->voices[i].level < v->level ? &s->voices[i] : v;
    bool hit = event->kind == SOUND_HIT;
    float strength = fminf(1, fmaxf(0, event->strength));
    *v = (synth_voice){ .step = event->hertz / (float)SYNTH_HERTZ, .level = strength * VOLUME, .rise = 1 };
    v->fade = fade_within(hit ? 0.12f + 0.1f * strength : 0.8f);
    v->rise = hit ? 1 - 2e-5f : 1 + 8e-6f;
    v->noise = hit ? 0x9e3779b9u : 0;
}

/* A number -1..1 (xorshift32). */
static float next_noise(uint32_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return (float)(int32_t)*state / 2147483648.0f;
}

static float next_sample(synth_voice *v)
{
    float wave = sinf(TURN * v->phase) + 0.3f * sinf(2 * TURN * v->phase);
    /* The noise fades as the square of the tone. */
    float noise = v->noise != 0 ? next_noise(&v->noise) * v->level : 0;
    float sample = v->level * 0.7f * (wave + noise);
    v->phase += v->step;
    v->phase -= floorf(v->phase);
    v->step = fminf(0.4f, v->step * v->rise);
    v->level = v->level * v->fade > SILENT ? v->level * v->fade : 0;
    return sample;
}

void synth_mix(synth *s, float *samples, size_t count)
{
    memset(samples, 0, count * sizeof *samples);
    for (unsigned i = 0; i < SYNTH_VOICES; i++)
        for (size_t n = 0; n < count && s->voices[i].level > 0; n++)
            samples[n] += next_sample(&s->voices[i]);
    for (size_t n = 0; n < count; n++)
        samples[n] = fminf(1, fmaxf(-1, samples[n]));
}
