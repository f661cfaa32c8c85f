/* game_list.c: games with their options and bots, as JSON. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "app/game_list.h"

#include "app/setup.h"

#include <fixstep/games.h>

static json_t *options_json(const fs_game *game)
{
    json_t *options = json_array();
    for (uint32_t i = 0; i < game->option_count; i++) {
        const fs_option *o = &game->options[i];
        json_array_append_new(options,
                              json_pack("{s:s, s:I, s:I, s:I, s:s}", "key", o->key, "default", (json_int_t)o->initial,
                                        "low", (json_int_t)o->low, "high", (json_int_t)o->high, "help", o->help));
    }
    return options;
}

static json_t *bots_json(const fs_game *game)
{
    json_t *bots = json_array();
    for (uint32_t i = 0; i < game->bot_count; i++)
        json_array_append_new(bots, json_pack("{s:s, s:s}", "name", game->bots[i].name, "help", game->bots[i].help));
    return bots;
}

json_t *app_game_json(const fs_game *game)
{
    return json_pack("{s:s, s:s, s:s, s:i, s:i, s:i, s:i, s:o, s:o}", "name", game->name, "title", game->title,
                     "controls", game->controls, "min_players", (int)game->min_players, "max_players",
                     (int)game->max_players, "default_players", (int)game->default_players, "input_bytes",
                     (int)game->input_size, "options", options_json(game), "bots", bots_json(game));
}

static bool print_json_list(const fs_game *game, FILE *file)
{
    json_t *list = json_array();
    if (game != NULL)
        json_array_append_new(list, app_game_json(game));
    const fs_game_list *builtin = fs_builtin_games();
    for (uint32_t i = 0; game == NULL && i < builtin->count; i++)
        json_array_append_new(list, app_game_json(builtin->games[i]));
    bool written = list != NULL && json_dumpf(list, file, JSON_INDENT(2)) == 0 && fputc('\n', file) != EOF;
    json_decref(list);
    return written;
}

bool app_list_games(const fs_game *game, bool json, FILE *file)
{
    bool written = true;
    if (json)
        written = print_json_list(game, file);
    else if (game != NULL)
        app_print_game(game, file);
    else
        app_print_games(file);
    return fflush(file) == 0 && written && !ferror(file);
}
