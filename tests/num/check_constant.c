/* check_constant.c: the values of the format constants, in static initialisers and against exact quotients.
 * constants.sh tests the expressions that must not compile. */
#include "num/num_util.h"

#include "support/check_main.h"

enum { REL_OF_THREE = FS_REL(3) };

static const fs_pos positions[] = { FS_POS(0), FS_POS(4), FS_POS(-50), FS_POS(INT32_MIN), FS_POS(INT32_MAX) };
static const fs_vel speeds[FS_VEL(1) / FS_VEL_ONE + 1] = { FS_VEL(-1024), FS_VEL(1023) };

START_TEST(whole_numbers_are_exact)
{
    SAME(positions[0], 0);
    SAME(positions[1], 4 * FS_POS_ONE);
    SAME(positions[2], -50 * FS_POS_ONE);
    SAME(positions[3], FS_POS_MIN);
    SAME(positions[4], FS_POS_MAX - (FS_POS_ONE - 1));
    SAME(speeds[0], FS_VEL_MIN);
    SAME(speeds[1], 1023 * FS_VEL_ONE);
    SAME(REL_OF_THREE, 3 * FS_REL_ONE);
    SAME(FS_REL(-32), FS_REL_MIN);
    SAME(FS_UNIT(-2), FS_UNIT_MIN);
    SAME(FS_WIDE(-7), -7 * FS_WIDE_ONE);
    SAME(FS_FIX16(-32768), fix16_minimum);
    SAME(FS_FIX16(3), F16(3));
}
END_TEST

START_TEST(the_largest_ratio_is_the_largest_value)
{
    SAME(FS_POS_RATIO(INT64_C(4611686016279904255), INT32_MAX), FS_POS_MAX - 1);
    SAME(FS_REL_RATIO(INT32_MAX, FS_REL_ONE), FS_REL_MAX);
    SAME(FS_VEL_RATIO(INT32_MAX, FS_VEL_ONE), FS_VEL_MAX);
    SAME(FS_UNIT_RATIO(INT32_MAX, FS_UNIT_ONE), FS_UNIT_MAX);
    SAME(FS_FIX16_RATIO(INT32_MAX, FS_FIX16_ONE), INT32_MAX);
    SAME(FS_FIX16_RATIO(-INT64_C(4294967296), 131072), INT32_MIN);
}
END_TEST

START_TEST(ratios_round_to_nearest_ties_away_from_zero)
{
    SAME(FS_POS_RATIO(1, 3), 1431655765);
    SAME(FS_POS_RATIO(-1, 3), -1431655765);
    SAME(FS_POS_RATIO(2, 3), 2863311531);
    SAME(FS_POS_RATIO(981, 100), 42133629174);
    SAME(FS_FIX16_RATIO(1, 131072), 1);
    SAME(FS_FIX16_RATIO(-1, 131072), -1);
    SAME(FS_FIX16_RATIO(3, 131072), 2);
    SAME(FS_FIX16_RATIO(-3, 131072), -2);
    SAME(FS_FIX16_RATIO(1, 131073), 0);
    SAME(FS_VEL_RATIO(3, 2), 3 * FS_VEL_ONE / 2);
    SAME(FS_WIDE_RATIO(-1, 2147483647), -2);
}
END_TEST

START_TEST(turns_round_degrees)
{
    SAME(FS_TURN(0), 0);
    SAME(FS_TURN(90), 0x40000000);
    SAME(FS_TURN(-90), 0xC0000000);
    SAME(FS_TURN(180), 0x80000000);
    SAME(FS_TURN(-180), 0x80000000);
    SAME(FS_TURN(1), 11930465);
    SAME((uint32_t)(FS_TURN(1) + FS_TURN(-1)), 0);
    SAME(FS_TURN(359), 4283036831);
    SAME(FS_TURN_RATIO(45, 2), 0x10000000);
    SAME(FS_TURN_RATIO(1, 5965232), 2);
}
END_TEST

#define SAME_RATIO(macro, n, d, one) SAME(macro(n, d), ref_div_sym((i128)(n) * (one), d))
#define SAME_RATIOS(n, d)                                    \
    do {                                                     \
        SAME_RATIO(FS_POS_RATIO, n, d, FS_POS_ONE);          \
        SAME_RATIO(FS_WIDE_RATIO, n, d, FS_WIDE_ONE);        \
        SAME_RATIO(FS_REL_RATIO, n, d, FS_REL_ONE);          \
        SAME_RATIO(FS_VEL_RATIO, n, d, FS_VEL_ONE);          \
        SAME_RATIO(FS_FIX16_RATIO, n, d, FS_FIX16_ONE);      \
        SAME_RATIO(FS_UNIT_RATIO, n, 16 * (d), FS_UNIT_ONE); \
    } while (0)

START_TEST(ratios_equal_the_exact_quotient_rounded)
{
    SAME_RATIOS(1, 60);
    SAME_RATIOS(-1, 60);
    SAME_RATIOS(314159265, 100000000);
    SAME_RATIOS(-314159265, 100000000);
    SAME_RATIOS(31999, 1000);
    SAME_RATIOS(-31999, 1000);
    SAME_RATIOS(1, 134217727);
    SAME_RATIOS(INT64_C(3000000000), 99999999);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("constant");
    TCase *tc = tcase_create("constant");
    tcase_add_test(tc, whole_numbers_are_exact);
    tcase_add_test(tc, the_largest_ratio_is_the_largest_value);
    tcase_add_test(tc, ratios_round_to_nearest_ties_away_from_zero);
    tcase_add_test(tc, turns_round_degrees);
    tcase_add_test(tc, ratios_equal_the_exact_quotient_rounded);
    suite_add_tcase(suite, tc);
    return suite;
}
