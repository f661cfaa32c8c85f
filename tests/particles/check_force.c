/* check_force.c: the table of force generators, and the forces of air, fields and attraction.
 *
 * Numbers in front of a test name its rows as in check_particle.c. Springs are in
 * check_spring.c. Doubles only measure.
 */
#include "particles/particle_fixture.h"

#include <math.h>
#include <string.h>

#include "support/check_main.h"

static struct particle_fixture open_without_gravity(uint32_t hz, uint32_t particles)
{
    return open_particle_fixture(hz, particles, fs_wide3_zero(), FS_INTEGRATOR_SYMPLECTIC_EULER);
}

/* The force of all generators on particle i now, N. */
static fs_wide3 force_on(struct particle_fixture *fixture, uint32_t i)
{
    bind_particle_fixture(fixture);
    fs_arena arena = fixture->arena;
    fs_force_sum *sums = fs_force_sums_alloc(&arena, fixture->p.count);
    ck_assert(sums != NULL);
    ck_assert_int_eq(fs_forces_apply(&fixture->forces, &fixture->p, sums, arena), FS_OK);
    return fs_wide3_make(fs_i128_sat64(sums[i].x), fs_i128_sat64(sums[i].y), fs_i128_sat64(sums[i].z));
}

static bool equals(fs_wide3 f, double x, double y, double z)
{
    return fs_wide3_eq(f, wide3_of(x, y, z));
}

/* --- sums ------------------------------------------------------------------------------ */

/* A5.0, A3.3, C3-08, C3-10: thrust on for n ticks gives n f h / m; twice the mass half of it,
 * exactly; 100 kg at 2 m/s^2 need 200 N. */
START_TEST(thrust)
{
    struct particle_fixture fixture = open_without_gravity(64, 3);
    fs_particle_set_mass(&fixture.p, 1, 2 * FS_WIDE_ONE);
    fs_particle_set_mass(&fixture.p, 2, 100 * FS_WIDE_ONE);
    add_force(&fixture, fs_force_constant(0, wide3_of(3, 0, -1)));
    add_force(&fixture, fs_force_constant(1, wide3_of(3, 0, -1)));
    add_force(&fixture, fs_force_constant(2, wide3_of(200, 0, 0)));
    step_ticks(&fixture, 32);
    ck_assert(fs_vel3_eq(fixture.p.vel[0], vel3_of(1.5, 0, -0.5)));
    ck_assert(fs_vel3_eq(fixture.p.vel[1], vel3_of(0.75, 0, -0.25)));
    ck_assert(abs(fixture.p.vel[2].x - FS_VEL_ONE) <= 1);
    fixture.forces.on[0] = 0;
    step_ticks(&fixture, 10);
    ck_assert(fs_vel3_eq(fixture.p.vel[0], vel3_of(1.5, 0, -0.5)));
    close_particle_fixture(&fixture);
}
END_TEST

/* A5.1, C3-09: opposite forces cancel exactly, duplicates count twice, whatever their size. */
START_TEST(forces_sum_exactly)
{
    struct particle_fixture fixture = open_without_gravity(60, 1);
    fs_wide3 huge = fs_wide3_make(FS_WIDE_MAX - 1, 5 - FS_WIDE_MAX, 3);
    add_force(&fixture, fs_force_constant(0, huge));
    add_force(&fixture, fs_force_constant(0, huge));
    add_force(&fixture, fs_force_constant(0, huge));
    add_force(&fixture, fs_force_constant(0, fs_wide3_neg(huge)));
    add_force(&fixture, fs_force_constant(0, fs_wide3_neg(huge)));
    ck_assert(fs_wide3_eq(force_on(&fixture, 0), huge));
    add_force(&fixture, fs_force_constant(0, fs_wide3_neg(huge)));
    ck_assert(fs_wide3_is_zero(force_on(&fixture, 0)));
    step_tick(&fixture);
    ck_assert(fs_vel3_is_zero(fixture.p.vel[0]));
    ck_assert_uint_eq(*fixture.p.saturations, 0);
    close_particle_fixture(&fixture);
}
END_TEST

