/* check_force3.c: force generators of bodies in space against closed forms. Doubles only measure. */
#include <fixstep/trig.h>

#include "physics3d/force3_fixture.h"

enum { HZ = 60 };

/* ---- tensors and air ------------------------------------------------------------------------------------------ */

/* A uniform drag -k: v(n) = v0 (1 - k h / m)^n. */
START_TEST(drag_tensor_follows_its_recurrence)
{
    fs_world3 *w = scene3_world(0);
    fs_body3 body = add_ball(w, 2, 0, 0, 0);
    fs_force3_def def = make(FS_FORCE3_AERO, body);
    def.aero = add_tensor(w, (fs_aero3){ wide3(-0.5, 0, 0), wide3(0, -0.5, 0), wide3(0, 0, -0.5) });
    add(w, &def);
    scene3_throw(w, body, 30, -20, 10);
    scene3_run(w, 300);
    double kept = pow(1 - 0.5 / 2 / HZ, 300);
    NEAR3(scene3_velocity(w, body).x, 30 * kept, 1e-4);
    NEAR3(scene3_velocity(w, body).y, -20 * kept, 1e-4);
    NEAR3(scene3_velocity(w, body).z, 10 * kept, 1e-4);
    fs_world3_destroy(w);
}
END_TEST

/* Terminal speed m g / k, and of quadratic drag sqrt(m g / k2). */
START_TEST(falling_bodies_reach_their_terminal_speed)
{
    fs_world3 *w = scene3_world(-10);
    fs_body3 linear = add_ball(w, 2, 0, 0, 0), quadratic = add_ball(w, 2, 10, 0, 0);
    fs_force3_def def = make(FS_FORCE3_AERO, linear);
    def.aero = add_tensor(w, (fs_aero3){ wide3(-1, 0, 0), wide3(0, -1, 0), wide3(0, 0, -1) });
    add(w, &def);
    def = make(FS_FORCE3_DRAG, quadratic);
    def.k2 = WIDE3D(0.2);
    add(w, &def);
    scene3_run(w, 60 * HZ);
    NEAR3(scene3_velocity(w, linear).y, -20, 1e-4);
    NEAR3(scene3_velocity(w, quadratic).y, -10, 1e-4);
    fs_world3_destroy(w);
}
END_TEST

/* A body at rest is pushed downwind and ends with the speed of the wind; printed formulas push it upwind. */
START_TEST(wind_pushes_downwind)
{
    fs_world3 *w = scene3_world(0);
    fs_fluid3_def wind = fs_default_fluid3_def();
    fs_force3_def def = make(FS_FORCE3_AERO, add_ball(w, 1, 0, 0, 0));
    wind.velocity = wide3(6, 0, -3);
    ck_assert_int_eq(fs_fluid3_add(w, &wind, &def.fluid), FS_OK);
    def.aero = add_tensor(w, (fs_aero3){ wide3(-1, 0, 0), wide3(0, -1, 0), wide3(0, 0, -1) });
    add(w, &def);
    scene3_run(w, 1);
    ck_assert_int_gt(fs_body3_velocity(w, def.body_a).x, 0);
    scene3_run(w, 30 * HZ);
    NEAR3(scene3_velocity(w, def.body_a).x, 6, 1e-4);
    NEAR3(scene3_velocity(w, def.body_a).z, -3, 1e-4);
    fs_world3_destroy(w);
}
END_TEST

/* With the identity a tensor is used as it is, turned by 90 degrees its rows are permuted. */
START_TEST(angled_tensors_turn_their_rows)
{
    const fs_aero3 a = { wide3(1, 2, 3), wide3(4, 5, 6), wide3(7, 8, 9) };
    const fs_vel3 v = fs_vel3_make(VEL3D(1), VEL3D(-2), VEL3D(0.5));
    fs_wide3 plain = fs_aero3_force(&a, fs_quat_identity(), v);
    ck_assert(fs_wide3_eq(plain, wide3(1 - 4 + 1.5, 4 - 10 + 3, 7 - 16 + 4.5)));
    fs_unit3 z = fs_unit3_make(0, 0, FS_UNIT_ONE);
    fs_wide3 turned = fs_aero3_force(&a, fs_quat_from_axis_turn(z, FS_TURN_QUARTER), v);
    /* In the axes of the surface v is (-2, -1, 0.5) and the force f; in the world (-f.y, f.x, f.z). */
    NEAR3(NEWTONS3D(turned.x), -(-8 - 5 + 3), 1e-8);
    NEAR3(NEWTONS3D(turned.y), -2 - 2 + 1.5, 1e-8);
    NEAR3(NEWTONS3D(turned.z), -14 - 8 + 4.5, 1e-8);
}
END_TEST

