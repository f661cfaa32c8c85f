/* play_checks.h: what every game must keep, whatever is played, as calls for its tests:
 * results come from state and inputs alone, any bytes are an input, damaged states are
 * refused or played, pictures change nothing, bots and scripts play.
 */
#ifndef FS_TEST_PLAY_CHECKS_H
#define FS_TEST_PLAY_CHECKS_H

#include "common/script.h"
#include "play.h"
#include "script.h"

struct scene {
    const fs_game *game;
    uint32_t players;
    const char *settings;
};

static inline struct match scene_start(const struct scene *scene)
{
    return match_start(scene->game, scene->players, scene->settings);
}

static inline void scripted(struct match *m, int ticks)
{
    for (int t = 0; t < ticks; t++)
        script_step(m->sim);
}

/* Each tick twice from a snapshot, the second time with other scratch. */
static inline void check_every_tick_twice(const struct scene *scene, int ticks)
{
    struct match m = scene_start(scene);
    void *before = malloc(fs_state_block_size(m.state));
    ck_assert(before != NULL);
    for (int t = 0; t < ticks; t++) {
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

/* Saved and loaded into a new simulation in the middle of a match, again and again. */
static inline void check_save_and_load(const struct scene *scene, int ticks)
{
    struct match straight = scene_start(scene), moved = scene_start(scene);
    for (int t = 0; t < ticks; t++) {
        script_step(straight.sim);
        script_step(moved.sim);
        if (t % 97 == 0) {
            size_t size;
            uint8_t *bytes = match_save(&moved, &size);
            match_end(&moved);
            moved = scene_start(scene);
            ck_assert_int_eq(fs_sim_load(moved.sim, bytes, size), FS_OK);
            free(bytes);
        }
        ck_assert_msg(fs_sim_root(straight.sim) == fs_sim_root(moved.sim), "%s: tick %d", scene->game->name, t);
    }
    match_end(&straight);
    match_end(&moved);
}

/* Raw bytes, as they would be if nobody had sanitised them, and players that come and go
 * at any tick; the state is valid and `check` holds after each. */
static inline void check_any_bytes(const struct scene *scene, int ticks, void (*check)(const struct match *))
{
    struct match m = scene_start(scene);
    fs_rng rng = fs_rng_seed(5, scene->players);
    for (int t = 0; t < ticks; t++) {
        for (uint32_t k = 0; k < m.config.players * m.game->input_size; k++)
            m.bytes[k] = (uint8_t)fs_rng_u32(&rng);
        uint64_t flip = (uint64_t)1 << fs_rng_below(&rng, m.config.players);
        if (fs_rng_chance(&rng, 1, 200))
            m.present ^= flip;
        m.someone_left |= m.present != everybody(m.config.players);
        match_step(&m);
        ck_assert_msg(m.game->valid(m.state, &m.config), "%s: state of tick %d is not valid", m.game->name, t);
        check(&m);
    }
    match_end(&m);
}

/* All words of two bytes, for games of held keys and `choices`. */
static inline void check_sanitised(const fs_game *game, uint8_t choices)
{
    for (unsigned word = 0; word < 65536; word++) {
        uint8_t input[2] = { (uint8_t)word, (uint8_t)(word >> 8) };
        game->sanitise(input);
        ck_assert_uint_eq(input[0], word & 63u);
        ck_assert_uint_eq(input[1], word >> 8 <= choices ? word >> 8 : 0);
    }
}

/* When all have left every field of the table `players` is zero again. */
static inline void check_leaving(const struct scene *scene, const char *players)
{
    struct match m = scene_start(scene);
    const fs_schema *schema = fs_state_schema(m.state);
    uint32_t checked = 0;
    scripted(&m, 400);
    m.present = 0;
    match_step(&m);
    for (uint16_t table = 1; table < schema->table_count; table++) {
        if (strcmp(schema->tables[table].name, players) != 0)
            continue;
        for (uint16_t field = 0; field < schema->tables[table].field_count; field++)
            for (uint32_t slot = 0; slot < m.config.players; slot++, checked++) {
                int64_t raw = 1;
                ck_assert_int_eq(fs_place_get(m.state, (fs_place){ table, field, slot, 0 }, &raw), FS_OK);
                ck_assert_msg(raw == 0, "%s of slot %u is left", schema->tables[table].fields[field].name, slot);
            }
    }
    ck_assert_uint_ge(checked, 4 * m.config.players);
    match_end(&m);
}

/* One place, if there is one, set to `raw` in a good state: whether it was refused; else it is played on. */
static inline bool damage(struct match *m, const uint8_t *good, size_t size, fs_place place, int64_t raw)
{
    ck_assert_int_eq(fs_sim_load(m->sim, good, size), FS_OK);
    if (fs_place_set(m->state, place, raw) != FS_OK)
        return false; /* an empty table */
    if (match_reload(m) != FS_OK)
        return true;
    match_steps(m, 20);
    return false;
}

/* Random components of random rows, set to random numbers of all sizes. */
static inline void damage_at_random(struct match *m, const uint8_t *good, size_t size, int places)
{
    const fs_schema *schema = fs_state_schema(m->state);
    fs_rng rng = fs_rng_seed(17, 3);
    for (int i = 0; i < places; i++) {
        uint32_t table = 1 + fs_rng_below(&rng, schema->table_count - 1u);
        uint32_t rows = fs_state_rows(m->state, table);
        uint32_t field = fs_rng_below(&rng, schema->tables[table].field_count);
        uint32_t row = fs_rng_below(&rng, rows);
        uint32_t shift = fs_rng_below(&rng, 64);
        int64_t raw = (int64_t)(fs_rng_u64(&rng) >> shift);
        damage(m, good, size, (fs_place){ (uint16_t)table, (uint16_t)field, row, 0 }, raw);
    }
}

/* The first row of every field of every table set to `raw`: refused or played on without a
 * crash; at least `refused_least` of them refused. Then other places at random. */
static inline void check_damaged(const struct scene *scene, int64_t raw, unsigned refused_least)
{
    struct match m = scene_start(scene);
    scripted(&m, 350);
    for (uint32_t slot = 0; slot < scene->players; slot++)
        match_input(&m, slot)[0] = 0x15;
    const fs_schema *schema = fs_state_schema(m.state);
    size_t size;
    unsigned refused = 0;
    uint8_t *good = match_save(&m, &size);
    for (uint16_t table = 1; table < schema->table_count; table++)
        for (uint16_t field = 0; field < schema->tables[table].field_count; field++)
            refused += damage(&m, good, size, (fs_place){ table, field, 0, 0 }, raw);
    ck_assert_uint_ge(refused, refused_least);
    damage_at_random(&m, good, size, 60);
    free(good);
    match_end(&m);
}

static inline void check_pictures(const struct scene *scene, int ticks)
{
    struct match m = scene_start(scene);
    fs_draw *draw;
    ck_assert_int_eq(fs_draw_create(&draw), FS_OK);
    for (int t = 0; t < ticks; t++) {
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

/* Every bot in every slot, also before anybody has joined. */
static inline void check_bots_are_legal(const struct scene *scene, int ticks)
{
    struct match m = scene_start(scene);
    uint32_t pressed = 0;
    fs_rng rng = fs_rng_seed(4, 4);
    for (int t = 0; t < ticks; t++) {
        m.present = t < 20 ? 0 : everybody(m.config.players);
        memset(m.bytes, 0, sizeof m.bytes);
        for (uint32_t slot = 0; slot < m.config.players; slot++) {
            uint8_t *input = match_input(&m, slot), legal[FS_MAX_INPUT];
            m.game->bots[(slot + (uint32_t)t / 100) % m.game->bot_count].think(m.state, slot, &rng, input);
            memcpy(legal, input, m.game->input_size);
            m.game->sanitise(legal);
            ck_assert_mem_eq(input, legal, m.game->input_size);
            pressed += input[0] != 0;
        }
        match_step(&m);
    }
    ck_assert_uint_gt(pressed, (unsigned)ticks / 5);
    match_end(&m);
}

/* The match of tests/scripts/GAME.txt with seed 1. */
static inline struct match play_script(const fs_game *game, uint32_t players, uint32_t ticks)
{
    char path[600], why[APP_WHY] = "";
    snprintf(path, sizeof path, "%s/scripts/%s.txt", FS_TEST_DIR, game->name);
    app_script *script = app_script_load(path, why);
    ck_assert_msg(script != NULL, "%s", why);
    ck_assert_msg(app_script_check(script, game, players, why), "%s", why);
    struct match m = match_start(game, players, "seed=1");
    for (uint32_t t = 0; t < ticks; t++) {
        for (uint32_t slot = 0; slot < players; slot++)
            app_script_input(script, slot, t, match_input(&m, slot));
        match_step(&m);
    }
    app_script_free(script);
    return m;
}

#endif
