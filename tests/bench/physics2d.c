/* physics2d.c: benchmarks of 2D scenes, beside other engines.
 *
 * Times are milliseconds per tick on one core, the median of rounds in which all engines take turns. "ratio" is this
 * engine's time over the peer's. "growth" is the time per body of a large scene over that of a small one, which is
 * timed as long, half before and half after; "growth_per_contact" that per contact with points. Kernels of this engine
 * take turns likewise; with more threads a tick is timed by the wall clock, beside the same scene on one thread. Other
 * work of the machine falsifies that, so a model stands beside: chunks run one after the other, and of every job the
 * processor time of the thread with most to do counts.
 */
#include "bench/bench.h"

#include <string.h>

#include "app/workers.h"
#include "bench/scene_time.h"
#include "support/kernel_override.h"

enum { MAX_ENGINES = MAX_PEERS + 1, MAX_KERNELS = 4 };

/* One key of the part's object. */
struct figure {
    const char *name;
    json_t *(*measure)(const struct figure *f);
    const struct scene *scene, *small; /* growth: from `small` to `scene` */
};

/* Own time at `own`, then the peers'. */
static json_t *times_and_ratios(const struct scene *s, json_t *times, double own, double ms[][SCENE_ROUNDS])
{
    json_t *ratios = json_object();
    for (int e = 1; e < scene_engines(s); e++) {
        double theirs = scene_median(ms[e], scene_rounds(s));
        json_object_set_new(times, scene_engine_name(e), json_real(theirs));
        json_object_set_new(ratios, scene_engine_name(e), json_real(own / theirs));
    }
    return json_pack("{s:o, s:o}", "tick_ms", times, "ratio", ratios);
}

static json_t *measure(const struct figure *f)
{
    const struct scene *s = f->scene;
    double ms[MAX_ENGINES][SCENE_ROUNDS];
    for (int round = 0; round < scene_rounds(s); round++)
        for (int e = 0; e < scene_engines(s); e++)
            ms[e][round] = scene_time_engine(e, s);
    double own = scene_median(ms[0], scene_rounds(s));
    return times_and_ratios(s, json_pack("{s:f}", "fixstep", own), own, ms);
}

/* ---- growth ------------------------------------------------------------------------------------------------------ */

/* Microseconds a body. */
struct costs {
    double small, large;
};

/* The load of the machine varies: both scenes are timed close together and equally long. */
static struct costs time_both(int engine, const struct scene *small, const struct scene *large)
{
    double few = scene_count_movable(small), many = scene_count_movable(large), sum = 0;
    int half = (int)(many / few / 2);
    struct costs c;
    for (int i = 0; i < half; i++)
        sum += scene_time_engine(engine, small);
    c.large = 1000 * scene_time_engine(engine, large) / many;
    for (int i = 0; i < half; i++)
        sum += scene_time_engine(engine, small);
    c.small = 1000 * sum / (2 * half) / few;
    return c;
}

/* Contacts of a body in this engine, and the growth of the time of a contact: bodies of a large scene may have more of them. */
static void add_contacts(json_t *own, const struct figure *f, double growth)
{
    double few = scene_count_contacts(f->small) / scene_count_movable(f->small);
    double many = scene_count_contacts(f->scene) / scene_count_movable(f->scene);
    json_object_set_new(own, "contacts_of_a_body", json_pack("[f, f]", few, many));
    json_object_set_new(own, "growth_per_contact", json_real(growth * few / many));
}

static json_t *measure_growth(const struct figure *f)
{
    json_t *all = json_object();
    int rounds = scene_rounds(f->scene);
    for (int e = 0; e < scene_engines(f->scene); e++) {
        double ratio[SCENE_ROUNDS], low[SCENE_ROUNDS], high[SCENE_ROUNDS];
        for (int round = 0; round < rounds; round++) {
            struct costs c = time_both(e, f->small, f->scene);
            low[round] = c.small;
            high[round] = c.large;
            ratio[round] = c.large / c.small;
        }
        double growth = scene_median(ratio, rounds); /* in order from here on */
        json_object_set_new(all, scene_engine_name(e),
                            json_pack("{s:f, s:f, s:f, s:[f, f]}", "small_us", scene_median(low, rounds), "large_us",
                                      scene_median(high, rounds), "growth", growth, "range", ratio[0],
                                      ratio[rounds - 1]));
        if (e == 0)
            add_contacts(json_object_get(all, scene_engine_name(e)), f, growth);
    }
    return all;
}

/* ---- kernels and threads ---------------------------------------------------------------------------------------- */

static unsigned count_kernels(void)
{
    unsigned kernels = world_kernel_count();
    if (kernels > MAX_KERNELS)
        bench_die("more kernels than expected");
    return kernels;
}

