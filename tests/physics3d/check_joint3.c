/* check_joint3.c: joints of the 3D world. */
#include <fixstep/state.h>

#include "physics3d/joint3_scene.h"
#include "support/counted_tasks.h"

static const scene3_vector small_half = { 0.2, 0.1, 0.1 };

static double distance(const fs_world3 *w, uint32_t row)
{
    return METRES_OF_REL3D(fs_joint3_translation(w, row));
}

static double angle(const fs_world3 *w, uint32_t row)
{
    return METRES_OF_REL3D(fs_joint3_angle(w, row));
}

/* A body that hangs from the world by one joint, 1 m beside it. */
struct hanging {
    fs_world3 *w;
    fs_body3 wall, box;
};

static struct hanging make_hanging(double gravity)
{
    struct hanging h = { .w = scene3_world(gravity) };
    h.wall = scene3_body(h.w, FS_BODY3_STATIC, 0, 0, 0);
    h.box = scene3_box(h.w, FS_BODY3_DYNAMIC, NULL, (scene3_vector){ 1, 0, 0 }, small_half);
    return h;
}

static const scene3_vector origin = { 0, 0, 0 };

START_TEST(ball_holds_the_point)
{
    struct hanging h = make_hanging(-10);
    fs_joint3_def d = joint3_between(h.w, FS_JOINT3_BALL, h.wall, h.box, origin, joint3_axis(1, 0, 0));
    uint32_t row = joint3_add(h.w, &d);
    scene3_throw(h.w, h.box, 0, 0, 2);
    double energy = METRES3D(fs_world3_energy(h.w)), lowest = 0;
    for (int i = 0; i < 600; i++) {
        fs_world3_step(h.w);
        NEAR3(distance(h.w, row), 0, 5e-3);
        lowest = fmin(lowest, scene3_position(h.w, h.box).y);
    }
    ck_assert_double_lt(lowest, -0.9);
    ck_assert_double_le(METRES3D(fs_world3_energy(h.w)), energy + 1e-3);
    fs_world3_destroy(h.w);
}
END_TEST

START_TEST(fixed_holds_everything)
{
    struct hanging h = make_hanging(-10);
    fs_joint3_def d = joint3_between(h.w, FS_JOINT3_FIXED, h.wall, h.box, origin, joint3_axis(1, 0, 0));
    uint32_t row = joint3_add(h.w, &d);
    scene3_run(h.w, 300);
    NEAR3(scene3_position(h.w, h.box).y, 0, 5e-3);
    NEAR3(scene3_length(scene3_velocity(h.w, h.box)), 0, 1e-4);
    double weight = 10 * 0.4 * 0.2 * 0.2;
    NEAR3(METRES3D(h.w->joint.force[row].y), weight, weight * 0.01);
    NEAR3(METRES3D(h.w->joint.torque[row].z), weight, weight * 0.01); /* 1 m beside the anchor */
    fs_world3_destroy(h.w);
}
END_TEST

START_TEST(hinge_turns_about_its_axis)
{
    struct hanging h = make_hanging(-10);
    fs_joint3_def d = joint3_between(h.w, FS_JOINT3_HINGE, h.wall, h.box, origin, joint3_axis(0, 0, 1));
    d.flags = FS_JOINT3_LIMIT;
    d.lower_limit = REL3D(-0.5);
    d.upper_limit = REL3D(0.5);
    uint32_t row = joint3_add(h.w, &d);
    scene3_run(h.w, 300);
    NEAR3(angle(h.w, row), -0.5, 0.01);
    NEAR3(scene3_position(h.w, h.box).y, -sin(0.5), 0.01);
    NEAR3(scene3_position(h.w, h.box).z, 0, 1e-3);
    fs_world3_destroy(h.w);
}
END_TEST

START_TEST(motor_turns_a_hinge)
{
    struct hanging h = make_hanging(0);
    fs_joint3_def d = joint3_between(h.w, FS_JOINT3_HINGE, h.wall, h.box, origin, joint3_axis(0, 0, 1));
    d.flags = FS_JOINT3_MOTOR;
    d.motor_speed = VEL3D(2);
    d.motor_limit = FS_WIDE_ONE * 10;
    joint3_add(h.w, &d);
    scene3_run(h.w, 120);
    NEAR3(scene3_angular_velocity(h.w, h.box).z, 2, 0.02);
    NEAR3(scene3_length(scene3_position(h.w, h.box)), 1, 5e-3);
    fs_world3_destroy(h.w);
}
END_TEST

