/* check_chain_game.c: the game of chains: its rules one by one, against closed forms, and
 * the properties of every game. The kinematics themselves are tested in check_kinematic_chain.c. */
#include <math.h>

#include <fixstep/kit/buttons.h>

#include "games/chain/chain.h"
#include "games/builtin.h"
#include "games/play_checks.h"

#define M(n) ((fs_pos)(n)*FS_POS_ONE)
#define CM(n) ((fs_pos)(n)*FS_POS_ONE / 100)

static void assert_near(int64_t value, int64_t expected, int64_t tolerance, const char *what)
{
    ck_assert_msg(fs_absdiff64(value, expected) <= (uint64_t)tolerance, "%s: %.9g, expected %.9g +- %.9g", what,
                  (double)value / 4294967296.0, (double)expected / 4294967296.0, (double)tolerance / 4294967296.0);
}

/* --- properties of every game -------------------------------------------------------------- */

/* No tip is below the floor, and no link is longer or shorter than it was. */
static void check_arms(const struct match *m)
{
    struct chain_view v;
    chain_peek(m->state, &v);
    struct chain_rules rules = chain_rules_load(&v);
    for (uint32_t slot = 0; slot < *v.arm.rows; slot++) {
        fs_pos2 joint[CHAIN_MAX_LINKS + 1];
        if (!v.arm.active[slot])
            continue;
        fs__chain_joint_positions(&v, &rules, slot, joint);
        uint32_t links = v.arm.links[slot];
        ck_assert(joint[links].y >= 0);
        for (uint32_t i = 0; i < links; i++)
            assert_near(fs_pos2_dist(joint[i], joint[i + 1]), rules.reach / links, 200, "length of a link");
    }
    ck_assert_uint_eq(*v.world.saturations, 0);
}

static const struct game_checks checks = {
    .game = &fs_game_chain,
    .players = "arm",
    .fields = 4,
    .check = check_arms,
    .ticks = 1500,
    .bytes = 3000,
    .pictures = 300,
    .bots = 1200,
    .choices = CHAIN_CHOICES,
    .items = 10,
    .refused = { 8, 6 },
};

static const struct scene scenes[] = {
    { &checks, 8, "" },
    { &checks, 3, "hz=20 links=8 reach=120 turn=720 speed=300 catch=20 stars=12 life=1" },
    { &checks, 1, "hz=120 links=1 reach=30 turn=10 speed=5 catch=1 stars=1" },
};

/* --- one arm ---------------------------------------------------------------------------------- */

struct stand {
    struct match m;
    struct chain_view v;
    struct chain_rules rules;
    fs_pos2 base;
};

static struct stand stand_start(uint32_t players, const char *settings)
{
    struct stand s = { .m = match_start(&fs_game_chain, players, settings) };
    chain_bind(s.m.state, &s.v);
    s.rules = chain_rules_load(&s.v);
    match_step(&s.m);
    s.base = fs__chain_arm_links(&s.v, &s.rules, 0).base;
    return s;
}

static fs_pos2 tip_of(const struct stand *s, uint32_t slot)
{
    return fs__chain_tip_pos(&s->v, &s->rules, slot);
}

/* The target of slot 0, from its base, and time enough for the joints. */
static void lead_target(struct stand *s, fs_pos x, fs_pos y)
{
    s->v.arm.target[0] = fs_pos2_make(s->base.x + x, s->base.y + y);
    match_steps(&s->m, 150);
}

static void by_joints(struct stand *s, uint32_t slot)
{
    match_press(&s->m, slot, FS_KEY_ALT, 0);
    match_step(&s->m);
    match_press(&s->m, slot, 0, 0);
    ck_assert_uint_eq(s->v.arm.follows_target[slot], 0);
}

/* Two links of 5 m, the first upright: the second one turned by n steps has its tip at
 * base + (-5 sin, 5 + 5 cos) of n steps. */
