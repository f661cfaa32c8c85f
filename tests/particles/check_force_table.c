/* check_force_table.c: the rules of all force generators: the particles they act on, what is
 * refused, that no order matters, and that any content of the table is survived.
 *
 * Numbers in front of a test name its rows as in check_particle.c.
 */
#include "particles/particle_fixture.h"

#include <string.h>

#include "support/check_main.h"
#include "num/random_vectors.h"

static struct particle_fixture open_without_gravity(uint32_t particles)
{
    return open_particle_fixture(60, particles, fs_wide3_zero(), FS_INTEGRATOR_SYMPLECTIC_EULER);
}

static fs_result make(struct particle_fixture *fixture, fs_force f)
{
    ck_assert_int_eq(fs_rows_resize(fixture->state, particle_fixture_T_force, 1), FS_OK);
    bind_particle_fixture(fixture);
    return fs_force_make(&fixture->forces, 0, &f, &fixture->p);
}

/* --- making ------------------------------------------------------------------------------- */

/* Every field zero; what lies between the fields has no meaning. */
static bool is_zero_row(fs_force f)
{
    fs_force zero = { 0 };
    bool same = true;
#define SAME_FIELD(t, TYPE, field, unit) same = same && memcmp(&f.field, &zero.field, sizeof f.field) == 0;
    FS_FORCE_FIELDS(SAME_FIELD, force)
#undef SAME_FIELD
    return same;
}

START_TEST(impossible_parameters_are_refused)
{
    struct particle_fixture fixture = open_without_gravity(3);
    fs_pos3 at = fs_pos3_zero();
    fs_wide one = FS_WIDE_ONE, less = -1;
    const fs_force refused[] = { fs_force_drag(0, less, 0),
                                 fs_force_drag(0, 0, less),
                                 fs_force_spring(0, 1, less, one),
                                 fs_force_spring(0, 1, one, less),
                                 fs_force_spring(1, 1, one, one),
                                 fs_force_anchored_spring(0, at, less, one),
                                 fs_force_one_way_spring(0, 1, one, less),
                                 fs_force_one_way_spring(2, 2, one, one),
                                 fs_force_bungee(0, 1, less, one),
                                 fs_force_anchored_bungee(0, at, one, less),
                                 fs_force_elastic_limit(0, 1, one, one, one - 1, one),
                                 fs_force_elastic_limit(0, 1, one, one, one, less),
                                 fs_force_buoyancy(0, one, one, one, 0, 0),
                                 fs_force_buoyancy(0, one, one, -one, 0, one),
                                 fs_force_stiff_spring(0, at, less, 0),
                                 fs_force_stiff_spring(0, at, 0, less),
                                 fs_force_stiff_spring(0, at, INT64_MAX, 0),
                                 fs_force_stiff_spring(0, at, 0, INT64_MAX),
                                 fs_force_uplift(0, at, less, fs_wide3_zero()),
                                 fs_force_airbrake(0, less),
                                 fs_force_gravity_well(0, at, one, less),
                                 fs_force_black_hole(0, at, one, 0),
                                 fs_force_mutual_gravity(0, 1, one, less),
                                 fs_force_overcrowding(0, one),
                                 fs_force_overcrowding(one, less),
                                 fs_force_lift(0, one, 0, 0),
                                 fs_force_homing(0, 1, less, one),
                                 fs_force_homing(0, 1, one, less),
                                 fs_force_wind(0, fs_wide3_zero(), less, 0, one, 1),
                                 fs_force_wind(0, fs_wide3_zero(), one, 0, less, 1),
                                 fs_force_blast(0, at, less, one, one, 0),
                                 fs_force_blast(0, at, one, 0, one, 0),
                                 fs_force_blast(0, at, one, one, 0, 0),
                                 fs_force_spring(FS_FORCE_EVERY, 1, one, one),
                                 fs_force_mutual_gravity(FS_FORCE_EVERY, 0, one, one),
                                 { .type = FS_FORCE_NONE, .on = 1 },
                                 { .type = FS_FORCE_TYPES, .on = 1 },
                                 { .type = FS_FORCE_CUSTOM, .on = 1 },
                                 { .type = UINT16_MAX, .on = 1 } };
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++)
        ck_assert_msg(make(&fixture, refused[i]) == FS_E_ARGUMENT, "row %zu was taken", i);
    ck_assert(is_zero_row(fs_force_get(&fixture.forces, 0)));
    ck_assert(is_zero_row(fs_force_get(&fixture.forces, 1)));
    fs_force good = fs_force_constant(0, fs_wide3_zero());
    ck_assert_int_eq(fs_force_make(&fixture.forces, 1, &good, &fixture.p), FS_E_ARGUMENT);
    close_particle_fixture(&fixture);
}
END_TEST

