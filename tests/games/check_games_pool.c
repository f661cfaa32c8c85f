/* check_games_pool.c: the rules of pool, one by one, against closed forms. */
#include "games/builtin.h"
#include "games/pool/pool.h"
#include "games/play.h"

#include <fixstep/trig.h>

#define M(n) ((fs_pos)(n)*FS_POS_ONE)
#define CM(n) ((fs_pos)(n)*FS_POS_ONE / 100)

static void assert_near(int64_t value, int64_t expected, int64_t tolerance, const char *what)
{
    ck_assert_msg(fs_absdiff64(value, expected) <= (uint64_t)tolerance, "%s: %lld, expected %lld +- %lld", what,
                  (long long)value, (long long)expected, (long long)tolerance);
}

struct table {
    struct match m;
    struct pool_view v;
    struct fs_world2 w;
    struct pool_rules rules;
};

static struct table table_start(uint32_t players, const char *settings)
{
    struct table t = { .m = match_start(&fs_game_pool, players, settings) };
    pool_bind(t.m.state, &t.v);
    fs_world2_bind(t.m.state, pool_T_physics2, NULL, &t.w);
    t.rules = pool_rules_load(&t.v);
    match_step(&t.m);
    return t;
}

/* Takes every ball but the cue ball off the table. */
static struct table empty_table(uint32_t players, const char *settings)
{
    struct table t = table_start(players, settings);
    for (uint32_t ball = 1; ball < POOL_BALLS; ball++)
        fs__pool_sink_ball(&t.v, &t.w, ball);
    t.v.table.sunk[0] = 0;
    return t;
}

static void put_ball(struct table *t, uint32_t ball, fs_pos x, fs_pos y)
{
    fs_body2 body = fs_body2_at(&t->w, ball);
    t->v.ball.pocketed[ball] = 0;
    fs_body2_set_enabled(&t->w, body, true);
    ck_assert_int_eq(fs_body2_set_pose(&t->w, body, fs_pos2_make(x, y), fs_rot2_identity()), FS_OK);
}

/* Strikes in the coming ticks: power in percent, along a direction. */
static void strike(struct table *t, uint32_t aim, uint8_t power)
{
    t->v.table.aim[0] = aim;
    t->v.table.power[0] = power;
    t->v.table.phase_ticks[0] = *t->v.world.hz;
    match_press(&t->m, t->v.table.turn_slot[0], FS_KEY_FIRE, 0);
    match_step(&t->m);
    match_press(&t->m, t->v.table.turn_slot[0], 0, 0);
    ck_assert_uint_eq(t->v.table.phase[0], POOL_ROLL);
}

static void roll_out(struct table *t)
{
    for (int i = 0; i < 4000 && t->v.table.phase[0] == POOL_ROLL; i++)
        match_step(&t->m);
    ck_assert_uint_eq(t->v.table.phase[0], POOL_AIM);
}

static int64_t sum_of(const struct table *t, bool y)
{
    int64_t sum = 0;
    for (uint32_t ball = 0; ball < POOL_BALLS; ball++)
        sum += y ? t->v.body2.vel[ball].y : t->v.body2.vel[ball].x;
    return sum;
}

/* Sum of v^2: all balls weigh the same. */
static int64_t squares(const struct table *t)
{
    int64_t sum = 0;
    for (uint32_t ball = 0; ball < POOL_BALLS; ball++)
        sum += (int64_t)(fs_vel2_length_sq(t->v.body2.vel[ball]) >> 8);
    return sum;
}

/* Whether a ball may have touched a cushion or fallen by now. */
static bool near_an_edge(const struct table *t)
{
    for (uint32_t ball = 0; ball < POOL_BALLS; ball++) {
        fs_pos2 at = t->v.body2.pos[ball];
        if (fs_abs64(at.x) > POOL_MM_POS(POOL_HALF_WIDTH_MM - 100) ||
            fs_abs64(at.y) > POOL_MM_POS(POOL_HALF_HEIGHT_MM - 100))
            return true;
    }
    return false;
}

START_TEST(a_rack_lies_without_overlap)
{
    struct table t = table_start(1, "");
    uint32_t touching = 0;
    for (uint32_t a = 1; a < POOL_BALLS; a++)
        for (uint32_t b = a + 1; b < POOL_BALLS; b++) {
            fs_pos gap = fs_pos2_dist(t.v.body2.pos[a], t.v.body2.pos[b]) - 2 * fs_pos_from_rel(POOL_RADIUS);
            ck_assert_int_gt(gap, 0);
            touching += gap < POOL_MM_POS(1);
        }
    ck_assert_uint_eq(touching, 30);
    match_end(&t.m);
}
END_TEST

