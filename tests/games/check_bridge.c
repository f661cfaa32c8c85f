/* check_bridge.c: the game of the bridge: statics of its deck against closed forms, its
 * rules one by one, and what every game keeps. */
#include <math.h>

#include "games/bridge/bridge.h"
#include "games/builtin.h"
#include "games/play_checks.h"

#define M(n) ((fs_pos)(n)*FS_POS_ONE)
#define CM(n) ((fs_pos)(n)*FS_POS_ONE / 100)

static double metres(fs_pos p)
{
    return (double)p / 4294967296.0;
}

static double speed(fs_vel v)
{
    return (double)v / 2097152.0;
}

static void near(double value, double expected, double tolerance, const char *what)
{
    ck_assert_msg(fabs(value - expected) <= tolerance, "%s: %.6f, expected %.6f +- %.6f", what, value, expected,
                  tolerance);
}

/* --- properties of every game -------------------------------------------------------------- */

static void check_gorge(const struct match *m)
{
    struct bridge_view v;
    bridge_peek(m->state, &v);
    for (uint32_t row = 0; row < *v.body.rows; row++) {
        fs_pos3 p = v.body.pos[row];
        ck_assert(fs_abs64(p.x) < v.rule.half_span[0] + M(BRIDGE_BANK_LENGTH + 1) &&
                  fs_abs64(p.z) < M(BRIDGE_BANK_HALF_WIDTH + 3));
        ck_assert(p.y >= -M(BRIDGE_FALL_DEPTH) && p.y < M(12));
    }
    for (uint32_t slot = 0; slot < *v.player.rows; slot++)
        ck_assert((v.player.best_crossing_ticks[slot] != 0) == (v.player.crossings[slot] != 0));
    ck_assert_uint_eq(*v.particle_system.dropped_contacts, 0);
    ck_assert_uint_eq(*v.world.saturations, 0);
}

static const struct game_checks checks = {
    .game = &fs_game_bridge,
    .players = "player",
    .fields = 4,
    .check = check_gorge,
    .ticks = 400,
    .bytes = 800,
    .pictures = 100,
    .bots = 600,
    .choices = 0,
    .items = 10,
    .refused = { 20, 15 },
};

static const struct scene scenes[] = {
    { &checks, 8, "" },
    { &checks, 3,
      "hz=20 planks=4 ball=200 plank=2 give=3000 slack=200 strength=300 substeps=2 wait=1 push=150 jump=80" },
    { &checks, 2, "hz=120 planks=25 hangers=0 substeps=3" },
    { &checks, 4, "solver=1 substeps=1 planks=10 ball=20" },
};

START_TEST(keys_become_inputs)
{
    uint8_t input[2] = { 0, 0 };
    fs_game_bridge.keys(&(fs_keys){ .held = FS_KEY_RIGHT | FS_KEY_FIRE, .character = '1' }, input);
    ck_assert_mem_eq(input, "\x18\x00", 2);
    fs_game_bridge.keys(&(fs_keys){ .held = UINT32_MAX }, input);
    ck_assert_mem_eq(input, "\x3f\x00", 2);
}
END_TEST

/* --- a gorge to test ------------------------------------------------------------------------- */

struct gorge {
    struct match m;
    struct bridge_view v;
    struct bridge_rules rules;
    uint32_t ball; /* row of slot 0's */
};

static struct gorge gorge_start(uint32_t players, const char *settings)
{
    struct gorge g = { .m = match_start(&fs_game_bridge, players, settings) };
    bridge_bind(g.m.state, &g.v);
    g.rules = bridge_rules_load(&g.v);
    g.ball = fs__bridge_ball_row(&g.rules, 0);
    match_step(&g.m);
    return g;
}

static void put_ball(struct gorge *g, uint32_t slot, fs_pos x, fs_pos y, fs_pos z)
{
    g->v.body.pos[fs__bridge_ball_row(&g->rules, slot)] = fs_pos3_make(x, y, z);
    g->v.body.vel[fs__bridge_ball_row(&g->rules, slot)] = fs_vel3_zero();
}

static double height(const struct gorge *g, uint32_t row)
{
    return metres(g->v.body.pos[row].y);
}

/* Pull of all cables up, N. */
static double sum_cable_tension(const struct gorge *g)
{
    double sum = 0;
    for (uint32_t row = 3 * g->rules.planks - 2; row < *g->v.link.rows; row++)
        sum += metres(g->v.link.tension[row]);
    return sum;
}

/* --- statics ------------------------------------------------------------------------------------ */

