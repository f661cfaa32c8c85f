/* check_glider.c: the race of gliders: glide ratio, brakes, wind and thermals against closed forms, gates, landings and pilots,
 * and what every game keeps. The forces are tested in check_force3.c. */
#include "games/glider/glider.h"

#include <math.h>
#include <fixstep/kit/buttons.h>
#include <fixstep/trig.h>

#include "games/builtin.h"
#include "games/play_checks.h"

#define M(n) ((fs_pos)(n)*FS_POS_ONE)
#define METRES(p) ((double)(p) / (double)FS_POS_ONE)
#define SPEED(v) ((double)(v) / (double)FS_VEL_ONE)
#define STILL "gust=0 wind=0 thermals=0 radius=500 launch=200"

struct sky {
    struct match m;
    struct glider_view v;
    fs_world3 w;
};

static struct sky sky_start(uint32_t players, const char *settings)
{
    struct sky s = { .m = match_start(&fs_game_glider, players, settings) };
    match_steps(&s.m, 2);
    glider_bind(s.m.state, &s.v);
    fs_world3_bind(s.m.state, glider_T_physics3, NULL, &s.w);
    fs_force3_bind(s.m.state, glider_T_force3, &s.w);
    return s;
}

static void put(struct sky *s, uint32_t slot, fs_pos3 at, fs_quat rot, fs_vel3 vel)
{
    fs_body3 body = fs_body3_at(&s->w, slot);
    ck_assert_int_eq(fs_body3_set_pose(&s->w, body, at, rot), FS_OK);
    ck_assert_int_eq(fs_body3_set_velocity(&s->w, body, vel, fs_vel3_zero()), FS_OK);
    s->v.glider.before[slot] = at;
}

/* Level distance and loss of height in `ticks`. */
static double glide(struct sky *s, int ticks, double *sink)
{
    fs_pos3 from = s->w.body.pos[0];
    match_steps(&s->m, ticks);
    fs_pos3 d = fs_pos3_sub(s->w.body.pos[0], from);
    ck_assert_uint_eq(s->v.glider.state[0], GLIDER_FLYING);
    *sink = -METRES(d.y);
    return METRES(fs_pos2_length(fs_pos2_make(d.x, d.z)));
}

/* --- closed forms ------------------------------------------------------------------------------------------ */

/* With the tail in line with the path, m g cos a = lift v and m g sin a = drag v: the ratio is lift / drag = 20, the speed
 * m g cos a / lift = 12.48 m/s. Without a hand on the stick, from the start on. The wings are bent up by 4 degrees: their lift is
 * cos^2 of that, 0.5 % less. */
START_TEST(a_glide_has_its_ratio_and_speed)
{
    struct sky s = sky_start(1, STILL);
    double sink, way = glide(&s, 1200, &sink), ratio = way / sink, slope = atan2(GLIDER_DRAG, GLIDER_LIFT);
    double speed = 10.0 * GLIDER_KG * GLIDER_GRAVITY * cos(slope) / GLIDER_LIFT;
    ck_assert_msg(fabs(ratio - 20) < 0.2, "ratio %.3f", ratio);
    ck_assert_msg(fabs(hypot(way, sink) / 20 - speed) < 0.02 * speed, "%.3f m/s, not %.3f m/s", hypot(way, sink) / 20,
                  speed);
    match_end(&s.m);
}
END_TEST

/* Open brakes only add drag: 80 / (4 + 16) = 4. The swing into the steeper glide fades within half a minute. */
START_TEST(brakes_steepen_the_glide)
{
    struct sky s = sky_start(1, STILL);
    match_press(&s.m, 0, FS_KEY_FIRE, 0);
    match_steps(&s.m, 1200);
    fs_pos3 at = s.w.body.pos[0];
    at.y = M(200);
    ck_assert_int_eq(fs_body3_set_pose(&s.w, fs_body3_at(&s.w, 0), at, s.w.body.rot[0]), FS_OK);
    match_steps(&s.m, 600);
    double sink, ratio = glide(&s, 1200, &sink) / sink;
    ck_assert_msg(fabs(ratio - 4) < 0.1, "ratio %.3f", ratio);
    match_end(&s.m);
}
END_TEST

