/* check_segment.c: crossings of segments against exact fractions; probes and balls never leave their
 * outline. Doubles serve for measuring only.
 */
#include "motion/segment.h"

#include <math.h>
#include <stdlib.h>
#include <fixstep/motion.h>
#include <fixstep/random.h>
#include <fixstep/trig.h>

#include "support/check_main.h"
#include "num/num_util.h"

static fs_pos2 at(double x, double y)
{
    return fs_pos2_make((fs_pos)llround(x * 4294967296.0), (fs_pos)llround(y * 4294967296.0));
}

static double metres(fs_pos p)
{
    return (double)p / 4294967296.0;
}
static double part(int64_t t)
{
    return ldexp((double)t, -62);
}

#define NEARLY(a, b, bound) ck_assert_double_le(fabs((a) - (b)), bound)

/* --- crossings ------------------------------------------------------------------------------ */

/* p0 (4,7), p1 (16,3), p2 (1,1), p3 (17,10): t = 69/172, s = 21/43. The source prints
 * other intermediate coordinates and uses s in place of t, which gives another point. */
START_TEST(listed_crossing)
{
    fs_intersection2 c = fs_segment_intersect2(at(4, 7), at(16, 3), at(1, 1), at(17, 10));
    ck_assert_int_eq(c.kind, FS_INTERSECTION_POINT);
    NEARLY(part(c.t), 69 / 172.0, 1e-15);
    NEARLY(part(c.s), 21 / 43.0, 1e-15);
    NEARLY(metres(c.point.x), 8.81395, 5e-6);
    NEARLY(metres(c.point.y), 5.39535, 5e-6);
    double wrong = 4 + 12 * part(c.s);
    ck_assert(fabs(wrong - metres(c.point.x)) > 1);
}
END_TEST

START_TEST(ends_belong_to_segments)
{
    fs_intersection2 c = fs_segment_intersect2(at(0, 0), at(2, 0), at(1, 0), at(1, 5));
    ck_assert(c.kind == FS_INTERSECTION_POINT && c.s == 0 && c.t == FS_INTERSECTION_ONE / 2);
    c = fs_segment_intersect2(at(0, 0), at(2, 0), at(2, 0), at(3, 5));
    ck_assert(c.kind == FS_INTERSECTION_POINT && c.t == FS_INTERSECTION_ONE && c.s == 0 &&
              fs_pos2_eq(c.point, at(2, 0)));
    /* A single step of 2^-32 m beside it misses. */
    fs_pos2 off = at(1, 0);
    off.y += 1;
    ck_assert_int_eq(fs_segment_intersect2(at(0, 0), at(2, 0), off, at(1, 5)).kind, FS_INTERSECTION_NONE);
    off.y -= 2;
    ck_assert_int_eq(fs_segment_intersect2(at(0, 0), at(2, 0), off, at(1, 5)).kind, FS_INTERSECTION_POINT);
    /* The same a thousand kilometres long. */
    off = at(500000, 0);
    off.y += 1;
    ck_assert_int_eq(fs_segment_intersect2(at(0, 0), at(1000000, 0), off, at(500001, 5)).kind, FS_INTERSECTION_NONE);
}
END_TEST