/* Each cable up holds m g and gives c m g; the slack along is more than that. */
START_TEST(a_deck_sags_by_its_weight)
{
    static const int kg[3] = { 12, 40, 100 };
    char settings[60];
    snprintf(settings, sizeof settings, "plank=%d give=300 slack=60", kg[_i]);
    struct gorge g = gorge_start(1, settings);
    match_steps(&g.m, 900);
    for (uint32_t row = 2; row < 2 * g.rules.planks - 2; row++)
        near(height(&g, row), -kg[_i] / 2.0 * 10 * 300e-6, 0.001, "sag");
    near(sum_cable_tension(&g), (2 * g.rules.planks - 4) * kg[_i] / 2.0 * 10, 2 * kg[_i], "pull of all cables");
    match_end(&g.m);
}
END_TEST

/* A rope of (1 + s) L over a span L hangs by d: s = 8/3 (d/L)^2 - 32/5 (d/L)^4. */
START_TEST(a_rope_bridge_hangs_in_its_arc)
{
    static const int slack[3] = { 10, 20, 50 };
    char settings[60];
    snprintf(settings, sizeof settings, "hangers=0 substeps=40 slack=%d", slack[_i]);
    struct gorge g = gorge_start(1, settings);
    match_steps(&g.m, 1200);
    double s = slack[_i] / 1000.0, q = s * 3 / 8;
    for (int i = 0; i < 20; i++)
        q = (s + 6.4 * q * q) * 3 / 8;
    double span = 2 * metres(g.rules.half_span), expected = span * sqrt(q);
    near(-height(&g, g.rules.planks), expected, 0.02 * expected, "sag in the middle");
    ck_assert_int_lt(fs__bridge_max_stretch(&g.v), CM(1));
    match_end(&g.m);
}
END_TEST

/* With two balls in the middle the cables pull as much more as they weigh. */
START_TEST(cables_carry_what_rests_on_the_deck)
{
    struct gorge g = gorge_start(2, "ball=100 give=100 slack=100");
    match_steps(&g.m, 600);
    double empty = sum_cable_tension(&g);
    match_press(&g.m, 0, FS_KEY_ALT, 0);
    match_press(&g.m, 1, FS_KEY_ALT, 0);
    put_ball(&g, 0, CM(37), CM(50), CM(80));
    put_ball(&g, 1, CM(37), CM(50), -CM(80));
    match_steps(&g.m, 1000);
    near(sum_cable_tension(&g) - empty, 2000, 10, "pull of all cables");
    ck_assert_double_gt(height(&g, g.ball), 0);
    ck_assert_double_lt(height(&g, g.ball), 0.55);
    match_end(&g.m);
}
END_TEST

static double crossing_stretch(const char *settings, double *lowest)
{
    struct gorge g = gorge_start(1, settings);
    fs_pos worst = 0;
    *lowest = 9;
    for (int t = 0; t < 2400 && g.v.player.crossings[0] == 0; t++) {
        match_bots(&g.m, "walker", 1);
        worst = fs_max64(worst, fs__bridge_max_stretch(&g.v));
        *lowest = fmin(*lowest, height(&g, g.ball));
    }
    ck_assert_uint_eq(g.v.player.crossings[0], 1);
    match_end(&g.m);
    return metres(worst);
}

/* A ball of 200 kg crosses planks of 12 kg: it never sinks in, and nothing stiff gives by
 * more than the bound, on a hanging deck, on a rope bridge, and in the book's way. */
START_TEST(heavy_balls_cross_and_stiff_links_hold)
{
    static const struct {
        const char *settings;
        double stretch, lowest;
    } ways[] = { { "", 0.005, 0.3 },
                 { "ball=200", 0.03, -0.6 },
                 { "ball=40 hangers=0", 0.02, -2.5 },
                 { "ball=20 solver=1 substeps=1", 0.1, 0.3 },
                 { "ball=200 solver=2", 0.03, -0.6 },
                 { "ball=40 hangers=0 solver=2", 0.02, -2.5 } };
    double lowest, stretch = crossing_stretch(ways[_i].settings, &lowest);
    ck_assert_msg(stretch < ways[_i].stretch, "stretch %.4f m", stretch);
    ck_assert_msg(lowest > ways[_i].lowest, "lowest %.4f m", lowest);
}
END_TEST

START_TEST(more_substeps_stretch_less)
{
    double lowest;
    double few = crossing_stretch("ball=100 substeps=3", &lowest),
           more = crossing_stretch("ball=100 substeps=12", &lowest);
    ck_assert_msg(more * 4 < few, "%.5f m with 3 substeps, %.5f m with 12", few, more);
}
END_TEST

/* --- rules ------------------------------------------------------------------------------------------ */

