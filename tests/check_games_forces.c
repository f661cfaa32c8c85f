/* check_games_forces.c: what ballistic, blackhole and missile keep whatever is played:
 * results come from state and inputs alone, any bytes are an input, pictures change
 * nothing, bots and scripts play. Their rules are tested in check_games_forces_rules.c. */
#include "common/script.h"
#include "games/ballistic.h"
#include "games/blackhole.h"
#include "games/games.h"
#include "games/missile.h"
#include "play.h"
#include "script.h"

static const struct scene {
    const fs_game *game;
    uint32_t players;
    const char *settings;
} scenes[] = {
    { &fs__game_ballistic, 8, "" },
    { &fs__game_ballistic, 3, "hz=20 targets=32 rounds=16 radius=40 down=1 moving=100 gravity=300" },
    { &fs__game_ballistic, 1, "hz=120 targets=1 rounds=1 moving=0 gravity=0" },
    { &fs__game_blackhole, 8, "" },
    { &fs__game_blackhole, 5, "hz=20 holes=3 gm=1000 capture=3 drag=200 thrust=400 start=130 wait=1" },
    { &fs__game_blackhole, 1, "hz=120 holes=2 gm=1 start=0 drag=0" },
    { &fs__game_missile, 8, "" },
    { &fs__game_missile, 2, "hz=20 drones=8 rounds=8 homing=400 horizon=0 reload=0 hit=100 life=200 thrust=60 wait=1" },
    { &fs__game_missile, 1, "hz=120 drones=0 homing=0 horizon=300 hit=10 thrust=0" },
};
enum { SCENES = sizeof scenes / sizeof scenes[0], TICKS = 3000 };

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

static void check_ballistic(const struct match *m)
{
    struct ballistic_view v;
    ballistic_peek(m->state, &v);
    const fs_pos far = (BALLISTIC_RANGE + 6) * FS_POS_ONE;
    for (uint32_t row = 0; row < *v.body.rows; row++) {
        fs_pos3 p = v.body.pos[row];
        ck_assert(p.y >= 0 && p.z <= far && p.z >= -far && p.x <= 3 * far && p.x >= -3 * far);
    }
    for (uint32_t slot = 0; slot < *v.gunner.rows; slot++) {
        ck_assert_uint_le(v.gunner.hits[slot], v.gunner.shots[slot]);
        ck_assert(v.gunner.active[slot] || v.gunner.shots[slot] == 0);
    }
}

static void check_blackhole(const struct match *m)
{
    struct blackhole_view v;
    blackhole_peek(m->state, &v);
    for (uint32_t slot = 0; slot < *v.ship.rows; slot++) {
        ck_assert(fs_pos3_dist_sq_cmp(v.body.pos[slot], fs_pos3_zero(), BLACKHOLE_REACH * FS_POS_ONE) <= 0);
        ck_assert_uint_le(v.ship.orbit[slot], v.ship.best[slot]);
        ck_assert_uint_le(v.ship.best[slot], v.ship.score[slot]);
        ck_assert_uint_le(v.ship.score[slot], *v.world.tick);
        ck_assert_int_eq(v.body.pos[slot].z, 0);
    }
}

static void check_missile(const struct match *m)
{
    struct missile_view v;
    missile_peek(m->state, &v);
    uint32_t score = 0, losses = 0, fired = 0;
    for (uint32_t row = 0; row < *v.body.rows; row++) {
        fs_pos3 p = v.body.pos[row];
        ck_assert(fs_abs64(p.x) <= MISSILE_HALF_WIDTH * FS_POS_ONE && fs_abs64(p.y) <= MISSILE_HALF_HEIGHT * FS_POS_ONE);
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

static void check_invariants(const struct match *m)
{
    ck_assert_msg(m->game->valid(m->state, &m->config), "%s: state of tick %u is not valid", m->game->name, fs_state_tick(m->state));
    if (m->game == &fs__game_ballistic)
        check_ballistic(m);
    else if (m->game == &fs__game_blackhole)
        check_blackhole(m);
    else
        check_missile(m);
}

/* Raw bytes, as they would be if nobody had sanitised them, and players that come and go
 * at any tick. */
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
        m.someone_left |= m.present != everybody(m.config.players);
        match_step(&m);
        check_invariants(&m);
    }
    match_end(&m);
}
END_TEST

