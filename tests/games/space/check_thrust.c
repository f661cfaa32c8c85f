/* check_thrust.c: the game of craft that fetch pods: hovering, falling and burning against closed forms, cables, points and
 * crashes, and what every game keeps. */
#include "games/thrust/thrust.h"

#include <math.h>
#include <fixstep/kit/bodies.h>
#include <fixstep/kit/buttons.h>

#include "games/builtin.h"
#include "games/play_checks.h"

#define M(n) ((fs_pos)(n)*FS_POS_ONE)
#define METRES(p) ((double)(p) / (double)FS_POS_ONE)
#define SPEED(v) ((double)(v) / (double)FS_VEL_ONE)

enum { GRIP = 1 };

struct yard {
    struct match m;
    struct thrust_view v;
    struct fs_world3 w;
};

static struct yard yard_start(uint32_t players, const char *settings)
{
    struct yard y = { .m = match_start(&fs_game_thrust, players, settings) };
    thrust_bind(y.m.state, &y.v);
    fs_world3_bind(y.m.state, thrust_T_physics3, NULL, &y.w);
    fs_force3_bind(y.m.state, thrust_T_force3, &y.w);
    match_step(&y.m);
    return y;
}

static uint32_t row_of(const struct yard *y, uint32_t slot)
{
    return fs__thrust_craft_row(*y->v.pod.rows, slot);
}

/* At rest there, upright. */
static void put(struct yard *y, uint32_t row, fs_pos3 at)
{
    fs_body3 body = fs_body3_at(&y->w, row);
    ck_assert_int_eq(fs_body3_set_pose(&y->w, body, at, fs_quat_identity()), FS_OK);
    ck_assert_int_eq(fs_body3_set_velocity(&y->w, body, fs_vel3_zero(), fs_vel3_zero()), FS_OK);
}

/* --- closed forms ------------------------------------------------------------------------------------------ */

/* The control is whole: what is left of weight and thrust is half a step, power / 254, at most. */
START_TEST(a_craft_hovers)
{
    static const char *const settings[] = { "", "gravity=35 power=100", "gravity=98 power=300" };
    static const double power[] = { 6, 10, 30 };
    for (size_t i = 0; i < 3; i++) {
        struct yard y = yard_start(1, settings[i]);
        put(&y, row_of(&y, 0), fs_pos3_make(0, M(50), 0));
        match_press(&y.m, 0, FS_KEY_ALT, 0);
        match_steps(&y.m, 60);
        double climb = SPEED(y.w.body.vel[row_of(&y, 0)].y);
        ck_assert_msg(fabs(climb) <= power[i] / 254 * 1.01, "%s: %.4f m/s after a second", settings[i], climb);
        match_end(&y.m);
    }
}
END_TEST

/* Linear drag of 10 N s/m on 100 kg: v = g t' (1 - exp(-t / t')) with t' = 10 s, so 20 m/s in the end. */
START_TEST(a_falling_craft_nears_its_terminal_speed)
{
    struct yard y = yard_start(1, "");
    put(&y, row_of(&y, 0), fs_pos3_make(0, M(140), 0));
    for (int t = 1; t <= 7; t++) {
        match_steps(&y.m, 60);
        double want = 20 * (1 - exp(-t / 10.0)), got = -SPEED(y.w.body.vel[row_of(&y, 0)].y);
        ck_assert_msg(fabs(got - want) < 0.01 * want, "%d s: %.3f m/s, not %.3f m/s", t, got, want);
    }
    match_end(&y.m);
    y = yard_start(1, "");
    put(&y, row_of(&y, 0), fs_pos3_make(0, M(140), 0));
    ck_assert_int_eq(fs_body3_set_velocity(&y.w, fs_body3_at(&y.w, row_of(&y, 0)), fs_vel3_make(0, -20 * FS_VEL_ONE, 0),
                                           fs_vel3_zero()),
                     FS_OK);
    match_steps(&y.m, 240);
    ck_assert(fabs(SPEED(y.w.body.vel[row_of(&y, 0)].y) + 20) < 0.01);
    match_end(&y.m);
}
END_TEST

