/* physics2d.c: benchmarks of 2D heaps, beside other engines.
 *
 * Times are milliseconds per tick on one core, the median of rounds in which all engines take turns. A peer's scene is
 * copied from the game's first state, so all start alike; walls are the same tiles for all. "ratio" is this engine's
 * time over the peer's. "growth" is the time per box of a large scene over that of a small one, which is timed as
 * long, half before and half after. Kernels of this engine take turns likewise; with more threads a tick is timed by
 * the wall clock, beside the same scene on one thread.
 */
#include "bench/bench.h"

#include <stdlib.h>
#include <time.h>
#include <fixstep/debug2.h>
#include <fixstep/games.h>
#include <fixstep/shape2.h>
#include <fixstep/sim.h>
#include <fixstep/world2.h>

#include "app/workers.h"
#include "support/kernel_override.h"
#include "bench/peers.h"

enum { ROUNDS = 5, MAX_PEERS = 2, MAX_KERNELS = 4 };

static const struct peer *const peers[MAX_PEERS + 1] = {
#ifdef HAVE_CHIPMUNK
    &peer_chipmunk,
#endif
#ifdef HAVE_BOX2D
    &peer_box2d,
#endif
    NULL
};

struct scene {
    const char *name, *game, *set[2];
    int from, to, sleep;
    bool peers;
};

static fs_sim *open_game(const struct scene *s)
{
    const fs_game *game = NULL;
    fs_sim *sim = NULL;
    char why[200];
    if (fs_game_find(fs_builtin_games(), s->game, &game, why, sizeof why) != FS_OK)
        bench_die(why);
    fs_config config = fs_default_config(game);
    for (int i = 0; i < 2; i++)
        if (s->set[i] != NULL && fs_config_set(game, &config, s->set[i], why, sizeof why) != FS_OK)
            bench_die(why);
    if (fs_sim_create(game, &config, &sim) != FS_OK)
        bench_die("the scene cannot be made");
    return sim;
}

/* ---- the scene as others need it ------------------------------------------------------------------------------ */

static struct peer_body body_of(const struct fs_world2 *w, uint32_t row)
{
    fs_geometry2 shape;
    fs_shape2_geometry(w, w->body.first_shape[row] - 1, &shape);
    bool disc = shape.kind == FS_GEOMETRY2_CIRCLE;
    return (struct peer_body){
        .type = w->body.type[row] == FS_BODY2_STATIC ? PEER_WALL
                : disc                               ? PEER_DISC
                                                     : PEER_BOX,
        .x = (double)w->body.pos[row].x / (double)FS_POS_ONE,
        .y = (double)w->body.pos[row].y / (double)FS_POS_ONE,
        .half_x = (double)(disc ? shape.radius : fs_abs32(shape.corner[0].x)) / FS_REL_ONE,
        .half_y = (double)(disc ? shape.radius : fs_abs32(shape.corner[0].y)) / FS_REL_ONE,
    };
}

static struct peer_body *bodies_of(fs_sim *sim, uint32_t *count)
{
    struct fs_world2 w;
    fs_world2_bind_readonly(fs_sim_state(sim), 1, &w);
    struct peer_body *body = malloc(*w.body.rows * sizeof *body);
    if (body == NULL)
        bench_die("out of memory");
    *count = *w.body.rows;
    for (uint32_t row = 0; row < *count; row++)
        body[row] = body_of(&w, row);
    return body;
}

/* ---- rounds -------------------------------------------------------------------------------------------------- */