START_TEST(a_joint_turns_by_its_keys)
{
    struct stand s = stand_start(1, "");
    by_joints(&s, 0);
    match_press(&s.m, 0, FS_KEY_UP, 0);
    match_steps(&s.m, 5);
    ck_assert_uint_eq(s.v.arm.selected_joint[0], 1);
    match_press(&s.m, 0, FS_KEY_LEFT, 0);
    match_steps(&s.m, 30);
    double turned = 30.0 * s.rules.max_turn / 4294967296.0 * 2 * acos(-1.0);
    ck_assert_double_eq_tol(turned, 75.0 / 180 * acos(-1.0), 1e-6);
    assert_near(tip_of(&s, 0).x, s.base.x + (fs_pos)(-5 * sin(turned) * 4294967296.0), 400, "x of the tip");
    assert_near(tip_of(&s, 0).y, s.base.y + (fs_pos)((5 + 5 * cos(turned)) * 4294967296.0), 400, "y of the tip");
    ck_assert(fs_pos2_eq(s.v.arm.target[0], tip_of(&s, 0)));
    /* The other key goes the same way back, exactly. */
    match_press(&s.m, 0, FS_KEY_RIGHT, 0);
    match_steps(&s.m, 30);
    ck_assert_uint_eq(s.v.joint.angle[1], 0);
    /* Picking goes around. */
    for (int i = 0; i < 3; i++) {
        match_press(&s.m, 0, 0, 0);
        match_step(&s.m);
        match_press(&s.m, 0, FS_KEY_DOWN, 0);
        match_step(&s.m);
        ck_assert_uint_eq(s.v.arm.selected_joint[0], (unsigned)i % 2);
    }
    match_end(&s.m);
}
END_TEST

/* The base is 1 m above the floor: a straight arm of 10 m stops where it is 5.739 degrees
 * below level, at most one step before. */
START_TEST(the_floor_refuses_keys)
{
    struct stand s = stand_start(1, "");
    by_joints(&s, 0);
    match_press(&s.m, 0, FS_KEY_RIGHT, 0);
    match_steps(&s.m, 120);
    fs_pos2 tip = tip_of(&s, 0);
    ck_assert(tip.y >= 0);
    ck_assert_uint_eq(s.v.arm.ik_result[0], FS_IK_REFUSED);
    double lowest = -asin(0.1) / (2 * acos(-1.0)) * 4294967296.0;
    double turn = (double)fs_turn_signed(s.v.joint.angle[0]);
    ck_assert(turn >= lowest && turn < lowest + s.rules.max_turn);
    match_press(&s.m, 0, FS_KEY_LEFT, 0);
    match_step(&s.m);
    ck_assert_uint_eq(s.v.arm.ik_result[0], FS_IK_REACHED);
    ck_assert(tip_of(&s, 0).y > tip.y);
    match_end(&s.m);
}
END_TEST

/* Arms that mirror each other and are turned in mirrored ways have mirrored tips, bit for
 * bit. */
START_TEST(mirrored_keys_mirror_the_arm)
{
    struct stand s = stand_start(2, "links=3");
    by_joints(&s, 0);
    by_joints(&s, 1);
    for (int t = 0; t < 200; t++) {
        unsigned pick = t % 20 == 0 ? FS_KEY_UP : 0;
        match_press(&s.m, 0, pick | (t / 50 % 2 ? FS_KEY_LEFT : FS_KEY_RIGHT), 0);
        match_press(&s.m, 1, pick | (t / 50 % 2 ? FS_KEY_RIGHT : FS_KEY_LEFT), 0);
        match_step(&s.m);
        fs_pos2 a = tip_of(&s, 0), b = tip_of(&s, 1);
        ck_assert(a.x == -b.x && a.y == b.y);
    }
    match_end(&s.m);
}
END_TEST

/* --- targets -------------------------------------------------------------------------------------- */

