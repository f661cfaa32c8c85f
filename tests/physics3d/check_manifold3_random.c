/* check_manifold3_random.c: manifolds of random pairs of all kinds against brute force in double.
 *
 * A manifold is right when its normal separates the shapes nearly as well as the best direction, its deepest point is as
 * deep as that normal says, and each point lies halfway between the two surfaces.
 */
#include <stdlib.h>

#include "physics3d/manifold3_fixture.h"

/* Preferred features may be worse than the best axis by twice the bias (2^-11 m). */
static const double bias = 2 * 0x1p-11;

struct tally {
    unsigned pairs, touching, apart, deep, points; /* apart: with a known gap */
    double worst_normal, worst_depth;
};

static const char *kind_name[] = { "", "sphere", "capsule", "box", "cylinder", "cone", "hull" };

static void check_manifold(const fs_geometry3 *a, const fs_geometry3 *b, fs_transform3 f, double margin,
                           const struct fs__manifold3 *m, struct tally *t)
{
    vec3d axis = { 0, 0, 0 };
    double best = best_separation(a, b, f, &axis);
    t->pairs++;
    if (m->count == 0) {
        best = fmax(best, D(fs_geometry3_distance(a, b, f).distance));
        ck_assert_msg(best > margin - 1e-6, "%s %s: none at %.9g", kind_name[a->kind], kind_name[b->kind], best);
        return;
    }
    vec3d n = vec3d_of_unit(m->normal);
    ck_assert_msg(fabs(length3d(n) - 1) < 1e-8, "normal of length %.12g", length3d(n));
    double along = separation_along(a, b, f, n), depth = deepest(m);
    t->touching++;
    t->points += m->count;
    t->worst_normal = fmax(t->worst_normal, best - along);
    t->worst_depth = fmax(t->worst_depth, fabs(depth - along));
    ck_assert_msg(best - along < bias + 1e-6, "%s %s: axis gives %.9g, best %.9g", kind_name[a->kind],
                  kind_name[b->kind], along, best);
    ck_assert_msg(depth - along < bias + 1e-6 && depth - along > -1e-6, "%s %s: depth %.9g along %.9g best %.9g ref %x",
                  kind_name[a->kind], kind_name[b->kind], depth, along, best, (unsigned)m->reference);
}

static void check_points(const fs_geometry3 *a, const fs_geometry3 *b, fs_transform3 f, const struct fs__manifold3 *m)
{
    vec3d n = vec3d_of_unit(m->normal);
    for (unsigned i = 0; i < m->count; i++) {
        vec3d p = vec3d_of(m->point[i]), half = scale3d(n, D(m->separation[i]) / 2);
        vec3d on_a = sub3d(p, half), on_b = add3d(p, half);
        vec3d own = rotate3d(inverse_of(f.q), sub3d(on_b, vec3d_of(f.p)));
        ck_assert_msg(outside_by(a, on_a) < 2e-4 && outside_by(b, own) < 2e-4, "%s %s: point %u off by %g %g ref %x",
                      kind_name[a->kind], kind_name[b->kind], i, outside_by(a, on_a), outside_by(b, own),
                      (unsigned)m->reference);
        for (unsigned j = 0; j < i; j++)
            ck_assert_msg(m->id[j] < m->id[i], "ids %x %x", m->id[j], m->id[i]);
    }
}

/* Without points it is no more than the distance. */
static void check_gap(const fs_geometry3 *a, const fs_geometry3 *b, fs_transform3 f, const struct fs__manifold3 *m)
{
    fs_distance3 d = fs_geometry3_distance(a, b, f);
    ck_assert_msg(m->count > 0 ? m->gap == 0 : m->gap <= (int64_t)d.distance + d.error + 256,
                  "%u points, gap %.9g of %.9g", m->count, D(m->gap), D(d.distance));
}

