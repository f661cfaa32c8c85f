/* commands.h: what keys and buttons of controllers ask for in recordings and lists. */
#ifndef FS_WINDOW_COMMANDS_H
#define FS_WINDOW_COMMANDS_H

#include <SDL.h>
#include <stdbool.h>
#include <stdint.h>

#include "window/window.h"

/* False for a key without a meaning. */
bool command_of_recording_key(SDL_Keycode key, window_command *out);
bool command_of_list_key(SDL_Keycode key, window_command *out);
/* Whether a stroke asks for the clipboard: Ctrl-V or Shift-Insert. */
bool is_paste(const SDL_Keysym *key);
/* Whether a stroke clears what is typed: Ctrl-U. */
bool is_clear(const SDL_Keysym *key);
/* Keys of a row that takes characters, but for those of every list. */
bool command_of_entry_key(const SDL_Keysym *key, window_command *out);
bool command_of_pad_button(uint8_t key, window_command *out);

#endif
