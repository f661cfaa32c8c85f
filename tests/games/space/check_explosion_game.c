/* check_explosion_game.c: the game of charges: laying, the three phases on bars and smoke, falls and rounds, and what every game
 * keeps. The laws of the phases are tested in tests/particles/check_explosion.c and check_force3_rules.c. */
#include "games/explosion/explosion.h"

#include <fixstep/kit/bodies.h>
#include <fixstep/kit/buttons.h>

#include "games/builtin.h"
#include "games/play_checks.h"

#define M(n) ((fs_pos)(n)*FS_POS_ONE)

struct site {
    struct match m;
    struct explosion_view v;
    struct fs_world3 w;
};

static struct site site_start(uint32_t players, const char *settings)
{
    struct site s = { .m = match_start(&fs_game_explosion, players, settings) };
    explosion_bind(s.m.state, &s.v);
    fs_world3_bind(s.m.state, explosion_T_physics3, NULL, &s.w);
    match_step(&s.m);
    return s;
}

static void press_once(struct site *s, uint32_t slot, unsigned keys)
{
    match_press(&s->m, slot, keys, 0);
    match_step(&s->m);
    match_press(&s->m, slot, 0, 0);
}

static void blow_up(struct site *s, uint32_t slot, int x, int z)
{
    s->v.player.at[slot] = fs_pos3_make(M(x), 0, M(z));
    press_once(s, slot, FS_KEY_FIRE);
    press_once(s, slot, FS_KEY_ALT);
}

/* --- charges ------------------------------------------------------------------------------------------ */

/* A key held lays one charge; a player has three, and has them again when their chimneys have gone out. */
START_TEST(a_player_has_three_charges)
{
    struct site s = site_start(1, "");
    match_press(&s.m, 0, FS_KEY_FIRE, 0);
    match_steps(&s.m, 10);
    ck_assert_uint_eq(s.v.charge.state[0], EXPLOSION_LAID);
    ck_assert_uint_eq(s.v.charge.state[1], EXPLOSION_FREE);
    match_press(&s.m, 0, 0, 0);
    for (int i = 0; i < 5; i++) {
        match_step(&s.m);
        press_once(&s, 0, FS_KEY_FIRE);
    }
    press_once(&s, 0, FS_KEY_ALT);
    ck_assert_uint_eq(s.v.player.fired[0], 3);
    for (int i = 0; i < 3; i++)
        ck_assert(s.v.charge.state[i] == EXPLOSION_FIRED && s.v.blast.on[i] == 1);
    /* 0.25 s of implosion and 4 s of chimney at 60 ticks per second, of which one has passed. */
    match_steps(&s.m, 253);
    ck_assert_uint_eq(s.v.charge.state[2], EXPLOSION_FIRED);
    match_steps(&s.m, 2);
    for (int i = 0; i < 3; i++)
        ck_assert(s.v.charge.state[i] == EXPLOSION_FREE && s.v.blast.on[i] == 0);
    for (uint32_t i = 0; i < *s.v.smoke.rows; i++)
        ck_assert_uint_eq(s.v.smoke.kind[i], 0);
    match_end(&s.m);
}
END_TEST

/* --- phases ------------------------------------------------------------------------------------------- */

/* The mean distance of the dust from the axis of the charge, mm. */
static int64_t measure_dust(const struct site *s)
{
    fs_pos3 at = s->v.blast.at[0];
    int64_t sum = 0;
    for (uint32_t i = 0; i < EXPLOSION_DUST; i++) {
        fs_pos3 p = s->v.smoke.pos[i];
        sum += fs_pos3_dist(fs_pos3_make(p.x, at.y, p.z), at) * 1000 / M(1);
    }
    return sum / EXPLOSION_DUST;
}

/* The implosion draws the dust together, the shock drives it apart; the smoke rises in the chimney, to its top and little
 * beyond. */
