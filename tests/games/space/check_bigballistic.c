/* check_bigballistic.c: the game of shots at boxes: flights and hits against closed forms, points and rounds, and what every
 * game keeps. */
#include "games/bigballistic/bigballistic.h"

#include <math.h>
#include <fixstep/kit/bodies.h>
#include <fixstep/kit/buttons.h>

#include "games/builtin.h"
#include "games/play_checks.h"

#define M(n) ((fs_pos)(n)*FS_POS_ONE)
#define METRES(p) ((double)(p) / (double)FS_POS_ONE)
#define SPEED(v) ((double)(v) / (double)FS_VEL_ONE)

struct range {
    struct match m;
    struct bigballistic_view v;
    struct fs_world3 w;
};

static struct range range_start(uint32_t players, const char *settings)
{
    struct range r = { .m = match_start(&fs_game_bigballistic, players, settings) };
    bigballistic_bind(r.m.state, &r.v);
    fs_world3_bind(r.m.state, bigballistic_T_physics3, NULL, &r.w);
    match_step(&r.m);
    return r;
}

static void fire(struct range *r, uint32_t slot, uint32_t weapon)
{
    match_press(&r->m, slot, FS_KEY_FIRE, (uint8_t)(weapon + 1));
    match_step(&r->m);
    match_press(&r->m, slot, 0, 0);
}

static uint32_t shot_row(const struct range *r, uint32_t slot, uint32_t weapon)
{
    return fs__bigballistic_shot_row(*r->v.stack.rows, fs__bigballistic_shot(slot, weapon, 0));
}
static uint32_t box_row(const struct range *r, uint32_t box)
{
    return fs__bigballistic_box_row(*r->v.stack.rows, *r->v.player.rows, box);
}

/* Aims the gun of slot 0, moved before a box of stack 0, so that a level shot meets its middle. */
static void aim_level(struct range *r, uint32_t box)
{
    fs_pos3 d = fs_pos3_sub(r->w.body.pos[box_row(r, box)], fs__bigballistic_muzzle(0, *r->v.player.rows));
    r->v.player.yaw[0] = (int32_t)fs_atan2(-d.x, -d.z);
    r->v.player.pitch[0] = (int32_t)fs_atan2(d.y, fs_pos2_length(fs_pos2_make(d.x, d.z)));
}

/* --- flight ------------------------------------------------------------------------------------------------ */

/* With a share k kept per second, c = -ln k: along v (1 - k^t) / c, up (v + a/c) (1 - k^t)/c ... within 1 %. */
START_TEST(shots_fly_as_their_closed_form)
{
    const int ticks = 24;
    const double t = ticks / 60.0;
    for (uint32_t weapon = 0; weapon < BIGBALLISTIC_WEAPONS; weapon++) {
        struct range r = range_start(1, "stacks=1");
        const struct bigballistic_shot_kind *kind = &fs__bigballistic_shots[weapon];
        r.v.player.yaw[0] = (int32_t)FS_TURN_DEG(30); /* beside the stack */
        r.v.player.pitch[0] = (int32_t)FS_TURN_DEG(30);
        fs_pos3 from = fs__bigballistic_muzzle(0, 1);
        match_press(&r.m, 0, 0, (uint8_t)(weapon + 1));
        match_step(&r.m);
        fire(&r, 0, weapon);
        match_steps(&r.m, ticks - 1);
        double c = -log(kind->kept / 100.0), f = (1 - exp(-c * t)) / c, a = kind->acc_cm / 100.0;
        double level = kind->speed * cos(M_PI / 6) * f, up = kind->speed * sin(M_PI / 6) * f + a / c * (t - f);
        fs_pos3 d = fs_pos3_sub(r.w.body.pos[shot_row(&r, 0, weapon)], from);
        double got = METRES(fs_pos2_length(fs_pos2_make(d.x, d.z)));
        ck_assert_msg(fabs(got - level) < 0.01 * level, "%s: %.3f m ahead, not %.3f m", kind->name, got, level);
        ck_assert_msg(fabs(METRES(d.y) - up) < 0.01 * fabs(up) + fabs(a) * t / 60, "%s: %.3f m up, not %.3f m",
                      kind->name, METRES(d.y), up);
        match_end(&r.m);
    }
}
END_TEST

