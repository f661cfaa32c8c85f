/* check_joint2_chains.c: joints of many bodies: momentum, chains, mass ratios up to a million, far places. */
#define FS__WORLD2_INTERNAL /* the columns are written */

#include "support/check_main.h"
#include "physics2d/joint_fixture.h"
#include "physics2d/joint/joint.h"

/* Two free bodies with every kind of joint: linear and angular momentum are kept. */
START_TEST(joints_keep_momentum)
{
    for (int kind = FS_JOINT2_DISTANCE; kind <= FS_JOINT2_WHEEL; kind++) {
        struct fixture2 t = joint_world(0);
        fs_body2 a = mass_at(&t, 0, 0, 2, 0.7), b = mass_at(&t, 1.5, 0.5, 5, 1.5);
        fs_joint2_def def = joint_def(&t, (fs_joint2_kind)kind, a, b, 0.4, 0.3, 1, 1);
        def.flags = kind == FS_JOINT2_DISTANCE ? 0 : FS_JOINT2_SPRING | FS_JOINT2_MOTOR;
        def.motor_speed = VEL(1);
        def.motor_limit = WIDE(3);
        def.hertz = FIX(2);
        joint_make(&t, &def);
        fs_body2_set_velocity(&t.w, b, fs_vel2_make(VEL(0.5), VEL(-1)), VEL(3));
        double start_l = 5 * (1.5 * -1 - 0.5 * 0.5) + 1.5 * 3;
        fixture2_step(&t, 600);
        double px = 2 * vel_x(&t, a) + 5 * vel_x(&t, b), py = 2 * vel_y(&t, a) + 5 * vel_y(&t, b);
        double la = 2 * (pos_x(&t, a) * vel_y(&t, a) - pos_y(&t, a) * vel_x(&t, a)) + 0.7 * spin(&t, a);
        double lb = 5 * (pos_x(&t, b) * vel_y(&t, b) - pos_y(&t, b) * vel_x(&t, b)) + 1.5 * spin(&t, b);
        near(px, 2.5, 2e-4, "momentum x");
        near(py, -5, 2e-4, "momentum y");
        near(la + lb, start_l, 5e-3, "angular momentum");
        fixture2_end(&t);
    }
}
END_TEST

/* The worst gap of a chain of links of 0.2 m and 1 kg with a heavy end, and that in the last second. */
static void hang_chain(int links, double end, int ticks, double *worst, double *last)
{
    const fs_world2_limits limits = { .bodies = 128, .shapes = 1, .joints = 128, .materials = 1 };
    fs_world2_def def = fs_default_world2_def(60);
    def.flags &= ~(uint32_t)FS_WORLD2_SLEEP;
    struct fixture2 t = fixture2_start_with(60, &limits, &def);
    fs_body2 before = mass_at(&t, 0, 0, 0, 0);
    for (int i = 0; i < links; i++) {
        double m = i == links - 1 ? end : 1;
        fs_body2 link = mass_at(&t, 0.2 * i + 0.1, 0, m, m * 0.04 / 12);
        joint_at(&t, FS_JOINT2_REVOLUTE, before, link, 0.2 * i, 0);
        before = link;
    }
    *worst = 0;
    *last = 0;
    for (int tick = 0; tick < ticks; tick++) {
        fixture2_step(&t, 1);
        for (int i = 0; i < links; i++) {
            double gap = rel(fs_joint2_translation(&t.w, (uint32_t)i));
            *worst = fmax(*worst, gap);
            if (tick >= ticks - 60)
                *last = fmax(*last, gap);
        }
    }
    ck_assert_uint_eq(*t.w.rules.limited, 0);
    fixture2_end(&t);
}

START_TEST(chains_hold)
{
    double worst, last;
    hang_chain(10, 1, 1200, &worst, &last);
    ck_assert_msg(worst < 0.02 && last < 0.004, "10 links: %.4f %.4f", worst, last);
    hang_chain(10, 10, 1200, &worst, &last);
    ck_assert_msg(worst < 0.02 && last < 0.008, "10:1 %.4f %.4f", worst, last);
    hang_chain(20, 100, 1200, &worst, &last);
    ck_assert_msg(worst < 0.3 && last < 0.05, "100:1 %.4f %.4f", worst, last);
}
END_TEST

