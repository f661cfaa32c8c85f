/* check_golden_matrix.c: every built-in game gives one state hash, whatever computes it: each kernel that the processor has,
 * on 1, 2 and 4 threads, with its scratch kept or dropped, every tick once or twice.
 *
 * A match in which nothing touches shows little, so those of games with a world of bodies go on until MANY_TOUCHES contacts
 * have begun to touch; `plans` has the games in which less touches. FIXSTEP_LONG in the environment lifts the limit of ticks that cuts the slow ones short, and makes the
 * matches of kernels and threads as long as those of golden.inl, with its state hashes. FIXSTEP_BRIEF shortens all.
 */
#include <inttypes.h>

#include "support/kernel_override.h"
#include "games/golden.h"
#include "games/play.h"
#include "games/touches.h"
#include "support/brief.h"
#include "support/parallel_tasks.h"

enum { SHORT_TICKS = 200, SHORT_TICKS_LARGE = 40, TWICE_TICKS = 150, TWICE_TICKS_LARGE = 20 };
enum { CHOSEN_TICKS = 60, CHOSEN_TICKS_LARGE = 4 };
/* One ragdoll that is blasted and shot at without end. */
#define RAGDOLL_OPTIONS "dolls=1 blast=200 speed=60 wait=1 stiffness=0"
enum { MANY_TOUCHES = 1000, TOUCH_TICKS = 6000, TOUCH_TICKS_LONG = 120000 };
enum { BRIEF_TICKS = 120, BRIEF_TICKS_LARGE = 20, BRIEF_TOUCHES = 100, BRIEF_TOUCH_TICKS = 1000 };

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
    if (play_brief())
        return is_large(game) ? BRIEF_TICKS_LARGE : BRIEF_TICKS;
    return is_large(game) ? SHORT_TICKS_LARGE : SHORT_TICKS;
}

/* ---- kernels and threads --------------------------------------------------------------------------------------- */

/* Games of so many bodies in contact that every tick of theirs has work to share. */
static bool is_heap(const fs_game *game)
{
    static const char *const heaps[] = { "pyramid", "rain", "pyramid3d", "rain3d" };
    for (size_t i = 0; i < sizeof heaps / sizeof heaps[0]; i++)
        if (strcmp(game->name, heaps[i]) == 0)
            return true;
    return false;
}

/* The scripted match on the threads of `tasks`, or on the caller's alone. */
static uint64_t hash_on(const fs_game *game, uint32_t ticks, struct parallel_tasks *tasks)
{
    fs_sim *sim = script_start(game);
    ck_assert_ptr_nonnull(sim);
    fs_sim_set_tasks(sim, tasks != NULL ? &tasks->tasks : NULL);
    for (uint32_t t = 0; t < ticks; t++)
        script_step(sim);
    uint64_t state_hash = fs_sim_state_hash(sim);
    fs_sim_destroy(sim);
    return state_hash;
}

/* The scalar kernel on one thread is the definition. */
static uint64_t defining_hash(const fs_game *game, uint32_t ticks, unsigned *kernels)
{
    kernel_override_set(0);
    uint64_t state_hash = hash_on(game, ticks, NULL);
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
    uint64_t expected = defining_hash(game, ticks, &kernels);
    for (unsigned k = 0; k < kernels; k++)
        for (int i = 0; i < 3; i++) {
            struct parallel_tasks tasks;
            parallel_start(&tasks, workers[i]);
            kernel_override_set(k);
            uint64_t state_hash = hash_on(game, ticks, &tasks);
            ck_assert_msg(state_hash == expected,
                          "%s: kernel %u on %u threads gives %016" PRIx64 " and not %016" PRIx64, game->name, k,
                          workers[i], state_hash, expected);
            ck_assert(workers[i] > 1 || tasks.jobs == 0);
            jobs += tasks.jobs;
            parallel_stop(&tasks);
        }
    ck_assert_msg(!is_heap(game) || jobs >= ticks, "%s: only %u jobs were shared", game->name, jobs);
}
END_TEST

/* Games with worlds and games with particles are among them, so that neither axis is empty. */
START_TEST(the_axes_are_used)
{
    struct kernel_uses total = { 0, 0, 0 };
    for (uint32_t i = 0; i < fs_builtin_games()->count; i++) {
        kernel_override_set(0);
        hash_on(fs_builtin_games()->games[i], 2, NULL);
        struct kernel_uses uses = kernel_uses();
        total.worlds += uses.worlds > 0;
        total.particles += uses.particles > 0;
    }
    ck_assert_uint_ge(total.worlds, 9);
    ck_assert_uint_ge(total.particles, 5);
}
END_TEST

/* ---- state and inputs alone -------------------------------------------------------------------------------------- */

/* How long a match of a game goes on, where it is not until MANY_TOUCHES contacts have touched. */
static const struct plan {
    const char *game, *options;
    uint32_t touches, touches_long; /* that must have begun; `touches_long` with FIXSTEP_LONG */
    int ticks;                      /* the match ends here; 0: TOUCH_TICKS */
} plans[] = {
    { "bigballistic", "", 200, MANY_TOUCHES, 2400 },               /* heaps that shots alone bring down */
    { "dogfight", "", 1, 20, 0 },                                  /* aircraft that touch crash */
    { "bowling", "", MANY_TOUCHES, MANY_TOUCHES, 9000 },           /* ten pins at a time */
    { "explosion", "", 100, MANY_TOUCHES, 1200 },                  /* bars that charges alone bring down */
    { "flightsim", "", 0, 0, 600 },                                /* aircraft pass the ground without contacts */
    { "glider", "", 0, 0, 600 },                                   /* likewise */
    { "polygonball", "", 100, 900, 0 },                            /* one ball */
    { "pool", "", 100, 900, 0 },                                   /* balls are racked anew when the last has fallen */
    { "ragdoll", RAGDOLL_OPTIONS, MANY_TOUCHES, MANY_TOUCHES, 0 }, /* as it comes it takes three times as long */
    { "sailboat", "", 1, 10, 1200 },                               /* boats that seldom meet */
    { "thrust", "", 20, 400, 2400 },                               /* a landing is one touch */
    { "trebuchet", "", 50, MANY_TOUCHES, 2400 },                   /* one stone */
};

