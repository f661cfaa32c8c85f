/* game_keys.c: see game_keys.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "game_keys.h"

#include <string.h>

bool game_takes_character(const fs_game *game, uint32_t character)
{
    uint8_t without[FS_MAX_INPUT] = { 0 }, with[FS_MAX_INPUT] = { 0 };
    fs_keys none = { 0 }, one = { .character = character };
    if (game->keys == NULL)
        return false;
    game->keys(&none, without);
    game->keys(&one, with);
    return memcmp(without, with, sizeof with) != 0;
}
