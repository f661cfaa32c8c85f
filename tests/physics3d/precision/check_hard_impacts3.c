/* check_hard_impacts3.c: impacts beyond what the rows of one substep can give: fast rebounds, bullets in light blocks, and friction in
 * the time of a rebound. FIXSTEP_FIGURES prints what is measured.
 */
#include "physics3d/world3_scene.h"
#include "support/figures.h"

/* ---- rebounds ---------------------------------------------------------------------------------------------------- */

/* The speed after an impact on a wall over that before. */
static double rebound_of(double restitution, double radius, double speed)
{
    fs_world3 *w = scene3_world(0);
    const fs_shape3_def s = scene3_surface(w, 0, restitution);
    (void)scene3_box(w, FS_BODY3_STATIC, &s, (scene3_vector){ -1, 0, 0 }, (scene3_vector){ 1, 8, 8 });
    const fs_body3 ball = scene3_ball(w, &s, radius + 6.1, 0, 0, radius);
    scene3_throw(w, ball, -speed, 0, 0);
    scene3_run(w, 30);
    const double after = scene3_velocity(w, ball).x;
    fs_world3_destroy(w);
    return after / speed;
}

/* Impulses of an impact were at most 256 m/s: from (1 + e) v above that on a ball came back with less, at 260 m/s with 0.015. */
START_TEST(fast_balls_rebound_as_slow_ones)
{
    static const double speeds[] = { 50, 120, 180, 260, 340, 420, 500 }, restitutions[] = { 0, 0.5, 1 };
    for (unsigned i = 0; i < 3; i++)
        for (unsigned k = 0; k < 7; k++) {
            const double now = rebound_of(restitutions[i], _i == 0 ? 0.05 : 0.5, speeds[k]);
            print_figure("e %g, %g m/s: %.6f of the speed", restitutions[i], speeds[k], now);
            ck_assert_msg(fabs(now - restitutions[i]) <= 1e-4, "e %g, %g m/s: %.4f", restitutions[i], speeds[k], now);
        }
}
END_TEST

/* ---- bullets ------------------------------------------------------------------------------------------------------ */

/* A bullet of that radius and of 2,400 kg/m^3 meets a free block of 1 kg: what both have of its momentum; *apart: how much faster the
 * block is. */
static double momentum_kept(double radius, double restitution, double speed, double *apart)
{
    fs_world3 *w = scene3_world(0);
    fs_shape3_def s = scene3_surface(w, 0.6, restitution);
    s.density = (fs_wide)125 << 32;
    const fs_body3 block = scene3_box(w, FS_BODY3_DYNAMIC, &s, (scene3_vector){ 0, 0, 0 },
                                      (scene3_vector){ 0.1, 0.1, 0.1 });
    s.density = (fs_wide)2400 << 32;
    const fs_body3 bullet = scene3_ball(w, &s, -4, 0, 0, radius);
    ck_assert_int_eq(fs_body3_set_flags(w, bullet, FS_BODY3_BULLET, 0), FS_OK);
    scene3_throw(w, bullet, speed, 0, 0);
    const double before = METRES3D(fs_world3_momentum(w).x);
    scene3_run(w, 60);
    *apart = (scene3_velocity(w, block).x - scene3_velocity(w, bullet).x) / speed;
    const double kept = METRES3D(fs_world3_momentum(w).x) / before;
    fs_world3_destroy(w);
    return kept;
}

/* The rows of the contact of a small ball give a few m/s in a substep, and a bullet that was put back to where the block stopped it lost
 * half of its velocity: of 240 m/s of a ball of 10 mm 32 % arrived. */
START_TEST(bullets_give_their_whole_momentum)
{
    static const double radii[] = { 0.005, 0.01, 0.04, 0.08 }, speeds[] = { 20, 60, 120, 240 };
    for (int i = 0; i < 4; i++)
        for (int e = 0; e < 2; e++) {
            double apart, kept = momentum_kept(radii[_i], e, speeds[i], &apart);
            print_figure("bullet of %g m, e %d, %g m/s: %.6f of the momentum, apart %.6f", radii[_i], e, speeds[i],
                         kept, apart);
            ck_assert_msg(fabs(kept - 1) <= 1e-4 && fabs(apart - e) <= 1e-3, "e %d, %g m/s: %.5f, %.5f", e, speeds[i],
                          kept, apart);
        }
}
END_TEST

