/* check_airhockey_glide.c: how pucks and mallets move on the rink: the laws of friction and impact, and that nothing
 * ever leaves it. */
#include <stdio.h>
#include <stdlib.h>

#include "support/check_main.h"
#include "games/rink.h"

/* --- whatever is played ------------------------------------------------------------- */

static const struct {
    uint32_t players;
    const char *settings;
} wild[] = {
    { 4, "" },
    { 2, "hz=20 speed=120 mallet=60 restitution=150 friction=0 goals=0" },
    { 16, "hz=20 pucks=8 width=16 height=8 goal=60 serve=0 restitution=150 goals=0" },
    { 16, "hz=120 pucks=8 width=16 height=8 goal=0 serve=0 speed=120 mallet=60 goals=0" },
    { 8, "pucks=4 width=240 height=120 goal=60 friction=1000 goals=0" },
    { 5, "pucks=3 restitution=0 goal=2 goals=0" },
};

/* A tick with any input bytes and players coming and going; everything is where it belongs. */
static void wild_step(struct rink *rink, fs_rng *rng, const char *settings)
{
    for (size_t i = 0; i < sizeof rink->bytes; i++)
        if (fs_rng_chance(rng, 1, 4))
            rink->bytes[i] = (uint8_t)fs_rng_u32(rng);
    if (fs_rng_chance(rng, 1, 100))
        rink->present ^= (uint64_t)1 << fs_rng_below(rng, rink->players);
    rink_step(rink);
    rink_check(rink, settings);
}

/* Any input bytes, players coming and going: discs stay where they belong and goals
 * only ever grow. */
START_TEST(any_input_keeps_the_rules)
{
    struct rink rink = rink_start(wild[_i].players, wild[_i].settings);
    fs_rng rng = fs_rng_seed(21, (uint64_t)_i);
    uint32_t goals[2] = { 0, 0 }, wins = 0;
    for (int t = 0; t < 10000; t++) {
        wild_step(&rink, &rng, wild[_i].settings);
        bool new_round = rink.v.team.wins[0] + rink.v.team.wins[1] != wins;
        for (int team = 0; team < 2; team++) {
            ck_assert(rink.v.team.goals[team] >= goals[team] || new_round);
            goals[team] = rink.v.team.goals[team];
        }
        wins = rink.v.team.wins[0] + rink.v.team.wins[1];
        ck_assert(new_round == false || goals[0] + goals[1] == 0);
    }
    if (rink.rules.half_goal == 0)
        ck_assert_uint_eq(goals[0] + goals[1], 0);
    rink_end(&rink);
}
END_TEST

/* Every option anywhere in its range, in its ends more often than not. */
START_TEST(any_settings_keep_the_rules)
{
    fs_rng rng = fs_rng_seed(22, (uint64_t)_i);
    for (int match = 0; match < 20; match++) {
        char settings[200];
        uint32_t hz = (uint32_t)fs_rng_range(&rng, FS_MIN_HZ, FS_MAX_HZ);
        size_t n = (size_t)snprintf(settings, sizeof settings, "hz=%u", hz);
        for (uint32_t i = 0; i < fs_game_airhockey.option_count; i++) {
            const fs_option *o = &fs_game_airhockey.options[i];
            int32_t end = fs_rng_range(&rng, 0, 3);
            int64_t between = fs_rng_range64(&rng, o->low, o->high);
            int64_t value = end == 0 ? o->low : end == 1 ? o->high : between;
            n += (size_t)snprintf(settings + n, sizeof settings - n, " %s=%lld", o->key, (long long)value);
        }
        uint32_t players = (uint32_t)fs_rng_range(&rng, 2, AIRHOCKEY_MAX_PLAYERS);
        struct rink rink = rink_start(players, settings);
        for (int t = 0; t < 500; t++)
            wild_step(&rink, &rng, settings);
        rink_end(&rink);
    }
}
END_TEST

/* --- motion on the rink --------------------------------------------------------------------- */