START_TEST(sanitised_inputs_are_legal_and_stay)
{
    static const struct { const fs_game *game; uint8_t choices; } limits[] = {
        { &fs__game_ballistic, BALLISTIC_WEAPONS }, { &fs__game_blackhole, 0 }, { &fs__game_missile, MISSILE_CHOICES }
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

static bool is_of_players(const fs_table *table)
{
    return strcmp(table->name, "gunner") == 0 || strcmp(table->name, "ship") == 0 || strcmp(table->name, "craft") == 0;
}

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
        if (!is_of_players(&schema->tables[table]))
            continue;
        for (uint16_t field = 0; field < schema->tables[table].field_count; field++)
            for (uint32_t slot = 0; slot < m.config.players; slot++, checked++) {
                int64_t raw = 1;
                ck_assert_int_eq(fs_place_get(m.state, (fs_place){ table, field, slot, 0 }, &raw), FS_OK);
                ck_assert_msg(raw == 0, "%s of slot %u is left", schema->tables[table].fields[field].name, slot);
            }
    }
    ck_assert_uint_ge(checked, 8 * m.config.players);
    match_end(&m);
}
END_TEST

/* --- states from outside ---------------------------------------------------------------- */

/* Every component of every field outside the forces, set to its extremes: refused or
 * played on without a crash. */
static void damage_everything(struct match *m, int64_t raw)
{
    const fs_schema *schema = fs_state_schema(m->state);
    size_t size, refused = 0, tried = 0;
    uint8_t *good = match_save(m, &size);
    for (uint16_t table = 1; table < schema->table_count; table++)
        for (uint16_t field = 0; field < schema->tables[table].field_count; field++) {
            int64_t old;
            fs_place place = { table, field, 0, 0 };
            ck_assert_int_eq(fs_sim_load(m->sim, good, size), FS_OK);
            ck_assert_int_eq(fs_place_get(m->state, place, &old), FS_OK);
            ck_assert_int_eq(fs_place_set(m->state, place, raw), FS_OK);
            tried++;
            if (match_reload(m) == FS_OK)
                match_steps(m, 40);
            else
                refused++;
        }
    ck_assert_uint_ge(refused, tried / 5);
    ck_assert_int_eq(fs_sim_load(m->sim, good, size), FS_OK);
    free(good);
}

START_TEST(damaged_states_are_refused_or_played)
{
    struct match m = scene_start(_i);
    for (int t = 0; t < 350; t++)
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
    for (int t = 0; t < 600; t++) {
        uint64_t root = fs_sim_root(m.sim);
        for (uint32_t slot = 0; slot <= m.config.players; slot++) {
            size_t count;
            fs_draw_clear(draw);
            m.game->draw(m.state, slot < m.config.players ? slot : UINT32_MAX, draw);
            fs_draw_items(draw, &count);
            ck_assert_uint_gt(count, 10);
            ck_assert_uint_eq(fs_draw_dropped(draw), 0);
        }
        ck_assert(fs_sim_root(m.sim) == root);
        script_step(m.sim);
    }
    fs_draw_destroy(draw);
    match_end(&m);
}
END_TEST

START_TEST(keys_become_inputs)
{
    uint8_t input[2] = { 0, 0 };
    fs__game_ballistic.keys(&(fs_keys){ FS_KEY_UP | FS_KEY_FIRE, '4' }, input);
    ck_assert_mem_eq(input, "\x11\x04", 2);
    memset(input, 0, 2);
    fs__game_ballistic.keys(&(fs_keys){ FS_KEY_ALT, '5' }, input);
    ck_assert_mem_eq(input, "\x20\x00", 2);
    fs__game_blackhole.keys(&(fs_keys){ FS_KEY_LEFT | FS_KEY_RIGHT, '1' }, input);
    ck_assert_mem_eq(input, "\x0c\x00", 2);
    fs__game_missile.keys(&(fs_keys){ 0, '+' }, input);
    ck_assert_mem_eq(input, "\x00\x01", 2);
    fs__game_missile.keys(&(fs_keys){ UINT32_MAX, '-' }, input);
    ck_assert_mem_eq(input, "\x3f\x02", 2);
}
END_TEST

