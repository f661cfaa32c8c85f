/* check_query2.c: queries of a 2D world against closed forms, against a test of every shape, and without scratch.
 *
 * Positions are whole metres or halves wherever a closed form has an exact value.
 */
#define FS__WORLD2_INTERNAL /* the columns are written */

#include <fixstep/trig.h>

#include "num/num_util.h"
#include "physics2d/world2_fixture.h"

#define METRES(x) ((fs_pos)((x)*4) * (FS_POS_ONE / 4))
#define AT(x, y) fs_pos2_make(METRES(x), METRES(y))
#define WAY(x, y) fs_wide2_make(METRES(x), METRES(y))

enum { MOST = 64 };

static bool near64(int64_t a, int64_t b, int64_t most)
{
    return fs_absdiff64(a, b) <= (uint64_t)most;
}

/* Closer than a micrometre. */
static bool near_at(fs_pos2 a, fs_pos2 b)
{
    return near64(a.x, b.x, FS_POS_ONE >> 20) && near64(a.y, b.y, FS_POS_ONE >> 20);
}

static fs_body2 add_static(struct fixture2 *t, fs_pos2 at, const fs_geometry2 *shape)
{
    return fixture2_add_body(t, FS_BODY2_STATIC, at.x, at.y, shape);
}

/* --- closed forms ------------------------------------------------------------------------------ */

/* A disc of radius 1/2 at (3, 0): met after 2.5 m of 10, at its left end. */
START_TEST(a_ray_hits_a_disc)
{
    struct fixture2 t = fixture2_start(60);
    fs_geometry2 disc = fixture2_disc_geometry(FS_REL_ONE / 2);
    add_static(&t, AT(3, 0), &disc);
    fs_query_hit2 hit = fs_query2_ray(&t.w, AT(0, 0), WAY(10, 0), fs_default_filter2());
    ck_assert(hit.hit && near64(hit.fraction, FS_UNIT_ONE / 4, 64));
    ck_assert(near_at(hit.at, AT(2.5, 0)) && near64(hit.normal.x, -FS_UNIT_ONE, 64) && near64(hit.normal.y, 0, 64));
    /* Off the axis by h: enters sqrt(r^2 - h^2) before the centre: 0.3, 0.4, 0.5. */
    fs_pos h = FS_POS_ONE * 3 / 10;
    hit = fs_query2_ray(&t.w, fs_pos2_make(0, h), WAY(10, 0), fs_default_filter2());
    ck_assert(hit.hit && near_at(hit.at, fs_pos2_make(3 * FS_POS_ONE - FS_POS_ONE * 4 / 10, h)));
    ck_assert(near64(hit.normal.y, FS_UNIT_ONE / 10 * 6, 256) && near64(hit.normal.x, -FS_UNIT_ONE / 10 * 8, 256));
    /* Grazing: a little inside meets, a little outside does not. */
    ck_assert(fs_query2_ray(&t.w, fs_pos2_make(0, FS_POS_ONE / 2 - 1024), WAY(10, 0), fs_default_filter2()).hit);
    ck_assert(!fs_query2_ray(&t.w, fs_pos2_make(0, FS_POS_ONE / 2 + 1024), WAY(10, 0), fs_default_filter2()).hit);
    /* Too short, away, and from inside. */
    ck_assert(!fs_query2_ray(&t.w, AT(0, 0), WAY(2.25, 0), fs_default_filter2()).hit);
    ck_assert(!fs_query2_ray(&t.w, AT(0, 0), WAY(-10, 0), fs_default_filter2()).hit);
    hit = fs_query2_ray(&t.w, AT(3.25, 0), WAY(5, 5), fs_default_filter2());
    ck_assert(hit.hit && hit.fraction == 0 && fs_unit2_is_zero(hit.normal) && fs_pos2_eq(hit.at, AT(3.25, 0)));
    fixture2_end(&t);
}
END_TEST

