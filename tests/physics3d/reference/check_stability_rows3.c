/* check_stability_rows3.c: rows of I. Millington, "Game Physics Engine Development", chapters 15, 16 and 20 on what makes
 * engines unstable: bodies that creep, quick hits, falling poles, friction without a solution. Each with both solvers where
 * both are meant. */
#include "physics3d/resolver/resolver3_scene.h"

static scene3_vector point_of(const fs_world3 *w, fs_body3 body, double x)
{
    uint32_t row;
    ck_assert_int_eq(fs_body3_row(w, body, &row), FS_OK);
    fs_pos3 p = fs_body3_to_world(w, row, fs_rel3_make((fs_rel)lround(x * 0x1p26), 0, 0));
    return (scene3_vector){ METRES3D(p.x), METRES3D(p.y), METRES3D(p.z) };
}

/* A thin rod along its x axis, turned by `degrees` from the ground, its lower end `height` above it. */
static fs_body3 add_rod(fs_world3 *w, double half, double radius, double degrees, double height, double friction)
{
    fs_shape3_def shape = scene3_surface(w, friction, 0);
    fs_body3_def def = fs_default_body3_def();
    fs_body3 rod;
    def.pos = scene3_pos(0, half * sin(degrees * M_PI / 180) + radius + height, 0);
    def.rot = fs_quat_from_axis_turn(fs_unit3_make(0, 0, FS_UNIT_ONE), (uint32_t)llround(degrees / 360 * 0x1p32));
    ck_assert_int_eq(fs_body3_create(w, &def, &rod), FS_OK);
    ck_assert_int_eq(
        fs_shape3_create_capsule(w, rod, &shape, scene3_pos(-half, 0, 0), scene3_pos(half, 0, 0), POS3D(radius), NULL),
        FS_OK);
    return rod;
}

/* ---- 15.2, 20.4: friction without a solution -------------------------------------------------------------------------- */

/* Rods whose end slides on the ground ahead of their centre: above mu = 4/3 forces alone have no solution at some angles and
 * a perfect solver finds none. Impulses have one: every tick ends, the state stays valid, and no energy comes from it. The
 * default solver's soft contacts may lend a twentieth. */
START_TEST(painleve_rods_end_their_ticks)
{
    static const double friction[] = { 0.5, 1, 1.5, 3, 10, 100 };
    for (int m = 0; m < 6; m++)
        for (int degrees = 20; degrees <= 160; degrees += 20) {
            fs_world3 *w = make_world(_i, -10);
            fs_shape3_def ground = scene3_surface(w, friction[m], 0);
            scene3_ground(w, &ground);
            fs_body3 rod = add_rod(w, 1, 0.02, degrees, 0.001, friction[m]);
            scene3_throw(w, rod, 6, -0.1, 0);
            double most = METRES3D(fs_world3_energy(w)) * (_i == 0 ? 1.05 : 1 + 1e-6);
            for (int tick = 0; tick < 120; tick++) {
                scene3_run(w, 1);
                double energy = METRES3D(fs_world3_energy(w));
                ck_assert_msg(energy <= most, "mu %g, %d degrees, tick %d: %g J of %g", friction[m], degrees, tick,
                              energy, most);
            }
            ck_assert(fs_world3_valid(w));
            fs_world3_destroy(w);
        }
}
END_TEST

/* ---- 15.15: two boxes that touch ---------------------------------------------------------------------------------------- */

/* The largest friction there is holds two boxes that lie side by side for ten seconds: neither moves by more than a step of
 * contacts (2^-26 m) a tick, with either solver. */
START_TEST(boxes_of_great_friction_stay_together)
{
    fs_world3 *w = make_world(_i, -10);
    fs_shape3_def rough = scene3_surface(w, 1000, 0);
    fs_body3 box[2];
    scene3_ground(w, &rough);
    for (int k = 0; k < 2; k++)
        box[k] = scene3_box(w, FS_BODY3_DYNAMIC, &rough, (scene3_vector){ k, 0.5, 0 }, half_metre);
    scene3_run(w, HZ);
    scene3_vector before[2] = { scene3_position(w, box[0]), scene3_position(w, box[1]) };
    scene3_run(w, 10 * HZ);
    for (int k = 0; k < 2; k++) {
        scene3_vector after = scene3_position(w, box[k]);
        double moved = hypot(after.x - before[k].x, after.z - before[k].z);
        print_figure("%s: box %d of two, friction 1000: creeps %.3g m in 10 s", solver_name(_i), k, moved);
        NEAR3(moved, 0, 10 * HZ * 0x1p-26);
    }
    fs_world3_destroy(w);
}
END_TEST