/* Full power gives (power / mass - g) t up, and with the nozzle at its stop power / mass sin 40 aside, less the drag. */
START_TEST(the_nozzle_turns_the_force)
{
    struct yard y = yard_start(1, "");
    put(&y, row_of(&y, 0), fs_pos3_make(0, M(50), 0));
    match_press(&y.m, 0, FS_KEY_FIRE, 0);
    match_steps(&y.m, 60);
    fs_vel3 v = y.w.body.vel[row_of(&y, 0)];
    double tau = 10, share = tau * (1 - exp(-1 / tau));
    ck_assert(fabs(SPEED(v.y) - 4 * share) < 0.04 && abs(v.x) + abs(v.z) < FS_VEL_ONE / 1000);
    put(&y, row_of(&y, 0), fs_pos3_make(0, M(50), 0));
    match_press(&y.m, 0, FS_KEY_UP, 0); /* without power until it points ahead */
    match_steps(&y.m, 30);
    ck_assert_int_eq(y.v.player.ahead[0], 127);
    put(&y, row_of(&y, 0), fs_pos3_make(0, M(50), 0));
    match_press(&y.m, 0, FS_KEY_UP | FS_KEY_FIRE, 0);
    match_steps(&y.m, 60);
    v = y.w.body.vel[row_of(&y, 0)];
    double angle = 40 * M_PI / 180, ahead = 6 * sin(angle) * share, up = (6 * cos(angle) - 2) * share;
    ck_assert_msg(fabs(-SPEED(v.z) - ahead) < 0.02 * ahead, "%.3f m/s ahead, not %.3f m/s", -SPEED(v.z), ahead);
    ck_assert_msg(fabs(SPEED(v.y) - up) < 0.02 * up, "%.3f m/s up, not %.3f m/s", SPEED(v.y), up);
    fs_unit3 slanted = fs__thrust_direction(90, 60);
    ck_assert(slanted.x > 0 && slanted.y > 0 && slanted.z < 0);
    match_end(&y.m);
}
END_TEST

/* A push is taken up: no oscillation, upright again within two seconds. */
START_TEST(a_craft_rights_itself)
{
    struct yard y = yard_start(1, "");
    fs_body3 craft = fs_body3_at(&y.w, row_of(&y, 0));
    put(&y, row_of(&y, 0), fs_pos3_make(0, M(100), 0));
    fs_quat leaning = fs_quat_from_axis_turn(fs_unit3_make(FS_UNIT_ONE, 0, 0), FS_TURN_DEG(60));
    ck_assert_int_eq(fs_body3_set_pose(&y.w, craft, fs_pos3_make(0, M(100), 0), leaning), FS_OK);
    double before = 1;
    for (int t = 0; t < 120; t++) {
        match_step(&y.m);
        double lean = (double)y.w.body.rot[row_of(&y, 0)].x / FS_UNIT_ONE;
        ck_assert_msg(lean > -1e-3 && lean <= before + 1e-6, "tick %d: %.5f after %.5f", t, lean, before);
        before = lean;
    }
    ck_assert(before < 1e-3);
    match_end(&y.m);
}
END_TEST

/* --- fuel -------------------------------------------------------------------------------------------------- */

START_TEST(fuel_is_burnt_and_taken_in)
{
    struct yard y = yard_start(1, "tank=5");
    uint32_t full = y.v.player.fuel[0];
    ck_assert_uint_eq(full, 5 * 60 * 127);
    put(&y, row_of(&y, 0), fs_pos3_make(0, M(20), 0));
    match_press(&y.m, 0, FS_KEY_FIRE, 0);
    match_steps(&y.m, 299);
    ck_assert_uint_eq(y.v.player.fuel[0], 127);
    match_steps(&y.m, 2);
    ck_assert_uint_eq(y.v.player.fuel[0], 0);
    ck_assert_uint_eq(y.v.player.burn[0], 0);
    fs_vel climb = y.w.body.vel[row_of(&y, 0)].y;
    match_step(&y.m);
    ck_assert_int_lt(y.w.body.vel[row_of(&y, 0)].y, climb - FS_VEL_ONE / 40); /* 2 m/s^2 and drag for a tick */
    match_press(&y.m, 0, 0, 0);
    put(&y, row_of(&y, 0), fs__thrust_start(0));
    match_steps(&y.m, 70); /* 5 s of power at five times the rate, and a moment to come to rest */
    ck_assert_uint_eq(y.v.player.fuel[0], full);
    match_end(&y.m);
}
END_TEST

