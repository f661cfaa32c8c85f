/* check_solver3.c: contacts of the 3D solver against closed forms. */
#include <fixstep/state.h>

#include "physics3d/world3_scene.h"
#include "support/counted_tasks.h"

static const scene3_vector half_metre = { 0.5, 0.5, 0.5 };

/* ---- towers -------------------------------------------------------------------------------------------------- */

/* The accuracy table: ten boxes of side 0.1 m to 10 m, 20 s: at rest within 2e-4 m/s, creep of the top below 5e-5 m in the
 * last 10 s. */
static void check_tower(double side)
{
    fs_world3 *w = scene3_world(-10);
    fs_body3 top = { { 0 } };
    scene3_box(w, FS_BODY3_STATIC, NULL, (scene3_vector){ 0, -side, 0 }, (scene3_vector){ 10 * side, side, 10 * side });
    for (int i = 0; i < 10; i++)
        top = scene3_box(w, FS_BODY3_DYNAMIC, NULL, (scene3_vector){ 0, side * (0.5 + i), 0 },
                         (scene3_vector){ side / 2, side / 2, side / 2 });
    scene3_run(w, 600);
    scene3_vector before = scene3_position(w, top);
    scene3_run(w, 600);
    scene3_vector after = scene3_position(w, top);
    NEAR3(scene3_length(scene3_velocity(w, top)), 0, 2e-4);
    NEAR3(after.x - before.x, 0, 5e-5);
    NEAR3(after.y - before.y, 0, 5e-5);
    NEAR3(after.z - before.z, 0, 5e-5);
    fs_world3_destroy(w);
}

START_TEST(towers_stand)
{
    check_tower(0.1);
    check_tower(1);
    check_tower(10);
}
END_TEST

START_TEST(tower_bears_ten_times_the_weight)
{
    fs_world3 *w = scene3_world(-10);
    fs_body3 top = { { 0 } };
    fs_shape3_def heavy = fs_default_shape3_def();
    heavy.density = 10 * FS_WIDE_ONE;
    scene3_ground(w, NULL);
    for (int i = 0; i < 10; i++)
        top = scene3_box(w, FS_BODY3_DYNAMIC, i == 9 ? &heavy : NULL, (scene3_vector){ 0, 0.5 + i, 0 }, half_metre);
    scene3_run(w, 1200);
    NEAR3(scene3_position(w, top).x, 0, 0.01);
    NEAR3(scene3_position(w, top).y, 9.5, 0.1);
    NEAR3(scene3_position(w, top).z, 0, 0.01);
    NEAR3(scene3_length(scene3_velocity(w, top)), 0, 5e-3);
    fs_world3_destroy(w);
}
END_TEST

/* ---- friction -------------------------------------------------------------------------------------------------- */

/* A box that slides in any direction keeps it, loses friction * g of its speed and stops after v^2 / (2 friction g). */
START_TEST(sliding_is_straight)
{
    for (int i = 0; i < 8; i++) {
        double angle = 0.1 + i * M_PI / 4, c = cos(angle), s = sin(angle);
        fs_world3 *w = scene3_world(-10);
        scene3_ground(w, NULL);
        fs_body3 box = scene3_box(w, FS_BODY3_DYNAMIC, NULL, (scene3_vector){ 0, 0.5, 0 }, half_metre);
        scene3_run(w, 60);
        scene3_vector start = scene3_position(w, box);
        scene3_throw(w, box, 3 * c, 0, 3 * s);
        scene3_run(w, 20);
        scene3_vector v = scene3_velocity(w, box);
        NEAR3(hypot(v.x, v.z), 1, 2e-3);
        NEAR3(v.x * s - v.z * c, 0, 2e-4);
        scene3_run(w, 40);
        scene3_vector end = scene3_position(w, box);
        NEAR3(hypot(end.x - start.x, end.z - start.z), 0.75, 0.02);
        NEAR3((end.x - start.x) * s - (end.z - start.z) * c, 0, 2e-3);
        NEAR3(scene3_length(scene3_velocity(w, box)), 0, 1e-3);
        fs_world3_destroy(w);
    }
}
END_TEST