START_TEST(parallel_and_collinear)
{
    ck_assert_int_eq(fs_segment_intersect2(at(0, 0), at(4, 4), at(1, 0), at(5, 4)).kind, FS_INTERSECTION_NONE);
    fs_intersection2 c = fs_segment_intersect2(at(0, 0), at(4, 4), at(1, 1), at(9, 9));
    ck_assert(c.kind == FS_INTERSECTION_OVERLAP && fs_pos2_eq(c.point, at(1, 1)) && c.t == FS_INTERSECTION_ONE / 4 &&
              c.s == 0);
    c = fs_segment_intersect2(at(4, 4), at(0, 0), at(1, 1), at(3, 3));
    ck_assert(c.kind == FS_INTERSECTION_OVERLAP && fs_pos2_eq(c.point, at(3, 3)) && c.t == FS_INTERSECTION_ONE / 4);
    ck_assert_int_eq(c.s, FS_INTERSECTION_ONE);
    /* Touching ends give a point, separate segments nothing; also for vertical ones. */
    c = fs_segment_intersect2(at(0, 0), at(0, 4), at(0, 4), at(0, 9));
    ck_assert(c.kind == FS_INTERSECTION_POINT && fs_pos2_eq(c.point, at(0, 4)) && c.t == FS_INTERSECTION_ONE);
    ck_assert_int_eq(fs_segment_intersect2(at(0, 0), at(0, 4), at(0, 5), at(0, 9)).kind, FS_INTERSECTION_NONE);
}
END_TEST

START_TEST(segments_of_length_zero)
{
    ck_assert_int_eq(fs_segment_intersect2(at(1, 1), at(1, 1), at(0, 0), at(2, 2)).kind, FS_INTERSECTION_POINT);
    ck_assert_int_eq(fs_segment_intersect2(at(1, 2), at(1, 2), at(0, 0), at(2, 2)).kind, FS_INTERSECTION_NONE);
    fs_intersection2 c = fs_segment_intersect2(at(0, 0), at(2, 2), at(1, 1), at(1, 1));
    ck_assert(c.kind == FS_INTERSECTION_POINT && c.t == FS_INTERSECTION_ONE / 2 && c.s == 0);
    ck_assert_int_eq(fs_segment_intersect2(at(3, 3), at(3, 3), at(3, 3), at(3, 3)).kind, FS_INTERSECTION_POINT);
    ck_assert_int_eq(fs_segment_intersect2(at(3, 3), at(3, 3), at(3, 4), at(3, 4)).kind, FS_INTERSECTION_NONE);
}
END_TEST

/* Segments of a small grid often touch or overlap. The reference uses fractions in
 * 64 bits; the test of bounding boxes never changes a result. */
START_TEST(crossings_on_a_grid)
{
    fs_rng rng = fs_rng_seed(1, 0);
    int kinds[3] = { 0, 0, 0 };
    for (int i = 0; i < 40000; i++) {
        int64_t v[8];
        for (int k = 0; k < 8; k++)
            v[k] = fs_rng_range(&rng, -4, 4);
        fs_pos2 a0 = { v[0], v[1] }, a1 = { v[2], v[3] }, b0 = { v[4], v[5] }, b1 = { v[6], v[7] };
        fs_intersection2 c = fs_segment_intersect2(a0, a1, b0, b1),
                         plain = fs__segment_intersect2_unboxed(a0, a1, b0, b1);
        HOLDS(c.kind == plain.kind && c.t == plain.t && c.s == plain.s && fs_pos2_eq(c.point, plain.point));
        kinds[c.kind]++;
        int64_t d = (v[2] - v[0]) * (v[7] - v[5]) - (v[3] - v[1]) * (v[6] - v[4]);
        if (d == 0)
            continue;
        int64_t t = (v[4] - v[0]) * (v[7] - v[5]) - (v[5] - v[1]) * (v[6] - v[4]);
        int64_t s = (v[4] - v[0]) * (v[3] - v[1]) - (v[5] - v[1]) * (v[2] - v[0]);
        if (d < 0)
            t = -t, s = -s, d = -d;
        HOLDS((c.kind == FS_INTERSECTION_POINT) == (t >= 0 && t <= d && s >= 0 && s <= d));
        if (c.kind == FS_INTERSECTION_POINT)
            HOLDS(fabs(part(c.t) - (double)t / (double)d) < 1e-15 && fabs(part(c.s) - (double)s / (double)d) < 1e-15);
    }
    ck_assert(kinds[0] > 5000 && kinds[1] > 5000 && kinds[2] > 20);
}
END_TEST

