/* check_num.c: shifts, rounding, saturation and conversions against exact 128-bit references. */
#include "num/num_util.h"

#include "support/check_main.h"

#define COUNT 300000

START_TEST(shifts_round_as_stated)
{
    test_rng r = { 1 };
    for (int i = 0; i < COUNT; i++) {
        int64_t v = test_i64(&r);
        unsigned n = (unsigned)(test_bits(&r) % 63);
        i128 unit = (i128)1 << n;
        SAME(fs_asr64(v, n), (int64_t)ref_floor_div(v, unit));
        SAME(fs_round_shift64(v, n), (int64_t)ref_shift_up(v, n));
        SAME(fs_round_shift64_sym(v, n), (int64_t)ref_div_sym(v, unit));
        SAME(fs_asr32((int32_t)v, n % 32), (int32_t)ref_floor_div((int32_t)v, (i128)1 << n % 32));
    }
    SAME(fs_asr64(-1, 63), -1);
    SAME(fs_round_shift64(-3, 1), -1);
    SAME(fs_round_shift64_sym(-3, 1), -2);
    SAME(fs_round_shift64_sym(INT64_MIN, 0), INT64_MIN);
}
END_TEST

START_TEST(saturation_never_wraps)
{
    test_rng r = { 2 };
    for (int i = 0; i < COUNT; i++) {
        int64_t a = test_i64(&r);
        int64_t b = test_i64(&r);
        int32_t c = (int32_t)a, d = (int32_t)b;
        SAME(fs_sat32(a), ref_sat32(a));
        SAME(fs_sat64_add(a, b), ref_sat64((i128)a + b));
        SAME(fs_sat64_sub(a, b), ref_sat64((i128)a - b));
        SAME(fs_sat64_neg(a), ref_sat64(-(i128)a));
        SAME(fs_sat64_mul(a, b), ref_sat64((i128)a * b));
        SAME(fs_sat32_add(c, d), ref_sat32((i128)c + d));
        SAME(fs_sat32_sub(c, d), ref_sat32((i128)c - d));
        SAME(fs_sat32_neg(c), ref_sat32(-(i128)c));
        SAME(fs_abs64(a), ref_sat64(a < 0 ? -(i128)a : a));
        SAME(fs_abs32(c), ref_sat32(c < 0 ? -(i128)c : c));
        SAME(fs_absdiff64(a, b), (uint64_t)(a < b ? (i128)b - a : (i128)a - b));
    }
    SAME(fs_abs32(INT32_MIN), INT32_MAX);
    SAME(fs_uabs64(INT64_MIN), (uint64_t)1 << 63);
}
END_TEST

START_TEST(saturations_are_counted)
{
    uint32_t count = 0;
    SAME(fs_sat32_count(5, &count), 5);
    SAME(fs_sat32_count(INT32_MIN, &count), INT32_MIN);
    SAME(count, 0);
    SAME(fs_sat32_count((int64_t)INT32_MAX + 1, &count), INT32_MAX);
    SAME(fs_sat32_count(INT64_MIN, &count), INT32_MIN);
    SAME(count, 2);
    count = UINT32_MAX;
    (void)fs_sat32_count(INT64_MAX, &count);
    SAME(count, UINT32_MAX);
}
END_TEST

START_TEST(products_round_once)
{
    test_rng r = { 3 };
    for (int i = 0; i < COUNT; i++) {
        int32_t a = test_i32(&r);
        int32_t b = test_i32(&r);
        unsigned n = (unsigned)(test_bits(&r) % 63);
        i128 exact = (i128)a * b;
        SAME(fs_mul32(a, b, n), ref_sat32(ref_shift_up(exact, n)));
        SAME(fs_mul32_sym(a, b, n), ref_sat32(ref_div_sym(exact, (i128)1 << n)));
    }
}
END_TEST

/* fix16_mul rounds exactly; where it reports an overflow, fs_fix16_mul saturates. */
START_TEST(multiply_equals_libfixmath)
{
    test_rng r = { 4 };
    uint32_t overflows = 0;
    for (int i = 0; i < 3000000; i++) {
        fix16_t a = (int32_t)test_bits(&r) >> (i & 15);
        fix16_t b = (int32_t)test_bits(&r) >> (i >> 4 & 15);
        fix16_t theirs = fix16_mul(a, b), ours = fs_fix16_mul(a, b);
        if (theirs == ours)
            continue;
        SAME(theirs, fix16_overflow);
        SAME(ours, (a < 0) != (b < 0) ? INT32_MIN : INT32_MAX);
        overflows++;
    }
    ck_assert_uint_gt(overflows, 1000);
    ck_assert_uint_lt(overflows, 2500000);
}
END_TEST

