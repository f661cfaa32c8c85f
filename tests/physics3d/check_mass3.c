/* check_mass3.c: mass, centre and inertia of bodies in space, principal axes.
 *
 * References are closed forms in double precision, and sums over many small masses that know no formula.
 */
#include "physics3d/geometry3_fixture.h"
#include "num/random_vectors.h"

static double element(fs_inertia3 t, int i, int j)
{
    const fs_scaled v[3][3] = { { t.xx, t.xy, t.xz }, { t.xy, t.yy, t.yz }, { t.xz, t.yz, t.zz } };
    return value(v[i][j]);
}

static void near_relative(double got, double want, double scale, double bound)
{
    if (fabs(got - want) > bound * fabs(scale))
        ck_abort_msg("%.12g is not %.12g within %g of %g", got, want, bound, scale);
}

static void check_body(fs_mass_data3 m, double mass, double x, double y, double z, double centre_y)
{
    const double bound = 0x1p-28, largest = fmax(x, fmax(y, z));
    near_relative(value(m.mass), mass, mass, bound);
    near_relative(value(m.inertia.xx), x, x, bound);
    near_relative(value(m.inertia.yy), y, y, bound);
    near_relative(value(m.inertia.zz), z, z, bound);
    near_relative(value(m.inertia.xy), 0, largest, bound);
    near_relative(value(m.inertia.xz), 0, largest, bound);
    near_relative(value(m.inertia.yz), 0, largest, bound);
    near_relative(D(m.centre.x), 0, 1, 2e-8);
    near_relative(D(m.centre.y), centre_y, 1, 2e-8);
    near_relative(D(m.centre.z), 0, 1, 2e-8);
}

/* --- closed forms -------------------------------------------------------------------------------- */

/* Appendix A, from 5 g and 1 cm to 1,000 t and 30 m across. The printed cone, 3/5 m h^2 about z (erratum E26), fails. */
START_TEST(bodies_of_appendix_a)
{
    test_rng r = { 1 };
    for (int round = 0; round < 500; round++) {
        double m = pow(10, uniform(&r, -3, 6)), s = pow(10, uniform(&r, -2, 1));
        fs_scaled mass = scaled_from(m);
        fs_rel3 half = random_half(&r, s, 0.1, 1);
        double x = D(half.x), y = D(half.y), z = D(half.z), rr = x * x, h = 2 * y;
        check_body(fs_mass_data3_box(mass, half), m, m / 3 * (y * y + z * z), m / 3 * (x * x + z * z),
                   m / 3 * (x * x + y * y), 0);
        check_body(fs_mass_data3_box(mass, half), m, m / 12 * (4 * y * y + 4 * z * z), m / 12 * (4 * x * x + 4 * z * z),
                   m / 12 * (4 * x * x + 4 * y * y), 0);
        check_body(fs_mass_data3_sphere(mass, half.x), m, m * rr * 0.4, m * rr * 0.4, m * rr * 0.4, 0);
        check_body(fs_mass_data3_shell(mass, half.x), m, m * rr * 2 / 3, m * rr * 2 / 3, m * rr * 2 / 3, 0);
        check_body(fs_mass_data3_ellipsoid(mass, half), m, m / 5 * (y * y + z * z), m / 5 * (x * x + z * z),
                   m / 5 * (x * x + y * y), 0);
        double across = m * h * h / 12 + m * rr / 4;
        check_body(fs_mass_data3_cylinder(mass, half.x, half.y), m, across, m * rr / 2, across, 0);
        double both = rr + z * z, tube = m * h * h / 12 + m * both / 4;
        check_body(fs_mass_data3_tube(mass, half.x, half.z, half.y), m, tube, m * both / 2, tube, 0);
        double cone = m * (3.0 / 80 * h * h + 3.0 / 20 * rr);
        check_body(fs_mass_data3_cone(mass, half.x, half.y), m, cone, 0.3 * m * rr, cone, -h / 4);
        check_body(fs_mass_data3_hemisphere(mass, half.x), m, 83.0 / 320 * m * rr, 0.4 * m * rr, 83.0 / 320 * m * rr,
                   0.375 * x);
    }
}
END_TEST

