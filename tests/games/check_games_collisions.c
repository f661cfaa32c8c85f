/* check_games_collisions.c: the rules of collisions, one by one, against closed forms. */
#include "games/collisions/collisions.h"
#include "games/builtin.h"
#include "games/play.h"
#include "games/springs2.h"

#include <fixstep/trig.h>

#define M(n) ((fs_pos)(n)*FS_POS_ONE)
#define CM(n) ((fs_pos)(n)*FS_POS_ONE / 100)

static void assert_near(int64_t value, int64_t expected, int64_t tolerance, const char *what)
{
    ck_assert_msg(fs_absdiff64(value, expected) <= (uint64_t)tolerance, "%s: %lld, expected %lld +- %lld", what,
                  (long long)value, (long long)expected, (long long)tolerance);
}

struct arena {
    struct match m;
    struct collisions_view v;
    struct fs_world2 w;
    uint32_t balls;
};

static struct arena arena_start(uint32_t players, const char *settings)
{
    struct arena a = { .m = match_start(&fs_game_collisions, players, settings) };
    collisions_bind(a.m.state, &a.v);
    fs_world2_bind(a.m.state, collisions_T_physics2, NULL, &a.w);
    a.balls = a.v.rule.balls[0];
    match_step(&a.m);
    return a;
}

static void put_on(struct arena *a, uint32_t ball, fs_pos2 at, fs_vel2 vel)
{
    fs_body2 body = fs_body2_at(&a->w, ball);
    ck_assert_int_eq(fs_body2_set_pose(&a->w, body, at, fs_rot2_identity()), FS_OK);
    ck_assert_int_eq(fs_body2_set_velocity(&a->w, body, vel, 0), FS_OK);
}

static fs_wide mass_of(const struct arena *a, uint32_t ball)
{
    return fs_wide_from_scaled(a->v.body2.mass[ball]);
}

static fs_vel along(fs_vel2 v, fs_unit2 n)
{
    return fs_sat32(fs_round_shift64_sym(fs_vel2_dot_unit2(v, n), FS_UNIT_FRAC));
}

/* ((1+e) m_B v_B + v_A (m_A - e m_B)) / (m_A + m_B), e in percent. */
static fs_vel velocity_after(fs_vel v, fs_wide m, fs_vel other_v, fs_wide other_m, int64_t e)
{
    fs_wide sum = fs_wide_add(m, other_m);
    int64_t given = fs_muldiv64((100 + e) * (int64_t)other_v, other_m, sum);
    int64_t kept = fs_muldiv64(100 * (int64_t)v, m, sum) - fs_muldiv64(e * v, other_m, sum);
    return fs_sat32(fs_div64_round(given + kept, 100));
}

/* Two balls of different mass at an angle, for several restitutions, also above 1: the parts along n follow the closed
 * form, the parts along t stay. */
START_TEST(two_balls_follow_the_closed_form)
{
    static const int percents[] = { 0, 35, 50, 100, 130 };
    int e = percents[_i % 5], seed = _i / 5;
    char settings[60];
    snprintf(settings, sizeof settings, "balls=2 soft=0 speed=0 e=%d seed=%d", e, seed);
    struct arena a = arena_start(1, settings);
    fs_vel2 u = fs_vel2_make(6 * FS_VEL_ONE, FS_VEL_ONE / 2), v = fs_vel2_make(-2 * FS_VEL_ONE, FS_VEL_ONE * seed / 3);
    put_on(&a, 0, fs_pos2_make(-M(4), CM(20 * seed)), u);
    put_on(&a, 1, fs_pos2_make(M(4), CM(30)), v);
    for (int i = 0; i < 120 && a.v.arena.hits[0] == 0; i++)
        match_step(&a.m);
    ck_assert_uint_eq(a.v.arena.hits[0], 1);
    fs_unit2 n = a.v.hit.normal[0], t = fs_unit2_perp(n);
    fs_vel2 p = a.v.body2.vel[0], q = a.v.body2.vel[1];
    fs_wide m = mass_of(&a, 0), mm = mass_of(&a, 1);
    ck_assert(m != mm);
    assert_near(along(p, n), velocity_after(along(u, n), m, along(v, n), mm, e), 24, "first along n");
    assert_near(along(q, n), velocity_after(along(v, n), mm, along(u, n), m, e), 24, "second along n");
    assert_near(along(p, t), along(u, t), 6, "first along t");
    assert_near(along(q, t), along(v, t), 6, "second along t");
    assert_near(a.v.hit.speed[0], (int64_t)along(u, n) - along(v, n), 6, "approach");
    ck_assert_uint_eq(a.v.hit.a[0], 0);
    ck_assert_uint_eq(a.v.hit.b[0], 1);
    match_end(&a.m);
}
END_TEST

