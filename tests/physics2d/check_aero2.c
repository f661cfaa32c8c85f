/* check_aero2.c: forces of the air on bodies of the plane, against recurrences and closed forms. */
#define FS__WORLD2_INTERNAL /* the columns are written */

#include <fixstep/aero2.h>
#include <fixstep/trig.h>

#include "support/check_main.h"
#include "physics2d/world2_fixture.h"

static fs_aero2 drag(fs_wide k)
{
    return (fs_aero2){ { 0, 0 }, -k, 0, 0, -k };
}

/* --- the tensor ------------------------------------------------------------------------- */

START_TEST(force_is_the_tensor_in_the_bodys_axes)
{
    const fs_aero2 s = { { 0, 0 }, -FS_WIDE_ONE, 2 * FS_WIDE_ONE, 3 * FS_WIDE_ONE, -5 * FS_WIDE_ONE };
    fs_vel2 v = fs_vel2_make(7 * FS_VEL_ONE, 2 * FS_VEL_ONE);
    fs_wide2 f = fs_aero2_force(&s, fs_rot2_identity(), v);
    ck_assert(f.x == -3 * FS_WIDE_ONE && f.y == 11 * FS_WIDE_ONE);
    /* A quarter turn: the body's x is the world's y. v in its axes is (2, -7). */
    f = fs_aero2_force(&s, fs_rot2_make(0, FS_UNIT_ONE), v);
    ck_assert(f.x == -41 * FS_WIDE_ONE && f.y == -16 * FS_WIDE_ONE);
}
END_TEST

/* Turning the whole scene turns the force and nothing else. */
START_TEST(force_turns_with_the_scene)
{
    const fs_aero2 s = { { 0, 0 }, -FS_WIDE_ONE / 10, 0, FS_WIDE_ONE, -FS_WIDE_ONE / 2 };
    fs_vel2 v = fs_vel2_make(20 * FS_VEL_ONE, -3 * FS_VEL_ONE);
    fs_wide2 f = fs_aero2_force(&s, fs_rot2_identity(), v);
    for (uint32_t i = 0; i < 64; i++) {
        fs_rot2 q = fs_rot2_from_turn(i * 0x4000001u);
        fs_wide2 g = fs_aero2_force(&s, q, fs_rot2_vel(q, v));
        fs_wide back_x = fs_mul64(g.x, q.c, FS_UNIT_FRAC) + fs_mul64(g.y, q.s, FS_UNIT_FRAC);
        fs_wide back_y = fs_mul64(g.y, q.c, FS_UNIT_FRAC) - fs_mul64(g.x, q.s, FS_UNIT_FRAC);
        ck_assert(fs_absdiff64(back_x, f.x) < (1u << 14) && fs_absdiff64(back_y, f.y) < (1u << 14));
    }
}
END_TEST

START_TEST(deflection_is_exact_at_its_ends_and_monotone)
{
    fs_aero2_control c = { drag(3), drag(1), drag(FS_WIDE_ONE) };
    c.min.yx = -FS_WIDE_ONE * 7 / 3;
    c.neutral.yx = 5;
    c.max.yx = FS_WIDE_ONE * 14 / 10;
    fs_wide last = FS_WIDE_MIN;
    for (int32_t i = -300; i <= 300; i++) {
        fs_aero2 s = fs_aero2_deflect(&c, i);
        ck_assert(s.yx >= last);
        last = s.yx;
    }
    fs_aero2 low = fs_aero2_deflect(&c, -127), rest = fs_aero2_deflect(&c, 0), high = fs_aero2_deflect(&c, 127);
    ck_assert(low.yx == c.min.yx && low.xx == c.min.xx && rest.yx == 5 && rest.yy == -1);
    ck_assert(high.yx == c.max.yx && high.yy == c.max.yy && fs_aero2_deflect(&c, INT32_MIN).yx == c.min.yx);
}
END_TEST

/* --- bodies in the air ---------------------------------------------------------------------- */

/* v(n) = v0 (1 - k h / m)^n: the explicit step of linear drag. */
START_TEST(drag_follows_its_recurrence)
{
    struct fixture2 t = fixture2_start(60);
    fs_body2 body = fixture2_add_disc(&t, 0, 0, FS_REL_ONE / 2);
    const fs_aero2 air = drag(FS_WIDE_ONE / 10);
    uint32_t row;
    fixture2_set_gravity(&t, 0);
    ck_assert_int_eq(fs_body2_row(&t.w, body, &row), FS_OK);
    fs_body2_set_velocity(&t.w, body, fs_vel2_make(100 * FS_VEL_ONE, 0), 0);
    double mass = (double)fs_wide_from_scaled(t.w.body.mass[row]) / 4294967296.0, expected = 100;
    for (int i = 0; i < 600; i++) {
        ck_assert_int_eq(fs_aero2_apply(&t.w, body, &air, fs_vel2_zero()), FS_OK);
        fixture2_step(&t, 1);
        expected *= 1 - 0.1 / 60 / mass;
    }
    double v = (double)t.w.body.vel[row].x / FS_VEL_ONE;
    ck_assert_msg(v > expected * (1 - 2e-5) && v < expected * (1 + 2e-5), "%.9f, expected %.9f", v, expected);
    fixture2_end(&t);
}
END_TEST

