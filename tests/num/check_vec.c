/* check_vec.c: vectors of every format against 128-bit sums and long double lengths. */
#include <math.h>

#include <fixstep/vec.h>

#include "num/num_util.h"

#include "support/check_main.h"

#define COUNT 100000

static fs_rel3 any_rel3(test_rng *r)
{
    fs_rel3 v;
    v.x = test_i32(r);
    v.y = test_i32(r);
    v.z = test_i32(r);
    return v;
}

static fs_wide3 any_wide3(test_rng *r)
{
    fs_wide3 v;
    v.x = test_i64(r);
    v.y = test_i64(r);
    v.z = test_i64(r);
    return v;
}

static i128 dot(fs_rel3 a, fs_rel3 b)
{
    return (i128)a.x * b.x + (i128)a.y * b.y + (i128)a.z * b.z;
}

START_TEST(linear_operations)
{
    test_rng r = { 61 };
    for (int i = 0; i < COUNT; i++) {
        fs_rel3 a = any_rel3(&r), b = any_rel3(&r);
        fs_wide3 p = any_wide3(&r);
        fs_unit s = test_i32(&r);
        fs_wide w = test_i64(&r);
        SAME(fs_rel3_add(a, b).z, ref_sat32((i128)a.z + b.z));
        SAME(fs_rel3_sub(a, b).x, ref_sat32((i128)a.x - b.x));
        SAME(fs_rel3_neg(a).y, ref_sat32(-(i128)a.y));
        SAME(fs_rel3_scale(a, s).y, ref_sat32(ref_div_sym((i128)a.y * s, FS_UNIT_ONE)));
        SAME(fs_rel3_scale_wide(a, w).x, ref_sat32(ref_div_sym((i128)a.x * w, FS_WIDE_ONE)));
        SAME(fs_wide3_scale(p, s).z, ref_sat64(ref_div_sym((i128)p.z * s, FS_UNIT_ONE)));
        SAME(fs_wide3_add(p, p).x, ref_sat64((i128)p.x + p.x));
        SAME(fs_rel3_min(a, b).x, a.x < b.x ? a.x : b.x);
        SAME(fs_rel3_max(a, b).z, a.z > b.z ? a.z : b.z);
        HOLDS(fs_rel3_eq(a, a));
    }
    HOLDS(!fs_vel2_eq(fs_vel2_make(1, 2), fs_vel2_make(1, 3)));
    HOLDS(fs_pos3_is_zero(fs_pos3_zero()));
    SAME(fs_unit2_perp(fs_unit2_make(3, 5)).x, -5);
    SAME(fs_unit2_perp(fs_unit2_make(3, 5)).y, 3);
}
END_TEST

START_TEST(products)
{
    test_rng r = { 62 };
    for (int i = 0; i < COUNT; i++) {
        fs_rel3 a = any_rel3(&r), b = any_rel3(&r);
        if (a.x == INT32_MIN && b.x == INT32_MIN)
            a.x++; /* the only operands whose partial sum saturates */
        fs_vel3 w = fs_vel3_make(b.x, b.y, b.z);
        fs_raw3 raw = fs_rel3_cross_rel3_raw(a, b);
        i128 cx = (i128)a.y * b.z - (i128)a.z * b.y;
        SAME(fs_rel3_dot(a, b), ref_sat64(dot(a, b)));
        SAME(fs_rel3_dot_vel3(a, w), ref_sat64(dot(a, b)));
        HOLDS(raw.x == cx);
        HOLDS(raw.z == (i128)a.x * b.y - (i128)a.y * b.x);
        SAME(fs_rel3_cross(a, b).x, ref_sat32(ref_div_sym(cx, FS_REL_ONE)));
        SAME(fs_vel3_from_angular_velocity(w, a).x, ref_sat32(ref_div_sym(-cx, FS_REL_ONE)));
        i128 dot2 = (i128)a.x * b.x + (i128)a.y * b.y;
        SAME(fs_rel2_dot(fs_rel2_make(a.x, a.y), fs_rel2_make(b.x, b.y)), ref_sat64(dot2));
        HOLDS(fs_rel2_cross(fs_rel2_make(a.x, a.y), fs_rel2_make(b.x, b.y)) == raw.z);
        HOLDS(fs_rel3_length_sq(a) == (u128)dot(a, a));
    }
}
END_TEST

