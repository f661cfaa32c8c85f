/* registry.c: where games come from: the built-in list and shared objects.
 *
 * This file is the only one that knows which games are built in. It must never
 * look inside a game; what a game promises is checked in promises.c.
 */
#include <fixstep/sim.h>

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "games/kit/games.h"
#include "sim/error_text.h"

/* Alphabetical: fs_game_builtin() and --list-games show this order. */
static const fs_game *const builtins[] = {
    &fs_game_airhockey, &fs_game_ballistic,  &fs_game_blackhole, &fs_game_blob,       &fs_game_bridge,
    &fs_game_chain,     &fs_game_collisions, &fs_game_dogfight,  &fs_game_fireworks,  &fs_game_fireworks2d,
    &fs_game_missile,   &fs_game_particles,  &fs_game_platform,  &fs_game_platform2d, &fs_game_polygonball,
    &fs_game_pool,      &fs_game_pyramid,    &fs_game_rain,      &fs_game_sandbox,    &fs_game_tank,
};

enum { BUILTINS = sizeof builtins / sizeof builtins[0], PATH_BYTES = 4096 };

const fs_game *fs_game_builtin(uint32_t index)
{
    return index < BUILTINS ? builtins[index] : NULL;
}

static bool is_file_name(const char *name)
{
    size_t length = strlen(name);
    return strchr(name, '/') != NULL || (length > 3 && strcmp(name + length - 3, ".so") == 0);
}

/* Opens the file itself, never one of the same name on the library search path:
 * dlopen() searches that path for names without a slash. */
static void *open_object(const char *name)
{
    char path[PATH_BYTES];
    int length = snprintf(path, sizeof path, "%s%s", strchr(name, '/') == NULL ? "./" : "", name);
    return length < (int)sizeof path ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
}

static const char *loader_error(void)
{
    const char *text = dlerror();
    return text != NULL ? text : "the name is too long";
}

static fs_result load(const char *name, const fs_game **out, char *why, size_t why_size)
{
    void *object = open_object(name);
    if (object == NULL)
        return fs__error_text(FS_E_GAME, why, why_size, "cannot load the game '%s': %s", name, loader_error());
    const fs_game *game = (const fs_game *)dlsym(object, "fixstep_game");
    fs_result result;
    if (game == NULL)
        result = fs__error_text(FS_E_GAME, why, why_size, "'%s' is no game: it has no symbol 'fixstep_game'", name);
    else
        result = fs_game_check(game, why, why_size);
    if (result == FS_OK)
        *out = game;
    else
        dlclose(object);
    return result;
}

fs_result fs_game_find(const char *name, const fs_game **out, char *why, size_t why_size)
{
    *out = NULL;
    if (is_file_name(name))
        return load(name, out, why, why_size);
    for (uint32_t i = 0; i < BUILTINS; i++) {
        if (strcmp(builtins[i]->name, name) == 0) {
            *out = builtins[i];
            return FS_OK;
        }
    }
    return fs__error_text(FS_E_GAME, why, why_size, "there is no built-in game '%s'", name);
}

const fs_bot *fs_game_bot(const fs_game *game, const char *name)
{
    for (uint32_t i = 0; i < game->bot_count; i++)
        if (strcmp(game->bots[i].name, name) == 0)
            return &game->bots[i];
    return NULL;
}