/* Mirrored, reversed and exchanged segments cross at the same point; any input is safe. */
START_TEST(crossings_of_any_coordinates)
{
    test_rng r = { 77 };
    for (int i = 0; i < 20000; i++) {
        fs_pos2 v[4];
        for (int k = 0; k < 4; k++) {
            int64_t x = test_i64(&r), y = test_i64(&r);
            v[k] = i % 4 == 0 ? fs_pos2_make(x, y) : fs_pos2_make(fs_asr64(x, 2), fs_asr64(y, 2));
        }
        fs_intersection2 c = fs_segment_intersect2(v[0], v[1], v[2], v[3]);
        HOLDS(c.t >= 0 && c.t <= FS_INTERSECTION_ONE && c.s >= 0 && c.s <= FS_INTERSECTION_ONE);
        if (i % 4 == 0)
            continue;
        fs_intersection2 swapped = fs_segment_intersect2(v[2], v[3], v[0], v[1]);
        HOLDS(swapped.kind == c.kind && (c.kind == FS_INTERSECTION_OVERLAP || (swapped.t == c.s && swapped.s == c.t)));
        HOLDS(fs_segment_intersect2(v[1], v[0], v[2], v[3]).kind == c.kind);
        fs_intersection2 m = fs_segment_intersect2(fs_pos2_make(-v[0].x, v[0].y), fs_pos2_make(-v[1].x, v[1].y),
                                                   fs_pos2_make(-v[2].x, v[2].y), fs_pos2_make(-v[3].x, v[3].y));
        HOLDS(m.kind == c.kind && m.t == c.t && m.point.x == (c.kind ? -c.point.x : 0) && m.point.y == c.point.y);
    }
}
END_TEST

START_TEST(normals_of_segments)
{
    fs_unit2 n;
    ck_assert(fs_segment_normal2(at(1, 1), at(4, 1), &n));
    ck_assert(n.x == 0 && n.y == FS_UNIT_ONE);
    ck_assert(fs_segment_normal2(at(0, 0), at(3, 4), &n));
    NEARLY(n.x, -0.8 * FS_UNIT_ONE, 1);
    NEARLY(n.y, 0.6 * FS_UNIT_ONE, 1);
    ck_assert(!fs_segment_normal2(at(3, 4), at(3, 4), &n));
    ck_assert(fs_unit2_is_zero(n));
    /* Before normalisation the normal is exactly perpendicular to the segment. */
    fs_pos2 way = fs_pos2_make(123456789, -987654321), up = fs_pos2_perp(way);
    ck_assert_int_eq(way.x * up.x + way.y * up.y, 0);
}
END_TEST

START_TEST(nearest_points)
{
    ck_assert(fs_pos2_eq(fs_segment_closest_point2(at(0, 0), at(4, 0), at(1, 7)), at(1, 0)));
    ck_assert(fs_pos2_eq(fs_segment_closest_point2(at(0, 0), at(4, 0), at(-1, 7)), at(0, 0)));
    ck_assert(fs_pos2_eq(fs_segment_closest_point2(at(0, 0), at(4, 0), at(5, -7)), at(4, 0)));
    ck_assert(fs_pos2_eq(fs_segment_closest_point2(at(2, 3), at(2, 3), at(5, -7)), at(2, 3)));
    ck_assert(fs_pos2_eq(fs_segment_closest_point2(at(0, 0), at(4, 4), at(4, 0)), at(2, 2)));
}
END_TEST

/* --- outlines --------------------------------------------------------------------------------- */

static const int arrow_points[][2] = { { 0, 0 }, { 6, 0 }, { 6, 5 }, { 3, 2 }, { 0, 5 } };
enum { ARROW = 5, COMB = 12 };
static const int comb_points[][2] = { { 0, 0 }, { 9, 1 }, { 9, 6 }, { 7, 6 }, { 6, 2 }, { 5, 6 },
                                      { 4, 6 }, { 3, 2 }, { 2, 6 }, { 1, 6 }, { 1, 3 }, { -1, 3 } };

