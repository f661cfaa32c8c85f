/* check_games.c: finding games, loading them from shared objects, and the requirements
 * that every game must keep. */
#include <stdio.h>
#include <string.h>
#include <fixstep/draw.h>
#include <fixstep/games.h>
#include <fixstep/lockstep.h>
#include <fixstep/sim.h>

#include "support/check_main.h"
#include "support/script.h"

#define MODULE(name) FS_BUILD_DIR "/tests/sim/.libs/" name

START_TEST(the_built_in_games_are_sorted_and_sound)
{
    const fs_game_list *list = fs_builtin_games();
    ck_assert_uint_gt(list->count, 0);
    for (uint32_t i = 0; i < list->count; i++) {
        const fs_game *game = list->games[i], *found = NULL;
        char why[300] = "";
        ck_assert_msg(fs_game_check(game, why, sizeof why) == FS_OK, "%s", why);
        ck_assert_int_eq(fs_game_find(list, game->name, &found, why, sizeof why), FS_OK);
        ck_assert_ptr_eq(found, game);
        ck_assert_ptr_eq(fs_game_list_find(list, game->name), game);
        if (i > 0)
            ck_assert_int_lt(strcmp(list->games[i - 1]->name, game->name), 0);
    }
}
END_TEST

/* A list is a parameter: without one there are only shared objects. */
START_TEST(a_list_holds_what_its_owner_puts_in)
{
    const fs_game *const one[] = { fs_builtin_games()->games[1] };
    const fs_game_list list = { one, 1 };
    const fs_game *found;
    ck_assert_int_eq(fs_game_find(&list, one[0]->name, &found, NULL, 0), FS_OK);
    ck_assert_ptr_eq(found, one[0]);
    ck_assert_int_eq(fs_game_find(&list, fs_builtin_games()->games[0]->name, &found, NULL, 0), FS_E_GAME);
    ck_assert_int_eq(fs_game_find(NULL, one[0]->name, &found, NULL, 0), FS_E_GAME);
    ck_assert_ptr_null(fs_game_list_find(NULL, one[0]->name));
    ck_assert_ptr_null(fs_game_list_find(&list, "./no-such-file.so"));
}
END_TEST

START_TEST(bots_are_found_by_name)
{
    const fs_game *game = fs_builtin_games()->games[0];
    ck_assert_ptr_nonnull(fs_game_bot(game, "idle"));
    ck_assert_str_eq(fs_game_bot(game, "random")->name, "random");
    ck_assert_ptr_null(fs_game_bot(game, "rando"));
    ck_assert_ptr_null(fs_game_bot(game, ""));
}
END_TEST

/* --- shared objects ------------------------------------------------------------------- */

static const struct {
    const char *name, *part;
} not_found[] = {
    { "chess", "'chess'" },
    { "", "''" },
    { "Airhockey", "'Airhockey'" },
#ifdef FS_SHARED
    { "./no-such-file.so", "no-such-file.so" },
    { "no-such-file.so", "no-such-file.so" },
    { FS_TEST_DIR "/local.mk", "local.mk" },
    { FS_TEST_DIR, "tests" },
    { MODULE("game_abi.so"), "interface 77" },
    { MODULE("game_empty.so"), "fixstep_game" },
    { MODULE("game_greedy.so"), "no function capacities" },
#endif
};

START_TEST(what_is_no_game_is_refused)
{
    const fs_game *game = fs_builtin_games()->games[0];
    char why[600] = "";
    ck_assert_int_eq(fs_game_find(fs_builtin_games(), not_found[_i].name, &game, why, sizeof why), FS_E_GAME);
    ck_assert_ptr_null(game);
    ck_assert_msg(strstr(why, not_found[_i].part) != NULL, "'%s' lacks '%s'", why, not_found[_i].part);
    ck_assert_int_eq(fs_game_find(fs_builtin_games(), not_found[_i].name, &game, NULL, 0), FS_E_GAME);
}
END_TEST

#ifdef FS_SHARED
START_TEST(an_absurdly_long_name_is_refused)
{
    static char name[10000];
    const fs_game *game;
    char why[100];
    memset(name, 'a', sizeof name - 4);
    strcpy(name + sizeof name - 4, ".so");
    ck_assert_int_eq(fs_game_find(fs_builtin_games(), name, &game, why, sizeof why), FS_E_GAME);
}
END_TEST