/* From the stroke until a ball comes near a cushion the sum of the velocities stays, to the roundings of 60 or so hits,
 * and their squares never grow; then the break has happened. */
START_TEST(a_break_conserves_momentum)
{
    char settings[40];
    snprintf(settings, sizeof settings, "cloth=0 seed=%d", _i);
    struct table t = table_start(1, settings);
    strike(&t, FS_TURN_DEG(_i) / 4, 100);
    int64_t x = sum_of(&t, false), y = sum_of(&t, true), energy = squares(&t), first = energy;
    uint32_t moving = 0;
    while (!near_an_edge(&t)) {
        assert_near(sum_of(&t, false), x, 400, "momentum along the table");
        assert_near(sum_of(&t, true), y, 400, "momentum across it");
        ck_assert_int_le(squares(&t), energy + (energy >> 18));
        energy = squares(&t);
        match_step(&t.m);
    }
    for (uint32_t ball = 1; ball < POOL_BALLS; ball++)
        moving += !fs_vel2_is_zero(t.v.body2.vel[ball]);
    ck_assert_uint_ge(moving, 10);
    ck_assert_int_lt(energy, first);
    match_end(&t.m);
}
END_TEST

/* Equal balls without losses leave at a right angle, and the one that was hit leaves along the line of the centres:
 * hit at the offset b, that line is at asin(b / 2r). */
START_TEST(equal_balls_part_at_a_right_angle)
{
    struct table t = empty_table(1, "cloth=0 ball=100");
    int64_t offset = (int64_t)POOL_RADIUS * (2 * _i) / 8;
    put_ball(&t, 1, 0, fs_pos_from_rel((fs_rel)offset));
    strike(&t, 0, 60);
    fs_vel speed = t.v.body2.vel[0].x;
    for (int i = 0; i < 40 && fs_vel2_is_zero(t.v.body2.vel[1]); i++)
        match_step(&t.m);
    fs_vel2 a = t.v.body2.vel[0], b = t.v.body2.vel[1];
    ck_assert(!fs_vel2_is_zero(b));
    /* v_a . v_b = 0 and v_a^2 + v_b^2 = v^2 */
    assert_near(fs_vel2_dot(a, b) / speed, 0, 40, "cosine of the angle between them");
    assert_near((int64_t)(fs_vel2_length_sq(a) + fs_vel2_length_sq(b)) / speed, speed, 40, "energy");
    uint32_t line = fs_asin(fs_unit_from_ratio(offset, 2 * (int64_t)POOL_RADIUS));
    assert_near(fs_turn_signed(fs_atan2(b.y, b.x) - line), 0, FS_TURN_DEG(1) * 2, "line of the centres");
    fs_vel along = fs_mul32_sym(speed, fs_cos(fs_atan2(b.y, b.x)), FS_UNIT_FRAC);
    assert_near(fs_vel2_length(b), along, 40, "speed along that line");
    match_end(&t.m);
}
END_TEST

/* v (1 - e) / 2 and v (1 + e) / 2 of a full hit; -e v from a cushion. */
START_TEST(restitution_of_balls_and_cushions)
{
    struct table t = empty_table(1, "cloth=0 ball=80 cushion=50");
    put_ball(&t, 1, 0, 0);
    strike(&t, 0, 50);
    fs_vel speed = t.v.body2.vel[0].x;
    while (fs_vel2_is_zero(t.v.body2.vel[1]))
        match_step(&t.m);
    assert_near(t.v.body2.vel[0].x, speed / 10, 20, "what strikes");
    assert_near(t.v.body2.vel[1].x, (int64_t)speed * 9 / 10, 20, "what is struck");
    fs_vel before = t.v.body2.vel[1].x;
    while (t.v.body2.vel[1].x > 0)
        match_step(&t.m);
    assert_near(t.v.body2.vel[1].x, -before / 2, 20, "from the cushion");
    match_end(&t.m);
}
END_TEST

/* v^2 / 2a, less half a tick's way because the cloth slows first; then at rest to the bit. */
START_TEST(the_cloth_stops_a_ball)
{
    struct table t = empty_table(1, "cloth=20");
    put_ball(&t, 1, 0, M(6));
    strike(&t, 0, 10);
    fs_pos from = t.v.body2.pos[0].x;
    fs_vel speed = t.v.body2.vel[0].x;
    roll_out(&t);
    fs_pos delta = t.v.body2.pos[0].x - from;
    fs_wide v = fs_wide_from_vel(speed), expected = fs_wide_div(fs_wide_mul(v, v), fs_wide_from_int(4));
    assert_near(delta, expected, fs_wide_div(v, fs_wide_from_int(60)), "way of a ball");
    ck_assert(fs_vel2_is_zero(t.v.body2.vel[0]));
    match_end(&t.m);
}
END_TEST

