/* check_friction.c: friction on level ground and on slopes against its closed forms and the
 * numbers of the sources.
 *
 * Where a source prints a wrong formula the test names it and shows that its value is
 * not ours. Doubles only measure here.
 */
#include <fixstep/motion.h>

#include <stdlib.h>
#include <fixstep/trig.h>

#include "support/check_main.h"
#include "particles/particle_fixture.h"

static double degrees_of(uint32_t turn)
{
    return turn * (360.0 / 4294967296.0);
}

START_TEST(friction_in_space_keeps_the_direction)
{
    fs_vel3 v = vel3_of(12, -16, 21), start = v;
    int steps = 0;
    for (; !fs_vel3_is_zero(v); steps++) {
        ck_assert(fs_sign32(v.x) >= 0 && fs_sign32(v.y) <= 0 && fs_sign32(v.z) >= 0);
        ck_assert_int_le(llabs((int64_t)v.x * start.y - (int64_t)v.y * start.x), 60LL * start.z);
        v = fs_speed_reduce3(v, FS_VEL_ONE);
    }
    /* |v| = 29; rounding may leave one step. */
    ck_assert(steps == 29 || steps == 30);
    v = vel3_of(0, 0, 16);
    fs_pos z = 0;
    for (int i = 0; i < 20; i++) {
        z = fs_pos_advance(z, v.z, 1);
        v = fs_speed_reduce3(v, FS_VEL_ONE);
    }
    ck_assert_int_eq(z, 136 * FS_POS_ONE);
    /* Several frictions add up; extreme values give defined results. */
    v = fs_speed_reduce3(fs_speed_reduce3(vel3_of(0, 9, 0), vel_of(2)), vel_of(3));
    ck_assert_int_eq(v.y, vel_of(4));
    v = fs_speed_reduce3(fs_vel3_make(FS_VEL_MIN, FS_VEL_MIN, FS_VEL_MIN), 1);
    ck_assert(v.x < 0 && v.x == v.y && v.y == v.z);
}
END_TEST

/* --- friction ------------------------------------------------------------------------------- */

START_TEST(static_limit)
{
    fs_surface s = { FS_WIDE_ONE / 2, FS_WIDE_ONE / 4 };
    ck_assert(fs_friction_is_static(s, 5 * FS_WIDE_ONE, 10 * FS_WIDE_ONE));
    ck_assert(fs_friction_is_static(s, -5 * FS_WIDE_ONE, 10 * FS_WIDE_ONE));
    ck_assert(!fs_friction_is_static(s, 5 * FS_WIDE_ONE + 1, 10 * FS_WIDE_ONE));
    ck_assert(!fs_friction_is_static(s, 1, -FS_WIDE_ONE) && fs_friction_is_static(s, 0, 0));
    /* All bits are compared: a difference of 2^-65. */
    ck_assert(fs_friction_is_static((fs_surface){ FS_WIDE_ONE + 1, 0 }, 1, 1));
    ck_assert(!fs_friction_is_static((fs_surface){ FS_WIDE_ONE - 1, 0 }, 1, 1));
    ck_assert(fs_friction_is_static((fs_surface){ FS_WIDE_MAX, 0 }, FS_WIDE_MIN, FS_WIDE_MAX));
    /* Just below the limit it stays at rest, just above it moves. */
    fs_vel v = 0;
    for (uint32_t tick = 0; tick < 100000; tick++)
        v = fs_friction_step(s, 5 * FS_WIDE_ONE, 10 * FS_WIDE_ONE, v, 60, tick);
    ck_assert_int_eq(v, 0);
    for (uint32_t tick = 0; tick < 60; tick++)
        v = fs_friction_step(s, 5 * FS_WIDE_ONE + 1, 10 * FS_WIDE_ONE, v, 60, tick);
    NEAR(of_vel(v), 2.5, 1e-12);
}
END_TEST