/* A box turned by 30 degrees: its face at distance 1 along (cos, sin), met by a ray against that direction. */
START_TEST(a_ray_hits_a_rotated_box)
{
    struct fixture2 t = fixture2_start(60);
    fs_geometry2 box;
    fs_rot2 rot = fs_rot2_from_turn(UINT32_MAX / 12);
    ck_assert_int_eq(fs_geometry2_box(FS_REL_ONE, 2 * FS_REL_ONE, fs_rel2_zero(), rot, &box), FS_OK);
    add_static(&t, AT(0, 0), &box);
    for (int far = 2; far < 2000000; far *= 10) {
        fs_pos2 from = fs_pos2_make((fs_pos)rot.c * 4 * far, (fs_pos)rot.s * 4 * far);
        fs_query_hit2 hit = fs_query2_ray(&t.w, from, fs_wide2_make(-from.x, -from.y), fs_default_filter2());
        ck_assert(hit.hit && near_at(hit.at, fs_pos2_make((fs_pos)rot.c * 4, (fs_pos)rot.s * 4)));
        ck_assert(near64(hit.normal.x, rot.c, 64) && near64(hit.normal.y, rot.s, 64));
        ck_assert(near64(hit.fraction, FS_UNIT_ONE - FS_UNIT_ONE / far, 64));
    }
    fixture2_end(&t);
}
END_TEST

/* From one edge of the range to the other, and beyond it: the disc is met to a micrometre, in both directions. */
START_TEST(a_ray_may_have_any_length)
{
    struct fixture2 t = fixture2_start(60);
    fs_geometry2 disc = fixture2_disc_geometry(FS_REL_ONE / 4);
    add_static(&t, AT(123, 7), &disc);
    for (int k = 0; k < 2; k++) {
        fs_pos2 from = fs_pos2_make(k == 0 ? -((fs_pos)1 << 62) : (fs_pos)1 << 62, METRES(7));
        fs_wide2 way = fs_wide2_make(k == 0 ? FS_WIDE_MAX : FS_WIDE_MIN, 0);
        fs_query_hit2 hit = fs_query2_ray(&t.w, from, way, fs_default_filter2());
        ck_assert(hit.hit && near_at(hit.at, AT(k == 0 ? 122.75 : 123.25, 7)));
        ck_assert(near64(hit.fraction, FS_UNIT_ONE / 2, 128));
    }
    /* Along the diagonal of the whole range, of slope 1. */
    fs_pos far = (fs_pos)1 << 62;
    fs_body2 second = add_static(&t, AT(-500, -500), &disc);
    fs_query_hit2 hit = fs_query2_ray(&t.w, fs_pos2_make(-far, -far), fs_wide2_make(FS_WIDE_MAX, FS_WIDE_MAX),
                                      fs_default_filter2());
    ck_assert(hit.hit && t.w.shape.body[hit.shape] == fixture2_row(&t, second));
    fs_pos side = fs_mul64(FS_POS_ONE / 4, 759250125, 30); /* r / sqrt 2 */
    ck_assert(near_at(hit.at, fs_pos2_make(METRES(-500) - side, METRES(-500) - side)));
    fixture2_end(&t);
}
END_TEST

/* Discs at 1, 2, 3 .. from the start, in another order of rows; equal distances go by row. */
START_TEST(all_hits_in_order)
{
    static const int at[] = { 5, 2, 9, 2, 7, 1 };
    struct fixture2 t = fixture2_start(60);
    fs_geometry2 disc = fixture2_disc_geometry(FS_REL_ONE / 4);
    fs_query_hit2 hits[8];
    for (int i = 0; i < 6; i++)
        add_static(&t, AT(at[i], 0), &disc);
    ck_assert_uint_eq(fs_query2_ray_all(&t.w, AT(0, 0), WAY(20, 0), fs_default_filter2(), hits, 8), 6);
    static const uint32_t order[] = { 5, 1, 3, 0, 4, 2 };
    for (int i = 0; i < 6; i++)
        ck_assert(hits[i].hit && hits[i].shape == order[i] && near_at(hits[i].at, AT(at[order[i]] - 0.25, 0)));
    hits[2].shape = 77;
    ck_assert_uint_eq(fs_query2_ray_all(&t.w, AT(0, 0), WAY(20, 0), fs_default_filter2(), hits, 2), 6);
    ck_assert(hits[0].shape == 5 && hits[1].shape == 1 && hits[2].shape == 77);
    ck_assert_uint_eq(fs_query2_ray(&t.w, AT(0, 0), WAY(20, 0), fs_default_filter2()).shape, 5);
    fixture2_end(&t);
}
END_TEST

