/* check_trig.c: sine, cosine and their inverses against known answers and long double; errors must be below those
 * of libfixmath. */
#include <math.h>

#include <fixstep/trig.h>

#include "num/num_util.h"
#include "num/num_tables.inl"

#include "support/check_main.h"

#define TWO_PI 6.283185307179586476925286766559005768L
#define SIZE(a) (sizeof(a) / sizeof(a)[0])

/* The error of an angle in turn steps, the short way round. */
static long double turn_error(uint32_t got, long double exact)
{
    long double e = fmodl(fabsl((long double)got - exact), 4294967296.0L);
    return fminl(e, 4294967296.0L - e);
}

START_TEST(known_sines)
{
    for (size_t i = 0; i < SIZE(sine_table); i++) {
        int64_t error = (int64_t)fs_sin(sine_table[i].turn) - sine_table[i].sine;
        HOLDS(error >= -2 && error <= 2);
    }
    SAME(fs_sin(0), 0);
    SAME(fs_sin(FS_TURN_QUARTER), FS_UNIT_ONE);
    SAME(fs_sin(FS_TURN_HALF), 0);
    SAME(fs_sin(3 * FS_TURN_QUARTER), -FS_UNIT_ONE);
    SAME(fs_cos(0), FS_UNIT_ONE);
    SAME(fs_cos(FS_TURN_QUARTER), 0);
    SAME(fs_cos(FS_TURN_HALF), -FS_UNIT_ONE);
}
END_TEST

START_TEST(sine_error_and_symmetry)
{
    long double worst = 0;
    for (uint64_t t = 0; t < (uint64_t)1 << 32; t += 6007) {
        uint32_t turn = (uint32_t)t;
        long double exact = sinl((long double)t * (TWO_PI / 4294967296.0L));
        worst = fmaxl(worst, fabsl(fs_sin(turn) / 1073741824.0L - exact));
        SAME(fs_sin(0u - turn), -fs_sin(turn));
        SAME(fs_cos(0u - turn), fs_cos(turn));
        SAME(fs_cos(turn), fs_sin(turn + FS_TURN_QUARTER));
    }
    HOLDS(worst <= 3e-9L);
    HOLDS(worst >= 4e-10L); /* half a step: a smaller value would mean a wrong measurement */
}
END_TEST

/* On the first quarter the sine falls by at most one step of Q1.30 from one turn to the next. Of all 2^30 steps of
 * the quarter 3,434,894 (0.32 %) fall, none by more than one (counted once, in 6 s); here every hundredth is. */
START_TEST(sine_falls_by_at_most_one_step)
{
    uint32_t falls = 0, steps = 0;
    for (uint32_t base = 0; base < FS_TURN_QUARTER - 100000; base += 9999991) {
        fs_unit last = fs_sin(base);
        for (uint32_t k = 1; k < 100000; k++) {
            fs_unit s = fs_sin(base + k);
            HOLDS(s >= last - 1);
            falls += s < last;
            steps++;
            last = s;
        }
    }
    HOLDS(falls >= steps / 500 && falls <= steps / 200);
    SAME(fs_sin(854773669), fs_sin(854773668) - 1);
}
END_TEST

START_TEST(errors_are_below_those_of_libfixmath)
{
    long double ours = 0, theirs = 0;
    for (int32_t rad = -205887; rad <= 205887; rad += 101) {
        long double exact = sinl(rad / 65536.0L);
        ours = fmaxl(ours, fabsl(fs_sin(fs_turn_from_radians(rad)) / 1073741824.0L - exact));
        theirs = fmaxl(theirs, fabsl(fix16_sin(rad) / 65536.0L - exact));
    }
    HOLDS(ours * 100000 < theirs);
}
END_TEST

START_TEST(known_angles)
{
    for (size_t i = 0; i < SIZE(atan2_table); i++)
        HOLDS(turn_error(fs_atan2(atan2_table[i].y, atan2_table[i].x), atan2_table[i].turn) <= 2);
    SAME(fs_atan2(0, 0), 0);
    SAME(fs_atan2(0, INT64_MIN), FS_TURN_HALF);
    SAME(fs_atan2(INT64_MIN, 0), 3 * FS_TURN_QUARTER);
    SAME(fs_atan2(7, 7), FS_TURN_QUARTER / 2);
    SAME(fs_atan2(-7, -7), 5 * (FS_TURN_QUARTER / 2));
}
END_TEST

