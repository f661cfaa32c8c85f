/* play_checks.h: what every game must keep, whatever is played, as tests to add to its own: results come from state and
 * inputs alone, any bytes are an input, damaged states are refused or played, pictures change nothing, bots and
 * scripts play.
 */
#ifndef FS_TEST_PLAY_CHECKS_H
#define FS_TEST_PLAY_CHECKS_H

#include "app/script.h"
#include "games/play.h"

/* A game, and what its tests tell of it. */
struct game_checks {
    const fs_game *game;
    const char *players;                  /* the table with a row for each slot */
    uint32_t fields;                      /* of that table, at least */
    void (*check)(const struct match *m); /* what holds after every tick, whatever is played */
    int ticks, bytes, pictures, bots; /* full length of matches that are scripted, of random bytes, drawn, of bots */
    uint8_t choices;                  /* the largest choice in an input */
    uint8_t pointer;                  /* a bit of byte 1: with it both bytes are a place, any one */
    uint8_t items;                    /* a picture has more */
    uint8_t refused[2];               /* at least so many fields cannot have the largest value, the smallest */
};

struct scene {
    const struct game_checks *checks;
    uint32_t players;
    const char *settings;
};

/* Those of the program that runs; tests know their scene by its number. */
static const struct scene *play_scenes;

/* What is played of a match's full length in every build: more only repeats. */
static inline int sample(int ticks)
{
    return play_long() || ticks < 500 ? ticks : ticks < 1500 ? 500 : ticks / 3;
}

static inline struct match scene_start(const struct scene *scene)
{
    return match_start(scene->checks->game, scene->players, scene->settings);
}

/* --- a scripted match ----------------------------------------------------------------- */

/* Into a new simulation, by way of the canonical bytes. */
static inline void move_to_new_sim(struct match *m, const struct scene *scene)
{
    size_t size;
    uint8_t *bytes = match_save(m, &size);
    match_end(m);
    *m = scene_start(scene);
    ck_assert_int_eq(fs_sim_load(m->sim, bytes, size), FS_OK);
    free(bytes);
}

/* The slot's row is as if nobody had played. */
static inline void check_row_is_zero(const struct match *m, uint16_t table, uint32_t slot)
{
    const fs_table *t = &fs_state_schema(m->state)->tables[table];
    for (uint16_t field = 0; field < t->field_count; field++) {
        int64_t raw = 1;
        ck_assert_int_eq(fs_value_get(m->state, (fs_value_ref){ table, field, slot, 0 }, &raw), FS_OK);
        ck_assert_msg(raw == 0, "%s of slot %u is left", t->fields[field].name, slot);
    }
}

/* When all leave, every field of the players' table is zero again. */
static inline void check_leaving(struct match *m, const struct game_checks *checks)
{
    const fs_schema *schema = fs_state_schema(m->state);
    uint16_t table = 1;
    m->present = 0;
    match_step(m);
    while (table < schema->table_count && strcmp(schema->tables[table].name, checks->players) != 0)
        table++;
    ck_assert_msg(table < schema->table_count, "no table %s", checks->players);
    ck_assert_uint_ge(schema->tables[table].field_count, checks->fields);
    for (uint32_t slot = 0; slot < m->config.players; slot++)
        check_row_is_zero(m, table, slot);
}

/* Results come from state and inputs alone: each tick twice, and beside it the match is saved and loaded into a new
 * simulation, again and again. In the end all leave. */
START_TEST(every_tick_twice)
{
    const struct scene *scene = &play_scenes[_i];
    struct match m = scene_start(scene), moved = scene_start(scene);
    for (int t = 0; t < sample(scene->checks->ticks); t++) {
        scripted_twice(&m, 1);
        script_step(moved.sim);
        if (t % 97 == 0)
            move_to_new_sim(&moved, scene);
        ck_assert_msg(fs_sim_state_hash(m.sim) == fs_sim_state_hash(moved.sim), "%s: tick %d differs after loading",
                      m.game->name, t);
    }
    match_end(&moved);
    check_leaving(&m, scene->checks);
    match_end(&m);
}
END_TEST

