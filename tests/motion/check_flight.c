/* check_flight.c: motion under constant acceleration, trajectories and aiming against their
 * closed forms and the numbers of the sources.
 *
 * Where a source prints a wrong formula the test names it and shows that its value is
 * not ours. Doubles only measure here.
 */
#include <fixstep/motion.h>

#include <math.h>
#include <fixstep/random.h>
#include <fixstep/trig.h>

#include "support/check_main.h"
#include "particles/particle_fixture.h"

/* --- constant acceleration ----------------------------------------------------------------------------- */

/* x0 = 50, v0 = 4, a = 2, one tick a second: 50 55 62 71 82 95 in closed form. */
START_TEST(accelerated_table)
{
    static const int exact[] = { 50, 55, 62, 71, 82, 95 }, first[] = { 50, 56, 64 }, late[] = { 50, 54, 60 };
    fs_trajectory1 c = { 50 * FS_POS_ONE, 4 * FS_VEL_ONE, 2 * FS_WIDE_ONE, 1 };
    for (uint32_t n = 0; n < 6; n++) {
        ck_assert_int_eq(fs_trajectory1_position(&c, n, FS_INTEGRATOR_VELOCITY_VERLET), exact[n] * FS_POS_ONE);
        ck_assert_int_eq(fs_trajectory1_velocity(&c, n), (4 + 2 * (int)n) * FS_VEL_ONE);
    }
    for (uint32_t n = 0; n < 3; n++) {
        ck_assert_int_eq(fs_trajectory1_position(&c, n, FS_INTEGRATOR_SYMPLECTIC_EULER), first[n] * FS_POS_ONE);
        ck_assert_int_eq(fs_trajectory1_position(&c, n, FS_INTEGRATOR_EXPLICIT_EULER), late[n] * FS_POS_ONE);
    }
    /* v += a; x += v from rest: x_n = n (n + 1). */
    fs_trajectory1 rest = { 0, 0, 2 * FS_WIDE_ONE, 1 };
    for (uint32_t n = 0; n < 100; n++)
        ck_assert_int_eq(fs_trajectory1_position(&rest, n, FS_INTEGRATOR_SYMPLECTIC_EULER),
                         (int64_t)n * (n + 1) * FS_POS_ONE);
    /* Four pixels per frame at 30 frames per second. */
    fs_trajectory1 steady = { 7 * FS_POS_ONE, 120 * FS_VEL_ONE, 0, 30 };
    ck_assert_int_eq(fs_trajectory1_position(&steady, 30, FS_INTEGRATOR_VELOCITY_VERLET), 127 * FS_POS_ONE);
    ck_assert_int_eq(fs_trajectory1_position(&steady, 1, FS_INTEGRATOR_VELOCITY_VERLET), 11 * FS_POS_ONE);
}
END_TEST

/* g = 9.8 for 1 s at 60 Hz. */
START_TEST(fall_of_a_second)
{
    fs_trajectory1 c = { 0, 0, fs_wide_from_ratio(98, 10), 60 };
    NEAR(of_wide(fs_trajectory1_position(&c, 60, FS_INTEGRATOR_SYMPLECTIC_EULER)), 4.9 + 9.8 / 120, 6e-11);
    NEAR(of_wide(fs_trajectory1_position(&c, 60, FS_INTEGRATOR_SYMPLECTIC_EULER)), 4.98167, 5e-6);
    NEAR(of_wide(fs_trajectory1_position(&c, 60, FS_INTEGRATOR_EXPLICIT_EULER)), 4.81833, 5e-6);
    NEAR(of_wide(fs_trajectory1_position(&c, 60, FS_INTEGRATOR_VELOCITY_VERLET)), 4.9, 4e-10);
}
END_TEST

/* Particles follow the closed form of their integrator. */
START_TEST(particles_follow_the_closed_form)
{
    fs_wide3 g = wide3_of(1.5, -9.8, 0.25);
    struct particle_fixture fixture = open_particle_fixture(60, 1, g, (fs_integrator)_i);
    fs_particle_def def = fs_default_particle_def();
    def.damping = FS_UNIT_ONE;
    def.vel = vel3_of(20, 15, 0);
    ck_assert_int_eq(fs_particle_make(&fixture.p, 0, &def), FS_OK);
    fs_trajectory1 y = { 0, def.vel.y, g.y, 60 }, x = { 0, def.vel.x, g.x, 60 };
    for (uint32_t n = 1; n <= 300; n++) {
        step_tick(&fixture);
        NEAR(of_wide(fixture.p.pos[0].y), of_wide(fs_trajectory1_position(&y, n, (fs_integrator)_i)), 3e-6);
        NEAR(of_wide(fixture.p.pos[0].x), of_wide(fs_trajectory1_position(&x, n, (fs_integrator)_i)), 3e-6);
        ck_assert_int_le(abs(fixture.p.vel[0].y - fs_trajectory1_velocity(&y, n)), 1);
    }
    close_particle_fixture(&fixture);
}
END_TEST

