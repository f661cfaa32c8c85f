/* check_games_plane.c: what sandbox, pool and collisions keep whatever is played: results come from state and inputs
 * alone, any bytes are an input, pictures change nothing, bots and scripts play. Their rules are tested in
 * check_games_sandbox.c, check_games_pool.c and check_games_collisions.c. */
#include "games/collisions/collisions.h"
#include "games/builtin.h"
#include "games/pool/pool.h"
#include "games/sandbox/sandbox.h"
#include "games/play_checks.h"

static void check_sandbox(const struct match *m)
{
    struct sandbox_view v;
    sandbox_peek(m->state, &v);
    const fs_pos far = SANDBOX_REMOVE_DISTANCE * FS_POS_ONE;
    for (uint32_t row = 0; row < *v.body2.rows; row++) {
        fs_pos2 at = v.body2.pos[row];
        ck_assert(fs_abs64(at.x) <= far && fs_abs64(at.y) <= far);
        /* What weighs nothing stands still. */
        ck_assert(v.thing.mass[row] > 0 || fs_vel2_is_zero(v.body2.vel[row]));
    }
    ck_assert_uint_le(v.stage.bodies[0], v.rule.max_bodies[0]);
}

static const struct game_checks sandbox = {
    .game = &fs_game_sandbox,
    .players = "player",
    .fields = 6,
    .check = check_sandbox,
    .ticks = 400,
    .bytes = 400,
    .pictures = 100,
    .bots = 600,
    .choices = SANDBOX_COMMANDS - 1,
    .pointer = SANDBOX_DRAG,
    .items = 7,
    .refused = { 40, 20 },
};

static void check_pool(const struct match *m)
{
    struct pool_view v;
    pool_peek(m->state, &v);
    for (uint32_t ball = 0; ball < POOL_BALLS; ball++) {
        fs_pos2 at = v.body2.pos[ball];
        ck_assert(fs_abs64(at.x) <= POOL_MM_POS(POOL_HALF_WIDTH_MM + 200) &&
                  fs_abs64(at.y) <= POOL_MM_POS(POOL_HALF_HEIGHT_MM + 200));
        ck_assert(!v.ball.pocketed[ball] || fs_vel2_is_zero(v.body2.vel[ball]));
        ck_assert(v.table.phase[0] == POOL_ROLL || fs_vel2_is_zero(v.body2.vel[ball]));
    }
    ck_assert(v.table.phase[0] == POOL_ROLL || !v.ball.pocketed[0]);
}

static const struct game_checks pool = {
    .game = &fs_game_pool,
    .players = "player",
    .fields = 6,
    .check = check_pool,
    .ticks = 400,
    .bytes = 400,
    .pictures = 100,
    .bots = 600,
    .choices = 0,
    .items = 7,
    .refused = { 40, 20 },
};

static void check_collisions(const struct match *m)
{
    struct collisions_view v;
    collisions_peek(m->state, &v);
    for (uint32_t ball = 0; ball < v.rule.balls[0]; ball++) {
        fs_pos2 at = v.body2.pos[ball];
        ck_assert(fs_abs64(at.x) < COLLISIONS_HALF_WIDTH * FS_POS_ONE &&
                  fs_abs64(at.y) < COLLISIONS_HALF_HEIGHT * FS_POS_ONE);
        ck_assert_int_eq(v.body2.angular_velocity[ball], 0);
    }
}

static const struct game_checks collisions = {
    .game = &fs_game_collisions,
    .players = "player",
    .fields = 6,
    .check = check_collisions,
    .ticks = 400,
    .bytes = 400,
    .pictures = 100,
    .bots = 600,
    .choices = COLLISIONS_COMMANDS - 1,
    .items = 7,
    .refused = { 40, 20 },
};

