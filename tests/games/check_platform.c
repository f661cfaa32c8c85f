/* check_platform.c: the game of the platform: its balance against closed forms, its rules
 * one by one, and what every game keeps. */
#include <math.h>

#include "games/builtin.h"
#include "games/platform/platform.h"
#include "games/play_checks.h"

#define M(n) ((fs_pos)(n)*FS_POS_ONE)
#define CM(n) ((fs_pos)(n)*FS_POS_ONE / 100)

static double metres(fs_pos p)
{
    return (double)p / 4294967296.0;
}

static void near(double value, double expected, double tolerance, const char *what)
{
    ck_assert_msg(fabs(value - expected) <= tolerance, "%s: %.6f, expected %.6f +- %.6f", what, value, expected,
                  tolerance);
}

/* --- properties of every game -------------------------------------------------------------- */

static void check_cells(const struct match *m)
{
    struct platform_view v;
    platform_peek(m->state, &v);
    for (uint32_t row = 0; row < *v.body.rows; row++) {
        fs_pos3 origin = fs__platform_pivot_pos(row / PLATFORM_BODIES, *v.player.rows), p = v.body.pos[row];
        if (v.body.kind[row] == 0)
            continue;
        ck_assert(fs_abs64(p.x - origin.x) < M(20) && p.y - origin.y > -M(6) && p.y - origin.y < M(15) && p.z == 0);
    }
    for (uint32_t slot = 0; slot < *v.player.rows; slot++) {
        ck_assert_uint_le(v.player.streak[slot], v.player.best[slot]);
        ck_assert_uint_le(v.player.best[slot], v.player.coins[slot]);
    }
    ck_assert_uint_eq(*v.particle_system.dropped_contacts, 0);
    ck_assert_uint_eq(*v.world.saturations, 0);
}

static const struct game_checks checks = {
    .game = &fs_game_platform,
    .players = "player",
    .fields = 4,
    .check = check_cells,
    .ticks = 400,
    .bytes = 800,
    .pictures = 200,
    .bots = 600,
    .choices = 0,
    .items = 10,
    .refused = { 15, 10 },
};

static const struct scene scenes[] = {
    { &checks, 8, "" },
    { &checks, 3, "hz=20 ball=50 weight=100 keel=200 slide=1 stop=30 wait=1 substeps=2" },
    { &checks, 2, "hz=120 ball=1 weight=1 keel=15 stop=1 substeps=3" },
    { &checks, 2, "solver=1 substeps=1" },
};

START_TEST(keys_become_inputs)
{
    uint8_t input[2] = { 0, 0 };
    fs_game_platform.keys(&(fs_keys){ .held = FS_KEY_LEFT | FS_KEY_ALT, .character = '1' }, input);
    ck_assert_mem_eq(input, "\x24\x00", 2);
    fs_game_platform.keys(&(fs_keys){ .held = UINT32_MAX }, input);
    ck_assert_mem_eq(input, "\x3f\x00", 2);
}
END_TEST

/* Cells differ by whole metres alone: what all players press alike moves alike, to the bit. */
START_TEST(all_cells_are_equal)
{
    struct match m = match_start(&fs_game_platform, 8, "");
    struct platform_view v;
    platform_bind(m.state, &v);
    for (uint32_t t = 0; t < 600; t++) {
        for (uint32_t slot = 0; slot < 8; slot++)
            match_press(&m, slot, script_random(t, 0) & 0x3f, 0);
        match_step(&m);
        for (uint32_t row = PLATFORM_BODIES; row < *v.body.rows; row++) {
            uint32_t twin = row % PLATFORM_BODIES;
            fs_pos3 shift = fs_pos3_sub(fs__platform_pivot_pos(row / PLATFORM_BODIES, 8), fs__platform_pivot_pos(0, 8));
            if (v.body.kind[row] == 0)
                continue;
            ck_assert(fs_pos3_eq(v.body.pos[row], fs_pos3_add(v.body.pos[twin], shift)));
            ck_assert(fs_vel3_eq(v.body.vel[row], v.body.vel[twin]));
        }
    }
    ck_assert_uint_gt(v.player.falls[0], 0);
    match_end(&m);
}
END_TEST

/* --- a platform to test ------------------------------------------------------------------------- */

struct stand {
    struct match m;
    struct platform_view v;
};

static struct stand stand_start(uint32_t players, const char *settings)
{
    struct stand s = { .m = match_start(&fs_game_platform, players, settings) };
    platform_bind(s.m.state, &s.v);
    match_step(&s.m);
    return s;
}

