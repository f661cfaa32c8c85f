/* check_particle_motion.c: particles against closed forms, exact recurrences and golden
 * values.
 *
 * Numbers in front of a test name its rows: A3.7 is row 3.7 of the laws of particles,
 * C3-06 row 3-06 of the basic motion models. Doubles only measure.
 */
#include "particles/particle_fixture.h"

#include <math.h>
#include <string.h>
#include <fixstep/trig.h>

#include "support/check_main.h"

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

/* --- motion without force ------------------------------------------------------------------ */

/* A3.2, C3-01: d = 1 keeps every bit for a million ticks. */
START_TEST(a_free_particle_keeps_its_velocity)
{
    struct particle_fixture fixture = one_particle(60, (fs_integrator)_i, vel3_of(3.1415926, -0.001, 499.9 / 2),
                                                   no_gravity());
    fs_vel3 v = fixture.p.vel[0];
    for (int i = 0; i < 1000000; i++) {
        fs_particles_integrate(&fixture.p, NULL);
        fixture.p.tick++;
    }
    ck_assert(fs_vel3_eq(fixture.p.vel[0], v));
    close_particle_fixture(&fixture);
}
END_TEST

/* A3.2, A3.8: d = 0 stops at once, whatever the speed. */
START_TEST(damping_of_zero_stops)
{
    struct particle_fixture fixture = one_particle(60, (fs_integrator)_i, vel3_of(3, -200, 0.25), no_gravity());
    ck_assert_int_eq(fs_particle_set_damping(&fixture.p, 0, 0), FS_OK);
    step_tick(&fixture);
    ck_assert(fs_vel3_is_zero(fixture.p.vel[0]));
    close_particle_fixture(&fixture);
}
END_TEST

/* C3-04: 4 a frame at 30 frames a second is 120 after a second, exactly. */
START_TEST(velocity_is_distance_per_time)
{
    struct particle_fixture fixture = one_particle(30, FS_INTEGRATOR_SYMPLECTIC_EULER, vel3_of(120, 0, -120),
                                                   no_gravity());
    step_ticks(&fixture, 30);
    ck_assert(fs_pos3_eq(fixture.p.pos[0], pos3_of(120, 0, -120)));
    close_particle_fixture(&fixture);
}
END_TEST

/* --- constant acceleration -------------------------------------------------------------------- */

/* A3.12, A2.15: p (1,2,3), v (1,-1,2), a (0,1,-1), steps of a second; exact integers. */
START_TEST(golden_values_of_five_seconds)
{
    static const int after1[3][6] = { { 2, 2, 4, 1, 0, 1 }, { 2, 1, 5, 1, 0, 1 }, { 0 } };
    static const int after5[3][6] = { { 6, 12, -2, 1, 4, -3 }, { 6, 7, 3, 1, 4, -3 }, { 0 } };
    struct particle_fixture fixture = one_particle(1, (fs_integrator)_i, vel3_of(1, -1, 2), wide3_of(0, 1, -1));
    fixture.p.pos[0] = pos3_of(1, 2, 3);
    for (int tick = 1; tick <= 5; tick++) {
        step_tick(&fixture);
        const int *e = tick == 1 ? after1[_i] : after5[_i];
        if (tick != 1 && tick != 5)
            continue;
        ck_assert(fs_pos3_eq(fixture.p.pos[0], pos3_of(e[0], e[1], e[2])));
        ck_assert(fs_vel3_eq(fixture.p.vel[0], vel3_of(e[3], e[4], e[5])));
    }
    close_particle_fixture(&fixture);
}
END_TEST

/* A3.12: the half-step form lands on the exact parabola (6, 9.5, 0.5). */
START_TEST(half_steps_are_exact_for_a_parabola)
{
    struct particle_fixture fixture = one_particle(1, FS_INTEGRATOR_VELOCITY_VERLET, vel3_of(1, -1, 2),
                                                   wide3_of(0, 1, -1));
    fixture.p.pos[0] = pos3_of(1, 2, 3);
    step_ticks(&fixture, 5);
    ck_assert(fs_pos3_eq(fixture.p.pos[0], pos3_of(6, 9.5, 0.5)));
    ck_assert(fs_vel3_eq(fixture.p.vel[0], vel3_of(1, 4, -3)));
    close_particle_fixture(&fixture);
}
END_TEST