/* --- any input ---------------------------------------------------------------------------- */

/* Raw bytes, as they would be if nobody had sanitised them, and players that come and go
 * at any tick; the state is valid and the game's own check holds after each. */
START_TEST(any_bytes_are_an_input)
{
    const struct scene *scene = &play_scenes[_i];
    struct match m = scene_start(scene);
    fs_rng rng = fs_rng_seed(5, scene->players);
    for (int t = 0; t < sample(scene->checks->bytes); t++) {
        for (uint32_t k = 0; k < m.config.players * m.game->input_size; k++)
            m.bytes[k] = (uint8_t)fs_rng_u32(&rng);
        uint64_t flip = (uint64_t)1 << fs_rng_below(&rng, m.config.players);
        if (fs_rng_chance(&rng, 1, 200))
            m.present ^= flip;
        m.someone_left |= m.present != all_slots(m.config.players);
        match_step(&m);
        ck_assert_msg(m.game->valid(m.state, &m.config), "%s: state of tick %d is not valid", m.game->name, t);
        scene->checks->check(&m);
    }
    match_end(&m);
}
END_TEST

/* All words of two bytes, for games of held keys and choices, and of places where any word is one. */
START_TEST(sanitised_inputs_are_legal_and_stay)
{
    const struct game_checks *checks = play_scenes[_i].checks;
    for (unsigned word = 0; word < 65536; word++) {
        uint8_t input[2] = { (uint8_t)word, (uint8_t)(word >> 8) };
        checks->game->sanitise(input);
        if (((word >> 8) & checks->pointer) != 0)
            ck_assert(input[0] == (word & 255u) && input[1] == word >> 8);
        else
            ck_assert(input[0] == (word & 63u) && input[1] == (word >> 8 <= checks->choices ? word >> 8 : 0));
    }
}
END_TEST

/* --- states from outside -------------------------------------------------------------------- */

/* One place, if there is one, set to `raw` in a good state: whether it was refused; else it is played on. */
static inline bool damage(struct match *m, const uint8_t *good, size_t size, fs_value_ref place, int64_t raw)
{
    ck_assert_int_eq(fs_sim_load(m->sim, good, size), FS_OK);
    if (fs_value_set(m->state, place, raw) != FS_OK)
        return false; /* an empty table */
    if (match_reload(m) != FS_OK)
        return true;
    match_steps(m, play_long() ? 40 : 4);
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
        damage(m, good, size, (fs_value_ref){ (uint16_t)table, (uint16_t)field, row, 0 }, raw);
    }
}

/* The first row of every field of every table set to `raw`: how many were refused. */
static inline unsigned damage_every_field(struct match *m, const uint8_t *good, size_t size, int64_t raw)
{
    const fs_schema *schema = fs_state_schema(m->state);
    unsigned refused = 0;
    for (uint16_t table = 1; table < schema->table_count; table++)
        for (uint16_t field = 0; field < schema->tables[table].field_count; field++)
            refused += damage(m, good, size, (fs_value_ref){ table, field, 0, 0 }, raw);
    return refused;
}

/* Refused, or played on without a crash. */
START_TEST(damaged_states_are_refused_or_played)
{
    const struct scene *scene = &play_scenes[_i];
    struct match m = scene_start(scene);
    size_t size;
    run_script(&m, 350);
    for (uint32_t slot = 0; slot < scene->players; slot++)
        match_input(&m, slot)[0] = 0x15;
    uint8_t *good = match_save(&m, &size);
    ck_assert_uint_ge(damage_every_field(&m, good, size, INT64_MAX), scene->checks->refused[0]);
    ck_assert_uint_ge(damage_every_field(&m, good, size, INT64_MIN), scene->checks->refused[1]);
    damage_at_random(&m, good, size, 60);
    free(good);
    match_end(&m);
}
END_TEST

/* --- pictures ------------------------------------------------------------------------------- */