START_TEST(deflections_are_exact_at_their_ends)
{
    const fs_aero3_control s = { .min = { .y = wide3(-0.2, -0.5, 0) },
                                 .neutral = { .y = wide3(1, -0.5, 0) },
                                 .max = { .y = wide3(1.4, -0.5, 0) } };
    ck_assert_int_eq(fs_aero3_deflect(&s, -127).y.x, s.min.y.x);
    ck_assert_int_eq(fs_aero3_deflect(&s, -1000).y.x, s.min.y.x);
    ck_assert_int_eq(fs_aero3_deflect(&s, 0).y.x, s.neutral.y.x);
    ck_assert_int_eq(fs_aero3_deflect(&s, 127).y.x, s.max.y.x);
    for (int c = -126; c <= 127; c++)
        ck_assert_int_gt(fs_aero3_deflect(&s, c).y.x, fs_aero3_deflect(&s, c - 1).y.x);
}
END_TEST

/* ---- a plane -------------------------------------------------------------------------------------------------- */

static void add_surface(fs_world3 *w, fs_body3 plane, uint16_t aero, double x, double z, int control)
{
    fs_force3_def def = make(FS_FORCE3_AERO, plane);
    def.aero = aero;
    def.anchor_a = fs_rel3_make(REL3D(x), 0, REL3D(z));
    def.control = control;
    add(w, &def);
}

/* Wings and tail as in the book, with side surfaces that keep the course; thrust 0.3 v along the nose, +x. */
static fs_body3 add_plane(fs_world3 *w, double speed, int left, int right, int rudder)
{
    const fs_aero3 low = { wide3(-0.2, 0, 0), wide3(-0.2, -0.5, 0), wide3(0, 0, -0.1) },
                   mid = { wide3(-0.1, 0, 0), wide3(1, -0.5, 0), wide3(0, 0, -0.1) },
                   high = { wide3(-0.2, 0, 0), wide3(1.4, -0.5, 0), wide3(0, 0, -0.1) };
    const fs_aero3_control wing = { low, mid, high };
    const fs_aero3 straight = { wide3(-0.1, 0, 0), wide3(0, -0.1, 0), wide3(0, 0, -0.5) };
    fs_aero3_control fin = { straight, straight, straight };
    uint16_t wing_aero, fin_aero;
    fin.min.z.x = WIDE3D(-0.4);
    fin.max.z.x = WIDE3D(0.4);
    ck_assert_int_eq(fs_aero3_add(w, &wing, &wing_aero), FS_OK);
    ck_assert_int_eq(fs_aero3_add(w, &fin, &fin_aero), FS_OK);
    fs_body3 plane = add_ball(w, 2.5, 0, 0, 0);
    add_surface(w, plane, wing_aero, 0, -1, left);
    add_surface(w, plane, wing_aero, 0, 1, right);
    add_surface(w, plane, fin_aero, -2, 0, rudder);
    scene3_throw(w, plane, speed, 0, 0);
    return plane;
}

/* Two wings of lift 1 carry 2.5 kg at m g / 2 = 12.5 m/s. */
START_TEST(level_flight_has_its_speed)
{
    fs_world3 *w = scene3_world(-10);
    fs_body3 plane = add_plane(w, 12.5, 0, 0, 0);
    fs_force3_def def = make(FS_FORCE3_THRUST, plane);
    def.k = WIDE3D(0.3 * 12.5);
    def.control = 127;
    add(w, &def);
    scene3_run(w, 10);
    NEAR3(scene3_velocity(w, plane).x, 12.5, 1e-3);
    NEAR3(scene3_velocity(w, plane).y, 0, 1e-3);
    NEAR3(scene3_angular_velocity(w, plane).z, 0, 1e-3);
    fs_world3_destroy(w);
}
END_TEST