/* C3-05, C3-06: x0 = 50, v0 = 4, a = 2. */
START_TEST(listed_positions_under_acceleration)
{
    static const int listed[FS_INTEGRATOR_COUNT][6] = { { 50, 56, 64, 74, 86, 100 },
                                                        { 50, 54, 60, 68, 78, 90 },
                                                        { 50, 55, 62, 71, 82, 95 } };
    struct particle_fixture fixture = one_particle(1, (fs_integrator)_i, vel3_of(4, 0, 0), wide3_of(2, 0, 0));
    fixture.p.pos[0] = pos3_of(50, 0, 0);
    for (int n = 0; n < 6; n++) {
        ck_assert(fixture.p.pos[0].x == listed[_i][n] * FS_POS_ONE);
        ck_assert(fixture.p.vel[0].x == (4 + 2 * n) * FS_VEL_ONE);
        step_tick(&fixture);
    }
    close_particle_fixture(&fixture);
}
END_TEST

/* A3.7, A10.21, C3-07, C3-19: with a step of a power of two the closed forms hold to the bit:
 * p_n = p0 + n v0 h + a h^2 n (n -+ 1) / 2, without the linear term in the half-step form. */
START_TEST(closed_forms_at_64_hz)
{
    static const int64_t shift[FS_INTEGRATOR_COUNT] = { 1, -1, 0 };
    struct particle_fixture fixture = one_particle(64, (fs_integrator)_i, vel3_of(1.5, -3, 0), wide3_of(0, -10, 2));
    for (int64_t n = 1; n <= 640; n++) {
        step_tick(&fixture);
        int64_t twice = n * (n + shift[_i]);
        ck_assert(fixture.p.pos[0].x == n * (FS_POS_ONE / 64) * 3 / 2);
        ck_assert(fixture.p.pos[0].y == -3 * n * (FS_POS_ONE / 64) - twice * 5 * (FS_POS_ONE / 4096));
        ck_assert(fixture.p.pos[0].z == twice * (FS_POS_ONE / 4096));
        ck_assert(fixture.p.vel[0].y == -3 * FS_VEL_ONE - n * 10 * (FS_VEL_ONE / 64));
    }
    close_particle_fixture(&fixture);
}
END_TEST

/* A3.7: 60 s of free fall at 60 Hz, 18 km, against the exact recurrence. */
START_TEST(free_fall_of_a_minute)
{
    static const double shift[FS_INTEGRATOR_COUNT] = { 1, -1, 0 };
    struct particle_fixture fixture = open_particle_fixture(60, 1, wide3_of(0, -9.80665, 0), (fs_integrator)_i);
    double worst = 0, g = of_wide(-fixture.p.gravity->y);
    *fixture.p.max_speed = FS_PARTICLE_SPEED_MAX;
    for (int n = 1; n <= 2400; n++) {
        step_tick(&fixture);
        double exact = -g / 3600 * n * (n + shift[_i]) / 2;
        worst = fmax(worst, fabs(of_wide(fixture.p.pos[0].y) - exact));
        NEAR(of_vel(fixture.p.vel[0].y), -g * n / 60, 4.8e-7);
    }
    NEAR(worst, 0, 2e-5);
    ck_assert_uint_eq(*fixture.p.limited, 0);
    close_particle_fixture(&fixture);
}
END_TEST

/* A3.6: light and heavy fall alike, bit for bit; per-particle gravity is its own. */
START_TEST(all_masses_fall_alike)
{
    static const double masses[] = { 1e-6, 1e-3, 0.005, 1, 7, 200, 40000, 1e6, 2e9 };
    struct particle_fixture fixture = open_particle_fixture(60, 10, wide3_of(0, -9.807, 0),
                                                            FS_INTEGRATOR_SYMPLECTIC_EULER);
    for (uint32_t i = 0; i < 9; i++)
        ck_assert_int_eq(fs_particle_set_mass(&fixture.p, i, wide_of(masses[i])), FS_OK);
    fixture.p.acc[9] = wide3_of(0, 9.807 + 0.6, 0);
    step_ticks(&fixture, 600);
    for (uint32_t i = 1; i < 9; i++)
        ck_assert(fs_pos3_eq(fixture.p.pos[i], fixture.p.pos[0]) && fs_vel3_eq(fixture.p.vel[i], fixture.p.vel[0]));
    NEAR(of_vel(fixture.p.vel[9].y), 6, 1e-6);
    close_particle_fixture(&fixture);
}
END_TEST