/* A3.9, A5.3: a million forces have no effect on an immovable particle. */
START_TEST(nothing_is_left_of_a_tick)
{
    struct particle_fixture fixture = open_without_gravity(60, 1);
    fs_particle_set_immovable(&fixture.p, 0);
    add_force(&fixture, fs_force_constant(0, wide3_of(1e9, 1e9, 1e9)));
    for (int i = 0; i < 1000000; i++)
        HOLDS(fs_particles_step(&fixture.p, &fixture.forces, &fixture.arena) == FS_OK);
    ck_assert(fs_wide3_is_zero(force_on(&fixture, 0)));
    fs_particle_set_mass(&fixture.p, 0, FS_WIDE_ONE);
    fixture.forces.on[0] = 0;
    step_tick(&fixture);
    ck_assert(fs_vel3_is_zero(fixture.p.vel[0]) && *fixture.p.saturations == 0);
    close_particle_fixture(&fixture);
}
END_TEST

/* --- fields ------------------------------------------------------------------------------- */

/* A5.4: m g as a force falls like built-in gravity to a step. */
START_TEST(gravity_as_a_force)
{
    static const double masses[] = { 1, 0.001, 3, 77.7, 12345, 1e6 };
    struct particle_fixture fixture = open_without_gravity(60, 8);
    fs_wide3 g = wide3_of(0.1, -9.81, 1.0 / 3);
    for (uint32_t i = 0; i < 6; i++)
        fs_particle_set_mass(&fixture.p, i, wide_of(masses[i]));
    fs_particle_set_immovable(&fixture.p, 6);
    fixture.p.acc[7] = g;
    for (uint32_t i = 0; i < 7; i++)
        add_force(&fixture, fs_force_gravity(i, g));
    step_ticks(&fixture, 1200);
    for (uint32_t i = 0; i < 6; i++) {
        int steps = masses[i] < 0.1 ? 6 : 1; /* the weight of a gram has 26 bits */
        ck_assert_int_le(abs(fixture.p.vel[i].y - fixture.p.vel[7].y), steps);
        ck_assert_int_le(abs(fixture.p.vel[i].z - fixture.p.vel[7].z), steps);
        NEAR(of_wide(fixture.p.pos[i].y - fixture.p.pos[7].y), 0, 2e-5);
    }
    ck_assert(fs_vel3_is_zero(fixture.p.vel[6]));
    close_particle_fixture(&fixture);
}
END_TEST

/* A5.2: one generator for every particle is one for each; a kind can be chosen. */
START_TEST(one_row_for_every_particle)
{
    struct particle_fixture fixture = open_without_gravity(60, 10);
    for (uint32_t i = 0; i < 10; i++)
        fixture.p.kind[i] = (uint16_t)(i % 3);
    fs_force f = fs_force_constant(FS_FORCE_EVERY, wide3_of(1, 2, 3));
    add_force(&fixture, f);
    f.kind = 2;
    add_force(&fixture, f);
    for (uint32_t i = 0; i < 10; i++)
        ck_assert(equals(force_on(&fixture, i), i % 3 == 2 ? 2 : 1, i % 3 == 2 ? 4 : 2, i % 3 == 2 ? 6 : 3));
    close_particle_fixture(&fixture);
}
END_TEST

/* A5.7: a vertical column of radius 5 around (1, 2) in x and z; its border is outside. */
START_TEST(uplift_column)
{
    struct particle_fixture fixture = open_without_gravity(60, 4);
    fixture.p.pos[0] = pos3_of(4, 1000, 6 - 1e-9);
    fixture.p.pos[1] = pos3_of(4, 1000, 6);
    fixture.p.pos[2] = pos3_of(1, -5e8, 2);
    fixture.p.pos[3] = pos3_of(-5, 0, 2);
    add_force(&fixture, fs_force_uplift(FS_FORCE_EVERY, pos3_of(1, 0, 2), wide_of(5), wide3_of(0, 7, 0)));
    ck_assert(equals(force_on(&fixture, 0), 0, 7, 0) && equals(force_on(&fixture, 2), 0, 7, 0));
    ck_assert(equals(force_on(&fixture, 1), 0, 0, 0) && equals(force_on(&fixture, 3), 0, 0, 0));
    close_particle_fixture(&fixture);
}
END_TEST

/* A6.7: 0.001 m^3 in water with g = 10: 10 N under, 5 N half under, 0 out; both ends of
 * the way are exact. */