/* cos th2 = (d^2 - 2 l^2) / (2 l^2), on either side. */
START_TEST(two_links_have_two_elbows)
{
    static const struct {
        int x, y;
    } targets[] = { { 300, 200 }, { -500, 400 }, { 0, 900 }, { 700, 0 }, { -200, 100 } };
    for (unsigned i = 0; i < sizeof targets / sizeof targets[0]; i++) {
        struct stand s = stand_start(1, "turn=720");
        double d2 = (targets[i].x * targets[i].x + targets[i].y * targets[i].y) / 1e4;
        double elbow = acos((d2 - 50) / 50) / (2 * acos(-1.0)) * 4294967296.0;
        for (int right = 0; right < 2; right++) {
            lead_target(&s, CM(targets[i].x), CM(targets[i].y));
            ck_assert_uint_eq(s.v.arm.ik_result[0], FS_IK_REACHED);
            ck_assert(fs_pos2_dist(tip_of(&s, 0), s.v.arm.target[0]) <= FS_POS_ONE / 10000000);
            ck_assert_double_eq_tol(fs_turn_signed(s.v.joint.angle[1]), right ? elbow : -elbow, 100);
            match_press(&s.m, 0, FS_KEY_FIRE, 0);
            match_step(&s.m);
            match_press(&s.m, 0, 0, 0);
            ck_assert_uint_eq(s.v.arm.elbow_right[0], !right);
        }
        match_end(&s.m);
    }
}
END_TEST

START_TEST(one_link_reaches_its_circle)
{
    struct stand s = stand_start(1, "links=1 turn=720");
    lead_target(&s, M(6), M(8));
    ck_assert_uint_eq(s.v.arm.ik_result[0], FS_IK_REACHED);
    ck_assert(fs_pos2_dist(tip_of(&s, 0), s.v.arm.target[0]) <= FS_POS_ONE / 10000);
    lead_target(&s, M(3), M(4));
    ck_assert_uint_ne(s.v.arm.ik_result[0], FS_IK_REACHED);
    assert_near(tip_of(&s, 0).x, s.base.x + M(6), FS_POS_ONE / 1000, "in the direction of the target");
    /* Its pose would be below the floor: refused, it stays. */
    fs_pos2 before = tip_of(&s, 0);
    lead_target(&s, M(1), -CM(90));
    ck_assert_uint_eq(s.v.arm.ik_result[0], FS_IK_REFUSED);
    ck_assert(fs_pos2_eq(tip_of(&s, 0), before));
    match_end(&s.m);
}
END_TEST

START_TEST(many_links_reach_by_iteration)
{
    char settings[40];
    snprintf(settings, sizeof settings, "links=%d turn=720", _i);
    struct stand s = stand_start(1, settings);
    static const struct {
        int x, y;
    } targets[] = { { 300, 200 }, { 350, 150 }, { -500, 400 }, { -200, 50 }, { 600, -100 }, { 100, 800 } };
    for (unsigned i = 0; i < sizeof targets / sizeof targets[0]; i++) {
        lead_target(&s, CM(targets[i].x), CM(targets[i].y));
        ck_assert_uint_eq(s.v.arm.ik_result[0], FS_IK_REACHED);
        ck_assert_uint_le(s.v.arm.ik_iterations[0], FS_IK_MAX_ITERATIONS);
        ck_assert(fs_pos2_dist(tip_of(&s, 0), s.v.arm.target[0]) <= 3 * FS_POS_ONE / 10000);
    }
    match_end(&s.m);
}
END_TEST

/* Out of reach it is stretched towards the target; on the floor it touches the floor. */
START_TEST(what_is_out_of_reach)
{
    char settings[40];
    snprintf(settings, sizeof settings, "links=%d turn=720 reach=50", _i);
    struct stand s = stand_start(1, settings);
    lead_target(&s, M(8), M(6));
    ck_assert_uint_eq(s.v.arm.ik_result[0], FS_IK_TOO_FAR);
    assert_near(tip_of(&s, 0).x, s.base.x + M(4), FS_POS_ONE / 10000, "x of the stretched arm");
    assert_near(tip_of(&s, 0).y, s.base.y + M(3), FS_POS_ONE / 10000, "y of the stretched arm");
    lead_target(&s, M(3), -s.base.y);
    ck_assert_uint_eq(s.v.arm.ik_result[0], FS_IK_REACHED);
    ck_assert(tip_of(&s, 0).y >= 0 && tip_of(&s, 0).y <= FS_POS_ONE / 1000);
    match_end(&s.m);
}
END_TEST

