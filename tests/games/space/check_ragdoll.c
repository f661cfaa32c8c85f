/* check_ragdoll.c: the game of ragdolls: shots, grips, blasts, falls and rounds, and what every game keeps. */
#include <fixstep/kit/bodies.h>
#include <fixstep/kit/buttons.h>

#include "games/builtin.h"
#include "games/play_checks.h"
#include "games/ragdoll/ragdoll.h"

#define M(n) ((fs_pos)(n)*FS_POS_ONE)

struct arena {
    struct match m;
    struct ragdoll_view v;
    struct fs_world3 w;
};

static struct arena arena_start(uint32_t players, const char *settings)
{
    struct arena a = { .m = match_start(&fs_game_ragdoll, players, settings) };
    ragdoll_bind(a.m.state, &a.v);
    fs_world3_bind(a.m.state, ragdoll_T_physics3, NULL, &a.w);
    match_step(&a.m);
    return a;
}

static fs_pos3 chest_of(const struct arena *a, uint32_t doll)
{
    return a->w.body.pos[fs__ragdoll_bone_row(doll, FS_BONE3_CHEST)];
}

static void put_doll(struct arena *a, uint32_t doll, int x, int z)
{
    fs__ragdoll_stand(&a->v, &a->w, doll, fs_pos3_make(M(x), 0, M(z)));
}

static void put_crosshair(struct arena *a, uint32_t slot, fs_pos3 at)
{
    a->v.player.at[slot] = fs_pos3_make(at.x, 0, at.z);
}

/* In front of the pillar, which is 0.6 m wide to either side, on the way from the player's seat to the middle. */
START_TEST(the_crosshair_starts_where_it_is_seen)
{
    struct arena a = arena_start(8, "dolls=1");
    for (uint32_t slot = 0; slot < 8; slot++) {
        fs_pos3 at = a.v.player.at[slot], seat = fs__ragdoll_muzzle(slot);
        ck_assert_int_gt(fs_uabs64(at.x) + fs_uabs64(at.z), M(2));
        ck_assert_int_lt(fs_uabs64(at.x) + fs_uabs64(at.z), M(6));
        ck_assert(at.x == 0 || (at.x < 0) == (seat.x < 0) || fs_uabs64(at.x) < FS_POS_ONE / 100);
        ck_assert(at.z == 0 || (at.z < 0) == (seat.z < 0) || fs_uabs64(at.z) < FS_POS_ONE / 100);
    }
    match_end(&a.m);
}
END_TEST

/* --- shots ------------------------------------------------------------------------------------------ */

/* A shot comes within 10 cm of the point 0.9 m above the crosshair, from every place. */
START_TEST(a_shot_passes_through_the_crosshair)
{
    struct arena a = arena_start(8, "dolls=1 speed=30");
    uint32_t slot = (uint32_t)_i, row = fs__ragdoll_ball_row(1, 8, slot, 0), heading = fs_kit_seat3_heading(slot);
    fs_pos3 target = fs_kit_aim3_point(fs_pos3_make(0, M(9) / 10, 0), fs_kit_aim3_direction(heading, 0), -M(4));
    bool hit = false;
    target = fs_kit_aim3_point(target, fs_kit_aim3_direction(heading + (UINT32_C(1) << 30), 0), M(1));
    fs__ragdoll_stand(&a.v, &a.w, 0, fs_kit_aim3_point(fs_pos3_zero(), fs_kit_aim3_direction(heading, 0), M(5)));
    put_crosshair(&a, slot, target);
    match_press(&a.m, slot, FS_KEY_FIRE, 0);
    match_step(&a.m);
    match_press(&a.m, slot, 0, 0);
    ck_assert_uint_eq(a.v.player.shots[slot], 1);
    fs_pos3 from = a.w.body.pos[row];
    for (int t = 0; t < 40; t++) {
        fs_unit when;
        match_step(&a.m);
        fs_pos3 to = a.w.body.pos[row];
        hit = hit || fs_kit_path_hits_sphere(fs_pos3_sub(from, target), fs_pos3_sub(to, target), M(1) / 10, &when);
        from = to;
    }
    ck_assert_msg(hit, "slot %u misses", slot);
    match_end(&a.m);
}
END_TEST

START_TEST(a_ball_marks_the_ragdoll_that_it_hits)
{
    struct arena a = arena_start(2, "dolls=2");
    put_doll(&a, 0, 3, 3);
    put_doll(&a, 1, -4, -4);
    put_crosshair(&a, 1, chest_of(&a, 0));
    match_press(&a.m, 1, FS_KEY_FIRE, 0);
    match_step(&a.m);
    match_press(&a.m, 1, 0, 0);
    match_steps(&a.m, 60);
    ck_assert_uint_eq(a.v.doll.touched[0], 2);
    ck_assert_uint_eq(a.v.doll.touched[1], 0);
    match_end(&a.m);
}
END_TEST

