/* key_map.h: which physical keys stand for the six keys of a game.
 *
 * A row of keys is text, names of keys as SDL has them with commas between: "Space, Return". "" stands for the usual keys,
 * "none" for no key.
 */
#ifndef FS_WINDOW_KEY_MAP_H
#define FS_WINDOW_KEY_MAP_H

#include <SDL.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "keys/key_names.h"

enum { KEY_MAP_KEYS = 3 };

/* keys[i] are those of bit i of fs_key; SDL_SCANCODE_UNKNOWN: none. */
typedef struct key_map {
    SDL_Scancode keys[KEY_ACTIONS][KEY_MAP_KEYS];
} key_map;

extern const key_map key_map_usual;
/* Reads rows of keys. A row with an unknown key, or one that the window needs itself, has the usual keys, and `why` a
 * sentence about it; else `why` is "". */
key_map key_map_read(const key_names *names, char *why, size_t why_size);
/* Whether the window needs the key itself: it leaves, opens the help or toggles something. */
bool key_map_is_taken(SDL_Scancode code);
/* Makes a key the first one of an action and takes it from the others. False when the window needs it itself. */
bool key_map_bind(key_map *map, unsigned action, SDL_Scancode code);
/* The row of an action, whole names only. */
void key_map_write(const key_map *map, unsigned action, char *row, size_t size);
#endif
