/* check_distance3.c: the distance of convex shapes: closed forms, certificates, brute force, hostile shapes.
 *
 * A certificate needs no second algorithm: the distance of the two points that are returned is not less than the true
 * distance, and the gap of the two shapes along the normal, from exact support functions, is not more.
 */
#include "physics3d/geometry3_fixture.h"
#include "num/random_vectors.h"

static const double step = 0x1p-26;

static fs_transform3 moved(double x, double y, double z)
{
    fs_transform3 f = { P3(x, y, z), fs_quat_identity() };
    return f;
}

static void check_distance(const fs_geometry3 *a, const fs_geometry3 *b, fs_transform3 f, double want)
{
    fs_distance3 d = fs_geometry3_distance(a, b, f);
    if (fabs(D(d.distance) - want) > D(d.error) + step)
        ck_abort_msg("distance %.10g, not %.10g (error %.3g)", D(d.distance), want, D(d.error));
    ck_assert_msg(d.error <= 40, "error of %d steps at %g", d.error, want);
    ck_assert((d.distance == 0) == fs_unit3_is_zero(d.normal));
}

START_TEST(distances_by_closed_forms)
{
    fs_geometry3 ball, box, rod, can, cone;
    fs_geometry3_sphere(P3(0, 0, 0), REL(0.5), &ball);
    fs_geometry3_box(P3(1, 2, 3), P3(0, 0, 0), fs_quat_identity(), &box);
    fs_geometry3_capsule(P3(0, -1, 0), P3(0, 1, 0), REL(0.25), &rod);
    fs_geometry3_cylinder(REL(1), REL(2), P3(0, 0, 0), fs_quat_identity(), &can);
    fs_geometry3_cone(REL(3), REL(2), P3(0, 0, 0), fs_quat_identity(), &cone);
    check_distance(&ball, &ball, moved(3, 4, 0), 4);
    check_distance(&ball, &ball, moved(0.5, 0.5, 0.5), 0);
    check_distance(&ball, &ball, moved(0, 0, 0), 0);
    check_distance(&box, &ball, moved(5, 0, 0), 3.5);       /* face */
    check_distance(&box, &ball, moved(4, 6, 0), 4.5);       /* edge */
    check_distance(&box, &ball, moved(2, 4, 5), 2.5);       /* corner */
    check_distance(&box, &box, moved(2.5, 0, 0), 0.5);      /* face on face */
    check_distance(&box, &box, moved(5, 8, 0), 5);          /* edge on edge */
    check_distance(&box, &box, moved(3, 6, 8), 3);          /* corner on corner */
    check_distance(&box, &box, moved(1.99, 3.99, 5.99), 0); /* just in */
    check_distance(&box, &box, moved(1.5, 1, 1), 0);
    check_distance(&rod, &rod, moved(3, 0, 0), 2.5);
    check_distance(&rod, &rod, moved(0, 5, 0), 2.5);
    check_distance(&can, &can, moved(5, 0, 0), 3); /* sides */
    check_distance(&can, &can, moved(0, 7, 0), 3); /* ends */
    check_distance(&can, &can, moved(5, 8, 0), 5); /* rims */
    check_distance(&can, &ball, moved(0.3, 4, 0.2), 1.5);
    check_distance(&cone, &ball, moved(0, 4, 0), 1.5);                               /* apex */
    check_distance(&cone, &ball, moved(5.5, 3, 0), (5.5 * 4 + 3 * 3 - 6) / 5 - 0.5); /* slope */
    fs_transform3 crossed = { P3(3, 0, 0), fs_quat_from_axis_turn(fs_unit3_make(FS_UNIT_ONE, 0, 0), FS_TURN_DEG(90)) };
    check_distance(&rod, &rod, crossed, 2.5);
    fs_transform3 far = { { FS_REL_MIN, 0, 0 }, fs_quat_identity() };
    check_distance(&can, &box, far, 32 - 2);
}
END_TEST

/* The shape b as seen from a, by its support function. */
static double support_placed(const fs_geometry3 *b, fs_transform3 f, vec3d n)
{
    return dot3d(n, vec3d_of(f.p)) + support_of(b, rotate3d(inverse_of(f.q), n));
}

static double gap_along(const fs_geometry3 *a, const fs_geometry3 *b, fs_transform3 f, vec3d n)
{
    return -support_placed(b, f, scale3d(n, -1)) - support_of(a, n);
}

