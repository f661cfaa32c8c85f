/* check_rim_contacts3.c: the rim of a leaning cylinder that crosses the edge of a box touches it in one point. */
#include "physics3d/manifold3_fixture.h"

/* The rows of the cylinder's rotation are columns: its spoke at the lowest point of the rim, its axis, and across. */
struct pose {
    double spoke[3], axis[3], place[3];
};

static const double edge[3] = { 0.5, 0.5, 0 }, out[3] = { M_SQRT1_2, M_SQRT1_2, 0 };

/* The axis leans by `tilt` from the direction out of the edge toward one that is `yaw` from the edge; the rim's lowest point is
 * `depth` below the middle of the edge. */
static struct pose lean(double tilt, double yaw, double depth, double radius, double half)
{
    const double along[3] = { sin(yaw) * M_SQRT1_2, -sin(yaw) * M_SQRT1_2, cos(yaw) };
    struct pose p;
    for (int i = 0; i < 3; i++) {
        p.axis[i] = cos(tilt) * out[i] + sin(tilt) * along[i];
        p.spoke[i] = -sin(tilt) * out[i] + cos(tilt) * along[i];
        p.place[i] = edge[i] - depth * out[i] + p.axis[i] * half - p.spoke[i] * radius;
    }
    return p;
}

static fs_unit unit_of(double v)
{
    return (fs_unit)lround(v * FS_UNIT_ONE);
}

static fs_transform3 transform_of(const struct pose *p)
{
    const double *k = p->spoke, *a = p->axis;
    const double z[3] = { k[1] * a[2] - k[2] * a[1], k[2] * a[0] - k[0] * a[2], k[0] * a[1] - k[1] * a[0] };
    const fs_mat3 m = { fs_unit3_make(unit_of(k[0]), unit_of(a[0]), unit_of(z[0])),
                        fs_unit3_make(unit_of(k[1]), unit_of(a[1]), unit_of(z[1])),
                        fs_unit3_make(unit_of(k[2]), unit_of(a[2]), unit_of(z[2])) };
    return (fs_transform3){ P3(p->place[0], p->place[1], p->place[2]), fs_quat_from_mat3(m) };
}

static void check_crossing(double tilt, double yaw, double depth, bool swapped)
{
    const double radius = 0.5, half = 0.75;
    const struct pose p = lean(tilt * M_PI / 180, yaw * M_PI / 180, depth, radius, half);
    fs_transform3 f = transform_of(&p);
    fs_geometry3 box, cylinder;
    struct fs__manifold3 m;
    ck_assert_int_eq(fs_geometry3_box(P3(0.5, 0.5, 0.5), P3(0, 0, 0), fs_quat_identity(), &box), FS_OK);
    ck_assert_int_eq(fs_geometry3_cylinder(REL(radius), REL(half), P3(0, 0, 0), fs_quat_identity(), &cylinder), FS_OK);
    if (swapped)
        f = (fs_transform3){ fs_rel3_neg(fs_quat_inv_rel(f.q, f.p)), fs_quat_conj(f.q) };
    fs__manifold3_collide(swapped ? &cylinder : &box, swapped ? &box : &cylinder, &f, REL(0.02), 0, &m);
    ck_assert_uint_eq(m.count, 1);
    fs_rel3 at = m.point[0];
    if (swapped) /* to the frame of the box */
        at = fs_quat_inv_rel(f.q, fs_rel3_sub(at, f.p));
    double off = hypot(hypot(D(at.x) - (edge[0] - depth / 2 * out[0]), D(at.y) - (edge[1] - depth / 2 * out[1])),
                       D(at.z));
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
