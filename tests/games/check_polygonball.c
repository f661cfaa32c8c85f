/* check_polygonball.c: the game of balls in an outline: what every game keeps, and its rules. */
#include "games/polygonball/polygonball.h"

#include <math.h>

#include "games/builtin.h"
#include "games/play_checks.h"

/* --- properties of every game ---------------------------------------------------------------- */

/* Every centre stays inside. */
static void check_inside(const struct match *m)
{
    struct polygonball_view v;
    polygonball_peek(m->state, &v);
    for (uint32_t i = 0; i < *v.ball.rows; i++) {
        fs_pos2 at = v.ball.body1[i] != 0 ? v.body2.pos[v.ball.body1[i] - 1] : fs_pos2_zero();
        ck_assert_msg(v.ball.body1[i] == 0 || fs__polygonball_inside(*v.game.outline, at, 0),
                      "tick %u: ball %u is out at %.4f %.4f", fs_state_tick(m->state), i, (double)at.x / 4294967296.0,
                      (double)at.y / 4294967296.0);
        ck_assert_uint_le(v.ball.score[i], v.ball.hits[i]);
    }
    ck_assert_uint_lt(*v.game.target, fs__polygonball_outlines[*v.game.outline].count);
    ck_assert_uint_eq(*v.world.saturations, 0);
}

static const struct game_checks checks = {
    .game = &fs_game_polygonball,
    .players = "ball",
    .fields = 4,
    .check = check_inside,
    .ticks = 1200,
    .bytes = 1200,
    .pictures = 300,
    .bots = 600,
    .choices = POLYGONBALL_CHOICES,
    .items = 10,
    .refused = { 20, 20 },
};

/* One ball is less to draw. */
static const struct game_checks alone = {
    .game = &fs_game_polygonball,
    .players = "ball",
    .fields = 4,
    .check = check_inside,
    .ticks = 1200,
    .bytes = 1200,
    .pictures = 300,
    .bots = 600,
    .choices = POLYGONBALL_CHOICES,
    .items = 6,
    .refused = { 20, 20 },
};

static const struct scene scenes[] = {
    { &checks, 8, "" },
    { &checks, 3, "hz=20 balls=12 elasticity=0 gravity=300 outline=3 push=300 speed=300" },
    { &alone, 1, "hz=120 balls=0 gravity=0 outline=2 push=0 speed=0" },
};

/* --- its rules --------------------------------------------------------------------------------- */

struct play {
    struct match m;
    struct polygonball_view v;
};

static struct play play_start(uint32_t players, const char *settings)
{
    struct play p = { .m = match_start(&fs_game_polygonball, players, settings) };
    match_step(&p.m);
    polygonball_bind(p.m.state, &p.v);
    return p;
}

static void strike(struct play *p, unsigned choice)
{
    match_press(&p->m, 0, 0, choice);
    match_step(&p->m);
    match_press(&p->m, 0, 0, 0);
}

static double energy(const struct play *p)
{
    double sum = 0;
    for (uint32_t i = 0; i < *p->v.ball.rows; i++) {
        fs_vel2 v = p->v.body2.vel[p->v.ball.body1[i] - 1];
        sum += ((double)v.x * v.x + (double)v.y * v.y) / FS_VEL_ONE / FS_VEL_ONE;
    }
    return sum;
}

/* Nothing escapes and, with full elasticity, energy does not grow; a ball that meets two things at once loses some. */
START_TEST(balls_stay_inside_with_their_energy)
{
    char settings[60];
    snprintf(settings, sizeof settings, "outline=%d balls=12 speed=80", _i);
    struct play p = play_start(1, settings);
    double start = energy(&p);
    for (int t = 0; t < (play_long() ? 100000 : 5000); t++) {
        match_step(&p.m);
        check_inside(&p.m);
    }
    ck_assert_msg(energy(&p) <= start * 1.001 && energy(&p) > start * (play_long() ? 0.3 : 0.8),
                  "energy went from %.4f to %.4f", start, energy(&p));
    match_end(&p.m);
}
END_TEST

START_TEST(less_elasticity_takes_energy)
{
    struct play p = play_start(1, "balls=12 speed=80 elasticity=80");
    double last = energy(&p);
    for (int t = 0; t < 20; t++) {
        match_steps(&p.m, 100);
        ck_assert(energy(&p) <= last * 1.0001);
        last = energy(&p);
    }
    ck_assert(last < 200);
    match_end(&p.m);
}
END_TEST

START_TEST(keys_change_the_outline_gravity_and_elasticity)
{
    struct play p = play_start(2, "");
    for (unsigned i = 1; i <= POLYGONBALL_OUTLINES; i++) {
        strike(&p, POLYGONBALL_NEXT_OUTLINE);
        ck_assert_uint_eq(*p.v.game.outline, i % POLYGONBALL_OUTLINES);
        check_inside(&p.m);
    }
    strike(&p, POLYGONBALL_GRAVITY);
    ck_assert(*p.v.game.gravity_on == 1 && p.v.physics2.gravity->y == -fs_wide_from_fix16(fs_fix16_from_ratio(98, 10)));
    strike(&p, POLYGONBALL_GRAVITY);
    ck_assert(*p.v.game.gravity_on == 0 && p.v.physics2.gravity->y == 0);
    strike(&p, POLYGONBALL_RESTITUTION_UP);
    ck_assert_uint_eq(*p.v.game.restitution, 100);
    strike(&p, POLYGONBALL_RESTITUTION_DOWN);
    ck_assert(*p.v.game.restitution == 95 && p.v.material2.restitution[0] == fs_unit_from_ratio(95, 100));
    fs_pos2 before = p.v.body2.pos[p.v.ball.body1[0] - 1];
    strike(&p, POLYGONBALL_RESET);
    ck_assert(!fs_pos2_eq(before, p.v.body2.pos[p.v.ball.body1[0] - 1]));
    match_end(&p.m);
}
END_TEST

