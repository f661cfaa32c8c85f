/* physics3d.c: benchmarks of heaps in space, beside other engines.
 *
 * Times are milliseconds of processor time per tick on one core, the median of rounds in which all engines take turns. A
 * peer's scene is copied from the game's first state, so all start alike. "ratio" is this engine's time over the peer's.
 * "growth" is the time per body of a large heap over that of a small one.
 */
#include "bench/bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <fixstep/debug3.h>
#include <fixstep/games.h>
#include <fixstep/sim.h>
#include <fixstep/world3.h>

#include "bench/peers3.h"
#include "bench/scenes3.h"

enum { ROUNDS = 3, MAX_PEERS = 2 };

static const struct peer3 *const peers[MAX_PEERS + 1] = {
#ifdef HAVE_BULLET
    &peer3_bullet,
#endif
#ifdef HAVE_ODE
    &peer3_ode,
#endif
    NULL
};

/* Of a game, or made by a function. */
struct scene {
    const char *game, *set;
    fs_world3 *(*make)(void);
    int from, to, sleep;
    bool peers;
};

/* A scene in this engine: `sim` or `world`. */
struct own {
    fs_sim *sim;
    fs_world3 *world;
};

static fs_sim *open_game(const struct scene *s)
{
    const fs_game *game = NULL;
    fs_sim *sim = NULL;
    char why[200];
    if (fs_game_find(fs_builtin_games(), s->game, &game, why, sizeof why) != FS_OK)
        bench_die(why);
    fs_config config = fs_default_config(game);
    if (s->set != NULL && fs_config_set(game, &config, s->set, why, sizeof why) != FS_OK)
        bench_die(why);
    if (fs_sim_create(game, &config, &sim) != FS_OK)
        bench_die("the scene cannot be made");
    return sim;
}

static void copy_scene(const struct own *own, bool sleep, struct peer3_scene *out)
{
    struct fs_world3 bound;
    if (own->sim != NULL)
        fs_world3_bind_readonly(fs_sim_state(own->sim), 1, &bound);
    peer3_scene_copy(own->sim != NULL ? &bound : own->world, sleep, out);
}

/* ---- rounds -------------------------------------------------------------------------------------------------- */

static void game_tick(void *world)
{
    static const uint8_t idle[FS_MAX_INPUT];
    fs_inputs inputs = { idle, 2, 1, 0 };
    fs_sim_step(world, &inputs);
}

static void world_tick(void *world)
{
    fs_world3_step(world);
}

static double time_of(void (*tick)(void *world), void *world, const struct scene *s)
{
    for (int i = 0; i < s->from; i++)
        tick(world);
    uint64_t start = bench_now();
    for (int i = s->from; i < s->to; i++)
        tick(world);
    return (double)(bench_now() - start) / 1e6 / (s->to - s->from);
}

static int ascending(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static double median(double *values)
{
    qsort(values, ROUNDS, sizeof values[0], ascending);
    return values[ROUNDS / 2];
}

static void close_own(struct own *own)
{
    fs_sim_destroy(own->sim);
    fs_world3_destroy(own->world);
}

/* Engine 0 is this one, then the peers. */
static double time_engine(int engine, const struct scene *s)
{
    struct own own = { s->make == NULL ? open_game(s) : NULL, s->make == NULL ? NULL : s->make() };
    if (engine == 0) {
        double ms = own.sim != NULL ? time_of(game_tick, own.sim, s) : time_of(world_tick, own.world, s);
        close_own(&own);
        return ms;
    }
    struct peer3_scene scene;
    copy_scene(&own, s->sleep != 0, &scene);
    void *world = peers[engine - 1]->open(&scene);
    double ms = time_of(peers[engine - 1]->tick, world, s);
    peers[engine - 1]->close(world);
    close_own(&own);
    peer3_scene_free(&scene);
    return ms;
}

static json_t *measure(const struct scene *s)
{
    double ms[MAX_PEERS + 1][ROUNDS];
    int engines = 1;
    while (s->peers && peers[engines - 1] != NULL)
        engines++;
    for (int round = 0; round < ROUNDS; round++)
        for (int e = 0; e < engines; e++)
            ms[e][round] = time_engine(e, s);
    double own = median(ms[0]);
    json_t *times = json_pack("{s:f}", "fixstep", own), *ratios = json_object();
    for (int e = 1; e < engines; e++) {
        double theirs = median(ms[e]);
        json_object_set_new(times, peers[e - 1]->name, json_real(theirs));
        json_object_set_new(ratios, peers[e - 1]->name, json_real(own / theirs));
    }
    return json_pack("{s:o, s:o}", "tick_ms", times, "ratio", ratios);
}

/* Microseconds a body of `small` and of `large`. */
static json_t *growth(const struct scene *small, int few, const struct scene *large, int many)
{
    double few_us[ROUNDS], many_us[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
        few_us[round] = 1000 * time_engine(0, small) / few;
        many_us[round] = 1000 * time_engine(0, large) / many;
    }
    double a = median(few_us), b = median(many_us);
    return json_pack("{s:f, s:f, s:f}", "small_us", a, "large_us", b, "growth", b / a);
}

/* One pyramid of 1,015 boxes beside a higher one of 9,455. */
static json_t *measure_higher(const struct scene *unused)
{
    (void)unused;
    static const struct scene small = { "pyramid3d", "base=14", NULL, 60, 120, 0, false },
                              large = { "pyramid3d", "base=30", NULL, 60, 120, 0, false };
    return growth(&small, 1015, &large, 9455);
}

/* One pyramid of 1,015 boxes beside ten of them. */
static json_t *measure_ten_times(const struct scene *unused)
{
    (void)unused;
    static const struct scene small = { NULL, NULL, scene3_make_pyramid, 60, 120, 0, false },
                              large = { NULL, NULL, scene3_make_ten_pyramids, 60, 120, 0, false };
    return growth(&small, 1015, &large, 10150);
}

/* The same heap with every structure that finds pairs. */
json_t *bench_broad_phase3d(void)
{
    static const char *const names[] = { "tree",        "grids_by_size", "grid_of_cells",   "grid_of_centres",
                                         "octree",      "bsp",           "bsp_ternary",     "tree_built",
                                         "tree_merged", "tree_inserted", "sweep_and_prune", "brute_force",
                                         "sphere_tree", "bsp_of_trees",  "object_trees" };
    json_t *all = json_object();
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char set[32];
        snprintf(set, sizeof set, "broad_phase=%zu", i + 1);
        const struct scene scene = { "rain3d", set, NULL, 120, 240, 0, false };
        json_object_set_new(all, names[i], measure(&scene));
    }
    return all;
}

