/* check_bowling.c: the game of bowling: the card by known games, pins, throws and turns, and what every game keeps. */
#include <math.h>
#include <fixstep/kit/buttons.h>
#include <fixstep/trig.h>

#include "games/bowling/bowling.h"
#include "games/builtin.h"
#include "games/play_checks.h"

/* --- the card ---------------------------------------------------------------------------------- */

/* Throws as on a card: X, /, - and digits; spaces are skipped. */
static void write_rolls(const char *text, uint8_t rolls[BOWLING_ROLLS])
{
    uint32_t n = 0, last = 0;
    memset(rolls, 0, BOWLING_ROLLS);
    for (; *text != 0; text++) {
        if (*text == ' ')
            continue;
        uint32_t felled = *text == 'X' ? 10u : *text == '/' ? 10 - last : *text == '-' ? 0u : (uint32_t)(*text - '0');
        rolls[n++] = (uint8_t)(felled + 1);
        last = felled;
    }
}

START_TEST(known_games_have_their_totals)
{
    static const struct {
        const char *throws;
        uint32_t total, complete, frame;
    } games[] = {
        { "", 0, 0, 0 },
        { "XXXXXXXXXXXX", 300, 10, 10 },
        { "9/ 9/ 9/ 9/ 9/ 9/ 9/ 9/ 9/ 9/ 9", 190, 10, 10 },
        { "5/ 5/ 5/ 5/ 5/ 5/ 5/ 5/ 5/ 5/ 5", 150, 10, 10 },
        { "9- 9- 9- 9- 9- 9- 9- 9- 9- 9-", 90, 10, 10 },
        { "-- -- -- -- -- -- -- -- -- --", 0, 10, 10 },
        { "14 45 6/ 5/ X -1 7/ 6/ X 2/ 6", 133, 10, 10 },
        { "X 7/ 9- X -8 8/ -6 X X X81", 167, 10, 10 },
        { "-- -- -- -- -- -- -- -- -- X-/", 20, 10, 10 },
        { "-- -- -- -- -- -- -- -- -- -/X", 20, 10, 10 },
        { "X", 0, 0, 1 },
        { "X X", 0, 0, 2 },
        { "X X 3", 23, 1, 2 },
        { "3/ ", 0, 0, 1 },
        { "3/ 4", 14, 1, 1 },
        { "34 5", 7, 1, 1 },
    };
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        uint8_t rolls[BOWLING_ROLLS];
        struct bowling_card card;
        write_rolls(games[i].throws, rolls);
        ck_assert_msg(fs__bowling_read_card(rolls, 10, &card), "%s", games[i].throws);
        ck_assert_msg(card.total == games[i].total && card.complete == games[i].complete &&
                          card.frame == games[i].frame,
                      "%s: %u in %u frames, then frame %u", games[i].throws, card.total, card.complete, card.frame);
    }
}
END_TEST

START_TEST(cards_that_cannot_be_are_refused)
{
    static const char *const wrong[] = { "65", "X -/ 74", "9- 9- 9- 9- 9- 9- 9- 9- 9- 9- 1",
                                         "9- 9- 9- 9- 9- 9- 9- 9- 9- X 74", "XXXXXXXXXXXXX" };
    struct bowling_card card;
    uint8_t rolls[BOWLING_ROLLS];
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        write_rolls(wrong[i], rolls);
        ck_assert_msg(!fs__bowling_read_card(rolls, 10, &card), "%s", wrong[i]);
    }
    write_rolls("34", rolls);
    rolls[5] = 1; /* after a throw that was not made */
    ck_assert(!fs__bowling_read_card(rolls, 10, &card));
    rolls[5] = 0;
    rolls[1] = 12; /* eleven pins */
    ck_assert(!fs__bowling_read_card(rolls, 10, &card));
}
END_TEST

/* A game of one frame is the last frame alone. */
START_TEST(short_games_end_with_the_last_frame)
{
    uint8_t rolls[BOWLING_ROLLS];
    struct bowling_card card;
    write_rolls("X X X", rolls);
    ck_assert(fs__bowling_read_card(rolls, 1, &card) && card.frame == 1 && card.total == 30);
    ck_assert(fs__bowling_read_card(rolls, 2, &card) && card.frame == 1 && card.total == 30);
    write_rolls("X X", rolls);
    ck_assert(fs__bowling_read_card(rolls, 1, &card) && card.frame == 0 && card.throws == 2 && card.standing == 10);
    write_rolls("X 4", rolls);
    ck_assert(fs__bowling_read_card(rolls, 1, &card) && card.frame == 0 && card.standing == 6);
}
END_TEST