static void load(const int (*points)[2], uint32_t count, fs_pos2 *corner)
{
    for (uint32_t i = 0; i < count; i++)
        corner[i] = at(points[i][0], points[i][1]);
}

START_TEST(outlines_are_checked)
{
    fs_pos2 c[COMB];
    load(arrow_points, ARROW, c);
    ck_assert(fs_outline_valid2(c, ARROW));
    ck_assert(!fs_outline_valid2(c, 2) && !fs_outline_valid2(c, 0));
    fs_pos2 turned[ARROW];
    for (int i = 0; i < ARROW; i++)
        turned[i] = c[ARROW - 1 - i];
    ck_assert(!fs_outline_valid2(turned, ARROW));
    c[3] = at(3, -1);
    ck_assert(!fs_outline_valid2(c, ARROW));
    c[3] = at(3, 0);
    ck_assert(!fs_outline_valid2(c, ARROW));
    c[3] = c[2];
    ck_assert(!fs_outline_valid2(c, ARROW));
    load(comb_points, COMB, c);
    ck_assert(fs_outline_valid2(c, COMB));
    fs_pos2 line[3] = { at(0, 0), at(2, 0), at(1, 0) };
    ck_assert(!fs_outline_valid2(line, 3));
}
END_TEST

START_TEST(sides_of_an_outline)
{
    fs_pos2 c[ARROW];
    load(arrow_points, ARROW, c);
    ck_assert_int_eq(fs_outline_side2(c, ARROW, at(1, 1)), 1);
    ck_assert_int_eq(fs_outline_side2(c, ARROW, at(3, 3)), -1);
    ck_assert_int_eq(fs_outline_side2(c, ARROW, at(3, 2)), 0);
    ck_assert_int_eq(fs_outline_side2(c, ARROW, at(1, 2)), 1);
    ck_assert_int_eq(fs_outline_side2(c, ARROW, at(-1, 2)), -1);
    ck_assert_int_eq(fs_outline_side2(c, ARROW, at(7, 5)), -1);
    ck_assert_int_eq(fs_outline_side2(c, ARROW, at(4, 3)), 0);
    fs_pos2 beside = at(4, 3);
    beside.y -= 1;
    ck_assert_int_eq(fs_outline_side2(c, ARROW, beside), 1);
    beside.y += 2;
    ck_assert_int_eq(fs_outline_side2(c, ARROW, beside), -1);
}
END_TEST

/* --- probes inside outlines ---------------------------------------------------------------------------- */

START_TEST(a_probe_reflects_where_it_meets_the_wall)
{
    fs_pos2 box[4] = { at(0, 0), at(4, 0), at(4, 4), at(0, 4) };
    fs_probe2 p = { at(3, 1), fs_vel2_make(2 * FS_VEL_ONE, FS_VEL_ONE) };
    /* Into the wall after half of the way, then back: (3,1) to (4,1.5) to (3,2). */
    ck_assert_uint_eq(fs_probe_move2(box, 4, &p, FS_UNIT_ONE, 1, 8), 1);
    NEARLY(metres(p.pos.x), 3, 1e-9);
    NEARLY(metres(p.pos.y), 2, 1e-9);
    ck_assert(p.vel.x == -2 * FS_VEL_ONE && p.vel.y == FS_VEL_ONE);
    /* Several bounces in one tick: 40 m across a box of 4 m. */
    p = (fs_probe2){ at(1, 2), fs_vel2_make(40 * FS_VEL_ONE, 0) };
    ck_assert_uint_eq(fs_probe_move2(box, 4, &p, FS_UNIT_ONE, 1, 64), 10);
    NEARLY(metres(p.pos.x), 1, 2e-8);
    ck_assert_int_eq(p.vel.x, 40 * FS_VEL_ONE);
    /* With no bounce allowed it stays in place; with e = 0 it slides along the wall. */
    p = (fs_probe2){ at(3, 1), fs_vel2_make(2 * FS_VEL_ONE, FS_VEL_ONE) };
    ck_assert_uint_eq(fs_probe_move2(box, 4, &p, FS_UNIT_ONE, 1, 0), 0);
    ck_assert(fs_pos2_eq(p.pos, at(3, 1)));
    ck_assert_uint_eq(fs_probe_move2(box, 4, &p, 0, 1, 4), 1);
    ck_assert(p.vel.x == 0 && p.vel.y == FS_VEL_ONE);
    NEARLY(metres(p.pos.y), 2, 1e-9);
}
END_TEST

