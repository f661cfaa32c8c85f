/* check_dogfight.c: the game of planes: what every game keeps, and its rules one by one. The forces of the air are
 * tested in check_aero2.c. */
#include "games/dogfight/dogfight.h"

#include <fixstep/trig.h>

#include "games/builtin.h"
#include "games/play_checks.h"

enum { PULL = 1, PUSH = 2, LESS = 4, MORE = 8, FIRE = 16, ROLL = 32 };

/* --- properties of every game ---------------------------------------------------------------- */

static void check_sky(const struct match *m)
{
    struct dogfight_view v;
    dogfight_peek(m->state, &v);
    uint32_t score = 0, losses = 0;
    for (uint32_t slot = 0; slot < *v.plane.rows; slot++) {
        ck_assert((v.plane.state[slot] == DOGFIGHT_FLYING) == (v.plane.body1[slot] != 0));
        score += v.plane.score[slot];
        losses += v.plane.losses[slot];
        if (v.plane.state[slot] == DOGFIGHT_FLYING)
            ck_assert(v.plane.health[slot] > 0);
    }
    if (!m->someone_left)
        ck_assert_uint_le(score, losses);
    ck_assert_uint_eq(*v.world.saturations, 0);
}

static const struct game_checks checks = {
    .game = &fs_game_dogfight,
    .players = "plane",
    .fields = 4,
    .check = check_sky,
    .ticks = 1500,
    .bytes = 1500,
    .pictures = 300,
    .bots = 600,
    .choices = 0,
    .items = 10,
    .refused = { 20, 20 },
};

static const struct scene scenes[] = {
    { &checks, 8, "" },
    { &checks, 3, "hz=20 crash=10 health=1 life=60 reload=0 rounds=8 thrust=40 wait=1 wind=100" },
    { &checks, 1, "hz=120 crash=300 health=9 rounds=1 thrust=0 wind=-100" },
};

/* --- planes --------------------------------------------------------------------------------- */

struct sky {
    struct match m;
    struct dogfight_view v;
};

static struct sky sky_start(uint32_t players, const char *settings)
{
    struct sky s = { .m = match_start(&fs_game_dogfight, players, settings) };
    match_step(&s.m);
    dogfight_bind(s.m.state, &s.v);
    return s;
}

static uint32_t row_of(const struct sky *s, uint32_t slot)
{
    ck_assert_uint_eq(s->v.plane.state[slot], DOGFIGHT_FLYING);
    return s->v.plane.body1[slot] - 1u;
}

static double metres(fs_pos p)
{
    return (double)p / 4294967296.0;
}
static double speed(fs_vel v)
{
    return (double)v / FS_VEL_ONE;
}

static void hold_keys(struct sky *s, uint32_t slot, unsigned keys, int ticks)
{
    match_press(&s->m, slot, keys, 0);
    match_steps(&s->m, ticks);
}

/* Puts a plane somewhere, level, flying to the right. */
static void place_plane(struct sky *s, uint32_t slot, int x, int y, int v)
{
    uint32_t row = row_of(s, slot);
    s->v.body2.pos[row] = fs_pos2_make(x * FS_POS_ONE, y * FS_POS_ONE);
    s->v.body2.rot[row] = fs_rot2_identity();
    s->v.body2.vel[row] = fs_vel2_make(v * FS_VEL_ONE, 0);
    s->v.body2.angular_velocity[row] = 0;
    s->v.plane.rolled[slot] = 0;
}

/* Lift v equals the weight of 20 N at 20 m/s, drag 0.4 v the thrust of 8 N: half of the 16 N. */
START_TEST(level_flight_is_at_twenty_metres_a_second)
{
    struct sky s = sky_start(1, "");
    place_plane(&s, 0, -100, 60, 20);
    s.v.plane.throttle[0] = 50;
    hold_keys(&s, 0, 0, 300);
    uint32_t row = row_of(&s, 0);
    ck_assert_msg(speed(s.v.body2.vel[row].x) > 19.5 && speed(s.v.body2.vel[row].x) < 20.5, "%.3f",
                  speed(s.v.body2.vel[row].x));
    ck_assert_msg(metres(s.v.body2.pos[row].y) > 58 && metres(s.v.body2.pos[row].y) < 62, "%.3f",
                  metres(s.v.body2.pos[row].y));
    match_end(&s.m);
}
END_TEST

/* Without thrust an aircraft is a glider: drag slows it, so it sinks, but flies farther than it sinks. */
START_TEST(without_thrust_an_aircraft_glides)
{
    struct sky s = sky_start(1, "thrust=0");
    place_plane(&s, 0, -100, 60, 20);
    uint32_t row = row_of(&s, 0);
    double distance = 0;
    while (metres(s.v.body2.pos[row].y) > 30 && distance < 1000) {
        match_step(&s.m);
        distance += speed(s.v.body2.vel[row].x) / 60;
        ck_assert_uint_eq(s.v.plane.state[0], DOGFIGHT_FLYING);
    }
    ck_assert_msg(distance > 45 && distance < 120, "%.3f m", distance);
    match_end(&s.m);
}
END_TEST

