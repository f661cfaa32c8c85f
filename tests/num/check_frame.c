/* check_frame.c: angles, components perpendicular to a direction and frames against worked examples.
 *
 * Numbers in front of a test name its rows: A2.14 is row 2.14 of the mathematics of
 * particles. Doubles serve for measuring only.
 */
#include <fixstep/frame.h>
#include <fixstep/trig.h>

#include <math.h>
#include <stdlib.h>

#include "support/check_main.h"
#include "num/num_util.h"
#include "num/random_vectors.h"

static fs_wide3 wide3(int x, int y, int z)
{
    return fs_wide3_make(x * FS_WIDE_ONE, y * FS_WIDE_ONE, z * FS_WIDE_ONE);
}

/* A2.4, A2.5: Pythagorean lengths are exact, from one step to the largest value of the format. */
START_TEST(lengths)
{
    ck_assert(fs_wide3_length(wide3(3, 4, 0)) == 5 * FS_WIDE_ONE);
    ck_assert(fs_wide3_length(wide3(2, -3, 6)) == 7 * FS_WIDE_ONE);
    ck_assert(llabs(fs_wide3_length(wide3(2, -2, -2)) - (fs_wide)(sqrt(12) * 4294967296.0)) <= 1);
    ck_assert(fs_wide3_length(fs_wide3_make(1, 0, 0)) == 1 && fs_wide3_length(fs_wide3_make(3, -4, 12)) == 13);
    ck_assert(fs_wide3_length(fs_wide3_make(FS_WIDE_MAX, FS_WIDE_MAX, 0)) == FS_WIDE_MAX);
}
END_TEST

/* A2.2, A2.10, A2.12: worked products, exact; x cross y is z; a cross a is 0. */
START_TEST(products)
{
    ck_assert(fs_wide3_dot(wide3(3, 1, 2), wide3(0, 2, -1)) == 0);
    ck_assert(fs_wide3_dot(wide3(1, 2, 3), wide3(7, -2, -1)) == 0);
    ck_assert(fs_wide3_eq(fs_wide3_cross(wide3(1, 0, 0), wide3(0, 1, 0)), wide3(0, 0, 1)));
    ck_assert(fs_wide3_eq(fs_wide3_cross(wide3(0, 1, 1), wide3(0, -1, 0)), wide3(1, 0, 0)));
    ck_assert(fs_wide3_eq(fs_wide3_component_product(wide3(2, -3, 4), wide3(5, 6, -7)), wide3(10, -18, -28)));
    test_rng r = { 1 };
    for (int i = 0; i < 2000; i++) {
        fs_wide3 a = test_wide3(&r, 0), b = test_wide3(&r, 0);
        HOLDS(fs_wide3_is_zero(fs_wide3_cross(a, a)));
        a = fs_wide3_make(a.x >> 34, a.y >> 34, a.z >> 34);
        b = fs_wide3_make(b.x >> 34, b.y >> 34, b.z);
        HOLDS(fs_wide3_eq(fs_wide3_cross(a, b), fs_wide3_neg(fs_wide3_cross(b, a))));
    }
}
END_TEST

/* A2.11: 135 degrees, which the cross product alone cannot tell from 45; and any angle to
 * any length. */
START_TEST(angles)
{
    ck_assert_uint_eq(fs_wide3_angle(wide3(0, 1, 1), wide3(0, -1, 0)), FS_TURN_DEG(135));
    ck_assert_uint_eq(fs_wide3_angle(wide3(2, 0, 0), wide3(0, 0, -9)), FS_TURN_QUARTER);
    ck_assert_uint_eq(fs_wide3_angle(wide3(1, 2, 3), wide3(-1, -2, -3)), FS_TURN_HALF);
    ck_assert_uint_eq(fs_wide3_angle(wide3(1, 2, 3), wide3(2, 4, 6)), 0);
    ck_assert_uint_eq(fs_wide3_angle(wide3(0, 0, 0), wide3(2, 4, 6)), 0);
    for (int degrees = 0; degrees <= 180; degrees++) {
        uint32_t turn = FS_TURN_DEG(degrees);
        fs_wide3 b = fs_wide3_make((fs_wide)fs_cos(turn) * 5, 0, (fs_wide)fs_sin(turn) * 5);
        int64_t error = (int64_t)fs_wide3_angle(fs_wide3_make(1, 0, 0), b) - (int64_t)turn;
        ck_assert_int_le(llabs(error), 8);
    }
}
END_TEST