START_TEST(a_shot_ends_by_age_and_beyond_the_range)
{
    struct range r = range_start(1, "stacks=1 life=2");
    r.v.player.yaw[0] = (int32_t)FS_TURN_DEG(40);
    r.v.player.pitch[0] = (int32_t)FS_TURN_DEG(40);
    fire(&r, 0, BIGBALLISTIC_PISTOL);
    match_steps(&r.m, 118);
    ck_assert_uint_eq(r.v.shot.left[fs__bigballistic_shot(0, BIGBALLISTIC_PISTOL, 0)], 1);
    match_step(&r.m);
    ck_assert_uint_eq(r.v.shot.left[fs__bigballistic_shot(0, BIGBALLISTIC_PISTOL, 0)], 0);
    ck_assert_uint_ne(r.w.body.flags[shot_row(&r, 0, BIGBALLISTIC_PISTOL)] & FS_BODY3_DISABLED, 0);
    match_end(&r.m);
    r = range_start(1, "stacks=1 life=10");
    r.v.player.pitch[0] = (int32_t)FS_TURN_DEG(60);
    match_press(&r.m, 0, 0, BIGBALLISTIC_LASER + 1);
    match_step(&r.m);
    fire(&r, 0, BIGBALLISTIC_LASER); /* 200 m at 100 m/s and 60 degrees: after 2.3 s */
    match_steps(&r.m, 120);
    ck_assert_uint_gt(r.v.shot.left[fs__bigballistic_shot(0, BIGBALLISTIC_LASER, 0)], 0);
    match_steps(&r.m, 40);
    ck_assert_uint_eq(r.v.shot.left[fs__bigballistic_shot(0, BIGBALLISTIC_LASER, 0)], 0);
    match_end(&r.m);
}
END_TEST

/* --- hits -------------------------------------------------------------------------------------------------- */

/* What the shot loses of its momentum along z, the boxes have, but for friction on the plinth: at most 0.6 m g for all boxes
 * and the two ticks of the hit. */
START_TEST(a_hit_keeps_momentum)
{
    static const uint32_t weapons[] = { BIGBALLISTIC_PISTOL, BIGBALLISTIC_LASER };
    for (size_t i = 0; i < 2; i++) {
        struct range r = range_start(1, "stacks=1");
        const struct bigballistic_shot_kind *kind = &fs__bigballistic_shots[weapons[i]];
        double kg = fs__bigballistic_stacks[0].box_kg, ball = kind->mass_g / 1000.0, boxes = 0;
        aim_level(&r, 5);
        match_press(&r.m, 0, 0, (uint8_t)(weapons[i] + 1));
        match_step(&r.m);
        fire(&r, 0, weapons[i]);
        uint32_t row = shot_row(&r, 0, weapons[i]);
        double before = 0, after = 0;
        for (int t = 0; t < 120 && r.v.stack.by[0] == 0; t++) {
            before = SPEED(r.w.body.vel[row].z);
            match_step(&r.m);
        }
        ck_assert_uint_eq(r.v.stack.by[0], 1);
        match_step(&r.m); /* the contact may begin a little before the impact */
        after = SPEED(r.w.body.vel[row].z);
        for (uint32_t box = 0; box < BIGBALLISTIC_BOXES; box++)
            boxes += kg * SPEED(r.w.body.vel[box_row(&r, box)].z);
        double lost = ball * (before - after), most = 0.6 * 6 * kg * 10 * 2 / 60;
        ck_assert_msg(lost < -0.5 * ball * kind->speed, "%s: lost %.2f N s", kind->name, lost);
        ck_assert_msg(fabs(boxes - lost) < most, "%s: %.2f N s, not %.2f N s", kind->name, boxes, lost);
        match_end(&r.m);
    }
}
END_TEST

/* One artillery shot throws stones down, one laser shot moves nothing by more than 5 cm. */
START_TEST(mass_and_speed_decide)
{
    static const uint32_t weapons[] = { BIGBALLISTIC_ARTILLERY, BIGBALLISTIC_LASER };
    for (size_t i = 0; i < 2; i++) {
        struct range r = range_start(1, "stacks=3");
        const uint32_t box = 2 * BIGBALLISTIC_BOXES + 1;
        fs_pos3 stood = r.w.body.pos[box_row(&r, box)];
        aim_level(&r, box);
        if (weapons[i] == BIGBALLISTIC_ARTILLERY)
            r.v.player.pitch[0] += (int32_t)FS_TURN_DEG(4); /* it drops by 1.1 m on the way */
        match_press(&r.m, 0, 0, (uint8_t)(weapons[i] + 1));
        match_step(&r.m);
        fire(&r, 0, weapons[i]);
        match_steps(&r.m, 180);
        ck_assert_uint_eq(r.v.stack.by[2], 1);
        if (weapons[i] == BIGBALLISTIC_ARTILLERY)
            ck_assert_uint_ge(r.v.player.score[0], 3);
        else
            ck_assert(fs_pos3_dist_sq_cmp(r.w.body.pos[box_row(&r, box)], stood, FS_POS_ONE / 20) < 0);
        match_end(&r.m);
    }
}
END_TEST