/* A disc is a cylinder without height, a full tube a cylinder, two hemispheres a sphere. */
START_TEST(limits_of_the_forms)
{
    fs_scaled one = fs_scaled_make(1, 0);
    check_body(fs_mass_data3_cylinder(one, REL(2), 0), 1, 1, 2, 1, 0);
    check_body(fs_mass_data3_tube(one, REL(2), 0, REL(1)), 1, 1.0 / 3 + 1, 2, 1.0 / 3 + 1, 0);
    fs_mass_data3 upper = fs_mass_data3_hemisphere(one, REL(1)), lower;
    fs_transform3 down = { { 0, 0, 0 }, { FS_UNIT_ONE, 0, 0, 0 } };
    lower = fs_mass_data3_place(upper, down);
    near_relative(D(lower.centre.y), -0.375, 1, 2e-8);
    check_body(fs_mass_data3_combine(upper, lower), 2, 0.8, 0.8, 0.8, 0);
    check_body(fs_mass_data3_capsule(one, REL(1), 0), 1, 0.4, 0.4, 0.4, 0);
    check_body(fs_mass_data3_sphere(fs_scaled_make(0, 0), REL(1)), 0, 0, 0, 0, 0);
    check_body(fs_mass_data3_cone(fs_scaled_make(-5, 0), REL(1), REL(1)), 0, 0, 0, 0, 0);
}
END_TEST

/* Exercise 10.2: eight unit masses at (+-1, +-1, +-1) have 16 on the diagonal. The printed sum m a^2 (erratum E25) gives
 * 8. Four masses in an L by hand. */
START_TEST(discrete_masses)
{
    fs_scaled one[8];
    fs_rel3 place[8];
    for (int i = 0; i < 8; i++) {
        one[i] = fs_scaled_make(1, 0);
        place[i] = P3(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
    }
    check_body(fs_mass_data3_points(one, place, 8), 8, 16, 16, 16, 0);
    const fs_rel3 bent[4] = { P3(0, 0, 0), P3(4, 0, 0), P3(8, 0, 0), P3(0, 4, 0) };
    fs_mass_data3 m = fs_mass_data3_points(one, bent, 4);
    ck_assert(fs_rel3_eq(m.centre, P3(3, 1, 0)));
    near_relative(value(m.inertia.xx), 12, 1, 1e-8);
    near_relative(value(m.inertia.yy), 44, 1, 1e-8);
    near_relative(value(m.inertia.zz), 56, 1, 1e-8);
    near_relative(value(m.inertia.xy), 12, 1, 1e-8); /* -sum m x y = -(-3*-1 + 1*-1 + 5*-1 + -3*3) */
    fs_scaled odd[3] = { fs_scaled_make(1, 0), fs_scaled_make(3, 0), fs_scaled_make(-7, 0) };
    m = fs_mass_data3_points(odd, bent, 3);
    ck_assert(fs_rel3_eq(m.centre, P3(3, 0, 0)));
    near_relative(value(m.mass), 4, 1, 0);
    near_relative(value(m.inertia.xx), 0, 1, 0);
    near_relative(value(fs_mass_data3_box(scaled_from(0.005), P3(0.005, 0.005, 0.005)).inertia.xx), 1e-6 / 12, 1e-6,
                  1e-6);
    near_relative(value(fs_mass_data3_box(scaled_from(1000), P3(2, 2, 2)).inertia.xx), 8000.0 / 3, 8000, 1e-8);
    m = fs_mass_data3_points(odd, bent, 0);
    ck_assert_int_eq(m.mass.m, 0);
}
END_TEST

/* --- shapes ------------------------------------------------------------------------------------- */

/* Sums over a grid of small masses inside: knows only what is inside. */
static void sum_of_grid(const fs_geometry3 *s, double *volume, vec3d *centre, double tensor[3][3])
{
    const int n = 60;
    fs_aabb3 box = fs_geometry3_aabb(s, (fs_pose3){ { 0, 0, 0 }, fs_quat_identity() });
    double low[3] = { ldexp((double)box.low.x, -32), ldexp((double)box.low.y, -32), ldexp((double)box.low.z, -32) };
    double step[3] = { ldexp((double)(box.high.x - box.low.x), -32) / n,
                       ldexp((double)(box.high.y - box.low.y), -32) / n,
                       ldexp((double)(box.high.z - box.low.z), -32) / n };
    double first[3] = { 0 }, second[3][3] = { { 0 } }, count = 0;
    for (int i = 0; i < n * n * n; i++) {
        double p[3] = { low[0] + (i % n + 0.5) * step[0], low[1] + (i / n % n + 0.5) * step[1],
                        low[2] + (i / n / n + 0.5) * step[2] };
        if (outside_by(s, (vec3d){ p[0], p[1], p[2] }) > 0)
            continue;
        count++;
        for (int a = 0; a < 3; a++) {
            first[a] += p[a];
            for (int b = 0; b < 3; b++)
                second[a][b] += p[a] * p[b];
        }
    }
    *volume = count * step[0] * step[1] * step[2];
    *centre = (vec3d){ first[0] / count, first[1] / count, first[2] / count };
    double c[3] = { centre->x, centre->y, centre->z }, j[3][3];
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++)
            j[a][b] = *volume * (second[a][b] / count - c[a] * c[b]);
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++)
            tensor[a][b] = a == b ? j[0][0] + j[1][1] + j[2][2] - j[a][a] : -j[a][b];
}

