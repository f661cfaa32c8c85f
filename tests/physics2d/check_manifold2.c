/* check_manifold2.c: contact manifolds: closed forms, random pairs against distances, translation and order of the shapes. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <fixstep/random.h>

#include "support/check_main.h"
#include "num/num_util.h"
#include "physics2d/geometry/manifold.h"
#include "state/kernel.h"

#define REL(v) ((fs_rel)lround((v) * (double)FS_REL_ONE))
#define P(x, y) fs_rel2_make(REL(x), REL(y))
#define D(v) ((double)(v) / (double)FS_REL_ONE)
#define U(v) ((double)(v) / (double)FS_UNIT_ONE)
#define MARGIN REL(0.02)

static fs_frame2 frame_of(double x, double y, double degrees)
{
    return (fs_frame2){ P(x, y), fs_rot2_from_turn((uint32_t)(int64_t)llround(degrees / 360 * 4294967296.0)) };
}

static fs_geometry2 box(double hx, double hy)
{
    fs_geometry2 s;
    ck_assert_int_eq(fs_geometry2_box(REL(hx), REL(hy), P(0, 0), fs_rot2_identity(), &s), FS_OK);
    return s;
}

static fs_geometry2 circle(double r)
{
    fs_geometry2 s;
    ck_assert_int_eq(fs_geometry2_circle(P(0, 0), REL(r), &s), FS_OK);
    return s;
}

static fs_geometry2 capsule(double half, double r)
{
    fs_geometry2 s;
    ck_assert_int_eq(fs_geometry2_capsule(P(-half, 0), P(half, 0), REL(r), &s), FS_OK);
    return s;
}

static struct fs__manifold2 collide(fs_geometry2 a, fs_geometry2 b, fs_frame2 f)
{
    struct fs__manifold2 m;
    fs__manifold2_collide(&fs__polygon2_scalar, &a, &b, f, MARGIN, FS__MANIFOLD2_REFERENCE_NONE, &m);
    return m;
}

static void assert_metres(fs_rel got, double want)
{
    if (fabs(D(got) - want) > 1e-6)
        ck_abort_msg("%.9f is not %.9f", D(got), want);
}

static void assert_normal(const struct fs__manifold2 *m, double x, double y)
{
    if (hypot(U(m->normal.x) - x, U(m->normal.y) - y) > 1e-6)
        ck_abort_msg("normal (%.9f, %.9f) is not (%.9f, %.9f)", U(m->normal.x), U(m->normal.y), x, y);
}

START_TEST(circles)
{
    struct fs__manifold2 m = collide(circle(1), circle(1), frame_of(1.5, 0, 0));
    ck_assert_int_eq(m.count, 1);
    assert_normal(&m, 1, 0);
    assert_metres(m.separation[0], -0.5);
    assert_metres(m.point[0].x, 0.75);
    m = collide(circle(1), circle(1), frame_of(0, 0, 0));
    ck_assert_int_eq(m.count, 1);
    assert_normal(&m, 0, 1);
    assert_metres(m.separation[0], -2);
    ck_assert_int_eq(collide(circle(1), circle(1), frame_of(2.01, 0, 0)).count, 1);
    ck_assert_int_eq(collide(circle(1), circle(1), frame_of(2.03, 0, 0)).count, 0);
}
END_TEST

/* The worked cases of a square of half side 1 and a disc of radius 1: face, corner, inside, centre. */
START_TEST(circle_against_box)
{
    struct fs__manifold2 m = collide(box(1, 1), circle(1), frame_of(1.5, 0, 0));
    assert_normal(&m, 1, 0);
    assert_metres(m.separation[0], -0.5);
    m = collide(box(1, 1), circle(1), frame_of(1.6, 1.6, 0));
    assert_normal(&m, M_SQRT1_2, M_SQRT1_2);
    assert_metres(m.separation[0], sqrt(0.72) - 1);
    m = collide(box(1, 1), circle(1), frame_of(0.25, 0, 0));
    assert_normal(&m, 1, 0);
    assert_metres(m.separation[0], -1.75);
    m = collide(box(1, 1), circle(1), frame_of(0, 0, 0));
    assert_metres(m.separation[0], -2);
    m = collide(circle(1), box(1, 1), frame_of(1.6, 1.6, 0));
    assert_normal(&m, M_SQRT1_2, M_SQRT1_2);
    assert_metres(m.separation[0], sqrt(0.72) - 1);
    ck_assert_int_eq(collide(box(1, 1), circle(1), frame_of(1.8, 1.8, 0)).count, 0);
}
END_TEST