/* --- points and rounds ------------------------------------------------------------------------------------- */

/* The player who hit the stack last has the point. */
START_TEST(a_fallen_box_is_a_point_for_the_last_hit)
{
    struct range r = range_start(2, "stacks=3");
    for (uint32_t i = 0; i < 3; i++) {
        fs_body3 body = fs_body3_at(&r.w, box_row(&r, i * BIGBALLISTIC_BOXES));
        r.v.stack.by[i] = (uint8_t)(i % 3);
        ck_assert_int_eq(
            fs_body3_set_pose(&r.w, body, fs_pos3_make(M(30), M(1) / 2, M(-4 * (int)i)), fs_quat_identity()), FS_OK);
    }
    match_steps(&r.m, 2);
    ck_assert_uint_eq(r.v.player.score[0], 2); /* a barrel */
    ck_assert_uint_eq(r.v.player.score[1], 3); /* a stone */
    ck_assert_uint_eq(r.v.box.down[0], 1);     /* a crate of nobody */
    match_steps(&r.m, 2);
    ck_assert_uint_eq(r.v.player.score[1], 3); /* once */
    match_end(&r.m);
}
END_TEST

START_TEST(who_leaves_has_no_claim)
{
    struct range r = range_start(2, "stacks=3");
    r.v.stack.by[0] = 1;
    r.v.stack.by[1] = 2;
    r.m.present = 1;
    match_step(&r.m);
    ck_assert_uint_eq(r.v.stack.by[0], 1);
    ck_assert_uint_eq(r.v.stack.by[1], 0);
    fs_body3 body = fs_body3_at(&r.w, box_row(&r, BIGBALLISTIC_BOXES));
    ck_assert_int_eq(fs_body3_set_pose(&r.w, body, fs_pos3_make(M(30), M(1) / 2, 0), fs_quat_identity()), FS_OK);
    match_steps(&r.m, 2);
    ck_assert_uint_eq(r.v.box.down[BIGBALLISTIC_BOXES], 1);
    ck_assert_uint_eq(r.v.player.score[0] + r.v.player.score[1], 0);
    match_end(&r.m);
}
END_TEST

START_TEST(a_round_ends_when_all_boxes_are_down)
{
    struct range r = range_start(2, "stacks=2 wait=5");
    fs_standings standings;
    r.v.stack.by[0] = r.v.stack.by[1] = 2;
    for (uint32_t box = 0; box < *r.v.box.rows; box++)
        (void)fs_body3_set_pose(&r.w, fs_body3_at(&r.w, box_row(&r, box)),
                                fs_pos3_make(M(30), M(1) / 2, M(-2 * (int)box)), fs_quat_identity());
    match_step(&r.m);
    ck_assert_uint_eq(r.v.player.score[1], 6 * 1 + 6 * 2);
    ck_assert_uint_eq(r.v.stage.wait[0], 30);
    match_steps(&r.m, 30);
    ck_assert_uint_eq(r.v.stage.rounds[0], 1);
    ck_assert_uint_eq(r.v.player.wins[0], 0);
    ck_assert_uint_eq(r.v.player.wins[1], 1);
    ck_assert_uint_eq(r.v.player.score[1], 0);
    ck_assert(fs_sim_standings(r.m.sim, &standings) && standings.finished && standings.winners == 2);
    match_steps(&r.m, 60);
    for (uint32_t box = 0; box < *r.v.box.rows; box++) {
        ck_assert_uint_eq(r.v.box.down[box], 0);
        ck_assert_int_gt(r.w.body.pos[box_row(&r, box)].y, M(1));
    }
    match_end(&r.m);
}
END_TEST