START_TEST(corners_reflect)
{
    fs_pos2 box[4] = { at(0, 0), at(4, 0), at(4, 4), at(0, 4) };
    fs_probe2 p = { at(3, 3), fs_vel2_make(2 * FS_VEL_ONE, 2 * FS_VEL_ONE) };
    ck_assert_uint_eq(fs_probe_move2(box, 4, &p, FS_UNIT_ONE, 1, 8), 2);
    ck_assert(p.vel.x == -2 * FS_VEL_ONE && p.vel.y == -2 * FS_VEL_ONE);
    ck_assert_int_eq(fs_outline_side2(box, 4, p.pos), 1);
    /* Between two walls without a bounce left it stays at rest. */
    ck_assert_uint_eq(fs_probe_move2(box, 4, &p, FS_UNIT_ONE, 1, 8), 0);
    /* A probe outside may enter; one on the border may move inward. */
    p = (fs_probe2){ at(5, 2), fs_vel2_make(-2 * FS_VEL_ONE, 0) };
    ck_assert_uint_eq(fs_probe_move2(box, 4, &p, FS_UNIT_ONE, 1, 8), 0);
    ck_assert_int_eq(fs_outline_side2(box, 4, p.pos), 1);
    p = (fs_probe2){ at(4, 2), fs_vel2_make(FS_VEL_ONE, 0) };
    ck_assert_uint_eq(fs_probe_move2(box, 4, &p, FS_UNIT_ONE, 1, 8), 1);
    NEARLY(metres(p.pos.x), 3, 1e-9);
    p = (fs_probe2){ at(1, 1), fs_vel2_make(1, 1) };
    ck_assert_uint_eq(fs_probe_move2(box, 4, &p, FS_UNIT_ONE, 0, 8), 0);
    ck_assert(fs_pos2_eq(p.pos, at(1, 1)));
}
END_TEST

/* A million ticks inside concave outlines: never outside, only rounding changes the speed,
 * and every part of the comb is visited. */
START_TEST(nothing_escapes)
{
    fs_pos2 c[COMB];
    uint32_t count = _i == 0 ? ARROW : COMB;
    load(_i == 0 ? arrow_points : comb_points, count, c);
    fs_probe2 p = { at(2.5, 1), fs_vel2_make(fs_vel_from_ratio(713, 100), fs_vel_from_ratio(-291, 100)) };
    fs_vel start = fs_vel2_length(p.vel);
    uint32_t bounces = 0, teeth = 0;
    for (int tick = 0; tick < 1000000; tick++) {
        bounces += fs_probe_move2(c, count, &p, FS_UNIT_ONE, 60, 16);
        if (p.pos.y > 5 * FS_POS_ONE)
            teeth |= 1u << fs_asr64(p.pos.x, 32);
        if (tick % 64 == 0 && fs_outline_side2(c, count, p.pos) < 0)
            ck_abort_msg("outside in tick %d", tick);
    }
    ck_assert_int_ge(fs_outline_side2(c, count, p.pos), 0);
    ck_assert_uint_gt(bounces, 20000);
    ck_assert_int_le(abs(fs_vel2_length(p.vel) - start), 600);
    if (_i == 1)
        ck_assert((teeth & 0x006) && (teeth & 0x038) && (teeth & 0x1C0));
}
END_TEST

