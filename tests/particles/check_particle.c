/* check_particle.c: rows of particles: masses, sets, limits, and any content of the columns.
 *
 * Numbers in front of a test name its rows: A3.7 is row 3.7 of the laws of particles,
 * C3-06 row 3-06 of the basic motion models. Doubles only measure.
 */
#include "particles/particle_fixture.h"

#include <math.h>
#include <string.h>
#include <fixstep/trig.h>

#include "support/check_main.h"
#include "num/random_vectors.h"

static fs_wide3 no_gravity(void)
{
    return fs_wide3_zero();
}

static struct particle_fixture one_particle(uint32_t hz, fs_integrator integrator, fs_vel3 vel, fs_wide3 acc)
{
    struct particle_fixture fixture = open_particle_fixture(hz, 1, no_gravity(), integrator);
    fixture.p.vel[0] = vel;
    fixture.p.acc[0] = acc;
    return fixture;
}

/* --- masses ---------------------------------------------------------------------------------------- */

/* A3.4: 1 g to 1000 t and beyond: the inverse is right to 2^-31 and never 0. */
START_TEST(inverse_masses)
{
    struct particle_fixture fixture = open_particle_fixture(60, 1, no_gravity(), FS_INTEGRATOR_SYMPLECTIC_EULER);
    for (double m = 1e-9; m < 2e9; m *= 1.7) {
        fs_wide mass = fs_max64(wide_of(m), 1), back;
        ck_assert_int_eq(fs_particle_set_mass(&fixture.p, 0, mass), FS_OK);
        fs_scaled inv = fs_particle_inv_mass(&fixture.p, 0);
        NEAR(ldexp(inv.m, inv.e) * of_wide(mass), 1, 4.7e-10);
        ck_assert_int_eq(fs_particle_mass(&fixture.p, 0, &back), FS_OK);
        ck_assert(back == mass);
        ck_assert(fs_particle_movable(&fixture.p, 0));
    }
    ck_assert_int_eq(fs_particle_set_inv_mass(&fixture.p, 0, fs_scaled_make(1, -3)), FS_OK);
    ck_assert(fixture.p.mass[0] == 8 * FS_WIDE_ONE);
    close_particle_fixture(&fixture);
}
END_TEST

/* A3.4: zero and negative masses are refused and nothing has changed. */
START_TEST(impossible_numbers_are_refused)
{
    struct particle_fixture fixture = open_particle_fixture(60, 2, no_gravity(), FS_INTEGRATOR_SYMPLECTIC_EULER);
    uint64_t root = fs_state_hash(fixture.state);
    static const fs_wide masses[] = { 0, -1, -FS_WIDE_ONE, FS_WIDE_MIN };
    static const fs_unit dampings[] = { -1, FS_UNIT_ONE + 1, FS_UNIT_MIN, FS_UNIT_MAX };
    for (int i = 0; i < 4; i++) {
        fs_particle_def def = fs_default_particle_def();
        ck_assert_int_eq(fs_particle_set_mass(&fixture.p, 0, masses[i]), FS_E_ARGUMENT);
        ck_assert_int_eq(fs_particle_set_damping(&fixture.p, 0, dampings[i]), FS_E_ARGUMENT);
        def.mass = masses[i];
        ck_assert_int_eq(fs_particle_make(&fixture.p, 0, &def), FS_E_ARGUMENT);
        def = fs_default_particle_def();
        def.damping = dampings[i];
        ck_assert_int_eq(fs_particle_make(&fixture.p, 0, &def), FS_E_ARGUMENT);
        fs_particle_world_def world = fs_default_particle_world_def();
        world.damping = dampings[i];
        ck_assert_int_eq(fs_particle_world_make(&fixture.p, &world), FS_E_ARGUMENT);
    }
    fs_particle_def def = fs_default_particle_def();
    ck_assert_int_eq(fs_particle_make(&fixture.p, 2, &def), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_particle_set_inv_mass(&fixture.p, 0, (fs_scaled){ -(1 << 30), 0 }), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_particle_set_mass(&fixture.p, 2, FS_WIDE_ONE), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_particle_set_immovable(&fixture.p, 2), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_particle_set_damping(&fixture.p, 2, 0), FS_E_ARGUMENT);
    ck_assert(fs_state_hash(fixture.state) == root);
    close_particle_fixture(&fixture);
}
END_TEST