START_TEST(nearest_points)
{
    struct fixture2 t = fixture2_start(60);
    fs_geometry2 disc = fixture2_disc_geometry(FS_REL_ONE / 2), box = fixture2_box_geometry(FS_REL_ONE, FS_REL_ONE);
    add_static(&t, AT(0, 0), &disc);
    add_static(&t, AT(10, 0), &box);
    /* 3-4-5 from the disc: 5 m to its centre. */
    fs_query_hit2 hit = fs_query2_closest(&t.w, AT(3, 4), 5 * FS_REL_ONE, fs_default_filter2());
    ck_assert(hit.hit && hit.shape == 0 && near64(hit.fraction, FS_UNIT_ONE / 10 * 9, 512));
    ck_assert(near_at(hit.at, fs_pos2_make(FS_POS_ONE * 3 / 10, FS_POS_ONE * 4 / 10)));
    ck_assert(near64(hit.normal.x, FS_UNIT_ONE / 5 * 3, 256) && near64(hit.normal.y, FS_UNIT_ONE / 5 * 4, 256));
    ck_assert(!fs_query2_closest(&t.w, AT(3, 4), 4 * FS_REL_ONE, fs_default_filter2()).hit);
    /* The corner of the box and its face. */
    hit = fs_query2_closest(&t.w, AT(14, 4), 6 * FS_REL_ONE, fs_default_filter2());
    ck_assert(hit.hit && hit.shape == 1 && near_at(hit.at, AT(11, 1)));
    hit = fs_query2_closest(&t.w, AT(9.5, 3), 6 * FS_REL_ONE, fs_default_filter2());
    ck_assert(hit.hit && hit.shape == 1 && near_at(hit.at, AT(9.5, 1)) && near64(hit.normal.y, FS_UNIT_ONE, 64));
    hit = fs_query2_closest(&t.w, AT(9.5, 0.5), 6 * FS_REL_ONE, fs_default_filter2());
    ck_assert(hit.hit && hit.fraction == 0 && fs_unit2_is_zero(hit.normal) && fs_pos2_eq(hit.at, AT(9.5, 0.5)));
    fixture2_end(&t);
}
END_TEST

/* A box of half side 1/2 moved against a wall 4 m away: it stops when its face is there. */
START_TEST(casts)
{
    struct fixture2 t = fixture2_start(60);
    fs_geometry2 wall = fixture2_box_geometry(FS_REL_ONE, 8 * FS_REL_ONE),
                 box = fixture2_box_geometry(FS_REL_ONE / 2, FS_REL_ONE / 2);
    add_static(&t, AT(5, 0), &wall);
    fs_pose2 pose = { AT(-0.5, 0), fs_rot2_identity() };
    fs_query_hit2 hit = fs_query2_cast(&t.w, &box, pose, fs_rel2_make(8 * FS_REL_ONE, 0), fs_default_filter2());
    ck_assert(hit.hit && near64(hit.fraction, FS_UNIT_ONE / 2, FS_UNIT_ONE / 8 / 4096));
    ck_assert(near64(hit.normal.x, -FS_UNIT_ONE, 64) && near64(hit.at.x, METRES(4), FS_POS_ONE / 4096));
    ck_assert(!fs_query2_cast(&t.w, &box, pose, fs_rel2_make(15 * FS_REL_ONE / 4, 0), fs_default_filter2()).hit);
    pose.pos = AT(4, 2);
    hit = fs_query2_cast(&t.w, &box, pose, fs_rel2_make(8 * FS_REL_ONE, 0), fs_default_filter2());
    ck_assert(hit.hit && hit.fraction == 0 && fs_unit2_is_zero(hit.normal) && fs_pos2_eq(hit.at, pose.pos));
    fixture2_end(&t);
}
END_TEST

