/* commands.c: tables of keys and buttons. See commands.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "window/commands.h"

typedef struct key_command {
    int32_t key; /* SDL_Keycode, or a button of a controller */
    window_command command;
} key_command;

static bool find_command(const key_command *table, size_t count, int32_t key, window_command *out)
{
    for (size_t i = 0; i < count; i++) {
        if (table[i].key != key)
            continue;
        *out = table[i].command;
        return true;
    }
    return false;
}

bool command_of_recording_key(SDL_Keycode key, window_command *out)
{
    static const key_command table[] = { { SDLK_SPACE, WINDOW_PAUSE },        { SDLK_RIGHT, WINDOW_STEP },
                                         { SDLK_LEFT, WINDOW_STEP_BACK },     { SDLK_UP, WINDOW_FASTER },
                                         { SDLK_DOWN, WINDOW_SLOWER },        { SDLK_HOME, WINDOW_TO_START },
                                         { SDLK_END, WINDOW_TO_END },         { SDLK_PAGEUP, WINDOW_FAR_BACK },
                                         { SDLK_PAGEDOWN, WINDOW_FAR_AHEAD }, { SDLK_RETURN, WINDOW_CHOOSE },
                                         { SDLK_KP_ENTER, WINDOW_CHOOSE },    { SDLK_BACKSPACE, WINDOW_ERASE } };
    return find_command(table, sizeof table / sizeof table[0], (int32_t)key, out);
}

bool is_paste(const SDL_Keysym *key)
{
    return (key->sym == SDLK_v && (key->mod & KMOD_CTRL) != 0) ||
           (key->sym == SDLK_INSERT && (key->mod & KMOD_SHIFT) != 0);
}

bool is_clear(const SDL_Keysym *key)
{
    return key->sym == SDLK_u && (key->mod & KMOD_CTRL) != 0;
}

bool command_of_list_key(SDL_Keycode key, window_command *out)
{
    static const key_command table[] = { { SDLK_UP, WINDOW_UP },           { SDLK_DOWN, WINDOW_DOWN },
                                         { SDLK_RETURN, WINDOW_CHOOSE },   { SDLK_KP_ENTER, WINDOW_CHOOSE },
                                         { SDLK_ESCAPE, WINDOW_CANCEL },   { SDLK_BACKSPACE, WINDOW_ERASE },
                                         { SDLK_HOME, WINDOW_TO_START },   { SDLK_END, WINDOW_TO_END },
                                         { SDLK_PAGEUP, WINDOW_FAR_BACK }, { SDLK_PAGEDOWN, WINDOW_FAR_AHEAD } };
    return find_command(table, sizeof table / sizeof table[0], (int32_t)key, out);
}

bool command_of_entry_key(const SDL_Keysym *key, window_command *out)
{
    static const key_command plain[] = { { SDLK_LEFT, WINDOW_KEEP }, { SDLK_RIGHT, WINDOW_KEEP } };
    static const key_command held[] = { { SDLK_u, WINDOW_CLEAR }, { SDLK_a, WINDOW_SELECT } };
    bool controls = (key->mod & KMOD_CTRL) != 0;
    return find_command(controls ? held : plain, 2, (int32_t)key->sym, out);
}

bool command_of_pad_button(uint8_t key, window_command *out)
{
    static const key_command table[] = { { SDL_CONTROLLER_BUTTON_A, WINDOW_CHOOSE },
                                         { SDL_CONTROLLER_BUTTON_START, WINDOW_CHOOSE },
                                         { SDL_CONTROLLER_BUTTON_B, WINDOW_CANCEL },
                                         { SDL_CONTROLLER_BUTTON_BACK, WINDOW_CANCEL },
                                         { SDL_CONTROLLER_BUTTON_LEFTSHOULDER, WINDOW_FAR_BACK },
                                         { SDL_CONTROLLER_BUTTON_RIGHTSHOULDER, WINDOW_FAR_AHEAD } };
    return find_command(table, sizeof table / sizeof table[0], (int32_t)key, out);
}