static struct plan plan_for(const fs_game *game)
{
    for (size_t i = 0; i < sizeof plans / sizeof plans[0]; i++)
        if (strcmp(game->name, plans[i].game) == 0)
            return plans[i];
    return (struct plan){ game->name, "", MANY_TOUCHES, MANY_TOUCHES, 0 };
}

static struct match start_planned(const fs_game *game, const struct plan *plan)
{
    return match_start(game, game->max_players < 8 ? game->max_players : 8, plan->options);
}

/* Whether a match has shown enough; a game without a world of bodies is followed for a number of ticks alone, one with it
 * for as many at least, so that those that begin as a heap move too. */
static bool is_over(const struct plan *plan, bool large, const struct touches *touches, int ticks)
{
    if (ticks < (large ? TWICE_TICKS_LARGE : TWICE_TICKS) || touches->seen == NULL)
        return ticks >= (large ? TWICE_TICKS_LARGE : TWICE_TICKS);
    if (play_brief())
        return touches->begun >= BRIEF_TOUCHES || ticks >= BRIEF_TOUCH_TICKS;
    if (touches->begun >= MANY_TOUCHES)
        return true;
    if (play_long())
        return ticks >= TOUCH_TICKS_LONG;
    return ticks >= (plan->ticks != 0 ? plan->ticks : TOUCH_TICKS);
}

/* A brief match may end before the first touch. */
static void check_touches(const struct plan *plan, const struct touches *touches)
{
    uint32_t wanted = play_long() ? plan->touches_long : plan->touches;
    ck_assert_msg(touches->seen == NULL || play_brief() || touches->begun >= wanted,
                  "%s: only %" PRIu64 " contacts have touched", plan->game, touches->begun);
}

START_TEST(every_tick_twice)
{
    const fs_game *game = fs_builtin_games()->games[_i];
    const struct plan plan = plan_for(game);
    bool large = is_large(game);
    kernel_override_clear();
    struct match m = start_planned(game, &plan);
    struct touches touches = touches_start(m.state);
    for (int t = 0; !is_over(&plan, large, &touches, t); t++) {
        scripted_twice(&m, 1);
        touches_update(&touches, m.state);
    }
    check_touches(&plan, &touches);
    touches_end(&touches);
    match_end(&m);
}
END_TEST

/* The instruction set that a tool chooses for a simulation reaches its worlds in the plane and in space and its particles, and
 * changes no hash. */
START_TEST(chosen_kernels)
{
    static const char *const askers[] = { "airhockey", "ragdoll", "ballistic", "blob" };
    const fs_game *game = fs_builtin_games()->games[_i];
    uint32_t ticks = is_large(game) ? CHOSEN_TICKS_LARGE : CHOSEN_TICKS, kernels = 0;
    uint64_t scalar = 0;
    for (; fs_kernel_name(kernels) != NULL; kernels++) {
        fs_sim *sim = script_start(game);
        kernel_override_clear();
        ck_assert_int_eq(fs_sim_set_kernel(sim, kernels + 1), FS_OK);
        for (uint32_t t = 0; t < ticks; t++)
            script_step(sim);
        scalar = kernels == 0 ? fs_sim_state_hash(sim) : scalar;
        ck_assert_msg(fs_sim_state_hash(sim) == scalar, "%s: %s", game->name, fs_kernel_name(kernels));
        ck_assert_uint_eq(kernel_uses().particles, 0); /* none takes the fastest */
        for (size_t i = 0; i < sizeof askers / sizeof askers[0]; i++)
            ck_assert(kernel_uses().choices > 0 || strcmp(game->name, askers[i]) != 0);
        ck_assert_int_eq(fs_sim_set_kernel(sim, FS_MAX_TABLES), FS_E_UNSUPPORTED);
        fs_sim_destroy(sim);
    }
    ck_assert_str_eq(fs_kernel_name(0), "scalar");
    ck_assert_uint_ge(kernels, 1);
}
END_TEST

/* One match keeps its scratch from start to end; the other loses it before every tick. */
START_TEST(scratch_may_be_dropped)
{
    const fs_game *game = fs_builtin_games()->games[_i];
    const struct plan plan = plan_for(game);
    bool large = is_large(game);
    struct match kept = start_planned(game, &plan), dropped = start_planned(game, &plan);
    struct touches touches = touches_start(kept.state);
    kernel_override_clear();
    for (int t = 0; !is_over(&plan, large, &touches, t); t++) {
        fs_sim_poison_scratch(dropped.sim);
        script_step(kept.sim);
        script_step(dropped.sim);
        ck_assert_msg(fs_sim_state_hash(kept.sim) == fs_sim_state_hash(dropped.sim), "%s: tick %d needs its scratch",
                      game->name, t);
        touches_update(&touches, kept.state);
    }
    check_touches(&plan, &touches);
    touches_end(&touches);
    match_end(&kept);
    match_end(&dropped);
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
    tcase_add_loop_test(tc, chosen_kernels, 0, (int)golden_games());
    tcase_add_test(tc, the_axes_are_used);
    suite_add_tcase(suite, tc);
    return suite;
}
