/* check_fingerprint.c: this build computes the expected fingerprint, repeatedly, of num and of libfixmath. */
#include <fixstep/fingerprint.h>

#include "num/num_util.h"

#include "support/check_main.h"

START_TEST(matches_the_constant)
{
    ck_assert_uint_eq(fs_num_fingerprint(), FS_NUM_FINGERPRINT);
    ck_assert(fs_num_selftest());
}
END_TEST

/* The digests of the two libraries separately, so that a failure shows which one changed. */
START_TEST(halves)
{
    ck_assert_uint_eq(fs_num_kernel_digest(), UINT64_C(0xD310D0EDE723F076));
    ck_assert_uint_eq(fs_num_fixmath_digest(), UINT64_C(0x6269B3B13363FBE3));
}
END_TEST

/* Some functions of libfixmath keep caches that change later results; the library must use none of them. */
START_TEST(history_does_not_matter)
{
    uint64_t before = fs_num_fingerprint();
    volatile fix16_t sink = 0;
    for (fix16_t x = -F16(3); x < F16(3); x += 4001) {
        sink = fix16_exp(x);
        sink = fix16_sin(x);
        sink = fix16_atan2(x, fix16_one);
    }
    (void)sink;
    ck_assert_uint_eq(fs_num_fingerprint(), before);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("fingerprint");
    TCase *tc = tcase_create("fingerprint");
    tcase_add_test(tc, matches_the_constant);
    tcase_add_test(tc, halves);
    tcase_add_test(tc, history_does_not_matter);
    suite_add_tcase(suite, tc);
    return suite;
}