/* ---- friction ------------------------------------------------------------------------------------------------------ */

static const double restitutions[] = { 0, 0.25, 0.5, 0.75, 1 };

/* A ball falls 2 m at 20 m/s along the ground: friction takes mu (1 + e) v of that speed, because it acts in the rebound too. It took
 * mu v, whatever e was. */
START_TEST(a_rebound_rubs_as_it_pushes)
{
    const double friction = 0.2, e = restitutions[_i], wanted = friction * (1 + e) * sqrt(40);
    fs_world3 *w = scene3_world(-10);
    const fs_shape3_def s = scene3_surface(w, friction, e);
    (void)scene3_ground(w, &s);
    const fs_body3 ball = scene3_ball(w, &s, 0, 2.5, 0, 0.5);
    scene3_throw(w, ball, 16, 0, 12);
    scene3_run(w, 50);
    const scene3_vector v = scene3_velocity(w, ball);
    const double taken = 20 - hypot(v.x, v.z);
    print_figure("ball, e %g: friction takes %.5f m/s, right is %.5f", e, taken, wanted);
    ck_assert_msg(fabs(taken - wanted) <= 0.005 * wanted, "e %g: %.4f instead of %.4f", e, taken, wanted);
    ck_assert_double_le(fabs(v.z - 0.75 * v.x), 1e-4 * 20);
    fs_world3_destroy(w);
}
END_TEST

/* A ball strikes a resting one at 30 degrees from the line of centres: both spin by mu times the impulse. */
START_TEST(a_blow_spins_by_what_it_gives)
{
    const double friction = 0.1, e = restitutions[_i],
                 wanted = friction * (1 + e) / 2 * 6 * cos(acos(-1) / 6) * 0.5 / 0.1;
    fs_world3 *w = scene3_world(0);
    const fs_shape3_def s = scene3_surface(w, friction, e);
    const fs_body3 a = scene3_ball(w, &s, -3, 0, 0, 0.5), b = scene3_ball(w, &s, 0, 0.5, 0, 0.5);
    const double right = fmin(wanted, 3.0 / 7 / 0.2); /* where they stick */
    scene3_throw(w, a, 6, 0, 0);
    scene3_run(w, 60);
    const double of_a = fabs(scene3_angular_velocity(w, a).z), of_b = fabs(scene3_angular_velocity(w, b).z);
    print_figure("blow, e %g: spins %.5f and %.5f rad/s, right is %.5f", e, of_a, of_b, right);
    ck_assert_msg(fabs(of_a - right) <= 0.005 * right && fabs(of_b - right) <= 0.005 * right,
                  "e %g: %.4f, %.4f not %.4f", e, of_a, of_b, right);
    fs_world3_destroy(w);
}
END_TEST

/* Nothing slides where a rough elastic ball falls straight: friction takes none of its height. */
START_TEST(a_rough_ball_keeps_its_height)
{
    const double height = 1.2 + 0.37 * _i;
    fs_world3 *w = scene3_world(-10);
    const fs_shape3_def s = scene3_surface(w, 0.6, 1);
    (void)scene3_ground(w, &s);
    const fs_body3 ball = scene3_ball(w, &s, 0, height + 0.5, 0, 0.5);
    for (int part = 0; part < 6; part++) {
        double most = 0;
        for (int tick = 0; tick < 600; tick++) {
            fs_world3_step(w);
            most = fmax(most, scene3_position(w, ball).y - 0.5);
        }
        ck_assert_msg(fabs(most / height - 1) <= 0.002, "%d s: %.5f of the height", 10 * part + 10, most / height);
    }
    fs_world3_destroy(w);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("hard_impacts3");
    TCase *tc = tcase_create("hard_impacts3");
    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, fast_balls_rebound_as_slow_ones, 0, 2);
    tcase_add_loop_test(tc, bullets_give_their_whole_momentum, 0, 4);
    tcase_add_loop_test(tc, a_rebound_rubs_as_it_pushes, 1, 5);
    tcase_add_loop_test(tc, a_blow_spins_by_what_it_gives, 0, 5);
    tcase_add_loop_test(tc, a_rough_ball_keeps_its_height, 0, 8);
    suite_add_tcase(suite, tc);
    return suite;
}