/* v' = a - k v with k = -ln 0.6: v = a (1 - 0.6^t) / k. */
START_TEST(keys_push_and_brake)
{
    struct gorge g = gorge_start(1, "push=40");
    double k = -log(0.6), expected = 4 * (1 - pow(0.6, 0.5)) / k;
    put_ball(&g, 0, -g.rules.half_span - M(8), CM(55), M(1));
    match_press(&g.m, 0, FS_KEY_RIGHT | FS_KEY_UP, 0);
    match_steps(&g.m, 30);
    near(speed(g.v.body.vel[g.ball].x), expected, 0.02, "to the right");
    near(speed(g.v.body.vel[g.ball].z), -expected, 0.02, "away");
    near(height(&g, g.ball), 0.55, 1e-6, "on the ground");
    match_press(&g.m, 0, FS_KEY_ALT, 0);
    match_steps(&g.m, 30);
    near(speed(g.v.body.vel[g.ball].x), expected * exp(-(5 + k) * 0.5), 0.02, "braked");
    match_press(&g.m, 0, FS_KEY_LEFT | FS_KEY_DOWN, 0);
    match_steps(&g.m, 30);
    ck_assert_int_lt(g.v.body.vel[g.ball].x, 0);
    ck_assert_int_gt(g.v.body.vel[g.ball].z, 0);
    match_end(&g.m);
}
END_TEST

/* Up to v^2 / 2g, less what damping takes; in the air there is nothing to jump from. */
START_TEST(a_jump_needs_the_ground)
{
    struct gorge g = gorge_start(1, "jump=45");
    double highest = 0;
    int risings = 0;
    fs_vel before = 0;
    match_press(&g.m, 0, FS_KEY_FIRE, 0);
    for (int t = 0; t < 60; t++) {
        match_step(&g.m);
        fs_vel now = g.v.body.vel[g.ball].y;
        risings += now > before;
        before = now;
        highest = fmax(highest, height(&g, g.ball) - 0.55);
    }
    ck_assert_double_lt(highest, 4.5 * 4.5 / 20);
    ck_assert_double_gt(highest, 0.85 * 4.5 * 4.5 / 20);
    /* Once at the start, and on coming down, when the next jump may follow it. */
    ck_assert_int_ge(risings, 2);
    ck_assert_int_le(risings, 3);
    match_end(&g.m);
}
END_TEST

START_TEST(who_falls_starts_the_same_way_again)
{
    struct gorge g = gorge_start(2, "wait=10");
    put_ball(&g, 1, 0, CM(50), M(3));
    int ticks = 0;
    while (g.v.player.state[1] == BRIDGE_ROLLING && ticks++ < 200)
        match_step(&g.m);
    ck_assert_uint_eq(g.v.player.falls[1], 1);
    ck_assert_uint_eq(g.v.player.state[1], BRIDGE_WAITING);
    ck_assert_uint_eq(g.v.body.kind[fs__bridge_ball_row(&g.rules, 1)], 0);
    match_steps(&g.m, 59);
    ck_assert_uint_eq(g.v.player.state[1], BRIDGE_WAITING);
    match_step(&g.m);
    ck_assert_uint_eq(g.v.player.state[1], BRIDGE_ROLLING);
    ck_assert_uint_eq(g.v.player.returning[1], 1);
    fs_pos3 start = fs__bridge_start_pos(&g.rules, 1, true);
    ck_assert(fs_pos3_dist(g.v.body.pos[fs__bridge_ball_row(&g.rules, 1)], start) < CM(1));
    ck_assert_uint_eq(g.v.player.crossings[1] + g.v.player.falls[0], 0);
    match_end(&g.m);
}
END_TEST

START_TEST(a_way_counts_on_the_other_bank)
{
    struct gorge g = gorge_start(1, "");
    put_ball(&g, 0, g.rules.half_span + CM(95), CM(55), 0);
    match_steps(&g.m, 9);
    ck_assert_uint_eq(g.v.player.crossings[0], 0);
    /* In the air it does not count yet. */
    put_ball(&g, 0, g.rules.half_span + CM(110), CM(90), 0);
    match_step(&g.m);
    ck_assert_uint_eq(g.v.player.crossings[0], 0);
    put_ball(&g, 0, g.rules.half_span + CM(110), CM(55), 0);
    match_step(&g.m);
    ck_assert(g.v.player.crossings[0] == 1 && g.v.player.returning[0] == 1 && g.v.player.best_crossing_ticks[0] == 12 &&
              g.v.player.crossing_ticks[0] == 0);
    match_steps(&g.m, 5);
    ck_assert_uint_eq(g.v.player.crossings[0], 1);
    put_ball(&g, 0, -g.rules.half_span - CM(110), CM(55), 0);
    match_step(&g.m);
    ck_assert(g.v.player.crossings[0] == 2 && g.v.player.returning[0] == 0 && g.v.player.best_crossing_ticks[0] == 6);
    match_end(&g.m);
}
END_TEST