START_TEST(buoyancy_of_a_block)
{
    static const struct {
        double y, force;
    } listed[] = { { 3, 0 }, { 2.5, 0 }, { 2.25, 2.5 }, { 2, 5 }, { 1.75, 7.5 }, { 1.5, 10 }, { 1, 10 }, { -1e9, 10 } };
    struct particle_fixture fixture = open_without_gravity(60, 8);
    for (uint32_t i = 0; i < 8; i++)
        fixture.p.pos[i] = pos3_of(0, listed[i].y, 0);
    fs_force f = fs_force_buoyancy(FS_FORCE_EVERY, 0, 1000 * FS_WIDE_ONE, 10 * FS_WIDE_ONE, 2 * FS_WIDE_ONE,
                                   FS_WIDE_ONE / 2);
    f.k = 10 * FS_WIDE_ONE;
    add_force(&fixture, f);
    for (uint32_t i = 0; i < 8; i++)
        ck_assert(equals(force_on(&fixture, i), 0, listed[i].force, 0));
    f = fs_force_buoyancy(0, wide_of(0.001), 1000 * FS_WIDE_ONE, 10 * FS_WIDE_ONE, 0, FS_WIDE_ONE);
    NEAR(of_wide(f.k), 10, 2e-6);
    close_particle_fixture(&fixture);
}
END_TEST

/* A6.7: 0.5 kg of 0.001 m^3 floats exactly half under: at the level of the water. */
START_TEST(a_block_floats)
{
    struct particle_fixture fixture = open_particle_fixture(60, 1, wide3_of(0, -10, 0), FS_INTEGRATOR_SYMPLECTIC_EULER);
    fs_particle_set_mass(&fixture.p, 0, FS_WIDE_ONE / 2);
    fs_particle_set_damping(&fixture.p, 0, FS_UNIT_ONE / 2);
    fixture.p.pos[0] = pos3_of(0, 3, 0);
    add_force(&fixture,
              fs_force_buoyancy(0, wide_of(0.001), 1000 * FS_WIDE_ONE, 10 * FS_WIDE_ONE, 2 * FS_WIDE_ONE, FS_WIDE_ONE));
    step_ticks(&fixture, 3600);
    NEAR(of_wide(fixture.p.pos[0].y), 2, 3e-7);
    NEAR(of_vel(fixture.p.vel[0].y), 0, 1e-12);
    close_particle_fixture(&fixture);
}
END_TEST

/* A6.13: the lift of 20 N fades over 100 m: 1.5 kg (15 N) float at a quarter of it. */
START_TEST(lighter_than_air)
{
    struct particle_fixture fixture = open_particle_fixture(60, 1, wide3_of(0, -10, 0), FS_INTEGRATOR_SYMPLECTIC_EULER);
    fs_particle_set_mass(&fixture.p, 0, FS_WIDE_ONE * 3 / 2);
    fs_particle_set_damping(&fixture.p, 0, FS_UNIT_ONE / 2);
    add_force(&fixture, fs_force_lift(0, 20 * FS_WIDE_ONE, 10 * FS_WIDE_ONE, 100 * FS_WIDE_ONE));
    ck_assert(equals(force_on(&fixture, 0), 0, 20, 0));
    step_ticks(&fixture, 7200);
    NEAR(of_wide(fixture.p.pos[0].y), 35, 6e-7);
    fixture.p.pos[0] = pos3_of(0, 110, 0);
    ck_assert(equals(force_on(&fixture, 0), 0, 0, 0));
    close_particle_fixture(&fixture);
}
END_TEST

/* --- air ---------------------------------------------------------------------------------- */

/* A5.5, C3-26: k2 = 0: v_n = v0 (1 - k h/m)^n; at rest there is no force. */
START_TEST(linear_drag)
{
    struct particle_fixture fixture = open_without_gravity(60, 2);
    fs_particle_set_mass(&fixture.p, 0, 2 * FS_WIDE_ONE);
    fixture.p.vel[0] = vel3_of(40, -30, 0);
    add_force(&fixture, fs_force_drag(FS_FORCE_EVERY, 3 * FS_WIDE_ONE, 0));
    for (int n = 1; n <= 200; n++) {
        step_tick(&fixture);
        double part = pow(1 - 3 / 120.0, n);
        NEAR(of_vel(fixture.p.vel[0].x), 40 * part, 5e-6);
        NEAR(of_vel(fixture.p.vel[0].y), -30 * part, 4e-6);
    }
    ck_assert(fs_vel3_is_zero(fixture.p.vel[1]) && fs_wide3_is_zero(force_on(&fixture, 1)));
    close_particle_fixture(&fixture);
}
END_TEST

