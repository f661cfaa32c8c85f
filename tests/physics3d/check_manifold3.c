/* check_manifold3.c: manifolds with known answers, ids over time, mirrored and swapped pairs, extreme shapes.
 *
 * Positions that are given in multiples of 2^-26 m must come out to the bit.
 */
#include <stdio.h>
#include <stdlib.h>

#include "physics3d/manifold3_fixture.h"

static const double step = 0x1p-26;

static fs_geometry3 box(double x, double y, double z)
{
    fs_geometry3 s;
    ck_assert_int_eq(fs_geometry3_box(P3(x, y, z), P3(0, 0, 0), fs_quat_identity(), &s), FS_OK);
    return s;
}

static fs_geometry3 sphere(double radius)
{
    fs_geometry3 s;
    ck_assert_int_eq(fs_geometry3_sphere(P3(0, 0, 0), REL(radius), &s), FS_OK);
    return s;
}

static fs_geometry3 capsule(double half, double radius)
{
    fs_geometry3 s;
    ck_assert_int_eq(fs_geometry3_capsule(P3(-half, 0, 0), P3(half, 0, 0), REL(radius), &s), FS_OK);
    return s;
}

static fs_geometry3 cylinder(double radius, double half)
{
    fs_geometry3 s;
    ck_assert_int_eq(fs_geometry3_cylinder(REL(radius), REL(half), P3(0, 0, 0), fs_quat_identity(), &s), FS_OK);
    return s;
}

static fs_geometry3 cone(double radius, double half)
{
    fs_geometry3 s;
    ck_assert_int_eq(fs_geometry3_cone(REL(radius), REL(half), P3(0, 0, 0), fs_quat_identity(), &s), FS_OK);
    return s;
}

static fs_transform3 at(double x, double y, double z)
{
    return (fs_transform3){ P3(x, y, z), fs_quat_identity() };
}

/* At a place, turned by degrees about an axis of the frame (0 to 2). */
static fs_transform3 turned(double x, double y, double z, int axis, double degrees)
{
    fs_unit3 e = fs_unit3_make(axis == 0 ? FS_UNIT_ONE : 0, axis == 1 ? FS_UNIT_ONE : 0, axis == 2 ? FS_UNIT_ONE : 0);
    uint32_t turn = (uint32_t)(int64_t)llround(degrees / 360 * 0x1p32);
    return (fs_transform3){ P3(x, y, z), fs_quat_from_axis_turn(e, turn) };
}

static struct fs__manifold3 collide(const fs_geometry3 *a, const fs_geometry3 *b, fs_transform3 f, uint32_t reference)
{
    struct fs__manifold3 m;
    fs__manifold3_collide(a, b, &f, &(struct fs__manifold3_query){ .margin = REL(0.02), .reference = reference }, &m);
    return m;
}

static void check_normal(const struct fs__manifold3 *m, double x, double y, double z)
{
    if (m->normal.x != (fs_unit)lround(x * FS_UNIT_ONE) || m->normal.y != (fs_unit)lround(y * FS_UNIT_ONE) ||
        m->normal.z != (fs_unit)lround(z * FS_UNIT_ONE))
        ck_abort_msg("normal %.9f %.9f %.9f, not %g %g %g", U(m->normal.x), U(m->normal.y), U(m->normal.z), x, y, z);
}

/* Exactly one point of the manifold is there, with this separation; both to `tolerance`. */
static void check_point(const struct fs__manifold3 *m, double x, double y, double z, double separation,
                        double tolerance)
{
    unsigned found = 0;
    for (unsigned i = 0; i < m->count; i++)
        found += fabs(D(m->point[i].x) - x) <= tolerance && fabs(D(m->point[i].y) - y) <= tolerance &&
                 fabs(D(m->point[i].z) - z) <= tolerance && fabs(D(m->separation[i]) - separation) <= tolerance;
    if (found != 1)
        for (unsigned i = 0; i < m->count; i++)
            printf("  %.9f %.9f %.9f: %.9f id %x\n", D(m->point[i].x), D(m->point[i].y), D(m->point[i].z),
                   D(m->separation[i]), (unsigned)m->id[i]);
    ck_assert_msg(found == 1, "%u points at %g %g %g with %g among %u", found, x, y, z, separation, m->count);
}

/* --- boxes ------------------------------------------------------------------------------------------------ */