/* Opposed wings roll, a rudder yaws, and the mirror image of the controls flies the mirror image of the path. */
START_TEST(mirrored_controls_fly_mirrored_paths)
{
    fs_world3 *w = scene3_world(-10), *m = scene3_world(-10);
    fs_body3 plane = add_plane(w, 12.5, 60, -20, 90), twin = add_plane(m, 12.5, -20, 60, -90);
    for (int i = 0; i < 300; i++) {
        scene3_run(w, 1);
        scene3_run(m, 1);
        fs_pos3 a = fs_body3_position(w, plane), b = fs_body3_position(m, twin);
        ck_assert_int_eq(a.x, b.x);
        ck_assert_int_eq(a.y, b.y);
        ck_assert_int_eq(a.z, -b.z);
    }
    ck_assert(fabs(scene3_angular_velocity(w, plane).x) > 0.01);
    ck_assert(fabs(scene3_position(w, plane).z) > 0.1);
    fs_world3_destroy(w);
    fs_world3_destroy(m);
}
END_TEST

/* The angular velocity of a plane with wings before its middle after a few ticks at 10 m/s. */
static fs_vel3 turn_of_wings(int left, int right)
{
    fs_world3 *w = scene3_world(0);
    const fs_aero3_control wing = { { wide3(-0.2, 0, 0), wide3(-0.2, -0.5, 0), wide3(0, 0, -0.1) },
                                    { wide3(-0.1, 0, 0), wide3(1, -0.5, 0), wide3(0, 0, -0.1) },
                                    { wide3(-0.2, 0, 0), wide3(1.4, -0.5, 0), wide3(0, 0, -0.1) } };
    uint16_t aero;
    ck_assert_int_eq(fs_aero3_add(w, &wing, &aero), FS_OK);
    fs_body3 plane = add_ball(w, 2.5, 0, 0, 0);
    add_surface(w, plane, aero, 0.5, -1, left);
    add_surface(w, plane, aero, 0.5, 1, right);
    scene3_throw(w, plane, 10, 0, 0);
    scene3_run(w, 3);
    fs_vel3 turn = fs_body3_angular_velocity(w, plane);
    fs_world3_destroy(w);
    return turn;
}

/* Wings that move together pitch (erratum E2 of the print: "banks"), opposed ones roll. */
START_TEST(wings_pitch_together_and_roll_opposed)
{
    fs_vel3 rest = turn_of_wings(0, 0), up = turn_of_wings(100, 100), down = turn_of_wings(-100, -100);
    ck_assert(rest.x == 0 && up.x == 0 && down.x == 0 && up.y == 0 && down.y == 0);
    ck_assert_int_gt(up.z, rest.z);
    ck_assert_int_lt(down.z, rest.z);
    fs_vel3 right = turn_of_wings(100, -100), left = turn_of_wings(-100, 100);
    ck_assert_int_ne(right.x, 0);
    ck_assert_int_eq(right.x, -left.x);
    ck_assert_int_eq(right.z, left.z);
}
END_TEST

/* A rudder yaws a plane in straight flight, to the side of its control, and not at rest. */
START_TEST(a_rudder_needs_speed)
{
    double yaw[3];
    for (int i = 0; i < 3; i++) {
        fs_world3 *w = scene3_world(0);
        fs_body3 plane = add_plane(w, i == 2 ? 0 : 10, 0, 0, i == 1 ? -127 : 127);
        scene3_run(w, 5);
        yaw[i] = scene3_angular_velocity(w, plane).y;
        fs_world3_destroy(w);
    }
    ck_assert(yaw[0] > 0.01);
    NEAR3(yaw[1], -yaw[0], 0);
    NEAR3(yaw[2], 0, 0);
}
END_TEST

/* ---- water ---------------------------------------------------------------------------------------------------- */

/* At rest the share under water is m / (rho V): y = level + s - 2 s share. */
START_TEST(a_float_rests_at_its_depth)
{
    fs_world3 *w = scene3_world(-10);
    fs_body3 body = add_ball(w, 300, 0, 2, 0);
    fs_force3_def def = make_float(w, body, 0.5, 0.4, 500);
    add(w, &def);
    scene3_run(w, 60 * HZ);
    NEAR3(scene3_position(w, body).y, 0.4 - 0.8 * 0.6, 1e-4);
    fs_world3_destroy(w);
}
END_TEST