/* A5.5: terminal speeds (-k1 + sqrt(k1^2 + 4 k2 m g)) / (2 k2), and sqrt(m g / k2). */
START_TEST(terminal_speed_of_drag)
{
    static const struct {
        double k1, k2, m;
    } listed[] = { { 0, 0.5, 2 }, { 1, 0.25, 3 }, { 2, 0, 1 }, { 0.01, 0.004, 80 } };
    double k1 = listed[_i].k1, k2 = listed[_i].k2, m = listed[_i].m;
    double expected = k2 > 0 ? (-k1 + sqrt(k1 * k1 + 4 * k2 * m * 10)) / (2 * k2) : m * 10 / k1;
    struct particle_fixture fixture = open_particle_fixture(60, 1, wide3_of(0, -10, 0), FS_INTEGRATOR_SYMPLECTIC_EULER);
    fs_particle_set_mass(&fixture.p, 0, wide_of(m));
    add_force(&fixture, fs_force_drag(0, wide_of(k1), wide_of(k2)));
    step_ticks(&fixture, 30000);
    NEAR(of_vel(fixture.p.vel[0].y) / -expected, 1, 9e-8);
    close_particle_fixture(&fixture);
}
END_TEST

/* A5.5, A5.8: drag beyond all bounds stops and never reverses. Doubling the speed quadruples the
 * quadratic part. */
START_TEST(drag_never_turns)
{
    static const double masses[] = { 1, 1e-6, 0.01, 3.3, 1e6 };
    struct particle_fixture fixture = open_without_gravity((uint32_t[]){ 60, 20, 120 }[_i], 5);
    for (uint32_t i = 0; i < 5; i++) {
        fs_particle_set_mass(&fixture.p, i, wide_of(masses[i]));
        fixture.p.vel[i] = vel3_of(200, -0.5, 1e-6);
    }
    add_force(&fixture, fs_force_airbrake(FS_FORCE_EVERY, FS_WIDE_MAX));
    for (int n = 0; n < 30; n++) {
        step_tick(&fixture);
        for (uint32_t i = 0; i < 5; i++)
            ck_assert(fixture.p.vel[i].x >= 0 && fixture.p.vel[i].y <= 0 && fixture.p.vel[i].z >= 0);
    }
    for (uint32_t i = 0; i < 5; i++)
        ck_assert(i == 1 || fs_vel3_is_zero(fixture.p.vel[i]));
    ck_assert_int_le(abs(fixture.p.vel[1].x), 100);
    fixture.forces.type[0] = FS_FORCE_DRAG;
    fixture.forces.k[0] = 0;
    fixture.forces.k2[0] = FS_WIDE_ONE / 1024;
    fixture.p.vel[4] = vel3_of(3, 4, 0);
    fs_wide3 slow = force_on(&fixture, 4);
    fixture.p.vel[4] = vel3_of(6, 8, 0);
    fs_wide3 fast = force_on(&fixture, 4);
    ck_assert(slow.x == wide_of(-15.0 / 1024) && fast.x == 4 * slow.x && fast.y == 4 * slow.y);
    close_particle_fixture(&fixture);
}
END_TEST

/* A5.8: off the brake does nothing; on it slows to rest without reversing. */
START_TEST(airbrake_switch)
{
    struct particle_fixture fixture = open_without_gravity(60, 1);
    fixture.p.vel[0] = vel3_of(10, 0, -5);
    add_force(&fixture, fs_force_airbrake(0, 6 * FS_WIDE_ONE));
    fixture.forces.on[0] = 0;
    step_ticks(&fixture, 60);
    ck_assert(fs_vel3_eq(fixture.p.vel[0], vel3_of(10, 0, -5)));
    fixture.forces.on[0] = 1;
    step_tick(&fixture);
    NEAR(of_vel(fixture.p.vel[0].x), 9, 1e-12);
    step_ticks(&fixture, 600);
    ck_assert(fs_vel3_is_zero(fixture.p.vel[0]));
    close_particle_fixture(&fixture);
}
END_TEST

/* A4.15, C3-24: a light particle moves with the wind; without variation the wind is its mean. */
START_TEST(wind_carries)
{
    struct particle_fixture fixture = open_without_gravity(60, 2);
    add_force(&fixture, fs_force_wind(0, wide3_of(-3, 0, 4), 2 * FS_WIDE_ONE, 0, FS_WIDE_ONE, 1));
    add_force(&fixture, fs_force_wind(1, wide3_of(3, 0, -4), 2 * FS_WIDE_ONE, 0, FS_WIDE_ONE, 1));
    for (int n = 1; n <= 1200; n++) {
        step_tick(&fixture);
        NEAR(of_vel(fixture.p.vel[0].x), -3 * (1 - pow(1 - 2 / 60.0, n)), 5e-6);
        ck_assert(fs_vel3_eq(fixture.p.vel[1], fs_vel3_neg(fixture.p.vel[0])));
    }
    NEAR(of_vel(fixture.p.vel[0].z), 4, 1e-12);
    close_particle_fixture(&fixture);
}
END_TEST