/* The example game, built as a shared object, is a game like any other. */
START_TEST(a_game_from_a_file_plays)
{
    const fs_game *game = NULL, *again = NULL;
    char why[600] = "";
    ck_assert_msg(fs_game_find(fs_builtin_games(), MODULE("game_mygame.so"), &game, why, sizeof why) == FS_OK, "%s",
                  why);
    ck_assert_int_eq(fs_game_find(fs_builtin_games(), MODULE("game_mygame.so"), &again, NULL, 0), FS_OK);
    ck_assert_ptr_eq(game, again);
    ck_assert_str_eq(game->name, "mygame");
    ck_assert(script_state_hash(game, 1000) == script_state_hash(game, 1000));
    ck_assert(script_state_hash(game, 1000) != script_state_hash(game, 999));
    fs_sim *sim = script_start(game);
    fs_draw_list *draw;
    ck_assert_int_eq(fs_draw_create(&draw), FS_OK);
    script_step(sim);
    game->draw(fs_sim_state(sim), fs_sim_config(sim), 0, draw);
    size_t items;
    fs_draw_items(draw, &items);
    ck_assert_uint_gt(items, 8);
    fs_draw_destroy(draw);
    fs_sim_destroy(sim);
}
END_TEST

static uint32_t play_mygame(const fs_game *game, const char *bot_name, const char *field)
{
    fs_config config = fs_default_config(game);
    fs_sim *sim;
    fs_rng rng = fs_rng_seed(1, 1);
    config.players = 1;
    ck_assert_int_eq(fs_sim_create(game, &config, &sim), FS_OK);
    for (int t = 0; t < 60 * 180; t++) {
        uint8_t input = 0;
        fs_inputs inputs = { &input, 1, 1, 1 };
        fs_game_bot(game, bot_name)->think(fs_sim_state(sim), 0, &rng, &input);
        fs_sim_step(sim, &inputs);
    }
    fs_value_ref place;
    int64_t raw;
    ck_assert_int_eq(fs_value_find(game->schema, "lander", field, &place), FS_OK);
    ck_assert_int_eq(fs_value_get(fs_sim_state(sim), place, &raw), FS_OK);
    fs_sim_destroy(sim);
    return (uint32_t)raw;
}

START_TEST(the_example_can_be_won_and_lost)
{
    const fs_game *game;
    ck_assert_int_eq(fs_game_find(fs_builtin_games(), MODULE("game_mygame.so"), &game, NULL, 0), FS_OK);
    ck_assert_uint_ge(play_mygame(game, "pilot", "landings"), 4);
    ck_assert_uint_eq(play_mygame(game, "pilot", "crashes"), 0);
    ck_assert_uint_eq(play_mygame(game, "idle", "landings"), 0);
    ck_assert_uint_ge(play_mygame(game, "idle", "crashes"), 10);
}
END_TEST
#endif

/* --- requirements: a valid game with one fault ---------------------------------------- */

static void uneven_sanitise(void *input)
{
    *(uint8_t *)input += 1;
}

static void no_rows(const fs_config *config, uint32_t *rows)
{
    (void)config;
    rows[0] = 2;
}

static void few_rows(const fs_config *config, uint32_t *capacities)
{
    const fs_game *game = fs_builtin_games()->games[0];
    game->capacities(config, capacities);
    for (uint32_t i = 1; i < game->schema->table_count; i++)
        capacities[i] = 0;
}

static bool refuse_state(const fs_state *state, const fs_config *config)
{
    (void)state, (void)config;
    return false;
}

static const fs_bot lonely_bots[] = { { "idle", "does nothing", NULL } };