/* The carry: the sum of the gains is the rounded total in every tick, for any rate. */
START_TEST(gains_add_up_exactly)
{
    struct particle_fixture fixture = one_particle(60, (fs_integrator)_i, fs_vel3_zero(),
                                                   wide3_of(1e-6, -9.80665, 1.0 / 3));
    for (int64_t n = 1; n <= 3000; n++) {
        step_tick(&fixture);
        ck_assert(fixture.p.vel[0].x == (fs_vel)(n * fixture.p.acc[0].x / (60 * 2048)));
        ck_assert(fixture.p.vel[0].y == (fs_vel)(n * fixture.p.acc[0].y / (60 * 2048)));
        ck_assert(fixture.p.vel[0].z == (fs_vel)(n * fixture.p.acc[0].z / (60 * 2048)));
    }
    close_particle_fixture(&fixture);
}
END_TEST

/* --- damping --------------------------------------------------------------------------------------- */

/* A3.8, A3.13: v_N = v0 d^(N/60); one half a second is a half after 60 ticks. */
START_TEST(damping_is_a_power)
{
    static const double kept[] = { 0.5, 0.999, 0.99, 0.9, 0.1, 0.8 };
    double d = kept[_i];
    struct particle_fixture fixture = one_particle(60, FS_INTEGRATOR_SYMPLECTIC_EULER, vel3_of(100, -100, 0),
                                                   no_gravity());
    ck_assert_int_eq(fs_particle_set_damping(&fixture.p, 0, (fs_unit)(d * FS_UNIT_ONE + 0.5)), FS_OK);
    for (int n = 1; n <= 300; n++) {
        step_tick(&fixture);
        double exact = 100 * pow(d, n / 60.0);
        NEAR(of_vel(fixture.p.vel[0].x), exact, exact * 1e-9 * n + 12 * 4.8e-7);
        ck_assert(fixture.p.vel[0].y == -fixture.p.vel[0].x);
    }
    close_particle_fixture(&fixture);
}
END_TEST

/* Small velocities decay too: 10 mm/s at 0.999 a second follow the exponential to 15
 * steps for an hour, and end at 0. */
START_TEST(damping_never_freezes)
{
    struct particle_fixture fixture = one_particle(60, FS_INTEGRATOR_SYMPLECTIC_EULER, vel3_of(0.01, -0.01, 3),
                                                   no_gravity());
    ck_assert_int_eq(fs_particle_set_damping(&fixture.p, 0, (fs_unit)(0.999 * FS_UNIT_ONE + 0.5)), FS_OK);
    double worst = 0;
    for (int n = 1; n <= 216000; n++) {
        fs_particles_integrate(&fixture.p, NULL);
        fixture.p.tick++;
        worst = fmax(worst, fabs(of_vel(fixture.p.vel[0].x) - 0.01 * pow(0.999, n / 60.0)));
    }
    NEAR(worst, 0, 15 * 4.8e-7);
    for (int n = 0; n < 4000000 && fixture.p.vel[0].x != 0; n++) {
        fs_particles_integrate(&fixture.p, NULL);
        fixture.p.tick++;
    }
    ck_assert(fixture.p.vel[0].x == 0 && fixture.p.vel[0].y == 0);
    close_particle_fixture(&fixture);
}
END_TEST

/* Damping e^-0.1 a second from 100 m/s for a minute: speed and distance within 2e-6. */
START_TEST(damping_of_a_minute)
{
    struct particle_fixture fixture = one_particle(60, FS_INTEGRATOR_SYMPLECTIC_EULER, vel3_of(100, 0, 0),
                                                   no_gravity());
    ck_assert_int_eq(fs_particle_set_damping(&fixture.p, 0, (fs_unit)(exp(-0.1) * FS_UNIT_ONE + 0.5)), FS_OK);
    step_ticks(&fixture, 3600);
    double delta = exp(-0.1 / 60), way = 100 / 60.0 * delta * (1 - exp(-6)) / (1 - delta);
    NEAR(of_vel(fixture.p.vel[0].x) / (100 * exp(-6)), 1, 2e-6);
    NEAR(of_wide(fixture.p.pos[0].x) / way, 1, 4e-7);
    close_particle_fixture(&fixture);
}
END_TEST

/* A3.8: terminal speed, damping after adding: a h D / (1 - D); 4.260 for d = 0.1, g = 10. */
START_TEST(terminal_speed_of_damping)
{
    struct particle_fixture fixture = open_particle_fixture(60, 1, wide3_of(0, -10, 0), FS_INTEGRATOR_SYMPLECTIC_EULER);
    ck_assert_int_eq(fs_particle_set_damping(&fixture.p, 0, (fs_unit)(0.1 * FS_UNIT_ONE)), FS_OK);
    step_ticks(&fixture, 1200);
    double delta = pow(0.1, 1.0 / 60);
    NEAR(of_vel(fixture.p.vel[0].y), -10 / 60.0 * delta / (1 - delta), 6e-7);
    NEAR(of_vel(fixture.p.vel[0].y), -4.260, 5e-4);
    close_particle_fixture(&fixture);
}
END_TEST