/* Of a pair the ball that bounces worse decides: e = arena's e times the smaller share. */
START_TEST(the_softer_ball_decides)
{
    struct arena a = arena_start(1, "balls=2 soft=0 speed=0 e=80");
    a.v.ball.restitution_share[1] = 50;
    fs__collisions_apply_restitution(&a.v, &a.w);
    fs_vel2 u = fs_vel2_make(5 * FS_VEL_ONE, 0);
    put_on(&a, 0, fs_pos2_make(-M(4), 0), u);
    put_on(&a, 1, fs_pos2_make(M(1), 0), fs_vel2_zero());
    while (a.v.arena.hits[0] == 0)
        match_step(&a.m);
    fs_vel apart = a.v.body2.vel[1].x - a.v.body2.vel[0].x;
    assert_near(apart, u.x * 2 / 5, 24, "e = 0.8 * 0.5");
    match_end(&a.m);
}
END_TEST

/* The line that the engine finds is that of the centres when they touch, to the way of a ball in one short step. */
START_TEST(n_is_the_line_of_the_centres)
{
    struct arena a = arena_start(1, "balls=2 soft=0 speed=0");
    fs_rel sum = a.v.body2.extent[0] + a.v.body2.extent[1];
    fs_rel offset = sum / 8 * _i;
    put_on(&a, 0, fs_pos2_make(-M(6), 0), fs_vel2_make(20 * FS_VEL_ONE, 0));
    put_on(&a, 1, fs_pos2_make(M(2), fs_pos_from_rel(offset)), fs_vel2_zero());
    while (a.v.arena.hits[0] == 0)
        match_step(&a.m);
    fs_unit2 n = a.v.hit.normal[0];
    uint32_t expected = fs_asin(fs_unit_from_ratio(offset, sum));
    assert_near(fs_turn_signed(fs_atan2(n.y, n.x) - expected), 0, FS_TURN_DEG(4), "direction of n");
    match_end(&a.m);
}
END_TEST

/* e = 1: the energy changes by rounding only, hit by hit. Three balls that meet in one short step are taken one after
 * the other, which may cost some of their energy and never gives any. */
START_TEST(elastic_hits_keep_the_energy)
{
    struct arena a = arena_start(1, "soft=0 e=100 balls=20 speed=80");
    fs_wide start = fs_world2_kinetic_energy(&a.w), before = start, single = 0;
    for (int i = 0; i < 3000; i++) {
        uint32_t hits = a.v.arena.hits[0];
        match_step(&a.m);
        fs_wide now = fs_world2_kinetic_energy(&a.w);
        if (a.v.arena.hits[0] - hits <= 1)
            single += now - before;
        ck_assert_int_le(now, before + start / 1000000);
        before = now;
    }
    assert_near(single, 0, start / 100000, "energy, by single hits");
    ck_assert_int_ge(before, start - start / 10);
    ck_assert_uint_ge(a.v.arena.hits[0], 700);
    match_end(&a.m);
}
END_TEST

static const char *const crowds[] = {
    "soft=50 e=95 balls=10 speed=80", "soft=50 e=95 balls=14 speed=80", "soft=50 e=95 balls=18 speed=80",
    "soft=50 e=95 balls=20 speed=80", "soft=50 e=95 balls=22 speed=80", "soft=50 e=95 balls=24 speed=80",
    "soft=50 e=95 balls=26 speed=80", "soft=50 e=95 balls=28 speed=80",
};