/* Breaks requirement number `i` of `game`; false past the last one. */
static bool break_promise(fs_game *game, fs_option *options, fs_bot *bots, int i, const char **part)
{
    static const char long_name[] = "a-name-that-is-longer-than-allowed";
    static const fs_schema empty_schema = { "empty", NULL, 0 };
    /* One requirement per line. */
    /* clang-format off */
    switch (i) {
    case 0: game->abi = 1; *part = "interface 1"; return true;
    case 1: game->name = NULL; *part = "name"; return true;
    case 2: game->name = "Capital"; *part = "name"; return true;
    case 3: game->name = long_name; *part = "name"; return true;
    case 4: game->title = "two\nlines"; *part = "title"; return true;
    case 5: game->controls = NULL; *part = "controls"; return true;
    case 6: game->schema = NULL; *part = "schema"; return true;
    case 7: game->schema = &empty_schema; *part = "schema"; return true;
    case 8: game->input_size = 0; *part = "inputs of 0 bytes"; return true;
    case 9: game->input_size = FS_MAX_INPUT + 1; *part = "inputs of 65 bytes"; return true;
    case 10: game->min_players = 0; *part = "players 0.."; return true;
    case 11: game->max_players = 65; *part = "65"; return true;
    case 12: game->default_players = 17; *part = "default 17"; return true;
    case 13: game->option_count = 33; *part = "33 options"; return true;
    case 14: options[1].key = options[0].key; *part = "twice"; return true;
    case 15: options[0].initial = options[0].high + 1; *part = "bounds"; return true;
    case 16: options[0].help = NULL; *part = "help"; return true;
    case 17: options[0].key = "a b"; *part = "option 0"; return true;
    case 18: game->bots = NULL; *part = "'random' or 'idle'"; return true;
    case 19: game->bots = lonely_bots; game->bot_count = 1; *part = "bot 0"; return true;
    case 20: game->bot_count = 1; *part = "'random' or 'idle'"; return true;
    case 21: bots[1] = bots[0]; *part = "twice"; return true;
    case 22: game->capacities = NULL; *part = "capacities"; return true;
    case 23: game->init = NULL; *part = "init"; return true;
    case 24: game->step = NULL; *part = "step"; return true;
    case 25: game->sanitise = NULL; *part = "sanitise"; return true;
    case 26: game->draw = NULL; *part = "draw"; return true;
    case 27: game->keys = NULL; *part = "keys"; return true;
    case 28: game->sanitise = uneven_sanitise; *part = "sanitises"; return true;
    case 29: game->capacities = no_rows; *part = "capacities"; return true;
    case 30: game->capacities = few_rows; *part = "capacities gives a table fewer rows"; return true;
    case 31: game->valid = refuse_state; *part = "valid"; return true;
    default: return false;
    }
    /* clang-format on */
}

START_TEST(broken_promises_are_named)
{
    int i = 0;
    for (;; i++) {
        fs_game game = *fs_builtin_games()->games[0];
        fs_option options[FS_MAX_OPTIONS];
        fs_bot bots[8];
        memcpy(options, game.options, game.option_count * sizeof options[0]);
        memcpy(bots, game.bots, game.bot_count * sizeof bots[0]);
        game.options = options;
        game.bots = bots;
        ck_assert_int_eq(fs_game_check(&game, NULL, 0), FS_OK);
        const char *part = NULL;
        char why[300] = "";
        if (!break_promise(&game, options, bots, i, &part))
            break;
        ck_assert_msg(fs_game_check(&game, why, sizeof why) == FS_E_GAME, "promise %d is not checked", i);
        ck_assert_msg(strstr(why, part) != NULL, "promise %d: '%s' lacks '%s'", i, why, part);
        ck_assert_int_eq(fs_game_check(&game, NULL, 0), FS_E_GAME);
    }
    ck_assert_int_eq(i, 32);
}
END_TEST

/* A game's scores are of its players alone, and equal in every look at one state. */
START_TEST(standings_are_of_players)
{
    const fs_game_list *list = fs_builtin_games();
    uint32_t with_standings = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        fs_config config = fs_default_config(list->games[i]);
        fs_standings first, again;
        fs_sim *sim;
        ck_assert_int_eq(fs_sim_create(list->games[i], &config, &sim), FS_OK);
        bool known = fs_sim_standings(sim, &first);
        ck_assert(known == (list->games[i]->standings != NULL));
        ck_assert(known == fs_sim_standings(sim, &again));
        ck_assert(memcmp(&first, &again, sizeof first) == 0);
        ck_assert_msg(!first.finished && first.winners == 0, "%s begins with a winner", list->games[i]->name);
        for (uint32_t slot = 0; slot < FS_MAX_PLAYERS; slot++)
            ck_assert(first.scores[slot] == 0);
        with_standings += known;
        fs_sim_destroy(sim);
    }
    ck_assert_uint_ge(with_standings, 22);
}
END_TEST

