/* check_manifold3_lines.c: lines of two shapes that are nearly parallel, where one at least is round.
 *
 * Where the lines are x apart, surfaces of radii r and s across them are x^2 / (2 (r + s)) further apart than between the
 * lines, and closest r x / (r + s) from the first. Two points hold the shapes for as long as that stays within the bias of the
 * pair, and the lines turn from each other by 1/32 at most.
 */

#include "physics3d/geometry/manifold_convex.h"
#include "physics3d/manifold3_fixture.h"

static const double depth = 0x1p-9;

static fs_quat turned(int axis, double radians)
{
    fs_unit3 e = fs_unit3_make(axis == 0 ? FS_UNIT_ONE : 0, axis == 1 ? FS_UNIT_ONE : 0, axis == 2 ? FS_UNIT_ONE : 0);
    return fs_quat_from_axis_turn(e, (uint32_t)(int64_t)llround(radians / (2 * 3.14159265358979323846) * 0x1p32));
}

/* Each with its line along x at height `top` over its origin, and half as long as `half`. */
struct bar {
    const char *name;
    fs_geometry3 shape;
    double half, top, radius;
};

static struct bar edge_of_box(double half)
{
    struct bar b = { "edge of a box", .half = half, .top = sqrt(0.125), .radius = 0 };
    ck_assert_int_eq(fs_geometry3_box(P3(half, 0.25, 0.25), P3(0, 0, 0), turned(0, 0.785398163397448), &b.shape),
                     FS_OK);
    return b;
}

static struct bar lying_cylinder(double half, double radius)
{
    struct bar b = { "cylinder", .half = half, .top = radius, .radius = radius };
    fs_quat q = turned(2, 1.5707963267948966);
    ck_assert_int_eq(fs_geometry3_cylinder(REL(radius), REL(half), P3(0, 0, 0), q, &b.shape), FS_OK);
    return b;
}

static struct bar lying_capsule(double half, double radius)
{
    struct bar b = { "capsule", .half = half, .top = radius, .radius = radius };
    ck_assert_int_eq(fs_geometry3_capsule(P3(-half, 0, 0), P3(half, 0, 0), REL(radius), &b.shape), FS_OK);
    return b;
}

/* The upper one with an end lifted by `tilt`, and turned about the vertical. */
static struct fs__manifold3 lay_across(const struct bar *lower, const struct bar *upper, double tilt, double radians)
{
    struct fs__manifold3 m;
    fs_transform3 f = { P3(0, lower->top + upper->top - depth, 0), fs_quat_mul(turned(1, radians), turned(2, tilt)) };
    fs__manifold3_collide(&lower->shape, &upper->shape, &f, &(struct fs__manifold3_query){ .margin = REL(0.02) }, &m);
    return m;
}

static double widest_angle(const struct bar *lower, const struct bar *upper, double bias)
{
    double spread = sqrt(2 * (lower->radius + upper->radius) * bias), length = 2 * fmin(lower->half, upper->half);
    return asin(fmin(spread / length, 0x1p-5));
}

/* Of both points: as deep as the shapes lie in each other, and between the lines where both surfaces are alike. */
static void check_points(const struct bar *lower, const struct bar *upper, const struct fs__manifold3 *m,
                         double radians)
{
    double share = lower->radius / (lower->radius + upper->radius);
    for (unsigned k = 0; k < 2; k++) {
        double x = D(m->point[k].x), z = D(m->point[k].z);
        ck_assert_double_eq_tol(D(m->separation[k]), -depth, 0x1p-20);
        ck_assert_double_eq_tol(z, -x * tan(radians) * share, 0x1p-20);
        ck_assert_msg(fabs(x) > 0.99 * fmin(lower->half, upper->half), "a point at %g", x);
    }
    ck_assert_msg(U(m->normal.y) > 1 - 1e-6, "normal %g %g %g", U(m->normal.x), U(m->normal.y), U(m->normal.z));
}

static void check_bars(const struct bar *lower, const struct bar *upper)
{
    double bias = D(fs__manifold3_bias(&lower->shape, &upper->shape)), widest = widest_angle(lower, upper, bias);
    for (int i = 0; i <= 95; i++) {
        struct fs__manifold3 m = lay_across(lower, upper, 0, widest * i / 100);
        ck_assert_msg(m.count == 2, "%s on %s: %u points at %d %% of the angle", upper->name, lower->name, m.count, i);
        check_points(lower, upper, &m, widest * i / 100);
    }
    for (double radians = 1.05 * widest; radians < 1.57; radians *= 1.05)
        ck_assert_msg(lay_across(lower, upper, 0, radians).count == 1, "%s on %s: not 1 point at %g rad", upper->name,
                      lower->name, radians);
}

START_TEST(round_sides_lie_along_edges)
{
    static const double radii[] = { 0.03125, 0.25, 1 };
    struct bar box = edge_of_box(1);
    for (unsigned i = 0; i < 3; i++) {
        struct bar cylinder = lying_cylinder(0.5, radii[i]), capsule = lying_capsule(0.5, radii[i]);
        check_bars(&box, &cylinder);
        check_bars(&cylinder, &box);
        check_bars(&box, &capsule);
        check_bars(&cylinder, &capsule);
        check_bars(&capsule, &cylinder);
        check_bars(&cylinder, &cylinder);
    }
}
END_TEST

/* A short rod across a log of 8 m is parallel to it at small angles only, though the surface of the log hardly falls. */
START_TEST(short_rods_cross_logs)
{
    struct bar log = lying_cylinder(8, 8), rod = lying_capsule(0.04, 0.02), peg = lying_cylinder(0.02, 0.005);
    check_bars(&log, &rod);
    check_bars(&log, &peg);
    check_bars(&rod, &log);
}
END_TEST

/* Only the part counts that the lines share: the far end of a long edge is metres under a log that is tilted. What touches the edge is
 * the rim of the log, so the normal is across the edge, in either order of the shapes. */
START_TEST(tilted_logs_lie_along_long_edges)
{
    struct bar box = edge_of_box(9), log = lying_cylinder(0.5, 0.25);
    for (double tilt = 1e-6; tilt < 0.015; tilt *= 1.1)
        for (int swapped = 0; swapped < 2; swapped++) {
            struct fs__manifold3 m = swapped ? lay_across(&log, &box, tilt, 0) : lay_across(&box, &log, tilt, 0);
            double across = swapped ? -tilt : 0;
            ck_assert_msg(m.count == 2, "%u points at a tilt of %g", m.count, tilt);
            ck_assert_double_eq_tol(U(m.normal.x), across, 0.01 * tilt + 0x1p-24);
            ck_assert_double_eq_tol(fabs(D(m.separation[1] - m.separation[0])), tilt, 0.01 * tilt + 0x1p-20);
        }
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("manifold3_lines");
    TCase *t = tcase_create("manifold3_lines");
    tcase_add_test(t, round_sides_lie_along_edges);
    tcase_add_test(t, short_rods_cross_logs);
    tcase_add_test(t, tilted_logs_lie_along_long_edges);
    suite_add_tcase(suite, t);
    return suite;
}