START_TEST(impossible_worlds_are_refused)
{
    struct particle_fixture fixture = open_particle_fixture(60, 1, no_gravity(), FS_INTEGRATOR_SYMPLECTIC_EULER);
    fs_particle_world_def def = fs_default_particle_world_def();
    def.max_speed = 0;
    ck_assert_int_eq(fs_particle_world_make(&fixture.p, &def), FS_E_ARGUMENT);
    def.max_speed = FS_PARTICLE_SPEED_MAX + 1;
    ck_assert_int_eq(fs_particle_world_make(&fixture.p, &def), FS_E_ARGUMENT);
    def = fs_default_particle_world_def();
    def.integrator = FS_INTEGRATOR_COUNT;
    ck_assert_int_eq(fs_particle_world_make(&fixture.p, &def), FS_E_ARGUMENT);
    close_particle_fixture(&fixture);
}
END_TEST

/* A3.9, A3.4: an immovable particle keeps every bit under gravity, velocity and damping, and
 * has no mass to tell. */
START_TEST(an_immovable_particle_keeps_every_bit)
{
    struct particle_fixture fixture = open_particle_fixture(60, 3, wide3_of(0, -10, 0), (fs_integrator)_i);
    fs_particle_def def = fs_default_particle_def();
    def.immovable = true;
    def.pos = pos3_of(1, 2, 3);
    def.vel = vel3_of(4, 5, 6);
    ck_assert_int_eq(fs_particle_make(&fixture.p, 1, &def), FS_OK);
    step_ticks(&fixture, 100);
    ck_assert(fs_pos3_eq(fixture.p.pos[1], def.pos) && fs_vel3_eq(fixture.p.vel[1], def.vel));
    ck_assert(fixture.p.pos[0].y < 0 && fs_pos3_eq(fixture.p.pos[0], fixture.p.pos[2]));
    fs_wide mass = 5;
    ck_assert_int_eq(fs_particle_mass(&fixture.p, 1, &mass), FS_E_ARGUMENT);
    ck_assert(mass == 0 && fs_particle_inv_mass(&fixture.p, 1).m == 0);
    ck_assert(fs_wide3_is_zero(fs_particle_momentum(&fixture.p, 1)) && fs_particle_kinetic_energy(&fixture.p, 1) == 0);
    ck_assert(fs_vel3_is_zero(fs_particle_delta_velocity(&fixture.p, 1)));
    close_particle_fixture(&fixture);
}
END_TEST

/* A3.5, A3.11, C3-13: m = 2, v = (3, 4, 0): 25 J and (6, 8, 0) kg m/s, exactly, and at -100 to 100 times that speed. */
START_TEST(energy_and_momentum)
{
    struct particle_fixture fixture = one_particle(60, FS_INTEGRATOR_SYMPLECTIC_EULER, vel3_of(3, 4, 0), no_gravity());
    ck_assert_int_eq(fs_particle_set_mass(&fixture.p, 0, 2 * FS_WIDE_ONE), FS_OK);
    ck_assert(fs_particle_kinetic_energy(&fixture.p, 0) == 25 * FS_WIDE_ONE);
    for (int k = -100; k <= 100; k++) {
        fixture.p.vel[0] = vel3_of(3 * k, 4 * k, 0);
        fs_wide3 momentum = fs_particle_momentum(&fixture.p, 0);
        ck_assert(momentum.x == 6 * k * FS_WIDE_ONE && momentum.y == 8 * k * FS_WIDE_ONE && momentum.z == 0);
        ck_assert(fs_particle_kinetic_energy(&fixture.p, 0) == 25 * k * k * FS_WIDE_ONE);
    }
    /* 1000 kg at 70 m/s, and the end of the format. */
    ck_assert_int_eq(fs_particle_set_mass(&fixture.p, 0, 1000 * FS_WIDE_ONE), FS_OK);
    fixture.p.vel[0] = vel3_of(0, -70, 0);
    ck_assert(fs_particle_kinetic_energy(&fixture.p, 0) == 2450000 * FS_WIDE_ONE);
    ck_assert_int_eq(fs_particle_set_mass(&fixture.p, 0, FS_WIDE_MAX), FS_OK);
    ck_assert(fs_particle_kinetic_energy(&fixture.p, 0) == FS_WIDE_MAX);
    ck_assert(fs_particle_momentum(&fixture.p, 0).y == FS_WIDE_MIN);
    close_particle_fixture(&fixture);
}
END_TEST

