/* check_geometry3.c: convex shapes in space: making, bounds, support points, points inside, rays.
 *
 * References are computed in double precision by another method than the code under test.
 */
#include "physics3d/geometry3_fixture.h"
#include "num/random_vectors.h"
#include "physics3d/geometry/geometry_math.h"

/* --- making --------------------------------------------------------------------------------- */

START_TEST(sizes_outside_the_limits_are_refused)
{
    fs_geometry3 s;
    fs_quat one = fs_quat_identity(), zero = { 0, 0, 0, 0 };
    fs_rel small = FS_GEOMETRY3_MIN_SIZE, big = FS_GEOMETRY3_MAX_EXTENT;
    const fs_rel bad[] = { 0, -1, small - 1, big + 1, FS_REL_MAX, FS_REL_MIN };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ck_assert_int_eq(fs_geometry3_sphere(P3(0, 0, 0), bad[i], &s), FS_E_ARGUMENT);
        ck_assert_int_eq(fs_geometry3_capsule(P3(0, 0, 0), P3(1, 0, 0), bad[i], &s), FS_E_ARGUMENT);
        ck_assert_int_eq(fs_geometry3_box(fs_rel3_make(small, small, bad[i]), P3(0, 0, 0), one, &s), FS_E_ARGUMENT);
        ck_assert_int_eq(fs_geometry3_box(fs_rel3_make(small, bad[i], small), P3(0, 0, 0), one, &s), FS_E_ARGUMENT);
        ck_assert_int_eq(fs_geometry3_cylinder(bad[i], small, P3(0, 0, 0), one, &s), FS_E_ARGUMENT);
        ck_assert_int_eq(fs_geometry3_cylinder(small, bad[i], P3(0, 0, 0), one, &s), FS_E_ARGUMENT);
        ck_assert_int_eq(fs_geometry3_cone(bad[i], small, P3(0, 0, 0), one, &s), FS_E_ARGUMENT);
    }
    ck_assert_int_eq(s.kind, 0);
    ck_assert(!fs_geometry3_valid(&s));
    ck_assert_int_eq(fs_geometry3_capsule(P3(1, 0, 0), P3(1, 0, 0), small, &s), FS_E_DEGENERATE);
    ck_assert_int_eq(fs_geometry3_sphere(P3(15, 0, 0), REL(1.5), &s), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_geometry3_sphere(fs_rel3_make(FS_REL_MIN, 0, 0), small, &s), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_geometry3_box(P3(12, 12, 12), P3(0, 0, 0),
                                      fs_quat_from_axis_turn(fs_unit3_make(0, 0, FS_UNIT_ONE), FS_TURN_DEG(45)), &s),
                     FS_E_ARGUMENT);
    ck_assert_int_eq(fs_geometry3_hull(NULL, P3(0, 0, 0), one, &s), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_geometry3_box(fs_rel3_make(small, small, small), P3(0, 0, 0), zero, &s), FS_OK);
    ck_assert_int_eq(s.rot.w, FS_UNIT_ONE);
    ck_assert_int_eq(fs_geometry3_box(fs_rel3_make(big, big, big), P3(0, 0, 0), one, &s), FS_OK);
    ck_assert(fs_geometry3_valid(&s));
}
END_TEST

START_TEST(foreign_shapes_are_checked)
{
    test_rng r = { 1 };
    fs_hull3 hull;
    for (int round = 0; round < 20000; round++) {
        int kind = 1 + round % 6;
        fs_geometry3 s = random_shape(&r, kind, &hull), t = s;
        HOLDS(fs_geometry3_valid(&s));
        switch (test_bits(&r) % 5) {
        case 0: t.radius = test_i32(&r); break;
        case 1: t.half = test_rel3(&r, 0); break;
        case 2: t.rot = test_quat(&r); break;
        case 3: t.centre = test_rel3(&r, 0); break;
        default: t.kind = (uint8_t)test_bits(&r); break;
        }
        if (fs_geometry3_valid(&t))
            fs_geometry3_raycast(&t, P3(20, 1, 1), P3(-20, 0, 0));
        t = s;
        t.kind = (uint8_t)(s.kind % 6 + 1);
        t.hull = s.hull ? NULL : &hull;
        HOLDS(!fs_geometry3_valid(&t));
        t = s;
        t.radius = -1;
        HOLDS(!fs_geometry3_valid(&t));
        t = s;
        t.rot.w = t.rot.w / 2 + 5;
        t.rot.x = t.rot.x / 2 - 9;
        HOLDS(!fs_geometry3_valid(&t));
    }
}
END_TEST

