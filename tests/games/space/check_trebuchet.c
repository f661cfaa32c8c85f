/* check_trebuchet.c: the game of stone throwers: a throw against closed forms, keys, points and rounds, and what every game
 * keeps. */
#include "games/trebuchet/trebuchet.h"

#include <math.h>
#include <fixstep/kit/bodies.h>
#include <fixstep/kit/buttons.h>

#include "games/builtin.h"
#include "games/play_checks.h"

#define M(n) ((fs_pos)(n)*FS_POS_ONE)
#define METRES(p) ((double)(p) / (double)FS_POS_ONE)
#define SPEED(v) ((double)(v) / (double)FS_VEL_ONE)

struct site {
    struct match m;
    struct trebuchet_view v;
    struct fs_world3 w;
};

static struct site site_start(uint32_t players, const char *settings)
{
    struct site s = { .m = match_start(&fs_game_trebuchet, players, settings) };
    trebuchet_bind(s.m.state, &s.v);
    fs_world3_bind(s.m.state, trebuchet_T_physics3, NULL, &s.w);
    match_step(&s.m);
    return s;
}

static void press_once(struct site *s, uint32_t slot, unsigned keys)
{
    match_press(&s->m, slot, keys, 0);
    match_step(&s->m);
    match_press(&s->m, slot, 0, 0);
}

static uint32_t stone_of(uint32_t slot)
{
    return fs__trebuchet_row(slot, TREBUCHET_STONE);
}

/* Lets go, opens the sling after `ticks`, and waits for the landing. Returns the range, m. */
static double throw_after(struct site *s, int ticks)
{
    press_once(s, 0, FS_KEY_FIRE);
    match_steps(&s->m, ticks);
    press_once(s, 0, FS_KEY_FIRE);
    for (int i = 0; i < 1200 && s->v.player.phase[0] == TREBUCHET_FLYING; i++)
        match_step(&s->m);
    ck_assert_uint_eq(s->v.player.phase[0], TREBUCHET_LANDED);
    return METRES(s->v.player.range[0]);
}

/* --- closed forms ------------------------------------------------------------------------------------------ */

/* Nothing is lost on hinges and in the trough: the energy of arm, counterweight and stone stays, to 1 % of what the
 * counterweight gives (10 m/s^2, 800 kg, 3.25 m: 26 kJ). */
START_TEST(a_swing_keeps_its_energy)
{
    struct site s = site_start(1, "counterweight=800 stone=10");
    press_once(&s, 0, FS_KEY_FIRE);
    double first = METRES(fs_world3_energy(&s.w));
    for (int i = 0; i < 120; i++) {
        match_step(&s.m);
        double now = METRES(fs_world3_energy(&s.w));
        ck_assert_msg(fabs(now - first) < 260, "tick %d: %.1f J, not %.1f J", i, now, first);
    }
    match_end(&s.m);
}
END_TEST

/* A stone flies v (u + sqrt(u^2 + 2 g h)) / g, to what it moves in two ticks. */
START_TEST(the_range_is_that_of_a_projectile)
{
    for (int ticks = 60; ticks <= 84; ticks += 8) {
        struct site s = site_start(1, "counterweight=800 stone=10");
        fs_pos3 pivot = fs__trebuchet_pivot(0, 1);
        press_once(&s, 0, FS_KEY_FIRE);
        match_steps(&s.m, ticks);
        match_press(&s.m, 0, FS_KEY_FIRE, 0);
        fs_pos3 p = s.w.body.pos[stone_of(0)];
        fs_vel3 v = s.w.body.vel[stone_of(0)];
        double u = SPEED(v.y), level = -SPEED(v.z), h = METRES(p.y) - 0.01 * TREBUCHET_STONE_CM;
        double flight = level * (u + sqrt(u * u + 20 * h)) / 10;
        ck_assert(fabs(METRES(fs__trebuchet_flight(&s.w, p, v)) - fabs(flight)) < 1e-5);
        match_step(&s.m);
        match_press(&s.m, 0, 0, 0);
        for (int i = 0; i < 1200 && s.v.player.phase[0] == TREBUCHET_FLYING; i++)
            match_step(&s.m);
        double want = flight - METRES(p.z - pivot.z), got = -METRES(s.v.player.landed[0].z - pivot.z);
        ck_assert_msg(fabs(got - want) < 2 * fabs(level) / 60 + 0.05, "%d ticks: %.2f m, not %.2f m", ticks, got, want);
        match_end(&s.m);
    }
}
END_TEST

/* Counterweight and stone fixed to the arm are one pendulum: 1/2 I w^2 = g (M l - m L - a d) (sin of the fall). With the arm
 * at the angle b over the level, the stone leaves at w L in the direction (sin b, cos b) and flies as a projectile. */