/* Fast probes with many bounces per tick, checked after each tick; also with e below and above 1. */
START_TEST(nothing_escapes_at_speed)
{
    fs_pos2 c[COMB];
    load(comb_points, COMB, c);
    fs_rng rng = fs_rng_seed(4, 0);
    for (int run = 0; run < 40; run++) {
        fs_probe2 p = { at(2.5, 1), { 0, 0 } };
        p.vel.x = fs_rng_range(&rng, -500 * FS_VEL_ONE, 500 * FS_VEL_ONE);
        p.vel.y = fs_rng_range(&rng, -500 * FS_VEL_ONE, 500 * FS_VEL_ONE);
        fs_unit e = fs_unit_from_ratio(fs_rng_range(&rng, 90, 110), 100);
        for (int tick = 0; tick < 300; tick++) {
            fs_probe_move2(c, COMB, &p, e, 60, 32);
            HOLDS(fs_outline_side2(c, COMB, p.pos) >= 0);
            p.vel = fs_speed_limit2(p.vel, 500 * FS_VEL_ONE);
        }
    }
}
END_TEST

/* The centre of a grazing ball goes past the corner; the ball does not. */
START_TEST(grazing_ball_is_caught)
{
    fs_pos2 c[ARROW];
    load(arrow_points, ARROW, c);
    fs_probe2 p = { at(2.9, 1.8), fs_vel2_make(FS_VEL_ONE, 0) }, ball = p;
    ck_assert_uint_eq(fs_probe_move2(c, ARROW, &p, FS_UNIT_ONE, 10, 8), 0);
    ck_assert_uint_eq(fs_probe_touch2(c, ARROW, &ball, fs_pos_from_ratio(1, 10), FS_UNIT_ONE), 0);
    ck_assert_uint_eq(fs_probe_touch2(c, ARROW, &ball, fs_pos_from_ratio(1, 2), FS_UNIT_ONE), 1);
    ck_assert(ball.vel.y < 0);
    NEARLY(metres(fs_pos2_dist(ball.pos, at(3, 2))), 0.5, 6e-10);
    /* A ball that moves away is unchanged; a radius of 0 touches nothing. */
    fs_vel2 v = ball.vel;
    ck_assert_uint_eq(fs_probe_touch2(c, ARROW, &ball, fs_pos_from_ratio(1, 2), FS_UNIT_ONE), 0);
    ck_assert(fs_vel2_eq(ball.vel, v));
    ck_assert_uint_eq(fs_probe_touch2(c, ARROW, &ball, 0, FS_UNIT_ONE), 0);
}
END_TEST

START_TEST(ball_never_passes_the_wall)
{
    fs_pos2 c[COMB];
    load(comb_points, COMB, c);
    fs_probe2 p = { at(2.5, 1), fs_vel2_make(fs_vel_from_ratio(713, 100), fs_vel_from_ratio(-291, 100)) };
    fs_pos radius = fs_pos_from_ratio(2, 10);
    fs_vel start = fs_vel2_length(p.vel);
    uint32_t turns = 0;
    for (int tick = 0; tick < 100000; tick++) {
        fs_probe_move2(c, COMB, &p, FS_UNIT_ONE, 60, 16);
        turns += fs_probe_touch2(c, COMB, &p, radius, FS_UNIT_ONE);
        HOLDS(tick % 16 != 0 || fs_outline_side2(c, COMB, p.pos) >= 0);
    }
    ck_assert_uint_gt(turns, 5000);
    ck_assert_int_le(abs(fs_vel2_length(p.vel) - start), 300);
}
END_TEST

/* --- rays -------------------------------------------------------------------------------------------- */

