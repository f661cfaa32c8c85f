/* check_golden.c: every built-in game still simulates what it did.
 *
 * Compares the state hashes of each game's scripted match with golden.inl, on its way and at its end; on its way alone with
 * FIXSTEP_BRIEF in the environment. With the argument
 * --update-golden it prints what differs and rewrites that file instead: the only
 * way its numbers may change.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "support/check_main.h"
#include "games/golden.h"
#include "support/brief.h"
#include "support/script.h"

#define GOLDEN_FILE FS_TEST_DIR "/games/golden.inl"
enum {
    GOLDEN_TICKS = 10000,
    GOLDEN_TICKS_PARTICLE_SYSTEM = 3000,
    GOLDEN_TICKS_LARGE = 600,
    EARLY_TICKS = 400,
    BRIEF = 6
};

static bool has_particle_system(const fs_game *game)
{
    for (uint16_t t = 0; t < game->schema->table_count; t++)
        if (strcmp(game->schema->tables[t].name, "particle_system") == 0)
            return true;
    return false;
}

/* Large worlds, and those whose ticks are many substeps, are followed for a shorter time:
 * the cross test runs on slow machines. */
static uint32_t ticks_for(const fs_game *game)
{
    fs_sim *sim = script_start(game);
    bool large = sim != NULL && fs_state_block_size(fs_sim_state(sim)) > GOLDEN_LARGE_STATE;
    fs_sim_destroy(sim);
    if (large)
        return GOLDEN_TICKS_LARGE;
    return has_particle_system(game) ? GOLDEN_TICKS_PARTICLE_SYSTEM : GOLDEN_TICKS;
}

/* The state hash after a while in which nobody plays. */
static uint64_t idle_state_hash(const fs_game *game, uint32_t ticks)
{
    uint8_t bytes[FS_MAX_PLAYERS * FS_MAX_INPUT] = { 0 };
    fs_sim *sim = script_start(game);
    fs_inputs nobody = { bytes, game->input_size, fs_sim_config(sim)->players, 0 };
    for (uint32_t t = 0; t < ticks; t++)
        fs_sim_step(sim, &nobody);
    uint64_t state_hash = fs_sim_state_hash(sim);
    fs_sim_destroy(sim);
    return state_hash;
}

/* Steps the match from tick `from` to tick `to` and compares its state hash. */
static void follow(fs_sim *sim, uint32_t from, uint32_t to, uint64_t expected)
{
    for (uint32_t t = from; t < to; t++)
        script_step(sim);
    uint64_t state_hash = fs_sim_state_hash(sim);
    ck_assert_msg(state_hash == expected, "%s: state hash after %u ticks is %016" PRIx64 ", golden is %016" PRIx64,
                  fs_sim_game(sim)->name, to, state_hash, expected);
}

START_TEST(state_hashes_are_golden)
{
    const fs_game *game = fs_builtin_games()->games[_i];
    const struct golden *line = golden_find(game->name);
    ck_assert_msg(line != NULL, "%s has no golden state hash: run check_golden --update-golden", game->name);
    fs_sim *sim = script_start(game);
    follow(sim, 0, line->brief_ticks, line->brief_hash);
    if (!play_brief())
        follow(sim, line->brief_ticks, line->ticks, line->state_hash);
    fs_sim_destroy(sim);
}
END_TEST

/* The match is worth comparing: a tick more and other players give another state hash. */
START_TEST(matches_differ)
{
    const fs_game *game = fs_builtin_games()->games[_i];
    fs_sim *sim = script_start(game);
    for (uint32_t t = 0; t < EARLY_TICKS; t++)
        script_step(sim);
    uint64_t early = fs_sim_state_hash(sim);
    script_step(sim);
    ck_assert(early != fs_sim_state_hash(sim));
    fs_sim_destroy(sim);
    ck_assert_msg(idle_state_hash(game, EARLY_TICKS) != early, "%s ignores its players", game->name);
}
END_TEST

START_TEST(every_line_has_its_game)
{
    for (const struct golden *line = golden; line->game != NULL; line++) {
        const fs_game *game = NULL;
        ck_assert_int_eq(fs_game_find(fs_builtin_games(), line->game, &game, NULL, 0), FS_OK);
        ck_assert(golden_find(line->game) == line);
    }
    ck_assert_uint_eq(golden_games(), sizeof golden / sizeof golden[0] - 1);
}
END_TEST

static void write_line(FILE *file, const fs_game *game)
{
    uint32_t ticks = ticks_for(game), brief = ticks / BRIEF;
    uint64_t brief_hash = script_state_hash(game, brief), state_hash = script_state_hash(game, ticks);
    const struct golden *old = golden_find(game->name);
    fprintf(file, "GOLDEN(\"%s\", %u, UINT64_C(0x%016" PRIx64 "), %u, UINT64_C(0x%016" PRIx64 "))\n", game->name, brief,
            brief_hash, ticks, state_hash);
    if (old == NULL)
        printf("+ %s %016" PRIx64 "\n", game->name, state_hash);
    else if (old->state_hash != state_hash || old->ticks != ticks)
        printf("- %s %016" PRIx64 " after %u ticks\n+ %s %016" PRIx64 " after %u ticks\n", game->name, old->state_hash,
               old->ticks, game->name, state_hash, ticks);
    else
        printf("  %s %016" PRIx64 "\n", game->name, state_hash);
}

static int update(void)
{
    FILE *file = fopen(GOLDEN_FILE ".new", "w");
    if (file == NULL) {
        perror(GOLDEN_FILE ".new");
        return EXIT_FAILURE;
    }
    fputs("/* golden.inl: state hashes of the scripted match (script.h) of every built-in game.\n"
          " *\n"
          " * A line changes only when a simulation was meant to change. Written by\n"
          " * tests/games/check_golden --update-golden, which shows what changes.\n"
          " */\n",
          file);
    for (uint32_t i = 0; i < fs_builtin_games()->count; i++)
        write_line(file, fs_builtin_games()->games[i]);
    if (fclose(file) != 0 || rename(GOLDEN_FILE ".new", GOLDEN_FILE) != 0) {
        perror(GOLDEN_FILE);
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("golden");
    TCase *tc = tcase_create("golden");
    tcase_set_timeout(tc, 600);
    tcase_add_loop_test(tc, state_hashes_are_golden, 0, (int)golden_games());
    if (!play_brief())
        tcase_add_loop_test(tc, matches_differ, 0, (int)golden_games());
    tcase_add_test(tc, every_line_has_its_game);
    suite_add_tcase(suite, tc);
    return suite;
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--update-golden") == 0)
        return update();
    return fs_test_run();
}