/* --- bounds, support points, points inside --------------------------------------------------- */

START_TEST(placed_corners_change_no_support_point)
{
    test_rng r = { 9 };
    fs_hull3 hull;
    for (int round = 0; round < 20000; round++) {
        fs_geometry3 s = random_shape(&r, 1 + round % 6, &hull);
        fs_transform3 at = random_transform(&r, 4);
        struct fs__core3 plain;
        fs__core3_place(&plain, &s, &at);
        struct fs__core3 placed = plain;
        struct fs__vec3 corner[8];
        vec3d n = random_direction(&r);
        struct fs__vec3 d = fs__vec3_make((int64_t)(n.x * FS_UNIT_ONE), (int64_t)(n.y * FS_UNIT_ONE),
                                          (int64_t)(n.z * FS_UNIT_ONE));
        fs__core3_place_corners(&placed, corner);
        HOLDS((placed.corner != NULL) == (s.kind == FS_GEOMETRY3_BOX));
        struct fs__vec3 p = fs__core3_support(&plain, d), q = fs__core3_support(&placed, d);
        HOLDS(p.x == q.x && p.y == q.y && p.z == q.z);
    }
}
END_TEST

START_TEST(support_points_are_furthest)
{
    test_rng r = { 2 };
    for (int round = 0; round < 30000; round++) {
        fs_hull3 hull;
        fs_geometry3 s = random_shape(&r, 1 + round % 6, &hull);
        vec3d d = random_direction(&r);
        d = scale3d(d, pow(2, -(double)(test_bits(&r) % 8)));
        fs_unit3 n = fs_unit3_make((fs_unit)(d.x * 0x1p30), (fs_unit)(d.y * 0x1p30), (fs_unit)(d.z * 0x1p30));
        fs_rel3 p = fs_geometry3_support(&s, n);
        vec3d u = scale3d(vec3d_of_unit(n), 1 / length3d(vec3d_of_unit(n)));
        HOLDS(fabs(dot3d(u, vec3d_of(p)) - support_of(&s, u)) < 4 * 0x1p-26);
        HOLDS(fs_geometry3_contains(&s, p));
        HOLDS(outside_by(&s, vec3d_of(p)) < 4 * 0x1p-26);
    }
    fs_geometry3 box;
    fs_geometry3_box(P3(1, 2, 3), P3(0, 0, 0), fs_quat_identity(), &box);
    fs_rel3 p = fs_geometry3_support(&box, fs_unit3_make(1, -1, 1));
    ck_assert(fs_rel3_eq(p, P3(1, -2, 3)));
    fs_geometry3_support(&box, fs_unit3_make(0, 0, 0));
}
END_TEST

START_TEST(bounds_and_extent_hold_every_point)
{
    test_rng r = { 3 };
    const double step = 0x1p-26;
    for (int round = 0; round < 20000; round++) {
        fs_hull3 hull;
        fs_geometry3 s = random_shape(&r, 1 + round % 6, &hull);
        fs_pos3 pos = fs_pos3_make((fs_pos)(test_bits(&r) >> 4), 0, 0);
        pos.y = -(fs_pos)(test_bits(&r) >> 4);
        fs_pose3 pose = { round % 2 ? pos : fs_pos3_make(0, 0, 0), random_rotation(&r) };
        fs_aabb3 box = fs_geometry3_aabb(&s, pose);
        double low[3] = { ldexp((double)(box.low.x - pose.pos.x), -32), ldexp((double)(box.low.y - pose.pos.y), -32),
                          ldexp((double)(box.low.z - pose.pos.z), -32) };
        double high[3] = { ldexp((double)(box.high.x - pose.pos.x), -32), ldexp((double)(box.high.y - pose.pos.y), -32),
                           ldexp((double)(box.high.z - pose.pos.z), -32) };
        for (int k = 0; k < 3; k++) {
            vec3d axis = rotate3d(inverse_of(pose.rot), (vec3d){ k == 0, k == 1, k == 2 });
            double up = support_of(&s, axis), down = -support_of(&s, scale3d(axis, -1));
            HOLDS(high[k] >= up && high[k] <= up + 16 * step);
            HOLDS(low[k] <= down && low[k] >= down - 16 * step);
        }
        fs_rel3 from = random_point(&r, 2);
        double extent = D(fs_geometry3_extent(&s, from));
        for (int k = 0; k < 10; k++) {
            vec3d d = random_direction(&r);
            fs_rel3 p = fs_geometry3_support(
                &s, fs_unit3_make((fs_unit)(d.x * 0x1p30), (fs_unit)(d.y * 0x1p30), (fs_unit)(d.z * 0x1p30)));
            HOLDS(length3d(sub3d(vec3d_of(p), vec3d_of(from))) <= extent);
        }
    }
    fs_geometry3 box;
    fs_geometry3_box(P3(1, 2, 3), P3(0, 0, 0), fs_quat_identity(), &box);
    ck_assert(fabs(D(fs_geometry3_extent(&box, P3(0, 0, 0))) - sqrt(14)) < 16 * step);
    fs_pos3 edge = { INT64_MAX - 5, INT64_MIN + 5, 0 };
    fs_aabb3 far = fs_geometry3_aabb(&box, (fs_pose3){ edge, fs_quat_identity() });
    ck_assert(far.high.x == INT64_MAX && far.low.y == INT64_MIN);
    ck_assert(fs_aabb3_overlaps(far, far) && fs_aabb3_contains(far, far));
}
END_TEST