/* What a box that rests gains from the first to the second of two seconds on an incline, which is gravity that leans. */
static double gain_on_incline(double tangent, double heading)
{
    fs_world3 *w = scene3_world(-10);
    double cosine = 1 / sqrt(1 + tangent * tangent), sine = tangent * cosine;
    scene3_ground(w, NULL);
    fs_body3 box = scene3_box(w, FS_BODY3_DYNAMIC, NULL, (scene3_vector){ 0, 0.5, 0 }, half_metre);
    scene3_run(w, 30);
    ck_assert_int_eq(fs_world3_set_gravity(w, fs_wide3_make(POS3D(10 * sine * cos(heading)), POS3D(-10 * cosine),
                                                            POS3D(10 * sine * sin(heading)))),
                     FS_OK);
    scene3_run(w, 60);
    scene3_vector v = scene3_velocity(w, box);
    double before = hypot(v.x, v.z);
    scene3_run(w, 60);
    v = scene3_velocity(w, box);
    fs_world3_destroy(w);
    return hypot(v.x, v.z) - before;
}

/* A box stays where tan(angle) < friction, which is 0.6, and slides otherwise with g (sin - friction cos), in every direction
 * alike: a pyramid would let it stay up to 1.41 times steeper. A third of a percent to either side decides. */
START_TEST(friction_is_a_cone)
{
    for (int i = 0; i < 12; i++) {
        double heading = i * 0.26, steep = 0.602, cosine = 1 / sqrt(1 + steep * steep),
               want = 10 * cosine * (steep - 0.6);
        NEAR3(gain_on_incline(0.598, heading), 0, 60 * 4 * 0x1p-22);
        NEAR3(gain_on_incline(steep, heading), want, want / 20);
    }
}
END_TEST

/* A ball that slides begins to roll with 5/7 of its speed. */
START_TEST(sliding_ball_rolls)
{
    fs_world3 *w = scene3_world(-10);
    scene3_ground(w, NULL);
    fs_body3 ball = scene3_ball(w, NULL, 0, 0.5, 0, 0.5);
    scene3_throw(w, ball, 1.2, 0, 1.6);
    scene3_run(w, 120);
    scene3_vector v = scene3_velocity(w, ball), spin = scene3_angular_velocity(w, ball);
    NEAR3(v.x, 1.2 * 5 / 7, 1e-3);
    NEAR3(v.z, 1.6 * 5 / 7, 1e-3);
    NEAR3(spin.z, -v.x / 0.5, 1e-3);
    NEAR3(spin.x, v.z / 0.5, 1e-3);
    fs_world3_destroy(w);
}
END_TEST

/* A box that spins flat on the ground is stopped by friction: the torque of four points at a distance d is
 * friction m g d, so it loses friction g d / (s^2 / 6) per second. */
START_TEST(spinning_box_stops)
{
    fs_world3 *w = scene3_world(-10);
    scene3_ground(w, NULL);
    fs_body3 box = scene3_box(w, FS_BODY3_DYNAMIC, NULL, (scene3_vector){ 0, 0.5, 0 }, half_metre);
    scene3_run(w, 60);
    fs_vel3 spin = fs_vel3_make(0, VEL3D(10), 0);
    ck_assert_int_eq(fs_body3_set_velocity(w, box, fs_vel3_zero(), spin), FS_OK);
    scene3_run(w, 12);
    NEAR3(scene3_angular_velocity(w, box).y, 10 - 0.2 * 0.6 * 10 * sqrt(0.5) * 6, 0.1);
    scene3_run(w, 48);
    NEAR3(scene3_angular_velocity(w, box).y, 0, 1e-3);
    fs_world3_destroy(w);
}
END_TEST

static fs_body3 special_ball(fs_world3 *w, fs_rel rolling, fs_rel spinning)
{
    fs_material3_def m = fs_default_material3_def();
    fs_shape3_def s = fs_default_shape3_def();
    m.rolling_resistance = rolling;
    m.spinning_resistance = spinning;
    ck_assert_int_eq(fs_material3_add(w, &m, &s.material), FS_OK);
    scene3_ground(w, NULL);
    fs_body3 ball = scene3_ball(w, &s, 0, 0.5, 0, 0.5);
    scene3_run(w, 30);
    return ball;
}

