/* check_games_plane.c: what sandbox, pool and collisions keep whatever is played: results come from state and inputs
 * alone, any bytes are an input, pictures change nothing, bots and scripts play. Their rules are tested in
 * check_games_sandbox.c, check_games_pool.c and check_games_collisions.c. */
#include "common/script.h"
#include "games/collisions.h"
#include "games/games.h"
#include "games/pool.h"
#include "games/sandbox.h"
#include "play.h"
#include "script.h"

static const struct scene {
    const fs_game *game;
    uint32_t players;
    const char *settings;
} scenes[] = {
    { &fs__game_sandbox, 8, "" },
    { &fs__game_sandbox, 3, "hz=20 scene=0 bodies=40 gravity=300" },
    { &fs__game_sandbox, 2, "hz=120 scene=1 bodies=8 gravity=-50" },
    { &fs__game_pool, 8, "clock=3" },
    { &fs__game_pool, 2, "hz=20 cloth=200 power=120 ball=100 cushion=100" },
    { &fs__game_pool, 1, "hz=120 cloth=0 ball=0 cushion=0 clock=0" },
    { &fs__game_collisions, 8, "" },
    { &fs__game_collisions, 3, "hz=20 balls=32 e=130 soft=100 fling=200 speed=150" },
    { &fs__game_collisions, 1, "hz=120 balls=1 e=0 soft=0" },
};
enum { SCENES = sizeof scenes / sizeof scenes[0], TICKS = 400 };

static struct match scene_start(int i)
{
    return match_start(scenes[i].game, scenes[i].players, scenes[i].settings);
}

/* --- from the state alone ----------------------------------------------------------- */

/* Each tick twice from a snapshot, the second time with other scratch. */
START_TEST(every_tick_twice)
{
    struct match m = scene_start(_i);
    void *before = malloc(fs_state_block_size(m.state));
    for (int t = 0; t < TICKS; t++) {
        fs_state_store(m.state, before);
        script_step(m.sim);
        uint64_t root = fs_sim_root(m.sim);
        fs_state_fetch(m.state, before);
        fs_sim_drop_scratch(m.sim);
        script_step(m.sim);
        ck_assert_msg(fs_sim_root(m.sim) == root, "%s: tick %d differs the second time", m.game->name, t);
    }
    free(before);
    match_end(&m);
}
END_TEST

/* Saved and loaded in the middle of a match, again and again. */
START_TEST(save_and_load_mid_match)
{
    struct match straight = scene_start(_i), moved = scene_start(_i);
    for (int t = 0; t < TICKS; t++) {
        script_step(straight.sim);
        script_step(moved.sim);
        if (t % 97 == 0) {
            size_t size;
            uint8_t *bytes = match_save(&moved, &size);
            match_end(&moved);
            moved = scene_start(_i);
            ck_assert_int_eq(fs_sim_load(moved.sim, bytes, size), FS_OK);
            free(bytes);
        }
        ck_assert_msg(fs_sim_root(straight.sim) == fs_sim_root(moved.sim), "%s: tick %d", straight.game->name, t);
    }
    match_end(&straight);
    match_end(&moved);
}
END_TEST

/* --- any input ------------------------------------------------------------------------- */

static void check_sandbox(const struct match *m)
{
    struct sandbox_view v;
    sandbox_peek(m->state, &v);
    const fs_pos far = SANDBOX_FAR * FS_POS_ONE;
    for (uint32_t row = 0; row < *v.body2.rows; row++) {
        fs_pos2 at = v.body2.pos[row];
        ck_assert(fs_abs64(at.x) <= far && fs_abs64(at.y) <= far);
        /* What weighs nothing stands still. */
        ck_assert(v.thing.mass[row] > 0 || fs_vel2_is_zero(v.body2.vel[row]));
    }
    ck_assert_uint_le(v.stage.bodies[0], v.rule.most[0]);
}

static void check_pool(const struct match *m)
{
    struct pool_view v;
    pool_peek(m->state, &v);
    for (uint32_t ball = 0; ball < POOL_BALLS; ball++) {
        fs_pos2 at = v.body2.pos[ball];
        ck_assert(fs_abs64(at.x) <= POOL_MM_POS(POOL_HALF_WIDTH + 200) && fs_abs64(at.y) <= POOL_MM_POS(POOL_HALF_HEIGHT + 200));
        ck_assert(!v.ball.down[ball] || fs_vel2_is_zero(v.body2.vel[ball]));
        ck_assert(v.table.phase[0] == POOL_ROLL || fs_vel2_is_zero(v.body2.vel[ball]));
    }
    ck_assert(v.table.phase[0] == POOL_ROLL || !v.ball.down[0]);
}