/* C3-03: masses 1 and 3 at 0 and 4 balance at 3; a shift of all shifts it exactly. */
START_TEST(centre_of_mass)
{
    struct particle_fixture fixture = open_particle_fixture(60, 3, no_gravity(), FS_INTEGRATOR_SYMPLECTIC_EULER);
    fs_pos3 c, shifted, shift = fs_pos3_make(INT64_C(1) << 61, -1234567, 89);
    ck_assert_int_eq(fs_particle_set_mass(&fixture.p, 1, 3 * FS_WIDE_ONE), FS_OK);
    ck_assert_int_eq(fs_particle_set_immovable(&fixture.p, 2), FS_OK);
    fixture.p.pos[1] = pos3_of(4, -8, 1);
    fixture.p.pos[2] = pos3_of(99, 99, 99);
    ck_assert_int_eq(fs_particles_centre_of_mass(&fixture.p, &c), FS_OK);
    ck_assert(fs_pos3_eq(c, pos3_of(3, -6, 0.75)));
    fixture.p.pos[0] = fs_pos3_add(fixture.p.pos[0], shift);
    fixture.p.pos[1] = fs_pos3_add(fixture.p.pos[1], shift);
    ck_assert_int_eq(fs_particles_centre_of_mass(&fixture.p, &shifted), FS_OK);
    ck_assert(fs_pos3_eq(shifted, fs_pos3_add(c, shift)));
    ck_assert_int_eq(fs_particle_set_immovable(&fixture.p, 0), FS_OK);
    ck_assert_int_eq(fs_particle_set_immovable(&fixture.p, 1), FS_OK);
    ck_assert_int_eq(fs_particles_centre_of_mass(&fixture.p, &c), FS_E_ARGUMENT);
    close_particle_fixture(&fixture);
}
END_TEST

/* The widest scene: the mean of opposite ends with the largest masses. */
START_TEST(centre_of_the_widest_scene)
{
    struct particle_fixture fixture = open_particle_fixture(60, 1000, no_gravity(), FS_INTEGRATOR_SYMPLECTIC_EULER);
    fs_pos3 c;
    for (uint32_t i = 0; i < 1000; i++) {
        ck_assert_int_eq(fs_particle_set_mass(&fixture.p, i, FS_WIDE_MAX), FS_OK);
        fs_pos end = i % 2 ? FS_POS_MAX : -FS_POS_MAX;
        fixture.p.pos[i] = fs_pos3_make(end, -end, i % 4 < 3 ? end : 0);
    }
    ck_assert_int_eq(fs_particles_centre_of_mass(&fixture.p, &c), FS_OK);
    ck_assert(c.x == 0 && c.y == 0);
    NEAR((double)c.z / (double)-FS_POS_MAX, 0.25, 1e-15);
    close_particle_fixture(&fixture);
}
END_TEST

/* --- sets ------------------------------------------------------------------------------------------------ */

static void scatter(struct fs_particles *p, uint64_t seed, bool varied)
{
    test_rng r = { seed };
    for (uint32_t i = 0; i < p->count; i++) {
        p->pos[i] = test_pos3(&r, 12);
        fs_vel3 vel = test_vel3(&r, 2);
        p->vel[i] = fs_vel3_make(vel.x, vel.y >> 1, vel.z >> 7);
        if (!varied)
            continue;
        uint64_t how = test_bits(&r);
        if (how % 8 == 0)
            p->acc[i] = test_wide3(&r, 26);
        if (how % 16 == 1)
            fs_particle_set_damping(p, i, (fs_unit)(how >> 34));
        if (how % 16 == 2)
            fs_particle_set_immovable(p, i);
    }
}