START_TEST(box_on_box)
{
    fs_geometry3 a = box(0.5, 0.5, 0.5), b = box(0.25, 0.25, 0.25);
    for (int axis = 0; axis < 3; axis++)
        for (int sign = -1; sign <= 1; sign += 2) {
            double c = sign * (0.75 - 0x1p-8), e = sign * (0.5 - 0x1p-9), n[3] = { 0, 0, 0 }, p[3];
            n[axis] = sign;
            struct fs__manifold3 m = collide(&a, &b, at(n[0] * sign * c, n[1] * sign * c, n[2] * sign * c), 0);
            check_normal(&m, n[0], n[1], n[2]);
            ck_assert_uint_eq(m.count, 4);
            for (int k = 0; k < 4; k++) {
                p[axis] = e;
                p[(axis + 1) % 3] = k & 1 ? 0.25 : -0.25;
                p[(axis + 2) % 3] = k & 2 ? 0.25 : -0.25;
                check_point(&m, p[0], p[1], p[2], -0x1p-8, 0);
            }
        }
}
END_TEST

/* Row 13.5: crates of one size on a grid meet corner on corner; they must rest on each other all the same. */
START_TEST(aligned_boxes_of_one_size)
{
    fs_geometry3 a = box(0.5, 0.5, 0.5);
    const double gap[3] = { -0x1p-7, 0, 0x1p-7 };
    for (int i = 0; i < 3; i++) {
        struct fs__manifold3 m = collide(&a, &a, at(0, 1 + gap[i], 0), 0);
        check_normal(&m, 0, 1, 0);
        ck_assert_uint_eq(m.count, 4);
        for (int k = 0; k < 4; k++)
            check_point(&m, k & 1 ? 0.5 : -0.5, 0.5 + gap[i] / 2, k & 2 ? 0.5 : -0.5, gap[i], 0);
    }
    ck_assert_uint_eq(collide(&a, &a, at(0, 1.0625, 0), 0).count, 0);
}
END_TEST

/* Half over the side, and a corner over a corner: the clipped rectangle. */
START_TEST(box_over_the_side)
{
    fs_geometry3 a = box(0.5, 0.5, 0.5);
    struct fs__manifold3 m = collide(&a, &a, at(0.75, 1 - 0x1p-8, 0.25), 0);
    check_normal(&m, 0, 1, 0);
    ck_assert_uint_eq(m.count, 4);
    for (int k = 0; k < 4; k++)
        check_point(&m, k & 1 ? 0.5 : 0.25, 0.5 - 0x1p-9, k & 2 ? 0.5 : -0.25, -0x1p-8, 0);
}
END_TEST

/* A face turned by 45 degrees against one of its size makes an octagon: four of its corners stay, spread all round. */
START_TEST(octagon_keeps_four_spread_points)
{
    fs_geometry3 a = box(0.5, 0.5, 0.5);
    struct fs__manifold3 m = collide(&a, &a, turned(0, 0.999, 0, 1, 45), 0);
    double area = 0;
    check_normal(&m, 0, 1, 0);
    ck_assert_uint_eq(m.count, 4);
    for (unsigned i = 0; i < 4; i++)
        for (unsigned j = 0; j < 4; j++)
            for (unsigned k = 0; k < 4; k++) {
                vec3d p = vec3d_of(m.point[i]), q = vec3d_of(m.point[j]), r = vec3d_of(m.point[k]);
                area = fmax(area, cross3d(sub3d(q, p), sub3d(r, p)).y);
            }
    ck_assert_msg(area > 0.5, "twice the largest triangle is %g", area); /* the octagon has 0.83 */
}
END_TEST

/* Row 13.21: crossed bars have one point where they cross, at every angle that is not nearly parallel. */
START_TEST(crossed_bars)
{
    fs_geometry3 a = box(1, 0.25, 0.25);
    for (int degrees = 2; degrees <= 90; degrees += 4) {
        /* Both stand on an edge: turned by 45 degrees about their own length, then about the vertical. */
        fs_transform3 edge = turned(0, 0, 0, 0, 45), yaw = turned(0, sqrt(0.125) * 2 - 0x1p-9, 0, 1, degrees);
        fs_geometry3 bar;
        ck_assert_int_eq(fs_geometry3_box(a.half, P3(0, 0, 0), edge.q, &bar), FS_OK);
        struct fs__manifold3 m = collide(&bar, &bar, yaw, 0);
        ck_assert_uint_eq(m.count, 1);
        ck_assert_msg(U(m.normal.y) > 1 - 1e-8, "normal %g %g %g at %d", U(m.normal.x), U(m.normal.y), U(m.normal.z),
                      degrees);
        check_point(&m, 0, sqrt(0.125) - 0x1p-10, 0, -0x1p-9, 1e-6);
    }
}
END_TEST

