/* config.c: defaults, assignment and checks of a match's configuration.
 *
 * Errors are sentences that name the key, the value and the bounds. Values are
 * never clamped: a value outside its bounds is an error.
 */
#include <fixstep/sim.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "sim/error_text.h"

fs_config fs_default_config(const fs_game *game)
{
    FS_ASSERT(game != NULL);
    fs_config config;
    memset(&config, 0, sizeof config);
    snprintf(config.game, sizeof config.game, "%s", game->name);
    config.hz = 60;
    config.players = game->default_players;
    for (uint32_t i = 0; i < game->option_count; i++)
        config.options[i] = game->options[i].initial;
    return config;
}

/* Index of the option whose key is the first `length` bytes of `key`, or the
 * number of options. */
static uint32_t find_option(const fs_game *game, const char *key, size_t length)
{
    uint32_t i = 0;
    while (i < game->option_count &&
           (strlen(game->options[i].key) != length || memcmp(game->options[i].key, key, length) != 0))
        i++;
    return i;
}

/* A whole decimal integer: an optional sign and digits, nothing else. False also
 * when it does not fit. Works on the negative side, which reaches one further. */
static bool parse_integer(const char *text, int64_t *out)
{
    bool negative = *text == '-';
    if (*text == '-' || *text == '+')
        text++;
    if (*text == '\0')
        return false;
    int64_t value = 0;
    for (; *text != '\0'; text++) {
        if (*text < '0' || *text > '9')
            return false;
        int digit = *text - '0';
        if (value < (INT64_MIN + digit) / 10)
            return false;
        value = value * 10 - digit;
    }
    if (!negative && value == INT64_MIN)
        return false;
    *out = negative ? value : -value;
    return true;
}

static fs_result unknown_option(const fs_game *game, const char *key, size_t length, char *why, size_t why_size)
{
    char known[FS_MAX_OPTIONS * (FS_MAX_NAME + 2) + 1] = "";
    size_t at = 0;
    for (uint32_t i = 0; i < game->option_count; i++)
        at += (size_t)snprintf(known + at, sizeof known - at, "%s%s", i > 0 ? ", " : "", game->options[i].key);
    int shown = length < FS_MAX_NAME ? (int)length : FS_MAX_NAME;
    return fs__error_text(FS_E_OPTION, why, why_size, "%s has no option '%.*s'; it has %s", game->name, shown, key,
                          at > 0 ? known : "none");
}

static fs_result check_option(const fs_option *option, int64_t value, char *why, size_t why_size)
{
    if (value >= option->low && value <= option->high)
        return FS_OK;
    return fs__error_text(FS_E_OPTION, why, why_size, "option %s is %" PRId64 ": it must be %" PRId64 "..%" PRId64,
                          option->key, value, option->low, option->high);
}

fs_result fs_config_set(const fs_game *game, fs_config *config, const char *assignment, char *why, size_t why_size)
{
    FS_ASSERT(game != NULL && config != NULL && assignment != NULL);
    const char *equals = strchr(assignment, '=');
    if (equals == NULL || equals == assignment)
        return fs__error_text(FS_E_OPTION, why, why_size, "'%.64s' is no KEY=VALUE", assignment);
    size_t length = (size_t)(equals - assignment);
    uint32_t i = find_option(game, assignment, length);
    if (i == game->option_count)
        return unknown_option(game, assignment, length, why, why_size);
    const fs_option *option = &game->options[i];
    int64_t value;
    if (!parse_integer(equals + 1, &value))
        return fs__error_text(FS_E_OPTION, why, why_size,
                              "option %s is '%.64s': it must be a whole number %" PRId64 "..%" PRId64, option->key,
                              equals + 1, option->low, option->high);
    fs_result result = check_option(option, value, why, why_size);
    if (result == FS_OK)
        config->options[i] = value;
    return result;
}

static fs_result check_options(const fs_game *game, const fs_config *config, char *why, size_t why_size)
{
    fs_result result = FS_OK;
    for (uint32_t i = 0; result == FS_OK && i < game->option_count; i++)
        result = check_option(&game->options[i], config->options[i], why, why_size);
    for (uint32_t i = game->option_count; result == FS_OK && i < FS_MAX_OPTIONS; i++)
        if (config->options[i] != 0)
            result = fs__error_text(FS_E_OPTION, why, why_size, "option number %u is set, but %s has only %u", i,
                                    game->name, game->option_count);
    return result;
}

fs_result fs_config_check(const fs_game *game, const fs_config *config, char *why, size_t why_size)
{
    FS_ASSERT(game != NULL && config != NULL);
    if (strncmp(config->game, game->name, FS_MAX_NAME) != 0)
        return fs__error_text(FS_E_CONFIG, why, why_size, "the configuration is for game '%.*s', not for '%s'",
                              FS_MAX_NAME - 1, config->game, game->name);
    if (config->hz < FS_MIN_HZ || config->hz > FS_MAX_HZ)
        return fs__error_text(FS_E_CONFIG, why, why_size, "the tick rate is %u Hz: it must be %d..%d", config->hz,
                              FS_MIN_HZ, FS_MAX_HZ);
    if (config->players < game->min_players || config->players > game->max_players)
        return fs__error_text(FS_E_CONFIG, why, why_size, "%s is for %u..%u players, not for %u", game->name,
                              game->min_players, game->max_players, config->players);
    return check_options(game, config, why, why_size);
}

int64_t fs_config_option(const fs_game *game, const fs_config *config, const char *key)
{
    uint32_t i = find_option(game, key, strlen(key));
    FS_ASSERT(i < game->option_count);
    return i < game->option_count ? config->options[i] : 0;
}