/* Three 126-bit products overflow 128 bits, so the references are truncated to 120 bits before they are added. */
START_TEST(wide_products)
{
    test_rng r = { 63 };
    for (int i = 0; i < COUNT; i++) {
        fs_wide3 a = any_wide3(&r), b = any_wide3(&r);
        a = fs_wide3_make(fs_asr64(a.x, 3), fs_asr64(a.y, 3), fs_asr64(a.z, 3));
        b = fs_wide3_make(fs_asr64(b.x, 3), fs_asr64(b.y, 3), fs_asr64(b.z, 3));
        i128 sum = (i128)a.x * b.x + (i128)a.y * b.y + (i128)a.z * b.z;
        SAME(fs_wide3_dot(a, b), ref_sat64(ref_div_sym(sum, FS_WIDE_ONE)));
        sum = (i128)a.z * b.x - (i128)a.x * b.z;
        SAME(fs_wide3_cross(a, b).y, ref_sat64(ref_div_sym(sum, FS_WIDE_ONE)));
        sum = (i128)a.x * b.y - (i128)a.y * b.x;
        fs_wide2 a2 = fs_wide2_make(a.x, a.y), b2 = fs_wide2_make(b.x, b.y);
        SAME(fs_wide2_cross(a2, b2), ref_sat64(ref_div_sym(sum, FS_WIDE_ONE)));
    }
    fs_wide3 corner = fs_wide3_make(INT64_MIN, INT64_MIN, INT64_MIN);
    SAME(fs_wide3_dot(corner, corner), INT64_MAX);
    SAME(fs_wide3_dot(corner, fs_wide3_make(INT64_MAX, INT64_MAX, INT64_MAX)), INT64_MIN);
}
END_TEST

/* The largest error of the three components against x/|v|, in steps. */
static long double unit_error(fs_unit3 u, long double x, long double y, long double z)
{
    long double length = sqrtl(x * x + y * y + z * z);
    long double e = fmaxl(fabsl(u.x - x / length * FS_UNIT_ONE), fabsl(u.y - y / length * FS_UNIT_ONE));
    return fmaxl(e, fabsl(u.z - z / length * FS_UNIT_ONE));
}

START_TEST(lengths_and_directions)
{
    test_rng r = { 64 };
    long double worst32 = 0, worst64 = 0;
    for (int i = 0; i < COUNT; i++) {
        fs_rel3 a = any_rel3(&r);
        fs_wide3 p = any_wide3(&r);
        fs_unit3 u, mirror;
        if (fs_rel3_is_zero(a) || fs_wide3_is_zero(p))
            continue;
        HOLDS(fs_rel3_normalise(a, &u));
        worst32 = fmaxl(worst32, unit_error(u, a.x, a.y, a.z));
        HOLDS(fs_rel3_normalise(fs_rel3_make(a.x, a.y, fs_sat32_neg(a.z)), &mirror));
        if (a.z != INT32_MIN)
            HOLDS(mirror.x == u.x && mirror.y == u.y && mirror.z == -u.z);
        HOLDS(fs_wide3_normalise(p, &u));
        worst64 = fmaxl(worst64, unit_error(u, (long double)p.x, (long double)p.y, (long double)p.z));
        long double length = sqrtl((long double)a.x * a.x + (long double)a.y * a.y + (long double)a.z * a.z);
        HOLDS(fabsl(fs_rel3_length(a) - fminl(length, INT32_MAX)) <= 0.501L);
    }
    HOLDS(worst32 <= 1.25L && worst32 > 0.4L);
    HOLDS(worst64 <= 1.25L && worst64 > 0.4L);
}
END_TEST

START_TEST(directions_of_small_vectors)
{
    fs_unit3 u = fs_unit3_make(1, 2, 3);
    fs_unit2 v;
    HOLDS(!fs_rel3_normalise(fs_rel3_zero(), &u));
    HOLDS(fs_unit3_is_zero(u));
    HOLDS(!fs_pos2_normalise(fs_pos2_zero(), &v));
    HOLDS(fs_unit2_is_zero(v));
    for (int32_t k = 1; k < 2000; k++) {
        HOLDS(fs_rel3_normalise(fs_rel3_make(0, -k, 0), &u));
        HOLDS(fs_unit3_eq(u, fs_unit3_make(0, -FS_UNIT_ONE, 0)));
        HOLDS(fs_pos2_normalise(fs_pos2_make((int64_t)k << 40, 0), &v));
        HOLDS(fs_unit2_eq(v, fs_unit2_make(FS_UNIT_ONE, 0)));
        HOLDS(fs_vel2_normalise(fs_vel2_make(3 * k, 4 * k), &v));
        HOLDS(fs_absdiff64(v.x, 644245094) <= 1 && fs_absdiff64(v.y, 858993459) <= 1);
    }
    HOLDS(fs_rel3_normalise(fs_rel3_make(INT32_MIN, INT32_MIN, INT32_MIN), &u));
    SAME(u.x, -619925131);
    HOLDS(fs_wide3_normalise(fs_wide3_make(INT64_MIN, INT64_MIN, INT64_MIN), &u));
    SAME(u.z, -619925131);
    SAME(fs_rel2_length(fs_rel2_make(3, -4)), 5);
    SAME(fs_pos3_length(fs_pos3_make(INT64_MIN, INT64_MIN, INT64_MIN)), FS_POS_MAX);
}
END_TEST