START_TEST(contains_equals_the_definition)
{
    test_rng r = { 4 };
    unsigned inside = 0;
    for (int round = 0; round < 60000; round++) {
        fs_hull3 hull;
        fs_geometry3 s = random_shape(&r, 1 + round / 10 % 6, &hull);
        fs_rel3 p = random_point(&r, 2);
        double out = outside_by(&s, vec3d_of(p));
        if (out < 0)
            HOLDS(fs_geometry3_contains(&s, p));
        if (out > 6 * 0x1p-26)
            HOLDS(!fs_geometry3_contains(&s, p));
        inside += out < 0;
        HOLDS(!fs_geometry3_contains(&s, fs_rel3_make(FS_REL_MIN, test_i32(&r), FS_REL_MAX)));
    }
    ck_assert_uint_gt(inside, 1000);
}
END_TEST

START_TEST(frames_between_poses)
{
    test_rng r = { 5 };
    for (int round = 0; round < 2000; round++) {
        fs_pose3 a = { { 0, 0, 0 }, random_rotation(&r) }, b = { { 0, 0, 0 }, random_rotation(&r) };
        a.pos.x = (fs_pos)(test_bits(&r) >> 8);
        a.pos.z = -(fs_pos)(test_bits(&r) >> 8);
        b.pos = fs_pos3_add_rel(a.pos, random_point(&r, 5));
        fs_transform3 f = fs_transform3_between(a, b);
        fs_rel3 x = random_point(&r, 2);
        vec3d world = add3d(rotate3d(b.rot, vec3d_of(x)), vec3d_of(fs_pos3_sub_rel(b.pos, a.pos)));
        vec3d want = rotate3d(inverse_of(a.rot), world);
        vec3d got = add3d(rotate3d(f.q, vec3d_of(x)), vec3d_of(f.p));
        HOLDS(length3d(sub3d(want, got)) < 4 * 0x1p-26);
    }
}
END_TEST

/* --- rays -------------------------------------------------------------------------------------- */

static void check_ray(const fs_geometry3 *s, fs_rel3 origin, fs_rel3 translation, double fraction, vec3d normal)
{
    fs_cast_hit3 hit = fs_geometry3_raycast(s, origin, translation);
    ck_assert(hit.hit);
    if (fabs(U(hit.fraction) - fraction) > 1e-8)
        ck_abort_msg("fraction %.10g, not %.10g", U(hit.fraction), fraction);
    ck_assert(length3d(sub3d(vec3d_of_unit(hit.normal), normal)) < 1e-7);
    vec3d want = add3d(vec3d_of(origin), scale3d(vec3d_of(translation), fraction));
    ck_assert(length3d(sub3d(vec3d_of(hit.point), want)) < 8 * 0x1p-26);
}

