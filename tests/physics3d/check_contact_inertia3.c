/* check_contact_inertia3.c: contacts turn bodies by their own moments of inertia, slender and small ones too. */
#include "physics3d/joint3_scene.h"
#include "support/figures.h"

enum { HZ = 60 };

/* A rod of 1 kg and length l, `slender` times as long as thick, around (0, 0, 0) along x. */
static fs_body3 add_rod(fs_world3 *w, double l, double slender, double restitution)
{
    double d = l / slender;
    fs_shape3_def shape = scene3_surface(w, 0, restitution);
    shape.density = (fs_wide)llround(0x1p32 / (l * d * d));
    return scene3_box(w, FS_BODY3_DYNAMIC, &shape, (scene3_vector){ 0, 0, 0 }, (scene3_vector){ l / 2, d / 2, d / 2 });
}

/* An immovable ball below the rod at x, `gap` away from it. */
static void add_ball(fs_world3 *w, double x, double l, double slender, double gap, double restitution)
{
    double radius = 0.2 * l;
    fs_shape3_def shape = scene3_surface(w, 0, restitution);
    fs_body3 ball = scene3_body(w, FS_BODY3_STATIC, x, -l / slender / 2 - radius - gap, 0);
    ck_assert_int_eq(fs_shape3_create_sphere(w, ball, &shape, fs_pos3_zero(), POS3D(radius), NULL), FS_OK);
}

static const struct {
    double l, slender;
} rods[] = { { 1, 1 },    { 1, 4 },     { 1, 10 },   { 1, 30 },   { 4, 10 },   { 4, 40 },
             { 0.2, 1 },  { 0.2, 5 },   { 0.2, 12 }, { 0.06, 1 }, { 0.06, 4 }, { 1, 100 },
             { 0.2, 50 }, { 0.06, 20 }, { 0.02, 1 }, { 0.02, 5 }, { 0.005, 1 } };
/* The first rods, whose responses are in the format of bodies with joints too. */
enum { JOINTED_RODS = 11 };

/* A rod that meets a ball at the distance a from its middle with e = 0: the impulse is m v / (1 + a^2/k^2), with
 * k^2 = (l^2 + d^2) / 12. Afterwards it turns about the ball. */
START_TEST(rods_are_hit_off_their_middle)
{
    double l = rods[_i].l, d = l / rods[_i].slender, a = 0.4 * l, v = l, k2 = (l * l + d * d) / 12;
    fs_world3 *w = scene3_world(0);
    fs_body3 rod = add_rod(w, l, rods[_i].slender, 0);
    add_ball(w, a, l, rods[_i].slender, 0.3 * v / HZ, 0);
    scene3_throw(w, rod, 0, -v, 0);
    scene3_run(w, 2);
    double impulse = v / (1 + a * a / k2);
    double fall = scene3_velocity(w, rod).y, spin = scene3_angular_velocity(w, rod).z;
    print_figure("rod of %g m, %g times as long as thick: %.5f of the impulse, %.5f of the spin", l, rods[_i].slender,
                 (fall + v) / impulse, spin / (impulse * a / k2));
    ck_assert_double_eq_tol((fall + v) / impulse, 1, 0.015);
    ck_assert_double_eq_tol(spin / (impulse * a / k2), 1, 0.015);
    fs_world3_destroy(w);
}
END_TEST

/* A rod that hangs on a joint at one end and lies on a ball at 0.9 of its length: the joint bears 1 - 0.5/0.9 of its weight. */
START_TEST(a_joint_and_a_ball_share_the_weight_of_a_rod)
{
    double l = rods[_i].l, weight = 10;
    fs_world3 *w = scene3_world(-10);
    fs_body3 rod = add_rod(w, l, rods[_i].slender, 0), wall = scene3_body(w, FS_BODY3_STATIC, -l / 2, 0, 0);
    add_ball(w, 0.4 * l, l, rods[_i].slender, 0, 0);
    fs_joint3_def joint = joint3_between(w, FS_JOINT3_BALL, wall, rod, (scene3_vector){ -l / 2, 0, 0 },
                                         joint3_axis(0, 0, 1));
    uint32_t row = joint3_add(w, &joint);
    scene3_run(w, 10 * HZ);
    double share = (double)w->joint.force[row].y * 0x1p-32 / weight;
    print_figure("rod of %g m, %g times as long as thick: the joint bears %.4f of the weight, 0.4444 is right", l,
                 rods[_i].slender, share);
    ck_assert_double_eq_tol(share, 1 - 0.5 / 0.9, 0.005);
    fs_world3_destroy(w);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("contact_inertia3");
    TCase *tc = tcase_create("rods");
    tcase_add_loop_test(tc, rods_are_hit_off_their_middle, 0, sizeof rods / sizeof rods[0]);
    tcase_add_loop_test(tc, a_joint_and_a_ball_share_the_weight_of_a_rod, 0, JOINTED_RODS);
    suite_add_tcase(suite, tc);
    return suite;
}