/* Printed slips E10 and E11: the point lies between the surfaces, not on a corner, and the deepest one is among them. */
START_TEST(box_corner_down)
{
    fs_geometry3 floor = box(4, 0.5, 4), a = box(0.5, 0.5, 0.5), tilted;
    fs_quat q = fs_quat_mul(turned(0, 0, 0, 2, 35.2643896828).q, turned(0, 0, 0, 0, 45).q);
    ck_assert_int_eq(fs_geometry3_box(a.half, P3(0, 0, 0), q, &tilted), FS_OK);
    struct fs__manifold3 m = collide(&floor, &tilted, at(0, 0.5 + sqrt(0.75) - 0.01, 0), 0);
    check_normal(&m, 0, 1, 0);
    ck_assert_uint_eq(m.count, 1);
    check_point(&m, 0, 0.495, 0, -0.01, 1e-7);
}
END_TEST

/* Identical boxes, centre on centre: the first face, the whole depth, the same answer every time. */
START_TEST(coincident_shapes)
{
    fs_geometry3 a = box(0.5, 0.5, 0.5), s = sphere(0.5), c = capsule(1, 0.25), y = cylinder(0.5, 1), k = cone(0.5, 1);
    const fs_geometry3 *shape[5] = { &a, &s, &c, &y, &k };
    struct fs__manifold3 m = collide(&a, &a, at(0, 0, 0), 0);
    check_normal(&m, 1, 0, 0);
    ck_assert_uint_eq(m.count, 4);
    ck_assert_msg(m.separation[0] == REL(-1), "depth %g", D(m.separation[0]));
    m = collide(&s, &s, at(0, 0, 0), 0); /* row 13.12, slip E34: concentric spheres must part */
    check_normal(&m, 0, 1, 0);
    check_point(&m, 0, 0, 0, -1, 0);
    m = collide(&c, &c, at(0, 0, 0), 0);
    check_normal(&m, 0, 1, 0);
    ck_assert_uint_eq(m.count, 2);
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 5; j++) {
            struct fs__manifold3 first = collide(shape[i], shape[j], at(0, 0, 0), 0);
            struct fs__manifold3 second = collide(shape[i], shape[j], at(0, 0, 0), 0);
            ck_assert_uint_gt(first.count, 0);
            ck_assert_int_eq(memcmp(&first, &second, sizeof first), 0);
            ck_assert_msg(fabs(length3d(vec3d_of_unit(first.normal)) - 1) < 1e-8, "no normal");
        }
}
END_TEST

/* --- spheres ------------------------------------------------------------------------------------------------ */

/* Row 13.12, slip E10: the printed point p1 + midline/2 lies outside of both spheres. */
START_TEST(sphere_and_sphere)
{
    fs_geometry3 a = sphere(1), b = sphere(0.25);
    struct fs__manifold3 m = collide(&a, &b, at(0, 1.25 - 0x1p-6, 0), 0);
    check_normal(&m, 0, 1, 0);
    ck_assert_uint_eq(m.count, 1);
    check_point(&m, 0, 1 - 0x1p-7, 0, -0x1p-6, 0);
    m = collide(&a, &b, at(0, 0, -1.25), 0);
    check_normal(&m, 0, 0, -1);
    check_point(&m, 0, 0, -1, 0, 0);
    ck_assert_uint_eq(collide(&a, &b, at(1.28, 0, 0), 0).count, 0);
}
END_TEST