/* The glider moves with the air: wind of 5 m/s carries it aside by that, no more and no less. */
START_TEST(wind_carries)
{
    struct sky s = sky_start(1, "gust=0 wind=50 thermals=0 radius=500 launch=200");
    struct sky calm = sky_start(1, STILL);
    fs_pos3 from = s.w.body.pos[0], still = calm.w.body.pos[0];
    match_steps(&s.m, 600);
    match_steps(&calm.m, 600);
    fs_pos3 d = fs_pos3_sub(s.w.body.pos[0], from), e = fs_pos3_sub(calm.w.body.pos[0], still);
    ck_assert_msg(fabs(METRES(d.x - e.x) - 50) < 0.5, "%.2f m aside", METRES(d.x - e.x));
    ck_assert(fabs(METRES(d.y - e.y)) < 0.5 && fabs(METRES(d.z - e.z)) < 0.5);
    match_end(&s.m);
    match_end(&calm.m);
}
END_TEST

/* lift (1 - (r / 60)^2) below the clouds, nothing outside and above them. */
START_TEST(a_thermal_has_its_profile)
{
    struct sky s = sky_start(1, "gust=0 wind=0 thermals=1 lift=80");
    fs_pos3 foot = s.v.thermal.at[0];
    double lift = METRES(s.v.thermal.lift[0]);
    ck_assert(lift >= 0.75 * 8 && lift <= 1.25 * 8);
    for (int r = 0; r <= 70; r += 5) {
        double want = r < 60 ? lift * (1 - r * r / 3600.0) : 0;
        fs_pos3 at = fs_pos3_add(foot, fs_pos3_make(0, M(100), M(r)));
        ck_assert(fabs(METRES(fs__glider_updraft(&s.v, at)) - want) < 1e-6);
        at.y = M((GLIDER_CLOUDS + GLIDER_CLOUDS_END) / 2);
        ck_assert(fabs(METRES(fs__glider_updraft(&s.v, at)) - want / 2) < 1e-6);
        at.y = M(GLIDER_CLOUDS_END);
        ck_assert_int_eq(fs__glider_updraft(&s.v, at), 0);
    }
    match_end(&s.m);
}
END_TEST

/* Straight through the middle: the air lifts by the integral of its profile over the time, 4 R lift / (3 v). */
START_TEST(a_crossing_lifts_by_the_integral)
{
    struct sky s = sky_start(1, "gust=0 wind=0 thermals=1 lift=20 radius=500 launch=150");
    fs_quat rot = fs_quat_from_axis_turn(fs_unit3_make(0, 0, FS_UNIT_ONE), 0u - fs_atan2(GLIDER_DRAG, GLIDER_LIFT));
    fs_vel3 vel = fs_quat_vel(rot, fs_vel3_make(fs_vel_from_ratio(1248, 100), 0, 0));
    fs_pos3 at = s.v.thermal.at[0];
    at.x -= M(70);
    at.y = M(150);
    put(&s, 0, at, rot, vel);
    double sink, way = glide(&s, 700, &sink), seconds = 700 / 60.0;
    double lift = METRES(s.v.thermal.lift[0]), want = 4.0 * GLIDER_THERMAL_RADIUS * lift / (3 * way / seconds);
    double gain = way / 20 - sink; /* more than a glide through still air */
    ck_assert(way > 135);
    ck_assert_msg(fabs(gain - want) < 0.15 * want, "%.2f m gained, not %.2f m", gain, want);
    match_end(&s.m);
}
END_TEST

/* --- controls ------------------------------------------------------------------------------------------------ */

START_TEST(keys_steer)
{
    struct sky s = sky_start(1, STILL);
    match_press(&s.m, 0, FS_KEY_UP, 0);
    match_steps(&s.m, 60);
    ck_assert_int_gt(s.w.body.vel[0].y, FS_VEL_ONE);
    match_end(&s.m);
    s = sky_start(1, STILL);
    match_press(&s.m, 0, FS_KEY_RIGHT, 0);
    match_steps(&s.m, 40);
    ck_assert_int_lt(fs_quat_vel(s.w.body.rot[0], fs_vel3_make(0, 0, FS_VEL_ONE)).y, -FS_VEL_ONE / 5);
    match_end(&s.m);
    s = sky_start(1, STILL);
    match_press(&s.m, 0, FS_KEY_RIGHT | FS_KEY_ALT, 0);
    match_steps(&s.m, 15);
    fs_vel3 own = fs_quat_inv_vel(s.w.body.rot[0], s.w.body.angular_velocity[0]);
    ck_assert_int_lt(own.y, -FS_VEL_ONE / 20);
    match_end(&s.m);
}
END_TEST