/* A2.13: a = (0, 1, 1), b = (1, 2, 3): across is (1, -1/2, 1/2). */
START_TEST(across)
{
    fs_unit3 n;
    ck_assert(fs_wide3_normalise(wide3(0, 1, 1), &n));
    fs_wide3 d = fs_wide3_across(wide3(1, 2, 3), n);
    ck_assert(d.x == FS_WIDE_ONE && llabs(d.y + FS_WIDE_ONE / 2) < 40 && llabs(d.z - FS_WIDE_ONE / 2) < 40);
    ck_assert(fs_wide3_eq(fs_wide3_across(wide3(1, 2, 3), fs_unit3_zero()), wide3(1, 2, 3)));
    ck_assert(fs_wide3_eq(fs_wide3_across(wide3(1, 2, 3), fs_unit3_make(0, -FS_UNIT_ONE, 0)), wide3(1, 0, 3)));
    test_rng r = { 2 };
    for (int i = 0; i < 2000; i++) {
        fs_wide3 v = test_wide3(&r, 25);
        if (!fs_wide3_normalise(test_wide3(&r, 0), &n))
            continue;
        double part = 0, length = (double)fs_wide3_length(v);
        d = fs_wide3_across(v, n);
        part += (double)d.x * n.x + (double)d.y * n.y + (double)d.z * n.z;
        HOLDS(fabs(part / 1073741824.0) <= length * 4e-9 + 4);
    }
}
END_TEST

static int64_t steps_from(int64_t raw, int64_t expected)
{
    return llabs(fs_round_shift64_sym(raw, FS_UNIT_FRAC) - expected);
}

static void check_frame(const fs_frame3 *f)
{
    HOLDS(steps_from(fs_unit3_dot(f->x, f->x), FS_UNIT_ONE) <= 4 &&
          steps_from(fs_unit3_dot(f->y, f->y), FS_UNIT_ONE) <= 4);
    HOLDS(steps_from(fs_unit3_dot(f->z, f->z), FS_UNIT_ONE) <= 4); /* 2 steps of length are 4 of its square */
    HOLDS(steps_from(fs_unit3_dot(f->x, f->y), 0) <= 2 && steps_from(fs_unit3_dot(f->y, f->z), 0) <= 2);
    HOLDS(steps_from(fs_unit3_dot(f->z, f->x), 0) <= 2);
    HOLDS(fs_unit3_dot(fs_unit3_cross(f->x, f->y), f->z) > 0);
}

/* A2.14: frames of random vectors of any size; x is along a, y on the side of b. */
START_TEST(frames_from_two)
{
    test_rng r = { 3 };
    int made = 0;
    for (int i = 0; i < 5000; i++) {
        fs_wide3 a = test_wide3(&r, 0);
        fs_wide3 b = test_wide3(&r, 0);
        fs_frame3 f;
        fs_unit3 x, v;
        if (!fs_frame3_from_two(a, b, &f)) {
            HOLDS(fs_unit3_is_zero(f.x) && fs_unit3_is_zero(f.y) && fs_unit3_is_zero(f.z));
            continue;
        }
        made++;
        check_frame(&f);
        HOLDS(fs_wide3_normalise(a, &x) && fs_unit3_eq(x, f.x));
        HOLDS(fs_wide3_normalise(b, &v) && fs_unit3_dot(v, f.y) > 0);
    }
    ck_assert_int_gt(made, 3000);
}
END_TEST

/* A2.14: parallel, opposite, zero and nearly parallel vectors are reported. */
START_TEST(parallel_vectors_make_no_frame)
{
    fs_frame3 f;
    ck_assert(!fs_frame3_from_two(wide3(1, 2, 3), wide3(-2, -4, -6), &f));
    ck_assert(!fs_frame3_from_two(wide3(1, 2, 3), wide3(0, 0, 0), &f));
    ck_assert(!fs_frame3_from_two(wide3(0, 0, 0), wide3(1, 2, 3), &f));
    ck_assert(!fs_frame3_from_two(wide3(1, 0, 0), fs_wide3_make(FS_WIDE_ONE, FS_WIDE_ONE / 70000, 0), &f));
    ck_assert(fs_frame3_from_two(wide3(1, 0, 0), fs_wide3_make(FS_WIDE_ONE, FS_WIDE_ONE / 60000, 0), &f));
    ck_assert(f.y.y == FS_UNIT_ONE && f.z.z == FS_UNIT_ONE);
}
END_TEST

START_TEST(frames_from_one)
{
    fs_frame3 f;
    test_rng r = { 4 };
    ck_assert(!fs_frame3_from_one(wide3(0, 0, 0), &f));
    ck_assert(fs_frame3_from_one(wide3(5, 5, 5), &f) && f.y.x > 0); /* the first of equal components */
    ck_assert(fs_frame3_from_one(wide3(7, 0, 0), &f) && f.x.x == FS_UNIT_ONE && f.y.y == FS_UNIT_ONE &&
              f.z.z == FS_UNIT_ONE);
    for (int i = 0; i < 3000; i++) {
        fs_wide3 a = test_wide3(&r, 0);
        if (fs_wide3_is_zero(a))
            continue;
        ck_assert(fs_frame3_from_one(a, &f));
        check_frame(&f);
    }
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("frame");
    TCase *tc = tcase_create("frame");
    tcase_add_test(tc, lengths);
    tcase_add_test(tc, products);
    tcase_add_test(tc, angles);
    tcase_add_test(tc, across);
    tcase_add_test(tc, frames_from_two);
    tcase_add_test(tc, parallel_vectors_make_no_frame);
    tcase_add_test(tc, frames_from_one);
    suite_add_tcase(suite, tc);
    return suite;
}