static const struct scene scenes[] = {
    { &sandbox, 8, "" },
    { &sandbox, 3, "hz=20 scene=0 bodies=40 gravity=300" },
    { &sandbox, 2, "hz=120 scene=1 bodies=8 gravity=-50" },
    { &pool, 8, "clock=3" },
    { &pool, 2, "hz=20 cloth=200 power=120 ball=100 cushion=100" },
    { &pool, 1, "hz=120 cloth=0 ball=0 cushion=0 clock=0" },
    { &collisions, 8, "" },
    { &collisions, 3, "hz=20 balls=32 e=130 soft=100 fling=200 speed=150" },
    { &collisions, 1, "hz=120 balls=1 e=0 soft=0" },
};

static void assert_keys(const fs_game *game, uint32_t held, uint32_t character, unsigned first, unsigned second)
{
    uint8_t input[2] = { 0, 0 };
    game->keys(&(fs_keys){ .held = held, .character = character }, input);
    ck_assert_uint_eq(input[0], first);
    ck_assert_uint_eq(input[1], second);
    game->sanitise(input);
    ck_assert_uint_eq(input[0], first);
    ck_assert_uint_eq(input[1], second);
}

START_TEST(keys_become_inputs)
{
    static const struct {
        char key;
        uint8_t command;
    } commands[] = { { 'f', SANDBOX_MAKE_RECTANGLE },
                     { 'g', SANDBOX_MAKE_CIRCLE },
                     { 't', SANDBOX_MAKE_POLYGON },
                     { 'y', SANDBOX_MAKE_CAPSULE },
                     { 'p', SANDBOX_REMOVE },
                     { 'q', SANDBOX_TURN_LEFT },
                     { 'e', SANDBOX_TURN_RIGHT },
                     { 'i', SANDBOX_SPEED_UP },
                     { 'k', SANDBOX_SPEED_DOWN },
                     { 'j', SANDBOX_SPEED_LEFT },
                     { 'l', SANDBOX_SPEED_RIGHT },
                     { 'u', SANDBOX_ANGULAR_VELOCITY_LEFT },
                     { 'o', SANDBOX_ANGULAR_VELOCITY_RIGHT },
                     { 'z', SANDBOX_MASS_DOWN },
                     { 'x', SANDBOX_MASS_UP },
                     { 'c', SANDBOX_FRICTION_DOWN },
                     { 'v', SANDBOX_FRICTION_UP },
                     { 'b', SANDBOX_RESTITUTION_DOWN },
                     { 'n', SANDBOX_RESTITUTION_UP },
                     { ',', SANDBOX_MOVEMENT },
                     { 'm', SANDBOX_CORRECTION },
                     { 'h', SANDBOX_EXCITE },
                     { 'r', SANDBOX_RESET },
                     { '0', SANDBOX_DIGIT },
                     { '9', SANDBOX_DIGIT + 9 },
                     { 'H', SANDBOX_EXCITE },
                     { '#', 0 } };
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        assert_keys(&fs_game_sandbox, 0, (uint32_t)commands[i].key, 0, commands[i].command);
    /* Letters that stand for arrows elsewhere are commands here, and hold no arrow. */
    assert_keys(&fs_game_sandbox, FS_KEY_UP | FS_KEY_FIRE, 'w', FS_KEY_FIRE, SANDBOX_UP);
    assert_keys(&fs_game_sandbox, FS_KEY_LEFT, 'a', 0, SANDBOX_LEFT);
    assert_keys(&fs_game_sandbox, FS_KEY_DOWN, 's', 0, SANDBOX_DOWN);
    assert_keys(&fs_game_sandbox, FS_KEY_RIGHT, 'd', 0, SANDBOX_RIGHT);
    assert_keys(&fs_game_sandbox, FS_KEY_RIGHT, 0, FS_KEY_RIGHT, 0);
    assert_keys(&fs_game_pool, UINT32_MAX, 'h', 63, 0);
    assert_keys(&fs_game_collisions, FS_KEY_LEFT, 'i', FS_KEY_LEFT, COLLISIONS_UP);
    assert_keys(&fs_game_collisions, 0, 'l', 0, COLLISIONS_RIGHT);
    assert_keys(&fs_game_collisions, 0, 'h', 0, COLLISIONS_EXCITE);
    assert_keys(&fs_game_collisions, 0, 'R', 0, COLLISIONS_RESET);
    assert_keys(&fs_game_collisions, 0, '9', 0, COLLISIONS_DIGIT + 9);
}
END_TEST

