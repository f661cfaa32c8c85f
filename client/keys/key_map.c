/* key_map.c: see key_map.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "keys/key_map.h"

#include <stdio.h>
#include <string.h>

const key_map key_map_usual = { { { SDL_SCANCODE_UP, SDL_SCANCODE_W },
                                  { SDL_SCANCODE_DOWN, SDL_SCANCODE_S },
                                  { SDL_SCANCODE_LEFT, SDL_SCANCODE_A },
                                  { SDL_SCANCODE_RIGHT, SDL_SCANCODE_D },
                                  { SDL_SCANCODE_SPACE },
                                  { SDL_SCANCODE_RETURN, SDL_SCANCODE_KP_ENTER, SDL_SCANCODE_X } } };

bool key_map_is_taken(SDL_Scancode code)
{
    return code == SDL_SCANCODE_UNKNOWN || code == SDL_SCANCODE_ESCAPE || code == SDL_SCANCODE_TAB ||
           code == SDL_SCANCODE_Q || (code >= SDL_SCANCODE_F1 && code <= SDL_SCANCODE_F12);
}

/* Takes a key out of an action; those behind it move up. */
static void remove_key(key_map *map, unsigned action, SDL_Scancode code)
{
    SDL_Scancode *keys = map->keys[action];
    unsigned kept = 0;
    for (unsigned i = 0; i < KEY_MAP_KEYS; i++)
        if (keys[i] != code)
            keys[kept++] = keys[i];
    while (kept < KEY_MAP_KEYS)
        keys[kept++] = SDL_SCANCODE_UNKNOWN;
}

bool key_map_bind(key_map *map, unsigned action, SDL_Scancode code)
{
    if (key_map_is_taken(code) || action >= KEY_ACTIONS)
        return false;
    for (unsigned i = 0; i < KEY_ACTIONS; i++)
        remove_key(map, i, code);
    SDL_Scancode *keys = map->keys[action];
    memmove(keys + 1, keys, (KEY_MAP_KEYS - 1) * sizeof keys[0]);
    keys[0] = code;
    return true;
}

/* The keys of a row; false for a row with a key that is unknown or taken. */
static bool read_row(const char *row, SDL_Scancode keys[KEY_MAP_KEYS])
{
    unsigned count = 0;
    if (strcmp(row, "none") == 0)
        return true;
    while (*row != '\0') {
        char name[KEY_ROW_BYTES];
        row += strspn(row, ", ");
        size_t length = strcspn(row, ",");
        if (length == 0)
            continue;
        snprintf(name, sizeof name, "%.*s", (int)length, row);
        SDL_Scancode code = SDL_GetScancodeFromName(name);
        if (count == KEY_MAP_KEYS || key_map_is_taken(code))
            return false;
        keys[count++] = code;
        row += length;
    }
    return true;
}

key_map key_map_read(const key_names *names, char *why, size_t why_size)
{
    static const char *const actions[KEY_ACTIONS] = KEY_ACTION_NAMES;
    key_map map = key_map_usual;
    snprintf(why, why_size, "%s", "");
    for (unsigned i = 0; i < KEY_ACTIONS; i++) {
        SDL_Scancode keys[KEY_MAP_KEYS] = { SDL_SCANCODE_UNKNOWN };
        if (names->rows[i][0] == '\0')
            continue;
        if (read_row(names->rows[i], keys))
            memcpy(map.keys[i], keys, sizeof keys);
        else
            snprintf(why, why_size, "the keys '%.60s' for %s cannot be used; the usual ones count", names->rows[i],
                     actions[i]);
    }
    return map;
}

void key_map_write(const key_map *map, unsigned action, char *row, size_t size)
{
    size_t used = 0;
    snprintf(row, size, "none");
    for (unsigned i = 0; i < KEY_MAP_KEYS; i++) {
        const char *name = SDL_GetScancodeName(map->keys[action][i]);
        if (name[0] == '\0' || used + strlen(name) + 3 > size)
            continue;
        used += (size_t)snprintf(row + used, size - used, "%s%s", used > 0 ? ", " : "", name);
    }
}