/* The variation stays within its bound, is smooth, differs between axes and seeds, and is a function of the tick
 * alone. */
START_TEST(wind_drifts)
{
    struct particle_fixture fixture = open_without_gravity(60, 2);
    add_force(&fixture, fs_force_wind(0, fs_wide3_zero(), FS_WIDE_ONE, 5 * FS_WIDE_ONE, 2 * FS_WIDE_ONE, 7));
    add_force(&fixture, fs_force_wind(1, fs_wide3_zero(), FS_WIDE_ONE, 5 * FS_WIDE_ONE, 2 * FS_WIDE_ONE, 8));
    double low = 0, high = 0, step = 0, apart = 0;
    fs_wide3 before = force_on(&fixture, 0), third = { 0 };
    for (uint32_t tick = 0; tick < 6000; tick++) {
        *fixture.v.world.tick = tick;
        fs_wide3 f = force_on(&fixture, 0), other = force_on(&fixture, 1);
        low = fmin(low, of_wide(f.x));
        high = fmax(high, of_wide(f.x));
        step = fmax(step, fabs(of_wide(f.x - before.x)));
        apart = fmax(apart, fabs(of_wide(f.x - other.x)));
        ck_assert(fs_abs64(f.x) <= 5 * FS_WIDE_ONE && fs_abs64(f.y) <= 5 * FS_WIDE_ONE &&
                  fs_abs64(f.z) <= 5 * FS_WIDE_ONE);
        before = f;
        third = tick == 3333 ? f : third;
    }
    ck_assert(high > 4 && low < -4 && apart > 4);
    ck_assert(step < 10 * 1.5 / 120 + 1e-6);
    ck_assert(third.x != third.y && third.y != third.z);
    *fixture.v.world.tick = 3333;
    ck_assert(fs_wide3_eq(force_on(&fixture, 0), third));
    close_particle_fixture(&fixture);
}
END_TEST

/* C3-14, A5.0: a blast in a symmetric ring leaves the momentum at exactly 0; it falls off
 * with distance and time and is then over. */
START_TEST(blast)
{
    struct particle_fixture fixture = open_without_gravity(60, 8);
    static const double at[8][2] = { { 3, 4 }, { -3, 4 }, { 3, -4 }, { -3, -4 },
                                     { 4, 3 }, { -4, 3 }, { 4, -3 }, { -4, -3 } };
    for (uint32_t i = 0; i < 8; i++)
        fixture.p.pos[i] = pos3_of(at[i][0], 0, at[i][1]);
    add_force(&fixture,
              fs_force_blast(FS_FORCE_EVERY, fs_pos3_zero(), 100 * FS_WIDE_ONE, 10 * FS_WIDE_ONE, FS_WIDE_ONE, 10));
    ck_assert(fs_wide3_is_zero(force_on(&fixture, 0)));
    *fixture.v.world.tick = 10;
    ck_assert(equals(force_on(&fixture, 0), 30, 0, 40));
    fixture.p.pos[0] = pos3_of(10, 0, 0);
    ck_assert(fs_wide3_is_zero(force_on(&fixture, 0)));
    fixture.p.pos[0] = fs_pos3_zero();
    ck_assert(fs_wide3_is_zero(force_on(&fixture, 0)));
    fixture.p.pos[0] = pos3_of(3, 0, 4);
    *fixture.v.world.tick = 40;
    ck_assert(equals(force_on(&fixture, 0), 15, 0, 20));
    *fixture.v.world.tick = 70;
    ck_assert(fs_wide3_is_zero(force_on(&fixture, 0)));
    *fixture.v.world.tick = 10;
    step_ticks(&fixture, 100);
    fs_wide3 sum = fs_wide3_zero();
    for (uint32_t i = 0; i < 8; i++)
        sum = fs_wide3_add(sum, fs_particle_momentum(&fixture.p, i));
    ck_assert(fs_wide3_is_zero(sum) && fixture.p.vel[0].x > 3 * FS_VEL_ONE);
    close_particle_fixture(&fixture);
}
END_TEST