static void check_collisions(const struct match *m)
{
    struct collisions_view v;
    collisions_peek(m->state, &v);
    for (uint32_t ball = 0; ball < v.rule.balls[0]; ball++) {
        fs_pos2 at = v.body2.pos[ball];
        ck_assert(fs_abs64(at.x) < COLLISIONS_HALF_WIDTH * FS_POS_ONE && fs_abs64(at.y) < COLLISIONS_HALF_HEIGHT * FS_POS_ONE);
        ck_assert_int_eq(v.body2.spin[ball], 0);
    }
}

static void check_invariants(const struct match *m)
{
    ck_assert_msg(m->game->valid(m->state, &m->config), "%s: state of tick %u is not valid", m->game->name, fs_state_tick(m->state));
    if (m->game == &fs__game_sandbox)
        check_sandbox(m);
    else if (m->game == &fs__game_pool)
        check_pool(m);
    else
        check_collisions(m);
}

/* Raw bytes, as they would be if nobody had sanitised them, and players that come and go at any tick. */
START_TEST(any_bytes_are_an_input)
{
    struct match m = scene_start(_i);
    fs_rng rng = fs_rng_seed(5, (uint64_t)_i);
    for (int t = 0; t < TICKS; t++) {
        for (uint32_t k = 0; k < m.config.players * m.game->input_size; k++)
            m.bytes[k] = (uint8_t)fs_rng_u32(&rng);
        uint64_t flip = (uint64_t)1 << fs_rng_below(&rng, m.config.players);
        if (fs_rng_chance(&rng, 1, 200))
            m.present ^= flip;
        match_step(&m);
        check_invariants(&m);
    }
    match_end(&m);
}
END_TEST

START_TEST(sanitised_inputs_are_legal_and_stay)
{
    static const struct { const fs_game *game; uint8_t choices; } limits[] = {
        { &fs__game_sandbox, SANDBOX_COMMANDS - 1 }, { &fs__game_pool, 0 }, { &fs__game_collisions, COLLISIONS_COMMANDS - 1 }
    };
    for (unsigned k = 0; k < 3; k++) {
        for (unsigned word = 0; word < 65536; word++) {
            uint8_t input[2] = { (uint8_t)word, (uint8_t)(word >> 8) }, raw[2] = { input[0], input[1] };
            limits[k].game->sanitise(input);
            ck_assert_uint_eq(input[0], raw[0] & 63u);
            ck_assert_uint_eq(input[1], raw[1] <= limits[k].choices ? raw[1] : 0);
        }
    }
}
END_TEST

/* A slot that nobody plays is all zero again. */
START_TEST(leaving_leaves_nothing)
{
    struct match m = scene_start(_i);
    const fs_schema *schema = fs_state_schema(m.state);
    uint32_t checked = 0;
    for (int t = 0; t < 400; t++)
        script_step(m.sim);
    m.present = 0;
    match_step(&m);
    for (uint16_t table = 1; table < schema->table_count; table++) {
        if (strcmp(schema->tables[table].name, "player") != 0)
            continue;
        for (uint16_t field = 0; field < schema->tables[table].field_count; field++)
            for (uint32_t slot = 0; slot < m.config.players; slot++, checked++) {
                int64_t raw = 1;
                ck_assert_int_eq(fs_place_get(m.state, (fs_place){ table, field, slot, 0 }, &raw), FS_OK);
                ck_assert_msg(raw == 0, "%s of slot %u is left", schema->tables[table].fields[field].name, slot);
            }
    }
    ck_assert_uint_ge(checked, 6 * m.config.players);
    match_end(&m);
}
END_TEST

/* --- states from outside ---------------------------------------------------------------- */

/* The first component of every field, set to its extremes: refused or played on without a crash. */
static void damage_everything(struct match *m, int64_t raw)
{
    const fs_schema *schema = fs_state_schema(m->state);
    size_t size, refused = 0, tried = 0;
    uint8_t *good = match_save(m, &size);
    for (uint16_t table = 1; table < schema->table_count; table++)
        for (uint16_t field = 0; field < schema->tables[table].field_count; field++) {
            int64_t old;
            fs_place place = { table, field, 0, 0 };
            if (fs_state_rows(m->state, table) == 0)
                continue;
            ck_assert_int_eq(fs_sim_load(m->sim, good, size), FS_OK);
            ck_assert_int_eq(fs_place_get(m->state, place, &old), FS_OK);
            ck_assert_int_eq(fs_place_set(m->state, place, raw), FS_OK);
            tried++;
            if (match_reload(m) == FS_OK)
                match_steps(m, 8);
            else
                refused++;
        }
    ck_assert_uint_ge(refused, tried / 10);
    ck_assert_int_eq(fs_sim_load(m->sim, good, size), FS_OK);
    free(good);
}

