/* sound.c: a device of SDL2. See sound.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "sound/sound.h"

#include <SDL.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

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

/* As in <alsa/error.h>, which this build does not need: SDL loads the library while it runs. */
typedef void alsa_error_handler(const char *file, int line, const char *function, int error, const char *format, ...);
typedef int set_alsa_error_handler(alsa_error_handler *handler);

static void ignore_alsa_error(const char *file, int line, const char *function, int error, const char *format, ...)
{
    (void)file;
    (void)line;
    (void)function;
    (void)error;
    (void)format;
}

/* Without a sound card ALSA writes about ten lines on standard error, which say nothing to a player. The library stays loaded for the
 * handler's sake. */
static void silence_alsa(void)
{
    void *library = dlopen("libasound.so.2", RTLD_NOW);
    void *symbol = library != NULL ? dlsym(library, "snd_lib_error_set_handler") : NULL;
    set_alsa_error_handler *set;
    if (symbol == NULL)
        return;
    memcpy(&set, &symbol, sizeof set);
    set(ignore_alsa_error);
}

sound *sound_open(void)
{
    silence_alsa();
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
