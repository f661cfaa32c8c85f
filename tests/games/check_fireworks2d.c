/* check_fireworks2d.c: the game of fireworks in the plane: what every game keeps, and its rules. */
#include <stdio.h>
#include "games/fireworks2d/fireworks2d.h"

#include "games/builtin.h"
#include "games/play_checks.h"

/* --- properties of every game ---------------------------------------------------------------- */

static void check_sane(const struct match *m)
{
    struct fireworks2d_view v;
    uint32_t score = 0;
    fireworks2d_peek(m->state, &v);
    for (uint32_t i = 0; i < *v.firework.rows; i++)
        ck_assert_int_eq(v.firework.type[i] != 0, v.firework.body1[i] != 0);
    for (uint32_t i = 0; i < *v.player.rows; i++)
        score += v.player.score[i];
    ck_assert_uint_le(score, (*v.town.resets + 1u) * FIREWORKS2D_CRATES);
    ck_assert_uint_eq(*v.world.saturations, 0);
}

static const struct game_checks checks = {
    .game = &fs_game_fireworks2d,
    .players = "player",
    .fields = 4,
    .check = check_sane,
    .ticks = 500,
    .bytes = 500,
    .pictures = 120,
    .bots = 600,
    .choices = FIREWORKS2D_CHOICES,
    .items = 10,
    .refused = { 20, 20 },
};

static const struct scene scenes[] = {
    { &checks, 8, "reload=1" },
    { &checks, 2, "hz=30 slots=8 ring=1 reload=1 knock=10 gravity=60" },
};

START_TEST(the_script_plays)
{
    struct match m = play_script(&fs_game_fireworks2d, 3, "seed=1", 900);
    struct fireworks2d_view v;
    fireworks2d_bind(m.state, &v);
    for (uint32_t i = 0; i < 3; i++)
        ck_assert_uint_gt(v.player.launched[i], 5);
    match_end(&m);
}
END_TEST

/* --- its rules --------------------------------------------------------------------------------- */

struct play {
    struct match m;
    struct fireworks2d_view v;
    struct fs_world2 w;
};

static struct play play_start(uint32_t players, const char *settings)
{
    struct play p = { .m = match_start(&fs_game_fireworks2d, players, settings) };
    match_step(&p.m);
    fireworks2d_bind(p.m.state, &p.v);
    fs_world2_bind(p.m.state, fireworks2d_T_physics2, NULL, &p.w);
    return p;
}

static void press_once(struct play *p, unsigned held, unsigned choice)
{
    match_press(&p->m, 0, held, choice);
    match_step(&p->m);
    match_press(&p->m, 0, 0, 0);
}

static uint32_t count_type(const struct play *p, uint32_t type)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < *p->v.firework.rows; i++)
        count += p->v.firework.type[i] == type;
    return count;
}

static bool asleep(const struct play *p, uint32_t crate)
{
    return (p->v.body2.flags[p->v.crate.body1[crate] - 1] & FS_BODY2_ASLEEP) != 0;
}

/* Towers stand and sleep for as long as nothing hits them; an iron ball wakes the one that it hits. */
START_TEST(towers_sleep_until_they_are_hit)
{
    struct play p = play_start(1, "");
    match_steps(&p.m, 180);
    for (uint32_t i = 0; i < FIREWORKS2D_CRATES; i++)
        ck_assert_msg(asleep(&p, i) && !p.v.crate.fallen[i], "crate %u", i);
    p.v.player.power[0] = 6 * FS_VEL_ONE;
    press_once(&p, FS_KEY_FIRE, 4);
    match_steps(&p.m, 60);
    for (uint32_t i = 0; i < FIREWORKS2D_CRATES; i++)
        ck_assert(asleep(&p, i));
    uint32_t ball = p.v.firework.body1[0] - 1;
    p.v.body2.pos[ball] = fs_pos2_make(2 * FS_POS_ONE, 4 * FS_POS_ONE);
    p.v.body2.vel[ball] = fs_vel2_make(15 * FS_VEL_ONE, 0);
    p.v.body2.flags[ball] &= (uint16_t) ~(unsigned)FS_BODY2_ASLEEP;
    match_steps(&p.m, 120);
    ck_assert_uint_gt(p.v.player.score[0], 0);
    for (uint32_t i = 0; i < 13; i++)
        ck_assert(asleep(&p, i));
    press_once(&p, 0, FIREWORKS2D_CHOICE_RESET);
    for (uint32_t i = 0; i < FIREWORKS2D_CRATES; i++)
        ck_assert(!p.v.crate.fallen[i]);
    ck_assert_uint_eq(*p.v.town.resets, 1);
    match_end(&p.m);
}
END_TEST

/* A shell ends in the tick its fuse says, and lets go what its type says; two generations of a crossette. */
START_TEST(payloads_are_those_of_the_types)
{
    const struct fireworks2d_type *t = &fs__fireworks2d_types[_i];
    struct play p = play_start(1, "");
    press_once(&p, FS_KEY_FIRE, (unsigned)_i + 1);
    ck_assert_uint_eq(count_type(&p, (uint32_t)_i + 1), 1);
    ck_assert(p.v.firework.fuse[0] >= t->fuse_min * 60 / 100 - 1 && p.v.firework.fuse[0] < t->fuse_max * 60 / 100);
    match_steps(&p.m, p.v.firework.fuse[0] - 1);
    ck_assert_uint_eq(count_type(&p, (uint32_t)_i + 1), 1);
    match_step(&p.m);
    ck_assert_uint_eq(count_type(&p, (uint32_t)_i + 1), 0);
    ck_assert_uint_eq(t->payload != 0 ? count_type(&p, t->payload) : 0, t->count);
    match_end(&p.m);
}
END_TEST