/* The elevator turns the nose towards the canopy: left of the flight, or right of it after a roll. */
START_TEST(pulling_turns_towards_the_canopy)
{
    struct sky s = sky_start(1, "");
    place_plane(&s, 0, 0, 60, 22);
    hold_keys(&s, 0, PULL, 20);
    ck_assert_int_gt(s.v.body2.rot[row_of(&s, 0)].s, FS_UNIT_ONE / 10);
    place_plane(&s, 0, 0, 60, 22);
    hold_keys(&s, 0, PUSH, 20);
    ck_assert_int_lt(s.v.body2.rot[row_of(&s, 0)].s, -FS_UNIT_ONE / 10);
    place_plane(&s, 0, 0, 60, 22);
    hold_keys(&s, 0, ROLL, 5);
    ck_assert_uint_eq(s.v.plane.rolled[0], 1);
    place_plane(&s, 0, 0, 60, 22);
    s.v.plane.rolled[0] = 1;
    hold_keys(&s, 0, PULL | ROLL, 20);
    ck_assert_int_lt(s.v.body2.rot[row_of(&s, 0)].s, -FS_UNIT_ONE / 10);
    match_end(&s.m);
}
END_TEST

/* Mirrored about the vertical, a flight is the same flight. */
START_TEST(a_flight_has_a_mirror_image)
{
    struct sky s = sky_start(2, "");
    place_plane(&s, 0, 20, 60, 22);
    place_plane(&s, 1, -20, 60, 22);
    uint32_t a = row_of(&s, 0), b = row_of(&s, 1);
    s.v.body2.rot[b] = fs_rot2_make(-FS_UNIT_ONE, 0);
    s.v.body2.vel[b].x = -22 * FS_VEL_ONE;
    s.v.plane.rolled[1] = 1;
    for (int t = 0; t < 200; t++) {
        unsigned keys = t < 60 ? MORE : t < 150 ? PULL : t < 170 ? PUSH : 0;
        match_press(&s.m, 0, keys, 0);
        match_press(&s.m, 1, keys, 0);
        match_step(&s.m);
        ck_assert(fs_absdiff64(s.v.body2.pos[a].x, -s.v.body2.pos[b].x) < 1000);
        ck_assert(fs_absdiff64(s.v.body2.pos[a].y, s.v.body2.pos[b].y) < 1000);
    }
    match_end(&s.m);
}
END_TEST

START_TEST(throttle_stays_within_its_range)
{
    struct sky s = sky_start(1, "");
    hold_keys(&s, 0, MORE, 60);
    ck_assert_uint_eq(s.v.plane.throttle[0], 100);
    place_plane(&s, 0, 0, 60, 22);
    hold_keys(&s, 0, LESS, 60);
    ck_assert_uint_eq(s.v.plane.throttle[0], 0);
    match_end(&s.m);
}
END_TEST

/* The engine gets no air above the ceiling. */
START_TEST(no_thrust_above_the_ceiling)
{
    struct sky s = sky_start(1, "");
    place_plane(&s, 0, 0, DOGFIGHT_CEILING + 20, 20);
    s.v.plane.throttle[0] = 100;
    fs_vel before = s.v.body2.vel[row_of(&s, 0)].x;
    hold_keys(&s, 0, 0, 1);
    ck_assert_int_lt(s.v.body2.vel[row_of(&s, 0)].x, before);
    place_plane(&s, 0, 0, DOGFIGHT_CEILING - 20, 20);
    hold_keys(&s, 0, 0, 1);
    ck_assert_int_gt(s.v.body2.vel[row_of(&s, 0)].x, before);
    match_end(&s.m);
}
END_TEST

START_TEST(the_sky_goes_round)
{
    struct sky s = sky_start(1, "");
    place_plane(&s, 0, DOGFIGHT_HALF_WIDTH - 1, 60, 22);
    hold_keys(&s, 0, 0, 10);
    double x = metres(s.v.body2.pos[row_of(&s, 0)].x);
    ck_assert_msg(x > -DOGFIGHT_HALF_WIDTH && x < -DOGFIGHT_HALF_WIDTH + 5, "%.3f", x);
    match_end(&s.m);
}
END_TEST

/* --- shots --------------------------------------------------------------------------------------- */

START_TEST(three_hits_bring_a_plane_down)
{
    struct sky s = sky_start(2, "");
    for (int t = 0; t < 130; t++) { /* until nobody is protected */
        place_plane(&s, 0, -20, 70, 20);
        place_plane(&s, 1, 20, 70, 20);
        match_step(&s.m);
    }
    for (int t = 0; t < 120 && s.v.plane.state[1] == DOGFIGHT_FLYING; t++) {
        place_plane(&s, 0, -20, 70, 20);
        place_plane(&s, 1, 20, 70, 20);
        hold_keys(&s, 0, FIRE, 1);
    }
    ck_assert_uint_eq(s.v.plane.state[1], DOGFIGHT_WAITING);
    ck_assert_uint_eq(s.v.plane.score[0], 1);
    ck_assert_uint_eq(s.v.plane.losses[1], 1);
    ck_assert_uint_ge(s.v.plane.fired[0], 3);
    ck_assert_uint_eq(s.v.plane.losses[0], 0);
    hold_keys(&s, 0, 0, 125);
    ck_assert_uint_eq(s.v.plane.state[1], DOGFIGHT_FLYING);
    match_end(&s.m);
}
END_TEST