/* --- attraction -------------------------------------------------------------------------------- */

/* A5.9: the same pull at any distance, radially symmetric; at the point itself none. */
START_TEST(attractor)
{
    struct particle_fixture fixture = open_without_gravity(60, 5);
    fixture.p.pos[0] = pos3_of(1 + 3, 0, 4);
    fixture.p.pos[1] = pos3_of(1 + 3e6, 0, 4e6);
    fixture.p.pos[2] = pos3_of(1 - 3, 0, -4);
    fixture.p.pos[3] = pos3_of(1, 0, 0);
    fixture.p.pos[4] = fs_pos3_make(FS_POS_ONE + 1, 0, 0);
    add_force(&fixture, fs_force_attractor(FS_FORCE_EVERY, pos3_of(1, 0, 0), 10 * FS_WIDE_ONE));
    ck_assert(equals(force_on(&fixture, 0), -6, 0, -8) && equals(force_on(&fixture, 1), -6, 0, -8) &&
              equals(force_on(&fixture, 2), 6, 0, 8));
    ck_assert(equals(force_on(&fixture, 3), 0, 0, 0) && equals(force_on(&fixture, 4), -10, 0, 0));
    close_particle_fixture(&fixture);
}
END_TEST

/* A5.10, C3-15, C3-16: at twice the distance a quarter; inside the radius as at the radius. */
START_TEST(inverse_square)
{
    struct particle_fixture fixture = open_without_gravity(60, 4);
    fs_particle_set_mass(&fixture.p, 1, 3 * FS_WIDE_ONE);
    fixture.p.pos[0] = pos3_of(0, 100, 0);
    fixture.p.pos[1] = pos3_of(0, 0, -200);
    fixture.p.pos[2] = pos3_of(1, 0, 0);
    add_force(&fixture, fs_force_gravity_well(FS_FORCE_EVERY, fs_pos3_zero(), 100000 * FS_WIDE_ONE, 10 * FS_WIDE_ONE));
    ck_assert(equals(force_on(&fixture, 0), 0, -10, 0));
    ck_assert(equals(force_on(&fixture, 1), 0, 0, 7.5));
    ck_assert(equals(force_on(&fixture, 2), -1000, 0, 0));
    ck_assert(equals(force_on(&fixture, 3), 0, 0, 0));
    close_particle_fixture(&fixture);
}
END_TEST

/* A5.10, C3-18: GM = 1e5, r = 100: v = 31.62, T = 19.87 s. Symplectic Euler keeps the circle for 20
 * turns, explicit Euler spirals out, velocity Verlet keeps it best. */
START_TEST(circular_orbit)
{
    struct particle_fixture fixture = open_particle_fixture(60, 1, fs_wide3_zero(), (fs_integrator)_i);
    fixture.p.pos[0] = pos3_of(100, 0, 0);
    fixture.p.vel[0] = vel3_of(0, 0, sqrt(1000));
    add_force(&fixture, fs_force_gravity_well(0, fs_pos3_zero(), 100000 * FS_WIDE_ONE, FS_WIDE_ONE));
    double low = 100, high = 100, turned = 0, angle = 0;
    int ticks = 0;
    for (; turned < 20 * 2 * M_PI && ticks < 30000; ticks++) {
        step_tick(&fixture);
        double x = of_wide(fixture.p.pos[0].x), z = of_wide(fixture.p.pos[0].z), now = atan2(z, x);
        turned += remainder(now - angle, 2 * M_PI);
        angle = now;
        low = fmin(low, hypot(x, z));
        high = fmax(high, hypot(x, z));
    }
    static const double bound[] = { 0.3, 0, 0.002 };
    if (_i == FS_INTEGRATOR_EXPLICIT_EULER) {
        ck_assert(high > 150);
    } else {
        NEAR(high, 100, bound[_i]);
        NEAR(low, 100, bound[_i]);
        NEAR(ticks / 60.0 / 20, 19.87, 9e-15);
    }
    ck_assert(fixture.p.pos[0].y == 0);
    close_particle_fixture(&fixture);
}
END_TEST

/* C3-18: within the capture radius a black hole gives no force; captured particles are reported in order, each once,
 * for any number of black holes. */
