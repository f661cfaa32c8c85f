/* check_platform2d.c: the platform game of the plane: what every game keeps, and its rules one by one. */
#include "games/platform2d/platform2d.h"

#include <math.h>

#include "games/builtin.h"
#include "games/play_checks.h"

enum { JUMP = 1, LEFT = 4, RIGHT = 8, DRIVE = 32 };

/* --- properties of every game ---------------------------------------------------------------- */

static uint32_t count_live(const uint32_t *gen, uint32_t rows)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < rows; i++)
        n += gen[i] & 1u;
    return n;
}

/* Nothing is lost: the planks' hinges, the rope's with its own, the see-saw's, two axles. */
static void check_level(const struct match *m)
{
    struct platform2d_view v;
    platform2d_peek(m->state, &v);
    ck_assert_uint_eq(count_live(v.joint2.gen, *v.joint2.rows),
                      PLATFORM2D_PLANKS + 1 + PLATFORM2D_ROPE_LINKS + 1 + 1 + 1 + 2);
    uint32_t coins = 0, heroes = 0;
    for (uint32_t i = 0; i < PLATFORM2D_COINS; i++)
        coins += v.coin.body1[i] != 0;
    for (uint32_t i = 0; i < *v.hero.rows; i++)
        heroes += v.hero.playing[i];
    ck_assert_uint_eq(count_live(v.body2.gen, *v.body2.rows), PLATFORM2D_GROUNDS + 3 + PLATFORM2D_PLANKS +
                                                                  PLATFORM2D_ROPE_LINKS + PLATFORM2D_THINGS + coins +
                                                                  heroes);
    for (uint32_t i = 0; i < *v.hero.rows; i++) {
        fs_pos2 p = v.hero.playing[i] ? v.body2.pos[v.hero.body1[i] - 1u] : fs_pos2_zero();
        /* Whoever is pushed out is back in the next tick. */
        ck_assert_msg(fs_abs64(p.x) <= (PLATFORM2D_HALF_WIDTH + 1) * FS_POS_ONE, "hero %u at %.2f, %.2f", i,
                      (double)p.x / 4294967296.0, (double)p.y / 4294967296.0);
    }
    ck_assert_uint_eq(*v.world.saturations, 0);
}

static const struct game_checks checks = {
    .game = &fs_game_platform2d,
    .players = "hero",
    .fields = 4,
    .check = check_level,
    .ticks = 400,
    .bytes = 400,
    .pictures = 100,
    .bots = 400,
    .choices = 0,
    .items = 10,
    .refused = { 20, 20 },
};

static const struct scene scenes[] = {
    { &checks, 8, "" },
    { &checks, 2, "hz=20 jump=150 lift=40 run=120 wait=1" },
    { &checks, 1, "hz=120 jump=20 lift=0 run=10 wait=600" },
};

/* --- heroes ------------------------------------------------------------------------------------- */

struct level {
    struct match m;
    struct platform2d_view v;
};

static struct level level_start(uint32_t players, const char *settings)
{
    struct level l = { .m = match_start(&fs_game_platform2d, players, settings) };
    match_step(&l.m);
    platform2d_bind(l.m.state, &l.v);
    return l;
}

static void hold_keys(struct level *l, uint32_t slot, unsigned keys, int ticks)
{
    match_press(&l->m, slot, keys, 0);
    match_steps(&l->m, ticks);
}

static double metres(fs_pos p)
{
    return (double)p / 4294967296.0;
}

static uint32_t row_of(const struct level *l, uint32_t slot)
{
    return l->v.hero.body1[slot] - 1u;
}
static double hero_x(const struct level *l, uint32_t slot)
{
    return metres(l->v.body2.pos[row_of(l, slot)].x);
}
static double hero_y(const struct level *l, uint32_t slot)
{
    return metres(l->v.body2.pos[row_of(l, slot)].y);
}
static double hero_vx(const struct level *l, uint32_t slot)
{
    return (double)l->v.body2.vel[row_of(l, slot)].x / FS_VEL_ONE;
}

/* Puts a hero somewhere through the world's own call, at rest. */
static void place_hero(struct level *l, uint32_t slot, double x, double y)
{
    struct fs_world2 w;
    fs_world2_bind(l->m.state, platform2d_T_physics2, NULL, &w);
    fs_pos2 at = fs_pos2_make((fs_pos)(x * 4294967296.0), (fs_pos)(y * 4294967296.0));
    ck_assert_int_eq(fs_body2_set_pose(&w, fs__platform2d_hero_body(&l->v, slot), at, fs_rot2_identity()), FS_OK);
    ck_assert_int_eq(fs_body2_set_velocity(&w, fs__platform2d_hero_body(&l->v, slot), fs_vel2_zero(), 0), FS_OK);
}