/* Seen by every player and by nobody. */
static inline void draw_for_every_slot(const struct match *m, fs_draw_list *draw, size_t items)
{
    uint64_t state_hash = fs_sim_state_hash(m->sim);
    for (uint32_t slot = 0; slot <= m->config.players; slot++) {
        size_t count;
        fs_draw_clear(draw);
        m->game->draw(m->state, &m->config, slot < m->config.players ? slot : UINT32_MAX, draw);
        fs_draw_items(draw, &count);
        ck_assert_uint_gt(count, items);
        ck_assert_uint_eq(fs_draw_dropped(draw), 0);
    }
    ck_assert(fs_sim_state_hash(m->sim) == state_hash);
}

START_TEST(pictures_change_nothing)
{
    const struct scene *scene = &play_scenes[_i];
    struct match m = scene_start(scene);
    fs_draw_list *draw;
    ck_assert_int_eq(fs_draw_create(&draw), FS_OK);
    for (int t = 0; t < (play_long() ? scene->checks->pictures : 100); t++) {
        draw_for_every_slot(&m, draw, scene->checks->items);
        script_step(m.sim);
    }
    fs_draw_destroy(draw);
    match_end(&m);
}
END_TEST

/* --- bots ------------------------------------------------------------------------------------- */

/* Every bot in every slot, also before anybody has joined. */
START_TEST(bots_write_legal_inputs)
{
    const struct scene *scene = &play_scenes[_i];
    struct match m = scene_start(scene);
    int ticks = scene->checks->bots;
    uint32_t pressed = 0;
    fs_rng rng = fs_rng_seed(4, 4);
    for (int t = 0; t < ticks; t++) {
        m.present = t < 20 ? 0 : all_slots(m.config.players);
        memset(m.bytes, 0, sizeof m.bytes);
        for (uint32_t slot = 0; slot < m.config.players; slot++) {
            uint8_t *input = match_input(&m, slot), legal[FS_MAX_INPUT];
            m.game->bots[(slot + (uint32_t)t / 100) % m.game->bot_count].think(m.state, slot, &rng, input);
            memcpy(legal, input, m.game->input_size);
            m.game->sanitise(legal);
            ck_assert_mem_eq(input, legal, m.game->input_size);
            pressed += input[0] != 0 || input[1] != 0;
        }
        match_step(&m);
    }
    ck_assert_uint_gt(pressed, (unsigned)ticks / 4);
    match_end(&m);
}
END_TEST

/* --- all of it ---------------------------------------------------------------------------------- */

static inline void add_play_checks(TCase *tc, const struct scene *scenes, int count)
{
    play_scenes = scenes;
    tcase_add_loop_test(tc, every_tick_twice, 0, count);
    tcase_add_loop_test(tc, any_bytes_are_an_input, 0, count);
    tcase_add_loop_test(tc, sanitised_inputs_are_legal_and_stay, 0, count);
    tcase_add_loop_test(tc, damaged_states_are_refused_or_played, 0, count);
    tcase_add_loop_test(tc, pictures_change_nothing, 0, count);
    tcase_add_loop_test(tc, bots_write_legal_inputs, 0, count);
}

/* --- scripts -------------------------------------------------------------------------------------- */

/* The match of tests/games/scripts/GAME.txt. */
static inline struct match play_script(const fs_game *game, uint32_t players, const char *settings, uint32_t ticks)
{
    char path[600], why[APP_ERROR_BYTES] = "";
    snprintf(path, sizeof path, "%s/games/scripts/%s.txt", FS_TEST_DIR, game->name);
    app_script *script = app_script_load(path, why);
    ck_assert_msg(script != NULL, "%s", why);
    ck_assert_msg(app_script_check(script, game, players, why), "%s", why);
    struct match m = match_start(game, players, settings);
    for (uint32_t t = 0; t < ticks; t++) {
        for (uint32_t slot = 0; slot < players; slot++)
            app_script_input(script, slot, t, match_input(&m, slot));
        match_step(&m);
    }
    app_script_free(script);
    return m;
}

#endif