START_TEST(black_holes_capture)
{
    struct particle_fixture fixture = open_without_gravity(60, 6);
    uint32_t out[6];
    for (uint32_t i = 0; i < 6; i++)
        fixture.p.pos[i] = pos3_of(i, 0, 0);
    fs_particle_set_immovable(&fixture.p, 0);
    add_force(&fixture, fs_force_constant(5, wide3_of(0, 0, 0)));
    add_force(&fixture, fs_force_black_hole(FS_FORCE_EVERY, pos3_of(2, 0, 0), 8 * FS_WIDE_ONE, FS_WIDE_ONE));
    add_force(&fixture, fs_force_black_hole(FS_FORCE_EVERY, pos3_of(1, 0, 0), 8 * FS_WIDE_ONE, 2 * FS_WIDE_ONE));
    add_force(&fixture, fs_force_black_hole(5, pos3_of(5, 0, 0), FS_WIDE_ONE, 5 * FS_WIDE_ONE));
    ck_assert_uint_eq(fs_force_captures(&fixture.forces, &fixture.p, out, 6), 4);
    ck_assert(out[0] == 1 && out[1] == 2 && out[2] == 3 && out[3] == 5);
    ck_assert_uint_eq(fs_force_captures(&fixture.forces, &fixture.p, out, 1), 4);
    ck_assert(equals(force_on(&fixture, 4), -8 / 4.0 - 8 / 9.0, 0, 0));
    ck_assert(fs_wide3_is_zero(force_on(&fixture, 2)));
    fixture.forces.on[1] = fixture.forces.on[2] = 0;
    ck_assert_uint_eq(fs_force_captures(&fixture.forces, &fixture.p, out, 6), 1);
    fixture.forces.on[3] = 0;
    ck_assert_uint_eq(fs_force_captures(&fixture.forces, &fixture.p, out, 6), 0);
    close_particle_fixture(&fixture);
}
END_TEST

/* A3.6, C3-15, C3-17: G m1 m2 / r^2 on both, to the bit opposite; exchanging the two
 * changes nothing. Two of 70 kg at 1 m with a game's G of 0.01 pull with 49 N. */
START_TEST(mutual_gravity)
{
    struct particle_fixture fixture = open_without_gravity(60, 4);
    fs_particle_set_mass(&fixture.p, 0, 70 * FS_WIDE_ONE);
    fs_particle_set_mass(&fixture.p, 1, 70 * FS_WIDE_ONE);
    fs_particle_set_mass(&fixture.p, 2, wide_of(3.7));
    fs_particle_set_mass(&fixture.p, 3, wide_of(1234.56789));
    fixture.p.pos[1] = pos3_of(1, 0, 0);
    fixture.p.pos[2] = pos3_of(1, 5, -7);
    fixture.p.pos[3] = pos3_of(-4, 1, 3);
    add_force(&fixture, fs_force_mutual_gravity(0, 1, FS_WIDE_ONE / 64, wide_of(0.1)));
    ck_assert(equals(force_on(&fixture, 0), 4900 / 64.0, 0, 0) && equals(force_on(&fixture, 1), -4900 / 64.0, 0, 0));
    add_force(&fixture, fs_force_mutual_gravity(2, 3, wide_of(6.674), wide_of(0.1)));
    fs_wide3 f = force_on(&fixture, 2);
    ck_assert(fs_wide3_eq(force_on(&fixture, 3), fs_wide3_neg(f)));
    NEAR(of_wide(fs_wide3_length(f)), 6.674 * 3.7 * 1234.56789 / (25 + 16 + 100), 1e-8);
    fixture.forces.a[1] = 3;
    fixture.forces.b[1] = 2;
    ck_assert(fs_wide3_eq(force_on(&fixture, 2), f));
    close_particle_fixture(&fixture);
}
END_TEST

/* A6.14: crowded particles separate to the distance; the momentum stays at 0; coincident ones separate along x; all pairs
 * of the kind count. */
START_TEST(overcrowding)
{
    struct particle_fixture fixture = open_without_gravity(60, 2);
    fixture.p.pos[1] = pos3_of(0.75, 1, 0);
    add_force(&fixture, fs_force_overcrowding(2 * FS_WIDE_ONE, 10 * FS_WIDE_ONE));
    ck_assert(equals(force_on(&fixture, 1), 4.5, 6, 0) && equals(force_on(&fixture, 0), -4.5, -6, 0));
    fixture.p.pos[1] = fs_pos3_zero();
    ck_assert(equals(force_on(&fixture, 0), -20, 0, 0) && equals(force_on(&fixture, 1), 20, 0, 0));
    fixture.p.pos[1] = pos3_of(0, 2, 0);
    ck_assert(equals(force_on(&fixture, 0), 0, 0, 0));
    fixture.p.pos[1] = pos3_of(1, 0.5, 0.25);
    fs_particle_set_damping(&fixture.p, 0, FS_UNIT_ONE / 1000000);
    fs_particle_set_damping(&fixture.p, 1, FS_UNIT_ONE / 1000000);
    for (int n = 0; n < 1200; n++) {
        step_tick(&fixture);
        ck_assert(fs_vel3_eq(fixture.p.vel[0], fs_vel3_neg(fixture.p.vel[1])));
    }
    fs_pos apart = fs_pos3_dist(fixture.p.pos[0], fixture.p.pos[1]);
    ck_assert(of_wide(apart) > 1.99 && of_wide(apart) < 2.2);
    close_particle_fixture(&fixture);
}
END_TEST