/* A weak motor accelerates with torque / inertia: 0.016 kg at 1 m and its own moment. */
START_TEST(motor_is_limited)
{
    struct hanging h = make_hanging(0);
    fs_joint3_def d = joint3_between(h.w, FS_JOINT3_HINGE, h.wall, h.box, origin, joint3_axis(0, 0, 1));
    d.flags = FS_JOINT3_MOTOR;
    d.motor_speed = VEL3D(50);
    d.motor_limit = FS_WIDE_ONE / 100;
    joint3_add(h.w, &d);
    scene3_run(h.w, 60);
    double mass = 0.016, inertia = mass * (1 + (0.04 + 0.01) / 3);
    NEAR3(scene3_angular_velocity(h.w, h.box).z, 0.01 / inertia, 0.01);
    fs_world3_destroy(h.w);
}
END_TEST

START_TEST(slider_slides)
{
    struct hanging h = make_hanging(-10);
    fs_joint3_def d = joint3_between(h.w, FS_JOINT3_SLIDER, h.wall, h.box, (scene3_vector){ 1, 0, 0 },
                                     fs_unit3_make(0, FS_UNIT_ONE, 0));
    d.flags = FS_JOINT3_LIMIT;
    d.lower_limit = REL3D(-2);
    d.upper_limit = REL3D(1);
    uint32_t row = joint3_add(h.w, &d);
    scene3_run(h.w, 30);
    NEAR3(scene3_velocity(h.w, h.box).y, -5, 0.05);
    scene3_run(h.w, 200);
    NEAR3(distance(h.w, row), -2, 0.01);
    NEAR3(scene3_position(h.w, h.box).x, 1, 2e-3);
    NEAR3(scene3_length(scene3_angular_velocity(h.w, h.box)), 0, 1e-3);
    fs_world3_destroy(h.w);
}
END_TEST

/* A spring carries its load at g / (2 pi hertz)^2 below its rest. */
START_TEST(spring_rests_where_it_must)
{
    struct hanging h = make_hanging(-10);
    fs_joint3_def d = joint3_between(h.w, FS_JOINT3_SLIDER, h.wall, h.box, (scene3_vector){ 1, 0, 0 },
                                     fs_unit3_make(0, FS_UNIT_ONE, 0));
    d.flags = FS_JOINT3_SPRING;
    d.hertz = FS_FIX16_ONE;
    d.damping_ratio = FS_FIX16_ONE;
    uint32_t row = joint3_add(h.w, &d);
    scene3_run(h.w, 600);
    NEAR3(distance(h.w, row), -10 / (4 * M_PI * M_PI), 2e-3);
    fs_world3_destroy(h.w);
}
END_TEST

START_TEST(rod_and_cable)
{
    for (int cable = 0; cable < 2; cable++) {
        fs_world3 *w = scene3_world(-10);
        fs_body3 wall = scene3_body(w, FS_BODY3_STATIC, 0, 0, 0);
        fs_body3 ball = scene3_ball(w, NULL, cable ? 0.5 : 1, 0, 0, 0.1);
        fs_joint3_def d = fs_default_joint3_def(cable ? FS_JOINT3_CABLE : FS_JOINT3_DISTANCE);
        d.body_a = wall;
        d.body_b = ball;
        uint32_t row = joint3_add(w, &d);
        for (int i = 0; i < 300; i++) {
            fs_world3_step(w);
            ck_assert_double_le(distance(w, row), 1.01);
            if (!cable)
                NEAR3(distance(w, row), 1, 0.01);
        }
        fs_world3_destroy(w);
    }
}
END_TEST

START_TEST(cone_limits_a_ball_joint)
{
    struct hanging h = make_hanging(-10);
    fs_joint3_def d = joint3_between(h.w, FS_JOINT3_BALL, h.wall, h.box, origin, joint3_axis(1, 0, 0));
    d.flags = FS_JOINT3_LIMIT;
    d.swing_limit = REL3D(0.4);
    d.lower_limit = REL3D(-0.3);
    d.upper_limit = REL3D(0.3);
    uint32_t row = joint3_add(h.w, &d);
    ck_assert_int_eq(fs_body3_set_velocity(h.w, h.box, fs_vel3_zero(), fs_vel3_make(VEL3D(5), 0, 0)), FS_OK);
    scene3_run(h.w, 400);
    NEAR3(scene3_position(h.w, h.box).y, -sin(0.4), 0.02);
    NEAR3(angle(h.w, row), 0.3, 0.35);
    ck_assert_double_le(fabs(angle(h.w, row)), 0.32);
    fs_world3_destroy(h.w);
}
END_TEST

