/* check_hostile_states.c: a state that a game's `valid` accepts can be stepped, drawn, played by bots and saved.
 *
 * A scripted match gives a state. Components of random rows get hostile values: ends of the type, small steps, flipped
 * bits, values of other rows. A change that fs_sim_load() refuses is taken back; what remains after some accepted
 * changes is the state of the test. A round follows from its seed alone: FS_HOSTILE_SEED in the environment sets the
 * first seed and prints each round. FIXSTEP_LONG in the environment tries LONG_FACTOR times as many states.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <fixstep/games.h>

#include "app/view/debug_view.h"
#include "fuzz/hostile_values.h"
#include "games/play.h"
#include "support/brief.h"

enum { TICKS = 50, LOOK_TICKS = 10, MOST_CHANGES = 12, TRIES_PER_CHANGE = 6, LONG_FACTOR = 60 };
enum { RECORDED = 8, RECORD_TICKS = 45, END_TICKS = 4 };
enum { ROUND_BYTES = 24 << 20, MOST_ROUNDS = 24 }; /* states of one game: as many as their bytes allow */

/* Options that make the large games small. */
static const struct {
    const char *game, *settings;
} small_matches[] = {
    { "particles", "count=200" },      { "pyramid", "base=6 sleep=1" },    { "rain", "bodies=40 sleep=1" },
    { "pyramid3d", "base=3 sleep=1" }, { "rain3d", "bodies=40 sleep=1" },  { "fireworks", "slots=64" },
    { "fireworks2d", "slots=24" },     { "sandbox", "bodies=40 scene=2" }, { "ragdoll", "dolls=1" },
};

static const char *small_settings(const fs_game *game)
{
    for (size_t i = 0; i < sizeof small_matches / sizeof small_matches[0]; i++)
        if (strcmp(small_matches[i].game, game->name) == 0)
            return small_matches[i].settings;
    return "";
}

/* ---- accepted states ---------------------------------------------------------------------------------------------- */

/* Changes the match's state until `wanted` changes were accepted or the tries are used up; the number of accepted ones. */
static uint32_t make_hostile(struct match *m, fs_state *spare, uint32_t wanted, fs_rng *rng)
{
    uint32_t accepted = 0;
    size_t most = fs_state_encoded_size(m->state) * 2 + (1 << 20);
    uint8_t *bytes = malloc(most);
    ck_assert(bytes != NULL);
    for (uint32_t i = 0; accepted < wanted && i < wanted * TRIES_PER_CHANGE; i++) {
        ck_assert_int_eq(fs_state_copy(spare, m->state), FS_OK);
        if (fs_rng_chance(rng, 1, 24))
            change_rows(spare, rng);
        else
            change_value(spare, rng);
        size_t size = fs_state_encode(spare, bytes, most);
        accepted += size > 0 && fs_sim_load(m->sim, bytes, size) == FS_OK;
    }
    free(bytes);
    return accepted;
}

static void think_all(struct match *m, fs_rng *rng)
{
    for (uint32_t slot = 0; slot < m->config.players; slot++) {
        const fs_bot *bot = &m->game->bots[fs_rng_below(rng, m->game->bot_count)];
        memset(match_input(m, slot), 0, m->game->input_size);
        bot->think(m->state, slot, rng, match_input(m, slot));
        m->game->sanitise(match_input(m, slot));
    }
}

static void look_at(const struct match *m, fs_draw_list *draw, uint32_t slot)
{
    fs_draw_clear(draw);
    m->game->draw(m->state, &m->config, slot, draw);
    app_debug_draw(m->state, draw, UINT32_MAX);
}

static void save(const struct match *m)
{
    size_t size;
    uint8_t *bytes = match_save(m, &size);
    free(bytes);
    (void)fs_state_hash(m->state);
}

static void play_on(struct match *m, fs_draw_list *draw, fs_rng *rng)
{
    for (int t = 0; t < TICKS; t++) {
        if (t % LOOK_TICKS == 0) {
            look_at(m, draw, UINT32_MAX);
            look_at(m, draw, fs_rng_below(rng, m->config.players));
            save(m);
        }
        think_all(m, rng);
        m->present = fs_rng_u64(rng) & all_slots(m->config.players);
        match_step(m);
    }
    look_at(m, draw, 0);
    save(m);
}

/* ---- rounds --------------------------------------------------------------------------------------------------------- */

/* States of the scripted match, one every RECORD_TICKS ticks. */
struct recording {
    fs_state *state[RECORDED];
};

static struct recording record_match(struct match *m)
{
    struct recording r;
    for (int i = 0; i < RECORDED; i++) {
        ck_assert_int_eq(fs_sim_new_state(m->sim, &r.state[i]), FS_OK);
        ck_assert_int_eq(fs_state_copy(r.state[i], m->state), FS_OK);
        run_script(m, RECORD_TICKS);
    }
    return r;
}

static void free_recording(struct recording *r)
{
    for (int i = 0; i < RECORDED; i++)
        fs_state_destroy(r->state[i]);
}

static uint32_t round_count(const fs_state *state)
{
    size_t rounds = ROUND_BYTES / fs_state_block_size(state);
    rounds = rounds < 2 ? 2 : rounds > MOST_ROUNDS ? MOST_ROUNDS : rounds;
    if (play_brief())
        return (uint32_t)(rounds + 1) / 2;
    return (uint32_t)rounds * (play_long() ? LONG_FACTOR : 1);
}

