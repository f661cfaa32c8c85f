/* game_check.c: the checks of a game's table of functions before it is used.
 *
 * A shared object is not trusted, so every rule of fs_game is checked once when
 * it is loaded, and each has an error sentence of its own. `abi` is read first:
 * while it differs, no other field may be read.
 */
#include <fixstep/sim.h>

#include <stdlib.h>
#include <string.h>

#include "sim/error_text.h"
#include "sim/sim.h"

/* The caller's buffer for the error sentence. */
typedef struct error_buffer {
    char *text;
    size_t size;
} error_buffer;

#define GAME_ERROR(c, ...) fs__error_text(FS_E_GAME, (c)->text, (c)->size, __VA_ARGS__)

/* Lower-case letters, digits, '-' and '_', beginning with a letter. */
bool fs__name_valid(const char *name)
{
    if (name == NULL || name[0] < 'a' || name[0] > 'z')
        return false;
    size_t length = strlen(name);
    return length < FS_MAX_NAME && strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-_") == length;
}

/* Whether the text is one printable line, since views show it unchanged. */
static bool is_line(const char *text)
{
    if (text == NULL)
        return false;
    for (; *text != '\0'; text++)
        if ((unsigned char)*text < ' ' || *text == 0x7f)
            return false;
    return true;
}

static fs_result check_texts(const fs_game *game, error_buffer *c)
{
    if (!fs__name_valid(game->name))
        return GAME_ERROR(c, "the game's name must be 1 to %d lower-case letters, digits, '-' or '_'", FS_MAX_NAME - 1);
    if (!is_line(game->title))
        return GAME_ERROR(c, "game '%s' has no title of one printable line", game->name);
    if (!is_line(game->controls))
        return GAME_ERROR(c, "game '%s' has no line that explains its controls", game->name);
    return FS_OK;
}

static fs_result check_calls(const fs_game *game, error_buffer *c)
{
    const char *missing = game->capacities == NULL ? "capacities"
                          : game->init == NULL     ? "init"
                          : game->step == NULL     ? "step"
                          : game->sanitise == NULL ? "sanitise"
                          : game->draw == NULL     ? "draw"
                          : game->keys == NULL     ? "keys"
                                                   : NULL;
    if (missing != NULL)
        return GAME_ERROR(c, "game '%s' has no function %s", game->name, missing);
    return FS_OK;
}

static fs_result check_sizes(const fs_game *game, error_buffer *c)
{
    if (game->input_size < 1 || game->input_size > FS_MAX_INPUT)
        return GAME_ERROR(c, "game '%s' has inputs of %u bytes: it must be 1..%d", game->name, game->input_size,
                          FS_MAX_INPUT);
    if (game->min_players < 1 || game->max_players > FS_MAX_PLAYERS || game->default_players < game->min_players ||
        game->default_players > game->max_players)
        return GAME_ERROR(c, "game '%s' has players %u..%u with default %u: they must be ordered and within 1..%d",
                          game->name, game->min_players, game->max_players, game->default_players, FS_MAX_PLAYERS);
    return FS_OK;
}

static fs_result check_option(const fs_game *game, uint32_t i, error_buffer *c)
{
    const fs_option *option = &game->options[i];
    if (!fs__name_valid(option->key))
        return GAME_ERROR(c, "option %u of game '%s' has no lower-case name shorter than %d", i, game->name,
                          FS_MAX_NAME);
    for (uint32_t j = 0; j < i; j++)
        if (strcmp(game->options[j].key, option->key) == 0)
            return GAME_ERROR(c, "game '%s' has option '%s' twice", game->name, option->key);
    if (!is_line(option->help))
        return GAME_ERROR(c, "option '%s' of game '%s' has no line of help", option->key, game->name);
    if (option->initial < option->low || option->initial > option->high)
        return GAME_ERROR(c, "option '%s' of game '%s' starts outside its own bounds", option->key, game->name);
    return FS_OK;
}