static void time_kernels(const struct scene *s, int round, double ms[MAX_KERNELS][SCENE_ROUNDS])
{
    for (unsigned k = 0; k < count_kernels(); k++) {
        kernel_override_set(k);
        ms[k][round] = scene_time_own(s, bench_now, NULL);
    }
    kernel_override_clear();
}

/* Their times by name; the median of the widest one in *own. */
static json_t *kernel_times(const struct scene *s, double ms[MAX_KERNELS][SCENE_ROUNDS], double *own)
{
    json_t *all = json_object();
    *own = 0;
    for (unsigned k = 0; k < count_kernels(); k++) {
        *own = scene_median(ms[k], scene_rounds(s));
        json_object_set_new(all, world_kernel_name(k), json_real(*own));
    }
    return all;
}

static json_t *measure_kernels(const struct figure *f)
{
    double ms[MAX_KERNELS][SCENE_ROUNDS], own;
    for (int round = 0; round < scene_rounds(f->scene); round++)
        time_kernels(f->scene, round, ms);
    return json_pack("{s:o}", "tick_ms", kernel_times(f->scene, ms, &own));
}

static app_workers *start_two(void)
{
    app_workers *workers = app_workers_start(2);
    if (workers == NULL)
        bench_die("the system gives no threads");
    return workers;
}

/* Nanoseconds of the chunks that two threads would have saved; a job costs JOB_NS on top. */
static uint64_t saved_ns;
enum { JOB_NS = 3000 };

static void run_as_two(void *context, fs_task_fn *fn, void *work, uint32_t count)
{
    uint64_t busy[2] = { 0, 0 }, start = bench_now();
    (void)context;
    for (uint32_t i = 0; i < count; i++) {
        fn(work, i);
        uint64_t end = bench_now();
        busy[busy[1] < busy[0]] += end - start;
        start = end;
    }
    uint64_t less = busy[busy[1] < busy[0]];
    saved_ns += less > JOB_NS ? less - JOB_NS : 0;
}

static uint64_t modelled_now(void)
{
    return bench_now() - saved_ns;
}

static json_t *measure_workers(const struct figure *f)
{
    const fs_tasks model = { run_as_two, NULL, 2 };
    double ms[2][SCENE_ROUNDS], speedup[SCENE_ROUNDS];
    int rounds = scene_rounds(f->scene);
    app_workers *workers = start_two();
    for (int round = 0; round < rounds; round++) {
        ms[0][round] = scene_time_own(f->scene, bench_wall_now, NULL);
        ms[1][round] = scene_time_own(f->scene, bench_wall_now, app_workers_tasks(workers));
        speedup[round] = scene_time_own(f->scene, bench_now, NULL);
        speedup[round] /= scene_time_own(f->scene, modelled_now, &model);
    }
    app_workers_stop(workers);
    return json_pack("{s:f, s:f, s:f}", "one_wall_ms", scene_median(ms[0], rounds), "all_wall_ms",
                     scene_median(ms[1], rounds), "modelled_speedup", scene_median(speedup, rounds));
}

/* Joints: every kernel, the peers, one and two threads in one table. */
static json_t *measure_net(const struct figure *f)
{
    const struct scene *s = f->scene;
    double kernels[MAX_KERNELS][SCENE_ROUNDS], ms[MAX_ENGINES][SCENE_ROUNDS], own;
    double one[SCENE_ROUNDS], two[SCENE_ROUNDS];
    app_workers *workers = start_two();
    for (int round = 0; round < scene_rounds(s); round++) {
        time_kernels(s, round, kernels);
        for (int e = 1; e < scene_engines(s); e++)
            ms[e][round] = scene_time_engine(e, s);
        one[round] = scene_time_own(s, bench_wall_now, NULL);
        two[round] = scene_time_own(s, bench_wall_now, app_workers_tasks(workers));
    }
    app_workers_stop(workers);
    json_t *times = kernel_times(s, kernels, &own), *all = times_and_ratios(s, times, own, ms);
    json_object_set_new(all, "hinges", json_integer(scene_count_hinges(s)));
    json_object_set_new(all, "one_wall_ms", json_real(scene_median(one, scene_rounds(s))));
    json_object_set_new(all, "two_wall_ms", json_real(scene_median(two, scene_rounds(s))));
    return all;
}

static json_t *measure_state(const struct figure *f)
{
    return bench_small_state(f->scene->game, 1);
}

/* ---- the part ----------------------------------------------------------------------------------------------------- */

