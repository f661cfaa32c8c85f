/* link_fixture.h: a small game of particles, links and contacts, for their tests. */
#ifndef FS_LINK_FIXTURE_H
#define FS_LINK_FIXTURE_H

#include <math.h>
#include <stdlib.h>
#include <fixstep/aggregate.h>

#include "num/num_util.h"
#include "particles/particle_numbers.h"

#define LINK_FIXTURE_TABLES(T, P, g)        \
    T(g, physics, FS_PARTICLE_WORLD_FIELDS) \
    T(g, particle, FS_PARTICLE_FIELDS)      \
    T(g, force, FS_FORCE_FIELDS)            \
    T(g, link, FS_LINK_FIELDS)              \
    T(g, particle_system, FS_PARTICLE_SYSTEM_FIELDS)
FS_SCHEMA(link_fixture, LINK_FIXTURE_TABLES)

enum { FIXTURE_PARTICLES = 12000, FIXTURE_FORCES = 64, FIXTURE_LINKS = 62000, FIXTURE_CONTACTS = 4096 };

/* A state with its views; particles, forces and links are added by add_...(). */
struct link_fixture {
    fs_state *state;
    struct link_fixture_view v;
    struct fs_particles p;
    struct fs_forces forces;
    struct fs_links links;
    struct fs_particle_system particle_system;
    fs_particle_system_detect_fn *detect;
    void *context;
    void *memory;
    fs_arena arena;
};

/* The particle system points to the views inside the fixture, so a fixture in use must not be moved. */
static inline void bind_link_fixture(struct link_fixture *r)
{
    link_fixture_bind(r->state, &r->v);
    r->p = FS_PARTICLES(r->v, particle, physics);
    r->forces = FS_FORCES(r->v, force, NULL, 0);
    r->links = FS_LINKS(r->v, link);
    r->particle_system = FS_PARTICLE_SYSTEM(r->v, particle_system, &r->p, &r->forces, &r->links);
    r->particle_system.detect = r->detect;
    r->particle_system.context = r->context;
    r->particle_system.contacts = FIXTURE_CONTACTS;
}

/* 60 Hz, one substep per tick. */
static inline void open_link_fixture(struct link_fixture *r, fs_wide3 gravity, fs_link_solver solver, uint32_t substeps)
{
    static const uint32_t capacities[link_fixture_T_COUNT] = {
        1, 1, FIXTURE_PARTICLES, FIXTURE_FORCES, FIXTURE_LINKS, 1
    };
    *r = (struct link_fixture){ 0 };
    SAME(fs_state_create(&link_fixture_schema, capacities, &r->state), FS_OK);
    SAME(fs_rows_resize(r->state, link_fixture_T_physics, 1), FS_OK);
    SAME(fs_rows_resize(r->state, link_fixture_T_particle_system, 1), FS_OK);
    size_t size = fs_particle_system_scratch_size(FIXTURE_PARTICLES, FIXTURE_LINKS, FIXTURE_CONTACTS);
    r->memory = malloc(size);
    r->arena = fs_arena_make(r->memory, size);
    link_fixture_bind(r->state, &r->v);
    *r->v.world.hz = 60;
    bind_link_fixture(r);
    fs_particle_world_def world = fs_default_particle_world_def();
    world.gravity = gravity;
    SAME(fs_particle_world_make(&r->p, &world), FS_OK);
    fs_particle_system_def def = { .solver = solver, .substeps = substeps };
    SAME(fs_particle_system_make(&r->particle_system, &def), FS_OK);
}

static inline void close_link_fixture(struct link_fixture *r)
{
    fs_state_destroy(r->state);
    free(r->memory);
}

static inline void add_rows(struct link_fixture *r, fs_build_counts by)
{
    SAME(fs_rows_resize(r->state, link_fixture_T_particle, *r->v.particle.rows + by.particles), FS_OK);
    SAME(fs_rows_resize(r->state, link_fixture_T_link, *r->v.link.rows + by.links), FS_OK);
    bind_link_fixture(r);
}

/* Where the next builder of `need` writes. */
static inline fs_build_cursor place_cursor(struct link_fixture *r, fs_build_counts need)
{
    fs_build_cursor at = { &r->p, &r->links, *r->v.particle.rows, *r->v.link.rows };
    add_rows(r, need);
    return at;
}

/* A particle without damping; mass 0 is immovable. Returns its row. */
static inline uint32_t add_particle(struct link_fixture *r, double mass, fs_pos3 pos, fs_vel3 vel)
{
    uint32_t row = *r->v.particle.rows;
    add_rows(r, (fs_build_counts){ 1, 0 });
    fs_particle_def def = fs_default_particle_def();
    def.pos = pos;
    def.vel = vel;
    def.damping = FS_UNIT_ONE;
    def.immovable = mass == 0;
    def.mass = wide_of(mass);
    SAME(fs_particle_make(&r->p, row, &def), FS_OK);
    return row;
}

static inline uint32_t add_link(struct link_fixture *r, fs_link link)
{
    uint32_t row = *r->v.link.rows;
    add_rows(r, (fs_build_counts){ 0, 1 });
    SAME(fs_link_make(&r->links, row, &link, &r->p), FS_OK);
    return row;
}

static inline uint32_t add_force(struct link_fixture *r, fs_force f)
{
    uint32_t row = *r->v.force.rows;
    SAME(fs_rows_resize(r->state, link_fixture_T_force, row + 1), FS_OK);
    bind_link_fixture(r);
    SAME(fs_force_make(&r->forces, row, &f, &r->p), FS_OK);
    return row;
}

static inline void step_tick(struct link_fixture *r)
{
    bind_link_fixture(r);
    HOLDS(fs_particle_system_step(&r->particle_system, r->arena) == FS_OK);
    *r->v.world.tick += 1;
}

static inline void step_ticks(struct link_fixture *r, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        step_tick(r);
}

/* Largest stretch of any link that is on, as a share of its largest length, and the mean. */
static inline double measure_stretch(const struct link_fixture *r, double *mean)
{
    double worst = 0, sum = 0;
    for (uint32_t row = 0; row < r->links.count; row++) {
        double stretch = of_wide(fs_link_error(&r->links, row, &r->p)) / of_wide(r->links.max_length[row]);
        worst = fmax(worst, stretch);
        sum += fmax(stretch, 0);
    }
    if (mean != NULL)
        *mean = sum / r->links.count;
    return worst;
}

#endif
