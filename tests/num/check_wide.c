/* check_wide.c: 128-bit integers, Q32.32 and scaled numbers against the compiler's own
 * 128-bit type; the portable code against both. */
#include <math.h>

#include "num/num_util.h"

#include "support/check_main.h"

#define COUNT 200000

static u128 native(fs_u128 v)
{
    return ((u128)v.hi << 64) | v.lo;
}
static i128 native_signed(fs_i128 v)
{
    return (i128)(((u128)(uint64_t)v.hi << 64) | v.lo);
}
static fs_u128 pair(u128 v)
{
    return fs_u128_make((uint64_t)(v >> 64), (uint64_t)v);
}

static u128 wide_bits(test_rng *r)
{
    uint64_t hi = (uint64_t)test_i64(r);
    uint64_t lo = (uint64_t)test_i64(r);
    return (((u128)hi << 64) | lo) >> (test_bits(r) & 127);
}

START_TEST(unsigned_pairs)
{
    test_rng r = { 11 };
    for (int i = 0; i < COUNT; i++) {
        u128 a = wide_bits(&r);
        u128 b = wide_bits(&r);
        uint64_t x = (uint64_t)a, y = (uint64_t)b;
        unsigned n = (unsigned)(test_bits(&r) & 127);
        HOLDS(native(fs__u128_mul_portable(x, y)) == (u128)x * y);
        HOLDS(native(fs_u128_mul(x, y)) == (u128)x * y);
        HOLDS(native(fs_u128_add(pair(a), pair(b))) == a + b);
        HOLDS(native(fs_u128_sub(pair(a), pair(b))) == a - b);
        HOLDS(native(fs_u128_shl(pair(a), n)) == a << n);
        HOLDS(native(fs_u128_shr(pair(a), n)) == a >> n);
        SAME(fs_u128_cmp(pair(a), pair(b)), (a > b) - (a < b));
        SAME(fs_u128_cmp(pair(a), pair(a)), 0);
    }
}
END_TEST

START_TEST(division_both_ways)
{
    test_rng r = { 12 };
    for (int i = 0; i < COUNT; i++) {
        uint64_t d = (uint64_t)test_i64(&r);
        d >>= test_bits(&r) & 63;
        if (d == 0)
            d = 1;
        u128 n = wide_bits(&r) % ((u128)d << 64);
        uint64_t rest = 0, rest_pair = 0;
        SAME(fs_u128_div(pair(n), d, &rest), (uint64_t)(n / d));
        SAME(fs__u128_div_portable(pair(n), d, &rest_pair), (uint64_t)(n / d));
        SAME(rest, (uint64_t)(n % d));
        SAME(rest_pair, (uint64_t)(n % d));
    }
    uint64_t rest = 9;
    SAME(fs_u128_div(fs_u128_make(5, 0), 5, &rest), UINT64_MAX);
    SAME(rest, 0);
    SAME(fs_u128_div(fs_u128_make(0, 1), 0, &rest), UINT64_MAX);
    SAME(fs_u128_div_round(fs_u128_make(0, 3), 2), 2);
    SAME(fs_u128_div_round(fs_u128_make(0, 3), 0), UINT64_MAX);
    SAME(fs_u128_div_round(fs_u128_make(UINT64_MAX - 1, UINT64_MAX), UINT64_MAX), UINT64_MAX);
}
END_TEST

START_TEST(signed_pairs)
{
    test_rng r = { 13 };
    for (int i = 0; i < COUNT; i++) {
        int64_t a = test_i64(&r), b = test_i64(&r), c = test_i64(&r), d = test_i64(&r);
        fs_i128 p = fs_i128_mul(a, b), q = fs_i128_mul(c, d);
        unsigned n = (unsigned)(test_bits(&r) % 100);
        i128 exact = (i128)a * b - (i128)c * d;
        HOLDS(native_signed(p) == (i128)a * b);
        HOLDS(native_signed(fs_i128_sub(p, q)) == exact);
        HOLDS(native_signed(fs_i128_neg(p)) == -((i128)a * b));
        SAME(fs_i128_cmp(p, q), (exact > 0) - (exact < 0));
        SAME(fs_i128_sign(fs_i128_sub(p, q)), (exact > 0) - (exact < 0));
        SAME(fs_i128_round_shift_sym(p, n), ref_sat64(ref_div_sym((i128)a * b, (i128)1 << n)));
        SAME(fs_i128_sat64(p), ref_sat64((i128)a * b));
        HOLDS(native_signed(fs_i128_from64(a)) == a);
    }
}
END_TEST

