/* check_golden_matrix.c: every built-in game gives one state hash, whatever computes it: each kernel that the processor has,
 * on 1, 2 and 4 threads, with its scratch kept or dropped, every tick once or twice.
 *
 * With FIXSTEP_LONG in the environment the matches are as long as those of golden.inl, and their state hashes are its.
 */
#include <inttypes.h>

#include "support/kernel_override.h"
#include "games/golden.h"
#include "games/play.h"
#include "support/parallel_tasks.h"

enum { SHORT_TICKS = 400, SHORT_TICKS_LARGE = 90, TWICE_TICKS = 150, TWICE_TICKS_LARGE = 4 };

static bool is_large(const fs_game *game)
{
    fs_sim *sim = script_start(game);
    ck_assert_ptr_nonnull(sim);
    bool large = fs_state_block_size(fs_sim_state(sim)) > GOLDEN_LARGE_STATE;
    fs_sim_destroy(sim);
    return large;
}

static uint32_t ticks_for(const fs_game *game)
{
    const struct golden *line = golden_find(game->name);
    ck_assert_ptr_nonnull(line);
    if (getenv("FIXSTEP_LONG") != NULL)
        return line->ticks;
    return is_large(game) ? SHORT_TICKS_LARGE : SHORT_TICKS;
}

/* ---- kernels and threads --------------------------------------------------------------------------------------- */

/* The scripted match on the threads of `share`, or on the caller's alone. */
static uint64_t root_on(const fs_game *game, uint32_t ticks, struct parallel_tasks *share)
{
    fs_sim *sim = script_start(game);
    ck_assert_ptr_nonnull(sim);
    fs_sim_set_tasks(sim, share != NULL ? &share->tasks : NULL);
    for (uint32_t t = 0; t < ticks; t++)
        script_step(sim);
    uint64_t state_hash = fs_sim_state_hash(sim);
    fs_sim_destroy(sim);
    return state_hash;
}

/* The scalar kernel on one thread is the definition. */
static uint64_t definition(const fs_game *game, uint32_t ticks, unsigned *kernels)
{
    kernel_override_set(0);
    uint64_t state_hash = root_on(game, ticks, NULL);
    struct kernel_uses uses = kernel_uses();
    *kernels = uses.worlds > 0 ? world_kernel_count() : 1;
    if (uses.particles > 0 && particle_kernel_count() > *kernels)
        *kernels = particle_kernel_count();
    if (ticks == golden_find(game->name)->ticks)
        ck_assert_uint_eq(state_hash, golden_find(game->name)->state_hash);
    return state_hash;
}

START_TEST(kernels_and_threads)
{
    static const uint32_t workers[] = { 1, 2, 4 };
    const fs_game *game = fs_builtin_games()->games[_i];
    uint32_t ticks = ticks_for(game), jobs = 0;
    unsigned kernels;
    uint64_t expected = definition(game, ticks, &kernels);
    for (unsigned k = 0; k < kernels; k++)
        for (int i = 0; i < 3; i++) {
            struct parallel_tasks share;
            parallel_start(&share, workers[i]);
            kernel_override_set(k);
            uint64_t state_hash = root_on(game, ticks, &share);
            ck_assert_msg(state_hash == expected,
                          "%s: kernel %u on %u threads gives %016" PRIx64 " and not %016" PRIx64, game->name, k,
                          workers[i], state_hash, expected);
            ck_assert(workers[i] > 1 || share.jobs == 0);
            jobs += share.jobs;
            parallel_stop(&share);
        }
    bool heap = strcmp(game->name, "pyramid") == 0 || strcmp(game->name, "rain") == 0;
    ck_assert_msg(!heap || jobs >= ticks, "%s: only %u jobs were shared", game->name, jobs);
}
END_TEST

/* Games with worlds and games with particles are among them, so that neither axis is empty. */
START_TEST(the_axes_are_used)
{
    struct kernel_uses most = { 0, 0 };
    for (uint32_t i = 0; i < fs_builtin_games()->count; i++) {
        kernel_override_set(0);
        root_on(fs_builtin_games()->games[i], 2, NULL);
        struct kernel_uses uses = kernel_uses();
        most.worlds += uses.worlds > 0;
        most.particles += uses.particles > 0;
    }
    ck_assert_uint_ge(most.worlds, 9);
    ck_assert_uint_ge(most.particles, 5);
}
END_TEST

/* ---- state and inputs alone -------------------------------------------------------------------------------------- */

START_TEST(every_tick_twice)
{
    const fs_game *game = fs_builtin_games()->games[_i];
    uint32_t players = game->max_players < 8 ? game->max_players : 8;
    kernel_override_clear();
    struct match m = match_start(game, players, "");
    scripted_twice(&m, is_large(game) ? TWICE_TICKS_LARGE : TWICE_TICKS);
    match_end(&m);
}
END_TEST

/* One match keeps its scratch from start to end; the other loses it before every tick. */
START_TEST(scratch_may_be_dropped)
{
    const fs_game *game = fs_builtin_games()->games[_i];
    fs_sim *kept = script_start(game), *dropped = script_start(game);
    int ticks = is_large(game) ? TWICE_TICKS_LARGE : TWICE_TICKS;
    kernel_override_clear();
    for (int t = 0; t < ticks; t++) {
        fs_sim_poison_scratch(dropped);
        script_step(kept);
        script_step(dropped);
        ck_assert_msg(fs_sim_state_hash(kept) == fs_sim_state_hash(dropped), "%s: tick %d needs its scratch",
                      game->name, t);
    }
    fs_sim_destroy(kept);
    fs_sim_destroy(dropped);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("golden_matrix");
    TCase *tc = tcase_create("matrix");
    tcase_set_timeout(tc, 1200);
    tcase_add_loop_test(tc, kernels_and_threads, 0, (int)golden_games());
    tcase_add_loop_test(tc, every_tick_twice, 0, (int)golden_games());
    tcase_add_loop_test(tc, scratch_may_be_dropped, 0, (int)golden_games());
    tcase_add_test(tc, the_axes_are_used);
    suite_add_tcase(suite, tc);
    return suite;
}