/* The runs in which rows are moved never show: each row moves as if it were alone. */
START_TEST(a_row_moves_as_if_alone)
{
    struct particle_fixture all = open_particle_fixture(60, 1500, wide3_of(0.5, -10, 0), (fs_integrator)_i);
    struct particle_fixture single = open_particle_fixture(60, 1, wide3_of(0.5, -10, 0), (fs_integrator)_i);
    scatter(&all.p, 7, true);
    for (int round = 0; round < 4; round++) {
        bind_particle_fixture(&all);
        for (uint32_t i = 0; i < all.p.count; i++) {
            struct fs_particles one = all.p;
            one.count = 1;
            one.pos = single.p.pos;
            one.vel = single.p.vel;
            one.inv_mass += i;
            one.mass += i;
            one.damping_factor += i;
            one.acc += i;
            one.saturations = single.p.saturations;
            one.limited = single.p.limited;
            one.pos[0] = all.p.pos[i];
            one.vel[0] = all.p.vel[i];
            fs_particles_integrate(&one, NULL);
            all.v.dust.pos[i] = one.pos[0];
            all.v.dust.vel[i] = one.vel[0];
        }
        step_tick(&all);
        for (uint32_t i = 0; i < all.p.count; i++)
            HOLDS(fs_pos3_eq(all.p.pos[i], all.v.dust.pos[i]) && fs_vel3_eq(all.p.vel[i], all.v.dust.vel[i]));
        ck_assert_uint_eq(*all.p.limited, *single.p.limited);
        ck_assert_uint_eq(*all.p.saturations, *single.p.saturations);
    }
    close_particle_fixture(&all);
    close_particle_fixture(&single);
}
END_TEST

/* A light set moves as a full one of 1 kg with the world's damping; what it lacks is
 * refused. */
START_TEST(a_light_set_is_the_same)
{
    struct particle_fixture fixture = open_particle_fixture(60, 777, wide3_of(0, -10, 0), (fs_integrator)_i);
    ck_assert_int_eq(fs_rows_resize(fixture.state, particle_fixture_T_dust, 777), FS_OK);
    bind_particle_fixture(&fixture);
    struct fs_particles dust = FS_PARTICLES_LIGHT(fixture.v, dust, physics);
    *dust.world_damping = (fs_unit)(0.99 * FS_UNIT_ONE);
    *dust.world_damping_factor = fs_pow_dt(*dust.world_damping, 60);
    scatter(&fixture.p, 9, false);
    for (uint32_t i = 0; i < 777; i++) {
        fs_particle_set_damping(&fixture.p, i, *dust.world_damping);
        dust.pos[i] = fixture.p.pos[i];
        dust.vel[i] = fixture.p.vel[i];
    }
    for (int tick = 0; tick < 50; tick++) {
        fs_particles_integrate(&dust, NULL);
        dust.tick++;
        step_tick(&fixture);
    }
    ck_assert(memcmp(dust.pos, fixture.p.pos, 777 * sizeof(fs_pos3)) == 0);
    ck_assert(memcmp(dust.vel, fixture.p.vel, 777 * sizeof(fs_vel3)) == 0);
    fs_particle_def def = fs_default_particle_def();
    ck_assert_int_eq(fs_particle_make(&dust, 0, &def), FS_OK);
    def.mass = 2 * FS_WIDE_ONE;
    ck_assert_int_eq(fs_particle_make(&dust, 0, &def), FS_E_ARGUMENT);
    def = fs_default_particle_def();
    def.acc.x = 1;
    ck_assert_int_eq(fs_particle_make(&dust, 0, &def), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_particle_set_mass(&dust, 0, FS_WIDE_ONE), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_particle_set_damping(&dust, 0, 0), FS_E_ARGUMENT);
    ck_assert_uint_eq(fs_particle_age(&dust, 0), 0);
    close_particle_fixture(&fixture);
}
END_TEST

