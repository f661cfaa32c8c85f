/* check_triangle3.c: shapes and single triangles of the ground: contacts and times of impact against closest points.
 *
 * FIXSTEP_FIGURES=1 prints how many shapes were near.
 */
#include "physics3d/ground/ground3_fixture.h"
#include "support/figures.h"

/* A triangle with three free sides near the origin; corners that repeat are as likely as a seventh. */
static struct fs__triangle3 random_triangle(test_rng *r)
{
    struct fs__triangle3 t;
    memset(&t, 0, sizeof t);
    for (unsigned k = 0; k < 3; k++)
        t.corner[k] = random_place(r, -1, 1, -0.4, 0.4);
    if (test_bits(r) % 7 == 0)
        t.corner[2] = t.corner[test_bits(r) % 2];
    return t;
}

/* ---- contacts -------------------------------------------------------------------------------------------------- */

static fs_geometry3 random_box(test_rng *r)
{
    double x = uniform(r, 0.05, 0.8), y = uniform(r, 0.05, 0.8);
    return box(x, y, uniform(r, 0.05, 0.8));
}

static fs_geometry3 random_capsule(test_rng *r)
{
    fs_geometry3 s;
    double half = uniform(r, 0.05, 0.8);
    ck_assert_int_eq(fs_geometry3_capsule(P3(0, -half, 0), P3(0, half, 0), REL(uniform(r, 0.05, 0.4)), &s), FS_OK);
    return s;
}

struct tally {
    unsigned near;
    double most; /* m, by which a contact is farther away than the closest points */
};

/* Where a shape lies apart from a triangle on its free side, it gets a contact when it is within the margin, and no point
 * of it is farther away than the closest points; a face that is preferred by the bias counts as the plane of it. */
static void check_contact(test_rng *r, const fs_geometry3 *g, int round, struct tally *n)
{
    struct fs__triangle3 t = random_triangle(r);
    fs_pos3 at = random_place(r, -1.5, 1.5, 0, 1.5);
    struct fs__ground3_probe p = probe_at(g, at, random_rotation(r));
    struct fs__core3 b;
    fs__core3_place(&b, p.geometry, &p.window.b);
    struct fs__manifold3 m;
    fs_rel3 point;
    fs_unit3 normal = { 0, 0, 0 };
    p.margin = REL(0.1);
    fs_rel distance = fs__triangle3_distance(&t, &p, &point, &normal);
    fs__triangle3_collide(&t, &p, &b, &m);
    vec3d own = vec3d_of_unit(fs__triangle3_normal(t.corner)), toward = vec3d_of_unit(normal);
    ck_assert_uint_le(m.count, FS__MANIFOLD3_MAX_POINTS);
    if (m.count > 0)
        ck_assert(fabs(length3d(vec3d_of_unit(m.normal)) - 1) < 1e-6 && dot3d(vec3d_of_unit(m.normal), own) > -1e-6);
    if (distance == 0 || distance == FS_REL_MAX || D(distance) > 0.09 || dot3d(toward, own) < 0.05 ||
        dot3d(sub3d(vec3d_of(p.window.b.p), sub3d(vec3d_of(point), (vec3d){ 0, 0, 0 })), own) < 1e-3)
        return;
    n->near++;
    ck_assert_msg(m.count > 0, "round %d: %g m apart", round, D(distance));
    n->most = fmax(n->most, deepest(&m) - D(distance));
    ck_assert_msg(deepest(&m) < D(distance) + 2e-4, "round %d: %g m for %g m", round, deepest(&m), D(distance));
}

static void check_contacts(const char *name, uint64_t seed, fs_geometry3 (*shape)(test_rng *r))
{
    test_rng r = { seed };
    struct tally n = { 0, 0 };
    for (int round = 0; round < 20000; round++) {
        fs_geometry3 g = shape(&r);
        check_contact(&r, &g, round, &n);
    }
    ck_assert_uint_gt(n.near, 200);
    print_figure("%s apart: %u near, at most %.2g m too far", name, n.near, n.most);
}

START_TEST(boxes_apart_have_the_distance)
{
    check_contacts("boxes", 11, random_box);
}
END_TEST

START_TEST(capsules_apart_have_the_distance)
{
    check_contacts("capsules", 12, random_capsule);
}
END_TEST

/* ---- times of impact --------------------------------------------------------------------------------------------- */

enum { FEW = 3 };

