/* particle_fixture.h: a small game's tables of particles and generators, for the tests of
 * particles and forces. */
#ifndef FS_PARTICLE_FIXTURE_H
#define FS_PARTICLE_FIXTURE_H

#include <stdlib.h>
#include <fixstep/force.h>

#include "num/num_util.h"

#define LAB_TABLES(T, P, g)                 \
    T(g, physics, FS_PARTICLE_WORLD_FIELDS) \
    T(g, particle, FS_PARTICLE_FIELDS)      \
    P(g, spark, FS_PARTICLE_FIELDS)         \
    T(g, dust, FS_PARTICLE_MOTION_FIELDS)   \
    T(g, force, FS_FORCE_FIELDS)
FS_SCHEMA(lab, LAB_TABLES)

enum { LAB_PARTICLES = 2048, LAB_SPARKS = 8, LAB_DUST = 2048, LAB_FORCES = 256 };

/* A state with its view; `forces` grows by lab_force(). */
struct lab {
    fs_state *state;
    struct lab_view v;
    struct fs_particles p;
    struct fs_forces forces;
    void *memory;
    fs_arena arena;
};

static inline void lab_bind_all(struct lab *lab)
{
    lab_bind(lab->state, &lab->v);
    lab->p = FS_PARTICLES(lab->v, particle, physics);
    lab->forces = FS_FORCES(lab->v, force, lab->forces.custom, lab->forces.custom_count);
}

static inline struct lab lab_open(uint32_t hz, uint32_t particles, fs_wide3 gravity, fs_integrator integrator)
{
    static const uint32_t capacities[lab_T_COUNT] = { 1, 1, LAB_PARTICLES, LAB_SPARKS, LAB_DUST, LAB_FORCES };
    struct lab lab = { 0 };
    ck_assert_int_eq(fs_state_create(&lab_schema, capacities, &lab.state), FS_OK);
    ck_assert_int_eq(fs_rows_resize(lab.state, lab_T_physics, 1), FS_OK);
    ck_assert_int_eq(fs_rows_resize(lab.state, lab_T_particle, particles), FS_OK);
    size_t size = fs_particles_scratch_size(LAB_PARTICLES);
    lab.memory = malloc(size);
    lab.arena = fs_arena_make(lab.memory, size);
    lab_bind(lab.state, &lab.v);
    *lab.v.world.hz = hz;
    lab_bind_all(&lab);
    fs_particle_world_def def = fs_default_particle_world_def();
    def.gravity = gravity;
    def.integrator = integrator;
    ck_assert_int_eq(fs_particle_world_make(&lab.p, &def), FS_OK);
    for (uint32_t i = 0; i < particles; i++) {
        fs_particle_def one = fs_default_particle_def();
        one.damping = FS_UNIT_ONE;
        ck_assert_int_eq(fs_particle_make(&lab.p, i, &one), FS_OK);
    }
    return lab;
}

static inline void lab_close(struct lab *lab)
{
    fs_state_destroy(lab->state);
    free(lab->memory);
}

/* Adds a generator; ends the test when it is refused. */
static inline void lab_force(struct lab *lab, fs_force f)
{
    uint32_t row = lab->forces.count;
    ck_assert_int_eq(fs_rows_resize(lab->state, lab_T_force, row + 1), FS_OK);
    lab_bind_all(lab);
    ck_assert_int_eq(fs_force_make(&lab->forces, row, &f, &lab->p), FS_OK);
}

static inline void lab_tick(struct lab *lab)
{
    lab_bind_all(lab);
    HOLDS(fs_particles_step(&lab->p, &lab->forces, &lab->arena) == FS_OK);
    *lab->v.world.tick += 1;
}

static inline void lab_ticks(struct lab *lab, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        lab_tick(lab);
}

/* Numbers for people. Doubles only measure. */
static inline fs_wide wide_of(double v)
{
    return (fs_wide)(v * 4294967296.0 + (v < 0 ? -0.5 : 0.5));
}
static inline fs_vel vel_of(double v)
{
    return (fs_vel)(v * 2097152.0 + (v < 0 ? -0.5 : 0.5));
}
static inline double of_wide(fs_wide v)
{
    return (double)v / 4294967296.0;
}
static inline double of_vel(fs_vel v)
{
    return (double)v / 2097152.0;
}
static inline fs_wide3 wide3_of(double x, double y, double z)
{
    return fs_wide3_make(wide_of(x), wide_of(y), wide_of(z));
}
static inline fs_pos3 pos3_of(double x, double y, double z)
{
    return fs_pos3_make(wide_of(x), wide_of(y), wide_of(z));
}
static inline fs_vel3 vel3_of(double x, double y, double z)
{
    return fs_vel3_make(vel_of(x), vel_of(y), vel_of(z));
}

/* |a - b| <= bound. Bounds stand at about three times the largest error that was measured, unless the line or its test
 * says where its bound comes from. Results are integers, so the errors are the same on every machine. */
#define NEAR(a, b, bound)                                                                 \
    do {                                                                                  \
        double near_a = (a), near_b = (b), near_bound = (bound);                          \
        if (!(near_a - near_b <= near_bound && near_b - near_a <= near_bound))            \
            ck_abort_msg("%s is %.9g, not %.9g +- %.3g", #a, near_a, near_b, near_bound); \
    } while (0)

#endif
