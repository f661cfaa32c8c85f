/* check_rotation.c: rounds as texts: options, limits, and what is refused. */
#include "../server/rotation.h"

#include <string.h>

#include "support/check_main.h"

static bool parse(round_def *round, const char *text, char why[APP_ERROR_BYTES])
{
    static const app_list none;
    app_match_options options = { .players = 0, .hz = 30, .seed = 9, .has_seed = true, .sets = &none };
    round_limits limits = { 600, 0 };
    return round_parse(round, text, &options, &limits, why);
}

START_TEST(a_round_has_options_and_limits)
{
    round_def round;
    char why[APP_ERROR_BYTES];
    ck_assert_msg(parse(&round, "  airhockey  goals=3\tpucks=2 players=2 ticks=50 points=4 ", why), "%s", why);
    ck_assert_str_eq(round.game->name, "airhockey");
    ck_assert(fs_config_option(round.game, &round.config, "goals") == 3);
    ck_assert(fs_config_option(round.game, &round.config, "pucks") == 2);
    ck_assert_uint_eq(round.config.players, 2);
    ck_assert_uint_eq(round.config.hz, 30);
    ck_assert(round.config.seed == 9);
    ck_assert_uint_eq(round.limits.ticks, 50);
    ck_assert(round.limits.points == 4);
}
END_TEST

START_TEST(limits_of_the_command_line_hold_without_own_ones)
{
    round_def round;
    char why[APP_ERROR_BYTES];
    ck_assert(parse(&round, "tank", why));
    ck_assert_uint_eq(round.limits.ticks, 600);
    ck_assert(round.limits.points == 0);
}
END_TEST

static const struct {
    const char *text, *part;
} wrong[] = {
    { "", "''" },
    { "chess", "'chess'" },
    { "airhockey goals", "goals" },
    { "airhockey goals=x", "goals" },
    { "airhockey goals=99999", "goals" },
    { "airhockey nosuch=1", "nosuch" },
    { "airhockey goals=5 goals=6", "'goals=6' is set before" },
    { "airhockey goals=5 pucks=1 goals=5", "'goals=5' is set before" },
    { "airhockey ticks=5 players=2 ticks=6", "'ticks=6' is set before" },
    { "airhockey players=0", "'players=0' is out of range" },
    { "airhockey players=65", "'players=65' is out of range" },
    { "airhockey players=1", "players" },
    { "airhockey ticks=0", "'ticks=0' is out of range" },
    { "airhockey ticks=4294967295", "is out of range" },
    { "airhockey ticks=0x10", "is out of range" },
    { "airhockey points=-1", "is out of range" },
    { "airhockey ticks=", "is out of range" },
    { "airhockey xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx=1",
      "out of range" },
};

START_TEST(wrong_rounds_are_named)
{
    round_def round;
    char why[APP_ERROR_BYTES] = "";
    ck_assert(!parse(&round, wrong[_i].text, why));
    ck_assert_msg(strstr(why, wrong[_i].part) != NULL, "%s", why);
}
END_TEST

START_TEST(a_rotation_names_its_bad_round)
{
    static const app_list none;
    static rotation rounds;
    const app_list list = { { "airhockey", "tank ticks=7", "pool ticks=no" }, 3 };
    const app_list two = { { "airhockey", "tank ticks=7" }, 2 };
    app_match_options options = { .sets = &none };
    round_limits limits = { 0 };
    char why[APP_ERROR_BYTES];
    ck_assert(!rotation_parse(&rounds, &list, &options, &limits, why));
    ck_assert_msg(strstr(why, "round 'pool ticks=no': 'ticks=no'") == why, "%s", why);
    ck_assert(rotation_parse(&rounds, &two, &options, &limits, why));
    ck_assert_uint_eq(rounds.count, 2);
    ck_assert_uint_eq(rounds.rounds[1].limits.ticks, 7);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("rotation");
    TCase *tc = tcase_create("rotation");
    tcase_add_test(tc, a_round_has_options_and_limits);
    tcase_add_test(tc, limits_of_the_command_line_hold_without_own_ones);
    tcase_add_loop_test(tc, wrong_rounds_are_named, 0, sizeof wrong / sizeof wrong[0]);
    tcase_add_test(tc, a_rotation_names_its_bad_round);
    suite_add_tcase(suite, tc);
    return suite;
}