START_TEST(shapes_weigh_what_a_grid_weighs)
{
    test_rng r = { 2 };
    for (int kind = FS_GEOMETRY3_SPHERE; kind < FS_GEOMETRY3_KINDS; kind++)
        for (int round = 0; round < 6; round++) {
            fs_hull3 hull;
            fs_geometry3 s = random_shape(&r, kind, &hull);
            fs_mass_data3 m = fs_geometry3_mass(&s, fs_scaled_make(1000, 0));
            double volume, tensor[3][3];
            vec3d centre;
            sum_of_grid(&s, &volume, &centre, tensor);
            double largest = fmax(tensor[0][0], fmax(tensor[1][1], tensor[2][2]));
            near_relative(value(m.mass), 1000 * volume, 1000 * volume, 0.02);
            near_relative(length3d(sub3d(vec3d_of(m.centre), centre)), 0, 1, 0.01);
            for (int a = 0; a < 3; a++)
                for (int b = 0; b < 3; b++)
                    near_relative(element(m.inertia, a, b), 1000 * tensor[a][b], 1000 * largest, 0.03);
        }
}
END_TEST

/* A box as a hull, in any place and at any angle, against the closed form. */
START_TEST(hulls_by_tetrahedra_equal_boxes)
{
    test_rng r = { 3 };
    for (int round = 0; round < 300; round++) {
        double size = pow(10, uniform(&r, -1.5, 0.7));
        fs_rel3 half = random_half(&r, size, 0.3, 1);
        fs_rel3 at = random_point(&r, 6), p[8];
        for (int i = 0; i < 8; i++)
            p[i] = fs_rel3_make(at.x + (i & 1 ? half.x : -half.x), at.y + (i & 2 ? half.y : -half.y),
                                at.z + (i & 4 ? half.z : -half.z));
        fs_hull3 hull;
        fs_geometry3 box, s;
        ck_assert_int_eq(fs_hull3_make(p, 8, &hull), FS_OK);
        ck_assert_int_eq(fs_geometry3_hull(&hull, P3(0, 0, 0), fs_quat_identity(), &s), FS_OK);
        ck_assert_int_eq(fs_geometry3_box(half, at, fs_quat_identity(), &box), FS_OK);
        fs_mass_data3 a = fs_geometry3_mass(&s, fs_scaled_make(7, 0)),
                      b = fs_geometry3_mass(&box, fs_scaled_make(7, 0));
        near_relative(value(a.mass), value(b.mass), value(b.mass), 1e-8);
        ck_assert(fs_rel3_eq(a.centre, b.centre));
        for (int i = 0; i < 9; i++)
            near_relative(element(a.inertia, i / 3, i % 3), element(b.inertia, i / 3, i % 3), value(b.inertia.xx),
                          1e-8);
    }
}
END_TEST

START_TEST(no_density_no_mass)
{
    fs_geometry3 s;
    fs_geometry3_sphere(P3(1, 0, 0), REL(1), &s);
    check_body(fs_geometry3_mass(&s, fs_scaled_make(0, 0)), 0, 0, 0, 0, 0);
    check_body(fs_geometry3_mass(&s, fs_scaled_make(-3, 0)), 0, 0, 0, 0, 0);
    fs_scaled huge = { INT32_MAX, FS_SCALED_E_MAX }, tiny = { 1 << 30, -FS_SCALED_E_MAX };
    fs_mass_data3 heavy = fs_geometry3_mass(&s, huge), light = fs_geometry3_mass(&s, tiny);
    ck_assert(heavy.mass.m > 0 && light.mass.m >= 0);
    fs_inertia3_principal(heavy.inertia);
    fs_inertia3_principal(light.inertia);
}
END_TEST