static void check_certificate(const fs_geometry3 *a, const fs_geometry3 *b, fs_transform3 f, fs_distance3 d)
{
    vec3d n = vec3d_of_unit(d.normal), p = vec3d_of(d.on_a), q = vec3d_of(d.on_b);
    double distance = D(d.distance), error = D(d.error), apart = length3d(sub3d(q, p));
    vec3d own = rotate3d(inverse_of(f.q), sub3d(q, vec3d_of(f.p)));
    HOLDS(outside_by(a, p) < 8 * step);
    HOLDS(outside_by(b, own) < 12 * step);
    if (fabs(apart - distance) > error)
        ck_abort_msg("kinds %d %d: points %.10g, distance %.10g, error %.3g", a->kind, b->kind, apart, distance, error);
    double gap = gap_along(a, b, f, scale3d(n, 1 / length3d(n)));
    if (fabs(gap - distance) > error)
        ck_abort_msg("kinds %d %d: gap %.10g, distance %.10g, error %.3g", a->kind, b->kind, gap, distance, error);
}

/* Boxes and hulls: the separating axis test over all faces and pairs of edges is exact. */
static double separation(const fs_hull3 *a, const fs_hull3 *b)
{
    double best = -INFINITY;
    vec3d axis[2000];
    unsigned n = 0;
    for (unsigned f = 0; f < a->face_count; f++)
        axis[n++] = vec3d_of_unit(a->normal[f]);
    for (unsigned f = 0; f < b->face_count; f++)
        axis[n++] = scale3d(vec3d_of_unit(b->normal[f]), -1);
    for (unsigned i = 0; i < a->edge_count; i++)
        for (unsigned j = 0; j < b->edge_count && n < 1999; j++) {
            vec3d u = sub3d(vec3d_of(a->corner[a->origin[a->twin[i]]]), vec3d_of(a->corner[a->origin[i]]));
            vec3d v = sub3d(vec3d_of(b->corner[b->origin[b->twin[j]]]), vec3d_of(b->corner[b->origin[j]]));
            vec3d c = cross3d(u, v);
            if (length3d(c) > 1e-6)
                axis[n++] = scale3d(c, 1 / length3d(c));
        }
    for (unsigned k = 0; k < n; k++) {
        double high = -INFINITY, low = INFINITY;
        for (unsigned i = 0; i < a->corner_count; i++)
            high = fmax(high, dot3d(axis[k], vec3d_of(a->corner[i])));
        for (unsigned i = 0; i < b->corner_count; i++)
            low = fmin(low, dot3d(axis[k], vec3d_of(b->corner[i])));
        best = fmax(best, low - high);
    }
    return best;
}

START_TEST(hulls_overlap_when_no_axis_separates)
{
    test_rng r = { 1 };
    unsigned overlaps = 0, apart = 0;
    for (int round = 0; round < 3000; round++) {
        fs_rel3 p[6], q[6], shift = random_point(&r, 1);
        fs_hull3 h, k;
        fs_geometry3 a, b;
        for (int i = 0; i < 6; i++) {
            p[i] = random_point(&r, 1);
            q[i] = fs_rel3_add(random_point(&r, 1), shift);
        }
        if (fs_hull3_make(p, 6, &h) != FS_OK || fs_hull3_make(q, 6, &k) != FS_OK)
            continue;
        fs_geometry3_hull(&h, P3(0, 0, 0), fs_quat_identity(), &a);
        fs_geometry3_hull(&k, P3(0, 0, 0), fs_quat_identity(), &b);
        double best = separation(&h, &k);
        fs_distance3 d = fs_geometry3_distance(&a, &b, moved(0, 0, 0));
        if (best < -D(d.error))
            HOLDS(d.distance == 0);
        if (best > D(d.error)) {
            HOLDS(d.distance > 0);
            check_certificate(&a, &b, moved(0, 0, 0), d);
        }
        overlaps += best < 0;
        apart += best > 0;
    }
    ck_assert_uint_gt(overlaps, 300);
    ck_assert_uint_gt(apart, 300);
}
END_TEST

/* Every pair of kinds, near and far. An overlap is refuted by one direction along which there is a gap. */
START_TEST(every_pair_has_a_certificate)
{
    test_rng r = { 2 };
    unsigned apart = 0;
    fs_rel worst = 0;
    for (int round = 0; round < 36000; round++) {
        fs_hull3 h, k;
        fs_geometry3 a = random_shape(&r, 1 + round % 6, &h), b = random_shape(&r, 1 + round / 6 % 6, &k);
        double far = round % 5 == 0 ? 15 : 2.5;
        fs_transform3 f = random_transform(&r, far);
        fs_distance3 d = fs_geometry3_distance(&a, &b, f);
        if (d.distance > 0) {
            apart++;
            check_certificate(&a, &b, f, d);
            if (far < 3)
                worst = fs_max32(worst, d.error);
            continue;
        }
        for (int i = 0; i < 20; i++)
            HOLDS(gap_along(&a, &b, f, random_direction(&r)) <= D(d.error));
    }
    ck_assert_uint_gt(apart, 5000);
    ck_assert_int_le(worst, 20);
}
END_TEST