/* A ball that is squeezed between a wall and another gets what the springs of its contacts lose. */
START_TEST(inelastic_hits_only_lose)
{
    struct arena a = arena_start(1, crowds[_i]);
    fs_wide before = fs_world2_kinetic_energy(&a.w), start = before;
    double held = contact_spring_energy(&a.w);
    for (int i = 0; i < 2000; i++) {
        match_step(&a.m);
        fs_wide now = fs_world2_kinetic_energy(&a.w);
        double holds = contact_spring_energy(&a.w);
        ck_assert_int_le(now, before + (before >> 20) + 64 + (fs_wide)(fmax(held - holds, 0) * (double)FS_WIDE_ONE));
        before = now;
        held = holds;
    }
    ck_assert_int_lt(before, start / 3);
    match_end(&a.m);
}
END_TEST

START_TEST(lively_hits_gain)
{
    struct arena a = arena_start(1, "soft=0 e=110 balls=16 speed=20");
    fs_wide start = fs_world2_kinetic_energy(&a.w);
    match_steps(&a.m, 900);
    ck_assert_uint_ge(a.v.arena.hits[0], 30);
    ck_assert_int_gt(fs_world2_kinetic_energy(&a.w), start * 2);
    for (uint32_t ball = 0; ball < a.balls; ball++)
        ck_assert_int_le(fs_vel2_length(a.v.body2.vel[ball]), COLLISIONS_MAX_SPEED * FS_VEL_ONE + 8);
    match_end(&a.m);
}
END_TEST

static void press_key(struct arena *a, unsigned held, unsigned command)
{
    match_press(&a->m, 0, held, command);
    match_step(&a->m);
    match_press(&a->m, 0, 0, 0);
}

/* J / m in the direction of the key, and then a rest of half a second. */
START_TEST(flings_give_their_impulse)
{
    static const int x[4] = { 0, -1, 0, 1 }, y[4] = { 1, 0, -1, 0 };
    struct arena a = arena_start(1, "speed=0 balls=8 soft=0 fling=10");
    for (unsigned i = 0; i < 4; i++) {
        put_on(&a, 0, fs_pos2_make(-M(11), 0), fs_vel2_zero());
        press_key(&a, 0, COLLISIONS_UP + i);
        fs_vel gain = fs_vel_from_wide(fs_wide_div(fs_wide_from_int(10), mass_of(&a, 0)));
        assert_near(a.v.body2.vel[0].x, (int64_t)x[i] * gain, 4, "x");
        assert_near(a.v.body2.vel[0].y, (int64_t)y[i] * gain, 4, "y");
        put_on(&a, 0, fs_pos2_make(-M(11), 0), fs_vel2_zero());
        press_key(&a, 0, COLLISIONS_UP + i);
        ck_assert(fs_vel2_is_zero(a.v.body2.vel[0]));
        match_steps(&a.m, 30);
    }
    ck_assert_uint_eq(a.v.player.flings[0], 4);
    /* Space: at the nearest, here straight up and away. */
    put_on(&a, 0, fs_pos2_make(-M(11), -M(5)), fs_vel2_zero());
    put_on(&a, 3, fs_pos2_make(-M(11), -M(1)), fs_vel2_zero());
    press_key(&a, FS_KEY_FIRE, 0);
    ck_assert_int_gt(a.v.body2.vel[0].y, 0);
    ck_assert_int_eq(a.v.body2.vel[0].x, 0);
    match_end(&a.m);
}
END_TEST