/* --- pins and balls ---------------------------------------------------------------------------- */

struct alley {
    struct match m;
    struct bowling_view v;
    struct bowling_rules rules;
    struct fs_world3 w;
};

static struct alley alley_start(uint32_t players, const char *settings)
{
    struct alley a = { .m = match_start(&fs_game_bowling, players, settings) };
    bowling_bind(a.m.state, &a.v);
    a.rules = bowling_rules_load(&a.v);
    fs_world3_bind(a.m.state, bowling_T_physics3, NULL, &a.w);
    match_step(&a.m);
    return a;
}

/* Throws with the values given and follows the ball to the end of the show; returns the pins felled. `x` in mm, `aim` in
 * hundredths of a degree to the left. */
static uint32_t throw_ball(struct alley *a, int x, int aim, int speed, int hook)
{
    uint32_t slot = a->v.lane.turn_slot[0], ticks = 0;
    a->v.player.x[slot] = BOWLING_MM_POS(x);
    a->v.player.aim[slot] = (int32_t)((int64_t)aim * 4294967296 / 36000);
    a->v.player.speed[slot] = (uint8_t)speed;
    a->v.player.hook[slot] = (int8_t)hook;
    match_press(&a->m, slot, FS_KEY_FIRE, 0);
    while (a->v.lane.phase[0] == BOWLING_AIM && ticks++ < 200)
        match_step(&a->m);
    match_press(&a->m, slot, 0, 0);
    while (a->v.lane.phase[0] == BOWLING_ROLL && ticks++ < 1200)
        match_step(&a->m);
    ck_assert_int_eq(a->v.lane.phase[0], BOWLING_SHOW);
    return a->v.lane.felled[0];
}

static void finish_show(struct alley *a)
{
    while (a->v.lane.phase[0] == BOWLING_SHOW)
        match_step(&a->m);
}

/* Ten pins on their spots fall asleep within two seconds and stay where they are, at all tick rates. */
START_TEST(pins_stand)
{
    static const char *const rates[] = { "hz=20 clock=0", "hz=60 clock=0", "hz=120 clock=0" };
    struct alley a = alley_start(1, rates[_i]);
    match_steps(&a.m, 2 * (int)a.m.config.hz);
    for (uint32_t row = BOWLING_BODY_PIN; row < BOWLING_BODIES; row++) {
        fs_pos3 at = fs_body3_pose(&a.w, row).pos, spot = fs__bowling_spot(row - BOWLING_BODY_PIN);
        ck_assert((a.v.body3.flags[row] & FS_BODY3_ASLEEP) != 0);
        ck_assert_msg(fs_pos3_dist(at, spot) < FS_POS_ONE / 1000, "pin %u moved", row - BOWLING_BODY_PIN);
    }
    ck_assert_uint_eq(fs__bowling_count_pins(&a.w, &a.rules), BOWLING_PINS);
    match_end(&a.m);
}
END_TEST

/* The triangle of the rules: rows of 1 to 4, sides of a foot between neighbours. */
START_TEST(spots_form_a_triangle)
{
    for (uint32_t pin = 0; pin < BOWLING_PINS; pin++) {
        uint32_t neighbours = 0;
        for (uint32_t other = 0; other < BOWLING_PINS; other++) {
            fs_pos d = fs_pos3_dist(fs__bowling_spot(pin), fs__bowling_spot(other));
            neighbours += d > BOWLING_MM_POS(303) && d < BOWLING_MM_POS(307);
        }
        bool corner = pin == 0 || pin == 6 || pin == 9, middle = pin == 4;
        ck_assert_uint_eq(neighbours, corner ? 2 : middle ? 6 : 4);
    }
}
END_TEST

START_TEST(a_ball_beside_the_pins_fells_none)
{
    struct alley a = alley_start(1, "");
    ck_assert_uint_eq(throw_ball(&a, 400, -390, 80, 0), 0);
    finish_show(&a);
    ck_assert_uint_eq(a.v.roll.pins[0], 1);
    ck_assert_uint_eq(a.v.lane.standing[0], BOWLING_PINS);
    ck_assert_int_eq(a.v.lane.phase[0], BOWLING_AIM);
    match_end(&a.m);
}
END_TEST

/* With rails the same throw comes back and meets the pins. */
START_TEST(bumpers_keep_the_ball_on_the_lane)
{
    struct alley a = alley_start(1, "bumpers=1");
    ck_assert_uint_gt(throw_ball(&a, 400, -390, 80, 0), 0);
    match_end(&a.m);
}
END_TEST

