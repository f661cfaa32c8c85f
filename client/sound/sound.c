/* sound.c: a device of SDL2. See sound.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "sound/sound.h"

#include <SDL.h>
#include <stdlib.h>

#include "sound/synth.h"

struct sound {
    SDL_AudioDeviceID device;
    synth synth; /* locked with the device */
};

static void fill_buffer(void *context, Uint8 *bytes, int size)
{
    sound *s = context;
    synth_mix(&s->synth, (float *)(void *)bytes, (size_t)size / sizeof(float));
}

sound *sound_open(void)
{
    sound *s = calloc(1, sizeof *s);
    if (s == NULL || SDL_InitSubSystem(SDL_INIT_AUDIO) != 0) {
        free(s);
        return NULL;
    }
    const SDL_AudioSpec wanted = { .freq = SYNTH_HERTZ,
                                   .format = AUDIO_F32SYS,
                                   .channels = 1,
                                   .samples = 512,
                                   .callback = fill_buffer,
                                   .userdata = s };
    s->device = SDL_OpenAudioDevice(NULL, 0, &wanted, NULL, 0);
    if (s->device == 0) {
        SDL_QuitSubSystem(SDL_INIT_AUDIO);
        free(s);
        return NULL;
    }
    SDL_PauseAudioDevice(s->device, 0);
    return s;
}

void sound_close(sound *s)
{
    if (s == NULL)
        return;
    SDL_CloseAudioDevice(s->device);
    SDL_QuitSubSystem(SDL_INIT_AUDIO);
    free(s);
}

void sound_play(sound *s, const sound_event *events, unsigned count)
{
    if (s == NULL || count == 0)
        return;
    SDL_LockAudioDevice(s->device);
    for (unsigned i = 0; i < count; i++)
        synth_add(&s->synth, &events[i]);
    SDL_UnlockAudioDevice(s->device);
}