static void game_tick(void *world)
{
    static const uint8_t idle[FS_MAX_INPUT];
    fs_inputs inputs = { idle, 2, 1, 0 };
    fs_sim_step(world, &inputs);
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

/* Engine 0 is this one, then the peers. */
static double time_engine(int engine, const struct scene *s)
{
    fs_sim *sim = open_game(s);
    uint32_t count;
    struct peer_body *body = bodies_of(sim, &count);
    void *world = engine > 0 ? peers[engine - 1]->open(body, count, s->sleep) : sim;
    double ms = time_of(engine > 0 ? peers[engine - 1]->tick : game_tick, world, s);
    if (engine > 0)
        peers[engine - 1]->close(world);
    fs_sim_destroy(sim);
    free(body);
    return ms;
}

static const char *engine_name(int engine)
{
    return engine > 0 ? peers[engine - 1]->name : "fixstep";
}

static int engines_of(const struct scene *s)
{
    int count = 1;
    while (s->peers && peers[count - 1] != NULL)
        count++;
    return count;
}

static json_t *measure(const struct scene *s)
{
    double ms[MAX_PEERS + 1][ROUNDS];
    int engines = engines_of(s);
    for (int round = 0; round < ROUNDS; round++)
        for (int e = 0; e < engines; e++)
            ms[e][round] = time_engine(e, s);
    double own = median(ms[0]);
    json_t *times = json_pack("{s:f}", "fixstep", own), *ratios = json_object();
    for (int e = 1; e < engines; e++) {
        double theirs = median(ms[e]);
        json_object_set_new(times, engine_name(e), json_real(theirs));
        json_object_set_new(ratios, engine_name(e), json_real(own / theirs));
    }
    return json_pack("{s:o, s:o}", "tick_ms", times, "ratio", ratios);
}

/* ---- growth ------------------------------------------------------------------------------------------------------ */

/* Microseconds a box. */
struct costs {
    double small, large;
};

static double count_boxes(const struct scene *s)
{
    fs_sim *sim = open_game(s);
    struct fs_world2 w;
    fs_world2_bind_readonly(fs_sim_state(sim), 1, &w);
    uint32_t boxes = 0;
    for (uint32_t row = 0; row < *w.body.rows; row++)
        boxes += w.body.type[row] == FS_BODY2_DYNAMIC;
    fs_sim_destroy(sim);
    return boxes;
}

/* The load of the machine varies: both scenes are timed close together and equally long. */
static struct costs time_both(int engine, const struct scene *small, const struct scene *large)
{
    double few = count_boxes(small), many = count_boxes(large), sum = 0;
    int half = (int)(many / few / 2);
    struct costs c;
    for (int i = 0; i < half; i++)
        sum += time_engine(engine, small);
    c.large = 1000 * time_engine(engine, large) / many;
    for (int i = 0; i < half; i++)
        sum += time_engine(engine, small);
    c.small = 1000 * sum / (2 * half) / few;
    return c;
}

static json_t *measure_growth(const struct scene *small, const struct scene *large)
{
    json_t *all = json_object();
    for (int e = 0; e < engines_of(large); e++) {
        double ratio[ROUNDS], low[ROUNDS], high[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            struct costs c = time_both(e, small, large);
            low[round] = c.small;
            high[round] = c.large;
            ratio[round] = c.large / c.small;
        }
        double growth = median(ratio); /* in order from here on */
        json_object_set_new(all, engine_name(e),
                            json_pack("{s:f, s:f, s:f, s:[f, f]}", "small_us", median(low), "large_us", median(high),
                                      "growth", growth, "range", ratio[0], ratio[ROUNDS - 1]));
    }
    return all;
}

/* ---- kernels and threads ---------------------------------------------------------------------------------------- */

static double time_alone(const struct scene *s, uint64_t (*now)(void), const fs_tasks *tasks)
{
    fs_sim *sim = open_game(s);
    fs_sim_set_tasks(sim, tasks);
    for (int i = 0; i < s->from; i++)
        game_tick(sim);
    uint64_t start = now();
    for (int i = s->from; i < s->to; i++)
        game_tick(sim);
    double ms = (double)(now() - start) / 1e6 / (s->to - s->from);
    fs_sim_destroy(sim);
    return ms;
}

static json_t *measure_kernels(const struct scene *s)
{
    double ms[MAX_KERNELS][ROUNDS];
    unsigned kernels = world_kernel_count();
    json_t *all = json_object();
    if (kernels > MAX_KERNELS)
        bench_die("more kernels than expected");
    for (int round = 0; round < ROUNDS; round++)
        for (unsigned k = 0; k < kernels; k++) {
            kernel_override_set(k);
            ms[k][round] = time_alone(s, bench_now, NULL);
        }
    kernel_override_clear();
    for (unsigned k = 0; k < kernels; k++)
        json_object_set_new(all, world_kernel_name(k), json_real(median(ms[k])));
    return json_pack("{s:o}", "tick_ms", all);
}

static uint64_t wall_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static json_t *measure_workers(const struct scene *s, uint32_t count)
{
    double ms[2][ROUNDS];
    app_workers *workers = app_workers_start(count);
    if (workers == NULL)
        bench_die("the system gives no threads");
    for (int round = 0; round < ROUNDS; round++) {
        ms[0][round] = time_alone(s, wall_now, NULL);
        ms[1][round] = time_alone(s, wall_now, app_workers_tasks(workers));
    }
    app_workers_stop(workers);
    return json_pack("{s:f, s:f}", "one_wall_ms", median(ms[0]), "all_wall_ms", median(ms[1]));
}

json_t *bench_physics2d(void)
{
    enum { LARGE = 1, SMALL = 4, TALL = 5 };
    static const struct scene scenes[] = {
        { "pyramid", "pyramid", { NULL }, 60, 300, 0, true },
        [LARGE] = { "pyramid_12_times", "pyramid", { "copies=12" }, 60, 120, 0, true },
        { "pyramid_asleep", "pyramid", { "sleep=1" }, 600, 720, 1, true },
        { "rain", "rain", { NULL }, 300, 600, 0, true },
        [SMALL] = { "pyramid_990", "pyramid", { "base=44" }, 60, 120, 0, true },
        [TALL] = { "pyramid_10011", "pyramid", { "base=141" }, 60, 120, 0, true },
    };
    static const struct scene calm[] = {
        { "990 boxes at rest", "pyramid", { "base=44" }, 1800, 1860, 0, false },
        { "10,011 boxes at rest", "pyramid", { "base=141" }, 1800, 1860, 0, false },
    };
    json_t *all = json_object();
    for (size_t i = 0; i < sizeof scenes / sizeof scenes[0]; i++)
        json_object_set_new(all, scenes[i].name, measure(&scenes[i]));
    json_object_set_new(all, "growth_of_12_times", measure_growth(&scenes[SMALL], &scenes[LARGE]));
    json_object_set_new(all, "growth_of_10011", measure_growth(&scenes[SMALL], &scenes[TALL]));
    json_object_set_new(all, "growth_of_10011_at_rest", measure_growth(&calm[0], &calm[1]));
    json_object_set_new(all, "pyramid_kernels", measure_kernels(&scenes[0]));
    json_object_set_new(all, "pyramid_2_workers", measure_workers(&scenes[0], 2));
    json_object_set_new(all, "pyramid_12_times_2_workers", measure_workers(&scenes[LARGE], 2));
    json_object_set_new(all, "net", bench_net());
    json_object_set_new(all, "pyramid_state", bench_small_state("pyramid", 1));
    return all;
}