/* ---- positions ---------------------------------------------------------------------------------------------- */

START_TEST(positions_and_relative_positions)
{
    test_rng r = { 65 };
    for (int i = 0; i < COUNT; i++) {
        fs_wide3 p = any_wide3(&r);
        fs_rel3 v = any_rel3(&r);
        uint32_t hz = (uint32_t)test_i32(&r);
        SAME(fs_pos_sub_rel(p.x, p.y), ref_sat32(ref_div_sym(ref_sat64((i128)p.x - p.y), 64)));
        SAME(fs_pos_add_rel(p.x, v.x), ref_sat64((i128)p.x + (i128)v.x * 64));
        i128 step = hz ? ref_div_sym((i128)v.y * 2048, hz) : 0;
        SAME(fs_pos_advance(p.x, v.y, hz), ref_sat64(p.x + step));
    }
    fs_pos2 p = fs_pos2_advance(fs_pos2_zero(), fs_vel2_make(FS_VEL_ONE, -FS_VEL_ONE), 60);
    SAME(p.x, (FS_POS_ONE + 30) / 60);
    SAME(p.y, -p.x);
}
END_TEST

/* Pythagorean triples decide exactly; one raw step more or less changes the result, at any distance. */
START_TEST(distances_compare_exactly)
{
    for (int shift = 0; shift < 60; shift++) {
        int64_t k = (int64_t)1 << shift;
        fs_pos2 a = fs_pos2_make(-k, k), b = fs_pos2_make(2 * k, -3 * k);
        SAME(fs_pos2_dist_sq_cmp(a, b, 5 * k), 0);
        SAME(fs_pos2_dist_sq_cmp(a, b, -5 * k), 0);
        SAME(fs_pos2_dist_sq_cmp(a, b, 5 * k - 1), 1);
        SAME(fs_pos2_dist_sq_cmp(a, b, 5 * k + 1), -1);
        SAME(fs_pos2_dist_sq_cmp(a, fs_pos2_make(b.x, b.y - 1), 5 * k), 1);
        SAME(fs_pos2_dist(a, b), 5 * k);
        fs_pos3 c = fs_pos3_make(-k, 0, k), d = fs_pos3_make(k, -k, 3 * k);
        SAME(fs_pos3_dist_sq_cmp(c, d, 3 * k), 0);
        SAME(fs_pos3_dist_sq_cmp(c, d, 3 * k + 1), -1);
        SAME(fs_pos3_dist(c, d), 3 * k);
    }
    fs_pos3 low = fs_pos3_make(INT64_MIN, INT64_MIN, INT64_MIN), high = fs_pos3_make(INT64_MAX, INT64_MAX, INT64_MAX);
    SAME(fs_pos3_dist_sq_cmp(low, high, INT64_MIN), 1);
    SAME(fs_pos3_dist_sq_cmp(low, low, 0), 0);
    SAME(fs_pos3_dist_sq_cmp(fs_pos3_zero(), fs_pos3_make(INT64_MIN, 0, 0), INT64_MIN), 0);
    SAME(fs_pos3_dist(low, high), FS_POS_MAX);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("vec");
    TCase *tc = tcase_create("vec");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, linear_operations);
    tcase_add_test(tc, products);
    tcase_add_test(tc, wide_products);
    tcase_add_test(tc, lengths_and_directions);
    tcase_add_test(tc, directions_of_small_vectors);
    tcase_add_test(tc, positions_and_relative_positions);
    tcase_add_test(tc, distances_compare_exactly);
    suite_add_tcase(suite, tc);
    return suite;
}