/* A ball into the middle fells most pins: those of the middle and what they strike. What stays is swept to the same spots. */
START_TEST(a_throw_counts_the_fallen_pins)
{
    struct alley a = alley_start(1, "");
    uint32_t felled = throw_ball(&a, 45, 0, 95, 0);
    ck_assert_uint_ge(felled, 5);
    ck_assert_uint_eq(a.v.roll.pins[0], felled + 1);
    ck_assert_uint_eq(fs__bowling_count_pins(&a.w, &a.rules), BOWLING_PINS - felled);
    finish_show(&a);
    uint32_t standing = 0;
    for (uint32_t row = BOWLING_BODY_PIN; row < BOWLING_BODIES; row++)
        standing += (a.v.body3.flags[row] & FS_BODY3_DISABLED) == 0;
    ck_assert_uint_eq(standing, felled == BOWLING_PINS ? BOWLING_PINS : BOWLING_PINS - felled);
    match_end(&a.m);
}
END_TEST

/* Where the ball crosses the line of the head pin, m, without pins. */
static double crossing(int hook, const char *settings)
{
    struct alley a = alley_start(1, settings);
    for (uint32_t pin = 0; pin < BOWLING_PINS; pin++)
        (void)fs_body3_set_enabled(&a.w, fs_body3_at(&a.w, BOWLING_BODY_PIN + pin), false);
    a.v.player.speed[0] = 80;
    a.v.player.hook[0] = (int8_t)hook;
    match_press(&a.m, 0, FS_KEY_FIRE, 0);
    int ticks = 0;
    while (a.v.body3.pos[BOWLING_BODY_BALL].z > -BOWLING_MM_POS(BOWLING_HEAD_PIN_MM) && ticks++ < 600)
        match_step(&a.m);
    double x = (double)a.v.body3.pos[BOWLING_BODY_BALL].x / (double)FS_POS_ONE;
    match_end(&a.m);
    return x;
}

/* The hook turns the ball about the direction of the throw, and friction on the dry boards carries it aside: by as much to the
 * right as to the left, more for more hook, and by more on a lane without oil. */
START_TEST(a_hook_carries_the_ball_aside)
{
    double right = crossing(60, ""), left = crossing(-60, ""), little = crossing(20, ""), none = crossing(0, "");
    ck_assert(fabs(none) < 1e-3);
    ck_assert_msg(right > 0.1 && right < 0.5, "%.3f m", right);
    ck_assert_msg(fabs(left + right) < 2e-3, "%.4f m and %.4f m", left, right);
    ck_assert(little > 0.02 && little < right);
    ck_assert(crossing(20, "oil=200") > little);
}
END_TEST

/* --- turns ----------------------------------------------------------------------------------------- */

START_TEST(players_take_turns_by_frames)
{
    struct alley a = alley_start(3, "clock=0");
    for (uint32_t turn = 0; turn < 4; turn++) {
        ck_assert_uint_eq(a.v.lane.turn_slot[0], turn % 3);
        (void)throw_ball(&a, 400, -390, 100, 0);
        finish_show(&a);
        ck_assert_uint_eq(a.v.lane.turn_slot[0], turn % 3);
        (void)throw_ball(&a, 400, -390, 100, 0);
        finish_show(&a);
    }
    match_end(&a.m);
}
END_TEST

START_TEST(the_clock_throws_the_ball)
{
    struct alley a = alley_start(1, "clock=2");
    match_steps(&a.m, 118);
    ck_assert_int_eq(a.v.lane.phase[0], BOWLING_AIM);
    match_steps(&a.m, 3);
    ck_assert_int_eq(a.v.lane.phase[0], BOWLING_ROLL);
    match_end(&a.m);
}
END_TEST

/* One frame, and slot 1 throws beside the pins: slot 0 wins, and the cards are empty again. */
START_TEST(the_best_total_wins)
{
    struct alley a = alley_start(2, "frames=1");
    fs_standings standings;
    for (int i = 0; i < 6 && a.v.lane.games[0] == 0; i++) {
        (void)throw_ball(&a, a.v.lane.turn_slot[0] == 0 ? 45 : 400, a.v.lane.turn_slot[0] == 0 ? 0 : -390, 95, 0);
        ck_assert(fs_sim_standings(a.m.sim, &standings) && !standings.finished);
        finish_show(&a);
    }
    ck_assert_uint_eq(a.v.lane.games[0], 1);
    ck_assert_uint_eq(a.v.player.wins[0], 1);
    ck_assert_uint_eq(a.v.player.wins[1], 0);
    ck_assert(fs_sim_standings(a.m.sim, &standings) && standings.finished && standings.winners == 1);
    for (uint32_t i = 0; i < *a.v.roll.rows; i++)
        ck_assert_uint_eq(a.v.roll.pins[i], 0);
    match_end(&a.m);
}
END_TEST