/* Mirrored in all axes the scene stays mirrored bit for bit for a thousand ticks. */
START_TEST(a_mirrored_scene_stays_mirrored)
{
    struct particle_fixture a = open_particle_fixture(60, 300, wide3_of(0.3, -9.81, 1.0 / 7), (fs_integrator)_i);
    struct particle_fixture b = open_particle_fixture(60, 300, wide3_of(-0.3, 9.81, -1.0 / 7), (fs_integrator)_i);
    test_rng r = { 11 };
    for (uint32_t i = 0; i < 300; i++) {
        a.p.pos[i] = test_pos3(&r, 20);
        fs_vel3 vel = test_vel3(&r, 3);
        a.p.vel[i] = fs_vel3_make(vel.x, vel.y >> 2, vel.z >> 17);
        a.p.acc[i] = fs_wide3_make(test_i64(&r) >> 28, 0, i % 3);
        fs_particle_set_damping(&a.p, i, (fs_unit)(test_bits(&r) >> 35) + FS_UNIT_ONE / 2);
        fs_particle_set_damping(&b.p, i, a.p.damping[i]);
        b.p.pos[i] = fs_pos3_neg(a.p.pos[i]);
        b.p.vel[i] = fs_vel3_neg(a.p.vel[i]);
        b.p.acc[i] = fs_wide3_neg(a.p.acc[i]);
    }
    step_ticks(&a, 1000);
    step_ticks(&b, 1000);
    for (uint32_t i = 0; i < 300; i++)
        HOLDS(fs_pos3_eq(a.p.pos[i], fs_pos3_neg(b.p.pos[i])) && fs_vel3_eq(a.p.vel[i], fs_vel3_neg(b.p.vel[i])));
    close_particle_fixture(&a);
    close_particle_fixture(&b);
}
END_TEST

/* A3.1: the canonical bytes are the whole state: a copy made from them goes on alike. */
START_TEST(a_decoded_state_goes_on_alike)
{
    struct particle_fixture a = open_particle_fixture(60, 500, wide3_of(0, -10, 0), FS_INTEGRATOR_VELOCITY_VERLET);
    struct particle_fixture b = open_particle_fixture(60, 0, no_gravity(), FS_INTEGRATOR_SYMPLECTIC_EULER);
    scatter(&a.p, 13, true);
    step_ticks(&a, 50);
    size_t size = fs_state_encoded_size(a.state);
    void *bytes = malloc(size);
    ck_assert_uint_eq(fs_state_encode(a.state, bytes, size), size);
    ck_assert_int_eq(fs_state_decode(b.state, bytes, size), FS_OK);
    ck_assert(fs_state_hash(a.state) == fs_state_hash(b.state));
    step_ticks(&a, 50);
    step_ticks(&b, 50);
    ck_assert(fs_state_hash(a.state) == fs_state_hash(b.state));
    free(bytes);
    close_particle_fixture(&a);
    close_particle_fixture(&b);
}
END_TEST