/* --- projectiles -------------------------------------------------------------------------------------- */

/* A4.3 to A4.6, and the undamped times of flight: ticks and places of the ammunition. */
static const struct shot {
    double m, v[3], a[3], d;
    fs_integrator integrator;
    int tick;
    double z, bound;
} shots[] = {
    { 2, { 0, 0, 35 }, { 0, -1, 0 }, 0.99, FS_INTEGRATOR_EXPLICIT_EULER, 105, 60.720, 6e-4 },
    { 2, { 0, 0, 35 }, { 0, -1, 0 }, 0.99, FS_INTEGRATOR_SYMPLECTIC_EULER, 104, 60.136, 6e-4 },
    { 200, { 0, 30, 40 }, { 0, -20, 0 }, 0.99, FS_INTEGRATOR_EXPLICIT_EULER, 184, 120.81, 6e-3 },
    { 200, { 0, 30, 40 }, { 0, -20, 0 }, 0.99, FS_INTEGRATOR_SYMPLECTIC_EULER, 182, 119.49, 6e-3 },
};

START_TEST(shots_land_where_listed)
{
    const struct shot *s = &shots[_i];
    struct particle_fixture fixture = one_particle(60, s->integrator, vel3_of(s->v[0], s->v[1], s->v[2]),
                                                   wide3_of(s->a[0], s->a[1], s->a[2]));
    fixture.p.pos[0] = pos3_of(0, 1.5, 0);
    ck_assert_int_eq(fs_particle_set_mass(&fixture.p, 0, wide_of(s->m)), FS_OK);
    ck_assert_int_eq(fs_particle_set_damping(&fixture.p, 0, (fs_unit)(s->d * FS_UNIT_ONE + 0.5)), FS_OK);
    int tick = 0;
    while (fixture.p.pos[0].y >= 0 && tick < 1000) {
        step_tick(&fixture);
        tick++;
    }
    ck_assert_int_eq(tick, s->tick);
    NEAR(of_wide(fixture.p.pos[0].z), s->z, s->bound);
    close_particle_fixture(&fixture);
}
END_TEST

/* A4.5: the fireball floats: when it is older than 5 s it is near z = 39,
 * y = 7.9; A4.6: the bolt goes straight on
 * and passes 200 m at tick 122. */
START_TEST(fireball_and_bolt)
{
    struct particle_fixture fixture = one_particle(60, FS_INTEGRATOR_EXPLICIT_EULER, vel3_of(0, 0, 10),
                                                   wide3_of(0, 0.6, 0));
    fixture.p.pos[0] = pos3_of(0, 1.5, 0);
    ck_assert_int_eq(fs_particle_set_damping(&fixture.p, 0, (fs_unit)(0.9 * FS_UNIT_ONE)), FS_OK);
    step_ticks(&fixture, 301);
    NEAR(of_wide(fixture.p.pos[0].z), 10 / 60.0 * (1 - pow(0.9, 301 / 60.0)) / (1 - pow(0.9, 1 / 60.0)), 3e-5);
    NEAR(of_wide(fixture.p.pos[0].y), 7.9, 0.06);
    ck_assert_uint_eq(fs_particle_age(&fixture.p, 0), 300); /* as the last step saw it */
    close_particle_fixture(&fixture);
    fixture = one_particle(60, FS_INTEGRATOR_SYMPLECTIC_EULER, vel3_of(0, 0, 100), no_gravity());
    ck_assert_int_eq(fs_particle_set_damping(&fixture.p, 0, (fs_unit)(0.99 * FS_UNIT_ONE)), FS_OK);
    int tick = 0;
    for (; fixture.p.pos[0].z <= 200 * FS_POS_ONE; tick++)
        step_tick(&fixture);
    ck_assert_int_eq(tick, 122);
    NEAR(of_wide(fixture.p.pos[0].z), 201.3, 0.06);
    ck_assert(fixture.p.pos[0].x == 0 && fixture.p.pos[0].y == 0);
    close_particle_fixture(&fixture);
}
END_TEST

/* C3-21 to C3-23: 20 m/s at an angle, g = 9.8: apex v^2 sin^2 / 2g, range v^2 sin 2th / g; th and
 * 90 - th reach equally far. */