/* --- the race -------------------------------------------------------------------------------------------------- */

/* Inside of the rim and one way, however fast. */
START_TEST(gates_are_passed_inside_and_one_way)
{
    struct sky s = sky_start(1, STILL);
    fs_pos3 c = s.v.gate.at[2], before = c, now = c;
    fs_unit3 axis = s.v.gate.axis[2];
    before.x -= 3 * fs_pos_from_unit(axis.x), before.z -= 3 * fs_pos_from_unit(axis.z);
    now.x += 5 * fs_pos_from_unit(axis.x), now.z += 5 * fs_pos_from_unit(axis.z);
    ck_assert(fs__glider_passes(&s.v, 2, before, now));
    ck_assert(!fs__glider_passes(&s.v, 2, now, before));
    before.y = now.y = c.y + M(GLIDER_GATE_RADIUS) - 10;
    ck_assert(fs__glider_passes(&s.v, 2, before, now));
    before.y = now.y = c.y + M(GLIDER_GATE_RADIUS);
    ck_assert(!fs__glider_passes(&s.v, 2, before, now));
    match_end(&s.m);
}
END_TEST

/* Puts the glider 1 m before its next gate, flying through it. */
static void fly_through(struct sky *s, uint32_t slot)
{
    uint32_t gate = s->v.glider.next[slot];
    fs_unit3 axis = s->v.gate.axis[gate];
    fs_pos3 at = s->v.gate.at[gate];
    at.x -= fs_pos_from_unit(axis.x);
    at.z -= fs_pos_from_unit(axis.z);
    fs_quat rot = fs_quat_from_axis_turn(fs_unit3_make(0, FS_UNIT_ONE, 0), fs_atan2(-axis.z, axis.x));
    put(s, slot, at, rot, fs_quat_vel(rot, fs_vel3_make(12 * FS_VEL_ONE, 0, 0)));
    match_steps(&s->m, 10);
}

START_TEST(the_goal_wins_the_round)
{
    struct sky s = sky_start(2, "goal=4 gates=3 wait=5");
    fs_standings standings;
    for (uint32_t i = 1; i <= 3; i++) {
        fly_through(&s, 1);
        ck_assert_uint_eq(s.v.glider.score[1], i);
        ck_assert_uint_eq(s.v.glider.next[1], i % 3);
    }
    fly_through(&s, 1);
    ck_assert_uint_eq(s.v.stage.rounds[0], 1);
    ck_assert_uint_eq(s.v.glider.wins[1], 1);
    ck_assert_uint_eq(s.v.glider.wins[0], 0);
    ck_assert_uint_eq(s.v.glider.state[0], GLIDER_WAITING);
    ck_assert(fs_sim_standings(s.m.sim, &standings) && standings.finished && standings.winners == 2);
    match_steps(&s.m, 40);
    for (uint32_t slot = 0; slot < 2; slot++) {
        ck_assert_uint_eq(s.v.glider.state[slot], GLIDER_FLYING);
        ck_assert_uint_eq(s.v.glider.next[slot], 0);
        ck_assert_uint_eq(s.v.glider.score[slot], 0);
    }
    match_end(&s.m);
}
END_TEST

START_TEST(a_landing_is_a_new_start)
{
    struct sky s = sky_start(1, "gust=0 thermals=0 launch=20 wait=10");
    match_press(&s.m, 0, FS_KEY_FIRE, 0);
    int ticks = 0;
    while (s.v.glider.state[0] == GLIDER_FLYING && ticks++ < 1200)
        match_step(&s.m);
    ck_assert_uint_eq(s.v.glider.landings[0], 1);
    match_press(&s.m, 0, 0, 0);
    match_steps(&s.m, 62);
    ck_assert_uint_eq(s.v.glider.state[0], GLIDER_FLYING);
    ck_assert_int_gt(s.w.body.pos[0].y, M(19));
    match_end(&s.m);
}
END_TEST

