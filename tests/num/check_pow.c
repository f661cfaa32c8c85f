/* check_pow.c: roots, logarithms, exponentials, damping factors and velocity increments: against their definition
 * where integers can express it, else against known answers. */
#include <math.h>

#include <fixstep/trig.h>

#include "num/num_util.h"
#include "num/num_tables.inl"

#include "support/check_main.h"

#define SIZE(a) (sizeof(a) / sizeof(a)[0])

static void assert_close(int64_t got, int64_t exact, int64_t steps)
{
    HOLDS(fs_absdiff64(got, exact) <= (uint64_t)steps);
}

/* ---- roots -------------------------------------------------------------------------------------------------- */

static void assert_root64(uint64_t n)
{
    u128 r = fs_isqrt64(n), nearest = fs_isqrt64_round(n);
    HOLDS(r * r <= n && (r + 1) * (r + 1) > n);
    HOLDS(nearest == r || nearest == r + 1);
    HOLDS((nearest == r) == (n <= r * r + r));
}

START_TEST(roots_of_64_bits)
{
    test_rng r = { 31 };
    for (uint64_t n = 0; n < 70000; n++)
        assert_root64(n);
    for (uint64_t k = 1; k <= UINT32_MAX; k = k * 5 / 4 + 1) {
        assert_root64(k * k - 1);
        assert_root64(k * k);
        assert_root64(k * k + k);
        assert_root64(k * k + k + 1);
    }
    for (int i = 0; i < 200000; i++)
        assert_root64(test_bits(&r) >> (i & 63));
    assert_root64((uint64_t)UINT32_MAX * UINT32_MAX);
    assert_root64(UINT64_MAX);
    SAME(fs_isqrt64_round(UINT64_MAX), (int64_t)1 << 32);
}
END_TEST

/* r*r <= n < (r+1)^2 with 128-bit n; (r+1)^2 may pass 2^128 only for r = 2^64 - 1. */
static void assert_root128(fs_u128 n)
{
    uint64_t r = fs_isqrt128(n), nearest = fs_isqrt128_round(n);
    fs_u128 rest = fs_u128_sub(n, fs_u128_mul(r, r));
    HOLDS(fs_u128_cmp(fs_u128_mul(r, r), n) <= 0);
    if (r != UINT64_MAX)
        HOLDS(fs_u128_cmp(fs_u128_mul(r + 1, r + 1), n) > 0);
    if (r != UINT64_MAX)
        HOLDS(nearest == r + (fs_u128_cmp(rest, fs_u128_make(0, r)) > 0));
}

START_TEST(roots_of_128_bits)
{
    test_rng r = { 32 };
    for (int i = 0; i < 100000; i++) {
        uint64_t k = test_bits(&r) >> (i & 63);
        uint64_t hi = test_bits(&r);
        fs_u128 square = fs_u128_mul(k, k);
        assert_root128(square);
        if (k)
            assert_root128(fs_u128_sub(square, fs_u128_make(0, 1)));
        assert_root128(fs_u128_shr(fs_u128_make(hi, k), (unsigned)(i % 128)));
    }
    assert_root128(fs_u128_make(UINT64_MAX, UINT64_MAX));
    assert_root128(fs_u128_make((uint64_t)1 << 62, 0));
    assert_root128(fs_u128_mul(UINT64_MAX, UINT64_MAX));
    SAME(fs_isqrt128_round(fs_u128_make(UINT64_MAX, UINT64_MAX)), UINT64_MAX);
}
END_TEST

