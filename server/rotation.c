/* rotation.c: reads the rounds of a rotation. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "rotation.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { MAX_WORD = 64, MAX_SETS = APP_MAX_LIST };

/* The next word, separated by blanks; false at the end. `*long_word` is set when it does not fit. */
static bool take_word(const char **text, char word[MAX_WORD], bool *long_word)
{
    *text += strspn(*text, " \t");
    size_t size = strcspn(*text, " \t");
    *long_word = size >= MAX_WORD;
    size_t kept = *long_word ? MAX_WORD - 1 : size;
    memcpy(word, *text, kept);
    word[kept] = '\0';
    *text += size;
    return size > 0;
}

/* Whether the word is KEY=NUMBER with this key; `value` and `good` are then set. */
static bool is_number(const char *word, const char *key, uint64_t low, uint64_t high, uint64_t *value, bool *good)
{
    size_t size = strlen(key);
    if (strncmp(word, key, size) != 0 || word[size] != '=')
        return false;
    *good = strncmp(word + size + 1, "0x", 2) != 0 && app_parse_number(word + size + 1, low, high, value);
    return true;
}

/* Whether a word before has the same key. */
static bool is_repeated(char words[][MAX_WORD], size_t count)
{
    size_t size = strcspn(words[count], "=") + 1;
    for (size_t i = 0; i < count; i++)
        if (strncmp(words[i], words[count], size) == 0)
            return true;
    return false;
}

/* Takes players, ticks or points; false when the word is none of them. */
static bool take_limit(round_def *round, app_match_options *options, const char *word, bool *good)
{
    uint64_t value = 0;
    if (is_number(word, "players", 1, FS_MAX_PLAYERS, &value, good))
        options->players = value;
    else if (is_number(word, "ticks", 1, UINT32_MAX - 1, &value, good))
        round->limits.ticks = (uint32_t)value;
    else if (is_number(word, "points", 1, INT32_MAX, &value, good))
        round->limits.points = (int64_t)value;
    else
        return false;
    return true;
}

bool round_parse(round_def *round, const char *text, const app_match_options *options, const round_limits *limits,
                 char why[APP_ERROR_BYTES])
{
    char name[MAX_WORD], words[MAX_SETS][MAX_WORD];
    bool long_word = false, good = true;
    size_t count = 0;
    app_list list = { 0 };
    app_match_options own = *options;
    own.sets = &list;
    *round = (round_def){ .limits = *limits };
    take_word(&text, name, &long_word);
    round->game = app_game_find(name, why);
    if (round->game == NULL)
        return false;
    for (; good && count < MAX_SETS && take_word(&text, words[count], &long_word); count++) {
        bool repeated = is_repeated(words, count);
        bool limit = !long_word && take_limit(round, &own, words[count], &good);
        good = good && !long_word && !repeated;
        if (!good)
            snprintf(why, APP_ERROR_BYTES, "'%.60s' %s", words[count], repeated ? "is set before" : "is out of range");
        else if (!limit)
            list.items[list.count++] = words[count];
    }
    if (good && text[strspn(text, " \t")] != '\0') {
        snprintf(why, APP_ERROR_BYTES, "more than %d options", MAX_SETS);
        good = false;
    }
    return good && app_config_make(round->game, &own, &round->config, why);
}

bool rotation_parse(rotation *r, const app_list *list, const app_match_options *options, const round_limits *limits,
                    char why[APP_ERROR_BYTES])
{
    char reason[APP_ERROR_BYTES];
    *r = (rotation){ .has_seed = options->has_seed };
    for (size_t i = 0; i < list->count; i++) {
        if (!round_parse(&r->rounds[r->count++], list->items[i], options, limits, reason)) {
            snprintf(why, APP_ERROR_BYTES, "round '%.60s': %.220s", list->items[i], reason);
            return false;
        }
    }
    return true;
}