/* Shapes that a query reports: masks, sensors, disabled bodies, one-sided ground. */
START_TEST(filters)
{
    struct fixture2 t = fixture2_start(60);
    fs_geometry2 disc = fixture2_disc_geometry(FS_REL_ONE);
    fs_shape2_def def = fs_default_shape2_def();
    fs_body2 body = add_static(&t, AT(0, 0), &disc);
    fs_shape2 sensor;
    def.flags = FS_SHAPE2_SENSOR;
    def.category = 4;
    def.mask = 2;
    ck_assert_int_eq(fs_shape2_create(&t.w, body, &def, &disc, &sensor), FS_OK);
    uint32_t rows[4];
    fs_filter2 f = fs_default_filter2();
    ck_assert(fs_query2_point(&t.w, AT(0, 0), f, rows, 4) == 1 && rows[0] == 0);
    f.sensors = true;
    ck_assert(fs_query2_point(&t.w, AT(0, 0), f, rows, 4) == 2 && rows[0] == 0 && rows[1] == 1);
    f.category = 1;
    ck_assert(fs_query2_point(&t.w, AT(0, 0), f, rows, 4) == 1 && rows[0] == 0);
    f.category = 2;
    f.mask = 4;
    ck_assert(fs_query2_point(&t.w, AT(0, 0), f, rows, 4) == 1 && rows[0] == 1);
    ck_assert_int_eq(fs_body2_set_enabled(&t.w, body, false), FS_OK);
    ck_assert_uint_eq(fs_query2_point(&t.w, AT(0, 0), fs_default_filter2(), rows, 4), 0);
    fixture2_end(&t);
}
END_TEST

/* A floor runs from right to left: its outside is above. */
START_TEST(one_sided_ground)
{
    struct fixture2 t = fixture2_start(60);
    fs_geometry2 floor;
    ck_assert_int_eq(fs_geometry2_segment(fs_rel2_make(6 * FS_REL_ONE, 0), fs_rel2_make(-6 * FS_REL_ONE, 0), &floor),
                     FS_OK);
    add_static(&t, AT(0, 0), &floor);
    t.w.shape.flags[0] |= FS_SHAPE2_ONE_SIDED;
    fs_query_hit2 down = fs_query2_ray(&t.w, AT(0.5, 3), WAY(0, -6), fs_default_filter2());
    ck_assert(down.hit && near_at(down.at, AT(0.5, 0)) && near64(down.normal.y, FS_UNIT_ONE, 64));
    ck_assert(!fs_query2_ray(&t.w, AT(0.5, -3), WAY(0, 6), fs_default_filter2()).hit);
    fs_geometry2 disc = fixture2_disc_geometry(FS_REL_ONE / 4);
    fs_pose2 below = { AT(0.5, -3), fs_rot2_identity() };
    ck_assert(!fs_query2_cast(&t.w, &disc, below, fs_rel2_make(0, 6 * FS_REL_ONE), fs_default_filter2()).hit);
    fixture2_end(&t);
}
END_TEST

/* --- against brute force -------------------------------------------------------------------------- */