/* Row 13.16, slip E33: face, edge, corner, and the centre inside the box. */
START_TEST(sphere_and_box)
{
    fs_geometry3 a = box(1, 2, 3), b = sphere(0.5);
    struct fs__manifold3 m = collide(&a, &b, at(0.25, 2.5 - 0x1p-8, 1.25), 0);
    check_normal(&m, 0, 1, 0);
    check_point(&m, 0.25, 2 - 0x1p-9, 1.25, -0x1p-8, step);
    m = collide(&a, &b, at(1.3, 2.4, 0), 0);
    check_point(&m, 1, 2, 0, 0, 2 * step);
    ck_assert_msg(fabs(U(m.normal.x) - 0.6) < 1e-7 && fabs(U(m.normal.y) - 0.8) < 1e-7, "edge normal");
    m = collide(&a, &b, at(1.1, 2.2, 3.2), 0);
    check_point(&m, 1 - 0.1 / 3, 2 - 0.2 / 3, 3 - 0.2 / 3, -0.2, 1e-7);
    /* Inside: the depth grows on across the surface, and the nearest face is the way out. */
    for (int i = -4; i <= 4; i++) {
        double y = 2 + i * 0x1p-10;
        m = collide(&a, &b, at(0.25, y, 0.5), 0);
        check_normal(&m, 0, 1, 0);
        ck_assert_msg(fabs(D(m.separation[0]) - (y - 2.5)) <= 2 * step, "depth %g at %g", D(m.separation[0]), y);
    }
    m = collide(&a, &b, at(0, 0, -2.75), 0);
    check_normal(&m, 0, 0, -1);
    check_point(&m, 0, 0, -2.625, -0.75, 2 * step);
    m = collide(&a, &b, at(-0.5, 0.5, 0.5), 0);
    check_normal(&m, -1, 0, 0);
    m = collide(&a, &b, at(0, 0, 0), 0);
    ck_assert_msg(fabs(fabs(U(m.normal.x)) - 1) < 1e-9 && m.separation[0] == REL(-1.5), "centre: %g, %g", U(m.normal.x),
                  D(m.separation[0]));
}
END_TEST

/* --- round shapes on a floor ----------------------------------------------------------------------------------- */

/* The floor's top is y = 0.5; `low` is how far the shape reaches below its origin. */
static struct fs__manifold3 on_floor(const fs_geometry3 *s, fs_quat q, double low, double depth)
{
    fs_geometry3 floor = box(8, 0.5, 8);
    return collide(&floor, s, (fs_transform3){ P3(0.25, 0.5 + low - depth, 0.5), q }, 0);
}

/* Four points of a rim about (0.25, 0.5), a quarter turn apart, 2^-8 m deep. */
static void check_rim(const struct fs__manifold3 *m, double radius)
{
    ck_assert_uint_eq(m->count, 4);
    for (unsigned i = 0; i < 4; i++) {
        vec3d p = sub3d(vec3d_of(m->point[i]), (vec3d){ 0.25, 0.5 - 0x1p-9, 0.5 });
        ck_assert_msg(fabs(length3d(p) - radius) < 4 * step && fabs(p.y) < 2 * step, "point %u at %g", i, length3d(p));
        ck_assert_msg(fabs(D(m->separation[i]) + 0x1p-8) < 2 * step, "separation %g", D(m->separation[i]));
        for (unsigned j = 0; j < i; j++) {
            vec3d q = sub3d(vec3d_of(m->point[j]), (vec3d){ 0.25, 0.5 - 0x1p-9, 0.5 });
            double turn = dot3d(p, q) / radius / radius;
            ck_assert_msg(fabs(turn) < 1e-6 || fabs(turn + 1) < 1e-6, "points %u %u: cosine %g", i, j, turn);
        }
    }
}

START_TEST(cylinder_stands_lies_and_rolls)
{
    fs_geometry3 c = cylinder(0.5, 1), flat = cylinder(2, 0.25);
    struct fs__manifold3 m = on_floor(&c, fs_quat_identity(), 1, 0x1p-8);
    check_normal(&m, 0, 1, 0);
    check_rim(&m, 0.5);
    m = on_floor(&c, turned(0, 0, 0, 2, 90).q, 0.5, 0x1p-8);
    check_normal(&m, 0, 1, 0);
    ck_assert_uint_eq(m.count, 2);
    check_point(&m, -0.75, 0.5 - 0x1p-9, 0.5, -0x1p-8, 4 * step);
    check_point(&m, 1.25, 0.5 - 0x1p-9, 0.5, -0x1p-8, 4 * step);
    /* Lying, it may roll by any angle about its axis: the same two points. */
    for (int i = 0; i < 64; i++) {
        fs_quat q = fs_quat_mul(turned(0, 0, 0, 2, 90).q, turned(0, 0, 0, 1, i * 5.625).q);
        m = on_floor(&c, q, 0.5, 0x1p-8);
        check_normal(&m, 0, 1, 0);
        ck_assert_uint_eq(m.count, 2);
        check_point(&m, -0.75, 0.5 - 0x1p-9, 0.5, -0x1p-8, 8 * step);
    }
    /* On its rim like a coin: the deepest point of the rim, whatever the spin. */
    for (int i = 0; i < 64; i++) {
        double t = 30 * 3.14159265358979 / 180, low = 2 * sin(t) + 0.25 * cos(t);
        fs_quat q = fs_quat_mul(turned(0, 0, 0, 2, 30).q, turned(0, 0, 0, 1, i * 5.625).q);
        m = on_floor(&flat, q, low, 0.001);
        check_normal(&m, 0, 1, 0);
        ck_assert_uint_eq(m.count, 1);
        check_point(&m, 0.25 - 2 * cos(t) + 0.25 * sin(t), 0.4995, 0.5, -0.001, 1e-6);
    }
}
END_TEST

