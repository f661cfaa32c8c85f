/* check_motor3.c: motors of hinges give their torque also to small bodies on long arms. */
#include "physics3d/joint3_scene.h"

#define SIDE 0.2

/* A cube of 8 kg on a hinge at the origin, about z; its moment of inertia there. */
static double add_cube(fs_world3 *w, double arm, double speed, double limit, fs_body3 *cube)
{
    fs_shape3_def shape = scene3_surface(w, 0, 0);
    const fs_body3 ground = scene3_body(w, FS_BODY3_STATIC, 0, 0, 0);
    const double moment = 8 * (arm * arm + SIDE * SIDE / 6);
    shape.density = (fs_wide)1000 << 32;
    *cube = scene3_box(w, FS_BODY3_DYNAMIC, &shape, (scene3_vector){ arm, 0, 0 },
                       (scene3_vector){ SIDE / 2, SIDE / 2, SIDE / 2 });
    fs_joint3_def d = joint3_between(w, FS_JOINT3_HINGE, ground, *cube, (scene3_vector){ 0, 0, 0 },
                                     joint3_axis(0, 0, 1));
    d.flags = FS_JOINT3_MOTOR;
    d.motor_speed = VEL3D(speed);
    d.motor_limit = (fs_wide)llround((limit < 0 ? -limit * moment : limit) * 0x1p32);
    joint3_add(w, &d);
    return moment;
}

START_TEST(a_motor_turns_what_is_on_an_arm)
{
    static const double arms[] = { 0, 0.1, 0.3, 1, 3, 10 };
    fs_world3 *w = scene3_world(0);
    fs_body3 cube;
    add_cube(w, arms[_i], 100, -2, &cube); /* 2 rad/s^2 */
    scene3_run(w, 30);
    const double got = scene3_angular_velocity(w, cube).z;
    ck_assert_msg(fabs(got - 1) < 1e-3, "arm %g m: %.5f of the angular acceleration", arms[_i], got);
    fs_world3_destroy(w);
}
END_TEST

/* The height of a cube whose weight has 80 N m at its hinge, against a brake, after a second; by steps of 0.1 ms. */
static double height_against(double brake, double moment)
{
    double angle = 0, spin = 0;
    for (int i = 0; i < 10000; i++) {
        spin += (brake - 80 * cos(angle)) / moment * 1e-4;
        angle += spin * 1e-4;
    }
    return sin(angle);
}

START_TEST(a_brake_that_is_too_weak_slips)
{
    static const double limits[] = { 60, 70, 78 };
    fs_world3 *w = scene3_world(-10);
    fs_body3 cube;
    const double moment = add_cube(w, 1, 0, limits[_i], &cube), wanted = height_against(limits[_i], moment);
    scene3_run(w, 60);
    const double got = scene3_position(w, cube).y;
    ck_assert_msg(fabs(got - wanted) < 3e-3, "%g N m: at %.5f m, not %.5f", limits[_i], got, wanted);
    fs_world3_destroy(w);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("motor3");
    TCase *tc = tcase_create("motor3");
    tcase_add_loop_test(tc, a_motor_turns_what_is_on_an_arm, 0, 6);
    tcase_add_loop_test(tc, a_brake_that_is_too_weak_slips, 0, 3);
    suite_add_tcase(suite, tc);
    return suite;
}
