/* check_joint_kinds3.c: wheels, motors to a pose, muscles of ball joints, gears, locked axes and mirrored joints in space,
 * against closed forms.
 */
#include "physics3d/joint3_scene.h"

enum { HZ = 60 };

static const scene3_vector origin = { 0, 0, 0 }, half = { 0.3, 0.3, 0.1 };

/* A box of 1 kg beside an immovable body at the origin. */
struct pair {
    fs_world3 *w;
    fs_body3 wall, box;
};

static struct pair make_pair(double gravity, scene3_vector at)
{
    struct pair p = { .w = scene3_world(gravity) };
    fs_shape3_def shape = fs_default_shape3_def();
    shape.density = (fs_wide)llround(0x1p32 / (8 * half.x * half.y * half.z));
    p.wall = scene3_body(p.w, FS_BODY3_STATIC, 0, 0, 0);
    p.box = scene3_box(p.w, FS_BODY3_DYNAMIC, &shape, at, half);
    return p;
}

/* The def of a joint of the two bodies. */
static fs_joint3_def pair_joint(const struct pair *p, fs_joint3_kind kind, scene3_vector at, fs_unit3 axis)
{
    return joint3_between(p->w, kind, p->wall, p->box, at, axis);
}

/* ---- wheel ---------------------------------------------------------------------------------------------------------- */

/* The suspension rests g / (2 pi f)^2 below its length; the motor turns the wheel by T t / I about its axis alone. */
START_TEST(a_wheel_is_sprung_and_driven)
{
    struct pair p = make_pair(-10, origin);
    fs_joint3_def d = pair_joint(&p, FS_JOINT3_WHEEL, origin, joint3_axis(0, 1, 0));
    d.flags = FS_JOINT3_SPRING | FS_JOINT3_MOTOR;
    d.hertz = 2 * FS_FIX16_ONE;
    d.damping_ratio = FS_FIX16_ONE;
    d.motor_speed = VEL3D(100);
    d.motor_limit = FS_WIDE_ONE / 100;
    uint32_t row = joint3_add(p.w, &d);
    scene3_run(p.w, 3 * HZ);
    fs_mat3 axes = fs_mat3_from_quat(d.frame_a);
    scene3_vector z = { axes.x.z * 0x1p-30, axes.y.z * 0x1p-30, axes.z.z * 0x1p-30 };
    scene3_vector w = scene3_angular_velocity(p.w, p.box);
    double about = w.x * z.x + w.y * z.y + w.z * z.z;
    double inertia = (fabs(z.z) > 0.5 ? 0.09 + 0.09 : 0.09 + 0.01) / 3;
    NEAR3(METRES_OF_REL3D(fs_joint3_translation(p.w, row)), -10 / pow(2 * M_PI * 2, 2), 1e-3);
    NEAR3(about, 0.01 * 3 / inertia, 0.01);
    NEAR3(scene3_length(w), fabs(about), 1e-3);
    NEAR3(scene3_position(p.w, p.box).x, 0, 1e-4);
    NEAR3(scene3_position(p.w, p.box).z, 0, 1e-4);
    fs_world3_destroy(p.w);
}
END_TEST

/* Without a spring it falls to the lower limit and stays. */
START_TEST(a_suspension_has_limits)
{
    struct pair p = make_pair(-10, origin);
    fs_joint3_def d = pair_joint(&p, FS_JOINT3_WHEEL, origin, joint3_axis(0, 1, 0));
    d.flags = FS_JOINT3_LIMIT;
    d.lower_limit = -REL3D(0.25);
    d.upper_limit = REL3D(0.1);
    uint32_t row = joint3_add(p.w, &d);
    scene3_run(p.w, 2 * HZ);
    NEAR3(METRES_OF_REL3D(fs_joint3_translation(p.w, row)), -0.25, 1e-3);
    NEAR3(scene3_length(scene3_velocity(p.w, p.box)), 0, 1e-3);
    fs_world3_destroy(p.w);
}
END_TEST

/* ---- pose ----------------------------------------------------------------------------------------------------------- */

