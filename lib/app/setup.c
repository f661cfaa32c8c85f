/* setup.c: games, configurations and seeds from the command line. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "app/setup.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>
#include <sys/random.h>
#include <fixstep/fingerprint.h>
#include <fixstep/fixstep.h>
#include <fixstep/games.h>
#include <fixstep/utf8.h>

enum { ERROR_LINE_BYTES = 4096 }; /* a path has up to 4096, and is then cut */

#ifndef FS_BUILD_HOST
#define FS_BUILD_HOST "unknown machine"
#endif

const fs_game *app_game_find(const char *name, char why[APP_ERROR_BYTES])
{
    const fs_game *game = NULL;
    if (fs_game_find(fs_builtin_games(), name, &game, why, APP_ERROR_BYTES) == FS_OK)
        return game;
    if (strchr(name, '/') == NULL) {
        size_t used = strlen(why);
        snprintf(why + used, APP_ERROR_BYTES - used,
                 "; fixstep-client --list-games shows what there is, as does fixstep-server");
    }
    return NULL;
}

const fs_game *app_game_builtin(const char *name)
{
    return fs_game_list_find(fs_builtin_games(), name);
}

bool app_random_seed(uint64_t *seed)
{
    return getrandom(seed, sizeof *seed, 0) == (ssize_t)sizeof *seed;
}

bool app_config_make(const fs_game *game, const app_match_options *options, fs_config *config,
                     char why[APP_ERROR_BYTES])
{
    *config = fs_default_config(game);
    if (options->players != 0)
        config->players = (uint32_t)options->players;
    if (options->hz != 0)
        config->hz = (uint32_t)options->hz;
    config->seed = options->seed;
    if (!options->has_seed && !app_random_seed(&config->seed)) {
        snprintf(why, APP_ERROR_BYTES, "the system gives no random seed; use --seed");
        return false;
    }
    for (size_t i = 0; i < options->sets->count; i++)
        if (fs_config_set(game, config, options->sets->items[i], why, APP_ERROR_BYTES) != FS_OK)
            return false;
    return fs_config_check(game, config, why, APP_ERROR_BYTES) == FS_OK;
}

void app_print_bots(const fs_game *game, FILE *file)
{
    for (uint32_t i = 0; i < game->bot_count; i++)
        fprintf(file, "%-12s %-12s %s\n", game->name, game->bots[i].name, game->bots[i].help);
}

void app_print_game(const fs_game *game, FILE *file)
{
    fprintf(file, "%s: %s\n", game->name, game->title);
    fprintf(file, "    players %" PRIu32 " to %" PRIu32 " (%" PRIu32 "); %s\n", game->min_players, game->max_players,
            game->default_players, game->controls);
    for (uint32_t i = 0; i < game->option_count; i++) {
        const fs_option *o = &game->options[i];
        fprintf(file, "    --set %s=%" PRId64 "  (%" PRId64 " to %" PRId64 ") %s\n", o->key, o->initial, o->low,
                o->high, o->help);
    }
    fprintf(file, "    bots:");
    for (uint32_t i = 0; i < game->bot_count; i++)
        fprintf(file, " %s", game->bots[i].name);
    fputc('\n', file);
}

void app_print_games(FILE *file)
{
    const fs_game_list *list = fs_builtin_games();
    for (uint32_t i = 0; i < list->count; i++)
        app_print_game(list->games[i], file);
}

const fs_bot *app_bot_find(const fs_game *game, const char *name, char why[APP_ERROR_BYTES])
{
    const fs_bot *bot = fs_game_bot(game, name);
    if (bot != NULL)
        return bot;
    int used = snprintf(why, APP_ERROR_BYTES, "%s has no bot '%.24s'; it has", game->name, name);
    for (uint32_t i = 0; i < game->bot_count && used < APP_ERROR_BYTES; i++)
        used += snprintf(why + used, APP_ERROR_BYTES - (size_t)used, "%s %s", i > 0 ? "," : "", game->bots[i].name);
    return NULL;
}

const fs_bot *app_bot_default(const fs_game *game)
{
    for (uint32_t i = 0; i < game->bot_count; i++)
        if (strcmp(game->bots[i].name, "idle") != 0 && strcmp(game->bots[i].name, "random") != 0)
            return &game->bots[i];
    return fs_game_bot(game, "random");
}

#if defined(__clang__)
#define COMPILER "clang " __clang_version__
#else
#define COMPILER "gcc " __VERSION__
#endif

/* The widest instruction set tells more of the processor than the host's name, which is cut first. */
const char *app_build(void)
{
    static char text[96];
    uint32_t widest = 0;
    while (fs_kernel_name(widest + 1) != NULL)
        widest++;
    snprintf(text, sizeof text, "%s, %s, %s, %s", PACKAGE_VERSION, COMPILER, fs_kernel_name(widest), FS_BUILD_HOST);
    return text;
}

void app_print_version(const char *program, FILE *file)
{
    fprintf(file, "%s %s\n", program, fs_version());
    fprintf(file, "%s, numbers %016" PRIx64 ", protocol %d, recording format %d\n", app_build(), fs_num_fingerprint(),
            FS_PROTOCOL_VERSION, FS_REPLAY_FORMAT);
}

void app_print_error(const char *program, const char *format, ...)
{
    char sentence[ERROR_LINE_BYTES];
    va_list values;
    va_start(values, format);
    vsnprintf(sentence, sizeof sentence, format, values);
    va_end(values);
    fs_utf8_clean(sentence);
    for (char *p = sentence; *p != '\0'; p++)
        if (*p == '\n')
            *p = ' ';
    fprintf(stderr, "%s: %s\n", program, sentence);
}

bool app_flush_output(const char *program)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return true;
    app_print_error(program, "standard output cannot be written");
    return false;
}