/* Without its ball for a long time. */
static struct stand bare_stand(const char *settings, fs_pos at)
{
    struct stand s = stand_start(1, settings);
    struct fs_particles p = FS_PARTICLES(s.v, body, physics);
    s.v.player.state[0] = PLATFORM_WAITING;
    s.v.player.wait[0] = UINT16_MAX;
    s.v.player.weight_pos[0] = at;
    fs_kit_particle_clear(&p, PLATFORM_BALL);
    return s;
}

/* Kinetic and potential energy of all parts, J. */
static double energy(const struct stand *s)
{
    double sum = 0;
    for (uint32_t i = 0; i < PLATFORM_BALL; i++) {
        fs_vel3 v = s->v.body.vel[i];
        double x = (double)v.x / 2097152.0, y = (double)v.y / 2097152.0;
        sum += metres(s->v.body.mass[i]) * ((x * x + y * y) / 2 + 10 * metres(s->v.body.pos[i].y));
    }
    return sum;
}

/* --- balance ---------------------------------------------------------------------------------------- */

/* No torque about the pivot: tan a = W u / (1.2 K - 0.5 (18 + W)), and to the other side for -u. */
START_TEST(a_platform_tips_to_its_loaded_side)
{
    static const struct {
        int weight, keel;
        double at;
    } loads[] = { { 1, 30, 1 }, { 4, 30, 1 }, { 4, 30, -1 }, { 2, 30, -2.5 }, { 20, 100, 0.75 }, { 4, 30, 0 } };
    char settings[60];
    double w = loads[_i].weight, k = loads[_i].keel, u = loads[_i].at;
    snprintf(settings, sizeof settings, "weight=%d keel=%d", loads[_i].weight, loads[_i].keel);
    struct stand s = bare_stand(settings, (fs_pos)(u * 4294967296.0));
    match_steps(&s.m, 2400);
    near(-metres(fs__platform_slope(&s.v, 0)), sin(atan2(w * u, 1.2 * k - 0.5 * (18 + w))), 0.002, "sine of the angle");
    ck_assert_int_lt(fs__platform_max_stretch(&s.v), CM(1) / 10);
    match_end(&s.m);
}
END_TEST

START_TEST(cables_stop_an_end)
{
    for (int side = -1; side <= 1; side += 2) {
        struct stand s = bare_stand("weight=100 stop=6", side * M(4));
        uint32_t up = side > 0 ? 0 : PLATFORM_DECK_NODES - 1;
        double rest = metres(s.v.body.pos[up].y), highest = rest;
        for (int t = 0; t < 900; t++) {
            match_step(&s.m);
            highest = fmax(highest, metres(s.v.body.pos[up].y));
        }
        ck_assert_double_lt(highest - rest, 0.61);
        near(metres(s.v.body.pos[up].y) - rest, 0.6, 0.03, "rise");
        match_end(&s.m);
    }
}
END_TEST

/* Nobody touches it: from the moment the weight lies where it lies, the energy only falls. */
START_TEST(energy_never_grows)
{
    struct stand s = bare_stand("weight=4 stop=30", M(2));
    match_step(&s.m);
    double start = energy(&s), before = start;
    for (int t = 0; t < 1200; t++) {
        match_step(&s.m);
        ck_assert_double_lt(energy(&s), before + 0.02);
        before = energy(&s);
    }
    ck_assert_double_lt(before, start - 2);
    match_end(&s.m);
}
END_TEST

/* A fixed pivot keeps every bit. One that slides goes to one side as far as its load goes to
 * the other: without friction the centre of mass stays where it is. */
START_TEST(a_pivot_slides_only_when_it_may)
{
    for (int slide = 0; slide < 2; slide++) {
        char settings[60];
        snprintf(settings, sizeof settings, "slide=%d stop=30 weight=4", slide);
        struct stand s = bare_stand(settings, M(2));
        match_step(&s.m);
        struct fs_particles p = FS_PARTICLES(s.v, body, physics);
        fs_pos3 pivot = p.pos[PLATFORM_PIVOT], before, after;
        ck_assert_int_eq(fs_particles_centre_of_mass(&p, &before), FS_OK);
        match_steps(&s.m, 90);
        ck_assert_int_eq(fs_particles_centre_of_mass(&p, &after), FS_OK);
        if (slide) {
            ck_assert(fs_abs64(p.pos[PLATFORM_PIVOT].x - pivot.x) > CM(1));
            ck_assert(fs_abs64(after.x - before.x) < CM(1) / 10);
            near(metres(p.pos[PLATFORM_PIVOT].y), metres(pivot.y), 0.001, "height of the pivot");
        } else {
            ck_assert(fs_pos3_eq(p.pos[PLATFORM_PIVOT], pivot) && fs_abs64(after.x - before.x) > CM(1));
        }
        match_end(&s.m);
    }
}
END_TEST

