/* check_cast3.c: when moving shapes first touch: closed forms, and the gap at many times before. */
#include "physics3d/geometry3_fixture.h"

static fs_transform3 frame_of(double x, double y, double z, fs_quat q)
{
    fs_transform3 f = { P3(x, y, z), q };
    return f;
}

START_TEST(casts_by_closed_forms)
{
    fs_geometry3 ball, wall, rod;
    const fs_quat one = fs_quat_identity();
    fs_geometry3_sphere(P3(0, 0, 0), REL(0.5), &ball);
    fs_geometry3_box(P3(0.01, 4, 4), P3(0, 0, 0), one, &wall);
    fs_geometry3_capsule(P3(-2, 0, 0), P3(2, 0, 0), REL(0.1), &rod);
    fs_transform3 from = frame_of(-10, 0.3, 0.2, one);
    fs_cast_hit3 h = fs_geometry3_cast(&wall, &ball, from, P3(20, 0, 0));
    ck_assert(h.hit);
    ck_assert(fabs(U(h.fraction) - 9.49 / 20) < 1e-5 && U(h.fraction) <= 9.49 / 20 + 1e-8);
    ck_assert(fabs(U(h.normal.x) + 1) < 1e-6);
    ck_assert(length3d(sub3d(vec3d_of(h.point), (vec3d){ -0.01, 0.3, 0.2 })) < 1e-6);
    ck_assert(!fs_geometry3_cast(&wall, &ball, from, P3(9.48, 0, 0)).hit);
    ck_assert(!fs_geometry3_cast(&wall, &ball, from, P3(-20, 0, 0)).hit);
    ck_assert(!fs_geometry3_cast(&wall, &ball, frame_of(-10, 4.6, 0, one), P3(20, 0, 0)).hit);
    ck_assert(!fs_geometry3_cast(&wall, &ball, from, P3(0, 0, 0)).hit);
    h = fs_geometry3_cast(&wall, &ball, frame_of(0.2, 0, 0, one), P3(5, 0, 0));
    ck_assert(h.hit && h.fraction == 0 && fs_unit3_is_zero(h.normal));
    /* Balls that pass at 0.6 m: they touch when sqrt(1 - 0.36) = 0.8 m are left. */
    h = fs_geometry3_cast(&ball, &ball, frame_of(-5, 0.6, 0, one), P3(10, 0, 0));
    ck_assert(h.hit && fabs(U(h.fraction) - 0.42) < 3e-5 && fabs(U(h.normal.x) + 0.8) < 1e-4);
    /* A rod turns about z by a quarter and meets a ball at 60 degrees, less the angles of both radii. */
    fs_quat quarter = fs_quat_from_axis_turn(fs_unit3_make(0, 0, FS_UNIT_ONE), FS_TURN_QUARTER);
    fs_geometry3_sphere(P3(0.75, 0.75 * sqrt(3), 0), REL(0.2), &ball);
    h = fs_geometry3_time_of_impact(&ball, &rod, frame_of(0, 0, 0, one), frame_of(0, 0, 0, quarter));
    double angle = M_PI / 3 - asin(0.3 / 1.5);
    /* (1 - t) (1, 0) + t (cos 45, sin 45) has the half angle's tangent t sin / (1 - t + t cos). */
    double mixed = tan(angle / 2) / (sin(M_PI / 4) + tan(angle / 2) * (1 - cos(M_PI / 4)));
    ck_assert(h.hit && fabs(U(h.fraction) - mixed) < 2e-4);
}
END_TEST

static fs_transform3 between(fs_transform3 p, fs_transform3 q, double t)
{
    double same = (double)p.q.x * q.q.x + (double)p.q.y * q.q.y + (double)p.q.z * q.q.z + (double)p.q.w * q.q.w;
    double s = same < 0 ? -t : t;
    fs_quat r = fs_quat_make((fs_unit)((1 - t) * p.q.x + s * q.q.x), (fs_unit)((1 - t) * p.q.y + s * q.q.y),
                             (fs_unit)((1 - t) * p.q.z + s * q.q.z), (fs_unit)((1 - t) * p.q.w + s * q.q.w));
    vec3d a = vec3d_of(p.p), b = vec3d_of(q.p), m = add3d(scale3d(a, 1 - t), scale3d(b, t));
    return frame_of(m.x, m.y, m.z, fs_quat_normalise(r));
}