/* A sliding puck stops after v^2 / 2a: 1 m/s and 50 cm/s^2 give 1 m in 2 s. */
START_TEST(friction_stops_a_puck)
{
    struct rink rink = rink_start(2, "friction=50 width=60 goals=0");
    rink.present = 0;
    rink_put_puck(&rink, 0, 0, 0, 100, 0);
    int ticks = 0;
    while (!fs_vel2_is_zero(rink_puck_vel(&rink, 0)) && ticks < 1000) {
        rink_step(&rink);
        ticks++;
    }
    ck_assert_int_eq(ticks, 120);
    /* The deceleration comes first in a tick: half a tick's way less. */
    fs_pos expected = FS_POS_ONE - FS_POS_ONE / 120;
    ck_assert(llabs(rink_puck_pos(&rink, 0).x - expected) < FS_POS_ONE / 100000);
    ck_assert(rink_puck_pos(&rink, 0).y == 0);
    rink_end(&rink);
}
END_TEST

START_TEST(diagonals_are_no_faster)
{
    struct rink rink = rink_start(2, "width=240 height=120");
    rink_press(&rink, 0, 127, 127, 0);
    rink_press(&rink, 1, -128, 0, 0);
    for (int t = 0; t < 30; t++)
        rink_step(&rink);
    ck_assert_int_le(abs(fs_vel2_length(rink_mallet_vel(&rink, 0)) - rink.rules.mallet_speed), 100);
    ck_assert_int_eq(rink_mallet_vel(&rink, 0).x, rink_mallet_vel(&rink, 0).y);
    ck_assert_int_eq(rink_mallet_vel(&rink, 1).x, -rink.rules.mallet_speed);
    rink_end(&rink);
}
END_TEST

START_TEST(a_mallet_takes_time_to_speed_up_and_a_dash_is_faster)
{
    struct rink rink = rink_start(2, "width=240 height=120");
    rink_press(&rink, 0, 0, 127, 0);
    rink_step(&rink);
    ck_assert_int_gt(rink_mallet_vel(&rink, 0).y, 0);
    ck_assert_int_lt(rink_mallet_vel(&rink, 0).y, rink.rules.mallet_speed / 4);
    for (int t = 0; t < 20; t++)
        rink_step(&rink);
    ck_assert_int_eq(rink_mallet_vel(&rink, 0).y, rink.rules.mallet_speed);
    rink_press(&rink, 0, 0, 127, 1);
    fs_vel fastest = 0;
    int dashing = 0;
    for (int t = 0; t < 60; t++) {
        rink_step(&rink);
        fastest = fs_max32(fastest, rink_mallet_vel(&rink, 0).y);
        dashing += rink.v.mallet.dash_ticks[0] > 0;
    }
    ck_assert_int_eq(fastest, rink.rules.mallet_speed / 2 * 3);
    ck_assert_int_eq(dashing, 10);
    ck_assert_int_eq(rink_mallet_vel(&rink, 0).y, rink.rules.mallet_speed);
    rink_end(&rink);
}
END_TEST

static fs_pos distance_to_puck(const struct rink *rink, uint32_t slot)
{
    fs_pos reach = CM(AIRHOCKEY_MALLET_RADIUS_CM + AIRHOCKEY_PUCK_RADIUS_CM);
    return fs_pos2_dist(rink_mallet_pos(rink, slot), rink_puck_pos(rink, 0)) - reach;
}

/* How deep a disc may be in another for a moment (continuous collision holds the inner half of both), and how deep
 * while it is pressed. */
enum { DEEPEST_CM = AIRHOCKEY_MALLET_RADIUS_CM / 2 + 1, PRESSED_MM = 1, HIT_TICKS = 120 };

/* A hit mallet and puck are soon apart, also where a wall is in the way. */
START_TEST(nothing_stays_in_anything)
{
    static const struct {
        int x, y, vx, vy, push_x, push_y;
    } hits[] = {
        { -80, 0, -800, 0, 127, 0 },
        { -130, 75, -100, 100, -127, 127 },
        { -144, 74, 0, 0, -127, 127 },
        { -60, 20, -500, -500, 90, 90 },
        { -145, 0, 0, 0, -127, 0 } /* against the wall, where only the mallet can give way */
    };
    for (size_t i = 0; i < sizeof hits / sizeof hits[0]; i++) {
        struct rink rink = rink_start(2, "goal=0 restitution=0");
        rink_step(&rink);
        rink_put_puck(&rink, 0, CM(hits[i].x), CM(hits[i].y), hits[i].vx, hits[i].vy);
        rink_press(&rink, 0, hits[i].push_x, hits[i].push_y, 1);
        int deep = 0;
        for (int t = 0; t < HIT_TICKS; t++) {
            rink_step(&rink);
            rink_check(&rink, "while pressed");
            ck_assert_msg(distance_to_puck(&rink, 0) > -CM(DEEPEST_CM), "hit %zu goes through", i);
            deep += distance_to_puck(&rink, 0) < -CM(PRESSED_MM) / 10;
        }
        ck_assert_msg(deep <= HIT_TICKS / 6, "hit %zu overlaps for %d ticks", i, deep);
        ck_assert_msg(distance_to_puck(&rink, 0) > -CM(PRESSED_MM) / 10, "hit %zu leaves an overlap", i);
        rink_end(&rink);
    }
}
END_TEST