START_TEST(a_rigid_trebuchet_throws_as_far_as_its_closed_form)
{
    const double weight = 800, stone = 10, arm = TREBUCHET_ARM_KG, d = 3, l = TREBUCHET_SHORT, length = TREBUCHET_LONG;
    const double inertia = weight * (l * l + 1.2 * 1.2 / 6) + stone * length * length +
                           arm * (d * d + (10 * 10 + 0.3 * 0.3) / 12.0);
    for (int ticks = 50; ticks <= 70; ticks += 10) {
        struct site s = site_start(1, "counterweight=800 stone=10 hang=0 sling=0");
        press_once(&s, 0, FS_KEY_FIRE);
        match_steps(&s.m, ticks);
        fs_pos3 p = s.w.body.pos[stone_of(0)];
        double sine = METRES(p.y - M(TREBUCHET_PIVOT)) / length, cosine = METRES(p.z) / length;
        double fall = sine + (TREBUCHET_PIVOT - TREBUCHET_TIP) / length;
        double w = sqrt(2 * 10 * (weight * l - stone * length - arm * d) * fall / inertia);
        double u = w * length * cosine, level = w * length * sine, h = METRES(p.y) - 0.01 * TREBUCHET_STONE_CM;
        double want = level * (u + sqrt(u * u + 20 * h)) / 10 - METRES(p.z);
        press_once(&s, 0, FS_KEY_FIRE);
        for (int i = 0; i < 1200 && s.v.player.phase[0] == TREBUCHET_FLYING; i++)
            match_step(&s.m);
        double got = -METRES(s.v.player.landed[0].z);
        ck_assert_msg(fabs(got - want) < 0.02 * fabs(want) + 2 * fabs(level) / 60, "%d ticks: %.2f m, not %.2f m",
                      ticks, got, want);
        match_end(&s.m);
    }
}
END_TEST

/* The best of the ranges of a machine grows with its counterweight and stays below 2 (M / m) of its fall. */
START_TEST(the_range_grows_with_the_counterweight)
{
    double before = 0;
    for (int kg = 200; kg <= 1600; kg *= 2) {
        char settings[60];
        double best = 0;
        snprintf(settings, sizeof settings, "counterweight=%d stone=10 wait=1", kg);
        for (int ticks = 60; ticks <= 120; ticks += 4) {
            struct site s = site_start(1, settings);
            best = fmax(best, throw_after(&s, ticks));
            match_end(&s.m);
        }
        ck_assert_msg(best > 1.2 * before && best < 2 * kg / 10.0 * 3.25, "%d kg: %.1f m after %.1f m", kg, best,
                      before);
        before = best;
    }
}
END_TEST

/* --- keys -------------------------------------------------------------------------------------------------- */

START_TEST(a_machine_turns_and_takes_a_sling)
{
    struct site s = site_start(2, "sling=40");
    match_press(&s.m, 0, FS_KEY_LEFT | FS_KEY_UP, 0);
    match_steps(&s.m, 20);
    ck_assert_int_gt(s.v.player.heading[0], 0);
    ck_assert_int_eq(s.v.player.heading[1], 0);
    fs_pos3 tip = fs__trebuchet_tip(&s.w, 0), stone = s.w.body.pos[stone_of(0)], pivot = fs__trebuchet_pivot(0, 2);
    ck_assert(fabs(METRES(tip.y) - TREBUCHET_TIP) < 1e-6);
    ck_assert(fabs(METRES(fs_pos3_dist(tip, stone)) - METRES(s.v.player.sling[0])) < 1e-6);
    ck_assert(fabs(METRES(s.v.player.sling[0]) - 4.5) < 1e-6);
    ck_assert_int_gt(tip.x, pivot.x); /* behind the machine, which looks to the left */
    match_steps(&s.m, 600);
    ck_assert_int_eq(s.v.player.heading[0], TREBUCHET_MAX_HEADING);
    ck_assert_int_eq(s.v.player.sling[0], M(TREBUCHET_MAX_SLING));
    match_press(&s.m, 0, FS_KEY_FIRE, 0);
    match_step(&s.m);
    ck_assert_uint_eq(s.v.player.phase[0], TREBUCHET_SWINGING);
    match_steps(&s.m, 30); /* a key held opens nothing */
    ck_assert_uint_eq(s.v.player.phase[0], TREBUCHET_SWINGING);
    match_end(&s.m);
}
END_TEST

/* The stone goes where the machine points. */
START_TEST(a_turned_machine_throws_there)
{
    struct site s = site_start(1, "");
    match_press(&s.m, 0, FS_KEY_RIGHT, 0);
    match_steps(&s.m, 200);
    match_press(&s.m, 0, 0, 0);
    double heading = s.v.player.heading[0] * 0x1p-32 * 2 * M_PI;
    ck_assert(throw_after(&s, 84) > 20);
    fs_pos3 at = s.v.player.landed[0];
    ck_assert(fabs(atan2(-METRES(at.x), -METRES(at.z)) - heading) < 0.01);
    match_end(&s.m);
}
END_TEST