START_TEST(cone_stands_lies_and_points)
{
    fs_geometry3 c = cone(0.75, 0.5); /* height 1: the side is 1.25 long, its normal (0.8, 0.6) */
    struct fs__manifold3 m = on_floor(&c, fs_quat_identity(), 0.5, 0x1p-8);
    check_normal(&m, 0, 1, 0);
    check_rim(&m, 0.75);
    m = on_floor(&c, turned(0, 0, 0, 2, 180).q, 0.5, 0x1p-8);
    check_normal(&m, 0, 1, 0);
    ck_assert_uint_eq(m.count, 1);
    check_point(&m, 0.25, 0.5 - 0x1p-9, 0.5, -0x1p-8, 2 * step);
    /* On its side: the line from the apex to the rim. */
    double turn = -(180 - acos(0.6) * 180 / 3.14159265358979);
    m = on_floor(&c, turned(0, 0, 0, 2, turn).q, 0.5 * 0.6, 0x1p-8);
    check_normal(&m, 0, 1, 0);
    ck_assert_uint_eq(m.count, 2);
    vec3d d = sub3d(vec3d_of(m.point[0]), vec3d_of(m.point[1]));
    ck_assert_msg(fabs(length3d(d) - 1.25) < 1e-6 && fabs(D(m.separation[0] - m.separation[1])) < 1e-6,
                  "length %g, separations %g %g", length3d(d), D(m.separation[0]), D(m.separation[1]));
}
END_TEST

START_TEST(capsule_lies_stands_and_crosses)
{
    fs_geometry3 c = capsule(1, 0.25);
    struct fs__manifold3 m = on_floor(&c, fs_quat_identity(), 0.25, 0x1p-8);
    check_normal(&m, 0, 1, 0);
    ck_assert_uint_eq(m.count, 2);
    check_point(&m, -0.75, 0.5 - 0x1p-9, 0.5, -0x1p-8, step);
    check_point(&m, 1.25, 0.5 - 0x1p-9, 0.5, -0x1p-8, step);
    m = on_floor(&c, turned(0, 0, 0, 2, 90).q, 1.25, 0x1p-8);
    check_normal(&m, 0, 1, 0);
    ck_assert_uint_eq(m.count, 1);
    check_point(&m, 0.25, 0.5 - 0x1p-9, 0.5, -0x1p-8, 4 * step);
    m = collide(&c, &c, at(0.5, 0.5 - 0x1p-8, 0), 0); /* along each other */
    check_normal(&m, 0, 1, 0);
    ck_assert_uint_eq(m.count, 2);
    check_point(&m, -0.5, 0.25 - 0x1p-9, 0, -0x1p-8, step);
    check_point(&m, 1, 0.25 - 0x1p-9, 0, -0x1p-8, step);
    m = collide(&c, &c, turned(0.5, 0.5 - 0x1p-8, 0.25, 1, 90), 0); /* across */
    check_normal(&m, 0, 1, 0);
    ck_assert_uint_eq(m.count, 1);
    check_point(&m, 0.5, 0.25 - 0x1p-9, 0, -0x1p-8, step);
    m = collide(&c, &c, turned(0, 0, 0, 1, 90), 0); /* through each other */
    ck_assert_msg(fabs(U(m.normal.y)) > 1 - 1e-8 && m.separation[0] == REL(-0.5), "crossing");
}
END_TEST