/* A ball with a rolling resistance c loses 5/7 g c / r per second; one with a spinning resistance c: g c / (2/5 r^2). */
START_TEST(rolling_and_spinning_resist)
{
    fs_world3 *w = scene3_world(-10);
    fs_body3 ball = special_ball(w, FS_REL_ONE / 50, 0);
    fs_vel3 v = fs_vel3_make(VEL3D(0.6), 0, VEL3D(0.8)), spin = fs_vel3_make(VEL3D(1.6), 0, VEL3D(-1.2));
    ck_assert_int_eq(fs_body3_set_velocity(w, ball, v, spin), FS_OK);
    scene3_run(w, 60);
    scene3_vector now = scene3_velocity(w, ball);
    double want = 1 - 10 * 0.02 / 0.5 * 5 / 7;
    NEAR3(now.x, 0.6 * want, 5e-3);
    NEAR3(now.z, 0.8 * want, 5e-3);
    scene3_run(w, 200);
    NEAR3(scene3_length(scene3_velocity(w, ball)), 0, 1e-4);
    fs_world3_destroy(w);

    w = scene3_world(-10);
    ball = special_ball(w, 0, FS_REL_ONE / 50);
    ck_assert_int_eq(fs_body3_set_velocity(w, ball, fs_vel3_zero(), fs_vel3_make(0, VEL3D(4), 0)), FS_OK);
    scene3_run(w, 60);
    NEAR3(scene3_angular_velocity(w, ball).y, 4 - 10 * 0.02 / (0.4 * 0.25), 0.05);
    scene3_run(w, 120);
    NEAR3(scene3_angular_velocity(w, ball).y, 0, 1e-4);
    fs_world3_destroy(w);
}
END_TEST

/* Along the axis of the surface the friction is whole, across it a quarter. */
START_TEST(friction_has_directions)
{
    for (int across = 0; across < 2; across++) {
        fs_world3 *w = scene3_world(-10);
        fs_material3_def m = fs_default_material3_def();
        fs_shape3_def s = fs_default_shape3_def();
        m.cross_friction = FS_UNIT_ONE / 4;
        m.friction_axis = fs_unit3_make(FS_UNIT_ONE, 0, 0);
        ck_assert_int_eq(fs_material3_add(w, &m, &s.material), FS_OK);
        scene3_ground(w, &s);
        fs_body3 box = scene3_box(w, FS_BODY3_DYNAMIC, NULL, (scene3_vector){ 0, 0.5, 0 }, half_metre);
        scene3_run(w, 30);
        scene3_throw(w, box, across ? 0 : 3, 0, across ? 3 : 0);
        scene3_run(w, 20);
        scene3_vector v = scene3_velocity(w, box);
        NEAR3(across ? v.z : v.x, 3 - 20 / 60.0 * 6 / (across ? 4 : 1), 5e-3);
        NEAR3(across ? v.x : v.z, 0, 1e-3);
        fs_world3_destroy(w);
    }
}
END_TEST

/* A belt carries a box along. */
START_TEST(belt_carries)
{
    fs_world3 *w = scene3_world(-10);
    fs_material3_def m = fs_default_material3_def();
    fs_shape3_def s = fs_default_shape3_def();
    m.tangent_velocity = fs_vel3_make(VEL3D(1), 0, VEL3D(-2));
    ck_assert_int_eq(fs_material3_add(w, &m, &s.material), FS_OK);
    scene3_ground(w, &s);
    fs_body3 box = scene3_box(w, FS_BODY3_DYNAMIC, NULL, (scene3_vector){ 0, 0.5, 0 }, half_metre);
    scene3_run(w, 60);
    NEAR3(scene3_velocity(w, box).x, 1, 2e-3);
    NEAR3(scene3_velocity(w, box).z, -2, 2e-3);
    fs_world3_destroy(w);
}
END_TEST

/* ---- impacts ------------------------------------------------------------------------------------------------- */

/* Heights of a bouncing ball are e^2 h, e^4 h, ... The rest of the tick after a rebound is not flown. */
START_TEST(bounce_heights)
{
    const double e[2] = { 0.8, 1 };
    for (int i = 0; i < 2; i++) {
        fs_world3 *w = scene3_world(-10);
        fs_shape3_def s = scene3_surface(w, 0.6, e[i]);
        scene3_ground(w, &s);
        fs_body3 ball = scene3_ball(w, &s, 0, 2.5, 0, 0.5);
        double want = 2, highest = 0;
        for (int tick = 0, bounces = 0; bounces < 4 && tick < 600; tick++) {
            double speed = scene3_velocity(w, ball).y;
            fs_world3_step(w);
            highest = fmax(highest, scene3_position(w, ball).y - 0.5);
            if (speed >= 0 || scene3_velocity(w, ball).y <= 0)
                continue;
            if (bounces++ > 0) /* two bounces enclose a height */
                NEAR3(highest, want, 0.022 * bounces * want);
            highest = 0;
            want *= e[i] * e[i];
        }
        fs_world3_destroy(w);
    }
}
END_TEST