START_TEST(quotients_round_as_stated)
{
    test_rng r = { 5 };
    for (int i = 0; i < COUNT; i++) {
        int64_t n = test_i64(&r);
        uint32_t d = (uint32_t)test_i32(&r);
        if (d == 0)
            d = 1;
        SAME(fs_div64_round(n, d), ref_sat64(ref_div_sym(n, d)));
        SAME(fs_div64_floor(n, d), (int64_t)ref_floor_div(n, d));
    }
    SAME(fs_div64_round(INT64_MIN, 1), INT64_MIN);
    SAME(fs_div64_round(7, 0), 0);
    SAME(fs_div64_floor(7, 0), 0);
}
END_TEST

START_TEST(clamps_and_signs)
{
    SAME(fs_clamp32(5, -1, 1), 1);
    SAME(fs_clamp32(-5, -1, 1), -1);
    SAME(fs_clamp64(0, -1, 1), 0);
    SAME(fs_clamp64(0, 3, 1), 3);
    SAME(fs_sign64(INT64_MIN), -1);
    SAME(fs_sign32(0), 0);
    SAME(fs_bit_width64(0), 0);
    SAME(fs_bit_width64(1), 1);
    SAME(fs_bit_width64(UINT64_MAX), 64);
}
END_TEST

/* ---- conversions ------------------------------------------------------------------------------------------ */

START_TEST(requantise_is_exact)
{
    test_rng r = { 6 };
    for (int i = 0; i < COUNT; i++) {
        int64_t v = test_i64(&r);
        unsigned from = (unsigned)(test_bits(&r) % 63);
        unsigned to = (unsigned)(test_bits(&r) % 63);
        i128 exact = to >= from ? (i128)v * ((i128)1 << (to - from)) : ref_div_sym(v, (i128)1 << (from - to));
        SAME(fs_requantise(v, from, to), ref_sat64(exact));
    }
}
END_TEST

START_TEST(typed_conversions)
{
    SAME(fs_pos_from_fix16(FS_FIX16_ONE * 3 / 2), FS_POS_ONE * 3 / 2);
    SAME(fs_vel_from_fix16(-FS_FIX16_ONE), -FS_VEL_ONE);
    SAME(fs_vel_from_int(2000), FS_VEL_MAX);
    SAME(fs_rel_from_int(-32), FS_REL_MIN);
    SAME(fs_rel_from_int(-33), FS_REL_MIN);
    SAME(fs_fix16_from_pos(FS_POS_MAX), INT32_MAX);
    SAME(fs_fix16_from_pos(FS_POS_MIN), INT32_MIN);
    SAME(fs_fix16_from_pos(0x8000), 1);
    SAME(fs_fix16_from_pos(-0x8000), -1);
    SAME(fs_fix16_from_pos(-0x7FFF), 0);
    SAME(fs_alpha_from_unit(FS_UNIT_ONE), FS_ALPHA_ONE);
    SAME(fs_unit_from_alpha(FS_ALPHA_ONE), FS_UNIT_ONE);
    SAME(fs_unit_from_wide(FS_WIDE_ONE), FS_UNIT_ONE);
    SAME(fs_wide_from_rel(FS_REL_ONE), FS_WIDE_ONE);
    SAME(fs_pos_from_vel(FS_VEL_MIN), -1024 * FS_POS_ONE);
}
END_TEST

START_TEST(ratios)
{
    test_rng r = { 7 };
    for (int i = 0; i < COUNT / 3; i++) {
        int64_t n = test_i64(&r), d = 0;
        while (d == 0)
            d = test_i64(&r);
        i128 exact = ref_div_sym((i128)n * FS_UNIT_ONE, d);
        SAME(fs_unit_from_ratio(n, d), ref_sat32(exact));
        SAME(fs_pos_from_ratio(n, d), ref_sat64(ref_div_sym((i128)n * FS_POS_ONE, d)));
    }
    SAME(fs_unit_from_ratio(1, 3), 357913941);
    SAME(fs_unit_from_ratio(-1, 3), -357913941);
    SAME(fs_vel_from_ratio(1, 0), FS_VEL_MAX);
    SAME(fs_vel_from_ratio(-1, 0), FS_VEL_MIN);
    SAME(fs_vel_from_ratio(0, 0), 0);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("num");
    TCase *tc = tcase_create("num");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, shifts_round_as_stated);
    tcase_add_test(tc, saturation_never_wraps);
    tcase_add_test(tc, saturations_are_counted);
    tcase_add_test(tc, products_round_once);
    tcase_add_test(tc, multiply_equals_libfixmath);
    tcase_add_test(tc, quotients_round_as_stated);
    tcase_add_test(tc, clamps_and_signs);
    tcase_add_test(tc, requantise_is_exact);
    tcase_add_test(tc, typed_conversions);
    tcase_add_test(tc, ratios);
    suite_add_tcase(suite, tc);
    return suite;
}