START_TEST(atan2_error_and_symmetry)
{
    test_rng r = { 21 };
    long double worst = 0;
    for (int i = 0; i < 200000; i++) {
        int64_t y = fs_clamp64(test_i64(&r), -INT64_MAX, INT64_MAX);
        int64_t x = fs_clamp64(test_i64(&r), -INT64_MAX, INT64_MAX);
        if (x == 0 && y == 0)
            continue;
        long double exact = atan2l((long double)y, (long double)x) / TWO_PI * 4294967296.0L;
        worst = fmaxl(worst, turn_error(fs_atan2(y, x), exact));
        SAME(fs_atan2(-y, x), 0u - fs_atan2(y, x));
        if (x != 0)
            SAME(fs_atan2(y, -x), FS_TURN_HALF - fs_atan2(y, x));
    }
    HOLDS(worst <= 2.0L); /* steps of 2^-32 turn; the documented bound is 4 */
    HOLDS(worst >= 0.4L);
}
END_TEST

START_TEST(inverse_sine_and_cosine)
{
    long double worst = 0;
    for (int64_t s = -FS_UNIT_ONE; s <= FS_UNIT_ONE; s += 10007) {
        long double v = (long double)s / 1073741824.0L;
        worst = fmaxl(worst, turn_error(fs_asin((fs_unit)s), asinl(v) / TWO_PI * 4294967296.0L));
        worst = fmaxl(worst, turn_error(fs_acos((fs_unit)s), acosl(v) / TWO_PI * 4294967296.0L));
    }
    HOLDS(worst <= 3.0L);
    SAME(fs_asin(FS_UNIT_ONE), FS_TURN_QUARTER);
    SAME(fs_asin(-FS_UNIT_ONE), 3 * FS_TURN_QUARTER);
    SAME(fs_asin(INT32_MAX), FS_TURN_QUARTER);
    SAME(fs_acos(FS_UNIT_ONE), 0);
    SAME(fs_acos(0), FS_TURN_QUARTER);
    SAME(fs_acos(INT32_MIN), FS_TURN_HALF);
}
END_TEST

START_TEST(degrees_and_radians)
{
    test_rng r = { 22 };
    SAME(FS_TURN_DEG(90), FS_TURN_QUARTER);
    SAME(FS_TURN_DEG(-90), 3 * FS_TURN_QUARTER);
    SAME(FS_TURN_DEG(720), 0);
    SAME(fs_turn_from_degrees(F16(45)), FS_TURN_QUARTER / 2);
    SAME(fs_turn_from_degrees(F16(-90)), 3 * FS_TURN_QUARTER);
    SAME(fs_degrees_from_turn(FS_TURN_HALF), -180 * FS_FIX16_ONE);
    SAME(fs_radians_from_turn(FS_TURN_QUARTER), 102944);
    for (int i = 0; i < 50000; i++) {
        fix16_t v = test_i32(&r);
        uint32_t turn = (uint32_t)test_bits(&r);
        HOLDS(turn_error(fs_turn_from_degrees(v), v * (4294967296.0L / (360 * 65536.0L))) <= 0.5001L);
        HOLDS(turn_error(fs_turn_from_radians(v), v * (65536.0L / TWO_PI)) <= 0.5001L);
        long double degrees = fs_turn_signed(turn) * (360 * 65536.0L / 4294967296.0L);
        long double radians = fs_turn_signed(turn) * (TWO_PI * 65536.0L / 4294967296.0L);
        HOLDS(fabsl(fs_degrees_from_turn(turn) - degrees) <= 0.5001L);
        HOLDS(fabsl(fs_radians_from_turn(turn) - radians) <= 0.5001L);
    }
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("trig");
    TCase *tc = tcase_create("trig");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, known_sines);
    tcase_add_test(tc, sine_error_and_symmetry);
    tcase_add_test(tc, sine_falls_by_at_most_one_step);
    tcase_add_test(tc, errors_are_below_those_of_libfixmath);
    tcase_add_test(tc, known_angles);
    tcase_add_test(tc, atan2_error_and_symmetry);
    tcase_add_test(tc, inverse_sine_and_cosine);
    tcase_add_test(tc, degrees_and_radians);
    suite_add_tcase(suite, tc);
    return suite;
}
