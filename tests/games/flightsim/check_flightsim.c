/* check_flightsim.c: the air race: what every game keeps, flight, hoops and pilots. The forces are tested in
 * check_force3.c. */
#include "games/flightsim/flightsim.h"

#include <math.h>

#include "games/builtin.h"
#include "games/play_checks.h"

enum { UP = 1, DOWN = 2, LEFT = 4, RIGHT = 8, FIRE = 16, PEDALS = 32 };

/* --- properties of every game ---------------------------------------------------------------- */

static void check_air(const struct match *m)
{
    struct flightsim_view v;
    flightsim_peek(m->state, &v);
    for (uint32_t slot = 0; slot < *v.plane.rows; slot++) {
        bool flying = v.plane.state[slot] == FLIGHTSIM_FLYING;
        ck_assert(flying == (v.plane.body[slot].index1 != 0));
        ck_assert_uint_lt(v.plane.next[slot], *v.hoop.rows);
        ck_assert_uint_le(v.plane.laps[slot] * *v.hoop.rows, v.plane.passed[slot]);
    }
    ck_assert_uint_eq(*v.world.saturations, 0);
}

static const struct game_checks checks = {
    .game = &fs_game_flightsim,
    .players = "plane",
    .fields = 4,
    .check = check_air,
    .ticks = 1500,
    .bytes = 1500,
    .pictures = 60,
    .bots = 600,
    .choices = 0,
    .items = 100,
    .refused = { 20, 20 },
};

static const struct scene scenes[] = {
    { &checks, 8, "" },
    { &checks, 3, "hz=20 gust=80 hoops=3 radius=100 wait=1" },
    { &checks, 1, "hz=120 gust=10 hoops=12 radius=400 wait=100" },
};

/* --- flight ------------------------------------------------------------------------------------ */

struct air {
    struct match m;
    struct flightsim_view v;
};

static struct air air_start(uint32_t players, const char *settings)
{
    struct air a = { .m = match_start(&fs_game_flightsim, players, settings) };
    match_steps(&a.m, 2);
    flightsim_bind(a.m.state, &a.v);
    return a;
}

static uint32_t row_of(const struct air *a, uint32_t slot)
{
    ck_assert_uint_eq(a->v.plane.state[slot], FLIGHTSIM_FLYING);
    return a->v.plane.body[slot].index1 - 1u;
}

static double speed(fs_vel v)
{
    return (double)v / FS_VEL_ONE;
}

/* Without a hand on the stick the plane keeps its speed within 4 m/s, stays in the air and level. */
START_TEST(a_plane_flies_by_itself)
{
    struct air a = air_start(1, "radius=400");
    for (int i = 0; i < 600; i++) {
        match_step(&a.m);
        uint32_t row = row_of(&a, 0);
        ck_assert(fabs(speed(fs_vel3_length(a.v.body3.vel[row])) - FLIGHTSIM_SPEED) < 4);
        ck_assert_int_lt(abs(a.v.body3.rot[row].x), FS_UNIT_ONE / 50);
    }
    match_end(&a.m);
}
END_TEST

/* Up raises the nose, right banks to the right and turns there, with pedals the nose yaws before the bank. */
START_TEST(keys_steer)
{
    struct air a = air_start(1, "");
    uint32_t row = row_of(&a, 0);
    match_press(&a.m, 0, UP, 0);
    match_steps(&a.m, 60);
    ck_assert_int_gt(a.v.body3.vel[row].y, FS_VEL_ONE);
    match_end(&a.m);
    a = air_start(1, "");
    row = row_of(&a, 0);
    match_press(&a.m, 0, RIGHT, 0);
    match_steps(&a.m, 40);
    fs_vel3 right = fs_quat_vel(a.v.body3.rot[row], fs_vel3_make(0, 0, FS_VEL_ONE));
    ck_assert_int_lt(right.y, -FS_VEL_ONE / 5);
    match_end(&a.m);
    a = air_start(1, "");
    row = row_of(&a, 0);
    match_press(&a.m, 0, RIGHT | PEDALS, 0);
    match_steps(&a.m, 15);
    fs_vel3 own = fs_quat_inv_vel(a.v.body3.rot[row], a.v.body3.angular_velocity[row]);
    ck_assert_int_lt(own.y, -FS_VEL_ONE / 10);
    ck_assert_int_lt(abs(own.x), -own.y);
    match_end(&a.m);
}
END_TEST