static fs_geometry2 random_shape(test_rng *r)
{
    fs_rel a = (fs_rel)(test_bits(r) % FS_REL_ONE) + FS_REL_ONE / 8,
           b = (fs_rel)(test_bits(r) % FS_REL_ONE) + FS_REL_ONE / 8;
    fs_geometry2 shape = fixture2_box_geometry(a, b);
    if (test_bits(r) % 3 == 0)
        shape = fixture2_disc_geometry(a);
    else if (test_bits(r) % 2 == 0)
        ck_assert_int_eq(fs_geometry2_capsule(fs_rel2_make(-a, 0), fs_rel2_make(a, b), b / 2, &shape), FS_OK);
    return shape;
}

static fs_pos2 random_point(test_rng *r)
{
    int64_t x = (int64_t)(test_bits(r) % (20 * (uint64_t)FS_POS_ONE));
    int64_t y = (int64_t)(test_bits(r) % (20 * (uint64_t)FS_POS_ONE));
    return fs_pos2_make(x - 10 * FS_POS_ONE, y - 10 * FS_POS_ONE);
}

static fs_pose2 random_pose(test_rng *r)
{
    fs_pos2 p = random_point(r);
    return (fs_pose2){ p, fs_rot2_from_turn((uint32_t)test_bits(r)) };
}

static struct fixture2 make_random_world(test_rng *r)
{
    struct fixture2 t = fixture2_start(60);
    fixture2_set_gravity(&t, 0);
    for (int i = 0; i < 40; i++) {
        fs_geometry2 shape = random_shape(r);
        fs_pos2 at = random_point(r);
        fs_body2 body = fixture2_add_body(&t, i % 3 == 0 ? FS_BODY2_STATIC : FS_BODY2_DYNAMIC, at.x, at.y, &shape);
        fs_body2_set_pose(&t.w, body, at, fs_rot2_from_turn((uint32_t)test_bits(r)));
        fs_vel x = test_i32(r) >> 6, y = test_i32(r) >> 6;
        fs_body2_set_velocity(&t.w, body, fs_vel2_make(x, y), test_i32(r) >> 6);
    }
    return t;
}

static bool is_listed(const uint32_t *rows, uint32_t count, uint32_t row)
{
    for (uint32_t i = 0; i < count; i++)
        if (rows[i] == row)
            return true;
    return false;
}

/* Points, boxes and shapes: each shape by itself, in its own frame. */
static void compare_overlaps(struct fixture2 *t, test_rng *r)
{
    uint32_t points[MOST], boxes[MOST], shapes[MOST];
    fs_filter2 f = fs_default_filter2();
    fs_geometry2 shape = random_shape(r);
    fs_pose2 pose = random_pose(r);
    fs_aabb2 box = fs_geometry2_aabb(&shape, pose);
    uint32_t p = fs_query2_point(&t->w, pose.pos, f, points, MOST), b = fs_query2_aabb(&t->w, box, f, boxes, MOST);
    uint32_t s = fs_query2_geometry(&t->w, &shape, pose, f, shapes, MOST);
    for (uint32_t row = 0; row < *t->w.shape.rows; row++) {
        fs_geometry2 there;
        fs_shape2_geometry(&t->w, row, &there);
        fs_pose2 at = fs_body2_pose(&t->w, t->w.shape.body[row]);
        fs_rel2 local = fs_rot2_inv_rel(at.rot, fs_pos2_sub_rel(pose.pos, at.pos));
        ck_assert_int_eq(is_listed(points, p, row), fs_geometry2_contains(&there, local));
        ck_assert_int_eq(is_listed(boxes, b, row), fs_aabb2_overlaps(fs_geometry2_aabb(&there, at), box));
        ck_assert_int_eq(is_listed(shapes, s, row),
                         fs_geometry2_distance(&there, &shape, fs_frame2_between(at, pose)).distance == 0);
    }
}

static bool same_hit(fs_query_hit2 a, fs_query_hit2 b)
{
    return a.hit == b.hit && a.shape == b.shape && a.fraction == b.fraction && fs_unit2_eq(a.normal, b.normal) &&
           fs_pos2_eq(a.at, b.at);
}