START_TEST(who_leaves_passes_the_turn)
{
    struct alley a = alley_start(2, "clock=0");
    (void)throw_ball(&a, 45, 0, 95, 0);
    a.m.present = 2;
    match_steps(&a.m, 120);
    ck_assert_uint_eq(a.v.lane.turn_slot[0], 1);
    ck_assert_uint_eq(a.v.lane.standing[0], BOWLING_PINS);
    ck_assert_uint_eq(fs__bowling_count_pins(&a.w, &a.rules), BOWLING_PINS);
    for (uint32_t i = 0; i < BOWLING_ROLLS; i++)
        ck_assert_uint_eq(a.v.roll.pins[i], 0);
    match_end(&a.m);
}
END_TEST

/* Bots bowl a game of two frames each to its end. Measured: 63 s. */
START_TEST(rollers_finish_a_game)
{
    struct match m = match_start(&fs_game_bowling, 2, "frames=2");
    struct bowling_view v;
    bowling_bind(m.state, &v);
    for (int i = 0; i < 90 && v.lane.games[0] == 0; i++)
        match_bots(&m, "roller roller", 60);
    ck_assert_uint_eq(v.lane.games[0], 1);
    ck_assert_uint_ge(v.player.wins[0] + v.player.wins[1], 1);
    match_end(&m);
}
END_TEST

START_TEST(the_script_throws)
{
    struct match m = play_script(&fs_game_bowling, 2, "", 1200);
    struct bowling_view v;
    bowling_bind(m.state, &v);
    ck_assert_uint_gt(v.roll.pins[0], 1);
    ck_assert_int_lt(v.player.hook[0], 0);
    match_end(&m);
}
END_TEST

/* --- what every game keeps ------------------------------------------------------------------------- */

static void check_lane(const struct match *m)
{
    struct bowling_view v;
    bowling_peek(m->state, &v);
    for (uint32_t slot = 0; slot < *v.player.rows; slot++)
        ck_assert(v.player.active[slot] || fs__bowling_rolls(&v, slot)[0] == 0);
    ck_assert_uint_le(v.lane.felled[0], v.lane.standing[0]);
}

static const struct game_checks checks = {
    .game = &fs_game_bowling,
    .players = "player",
    .fields = 8,
    .check = check_lane,
    .ticks = 1500,
    .bytes = 1500,
    .pictures = 300,
    .bots = 900,
    .choices = BOWLING_CHOICES,
    .items = 30,
    .refused = { 12, 12 },
};

static const struct scene scenes[] = {
    { &checks, 8, "" },
    { &checks, 2, "hz=20 frames=1 bumpers=1 clock=1 oil=400 speed=140 tilt=80" },
    { &checks, 1, "hz=120 ball=30 clock=0 oil=0 speed=40 tilt=5" },
};

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("bowling");
    TCase *tc = tcase_create("bowling");
    tcase_set_timeout(tc, 120);
    tcase_add_test(tc, known_games_have_their_totals);
    tcase_add_test(tc, cards_that_cannot_be_are_refused);
    tcase_add_test(tc, short_games_end_with_the_last_frame);
    tcase_add_loop_test(tc, pins_stand, 0, 3);
    tcase_add_test(tc, spots_form_a_triangle);
    tcase_add_test(tc, a_ball_beside_the_pins_fells_none);
    tcase_add_test(tc, bumpers_keep_the_ball_on_the_lane);
    tcase_add_test(tc, a_throw_counts_the_fallen_pins);
    tcase_add_test(tc, a_hook_carries_the_ball_aside);
    tcase_add_test(tc, players_take_turns_by_frames);
    tcase_add_test(tc, the_clock_throws_the_ball);
    tcase_add_test(tc, the_best_total_wins);
    tcase_add_test(tc, who_leaves_passes_the_turn);
    tcase_add_test(tc, rollers_finish_a_game);
    tcase_add_test(tc, the_script_throws);
    add_play_checks(tc, scenes, sizeof scenes / sizeof scenes[0]);
    suite_add_tcase(suite, tc);
    return suite;
}
