/* check_joint_math.c: products of joint impulses: the short way of fs__joint_multiply() gives what fs_mul64() gives, and says
 * where it does not; exact sums of products are rounded once.
 */
#include "physics/joint_direct.h"

#include "num/num_util.h"
#include "support/check_main.h"

enum { COUNT = 400000 };

/* Whether |a b| is below 2^bits. */
static bool is_below(int64_t a, int64_t b, unsigned bits)
{
    return fs_u128_cmp(fs_u128_mul(fs_uabs64(a), fs_uabs64(b)), fs_u128_shl(fs_u128_make(0, 1), bits)) < 0;
}

static int64_t random_number(test_rng *r)
{
    return test_i64(r) >> (test_bits(r) & 63);
}

START_TEST(short_products_are_exact)
{
    test_rng r = { 3 };
    int taken = 0;
    for (int i = 0; i < COUNT; i++) {
        int64_t a = random_number(&r), b = random_number(&r), product = 0;
        unsigned shift = 3 + (unsigned)(test_bits(&r) % 62), bits = (unsigned)fs_max32(64 - (int)shift, 1);
        bits += (unsigned)(test_bits(&r) % (63 - bits));
        if (!fs__joint_multiply(a, b, shift, bits, &product))
            continue;
        taken++;
        SAME(product, fs_mul64(a, b, shift));
    }
#if FS_HAVE_INT128
    ck_assert_int_gt(taken, COUNT / 4);
#else
    ck_assert_int_eq(taken, 0);
#endif
}
END_TEST

/* The bound is 2^(46 + 59): below it the product is taken, from it on it is refused. */
START_TEST(long_products_are_refused)
{
    static const struct {
        int64_t a, b;
    } known[] = { { INT64_C(1) << 52, INT64_C(1) << 53 },
                  { INT64_C(1) << 52, (INT64_C(1) << 53) - 1 },
                  { -(INT64_C(1) << 52), (INT64_C(1) << 53) - 1 },
                  { INT64_C(1) << 62, INT64_C(1) << 62 },
                  { INT64_MIN, INT64_MAX },
                  { INT64_MIN, 1 },
                  { -(INT64_C(1) << 54), INT64_C(1) << 53 },
                  { 0, INT64_MIN } };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        int64_t product = 0;
        bool fits = FS_HAVE_INT128 && is_below(known[i].a, known[i].b, 46 + 59);
        ck_assert_int_eq(fs__joint_multiply(known[i].a, known[i].b, 46, 59, &product), fits);
    }
}
END_TEST

static int64_t sum_of(int64_t l, int64_t x, unsigned times)
{
    fs__direct_sum sum = fs__direct_no_sum();
    for (unsigned i = 0; i < times; i++)
        fs__direct_add_product(&sum, l, x);
    return fs__direct_round_sum(sum);
}

/* The sum is rounded once: two halves are one. Six products of the largest factor do not leave 128 bits. */
START_TEST(sums_of_products)
{
    const int64_t one = (int64_t)1 << FS__DIRECT_FACTOR_FRAC, most = (int64_t)1 << 59;
    const int64_t largest = fs__direct_clamp_factor(INT64_MAX), least = fs__direct_clamp_factor(INT64_MIN);
    SAME(sum_of(one, 7, 0), 0);
    SAME(sum_of(one, 7, 1), 7);
    SAME(sum_of(one / 2, 7, 1), 4);
    SAME(sum_of(one / 2, -7, 1), -4);
    SAME(sum_of(-one / 2, -7, 1), 4);
    SAME(sum_of(one / 2, 1, 2), 1);
    SAME(sum_of(one / 4, -1, 2), -1);
    SAME(sum_of(one / 4 - 1, -1, 2), 0);
    SAME(sum_of(one * 8, most, 1), 8 * most);
    SAME(sum_of(one * 64, most, 1), INT64_MAX);
    SAME(sum_of(-one * 64, most, 1), INT64_MIN);
    SAME(largest, one << 15);
    SAME(least, -largest);
    SAME(sum_of(largest, INT64_MAX, 6), INT64_MAX);
    SAME(sum_of(largest, INT64_MIN, 6), INT64_MIN);
}
END_TEST

/* A sum is that of the portable 128-bit integers. */
START_TEST(sums_are_portable)
{
    test_rng rng = { 4 };
    for (int i = 0; i < COUNT; i++) {
        fs__direct_sum sum = fs__direct_no_sum();
        fs_i128 same = fs_i128_from64(0);
        for (int k = 0; k < 6; k++) {
            int64_t l = fs__direct_clamp_factor(random_number(&rng)), x = random_number(&rng);
            fs__direct_add_product(&sum, l, x);
            same = fs_i128_add(same, fs_i128_mul(l, x));
        }
        SAME(fs__direct_round_sum(sum), fs_i128_round_shift_sym(same, FS__DIRECT_FACTOR_FRAC));
    }
}
END_TEST

/* Halves go away from zero; shifts of 2 and 94 saturate and vanish. */
START_TEST(products_with_factors)
{
    SAME(fs__joint_mul(5, 1, 3), 1);
    SAME(fs__joint_mul(-4, 1, 3), -1);
    SAME(fs__joint_mul((int64_t)1 << 59, INT32_MAX, 2), (int64_t)1 << 61);
    SAME(fs__joint_mul(-((int64_t)1 << 59), INT32_MAX, 94), 0);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("joint_math");
    TCase *tc = tcase_create("joint_math");
    tcase_add_test(tc, short_products_are_exact);
    tcase_add_test(tc, long_products_are_refused);
    tcase_add_test(tc, sums_of_products);
    tcase_add_test(tc, sums_are_portable);
    tcase_add_test(tc, products_with_factors);
    suite_add_tcase(suite, tc);
    return suite;
}