/* Stacks stand by themselves: in ten seconds no box moves by 1 cm. */
START_TEST(stacks_stand)
{
    struct range r = range_start(1, "stacks=6");
    fs_pos3 before[6 * BIGBALLISTIC_BOXES];
    match_steps(&r.m, 60);
    for (uint32_t box = 0; box < *r.v.box.rows; box++)
        before[box] = r.w.body.pos[box_row(&r, box)];
    match_steps(&r.m, 600);
    for (uint32_t box = 0; box < *r.v.box.rows; box++)
        ck_assert(fs_pos3_dist_sq_cmp(r.w.body.pos[box_row(&r, box)], before[box], M(1) / 100) < 0);
    match_end(&r.m);
}
END_TEST

START_TEST(gunners_clear_the_plinths)
{
    struct range r = range_start(2, "");
    for (int i = 0; i < 100 && r.v.stage.rounds[0] == 0; i++)
        match_bots(&r.m, "gunner gunner", 60);
    ck_assert_uint_eq(r.v.stage.rounds[0], 1);
    match_end(&r.m);
}
END_TEST

/* States whose parts contradict each other are refused. */
START_TEST(contradictions_are_refused)
{
    for (int i = 0; i < 4; i++) {
        struct range r = range_start(2, "");
        fire(&r, 0, BIGBALLISTIC_PISTOL);
        ck_assert_int_eq(match_reload(&r.m), FS_OK);
        switch (i) {
        case 0: r.v.shot.left[fs__bigballistic_shot(0, BIGBALLISTIC_PISTOL, 0)] = 0; break; /* it is enabled */
        case 1: r.v.shot.left[fs__bigballistic_shot(1, BIGBALLISTIC_LASER, 0)] = 9; break;  /* it is disabled */
        case 2: r.v.stack.by[0] = 3; break; /* a slot that is not there */
        default: r.v.box.down[0] = 2; break;
        }
        ck_assert_msg(match_reload(&r.m) != FS_OK, "case %d", i);
        match_end(&r.m);
    }
}
END_TEST

START_TEST(the_script_fires)
{
    struct match m = play_script(&fs_game_bigballistic, 2, "", 600);
    struct bigballistic_view v;
    bigballistic_bind(m.state, &v);
    ck_assert_uint_gt(v.player.shots[0], 10);
    ck_assert_uint_gt(v.player.shots[1], 1);
    ck_assert_uint_gt(v.player.score[0] + v.player.score[1], 0);
    match_end(&m);
}
END_TEST

/* --- what every game keeps ------------------------------------------------------------------------- */

static void check_range(const struct match *m)
{
    struct bigballistic_view v;
    uint32_t down = 0, points = 0;
    bigballistic_peek(m->state, &v);
    for (uint32_t box = 0; box < *v.box.rows; box++)
        down += v.box.down[box];
    for (uint32_t slot = 0; slot < *v.player.rows; slot++)
        points += v.player.score[slot];
    ck_assert(points <= 3 * down);
}

static const struct game_checks checks = {
    .game = &fs_game_bigballistic,
    .players = "player",
    .fields = 8,
    .check = check_range,
    .ticks = 300,
    .bytes = 300,
    .pictures = 100,
    .bots = 300,
    .choices = BIGBALLISTIC_WEAPONS,
    .items = 30,
    .refused = { 10, 10 },
};

static const struct scene scenes[] = {
    { &checks, 8, "stacks=6" },
    { &checks, 2, "hz=20 gravity=300 life=10 mass=10 stacks=1 wait=1" },
    { &checks, 1, "hz=120 gravity=0 life=1 mass=1000 stacks=2 wait=100" },
};

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("bigballistic");
    TCase *tc = tcase_create("bigballistic");
    tcase_set_timeout(tc, 120);
    tcase_add_test(tc, shots_fly_as_their_closed_form);
    tcase_add_test(tc, a_shot_ends_by_age_and_beyond_the_range);
    tcase_add_test(tc, a_hit_keeps_momentum);
    tcase_add_test(tc, mass_and_speed_decide);
    tcase_add_test(tc, a_fallen_box_is_a_point_for_the_last_hit);
    tcase_add_test(tc, who_leaves_has_no_claim);
    tcase_add_test(tc, a_round_ends_when_all_boxes_are_down);
    tcase_add_test(tc, stacks_stand);
    tcase_add_test(tc, gunners_clear_the_plinths);
    tcase_add_test(tc, contradictions_are_refused);
    tcase_add_test(tc, the_script_fires);
    add_play_checks(tc, scenes, sizeof scenes / sizeof scenes[0]);
    suite_add_tcase(suite, tc);
    return suite;
}
