/* check_slow_pairs3.c: shapes that come near each other slowly get points when they would if their manifold were made anew in every tick, or
 * at most as much later as a move by the 4 mm takes for which manifolds are kept. */
#define FS__WORLD3_INTERNAL /* the flags of contacts are written */

#include "physics3d/world3_fixture.h"

#include "physics3d/world/world.h"

enum { HZ = 60, TICKS = 600, KINDS = 7, SEEDS = 6, LATE = 2 };

/* Two bodies that move and turn slowly enough for no pair to be a fast one; the second one comes nearer. */
static struct fixture3 open_pair(unsigned first, unsigned second, uint64_t seed)
{
    const fs_world3_limits limits = { .bodies = 8, .shapes = 8, .materials = 2, .hulls = 4 };
    fs_world3_def def = fs_default_world3_def(HZ);
    fs_rng rng = fs_rng_seed(seed, first * KINDS + second);
    def.gravity = fs_wide3_make(0, 0, 0);
    struct fixture3 t = fixture3_start_with(HZ, &limits, &def);
    fs_body3 a = fixture3_any(&t, fs_pos3_zero(), first, &rng),
             b = fixture3_any(&t, pos3_of(1.4, 0.2, -0.1), second, &rng);
    ck_assert_int_eq(fs_body3_set_velocity(&t.w, a, fs_vel3_zero(), fixture3_random_vel(&rng, 0.25)), FS_OK);
    fs_vel3 v = fixture3_random_vel(&rng, 0.05);
    v.x = (fs_vel)(-0.15 * FS_VEL_ONE);
    ck_assert_int_eq(fs_body3_set_velocity(&t.w, b, v, fixture3_random_vel(&rng, 0.25)), FS_OK);
    return t;
}

/* The least separation of the points (m); INFINITY: there are none. */
static double nearest_point(const struct fs_world3 *w)
{
    double least = INFINITY;
    for (uint32_t c = 0; c < *w->contact.rows; c++)
        for (unsigned i = 0; i < w->contact.count[c]; i++)
            least = fmin(least, w->point.separation[w->contact.first_point[c] + i] * 0x1p-26);
    return least;
}

/* The first tick after which the pair has points, and their least separation; TICKS: none. */
static int first_touch(struct fixture3 *t, bool anew, double *separation)
{
    for (int tick = 0; tick < TICKS; tick++) {
        for (uint32_t c = 0; c < *t->w.contact.rows && anew; c++)
            t->w.contact.flags[c] |= FS__CONTACT3_STALE;
        fixture3_step(t, 1);
        *separation = nearest_point(&t->w);
        if (*separation < INFINITY)
            return tick;
    }
    return TICKS;
}

START_TEST(slow_pairs_touch_in_time)
{
    unsigned touched = 0, waited = 0;
    double nearest, usual;
    for (unsigned k = 0; k < KINDS * KINDS; k++)
        for (uint64_t seed = 1; seed <= SEEDS; seed++) {
            struct fixture3 kept = open_pair(k / KINDS, k % KINDS, seed), anew = open_pair(k / KINDS, k % KINDS, seed);
            int first = first_touch(&kept, false, &nearest), expected = first_touch(&anew, true, &usual);
            ck_assert_msg(first >= expected && first <= expected + LATE,
                          "kinds %u and %u, seed %u: points after tick %d, not %d", k / KINDS, k % KINDS,
                          (unsigned)seed, first, expected);
            ck_assert_msg(first == TICKS || nearest > usual - 0.006,
                          "kinds %u and %u, seed %u: points %.4f m apart, not %.4f", k / KINDS, k % KINDS,
                          (unsigned)seed, nearest, usual);
            touched += first < TICKS;
            waited += first > 30 && first < TICKS;
            fixture3_end(&kept);
            fixture3_end(&anew);
        }
    ck_assert_uint_gt(touched, 200);
    ck_assert_uint_gt(waited, 150);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("slow_pairs3");
    TCase *tc = tcase_create("slow_pairs3");
    tcase_set_timeout(tc, 120);
    tcase_add_test(tc, slow_pairs_touch_in_time);
    suite_add_tcase(suite, tc);
    return suite;
}