/* Eight slots: a ninth iron ball is dropped, or takes the place of the oldest. */
START_TEST(at_capacity_the_policy_decides)
{
    struct play p = play_start(1, _i == 0 ? "slots=8 reload=3 knock=600" : "slots=8 reload=3 knock=600 ring=1");
    p.v.player.power[0] = 6 * FS_VEL_ONE;
    match_press(&p.m, 0, FS_KEY_FIRE, 4);
    for (int t = 0; t < 200 && count_type(&p, 4) < 8; t++)
        match_step(&p.m);
    ck_assert_uint_eq(p.v.player.launched[0], 8);
    match_steps(&p.m, 18);
    ck_assert_uint_eq(count_type(&p, 4), 8);
    ck_assert_uint_eq(p.v.player.launched[0], _i == 0 ? 8 : 9);
    ck_assert_uint_ge(*p.v.town.lost, 1);
    ck_assert_uint_eq(p.v.firework.serial[0], _i == 0 ? 1 : 9);
    match_end(&p.m);
}
END_TEST

/* Two shells that meet with 20 m/s go off in the tick after; with 1.5 m/s they do not. */
START_TEST(fireworks_that_meet_hard_go_off)
{
    struct play p = play_start(1, "reload=1");
    press_once(&p, FS_KEY_FIRE, 1);
    match_steps(&p.m, 6);
    press_once(&p, FS_KEY_FIRE, 1);
    ck_assert_uint_eq(count_type(&p, 1), 2);
    fs_vel speed = _i == 0 ? 10 * FS_VEL_ONE : FS_VEL_ONE * 3 / 4;
    for (int i = 0; i < 2; i++) {
        uint32_t row = p.v.firework.body1[i] - 1;
        p.v.body2.pos[row] = fs_pos2_make((i == 0 ? -1 : 1) * FS_POS_ONE / 5, 12 * FS_POS_ONE);
        p.v.body2.vel[row] = fs_vel2_make(i == 0 ? speed : -speed, 0);
    }
    match_steps(&p.m, 8);
    ck_assert_uint_eq(count_type(&p, 1), _i == 0 ? 0 : 2);
    ck_assert_uint_eq(count_type(&p, 6), _i == 0 ? 20 : 0);
    ck_assert_uint_eq(p.v.player.detonated[0], _i == 0 ? 2 : 0);
    match_end(&p.m);
}
END_TEST

START_TEST(water_puts_out)
{
    struct play p = play_start(1, "");
    press_once(&p, FS_KEY_FIRE, 1);
    p.v.body2.pos[p.v.firework.body1[0] - 1] = fs_pos2_make(FS_POS_ONE, -FS_POS_ONE / 2);
    match_steps(&p.m, 2);
    ck_assert_uint_eq(count_type(&p, 1) + count_type(&p, 6), 0);
    match_end(&p.m);
}
END_TEST

/* An iron ball only loses energy, whatever it hits: bound of a hundredth for what solving overlap gives. */
START_TEST(energy_does_not_grow)
{
    struct play p = play_start(1, "");
    match_steps(&p.m, 120);
    press_once(&p, FS_KEY_FIRE, 4);
    fs_wide start = fs_world2_energy(&p.w);
    for (int t = 0; t < 290; t++) {
        match_step(&p.m);
        ck_assert(fs_world2_energy(&p.w) <= start + start / 100);
    }
    match_end(&p.m);
}
END_TEST

/* A shell that hits is rare, so several matches are counted together. */
START_TEST(gunners_score_most)
{
    uint32_t score[3] = { 0, 0, 0 };
    for (int seed = 1; seed <= 24; seed++) {
        char setting[24];
        snprintf(setting, sizeof setting, "seed=%d", seed);
        struct match m = match_start(&fs_game_fireworks2d, 3, setting);
        struct fireworks2d_view v;
        match_bots(&m, "gunner showman idle", 1500);
        fireworks2d_bind(m.state, &v);
        for (int slot = 0; slot < 3; slot++)
            score[slot] += v.player.score[slot];
        match_end(&m);
    }
    ck_assert_msg(score[0] >= 36 && score[0] > score[1] && score[2] == 0, "%u %u %u", score[0], score[1], score[2]);
}
END_TEST

START_TEST(keys_become_inputs)
{
    uint8_t input[2] = { 0, 0 };
    fs_game_fireworks2d.keys(&(fs_keys){ .held = UINT32_MAX, .character = '5' }, input);
    ck_assert(input[0] == 63 && input[1] == 5);
    fs_game_fireworks2d.keys(&(fs_keys){ .character = 'r' }, input);
    ck_assert(input[0] == 0 && input[1] == FIREWORKS2D_CHOICE_RESET);
    fs_game_fireworks2d.keys(&(fs_keys){ .character = '6' }, input);
    ck_assert_uint_eq(input[1], 0);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("fireworks2d");
    TCase *tc = tcase_create("fireworks2d");
    tcase_set_timeout(tc, 200);
    add_play_checks(tc, scenes, sizeof scenes / sizeof scenes[0]);
    tcase_add_test(tc, the_script_plays);
    tcase_add_test(tc, towers_sleep_until_they_are_hit);
    tcase_add_loop_test(tc, payloads_are_those_of_the_types, 0, FIREWORKS2D_SHELLS);
    tcase_add_loop_test(tc, at_capacity_the_policy_decides, 0, 2);
    tcase_add_loop_test(tc, fireworks_that_meet_hard_go_off, 0, 2);
    tcase_add_test(tc, water_puts_out);
    tcase_add_test(tc, energy_does_not_grow);
    tcase_add_test(tc, gunners_score_most);
    tcase_add_test(tc, keys_become_inputs);
    suite_add_tcase(suite, tc);
    return suite;
}