START_TEST(dust_and_smoke_pass_through_three_phases)
{
    struct site s = site_start(1, "towers=1");
    int64_t out[3];
    fs_pos high = 0;
    blow_up(&s, 0, 6, 6);
    out[0] = measure_dust(&s);
    match_steps(&s.m, 14);
    out[1] = measure_dust(&s);
    match_steps(&s.m, 30);
    out[2] = measure_dust(&s);
    match_steps(&s.m, 190);
    for (uint32_t i = 0; i < EXPLOSION_SMOKE; i++) {
        ck_assert_uint_eq(s.v.smoke.kind[EXPLOSION_DUST + i], EXPLOSION_KIND_SMOKE);
        high = fs_max64(high, s.v.smoke.pos[EXPLOSION_DUST + i].y);
    }
    ck_assert_msg(out[1] < out[0], "%d mm, then %d mm", (int)out[0], (int)out[1]);
    ck_assert_msg(out[2] > 2 * out[1], "%d mm, then %d mm", (int)out[1], (int)out[2]);
    ck_assert_msg(high > M(4) && high < M(9), "%.2f m", (double)high / (double)M(1));
    match_end(&s.m);
}
END_TEST

/* Bars fly away from the charge, on either side of it, and the nearer tower more; none moves without force. */
START_TEST(a_shock_drives_bars_away)
{
    for (int force = 0; force <= 4000; force += 4000) {
        char settings[40];
        snprintf(settings, sizeof settings, "towers=2 force=%d radius=160", force);
        struct site s = site_start(1, settings);
        int64_t moved[2] = { 0, 0 };
        match_steps(&s.m, 60);
        uint32_t half = *s.v.bar.rows / 2;
        fs_pos before[32];
        for (uint32_t bar = 0; bar < 2 * half; bar++)
            before[bar] = s.w.body.pos[EXPLOSION_FIRST_BAR + bar].x;
        blow_up(&s, 0, 2, 0);
        match_steps(&s.m, 60);
        for (uint32_t bar = 0; bar < 2 * half; bar++)
            moved[bar / half] += (s.w.body.pos[EXPLOSION_FIRST_BAR + bar].x - before[bar]) / half;
        if (force == 0)
            ck_assert(fs_abs64(moved[0]) < M(1) / 100 && fs_abs64(moved[1]) < M(1) / 100);
        else
            ck_assert_msg(moved[0] > M(1) && moved[1] < 0 && moved[0] > -moved[1], "%.2f m, %.2f m",
                          (double)moved[0] / (double)M(1), (double)moved[1] / (double)M(1));
        match_end(&s.m);
    }
}
END_TEST

/* Undisturbed towers stand; they sleep. */
START_TEST(towers_stand)
{
    struct site s = site_start(1, "towers=8 layers=6");
    fs_pos3 before = s.w.body.pos[EXPLOSION_FIRST_BAR + 11];
    match_steps(&s.m, 300);
    ck_assert(fs_pos3_dist_sq_cmp(s.w.body.pos[EXPLOSION_FIRST_BAR + 11], before, M(1) / 50) < 0);
    ck_assert((s.w.body.flags[EXPLOSION_FIRST_BAR + 11] & FS_BODY3_ASLEEP) != 0);
    match_end(&s.m);
}
END_TEST

/* --- points and rounds ---------------------------------------------------------------------------------- */

/* Who fired near a bar last gets its point; the others do not. */
START_TEST(a_fallen_bar_is_a_point)
{
    struct site s = site_start(2, "towers=1 layers=2 radius=30");
    blow_up(&s, 0, 1, 0);
    ck_assert_uint_eq(s.v.bar.touched[0], 1);
    blow_up(&s, 1, -1, 0);
    ck_assert_uint_eq(s.v.bar.touched[0], 2);
    fs_body3 bar = fs_body3_at(&s.w, EXPLOSION_FIRST_BAR);
    ck_assert_int_eq(fs_body3_set_pose(&s.w, bar, fs_pos3_make(M(20), -M(4), 0), fs_quat_identity()), FS_OK);
    match_step(&s.m);
    ck_assert_uint_eq(s.v.player.score[1], 1);
    ck_assert_uint_eq(s.v.player.score[0], 0);
    ck_assert(!fs__explosion_bar_stands(&s.w, 0));
    match_end(&s.m);
}
END_TEST

