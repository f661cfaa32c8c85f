/* check_controls.c: the sentence about the keys of a game names every key that its input code reads. */
#include <ctype.h>
#include <string.h>
#include <fixstep/games.h>
#include <fixstep/sim.h>

#include "support/check_main.h"

enum { FIRST = 0x21, LAST = 0x7e };

static void input_of(const fs_game *game, const fs_keys *keys, uint8_t input[FS_MAX_INPUT])
{
    memset(input, 0, FS_MAX_INPUT);
    game->keys(keys, input);
    game->sanitise(input);
}

static bool is_read(const fs_game *game, fs_keys keys, uint8_t input[FS_MAX_INPUT])
{
    uint8_t empty[FS_MAX_INPUT];
    input_of(game, &(fs_keys){ .held = 0 }, empty);
    input_of(game, &keys, input);
    return memcmp(empty, input, FS_MAX_INPUT) != 0;
}

static bool is_key(const fs_game *game, char c)
{
    uint8_t input[FS_MAX_INPUT];
    return is_read(game, (fs_keys){ .character = (uint8_t)c }, input);
}

/* A word of keys alone, such as "g", "wasd", "z/x" or "0-9". */
static bool names(const fs_game *game, const char *word, size_t length, char c)
{
    bool found = false;
    if (length == 5 && memcmp(word, "comma", 5) == 0)
        return c == ',';
    if (length == 3 && word[1] == '-' && isdigit((unsigned char)word[0]) && isdigit((unsigned char)word[2]))
        return c >= word[0] && c <= word[2];
    for (size_t i = 0; i < length; i++) {
        if (word[i] != '/' && !is_key(game, word[i]))
            return false;
        found |= word[i] == c;
    }
    return found;
}

/* "1 to 8" */
static bool names_range(const char *text, char c)
{
    for (; *text != '\0'; text++)
        if (isdigit((unsigned char)text[0]) && strncmp(text + 1, " to ", 4) == 0 && isdigit((unsigned char)text[5]) &&
            c >= text[0] && c <= text[5])
            return true;
    return false;
}

static bool is_named(const fs_game *game, char c)
{
    const char *at = game->controls;
    while (*at != '\0') {
        size_t length = strcspn(at, " ,;:");
        if (length > 0 && names(game, at, length, c))
            return true;
        at += length + (at[length] != '\0');
    }
    return names_range(game->controls, c);
}

/* Another key with the same meaning, such as a capital letter, is enough. */
static bool is_named_or_alike(const fs_game *game, char c)
{
    uint8_t input[FS_MAX_INPUT], other[FS_MAX_INPUT];
    is_read(game, (fs_keys){ .character = (uint8_t)c }, input);
    for (char d = FIRST; d <= LAST; d++)
        if (is_read(game, (fs_keys){ .character = (uint8_t)d }, other) && memcmp(input, other, FS_MAX_INPUT) == 0 &&
            is_named(game, d))
            return true;
    return false;
}

START_TEST(every_character_is_named)
{
    const fs_game_list *list = fs_builtin_games();
    for (uint32_t i = 0; i < list->count; i++)
        for (char c = FIRST; c <= LAST; c++)
            if (is_key(list->games[i], c))
                ck_assert_msg(is_named_or_alike(list->games[i], c), "%s reads '%c': \"%s\"", list->games[i]->name, c,
                              list->games[i]->controls);
}
END_TEST

START_TEST(fire_is_named)
{
    const fs_game_list *list = fs_builtin_games();
    uint8_t input[FS_MAX_INPUT];
    for (uint32_t i = 0; i < list->count; i++)
        if (is_read(list->games[i], (fs_keys){ .held = FS_KEY_FIRE }, input))
            ck_assert_msg(strstr(list->games[i]->controls, "space") != NULL, "%s", list->games[i]->name);
}
END_TEST

/* A help panel and a terminal show the sentence whole. */
START_TEST(the_sentence_fits)
{
    const fs_game_list *list = fs_builtin_games();
    for (uint32_t i = 0; i < list->count; i++)
        ck_assert_msg(strlen(list->games[i]->controls) < 256, "%s", list->games[i]->name);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *s = suite_create("controls");
    TCase *t = tcase_create("controls");
    tcase_add_test(t, every_character_is_named);
    tcase_add_test(t, fire_is_named);
    tcase_add_test(t, the_sentence_fits);
    suite_add_tcase(s, t);
    return s;
}
