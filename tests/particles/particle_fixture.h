/* particle_fixture.h: a small game's tables of particles and generators, for the tests of
 * particles and forces. */
#ifndef FS_PARTICLE_FIXTURE_H
#define FS_PARTICLE_FIXTURE_H

#include <stdlib.h>
#include <fixstep/force.h>

#include "num/num_util.h"
#include "particles/particle_numbers.h"

#define PARTICLE_FIXTURE_TABLES(T, P, g)    \
    T(g, physics, FS_PARTICLE_WORLD_FIELDS) \
    T(g, particle, FS_PARTICLE_FIELDS)      \
    P(g, spark, FS_PARTICLE_FIELDS)         \
    T(g, dust, FS_PARTICLE_MOTION_FIELDS)   \
    T(g, force, FS_FORCE_FIELDS)
FS_SCHEMA(particle_fixture, PARTICLE_FIXTURE_TABLES)

enum { FIXTURE_PARTICLES = 2048, FIXTURE_SPARKS = 8, FIXTURE_DUST = 2048, FIXTURE_FORCES = 256 };

/* A state with its view; `forces` grows by add_force(). */
struct particle_fixture {
    fs_state *state;
    struct particle_fixture_view v;
    struct fs_particles p;
    struct fs_forces forces;
    void *memory;
    fs_arena arena;
};

static inline void bind_particle_fixture(struct particle_fixture *fixture)
{
    particle_fixture_bind(fixture->state, &fixture->v);
    fixture->p = FS_PARTICLES(fixture->v, particle, physics);
    fixture->forces = FS_FORCES(fixture->v, force, fixture->forces.custom, fixture->forces.custom_count);
}

static inline struct particle_fixture open_particle_fixture(uint32_t hz, uint32_t particles, fs_wide3 gravity,
                                                            fs_integrator integrator)
{
    static const uint32_t capacities[particle_fixture_T_COUNT] = {
        1, 1, FIXTURE_PARTICLES, FIXTURE_SPARKS, FIXTURE_DUST, FIXTURE_FORCES
    };
    struct particle_fixture fixture = { 0 };
    ck_assert_int_eq(fs_state_create(&particle_fixture_schema, capacities, &fixture.state), FS_OK);
    ck_assert_int_eq(fs_rows_resize(fixture.state, particle_fixture_T_physics, 1), FS_OK);
    ck_assert_int_eq(fs_rows_resize(fixture.state, particle_fixture_T_particle, particles), FS_OK);
    size_t size = fs_particles_scratch_size(FIXTURE_PARTICLES);
    fixture.memory = malloc(size);
    fixture.arena = fs_arena_make(fixture.memory, size);
    particle_fixture_bind(fixture.state, &fixture.v);
    *fixture.v.world.hz = hz;
    bind_particle_fixture(&fixture);
    fs_particle_world_def def = fs_default_particle_world_def();
    def.gravity = gravity;
    def.integrator = integrator;
    ck_assert_int_eq(fs_particle_world_make(&fixture.p, &def), FS_OK);
    for (uint32_t i = 0; i < particles; i++) {
        fs_particle_def one = fs_default_particle_def();
        one.damping = FS_UNIT_ONE;
        ck_assert_int_eq(fs_particle_make(&fixture.p, i, &one), FS_OK);
    }
    return fixture;
}

static inline void close_particle_fixture(struct particle_fixture *fixture)
{
    fs_state_destroy(fixture->state);
    free(fixture->memory);
}

/* Adds a generator; ends the test when it is refused. */
static inline void add_force(struct particle_fixture *fixture, fs_force f)
{
    uint32_t row = fixture->forces.count;
    ck_assert_int_eq(fs_rows_resize(fixture->state, particle_fixture_T_force, row + 1), FS_OK);
    bind_particle_fixture(fixture);
    ck_assert_int_eq(fs_force_make(&fixture->forces, row, &f, &fixture->p), FS_OK);
}

static inline void step_tick(struct particle_fixture *fixture)
{
    bind_particle_fixture(fixture);
    HOLDS(fs_particles_step(&fixture->p, &fixture->forces, &fixture->arena) == FS_OK);
    *fixture->v.world.tick += 1;
}

static inline void step_ticks(struct particle_fixture *fixture, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        step_tick(fixture);
}

#endif