/* Beside the base without fuel nothing helps but a new craft. */
START_TEST(a_stranded_craft_is_lost)
{
    struct yard y = yard_start(1, "wait=10");
    put(&y, row_of(&y, 0), fs_pos3_make(M(20), M(6) / 10, 0));
    match_steps(&y.m, 60);
    ck_assert_uint_eq(y.v.player.state[0], THRUST_FLYING);
    y.v.player.fuel[0] = 0;
    match_steps(&y.m, 30);
    ck_assert_uint_eq(y.v.player.state[0], THRUST_WAITING);
    match_steps(&y.m, 62);
    ck_assert_uint_eq(y.v.player.state[0], THRUST_FLYING);
    ck_assert_uint_gt(y.v.player.fuel[0], 0);
    ck_assert_uint_eq(y.v.player.crashes[0], 1);
    match_end(&y.m);
}
END_TEST

/* --- crashes ------------------------------------------------------------------------------------------------- */

static bool survives(int dm_per_s, fs_pos3 at, fs_vel3 way)
{
    struct yard y = yard_start(1, "");
    fs_vel speed = fs_vel_from_ratio(dm_per_s, 10);
    put(&y, row_of(&y, 0), at);
    fs_vel3 vel = fs_vel3_make((fs_vel)((int64_t)speed * way.x / FS_VEL_ONE),
                               (fs_vel)((int64_t)speed * way.y / FS_VEL_ONE), 0);
    ck_assert_int_eq(fs_body3_set_velocity(&y.w, fs_body3_at(&y.w, row_of(&y, 0)), vel, fs_vel3_zero()), FS_OK);
    match_steps(&y.m, 60);
    bool is_alive = y.v.player.state[0] == THRUST_FLYING;
    ck_assert_uint_eq(y.v.player.crashes[0], !is_alive);
    match_end(&y.m);
    return is_alive;
}

/* Down onto the base from 0.5 m and level against a pillar: 4 m/s are borne, more is not. */
START_TEST(hard_impacts_destroy)
{
    const fs_pos3 over = fs_pos3_make(0, M(2) + M(1) / 10, 0);
    const fs_pos3 beside = fs_pos3_make(M(5), M(2), -M(THRUST_RING));
    const fs_vel3 down = fs_vel3_make(0, -FS_VEL_ONE, 0), aside = fs_vel3_make(-FS_VEL_ONE, 0, 0);
    ck_assert(survives(30, over, down));
    ck_assert(!survives(45, over, down));
    ck_assert(survives(35, beside, aside));
    ck_assert(!survives(45, beside, aside));
}
END_TEST

/* Both of two craft that meet fast are lost. */
START_TEST(a_collision_ends_both)
{
    struct yard y = yard_start(2, "");
    for (uint32_t slot = 0; slot < 2; slot++) {
        put(&y, row_of(&y, slot), fs_pos3_make(slot == 0 ? -M(3) : M(3), M(60), 0));
        fs_vel3 vel = fs_vel3_make(slot == 0 ? 5 * FS_VEL_ONE : -5 * FS_VEL_ONE, 0, 0);
        ck_assert_int_eq(fs_body3_set_velocity(&y.w, fs_body3_at(&y.w, row_of(&y, slot)), vel, fs_vel3_zero()), FS_OK);
    }
    match_steps(&y.m, 60);
    ck_assert_uint_eq(y.v.player.crashes[0], 1);
    ck_assert_uint_eq(y.v.player.crashes[1], 1);
    match_end(&y.m);
}
END_TEST

/* --- pods ---------------------------------------------------------------------------------------------------- */

static void grip_pod(struct yard *y, uint32_t slot, uint32_t pod)
{
    fs_pos3 at = y->w.body.pos[fs__thrust_pod_row(*y->v.pod.rows, pod)];
    at.y += M(3);
    put(y, row_of(y, slot), at);
    match_press(&y->m, slot, FS_KEY_ALT, GRIP);
    match_step(&y->m);
    match_press(&y->m, slot, FS_KEY_ALT, 0);
    match_step(&y->m);
}