static double thing_x(const struct level *l, uint32_t thing)
{
    return metres(l->v.body2.pos[l->v.thing.body1[thing] - 1u].x);
}

/* 7.8 m/s up in 10 m/s^2: 3.04 m; in the air no second jump. */
START_TEST(a_jump_rises_by_its_speed)
{
    struct level l = level_start(1, "");
    place_hero(&l, 0, -23, 1.91);
    hold_keys(&l, 0, 0, 60);
    double floor = hero_y(&l, 0), top = floor;
    ck_assert_msg(fabs(floor - 1.9) < 0.02, "floor %.4f", floor);
    for (int tick = 0; tick < 60; tick++) {
        hold_keys(&l, 0, tick % 2 ? 0 : JUMP, 1);
        top = fmax(top, hero_y(&l, 0));
    }
    ck_assert_msg(fabs(top - floor - 3.04) < 0.08, "rose by %.3f", top - floor);
    match_end(&l.m);
}
END_TEST

START_TEST(a_run_reaches_its_speed)
{
    struct level l = level_start(1, "run=55");
    place_hero(&l, 0, -24.8, 1.91);
    hold_keys(&l, 0, 0, 60);
    hold_keys(&l, 0, RIGHT, 12);
    ck_assert_msg(hero_vx(&l, 0) > 5 && hero_vx(&l, 0) < 5.6, "%.3f m/s", hero_vx(&l, 0));
    hold_keys(&l, 0, LEFT | RIGHT, 30);
    ck_assert_msg(fabs(hero_vx(&l, 0)) < 0.01, "%.3f m/s", hero_vx(&l, 0));
    match_end(&l.m);
}
END_TEST

START_TEST(the_ferry_carries)
{
    struct level l = level_start(1, "");
    place_hero(&l, 0, thing_x(&l, PLATFORM2D_FERRY), 1.2);
    hold_keys(&l, 0, 0, 60);
    double offset = hero_x(&l, 0) - thing_x(&l, PLATFORM2D_FERRY), first = hero_x(&l, 0), minimum = first,
           maximum = first;
    for (int tick = 0; tick < 600; tick++) {
        hold_keys(&l, 0, 0, 1);
        minimum = fmin(minimum, hero_x(&l, 0));
        maximum = fmax(maximum, hero_x(&l, 0));
        ck_assert(fabs(hero_x(&l, 0) - thing_x(&l, PLATFORM2D_FERRY) - offset) < 0.3);
    }
    ck_assert_msg(maximum - minimum > 3.4 && maximum - minimum < 3.9, "carried over %.2f m", maximum - minimum);
    ck_assert_uint_eq(l.v.hero.falls[0], 0);
    match_end(&l.m);
}
END_TEST

START_TEST(the_see_saw_tips_to_the_weight)
{
    for (int side = -1; side <= 1; side += 2) {
        struct level l = level_start(1, "");
        place_hero(&l, 0, 2.5 + 2 * side, 1.8);
        hold_keys(&l, 0, 0, 120);
        uint32_t plank = l.v.thing.body1[PLATFORM2D_SEESAW] - 1u;
        ck_assert(side * l.v.body2.rot[plank].s < -FS_UNIT_ONE / 8);
        match_end(&l.m);
    }
}
END_TEST

START_TEST(coins_count_once_and_come_back)
{
    struct level l = level_start(1, "wait=20");
    place_hero(&l, 0, fs__platform2d_coin_dm[8][0] / 10.0, fs__platform2d_coin_dm[8][1] / 10.0);
    hold_keys(&l, 0, 0, 2);
    ck_assert_uint_eq(l.v.hero.score[0], 1);
    ck_assert_uint_eq(l.v.coin.body1[8], 0);
    hold_keys(&l, 0, 0, 110);
    ck_assert_uint_eq(l.v.coin.body1[8], 0);
    hold_keys(&l, 0, 0, 15);
    ck_assert_uint_ne(l.v.coin.body1[8], 0);
    ck_assert_uint_eq(l.v.hero.score[0], 1);
    match_end(&l.m);
}
END_TEST

START_TEST(the_flag_gives_ten)
{
    struct level l = level_start(2, "");
    place_hero(&l, 1, 23, 2.8);
    hold_keys(&l, 1, RIGHT, 60);
    ck_assert_uint_eq(l.v.hero.score[1], 10);
    ck_assert_uint_eq(l.v.hero.flags_reached[1], 1);
    ck_assert(hero_x(&l, 1) < -15);
    ck_assert_uint_eq(l.v.hero.score[0], 0);
    match_end(&l.m);
}
END_TEST

