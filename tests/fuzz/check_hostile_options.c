/* check_hostile_options.c: every option of every built-in game at both ends of its range, with the fewest and the most
 * players and tick rates, starts, runs and gives states that the game itself accepts; values just outside are refused.
 */
#include <stdio.h>
#include <stdlib.h>
#include <fixstep/games.h>

#include "games/play.h"
#include "support/brief.h"

/* Ticks in bytes of state stepped: large worlds get few. */
enum {
    LONG_TICKS = 60,
    MOST_TICKS = 30,
    BRIEF_TICKS = 10,
    FEWEST_TICKS = 2,
    STEPPED_BYTES = 8 << 20,
    LONG_BYTES = 12 << 20
};

static int tick_count(const fs_state *state)
{
    size_t ticks = (play_long() ? LONG_BYTES : STEPPED_BYTES) / fs_state_block_size(state),
           most = play_long()    ? LONG_TICKS
                  : play_brief() ? BRIEF_TICKS
                                 : MOST_TICKS;
    return ticks < FEWEST_TICKS ? FEWEST_TICKS : ticks > most ? (int)most : (int)ticks;
}

/* What a recording's verification does with its first and its last keyframe. */
static void check_match(const fs_game *game, const fs_config *config, const char *what)
{
    struct match m = { .game = game, .config = *config };
    char why[200] = "";
    ck_assert_msg(fs_config_check(game, config, why, sizeof why) == FS_OK, "%s, %s: %s", game->name, what, why);
    ck_assert_msg(fs_sim_create(game, config, &m.sim) == FS_OK, "%s, %s: cannot start", game->name, what);
    m.state = fs_sim_state(m.sim);
    ck_assert_msg(match_reload(&m) == FS_OK, "%s, %s: refuses its first state", game->name, what);
    run_script(&m, tick_count(m.state));
    ck_assert_msg(match_reload(&m) == FS_OK, "%s, %s: refuses a later state", game->name, what);
    match_end(&m);
}

static void check_refused(const fs_game *game, const fs_config *config, const char *what)
{
    fs_sim *sim = NULL;
    ck_assert_msg(fs_sim_create(game, config, &sim) != FS_OK && sim == NULL, "%s: accepts %s", game->name, what);
}

START_TEST(one_option_at_its_ends)
{
    const fs_game *game = fs_builtin_games()->games[_i];
    for (uint32_t i = 0; i < game->option_count; i++) {
        const fs_option *o = &game->options[i];
        fs_config config = fs_default_config(game);
        config.options[i] = o->low;
        check_match(game, &config, o->key);
        config.options[i] = o->high;
        check_match(game, &config, o->key);
        config.options[i] = o->low - 1;
        check_refused(game, &config, o->key);
        config.options[i] = o->high + 1;
        check_refused(game, &config, o->key);
        config.options[i] = i % 2 == 0 ? INT64_MAX : INT64_MIN;
        check_refused(game, &config, o->key);
    }
}
END_TEST

static fs_config all_options(const fs_game *game, bool high)
{
    fs_config config = fs_default_config(game);
    for (uint32_t i = 0; i < game->option_count; i++)
        config.options[i] = high ? game->options[i].high : game->options[i].low;
    config.players = high ? game->max_players : game->min_players;
    config.hz = high ? FS_MAX_HZ : FS_MIN_HZ;
    return config;
}

START_TEST(all_at_their_ends)
{
    const fs_game *game = fs_builtin_games()->games[_i];
    for (int end = 0; end < 2; end++) {
        fs_config config = all_options(game, end == 1);
        check_match(game, &config, "all options");
        config.hz = end == 1 ? FS_MIN_HZ : FS_MAX_HZ;
        check_match(game, &config, "all options at the other rate");
        config.players = end == 1 ? game->max_players + 1 : game->min_players - 1;
        check_refused(game, &config, "players");
        config.players = game->max_players;
        config.hz = end == 1 ? FS_MAX_HZ + 1 : FS_MIN_HZ - 1;
        check_refused(game, &config, "hz");
    }
}
END_TEST

/* Each option at one of its ends, by lot. */
START_TEST(any_mixture)
{
    const fs_game *game = fs_builtin_games()->games[_i];
    fs_rng rng = fs_rng_seed(11, (uint64_t)_i);
    for (int k = 0; k < (play_long() ? 100 : 1); k++) {
        fs_config low = all_options(game, false), config = all_options(game, true);
        for (uint32_t i = 0; i < game->option_count; i++)
            config.options[i] = fs_rng_below(&rng, 2) == 0 ? low.options[i] : config.options[i];
        config.seed = fs_rng_u64(&rng);
        check_match(game, &config, "a mixture");
    }
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("hostile_options");
    TCase *tc = tcase_create("options");
    tcase_set_timeout(tc, 600);
    tcase_add_loop_test(tc, one_option_at_its_ends, 0, (int)fs_builtin_games()->count);
    tcase_add_loop_test(tc, all_at_their_ends, 0, (int)fs_builtin_games()->count);
    tcase_add_loop_test(tc, any_mixture, 0, (int)fs_builtin_games()->count);
    suite_add_tcase(suite, tc);
    return suite;
}