/* Before the hit there is a gap at every time, at the hit it is within the tolerance; where nothing is hit there always
 * is one. */
/* A box that starts within the tolerance in front of a wall leaves it, and does not go into it. */
START_TEST(a_cast_leaves_what_it_nearly_touches)
{
    static const double gaps[] = { 1e-6, 5e-5, 1e-4, 1.2e-4 };
    fs_geometry3 wall, box;
    const fs_quat one = fs_quat_identity();
    fs_geometry3_box(P3(2, 8, 8), P3(0, 0, 0), one, &wall);
    fs_geometry3_box(P3(0.5, 0.5, 0.5), P3(0, 0, 0), one, &box);
    const fs_transform3 from = frame_of(2.5 + gaps[_i], 0, 0, one);
    ck_assert(!fs_geometry3_cast(&wall, &box, from, P3(3, 0, 0)).hit);
    ck_assert(!fs_geometry3_cast(&wall, &box, from, P3(0, 3, 0)).hit);
    const fs_cast_hit3 h = fs_geometry3_cast(&wall, &box, from, P3(-3, 0, 0));
    ck_assert(h.hit && h.fraction < FS_UNIT_ONE / 16);
}
END_TEST

START_TEST(nothing_passes_through)
{
    test_rng r = { 1 };
    unsigned hits = 0, misses = 0, early = 0;
    for (int round = 0; round < 2400; round++) {
        fs_hull3 h, k;
        fs_geometry3 a = random_shape(&r, 1 + round % 6, &h), b = random_shape(&r, 1 + round / 6 % 6, &k);
        fs_transform3 from = random_transform(&r, 6), to = { random_point(&r, 2), from.q };
        if (round % 3 != 0)
            to.q = random_rotation(&r);
        if (fs_geometry3_distance(&a, &b, from).distance == 0)
            continue;
        fs_cast_hit3 hit = round % 3 == 0 ? fs_geometry3_cast(&a, &b, from, fs_rel3_sub(to.p, from.p))
                                          : fs_geometry3_time_of_impact(&a, &b, from, to);
        double end = U(hit.fraction);
        for (int i = 0; i <= 40; i++) {
            fs_distance3 d = fs_geometry3_distance(&a, &b, between(from, to, end * i / 40));
            HOLDS(d.distance > 0 || i == 40);
        }
        hits += hit.hit;
        misses += !hit.hit;
        /* A grazing rotation may not converge; what is reported then is before the impact. */
        if (hit.hit)
            early += fs_geometry3_distance(&a, &b, between(from, to, end)).distance >= FS_GEOMETRY3_TOLERANCE + 100;
    }
    ck_assert_uint_gt(hits, 300);
    ck_assert_uint_gt(misses, 300);
    ck_assert_uint_le(early, 5);
}
END_TEST

START_TEST(hostile_casts)
{
    test_rng r = { 2 };
    for (int round = 0; round < 3000; round++) {
        fs_hull3 h, k;
        fs_geometry3 a = random_shape(&r, 1 + round % 6, &h), b = random_shape(&r, 1 + round / 6 % 6, &k);
        fs_transform3 from = any_transform(&r), to = any_transform(&r);
        fs_cast_hit3 hit = fs_geometry3_time_of_impact(&a, &b, from, to);
        HOLDS(hit.fraction >= 0 && hit.fraction <= FS_UNIT_ONE);
        hit = fs_geometry3_cast(&a, &b, from, to.p);
        HOLDS(hit.fraction >= 0 && hit.fraction <= FS_UNIT_ONE);
    }
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("cast3");
    TCase *t = tcase_create("cast3");
    tcase_set_timeout(t, 120);
    tcase_add_test(t, casts_by_closed_forms);
    tcase_add_loop_test(t, a_cast_leaves_what_it_nearly_touches, 0, 4);
    tcase_add_test(t, nothing_passes_through);
    tcase_add_test(t, hostile_casts);
    suite_add_tcase(suite, t);
    return suite;
}