START_TEST(fixed_point_roots)
{
    test_rng r = { 33 };
    for (size_t i = 0; i < SIZE(log_table); i++) {
        SAME(fs_wide_sqrt(log_table[i].v), log_table[i].root);
        SAME(fs_wide_rsqrt(log_table[i].v), log_table[i].inverse_root);
    }
    for (int i = 0; i < 50000; i++) {
        fix16_t v = (fix16_t)(test_bits(&r) >> 33);
        HOLDS(fs_absdiff64(fs_fix16_sqrt(v), fix16_sqrt(v)) <= 1);
    }
    SAME(fs_wide_sqrt(-1), 0);
    SAME(fs_wide_rsqrt(0), FS_WIDE_MAX);
    SAME(fs_wide_rsqrt(FS_WIDE_ONE), FS_WIDE_ONE);
    SAME(fs_fix16_sqrt(-5), 0);
    SAME(fs_fix16_sqrt(F16(4)), F16(2));
}
END_TEST

/* ---- logarithms and powers ---------------------------------------------------------------------------------- */

START_TEST(known_logarithms)
{
    for (size_t i = 0; i < SIZE(log_table); i++) {
        assert_close(fs_wide_log2(log_table[i].v), log_table[i].log2, 1);
        assert_close(fs_wide_log(log_table[i].v), log_table[i].ln, 1);
    }
    for (int k = 0; k < 63; k++)
        SAME(fs_wide_log2((int64_t)1 << k), (k - 32) * FS_WIDE_ONE);
    SAME(fs_wide_log2(0), FS_WIDE_MIN);
    SAME(fs_wide_log(-1), FS_WIDE_MIN);
}
END_TEST

START_TEST(known_exponentials)
{
    for (size_t i = 0; i < SIZE(exp_table); i++) {
        assert_close(fs_wide_exp2(exp_table[i].v), exp_table[i].exp2, 1 + (exp_table[i].exp2 >> 44));
        assert_close(fs_wide_exp(exp_table[i].v), exp_table[i].exp, 1 + (exp_table[i].exp >> 44));
    }
    for (int k = -32; k < 31; k++)
        SAME(fs_wide_exp2(k * FS_WIDE_ONE), (int64_t)1 << (k + 32));
    SAME(fs_wide_exp2(31 * FS_WIDE_ONE), FS_WIDE_MAX);
    SAME(fs_wide_exp2(FS_WIDE_MAX), FS_WIDE_MAX);
    SAME(fs_wide_exp2(FS_WIDE_MIN), 0);
    SAME(fs_wide_exp(FS_WIDE_MAX), FS_WIDE_MAX);
    SAME(fs_wide_exp(FS_WIDE_MIN), 0);
}
END_TEST

START_TEST(powers)
{
    SAME(fs_wide_pow(3 * FS_WIDE_ONE, 0), FS_WIDE_ONE);
    SAME(fs_wide_pow(0, 0), FS_WIDE_ONE);
    SAME(fs_wide_pow(0, FS_WIDE_ONE), 0);
    SAME(fs_wide_pow(0, -FS_WIDE_ONE), FS_WIDE_MAX);
    SAME(fs_wide_pow(-FS_WIDE_ONE, FS_WIDE_ONE), 0);
    SAME(fs_wide_pow(4 * FS_WIDE_ONE, FS_WIDE_ONE / 2), 2 * FS_WIDE_ONE);
    assert_close(fs_wide_pow(3 * FS_WIDE_ONE, 4 * FS_WIDE_ONE), 81 * FS_WIDE_ONE, 1);
    assert_close(fs_wide_pow(10 * FS_WIDE_ONE, -2 * FS_WIDE_ONE), FS_WIDE_ONE / 100, 1);
    SAME(fs_wide_pow(FS_WIDE_MAX, FS_WIDE_MAX), FS_WIDE_MAX);
    SAME(fs_wide_pow(1, FS_WIDE_MAX), 0);
}
END_TEST