START_TEST(box_on_box_has_two_points)
{
    struct fs__manifold2 m = collide(box(1, 1), box(1, 1), frame_of(0.5, 1.99, 0));
    ck_assert_int_eq(m.count, 2);
    assert_normal(&m, 0, 1);
    assert_metres(m.separation[0], -0.01);
    assert_metres(m.separation[1], -0.01);
    assert_metres(fs_min32(m.point[0].x, m.point[1].x), -0.5);
    assert_metres(fs_max32(m.point[0].x, m.point[1].x), 1);
    assert_metres(m.point[0].y, 0.995);
    ck_assert_int_ne(m.id[0], m.id[1]);
    m = collide(box(1, 1), box(1, 1), frame_of(1.5, 0.2, 0));
    assert_normal(&m, 1, 0);
    assert_metres(m.separation[0], -0.5);
    m = collide(box(1, 1), box(1, 1), frame_of(1 + M_SQRT2 - 0.01, 0, 45));
    ck_assert_int_ge(m.count, 1);
    assert_normal(&m, 1, 0);
    assert_metres(m.separation[m.count - 1] < m.separation[0] ? m.separation[m.count - 1] : m.separation[0], -0.01);
}
END_TEST

START_TEST(corners_facing_give_one_point)
{
    struct fs__manifold2 m = collide(box(1, 1), box(1, 1), frame_of(2.01, 2.01, 0));
    ck_assert_int_eq(m.count, 1);
    assert_normal(&m, M_SQRT1_2, M_SQRT1_2);
    assert_metres(m.separation[0], 0.01 * M_SQRT2);
}
END_TEST

/* A box above another one of its width: all pairs of corners are equally far. */
START_TEST(boxes_of_one_width_have_two_points)
{
    for (int k = -3; k <= 3; k++) {
        struct fs__manifold2 m = collide(box(0.5, 0.5), box(0.5, 0.5), frame_of(k * 3e-8, 1.015, 0));
        ck_assert_int_eq(m.count, 2);
        assert_normal(&m, 0, 1);
        assert_metres(m.separation[0], 0.015);
        assert_metres(m.separation[1], 0.015);
        ck_assert(fabs(D(m.point[0].x) + D(m.point[1].x)) < 1e-6 && fabs(D(m.point[0].x)) > 0.49);
    }
}
END_TEST

/* Two capsules side by side, one of which sticks out: two ends are the closest points, but the other ends overlap too. */
START_TEST(parallel_capsules_have_two_points)
{
    struct fs__manifold2 m = collide(capsule(0.22, 0.22), capsule(0.2, 0.2), frame_of(-0.024, 0.41, 1));
    ck_assert_int_eq(m.count, 2);
    assert_normal(&m, 0, 1);
    ck_assert(m.separation[0] < 0 && m.separation[1] < 0);
}
END_TEST

/* The end of a capsule against the corner of a box: the face next to the corner points along the capsule, too. */
START_TEST(a_capsule_meets_a_corner_end_on)
{
    for (double y = 0.49; y < 0.53; y += 0.005) {
        struct fs__manifold2 m = collide(box(0.5, 0.5), capsule(0.25, 0.25), frame_of(0.95, y, 3));
        double end_x = 0.95 - 0.25 * cos(3 * M_PI / 180), end_y = y - 0.25 * sin(3 * M_PI / 180);
        double wanted = hypot(end_x - 0.5, fmax(end_y - 0.5, 0)) - 0.25;
        ck_assert_int_ge(m.count, 1);
        ck_assert_msg(fabs(D(m.separation[0]) - wanted) < 1e-3, "y %g: %g", y, D(m.separation[0]) - wanted);
    }
}
END_TEST

START_TEST(capsules_and_segments)
{
    fs_geometry2 floor;
    fs_geometry2_segment(P(-5, 0), P(5, 0), &floor);
    struct fs__manifold2 m = collide(floor, capsule(1, 0.25), frame_of(0, 0.24, 0));
    ck_assert_int_eq(m.count, 2);
    assert_normal(&m, 0, 1);
    assert_metres(m.separation[0], -0.01);
    m = collide(floor, capsule(1, 0.25), frame_of(0, 1.24, 90));
    ck_assert_int_eq(m.count, 1);
    assert_metres(m.separation[0], -0.01);
    m = collide(floor, box(0.5, 0.5), frame_of(0, 0.49, 0));
    ck_assert_int_eq(m.count, 2);
    assert_metres(m.separation[1], -0.01);
    m = collide(capsule(1, 0.25), capsule(1, 0.25), frame_of(2.49, 0, 0));
    ck_assert_int_eq(m.count, 1);
    assert_normal(&m, 1, 0);
    assert_metres(m.separation[0], -0.01);
    m = collide(capsule(1, 0.25), circle(0.5), frame_of(0.3, 0.7, 0));
    assert_normal(&m, 0, 1);
    assert_metres(m.separation[0], -0.05);
}
END_TEST