/* Overcrowding equals two loops over all pairs, and its momentum is exactly 0. */
START_TEST(a_crowd_is_all_its_pairs)
{
    struct particle_fixture fixture = open_without_gravity(60, 400);
    test_rng r = { 3 };
    for (uint32_t i = 0; i < 400; i++) {
        fixture.p.pos[i].x = test_i64(&r) % (10 * FS_POS_ONE);
        fixture.p.pos[i].y = test_i64(&r) % (10 * FS_POS_ONE);
        fixture.p.kind[i] = (uint16_t)(1 + i % 2);
    }
    fs_force crowd = fs_force_overcrowding(2 * FS_WIDE_ONE, 3 * FS_WIDE_ONE);
    crowd.kind = (uint16_t)_i;
    add_force(&fixture, crowd);
    fs_i128 x = { 0, 0 };
    for (uint32_t i = 0; i < 400; i += 13) {
        double fx = 0, fy = 0;
        for (uint32_t j = 0; j < 400; j++) {
            double dx = of_wide(fixture.p.pos[i].x - fixture.p.pos[j].x),
                   dy = of_wide(fixture.p.pos[i].y - fixture.p.pos[j].y), d = hypot(dx, dy);
            bool counts = _i == 0 || (fixture.p.kind[i] == _i && fixture.p.kind[j] == _i);
            if (!counts || d >= 2 || d == 0)
                continue;
            fx += 3 * (2 - d) * dx / d;
            fy += 3 * (2 - d) * dy / d;
        }
        fs_wide3 f = force_on(&fixture, i);
        NEAR(of_wide(f.x), fx, 2e-8);
        NEAR(of_wide(f.y), fy, 2e-8);
    }
    for (uint32_t i = 0; i < 400; i++)
        x = fs_i128_add(x, fs_i128_from64(force_on(&fixture, i).x));
    ck_assert(fs_i128_sign(x) == 0);
    close_particle_fixture(&fixture);
}
END_TEST

static TCase *field_case(void)
{
    TCase *tc = tcase_create("fields");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, thrust);
    tcase_add_test(tc, forces_sum_exactly);
    tcase_add_test(tc, nothing_is_left_of_a_tick);
    tcase_add_test(tc, gravity_as_a_force);
    tcase_add_test(tc, one_row_for_every_particle);
    tcase_add_test(tc, uplift_column);
    tcase_add_test(tc, buoyancy_of_a_block);
    tcase_add_test(tc, a_block_floats);
    tcase_add_test(tc, lighter_than_air);
    return tc;
}

static TCase *air_case(void)
{
    TCase *tc = tcase_create("air");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, linear_drag);
    tcase_add_loop_test(tc, terminal_speed_of_drag, 0, 4);
    tcase_add_loop_test(tc, drag_never_turns, 0, 3);
    tcase_add_test(tc, airbrake_switch);
    tcase_add_test(tc, wind_carries);
    tcase_add_test(tc, wind_drifts);
    tcase_add_test(tc, blast);
    return tc;
}

static TCase *attraction_case(void)
{
    TCase *tc = tcase_create("attraction");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, attractor);
    tcase_add_test(tc, inverse_square);
    tcase_add_loop_test(tc, circular_orbit, 0, FS_INTEGRATOR_COUNT);
    tcase_add_test(tc, black_holes_capture);
    tcase_add_test(tc, mutual_gravity);
    tcase_add_test(tc, overcrowding);
    tcase_add_loop_test(tc, a_crowd_is_all_its_pairs, 0, 2);
    return tc;
}

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("force");
    suite_add_tcase(suite, field_case());
    suite_add_tcase(suite, air_case());
    suite_add_tcase(suite, attraction_case());
    return suite;
}