/* Below the surface the force is rho V g, above none. */
START_TEST(buoyancy_saturates)
{
    fs_world3 *w = scene3_world(-10);
    fs_body3 deep = add_ball(w, 1, 0, -5, 0), high = add_ball(w, 1, 5, 5, 0);
    fs_force3_def def = make_float(w, deep, 0.001, 0.1, 0);
    uint32_t row;
    fs_force3 force = add(w, &def);
    def.body_a = high;
    fs_force3 none = add(w, &def);
    scene3_run(w, 1);
    ck_assert_int_eq(fs_force3_row(w, force, &row), FS_OK);
    NEAR3(NEWTONS3D(w->force.force[row].y), 10, 1e-6);
    ck_assert_int_eq(fs_force3_row(w, none, &row), FS_OK);
    ck_assert(fs_wide3_is_zero(w->force.force[row]));
    fs_world3_destroy(w);
}
END_TEST

/* Four floats: no torque upright, to the bit; a heeled raft is righted. */
START_TEST(four_floats_right_a_raft)
{
    fs_world3 *w = scene3_world(-10);
    fs_body3 raft = add_ball(w, 400, 0, 0, 0);
    fs_force3_def def = make_float(w, raft, 0.2, 0.5, 100);
    for (int i = 0; i < 4; i++) {
        def.anchor_a = fs_rel3_make(REL3D(i & 1 ? 1 : -1), 0, REL3D(i & 2 ? 2 : -2));
        add(w, &def);
    }
    scene3_run(w, 60);
    ck_assert(fs_vel3_is_zero(fs_body3_angular_velocity(w, raft)));
    fs_quat heel = fs_quat_from_axis_turn(fs_unit3_make(FS_UNIT_ONE, 0, 0), FS_TURN_DEG(20));
    ck_assert_int_eq(fs_body3_set_pose(w, raft, fs_pos3_zero(), heel), FS_OK);
    scene3_run(w, 1);
    ck_assert_int_lt(fs_body3_angular_velocity(w, raft).x, 0);
    scene3_run(w, 60 * HZ);
    ck_assert_int_lt(abs(fs_body3_rotation(w, raft).x), FS_UNIT_ONE / 100);
    fs_world3_destroy(w);
}
END_TEST

/* A propeller pushes under water only; a hydrofoil carries the hull to where its scaled lift is the weight. */
START_TEST(propellers_and_foils_work_under_water)
{
    fs_world3 *w = scene3_world(-10);
    uint16_t water = add_water(w);
    fs_body3 wet = add_ball(w, 10, 0, -2, 0), dry = add_ball(w, 10, 0, 2, 0), boat = add_ball(w, 10, 0, 0.9, 9);
    fs_force3_def def = make(FS_FORCE3_THRUST, wet);
    def.fluid = water;
    def.k = WIDE3D(60);
    def.control = 127;
    add(w, &def);
    def.body_a = dry;
    add(w, &def);
    scene3_run(w, 5);
    NEAR3(scene3_velocity(w, wet).x, 6 * 5.0 / HZ, 1e-4);
    ck_assert_int_eq(fs_body3_velocity(w, dry).x, 0);
    def = make(FS_FORCE3_AERO, boat);
    def.fluid = water;
    def.aero = add_tensor(w, (fs_aero3){ fs_wide3_zero(), wide3(20, -200, 0), fs_wide3_zero() });
    def.anchor_a = fs_rel3_make(0, REL3D(-1), 0);
    def.length = WIDE3D(0.25);
    add(w, &def);
    ck_assert_int_eq(fs_body3_set_flags(w, boat, FS_BODY3_FIXED_ROTATION, 0), FS_OK);
    scene3_throw(w, boat, 10, 0, 0);
    scene3_run(w, 30 * HZ);
    /* 20 * 10 N at full depth against 100 N: half of the foil is under water, at y - 1 = 0. */
    NEAR3(scene3_position(w, boat).y, 1, 1e-3);
    fs_world3_destroy(w);
}
END_TEST

/* ---- springs and drives ----------------------------------------------------------------------------------------- */

/* Ticks from a start at the end of the swing to the ninth pass through the middle: 4.25 periods. */
static int ticks_to_ninth_pass(fs_world3 *w, double (*read)(const fs_world3 *, fs_body3), fs_body3 body)
{
    int passes = 0, tick = 0;
    double before = read(w, body);
    while (passes < 9 && tick < 10000) {
        scene3_run(w, 1);
        tick++;
        double now = read(w, body);
        passes += (now < 0) != (before < 0);
        before = now;
    }
    return tick;
}

static double height(const fs_world3 *w, fs_body3 body)
{
    return scene3_position(w, body).y;
}