/* --- bots ------------------------------------------------------------------------------------- */

START_TEST(marksman_beats_idle_and_random)
{
    char settings[20];
    snprintf(settings, sizeof settings, "seed=%d", _i);
    struct match m = match_start(&fs__game_ballistic, 3, settings);
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
    struct match m = match_start(&fs__game_blackhole, 3, settings[_i]);
    struct blackhole_view v;
    blackhole_bind(m.state, &v);
    match_bots(&m, "pilot idle random", 3600);
    ck_assert_uint_eq(v.ship.best[0], 3600);
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
        struct match m = match_start(&fs__game_missile, 3, settings);
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

START_TEST(bots_write_legal_inputs)
{
    struct match m = scene_start(_i);
    uint32_t pressed = 0;
    fs_rng rng = fs_rng_seed(4, 4);
    for (int t = 0; t < 1200; t++) {
        m.present = t < 20 ? 0 : everybody(m.config.players);
        memset(m.bytes, 0, sizeof m.bytes);
        for (uint32_t slot = 0; slot < m.config.players; slot++) {
            uint8_t *input = match_input(&m, slot), legal[2];
            m.game->bots[(slot + (uint32_t)t / 100) % m.game->bot_count].think(m.state, slot, &rng, input);
            memcpy(legal, input, 2);
            m.game->sanitise(legal);
            ck_assert_mem_eq(input, legal, 2);
            pressed += input[0] != 0;
        }
        match_step(&m);
    }
    ck_assert_uint_gt(pressed, 300);
    match_end(&m);
}
END_TEST

/* --- scripts -------------------------------------------------------------------------------------- */

static struct match play_script(const fs_game *game, uint32_t players)
{
    char path[600], why[APP_WHY] = "";
    snprintf(path, sizeof path, "%s/scripts/%s.txt", FS_TEST_DIR, game->name);
    app_script *script = app_script_load(path, why);
    ck_assert_msg(script != NULL, "%s", why);
    ck_assert_msg(app_script_check(script, game, players, why), "%s", why);
    struct match m = match_start(game, players, "seed=1");
    for (uint32_t t = 0; t < TICKS; t++) {
        for (uint32_t slot = 0; slot < players; slot++)
            app_script_input(script, slot, t, match_input(&m, slot));
        match_step(&m);
    }
    app_script_free(script);
    return m;
}

START_TEST(scripts_play)
{
    struct match range = play_script(&fs__game_ballistic, 2);
    struct ballistic_view gunners;
    ballistic_bind(range.state, &gunners);
    ck_assert_uint_ge(gunners.gunner.hits[0], 2);
    ck_assert_uint_ge(gunners.gunner.shots[1], 20);
    match_end(&range);

    struct match hole = play_script(&fs__game_blackhole, 3);
    struct blackhole_view ships;
    blackhole_bind(hole.state, &ships);
    ck_assert_uint_eq(ships.ship.best[0], TICKS);
    ck_assert_uint_ge(ships.ship.swallowed[1], 2);
    ck_assert_uint_ge(ships.ship.lost[2], 1);
    match_end(&hole);

    struct match arena = play_script(&fs__game_missile, 2);
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
    tcase_add_loop_test(tc, every_tick_twice, 0, SCENES);
    tcase_add_loop_test(tc, save_and_load_mid_match, 0, SCENES);
    tcase_add_loop_test(tc, any_bytes_are_an_input, 0, SCENES);
    tcase_add_test(tc, sanitised_inputs_are_legal_and_stay);
    tcase_add_loop_test(tc, leaving_leaves_nothing, 0, SCENES);
    tcase_add_loop_test(tc, damaged_states_are_refused_or_played, 0, SCENES);
    tcase_add_loop_test(tc, pictures_change_nothing, 0, SCENES);
    tcase_add_test(tc, keys_become_inputs);
    tcase_add_loop_test(tc, marksman_beats_idle_and_random, 1, 4);
    tcase_add_loop_test(tc, pilot_beats_idle_and_random, 0, 3);
    tcase_add_test(tc, hunter_beats_idle_and_random);
    tcase_add_loop_test(tc, bots_write_legal_inputs, 0, SCENES);
    tcase_add_test(tc, scripts_play);
    suite_add_tcase(suite, tc);
    return suite;
}