START_TEST(rays_by_closed_forms)
{
    fs_geometry3 s;
    const fs_quat one = fs_quat_identity();
    const vec3d left = { -1, 0, 0 }, up = { 0, 1, 0 };
    fs_geometry3_sphere(P3(1, 2, 3), REL(1), &s);
    check_ray(&s, P3(-3, 2, 3), P3(6, 0, 0), 0.5, left);
    check_ray(&s, P3(-3, 2.6, 3), P3(8, 0, 0), 3.2 / 8, (vec3d){ -0.8, 0.6, 0 });
    fs_geometry3_capsule(P3(-2, 0, 0), P3(2, 0, 0), REL(0.5), &s);
    check_ray(&s, P3(1, 4, 0), P3(0, -7, 0), 0.5, up);
    check_ray(&s, P3(-6, 0, 0), P3(7, 0, 0), 0.5, left);
    check_ray(&s, P3(-6, 0.3, 0), P3(8, 0, 0), 3.6 / 8, (vec3d){ -0.8, 0.6, 0 });
    fs_geometry3_box(P3(1, 2, 3), P3(0, 0, 0), one, &s);
    check_ray(&s, P3(-5, 0.5, 0.5), P3(8, 0, 0), 0.5, left);
    check_ray(&s, P3(0.5, 10, 0.5), P3(0, -16, 0), 0.5, up);
    check_ray(&s, P3(-3, 0, 0), P3(4, 0.5, 1), 0.5, left);
    fs_geometry3_cylinder(REL(1), REL(2), P3(0, 0, 0), one, &s);
    check_ray(&s, P3(-3, 1, 0.6), P3(4, 0, 0), 2.2 / 4, (vec3d){ -0.8, 0, 0.6 });
    check_ray(&s, P3(0.5, 6, 0), P3(0, -8, 0), 0.5, up);
    fs_geometry3_cone(REL(3), REL(2), P3(0, 0, 0), one, &s);
    check_ray(&s, P3(-5.5, 0, 0), P3(8, 0, 0), 0.5, (vec3d){ -0.8, 0.6, 0 });
    check_ray(&s, P3(1, -6, 0), P3(0, 8, 0), 0.5, (vec3d){ 0, -1, 0 });
    check_ray(&s, P3(1.5, 4, 0), P3(0, -8, 0), 0.5, (vec3d){ 0.8, 0.6, 0 });
}
END_TEST

START_TEST(rays_that_miss_or_start_inside)
{
    test_rng r = { 6 };
    for (int kind = 1; kind < FS_GEOMETRY3_KINDS; kind++)
        for (int round = 0; round < 500; round++) {
            fs_hull3 hull;
            fs_geometry3 s = random_shape(&r, kind, &hull);
            fs_rel3 p = fs_geometry3_support(&s, fs_unit3_make(0, FS_UNIT_ONE, 0));
            fs_rel3 above = fs_rel3_add(p, P3(0, 0.001, 0));
            ck_assert(!fs_geometry3_raycast(&s, above, P3(1, 0, 0)).hit);
            ck_assert(!fs_geometry3_raycast(&s, above, P3(0, 1, 0)).hit);
            ck_assert(!fs_geometry3_raycast(&s, above, P3(0, 0, 0)).hit);
            ck_assert(!fs_geometry3_raycast(&s, above, P3(0, -0.0005, 0)).hit);
            fs_mass_data3 m = fs_geometry3_mass(&s, fs_scaled_make(1, 0));
            fs_cast_hit3 in = fs_geometry3_raycast(&s, m.centre, P3(1, 2, 3));
            ck_assert(in.hit && in.fraction == 0 && fs_unit3_is_zero(in.normal) && fs_rel3_eq(in.point, m.centre));
        }
}
END_TEST

/* The first of many points along the ray that is inside, then bisection. Negative: none. */
static double first_inside(const fs_geometry3 *s, vec3d o, vec3d t)
{
    const int n = 400;
    for (int i = 1; i <= n; i++) {
        double low = (i - 1.0) / n, high = (double)i / n;
        if (outside_by(s, add3d(o, scale3d(t, high))) > 0)
            continue;
        for (int k = 0; k < 50; k++) {
            double middle = (low + high) / 2;
            if (outside_by(s, add3d(o, scale3d(t, middle))) > 0)
                low = middle;
            else
                high = middle;
        }
        return high;
    }
    return -1;
}