/* A sling that is never opened ends the throw; a machine cocks itself again. */
START_TEST(a_throw_ends)
{
    struct site s = site_start(1, "wait=5");
    press_once(&s, 0, FS_KEY_FIRE);
    match_steps(&s.m, 20 * 60 - 1);
    ck_assert_uint_eq(s.v.player.phase[0], TREBUCHET_COCKED);
    (void)throw_after(&s, 84);
    match_steps(&s.m, 30);
    ck_assert_uint_eq(s.v.player.phase[0], TREBUCHET_COCKED);
    for (uint32_t i = 0; i < *s.w.joint.rows; i++)
        ck_assert_uint_eq(s.w.joint.gen[i] & 1, 0);
    match_end(&s.m);
}
END_TEST

/* --- points and rounds ------------------------------------------------------------------------------------- */

START_TEST(near_stones_give_points)
{
    struct site s = site_start(1, "goal=5");
    fs_standings standings;
    ck_assert_uint_eq(fs__trebuchet_points(M(2)), 3);
    ck_assert_uint_eq(fs__trebuchet_points(M(2) + 1), 2);
    ck_assert_uint_eq(fs__trebuchet_points(M(5) + 1), 1);
    ck_assert_uint_eq(fs__trebuchet_points(M(10) + 1), 0);
    (void)throw_after(&s, 84);
    fs_pos3 at = s.v.player.landed[0];
    for (uint32_t i = 1; i <= 2; i++) {
        match_steps(&s.m, 70);
        s.v.stage.target[0] = fs_pos3_add(at, fs_pos3_make(0, 0, M(1)));
        (void)throw_after(&s, 84);
        ck_assert_uint_eq(s.v.player.score[0], i == 1 ? 3 : 0);
        ck_assert(!fs_pos3_eq(s.v.stage.target[0], fs_pos3_add(at, fs_pos3_make(0, 0, M(1)))));
    }
    ck_assert_uint_eq(s.v.player.wins[0], 1);
    ck_assert(fs_sim_standings(s.m.sim, &standings) && standings.finished && standings.winners == 1);
    match_end(&s.m);
}
END_TEST

START_TEST(engineers_hit)
{
    struct site s = site_start(2, "goal=6");
    for (int i = 0; i < 100 && s.v.stage.rounds[0] == 0; i++)
        match_bots(&s.m, "engineer engineer", 60);
    ck_assert_uint_eq(s.v.stage.rounds[0], 1);
    match_end(&s.m);
}
END_TEST

START_TEST(the_script_throws)
{
    struct match m = play_script(&fs_game_trebuchet, 2, "", 1100);
    struct trebuchet_view v;
    trebuchet_bind(m.state, &v);
    ck_assert_uint_eq(v.player.throws[0], 2);
    ck_assert_uint_eq(v.player.throws[1], 1);
    ck_assert_int_gt(v.player.range[0], M(50));
    ck_assert_int_gt(v.player.range[1], M(50));
    match_end(&m);
}
END_TEST

/* --- what every game keeps ------------------------------------------------------------------------- */

static void check_site(const struct match *m)
{
    struct trebuchet_view v;
    trebuchet_peek(m->state, &v);
    for (uint32_t slot = 0; slot < *v.player.rows; slot++)
        ck_assert((v.player.pivot[slot].index1 != 0) == (v.player.phase[slot] != TREBUCHET_COCKED));
}

static const struct game_checks checks = {
    .game = &fs_game_trebuchet,
    .players = "player",
    .fields = 10,
    .check = check_site,
    .ticks = 300,
    .bytes = 300,
    .pictures = 100,
    .bots = 300,
    .choices = 0,
    .items = 40,
    .refused = { 10, 10 },
};

static const struct scene scenes[] = {
    { &checks, 8, "" },
    { &checks, 2, "hz=20 counterweight=3000 far=400 goal=1 hang=0 near=400 sling=0 stone=2 wait=1" },
    { &checks, 1, "hz=120 counterweight=50 far=20 goal=1000 hang=20 near=20 sling=60 stone=100 wait=100" },
};

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("trebuchet");
    TCase *tc = tcase_create("trebuchet");
    tcase_set_timeout(tc, 120);
    tcase_add_test(tc, a_swing_keeps_its_energy);
    tcase_add_test(tc, the_range_is_that_of_a_projectile);
    tcase_add_test(tc, a_rigid_trebuchet_throws_as_far_as_its_closed_form);
    tcase_add_test(tc, the_range_grows_with_the_counterweight);
    tcase_add_test(tc, a_machine_turns_and_takes_a_sling);
    tcase_add_test(tc, a_turned_machine_throws_there);
    tcase_add_test(tc, a_throw_ends);
    tcase_add_test(tc, near_stones_give_points);
    tcase_add_test(tc, engineers_hit);
    tcase_add_test(tc, the_script_throws);
    add_play_checks(tc, scenes, sizeof scenes / sizeof scenes[0]);
    suite_add_tcase(suite, tc);
    return suite;
}