/* A4.8: a slot that was freed and taken again carries nothing over; free slots rest. */
START_TEST(a_reused_slot_starts_clean)
{
    struct particle_fixture fixture = open_particle_fixture(60, 0, wide3_of(0, -10, 0), FS_INTEGRATOR_SYMPLECTIC_EULER);
    fs_handle first, second;
    uint32_t row;
    fs_particle_def def = fs_default_particle_def();
    ck_assert_int_eq(fs_pool_create(fixture.state, particle_fixture_T_spark, &first), FS_OK);
    particle_fixture_bind(fixture.state, &fixture.v);
    struct fs_particles sparks = FS_PARTICLES_POOL(fixture.v, spark, physics);
    def.vel = vel3_of(1, 2, 3);
    ck_assert_int_eq(fs_particle_make(&sparks, 0, &def), FS_OK);
    fs_particles_integrate(&sparks, NULL);
    ck_assert_int_eq(fs_pool_destroy(fixture.state, particle_fixture_T_spark, first), FS_OK);
    ck_assert(!fs_particle_movable(&sparks, 0));
    fs_particles_integrate(&sparks, NULL);
    ck_assert(fs_pos3_is_zero(sparks.pos[0]) && fs_vel3_is_zero(sparks.vel[0]));
    ck_assert_int_eq(fs_pool_create(fixture.state, particle_fixture_T_spark, &second), FS_OK);
    ck_assert_int_eq(fs_pool_row(fixture.state, particle_fixture_T_spark, second, &row), FS_OK);
    ck_assert_uint_eq(row, 0);
    ck_assert(!fs_particle_movable(&sparks, 0) && fs_wide3_is_zero(sparks.acc[0]));
    close_particle_fixture(&fixture);
}
END_TEST

/* --- limits ------------------------------------------------------------------------------------------------ */

/* The speed limit shortens along the direction, is counted, and finds nothing the tick
 * after. */
START_TEST(speed_limit)
{
    struct particle_fixture fixture = open_particle_fixture(60, 2, no_gravity(), (fs_integrator)_i);
    fixture.p.vel[0] = vel3_of(400, -400, 200);
    fixture.p.vel[1] = vel3_of(499.99, 0, 0);
    step_tick(&fixture);
    ck_assert_uint_ge(*fixture.p.limited, 1);
    uint32_t limited = *fixture.p.limited;
    NEAR(of_vel(fs_vel3_length(fixture.p.vel[0])), 500, 2e-6);
    ck_assert(fs_vel3_length_sq(fixture.p.vel[0]) <= (uint64_t)(500 * FS_VEL_ONE) * (500 * FS_VEL_ONE));
    NEAR(of_vel(fixture.p.vel[0].x), 500 * 2 / 3.0, 8e-7);
    ck_assert(fixture.p.vel[0].x == -fixture.p.vel[0].y && fixture.p.vel[1].x == vel_of(499.99));
    step_ticks(&fixture, 20);
    ck_assert_uint_eq(*fixture.p.limited, limited);
    close_particle_fixture(&fixture);
}
END_TEST

/* At the end of space a particle stops there, and it is counted. */
START_TEST(the_end_of_space)
{
    struct particle_fixture fixture = open_particle_fixture(60, 20, no_gravity(), FS_INTEGRATOR_SYMPLECTIC_EULER);
    fixture.p.pos[3].x = FS_POS_MAX - 5;
    fixture.p.pos[4].y = FS_POS_MIN + 5;
    fixture.p.vel[3] = fixture.p.vel[4] = vel3_of(1, -1, 1);
    step_tick(&fixture);
    ck_assert(fixture.p.pos[3].x == FS_POS_MAX && fixture.p.pos[4].y == FS_POS_MIN);
    ck_assert(fixture.p.pos[3].y < 0 && fixture.p.pos[4].x > 0);
    ck_assert_uint_eq(*fixture.p.saturations, 2);
    close_particle_fixture(&fixture);
}
END_TEST

/* Any content of the columns is survived, the same by every integrator and every time: a state from
 * outside may hold anything. */