/* The cross joint passes a rotation on round a corner. */
START_TEST(universal_passes_rotation_on)
{
    fs_world3 *w = scene3_world(0);
    fs_body3 wall = scene3_body(w, FS_BODY3_STATIC, 0, 0, 0);
    fs_body3 a = scene3_box(w, FS_BODY3_DYNAMIC, NULL, origin, small_half);
    fs_body3 b = scene3_box(w, FS_BODY3_DYNAMIC, NULL, (scene3_vector){ 0.6, 0, 0 }, small_half);
    fs_joint3_def motor = joint3_between(w, FS_JOINT3_HINGE, wall, a, origin, joint3_axis(1, 0, 0));
    motor.flags = FS_JOINT3_MOTOR;
    motor.motor_speed = VEL3D(3);
    motor.motor_limit = FS_WIDE_ONE;
    joint3_add(w, &motor);
    fs_joint3_def cross = joint3_between(w, FS_JOINT3_UNIVERSAL, a, b, (scene3_vector){ 0.3, 0, 0 },
                                         joint3_axis(1, 0, 0));
    uint32_t row = joint3_add(w, &cross);
    scene3_run(w, 180);
    NEAR3(distance(w, row), 0, 5e-3);
    NEAR3(scene3_angular_velocity(w, b).x, 3, 0.1);
    fs_world3_destroy(w);
}
END_TEST

/* ---- chains --------------------------------------------------------------------------------------------------------- */

/* Links of 0.4 m hang down from the world; how much longer than its links the chain is, as a share. */
static double chain_stretch(int links, double end_density, int ticks)
{
    fs_world3 *w = scene3_world(-10);
    fs_body3 last = scene3_body(w, FS_BODY3_STATIC, 0, 0, 0);
    for (int i = 0; i < links; i++) {
        fs_shape3_def s = fs_default_shape3_def();
        s.density = i == links - 1 ? (fs_wide)(end_density * FS_WIDE_ONE) : FS_WIDE_ONE;
        fs_body3 link = scene3_box(w, FS_BODY3_DYNAMIC, &s, (scene3_vector){ 0, -0.2 - 0.4 * i, 0 },
                                   (scene3_vector){ 0.05, 0.2, 0.05 });
        fs_joint3_def d = joint3_between(w, FS_JOINT3_BALL, last, link, (scene3_vector){ 0, -0.4 * i, 0 },
                                         joint3_axis(1, 0, 0));
        joint3_add(w, &d);
        last = link;
    }
    scene3_run(w, ticks);
    double length = -scene3_position(w, last).y;
    fs_world3_destroy(w);
    return length / (0.4 * links - 0.2) - 1;
}

START_TEST(chains_hold)
{
    NEAR3(chain_stretch(100, 1, 300), 0, 1e-5);
    NEAR3(chain_stretch(10, 1, 300), 0, 1e-5);
    NEAR3(chain_stretch(10, 20, 300), 0, 1e-5);
}
END_TEST

/* ---- breaking and calls ------------------------------------------------------------------------------------------------ */

START_TEST(joints_break)
{
    for (int i = 0; i < 2; i++) {
        struct hanging h = make_hanging(-10);
        fs_joint3_def d = joint3_between(h.w, FS_JOINT3_FIXED, h.wall, h.box, origin, joint3_axis(1, 0, 0));
        d.break_torque = (fs_wide)((i == 0 ? 0.1 : 0.3) * FS_WIDE_ONE); /* it bears 0.16 N m */
        fs_joint3 joint;
        uint32_t row;
        ck_assert_int_eq(fs_joint3_create(h.w, &d, &joint), FS_OK);
        scene3_run(h.w, 60);
        ck_assert_int_eq(fs_joint3_row(h.w, joint, &row), i == 0 ? FS_E_STALE : FS_OK);
        fs_world3_destroy(h.w);
    }
}
END_TEST

/* A body beyond the cone comes back from any swing, also from more than 2 rad. */
START_TEST(cones_reach_behind)
{
    struct hanging h = make_hanging(0);
    const double limit = 1, swing = 1.3 + 0.4 * _i;
    uint32_t turn = (uint32_t)llround(ldexp(swing / (2 * M_PI), 32)), row = 0;
    fs_joint3_def d = joint3_between(h.w, FS_JOINT3_BALL, h.wall, h.box, origin, joint3_axis(1, 0, 0));
    d.flags = FS_JOINT3_LIMIT;
    d.swing_limit = REL3D(limit);
    d.lower_limit = REL3D(-1);
    d.upper_limit = REL3D(1);
    joint3_add(h.w, &d);
    ck_assert_int_eq(fs_body3_set_pose(h.w, h.box, scene3_pos(cos(swing), sin(swing), 0),
                                       fs_quat_from_axis_turn(joint3_axis(0, 0, 1), turn)),
                     FS_OK);
    scene3_run(h.w, 240);
    ck_assert_int_eq(fs_body3_row(h.w, h.box, &row), FS_OK);
    double now = 2 * acos(fabs(h.w->body.rot[row].w * 0x1p-30));
    ck_assert_msg(now < limit + 0.02, "a swing of %.1f rad ends at %.3f rad", swing, now);
    fs_world3_destroy(h.w);
}
END_TEST

