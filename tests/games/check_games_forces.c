/* check_games_forces.c: what ballistic, blackhole and missile keep whatever is played:
 * results come from state and inputs alone, any bytes are an input, pictures change
 * nothing, bots and scripts play. Their rules are tested in check_games_forces_rules.c. */
#include "games/ballistic/ballistic.h"
#include "games/blackhole/blackhole.h"
#include "games/builtin.h"
#include "games/missile/missile.h"
#include "games/play_checks.h"

static void check_ballistic(const struct match *m)
{
    struct ballistic_view v;
    ballistic_peek(m->state, &v);
    const fs_pos far = (BALLISTIC_RANGE_M + 6) * FS_POS_ONE;
    for (uint32_t row = 0; row < *v.body.rows; row++) {
        fs_pos3 p = v.body.pos[row];
        ck_assert(p.y >= 0 && p.z <= far && p.z >= -far && p.x <= 3 * far && p.x >= -3 * far);
    }
    for (uint32_t slot = 0; slot < *v.gunner.rows; slot++) {
        ck_assert_uint_le(v.gunner.hits[slot], v.gunner.shots[slot]);
        ck_assert(v.gunner.active[slot] || v.gunner.shots[slot] == 0);
    }
}

static const struct game_checks ballistic = {
    .game = &fs_game_ballistic,
    .players = "gunner",
    .fields = 8,
    .check = check_ballistic,
    .ticks = 3000,
    .bytes = 3000,
    .pictures = 600,
    .bots = 1200,
    .choices = BALLISTIC_WEAPONS,
    .items = 10,
    .refused = { 16, 10 },
};

static void check_blackhole(const struct match *m)
{
    struct blackhole_view v;
    blackhole_peek(m->state, &v);
    for (uint32_t slot = 0; slot < *v.ship.rows; slot++) {
        ck_assert(fs_pos3_dist_sq_cmp(v.body.pos[slot], fs_pos3_zero(), BLACKHOLE_LOST_DISTANCE * FS_POS_ONE) <= 0);
        ck_assert_uint_le(v.ship.orbit_ticks[slot], v.ship.best_orbit_ticks[slot]);
        ck_assert_uint_le(v.ship.best_orbit_ticks[slot], v.ship.score[slot]);
        ck_assert_uint_le(v.ship.score[slot], *v.world.tick);
        ck_assert_int_eq(v.body.pos[slot].z, 0);
    }
}

static const struct game_checks blackhole = {
    .game = &fs_game_blackhole,
    .players = "ship",
    .fields = 8,
    .check = check_blackhole,
    .ticks = 3000,
    .bytes = 3000,
    .pictures = 600,
    .bots = 1200,
    .choices = 0,
    .items = 10,
    .refused = { 16, 12 },
};

static void check_missile(const struct match *m)
{
    struct missile_view v;
    missile_peek(m->state, &v);
    uint32_t score = 0, losses = 0, fired = 0;
    for (uint32_t row = 0; row < *v.body.rows; row++) {
        fs_pos3 p = v.body.pos[row];
        ck_assert(fs_abs64(p.x) <= MISSILE_HALF_WIDTH * FS_POS_ONE &&
                  fs_abs64(p.y) <= MISSILE_HALF_HEIGHT * FS_POS_ONE);
        ck_assert(p.z == 0 && fs_vel3_length(v.body.vel[row]) <= MISSILE_MAX_SPEED * FS_VEL_ONE + 2);
    }
    for (uint32_t i = 0; i < *v.craft.rows; i++) {
        score += v.craft.score[i];
        losses += v.craft.losses[i];
        fired += v.craft.fired[i];
    }
    ck_assert_uint_le(score, fired);
    /* Who leaves takes a count along, else a hit is a loss. */
    if (!m->someone_left)
        ck_assert_uint_eq(score, losses);
}

static const struct game_checks missile = {
    .game = &fs_game_missile,
    .players = "craft",
    .fields = 8,
    .check = check_missile,
    .ticks = 3000,
    .bytes = 3000,
    .pictures = 600,
    .bots = 1200,
    .choices = MISSILE_CHOICES,
    .items = 10,
    .refused = { 25, 13 },
};

static const struct scene scenes[] = {
    { &ballistic, 8, "" },
    { &ballistic, 3, "hz=20 targets=32 rounds=16 radius=40 down=1 moving=100 gravity=300" },
    { &ballistic, 1, "hz=120 targets=1 rounds=1 moving=0 gravity=0" },
    { &blackhole, 8, "" },
    { &blackhole, 5, "hz=20 holes=3 gm=1000 capture=3 drag=200 thrust=400 start=130 wait=1" },
    { &blackhole, 1, "hz=120 holes=2 gm=1 start=0 drag=0" },
    { &missile, 8, "" },
    { &missile, 2, "hz=20 drones=8 rounds=8 homing=400 horizon=0 reload=0 hit=100 life=200 thrust=60 wait=1" },
    { &missile, 1, "hz=120 drones=0 homing=0 horizon=300 hit=10 thrust=0" },
};