START_TEST(cylinders_side_by_side)
{
    fs_geometry3 c = cylinder(0.5, 1);
    struct fs__manifold3 m = collide(&c, &c, at(1 - 0x1p-8, 0.5, 0), 0);
    ck_assert_uint_eq(m.count, 2);
    ck_assert_msg(fabs(U(m.normal.x) - 1) < 1e-8, "normal");
    check_point(&m, 0.5 - 0x1p-9, -0.5, 0, -0x1p-8, 1e-6);
    check_point(&m, 0.5 - 0x1p-9, 1, 0, -0x1p-8, 1e-6);
    m = collide(&c, &c, at(0.25, 2 - 0x1p-8, 0), 0);
    check_normal(&m, 0, 1, 0);
    ck_assert_uint_eq(m.count, 4);
    m = collide(&c, &c, turned(1 - 0x1p-8, 0, 0, 0, 90), 0);
    ck_assert_uint_eq(m.count, 1);
    check_point(&m, 0.5 - 0x1p-9, 0, 0, -0x1p-8, 1e-5);
}
END_TEST

/* Row 13.22: a box as a hull gives what the box gives. */
START_TEST(hull_of_a_box)
{
    fs_rel3 p[8];
    fs_hull3 hull;
    fs_geometry3 h, b = box(0.5, 0.25, 1), floor = box(2, 0.5, 2);
    test_rng r = { 5 };
    for (int i = 0; i < 8; i++)
        p[i] = P3(i & 1 ? 0.5 : -0.5, i & 2 ? 0.25 : -0.25, i & 4 ? 1 : -1);
    ck_assert_int_eq(fs_hull3_make(p, 8, &hull), FS_OK);
    ck_assert_int_eq(fs_geometry3_hull(&hull, P3(0, 0, 0), fs_quat_identity(), &h), FS_OK);
    for (int i = 0; i < 200; i++) {
        double x = uniform(&r, -2.4, 2.4), deep = uniform(&r, -0.01, 0.01), z = uniform(&r, -2.4, 2.4);
        fs_transform3 f = turned(x, 0.75 - deep, z, 1, uniform(&r, 0, 360));
        struct fs__manifold3 m = collide(&floor, &b, f, 0), k = collide(&floor, &h, f, 0);
        ck_assert_uint_eq(m.count, k.count);
        ck_assert(fs_unit3_eq(m.normal, k.normal));
        for (unsigned j = 0; j < m.count; j++)
            check_point(&k, D(m.point[j].x), D(m.point[j].y), D(m.point[j].z), D(m.separation[j]), 4 * step);
    }
}
END_TEST

/* --- over time, swapped, mirrored ------------------------------------------------------------------------------- */

/* A body at rest trembles by micrometres and microradians: reference and ids stay, whatever it is. */
START_TEST(ids_stay_under_small_motion)
{
    fs_geometry3 shape[4] = { box(0.5, 0.5, 0.5), cylinder(0.5, 0.5), cone(0.5, 0.5), cylinder(0.5, 0.5) };
    fs_geometry3 floor[2] = { box(0.5, 0.5, 0.5), box(4, 0.5, 4) };
    test_rng r = { 9 };
    for (int k = 0; k < 8; k++) {
        fs_quat rest = k / 2 == 3 ? turned(0, 0, 0, 2, 90).q : fs_quat_identity();
        struct fs__manifold3 first = collide(&floor[k % 2], &shape[k / 2], (fs_transform3){ P3(0, 0.999, 0), rest }, 0);
        uint32_t reference = first.reference;
        for (int i = 0; i < 500; i++) {
            fs_unit x = (fs_unit)(uniform(&r, -1, 1) * 2000), y = (fs_unit)(uniform(&r, -1, 1) * 2000);
            fs_quat q = fs_quat_mul(fs_quat_normalise(fs_quat_make(x, y, -x, FS_UNIT_ONE)), rest);
            double dx = uniform(&r, -5e-6, 5e-6), dy = uniform(&r, -5e-6, 5e-6), dz = uniform(&r, -5e-6, 5e-6);
            struct fs__manifold3 m = collide(&floor[k % 2], &shape[k / 2], (fs_transform3){ P3(dx, 0.999 + dy, dz), q },
                                             reference);
            ck_assert_uint_eq(m.count, first.count);
            ck_assert_uint_eq(m.reference, reference);
            for (unsigned j = 0; j < m.count; j++)
                ck_assert_msg(m.id[j] == first.id[j], "pair %d, point %u: id %x was %x", k, j, (unsigned)m.id[j],
                              (unsigned)first.id[j]);
            reference = m.reference;
        }
    }
}
END_TEST

