/* links.c: a bridge of 1,000 links and a cloth of 100 x 100, by every way to hold them.
 *
 * Milliseconds a tick, and how much the worst link stretches in percent of its length, at
 * any end of a tick of the first two seconds after the scene is let go. The resolver is
 * timed on fewer ticks of the cloth, where one takes half a second.
 */
#include "bench.h"

#include <stdlib.h>
#include <fixstep/aggregate.h>

enum { HZ = 60, TICKS = 120, TICKS_OF_SLOW = 4 };

#define RACK_TABLES(T, P, g)                                                         \
    T(g, physics, FS_PARTICLE_WORLD_FIELDS)                                          \
    T(g, particle, FS_PARTICLE_FIELDS)                                               \
    T(g, link, FS_LINK_FIELDS)                                                       \
    T(g, rig, FS_RIG_FIELDS)
FS_SCHEMA(rack, RACK_TABLES)

struct scene {
    fs_state *state;
    struct rack_view v;
    struct fs_particles p;
    struct fs_links links;
    struct fs_rig rig;
    void *memory;
    fs_arena arena;
};

/* A way to hold a scene. */
struct way {
    const char *name;
    fs_solver solver;
    uint32_t substeps;
    bool chains, tethers;
    int ticks;
};

static void demand(fs_result result)
{
    if (result != FS_OK)
        bench_die(fs_result_text(result));
}

/* The rig points into the scene, so a scene must not be moved. */
static fs_build open_scene(struct scene *s, fs_build_need need, const struct way *way)
{
    const uint32_t capacities[rack_T_COUNT] = { 1, 1, need.particles, need.links, 1 };
    demand(fs_state_create(&rack_schema, capacities, &s->state));
    demand(fs_rows_resize(s->state, rack_T_physics, 1));
    demand(fs_rows_resize(s->state, rack_T_particle, need.particles));
    demand(fs_rows_resize(s->state, rack_T_link, need.links));
    demand(fs_rows_resize(s->state, rack_T_rig, 1));
    rack_bind(s->state, &s->v);
    *s->v.world.hz = HZ;
    s->p = FS_PARTICLES(s->v, particle, physics);
    s->links = FS_LINKS(s->v, link);
    s->rig = FS_RIG(s->v, rig, &s->p, NULL, &s->links);
    fs_particle_world_def world = fs_default_particle_world_def();
    demand(fs_particle_world_make(&s->p, &world));
    fs_rig_def def = { .solver = way->solver, .substeps = way->substeps };
    demand(fs_rig_make(&s->rig, &def));
    size_t size = fs_rig_scratch_size(need.particles, need.links, 0);
    s->memory = malloc(size);
    if (s->memory == NULL)
        bench_die("out of memory");
    s->arena = fs_arena_make(s->memory, size);
    return (fs_build){ &s->p, &s->links, 0, 0 };
}

static void close_scene(struct scene *s)
{
    fs_state_destroy(s->state);
    free(s->memory);
}

/* 105 m of rope in 1,000 cables between two banks 100 m apart. */
static void open_bridge(struct scene *s, const struct way *way)
{
    fs_rope_def def = fs_default_rope_def();
    def.segments = 1000;
    def.to.x = 100 * FS_POS_ONE;
    def.length = 105 * FS_POS_ONE;
    def.hold_to = true;
    def.tethers = way->tethers;
    fs_build at = open_scene(s, fs_rope_need(&def), way);
    demand(fs_rope_build(&at, &def));
    for (uint32_t row = 0; !way->chains && row < s->links.count; row++)
        s->links.chained[row] = 0;
}

/* 10 cm between neighbours, held along its top row or at two corners. */
static void open_cloth(struct scene *s, const struct way *way, fs_cloth_hold hold)
{
    fs_cloth_def def = fs_default_cloth_def();
    def.columns = def.rows = 100;
    def.hold = hold;
    def.lines = way->chains;
    def.tethers = way->tethers;
    fs_build at = open_scene(s, fs_cloth_need(&def), way);
    demand(fs_cloth_build(&at, &def));
}

static void open_curtain(struct scene *s, const struct way *way)
{
    open_cloth(s, way, FS_CLOTH_HOLD_TOP);
}

static void open_flag(struct scene *s, const struct way *way)
{
    open_cloth(s, way, FS_CLOTH_HOLD_CORNERS);
}

/* Percent of a link's largest length. */
static double stretch(const struct scene *s)
{
    double worst = 0;
    for (uint32_t row = 0; row < s->links.count; row++) {
        double now = 100.0 * (double)fs_link_error(&s->links, row, &s->p) / (double)s->links.max_length[row];
        worst = now > worst ? now : worst;
    }
    return worst;
}

static json_t *measure(void (*open)(struct scene *, const struct way *), const struct way *way)
{
    struct scene s;
    uint64_t spent = 0;
    double worst = 0;
    open(&s, way);
    for (int tick = 0; tick < way->ticks; tick++) {
        uint64_t start = bench_now();
        demand(fs_rig_step(&s.rig, s.arena));
        spent += bench_now() - start;
        *s.v.world.tick += 1;
        s.p.tick = *s.v.world.tick;
        double now = stretch(&s);
        worst = now > worst ? now : worst;
    }
    json_t *json = json_pack("{s:s, s:i, s:I, s:f, s:f}", "way", way->name, "substeps", (int)way->substeps, "links",
                             (json_int_t)s.links.count, "tick_ms", (double)spent / 1e6 / way->ticks, "stretch_percent", worst);
    close_scene(&s);
    return json;
}

static json_t *measure_all(void (*open)(struct scene *, const struct way *), const struct way *ways, size_t n)
{
    json_t *list = json_array();
    for (size_t k = 0; k < n; k++)
        json_array_append_new(list, measure(open, &ways[k]));
    return list;
}

json_t *bench_links(void)
{
    static const struct way bridge[] = {
        { "resolver", FS_SOLVER_CONTACTS, 10, false, false, TICKS },
        { "small steps", FS_SOLVER_SMALL_STEPS, 10, false, false, TICKS },
        { "small steps", FS_SOLVER_SMALL_STEPS, 50, false, false, TICKS },
        { "tethers", FS_SOLVER_SMALL_STEPS, 20, false, true, TICKS },
        { "chains", FS_SOLVER_SMALL_STEPS, 10, true, false, TICKS },
        { "chains", FS_SOLVER_SMALL_STEPS, 20, true, false, TICKS },
    };
    static const struct way curtain[] = {
        { "resolver", FS_SOLVER_CONTACTS, 1, false, false, TICKS_OF_SLOW },
        { "small steps", FS_SOLVER_SMALL_STEPS, 10, false, false, TICKS },
        { "tethers", FS_SOLVER_SMALL_STEPS, 5, false, true, TICKS },
        { "chains", FS_SOLVER_SMALL_STEPS, 1, true, false, TICKS },
        { "chains", FS_SOLVER_SMALL_STEPS, 2, true, false, TICKS },
    };
    static const struct way flag[] = {
        { "small steps", FS_SOLVER_SMALL_STEPS, 10, false, false, TICKS },
        { "chains", FS_SOLVER_SMALL_STEPS, 10, true, false, TICKS },
    };
    json_t *json = json_object();
    json_object_set_new(json, "bridge_1000", measure_all(open_bridge, bridge, sizeof bridge / sizeof *bridge));
    json_object_set_new(json, "cloth_100x100_top", measure_all(open_curtain, curtain, sizeof curtain / sizeof *curtain));
    json_object_set_new(json, "cloth_100x100_corners", measure_all(open_flag, flag, sizeof flag / sizeof *flag));
    return json;
}