/* --- the laws of impact ------------------------------------------------------------------------- */

/* Masses, normals and restitution are good to some 2^-29, velocities to 2^-21 m/s. What does not bounce may still close
 * the last of its distance: 20 um/s. */
static void check_speed(fs_vel found, double expected, double restitution, const char *what)
{
    double v = (double)found / FS_VEL_ONE, within = restitution > 0 ? 4e-6 : 2e-5;
    ck_assert_msg(v - expected < within && expected - v < within, "%s: %f m/s in place of %f", what, v, expected);
}

static const int bounces[] = { 0, 35, 90, 100, 150 }; /* percent */
enum { BOUNCES = sizeof bounces / sizeof bounces[0] };

static struct rink rink_of_bounce(int percent, const char *more)
{
    char settings[120];
    snprintf(settings, sizeof settings, "friction=0 goal=0 speed=120 restitution=%d %s", percent, more);
    return rink_start(2, settings);
}

/* From a board: the tangential component is unchanged, the normal one is reversed and multiplied by the restitution, at
 * any angle and tick rate. */
START_TEST(boards_reflect)
{
    static const int velocity[][2] = { { 300, 300 }, { -100, 400 }, { 500, -80 }, { 20, -30 }, { 600, 600 } };
    static const char *const rates[] = { "hz=20", "hz=60", "hz=120" };
    for (size_t k = 0; k < 3 * sizeof velocity / sizeof velocity[0]; k++) {
        struct rink rink = rink_of_bounce(bounces[_i], rates[k % 3]);
        const int *v = velocity[k / 3];
        rink.present = 0;
        rink_put_puck(&rink, 0, 0, 0, v[0], v[1]);
        fs_vel2 before = rink_puck_vel(&rink, 0), after = before;
        for (int t = 0; t < 600 && after.x == before.x && after.y == before.y; t++) {
            rink_step(&rink);
            after = rink_puck_vel(&rink, 0);
        }
        bool side = after.y != before.y;
        double e = bounces[_i] / 100.0, x = v[0] / 100.0, y = v[1] / 100.0;
        check_speed(after.x, side ? x : -e * x, e, "along x");
        check_speed(after.y, side ? -e * y : y, e, "along y");
        rink_end(&rink);
    }
}
END_TEST

/* A mallet in motion hits a puck at rest in the middle: the puck gets (1+e) M/(M+m) of its speed, the mallet loses
 * (1+e) m/(M+m). Together they keep their momentum. */
START_TEST(a_mallet_gives_a_puck_its_share)
{
    struct rink rink = rink_of_bounce(bounces[_i], "width=60");
    const double e = bounces[_i] / 100.0, mass = AIRHOCKEY_MALLET_MASS, speed = 3;
    rink_drive_mallet(&rink, 0, CM(-150), 3 * FS_VEL_ONE);
    rink_put_puck(&rink, 0, CM(-100), 0, 0, 0);
    rink_press(&rink, 0, 127, 0, 0);
    for (int t = 0; t < 60 && rink.v.puck.last_touch[0] == 0; t++)
        rink_step(&rink);
    ck_assert_uint_eq(rink.v.puck.last_touch[0], 1);
    check_speed(rink_puck_vel(&rink, 0).x, speed * (1 + e) * mass / (mass + 1), e, "puck");
    check_speed(rink_mallet_vel(&rink, 0).x, speed * (1 - (1 + e) / (mass + 1)), e, "mallet");
    ck_assert_int_eq(rink_puck_vel(&rink, 0).y, 0);
    rink_end(&rink);
}
END_TEST

/* Two pucks of one mass that meet off their middles: the struck one leaves along the line of centres with (1+e)/2 of
 * the speed along it. The line is that of the step before they touch: they are at most a step's way apart then, which
 * turns it by less than way / (reach cos). */