/* --- compounds ----------------------------------------------------------------------------------- */

/* A box cut into eight boxes, put together again; a dumbbell by the parallel axis rule. */
START_TEST(parts_make_the_whole)
{
    fs_scaled eighth = fs_scaled_make(1, 0);
    fs_mass_data3 whole = fs_mass_data3_box(eighth, P3(1, 2, 3)), sum;
    memset(&sum, 0, sizeof sum);
    for (int i = 0; i < 8; i++) {
        fs_transform3 at = { P3(i & 1 ? 1 : -1, i & 2 ? 2 : -2, i & 4 ? 3 : -3), fs_quat_identity() };
        sum = fs_mass_data3_combine(sum, fs_mass_data3_place(whole, at));
    }
    check_body(sum, 8, 8.0 / 3 * (16 + 36), 8.0 / 3 * (4 + 36), 8.0 / 3 * (4 + 16), 0);
    fs_inertia3 about = fs_mass_data3_inertia_about(fs_mass_data3_sphere(eighth, REL(1)), P3(3, 4, 0));
    near_relative(value(about.xx), 0.4 + 16, 1, 1e-7);
    near_relative(value(about.yy), 0.4 + 9, 1, 1e-7);
    near_relative(value(about.zz), 0.4 + 25, 1, 1e-7);
    near_relative(value(about.xy), -12, 1, 1e-7);
}
END_TEST

/* Turned parts: the moments about the body's axes are those of the turned tensor, its trace is kept. */
START_TEST(placing_rotates_the_tensor)
{
    test_rng r = { 4 };
    fs_transform3 quarter = { { 0, 0, 0 }, fs_quat_from_axis_turn(fs_unit3_make(0, 0, FS_UNIT_ONE), FS_TURN_QUARTER) };
    fs_mass_data3 box = fs_mass_data3_box(fs_scaled_make(3, 0), P3(1, 2, 3)),
                  turned = fs_mass_data3_place(box, quarter);
    near_relative(value(turned.inertia.xx), value(box.inertia.yy), 10, 1e-8);
    near_relative(value(turned.inertia.yy), value(box.inertia.xx), 10, 1e-8);
    for (int round = 0; round < 1000; round++) {
        fs_transform3 at = random_transform(&r, 3);
        fs_mass_data3 m = fs_mass_data3_place(box, at);
        vec3d d = random_direction(&r), own = rotate3d(inverse_of(at.q), d);
        double i[3] = { value(box.inertia.xx), value(box.inertia.yy), value(box.inertia.zz) };
        double want = i[0] * own.x * own.x + i[1] * own.y * own.y + i[2] * own.z * own.z, got = 0;
        double v[3] = { d.x, d.y, d.z };
        for (int k = 0; k < 9; k++)
            got += element(m.inertia, k / 3, k % 3) * v[k / 3] * v[k % 3];
        near_relative(got, want, i[2] + i[0], 0x1p-28);
    }
}
END_TEST

/* --- principal axes ------------------------------------------------------------------------------- */

static void check_principal(fs_inertia3 t, fs_principal3 p)
{
    double largest = fmax(value(p.moment[0]), fmax(value(p.moment[1]), value(p.moment[2])));
    for (int i = 0; i < 3; i++)
        HOLDS(p.moment[i].m >= 0);
    for (int i = 0; i < 9; i++) {
        double sum = 0;
        for (int k = 0; k < 3; k++) {
            vec3d axis = rotate3d(p.axes, (vec3d){ k == 0, k == 1, k == 2 });
            double v[3] = { axis.x, axis.y, axis.z };
            sum += value(p.moment[k]) * v[i / 3] * v[i % 3];
        }
        near_relative(sum, element(t, i / 3, i % 3), largest, 0x1p-27);
    }
}

START_TEST(principal_axes_rebuild_the_tensor)
{
    test_rng r = { 5 };
    for (int round = 0; round < 5000; round++) {
        fs_scaled mass[6];
        fs_rel3 place[6];
        unsigned n = 1 + (unsigned)(test_bits(&r) % 6);
        double size = pow(10, uniform(&r, -2, 1.2)), kg = pow(10, uniform(&r, -6, 9));
        for (unsigned i = 0; i < n; i++) {
            mass[i] = scaled_from(kg * uniform(&r, 0.01, 1));
            place[i] = random_point(&r, size);
        }
        fs_mass_data3 m = fs_mass_data3_points(mass, place, n);
        check_principal(m.inertia, fs_inertia3_principal(m.inertia));
    }
}
END_TEST