/* --- bots ------------------------------------------------------------------------------------- */

/* Sinks balls where random play hardly does. */
START_TEST(sharks_beat_idle_and_random)
{
    uint32_t shark = 0, random = 0;
    for (int seed = 0; seed < 2; seed++) {
        char settings[40];
        snprintf(settings, sizeof settings, "seed=%d clock=5", seed);
        struct match m = match_start(&fs_game_pool, 3, settings);
        struct pool_view v;
        pool_bind(m.state, &v);
        match_bots(&m, "shark idle random", 6000);
        shark += v.player.sunk[0];
        random += v.player.sunk[2];
        ck_assert_uint_eq(v.player.sunk[1], 0);
        match_end(&m);
    }
    ck_assert_uint_ge(shark, 6);
    ck_assert_uint_ge(shark, 3 * random);
}
END_TEST

START_TEST(builders_build_and_strikers_strike)
{
    struct match stage = match_start(&fs_game_sandbox, 2, "scene=1");
    struct sandbox_view things;
    sandbox_bind(stage.state, &things);
    match_bots(&stage, "builder builder", 1800);
    ck_assert_uint_ge(things.player.made[0], 10);
    ck_assert_uint_ge(things.stage.bodies[0], 20);
    match_end(&stage);

    struct match arena = match_start(&fs_game_collisions, 2, "speed=0");
    struct collisions_view hits;
    collisions_bind(arena.state, &hits);
    match_bots(&arena, "striker idle", 1800);
    ck_assert_uint_ge(hits.player.flings[0], 10);
    ck_assert_uint_eq(hits.player.flings[1], 0);
    ck_assert_uint_ge(hits.arena.hits[0], 10);
    match_end(&arena);
}
END_TEST

/* --- scripts -------------------------------------------------------------------------------------- */

START_TEST(scripts_play)
{
    struct match stage = play_script(&fs_game_sandbox, 2, "seed=1 scene=1", 3000);
    struct sandbox_view things;
    sandbox_bind(stage.state, &things);
    ck_assert_uint_ge(things.player.made[0], 10);
    ck_assert_uint_ge(things.player.made[1], 10);
    ck_assert_uint_eq(things.stage.correction[0], 1);
    match_end(&stage);

    struct match table = play_script(&fs_game_pool, 2, "seed=1", 3000);
    struct pool_view strokes;
    pool_bind(table.state, &strokes);
    ck_assert_uint_ge(strokes.player.strokes[0] + strokes.player.strokes[1], 4);
    match_end(&table);

    struct match arena = play_script(&fs_game_collisions, 2, "seed=1", 3000);
    struct collisions_view hits;
    collisions_bind(arena.state, &hits);
    ck_assert_uint_ge(hits.player.flings[0], 10);
    ck_assert_uint_ge(hits.arena.hits[0], 50);
    ck_assert_uint_lt(hits.arena.restitution[0], 100);
    match_end(&arena);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("games_plane");
    TCase *tc = tcase_create("games_plane");
    tcase_set_timeout(tc, 120);
    add_play_checks(tc, scenes, sizeof scenes / sizeof scenes[0]);
    tcase_add_test(tc, keys_become_inputs);
    tcase_add_test(tc, sharks_beat_idle_and_random);
    tcase_add_test(tc, builders_build_and_strikers_strike);
    tcase_add_test(tc, scripts_play);
    suite_add_tcase(suite, tc);
    return suite;
}