/* Head-on with equal masses: half of the closing speed comes back, the sum stays zero. */
START_TEST(balls_bounce_off_each_other)
{
    struct gorge g = gorge_start(2, "");
    uint32_t other = fs__bridge_ball_row(&g.rules, 1);
    put_ball(&g, 0, -g.rules.half_span - M(6), CM(55), 0);
    put_ball(&g, 1, -g.rules.half_span - M(4), CM(55), 0);
    g.v.body.vel[g.ball].x = 3 * FS_VEL_ONE;
    g.v.body.vel[other].x = -3 * FS_VEL_ONE;
    double before = 3;
    while (g.v.body.vel[g.ball].x > 0) {
        before = speed(g.v.body.vel[g.ball].x);
        ck_assert_uint_lt(*g.v.world.tick, 60);
        match_step(&g.m);
    }
    near(speed(g.v.body.vel[g.ball].x), -before / 2, 0.02, "speed after");
    ck_assert_int_eq(g.v.body.vel[g.ball].x, -g.v.body.vel[other].x);
    match_end(&g.m);
}
END_TEST

static uint32_t torn_of(const struct gorge *g)
{
    uint32_t torn = 0;
    for (uint32_t row = 0; row < *g->v.link.rows; row++)
        torn += g->v.link.status[row] == FS_LINK_TORN;
    return torn;
}

START_TEST(cables_tear_only_with_a_strength)
{
    for (int strength = 0; strength <= 150; strength += 150) {
        char settings[60];
        snprintf(settings, sizeof settings, "ball=150 strength=%d", strength);
        struct gorge g = gorge_start(1, settings);
        match_steps(&g.m, 200);
        ck_assert_uint_eq(torn_of(&g), 0);
        put_ball(&g, 0, 0, CM(60), 0);
        match_steps(&g.m, 200);
        ck_assert(strength == 0 ? torn_of(&g) == 0 : torn_of(&g) >= 2);
        ck_assert_uint_eq(torn_of(&g), *g.v.particle_system.torn);
        match_end(&g.m);
    }
}
END_TEST

/* --- bots and scripts ---------------------------------------------------------------------------- */

START_TEST(walker_beats_idle_and_random)
{
    char settings[40];
    snprintf(settings, sizeof settings, "seed=%d", _i);
    struct match m = match_start(&fs_game_bridge, 3, settings);
    struct bridge_view v;
    bridge_bind(m.state, &v);
    match_bots(&m, "walker idle random", 3000);
    ck_assert_uint_ge(v.player.crossings[0], 3);
    ck_assert_uint_eq(v.player.crossings[1], 0);
    ck_assert_uint_lt(v.player.crossings[2], v.player.crossings[0]);
    match_end(&m);
}
END_TEST

START_TEST(eight_walkers_cross)
{
    struct match m = match_start(&fs_game_bridge, 8, "");
    struct bridge_view v;
    bridge_bind(m.state, &v);
    match_bots(&m, "walker walker walker walker walker walker walker walker", 3000);
    for (uint32_t slot = 0; slot < 8; slot++)
        ck_assert_uint_ge(v.player.crossings[slot], 1);
    match_end(&m);
}
END_TEST

START_TEST(scripts_play)
{
    struct match m = play_script(&fs_game_bridge, 3, "seed=1", 2000);
    struct bridge_view v;
    bridge_bind(m.state, &v);
    ck_assert_uint_ge(v.player.crossings[0], 2);
    ck_assert_uint_ge(v.player.falls[1], 1);
    ck_assert_uint_ge(v.player.crossings[2], 1);
    match_end(&m);
}
END_TEST

static void add_rules(TCase *tc)
{
    tcase_add_loop_test(tc, a_deck_sags_by_its_weight, 0, 3);
    tcase_add_loop_test(tc, a_rope_bridge_hangs_in_its_arc, 0, 3);
    tcase_add_test(tc, cables_carry_what_rests_on_the_deck);
    tcase_add_loop_test(tc, heavy_balls_cross_and_stiff_links_hold, 0, 6);
    tcase_add_test(tc, more_substeps_stretch_less);
    tcase_add_test(tc, keys_push_and_brake);
    tcase_add_test(tc, a_jump_needs_the_ground);
    tcase_add_test(tc, who_falls_starts_the_same_way_again);
    tcase_add_test(tc, a_way_counts_on_the_other_bank);
    tcase_add_test(tc, balls_bounce_off_each_other);
    tcase_add_test(tc, cables_tear_only_with_a_strength);
    tcase_add_loop_test(tc, walker_beats_idle_and_random, 1, 2);
    tcase_add_test(tc, eight_walkers_cross);
    tcase_add_test(tc, scripts_play);
}

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("bridge");
    TCase *tc = tcase_create("bridge");
    tcase_set_timeout(tc, 120);
    add_play_checks(tc, scenes, sizeof scenes / sizeof scenes[0]);
    tcase_add_test(tc, keys_become_inputs);
    add_rules(tc);
    suite_add_tcase(suite, tc);
    return suite;
}