/* Pilots use thermals: two of them fly for five minutes without a landing, and pass gates. */
START_TEST(pilots_climb_and_pass_gates)
{
    static const char *const settings[] = { "goal=1000 seed=1", "goal=1000 seed=2 gust=15",
                                            "goal=1000 seed=3 gates=8 thermals=8 lift=60" };
    struct sky s = sky_start(2, settings[_i]);
    match_bots(&s.m, "pilot pilot", 18000);
    for (uint32_t slot = 0; slot < 2; slot++)
        ck_assert_msg(s.v.glider.score[slot] >= 4 && s.v.glider.landings[slot] == 0,
                      "%s: pilot %u: %u gates, %u landings", settings[_i], slot, s.v.glider.score[slot],
                      s.v.glider.landings[slot]);
    match_end(&s.m);
}
END_TEST

/* States whose parts contradict each other are refused. */
START_TEST(contradictions_are_refused)
{
    struct sky s = sky_start(2, STILL);
    ck_assert_int_eq(match_reload(&s.m), FS_OK);
    s.v.glider.state[1] = GLIDER_WAITING; /* its body is enabled */
    ck_assert_int_ne(match_reload(&s.m), FS_OK);
    match_end(&s.m);
    s = sky_start(2, STILL);
    s.v.glider.next[0] = (uint8_t)*s.v.gate.rows;
    ck_assert_int_ne(match_reload(&s.m), FS_OK);
    match_end(&s.m);
}
END_TEST

START_TEST(the_script_flies)
{
    struct match m = play_script(&fs_game_glider, 2, "", 600);
    struct glider_view v;
    glider_bind(m.state, &v);
    for (uint32_t slot = 0; slot < 2; slot++)
        ck_assert(v.glider.state[slot] == GLIDER_FLYING && v.glider.landings[slot] == 0);
    ck_assert_int_lt(v.body3.pos[0].x, v.body3.pos[1].x - M(20)); /* it flew along +z and banked to the right */
    match_end(&m);
}
END_TEST

/* --- what every game keeps ------------------------------------------------------------------------- */

static void check_sky(const struct match *m)
{
    struct glider_view v;
    glider_peek(m->state, &v);
    for (uint32_t slot = 0; slot < *v.glider.rows; slot++) {
        ck_assert_uint_lt(v.glider.next[slot], *v.gate.rows);
        ck_assert_uint_lt(v.glider.score[slot], v.rule.goal[0]);
    }
    ck_assert_uint_eq(*v.world.saturations, 0);
}

static const struct game_checks checks = {
    .game = &fs_game_glider,
    .players = "glider",
    .fields = 10,
    .check = check_sky,
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
    { &checks, 3, "hz=20 gates=3 goal=1 gust=50 launch=20 lift=100 radius=100 thermals=8 wait=1 wind=80" },
    { &checks, 1, "hz=120 gates=12 goal=1000 gust=0 launch=200 lift=0 radius=500 thermals=0 wait=100 wind=0" },
};

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("glider");
    TCase *tc = tcase_create("glider");
    tcase_set_timeout(tc, 120);
    tcase_add_test(tc, a_glide_has_its_ratio_and_speed);
    tcase_add_test(tc, brakes_steepen_the_glide);
    tcase_add_test(tc, wind_carries);
    tcase_add_test(tc, a_thermal_has_its_profile);
    tcase_add_test(tc, a_crossing_lifts_by_the_integral);
    tcase_add_test(tc, keys_steer);
    tcase_add_test(tc, gates_are_passed_inside_and_one_way);
    tcase_add_test(tc, the_goal_wins_the_round);
    tcase_add_test(tc, a_landing_is_a_new_start);
    tcase_add_loop_test(tc, pilots_climb_and_pass_gates, 0, 3);
    tcase_add_test(tc, contradictions_are_refused);
    tcase_add_test(tc, the_script_flies);
    add_play_checks(tc, scenes, sizeof scenes / sizeof scenes[0]);
    suite_add_tcase(suite, tc);
    return suite;
}