START_TEST(dangling_particles_are_refused)
{
    struct particle_fixture fixture = open_without_gravity(3);
    ck_assert_int_eq(make(&fixture, fs_force_constant(3, fs_wide3_zero())), FS_E_STALE);
    ck_assert_int_eq(make(&fixture, fs_force_spring(0, 3, 1, 1)), FS_E_STALE);
    ck_assert_int_eq(make(&fixture, fs_force_homing(0, 77, 1, 1)), FS_E_STALE);
    ck_assert_int_eq(make(&fixture, fs_force_homing(FS_FORCE_EVERY, 2, 1, 1)), FS_OK);
    close_particle_fixture(&fixture);
}
END_TEST

/* Every type that is listed exists, with a name and the function of its shape. */
START_TEST(every_listed_type_exists)
{
    struct fs_forces none = { 0 };
    for (uint32_t id = 1; id < FS_FORCE_TYPES; id++) {
        const fs_force_type *type = fs_force_type_get(&none, id);
        ck_assert_msg(type != NULL && type->name != NULL, "type %u", id);
        bool two = type->arity == FS_FORCE_ARITY_PAIR || type->arity == FS_FORCE_ARITY_ONE_WAY;
        ck_assert((type->one != NULL) == (type->arity == FS_FORCE_ARITY_ONE));
        ck_assert((type->pair != NULL) == two);
        ck_assert((type->group != NULL) == (type->arity == FS_FORCE_ARITY_GROUP));
        for (uint32_t other = 1; other < id; other++)
            ck_assert_str_ne(type->name, fs_force_type_get(&none, other)->name);
    }
    ck_assert(fs_force_type_get(&none, 0) == NULL && fs_force_type_get(&none, FS_FORCE_TYPES) == NULL);
}
END_TEST

/* A5.3: taking a particle's generators away; there may be none. */
START_TEST(release)
{
    struct particle_fixture fixture = open_without_gravity(4);
    add_force(&fixture, fs_force_constant(1, wide3_of(1, 0, 0)));
    add_force(&fixture, fs_force_spring(0, 1, FS_WIDE_ONE, 0));
    add_force(&fixture, fs_force_constant(2, wide3_of(1, 0, 0)));
    add_force(&fixture, fs_force_wind(2, fs_wide3_zero(), 1, 1, 1, 1));
    add_force(&fixture, fs_force_constant(FS_FORCE_EVERY, wide3_of(1, 0, 0)));
    ck_assert_uint_eq(fs_forces_detach_particle(&fixture.forces, 3), 0);
    ck_assert_uint_eq(fs_forces_detach_particle(&fixture.forces, 1), 2);
    ck_assert_uint_eq(fs_forces_detach_particle(&fixture.forces, 1), 0);
    ck_assert(fixture.forces.on[0] == 0 && fixture.forces.on[1] == 0 && fixture.forces.on[2] && fixture.forces.on[3] &&
              fixture.forces.on[4]);
    close_particle_fixture(&fixture);
}
END_TEST

/* --- pools ----------------------------------------------------------------------------------- */

/* A generator names a row of a pool with its generation: a later particle in that row is not pushed. */
START_TEST(a_stale_generation_pushes_nobody)
{
    struct particle_fixture fixture = open_without_gravity(0);
    fs_handle a, b;
    fs_particle_def def = fs_default_particle_def();
    ck_assert_int_eq(fs_pool_create(fixture.state, particle_fixture_T_spark, &a), FS_OK);
    ck_assert_int_eq(fs_rows_resize(fixture.state, particle_fixture_T_force, 1), FS_OK);
    bind_particle_fixture(&fixture);
    struct fs_particles sparks = FS_PARTICLES_POOL(fixture.v, spark, physics);
    ck_assert_int_eq(fs_particle_make(&sparks, 0, &def), FS_OK);
    fs_force f = fs_force_constant(0, wide3_of(60, 0, 0));
    ck_assert_int_eq(fs_force_make(&fixture.forces, 0, &f, &sparks), FS_OK);
    ck_assert_uint_eq(fixture.forces.a_gen[0], a.generation);
    ck_assert_int_eq(fs_particles_step(&sparks, &fixture.forces, &fixture.arena), FS_OK);
    ck_assert(sparks.vel[0].x > 0);
    ck_assert_int_eq(fs_pool_destroy(fixture.state, particle_fixture_T_spark, a), FS_OK);
    ck_assert_int_eq(fs_pool_create(fixture.state, particle_fixture_T_spark, &b), FS_OK);
    ck_assert_int_eq(fs_particle_make(&sparks, 0, &def), FS_OK);
    ck_assert_int_eq(fs_particles_step(&sparks, &fixture.forces, &fixture.arena), FS_OK);
    ck_assert(sparks.vel[0].x == 0);
    f.a_gen = a.generation;
    ck_assert_int_eq(fs_force_make(&fixture.forces, 0, &f, &sparks), FS_E_STALE);
    ck_assert_int_eq(fs_pool_destroy(fixture.state, particle_fixture_T_spark, b), FS_OK);
    f.a_gen = 0;
    ck_assert_int_eq(fs_force_make(&fixture.forces, 0, &f, &sparks), FS_E_STALE);
    close_particle_fixture(&fixture);
}
END_TEST