/* A ball rolled at the middle of any pocket from a little way off falls; the player gets a point and goes on. */
START_TEST(every_pocket_takes_a_ball)
{
    struct table t = empty_table(2, "cloth=20");
    uint32_t pocket = (uint32_t)_i;
    fs_pos2 hole = fs__pool_pocket_pos(pocket);
    fs_pos2 inward = fs_pos2_make(hole.x > 0 ? -M(2) : hole.x < 0 ? M(2) : 0, hole.y > 0 ? -M(2) : M(2));
    fs_pos2 ball = fs_pos2_add(hole, inward), cue = fs_pos2_add(ball, inward);
    put_ball(&t, 5, ball.x, ball.y);
    put_ball(&t, 6, -ball.x, 0);
    put_ball(&t, 0, cue.x, cue.y);
    strike(&t, fs_atan2(-inward.y, -inward.x), 30);
    for (int i = 0; i < 400 && !t.v.ball.pocketed[5]; i++)
        match_step(&t.m);
    ck_assert_uint_eq(t.v.ball.pocketed[5], 1);
    ck_assert_uint_eq(t.v.ball.sunk_by[5], 1);
    ck_assert_uint_eq(t.v.table.sunk[0], 1);
    match_end(&t.m);
}
END_TEST

START_TEST(a_sunk_ball_earns_a_point_and_another_stroke)
{
    struct table t = empty_table(2, "cloth=100");
    put_ball(&t, 3, CM(1180), CM(545));
    put_ball(&t, 4, -M(5), 0);
    put_ball(&t, 0, CM(1080), CM(445));
    strike(&t, FS_TURN_DEG(45), 25);
    roll_out(&t);
    ck_assert_uint_eq(t.v.ball.pocketed[3], 1);
    ck_assert_uint_eq(t.v.ball.pocketed[0], 0);
    ck_assert_int_eq(t.v.player.score[0], 1);
    ck_assert_uint_eq(t.v.table.turn_slot[0], 0);
    ck_assert_uint_eq(t.v.player.strokes[0], 1);
    /* Nothing falls and nothing is foul: the other one's turn. */
    put_ball(&t, 0, -M(6), 0);
    strike(&t, 0, 10);
    roll_out(&t);
    ck_assert_int_eq(t.v.player.score[0], 1);
    ck_assert_uint_eq(t.v.player.fouls[0], 0);
    ck_assert_uint_eq(t.v.table.turn_slot[0], 1);
    match_end(&t.m);
}
END_TEST

START_TEST(fouls_cost_a_point_and_the_turn)
{
    struct table t = empty_table(2, "cloth=100");
    put_ball(&t, 4, -M(5), 0);
    /* No ball touched. */
    strike(&t, FS_TURN_DEG(90), 5);
    roll_out(&t);
    ck_assert_uint_eq(t.v.player.fouls[0], 1);
    ck_assert_int_eq(t.v.player.score[0], -1);
    ck_assert_uint_eq(t.v.table.turn_slot[0], 1);
    /* The cue ball falls: it comes back to its spot. */
    put_ball(&t, 0, CM(1180), CM(545));
    strike(&t, FS_TURN_DEG(45), 20);
    roll_out(&t);
    ck_assert_uint_eq(t.v.player.fouls[1], 1);
    ck_assert_uint_eq(t.v.ball.pocketed[0], 0);
    ck_assert(fs_pos2_eq(t.v.body2.pos[0], fs_pos2_make(POOL_MM_POS(POOL_HEAD_SPOT_MM), 0)));
    ck_assert_uint_eq(t.v.table.turn_slot[0], 0);
    match_end(&t.m);
}
END_TEST

START_TEST(an_occupied_spot_is_avoided)
{
    struct table t = empty_table(1, "");
    fs_pos x = POOL_MM_POS(POOL_HEAD_SPOT_MM), across = 2 * fs_pos_from_rel(POOL_RADIUS);
    put_ball(&t, 1, x, 0);
    put_ball(&t, 2, x, across + CM(1));
    put_ball(&t, 3, x + CM(10), -across - CM(10));
    fs__pool_respot_cue_ball(&t.v, &t.w);
    for (uint32_t ball = 1; ball < 4; ball++)
        ck_assert_int_ge(fs_pos2_dist(t.v.body2.pos[0], t.v.body2.pos[ball]), across);
    ck_assert_int_eq(t.v.body2.pos[0].x, x);
    match_end(&t.m);
}
END_TEST

