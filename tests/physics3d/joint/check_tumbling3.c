/* check_tumbling3.c: bodies on joints that tumble alone keep their energy and their angular momentum, and stay together.
 *
 * FIXSTEP_LONG in the environment: 10,000 ticks of 1/60 s, in 4 substeps. FIXSTEP_FIGURES prints what is measured.
 */
#define FS__WORLD3_INTERNAL /* columns are read */

#include <math.h>
#include <stdlib.h>

#include "physics3d/joint/tumbling3.h"
#include "support/figures.h"

/* ---- scenes --------------------------------------------------------------------------------------------------------- */

static void add_box(struct assembly *a, double x, double y, double half_x, double half_y, double half_z)
{
    const scene3_vector at = { x, y, 0 }, half = { half_x, half_y, half_z };
    a->body[a->bodies++] = scene3_box(a->w, FS_BODY3_DYNAMIC, NULL, at, half);
}

static void tie(struct assembly *a, fs_joint3_kind kind, int i, int j, double x, double y)
{
    fs_joint3_def d = joint3_between(a->w, kind, a->body[i], a->body[j], (scene3_vector){ x, y, 0 },
                                     joint3_axis(1, 0, 0));
    ck_assert_int_eq(fs_joint3_create(a->w, &d, NULL), FS_OK);
}

static void add_pair(struct assembly *a, fs_joint3_kind kind)
{
    add_box(a, 0, 0, 0.3, 0.2, 0.1);
    add_box(a, 0.5, 0.1, 0.2, 0.25, 0.15);
    tie(a, kind, 0, 1, 0.3, 0.05);
}

static void add_fixed_pair(struct assembly *a)
{
    add_pair(a, FS_JOINT3_FIXED);
}

static void add_ball_pair(struct assembly *a)
{
    add_pair(a, FS_JOINT3_BALL);
}

static void add_twins(struct assembly *a)
{
    add_box(a, 0, 0, 0.3, 0.2, 0.1);
    add_box(a, 0.6, 0, 0.3, 0.2, 0.1);
    tie(a, FS_JOINT3_FIXED, 0, 1, 0.3, 0);
}

static void add_row(struct assembly *a, int bodies, fs_joint3_kind last)
{
    for (int i = 0; i < bodies; i++)
        add_box(a, 0.5 * i, i % 2 * 0.1, 0.25, 0.1, 0.1 + 0.05 * i);
    for (int i = 0; i + 1 < bodies; i++)
        tie(a, i + 2 == bodies ? last : FS_JOINT3_FIXED, i, i + 1, 0.5 * i + 0.25, 0.05);
}

static void add_four(struct assembly *a)
{
    add_row(a, 4, FS_JOINT3_FIXED);
}

static void add_hinged_row(struct assembly *a)
{
    add_row(a, 3, FS_JOINT3_HINGE);
}

/* ---- tests ------------------------------------------------------------------------------------------------------------ */

static const struct {
    const char *name;
    void (*add)(struct assembly *a);
    double rate;       /* rad/s */
    double rise, fall; /* of the energy, over that at the start */
} cases[] = {
    { "two boxes on a fixed joint", add_fixed_pair, 5, 1e-4, 1e-4 },
    { "two boxes on a fixed joint", add_fixed_pair, 20, 1e-5, 1e-5 },
    { "two boxes on a fixed joint", add_fixed_pair, 40, 1e-5, 1e-5 },
    { "two boxes on a fixed joint", add_fixed_pair, 60, 5e-5, 5e-5 },
    { "two boxes on a fixed joint", add_fixed_pair, 100, 5e-5, 5e-5 },
    { "two like boxes on a fixed joint", add_twins, 20, 1e-5, 1e-5 },
    { "two like boxes on a fixed joint", add_twins, 40, 1e-5, 1e-5 },
    { "two like boxes on a fixed joint", add_twins, 100, 5e-5, 5e-5 },
    { "four boxes on fixed joints", add_four, 10, 1e-5, 1e-5 },
    { "four boxes on fixed joints", add_four, 20, 1e-5, 1e-5 },
    { "three boxes on a fixed joint and a hinge", add_hinged_row, 20, 1e-5, 1e-5 },
    { "three boxes on a fixed joint and a hinge", add_hinged_row, 40, 1e-5, 1e-5 },
    { "two boxes on a ball joint", add_ball_pair, 20, 1e-5, 1e-5 },
    { "two boxes on a ball joint", add_ball_pair, 40, 1e-5, 1e-5 },
};
enum { CASES = sizeof cases / sizeof *cases };

START_TEST(what_tumbles_alone_keeps_its_motion)
{
    struct assembly a = { .w = scene3_world(0) };
    int ticks = getenv("FIXSTEP_LONG") != NULL ? 10000 : 1500;
    cases[_i].add(&a);
    spin(&a, cases[_i].rate);
    const struct drift d = tumble(&a, ticks);
    print_figure(
        "%s, %g rad/s, %d ticks: energy rises by %.2g and falls by %.2g of it, angular momentum changes by %.2g, "
        "gap %.2g m",
        cases[_i].name, cases[_i].rate, ticks, d.rise, d.fall, d.turn, d.gap);
    ck_assert_msg(d.rise <= cases[_i].rise && d.fall <= cases[_i].fall,
                  "%s, %g rad/s: energy rises by %.2e, falls by %.2e", cases[_i].name, cases[_i].rate, d.rise, d.fall);
    ck_assert_msg(d.turn <= 2e-5, "%s, %g rad/s: angular momentum changes by %.2e", cases[_i].name, cases[_i].rate,
                  d.turn);
    ck_assert_msg(d.gap <= 1e-5, "%s, %g rad/s: gap %.2e m", cases[_i].name, cases[_i].rate, d.gap);
    fs_world3_destroy(a.w);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("tumbling3");
    TCase *tc = tcase_create("tumbling3");
    tcase_set_timeout(tc, 300);
    tcase_add_loop_test(tc, what_tumbles_alone_keeps_its_motion, 0, CASES);
    suite_add_tcase(suite, tc);
    return suite;
}
