/* check_resolver_margins3.c: when the loops of the worst-first resolver begin and end: its margins, the number of its iterations,
 * and that it takes the worst row first (rows B 14.15 and 16.15 of the reference). Worlds without gravity, steps of one tick. */
#include "physics3d/resolver/resolver3_scene.h"

enum { BALLS = 3 };

/* ---- 16.15: margins --------------------------------------------------------------------------------------------------- */

/* A ball at rest that overlaps the ground by `depth`: how far a tick lifts it. */
static double lifted(double radius, double depth)
{
    fs_world3 *w = make_world(FS_SOLVER3_WORST_FIRST, 0);
    scene3_ground(w, NULL);
    fs_body3 ball = scene3_ball(w, NULL, 0, radius - depth, 0, radius);
    double before = scene3_position(w, ball).y;
    scene3_run(w, 1);
    double rise = scene3_position(w, ball).y - before;
    fs_world3_destroy(w);
    return rise;
}

/* Overlaps up to the margin, 1 cm or 1/64 of the extent of a small body, stay to the bit; those beyond are removed in one
 * correction. */
START_TEST(overlaps_within_the_margin_stay)
{
    static const double radii[] = { 1, 0.5, 0.1 };
    double radius = radii[_i], margin = fmin(0.01, radius / 64);
    ck_assert(lifted(radius, 0.95 * margin) == 0);
    NEAR3(lifted(radius, 1.05 * margin), 1.05 * margin, 4 * 0x1p-26);
    NEAR3(lifted(radius, 5 * margin), 5 * margin, 4 * 0x1p-26);
}
END_TEST

/* An approach of up to 1 cm/s stays to the bit; a faster one ends. */
START_TEST(slow_approaches_stay)
{
    static const double speeds[] = { 0.0095, 0.0105, 1 };
    for (int k = 0; k < 3; k++) {
        fs_world3 *w = make_world(FS_SOLVER3_WORST_FIRST, 0);
        scene3_ground(w, NULL);
        fs_body3 ball = scene3_ball(w, NULL, 0, 1, 0, 1);
        scene3_throw(w, ball, 0, -speeds[k], 0);
        fs_vel before = fs_body3_velocity(w, ball).y;
        scene3_run(w, 1);
        fs_vel after = fs_body3_velocity(w, ball).y;
        ck_assert_int_eq(after, k == 0 ? before : 0);
        fs_world3_destroy(w);
    }
}
END_TEST

/* ---- 14.15, 16.15: order and number of iterations ----------------------------------------------------------------------- */

/* Of which no two become equal. */
static const double start_depth[BALLS] = { 0.0493, 0.0511, 0.3 };

/* Corrects depth k of a column of equal balls on the ground: all of it, half by each ball, all by the lowest at the ground. */
static void correct(double depth[BALLS], int k)
{
    double d = depth[k], up = k == 0 ? d : d / 2, down = k == 0 ? 0 : d / 2;
    depth[k] = 0;
    if (k + 1 < BALLS)
        depth[k + 1] += up;
    if (k > 0)
        depth[k - 1] += down;
}

/* The deepest first, or in turn; ends when none is deeper than 1 cm. */
static void run_model(double depth[BALLS], int iterations, bool worst_first)
{
    for (int i = 0; i < iterations; i++) {
        int k = worst_first ? 0 : i % BALLS;
        for (int j = 1; worst_first && j < BALLS; j++)
            k = depth[j] > depth[k] ? j : k;
        if (depth[k] > 0.01)
            correct(depth, k);
    }
}

static double deepest(const double depth[BALLS])
{
    return fmax(depth[0], fmax(depth[1], depth[2]));
}

/* The depths that a tick of the resolver leaves, with `substeps` iterations for each of the three rows. */
static void run_resolver(double depth[BALLS], uint32_t substeps)
{
    fs_world3_def def = fs_default_world3_def(HZ);
    fs_world3 *w;
    fs_body3 ball[BALLS];
    double y = 0, below = 0;
    def.substeps = substeps;
    def.gravity = fs_wide3_make(0, 0, 0);
    def.flags &= ~(uint32_t)FS_WORLD3_SLEEP;
    ck_assert_int_eq(fs_world3_create(NULL, &def, &w), FS_OK);
    ck_assert_int_eq(fs_world3_set_solver(w, FS_SOLVER3_WORST_FIRST), FS_OK);
    scene3_ground(w, NULL);
    for (int k = 0; k < BALLS; k++) {
        y += (k == 0 ? 1 : 2) - start_depth[k];
        ball[k] = scene3_ball(w, NULL, 0, y, 0, 1);
    }
    scene3_run(w, 1);
    for (int k = 0; k < BALLS; k++) {
        double at = scene3_position(w, ball[k]).y;
        depth[k] = (k == 0 ? 1 : below + 2) - at;
        below = at;
    }
    fs_world3_destroy(w);
}

/* Three balls in a row: what is left after substeps times rows iterations is that of the deepest first, step by step.
 * With one iteration a row it is less than what taking them in turn leaves. */
START_TEST(the_deepest_row_is_corrected_first)
{
    for (uint32_t substeps = 1; substeps <= 6; substeps++) {
        double got[BALLS], want[BALLS], turn[BALLS];
        memcpy(want, start_depth, sizeof want);
        memcpy(turn, start_depth, sizeof turn);
        run_resolver(got, substeps);
        run_model(want, (int)substeps * BALLS, true);
        run_model(turn, (int)substeps * BALLS, false);
        for (int k = 0; k < BALLS; k++)
            NEAR3(got[k], want[k], (double)substeps * BALLS * 4 * 0x1p-26);
        print_figure("worst-first: %u iterations a row leave %.4f m, in turn %.4f m", substeps, deepest(got),
                     deepest(turn));
        ck_assert(substeps > 1 || deepest(got) < deepest(turn));
    }
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("resolver_margins3");
    TCase *tc = tcase_create("resolver_margins3");
    tcase_add_loop_test(tc, overlaps_within_the_margin_stay, 0, 3);
    tcase_add_test(tc, slow_approaches_stay);
    tcase_add_test(tc, the_deepest_row_is_corrected_first);
    suite_add_tcase(suite, tc);
    return suite;
}