/* Each edge of each outline tells its own number: a ball shot at its middle scores there and nowhere else. */
START_TEST(edges_know_their_numbers)
{
    char settings[60];
    snprintf(settings, sizeof settings, "balls=0 speed=0 outline=%d", _i);
    struct play p = play_start(1, settings);
    const struct polygonball_outline *o = &fs__polygonball_outlines[_i];
    uint32_t row = p.v.ball.body1[0] - 1;
    for (uint32_t edge = 0; edge < o->count; edge++) {
        const int16_t *a = o->corner[edge], *b = o->corner[(edge + 1u) % o->count];
        double nx = a[1] - b[1], ny = b[0] - a[0], far = 0.6 * 10 / sqrt(nx * nx + ny * ny);
        double x = (a[0] + b[0]) / 20.0 + nx * far / 10, y = (a[1] + b[1]) / 20.0 + ny * far / 10;
        p.v.body2.pos[row] = fs_pos2_make((fs_pos)(x * 4294967296.0), (fs_pos)(y * 4294967296.0));
        p.v.body2.vel[row] = fs_vel2_make((fs_vel)(-nx * far * 4 * FS_VEL_ONE), (fs_vel)(-ny * far * 4 * FS_VEL_ONE));
        *p.v.game.target = (uint16_t)edge;
        uint32_t score = p.v.ball.score[0];
        match_steps(&p.m, 13);
        ck_assert_msg(p.v.ball.score[0] > score, "edge %u: score %u after %u, ball at %.3f %.3f", edge,
                      p.v.ball.score[0], score, (double)p.v.body2.pos[row].x / 4294967296.0,
                      (double)p.v.body2.pos[row].y / 4294967296.0);
    }
    match_end(&p.m);
}
END_TEST

/* A push of 6 m/s^2 for a second from rest. */
START_TEST(keys_push_and_brake)
{
    struct play p = play_start(1, "balls=0 speed=0 outline=1");
    uint32_t row = p.v.ball.body1[0] - 1;
    p.v.body2.pos[row] = fs_pos2_make(-8 * FS_POS_ONE, -4 * FS_POS_ONE);
    match_press(&p.m, 0, FS_KEY_RIGHT, 0);
    match_steps(&p.m, 60);
    double v = (double)p.v.body2.vel[row].x / FS_VEL_ONE;
    ck_assert_msg(v > 5.9999 && v < 6.0001, "%.6f", v);
    match_press(&p.m, 0, FS_KEY_FIRE, 0);
    match_steps(&p.m, 10);
    v = (double)p.v.body2.vel[row].x / FS_VEL_ONE;
    ck_assert_msg(v > 2.092 && v < 2.0922, "%.6f", v); /* 6 * 0.9^10 */
    match_end(&p.m);
}
END_TEST

START_TEST(seekers_score_most)
{
    struct match m = match_start(&fs_game_polygonball, 3, "");
    struct polygonball_view v;
    match_bots(&m, "seeker random idle", 3600);
    polygonball_bind(m.state, &v);
    ck_assert_msg(v.ball.score[0] >= 10 && v.ball.score[0] > v.ball.score[1] && v.ball.score[0] > v.ball.score[2],
                  "%u %u %u", v.ball.score[0], v.ball.score[1], v.ball.score[2]);
    match_end(&m);
}
END_TEST

START_TEST(keys_become_inputs)
{
    uint8_t input[2] = { 0, 0 };
    fs_game_polygonball.keys(&(fs_keys){ .held = UINT32_MAX, .character = 'n' }, input);
    ck_assert(input[0] == 31 && input[1] == POLYGONBALL_NEXT_OUTLINE);
    fs_game_polygonball.keys(&(fs_keys){ .character = '=' }, input);
    ck_assert(input[0] == 0 && input[1] == POLYGONBALL_RESTITUTION_UP);
    fs_game_polygonball.keys(&(fs_keys){ .character = 'q' }, input);
    ck_assert_uint_eq(input[1], 0);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("polygonball");
    TCase *tc = tcase_create("polygonball");
    tcase_set_timeout(tc, 200);
    add_play_checks(tc, scenes, sizeof scenes / sizeof scenes[0]);
    tcase_add_loop_test(tc, balls_stay_inside_with_their_energy, 0, POLYGONBALL_OUTLINES);
    tcase_add_test(tc, less_elasticity_takes_energy);
    tcase_add_test(tc, keys_change_the_outline_gravity_and_elasticity);
    tcase_add_loop_test(tc, edges_know_their_numbers, 0, POLYGONBALL_OUTLINES);
    tcase_add_test(tc, keys_push_and_brake);
    tcase_add_test(tc, seekers_score_most);
    tcase_add_test(tc, keys_become_inputs);
    suite_add_tcase(suite, tc);
    return suite;
}