static fs_wide3 angular_momentum(const fs_world3 *w, const fs_body3 *bodies, int count, double inertia, double mass)
{
    double l[3] = { 0, 0, 0 };
    for (int i = 0; i < count; i++) {
        scene3_vector p = scene3_position(w, bodies[i]), v = scene3_velocity(w, bodies[i]);
        scene3_vector spin = scene3_angular_velocity(w, bodies[i]);
        l[0] += mass * (p.y * v.z - p.z * v.y) + inertia * spin.x;
        l[1] += mass * (p.z * v.x - p.x * v.z) + inertia * spin.y;
        l[2] += mass * (p.x * v.y - p.y * v.x) + inertia * spin.z;
    }
    return fs_wide3_make(POS3D(l[0]), POS3D(l[1]), POS3D(l[2]));
}

/* Two cubes of 1 kg that hit each other off centre without gravity keep momentum and angular momentum; energy does not grow. Their
 * velocities are read to 2^-22 m/s, which at their distances of up to 5 m from the origin leaves 5e-6 kg m^2/s uncertain. */
START_TEST(collisions_keep_momentum)
{
    for (int i = 0; i < 10; i++) {
        fs_world3 *w = scene3_world(0);
        fs_body3 b[2];
        for (int k = 0; k < 2; k++)
            b[k] = scene3_box(w, FS_BODY3_DYNAMIC, NULL,
                              (scene3_vector){ k ? 2 : 0, k ? 0.08 * i : 0, k ? 0.5 - 0.09 * i : 0 }, half_metre);
        scene3_throw(w, b[0], 4, 0.1, -0.2);
        scene3_throw(w, b[1], -3, 0.02 * i, 0.3);
        fs_wide3 before = fs_world3_momentum(w), spin_before = angular_momentum(w, b, 2, 1 / 6.0, 1);
        fs_wide energy = fs_world3_kinetic_energy(w);
        scene3_run(w, 60);
        fs_wide3 after = fs_world3_momentum(w), spin_after = angular_momentum(w, b, 2, 1 / 6.0, 1);
        ck_assert_int_ne(before.x, 0);
        NEAR3(METRES3D(after.x - before.x), 0, 3e-6);
        NEAR3(METRES3D(after.y - before.y), 0, 3e-6);
        NEAR3(METRES3D(after.z - before.z), 0, 3e-6);
        NEAR3(METRES3D(spin_after.x - spin_before.x), 0, 5e-6);
        NEAR3(METRES3D(spin_after.y - spin_before.y), 0, 5e-6);
        NEAR3(METRES3D(spin_after.z - spin_before.z), 0, 5e-6);
        ck_assert_int_lt(fs_world3_kinetic_energy(w), energy);
        fs_world3_destroy(w);
    }
}
END_TEST

/* ---- small forces ---------------------------------------------------------------------------------------------- */

/* A box pushed along frictionless ground by 1e-4 of its weight gets it all; under a lying box the same. */
START_TEST(small_forces_arrive)
{
    fs_world3 *w = scene3_world(-10);
    fs_shape3_def s = scene3_surface(w, 0, 0);
    fs_shape3_def heavy = s;
    heavy.density = 1000 * FS_WIDE_ONE;
    fs_body3 a = scene3_box(w, FS_BODY3_DYNAMIC, &s, (scene3_vector){ 0, 0, 0 }, half_metre);
    fs_body3 b = scene3_box(w, FS_BODY3_DYNAMIC, &heavy, (scene3_vector){ 1, 0, 0 }, half_metre);
    ck_assert_int_eq(fs_world3_set_gravity(w, fs_wide3_zero()), FS_OK);
    for (int i = 0; i < 600; i++) {
        ck_assert_int_eq(fs_body3_apply_force(w, a, fs_wide3_make(FS_WIDE_ONE / 100, 0, 0)), FS_OK);
        fs_world3_step(w);
    }
    /* 0.01 N on 1,001 kg for 10 s. */
    NEAR3(scene3_velocity(w, b).x, 0.01 * 10 / 1001, 2e-6);
    fs_world3_destroy(w);
}
END_TEST

