/* check_plane3.c: half-spaces and planes: contacts, rays, casts, times of impact. */
#include "physics3d/ground/ground3_fixture.h"

static struct fs__manifold3 on_plane(const struct fs__plane3 *plane, const fs_geometry3 *g, double y, fs_quat q)
{
    struct fs__manifold3 m;
    struct fs__ground3_probe p = probe_at(g, PP(100, y, -7), q);
    fs__plane3_collide(plane, &p, &m);
    return m;
}

/* Row 13.13; slip E32 (contact when farther than the radius) fails here. */
START_TEST(sphere_and_half_space)
{
    fs_geometry3 s = sphere(0.5);
    struct fs__manifold3 m = on_plane(&floor_plane, &s, 0.5, fs_quat_identity());
    ck_assert_uint_eq(m.count, 1);
    ck_assert(is_up(m.normal) && m.separation[0] == 0);
    m = on_plane(&floor_plane, &s, 0.5 - 0x1p-6, fs_quat_identity());
    ck_assert(m.separation[0] == -REL(0x1p-6) && m.point[0].y == REL(-0.5 + 0x1p-7));
    ck_assert_uint_eq(on_plane(&floor_plane, &s, 0.53, fs_quat_identity()).count, 0);
    m = on_plane(&floor_plane, &s, -3, fs_quat_identity()); /* completely below */
    ck_assert(m.count == 1 && is_up(m.normal) && m.separation[0] == REL(-3.5));
}
END_TEST

/* Row 13.14: both sides mirror each other exactly. */
START_TEST(sphere_and_true_plane)
{
    fs_geometry3 s = sphere(0.5);
    struct fs__manifold3 m = on_plane(&thin_plane, &s, 0.375, fs_quat_identity());
    struct fs__manifold3 k = on_plane(&thin_plane, &s, -0.375, fs_quat_identity());
    ck_assert(m.count == 1 && k.count == 1 && is_up(m.normal) && is_up(fs_unit3_neg(k.normal)));
    ck_assert(m.separation[0] == REL(-0.125) && k.separation[0] == REL(-0.125) && m.point[0].y == -k.point[0].y);
    ck_assert(is_up(on_plane(&thin_plane, &s, 0, fs_quat_identity()).normal));
    ck_assert_uint_eq(on_plane(&thin_plane, &s, -3, fs_quat_identity()).count, 0);
}
END_TEST

/* Row 13.15 and slip E11: four corners of a face, two of an edge, one corner, each halfway to the plane; a box below the
 * surface is pushed out by its lowest face. */
START_TEST(box_and_half_space)
{
    fs_geometry3 b = box(0.5, 0.5, 0.5);
    struct fs__manifold3 m = on_plane(&floor_plane, &b, 0.5 - 0x1p-8, fs_quat_identity());
    ck_assert_uint_eq(m.count, 4);
    for (unsigned i = 0; i < 4; i++)
        ck_assert(m.separation[i] == REL(-0x1p-8) && m.point[i].y == REL(-0.5 + 0x1p-9) &&
                  fs_uabs32(m.point[i].x) == (uint32_t)REL(0.5) && fs_uabs32(m.point[i].z) == (uint32_t)REL(0.5));
    m = on_plane(&floor_plane, &b, sqrt(0.5) - 0.001, turn_about(0, 45));
    ck_assert_uint_eq(m.count, 2);
    ck_assert(fabs(D(m.separation[0]) + 0.001) < 4 * step && fabs(D(m.separation[1]) + 0.001) < 4 * step);
    m = on_plane(&floor_plane, &b, sqrt(0.75) - 0.001, fs_quat_mul(turn_about(2, 35.2643896828), turn_about(0, 45)));
    ck_assert_uint_eq(m.count, 1);
    ck_assert(fabs(D(m.separation[0]) + 0.001) < 1e-7);
    m = on_plane(&floor_plane, &b, -20, fs_quat_identity());
    ck_assert(m.count == 4 && is_up(m.normal) && m.separation[0] == REL(-20.5));
    ck_assert_uint_eq(on_plane(&floor_plane, &b, 0.6, fs_quat_identity()).count, 0);
}
END_TEST

START_TEST(paths_to_planes)
{
    fs_geometry3 s = sphere(0.5);
    struct fs__ground3_probe p = probe_at(&s, PP(0, 4.5, 0), fs_quat_identity());
    struct fs__ground3_hit h = fs__plane3_cast(&floor_plane, &p, P3(3, -8, 0));
    ck_assert(h.hit && h.fraction == FS_UNIT_ONE / 2 && is_up(h.normal));
    ck_assert(!fs__plane3_cast(&floor_plane, &p, P3(3, -3.5, 0)).hit);
    h = fs__plane3_raycast(&floor_plane, PP(5, 1000, 0), PP(0, -4000, 1));
    ck_assert(h.hit && h.fraction == FS_UNIT_ONE / 4 && is_up(h.normal));
    h = fs__plane3_raycast(&floor_plane, PP(5, -1, 0), PP(0, 2, 0));
    ck_assert(h.hit && h.fraction == 0 && fs_unit3_is_zero(h.normal));
    h = fs__plane3_raycast(&thin_plane, PP(5, -1, 0), PP(0, 2, 0));
    ck_assert(h.hit && h.fraction == FS_UNIT_ONE / 2 && is_up(fs_unit3_neg(h.normal)));
    ck_assert(!fs__plane3_raycast(&floor_plane, PP(5, 1, 0), PP(9, 0, 0)).hit);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("plane3");
    TCase *t = tcase_create("plane3");
    tcase_add_test(t, sphere_and_half_space);
    tcase_add_test(t, sphere_and_true_plane);
    tcase_add_test(t, box_and_half_space);
    tcase_add_test(t, paths_to_planes);
    suite_add_tcase(suite, t);
    return suite;
}
