/* check_impact_compression.c: the impulses that stop the points of a contact: at each point impulse and velocity are not negative
 * and one of them is 0, whatever the points and the body are.
 */
#include "physics/solver/impact_compression.h"

#include <fixstep/fixed.h>

#include "num/num_util.h"
#include "support/check_main.h"

#define SCALE ((int64_t)1 << 31) /* 1 m/s */

/* A body of mass 1 with moments 1 / m1 and 1 / m2 about two axes in the plane of its points. */
static struct fs__compression impact_of(unsigned points, const double (*at)[2], double m1, double m2)
{
    struct fs__compression c = { .points = points };
    for (unsigned i = 0; i < points; i++)
        for (unsigned j = 0; j < points; j++)
            c.response[i][j] = (int64_t)((1 + m1 * at[i][0] * at[j][0] + m2 * at[i][1] * at[j][1]) * FS_UNIT_ONE);
    return c;
}

static double random_in(test_rng *r, double low, double high)
{
    return low + (high - low) * (double)(test_bits(r) >> 11) / 9007199254740992.0;
}

START_TEST(points_stop_or_part)
{
    test_rng r = { 7 };
    for (int n = 0; n < 20000; n++) {
        double at[FS__COMPRESSION_POINTS][2], m1 = random_in(&r, 0.1, 12), m2 = random_in(&r, 0.1, 12);
        unsigned points = 1 + (unsigned)(test_bits(&r) % FS__COMPRESSION_POINTS);
        for (unsigned i = 0; i < points; i++)
            for (unsigned k = 0; k < 2; k++)
                at[i][k] = random_in(&r, -0.5, 0.5);
        struct fs__compression c = impact_of(points, at, m1, m2);
        for (unsigned i = 0; i < points; i++)
            c.velocity[i] = (int64_t)(random_in(&r, -10, 2) * SCALE);
        fs__compress(&c);
        for (unsigned i = 0; i < points; i++) {
            ck_assert(c.impulse[i] >= 0);
            ck_assert_msg(c.velocity[i] >= -SCALE / 50, "case %d: %g m/s", n, (double)c.velocity[i] / SCALE);
            ck_assert_msg(c.impulse[i] < SCALE / 50 || c.velocity[i] < SCALE / 50, "case %d: %g m/s under load", n,
                          (double)c.velocity[i] / SCALE);
        }
    }
}
END_TEST

START_TEST(a_level_hit_needs_no_sweep)
{
    static const double at[4][2] = { { 0.5, 0.5 }, { -0.5, 0.5 }, { -0.5, -0.5 }, { 0.5, -0.5 } };
    struct fs__compression c = impact_of(4, at, 6, 6);
    for (unsigned i = 0; i < 4; i++)
        c.velocity[i] = -8 * SCALE;
    fs__compress(&c);
    for (unsigned i = 0; i < 4; i++) {
        ck_assert(c.impulse[i] == 2 * SCALE);
        ck_assert(c.velocity[i] == 0);
    }
}
END_TEST

/* Nothing moves a locked body, and nothing overflows. */
START_TEST(extremes_stay_within_bounds)
{
    test_rng r = { 9 };
    for (int n = 0; n < 20000; n++) {
        struct fs__compression c = { .points = 4 };
        int64_t row[4];
        for (unsigned i = 0; i < 4; i++) {
            row[i] = test_i64(&r) >> (40 + test_bits(&r) % 24);
            c.velocity[i] = test_i64(&r) >> (22 + test_bits(&r) % 40);
        }
        for (unsigned i = 0; i < 4; i++)
            for (unsigned j = 0; j < 4; j++)
                c.response[i][j] = row[i] * row[j];
        fs__compress(&c);
        for (unsigned i = 0; i < 4; i++)
            ck_assert(c.impulse[i] >= 0 && c.impulse[i] <= (int64_t)1 << 42);
    }
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("impact_compression");
    TCase *tc = tcase_create("impact_compression");
    tcase_add_test(tc, points_stop_or_part);
    tcase_add_test(tc, a_level_hit_needs_no_sweep);
    tcase_add_test(tc, extremes_stay_within_bounds);
    suite_add_tcase(suite, tc);
    return suite;
}
