/* input.h: keyboard, mouse and game controllers as the six keys of a game.
 *
 * The state of every physical key is kept, so that two keys of one meaning, chords
 * and releases come out right. Controllers may come and go at any time.
 */
#ifndef FS_WINDOW_INPUT_H
#define FS_WINDOW_INPUT_H

#include <SDL.h>
#include <stdbool.h>
#include <stdint.h>

#include "keys/key_map.h"

enum { INPUT_MAX_CONTROLLERS = 8 };

/* Zeroed: nothing is held. */
typedef struct input {
    const key_map *map;              /* NULL: the usual keys */
    uint32_t keys_down[KEY_ACTIONS]; /* bit j: the j-th key of the action */
    uint32_t mouse;                  /* bits of fs_key */
    struct {
        SDL_GameController *device; /* NULL: free */
        SDL_JoystickID id;
        uint32_t buttons, stick; /* bits of fs_key */
    } controllers[INPUT_MAX_CONTROLLERS];
    uint32_t struck;    /* bits of fs_key pressed since they were last taken */
    uint32_t character; /* the last printable one since it was last taken */
} input;

/* Takes an event; others than those of keys, mouse buttons and controllers are ignored. */
void input_event(input *in, const SDL_Event *event);
/* Bits of fs_key held now. */
uint32_t input_held(const input *in);
/* Bits of fs_key that controllers hold. */
uint32_t input_held_by_pads(const input *in);
/* Releases everything, as when the window loses the focus. Controllers stay open. */
void input_release(input *in);
void input_close(input *in);

#endif
