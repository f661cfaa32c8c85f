/* check_status.c: status lines that are too long become rows. */
#include "view/text/status.h"

#include <stdio.h>
#include <string.h>

#include "support/check_main.h"

/* Every byte is half as wide as high. */
static double half_of(const void *context, double size, const char *text, size_t length)
{
    (void)context;
    (void)text;
    return size / 2 * (double)length;
}

static const fs__text_font font = { half_of, NULL };

static fs_draw_list *new_list(const char *const lines[], size_t count)
{
    fs_draw_list *draw;
    ck_assert_int_eq(fs_draw_create(&draw), FS_OK);
    for (size_t i = 0; i < count; i++)
        fs_draw_hud(draw, 0xffffff, lines[i]);
    return draw;
}

static void row_is(const fs__status *s, size_t row, const char *text)
{
    ck_assert_uint_lt(row, s->count);
    ck_assert_uint_eq(s->rows[row].length, strlen(text));
    ck_assert_int_eq(memcmp(s->rows[row].text, text, strlen(text)), 0);
}

START_TEST(lines_are_broken_between_words)
{
    static const char *const lines[] = { "one two  three four", "five" };
    fs_draw_list *draw = new_list(lines, 2);
    fs__status s = fs__status_gather(font, draw, 2, 9);
    ck_assert_uint_eq(s.count, 4);
    ck_assert_uint_eq(s.lines, 2);
    row_is(&s, 0, "one two");
    row_is(&s, 1, "three");
    row_is(&s, 2, "four");
    row_is(&s, 3, "five");
    ck_assert_double_eq(s.widest, 7);
    fs_draw_destroy(draw);
}
END_TEST

/* Between characters, none of which is divided. */
START_TEST(a_word_that_is_wider_than_the_picture_is_broken)
{
    static const char *const lines[] = { "ab\xe6\xbc\xa2\xe5\xad\x97\xe6\xbc\xa2" };
    fs_draw_list *draw = new_list(lines, 1);
    fs__status s = fs__status_gather(font, draw, 2, 6);
    ck_assert_uint_eq(s.count, 2);
    row_is(&s, 0, "ab\xe6\xbc\xa2");
    row_is(&s, 1, "\xe5\xad\x97\xe6\xbc\xa2");
    s = fs__status_gather(font, draw, 2, 0);
    ck_assert_uint_eq(s.count, 5);
    fs_draw_destroy(draw);
}
END_TEST

/* In pictures of every size the rows keep within the picture, and letters shrink before lines are broken. */
START_TEST(rows_keep_within_the_picture)
{
    static const char *const lines[] = {
        "velocity (-5.39, -31.39) m/s, spin -0.64 rad/s, mass 18 kg, friction 0.41, restitution 0.39",
        "score player1: 3 player2: 5"
    };
    fs_draw_list *draw = new_list(lines, 2);
    for (double width = 40; width < 2000; width *= 1.3)
        for (double height = 40; height < 2000; height *= 1.3) {
            fs__status s = fs__status_fit(font, draw, width, height);
            ck_assert_double_le(s.widest, width - 2 * s.size + 1e-9);
            ck_assert_double_le(FS__STATUS_STEP * s.size * (double)s.count, height / 2 + 1e-9);
            ck_assert(s.count == 2 || s.size <= 8.5 || s.count < 2);
        }
    fs_draw_destroy(draw);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *s = suite_create("status");
    TCase *t = tcase_create("status");
    tcase_add_test(t, lines_are_broken_between_words);
    tcase_add_test(t, a_word_that_is_wider_than_the_picture_is_broken);
    tcase_add_test(t, rows_keep_within_the_picture);
    suite_add_tcase(s, t);
    return s;
}