/* The cable carries 30 kg: it stretches by less than 1 % and the hover control takes it into account. */
START_TEST(a_pod_hangs_on_its_cable)
{
    struct yard y = yard_start(1, "");
    uint32_t pod = fs__thrust_pod_row(*y.v.pod.rows, 0);
    match_press(&y.m, 0, FS_KEY_ALT, GRIP);
    match_step(&y.m); /* nothing is near */
    ck_assert_uint_eq(y.v.player.towed[0], 0);
    match_press(&y.m, 0, 0, 0);
    match_step(&y.m);
    grip_pod(&y, 0, 0);
    ck_assert_uint_eq(y.v.player.towed[0], 1);
    put(&y, row_of(&y, 0), fs_pos3_make(0, M(60), 0));
    put(&y, pod, fs_pos3_make(0, M(56), 0));
    for (int t = 0; t < 300; t++) {
        match_step(&y.m);
        double length = METRES(fs_pos3_dist(y.w.body.pos[pod], y.w.body.pos[row_of(&y, 0)]));
        ck_assert_msg(length < 4.04, "%.4f m", length);
    }
    ck_assert(fabs(SPEED(y.w.body.vel[row_of(&y, 0)].y)) < 0.2);
    match_press(&y.m, 0, FS_KEY_ALT, GRIP);
    match_step(&y.m);
    ck_assert_uint_eq(y.v.player.towed[0], 0);
    ck_assert_uint_eq(y.v.pod.by[0], 1);
    match_end(&y.m);
}
END_TEST

/* Over the base it is a point; it stands on its pad again after the wait. A lost pod is nobody's point. */
START_TEST(a_delivered_pod_is_a_point)
{
    struct yard y = yard_start(2, "wait=5");
    uint32_t pod = fs__thrust_pod_row(*y.v.pod.rows, 2);
    grip_pod(&y, 1, 2);
    ck_assert_uint_eq(y.v.player.towed[1], 3);
    put(&y, row_of(&y, 1), fs_pos3_make(0, M(7), 0));
    put(&y, pod, fs_pos3_make(0, M(3) + M(1) / 2, 0));
    match_step(&y.m);
    ck_assert_uint_eq(y.v.player.score[1], 1);
    ck_assert_uint_eq(y.v.player.towed[1], 0);
    ck_assert_uint_eq(y.v.pod.wait[2], 30);
    ck_assert_uint_eq(y.v.pod.by[2], 0);
    match_steps(&y.m, 31);
    ck_assert_uint_eq(y.v.pod.wait[2], 0);
    fs_pos3 pad = fs__thrust_pad(2, *y.v.pod.rows);
    ck_assert(fs_pos3_dist_sq_cmp(y.w.body.pos[pod], pad, M(1)) < 0);
    put(&y, pod, fs_pos3_make(M(THRUST_EDGE + 5), M(1), 0));
    match_steps(&y.m, 40);
    ck_assert(fs_pos3_dist_sq_cmp(y.w.body.pos[pod], pad, M(1)) < 0);
    ck_assert_uint_eq(y.v.player.score[0] + y.v.player.score[1], 1);
    match_end(&y.m);
}
END_TEST

/* A crash lets the pod go, and so does a player who leaves: then it is nobody's. */
START_TEST(who_is_gone_tows_nothing)
{
    struct yard y = yard_start(2, "");
    grip_pod(&y, 0, 0);
    grip_pod(&y, 1, 1);
    ck_assert_uint_eq(y.v.player.towed[0], 1);
    ck_assert_uint_eq(y.v.player.towed[1], 2);
    put(&y, row_of(&y, 0), fs_pos3_make(M(THRUST_EDGE + 5), M(20), 0));
    match_step(&y.m);
    ck_assert_uint_eq(y.v.player.state[0], THRUST_WAITING);
    ck_assert_uint_eq(y.v.player.towed[0], 0);
    ck_assert_uint_eq(y.v.pod.by[0], 1);
    y.m.present = 0;
    match_step(&y.m);
    ck_assert_uint_eq(y.v.pod.by[0], 0);
    ck_assert_uint_eq(y.v.pod.by[1], 0);
    for (uint32_t i = 0; i < *y.w.joint.rows; i++)
        ck_assert_uint_eq(y.w.joint.gen[i] & 1, 0);
    match_end(&y.m);
}
END_TEST

START_TEST(pilots_fetch_pods)
{
    struct yard y = yard_start(2, "goal=3");
    fs_standings standings;
    for (int i = 0; i < 240 && y.v.stage.rounds[0] == 0; i++)
        match_bots(&y.m, "pilot pilot", 60);
    ck_assert_uint_eq(y.v.stage.rounds[0], 1);
    ck_assert_uint_eq(y.v.player.crashes[0] + y.v.player.crashes[1], 0);
    ck_assert(fs_sim_standings(y.m.sim, &standings) && standings.finished && standings.winners != 0);
    match_end(&y.m);
}
END_TEST