static uint64_t first_seed(void)
{
    const char *text = getenv("FS_HOSTILE_SEED");
    return text != NULL ? strtoull(text, NULL, 10) : 1;
}

/* Gives the number of accepted changes. */
static uint32_t play_round(struct match *m, const struct recording *from, fs_state *spare, fs_draw_list *draw,
                           uint64_t seed)
{
    fs_rng rng = fs_rng_seed(seed, 900);
    ck_assert_int_eq(fs_state_copy(m->state, from->state[fs_rng_below(&rng, RECORDED)]), FS_OK);
    uint32_t accepted = make_hostile(m, spare, 1 + fs_rng_below(&rng, MOST_CHANGES), &rng);
    play_on(m, draw, &rng);
    return accepted;
}

START_TEST(accepted_states_run)
{
    const fs_game *game = fs_builtin_games()->games[_i];
    uint32_t players = game->max_players < 4 ? game->max_players : 4, accepted = 0;
    struct match m = match_start(game, players, small_settings(game));
    struct recording recording = record_match(&m);
    uint32_t rounds = round_count(m.state);
    fs_state *spare;
    fs_draw_list *draw;
    ck_assert_int_eq(fs_sim_new_state(m.sim, &spare), FS_OK);
    ck_assert_int_eq(fs_draw_create(&draw), FS_OK);
    for (uint32_t i = 0; i < rounds; i++) {
        if (getenv("FS_HOSTILE_SEED") != NULL)
            fprintf(stderr, "%s, seed %llu\n", game->name, (unsigned long long)(first_seed() + i));
        accepted += play_round(&m, &recording, spare, draw, first_seed() + i);
    }
    ck_assert_msg(accepted >= rounds, "%s: only %u changes were accepted", game->name, accepted);
    fs_draw_destroy(draw);
    fs_state_destroy(spare);
    free_recording(&recording);
    match_end(&m);
}
END_TEST

/* ---- places at the ends ------------------------------------------------------------------------------------------- */

/* Bodies that are as far away as numbers go: every sum and difference of places in rules, bots and pictures must hold. */
static void move_all(struct match *m, fs_value_ref ref, int64_t end)
{
    for (uint32_t row = 0; row < fs_state_rows(m->state, ref.table); row++) {
        int64_t before;
        ref.row = row;
        ck_assert_int_eq(fs_value_get(m->state, ref, &before), FS_OK);
        ck_assert_int_eq(fs_value_set(m->state, ref, end), FS_OK);
        if (match_reload(m) != FS_OK)
            ck_assert_int_eq(fs_value_set(m->state, ref, before), FS_OK);
    }
}

static void play_ends(struct match *m, const fs_state *from, fs_value_ref ref, fs_draw_list *draw)
{
    static const int64_t ends[] = { INT64_MIN, INT64_MAX };
    const fs_type_info *info = fs_type_get(fs_state_schema(from)->tables[ref.table].fields[ref.field].type);
    fs_rng rng = fs_rng_seed(ref.table, ref.field);
    for (uint32_t i = 0; i < 2u * info->components; i++) {
        ck_assert_int_eq(fs_state_copy(m->state, from), FS_OK);
        ref.component = (uint16_t)(i / 2);
        move_all(m, ref, ends[i % 2]);
        for (int t = 0; t < END_TICKS; t++) {
            look_at(m, draw, (uint32_t)t % m->config.players);
            think_all(m, &rng);
            m->present = all_slots(m->config.players);
            match_step(m);
        }
    }
}

static bool is_place(fs_type type)
{
    return type == FS_TYPE_POS || type == FS_TYPE_POS2 || type == FS_TYPE_POS3;
}

START_TEST(places_at_the_ends_run)
{
    const fs_game *game = fs_builtin_games()->games[_i];
    uint32_t players = game->max_players < 4 ? game->max_players : 4;
    struct match m = match_start(game, players, small_settings(game));
    fs_state *from;
    fs_draw_list *draw;
    run_script(&m, RECORD_TICKS);
    ck_assert_int_eq(fs_sim_new_state(m.sim, &from), FS_OK);
    ck_assert_int_eq(fs_state_copy(from, m.state), FS_OK);
    ck_assert_int_eq(fs_draw_create(&draw), FS_OK);
    const fs_schema *schema = fs_state_schema(from);
    for (uint16_t table = 0; table < schema->table_count; table++)
        for (uint16_t field = 0; field < schema->tables[table].field_count; field++)
            if (is_place((fs_type)schema->tables[table].fields[field].type))
                play_ends(&m, from, (fs_value_ref){ .table = table, .field = field }, draw);
    fs_draw_destroy(draw);
    fs_state_destroy(from);
    match_end(&m);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("hostile_states");
    TCase *tc = tcase_create("states");
    tcase_set_timeout(tc, 600);
    tcase_add_loop_test(tc, places_at_the_ends_run, 0, (int)fs_builtin_games()->count);
    tcase_add_loop_test(tc, accepted_states_run, 0, (int)fs_builtin_games()->count);
    suite_add_tcase(suite, tc);
    return suite;
}
