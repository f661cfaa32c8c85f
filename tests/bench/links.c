/* links.c: a cloth and a long bridge, held in every way there is: what a tick costs and how
 * far it stretches.
 *
 * The bridge is a rope of 1,000 cables, 105 m long, between two banks 100 m apart, let go
 * where it lies straight. The cloth has 100 x 100 particles 0.1 m apart and hangs from its
 * top row; nothing moves it but its weight. Times are milliseconds a tick on one core: the
 * median over rounds in which all candidates take turns. Stretch is the largest of any link
 * in any tick, in per cent of what the link allows. The resolver is given few ticks of the
 * cloth: it needs about a second for each.
 */
#include "bench/bench.h"

#include <stdlib.h>
#include <fixstep/aggregate.h>

enum { ROUNDS = 3 };

/* --- the scenes -------------------------------------------------------------------- */

#define RIG_TABLES(T, P, g)                 \
    T(g, physics, FS_PARTICLE_WORLD_FIELDS) \
    T(g, particle, FS_PARTICLE_FIELDS)      \
    T(g, link, FS_LINK_FIELDS)              \
    T(g, particle_system, FS_PARTICLE_SYSTEM_FIELDS)
FS_SCHEMA(rigged, RIG_TABLES)

struct scene {
    fs_state *state;
    struct rigged_view v;
    struct fs_particles p;
    struct fs_links links;
    struct fs_particle_system particle_system;
    void *memory;
    fs_arena arena;
};

/* One way to hold a scene. */
struct candidate {
    const char *name;
    fs_link_solver solver;
    uint32_t substeps;
    bool tethers;
    uint32_t ticks;
    double ms[ROUNDS], stretch;
};

static void open_scene(struct scene *s, const struct candidate *c, fs_build_counts need)
{
    const uint32_t capacities[rigged_T_COUNT] = { 1, 1, need.particles, need.links, 1 };
    size_t size = fs_particle_system_scratch_size(need.particles, need.links, 0);
    s->memory = malloc(size);
    if (s->memory == NULL || fs_state_create(&rigged_schema, capacities, &s->state) != FS_OK)
        bench_die("out of memory");
    for (uint16_t table = 1; table < rigged_T_COUNT; table++)
        if (fs_rows_resize(s->state, table, capacities[table]) != FS_OK)
            bench_die("the links cannot be made");
    s->arena = fs_arena_make(s->memory, size);
    rigged_bind(s->state, &s->v);
    *s->v.world.hz = 60;
    s->p = FS_PARTICLES(s->v, particle, physics);
    s->links = FS_LINKS(s->v, link);
    s->particle_system = FS_PARTICLE_SYSTEM(s->v, particle_system, &s->p, NULL, &s->links);
    fs_particle_world_def world = fs_default_particle_world_def();
    fs_particle_system_def particle_system = { .solver = c->solver, .substeps = c->substeps };
    if (fs_particle_world_make(&s->p, &world) != FS_OK ||
        fs_particle_system_make(&s->particle_system, &particle_system) != FS_OK)
        bench_die("the links cannot be made");
}

static void close_scene(struct scene *s)
{
    fs_state_destroy(s->state);
    free(s->memory);
}

static void open_bridge(struct scene *s, const struct candidate *c)
{
    fs_rope_def def = fs_default_rope_def();
    def.segments = 1000;
    def.to = fs_pos3_make(100 * FS_POS_ONE, 0, 0);
    def.length = 105 * FS_POS_ONE;
    def.pin_to = true;
    def.tethers = c->tethers;
    open_scene(s, c, fs_rope_counts(&def));
    fs_build_cursor at = { &s->p, &s->links, 0, 0 };
    if (fs_rope_build(&at, &def) != FS_OK)
        bench_die("the bridge cannot be built");
}

static void open_cloth(struct scene *s, const struct candidate *c)
{
    fs_cloth_def def = fs_default_cloth_def();
    def.columns = def.rows = 100;
    def.tethers = c->tethers;
    open_scene(s, c, fs_cloth_counts(&def));
    fs_build_cursor at = { &s->p, &s->links, 0, 0 };
    if (fs_cloth_build(&at, &def) != FS_OK)
        bench_die("the cloth cannot be built");
}

/* --- measuring ------------------------------------------------------------------------- */

static double worst_stretch(const struct scene *s)
{
    double worst = 0;
    for (uint32_t row = 0; row < s->links.count; row++) {
        double share = (double)fs_link_error(&s->links, row, &s->p) / (double)s->links.max_length[row];
        worst = share > worst ? share : worst;
    }
    return worst;
}

static void run(struct scene *s, struct candidate *c, int round)
{
    uint64_t spent = 0;
    for (uint32_t tick = 0; tick < c->ticks; tick++) {
        uint64_t start = bench_now();
        if (fs_particle_system_step(&s->particle_system, s->arena) != FS_OK)
            bench_die("the links cannot be stepped");
        spent += bench_now() - start;
        *s->v.world.tick += 1;
        double stretch = worst_stretch(s);
        c->stretch = stretch > c->stretch ? stretch : c->stretch;
    }
    c->ms[round] = (double)spent / 1e6 / c->ticks;
}

static double median_of_3(const double ms[ROUNDS])
{
    double low = ms[0] < ms[1] ? ms[0] : ms[1], high = ms[0] < ms[1] ? ms[1] : ms[0];
    return ms[2] < low ? low : (ms[2] > high ? high : ms[2]);
}

static json_t *measure(void (*open)(struct scene *, const struct candidate *), struct candidate *c, unsigned n)
{
    json_t *all = json_object();
    for (int round = 0; round < ROUNDS; round++)
        for (unsigned k = 0; k < n; k++) {
            struct scene s;
            open(&s, &c[k]);
            run(&s, &c[k], round);
            close_scene(&s);
        }
    for (unsigned k = 0; k < n; k++)
        json_object_set_new(all, c[k].name,
                            json_pack("{s:f, s:f, s:i}", "tick_ms", median_of_3(c[k].ms), "stretch_percent",
                                      c[k].stretch * 100, "ticks", (int)c[k].ticks));
    return all;
}

json_t *bench_links(void)
{
    struct candidate bridge[] = {
        { .name = "resolver_10", .solver = FS_LINK_SOLVER_WORST_FIRST, .substeps = 10, .ticks = 150 },
        { .name = "small_steps_10", .substeps = 10, .ticks = 150 },
        { .name = "small_steps_50", .substeps = 50, .ticks = 150 },
        { .name = "direct_10", .solver = FS_LINK_SOLVER_DIRECT, .substeps = 10, .ticks = 150 },
        { .name = "direct_20", .solver = FS_LINK_SOLVER_DIRECT, .substeps = 20, .ticks = 150 },
        { .name = "tethers_20", .substeps = 20, .tethers = true, .ticks = 150 }
    };
    struct candidate cloth[] = {
        { .name = "resolver_1", .solver = FS_LINK_SOLVER_WORST_FIRST, .substeps = 1, .ticks = 6 },
        { .name = "small_steps_10", .substeps = 10, .ticks = 60 },
        { .name = "small_steps_50", .substeps = 50, .ticks = 60 },
        { .name = "tethers_5", .substeps = 5, .tethers = true, .ticks = 60 }
    };
    json_t *all = json_object();
    json_object_set_new(all, "bridge", measure(open_bridge, bridge, sizeof bridge / sizeof bridge[0]));
    json_object_set_new(all, "cloth", measure(open_cloth, cloth, sizeof cloth / sizeof cloth[0]));
    return all;
}