START_TEST(who_falls_starts_again)
{
    struct level l = level_start(1, "");
    place_hero(&l, 0, 9, -3);
    hold_keys(&l, 0, 0, 90);
    ck_assert_uint_eq(l.v.hero.falls[0], 1);
    ck_assert(hero_x(&l, 0) < -20 && hero_y(&l, 0) > 1);
    match_end(&l.m);
}
END_TEST

/* It drives while its driver stands on it with the key held, and carries them. */
START_TEST(the_car_drives)
{
    struct level l = level_start(1, "");
    place_hero(&l, 0, -15, 2.2);
    hold_keys(&l, 0, 0, 60);
    double before = thing_x(&l, PLATFORM2D_CHASSIS);
    hold_keys(&l, 0, RIGHT | DRIVE, 40);
    double after = thing_x(&l, PLATFORM2D_CHASSIS);
    ck_assert_msg(after > before + 0.5, "from %.2f to %.2f", before, after);
    ck_assert(fabs(hero_x(&l, 0) - after) < 1.6);
    match_end(&l.m);
}
END_TEST

START_TEST(what_fell_comes_back)
{
    struct level l = level_start(1, "");
    struct fs_world2 w;
    fs_world2_bind(l.m.state, platform2d_T_physics2, NULL, &w);
    fs_pos2 pit = fs_pos2_make(9 * FS_POS_ONE, -8 * FS_POS_ONE);
    fs_body2_set_pose(&w, fs__platform2d_thing_body(&l.v, PLATFORM2D_FIRST_CRATE), pit, fs_rot2_identity());
    fs_body2_set_pose(&w, fs__platform2d_thing_body(&l.v, PLATFORM2D_CHASSIS), pit, fs_rot2_identity());
    hold_keys(&l, 0, 0, 120);
    ck_assert(fabs(thing_x(&l, PLATFORM2D_CHASSIS) + 15) < 1);
    ck_assert(fabs(thing_x(&l, PLATFORM2D_FIRST_CRATE) + 11.6) < 2);
    check_level(&l.m);
    match_end(&l.m);
}
END_TEST

START_TEST(runners_reach_the_flag)
{
    struct match m = match_start(&fs_game_platform2d, 3, "");
    match_bots(&m, "runner runner random", 3000);
    struct platform2d_view v;
    platform2d_peek(m.state, &v);
    ck_assert_uint_ge(v.hero.flags_reached[0] + v.hero.flags_reached[1], 2);
    check_level(&m);
    match_end(&m);
}
END_TEST

/* The rope does not stretch, the bridge hangs together, for half a minute of play. */
START_TEST(rope_and_bridge_hold)
{
    struct match m = match_start(&fs_game_platform2d, 2, "");
    struct platform2d_view v;
    struct fs_world2 w;
    platform2d_peek(m.state, &v);
    fs_world2_bind(m.state, platform2d_T_physics2, NULL, &w);
    for (int i = 0; i < 18; i++) {
        match_bots(&m, "runner random", 100);
        for (uint32_t row = 0; row < *v.joint2.rows; row++) {
            double gap = (double)fs_joint2_translation(&w, row) / FS_REL_ONE;
            if (v.joint2.kind[row] == FS_JOINT2_REVOLUTE)
                ck_assert_msg(gap < 0.1, "joint %u: %.3f", row, gap);
        }
        uint32_t weight = v.thing.body1[PLATFORM2D_WEIGHT] - 1u;
        double length = hypot(metres(v.body2.pos[weight].x) + 5, metres(v.body2.pos[weight].y) - 11.8);
        ck_assert_msg(length < 6.4, "rope %.3f", length);
    }
    match_end(&m);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("platform2d");
    TCase *tc = tcase_create("platform2d");
    tcase_set_timeout(tc, 60);
    add_play_checks(tc, scenes, sizeof scenes / sizeof scenes[0]);
    tcase_add_test(tc, a_jump_rises_by_its_speed);
    tcase_add_test(tc, a_run_reaches_its_speed);
    tcase_add_test(tc, the_ferry_carries);
    tcase_add_test(tc, the_see_saw_tips_to_the_weight);
    tcase_add_test(tc, coins_count_once_and_come_back);
    tcase_add_test(tc, the_flag_gives_ten);
    tcase_add_test(tc, who_falls_starts_again);
    tcase_add_test(tc, the_car_drives);
    tcase_add_test(tc, what_fell_comes_back);
    tcase_add_test(tc, runners_reach_the_flag);
    tcase_add_test(tc, rope_and_bridge_hold);
    suite_add_tcase(suite, tc);
    return suite;
}