static double twist(const fs_world3 *w, fs_body3 body)
{
    return fs_body3_rotation(w, body).z;
}

/* Period 2 pi sqrt(m / k): nine passes are 4.25 periods. */
START_TEST(a_spring_swings_with_its_period)
{
    fs_world3 *w = scene3_world(0);
    fs_body3 body = add_ball(w, 2, 0, 1, 0);
    fs_force3_def def = make(FS_FORCE3_SPRING, body);
    def.point = scene3_pos(0, -10, 0);
    def.length = WIDE3D(10);
    def.k = WIDE3D(18);
    add(w, &def);
    NEAR3(ticks_to_ninth_pass(w, height, body), 4.25 * 2 * M_PI / 3 * HZ, 2);
    fs_world3_destroy(w);
}
END_TEST

/* Period 2 pi sqrt(I / k), I = 0.2 kg m^2, around the z axis, also for an angle beyond a quarter turn. */
START_TEST(an_orientation_spring_swings_with_its_period)
{
    fs_world3 *w = scene3_world(0);
    fs_body3 body = add_ball(w, 2, 0, 0, 0);
    fs_force3_def def = make(FS_FORCE3_ORIENTATION_SPRING, body);
    def.k = WIDE3D(1.8);
    add(w, &def);
    fs_quat turned = fs_quat_from_axis_turn(fs_unit3_make(0, 0, FS_UNIT_ONE), FS_TURN_DEG(120));
    ck_assert_int_eq(fs_body3_set_pose(w, body, fs_pos3_zero(), turned), FS_OK);
    NEAR3(ticks_to_ninth_pass(w, twist, body), 4.25 * 2 * M_PI / 3 * HZ, 2);
    fs_world3_destroy(w);
}
END_TEST

/* Between two bodies momentum and angular momentum stay 0 to the steps of a velocity; a bungee does not push. */
START_TEST(springs_between_bodies_keep_momentum)
{
    fs_world3 *w = scene3_world(0);
    fs_body3 a = add_ball(w, 1, 0, 0, 0), b = add_ball(w, 3, 3, 1, 0);
    fs_force3_def def = make(FS_FORCE3_SPRING, a);
    def.body_b = b;
    def.anchor_a = fs_rel3_make(0, REL3D(0.3), 0);
    def.k = WIDE3D(40);
    def.length = WIDE3D(1.5);
    add(w, &def);
    scene3_run(w, 200);
    fs_wide3 p = fs_world3_momentum(w);
    ck_assert(fabs(NEWTONS3D(p.x)) < 1e-4 && fabs(NEWTONS3D(p.y)) < 1e-4);
    ck_assert(scene3_length(scene3_angular_velocity(w, a)) > 0.01);
    fs_world3_destroy(w);
    w = scene3_world(0);
    def.body_a = add_ball(w, 1, 0, 0, 0);
    def.body_b = add_ball(w, 1, 1.2, 0, 0);
    def.flags = FS_FORCE3_SLACK;
    add(w, &def);
    scene3_run(w, 10);
    ck_assert(fs_vel3_is_zero(fs_body3_velocity(w, def.body_a)));
    fs_world3_destroy(w);
}
END_TEST

/* However stiff, nothing diverges: springs, dampers, surfaces, floats and governors of a light body. */
START_TEST(stiff_generators_do_not_diverge)
{
    fs_world3 *w = scene3_world(-10);
    fs_body3 body = add_ball(w, 0.01, 0, 0.5, 0);
    fs_force3_def def = make(FS_FORCE3_SPRING, body);
    def.k = def.k2 = FS_WIDE_MAX;
    def.length = WIDE3D(0.25);
    def.anchor_a = fs_rel3_make(REL3D(0.1), 0, 0);
    add(w, &def);
    def = make(FS_FORCE3_AERO, body);
    def.aero = add_tensor(w, (fs_aero3){ wide3(-1e8, 0, 0), wide3(0, -1e8, 0), wide3(0, 0, -1e8) });
    for (int i = 0; i < 5; i++)
        add(w, &def);
    def = make_float(w, body, 1000, 0.001, 1e8);
    add(w, &def);
    def = make(FS_FORCE3_GOVERNOR, body);
    def.k = FS_WIDE_MAX;
    def.k2 = WIDE3D(3);
    add(w, &def);
    for (int i = 0; i < 600; i++) {
        scene3_run(w, 1);
        ck_assert(scene3_length(scene3_velocity(w, body)) < 60 && scene3_length(scene3_position(w, body)) < 20);
    }
    ck_assert(fs_world3_valid(w));
    fs_world3_destroy(w);
}
END_TEST