/* --- hoops ------------------------------------------------------------------------------------- */

/* Through the middle and just inside the rim counts, the rim, outside and the wrong way do not, however fast. */
START_TEST(hoops_are_passed_inside_and_one_way)
{
    struct air a = air_start(1, "");
    fs_pos3 c = a.v.hoop.at[2], before = c, now = c;
    fs_unit3 axis = a.v.hoop.axis[2];
    before.x -= 3 * fs_pos_from_unit(axis.x), before.z -= 3 * fs_pos_from_unit(axis.z);
    now.x += 5 * fs_pos_from_unit(axis.x), now.z += 5 * fs_pos_from_unit(axis.z);
    ck_assert(fs__flightsim_passes(&a.v, 2, before, now));
    ck_assert(!fs__flightsim_passes(&a.v, 2, now, before));
    ck_assert(!fs__flightsim_passes(&a.v, 2, now, now));
    const fs_pos rim = FLIGHTSIM_HOOP_RADIUS * FS_POS_ONE;
    before.y = now.y = c.y + rim - 10;
    ck_assert(fs__flightsim_passes(&a.v, 2, before, now));
    before.y = now.y = c.y + rim;
    ck_assert(!fs__flightsim_passes(&a.v, 2, before, now));
    match_end(&a.m);
}
END_TEST

/* A dive ends at the ground; after the wait the plane starts again before the hoop that it has to pass. */
START_TEST(a_dive_is_a_crash_and_a_new_start)
{
    struct air a = air_start(1, "wait=10");
    match_press(&a.m, 0, DOWN, 0);
    int ticks = 0;
    while (a.v.plane.state[0] == FLIGHTSIM_FLYING && ticks++ < 1200)
        match_step(&a.m);
    ck_assert_uint_eq(a.v.plane.crashes[0], 1);
    match_press(&a.m, 0, 0, 0);
    match_steps(&a.m, 62);
    uint32_t row = row_of(&a, 0);
    ck_assert(fs_pos3_dist_sq_cmp(a.v.body3.pos[row], a.v.hoop.at[a.v.plane.next[0]], 130 * FS_POS_ONE) < 0);
    match_end(&a.m);
}
END_TEST

/* A pilot flies two laps in two minutes without a crash, on other courses and in gusts too. */
START_TEST(pilots_fly_the_course)
{
    static const char *const settings[] = { "seed=1", "seed=2 gust=20", "seed=3 hoops=5 radius=120" };
    struct match m = match_start(&fs_game_flightsim, 2, settings[_i]);
    struct flightsim_view v;
    match_bots(&m, "pilot random", 7200);
    flightsim_bind(m.state, &v);
    ck_assert_msg(v.plane.laps[0] >= 2 && v.plane.crashes[0] == 0 && v.plane.best_ticks[0] > 0,
                  "%u laps, %u crashes, %u hoops", v.plane.laps[0], v.plane.crashes[0], v.plane.passed[0]);
    match_end(&m);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("flightsim");
    TCase *tc = tcase_create("flightsim");
    tcase_set_timeout(tc, 120);
    add_play_checks(tc, scenes, sizeof scenes / sizeof scenes[0]);
    tcase_add_test(tc, a_plane_flies_by_itself);
    tcase_add_test(tc, keys_steer);
    tcase_add_test(tc, hoops_are_passed_inside_and_one_way);
    tcase_add_test(tc, a_dive_is_a_crash_and_a_new_start);
    tcase_add_loop_test(tc, pilots_fly_the_course, 0, 3);
    suite_add_tcase(suite, tc);
    return suite;
}