START_TEST(acceleration_at_its_limits)
{
    fs_trajectory1 c = { 5, FS_VEL_MAX, FS_WIDE_MAX, 0 };
    ck_assert_int_eq(fs_trajectory1_position(&c, 9, FS_INTEGRATOR_VELOCITY_VERLET), 5);
    ck_assert_int_eq(fs_trajectory1_velocity(&c, 9), FS_VEL_MAX);
    c.hz = 1;
    ck_assert_int_eq(fs_trajectory1_position(&c, UINT32_MAX, FS_INTEGRATOR_SYMPLECTIC_EULER), FS_POS_MAX);
    c = (fs_trajectory1){ 0, FS_VEL_MIN, FS_WIDE_MIN, 1 };
    ck_assert_int_eq(fs_trajectory1_position(&c, UINT32_MAX, FS_INTEGRATOR_SYMPLECTIC_EULER), FS_POS_MIN);
    ck_assert_int_eq(fs_trajectory1_velocity(&c, UINT32_MAX), FS_VEL_MIN);
    c.hz = UINT32_MAX;
    ck_assert(fs_trajectory1_position(&c, 1, FS_INTEGRATOR_EXPLICIT_EULER) <= 0);
}
END_TEST

/* --- flights -------------------------------------------------------------------------------- */

START_TEST(launch_split)
{
    fs_vel v = 20 * FS_VEL_ONE;
    fs_vel2 a = fs_projectile_velocity(v, 0), b = fs_projectile_velocity(v, FS_TURN_DEG(90)),
            c = fs_projectile_velocity(v, FS_TURN_DEG(180));
    ck_assert(a.x == v && a.y == 0 && b.x == 0 && b.y == v && c.x == -v && c.y == 0);
    fs_vel2 d = fs_projectile_velocity(v, FS_TURN_DEG(45));
    ck_assert_int_eq(d.x, d.y);
    NEAR(of_vel(d.x), 20 / sqrt(2), 1e-8);
}
END_TEST

/* v = 20 at 45 degrees under 9.8: T 2.88615, R 40.8163, H 10.2041. The printed range
 * lacks the factor 2 and would be 20.408, the printed time has the sine twice. */
START_TEST(flight_from_the_ground)
{
    fs_flight f;
    fs_wide g = fs_wide_from_ratio(98, 10);
    ck_assert_int_eq(fs_flight_make(fs_projectile_velocity(20 * FS_VEL_ONE, FS_TURN_DEG(45)), 0, g, 0, &f), FS_OK);
    NEAR(of_wide(f.seconds), 2.88615, 4e-7);
    NEAR(of_wide(f.range), 40.8163, 5e-5);
    NEAR(of_wide(f.range), 400 / 9.8, 6e-8);
    NEAR(of_wide(f.apex), 10.2041, 5e-5);
    NEAR(of_wide(f.apex_seconds), 2.88615 / 2, 2e-7);
    ck_assert(fabs(of_wide(f.range) - 20.408) > 20 && fabs(of_wide(f.seconds) - 2 * 20 * 0.5 / 9.8) > 0.5);
}
END_TEST

START_TEST(complementary_angles_have_equal_ranges)
{
    fs_wide g = fs_wide_from_ratio(98, 10);
    for (int degrees = 1; degrees < 45; degrees++) {
        fs_flight low, high;
        fs_flight_make(fs_projectile_velocity(20 * FS_VEL_ONE, FS_TURN_DEG(degrees)), 0, g, 0, &low);
        fs_flight_make(fs_projectile_velocity(20 * FS_VEL_ONE, FS_TURN_DEG(90 - degrees)), 0, g, 0, &high);
        NEAR(of_wide(low.range), of_wide(high.range), 5e-6);
        NEAR(of_wide(low.range), 400 * sin(2 * degrees * M_PI / 180) / 9.8, 5e-6);
        ck_assert(low.apex < high.apex);
    }
}
END_TEST