/* The product of the factors of all steps of a second is the factor of the second. */
START_TEST(fine_damping_factors)
{
    test_rng r = { 35 };
    for (int i = 0; i < 2000; i++) {
        fs_unit d = (fs_unit)(test_bits(&r) >> 34) >> (i & 15) | 1;
        uint32_t hz = (uint32_t)(test_bits(&r) % 1000) + 1;
        uint64_t keep = fs_pow_dt_q60(d, hz), product = FS_Q60_ONE;
        for (uint32_t n = 0; n < hz; n++)
            product = fs_u128_round_shift(fs_u128_mul(product, keep), 60);
        assert_close((int64_t)product, (int64_t)d << 30, 64 * hz);
        assert_close(fs_pow_dt(d, hz), (int64_t)fs_u128_round_shift(fs_u128_make(0, keep), 30), 1);
    }
    SAME(fs_pow_dt_q60(FS_UNIT_ONE, 60), FS_Q60_ONE);
    SAME(fs_pow_dt_q60(0, 60), 0);
    SAME(fs_pow_dt_q60(INT32_MIN, 60), 0);
    SAME(fs_pow_dt_q60(FS_UNIT_ONE / 2, 0), FS_Q60_ONE / 2);
}
END_TEST

/* The error of the fine factor: 2^-56 of itself (measured: 2^-56.4) plus half a step of 2^-60. For small factors the
 * half step is the larger part: of 2^-14.5 it is 2^-46.5, so the relative error reaches 2^-46.8. */
START_TEST(fine_damping_factors_of_small_shares)
{
    test_rng r = { 37 };
    for (int i = 0; i < 20000; i++) {
        fs_unit d = (fs_unit)(test_bits(&r) >> 34);
        d = d >> (test_bits(&r) % 31) | 1;
        uint32_t hz = i % 3 ? (uint32_t)(test_bits(&r) % 1000) + 1 : (uint32_t)(test_bits(&r) % 4) + 1;
        long double exact = ldexpl(powl(ldexpl(d, -30), 1.0L / hz), 60);
        HOLDS(fabsl(exact - fs_pow_dt_q60(d, hz)) <= ldexpl(exact, -56) + 0.51L);
    }
    long double exact = ldexpl(sqrtl(2), 45);
    long double relative = fabsl(fs_pow_dt_q60(2, 2) - exact) / exact;
    HOLDS(relative > ldexpl(1, -47) && relative < ldexpl(1, -46));
    SAME(fs_pow_dt_q60(1, 1), FS_Q60_ONE >> 30);
}
END_TEST

START_TEST(damping_factors)
{
    test_rng r = { 34 };
    for (size_t i = 0; i < SIZE(pow_dt_table); i++)
        assert_close(fs_pow_dt(pow_dt_table[i].d, pow_dt_table[i].hz), pow_dt_table[i].factor, 1);
    for (uint32_t hz = 0; hz < 2000; hz++) {
        SAME(fs_pow_dt(FS_UNIT_ONE, hz), FS_UNIT_ONE);
        SAME(fs_pow_dt(0, hz), 0);
    }
    SAME(fs_pow_dt(INT32_MAX, 60), FS_UNIT_ONE);
    SAME(fs_pow_dt(INT32_MIN, 60), 0);
    for (int i = 0; i < 20000; i++) {
        fs_unit d = (fs_unit)(test_bits(&r) >> 34) >> (i & 15);
        uint32_t hz = (uint32_t)(test_bits(&r) % 1000) + 1;
        SAME(fs_pow_dt(d, 1), d);
        HOLDS(fs_pow_dt(d, hz) <= fs_pow_dt(d, hz + 1));
        HOLDS(fabsl(powl(d / 1073741824.0L, 1.0L / hz) * 1073741824.0L - fs_pow_dt(d, hz)) <= 0.51L);
    }
}
END_TEST