/* --- a game's own types --------------------------------------------------------------------------- */

static fs_wide3 own_one(fs_force_context *c, const fs_force *f, uint32_t a)
{
    return fs_wide3_make(fs_sat64_add(f->k, c->particles->pos[a].x), 0, 0);
}

static void own_prepare(fs_force_context *c, fs_force *f)
{
    f->k = fs_sat64_add(f->k, fs_wide_from_ratio(c->particles->tick, 1));
}

static fs_wide3 own_two(fs_force_context *c, const fs_force *f, uint32_t a, uint32_t b)
{
    (void)c;
    (void)a;
    (void)b;
    return fs_wide3_make(0, f->k, 0);
}

/* Pushes the first and, against the rules, particles that do not exist. */
static void own_group(fs_force_context *c, const fs_force *f)
{
    fs_force_add(c, 0, f->vec);
    fs_force_add(c, c->particles->count, f->vec);
    fs_force_add_pair(c, UINT32_MAX, 1, f->vec);
    fs_force_count_saturation(c);
}

static bool own_valid(const fs_force *f)
{
    return f->k != 13;
}

static const fs_force_type own[] = {
    { .name = "one", .arity = FS_FORCE_ARITY_ONE, .one = own_one, .prepare = own_prepare, .valid = own_valid },
    { .name = "pair", .arity = FS_FORCE_ARITY_PAIR, .pair = own_two },
    { .name = "group", .arity = FS_FORCE_ARITY_GROUP, .group = own_group },
};

START_TEST(a_game_has_its_own_types)
{
    struct particle_fixture fixture = open_without_gravity(3);
    fixture.forces.custom = own;
    fixture.forces.custom_count = 3;
    *fixture.v.world.tick = 5;
    fixture.p.pos[2] = pos3_of(7, 0, 0);
    add_force(&fixture, (fs_force){ .type = FS_FORCE_CUSTOM, .on = 1, .a = 2, .k = FS_WIDE_ONE });
    add_force(&fixture, (fs_force){ .type = FS_FORCE_CUSTOM + 1, .on = 1, .a = 0, .b = 1, .k = 3 * FS_WIDE_ONE });
    add_force(&fixture, (fs_force){ .type = FS_FORCE_CUSTOM + 2, .on = 1, .vec = wide3_of(0, 0, 9) });
    fs_arena arena = fixture.arena;
    fs_force_sum *sums = fs_force_sums_alloc(&arena, 3);
    ck_assert_int_eq(fs_forces_apply(&fixture.forces, &fixture.p, sums, arena), FS_OK);
    ck_assert(fs_i128_sat64(sums[2].x) == (1 + 5 + 7) * FS_WIDE_ONE);
    ck_assert(fixture.forces.k[0] == FS_WIDE_ONE); /* prepare works on a copy */
    ck_assert(fs_i128_sat64(sums[0].y) == 3 * FS_WIDE_ONE && fs_i128_sat64(sums[1].y) == -3 * FS_WIDE_ONE);
    ck_assert(fs_i128_sat64(sums[0].z) == 9 * FS_WIDE_ONE && fs_i128_sat64(sums[1].z) == -9 * FS_WIDE_ONE);
    ck_assert_uint_eq(*fixture.p.saturations, 1);
    fs_force bad = { .type = FS_FORCE_CUSTOM, .on = 1, .k = 13 }, none = { .type = FS_FORCE_CUSTOM + 3, .on = 1 };
    ck_assert_int_eq(fs_force_make(&fixture.forces, 0, &bad, &fixture.p), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_force_make(&fixture.forces, 0, &none, &fixture.p), FS_E_ARGUMENT);
    /* The same rows in a program that lacks the types push nothing. */
    fixture.forces.custom_count = 0;
    memset(sums, 0, 3 * sizeof *sums);
    ck_assert_int_eq(fs_forces_apply(&fixture.forces, &fixture.p, sums, arena), FS_OK);
    ck_assert(fs_i128_sign(sums[2].x) == 0 && fs_i128_sign(sums[0].y) == 0);
    close_particle_fixture(&fixture);
}
END_TEST