/* Comes to the wanted pose from 1 m and 1 rad away, under gravity g / (2 pi f)^2 below it. */
START_TEST(a_pose_is_reached)
{
    struct pair p = make_pair(_i == 0 ? 0 : -10, (scene3_vector){ 1, 0, 0 });
    fs_joint3_def d = fs_default_joint3_def(FS_JOINT3_POSE);
    fs_quat turned = fs_quat_from_axis_turn(joint3_axis(0, 0.6, 0.8), (uint32_t)(0x1p32 / (2 * M_PI)));
    d.body_a = p.wall;
    d.body_b = p.box;
    d.motor_limit = 1000 * FS_WIDE_ONE;
    ck_assert_int_eq(fs_body3_set_pose(p.w, p.box, scene3_pos(1, 0, 0), turned), FS_OK);
    uint32_t row = joint3_add(p.w, &d), body = 0;
    scene3_run(p.w, 3 * HZ);
    ck_assert_int_eq(fs_body3_row(p.w, p.box, &body), FS_OK);
    NEAR3(scene3_position(p.w, p.box).x, 0, 1e-4);
    NEAR3(scene3_position(p.w, p.box).y, _i == 0 ? 0 : -10 / pow(2 * M_PI * 5, 2), 1e-4);
    NEAR3(fabs(p.w->body.rot[body].w * 0x1p-30), 1, 1e-6);
    NEAR3(METRES_OF_REL3D(fs_joint3_angle(p.w, row)), 0, 1e-3);
    fs_world3_destroy(p.w);
}
END_TEST

/* Far from its pose a motor of 2 N moves 1 kg by a t^2 / 2. */
START_TEST(the_force_of_a_pose_is_bounded)
{
    struct pair p = make_pair(0, (scene3_vector){ 20, 0, 0 });
    fs_joint3_def d = fs_default_joint3_def(FS_JOINT3_POSE);
    d.body_a = p.wall;
    d.body_b = p.box;
    d.motor_limit = 2 * FS_WIDE_ONE;
    joint3_add(p.w, &d);
    scene3_run(p.w, 2 * HZ);
    NEAR3(scene3_position(p.w, p.box).x, 20 - 2.0 * 2 * 2 / 2, 0.05);
    NEAR3(scene3_velocity(p.w, p.box).x, -4, 0.01);
    fs_world3_destroy(p.w);
}
END_TEST

/* A muscle without bound brings the arm of a ball joint back to its rest; one of less than the weight's moment sinks. */
START_TEST(muscles_of_ball_joints)
{
    struct pair p = make_pair(-10, (scene3_vector){ 1, 0, 0 });
    fs_joint3_def d = pair_joint(&p, FS_JOINT3_BALL, origin, joint3_axis(1, 0, 0));
    d.flags = FS_JOINT3_SPRING | (_i == 0 ? 0 : FS_JOINT3_MOTOR);
    d.hertz = 10 * FS_FIX16_ONE;
    d.damping_ratio = FS_FIX16_ONE;
    d.motor_limit = 9 * FS_WIDE_ONE;
    joint3_add(p.w, &d);
    ck_assert_int_eq(fs_body3_set_velocity(p.w, p.box, fs_vel3_make(0, 0, VEL3D(1)), fs_vel3_make(0, -VEL3D(1), 0)),
                     FS_OK);
    scene3_run(p.w, _i == 0 ? 2 * HZ : HZ / 2);
    if (_i == 0) {
        NEAR3(scene3_position(p.w, p.box).z, 0, 1e-3);
        ck_assert_double_gt(scene3_position(p.w, p.box).y, -0.1);
    } else
        ck_assert_double_lt(scene3_position(p.w, p.box).y, -0.05);
    NEAR3(scene3_length(scene3_position(p.w, p.box)), 1, 1e-3);
    fs_world3_destroy(p.w);
}
END_TEST

/* ---- gears ---------------------------------------------------------------------------------------------------------- */

/* Two wheels on parallel hinges: the driven one turns by -1 / ratio of the other, and slips by less than 1e-3 rad a minute. */
START_TEST(gears_keep_their_ratio)
{
    static const double ratios[] = { 1, -2, 0.5, 30 };
    double ratio = ratios[_i], angle[2] = { 0, 0 };
    struct pair p = make_pair(0, (scene3_vector){ 1, 0, 0 });
    fs_body3 other = scene3_box(p.w, FS_BODY3_DYNAMIC, NULL, (scene3_vector){ 3, 0, 0 }, half);
    fs_joint3_def hinge = pair_joint(&p, FS_JOINT3_HINGE, (scene3_vector){ 1, 0, 0 }, joint3_axis(0, 0, 1));
    hinge.flags = FS_JOINT3_MOTOR;
    hinge.motor_speed = VEL3D(2);
    hinge.motor_limit = FS_WIDE_ONE;
    joint3_add(p.w, &hinge);
    hinge = joint3_between(p.w, FS_JOINT3_HINGE, p.wall, other, (scene3_vector){ 3, 0, 0 }, joint3_axis(0, 0, 1));
    joint3_add(p.w, &hinge);
    fs_joint3_def gear = joint3_between(p.w, FS_JOINT3_GEAR, p.box, other, (scene3_vector){ 2, 0, 0 },
                                        joint3_axis(0, 0, 1));
    gear.length = REL3D(ratio);
    joint3_add(p.w, &gear);
    for (int tick = 0; tick < 20 * HZ; tick++) {
        fs_world3_step(p.w);
        angle[0] += scene3_angular_velocity(p.w, p.box).z / HZ;
        angle[1] += scene3_angular_velocity(p.w, other).z / HZ;
    }
    NEAR3(scene3_angular_velocity(p.w, p.box).z, 2, 0.01);
    NEAR3(angle[0] + ratio * angle[1], 0, 1e-3);
    fs_world3_destroy(p.w);
}
END_TEST