START_TEST(keys_become_inputs)
{
    uint8_t input[2] = { 0, 0 };
    fs_game_ballistic.keys(&(fs_keys){ .held = FS_KEY_UP | FS_KEY_FIRE, .character = '4' }, input);
    ck_assert_mem_eq(input, "\x11\x04", 2);
    memset(input, 0, 2);
    fs_game_ballistic.keys(&(fs_keys){ .held = FS_KEY_ALT, .character = '5' }, input);
    ck_assert_mem_eq(input, "\x20\x00", 2);
    fs_game_blackhole.keys(&(fs_keys){ .held = FS_KEY_LEFT | FS_KEY_RIGHT, .character = '1' }, input);
    ck_assert_mem_eq(input, "\x0c\x00", 2);
    fs_game_missile.keys(&(fs_keys){ .character = '+' }, input);
    ck_assert_mem_eq(input, "\x00\x01", 2);
    fs_game_missile.keys(&(fs_keys){ .held = UINT32_MAX, .character = '-' }, input);
    ck_assert_mem_eq(input, "\x3f\x02", 2);
}
END_TEST

/* --- bots ------------------------------------------------------------------------------------- */

START_TEST(marksman_beats_idle_and_random)
{
    char settings[20];
    snprintf(settings, sizeof settings, "seed=%d", _i);
    struct match m = match_start(&fs_game_ballistic, 3, settings);
    struct ballistic_view v;
    ballistic_bind(m.state, &v);
    match_bots(&m, "marksman idle random", 3600);
    ck_assert_uint_ge(v.gunner.score[0], 30);
    ck_assert_uint_ge(v.gunner.hits[0] * 2, v.gunner.shots[0]);
    ck_assert_uint_eq(v.gunner.score[1], 0);
    ck_assert_uint_lt(v.gunner.score[2] * 4, v.gunner.score[0]);
    match_end(&m);
}
END_TEST

START_TEST(pilot_beats_idle_and_random)
{
    static const char *const settings[3] = { "", "holes=2", "holes=3 drag=100" };
    struct match m = match_start(&fs_game_blackhole, 3, settings[_i]);
    struct blackhole_view v;
    blackhole_bind(m.state, &v);
    match_bots(&m, "pilot idle random", 3600);
    ck_assert_uint_eq(v.ship.best_orbit_ticks[0], 3600);
    ck_assert_uint_ge(v.ship.swallowed[1], 1);
    ck_assert_uint_lt(v.ship.score[1], v.ship.score[0]);
    ck_assert_uint_lt(v.ship.score[2], v.ship.score[0]);
    match_end(&m);
}
END_TEST

/* A random player hits too, because missiles home; over some matches the hunter must hit
 * half as often again. */
START_TEST(hunter_beats_idle_and_random)
{
    uint32_t hunter = 0, random = 0;
    for (int seed = 1; seed <= 6; seed++) {
        char settings[20];
        snprintf(settings, sizeof settings, "seed=%d", seed);
        struct match m = match_start(&fs_game_missile, 3, settings);
        struct missile_view v;
        missile_bind(m.state, &v);
        match_bots(&m, "hunter idle random", 3600);
        ck_assert_uint_ge(v.craft.score[0], 8);
        ck_assert_uint_eq(v.craft.score[1], 0);
        hunter += v.craft.score[0];
        random += v.craft.score[2];
        match_end(&m);
    }
    ck_assert_uint_ge(hunter * 2, random * 3);
}
END_TEST

/* --- scripts -------------------------------------------------------------------------------------- */

START_TEST(scripts_play)
{
    struct match range = play_script(&fs_game_ballistic, 2, "seed=1", 3000);
    struct ballistic_view gunners;
    ballistic_bind(range.state, &gunners);
    ck_assert_uint_ge(gunners.gunner.hits[0], 2);
    ck_assert_uint_ge(gunners.gunner.shots[1], 20);
    match_end(&range);

    struct match hole = play_script(&fs_game_blackhole, 3, "seed=1", 3000);
    struct blackhole_view ships;
    blackhole_bind(hole.state, &ships);
    ck_assert_uint_eq(ships.ship.best_orbit_ticks[0], 3000);
    ck_assert_uint_ge(ships.ship.swallowed[1], 2);
    ck_assert_uint_ge(ships.ship.lost[2], 1);
    match_end(&hole);

    struct match arena = play_script(&fs_game_missile, 2, "seed=1", 3000);
    struct missile_view crafts;
    missile_bind(arena.state, &crafts);
    ck_assert_uint_ge(crafts.craft.score[0], 3);
    ck_assert_uint_eq(crafts.craft.score[1], 0);
    ck_assert_uint_eq(crafts.craft.coasting[0], 0);
    ck_assert_uint_eq(crafts.craft.power[0], 60);
    match_end(&arena);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("games_forces");
    TCase *tc = tcase_create("games_forces");
    tcase_set_timeout(tc, 120);
    add_play_checks(tc, scenes, sizeof scenes / sizeof scenes[0]);
    tcase_add_test(tc, keys_become_inputs);
    tcase_add_loop_test(tc, marksman_beats_idle_and_random, 1, 4);
    tcase_add_loop_test(tc, pilot_beats_idle_and_random, 0, 3);
    tcase_add_test(tc, hunter_beats_idle_and_random);
    tcase_add_test(tc, scripts_play);
    suite_add_tcase(suite, tc);
    return suite;
}