static double uniform(test_rng *r, double low, double high)
{
    return low + (high - low) * (double)(test_bits(r) >> 11) * 0x1p-53;
}

static fs_geometry2 random_shape(test_rng *r)
{
    fs_geometry2 s;
    fs_rel2 p[8];
    double radius = uniform(r, 0.1, 0.6);
    for (int i = 0; i < 8; i++) {
        double x = uniform(r, -1, 1), y = uniform(r, -1, 1);
        p[i] = P(x, y);
    }
    switch (test_bits(r) % 5) {
    case 0: return circle(radius);
    case 1: return capsule(uniform(r, 0.1, 1), radius);
    case 2:
        if (fs_geometry2_hull(p, 8, REL(radius), &s) == FS_OK)
            return s;
        return box(0.5, radius);
    case 3:
        if (fs_geometry2_hull(p, 4, 0, &s) == FS_OK)
            return s;
        return box(0.5, radius);
    default: return box(radius, 0.4);
    }
}

static fs_frame2 inverse(fs_frame2 f)
{
    fs_frame2 r = { fs_rel2_neg(fs_rot2_inv_rel(f.q, f.p)), fs_rot2_conj(f.q) };
    return r;
}

/* Separated shapes: the least separation is the distance. Both orders agree, and moving b out along the normal by
 * the depth separates them. */
START_TEST(random_pairs_agree_with_distance)
{
    test_rng r = { 11 };
    unsigned touching = 0, gaps = 0, apart = 0;
    for (int round = 0; round < 40000; round++) {
        fs_geometry2 a = random_shape(&r), b = random_shape(&r);
        double x = uniform(&r, -2, 2), y = uniform(&r, -2, 2);
        fs_frame2 f = frame_of(x, y, uniform(&r, 0, 360));
        fs_distance2 gap = fs_geometry2_distance(&a, &b, f);
        struct fs__manifold2 m = collide(a, b, f), back = collide(b, a, inverse(f));
        HOLDS(m.count <= 2 && (gap.distance > MARGIN - 64 || (m.count > 0) == (back.count > 0)));
        HOLDS(gap.distance > MARGIN + 64 ? m.count == 0 : gap.distance > MARGIN - 64 || m.count > 0);
        HOLDS(m.gap <= gap.distance + 64 && (m.count == 0 || m.gap == 0));
        apart += m.gap > MARGIN;
        if (m.count == 0)
            continue;
        fs_rel least = m.count == 2 ? fs_min32(m.separation[0], m.separation[1]) : m.separation[0];
        fs_rel least_back = back.count == 2 ? fs_min32(back.separation[0], back.separation[1]) : back.separation[0];
        if (back.count > 0)
            HOLDS(abs(least - least_back) < REL(0.002));
        if (gap.distance > 0) {
            gaps++;
            HOLDS(abs(least - gap.distance) < REL(0.001));
            continue;
        }
        touching++;
        fs_frame2 out = f;
        out.p.x += fs_mul32_sym(m.normal.x, REL(0.0025) - least, 30);
        out.p.y += fs_mul32_sym(m.normal.y, REL(0.0025) - least, 30);
        HOLDS(fs_geometry2_distance(&a, &b, out).distance > 0);
    }
    ck_assert_uint_gt(touching, 5000);
    ck_assert_uint_gt(gaps, 50);
    ck_assert_uint_gt(apart, 5000);
}
END_TEST

/* Moving both bodies by any number of raw position steps changes no bit. */
START_TEST(translation_changes_no_bit)
{
    test_rng r = { 12 };
    unsigned touching = 0;
    for (int round = 0; round < 5000; round++) {
        fs_geometry2 a = random_shape(&r), b = random_shape(&r);
        fs_pose2 pa = { fs_pos2_zero(), fs_rot2_from_turn((uint32_t)test_bits(&r)) }, pb = pa;
        pb.pos.x = (int64_t)(uniform(&r, -2, 2) * 0x1p32);
        pb.pos.y = (int64_t)(uniform(&r, -2, 2) * 0x1p32);
        pb.rot = fs_rot2_from_turn((uint32_t)test_bits(&r));
        struct fs__manifold2 here = collide(a, b, fs_frame2_between(pa, pb));
        fs_pos x = test_i64(&r) >> 2, y = test_i64(&r) >> 2;
        fs_pos2 by = fs_pos2_make(x, y);
        pa.pos = fs_pos2_add(pa.pos, by);
        pb.pos = fs_pos2_add(pb.pos, by);
        struct fs__manifold2 there = collide(a, b, fs_frame2_between(pa, pb));
        ck_assert_mem_eq(&here, &there, sizeof here);
        touching += here.count > 0;
    }
    ck_assert_uint_gt(touching, 500);
}
END_TEST