START_TEST(wide_products_and_quotients)
{
    test_rng r = { 14 };
    for (int i = 0; i < COUNT; i++) {
        int64_t a = test_i64(&r), b = test_i64(&r), c = test_i64(&r);
        i128 product = (i128)a * b;
        SAME(fs_wide_mul(a, b), ref_sat64(ref_div_sym(product, FS_WIDE_ONE)));
        SAME(fs_mul64(a, b, 62), ref_sat64(ref_div_sym(product, (i128)1 << 62)));
        if (c != 0)
            SAME(fs_muldiv64(a, b, c), ref_sat64(ref_div_sym(product, c)));
        if (c != 0)
            SAME(fs_wide_div(a, c), ref_sat64(ref_div_sym((i128)a * FS_WIDE_ONE, c)));
    }
    SAME(fs_wide_div(1, 0), FS_WIDE_MAX);
    SAME(fs_wide_div(-1, 0), FS_WIDE_MIN);
    SAME(fs_wide_div(0, 0), 0);
    SAME(fs_wide_mul(INT64_MIN, INT64_MIN), FS_WIDE_MAX);
    SAME(fs_wide_mul(INT64_MIN, FS_WIDE_ONE), INT64_MIN);
    SAME(fs_muldiv64(INT64_MIN, INT64_MIN, INT64_MIN), INT64_MIN);
}
END_TEST

/* Halves away from zero, for both signs; the ends of the range saturate. */
START_TEST(products_of_known_value)
{
    static const struct {
        int64_t a, b;
        unsigned shift;
        int64_t product;
    } known[] = {
        { 3, 1, 1, 2 },
        { -3, 1, 1, -2 },
        { 5, 1, 2, 1 },
        { -5, 1, 2, -1 },
        { -1, 1, 2, 0 },
        { 6, -1, 2, -2 },
        { -7, -7, 0, 49 },
        { INT64_C(1) << 40, INT64_C(3) << 40, 81, 2 },
        { -(INT64_C(1) << 40), INT64_C(3) << 40, 81, -2 },
        { INT64_MAX, INT64_MAX, 63, INT64_MAX - 1 },
        { INT64_MIN, INT64_MAX, 63, -INT64_MAX },
        { INT64_MIN, INT64_MIN, 63, INT64_MAX },
        { INT64_MIN, INT64_MIN, 126, 1 },
        { INT64_MIN, INT64_MIN, 127, 1 },
        { INT64_MIN, INT64_MAX, 127, 0 },
        { INT64_MIN, INT64_MAX, 62, INT64_MIN },
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        SAME(fs_mul64(known[i].a, known[i].b, known[i].shift), known[i].product);
        SAME(fs__mul64_portable(known[i].a, known[i].b, known[i].shift), known[i].product);
    }
}
END_TEST

START_TEST(products_of_all_shifts)
{
    static const int64_t edges[] = { INT64_MIN, INT64_MIN + 1, -3, -1, 0, 1, 2, 3, FS_WIDE_ONE, INT64_MAX };
    enum { EDGES = sizeof edges / sizeof edges[0] };
    test_rng r = { 17 };
    for (int i = 0; i < COUNT; i++) {
        int64_t a = test_i64(&r), b = test_i64(&r);
        unsigned shift = (unsigned)(test_bits(&r) % 128);
        SAME(fs_mul64(a, b, shift), fs__mul64_portable(a, b, shift));
    }
    for (unsigned i = 0; i < EDGES * EDGES * 128; i++) {
        int64_t a = edges[i / 128 / EDGES], b = edges[i / 128 % EDGES];
        SAME(fs_mul64(a, b, i % 128), fs__mul64_portable(a, b, i % 128));
    }
}
END_TEST

/* Odd functions must be odd bit for bit, or a mirrored scene diverges from its mirror image. */
START_TEST(symmetric_operations)
{
    test_rng r = { 15 };
    for (int i = 0; i < COUNT; i++) {
        int64_t a = fs_clamp64(test_i64(&r), -INT64_MAX, INT64_MAX), b = test_i64(&r);
        unsigned n = (unsigned)(test_bits(&r) % 63);
        int64_t product = fs_clamp64(fs_wide_mul(a, b), -INT64_MAX, INT64_MAX);
        int64_t quotient = fs_clamp64(fs_wide_div(a, b), -INT64_MAX, INT64_MAX);
        SAME(fs_round_shift64_sym(-a, n), -fs_round_shift64_sym(a, n));
        SAME(fs_clamp64(fs_wide_mul(-a, b), -INT64_MAX, INT64_MAX), -product);
        SAME(fs_clamp64(fs_wide_div(-a, b), -INT64_MAX, INT64_MAX), -quotient);
        SAME(fs_div64_round(-a, 60), -fs_div64_round(a, 60));
    }
}
END_TEST