START_TEST(protected_planes_bear_every_shot)
{
    struct sky s = sky_start(2, "");
    for (int t = 0; t < 110; t++) {
        place_plane(&s, 0, -20, 70, 20);
        place_plane(&s, 1, 20, 70, 20);
        hold_keys(&s, 0, FIRE, 1);
    }
    ck_assert_uint_eq(s.v.plane.health[1], 3);
    ck_assert_uint_ge(s.v.plane.fired[0], 3);
    match_end(&s.m);
}
END_TEST

START_TEST(shots_end_and_are_not_more_than_rounds)
{
    struct sky s = sky_start(1, "rounds=2 reload=0 life=5");
    place_plane(&s, 0, -100, 70, 20);
    hold_keys(&s, 0, FIRE, 10);
    ck_assert_uint_eq(s.v.plane.fired[0], 2);
    ck_assert(s.v.shot.body1[0] != 0 && s.v.shot.body1[1] != 0);
    hold_keys(&s, 0, 0, 40);
    ck_assert(s.v.shot.body1[0] == 0 && s.v.shot.body1[1] == 0);
    match_end(&s.m);
}
END_TEST

/* --- the ground ------------------------------------------------------------------------------------ */

START_TEST(a_dive_into_the_ground_is_the_end)
{
    struct sky s = sky_start(1, "");
    place_plane(&s, 0, -118, 9, 20);
    s.v.body2.vel[row_of(&s, 0)].y = -20 * FS_VEL_ONE;
    hold_keys(&s, 0, 0, 60);
    ck_assert_uint_eq(s.v.plane.state[0], DOGFIGHT_WAITING);
    ck_assert_uint_eq(s.v.plane.losses[0], 1);
    double y = metres(s.v.plane.crash_pos[0].y);
    ck_assert_msg(y > -1 && y < 4, "%.3f", y);
    match_end(&s.m);
}
END_TEST

START_TEST(a_soft_landing_is_borne)
{
    struct sky s = sky_start(1, "thrust=0");
    place_plane(&s, 0, -60, 1, 12);
    hold_keys(&s, 0, 0, 60);
    ck_assert_uint_eq(s.v.plane.state[0], DOGFIGHT_FLYING);
    ck_assert_uint_eq(s.v.plane.losses[0], 0);
    match_end(&s.m);
}
END_TEST

/* --- bots --------------------------------------------------------------------------------------------- */

/* In three minutes a pilot brings down who glides, and meets the ground less often than who flies at random. */
START_TEST(pilots_beat_others)
{
    struct match m = match_start(&fs_game_dogfight, 2, _i == 0 ? "seed=1" : "seed=2");
    struct dogfight_view v;
    match_bots(&m, _i == 0 ? "pilot idle" : "pilot random", 10800);
    dogfight_bind(m.state, &v);
    bool better = _i == 0 ? v.plane.score[0] >= 2 && v.plane.losses[0] <= v.plane.losses[1]
                          : 4 * v.plane.losses[0] < v.plane.losses[1];
    ck_assert_msg(better, "lost %u and %u, shot down %u with %u shots", v.plane.losses[0], v.plane.losses[1],
                  v.plane.score[0], v.plane.fired[0]);
    match_end(&m);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("dogfight");
    TCase *tc = tcase_create("dogfight");
    tcase_set_timeout(tc, 120);
    add_play_checks(tc, scenes, sizeof scenes / sizeof scenes[0]);
    tcase_add_test(tc, level_flight_is_at_twenty_metres_a_second);
    tcase_add_test(tc, without_thrust_an_aircraft_glides);
    tcase_add_test(tc, pulling_turns_towards_the_canopy);
    tcase_add_test(tc, a_flight_has_a_mirror_image);
    tcase_add_test(tc, throttle_stays_within_its_range);
    tcase_add_test(tc, no_thrust_above_the_ceiling);
    tcase_add_test(tc, the_sky_goes_round);
    tcase_add_test(tc, three_hits_bring_a_plane_down);
    tcase_add_test(tc, protected_planes_bear_every_shot);
    tcase_add_test(tc, shots_end_and_are_not_more_than_rounds);
    tcase_add_test(tc, a_dive_into_the_ground_is_the_end);
    tcase_add_test(tc, a_soft_landing_is_borne);
    tcase_add_loop_test(tc, pilots_beat_others, 0, 2);
    suite_add_tcase(suite, tc);
    return suite;
}