static double worst_stretch(const char *settings, const char *bot, uint32_t *coins)
{
    struct stand s = stand_start(1, settings);
    fs_pos worst = 0;
    for (int t = 0; t < 1800; t++) {
        match_bots(&s.m, bot, 1);
        worst = fs_max64(worst, fs__platform_max_stretch(&s.v));
    }
    *coins = s.v.player.coins[0];
    match_end(&s.m);
    return metres(worst);
}

START_TEST(rods_hold_their_lengths)
{
    static const struct {
        const char *settings, *bot;
        double bound;
    } plays[] = { { "", "balancer", 0.003 },
                  { "weight=100 ball=50", "random", 0.03 },
                  { "slide=1", "balancer", 0.01 },
                  { "solver=1 substeps=1", "balancer", 0.05 } };
    uint32_t coins;
    double stretch = worst_stretch(plays[_i].settings, plays[_i].bot, &coins);
    ck_assert_msg(stretch < plays[_i].bound, "stretch %.5f m", stretch);
    ck_assert(coins >= 4 || _i == 1);
}
END_TEST

START_TEST(more_substeps_stretch_less)
{
    uint32_t coins;
    double few = worst_stretch("substeps=5", "balancer", &coins),
           more = worst_stretch("substeps=20", "balancer", &coins);
    ck_assert_msg(more * 4 < few, "%.6f m with 5 substeps, %.6f m with 20", few, more);
}
END_TEST

/* --- rules ------------------------------------------------------------------------------------------------ */

START_TEST(keys_move_the_weight)
{
    struct stand s = stand_start(1, "");
    const fs_pos step = M(5) / 60;
    match_press(&s.m, 0, FS_KEY_RIGHT, 0);
    match_steps(&s.m, 10);
    ck_assert_int_eq(s.v.player.weight_pos[0], 10 * step);
    match_press(&s.m, 0, FS_KEY_LEFT | FS_KEY_ALT, 0);
    match_steps(&s.m, 4);
    ck_assert_int_eq(s.v.player.weight_pos[0], 10 * step - 4 * (M(5) / 240));
    match_press(&s.m, 0, FS_KEY_RIGHT, 0);
    match_steps(&s.m, 100);
    ck_assert_int_eq(s.v.player.weight_pos[0], M(PLATFORM_HALF_LENGTH));
    match_press(&s.m, 0, FS_KEY_FIRE | FS_KEY_RIGHT, 0);
    match_step(&s.m);
    ck_assert_int_eq(s.v.player.weight_pos[0], M(PLATFORM_HALF_LENGTH) - step);
    match_steps(&s.m, 100);
    ck_assert_int_eq(s.v.player.weight_pos[0], 0);
    match_press(&s.m, 0, FS_KEY_LEFT | FS_KEY_RIGHT, 0);
    match_step(&s.m);
    ck_assert_int_eq(s.v.player.weight_pos[0], 0);
    match_press(&s.m, 0, FS_KEY_LEFT, 0);
    match_steps(&s.m, 100);
    ck_assert_int_eq(s.v.player.weight_pos[0], -M(PLATFORM_HALF_LENGTH));
    match_end(&s.m);
}
END_TEST

/* Between two parts both carry their share; all shares together are the weight. */
START_TEST(the_weight_is_shared_out)
{
    struct stand s = stand_start(1, "weight=10");
    for (int at = -400; at <= 400; at += 25) {
        fs_wide sum = 0;
        s.v.player.weight_pos[0] = CM(at);
        match_step(&s.m);
        for (uint32_t part = 0; part < PLATFORM_DECK_NODES; part++) {
            double offset = fabs(at / 100.0 - ((double)part - 4));
            near(metres(s.v.body.mass[part]), 2 + 10 * fmax(0, 1 - offset), 1e-6, "mass of a part");
            sum += s.v.body.mass[part];
        }
        ck_assert_int_eq(sum, fs_wide_from_int(28));
    }
    match_end(&s.m);
}
END_TEST

START_TEST(a_ball_rolls_off_and_comes_again)
{
    for (int side = -1; side <= 1; side += 2) {
        struct stand s = stand_start(1, "wait=10");
        double x = 0;
        s.v.player.weight_pos[0] = side * M(4);
        for (int t = 0; t < 600 && s.v.player.state[0] == PLATFORM_ROLLING; t++) {
            x = metres(s.v.body.pos[PLATFORM_BALL].x);
            match_step(&s.m);
        }
        ck_assert_uint_eq(s.v.player.falls[0], 1);
        ck_assert_double_gt(x * side, 4);
        match_steps(&s.m, 59);
        ck_assert_uint_eq(s.v.player.state[0], PLATFORM_WAITING);
        match_step(&s.m);
        ck_assert_uint_eq(s.v.player.state[0], PLATFORM_ROLLING);
        near(metres(s.v.body.pos[PLATFORM_BALL].x), 0, 0.2, "place of the next ball");
        match_end(&s.m);
    }
}
END_TEST