/* Where the answer is known exactly: b is moved along the normal until it touches, and a little further or less. */
START_TEST(distances_fall_to_zero)
{
    test_rng r = { 3 };
    for (int round = 0; round < 6000; round++) {
        fs_hull3 h, k;
        fs_geometry3 a = random_shape(&r, 1 + round % 6, &h), b = random_shape(&r, 1 + round / 6 % 6, &k);
        fs_transform3 f = random_transform(&r, 4);
        fs_distance3 d = fs_geometry3_distance(&a, &b, f);
        if (d.distance == 0)
            continue;
        for (int i = 0; i < 3; i++) {
            const fs_rel left[3] = { REL(0.001), 100, -REL(0.0005) };
            fs_rel by = fs_sat32((int64_t)d.distance - left[i]);
            fs_transform3 g = f;
            g.p = fs_rel3_sub(g.p, fs_rel3_make(fs_mul32_sym(d.normal.x, by, 30), fs_mul32_sym(d.normal.y, by, 30),
                                                fs_mul32_sym(d.normal.z, by, 30)));
            fs_distance3 e = fs_geometry3_distance(&a, &b, g);
            int64_t want = left[i];
            if (want < 0) {
                /* A thin edge may come out on the other side, by less than it was pushed in. */
                HOLDS(e.distance <= -want);
                continue;
            }
            HOLDS(fs_uabs64(e.distance - want) <= (uint64_t)(d.error + e.error + 4));
        }
    }
}
END_TEST

/* Shapes of all sizes at any distance: an answer, with an error that holds. */
START_TEST(small_and_large_shapes)
{
    test_rng r = { 4 };
    for (int round = 0; round < 20000; round++) {
        fs_geometry3 s[2];
        for (int i = 0; i < 2; i++) {
            double x = pow(2, uniform(&r, -9, 3)), y = pow(2, uniform(&r, -9, 3)), z = pow(2, uniform(&r, -9, 3));
            fs_quat q = random_rotation(&r);
            fs_result result = test_bits(&r) % 3 == 0   ? fs_geometry3_box(P3(x, y, z), P3(0, 0, 0), q, &s[i])
                               : test_bits(&r) % 2 == 0 ? fs_geometry3_cylinder(REL(x), REL(y), P3(0, 0, 0), q, &s[i])
                                                        : fs_geometry3_cone(REL(x), REL(y), P3(0, 0, 0), q, &s[i]);
            ck_assert_int_eq(result, FS_OK);
        }
        fs_transform3 f = random_transform(&r, pow(2, uniform(&r, -6, 4)));
        fs_distance3 d = fs_geometry3_distance(&s[0], &s[1], f);
        if (d.distance == 0)
            continue;
        double gap = gap_along(&s[0], &s[1], f, vec3d_of_unit(d.normal));
        if (fabs(gap - D(d.distance)) > D(d.error) + 4 * step)
            ck_abort_msg("gap %.10g, distance %.10g, error %.3g", gap, D(d.distance), D(d.error));
        HOLDS(D(d.error) < 1e-5);
    }
}
END_TEST

START_TEST(hostile_pairs)
{
    test_rng r = { 5 };
    fs_hull3 hull;
    random_hull(&r, 12, &hull);
    for (int round = 0; round < 60000; round++) {
        fs_geometry3 s[2];
        fs_result result = FS_OK;
        for (int i = 0; i < 2 && result == FS_OK; i++) {
            fs_rel3 half = test_rel3(&r, 3);
            fs_rel3 at = test_rel3(&r, 3);
            fs_quat q = test_quat(&r);
            half = fs_rel3_make(fs_abs32(half.x), fs_abs32(half.y), fs_abs32(half.z));
            switch (test_bits(&r) % 6) {
            case 0: result = fs_geometry3_sphere(at, half.x, &s[i]); break;
            case 1: result = fs_geometry3_capsule(at, half, half.y, &s[i]); break;
            case 2: result = fs_geometry3_box(half, at, q, &s[i]); break;
            case 3: result = fs_geometry3_cylinder(half.x, half.y, at, q, &s[i]); break;
            case 4: result = fs_geometry3_cone(half.x, half.y, at, q, &s[i]); break;
            default: result = fs_geometry3_hull(&hull, P3(0, 0, 0), fs_quat_identity(), &s[i]); break;
            }
        }
        fs_transform3 f = any_transform(&r);
        if (result != FS_OK)
            continue;
        fs_distance3 d = fs_geometry3_distance(&s[0], &s[1], f);
        HOLDS(d.distance >= 0 && d.error >= 0);
    }
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("distance3");
    TCase *t = tcase_create("distance3");
    tcase_set_timeout(t, 120);
    tcase_add_test(t, distances_by_closed_forms);
    tcase_add_test(t, hulls_overlap_when_no_axis_separates);
    tcase_add_test(t, every_pair_has_a_certificate);
    tcase_add_test(t, distances_fall_to_zero);
    tcase_add_test(t, small_and_large_shapes);
    tcase_add_test(t, hostile_pairs);
    suite_add_tcase(suite, t);
    return suite;
}