START_TEST(rays_meet_spheres)
{
    fs_wide d;
    fs_unit3 x = fs_unit3_make(FS_UNIT_ONE, 0, 0);
    fs_pos3 o = fs_pos3_zero(), c = fs_pos3_make(10 * FS_POS_ONE, 0, 3 * FS_POS_ONE);
    ck_assert(fs_ray_sphere3(o, x, c, 5 * FS_POS_ONE, &d));
    ck_assert_int_eq(d, 6 * FS_WIDE_ONE);
    ck_assert(fs_ray_sphere3(o, x, c, 3 * FS_POS_ONE, &d));
    ck_assert_int_eq(d, 10 * FS_WIDE_ONE);
    ck_assert(!fs_ray_sphere3(o, x, c, 3 * FS_POS_ONE - 1, &d));
    ck_assert_int_eq(d, 0);
    ck_assert(!fs_ray_sphere3(o, fs_unit3_neg(x), c, 5 * FS_POS_ONE, &d));
    ck_assert(fs_ray_sphere3(c, x, c, 0, &d));
    ck_assert_int_eq(d, 0);
    ck_assert(!fs_ray_sphere3(c, x, c, -1, &d));
    /* A kilometre away in an oblique direction. */
    fs_unit3 u;
    fs_pos3 far = fs_pos3_make(600 * FS_POS_ONE, -480 * FS_POS_ONE, 640 * FS_POS_ONE);
    ck_assert(fs_pos3_normalise(far, &u));
    ck_assert(fs_ray_sphere3(o, u, far, FS_POS_ONE, &d));
    NEARLY(metres(d), 999, 4e-6);
}
END_TEST

START_TEST(rays_meet_planes)
{
    fs_wide d;
    fs_unit3 down, floor = fs_unit3_make(0, FS_UNIT_ONE, 0);
    ck_assert(fs_wide3_normalise(fs_wide3_make(3 * FS_WIDE_ONE, -4 * FS_WIDE_ONE, 0), &down));
    fs_pos3 o = fs_pos3_make(0, 8 * FS_POS_ONE, 0);
    ck_assert(fs_ray_plane3(o, down, fs_pos3_zero(), floor, &d));
    NEARLY(metres(d), 10, 6e-9);
    ck_assert(fs_ray_plane3(o, down, fs_pos3_zero(), fs_unit3_neg(floor), &d));
    ck_assert(!fs_ray_plane3(o, fs_unit3_neg(down), fs_pos3_zero(), floor, &d));
    ck_assert(!fs_ray_plane3(o, fs_unit3_make(FS_UNIT_ONE, 0, 0), fs_pos3_zero(), floor, &d));
    ck_assert_int_eq(d, 0);
    ck_assert(fs_ray_plane3(fs_pos3_zero(), down, fs_pos3_zero(), floor, &d));
    ck_assert_int_eq(d, 0);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("segment");
    TCase *tc = tcase_create("segment");
    tcase_set_timeout(tc, 120);
    tcase_add_test(tc, listed_crossing);
    tcase_add_test(tc, ends_belong_to_segments);
    tcase_add_test(tc, parallel_and_collinear);
    tcase_add_test(tc, segments_of_length_zero);
    tcase_add_test(tc, crossings_on_a_grid);
    tcase_add_test(tc, crossings_of_any_coordinates);
    tcase_add_test(tc, normals_of_segments);
    tcase_add_test(tc, nearest_points);
    tcase_add_test(tc, outlines_are_checked);
    tcase_add_test(tc, sides_of_an_outline);
    tcase_add_test(tc, a_probe_reflects_where_it_meets_the_wall);
    tcase_add_test(tc, corners_reflect);
    tcase_add_loop_test(tc, nothing_escapes, 0, 2);
    tcase_add_test(tc, nothing_escapes_at_speed);
    tcase_add_test(tc, grazing_ball_is_caught);
    tcase_add_test(tc, ball_never_passes_the_wall);
    tcase_add_test(tc, rays_meet_spheres);
    tcase_add_test(tc, rays_meet_planes);
    suite_add_tcase(suite, tc);
    return suite;
}