/* --- order and mirrors ------------------------------------------------------------------------------- */

enum { ROWS = 60, BODIES = 24 };

static fs_wide random_below_20(test_rng *r)
{
    return (fs_wide)(test_bits(r) % (20 * (uint64_t)FS_WIDE_ONE));
}

/* One generator of a random type; sign turns everything that has a direction. */
static fs_force random_force(test_rng *r, int sign)
{
    uint32_t a = (uint32_t)(test_bits(r) % BODIES), b = (a + 1 + (uint32_t)(test_bits(r) % (BODIES - 1))) % BODIES;
    fs_wide k = random_below_20(r), length = random_below_20(r) + 1, x = random_below_20(r) - 10 * FS_WIDE_ONE,
            y = random_below_20(r), z = random_below_20(r);
    uint64_t type = test_bits(r) % 16;
    fs_pos3 point = fs_pos3_make(sign * x, sign * y, sign * z);
    fs_wide3 vec = fs_wide3_make(sign * z, sign * x, sign * y);
    a = type > 6 && test_bits(r) % 4 == 0 ? FS_FORCE_EVERY : a;
    switch (type) {
    case 0: return fs_force_spring(a, b, k, length);
    case 1: return fs_force_bungee(a, b, k, length);
    case 2: return fs_force_elastic_limit(a, b, k, length, length + y, k / 3);
    case 3: return fs_force_mutual_gravity(a, b, k, length);
    case 4: return fs_force_one_way_spring(a, b, k, length);
    case 5: return fs_force_homing(a, b, k, length);
    case 6: return fs_force_anchored_spring(a, point, k, length);
    case 7: return fs_force_gravity(a, vec);
    case 8: return fs_force_drag(a, k, length);
    case 9: return fs_force_anchored_bungee(a, point, k, length);
    case 10: return fs_force_stiff_spring(a, point, k, length);
    case 11: return fs_force_uplift(a, point, length, vec);
    case 12: return fs_force_attractor(a, point, k);
    case 13: return fs_force_gravity_well(a, point, k, length);
    case 14: return fs_force_wind(a, vec, k, 0, length, 3);
    default: return fs_force_blast(a, point, k, length, length, 2);
    }
}

static struct particle_fixture random_world(uint64_t seed, int sign, fs_integrator integrator)
{
    struct particle_fixture fixture = open_particle_fixture(
        60, BODIES, fs_wide3_make(0, sign * -10 * FS_WIDE_ONE, 5 * sign), integrator);
    test_rng r = { seed };
    for (uint32_t i = 0; i < BODIES; i++) {
        fs_wide x = random_below_20(&r), y = random_below_20(&r), z = random_below_20(&r);
        fs_vel3 vel = test_vel3(&r, 7);
        fixture.p.pos[i] = fs_pos3_make(sign * (x - 9 * FS_WIDE_ONE), sign * y, sign * z);
        fixture.p.vel[i] = fs_vel3_make(sign * vel.x, sign * (vel.y >> 1), 0);
        fs_particle_set_mass(&fixture.p, i, random_below_20(&r) / 4 + FS_WIDE_ONE / 10);
        if (i % 9 == 8)
            fs_particle_set_immovable(&fixture.p, i);
    }
    for (int i = 0; i < ROWS; i++)
        add_force(&fixture, random_force(&r, sign));
    return fixture;
}

static void swap_rows(struct fs_forces *forces, uint32_t i, uint32_t j)
{
#define SWAP(t, TYPE, field, unit)           \
    do {                                     \
        fs_c_##TYPE kept = forces->field[i]; \
        forces->field[i] = forces->field[j]; \
        forces->field[j] = kept;             \
    } while (0);
    FS_FORCE_FIELDS(SWAP, forces)
#undef SWAP
}