/* ---- the parts ---------------------------------------------------------------------------------------------- */

/* One key of a part's object. */
struct figure {
    const char *name;
    json_t *(*measure)(const struct scene *s);
    struct scene scene;
};

static json_t *measure_state(const struct scene *s)
{
    return bench_small_state(s->game, 1);
}

static const struct figure heaps[] = {
    { "pyramid3d", measure, { "pyramid3d", NULL, NULL, 60, 300, 0, true } },
    { "pyramid3d_asleep", measure, { "pyramid3d", "sleep=1", NULL, 600, 720, 1, true } },
    { "rain3d", measure, { "rain3d", NULL, NULL, 300, 600, 0, true } },
    { "growth_of_9455", measure_higher, { .game = NULL } },
    { "growth_of_10_times", measure_ten_times, { .game = NULL } },
    { "pyramid3d_state", measure_state, { .game = "pyramid3d" } },
    { "rain3d_state", measure_state, { .game = "rain3d" } },
};

static const struct figure others[] = {
    { "drum3d", measure, { NULL, NULL, scene3_make_drum, 120, 180, 0, true } },
    { "wall3d", measure, { NULL, NULL, scene3_make_wall, 0, 120, 0, true } },
    { "net3d", measure, { NULL, NULL, scene3_make_net, 0, 120, 0, true } },
    { "ragdolls3d", measure, { NULL, NULL, scene3_make_ragdolls, 0, 180, 0, true } },
    { "fall_on_box3d", measure, { NULL, NULL, scene3_make_plane, 0, 120, 0, true } },
    { "fall_on_field3d", measure, { NULL, NULL, scene3_make_field, 0, 120, 0, true } },
    { "fall_on_hills3d", measure, { NULL, NULL, scene3_make_hills, 0, 120, 0, true } },
    { "fall_on_mesh3d", measure, { NULL, NULL, scene3_make_mesh, 0, 120, 0, true } },
};

enum { HEAPS = sizeof heaps / sizeof heaps[0], OTHERS = sizeof others / sizeof others[0] };

const char *bench_physics3d_figure(unsigned i)
{
    return i < HEAPS ? heaps[i].name : NULL;
}

const char *bench_scenes3d_figure(unsigned i)
{
    return i < OTHERS ? others[i].name : NULL;
}

static json_t *measure_wanted(const char *part, const struct figure *figures, int count)
{
    json_t *all = json_object();
    for (int i = 0; i < count; i++)
        if (bench_is_wanted(part, figures[i].name))
            json_object_set_new(all, figures[i].name, figures[i].measure(&figures[i].scene));
    return all;
}

json_t *bench_scenes3d(void)
{
    return measure_wanted("scenes3", others, OTHERS);
}

json_t *bench_physics3d(void)
{
    return measure_wanted("three", heaps, HEAPS);
}