START_TEST(keys_select_and_set_e)
{
    struct arena a = arena_start(2, "balls=5 soft=0");
    ck_assert_uint_eq(a.v.player.ball[1], 1);
    press_key(&a, FS_KEY_UP, 0);
    ck_assert_uint_eq(a.v.player.ball[0], 4);
    match_step(&a.m);
    press_key(&a, FS_KEY_DOWN, 0);
    press_key(&a, FS_KEY_DOWN, 0);
    ck_assert_uint_eq(a.v.player.ball[0], 0);
    press_key(&a, 0, COLLISIONS_DIGIT + 3);
    ck_assert_uint_eq(a.v.player.ball[0], 3);
    press_key(&a, 0, COLLISIONS_DIGIT + 5);
    ck_assert_uint_eq(a.v.player.ball[0], 3);
    /* A strike is a percent, a held key ten percent a second. */
    uint32_t e = a.v.arena.restitution[0];
    while (*a.v.world.tick % 6 != 1)
        match_step(&a.m);
    press_key(&a, FS_KEY_LEFT, 0);
    ck_assert_uint_eq(a.v.arena.restitution[0], e - 1);
    match_press(&a.m, 0, FS_KEY_LEFT, 0);
    match_press(&a.m, 1, 0, 0);
    match_steps(&a.m, 60);
    assert_near(a.v.arena.restitution[0], e - 11, 1, "e");
    match_press(&a.m, 0, FS_KEY_RIGHT, 0);
    match_steps(&a.m, 1200);
    ck_assert_uint_eq(a.v.arena.restitution[0], COLLISIONS_MAX_RESTITUTION);
    match_end(&a.m);
}
END_TEST

/* Who plays which ball makes no difference to the balls. */
START_TEST(slots_can_be_exchanged)
{
    struct arena a = arena_start(3, "balls=12"), b = arena_start(3, "balls=12");
    static const uint8_t other[3] = { 2, 0, 1 };
    for (uint32_t slot = 0; slot < 3; slot++)
        b.v.player.ball[other[slot]] = a.v.player.ball[slot];
    for (int i = 0; i < 400; i++) {
        for (uint32_t slot = 0; slot < 3; slot++) {
            unsigned command = (i + 7 * (int)slot) % 40 == 0 ? 1 + ((unsigned)i / 40 + slot) % 4 : 0;
            match_press(&a.m, slot, 0, command);
            match_press(&b.m, other[slot], 0, command);
        }
        match_step(&a.m);
        match_step(&b.m);
        ck_assert(fs_table_hash(a.m.state, collisions_T_body2) == fs_table_hash(b.m.state, collisions_T_body2));
    }
    ck_assert_uint_eq(a.v.player.flings[1], b.v.player.flings[0]);
    ck_assert_uint_ge(a.v.player.flings[0], 8);
    match_end(&a.m);
    match_end(&b.m);
}
END_TEST

START_TEST(excite_and_reset)
{
    struct arena a = arena_start(1, "balls=32 speed=50");
    fs_pos2 places[COLLISIONS_MAX_BALLS];
    match_steps(&a.m, 200);
    press_key(&a, 0, COLLISIONS_RESET);
    for (uint32_t i = 0; i < a.balls; i++) {
        places[i] = a.v.body2.pos[i];
        for (uint32_t j = 0; j < i; j++)
            ck_assert_int_gt(fs_pos2_dist(places[i], places[j]),
                             fs_pos_from_rel(a.v.body2.extent[i] + a.v.body2.extent[j]));
        ck_assert_int_le(fs_abs32(a.v.body2.vel[i].x), 5 * FS_VEL_ONE + 2);
    }
    press_key(&a, 0, COLLISIONS_EXCITE);
    for (uint32_t i = 0; i < a.balls; i++)
        ck_assert_int_lt(fs_pos2_dist(places[i], a.v.body2.pos[i]), CM(40));
    match_end(&a.m);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("games_collisions");
    TCase *tc = tcase_create("games_collisions");
    tcase_set_timeout(tc, 120);
    tcase_add_loop_test(tc, two_balls_follow_the_closed_form, 0, 20);
    tcase_add_test(tc, the_softer_ball_decides);
    tcase_add_loop_test(tc, n_is_the_line_of_the_centres, 0, 7);
    tcase_add_test(tc, elastic_hits_keep_the_energy);
    tcase_add_loop_test(tc, inelastic_hits_only_lose, 0, sizeof crowds / sizeof crowds[0]);
    tcase_add_test(tc, lively_hits_gain);
    tcase_add_test(tc, flings_give_their_impulse);
    tcase_add_test(tc, keys_select_and_set_e);
    tcase_add_test(tc, slots_can_be_exchanged);
    tcase_add_test(tc, excite_and_reset);
    suite_add_tcase(suite, tc);
    return suite;
}