/* A5.1, C3-09: shuffled rows give the same particles, tick for tick, to the bit. */
START_TEST(no_order_of_rows_matters)
{
    struct particle_fixture a = random_world((uint64_t)_i, 1, (fs_integrator)(_i % FS_INTEGRATOR_COUNT));
    struct particle_fixture b = random_world((uint64_t)_i, 1, (fs_integrator)(_i % FS_INTEGRATOR_COUNT));
    add_force(&a, fs_force_overcrowding(3 * FS_WIDE_ONE, 9 * FS_WIDE_ONE));
    add_force(&b, fs_force_overcrowding(3 * FS_WIDE_ONE, 9 * FS_WIDE_ONE));
    test_rng r = { 99 };
    for (int tick = 0; tick < 100; tick++) {
        for (uint32_t i = 0; i <= ROWS; i++)
            swap_rows(&b.forces, i, (uint32_t)(test_bits(&r) % (ROWS + 1)));
        step_tick(&a);
        step_tick(&b);
        HOLDS(fs_table_hash(a.state, particle_fixture_T_particle) ==
              fs_table_hash(b.state, particle_fixture_T_particle));
        HOLDS(fs_table_hash(a.state, particle_fixture_T_world) == fs_table_hash(b.state, particle_fixture_T_world));
    }
    close_particle_fixture(&a);
    close_particle_fixture(&b);
}
END_TEST

/* Turned about the origin, the world stays turned to the bit (buoyancy, lift and wind
 * drift know up from down and are left out). */
START_TEST(a_mirrored_world_stays_mirrored)
{
    struct particle_fixture a = random_world((uint64_t)_i + 50, 1, (fs_integrator)(_i % FS_INTEGRATOR_COUNT));
    struct particle_fixture b = random_world((uint64_t)_i + 50, -1, (fs_integrator)(_i % FS_INTEGRATOR_COUNT));
    for (int tick = 0; tick < 200; tick++) {
        step_tick(&a);
        step_tick(&b);
        for (uint32_t i = 0; i < BODIES; i++) {
            HOLDS(fs_pos3_eq(a.p.pos[i], fs_pos3_neg(b.p.pos[i])));
            HOLDS(fs_vel3_eq(a.p.vel[i], fs_vel3_neg(b.p.vel[i])));
        }
    }
    close_particle_fixture(&a);
    close_particle_fixture(&b);
}
END_TEST

/* What is in scratch before a step changes nothing. */
START_TEST(scratch_is_forgotten)
{
    struct particle_fixture a = random_world(5, 1, FS_INTEGRATOR_VELOCITY_VERLET),
                            b = random_world(5, 1, FS_INTEGRATOR_VELOCITY_VERLET);
    add_force(&a, fs_force_overcrowding(3 * FS_WIDE_ONE, 9 * FS_WIDE_ONE));
    add_force(&b, fs_force_overcrowding(3 * FS_WIDE_ONE, 9 * FS_WIDE_ONE));
    for (int tick = 0; tick < 30; tick++) {
        memset(b.memory, 0xA5 + tick, fs_particles_scratch_size(FIXTURE_PARTICLES));
        step_tick(&a);
        step_tick(&b);
    }
    ck_assert(fs_state_hash(a.state) == fs_state_hash(b.state));
    close_particle_fixture(&a);
    close_particle_fixture(&b);
}
END_TEST

/* --- limits -------------------------------------------------------------------------------------------- */

/* The documented size of scratch is enough; with less the step fails and nothing has moved. */
START_TEST(too_small_an_arena_is_told)
{
    struct particle_fixture fixture = random_world(6, 1, (fs_integrator)_i);
    add_force(&fixture, fs_force_overcrowding(3 * FS_WIDE_ONE, 9 * FS_WIDE_ONE));
    uint64_t root = fs_state_hash(fixture.state);
    size_t enough = fs_particles_scratch_size(BODIES);
    for (size_t size = 0; size < enough / 2; size += 64) {
        fs_arena arena = fs_arena_make(fixture.memory, size);
        ck_assert_int_eq(fs_particles_step(&fixture.p, &fixture.forces, &arena), FS_E_MEMORY);
        ck_assert(arena.left == size && fs_state_hash(fixture.state) == root);
    }
    for (size_t shift = 0; shift < 3; shift++) {
        fs_arena arena = fs_arena_make((uint8_t *)fixture.memory + shift, enough);
        ck_assert_int_eq(fs_particles_step(&fixture.p, &fixture.forces, &arena), FS_OK);
        ck_assert(arena.left == enough);
    }
    close_particle_fixture(&fixture);
}
END_TEST