/* Stop after v / (mu g) and v^2 / (2 mu g), without ever reversing. */
START_TEST(slide_stops_at_the_analytic_distance)
{
    fs_surface s = { FS_WIDE_ONE / 2, fs_wide_from_ratio(2, 5) };
    fs_wide g = fs_wide_from_ratio(98, 10), seconds, distance;
    ck_assert_int_eq(fs_stopping_distance(6 * FS_VEL_ONE, fs_wide_mul(s.dynamic_friction, g), &seconds, &distance),
                     FS_OK);
    NEAR(of_wide(seconds), 6 / 3.92, 8e-10);
    NEAR(of_wide(distance), 36 / 7.84, 3e-9);
    for (int sign = -1; sign <= 1; sign += 2) {
        fs_vel v = sign * 6 * FS_VEL_ONE;
        fs_pos p = 0;
        uint32_t ticks = 0;
        while (v != 0 && ticks < 1000) {
            p = fs_pos_advance(p, v, 60);
            v = fs_friction_step(s, 0, g, v, 60, ticks++);
            ck_assert(v * sign >= 0);
        }
        NEAR(ticks / 60.0, of_wide(seconds), 1 / 60.0);
        NEAR(sign * of_wide(p), of_wide(distance), 6 / 120.0 + 1e-3);
        ck_assert_int_eq(fs_friction_step(s, 0, g, v, 60, ticks), 0);
    }
    ck_assert_int_eq(fs_stopping_distance(FS_VEL_ONE, 0, &seconds, &distance), FS_E_ARGUMENT);
    ck_assert(seconds == 0 && distance == 0);
    ck_assert_int_eq(fs_stopping_distance(FS_VEL_MIN, 1, &seconds, &distance), FS_OK);
    ck_assert(seconds == FS_WIDE_MAX && distance == FS_WIDE_MAX);
}
END_TEST

/* 16 with 1 less each frame: 136 in 16 frames, by the same step. */
START_TEST(flat_friction_of_136)
{
    fs_surface s = { FS_WIDE_ONE, FS_WIDE_ONE };
    fs_vel v = 16 * FS_VEL_ONE;
    fs_pos p = 0;
    int frames = 0;
    for (; v != 0 && frames < 99; frames++) {
        p = fs_pos_advance(p, v, 1);
        v = fs_friction_step(s, 0, FS_WIDE_ONE, v, 1, (uint32_t)frames);
    }
    ck_assert_int_eq(frames, 16);
    ck_assert_int_eq(p, 136 * FS_POS_ONE);
}
END_TEST

START_TEST(critical_angles)
{
    static const struct {
        int mu_percent;
        double degrees;
    } listed[] = { { 10, 5.711 }, { 30, 16.699 }, { 50, 26.565 }, { 100, 45 } };
    fs_wide mu = fs_wide_from_ratio(listed[_i].mu_percent, 100), g = fs_wide_from_ratio(98, 10);
    uint32_t critical = fs_incline_critical_angle(mu);
    NEAR(degrees_of(critical), listed[_i].degrees, 5e-4);
    fs_surface s = { mu, mu / 2 };
    uint32_t off = FS_TURN_DEG(1) / 1000;
    fs_incline below = fs_incline_make(critical - off, g), above = fs_incline_make(critical + off, g);
    ck_assert(fs_friction_is_static(s, below.tangential, below.normal));
    ck_assert(!fs_friction_is_static(s, above.tangential, above.normal));
    fs_vel v = 0, w = 0;
    for (uint32_t tick = 0; tick < 10000; tick++) {
        v = fs_friction_step(s, below.tangential, below.normal, v, 60, tick);
        w = tick < 60 ? fs_friction_step(s, above.tangential, above.normal, w, 60, tick) : w;
    }
    ck_assert(v == 0 && w > 0);
    if (_i == 3) {
        /* At 45 degrees sine and cosine have the same bits, so equality holds. */
        fs_incline at = fs_incline_make(FS_TURN_DEG(45), g);
        ck_assert(fs_friction_is_static(s, at.tangential, at.normal));
        ck_assert_uint_eq(fs_incline_critical_angle(0), 0);
        ck_assert_uint_eq(fs_incline_critical_angle(-mu), 0);
    }
}
END_TEST