/* States whose parts contradict each other are refused. */
START_TEST(contradictions_are_refused)
{
    for (int i = 0; i < 9; i++) {
        struct yard y = yard_start(2, "");
        grip_pod(&y, 1, 2);
        ck_assert_int_eq(match_reload(&y.m), FS_OK);
        switch (i) {
        case 0: y.v.player.towed[0] = 1; break;                   /* without a cable */
        case 1: y.v.player.towed[1] = 0; break;                   /* with one */
        case 2: y.v.pod.wait[2] = 1; break;                       /* an enabled pod */
        case 3: y.v.player.state[0] = THRUST_WAITING; break;      /* an enabled craft */
        case 4: y.v.player.fuel[0]++; break;                      /* more than the tank holds */
        case 5: y.v.pod.by[0] = 3; break;                         /* a slot that is not there */
        case 6: y.v.player.towed[1] = 1; break;                   /* another pod than that of the cable */
        case 7: y.v.player.cable[0] = y.v.player.cable[1]; break; /* not towed by it */
        default:                                                  /* the other craft's cable */
            y.v.player.towed[0] = y.v.player.towed[1];
            y.v.player.cable[0] = y.v.player.cable[1];
            break;
        }
        ck_assert_msg(match_reload(&y.m) != FS_OK, "case %d", i);
        match_end(&y.m);
    }
}
END_TEST

START_TEST(the_script_flies)
{
    struct match m = play_script(&fs_game_thrust, 2, "", 1100);
    struct thrust_view v;
    thrust_bind(m.state, &v);
    ck_assert_uint_gt(v.player.crashes[0], 0);
    ck_assert_uint_eq(v.player.crashes[1], 0);
    match_end(&m);
}
END_TEST

/* --- what every game keeps ------------------------------------------------------------------------- */

static void check_yard(const struct match *m)
{
    struct thrust_view v;
    thrust_peek(m->state, &v);
    for (uint32_t slot = 0; slot < *v.player.rows; slot++) {
        ck_assert((v.player.cable[slot].index1 != 0) == (v.player.towed[slot] != 0));
        ck_assert(v.player.towed[slot] == 0 || v.player.state[slot] == THRUST_FLYING);
        ck_assert_uint_lt(v.player.score[slot], v.rule.goal[0]);
        for (uint32_t other = 0; other < slot; other++)
            ck_assert(v.player.towed[slot] == 0 || v.player.towed[slot] != v.player.towed[other]);
    }
}

static const struct game_checks checks = {
    .game = &fs_game_thrust,
    .players = "player",
    .fields = 12,
    .check = check_yard,
    .ticks = 600,
    .bytes = 600,
    .pictures = 100,
    .bots = 600,
    .choices = THRUST_CHOICES,
    .items = 40,
    .refused = { 10, 10 },
};

static const struct scene scenes[] = {
    { &checks, 8, "" },
    { &checks, 2, "hz=20 crash=200 goal=1 gravity=100 pods=1 power=300 tank=5 wait=1" },
    { &checks, 1, "hz=120 crash=15 gravity=1 goal=100 pods=8 power=10 tank=200 wait=100" },
};

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("thrust");
    TCase *tc = tcase_create("thrust");
    tcase_set_timeout(tc, 120);
    tcase_add_test(tc, a_craft_hovers);
    tcase_add_test(tc, a_falling_craft_nears_its_terminal_speed);
    tcase_add_test(tc, the_nozzle_turns_the_force);
    tcase_add_test(tc, a_craft_rights_itself);
    tcase_add_test(tc, fuel_is_burnt_and_taken_in);
    tcase_add_test(tc, a_stranded_craft_is_lost);
    tcase_add_test(tc, hard_impacts_destroy);
    tcase_add_test(tc, a_collision_ends_both);
    tcase_add_test(tc, a_pod_hangs_on_its_cable);
    tcase_add_test(tc, a_delivered_pod_is_a_point);
    tcase_add_test(tc, who_is_gone_tows_nothing);
    tcase_add_test(tc, pilots_fetch_pods);
    tcase_add_test(tc, contradictions_are_refused);
    tcase_add_test(tc, the_script_flies);
    add_play_checks(tc, scenes, sizeof scenes / sizeof scenes[0]);
    suite_add_tcase(suite, tc);
    return suite;
}