START_TEST(damaged_states_are_refused_or_played)
{
    struct match m = scene_start(3 * _i);
    for (int t = 0; t < 250; t++)
        script_step(m.sim);
    match_press(&m, 0, 0x15, 0);
    damage_everything(&m, INT64_MAX);
    damage_everything(&m, INT64_MIN);
    match_end(&m);
}
END_TEST

/* --- pictures ------------------------------------------------------------------------------- */

START_TEST(pictures_change_nothing)
{
    struct match m = scene_start(_i);
    fs_draw *draw;
    ck_assert_int_eq(fs_draw_create(&draw), FS_OK);
    for (int t = 0; t < 100; t++) {
        uint64_t root = fs_sim_root(m.sim);
        for (uint32_t slot = 0; slot <= m.config.players; slot++) {
            size_t count;
            fs_draw_clear(draw);
            m.game->draw(m.state, slot < m.config.players ? slot : UINT32_MAX, draw);
            fs_draw_items(draw, &count);
            ck_assert_uint_gt(count, 7);
            ck_assert_uint_eq(fs_draw_dropped(draw), 0);
        }
        ck_assert(fs_sim_root(m.sim) == root);
        script_step(m.sim);
    }
    fs_draw_destroy(draw);
    match_end(&m);
}
END_TEST

static void assert_keys(const fs_game *game, uint32_t held, uint32_t character, unsigned first, unsigned second)
{
    uint8_t input[2] = { 0, 0 };
    game->keys(&(fs_keys){ held, character }, input);
    ck_assert_uint_eq(input[0], first);
    ck_assert_uint_eq(input[1], second);
    game->sanitise(input);
    ck_assert_uint_eq(input[0], first);
    ck_assert_uint_eq(input[1], second);
}

START_TEST(keys_become_inputs)
{
    static const struct { char key; uint8_t command; } commands[] = {
        { 'f', SANDBOX_MAKE_RECTANGLE }, { 'g', SANDBOX_MAKE_CIRCLE }, { 't', SANDBOX_MAKE_POLYGON }, { 'y', SANDBOX_MAKE_CAPSULE },
        { 'p', SANDBOX_REMOVE }, { 'q', SANDBOX_TURN_LEFT }, { 'e', SANDBOX_TURN_RIGHT }, { 'i', SANDBOX_SPEED_UP },
        { 'k', SANDBOX_SPEED_DOWN }, { 'j', SANDBOX_SPEED_LEFT }, { 'l', SANDBOX_SPEED_RIGHT }, { 'u', SANDBOX_SPIN_LEFT },
        { 'o', SANDBOX_SPIN_RIGHT }, { 'z', SANDBOX_LIGHTER }, { 'x', SANDBOX_HEAVIER }, { 'c', SANDBOX_SMOOTHER },
        { 'v', SANDBOX_ROUGHER }, { 'b', SANDBOX_DULLER }, { 'n', SANDBOX_LIVELIER }, { ',', SANDBOX_MOVEMENT },
        { 'm', SANDBOX_CORRECTION }, { 'h', SANDBOX_EXCITE }, { 'r', SANDBOX_RESET }, { '0', SANDBOX_DIGIT },
        { '9', SANDBOX_DIGIT + 9 }, { 'H', SANDBOX_EXCITE }, { '#', 0 }
    };
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        assert_keys(&fs__game_sandbox, 0, (uint32_t)commands[i].key, 0, commands[i].command);
    /* Letters that stand for arrows elsewhere are commands here, and hold no arrow. */
    assert_keys(&fs__game_sandbox, FS_KEY_UP | FS_KEY_FIRE, 'w', FS_KEY_FIRE, SANDBOX_UP);
    assert_keys(&fs__game_sandbox, FS_KEY_LEFT, 'a', 0, SANDBOX_LEFT);
    assert_keys(&fs__game_sandbox, FS_KEY_DOWN, 's', 0, SANDBOX_DOWN);
    assert_keys(&fs__game_sandbox, FS_KEY_RIGHT, 'd', 0, SANDBOX_RIGHT);
    assert_keys(&fs__game_sandbox, FS_KEY_RIGHT, 0, FS_KEY_RIGHT, 0);
    assert_keys(&fs__game_pool, UINT32_MAX, 'h', 63, 0);
    assert_keys(&fs__game_collisions, FS_KEY_LEFT, 'i', FS_KEY_LEFT, COLLISIONS_UP);
    assert_keys(&fs__game_collisions, 0, 'l', 0, COLLISIONS_RIGHT);
    assert_keys(&fs__game_collisions, 0, 'h', 0, COLLISIONS_EXCITE);
    assert_keys(&fs__game_collisions, 0, 'R', 0, COLLISIONS_RESET);
    assert_keys(&fs__game_collisions, 0, '9', 0, COLLISIONS_DIGIT + 9);
}
END_TEST