struct few {
    struct fs__triangle3 triangle[FEW];
};

static bool next_of_few(const void *ground, fs_aabb3 near, struct fs__ground3_cursor *cursor, struct fs__triangle3 *t)
{
    const struct few *few = ground;
    (void)near;
    if (cursor->row >= FEW)
        return false;
    *t = few->triangle[cursor->row++];
    return true;
}

/* The least distance from the triangles in front of which the middle of the shape starts. */
static double distance_at(const struct few *few, const struct fs__ground3_probe *start, fs_transform3 at)
{
    struct fs__ground3_probe p = *start;
    double least = INFINITY;
    p.window.b = at;
    for (int i = 0; i < FEW; i++) {
        const struct fs__triangle3 *t = &few->triangle[i];
        fs_rel3 point;
        fs_unit3 normal;
        struct fs__core3 begins;
        fs__core3_place(&begins, p.geometry, &start->window.b);
        fs_rel3 middle = fs__vec3_to_rel(begins.p);
        fs_pos3 from = fs_pos3_add_rel(p.window.origin, middle), corner = t->corner[0];
        vec3d own = vec3d_of_unit(fs__triangle3_normal(t->corner)),
              over = { (double)(from.x - corner.x), (double)(from.y - corner.y), (double)(from.z - corner.z) };
        if (length3d(own) < 0.5 || dot3d(over, own) < 0)
            continue;
        least = fmin(least, D(fs__triangle3_distance(t, &p, &point, &normal)));
    }
    return least;
}

/* Until the time of impact nothing is touched, and then something is near. */
static void check_path(const struct few *few, const struct fs__ground3_probe *p, fs_transform3 to,
                       struct fs__ground3_hit hit, int round)
{
    enum { SAMPLES = 32 };
    const struct fs__sweep3 path = fs__sweep3_make(p->window.b, to, fs_geometry3_extent(p->geometry, fs_rel3_zero()));
    for (int i = 0; i < SAMPLES; i++) {
        fs_unit time = (fs_unit)((int64_t)hit.fraction * i / SAMPLES);
        ck_assert_msg(distance_at(few, p, fs__sweep3_frame(&path, time)) > 0, "round %d: touched at %d of %d before %d",
                      round, i, SAMPLES, hit.fraction);
    }
    double end = distance_at(few, p, fs__sweep3_frame(&path, hit.fraction));
    ck_assert_msg(!hit.hit || end < 2 * D(FS_GEOMETRY3_TOLERANCE), "round %d: %g m apart", round, end);
}

START_TEST(impacts_are_first_touches)
{
    test_rng r = { 13 };
    unsigned hits = 0, misses = 0;
    for (int round = 0; round < 2000; round++) {
        struct few few;
        fs_hull3 hull;
        for (int i = 0; i < FEW; i++)
            few.triangle[i] = random_triangle(&r);
        const struct fs__ground3_source source = { NULL, &few, next_of_few };
        fs_geometry3 g = random_shape(&r, FS_GEOMETRY3_SPHERE + round % (FS_GEOMETRY3_KINDS - 1), &hull);
        fs_pos3 at = random_place(&r, -1.5, 1.5, 0.5, 3);
        struct fs__ground3_probe p = probe_at(&g, at, random_rotation(&r));
        fs_transform3 to = { fs_rel3_add(p.window.b.p, P3(uniform(&r, -1, 1), uniform(&r, -4, 0), 0)), p.window.b.q };
        if (round % 3 != 0)
            to.q = fs_quat_normalise(fs_quat_mul(turn_about(round % 2, uniform(&r, -14, 14)), to.q));
        if (distance_at(&few, &p, p.window.b) == 0)
            continue;
        struct fs__ground3_hit hit = fs__ground3_time_of_impact(&source, &p, to);
        hits += hit.hit;
        misses += !hit.hit;
        check_path(&few, &p, to, hit, round);
    }
    ck_assert_uint_gt(hits, 300);
    ck_assert_uint_gt(misses, 100);
    print_figure("impacts: %u, misses: %u", hits, misses);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("triangle3");
    TCase *t = tcase_create("triangle3");
    tcase_set_timeout(t, 240);
    tcase_add_test(t, boxes_apart_have_the_distance);
    tcase_add_test(t, capsules_apart_have_the_distance);
    tcase_add_test(t, impacts_are_first_touches);
    suite_add_tcase(suite, t);
    return suite;
}
