/* check_fracture.c: the game of blocks that break: shots, breaking, points, falls and rounds, and what every game keeps. The
 * laws of breaking are tested in tests/physics3d/check_fracture3.c. */
#include "games/fracture/fracture.h"

#include <math.h>
#include <fixstep/kit/bodies.h>
#include <fixstep/kit/buttons.h>

#include "games/builtin.h"
#include "games/play_checks.h"

#define M(n) ((fs_pos)(n)*FS_POS_ONE)

struct site {
    struct match m;
    struct fracture_view v;
    struct fs_world3 w;
};

static struct site site_start(uint32_t players, const char *settings)
{
    struct site s = { .m = match_start(&fs_game_fracture, players, settings) };
    fracture_bind(s.m.state, &s.v);
    fs_world3_bind(s.m.state, fracture_T_physics3, NULL, &s.w);
    match_step(&s.m);
    return s;
}

static void shoot_at(struct site *s, uint32_t slot, fs_pos x, fs_pos z)
{
    s->v.player.at[slot] = fs_pos3_make(x, 0, z);
    s->v.player.reload[slot] = 0;
    match_press(&s->m, slot, FS_KEY_FIRE, 0);
    match_step(&s->m);
    match_press(&s->m, slot, 0, 0);
}

static uint32_t count_parts(const struct site *s, uint8_t age)
{
    uint32_t count = 0;
    for (uint32_t row = 0; row < *s->v.part.rows; row++)
        count += s->v.part.age[row] == age;
    return count;
}

/* Mass of all parts, kg. */
static double mass_of_parts(const struct site *s)
{
    double sum = 0;
    for (uint32_t row = 0; row < *s->v.part.rows; row++)
        if (s->v.part.age[row] != 0)
            sum += ldexp(s->w.body.mass[row].m, s->w.body.mass[row].e);
    return sum;
}

/* --- breaking --------------------------------------------------------------------------------------------- */

/* One shot at a block of 691 kg: eight pieces, their mass is its mass, a point. The others stand. */
START_TEST(a_shot_breaks_a_block)
{
    for (int angled = 0; angled <= 1; angled++) {
        struct site s = site_start(1, angled ? "blocks=1 depth=1 angled=1" : "blocks=1 depth=1 angled=0");
        double mass = mass_of_parts(&s);
        shoot_at(&s, 0, 0, 0);
        match_steps(&s.m, 60);
        ck_assert_uint_eq(count_parts(&s, FRACTURE_WHOLE), 0);
        ck_assert_uint_ge(count_parts(&s, 2), angled ? 4 : 8);
        ck_assert(fabs(mass_of_parts(&s) - mass) < 1e-9 * mass);
        ck_assert_uint_eq(s.v.player.score[0], 1);
        for (uint32_t row = 0; row < *s.v.part.rows; row++)
            ck_assert_uint_eq(s.v.part.by[row], s.v.part.age[row] == 2 ? 1 : 0);
        match_end(&s.m);
    }
}
END_TEST

/* A ball of 30 kg at 30 m/s stops at a block of 691 kg with less than 30 * 30 * 691 / 721 = 862 N s. */
START_TEST(a_strain_above_the_hit_holds)
{
    struct site s = site_start(1, "blocks=1 strain=900");
    shoot_at(&s, 0, 0, 0);
    match_steps(&s.m, 120);
    ck_assert_uint_eq(count_parts(&s, FRACTURE_WHOLE), 1);
    ck_assert_uint_eq(s.v.player.score[0], 0);
    ck_assert(s.w.body.vel[fs__fracture_first_part(1)].z != 0 ||
              fs_abs64(s.w.body.pos[fs__fracture_first_part(1)].z) > M(1) / 50); /* it was pushed */
    match_end(&s.m);
}
END_TEST

/* Blocks stand and sleep. Without a shot nothing breaks. */
START_TEST(blocks_stand)
{
    struct site s = site_start(1, "blocks=8");
    match_steps(&s.m, 300);
    ck_assert_uint_eq(count_parts(&s, FRACTURE_WHOLE), 8);
    for (uint32_t row = fs__fracture_first_part(1); row < *s.w.body.rows; row++)
        ck_assert((s.w.body.flags[row] & FS_BODY3_ASLEEP) != 0);
    match_end(&s.m);
}
END_TEST

/* Pieces break again up to the depth, and no further; tables never overflow. */
START_TEST(pieces_break_to_their_depth)
{
    for (uint32_t depth = 1; depth <= 3; depth += 2) {
        char settings[60];
        snprintf(settings, sizeof settings, "blocks=2 depth=%u strain=60 wait=100", depth);
        struct site s = site_start(2, settings);
        uint32_t last = 0;
        for (int second = 0; second < 15; second++) {
            match_bots(&s.m, "gunner gunner", 60);
            ck_assert_uint_eq(count_parts(&s, (uint8_t)(depth + 2)), 0);
            last += count_parts(&s, (uint8_t)(depth + 1));
        }
        ck_assert_msg(last > 0, "no piece of depth %u in 15 s", depth);
        match_end(&s.m);
    }
}
END_TEST

/* --- points and rounds ------------------------------------------------------------------------------------- */