START_TEST(decay_factors)
{
    test_rng r = { 35 };
    for (int i = 0; i < 20000; i++) {
        fs_wide rate = (fs_wide)(test_bits(&r) >> 24) >> (i & 31);
        uint32_t hz = (uint32_t)(test_bits(&r) % 1000) + 1;
        long double exact = expl(-(long double)rate / 4294967296.0L / hz) * 1073741824.0L;
        HOLDS(fabsl(exact - fs_decay_dt(rate, hz)) <= 0.51L);
    }
    SAME(fs_decay_dt(0, 60), FS_UNIT_ONE);
    SAME(fs_decay_dt(-1, 60), FS_UNIT_ONE);
    SAME(fs_decay_dt(FS_WIDE_MAX, 1), 0);
    SAME(fs_decay_dt(FS_WIDE_MAX, UINT32_MAX), fs_decay_dt(FS_WIDE_MAX / UINT32_MAX, 1));
}
END_TEST

/* ---- carry --------------------------------------------------------------------------------------------------- */

/* The increment by its definition, in 128 bits: floor((n+1)*rate/d) - floor(n*rate/d). */
static int32_t ref_carry(int64_t rate, uint32_t hz, uint32_t tick)
{
    i128 d = (i128)hz << 11;
    return ref_sat32(ref_floor_div(((i128)tick + 1) * rate, d) - ref_floor_div((i128)tick * rate, d));
}

START_TEST(carry_is_exact)
{
    test_rng r = { 36 };
    for (int i = 0; i < 200000; i++) {
        int64_t rate = test_i64(&r);
        uint32_t hz = (uint32_t)test_i32(&r);
        uint32_t tick = (uint32_t)test_i32(&r);
        if (hz == 0)
            continue;
        int64_t mag = fs_clamp64(rate, -INT64_MAX, INT64_MAX);
        SAME(fs_velocity_increment(rate, hz, tick), ref_carry(rate, hz, tick));
        SAME(fs_clamp32(fs_velocity_increment_sym(-mag, hz, tick), -INT32_MAX, INT32_MAX),
             -fs_clamp32(fs_velocity_increment_sym(mag, hz, tick), -INT32_MAX, INT32_MAX));
        if (mag >= 0)
            SAME(fs_velocity_increment_sym(mag, hz, tick), ref_carry(mag, hz, tick));
        SAME(fs_clamp32(fs_velocity_increment_nearest(-mag, hz, tick), -INT32_MAX, INT32_MAX),
             -fs_clamp32(fs_velocity_increment_nearest(mag, hz, tick), -INT32_MAX, INT32_MAX));
    }
    SAME(fs_velocity_increment(FS_WIDE_ONE, 0, 3), 0);
    SAME(fs_velocity_increment_sym(FS_WIDE_ONE, 0, 3), 0);
    SAME(fs_velocity_increment_nearest(FS_WIDE_ONE, 0, 3), 0);
}
END_TEST

/* 9.81 m/s^2 at 60 Hz: after n ticks the sum is the floor of the exact velocity, or the nearest step, for every n. */
START_TEST(carry_never_drifts)
{
    int64_t g = fs_wide_from_ratio(-981, 100), sum = 0, nearest = 0;
    for (uint32_t n = 0; n < 100000; n++) {
        SAME(sum, ref_floor_div((i128)n * g, (i128)60 << 11));
        SAME(nearest, -ref_floor_div((i128)n * -g + (30 << 11), (i128)60 << 11));
        sum += fs_velocity_increment(g, 60, n);
        nearest += fs_velocity_increment_nearest(g, 60, n);
    }
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("power");
    TCase *tc = tcase_create("power");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, roots_of_64_bits);
    tcase_add_test(tc, roots_of_128_bits);
    tcase_add_test(tc, fixed_point_roots);
    tcase_add_test(tc, known_logarithms);
    tcase_add_test(tc, known_exponentials);
    tcase_add_test(tc, powers);
    tcase_add_test(tc, damping_factors);
    tcase_add_test(tc, fine_damping_factors);
    tcase_add_test(tc, fine_damping_factors_of_small_shares);
    tcase_add_test(tc, decay_factors);
    tcase_add_test(tc, carry_is_exact);
    tcase_add_test(tc, carry_never_drifts);
    suite_add_tcase(suite, tc);
    return suite;
}