START_TEST(known_principal_axes)
{
    test_rng r = { 6 };
    fs_mass_data3 box = fs_mass_data3_box(fs_scaled_make(3, 0), P3(1, 2, 3));
    fs_principal3 own = fs_inertia3_principal(box.inertia);
    ck_assert_int_eq(own.axes.w, FS_UNIT_ONE);
    ck_assert_int_eq(fs_scaled_cmp(own.moment[0], box.inertia.xx), 0);
    ck_assert_int_eq(fs_scaled_cmp(own.moment[1], box.inertia.yy), 0);
    ck_assert_int_eq(fs_scaled_cmp(own.moment[2], box.inertia.zz), 0);
    for (int round = 0; round < 1000; round++) {
        fs_transform3 at = { { 0, 0, 0 }, random_rotation(&r) };
        fs_mass_data3 m = fs_mass_data3_place(box, at);
        fs_principal3 p = fs_inertia3_principal(m.inertia);
        double want[3] = { value(box.inertia.xx), value(box.inertia.yy), value(box.inertia.zz) }, product = 1, sum = 0;
        for (int k = 0; k < 3; k++) {
            double v = value(p.moment[k]);
            HOLDS(fmin(fabs(v - want[0]), fmin(fabs(v - want[1]), fabs(v - want[2]))) < 0x1p-27 * want[0]);
            product *= v;
            sum += v;
        }
        near_relative(product, want[0] * want[1] * want[2], product, 1e-7);
        near_relative(sum, want[0] + want[1] + want[2], sum, 1e-7);
    }
    fs_inertia3 zero;
    memset(&zero, 0, sizeof zero);
    own = fs_inertia3_principal(zero);
    ck_assert(own.moment[0].m == 0 && own.moment[1].m == 0 && own.moment[2].m == 0 && own.axes.w == FS_UNIT_ONE);
}
END_TEST

/* Any six numbers, positive definite or not. */
START_TEST(hostile_tensors)
{
    test_rng r = { 7 };
    for (int round = 0; round < 100000; round++) {
        fs_scaled v[6];
        for (int i = 0; i < 6; i++) {
            int64_t m = test_i64(&r);
            v[i] = fs_scaled_make(m, (int32_t)(test_i32(&r) % (round % 2 ? 40 : 2 * FS_SCALED_E_MAX)));
        }
        fs_inertia3 t = { v[0], v[1], v[2], v[3], v[4], v[5] };
        fs_principal3 p = fs_inertia3_principal(t);
        HOLDS(p.moment[0].m >= 0 && p.moment[1].m >= 0 && p.moment[2].m >= 0);
        fs_mass_data3 m = { v[0], test_rel3(&r, 0), t }, n = m;
        n.centre = test_rel3(&r, 0);
        fs_transform3 at = { n.centre, random_rotation(&r) };
        fs_mass_data3_combine(m, n);
        fs_mass_data3_place(m, at);
        fs_mass_data3_inertia_about(m, n.centre);
        fs_mass_data3_capsule(v[0], n.centre.x, n.centre.y);
        fs_mass_data3_cone(v[0], n.centre.x, n.centre.y);
        fs_mass_data3_points(v, &n.centre, 1);
    }
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("mass3");
    TCase *t = tcase_create("mass3");
    tcase_set_timeout(t, 120);
    tcase_add_test(t, bodies_of_appendix_a);
    tcase_add_test(t, limits_of_the_forms);
    tcase_add_test(t, discrete_masses);
    tcase_add_test(t, shapes_weigh_what_a_grid_weighs);
    tcase_add_test(t, hulls_by_tetrahedra_equal_boxes);
    tcase_add_test(t, no_density_no_mass);
    tcase_add_test(t, parts_make_the_whole);
    tcase_add_test(t, placing_rotates_the_tensor);
    tcase_add_test(t, principal_axes_rebuild_the_tensor);
    tcase_add_test(t, known_principal_axes);
    tcase_add_test(t, hostile_tensors);
    suite_add_tcase(suite, t);
    return suite;
}