/* A ray is the first of all its hits; each hit is on its shape's surface, and on the ray. */
static void compare_rays(struct fixture2 *t, test_rng *r)
{
    fs_query_hit2 hits[MOST];
    fs_pos2 from = random_point(r), to = random_point(r);
    fs_wide2 way = fs_wide2_make(to.x - from.x, to.y - from.y);
    uint32_t n = fs_query2_ray_all(&t->w, from, way, fs_default_filter2(), hits, MOST);
    fs_query_hit2 first = fs_query2_ray(&t->w, from, way, fs_default_filter2());
    ck_assert_int_eq(first.hit, n > 0);
    if (n > 0)
        ck_assert(same_hit(first, hits[0]));
    for (uint32_t i = 0; i < n; i++) {
        fs_geometry2 there;
        fs_shape2_geometry(&t->w, hits[i].shape, &there);
        fs_pose2 at = fs_body2_pose(&t->w, t->w.shape.body[hits[i].shape]);
        fs_cast_hit2 alone = fs_geometry2_raycast(
            &there, fs_rot2_inv_rel(at.rot, fs_pos2_sub_rel(from, at.pos)),
            fs_rot2_inv_rel(at.rot, fs_rel2_make(fs_rel_from_wide(way.x), fs_rel_from_wide(way.y))));
        ck_assert(alone.hit && near64(alone.fraction, hits[i].fraction, 2048));
        ck_assert(i == 0 || hits[i - 1].fraction <= hits[i].fraction);
    }
}

static void compare_without_scratch(struct fixture2 *t, test_rng *r)
{
    struct fs_world2 bare = t->w;
    uint32_t with[MOST], without[MOST];
    fs_filter2 f = fs_default_filter2();
    fs_geometry2 shape = random_shape(r);
    fs_pose2 pose = random_pose(r);
    fs_rel across = test_i32(r) >> 2;
    fs_rel2 way = fs_rel2_make(across, (fs_rel)(test_i32(r) >> 2));
    bare.scratch = NULL;
    uint32_t n = fs_query2_geometry(&t->w, &shape, pose, f, with, MOST);
    ck_assert_uint_eq(fs_query2_geometry(&bare, &shape, pose, f, without, MOST), n);
    ck_assert(memcmp(with, without, n * sizeof *with) == 0);
    ck_assert(same_hit(fs_query2_cast(&t->w, &shape, pose, way, f), fs_query2_cast(&bare, &shape, pose, way, f)));
    ck_assert(same_hit(fs_query2_closest(&t->w, pose.pos, 9 * FS_REL_ONE, f),
                       fs_query2_closest(&bare, pose.pos, 9 * FS_REL_ONE, f)));
    fs_wide right = test_i64(r);
    fs_wide2 ray = fs_wide2_make(right, test_i64(r));
    ck_assert(same_hit(fs_query2_ray(&t->w, pose.pos, ray, f), fs_query2_ray(&bare, pose.pos, ray, f)));
}

START_TEST(as_asking_every_shape)
{
    test_rng r = { (uint64_t)_i + 1 };
    struct fixture2 t = make_random_world(&r);
    for (int round = 0; round < 30; round++) {
        for (int k = 0; k < 5; k++) {
            compare_overlaps(&t, &r);
            compare_rays(&t, &r);
            compare_without_scratch(&t, &r);
        }
        fixture2_step(&t, 1);
    }
    fixture2_end(&t);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("query2");
    TCase *tc = tcase_create("query2");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, a_ray_hits_a_disc);
    tcase_add_test(tc, a_ray_hits_a_rotated_box);
    tcase_add_test(tc, a_ray_may_have_any_length);
    tcase_add_test(tc, all_hits_in_order);
    tcase_add_test(tc, nearest_points);
    tcase_add_test(tc, casts);
    tcase_add_test(tc, filters);
    tcase_add_test(tc, one_sided_ground);
    tcase_add_loop_test(tc, as_asking_every_shape, 0, 4);
    suite_add_tcase(suite, tc);
    return suite;
}