START_TEST(any_columns_are_survived)
{
    struct particle_fixture a = open_particle_fixture(60, 400, no_gravity(), (fs_integrator)_i);
    struct particle_fixture b = open_particle_fixture(60, 400, no_gravity(), (fs_integrator)_i);
    uint64_t roots[2];
    for (int k = 0; k < 2; k++) {
        struct particle_fixture *fixture = k ? &b : &a;
        test_rng r = { 17 };
        for (unsigned t = particle_fixture_T_physics; t <= particle_fixture_T_particle; t++)
            for (uint32_t row = 0; row < fs_state_rows(fixture->state, t); row++)
                for (uint16_t f = 0; f < particle_fixture_schema.tables[t].field_count; f++)
                    for (uint16_t c = 0; c < fs_type_get(particle_fixture_schema.tables[t].fields[f].type)->components;
                         c++)
                        ck_assert_int_eq(
                            fs_value_set(fixture->state, (fs_value_ref){ (uint16_t)t, f, row, c }, test_i64(&r)),
                            FS_OK);
        *fixture->p.integrator = (uint8_t)_i;
        fs_pos3 centre;
        for (int tick = 0; tick < 20; tick++) {
            step_tick(fixture);
            for (uint32_t i = 0; i < 400; i++) {
                (void)fs_particle_kinetic_energy(&fixture->p, i);
                (void)fs_particle_momentum(&fixture->p, i);
                (void)fs_particle_delta_velocity(&fixture->p, i);
            }
            (void)fs_particles_centre_of_mass(&fixture->p, &centre);
        }
        roots[k] = fs_state_hash(fixture->state);
    }
    ck_assert(roots[0] == roots[1]);
    ck_assert_uint_gt(*a.p.saturations, 0);
    close_particle_fixture(&a);
    close_particle_fixture(&b);
}
END_TEST

/* 100,000 particles: the largest block works, and rows far apart move alike. */
START_TEST(a_hundred_thousand)
{
    static const uint32_t capacities[particle_fixture_T_COUNT] = { 1, 1, 100003, 0, 0, 0 };
    fs_state *state = NULL;
    struct particle_fixture_view v;
    ck_assert_int_eq(fs_state_create(&particle_fixture_schema, capacities, &state), FS_OK);
    ck_assert_int_eq(fs_rows_resize(state, particle_fixture_T_physics, 1), FS_OK);
    ck_assert_int_eq(fs_rows_resize(state, particle_fixture_T_particle, 100003), FS_OK);
    particle_fixture_bind(state, &v);
    *v.world.hz = 60;
    struct fs_particles p = FS_PARTICLES(v, particle, physics);
    fs_particle_world_def def = fs_default_particle_world_def();
    ck_assert_int_eq(fs_particle_world_make(&p, &def), FS_OK);
    fs_particle_def one = fs_default_particle_def();
    for (uint32_t i = 0; i < p.count; i++)
        HOLDS(fs_particle_make(&p, i, &one) == FS_OK);
    for (int tick = 0; tick < 60; tick++) {
        fs_particles_integrate(&p, NULL);
        p.tick++;
    }
    for (uint32_t i = 1; i < p.count; i++)
        HOLDS(fs_pos3_eq(p.pos[i], p.pos[0]) && p.pos[i].y < -5 * FS_POS_ONE);
    fs_state_destroy(state);
}
END_TEST

static TCase *rows_case(void)
{
    TCase *tc = tcase_create("rows");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, inverse_masses);
    tcase_add_test(tc, impossible_numbers_are_refused);
    tcase_add_test(tc, impossible_worlds_are_refused);
    tcase_add_loop_test(tc, an_immovable_particle_keeps_every_bit, 0, FS_INTEGRATOR_COUNT);
    tcase_add_test(tc, energy_and_momentum);
    tcase_add_test(tc, centre_of_mass);
    tcase_add_test(tc, centre_of_the_widest_scene);
    tcase_add_loop_test(tc, a_row_moves_as_if_alone, 0, FS_INTEGRATOR_COUNT);
    tcase_add_loop_test(tc, a_light_set_is_the_same, 0, FS_INTEGRATOR_COUNT);
    tcase_add_loop_test(tc, a_mirrored_scene_stays_mirrored, 0, FS_INTEGRATOR_COUNT);
    tcase_add_test(tc, a_decoded_state_goes_on_alike);
    tcase_add_test(tc, a_reused_slot_starts_clean);
    tcase_add_loop_test(tc, speed_limit, 0, FS_INTEGRATOR_COUNT);
    tcase_add_test(tc, the_end_of_space);
    tcase_add_loop_test(tc, any_columns_are_survived, 0, FS_INTEGRATOR_COUNT);
    tcase_add_test(tc, a_hundred_thousand);
    return tc;
}

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("particle");
    suite_add_tcase(suite, rows_case());
    return suite;
}
