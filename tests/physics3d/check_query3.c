/* check_query3.c: spatial queries of 3D worlds: equal with and without scratch, and equal to a search through every shape;
 * rays of any length against boxes of any size.
 */
#include "physics3d/world3_fixture.h"

enum { ROUNDS = 60, ROWS = 96 };

static fs_pos3 any_point(fs_rng *rng)
{
    double x = (double)fs_rng_below(rng, 800) / 100, y = (double)fs_rng_below(rng, 600) / 100;
    return pos3_of(x - 4, y - 1, (double)fs_rng_below(rng, 800) / 100 - 4);
}

static fs_wide3 between(fs_pos3 a, fs_pos3 b)
{
    return fs_wide3_make(b.x - a.x, b.y - a.y, b.z - a.z);
}

static bool same_hit(fs_query_hit3 a, fs_query_hit3 b)
{
    return a.hit == b.hit && a.shape == b.shape && a.fraction == b.fraction && fs_unit3_eq(a.normal, b.normal) &&
           fs_pos3_eq(a.at, b.at);
}

/* A view without scratch tests every shape. */
START_TEST(answers_do_not_depend_on_scratch)
{
    struct fixture3 t = fixture3_start(60);
    struct fs_world3 bare;
    fs_filter3 filter = fs_default_filter3();
    fs_rng rng = fs_rng_seed(1, 1);
    fs_geometry3 box;
    uint32_t hits = 0, found = 0, a[ROWS], b[ROWS];
    fixture3_heap(&t, fs_pos3_zero(), 60);
    fixture3_step(&t, 30);
    fs_world3_bind(t.state, fixture3_T_physics3, NULL, &bare);
    ck_assert_int_eq(fs_geometry3_box(fs_rel3_make(FS_REL_ONE / 4, FS_REL_ONE / 3, FS_REL_ONE / 2), fs_rel3_zero(),
                                      fs_quat_identity(), &box),
                     FS_OK);
    for (int i = 0; i < ROUNDS; i++) {
        fs_pos3 p = any_point(&rng), q = any_point(&rng);
        fs_pose3 pose = { p, fs_quat_identity() };
        fs_query_hit3 hit = fs_query3_ray(&t.w, p, between(p, q), filter);
        ck_assert(same_hit(hit, fs_query3_ray(&bare, p, between(p, q), filter)));
        hits += hit.hit;
        ck_assert(
            same_hit(fs_query3_closest(&t.w, p, FS_REL_ONE, filter), fs_query3_closest(&bare, p, FS_REL_ONE, filter)));
        fs_rel3 way = fs_pos3_sub_rel(q, p);
        ck_assert(
            same_hit(fs_query3_cast(&t.w, &box, pose, way, filter), fs_query3_cast(&bare, &box, pose, way, filter)));
        uint32_t n = fs_query3_geometry(&t.w, &box, pose, filter, a, ROWS);
        ck_assert_uint_eq(fs_query3_geometry(&bare, &box, pose, filter, b, ROWS), n);
        ck_assert_mem_eq(a, b, n * sizeof *a);
        n = fs_query3_aabb(&t.w, (fs_aabb3){ fs_pos3_min(p, q), fs_pos3_max(p, q) }, filter, a, ROWS);
        ck_assert_uint_eq(fs_query3_aabb(&bare, (fs_aabb3){ fs_pos3_min(p, q), fs_pos3_max(p, q) }, filter, b, ROWS),
                          n);
        ck_assert_mem_eq(a, b, n * sizeof *a);
        found += n;
        ck_assert_uint_eq(fs_query3_point(&t.w, p, filter, a, ROWS), fs_query3_point(&bare, p, filter, b, ROWS));
    }
    ck_assert(hits > ROUNDS / 4 && found > ROUNDS);
    fixture3_end(&t);
}
END_TEST

/* The first hit is the nearest of all hits, and all hits ascend. */
START_TEST(rays_report_hits_in_order)
{
    struct fixture3 t = fixture3_start(60);
    fs_query_hit3 hits[ROWS];
    fs_filter3 filter = fs_default_filter3();
    for (int i = 0; i < 20; i++)
        fixture3_ball(&t, pos3_of((i * 7) % 20 * 2 + 1, 0, 0), 0.5);
    fs_wide3 way = fs_wide3_make(100 * FS_WIDE_ONE, 0, 0);
    fs_pos3 from = pos3_of(-10, 0.25, 0);
    ck_assert_uint_eq(fs_query3_ray_all(&t.w, from, way, filter, hits, ROWS), 20);
    ck_assert(same_hit(hits[0], fs_query3_ray(&t.w, from, way, filter)));
    for (int i = 0; i < 20; i++)
        ck_assert(fabs(metres(hits[i].at.x) - (2 * i + 1 - sqrt(0.25 - 0.0625))) < 1e-6);
    fixture3_end(&t);
}
END_TEST