static fs_result check_options(const fs_game *game, error_buffer *c)
{
    if (game->option_count > FS_MAX_OPTIONS || (game->option_count > 0 && game->options == NULL))
        return GAME_ERROR(c, "game '%s' lists %u options: at most %d are possible", game->name, game->option_count,
                          FS_MAX_OPTIONS);
    fs_result result = FS_OK;
    for (uint32_t i = 0; result == FS_OK && i < game->option_count; i++)
        result = check_option(game, i, c);
    return result;
}

static fs_result check_bots(const fs_game *game, error_buffer *c)
{
    for (uint32_t i = 0; i < game->bot_count && game->bots != NULL; i++) {
        const fs_bot *bot = &game->bots[i];
        if (!fs__name_valid(bot->name) || !is_line(bot->help) || bot->think == NULL)
            return GAME_ERROR(c, "bot %u of game '%s' lacks its name, help or function", i, game->name);
        if (fs_game_bot(game, bot->name) != bot)
            return GAME_ERROR(c, "game '%s' has bot '%s' twice", game->name, bot->name);
    }
    if (game->bots == NULL || fs_game_bot(game, "random") == NULL || fs_game_bot(game, "idle") == NULL)
        return GAME_ERROR(c, "game '%s' lacks the bot 'random' or 'idle'", game->name);
    return FS_OK;
}

static fs_result check_schema(const fs_game *game, error_buffer *c)
{
    if (game->schema == NULL || game->schema->tables == NULL || !fs__world_table_valid(game->schema))
        return GAME_ERROR(c, "game '%s' has no schema made with FS_SCHEMA", game->name);
    return FS_OK;
}

/* Rules that need a call: the state can be created, and sanitising an input twice
 * changes nothing, so that server and clients have the same inputs. */
static fs_result check_trial(const fs_game *game, error_buffer *c)
{
    fs_config config = fs_default_config(game);
    fs_state *state = NULL;
    if (fs__game_state(game, &config, &state) != FS_OK)
        return GAME_ERROR(c, "game '%s' has a schema or table capacities that make no state", game->name);
    fs_state_destroy(state);
    uint8_t once[FS_MAX_INPUT], twice[FS_MAX_INPUT];
    memset(once, 0xff, sizeof once);
    game->sanitise(once);
    memcpy(twice, once, sizeof twice);
    game->sanitise(twice);
    if (memcmp(once, twice, sizeof once) != 0)
        return GAME_ERROR(c, "game '%s' sanitises an input differently the second time", game->name);
    return FS_OK;
}

/* The state of tick 0 can be made with the default options, and the game accepts it from others. */
static fs_result check_start(const fs_game *game, error_buffer *c)
{
    fs_config config = fs_default_config(game);
    fs_sim *sim = NULL;
    fs_result result = fs_sim_create(game, &config, &sim);
    if (result != FS_OK)
        return GAME_ERROR(c, "game '%s' cannot start with its default options: %s%s", game->name,
                          fs_result_text(result),
                          result == FS_E_CAPACITY ? "; capacities gives a table fewer rows than init makes" : "");
    bool valid = game->valid == NULL || game->valid(fs_sim_state(sim), &config);
    fs_sim_destroy(sim);
    if (!valid)
        return GAME_ERROR(c, "valid of game '%s' refuses the state that its init makes", game->name);
    return FS_OK;
}

fs_result fs_game_check(const fs_game *game, char *why, size_t why_size)
{
    static fs_result (*const checks[])(const fs_game *, error_buffer *) = { check_texts, check_calls,   check_schema,
                                                                            check_sizes, check_options, check_bots,
                                                                            check_trial, check_start };
    error_buffer c = { why, why_size };
    if (game->abi != FS_GAME_ABI)
        return GAME_ERROR(&c, "the game was built for interface %u of fixstep, this is interface %d", game->abi,
                          FS_GAME_ABI);
    fs_result result = FS_OK;
    for (size_t i = 0; result == FS_OK && i < sizeof checks / sizeof checks[0]; i++)
        result = checks[i](game, &c);
    return result;
}