/* Forces beyond the format are cut, counted and never wrap: the push keeps its sign. */
START_TEST(overflowing_forces_are_counted)
{
    struct particle_fixture fixture = open_without_gravity(4);
    fs_particle_set_mass(&fixture.p, 1, 1);
    fixture.p.pos[1] = pos3_of(1e9, 0, 0);
    fixture.p.pos[2] = pos3_of(1, 0, 0);
    add_force(&fixture, fs_force_spring(0, 1, FS_WIDE_MAX, 0));
    add_force(&fixture, fs_force_gravity(3, fs_wide3_make(0, FS_WIDE_MIN, 0)));
    add_force(&fixture, fs_force_gravity_well(2, fs_pos3_zero(), FS_WIDE_MAX, 0));
    step_ticks(&fixture, 1);
    ck_assert(fixture.p.vel[0].x > 0 && fixture.p.vel[1].x < 0 && fixture.p.vel[2].x < 0 && fixture.p.vel[3].y < 0);
    ck_assert_uint_ge(*fixture.p.saturations, 4);
    ck_assert_uint_ge(*fixture.p.limited, 4);
    close_particle_fixture(&fixture);
}
END_TEST

/* Any bits in all columns of particles and generators: no step depends on more than the
 * state, and the sanitizers find nothing. */
START_TEST(any_table_is_survived)
{
    uint64_t roots[2];
    for (int k = 0; k < 2; k++) {
        struct particle_fixture fixture = open_without_gravity(40);
        fixture.forces.custom = own;
        fixture.forces.custom_count = 3;
        ck_assert_int_eq(fs_rows_resize(fixture.state, particle_fixture_T_force, 200), FS_OK);
        test_rng r = { (uint64_t)_i };
        for (unsigned t = particle_fixture_T_physics; t < particle_fixture_T_COUNT; t++)
            for (uint32_t row = 0; row < fs_state_rows(fixture.state, t); row++)
                for (uint16_t f = 0; f < particle_fixture_schema.tables[t].field_count; f++)
                    for (uint16_t c = 0; c < fs_type_get(particle_fixture_schema.tables[t].fields[f].type)->components;
                         c++)
                        ck_assert_int_eq(
                            fs_value_set(fixture.state, (fs_value_ref){ (uint16_t)t, f, row, c }, test_i64(&r)), FS_OK);
        bind_particle_fixture(&fixture);
        for (uint32_t row = 0; row < 200; row++) {
            fixture.forces.type[row] = (uint16_t)(row < 190 ? row % (FS_FORCE_TYPES + 1) : FS_FORCE_CUSTOM + row % 4);
            fixture.forces.a[row] = row % 3 ? (uint32_t)(test_bits(&r) % 44) : FS_FORCE_EVERY;
            fixture.forces.b[row] = (uint32_t)(test_bits(&r) % 44);
            fixture.forces.kind[row] = 0;
            fixture.forces.on[row] = row % 7 != 0;
        }
        *fixture.v.world.hz = (uint32_t[]){ 60, 0, 1, UINT32_MAX, 120, 4096 }[_i % 6];
        *fixture.p.integrator = (uint8_t)(_i % 4);
        uint32_t out[3];
        for (int tick = 0; tick < 10; tick++) {
            step_tick(&fixture);
            (void)fs_force_captures(&fixture.forces, &fixture.p, out, 3);
        }
        roots[k] = fs_state_hash(fixture.state);
        close_particle_fixture(&fixture);
    }
    ck_assert(roots[0] == roots[1]);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("force table");
    TCase *tc = tcase_create("table");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, impossible_parameters_are_refused);
    tcase_add_test(tc, dangling_particles_are_refused);
    tcase_add_test(tc, every_listed_type_exists);
    tcase_add_test(tc, release);
    tcase_add_test(tc, a_stale_generation_pushes_nobody);
    tcase_add_test(tc, a_game_has_its_own_types);
    tcase_add_loop_test(tc, no_order_of_rows_matters, 0, 12);
    tcase_add_loop_test(tc, a_mirrored_world_stays_mirrored, 0, 12);
    tcase_add_test(tc, scratch_is_forgotten);
    tcase_add_loop_test(tc, too_small_an_arena_is_told, 0, FS_INTEGRATOR_COUNT);
    tcase_add_test(tc, overflowing_forces_are_counted);
    tcase_add_loop_test(tc, any_table_is_survived, 0, 24);
    suite_add_tcase(suite, tc);
    return suite;
}
