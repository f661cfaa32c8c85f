/* check_correction.c: pictures of predicted ticks: a wrong guess fades, and what was right does not move. */
#include <stdlib.h>
#include <libfixmath/fix16.h>

#include "online/correction.h"
#include "support/check_main.h"

static correction c;
static fs_draw_list *out;

static void open_all(void)
{
    ck_assert(correction_open(&c));
    ck_assert_int_eq(fs_draw_create(&out), FS_OK);
}

static void close_all(void)
{
    correction_close(&c);
    fs_draw_destroy(out);
}

/* A body at x metres, and one that nothing was guessed about. */
static void draw_picture(double x)
{
    fs_draw_list *list = correction_begin(&c);
    fs_draw_set_camera_2d(list, 0, 0, fix16_from_int(100), fix16_from_int(100), 0);
    fs_draw_circle(list, (fs_draw_point){ fix16_from_dbl(x), 0, 0 }, fix16_one, 7, 0);
    fs_draw_circle(list, (fs_draw_point){ fix16_from_int(-30), 0, 0 }, fix16_one, 8, 0);
}

/* Shows the picture and returns where the body is in it. */
static double show(double x)
{
    size_t count;
    draw_picture(x);
    correction_show(&c, out);
    const fs_draw_item *items = fs_draw_items(out, &count);
    ck_assert_uint_eq(count, 2);
    ck_assert_int_eq(fs_draw_points(out)[items[1].first].x, fix16_from_int(-30));
    return fix16_to_dbl(fs_draw_points(out)[items[0].first].x);
}

static void correct(double x)
{
    draw_picture(x);
    correction_note(&c);
}

START_TEST(right_guesses_are_shown_as_they_are)
{
    open_all();
    for (int i = 0; i < 30; i++)
        ck_assert(show(0.1 * i) == fix16_to_dbl(fix16_from_dbl(0.1 * i)));
    close_all();
}
END_TEST

/* Shown at 4 m, right were 2 m: then 1 m further in each picture. */
START_TEST(a_wrong_guess_fades)
{
    open_all();
    show(4);
    correct(2);
    double error = 2;
    for (int i = 0; i < 20; i++) {
        double now = show(3 + 0.125 * i) - (3 + 0.125 * i);
        ck_assert(now < error || error == 0);
        ck_assert(now >= 0);
        error = now;
    }
    ck_assert(error == 0);
    close_all();
}
END_TEST

/* A second one while the first fades, and two of the same picture: what was shown counts. */
START_TEST(wrong_guesses_follow_each_other)
{
    open_all();
    show(4);
    correct(2);
    double shown = show(2);
    ck_assert(shown > 3.5 && shown < 3.7);
    correct(1);
    correct(2);
    double next = show(2);
    ck_assert(next > 3.2 && next < shown);
    close_all();
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("correction");
    TCase *tc = tcase_create("correction");
    tcase_add_test(tc, right_guesses_are_shown_as_they_are);
    tcase_add_test(tc, a_wrong_guess_fades);
    tcase_add_test(tc, wrong_guesses_follow_each_other);
    suite_add_tcase(suite, tc);
    return suite;
}