/* m g / k. */
START_TEST(falling_ends_at_the_terminal_speed)
{
    struct fixture2 t = fixture2_start(60);
    fs_body2 body = fixture2_add_disc(&t, 0, 1000, FS_REL_ONE / 2);
    const fs_aero2 air = drag(FS_WIDE_ONE / 2);
    uint32_t row;
    ck_assert_int_eq(fs_body2_row(&t.w, body, &row), FS_OK);
    double mass = (double)fs_wide_from_scaled(t.w.body.mass[row]) / 4294967296.0;
    for (int i = 0; i < 1800; i++) {
        fs_aero2_apply(&t.w, body, &air, fs_vel2_zero());
        fixture2_step(&t, 1);
    }
    double v = -(double)t.w.body.vel[row].y / FS_VEL_ONE, expected = mass * 10 / 0.5;
    ck_assert_msg(v > expected - 1e-4 && v < expected + 1e-4, "%.9f, expected %.9f", v, expected);
    fixture2_end(&t);
}
END_TEST

/* The book's print pushes a still body against the wind. */
START_TEST(wind_pushes_downwind)
{
    struct fixture2 t = fixture2_start(60);
    fs_body2 body = fixture2_add_disc(&t, 0, 0, FS_REL_ONE / 2);
    const fs_aero2 air = drag(FS_WIDE_ONE);
    const fs_vel2 wind = fs_vel2_make(5 * FS_VEL_ONE, 0);
    uint32_t row;
    fixture2_set_gravity(&t, 0);
    ck_assert_int_eq(fs_body2_row(&t.w, body, &row), FS_OK);
    for (int i = 0; i < 600; i++) {
        fs_aero2_apply(&t.w, body, &air, wind);
        fixture2_step(&t, 1);
    }
    ck_assert(fs_absdiff64(t.w.body.vel[row].x, wind.x) < FS_VEL_ONE / 1000);
    fixture2_end(&t);
}
END_TEST

/* A tail turns the body into the wind and damps the turn, which the velocity of the body's centre alone could not. */
START_TEST(a_tail_finds_the_wind_and_rests)
{
    struct fixture2 t = fixture2_start(60);
    fs_body2 body = fixture2_add_disc(&t, 0, 0, FS_REL_ONE / 2);
    const fs_aero2 tail = { { -2 * FS_REL_ONE, 0 }, 0, 0, 0, -FS_WIDE_ONE / 4 };
    const fs_vel2 wind = fs_vel2_make(0, -10 * FS_VEL_ONE);
    uint32_t row;
    fixture2_set_gravity(&t, 0);
    fs_body2_set_type(&t.w, body, FS_BODY2_DYNAMIC);
    ck_assert_int_eq(fs_body2_row(&t.w, body, &row), FS_OK);
    for (int i = 0; i < 900; i++) {
        fs_body2_set_velocity(&t.w, body, fs_vel2_zero(), t.w.body.angular_velocity[row]);
        fs_aero2_apply(&t.w, body, &tail, wind);
        fixture2_step(&t, 1);
    }
    int32_t off = fs_turn_signed(fs_turn_from_rot2(t.w.body.rot[row]) - FS_TURN_QUARTER);
    ck_assert_msg(fs_abs32(off) < (int32_t)FS_TURN_DEG(1), "nose is %.3f degrees off the wind",
                  off * 360.0 / 4294967296.0);
    ck_assert(fs_abs32(t.w.body.angular_velocity[row]) < FS_VEL_ONE / 100);
    fixture2_end(&t);
}
END_TEST

START_TEST(a_body_that_is_gone_is_stale)
{
    struct fixture2 t = fixture2_start(60);
    fs_body2 body = fixture2_add_disc(&t, 0, 0, FS_REL_ONE / 2);
    const fs_aero2 air = drag(FS_WIDE_ONE);
    ck_assert_int_eq(fs_body2_destroy(&t.w, body), FS_OK);
    ck_assert_int_eq(fs_aero2_apply(&t.w, body, &air, fs_vel2_zero()), FS_E_STALE);
    fixture2_end(&t);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("aero2");
    TCase *tensor = tcase_create("tensor");
    tcase_add_test(tensor, force_is_the_tensor_in_the_bodys_axes);
    tcase_add_test(tensor, force_turns_with_the_scene);
    tcase_add_test(tensor, deflection_is_exact_at_its_ends_and_monotone);
    suite_add_tcase(suite, tensor);
    TCase *bodies = tcase_create("bodies");
    tcase_add_test(bodies, drag_follows_its_recurrence);
    tcase_add_test(bodies, falling_ends_at_the_terminal_speed);
    tcase_add_test(bodies, wind_pushes_downwind);
    tcase_add_test(bodies, a_tail_finds_the_wind_and_rests);
    tcase_add_test(bodies, a_body_that_is_gone_is_stale);
    suite_add_tcase(suite, bodies);
    return suite;
}