/* A light body between the ground and one of a thousand times its mass yields by the stiffness of the joint (0.2 m);
 * in the reverse order the gap is below 1 mm. */
START_TEST(a_thousand_to_one)
{
    for (int i = 0; i < 2; i++) {
        struct fixture2 t = joint_world(G);
        fs_body2 ground = mass_at(&t, 0, 0, 0, 0);
        double ma = i ? 1000 : 1, mb = i ? 1 : 1000, worst = 0;
        fs_body2 a = mass_at(&t, 0, -0.5, ma, ma * 0.1), b = mass_at(&t, 0, -1.5, mb, mb * 0.1);
        fs_joint2 joint[2];
        joint[0] = joint_at(&t, FS_JOINT2_REVOLUTE, ground, a, 0, 0);
        joint[1] = joint_at(&t, FS_JOINT2_REVOLUTE, a, b, 0, -1);
        for (int tick = 0; tick < 600; tick++) {
            fixture2_step(&t, 1);
            for (int k = 0; k < 2; k++)
                worst = fmax(worst, rel(fs_joint2_translation(&t.w, joint_row(&t, joint[k]))));
        }
        ck_assert_msg(worst < (i ? 0.001 : 0.2), "gap %.4f", worst);
        near(vel_y(&t, b), 0, 0.01, "rest");
        fixture2_end(&t);
    }
}
END_TEST

/* Masses of a million to one, in both orders and at three sizes: a heavy end is not faster than free fall, a light
 * end on an arm that moves at 5 m/s stays below 25 m/s. */
START_TEST(a_million_to_one)
{
    static const double light[] = { 1, 1e-3, 1e3 };
    for (int i = 0; i < 6; i++) {
        double m = light[i / 2], heavy = m * 1e6;
        struct fixture2 t = joint_world(G);
        fs_body2 ground = mass_at(&t, 0, 0, 0, 0);
        double ma = i % 2 ? heavy : m, mb = i % 2 ? m : heavy;
        fs_body2 a = mass_at(&t, 0.5, 0, ma, ma * 0.1), b = mass_at(&t, 1.5, 0, mb, mb * 0.1);
        joint_at(&t, FS_JOINT2_REVOLUTE, ground, a, 0, 0);
        joint_at(&t, FS_JOINT2_REVOLUTE, a, b, 1, 0);
        for (int tick = 0; tick < 600; tick++) {
            fixture2_step(&t, 1);
            double fall = sqrt(2 * G * fmax(0, -pos_y(&t, b)));
            ck_assert_msg(hypot(vel_x(&t, b), vel_y(&t, b)) < (i % 2 ? 25 : 1.2 * fall + 4),
                          "case %d, tick %d: %.2f m/s at %.2f m", i, tick, hypot(vel_x(&t, b), vel_y(&t, b)),
                          pos_y(&t, b));
        }
        fixture2_end(&t);
    }
}
END_TEST

/* An offset of 2^20 m changes no bit of the velocities. */
START_TEST(far_from_the_origin)
{
    fs_vel2 end[2];
    for (int i = 0; i < 2; i++) {
        struct fixture2 t = joint_world(G);
        double x = i * 1048576.0;
        fs_body2 ground = mass_at(&t, x, 0, 0, 0), a = mass_at(&t, x + 0.5, 0, 1, 0.1),
                 b = mass_at(&t, x + 1.5, 0, 2, 0.1);
        joint_at(&t, FS_JOINT2_REVOLUTE, ground, a, x, 0);
        joint_at(&t, FS_JOINT2_WELD, a, b, x + 1, 0);
        fixture2_step(&t, 300);
        end[i] = t.w.body.vel[fixture2_row(&t, b)];
        fixture2_end(&t);
    }
    ck_assert_int_eq(end[0].x, end[1].x);
    ck_assert_int_eq(end[0].y, end[1].y);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("joint2_chains");
    TCase *tc = tcase_create("joint2_chains");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, joints_keep_momentum);
    tcase_add_test(tc, chains_hold);
    tcase_add_test(tc, a_thousand_to_one);
    tcase_add_test(tc, a_million_to_one);
    tcase_add_test(tc, far_from_the_origin);
    suite_add_tcase(suite, tc);
    return suite;
}