/* The point goes to the player whose ball hit. */
START_TEST(a_break_is_a_point_of_the_ball)
{
    struct site s = site_start(2, "blocks=2 depth=1");
    shoot_at(&s, 1, M(4), 0);
    match_steps(&s.m, 60);
    ck_assert_uint_eq(s.v.player.score[1], 1);
    ck_assert_uint_eq(s.v.player.score[0], 0);
    ck_assert_uint_eq(count_parts(&s, FRACTURE_WHOLE), 1);
    match_end(&s.m);
}
END_TEST

/* Parts and balls that fall off the stage are gone; with the last whole block the round ends and the blocks stand again. */
START_TEST(a_cleared_stage_ends_the_round)
{
    struct site s = site_start(2, "blocks=1 wait=5");
    fs_standings standings;
    uint32_t first = fs__fracture_first_part(2), ball = fs__fracture_ball_row(1, 0);
    s.v.player.score[1] = 3;
    shoot_at(&s, 1, M(7), M(7));
    ck_assert_uint_eq(s.w.body.flags[ball] & FS_BODY3_DISABLED, 0);
    ck_assert_int_eq(
        fs_body3_set_pose(&s.w, fs_body3_at(&s.w, first), fs_pos3_make(M(20), -M(4), 0), fs_quat_identity()), FS_OK);
    match_step(&s.m);
    ck_assert_uint_eq(count_parts(&s, FRACTURE_WHOLE), 0);
    ck_assert_uint_eq(s.v.stage.wait[0], 30);
    match_steps(&s.m, 30);
    ck_assert(fs_sim_standings(s.m.sim, &standings) && standings.finished && standings.winners == 2);
    ck_assert_uint_eq(s.v.player.wins[1], 1);
    ck_assert_uint_eq(s.v.player.score[1], 0);
    ck_assert_uint_eq(count_parts(&s, FRACTURE_WHOLE), 1);
    match_steps(&s.m, 120);
    ck_assert_uint_ne(s.w.body.flags[ball] & FS_BODY3_DISABLED, 0);
    match_end(&s.m);
}
END_TEST

START_TEST(who_leaves_has_no_claim)
{
    struct site s = site_start(2, "blocks=1 depth=1 wait=100");
    shoot_at(&s, 0, 0, 0);
    match_steps(&s.m, 60);
    s.m.present = 2;
    match_step(&s.m);
    for (uint32_t row = 0; row < *s.v.part.rows; row++)
        ck_assert_uint_eq(s.v.part.by[row], 0);
    match_end(&s.m);
}
END_TEST

START_TEST(gunners_clear_the_stage)
{
    struct site s = site_start(2, "blocks=3 wait=1");
    for (int i = 0; i < 40 && s.v.stage.rounds[0] == 0; i++)
        match_bots(&s.m, "gunner gunner", 60);
    ck_assert_uint_eq(s.v.stage.rounds[0], 1);
    ck_assert_uint_gt(s.v.player.wins[0] + s.v.player.wins[1], 0);
    match_end(&s.m);
}
END_TEST

START_TEST(the_script_breaks_blocks)
{
    struct match m = play_script(&fs_game_fracture, 2, "", 420);
    struct fracture_view v;
    fracture_bind(m.state, &v);
    ck_assert_uint_gt(v.player.score[0], 0);
    ck_assert_uint_gt(v.player.score[1], 0);
    match_end(&m);
}
END_TEST

/* --- what every game keeps ------------------------------------------------------------------------- */

static void check_site(const struct match *m)
{
    struct fracture_view v;
    struct fs_world3 w;
    fracture_peek(m->state, &v);
    fs_world3_bind_readonly(m->state, fracture_T_physics3, &w);
    for (uint32_t row = fs__fracture_first_part(*v.player.rows); row < *v.part.rows; row++)
        ck_assert(fs_kit_body3_live(&w, row) == (v.part.age[row] != 0));
}

static const struct game_checks checks = {
    .game = &fs_game_fracture,
    .players = "player",
    .fields = 6,
    .check = check_site,
    .ticks = 300,
    .bytes = 300,
    .pictures = 100,
    .bots = 300,
    .choices = 0,
    .items = 60,
    .refused = { 10, 10 },
};

static const struct scene scenes[] = {
    { &checks, 8, "" },
    { &checks, 2, "hz=20 angled=0 blocks=8 burst=200 depth=3 speed=80 strain=10 wait=1" },
    { &checks, 1, "hz=120 angled=1 blocks=1 burst=0 depth=1 speed=10 strain=5000 wait=100" },
};

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("fracture");
    TCase *tc = tcase_create("fracture");
    tcase_set_timeout(tc, 120);
    tcase_add_test(tc, a_shot_breaks_a_block);
    tcase_add_test(tc, a_strain_above_the_hit_holds);
    tcase_add_test(tc, blocks_stand);
    tcase_add_test(tc, pieces_break_to_their_depth);
    tcase_add_test(tc, a_break_is_a_point_of_the_ball);
    tcase_add_test(tc, a_cleared_stage_ends_the_round);
    tcase_add_test(tc, who_leaves_has_no_claim);
    tcase_add_test(tc, gunners_clear_the_stage);
    tcase_add_test(tc, the_script_breaks_blocks);
    add_play_checks(tc, scenes, sizeof scenes / sizeof scenes[0]);
    suite_add_tcase(suite, tc);
    return suite;
}