START_TEST(rays_equal_brute_force)
{
    test_rng r = { 7 };
    unsigned hits = 0;
    for (int round = 0; round < 24000; round++) {
        fs_hull3 hull;
        fs_geometry3 s = random_shape(&r, 1 + round % 6, &hull);
        double far = round % 4 == 0 ? 15 : 3;
        fs_rel3 origin = random_point(&r, far), aim = random_point(&r, 1);
        fs_rel3 t = fs_rel3_sub(aim, origin);
        t = fs_rel3_add(t, fs_rel3_make(t.x / 2, t.y / 2, t.z / 2));
        if (fs_geometry3_contains(&s, origin))
            continue;
        fs_cast_hit3 hit = fs_geometry3_raycast(&s, origin, t);
        vec3d o = vec3d_of(origin), d = vec3d_of(t), n = vec3d_of_unit(hit.normal), p = vec3d_of(hit.point);
        double first = first_inside(&s, o, d), length = length3d(d);
        if (!hit.hit) {
            /* A chord of a few steps may be lost. */
            HOLDS(first < 0 || outside_by(&s, add3d(o, scale3d(d, first + 1e-6))) > -1e-6);
            continue;
        }
        hits++;
        HOLDS(fabs(length3d(n) - 1) < 1e-8);
        HOLDS(fabs(outside_by(&s, p)) < 8 * 0x1p-26);
        HOLDS(length3d(sub3d(p, add3d(o, scale3d(d, U(hit.fraction))))) < 2e-7);
        double facing = -dot3d(n, d) / length;
        HOLDS(facing > -1e-6);
        if (first >= 0)
            HOLDS(fabs(first - U(hit.fraction)) * length < 2e-7 / fmax(facing, 1e-3));
        /* Nothing of the shape is beyond the surface's plane. */
        HOLDS(support_of(&s, n) - dot3d(n, p) < 2e-6 * (1 + 1 / fmax(facing, 0.05)));
    }
    ck_assert_uint_gt(hits, 5000);
}
END_TEST

START_TEST(hostile_rays_and_points)
{
    test_rng r = { 8 };
    fs_hull3 hull;
    random_hull(&r, 12, &hull);
    for (int round = 0; round < 200000; round++) {
        fs_geometry3 s;
        fs_rel3 half = test_rel3(&r, 2);
        fs_rel3 at = test_rel3(&r, 2);
        fs_rel3 origin = test_rel3(&r, 0);
        fs_rel3 t = test_rel3(&r, 0);
        fs_quat q = test_quat(&r);
        fs_result result = FS_OK;
        switch (round % 6) {
        case 0: result = fs_geometry3_sphere(at, half.x, &s); break;
        case 1: result = fs_geometry3_capsule(at, half, half.y, &s); break;
        case 2: result = fs_geometry3_box(half, at, q, &s); break;
        case 3: result = fs_geometry3_cylinder(half.x, half.y, at, q, &s); break;
        case 4: result = fs_geometry3_cone(half.x, half.y, at, q, &s); break;
        default: result = fs_geometry3_hull(round % 30 == 5 ? &hull : NULL, at, q, &s); break;
        }
        if (result != FS_OK)
            continue;
        HOLDS(fs_geometry3_valid(&s));
        fs_geometry3_raycast(&s, origin, t);
        fs_geometry3_contains(&s, origin);
        fs_geometry3_extent(&s, origin);
        fs_geometry3_support(&s, fs_unit3_make(t.x, t.y, t.z));
        fs_geometry3_aabb(&s, (fs_pose3){ test_pos3(&r, 0), fs_quat_normalise(q) });
        fs_geometry3_mass(&s, fs_scaled_make(test_i64(&r), 3));
    }
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("geometry3");
    TCase *t = tcase_create("geometry3");
    tcase_set_timeout(t, 120);
    tcase_add_test(t, sizes_outside_the_limits_are_refused);
    tcase_add_test(t, foreign_shapes_are_checked);
    tcase_add_test(t, placed_corners_change_no_support_point);
    tcase_add_test(t, support_points_are_furthest);
    tcase_add_test(t, bounds_and_extent_hold_every_point);
    tcase_add_test(t, contains_equals_the_definition);
    tcase_add_test(t, frames_between_poses);
    tcase_add_test(t, rays_by_closed_forms);
    tcase_add_test(t, rays_that_miss_or_start_inside);
    tcase_add_test(t, rays_equal_brute_force);
    tcase_add_test(t, hostile_rays_and_points);
    suite_add_tcase(suite, t);
    return suite;
}