START_TEST(the_best_score_wins_a_rack)
{
    struct table t = empty_table(3, "cloth=100");
    t.v.player.score[1] = 5;
    t.v.player.score[2] = 5;
    t.v.player.score[0] = 3;
    put_ball(&t, 3, CM(1180), CM(545));
    put_ball(&t, 0, CM(1080), CM(445));
    strike(&t, FS_TURN_DEG(45), 25);
    roll_out(&t);
    ck_assert_uint_eq(t.v.table.racks[0], 1);
    ck_assert_uint_eq(t.v.player.wins[0], 0);
    ck_assert_uint_eq(t.v.player.wins[1], 1);
    ck_assert_uint_eq(t.v.player.wins[2], 1);
    ck_assert_int_eq(t.v.player.score[1], 0);
    for (uint32_t ball = 0; ball < POOL_BALLS; ball++)
        ck_assert_uint_eq(t.v.ball.pocketed[ball], 0);
    match_end(&t.m);
}
END_TEST

START_TEST(aim_power_and_clock)
{
    struct table t = table_start(2, "clock=2");
    uint32_t aim = t.v.table.aim[0], power = t.v.table.power[0];
    match_press(&t.m, 0, FS_KEY_LEFT | FS_KEY_DOWN, 0);
    match_press(&t.m, 1, FS_KEY_RIGHT | FS_KEY_UP | FS_KEY_FIRE, 0);
    match_steps(&t.m, 60);
    assert_near(fs_turn_signed(t.v.table.aim[0] - aim), FS_TURN_DEG(60), 60, "aim after a second");
    ck_assert_uint_eq(t.v.table.power[0], power - POOL_POWER_RATE);
    match_press(&t.m, 0, FS_KEY_RIGHT | FS_KEY_ALT, 0);
    match_steps(&t.m, 32);
    assert_near(fs_turn_signed(t.v.table.aim[0] - aim), FS_TURN_DEG(59), 200, "fine aim");
    match_press(&t.m, 1, 0, 0);
    match_steps(&t.m, 30);
    ck_assert_uint_eq(t.v.table.turn_slot[0], 1);
    /* Who leaves gives the turn away. */
    t.m.present = 1;
    match_steps(&t.m, 2);
    ck_assert_uint_eq(t.v.table.turn_slot[0], 0);
    ck_assert_uint_eq(t.v.player.active[1], 0);
    match_end(&t.m);
}
END_TEST

/* Between strokes the energy of the balls only falls, whatever is played. */
START_TEST(energy_never_grows)
{
    struct table t = table_start(2, "ball=100 cushion=100 cloth=5 clock=1 power=120");
    fs_rng rng = fs_rng_seed(3, 3);
    int64_t before = 0;
    for (int tick = 0; tick < 8000; tick++) {
        bool rolls = t.v.table.phase[0] == POOL_ROLL;
        for (uint32_t slot = 0; slot < 2; slot++)
            match_press(&t.m, slot, fs_rng_u32(&rng) & 63, 0);
        match_step(&t.m);
        int64_t now = squares(&t);
        if (rolls)
            ck_assert_msg(now <= before + (before >> 18) + 16, "tick %d: %lld after %lld", tick, (long long)now,
                          (long long)before);
        before = now;
    }
    ck_assert_uint_ge(t.v.player.strokes[0] + t.v.player.strokes[1], 5);
    match_end(&t.m);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("games_pool");
    TCase *tc = tcase_create("games_pool");
    tcase_set_timeout(tc, 120);
    tcase_add_test(tc, a_rack_lies_without_overlap);
    tcase_add_loop_test(tc, a_break_conserves_momentum, 0, 6);
    tcase_add_loop_test(tc, equal_balls_part_at_a_right_angle, 1, 8);
    tcase_add_test(tc, restitution_of_balls_and_cushions);
    tcase_add_test(tc, the_cloth_stops_a_ball);
    tcase_add_loop_test(tc, every_pocket_takes_a_ball, 0, POOL_POCKETS);
    tcase_add_test(tc, a_sunk_ball_earns_a_point_and_another_stroke);
    tcase_add_test(tc, fouls_cost_a_point_and_the_turn);
    tcase_add_test(tc, an_occupied_spot_is_avoided);
    tcase_add_test(tc, the_best_score_wins_a_rack);
    tcase_add_test(tc, aim_power_and_clock);
    tcase_add_test(tc, energy_never_grows);
    suite_add_tcase(suite, tc);
    return suite;
}