/* What a minute of the game's own bot brings shows in its standings: the state is read where the score is. */
START_TEST(a_game_that_is_played_has_a_leader)
{
    static const struct played {
        const char *name, *bot;
        uint32_t ticks;
    } games[] = { { "blackhole", "pilot", 900 },
                  { "bridge", "walker", 3600 },
                  { "fireworks", "showman", 3600 },
                  { "platform", "balancer", 3600 } };
    const fs_game *game = fs_game_list_find(fs_builtin_games(), games[_i].name);
    fs_config config = fs_default_config(game);
    fs_standings standings = { 0 };
    fs_local *local;
    uint8_t inputs[FS_MAX_PLAYERS * FS_MAX_INPUT] = { 0 };
    fs_rng rng = fs_rng_seed(3, 0);
    ck_assert_int_eq(fs_local_create(game, &config, NULL, NULL, NULL, &local), FS_OK);
    for (uint32_t tick = 0; tick < games[_i].ticks && standings.winners == 0; tick++) {
        /* Slot 0 alone is played for; idle ships are in orbit for a second too. */
        fs_game_bot(game, games[_i].bot)->think(fs_sim_state(fs_local_sim(local)), 0, &rng, inputs);
        fs_local_step(local, inputs);
        ck_assert(fs_sim_standings(fs_local_sim(local), &standings));
    }
    ck_assert_msg((standings.winners & 1) == 1 && standings.scores[0] > 0, "%s: winners %llx", game->name,
                  (unsigned long long)standings.winners);
    fs_local_destroy(local);
}
END_TEST

START_TEST(the_highest_score_above_zero_wins)
{
    fs_standings standings = { .winners = UINT64_MAX };
    fs_standings_rank(&standings, 4);
    ck_assert(standings.winners == 0);
    standings.scores[1] = 3;
    standings.scores[2] = -5;
    standings.scores[3] = 3;
    standings.scores[4] = 9;
    fs_standings_rank(&standings, 4);
    ck_assert(standings.winners == 0xa);
    fs_standings_rank(&standings, FS_MAX_PLAYERS);
    ck_assert(standings.winners == 0x10);
}
END_TEST

/* The first goal of a round of one goal ends it. */
START_TEST(a_won_round_of_air_hockey_is_finished)
{
    const fs_game *game = fs_game_list_find(fs_builtin_games(), "airhockey");
    fs_config config = fs_default_config(game);
    fs_standings standings = { 0 };
    fs_local *local;
    uint8_t inputs[4 * FS_MAX_INPUT] = { 0 };
    fs_rng rng = fs_rng_seed(3, 0);
    ck_assert_int_eq(fs_config_set(game, &config, "goals=1", NULL, 0), FS_OK);
    ck_assert_int_eq(fs_local_create(game, &config, NULL, NULL, NULL, &local), FS_OK);
    for (uint32_t tick = 0; tick < 20000 && !standings.finished; tick++) {
        for (uint32_t slot = 0; slot < config.players; slot++)
            fs_game_bot(game, "random")
                ->think(fs_sim_state(fs_local_sim(local)), slot, &rng, inputs + slot * game->input_size);
        fs_local_step(local, inputs);
        ck_assert(fs_sim_standings(fs_local_sim(local), &standings));
    }
    ck_assert(standings.finished);
    ck_assert(standings.winners == 0x5 || standings.winners == 0xa);
    fs_local_destroy(local);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("games");
    TCase *tc = tcase_create("games");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, the_built_in_games_are_sorted_and_sound);
    tcase_add_test(tc, a_list_holds_what_its_owner_puts_in);
    tcase_add_test(tc, bots_are_found_by_name);
    tcase_add_test(tc, standings_are_of_players);
    tcase_add_loop_test(tc, a_game_that_is_played_has_a_leader, 0, 4);
    tcase_add_test(tc, the_highest_score_above_zero_wins);
    tcase_add_test(tc, a_won_round_of_air_hockey_is_finished);
    tcase_add_loop_test(tc, what_is_no_game_is_refused, 0, sizeof not_found / sizeof not_found[0]);
    tcase_add_test(tc, broken_promises_are_named);
#ifdef FS_SHARED
    tcase_add_test(tc, an_absurdly_long_name_is_refused);
    tcase_add_test(tc, a_game_from_a_file_plays);
    tcase_add_test(tc, the_example_can_be_won_and_lost);
#endif
    suite_add_tcase(suite, tc);
    return suite;
}