static double range_of(int degrees, double *apex, double *time)
{
    uint32_t turn = FS_TURN_DEG(degrees);
    struct particle_fixture fixture = open_particle_fixture(120, 1, wide3_of(0, -9.8, 0),
                                                            FS_INTEGRATOR_VELOCITY_VERLET);
    fs_pos3 before = fixture.p.pos[0];
    fixture.p.vel[0] = fs_vel3_make(fs_mul32_sym(20 * FS_VEL_ONE, fs_cos(turn), FS_UNIT_FRAC),
                                    fs_mul32_sym(20 * FS_VEL_ONE, fs_sin(turn), FS_UNIT_FRAC), 0);
    int tick = 0;
    *apex = 0;
    do {
        before = fixture.p.pos[0];
        step_tick(&fixture);
        tick++;
        *apex = fmax(*apex, of_wide(fixture.p.pos[0].y));
    } while (fixture.p.pos[0].y > 0);
    double part = (double)before.y / (double)(before.y - fixture.p.pos[0].y);
    *time = (tick - 1 + part) / 120;
    double range = of_wide(before.x) + part * of_wide(fixture.p.pos[0].x - before.x);
    close_particle_fixture(&fixture);
    return range;
}

START_TEST(projectile_range_and_apex)
{
    double apex, time, range = range_of(45, &apex, &time), ignored;
    NEAR(range, 40.816, 7e-4);
    NEAR(apex, 10.204, 2e-4);
    NEAR(time, 2.886, 4e-4);
    NEAR(range_of(30, &apex, &time), range_of(60, &ignored, &ignored), 7e-5);
    NEAR(range_of(30, &apex, &time), 400 * sin(M_PI / 3) / 9.8, 2e-4);
    NEAR(range_of(90, &apex, &time), 0, 1e-12);
}
END_TEST

/* C3-20: a constant vx and the parabola: x = 2n. C3-24: wind is an acceleration against x:
 * x = vx t - w t^2 / 2, the same both ways. */
START_TEST(throw_with_and_without_wind)
{
    struct particle_fixture fixture = open_particle_fixture(60, 3, no_gravity(), FS_INTEGRATOR_VELOCITY_VERLET);
    for (uint32_t i = 0; i < 3; i++)
        fixture.p.vel[i] = vel3_of(120, 0, 0);
    fixture.p.vel[2] = vel3_of(-120, 0, 0);
    fixture.p.acc[0] = wide3_of(0, -1, 0);
    fixture.p.acc[1] = wide3_of(-0.01, 0, 0);
    fixture.p.acc[2] = wide3_of(0.01, 0, 0);
    for (int n = 1; n <= 600; n++) {
        step_tick(&fixture);
        double t = n / 60.0;
        ck_assert(fixture.p.pos[0].x == 2 * n * FS_POS_ONE);
        NEAR(of_wide(fixture.p.pos[1].x), 120 * t - 0.01 * t * t / 2, 5e-6);
        ck_assert(fixture.p.pos[2].x == -fixture.p.pos[1].x);
    }
    close_particle_fixture(&fixture);
}
END_TEST

static TCase *motion_case(void)
{
    TCase *tc = tcase_create("motion");
    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, a_free_particle_keeps_its_velocity, 0, FS_INTEGRATOR_COUNT);
    tcase_add_loop_test(tc, damping_of_zero_stops, 0, FS_INTEGRATOR_COUNT);
    tcase_add_test(tc, velocity_is_distance_per_time);
    tcase_add_loop_test(tc, golden_values_of_five_seconds, 0, 2);
    tcase_add_test(tc, half_steps_are_exact_for_a_parabola);
    tcase_add_loop_test(tc, listed_positions_under_acceleration, 0, FS_INTEGRATOR_COUNT);
    tcase_add_loop_test(tc, closed_forms_at_64_hz, 0, FS_INTEGRATOR_COUNT);
    tcase_add_loop_test(tc, free_fall_of_a_minute, 0, FS_INTEGRATOR_COUNT);
    tcase_add_test(tc, all_masses_fall_alike);
    tcase_add_loop_test(tc, gains_add_up_exactly, 0, FS_INTEGRATOR_COUNT);
    tcase_add_loop_test(tc, damping_is_a_power, 0, 6);
    tcase_add_test(tc, damping_never_freezes);
    tcase_add_test(tc, damping_of_a_minute);
    tcase_add_test(tc, terminal_speed_of_damping);
    tcase_add_loop_test(tc, shots_land_where_listed, 0, (int)(sizeof shots / sizeof shots[0]));
    tcase_add_test(tc, fireball_and_bolt);
    tcase_add_test(tc, projectile_range_and_apex);
    tcase_add_test(tc, throw_with_and_without_wind);
    return tc;
}

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("particle motion");
    suite_add_tcase(suite, motion_case());
    return suite;
}