/* ---- equal results --------------------------------------------------------------------------------------------- */

static fs_world3 *make_heap(void)
{
    fs_world3 *w = scene3_world(-10);
    fs_shape3_def bouncy = scene3_surface(w, 0.5, 0.5);
    scene3_ground(w, NULL);
    for (int i = 0; i < 160; i++) {
        double x = i % 4 * 0.9 + 0.03 * (i % 7), y = 0.6 + i / 16 * 1.1, z = i / 4 % 4 * 0.9 + 0.04 * (i % 5);
        if (i % 3 == 0)
            scene3_ball(w, i % 2 ? &bouncy : NULL, x, y, z, 0.4);
        else
            scene3_box(w, FS_BODY3_DYNAMIC, i % 5 ? NULL : &bouncy, (scene3_vector){ x, y, z },
                       (scene3_vector){ 0.4, 0.3 + 0.02 * (i % 8), 0.45 });
    }
    return w;
}

static uint64_t heap_hash(uint32_t kernel, uint32_t workers)
{
    struct counted_tasks tasks;
    fs_world3 *w = make_heap();
    counted_tasks_start(&tasks, workers);
    ck_assert_int_eq(fs_world3_set_kernel(w, kernel), FS_OK);
    fs_world3_set_tasks(w, workers > 1 ? &tasks.tasks : NULL);
    scene3_run(w, 240);
    uint64_t hash = fs_state_hash(fs_world3_state(w));
    counted_tasks_stop(&tasks, 1000);
    fs_world3_destroy(w);
    return hash;
}

START_TEST(kernels_and_workers_agree)
{
    scene3_assert_same_everywhere(heap_hash);
}
END_TEST

static void check_energy(fs_world3 *w, int rounds, int ticks)
{
    fs_wide lowest = fs_world3_energy(w);
    for (int i = 0; i < rounds; i++) {
        scene3_run(w, ticks);
        fs_wide now = fs_world3_energy(w);
        ck_assert_int_le(now, lowest + lowest / 2000);
        lowest = now < lowest ? now : lowest;
    }
}

/* A heap that falls, rolls and bounces without input does not gain energy. */
START_TEST(energy_of_a_heap_does_not_grow)
{
    fs_world3 *w = make_heap();
    check_energy(w, 60, 10);
    fs_world3_destroy(w);
}
END_TEST

/* Boxes of three layers: 10,000 ticks. */
START_TEST(energy_does_not_grow_at_rest)
{
    fs_world3 *w = scene3_world(-10);
    scene3_ground(w, NULL);
    for (int layer = 0; layer < 3; layer++)
        for (int i = 0; i < (3 - layer) * (3 - layer); i++)
            scene3_box(w, FS_BODY3_DYNAMIC, NULL,
                       (scene3_vector){ 0.55 * layer + 1.1 * (i % (3 - layer)), 0.5 + layer,
                                        0.55 * layer + 1.1 * (i / (3 - layer)) },
                       half_metre);
    check_energy(w, 100, 100);
    ck_assert_int_lt(fs_world3_kinetic_energy(w), FS_WIDE_ONE >> 24);
    fs_world3_destroy(w);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *s = suite_create("solver3");
    TCase *t = tcase_create("solver3");
    tcase_set_timeout(t, 60);
    tcase_add_test(t, towers_stand);
    tcase_add_test(t, tower_bears_ten_times_the_weight);
    tcase_add_test(t, sliding_is_straight);
    tcase_add_test(t, friction_is_a_cone);
    tcase_add_test(t, sliding_ball_rolls);
    tcase_add_test(t, spinning_box_stops);
    tcase_add_test(t, rolling_and_spinning_resist);
    tcase_add_test(t, friction_has_directions);
    tcase_add_test(t, belt_carries);
    tcase_add_test(t, bounce_heights);
    tcase_add_test(t, collisions_keep_momentum);
    tcase_add_test(t, small_forces_arrive);
    tcase_add_test(t, kernels_and_workers_agree);
    tcase_add_test(t, energy_of_a_heap_does_not_grow);
    tcase_add_test(t, energy_does_not_grow_at_rest);
    suite_add_tcase(s, t);
    return s;
}
