/* check_manifold_exercises3.c: exercises 13.2 to 13.4 of I. Millington, "Game Physics Engine Development": contacts of a cube and
 * a cylinder, the normal of a rim on an edge, that of a cylinder's side and a sphere. */
#include "physics3d/manifold3_fixture.h"

static fs_geometry3 unit_cube(void)
{
    fs_geometry3 s;
    ck_assert_int_eq(fs_geometry3_box(P3(0.5, 0.5, 0.5), P3(0, 0, 0), fs_quat_identity(), &s), FS_OK);
    return s;
}

static fs_geometry3 cylinder(double radius, double half)
{
    fs_geometry3 s;
    ck_assert_int_eq(fs_geometry3_cylinder(REL(radius), REL(half), P3(0, 0, 0), fs_quat_identity(), &s), FS_OK);
    return s;
}

static struct fs__manifold3 collide(const fs_geometry3 *a, const fs_geometry3 *b, vec3d at, fs_quat q)
{
    struct fs__manifold3 m;
    fs__manifold3_collide(a, b, &(fs_transform3){ P3(at.x, at.y, at.z), q },
                          &(struct fs__manifold3_query){ .margin = REL(0.02) }, &m);
    return m;
}

static void check_near(vec3d got, vec3d want, double bound, const char *what)
{
    ck_assert_msg(length3d(sub3d(got, want)) <= bound, "%s: (%.9f, %.9f, %.9f), not (%.9f, %.9f, %.9f)", what, got.x,
                  got.y, got.z, want.x, want.y, want.z);
}

static fs_unit3 row_of(double x, double y, double z)
{
    return fs_unit3_make((fs_unit)lround(x * 0x1p30), (fs_unit)lround(y * 0x1p30), (fs_unit)lround(z * 0x1p30));
}

/* The rotation that takes the axes x and y of a frame to two orthonormal vectors. */
static fs_quat rotation_to(vec3d x, vec3d y)
{
    vec3d z = cross3d(x, y);
    return fs_quat_from_mat3((fs_mat3){ row_of(x.x, y.x, z.x), row_of(x.y, y.y, z.y), row_of(x.z, y.z, z.z) });
}

/* ---- 13.2: how many contacts ------------------------------------------------------------------------------------------- */

/* A cylinder on a cube: an end on a face needs the most, four, and its side two. */
START_TEST(exercise_13_2_contacts_of_cube_and_cylinder)
{
    const vec3d x = { 1, 0, 0 }, y = { 0, 1, 0 };
    const double t = 0.001;
    fs_geometry3 cube = unit_cube(), c = cylinder(0.25, 0.375);
    struct fs__manifold3 m = collide(&cube, &c, (vec3d){ 0, 0.875 - t, 0 }, fs_quat_identity());
    ck_assert_uint_eq(m.count, 4);
    m = collide(&cube, &c, (vec3d){ 0, 0.75 - t, 0 }, rotation_to(y, x));
    ck_assert_uint_eq(m.count, 2);
}
END_TEST

/* ---- 13.3: rim and edge -------------------------------------------------------------------------------------------------- */

/* The rim crosses the cube's edge along +z at its middle, in the direction t and with the end inclined by `tilt` against the
 * normal: the normal is that of the rim's tangent and the edge, t x z, whatever the tilt. An axis that is off by d
 * loses up to d^2 of separation, of which 1e-6 m are allowed. */
static void check_rim_on_edge(double crossing, double tilt, double depth)
{
    const double radius = 0.5, half = 0.75;
    const vec3d n = { sqrt(0.5), sqrt(0.5), 0 }, beside = { sqrt(0.5), -sqrt(0.5), 0 };
    vec3d t = add3d((vec3d){ 0, 0, cos(crossing) }, scale3d(beside, sin(crossing))), across = cross3d(t, n);
    vec3d axis = add3d(scale3d(n, cos(tilt)), scale3d(across, sin(tilt)));
    vec3d spoke = add3d(scale3d(n, -sin(tilt)), scale3d(across, cos(tilt)));
    vec3d point = sub3d((vec3d){ 0.5, 0.5, 0 }, scale3d(n, depth));
    vec3d centre = sub3d(add3d(point, scale3d(axis, half)), scale3d(spoke, radius));
    fs_geometry3 cube = unit_cube(), c = cylinder(radius, half);
    struct fs__manifold3 m = collide(&cube, &c, centre, rotation_to(spoke, axis));
    vec3d product = unit3d(cross3d(t, (vec3d){ 0, 0, 1 }));
    ck_assert_uint_eq(m.count, 1);
    check_near(scale3d(product, dot3d(product, n) < 0 ? -1 : 1), n, 1e-12, "tangent x edge");
    check_near(vec3d_of_unit(m.normal), n, 1e-3, "normal");
    check_near(vec3d_of(m.point[0]), sub3d((vec3d){ 0.5, 0.5, 0 }, scale3d(n, depth / 2)), 1e-4, "point");
    ck_assert_msg(fabs(D(m.separation[0]) + depth) < 1e-6, "separation %g", D(m.separation[0]));
}

START_TEST(exercise_13_3_rim_on_an_edge)
{
    for (int crossing = 30; crossing <= 150; crossing += 24)
        for (int tilt = 20; tilt <= 70; tilt += 10)
            for (int apart = 0; apart <= 1; apart++)
                check_rim_on_edge(crossing * M_PI / 180, tilt * M_PI / 180, apart ? -0x1p-7 : 0x1p-10);
}
END_TEST

/* ---- 13.4: side and sphere ------------------------------------------------------------------------------------------------- */

/* The normal leads from the nearest point of the axis to the centre of the sphere, and one point lies between the surfaces. */
START_TEST(exercise_13_4_side_and_sphere)
{
    test_rng r = { 134 };
    for (int i = 0; i < 2000; i++) {
        double radius = uniform(&r, 0.1, 2), half = uniform(&r, 0.2, 2), ball = uniform(&r, 0.1, 2);
        double turn = uniform(&r, 0, 2 * M_PI), height = uniform(&r, -0.9, 0.9) * half,
               separation = uniform(&r, -0.04, 0.015);
        vec3d n = { cos(turn), 0, sin(turn) };
        vec3d centre = add3d((vec3d){ 0, height, 0 }, scale3d(n, radius + ball + separation));
        fs_geometry3 c = cylinder(radius, half), s;
        ck_assert_int_eq(fs_geometry3_sphere(P3(0, 0, 0), REL(ball), &s), FS_OK);
        struct fs__manifold3 m = collide(&c, &s, centre, fs_quat_identity());
        ck_assert_uint_eq(m.count, 1);
        check_near(vec3d_of_unit(m.normal), n, 1e-6, "normal");
        check_near(vec3d_of(m.point[0]), add3d((vec3d){ 0, height, 0 }, scale3d(n, radius + separation / 2)), 1e-6,
                   "point");
        ck_assert_msg(fabs(D(m.separation[0]) - separation) < 1e-7, "separation %g", D(m.separation[0]));
    }
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("manifold_exercises3");
    TCase *tc = tcase_create("manifold_exercises3");
    tcase_add_test(tc, exercise_13_2_contacts_of_cube_and_cylinder);
    tcase_add_test(tc, exercise_13_3_rim_on_an_edge);
    tcase_add_test(tc, exercise_13_4_side_and_sphere);
    suite_add_tcase(suite, tc);
    return suite;
}