START_TEST(slope_accelerations)
{
    static const struct {
        int degrees, mu_percent;
        double a;
    } listed[] = { { 30, 10, 4.051 }, { 30, 50, 0.656 }, { 45, 50, 3.465 } };
    fs_incline slope = fs_incline_make(FS_TURN_DEG(listed[_i].degrees), fs_wide_from_ratio(98, 10));
    fs_wide mu = fs_wide_from_ratio(listed[_i].mu_percent, 100);
    fs_surface s = { mu, mu };
    fs_wide down = fs_friction_acceleration(s, slope.tangential, slope.normal, 0);
    NEAR(of_wide(down), listed[_i].a, 5e-4);
    ck_assert_int_eq(fs_friction_acceleration(s, slope.tangential, slope.normal, FS_VEL_ONE), down);
    ck_assert_int_eq(fs_friction_acceleration(s, -slope.tangential, slope.normal, 0), -down);
    /* Sliding up, gravity and friction both decelerate. */
    fs_wide up = fs_friction_acceleration(s, slope.tangential, slope.normal, -FS_VEL_ONE);
    NEAR(of_wide(up), 2 * of_wide(slope.tangential) - of_wide(down), 1e-12);
    fs_vel v = 0;
    for (uint32_t tick = 0; tick < 120; tick++)
        v = fs_friction_step(s, slope.tangential, slope.normal, v, 60, tick);
    NEAR(of_vel(v), 2 * listed[_i].a, 2e-3);
}
END_TEST

/* Thrown up a slope with enough static friction it stops for good; on a steeper one it slides back. */
START_TEST(turning_point_on_a_slope)
{
    fs_wide g = 10 * FS_WIDE_ONE;
    fs_surface s = { fs_wide_from_ratio(7, 10), fs_wide_from_ratio(1, 10) };
    fs_incline gentle = fs_incline_make(FS_TURN_DEG(30), g), steep = fs_incline_make(FS_TURN_DEG(40), g);
    fs_vel v = -5 * FS_VEL_ONE, w = v;
    for (uint32_t tick = 0; tick < 300; tick++) {
        v = fs_friction_step(s, gentle.tangential, gentle.normal, v, 60, tick);
        w = fs_friction_step(s, steep.tangential, steep.normal, w, 60, tick);
    }
    ck_assert_int_eq(v, 0);
    ck_assert_int_gt(w, FS_VEL_ONE);
}
END_TEST

START_TEST(surfaces)
{
    fs_vel speed[FS_SURFACE_KINDS];
    for (int kind = 0; kind < FS_SURFACE_KINDS; kind++) {
        fs_surface s = fs_default_surface((fs_surface_kind)kind);
        ck_assert(s.static_friction > s.dynamic_friction && s.dynamic_friction > 0);
        fs_surface mean = fs_surface_average(s);
        ck_assert(mean.static_friction == mean.dynamic_friction);
        NEAR(of_wide(mean.static_friction), (of_wide(s.static_friction) + of_wide(s.dynamic_friction)) / 2, 3e-10);
        speed[kind] = 9 * FS_VEL_ONE;
        for (uint32_t tick = 0; tick < 60; tick++)
            speed[kind] = fs_friction_step(s, 0, 10 * FS_WIDE_ONE, speed[kind], 60, tick);
    }
    ck_assert(speed[FS_SURFACE_ROAD] < speed[FS_SURFACE_DIRT] && speed[FS_SURFACE_DIRT] < speed[FS_SURFACE_ICE]);
    ck_assert(fs_default_surface((fs_surface_kind)77).static_friction == 0);
    fs_surface all = fs_surface_average((fs_surface){ FS_WIDE_MAX, FS_WIDE_MAX });
    ck_assert(all.static_friction == FS_WIDE_MAX);
    fs_vel extreme = fs_friction_step(all, FS_WIDE_MIN, FS_WIDE_MAX, FS_VEL_MIN, 1, 3);
    ck_assert(extreme == 0 || extreme == -1);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("friction");
    TCase *tc = tcase_create("friction");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, friction_in_space_keeps_the_direction);
    tcase_add_test(tc, static_limit);
    tcase_add_test(tc, slide_stops_at_the_analytic_distance);
    tcase_add_test(tc, flat_friction_of_136);
    tcase_add_loop_test(tc, critical_angles, 0, 4);
    tcase_add_loop_test(tc, slope_accelerations, 0, 3);
    tcase_add_test(tc, turning_point_on_a_slope);
    tcase_add_test(tc, surfaces);
    suite_add_tcase(suite, tc);
    return suite;
}