START_TEST(pucks_part_along_the_line_of_centres)
{
    struct rink rink = rink_of_bounce(bounces[_i], "pucks=2 hz=120");
    const int aside_cm = 6; /* of a reach of 10: sine 0.6, cosine 0.8 */
    const double speed = 0.5, travel = speed / 120, turn = travel / (0.1 * 0.8), e = bounces[_i] / 100.0;
    rink.present = 0;
    rink_put_puck(&rink, 0, CM(-20), 0, 50, 0);
    rink_put_puck(&rink, 1, 0, CM(aside_cm), 0, 0);
    for (int t = 0; t < 120 && fs_vel2_is_zero(rink_puck_vel(&rink, 1)); t++)
        rink_step(&rink);
    fs_vel2 struck = rink_puck_vel(&rink, 1), other = rink_puck_vel(&rink, 0);
    double x = (double)struck.x / FS_VEL_ONE, y = (double)struck.y / FS_VEL_ONE, along = speed * 0.8 * (1 + e) / 2;
    double across = 0.6 * x - 0.8 * y, forward = 0.8 * x + 0.6 * y;
    ck_assert_msg(across < along * turn && across > -along * turn, "it leaves %f m/s off the line", across);
    ck_assert_msg(forward - along < along * turn && along - forward < along * turn, "%f m/s in place of %f", forward,
                  along);
    check_speed(struck.x + other.x, speed, e, "momentum along x");
    check_speed(struck.y + other.y, 0, e, "momentum along y");
    rink_end(&rink);
}
END_TEST

/* The fastest puck at the slowest tick rate meets the fastest mallet: never through it. */
START_TEST(nothing_tunnels)
{
    for (int y = -11; y <= 11; y++) {
        struct rink rink = rink_start(2, "hz=20 speed=120 mallet=60 friction=0 goal=0 restitution=100");
        rink_step(&rink);
        rink_drive_mallet(&rink, 0, CM(-50), rink.rules.mallet_speed);
        rink_put_mallet(&rink, 1, CM(140), CM(70));
        rink_put_puck(&rink, 0, CM(60), CM(y), -1200, 0);
        rink_press(&rink, 0, 127, 0, 1);
        bool touched = false;
        for (int t = 0; t < 4 && !touched; t++) {
            rink_step(&rink);
            touched = rink.v.puck.last_touch[0] == 1;
        }
        ck_assert_msg(touched, "a puck %d cm off the middle passed the mallet", y);
        rink_end(&rink);
    }
}
END_TEST

START_TEST(posts_turn_a_puck_away)
{
    struct rink rink = rink_start(2, "goal=6 friction=0 restitution=100 goals=0");
    rink.present = 0;
    /* Its middle is a little inside the mouth: it hits the post, and comes back. */
    rink_put_puck(&rink, 0, CM(130), CM(29), 300, 0);
    for (int t = 0; t < 20; t++)
        rink_step(&rink);
    ck_assert_uint_eq(rink.v.team.goals[0], 0);
    ck_assert_int_lt(rink_puck_vel(&rink, 0).x, 0);
    ck_assert_int_lt(rink_puck_vel(&rink, 0).y, 0);
    rink_end(&rink);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("airhockey_glide");
    TCase *tc = tcase_create("glide");
    tcase_set_timeout(tc, 120);
    tcase_add_loop_test(tc, any_input_keeps_the_rules, 0, sizeof wild / sizeof wild[0]);
    tcase_add_loop_test(tc, any_settings_keep_the_rules, 0, 5);
    tcase_add_test(tc, friction_stops_a_puck);
    tcase_add_test(tc, diagonals_are_no_faster);
    tcase_add_test(tc, a_mallet_takes_time_to_speed_up_and_a_dash_is_faster);
    tcase_add_test(tc, nothing_stays_in_anything);
    tcase_add_loop_test(tc, boards_reflect, 0, BOUNCES);
    tcase_add_loop_test(tc, a_mallet_gives_a_puck_its_share, 0, BOUNCES);
    tcase_add_loop_test(tc, pucks_part_along_the_line_of_centres, 0, BOUNCES);
    tcase_add_test(tc, nothing_tunnels);
    tcase_add_test(tc, posts_turn_a_puck_away);
    suite_add_tcase(suite, tc);
    return suite;
}
