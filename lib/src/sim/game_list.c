/* game_list.c: finds games in a caller's list or in a shared object.
 *
 * Games are checked in game_check.c, not here.
 */
#include <fixstep/sim.h>

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "sim/error_text.h"

enum { PATH_BYTES = 4096 };

const fs_game *fs_game_list_find(const fs_game_list *list, const char *name)
{
    FS_ASSERT(name != NULL);
    for (uint32_t i = 0; list != NULL && i < list->count; i++)
        if (strcmp(list->games[i]->name, name) == 0)
            return list->games[i];
    return NULL;
}

static bool is_file_name(const char *name)
{
    size_t length = strlen(name);
    return strchr(name, '/') != NULL || (length > 3 && strcmp(name + length - 3, ".so") == 0);
}

/* Opens the file itself, never one of the same name on the library search path:
 * dlopen() searches that path for names without a slash. */
static void *open_library(const char *name)
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

static fs_result load_object(const char *name, const fs_game **out, char *why, size_t why_size)
{
    void *object = open_library(name);
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

fs_result fs_game_find(const fs_game_list *list, const char *name, const fs_game **out, char *why, size_t why_size)
{
    FS_ASSERT(name != NULL && out != NULL);
    *out = NULL;
    if (is_file_name(name))
        return load_object(name, out, why, why_size);
    *out = fs_game_list_find(list, name);
    if (*out != NULL)
        return FS_OK;
    return fs__error_text(FS_E_GAME, why, why_size, "there is no built-in game '%s'", name);
}

const fs_bot *fs_game_bot(const fs_game *game, const char *name)
{
    for (uint32_t i = 0; i < game->bot_count; i++)
        if (strcmp(game->bots[i].name, name) == 0)
            return &game->bots[i];
    return NULL;
}