/* (0, 30, 40) m/s under 20 m/s^2 from 1.5 m: T = (30 + sqrt 960) / 20. */
START_TEST(flight_from_a_height)
{
    fs_flight f;
    fs_wide h = fs_wide_from_ratio(3, 2), g = 20 * FS_WIDE_ONE;
    fs_flight_make(fs_vel2_make(40 * FS_VEL_ONE, 30 * FS_VEL_ONE), h, g, 0, &f);
    NEAR(of_wide(f.seconds), (30 + sqrt(960)) / 20, 3e-11);
    NEAR(of_wide(f.range), 121.97, 5e-3);
    /* Level, and downward: no ascent. */
    fs_flight_make(fs_vel2_make(35 * FS_VEL_ONE, 0), h, FS_WIDE_ONE, 0, &f);
    NEAR(of_wide(f.seconds), sqrt(3), 3e-10);
    NEAR(of_wide(f.range), 60.6218, 5e-5);
    ck_assert(f.apex == h && f.apex_seconds == 0);
    fs_flight_make(fs_vel2_make(0, -30 * FS_VEL_ONE), h, g, 0, &f);
    NEAR(of_wide(f.seconds), (sqrt(960) - 30) / 20, 3e-11);
    /* Aimed downward from the ground it has landed at once. */
    fs_flight_make(fs_vel2_make(FS_VEL_ONE, -FS_VEL_ONE), 0, g, 0, &f);
    ck_assert(f.seconds == 0 && f.range == 0);
}
END_TEST

START_TEST(wind_of_both_signs)
{
    fs_vel2 launch = fs_vel2_make(10 * FS_VEL_ONE, 20 * FS_VEL_ONE);
    fs_wide wind = fs_wide_from_ratio(1, 100), g = 10 * FS_WIDE_ONE;
    fs_flight with, against, mirrored;
    fs_flight_make(launch, 0, g, wind, &with);
    fs_flight_make(launch, 0, g, -wind, &against);
    NEAR(of_wide(with.range), 40 + 0.01 * 16 / 2, 2e-10);
    NEAR(of_wide(against.range), 40 - 0.01 * 16 / 2, 2e-10);
    fs_flight_make(fs_vel2_make(-launch.x, launch.y), 0, g, wind, &mirrored);
    ck_assert_int_eq(mirrored.range, -against.range);
    ck_assert_int_eq(mirrored.seconds, against.seconds);
}
END_TEST

/* The simulated landing is within one tick of the analytic time. */
START_TEST(ticks_land_in_time)
{
    fs_wide g = fs_wide_from_ratio(98, 10);
    struct particle_fixture fixture = open_particle_fixture(60, 1, fs_wide3_make(fs_wide_from_ratio(-1, 100), -g, 0),
                                                            FS_INTEGRATOR_SYMPLECTIC_EULER);
    fs_vel2 launch = fs_projectile_velocity(20 * FS_VEL_ONE, FS_TURN_DEG(45));
    fs_flight f;
    fs_flight_make(launch, 0, g, fs_wide_from_ratio(-1, 100), &f);
    fixture.p.vel[0] = fs_vel3_make(launch.x, launch.y, 0);
    uint32_t n = 0;
    do {
        step_tick(&fixture);
        n++;
    } while (fixture.p.pos[0].y > 0 && n < 1000);
    NEAR(n / 60.0, of_wide(f.seconds), 1 / 60.0);
    NEAR(of_wide(fixture.p.pos[0].x), of_wide(f.range), 20 / 60.0);
    close_particle_fixture(&fixture);
}
END_TEST

START_TEST(flights_without_an_end)
{
    fs_flight f = { 1, 1, 1, 1 };
    fs_vel2 up = fs_vel2_make(FS_VEL_ONE, FS_VEL_ONE);
    ck_assert_int_eq(fs_flight_make(up, 0, 0, 0, &f), FS_E_ARGUMENT);
    ck_assert(f.seconds == 0 && f.range == 0 && f.apex == 0);
    ck_assert_int_eq(fs_flight_make(up, 0, -1, 0, &f), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_flight_make(up, -1, FS_WIDE_ONE, 0, &f), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_flight_make(fs_vel2_make(FS_VEL_MAX, FS_VEL_MAX), FS_WIDE_MAX, 1, FS_WIDE_MIN, &f), FS_OK);
    ck_assert(f.seconds == FS_WIDE_MAX && f.apex == FS_WIDE_MAX);
    ck_assert_int_eq(fs_flight_make(fs_vel2_make(FS_VEL_MIN, FS_VEL_MIN), FS_WIDE_MAX, FS_WIDE_MAX, FS_WIDE_MAX, &f),
                     FS_OK);
}
END_TEST