/* ---- scaled numbers ------------------------------------------------------------------------- */

static long double value(fs_scaled s)
{
    return ldexpl((long double)s.m, s.e);
}

static void assert_normal(fs_scaled s)
{
    if (s.m == 0)
        SAME(s.e, 0);
    else
        SAME(fs_bit_width64(fs_uabs32(s.m)), 31);
}

/* Within half a step of a 31-bit mantissa; the small excess is the rounding of long double itself. */
static void assert_near(fs_scaled s, long double exact)
{
    assert_normal(s);
    HOLDS(fabsl(value(s) - exact) <= ldexpl(0.5L + 1e-6L, s.e));
}

static fs_scaled any_scaled(test_rng *r)
{
    int64_t m = test_i64(r);
    return fs_scaled_make(m, (int32_t)(test_bits(r) % 300) - 150);
}

START_TEST(scaled_arithmetic)
{
    test_rng r = { 16 };
    for (int i = 0; i < COUNT; i++) {
        fs_scaled a = any_scaled(&r), b = any_scaled(&r);
        assert_near(fs_scaled_mul(a, b), value(a) * value(b));
        assert_near(fs_scaled_add(a, b), value(a) + value(b));
        if (a.m != 0)
            assert_near(fs_scaled_inverse(a), 1 / value(a));
        if (b.m != 0)
            assert_near(fs_scaled_div(a, b), value(a) / value(b));
        SAME(fs_scaled_cmp(a, b), (value(a) > value(b)) - (value(a) < value(b)));
    }
}
END_TEST

START_TEST(scaled_conversions)
{
    test_rng r = { 17 };
    for (int i = 0; i < COUNT; i++) {
        int64_t v = test_i64(&r);
        fs_scaled s = fs_scaled_from_wide(v);
        int32_t small = (int32_t)v;
        assert_near(s, ldexpl((long double)v, -32));
        if (v != 0)
            assert_near(fs_scaled_inverse_wide(v), ldexpl(1 / (long double)v, 32));
        SAME(fs_wide_from_scaled(fs_scaled_from_wide(small)), small);
        SAME(fs_scaled_apply(fs_scaled_make(1, -5), v), ref_sat64(ref_div_sym(v, 32)));
        SAME(fs_scaled_apply(fs_scaled_make(-3, 7), v), ref_sat64((i128)v * -384));
        SAME(fs_scaled_to_q(fs_scaled_make(small, -40), 30), ref_sat64(ref_div_sym(small, 1024)));
    }
}
END_TEST

START_TEST(scaled_edges)
{
    fs_scaled zero = fs_scaled_make(0, 99);
    fs_scaled huge = fs_scaled_make(1, FS_SCALED_E_MAX), tiny = fs_scaled_make(1, -FS_SCALED_E_MAX + 40);
    assert_normal(zero);
    assert_normal(fs_scaled_inverse(zero));
    SAME(fs_scaled_inverse(zero).m, 0);
    SAME(fs_scaled_inverse_wide(0).m, 0);
    SAME(fs_scaled_div(huge, zero).m, 0);
    SAME(fs_scaled_mul(tiny, tiny).m, 0);
    SAME(fs_scaled_mul(huge, huge).m, INT32_MAX);
    SAME(fs_scaled_mul(huge, huge).e, FS_SCALED_E_MAX);
    SAME(fs_scaled_to_q(huge, 32), INT64_MAX);
    SAME(fs_scaled_to_q(tiny, 62), 0);
    SAME(fs_scaled_make(INT64_MIN, 0).m, -(1 << 30));
    SAME(fs_scaled_make(INT64_MAX, 0).e, 33);
    SAME(fs_scaled_apply(huge, 0), 0);
    SAME(fs_scaled_cmp(zero, fs_scaled_make(-1, 0)), 1);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("wide");
    TCase *tc = tcase_create("wide");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, unsigned_pairs);
    tcase_add_test(tc, division_both_ways);
    tcase_add_test(tc, signed_pairs);
    tcase_add_test(tc, wide_products_and_quotients);
    tcase_add_test(tc, products_of_known_value);
    tcase_add_test(tc, products_of_all_shifts);
    tcase_add_test(tc, symmetric_operations);
    tcase_add_test(tc, scaled_arithmetic);
    tcase_add_test(tc, scaled_conversions);
    tcase_add_test(tc, scaled_edges);
    suite_add_tcase(suite, tc);
    return suite;
}