START_TEST(bad_definitions_are_refused)
{
    struct hanging h = make_hanging(-10);
    fs_joint3 joint;
    fs_joint3_def good = joint3_between(h.w, FS_JOINT3_BALL, h.wall, h.box, origin, joint3_axis(1, 0, 0)), d;
    ck_assert_int_eq(fs_joint3_create(h.w, NULL, &joint), FS_E_ARGUMENT);
    d = good;
    d.kind = (fs_joint3_kind)FS_JOINT3_KINDS;
    ck_assert_int_eq(fs_joint3_create(h.w, &d, NULL), FS_E_ARGUMENT);
    d = good;
    d.lower_limit = 1;
    ck_assert_int_eq(fs_joint3_create(h.w, &d, NULL), FS_E_ARGUMENT);
    d = good;
    d.frame_a = fs_quat_make(0, 0, 0, 0);
    ck_assert_int_eq(fs_joint3_create(h.w, &d, NULL), FS_E_ARGUMENT);
    d = good;
    d.body_b = d.body_a;
    ck_assert_int_eq(fs_joint3_create(h.w, &d, NULL), FS_E_DEGENERATE);
    d = good;
    d.body_b = (fs_body3){ { 0 } };
    ck_assert_int_eq(fs_joint3_create(h.w, &d, NULL), FS_E_STALE);
    ck_assert_int_eq(fs_joint3_create(h.w, &good, &joint), FS_OK);
    ck_assert(fs_world3_valid(h.w));
    ck_assert_int_eq(fs_joint3_set_limits(h.w, joint, true, REL3D(2), REL3D(1)), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_joint3_set_motor(h.w, joint, true, VEL3D(1), -1), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_joint3_set_spring(h.w, joint, true, -1, 0), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_joint3_destroy(h.w, joint), FS_OK);
    ck_assert_int_eq(fs_joint3_destroy(h.w, joint), FS_E_STALE);
    fs_world3_destroy(h.w);
}
END_TEST

/* Chains of all kinds, every other joint with spring, motor and limits. */
static uint64_t chains_hash(uint32_t kernel, uint32_t workers)
{
    struct counted_tasks tasks;
    fs_world3 *w = scene3_world(-10);
    ck_assert_int_eq(fs_world3_set_kernel(w, kernel), FS_OK);
    counted_tasks_start(&tasks, workers);
    fs_world3_set_tasks(w, workers > 1 ? &tasks.tasks : NULL);
    for (int n = 0; n < 3; n++)
        joint3_add_chain(w, 5 * n, 12, (fs_joint3_kind)1, FS_JOINT3_KINDS - 1, n == 1 ? 0x555 : 0xaaa);
    scene3_run(w, 120);
    uint64_t hash = fs_state_hash(fs_world3_state(w));
    counted_tasks_stop(&tasks, 100);
    fs_world3_destroy(w);
    return hash;
}

START_TEST(kernels_and_workers_agree)
{
    scene3_assert_same_everywhere(chains_hash);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *s = suite_create("joint3");
    TCase *t = tcase_create("joint3");
    tcase_set_timeout(t, 60);
    tcase_add_test(t, ball_holds_the_point);
    tcase_add_test(t, fixed_holds_everything);
    tcase_add_test(t, hinge_turns_about_its_axis);
    tcase_add_test(t, motor_turns_a_hinge);
    tcase_add_test(t, motor_is_limited);
    tcase_add_test(t, slider_slides);
    tcase_add_test(t, spring_rests_where_it_must);
    tcase_add_test(t, rod_and_cable);
    tcase_add_test(t, cone_limits_a_ball_joint);
    tcase_add_test(t, universal_passes_rotation_on);
    tcase_add_test(t, chains_hold);
    tcase_add_test(t, joints_break);
    tcase_add_loop_test(t, cones_reach_behind, 0, 4);
    tcase_add_test(t, bad_definitions_are_refused);
    tcase_add_test(t, kernels_and_workers_agree);
    suite_add_tcase(s, t);
    return s;
}