START_TEST(aim_hits)
{
    fs_rng rng = fs_rng_seed(5, 0);
    fs_wide g = fs_wide_from_ratio(98, 10);
    int hits = 0;
    for (int i = 0; i < 500; i++) {
        fs_wide2 to;
        to.x = fs_rng_range64(&rng, -60 * FS_WIDE_ONE, 60 * FS_WIDE_ONE);
        to.y = fs_rng_range64(&rng, -20 * FS_WIDE_ONE, 20 * FS_WIDE_ONE);
        uint32_t turn[2];
        bool can = fs_projectile_aim(20 * FS_VEL_ONE, to, g, &turn[0], &turn[1]);
        double x = of_wide(to.x), y = of_wide(to.y), v2 = 400;
        HOLDS(can == (v2 * v2 - 9.8 * (9.8 * x * x + 2 * y * v2) >= 0));
        for (int k = 0; can && k < 2; k++) {
            double a = turn[k] * (2 * M_PI / 4294967296.0), t = x / (20 * cos(a));
            NEAR(20 * sin(a) * t - 4.9 * t * t, y, 2e-4);
            hits++;
        }
    }
    ck_assert_int_gt(hits, 300);
    uint32_t flat, steep;
    ck_assert(!fs_projectile_aim(20 * FS_VEL_ONE, fs_wide2_make(1, 1), 0, &flat, &steep));
    ck_assert(!fs_projectile_aim(0, fs_wide2_make(1, 1), g, &flat, &steep));
    ck_assert(!fs_projectile_aim(FS_VEL_MIN, fs_wide2_make(FS_WIDE_MIN, FS_WIDE_MAX), FS_WIDE_MAX, &flat, &steep));
    ck_assert(fs_projectile_aim(FS_VEL_MAX, fs_wide2_make(0, FS_WIDE_MIN), FS_WIDE_MAX, &flat, &steep));
    ck_assert(flat == FS_TURN_DEG(270) && steep == FS_TURN_DEG(90));
}
END_TEST

/* A bullet of 5 g at 500 m/s, slowed 20 times. */
START_TEST(slowed_bullet)
{
    fs_projectile_scale s = fs_projectile_slow_down(fs_wide_from_ratio(5, 1000), 500 * FS_WIDE_ONE, 10 * FS_WIDE_ONE,
                                                    20);
    NEAR(of_wide(s.mass), 2, 1e-7);
    ck_assert_int_eq(s.speed, 25 * FS_VEL_ONE);
    ck_assert_int_eq(s.gravity, FS_WIDE_ONE / 2);
    /* A speed of 3e8 m/s; the energy is unchanged. */
    s = fs_projectile_slow_down(1, 300000000 * FS_WIDE_ONE, 0, 3000000);
    ck_assert_int_eq(s.speed, 100 * FS_VEL_ONE);
    s = fs_projectile_slow_down(FS_WIDE_ONE, 7 * FS_WIDE_ONE, FS_WIDE_ONE, 0);
    ck_assert(s.mass == FS_WIDE_ONE && s.speed == 7 * FS_VEL_ONE);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("flight");
    TCase *tc = tcase_create("flight");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, accelerated_table);
    tcase_add_test(tc, fall_of_a_second);
    tcase_add_loop_test(tc, particles_follow_the_closed_form, 0, FS_INTEGRATOR_COUNT);
    tcase_add_test(tc, acceleration_at_its_limits);
    tcase_add_test(tc, launch_split);
    tcase_add_test(tc, flight_from_the_ground);
    tcase_add_test(tc, complementary_angles_have_equal_ranges);
    tcase_add_test(tc, flight_from_a_height);
    tcase_add_test(tc, wind_of_both_signs);
    tcase_add_test(tc, ticks_land_in_time);
    tcase_add_test(tc, flights_without_an_end);
    tcase_add_test(tc, aim_hits);
    tcase_add_test(tc, slowed_bullet);
    suite_add_tcase(suite, tc);
    return suite;
}