START_TEST(an_emptied_stage_ends_the_round)
{
    struct site s = site_start(2, "towers=1 layers=2 wait=5");
    fs_standings standings;
    for (uint32_t i = 0; i < 3; i++) {
        fs_body3 bar = fs_body3_at(&s.w, EXPLOSION_FIRST_BAR + i);
        s.v.bar.touched[i] = i == 0 ? 1 : 2;
        ck_assert_int_eq(fs_body3_set_pose(&s.w, bar, fs_pos3_make(M(20), -M(4), M(i)), fs_quat_identity()), FS_OK);
    }
    match_step(&s.m);
    ck_assert_uint_eq(s.v.stage.wait[0], 30);
    ck_assert(fs_sim_standings(s.m.sim, &standings) && !standings.finished);
    match_steps(&s.m, 30);
    ck_assert(fs_sim_standings(s.m.sim, &standings) && standings.finished && standings.winners == 2);
    ck_assert_uint_eq(s.v.player.wins[1], 1);
    ck_assert_uint_eq(s.v.player.score[1], 0);
    for (uint32_t bar = 0; bar < 4; bar++)
        ck_assert(fs__explosion_bar_stands(&s.w, bar) && s.w.body.pos[EXPLOSION_FIRST_BAR + bar].y > 0);
    match_end(&s.m);
}
END_TEST

START_TEST(who_leaves_takes_the_charges_along)
{
    struct site s = site_start(2, "");
    press_once(&s, 0, FS_KEY_FIRE);
    blow_up(&s, 0, 4, 0);
    press_once(&s, 0, FS_KEY_FIRE);
    s.m.present = 2;
    match_step(&s.m);
    for (uint32_t i = 0; i < EXPLOSION_CHARGES; i++)
        ck_assert(s.v.charge.state[i] == EXPLOSION_FREE && s.v.blast.on[i] == 0);
    for (uint32_t bar = 0; bar < *s.v.bar.rows; bar++)
        ck_assert_uint_eq(s.v.bar.touched[bar], 0);
    match_end(&s.m);
}
END_TEST

START_TEST(miners_empty_the_stage)
{
    struct match m = match_start(&fs_game_explosion, 2, "towers=3");
    struct explosion_view v;
    explosion_bind(m.state, &v);
    for (int i = 0; i < 90 && v.stage.rounds[0] == 0; i++)
        match_bots(&m, "miner miner", 60);
    ck_assert_uint_eq(v.stage.rounds[0], 1);
    ck_assert_uint_gt(v.player.wins[0] + v.player.wins[1], 0);
    match_end(&m);
}
END_TEST

START_TEST(the_script_blows_bars_down)
{
    struct match m = play_script(&fs_game_explosion, 2, "", 420);
    struct explosion_view v;
    explosion_bind(m.state, &v);
    ck_assert_uint_eq(v.player.fired[0], 2);
    ck_assert_uint_eq(v.player.fired[1], 1);
    match_end(&m);
}
END_TEST

/* --- what every game keeps ------------------------------------------------------------------------- */

static void check_site(const struct match *m)
{
    struct explosion_view v;
    explosion_peek(m->state, &v);
    for (uint32_t i = 0; i < *v.charge.rows; i++)
        ck_assert((v.charge.state[i] == EXPLOSION_FIRED) == (v.blast.on[i] == 1));
    for (uint32_t slot = 0; slot < *v.player.rows; slot++)
        ck_assert(v.player.active[slot] || v.player.score[slot] == 0);
}

static const struct game_checks checks = {
    .game = &fs_game_explosion,
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
    { &checks, 2, "hz=20 force=20000 layers=6 radius=160 towers=8 wait=1" },
    { &checks, 1, "hz=120 force=0 layers=1 radius=20 towers=1 wait=100" },
};

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("explosion_game");
    TCase *tc = tcase_create("explosion_game");
    tcase_set_timeout(tc, 120);
    tcase_add_test(tc, a_player_has_three_charges);
    tcase_add_test(tc, dust_and_smoke_pass_through_three_phases);
    tcase_add_test(tc, a_shock_drives_bars_away);
    tcase_add_test(tc, towers_stand);
    tcase_add_test(tc, a_fallen_bar_is_a_point);
    tcase_add_test(tc, an_emptied_stage_ends_the_round);
    tcase_add_test(tc, who_leaves_takes_the_charges_along);
    tcase_add_test(tc, miners_empty_the_stage);
    tcase_add_test(tc, the_script_blows_bars_down);
    add_play_checks(tc, scenes, sizeof scenes / sizeof scenes[0]);
    suite_add_tcase(suite, tc);
    return suite;
}