/* A box turned a little against the floor's face keeps its reference until another face is clearly better. */
START_TEST(reference_face_has_hysteresis)
{
    fs_geometry3 a = box(0.5, 0.5, 0.5);
    fs_transform3 f = turned(0.2, 0.9999, 0, 2, 0.01);
    struct fs__manifold3 m = collide(&a, &a, f, 0), k;
    uint32_t other = collide(&a, &a, turned(0, 0.99, 0, 2, 3), 0).reference;
    k = collide(&a, &a, f, m.reference);
    ck_assert_uint_eq(k.reference, m.reference);
    ck_assert_uint_ne(other, 0);
    for (uint32_t hint = 0; hint < 0x600; hint++) { /* any bytes may come in */
        k = collide(&a, &a, f, hint);
        ck_assert_uint_eq(k.count, 4);
        ck_assert(U(k.normal.y) > 0.999);
    }
}
END_TEST

static fs_transform3 inverse(fs_transform3 f)
{
    fs_quat q = fs_quat_conj(f.q);
    return (fs_transform3){ fs_rel3_neg(fs_quat_rel(q, f.p)), q };
}

/* Row 13.9: the other order of the arguments gives the opposite normal and the same depth. */
START_TEST(swapped_pairs_agree)
{
    test_rng r = { 11 };
    for (int i = 0; i < 3000; i++) {
        fs_hull3 ha, hb;
        fs_geometry3 a = random_shape(&r, 1 + i % 6, &ha), b = random_shape(&r, 1 + i / 6 % 6, &hb);
        fs_transform3 f = random_transform(&r, 1);
        struct fs__manifold3 m = collide(&a, &b, f, 0), k = collide(&b, &a, inverse(f), 0);
        ck_assert_msg((m.count == 0) == (k.count == 0) || fabs(deepest(m.count ? &m : &k) - 0.02) < 0.0011,
                      "kinds %d %d: %u and %u points", a.kind, b.kind, m.count, k.count);
        if (m.count > 0 && k.count > 0)
            ck_assert_msg(fabs(deepest(&m) - deepest(&k)) < 0.0021, "kinds %d %d: depths %g %g", a.kind, b.kind,
                          deepest(&m), deepest(&k));
    }
}
END_TEST

/* Mirrored in x, or with the axes exchanged in a circle, boxes give the mirrored points to `bound` steps: the clipping starts
 * at another corner, so its roundings differ; normals are equal to the bit for face contacts. */
static void check_image(const struct fs__manifold3 *m, const struct fs__manifold3 *image, bool mirrored)
{
    const double bound = 4 * step;
    ck_assert_uint_eq(m->count, image->count);
    if (m->count == 0)
        return;
    vec3d n = vec3d_of_unit(m->normal);
    vec3d k = mirrored ? (vec3d){ -n.x, n.y, n.z } : (vec3d){ n.z, n.x, n.y };
    ck_assert_msg(length3d(sub3d(k, vec3d_of_unit(image->normal))) < 1e-8, "normals");
    for (unsigned i = 0; i < m->count; i++) {
        vec3d p = vec3d_of(m->point[i]), q = mirrored ? (vec3d){ -p.x, p.y, p.z } : (vec3d){ p.z, p.x, p.y };
        if (m->count < 4) /* of more than four points others may be chosen */
            check_point(image, q.x, q.y, q.z, D(m->separation[i]), bound);
    }
    ck_assert_msg(fabs(deepest(m) - deepest(image)) <= bound, "depths %.9g %.9g", deepest(m), deepest(image));
}

START_TEST(images_of_boxes)
{
    test_rng r = { 13 };
    for (int i = 0; i < 3000; i++) {
        double x = uniform(&r, 0.1, 1), y = uniform(&r, 0.1, 1), z = uniform(&r, 0.1, 1);
        fs_geometry3 a = box(x, y, z), b = box(y, z, x), c = box(z, x, y);
        fs_transform3 f = random_transform(&r, 1);
        fs_transform3 flip = { { -f.p.x, f.p.y, f.p.z }, { f.q.x, -f.q.y, -f.q.z, f.q.w } };
        fs_transform3 roll = { { f.p.z, f.p.x, f.p.y }, { f.q.z, f.q.x, f.q.y, f.q.w } };
        struct fs__manifold3 m = collide(&a, &b, f, 0), k = collide(&a, &b, flip, 0), l = collide(&c, &a, roll, 0);
        check_image(&m, &k, true);
        check_image(&m, &l, false);
    }
}
END_TEST

/* --- extremes ----------------------------------------------------------------------------------------------- */

static fs_rel any_size(test_rng *r)
{
    return REL(exp(uniform(r, log(0.005), log(9))));
}

