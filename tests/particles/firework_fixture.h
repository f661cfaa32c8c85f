/* firework_fixture.h: a small game's tables of fireworks and sparks, for their tests. */
#ifndef FS_FIREWORK_FIXTURE_H
#define FS_FIREWORK_FIXTURE_H

#include <stdlib.h>
#include <fixstep/emitter.h>

#include "num/num_util.h"

#define FIREWORK_FIXTURE_TABLES(T, P, g)      \
    T(g, physics, FS_PARTICLE_WORLD_FIELDS)   \
    T(g, crackle, FS_EMITTER_FIELDS)          \
    T(g, glow, FS_EMITTER_FIELDS)             \
    T(g, rule, FS_FIREWORK_RULE_FIELDS)       \
    T(g, payload, FS_FIREWORK_PAYLOAD_FIELDS) \
    T(g, firework, FS_FIREWORK_FIELDS)        \
    T(g, spark, FS_SPARK_FIELDS)
FS_SCHEMA(firework_fixture, FIREWORK_FIXTURE_TABLES)

struct firework_fixture {
    fs_state *state;
    struct firework_fixture_view v;
    struct fs_fireworks f;
    struct fs_sparks s;
    void *memory;
    fs_arena arena;
};

static inline void make_emitters(struct firework_fixture *fixture, fs_slot_policy policy)
{
    fs_emitter_def def = fs_default_emitter_def();
    def.seed = 42;
    def.policy = policy;
    ck_assert_int_eq(fs_emitter_make(&fixture->f.emitter, &def), FS_OK);
    def.stream = 1;
    ck_assert_int_eq(fs_emitter_make(&fixture->s.emitter, &def), FS_OK);
}

static inline struct firework_fixture open_firework_fixture(uint32_t slots, fs_slot_policy policy, fs_wide3 gravity,
                                                            fs_integrator integrator)
{
    uint32_t rows[firework_fixture_T_COUNT] = { 1, 1, 1, 1, 9, 16, slots, slots };
    struct firework_fixture fixture = { 0 };
    ck_assert_int_eq(fs_state_create(&firework_fixture_schema, rows, &fixture.state), FS_OK);
    for (unsigned t = 1; t < firework_fixture_T_COUNT; t++)
        ck_assert_int_eq(fs_rows_resize(fixture.state, t, rows[t]), FS_OK);
    firework_fixture_bind(fixture.state, &fixture.v);
    *fixture.v.world.hz = 60;
    fixture.f = FS_FIREWORKS(fixture.v, firework, physics, crackle, rule, payload);
    fixture.s = FS_SPARKS(fixture.v, spark, physics, glow);
    fs_particle_world_def def = fs_default_particle_world_def();
    def.gravity = gravity;
    def.integrator = integrator;
    ck_assert_int_eq(fs_particle_world_make(&fixture.f.p, &def), FS_OK);
    make_emitters(&fixture, policy);
    size_t size = fs_fireworks_scratch_size(slots) + FS_ARENA_ALIGN;
    fixture.memory = malloc(size);
    fixture.arena = fs_arena_make(fixture.memory, size);
    return fixture;
}

static inline struct firework_fixture open_without_gravity(uint32_t slots, fs_slot_policy policy)
{
    return open_firework_fixture(slots, policy, fs_wide3_zero(), FS_INTEGRATOR_SYMPLECTIC_EULER);
}

static inline void close_firework_fixture(struct firework_fixture *fixture)
{
    fs_state_destroy(fixture->state);
    free(fixture->memory);
}

static inline void step_tick(struct firework_fixture *fixture)
{
    fixture->f.p.tick = fixture->s.p.tick = *fixture->v.world.tick;
    fs_arena arena = fixture->arena;
    HOLDS(fs_particles_step(&fixture->f.p, NULL, &arena) == FS_OK);
    HOLDS(fs_particles_step(&fixture->s.p, NULL, &arena) == FS_OK);
    HOLDS(fs_fireworks_step(&fixture->f, fixture->arena) == FS_OK);
    fs_sparks_step(&fixture->s);
    *fixture->v.world.tick += 1;
}

static inline fs_vel3 vel(int x, int y, int z)
{
    return fs_vel3_make(x * FS_VEL_ONE, y * FS_VEL_ONE, z * FS_VEL_ONE);
}

/* The rules 1 to 5 of the source at 60 Hz (its types 1, 2 and 3 and, from its program, 4 and 5), and type 6, two of
 * itself after 7 ticks. Type 1 carries 5 of type 3 and 5 of type 5, type 2 carries 2 of type 4, type 5 carries 5 of
 * type 3. */
enum { DOUBLING = 6, SOURCE_RULES = 6 };

static inline void make_source_rules(struct firework_fixture *fixture)
{
    fs_unit tenth = FS_UNIT_RATIO(1, 10), most = FS_UNIT_RATIO(8, 10);
    fs_firework_rule rules[] = {
        { 30, 84, vel(-5, 25, -5), vel(5, 28, 5), tenth, 2, 0 },
        { 30, 60, vel(-5, 10, -5), vel(5, 20, 5), most, 1, 2 },
        { 30, 90, vel(-5, -5, -5), vel(5, 5, 5), tenth, 0, 0 },
        { 15, 30, vel(-20, 5, -5), vel(20, 5, 5), FS_UNIT_RATIO(2, 10), 0, 0 },
        { 30, 60, vel(-20, 2, -5), vel(20, 18, 5), FS_UNIT_RATIO(1, 100), 1, 3 },
        { 7, 7, vel(0, 0, 0), vel(0, 0, 0), FS_UNIT_ONE, 1, 4 },
    };
    for (uint32_t t = 1; t <= SOURCE_RULES; t++)
        ck_assert_int_eq(fs_firework_rule_make(&fixture->f, t, &rules[t - 1]), FS_OK);
    static const uint32_t loads[][2] = { { 3, 5 }, { 5, 5 }, { 4, 2 }, { 3, 5 }, { DOUBLING, 2 } };
    for (uint32_t i = 0; i < 5; i++)
        ck_assert_int_eq(fs_firework_payload_make(&fixture->f, i, loads[i][0], loads[i][1]), FS_OK);
}

#endif