/* A box lying almost flat: the reference face of the last tick is kept. */
START_TEST(the_reference_face_has_hysteresis)
{
    fs_geometry2 a = box(1, 1), b = box(1, 1);
    struct fs__manifold2 m;
    for (unsigned held = FS__MANIFOLD2_REFERENCE_A; held <= FS__MANIFOLD2_REFERENCE_B; held++)
        for (int i = -20; i <= 20; i++) {
            fs__manifold2_collide(&fs__polygon2_scalar, &a, &b, frame_of(0.3, 1.999, i * 0.001), MARGIN, held, &m);
            ck_assert_uint_eq(m.reference, held);
            ck_assert_int_eq(m.count, 2);
        }
}
END_TEST

/* ---- instruction sets ---------------------------------------------------------------------------------------- */

static fs_rel random_rel(fs_rng *rng, int bits)
{
    return (fs_rel)fs_rng_u32(rng) >> (32 - bits);
}

/* A polygon of up to eight corners, a capsule or a disc, at most 16 m from the origin. */
static fs_geometry2 random_polygon(fs_rng *rng)
{
    fs_geometry2 s;
    fs_rel2 p[FS_GEOMETRY2_MAX_CORNERS];
    unsigned count = fs_rng_u32(rng) % (FS_GEOMETRY2_MAX_CORNERS + 1);
    int bits = 24 + (int)(fs_rng_u32(rng) % 8);
    for (;;) {
        for (unsigned i = 0; i < FS_GEOMETRY2_MAX_CORNERS; i++)
            p[i] = fs_rel2_make(random_rel(rng, bits), random_rel(rng, bits));
        fs_result made = count < 2    ? fs_geometry2_circle(p[0], REL(1), &s)
                         : count == 2 ? fs_geometry2_capsule(p[0], p[1], REL(1), &s)
                                      : fs_geometry2_hull(p, count, 0, &s);
        if (made == FS_OK)
            return s;
    }
}

static void compare_passes(const struct fs__polygon2_passes *passes, fs_rng *rng)
{
    const struct fs__polygon2_passes *scalar = &fs__polygon2_scalar;
    fs_geometry2 s = random_polygon(rng), other = random_polygon(rng), want, got;
    int64_t expected[FS_GEOMETRY2_MAX_CORNERS], least[FS_GEOMETRY2_MAX_CORNERS];
    int bits = 26 + (int)(fs_rng_u32(rng) % 7); /* also offsets with which sums saturate */
    fs_frame2 f = { fs_rel2_make(random_rel(rng, bits), random_rel(rng, bits)), fs_rot2_from_turn(fs_rng_u32(rng)) };
    scalar->transform(&s, f, &want);
    passes->transform(&s, f, &got);
    ck_assert_uint_eq(got.count, want.count);
    ck_assert_uint_eq(got.kind, want.kind);
    ck_assert_int_eq(got.radius, want.radius);
    ck_assert_mem_eq(got.corner, want.corner, want.count * sizeof *want.corner);
    ck_assert_mem_eq(got.normal, want.normal, want.count * sizeof *want.normal);
    scalar->project(&other, &want, expected);
    passes->project(&other, &want, least);
    ck_assert_mem_eq(least, expected, other.count * sizeof *least);
    scalar->project(&want, &other, expected);
    passes->project(&want, &other, least);
    ck_assert_mem_eq(least, expected, want.count * sizeof *least);
}

START_TEST(instruction_sets_give_the_same_bits)
{
    static const struct fs__polygon2_passes *const passes[] = {
        &fs__polygon2_scalar,
#if defined(__x86_64__) || defined(__i386__)
        &fs__polygon2_sse41,
        &fs__polygon2_avx2,
#endif
    };
    for (unsigned k = 0; k < sizeof passes / sizeof *passes; k++) {
        fs_rng rng = fs_rng_seed(12, 0);
        for (int i = 0; i < 20000 && fs__kernel_supported(k); i++)
            compare_passes(passes[k], &rng);
    }
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("manifold2");
    TCase *tc = tcase_create("manifold2");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, circles);
    tcase_add_test(tc, circle_against_box);
    tcase_add_test(tc, box_on_box_has_two_points);
    tcase_add_test(tc, corners_facing_give_one_point);
    tcase_add_test(tc, boxes_of_one_width_have_two_points);
    tcase_add_test(tc, parallel_capsules_have_two_points);
    tcase_add_test(tc, a_capsule_meets_a_corner_end_on);
    tcase_add_test(tc, capsules_and_segments);
    tcase_add_test(tc, random_pairs_agree_with_distance);
    tcase_add_test(tc, translation_changes_no_bit);
    tcase_add_test(tc, the_reference_face_has_hysteresis);
    tcase_add_test(tc, instruction_sets_give_the_same_bits);
    suite_add_tcase(suite, tc);
    return suite;
}