static fs_geometry3 extreme_shape(test_rng *r, int kind, fs_hull3 *hull)
{
    fs_geometry3 s;
    fs_rel a = any_size(r), b = any_size(r), c = any_size(r);
    fs_quat q = random_rotation(r);
    fs_rel3 zero = P3(0, 0, 0), p[12];
    switch (kind) {
    case FS_GEOMETRY3_SPHERE: (void)fs_geometry3_sphere(zero, a, &s); break;
    case FS_GEOMETRY3_CAPSULE:
        (void)fs_geometry3_capsule(fs_rel3_make(-b, c, 0), fs_rel3_make(b, -c, 0), fs_min32(a, REL(4)), &s);
        break;
    case FS_GEOMETRY3_BOX: (void)fs_geometry3_box(fs_rel3_make(a, b, c), zero, q, &s); break;
    case FS_GEOMETRY3_CYLINDER: (void)fs_geometry3_cylinder(a, b, zero, q, &s); break;
    case FS_GEOMETRY3_CONE: (void)fs_geometry3_cone(a, b, zero, q, &s); break;
    default:
        for (int i = 0; i < 12; i++)
            p[i] = random_within(r, a, b, c);
        if (fs_hull3_make(p, 12, hull) != FS_OK)
            return extreme_shape(r, kind, hull);
        (void)fs_geometry3_hull(hull, zero, fs_quat_identity(), &s);
    }
    return s.kind == 0 ? extreme_shape(r, kind, hull) : s; /* out of the limits: another one */
}

/* Plates, needles, 5 mm to 16 m: depth and normal of each manifold agree with each other. */
START_TEST(extreme_pairs)
{
    test_rng r = { 17 };
    unsigned touching = 0, rounds = getenv("FIXSTEP_LONG") != NULL ? 100000 : 6000;
    for (unsigned i = 0; i < rounds; i++) {
        fs_hull3 ha, hb;
        fs_geometry3 a = extreme_shape(&r, 1 + (int)(i % 6), &ha), b = extreme_shape(&r, 1 + (int)(i / 6 % 6), &hb);
        double reach = fmax(1, D(fs_geometry3_extent(&a, P3(0, 0, 0))));
        fs_transform3 f = random_transform(&r, fmin(reach, 12));
        if (i % 16 == 0)
            f.p = P3(0, 0, 0);
        if (i % 5 == 0)
            f.q = fs_quat_identity();
        struct fs__manifold3 m = collide(&a, &b, f, (uint32_t)test_bits(&r));
        touching += m.count > 0;
        if (m.count == 0)
            continue;
        vec3d n = vec3d_of_unit(m.normal);
        double along = separation_along(&a, &b, f, n), depth = deepest(&m), length = length3d(n);
        ck_assert_msg(fabs(length - 1) < 1e-8, "kinds %d %d: normal of length %.9g", a.kind, b.kind, length);
        ck_assert_msg(depth - along < 0.0011 && depth - along > -2e-6, "round %u, kinds %d %d: depth %.9g along %.9g",
                      i, a.kind, b.kind, depth, along);
    }
    ck_assert_uint_gt(touching, rounds / 4);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("manifold3");
    TCase *t = tcase_create("manifold3");
    tcase_set_timeout(t, 60);
    tcase_add_test(t, box_on_box);
    tcase_add_test(t, aligned_boxes_of_one_size);
    tcase_add_test(t, box_over_the_side);
    tcase_add_test(t, octagon_keeps_four_spread_points);
    tcase_add_test(t, crossed_bars);
    tcase_add_test(t, box_corner_down);
    tcase_add_test(t, coincident_shapes);
    tcase_add_test(t, sphere_and_sphere);
    tcase_add_test(t, sphere_and_box);
    tcase_add_test(t, cylinder_stands_lies_and_rolls);
    tcase_add_test(t, cone_stands_lies_and_points);
    tcase_add_test(t, capsule_lies_stands_and_crosses);
    tcase_add_test(t, cylinders_side_by_side);
    tcase_add_test(t, hull_of_a_box);
    tcase_add_test(t, ids_stay_under_small_motion);
    tcase_add_test(t, reference_face_has_hysteresis);
    tcase_add_test(t, swapped_pairs_agree);
    tcase_add_test(t, images_of_boxes);
    tcase_add_test(t, extreme_pairs);
    suite_add_tcase(suite, t);
    return suite;
}