/* ---- locked axes ---------------------------------------------------------------------------------------------------- */

/* A body that may not move along y hangs on a falling one by a ball joint (in the colours, and tied to a wall in a tree): it
 * carries it, and the momentum along x goes over. */
START_TEST(joints_obey_locked_axes)
{
    struct pair p = make_pair(-10, (scene3_vector){ 0, 0, 0 });
    fs_body3 low = scene3_box(p.w, FS_BODY3_DYNAMIC, NULL, (scene3_vector){ 0, -2, 0 }, half);
    ck_assert_int_eq(fs_body3_set_flags(p.w, p.box, FS_BODY3_LOCK_Y, 0), FS_OK);
    fs_joint3_def d = joint3_between(p.w, FS_JOINT3_BALL, p.box, low, (scene3_vector){ 0, -1, 0 },
                                     joint3_axis(1, 0, 0));
    joint3_add(p.w, &d);
    if (_i == 1) {
        d = pair_joint(&p, FS_JOINT3_SLIDER, origin, joint3_axis(1, 0, 0));
        joint3_add(p.w, &d);
    }
    scene3_run(p.w, 2 * HZ);
    NEAR3(scene3_position(p.w, p.box).y, 0, 1e-9);
    NEAR3(scene3_position(p.w, low).y, -2, 0.01);
    fs_world3_destroy(p.w);
}
END_TEST

/* ---- mirrors -------------------------------------------------------------------------------------------------------- */

/* A thrown chain of ten links of many kinds, and the same with x mirrored: frames are mirrored, and axes of rotation turned
 * round. */
static struct chain3 mirrored_chain(double side)
{
    static const fs_joint3_kind kinds[] = { FS_JOINT3_BALL, FS_JOINT3_FIXED, FS_JOINT3_UNIVERSAL, FS_JOINT3_BALL };
    struct chain3 c = { .w = scene3_world(-10), .links = 10, .length = 0.4 };
    c.link[0] = scene3_body(c.w, FS_BODY3_STATIC, 0, 0, 0);
    for (int i = 1; i <= 10; i++)
        c.link[i] = scene3_box(c.w, FS_BODY3_DYNAMIC, NULL, (scene3_vector){ side * 0.4 * (i - 0.5), 0, 0 },
                               (scene3_vector){ 0.2, 0.05, 0.07 });
    for (int k = 0; k < 10; k++) {
        fs_joint3_def d = joint3_between(c.w, kinds[k % 4], c.link[k], c.link[k + 1],
                                         (scene3_vector){ side * 0.4 * k, 0, 0 }, joint3_axis(side, 0, 0));
        chain3_tie(&c, &d);
    }
    ck_assert_int_eq(
        fs_body3_set_velocity(c.w, c.link[10], fs_vel3_make(0, 0, VEL3D(1)), fs_vel3_make(0, VEL3D(side * -0.5), 0)),
        FS_OK);
    return c;
}

START_TEST(mirrored_chains_stay_mirrored)
{
    struct chain3 left = mirrored_chain(-1), right = mirrored_chain(1);
    double worst = 0;
    for (int tick = 0; tick < HZ; tick++) {
        fs_world3_step(left.w);
        fs_world3_step(right.w);
        for (int i = 1; i <= 10; i++) {
            scene3_vector a = scene3_position(left.w, left.link[i]), b = scene3_position(right.w, right.link[i]);
            worst = fmax(worst, scene3_length((scene3_vector){ a.x + b.x, a.y - b.y, a.z - b.z }));
        }
    }
    ck_assert_msg(worst <= 1e-5, "%.2e m", worst);
    fs_world3_destroy(left.w);
    fs_world3_destroy(right.w);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("joint_kinds3");
    TCase *tc = tcase_create("joint_kinds3");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, a_wheel_is_sprung_and_driven);
    tcase_add_test(tc, a_suspension_has_limits);
    tcase_add_loop_test(tc, a_pose_is_reached, 0, 2);
    tcase_add_test(tc, the_force_of_a_pose_is_bounded);
    tcase_add_loop_test(tc, muscles_of_ball_joints, 0, 2);
    tcase_add_loop_test(tc, gears_keep_their_ratio, 0, 4);
    tcase_add_loop_test(tc, joints_obey_locked_axes, 0, 2);
    tcase_add_test(tc, mirrored_chains_stay_mirrored);
    suite_add_tcase(suite, tc);
    return suite;
}
