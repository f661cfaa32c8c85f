/* check_rim_contacts3.c: the rim of a leaning cylinder that crosses the edge of a box touches it in one point. */
#include "physics3d/manifold3_fixture.h"

static const vec3d edge = { 0.5, 0.5, 0 }, out = { M_SQRT1_2, M_SQRT1_2, 0 };
static const double radius = 0.5, half = 0.75;

static fs_unit3 unit_of(double x, double y, double z)
{
    return fs_unit3_make((fs_unit)lround(x * FS_UNIT_ONE), (fs_unit)lround(y * FS_UNIT_ONE),
                         (fs_unit)lround(z * FS_UNIT_ONE));
}

/* The axis of the cylinder leans by `tilt` from the direction out of the edge toward one that is `yaw` from the edge; the lowest point of
 * its rim is `depth` below the middle of the edge. */
static fs_transform3 lean(double tilt, double yaw, double depth)
{
    const vec3d along = { sin(yaw) * M_SQRT1_2, -sin(yaw) * M_SQRT1_2, cos(yaw) };
    const vec3d y = add3d(scale3d(out, cos(tilt)), scale3d(along, sin(tilt))),
                x = sub3d(scale3d(along, cos(tilt)), scale3d(out, sin(tilt))), z = cross3d(x, y),
                lowest = sub3d(edge, scale3d(out, depth)),
                at = add3d(lowest, sub3d(scale3d(y, half), scale3d(x, radius)));
    const fs_mat3 m = { unit_of(x.x, y.x, z.x), unit_of(x.y, y.y, z.y), unit_of(x.z, y.z, z.z) };
    return (fs_transform3){ P3(at.x, at.y, at.z), fs_quat_from_mat3(m) };
}

static void check_crossing(double tilt, double yaw, double depth, bool swapped)
{
    fs_transform3 f = lean(tilt * M_PI / 180, yaw * M_PI / 180, depth);
    fs_geometry3 box, cylinder;
    struct fs__manifold3 m;
    ck_assert_int_eq(fs_geometry3_box(P3(0.5, 0.5, 0.5), P3(0, 0, 0), fs_quat_identity(), &box), FS_OK);
    ck_assert_int_eq(fs_geometry3_cylinder(REL(radius), REL(half), P3(0, 0, 0), fs_quat_identity(), &cylinder), FS_OK);
    if (swapped)
        f = (fs_transform3){ fs_rel3_neg(fs_quat_inv_rel(f.q, f.p)), fs_quat_conj(f.q) };
    fs__manifold3_collide(swapped ? &cylinder : &box, swapped ? &box : &cylinder, &f,
                          &(struct fs__manifold3_query){ .margin = REL(0.02) }, &m);
    ck_assert_uint_eq(m.count, 1);
    fs_rel3 at = m.point[0];
    if (swapped) /* to the frame of the box */
        at = fs_quat_inv_rel(f.q, fs_rel3_sub(at, f.p));
    double off = length3d(sub3d(vec3d_of(at), sub3d(edge, scale3d(out, depth / 2))));
    ck_assert_msg(off < 0.003, "tilt %g, yaw %g, depth %g, %s: the point is %.4f m off", tilt, yaw, depth,
                  swapped ? "swapped" : "as it is", off);
    ck_assert_msg(fabs(D(m.separation[0]) + depth) < 2e-4, "tilt %g, yaw %g: separation %.5f, not %.5f", tilt, yaw,
                  D(m.separation[0]), -depth);
}

START_TEST(rim_crosses_edge)
{
    const double tilts[] = { 30, 45, 60 }, depths[] = { -0.005, 0.0005, 0.004 };
    for (int yaw = -40; yaw <= 40; yaw++)
        for (int i = 0; i < 9; i++)
            for (int swapped = 0; swapped < 2; swapped++)
                check_crossing(tilts[i % 3], yaw * 0.02, depths[i / 3], swapped != 0);
    for (int yaw = -30; yaw <= 30; yaw += 5)
        for (int i = 0; i < 9; i++)
            check_crossing(tilts[i % 3], yaw, depths[i / 3], false);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("rim_contacts3");
    TCase *tc = tcase_create("rim_contacts3");
    tcase_add_test(tc, rim_crosses_edge);
    suite_add_tcase(suite, tc);
    return suite;
}