/* --- bots ------------------------------------------------------------------------------------- */

START_TEST(bots_write_legal_inputs)
{
    struct match m = scene_start(_i);
    uint32_t pressed = 0;
    fs_rng rng = fs_rng_seed(4, 4);
    for (int t = 0; t < 600; t++) {
        m.present = t < 20 ? 0 : everybody(m.config.players);
        memset(m.bytes, 0, sizeof m.bytes);
        for (uint32_t slot = 0; slot < m.config.players; slot++) {
            uint8_t *input = match_input(&m, slot), legal[2];
            m.game->bots[(slot + (uint32_t)t / 100) % m.game->bot_count].think(m.state, slot, &rng, input);
            memcpy(legal, input, 2);
            m.game->sanitise(legal);
            ck_assert_mem_eq(input, legal, 2);
            pressed += input[0] != 0 || input[1] != 0;
        }
        match_step(&m);
    }
    ck_assert_uint_gt(pressed, 100);
    match_end(&m);
}
END_TEST

/* Sinks balls where random play hardly does. */
START_TEST(sharks_beat_idle_and_random)
{
    uint32_t shark = 0, random = 0;
    for (int seed = 0; seed < 2; seed++) {
        char settings[40];
        snprintf(settings, sizeof settings, "seed=%d clock=5", seed);
        struct match m = match_start(&fs__game_pool, 3, settings);
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
    struct match stage = match_start(&fs__game_sandbox, 2, "scene=1");
    struct sandbox_view things;
    sandbox_bind(stage.state, &things);
    match_bots(&stage, "builder builder", 1800);
    ck_assert_uint_ge(things.player.made[0], 10);
    ck_assert_uint_ge(things.stage.bodies[0], 20);
    match_end(&stage);

    struct match arena = match_start(&fs__game_collisions, 2, "speed=0");
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

static struct match play_script(const fs_game *game, uint32_t players, const char *settings)
{
    char path[600], why[APP_WHY] = "";
    snprintf(path, sizeof path, "%s/scripts/%s.txt", FS_TEST_DIR, game->name);
    app_script *script = app_script_load(path, why);
    ck_assert_msg(script != NULL, "%s", why);
    ck_assert_msg(app_script_check(script, game, players, why), "%s", why);
    struct match m = match_start(game, players, settings);
    for (uint32_t t = 0; t < 3000; t++) {
        for (uint32_t slot = 0; slot < players; slot++)
            app_script_input(script, slot, t, match_input(&m, slot));
        match_step(&m);
    }
    app_script_free(script);
    return m;
}

START_TEST(scripts_play)
{
    struct match stage = play_script(&fs__game_sandbox, 2, "seed=1 scene=1");
    struct sandbox_view things;
    sandbox_bind(stage.state, &things);
    ck_assert_uint_ge(things.player.made[0], 10);
    ck_assert_uint_ge(things.player.made[1], 10);
    ck_assert_uint_eq(things.stage.correcting[0], 1);
    match_end(&stage);

    struct match table = play_script(&fs__game_pool, 2, "seed=1");
    struct pool_view strokes;
    pool_bind(table.state, &strokes);
    ck_assert_uint_ge(strokes.player.strokes[0] + strokes.player.strokes[1], 4);
    match_end(&table);

    struct match arena = play_script(&fs__game_collisions, 2, "seed=1");
    struct collisions_view hits;
    collisions_bind(arena.state, &hits);
    ck_assert_uint_ge(hits.player.flings[0], 10);
    ck_assert_uint_ge(hits.arena.hits[0], 50);
    ck_assert_uint_lt(hits.arena.e[0], 100);
    match_end(&arena);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("games_plane");
    TCase *tc = tcase_create("games_plane");
    tcase_set_timeout(tc, 120);
    tcase_add_loop_test(tc, every_tick_twice, 0, SCENES);
    tcase_add_loop_test(tc, save_and_load_mid_match, 0, SCENES);
    tcase_add_loop_test(tc, any_bytes_are_an_input, 0, SCENES);
    tcase_add_test(tc, sanitised_inputs_are_legal_and_stay);
    tcase_add_loop_test(tc, leaving_leaves_nothing, 0, SCENES);
    tcase_add_loop_test(tc, damaged_states_are_refused_or_played, 0, SCENES / 3);
    tcase_add_loop_test(tc, pictures_change_nothing, 0, SCENES);
    tcase_add_test(tc, keys_become_inputs);
    tcase_add_loop_test(tc, bots_write_legal_inputs, 0, SCENES);
    tcase_add_test(tc, sharks_beat_idle_and_random);
    tcase_add_test(tc, builders_build_and_strikers_strike);
    tcase_add_test(tc, scripts_play);
    suite_add_tcase(suite, tc);
    return suite;
}
