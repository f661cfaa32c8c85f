/* game_keys.c: see game_keys.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "game_keys.h"

#include <string.h>

/* Whether keys make another input than none. */
static bool changes_input(const fs_game *game, const fs_keys *keys)
{
    uint8_t without[FS_MAX_INPUT] = { 0 }, with[FS_MAX_INPUT] = { 0 };
    const fs_keys none = { 0 };
    if (game->keys == NULL)
        return false;
    game->keys(&none, without);
    game->keys(keys, with);
    return memcmp(without, with, sizeof with) != 0;
}

bool game_takes_character(const fs_game *game, uint32_t character)
{
    return changes_input(game, &(fs_keys){ .character = character });
}

bool game_takes_drags(const fs_game *game, const fs_config *config)
{
    for (uint32_t i = 0; i < game->option_count; i++)
        if (strcmp(game->options[i].key, "drag") == 0 && config->options[i] == 0)
            return false;
    return changes_input(game, &(fs_keys){ .drags = true });
}