static const struct scene
    pyramid = { .game = "pyramid", .from = 60, .to = 300, .peers = true },
    pyramid_12 = { .game = "pyramid", .set = { "copies=12" }, .from = 60, .to = 120, .peers = true },
    asleep = { .game = "pyramid", .set = { "sleep=1" }, .from = 600, .to = 720, .peers = true },
    rain = { .game = "rain", .from = 300, .to = 600, .peers = true },
    rain_5000 = { .game = "rain", .set = { "bodies=5000" }, .from = 300, .to = 360, .peers = true, .rounds = 3 },
    rain_10000 = { .game = "rain", .set = { "bodies=10000" }, .from = 300, .to = 360, .peers = true, .rounds = 3 },
    pyramid_990 = { .game = "pyramid", .set = { "base=44" }, .from = 60, .to = 120, .peers = true },
    pyramid_10011 = { .game = "pyramid", .set = { "base=141" }, .from = 60, .to = 120, .peers = true },
    calm_990 = { .game = "pyramid", .set = { "base=44" }, .from = 1800, .to = 1860 },
    calm_10011 = { .game = "pyramid", .set = { "base=141" }, .from = 1800, .to = 1860 },
    own_rain = { .game = "rain", .from = 300, .to = 600, .rounds = 3 },
    own_rain_10000 = { .game = "rain", .set = { "bodies=10000" }, .from = 300, .to = 600, .rounds = 3 },
    calm_rain = { .game = "rain", .from = 1800, .to = 1860, .rounds = 3 },
    calm_rain_10000 = { .game = "rain", .set = { "bodies=10000" }, .from = 1800, .to = 1860, .rounds = 3 },
    net = { .make = bench_scene_net, .to = 20, .peers = true },
    drum = { .make = bench_scene_drum, .from = 120, .to = 240, .peers = true, .rounds = 3 },
    impact = { .make = bench_scene_impact, .to = 90, .peers = true, .rounds = 3 },
    ragdolls = { .make = bench_scene_ragdolls, .from = 120, .to = 240, .peers = true, .rounds = 3 },
    basin = { .make = bench_scene_basin, .from = 180, .to = 240, .peers = true, .rounds = 3 },
    compounds = { .make = bench_scene_compounds, .from = 180, .to = 300, .peers = true, .rounds = 3 },
    gears = { .make = bench_scene_gears, .from = 120, .to = 240, .peers = true, .rounds = 3 },
    mostly_asleep = { .make = bench_scene_mostly_asleep, .from = 240, .to = 360, .peers = true, .rounds = 3 };

static const struct figure figures[] = {
    { "pyramid", measure, &pyramid, NULL },
    { "pyramid_12_times", measure, &pyramid_12, NULL },
    { "pyramid_asleep", measure, &asleep, NULL },
    { "rain", measure, &rain, NULL },
    { "pyramid_990", measure, &pyramid_990, NULL },
    { "pyramid_10011", measure, &pyramid_10011, NULL },
    { "growth_of_12_times", measure_growth, &pyramid_12, &pyramid_990 },
    { "growth_of_10011", measure_growth, &pyramid_10011, &pyramid_990 },
    { "growth_of_10011_at_rest", measure_growth, &calm_10011, &calm_990 },
    { "pyramid_kernels", measure_kernels, &pyramid, NULL },
    { "pyramid_2_workers", measure_workers, &pyramid, NULL },
    { "pyramid_12_times_2_workers", measure_workers, &pyramid_12, NULL },
    { "net", measure_net, &net, NULL },
    { "pyramid_state", measure_state, &pyramid, NULL },
    { "rain_5000", measure, &rain_5000, NULL },
    { "rain_10000", measure, &rain_10000, NULL },
    { "growth_of_rain_10000", measure_growth, &own_rain_10000, &own_rain },
    { "growth_of_rain_10000_at_rest", measure_growth, &calm_rain_10000, &calm_rain },
    { "rain_kernels", measure_kernels, &rain, NULL },
    { "rain_2_workers", measure_workers, &rain, NULL },
    { "pyramid_10011_2_workers", measure_workers, &pyramid_10011, NULL },
    { "rain_5000_2_workers", measure_workers, &rain_5000, NULL },
    { "drum", measure, &drum, NULL },
    { "drum_2_workers", measure_workers, &drum, NULL },
    { "impact", measure, &impact, NULL },
    { "ragdolls", measure, &ragdolls, NULL },
    { "basin", measure, &basin, NULL },
    { "basin_2_workers", measure_workers, &basin, NULL },
    { "compounds", measure, &compounds, NULL },
    { "gears", measure, &gears, NULL },
    { "mostly_asleep", measure, &mostly_asleep, NULL },
};

enum { FIGURES = sizeof figures / sizeof figures[0] };

const char *bench_physics2d_figure(unsigned i)
{
    return i < FIGURES ? figures[i].name : NULL;
}

json_t *bench_physics2d(void)
{
    json_t *all = json_object();
    for (int i = 0; i < FIGURES; i++)
        if (bench_is_wanted("two", figures[i].name))
            json_object_set_new(all, figures[i].name, figures[i].measure(&figures[i]));
    return all;
}