/* A box of 2000 km: hit from 600,000 km, from inside, passed by, and by a ball that falls on it. */
START_TEST(large_boxes_are_met_exactly)
{
    struct fixture3 t = fixture3_start(60);
    fs_filter3 filter = fs_default_filter3();
    fs_geometry3 ball;
    fixture3_box(&t, FS_BODY3_STATIC, pos3_of(0, -3, 0), 1000000, 3, 1000000);
    fs_pos3 from = pos3_of(999000.25, 600000000, -999000);
    fs_query_hit3 hit = fs_query3_ray(&t.w, from, fs_wide3_make(0, -700000000 * FS_WIDE_ONE, 0), filter);
    ck_assert(hit.hit && hit.at.x == from.x && hit.at.z == from.z && hit.normal.y == FS_UNIT_ONE);
    ck_assert(fs_abs64(hit.at.y) <= 4);
    hit = fs_query3_ray(&t.w, pos3_of(5, -1, 5), fs_wide3_make(FS_WIDE_ONE, 0, 0), filter);
    ck_assert(hit.hit && hit.fraction == 0 && fs_unit3_is_zero(hit.normal));
    hit = fs_query3_ray(&t.w, pos3_of(1000001, 5, 0), fs_wide3_make(0, -20 * FS_WIDE_ONE, 0), filter);
    ck_assert(!hit.hit);
    ck_assert_int_eq(fs_geometry3_sphere(fs_rel3_zero(), FS_REL_ONE / 2, &ball), FS_OK);
    hit = fs_query3_cast(&t.w, &ball, (fs_pose3){ pos3_of(-900000, 20, 7), fs_quat_identity() },
                         fs_rel3_make(0, -30 * FS_REL_ONE, 0), filter);
    ck_assert(hit.hit && fabs((double)hit.fraction / FS_UNIT_ONE - 19.5 / 30) < 1e-4);
    hit = fs_query3_closest(&t.w, pos3_of(123456, 2, 654321), 5 * FS_REL_ONE, filter);
    ck_assert(hit.hit && fabs((double)hit.fraction / FS_UNIT_ONE - 0.4) < 1e-4 && hit.normal.y > FS_UNIT_ONE - 100);
    fixture3_end(&t);
}
END_TEST

START_TEST(filters_and_sensors_are_respected)
{
    struct fixture3 t = fixture3_start(60);
    fs_shape3_def def = fs_default_shape3_def();
    fs_filter3 filter = fs_default_filter3();
    uint32_t rows[ROWS];
    def.category = 2;
    def.flags = FS_SHAPE3_SENSOR;
    fs_body3 body = fixture3_body(&t, FS_BODY3_STATIC, fs_pos3_zero());
    ck_assert_int_eq(fs_shape3_create_sphere(&t.w, body, &def, fs_pos3_zero(), FS_POS_ONE, NULL), FS_OK);
    ck_assert_uint_eq(fs_query3_point(&t.w, fs_pos3_zero(), filter, rows, ROWS), 0);
    filter.sensors = true;
    ck_assert_uint_eq(fs_query3_point(&t.w, fs_pos3_zero(), filter, rows, ROWS), 1);
    filter.mask = 1;
    ck_assert_uint_eq(fs_query3_point(&t.w, fs_pos3_zero(), filter, rows, ROWS), 0);
    filter.mask = 2;
    ck_assert_int_eq(fs_body3_set_enabled(&t.w, body, false), FS_OK);
    ck_assert_uint_eq(fs_query3_point(&t.w, fs_pos3_zero(), filter, rows, ROWS), 0);
    fixture3_end(&t);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("query3");
    TCase *tc = tcase_create("query3");
    suite_add_tcase(suite, tc);
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, answers_do_not_depend_on_scratch);
    tcase_add_test(tc, rays_report_hits_in_order);
    tcase_add_test(tc, large_boxes_are_met_exactly);
    tcase_add_test(tc, filters_and_sensors_are_respected);
    return suite;
}