static void put_ball_at_coin(struct stand *s)
{
    fs_pos3 place = fs__platform_deck_point(&s->v, 0, fs__platform_coin_pos(*s->v.world.seed, s->v.player.coins[0]));
    place.y += CM(PLATFORM_RADIUS_CM);
    s->v.body.pos[PLATFORM_BALL] = place;
    s->v.body.vel[PLATFORM_BALL] = fs_vel3_zero();
}

START_TEST(coins_count_and_a_fall_ends_the_streak)
{
    struct stand s = stand_start(1, "seed=9");
    for (uint32_t k = 1; k <= 3; k++) {
        put_ball_at_coin(&s);
        match_step(&s.m);
        ck_assert(s.v.player.coins[0] == k && s.v.player.streak[0] == k && s.v.player.best[0] == k);
    }
    s.v.body.pos[PLATFORM_BALL] = fs_pos3_make(M(5), -M(3), 0);
    match_step(&s.m);
    ck_assert(s.v.player.coins[0] == 3 && s.v.player.streak[0] == 0 && s.v.player.best[0] == 3);
    ck_assert(s.v.player.falls[0] == 1 && s.v.body.kind[PLATFORM_BALL] == 0);
    match_end(&s.m);
}
END_TEST

START_TEST(coins_lie_on_both_sides_in_turn)
{
    for (uint32_t k = 0; k < 1000; k++) {
        fs_pos place = fs__platform_coin_pos(77, k);
        ck_assert(fs_abs64(place) >= M(1) && fs_abs64(place) <= M(3) && (place > 0) == (k % 2 == 0));
    }
    ck_assert(fs__platform_coin_pos(1, 0) != fs__platform_coin_pos(2, 0));
}
END_TEST

/* --- bots and scripts ---------------------------------------------------------------------------- */

START_TEST(balancer_beats_idle_and_random)
{
    char settings[60];
    snprintf(settings, sizeof settings, "seed=%d slide=%d", _i, _i % 2);
    struct stand s = stand_start(3, settings);
    match_bots(&s.m, "balancer idle random", 2400);
    ck_assert_uint_ge(s.v.player.coins[0], 7);
    ck_assert_uint_lt(s.v.player.coins[1] * 2, s.v.player.coins[0]);
    ck_assert_uint_lt(s.v.player.coins[2], s.v.player.coins[0]);
    ck_assert_uint_lt(s.v.player.falls[0], s.v.player.falls[2]);
    match_end(&s.m);
}
END_TEST

START_TEST(scripts_play)
{
    struct match m = play_script(&fs_game_platform, 2, "seed=1", 1500);
    struct platform_view v;
    platform_bind(m.state, &v);
    ck_assert_uint_ge(v.player.coins[0], 1);
    ck_assert_uint_ge(v.player.falls[1], 2);
    match_end(&m);
}
END_TEST

static void add_rules(TCase *tc)
{
    tcase_add_loop_test(tc, a_platform_tips_to_its_loaded_side, 0, 6);
    tcase_add_test(tc, cables_stop_an_end);
    tcase_add_test(tc, energy_never_grows);
    tcase_add_test(tc, a_pivot_slides_only_when_it_may);
    tcase_add_loop_test(tc, rods_hold_their_lengths, 0, 4);
    tcase_add_test(tc, more_substeps_stretch_less);
    tcase_add_test(tc, keys_move_the_weight);
    tcase_add_test(tc, the_weight_is_shared_out);
    tcase_add_test(tc, a_ball_rolls_off_and_comes_again);
    tcase_add_test(tc, coins_count_and_a_fall_ends_the_streak);
    tcase_add_test(tc, coins_lie_on_both_sides_in_turn);
    tcase_add_loop_test(tc, balancer_beats_idle_and_random, 1, 3);
    tcase_add_test(tc, scripts_play);
}

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("platform");
    TCase *tc = tcase_create("platform");
    tcase_set_timeout(tc, 120);
    add_play_checks(tc, scenes, sizeof scenes / sizeof scenes[0]);
    tcase_add_test(tc, keys_become_inputs);
    tcase_add_test(tc, all_cells_are_equal);
    add_rules(tc);
    suite_add_tcase(suite, tc);
    return suite;
}