/* However far the target jumps, no joint is faster than it can be; and it gets there. */
START_TEST(joints_have_a_speed)
{
    struct stand s = stand_start(1, "links=5 turn=90");
    s.v.arm.target[0] = fs_pos2_make(s.base.x - M(6), s.base.y + M(1));
    for (int t = 0; t < 400; t++) {
        uint32_t before[CHAIN_MAX_LINKS];
        memcpy(before, s.v.joint.angle, sizeof before);
        match_step(&s.m);
        for (uint32_t i = 0; i < 5; i++)
            ck_assert_uint_le(fs_uabs32(fs_turn_signed(s.v.joint.angle[i] - before[i])), s.rules.max_turn);
    }
    ck_assert(fs_pos2_dist(tip_of(&s, 0), s.v.arm.target[0]) <= FS_POS_ONE / 1000);
    match_end(&s.m);
}
END_TEST

/* A second at 6 m/s, no further than the field. */
START_TEST(keys_move_the_target)
{
    struct stand s = stand_start(1, "");
    fs_pos2 start = fs_pos2_make(0, M(5));
    s.v.arm.target[0] = start;
    match_press(&s.m, 0, FS_KEY_RIGHT | FS_KEY_UP, 0);
    match_steps(&s.m, 60);
    assert_near(s.v.arm.target[0].x, M(6), 4096, "x of the target");
    assert_near(s.v.arm.target[0].y, M(11), 4096, "y of the target");
    match_steps(&s.m, 300);
    ck_assert(s.v.arm.target[0].x == M(CHAIN_HALF_WIDTH) && s.v.arm.target[0].y == M(CHAIN_HEIGHT));
    match_press(&s.m, 0, FS_KEY_LEFT | FS_KEY_DOWN, 0);
    match_steps(&s.m, 600);
    ck_assert(s.v.arm.target[0].x == -M(CHAIN_HALF_WIDTH) && s.v.arm.target[0].y == 0);
    match_end(&s.m);
}
END_TEST

START_TEST(links_are_chosen)
{
    struct stand s = stand_start(1, "");
    for (unsigned links = 1; links <= CHAIN_MAX_LINKS; links++) {
        match_press(&s.m, 0, FS_KEY_LEFT, 0);
        match_steps(&s.m, 20);
        match_press(&s.m, 0, 0, links);
        match_step(&s.m);
        ck_assert_uint_eq(s.v.arm.links[0], links);
        assert_near(tip_of(&s, 0).x, s.base.x, 200, "straight");
        assert_near(tip_of(&s, 0).y, s.base.y + M(10), 200, "up");
    }
    match_end(&s.m);
}
END_TEST

/* --- stars ---------------------------------------------------------------------------------------------- */

START_TEST(a_star_is_for_the_nearest_tip)
{
    struct stand s = stand_start(2, "stars=1 catch=20 life=100 reach=30");
    fs_pos2 a = tip_of(&s, 0), b = tip_of(&s, 1);
    s.v.arm.score[0] = s.v.arm.score[1] = 0;
    s.v.star.ticks_left[0] = 100;
    s.v.star.pos[0] = fs_pos2_make(b.x, b.y + CM(201));
    match_step(&s.m);
    ck_assert_uint_eq(s.v.arm.score[0] + s.v.arm.score[1], 0);
    ck_assert_uint_eq(s.v.star.ticks_left[0], 99);
    s.v.star.pos[0] = fs_pos2_make(b.x, b.y + CM(199));
    match_step(&s.m);
    ck_assert_uint_eq(s.v.arm.score[1], 1);
    ck_assert_uint_eq(s.v.star.ticks_left[0], 6000);
    s.v.star.pos[0] = a;
    match_step(&s.m);
    ck_assert_uint_eq(s.v.arm.score[0], 1);
    match_end(&s.m);
}
END_TEST