/* ---- 16.1: two rapid hits ------------------------------------------------------------------------------------------------ */

/* A box that two balls of ten times its mass hit from above, one to four ticks apart, is not pushed into the ground: its
 * centre never sinks by a tenth of its height, and it lies on the ground afterwards. */
START_TEST(rapid_hits_push_nothing_into_the_ground)
{
    for (int gap = 1; gap <= 4; gap++) {
        fs_world3 *w = scene3_world(-10);
        fs_shape3_def heavy = fs_default_shape3_def();
        heavy.density = (fs_wide)(10 / (4.0 / 3 * M_PI * 0.027) * FS_WIDE_ONE);
        scene3_ground(w, NULL);
        fs_body3 box = scene3_box(w, FS_BODY3_DYNAMIC, NULL, (scene3_vector){ 0, 0.5, 0 }, half_metre);
        for (int k = 0; k < 2; k++) {
            fs_body3 ball = scene3_ball(w, &heavy, k ? 0.4 : -0.4, 1.3 + 20 / 60.0 * (1 + k * gap), 0, 0.3);
            scene3_throw(w, ball, 0, -20, 0);
        }
        for (int tick = 0; tick < 30; tick++) {
            scene3_run(w, 1);
            ck_assert_double_ge(scene3_position(w, box).y, 0.4);
        }
        scene3_run(w, 5 * HZ);
        ck_assert_double_ge(scene3_position(w, box).y, 0.49);
        fs_world3_destroy(w);
    }
}
END_TEST

/* ---- 16.2: drift of rotations --------------------------------------------------------------------------------------------- */

/* A million steps keep the length of a quaternion to four steps of its format, at any speed. */
START_TEST(rotations_do_not_drift)
{
    static const double speeds[] = { 1e-4, 0.1, 3, 40 };
    fs_vel3 v = fs_vel3_make(VEL3D(speeds[_i]), VEL3D(-speeds[_i] / 2), VEL3D(speeds[_i] / 3));
    fs_quat q = fs_quat_identity();
    for (int i = 0; i < 1000000; i++)
        q = fs_quat_integrate(q, v, HZ);
    double x = q.x * 0x1p-30, y = q.y * 0x1p-30, z = q.z * 0x1p-30, r = q.w * 0x1p-30;
    NEAR3(sqrt(x * x + y * y + z * z + r * r), 1, 4 * 0x1p-30);
    ck_assert(x != 0 && y != 0 && z != 0);
}
END_TEST

/* ---- 16.5: light long poles ------------------------------------------------------------------------------------------------ */

/* The end of a pole of 4 m that tips over hits the ground at (3 g l)^(1/2) and is above it in every tick, to 2 mm: contacts are
 * made before anything overlaps. Within one tick it would else enter by 17 cm. */
START_TEST(a_falling_pole_never_enters_the_ground)
{
    for (int degrees = 30; degrees <= 85; degrees += 11) {
        const double half = 2, radius = 0.02;
        fs_world3 *w = scene3_world(-10);
        double lowest = 1, fastest = 0;
        scene3_ground(w, NULL);
        fs_body3 pole = add_rod(w, half, radius, degrees, 0, 0.6);
        for (int tick = 0; tick < 6 * HZ; tick++) {
            double y = point_of(w, pole, half).y;
            scene3_run(w, 1);
            fastest = fmax(fastest, (y - point_of(w, pole, half).y) * HZ);
            lowest = fmin(lowest, fmin(point_of(w, pole, half).y, point_of(w, pole, -half).y) - radius);
        }
        print_figure("pole from %d degrees: end at %.2f m/s, lowest %.5f m", degrees, fastest, lowest);
        ck_assert_double_ge(fastest, 0.8 * sqrt(3 * 10 * 2 * half * sin(degrees * M_PI / 180)));
        ck_assert_double_ge(lowest, -0.002);
        fs_world3_destroy(w);
    }
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("stability_rows3");
    TCase *tc = tcase_create("stability_rows3");
    tcase_set_timeout(tc, 120);
    tcase_add_loop_test(tc, painleve_rods_end_their_ticks, 0, 2);
    tcase_add_loop_test(tc, boxes_of_great_friction_stay_together, 0, 2);
    tcase_add_test(tc, rapid_hits_push_nothing_into_the_ground);
    tcase_add_loop_test(tc, rotations_do_not_drift, 0, 4);
    tcase_add_test(tc, a_falling_pole_never_enters_the_ground);
    suite_add_tcase(suite, tc);
    return suite;
}