START_TEST(shots_need_time_to_reload)
{
    struct arena a = arena_start(1, "dolls=1");
    match_press(&a.m, 0, FS_KEY_FIRE, 0);
    match_steps(&a.m, 36);
    ck_assert_uint_eq(a.v.player.shots[0], 1);
    match_step(&a.m);
    ck_assert_uint_eq(a.v.player.shots[0], 2);
    match_end(&a.m);
}
END_TEST

/* --- grips and falls ---------------------------------------------------------------------------------- */

/* Dragged over the edge and let go: a point after the fall, and a new ragdoll after the pause. */
START_TEST(a_dragged_ragdoll_is_a_point)
{
    struct arena a = arena_start(2, "dolls=1 wait=5");
    uint32_t ticks = 0;
    put_doll(&a, 0, 0, 6);
    put_crosshair(&a, 0, chest_of(&a, 0));
    match_press(&a.m, 0, FS_KEY_ALT, 0);
    match_step(&a.m);
    ck_assert_uint_ne(a.v.player.grip[0], 0);
    match_press(&a.m, 0, FS_KEY_ALT | FS_KEY_DOWN, 0);
    match_steps(&a.m, 60);
    ck_assert_int_gt(chest_of(&a, 0).z, M(8));
    ck_assert_int_gt(chest_of(&a, 0).y, 0);
    match_press(&a.m, 0, 0, 0);
    while (a.v.doll.falls[0] == 0 && ticks++ < 200)
        match_step(&a.m);
    ck_assert_uint_eq(a.v.player.grip[0], 0);
    ck_assert_uint_eq(a.v.player.score[0], 1);
    ck_assert_uint_eq(a.v.player.score[1], 0);
    match_steps(&a.m, 31);
    ck_assert_uint_eq(a.v.doll.wait[0], 0);
    ck_assert_int_gt(chest_of(&a, 0).y, 0);
    match_end(&a.m);
}
END_TEST

/* Who holds one keeps it above the stage, whatever bone it is held by. */
START_TEST(a_hand_lifts_a_ragdoll)
{
    struct arena a = arena_start(1, "dolls=1 stiffness=0");
    put_doll(&a, 0, 4, 0);
    match_steps(&a.m, 90);
    put_crosshair(&a, 0, a.w.body.pos[fs__ragdoll_bone_row(0, FS_BONE3_FOOT_L)]);
    match_press(&a.m, 0, FS_KEY_ALT, 0);
    match_steps(&a.m, 150);
    uint32_t held = a.w.joint.body_b[a.v.player.grip[0] - 1];
    ck_assert_msg(a.w.body.pos[held].y > M(17) / 10, "%.2f m", (double)a.w.body.pos[held].y / (double)FS_POS_ONE);
    match_end(&a.m);
}
END_TEST

START_TEST(an_untouched_fall_is_nobodys_point)
{
    struct arena a = arena_start(1, "dolls=1");
    fs__ragdoll_stand(&a.v, &a.w, 0, fs_pos3_make(M(12), 0, 0));
    match_steps(&a.m, 120);
    ck_assert_uint_eq(a.v.doll.falls[0], 1);
    ck_assert_uint_eq(a.v.player.score[0], 0);
    match_end(&a.m);
}
END_TEST

START_TEST(nothing_falls_through_the_stage)
{
    struct arena a = arena_start(1, "dolls=6");
    match_steps(&a.m, 60);
    for (uint32_t doll = 0; doll < 6; doll++)
        ck_assert(chest_of(&a, doll).y > 0 && a.v.doll.falls[doll] == 0);
    match_end(&a.m);
}
END_TEST

/* --- blasts --------------------------------------------------------------------------------------------- */

/* Away from the middle, less at a greater distance, nothing beyond 4.5 m; and not again for three seconds. */
START_TEST(a_blast_throws_what_is_near)
{
    struct arena a = arena_start(1, "dolls=3 stiffness=0");
    fs_vel speed[3];
    put_doll(&a, 0, 4, 4);
    put_doll(&a, 1, 6, 4);
    put_doll(&a, 2, -5, 4);
    put_crosshair(&a, 0, fs_pos3_make(M(3), 0, M(4)));
    match_press(&a.m, 0, 0, 1);
    match_step(&a.m);
    for (uint32_t doll = 0; doll < 3; doll++) {
        speed[doll] = a.w.body.vel[fs__ragdoll_bone_row(doll, FS_BONE3_PELVIS)].x;
        ck_assert_uint_eq(a.v.doll.touched[doll], doll < 2 ? 1 : 0);
    }
    ck_assert(speed[0] > FS_VEL_ONE && speed[1] > FS_VEL_ONE / 2 && fs_abs32(speed[2]) < FS_VEL_ONE / 10);
    ck_assert_uint_eq(a.v.player.blast_wait[0], 180);
    match_steps(&a.m, 179);
    ck_assert_uint_eq(a.v.player.blast_wait[0], 1);
    match_end(&a.m);
}
END_TEST