static void check_pairs(int kind_a, int kind_b, unsigned rounds, struct tally *t)
{
    test_rng r = { (uint64_t)(kind_a * 16 + kind_b) };
    const double margin = 0.02;
    for (unsigned i = 0; i < rounds; i++) {
        fs_hull3 ha, hb;
        fs_geometry3 a = random_shape(&r, kind_a, &ha), b = random_shape(&r, kind_b, &hb);
        fs_transform3 f = random_transform(&r, 1);
        if (i % 2) { /* near the surface */
            vec3d axis;
            double s = best_separation(&a, &b, f, &axis), want = uniform(&r, -0.01, margin);
            vec3d p = add3d(vec3d_of(f.p), scale3d(axis, want - s));
            f.p = P3(p.x, p.y, p.z);
        }
        struct fs__manifold3 m;
        fs__manifold3_collide(&a, &b, &f, &(struct fs__manifold3_query){ .margin = REL(margin) }, &m);
        check_manifold(&a, &b, f, margin, &m, t);
        check_points(&a, &b, f, &m);
        check_gap(&a, &b, f, &m);
        t->apart += m.gap > 0;
    }
}

START_TEST(random_pairs_agree_with_brute_force)
{
    int a = 1 + _i / 6, b = 1 + _i % 6;
    struct tally t = { 0 };
    check_pairs(a, b, getenv("FIXSTEP_LONG") != NULL ? 400 : 6, &t);
    ck_assert_uint_ge(2 * t.touching, t.pairs);
    ck_assert_uint_ge(10 * (t.touching + t.apart), 9 * t.pairs);
}
END_TEST

static double least_separation(const struct fs__manifold3 *m)
{
    double least = 1;
    for (unsigned i = 0; i < m->count; i++)
        least = fmin(least, D(m->separation[i]));
    return least;
}

/* A capsule lies nearly level across an edge of a box, at the height `gap` (m). */
static fs_transform3 lay_across(test_rng *r, double half, double radius, double gap)
{
    const vec3d axis = unit3d((vec3d){ uniform(r, -1, 1), uniform(r, -1, 1), uniform(r, -1, 1) });
    const double lean = uniform(r, 0, 0.1), s = sin(lean / 2);
    const fs_quat q = fs_quat_normalise(
        fs_quat_make((fs_unit)lround(axis.x * s * 0x1p30), (fs_unit)lround(axis.y * s * 0x1p30),
                     (fs_unit)lround(axis.z * s * 0x1p30), (fs_unit)lround(cos(lean / 2) * 0x1p30)));
    const double x = uniform(r, -half, half), z = half + uniform(r, -0.02, 0.02);
    return (fs_transform3){ P3(x, half + radius + gap, z), q };
}

/* Points that are looked for before they are near (manifold.h `swept`) leave no overlap out. */
START_TEST(capsules_across_edges_are_as_deep_when_swept)
{
    test_rng r = { 7 };
    for (int i = 0; i < 2000; i++) {
        const double half = uniform(&r, 0.2, 0.5), radius = uniform(&r, 0.05, 0.3), gap = uniform(&r, -0.02, 0.02);
        fs_geometry3 box, capsule;
        struct fs__manifold3 m, swept;
        ck_assert_int_eq(fs_geometry3_box(P3(half, half, half), P3(0, 0, 0), fs_quat_identity(), &box), FS_OK);
        ck_assert_int_eq(fs_geometry3_capsule(P3(-radius, 0, 0), P3(radius, 0, 0), REL(radius), &capsule), FS_OK);
        const fs_transform3 f = lay_across(&r, half, radius, gap);
        fs__manifold3_collide(&box, &capsule, &f, &(struct fs__manifold3_query){ .margin = REL(0.02) }, &m);
        fs__manifold3_collide(&box, &capsule, &f, &(struct fs__manifold3_query){ .margin = REL(0.02), .swept = true },
                              &swept);
        const double depth = least_separation(&m), found = least_separation(&swept);
        if (m.count > 0)
            ck_assert_msg(found - depth < fabs(depth) / 16 + 2 * bias, "%d: %.5f m of %.5f m", i, found, depth);
    }
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("manifold3_random");
    TCase *t = tcase_create("manifold3_random");
    tcase_set_timeout(t, 120);
    tcase_add_loop_test(t, random_pairs_agree_with_brute_force, 0, 36);
    tcase_add_test(t, capsules_across_edges_are_as_deep_when_swept);
    suite_add_tcase(suite, t);
    return suite;
}