/* A star is within the reach of an arm, in the field, and is another one in the end. */
START_TEST(stars_can_be_reached)
{
    struct stand s = stand_start(3, "stars=12 life=1");
    s.m.present = 0;
    for (int t = 0; t < 600; t++) {
        match_step(&s.m);
        for (uint32_t i = 0; i < *s.v.star.rows; i++) {
            fs_pos2 star = s.v.star.pos[i];
            bool reached = false;
            for (uint32_t slot = 0; slot < 3; slot++)
                reached |= fs_pos2_dist(fs__chain_arm_links(&s.v, &s.rules, slot).base, star) <= s.rules.reach + 4;
            ck_assert(reached && star.y > 0 && star.y < M(CHAIN_HEIGHT) && fs_abs64(star.x) < M(CHAIN_HALF_WIDTH));
        }
    }
    match_end(&s.m);
}
END_TEST

/* --- keys, bots and scripts ------------------------------------------------------------------------ */

START_TEST(keys_become_inputs)
{
    uint8_t input[2] = { 0, 0 };
    fs_game_chain.keys(&(fs_keys){ .held = FS_KEY_UP | FS_KEY_FIRE, .character = '8' }, input);
    ck_assert_mem_eq(input, "\x11\x08", 2);
    memset(input, 0, 2);
    fs_game_chain.keys(&(fs_keys){ .held = UINT32_MAX, .character = '9' }, input);
    ck_assert_mem_eq(input, "\x3f\x00", 2);
}
END_TEST

START_TEST(bots_beat_idle_and_random)
{
    char settings[20];
    snprintf(settings, sizeof settings, "seed=%d", _i);
    struct match m = match_start(&fs_game_chain, 4, settings);
    struct chain_view v;
    chain_bind(m.state, &v);
    match_bots(&m, "reacher idle winder random", 3600);
    ck_assert_uint_ge(v.arm.score[0], 12);
    ck_assert_uint_ge(v.arm.score[2], 6);
    ck_assert_uint_lt(v.arm.score[1], v.arm.score[2]);
    ck_assert_uint_lt(v.arm.score[3], v.arm.score[0]);
    match_end(&m);
}
END_TEST

START_TEST(scripts_play)
{
    struct match m = play_script(&fs_game_chain, 3, "seed=1", 3000);
    struct chain_view v;
    chain_bind(m.state, &v);
    ck_assert_uint_eq(v.arm.links[0], 2);
    ck_assert_uint_eq(v.arm.follows_target[1], 0);
    ck_assert_uint_eq(v.arm.selected_joint[1], 1);
    ck_assert_uint_eq(v.arm.links[2], 8);
    ck_assert_uint_ge(v.arm.score[0] + v.arm.score[1] + v.arm.score[2], 1);
    match_end(&m);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("chain_game");
    TCase *tc = tcase_create("chain_game");
    tcase_set_timeout(tc, 120);
    add_play_checks(tc, scenes, sizeof scenes / sizeof scenes[0]);
    tcase_add_test(tc, a_joint_turns_by_its_keys);
    tcase_add_test(tc, the_floor_refuses_keys);
    tcase_add_test(tc, mirrored_keys_mirror_the_arm);
    tcase_add_test(tc, two_links_have_two_elbows);
    tcase_add_test(tc, one_link_reaches_its_circle);
    tcase_add_loop_test(tc, many_links_reach_by_iteration, 3, CHAIN_MAX_LINKS + 1);
    tcase_add_loop_test(tc, what_is_out_of_reach, 2, CHAIN_MAX_LINKS + 1);
    tcase_add_test(tc, joints_have_a_speed);
    tcase_add_test(tc, keys_move_the_target);
    tcase_add_test(tc, links_are_chosen);
    tcase_add_test(tc, a_star_is_for_the_nearest_tip);
    tcase_add_test(tc, stars_can_be_reached);
    tcase_add_test(tc, keys_become_inputs);
    tcase_add_loop_test(tc, bots_beat_idle_and_random, 1, 5);
    tcase_add_test(tc, scripts_play);
    suite_add_tcase(suite, tc);
    return suite;
}