/* --- rounds and players ------------------------------------------------------------------------------- */

START_TEST(enough_points_win_the_round)
{
    struct arena a = arena_start(2, "dolls=1 goal=2");
    fs_standings standings;
    for (uint32_t i = 0; i < 2; i++) {
        ck_assert(fs_sim_standings(a.m.sim, &standings) && !standings.finished);
        fs__ragdoll_stand(&a.v, &a.w, 0, fs_pos3_make(M(12), 0, 0));
        a.v.doll.touched[0] = 2;
        match_steps(&a.m, 120);
    }
    ck_assert(fs_sim_standings(a.m.sim, &standings) && standings.finished && standings.winners == 2);
    ck_assert_uint_eq(a.v.player.wins[1], 1);
    ck_assert_uint_eq(a.v.player.score[1], 0);
    ck_assert_uint_eq(a.v.stage.rounds[0], 1);
    match_end(&a.m);
}
END_TEST

START_TEST(who_leaves_lets_go)
{
    struct arena a = arena_start(2, "dolls=1");
    put_doll(&a, 0, 4, 0);
    put_crosshair(&a, 0, chest_of(&a, 0));
    match_press(&a.m, 0, FS_KEY_ALT, 0);
    match_steps(&a.m, 30);
    uint32_t grip = a.v.player.grip[0] - 1;
    ck_assert((a.w.joint.gen[grip] & 1u) != 0);
    a.m.present = 2;
    match_step(&a.m);
    ck_assert((a.w.joint.gen[grip] & 1u) == 0);
    ck_assert_uint_eq(a.v.doll.touched[0], 0);
    match_end(&a.m);
}
END_TEST

START_TEST(hunters_make_points)
{
    struct match m = match_start(&fs_game_ragdoll, 2, "dolls=1 stiffness=0 goal=0");
    struct ragdoll_view v;
    ragdoll_bind(m.state, &v);
    for (int i = 0; i < 40 && v.player.score[0] + v.player.score[1] == 0; i++)
        match_bots(&m, "hunter hunter", 60);
    ck_assert_uint_gt(v.player.score[0] + v.player.score[1], 0);
    match_end(&m);
}
END_TEST

START_TEST(the_script_moves_ragdolls)
{
    struct match m = play_script(&fs_game_ragdoll, 2, "dolls=12", 320);
    struct ragdoll_view v;
    uint32_t touched = 0;
    ragdoll_bind(m.state, &v);
    for (uint32_t doll = 0; doll < *v.doll.rows; doll++)
        touched += v.doll.touched[doll] > 0 || v.doll.falls[doll] > 0;
    ck_assert_uint_gt(touched, 0);
    ck_assert_uint_gt(v.player.shots[0], 3);
    match_end(&m);
}
END_TEST

/* --- what every game keeps ------------------------------------------------------------------------- */

static void check_arena(const struct match *m)
{
    struct ragdoll_view v;
    ragdoll_peek(m->state, &v);
    for (uint32_t slot = 0; slot < *v.player.rows; slot++)
        ck_assert(v.player.active[slot] || (v.player.score[slot] == 0 && v.player.grip[slot] == 0));
}

static const struct game_checks checks = {
    .game = &fs_game_ragdoll,
    .players = "player",
    .fields = 8,
    .check = check_arena,
    .ticks = 150,
    .bytes = 200,
    .pictures = 100,
    .bots = 120,
    .choices = RAGDOLL_CHOICES,
    .items = 60,
    .refused = { 10, 10 },
};

static const struct scene scenes[] = {
    { &checks, 8, "dolls=1" },
    { &checks, 2, "hz=20 dolls=1 ball=200 blast=200 goal=1 gravity=200 speed=60 stiffness=1000 wait=1" },
};

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("ragdoll");
    TCase *tc = tcase_create("ragdoll");
    tcase_set_timeout(tc, 120);
    tcase_add_test(tc, the_crosshair_starts_where_it_is_seen);
    tcase_add_loop_test(tc, a_shot_passes_through_the_crosshair, 0, 8);
    tcase_add_test(tc, a_ball_marks_the_ragdoll_that_it_hits);
    tcase_add_test(tc, shots_need_time_to_reload);
    tcase_add_test(tc, a_dragged_ragdoll_is_a_point);
    tcase_add_test(tc, a_hand_lifts_a_ragdoll);
    tcase_add_test(tc, an_untouched_fall_is_nobodys_point);
    tcase_add_test(tc, nothing_falls_through_the_stage);
    tcase_add_test(tc, a_blast_throws_what_is_near);
    tcase_add_test(tc, enough_points_win_the_round);
    tcase_add_test(tc, who_leaves_lets_go);
    tcase_add_test(tc, hunters_make_points);
    tcase_add_test(tc, the_script_moves_ragdolls);
    add_play_checks(tc, scenes, sizeof scenes / sizeof scenes[0]);
    suite_add_tcase(suite, tc);
    return suite;
}