/* Steady thrust hovers at thrust = m g; swivelled forward it accelerates by F / m. */
START_TEST(vectored_thrust_hovers)
{
    fs_world3 *w = scene3_world(-10);
    fs_body3 body = add_ball(w, 2, 0, 0, 0);
    fs_force3_def def = make(FS_FORCE3_THRUST, body);
    def.k = WIDE3D(20);
    def.control = 127;
    def.rot = fs_quat_from_axis_turn(fs_unit3_make(0, 0, FS_UNIT_ONE), FS_TURN_QUARTER);
    fs_force3 thrust = add(w, &def);
    scene3_run(w, 120);
    NEAR3(scene3_velocity(w, body).y, 0, 1e-5);
    ck_assert_int_eq(fs_force3_set_rotation(w, thrust, fs_quat_identity()), FS_OK);
    scene3_run(w, 60);
    NEAR3(scene3_velocity(w, body).x, 10, 1e-4);
    NEAR3(scene3_velocity(w, body).y, -10, 1e-4);
    fs_world3_destroy(w);
}
END_TEST

/* A torque drive reaches its no-load speed like 1 - exp(-t / T), a governor its target without overshoot. */
START_TEST(drives_and_governors_reach_their_speed)
{
    fs_world3 *w = scene3_world(0);
    fs_body3 body = add_ball(w, 2, 0, 0, 0), governed = add_ball(w, 2, 5, 0, 0);
    fs_force3_def def = make(FS_FORCE3_TORQUE, body);
    def.k = WIDE3D(2);
    def.limit = WIDE3D(10);
    add(w, &def);
    def = make(FS_FORCE3_GOVERNOR, governed);
    def.k = WIDE3D(3);
    def.k2 = WIDE3D(-8);
    def.limit = WIDE3D(1);
    add(w, &def);
    double before = 0;
    for (int i = 0; i < 60; i++) {
        scene3_run(w, 1);
        double now = scene3_angular_velocity(w, governed).x;
        ck_assert(now <= before + 1e-5 && now >= -8 - 1e-5);
        before = now;
    }
    NEAR3(scene3_angular_velocity(w, body).x, 10 * (1 - pow(1 - 2 / (10 * 0.2) / HZ, 60)), 2e-3);
    scene3_run(w, 240);
    NEAR3(scene3_angular_velocity(w, governed).x, -8, 1e-3);
    fs_world3_destroy(w);
}
END_TEST

static void add_air_tests(TCase *tc)
{
    tcase_add_test(tc, drag_tensor_follows_its_recurrence);
    tcase_add_test(tc, falling_bodies_reach_their_terminal_speed);
    tcase_add_test(tc, wind_pushes_downwind);
    tcase_add_test(tc, angled_tensors_turn_their_rows);
    tcase_add_test(tc, deflections_are_exact_at_their_ends);
    tcase_add_test(tc, level_flight_has_its_speed);
    tcase_add_test(tc, mirrored_controls_fly_mirrored_paths);
    tcase_add_test(tc, wings_pitch_together_and_roll_opposed);
    tcase_add_test(tc, a_rudder_needs_speed);
}

static void add_water_tests(TCase *tc)
{
    tcase_add_test(tc, a_float_rests_at_its_depth);
    tcase_add_test(tc, buoyancy_saturates);
    tcase_add_test(tc, four_floats_right_a_raft);
    tcase_add_test(tc, propellers_and_foils_work_under_water);
}

static void add_drive_tests(TCase *tc)
{
    tcase_add_test(tc, a_spring_swings_with_its_period);
    tcase_add_test(tc, an_orientation_spring_swings_with_its_period);
    tcase_add_test(tc, springs_between_bodies_keep_momentum);
    tcase_add_test(tc, stiff_generators_do_not_diverge);
    tcase_add_test(tc, vectored_thrust_hovers);
    tcase_add_test(tc, drives_and_governors_reach_their_speed);
}

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("force3");
    TCase *tc = tcase_create("force3");
    tcase_set_timeout(tc, 60);
    add_air_tests(tc);
    add_water_tests(tc);
    add_drive_tests(tc);
    suite_add_tcase(suite, tc);
    return suite;
}
