/* check_bar.c: the bar of a recording, and what its marks tell. */
#include "window/hud/bar.h"

#include <stdio.h>
#include <string.h>

#include "support/check_main.h"

enum { WIDTH = 640, HEIGHT = 360, LETTERS = 9, FIRST = 100, LAST = 1100, BYTES = 4096 };

static const bar_area area = { WIDTH, HEIGHT, LETTERS };
static const double bar_y = HEIGHT - 2.4 * LETTERS;

static bool find_test_glyph(void *context, uint32_t character, fs_glyph *out)
{
    (void)context;
    *out = (fs_glyph){ .advance = 0.5f, .right = 0.5f, .top = 0.7f, .u0 = (float)character };
    return true;
}

static match_info make_info(void)
{
    match_info info = { .recording = true, .first_tick = FIRST, .last_tick = LAST, .tick = 300, .mark_count = 3 };
    info.marks[0] = (match_mark){ .tick = 600, .kind = MARK_KEYFRAME };
    info.marks[1] = (match_mark){ .tick = 600, .kind = MARK_JOIN, .text = "tick 600: ann joins" };
    info.marks[2] = (match_mark){ .tick = 602, .kind = MARK_DESYNC, .text = "desync at tick 602" };
    return info;
}

static double x_of(uint32_t tick)
{
    return LETTERS + (WIDTH - 2.0 * LETTERS) * (tick - FIRST) / (LAST - FIRST);
}

/* The letters that are drawn for a pointer, in the order of drawing; `top` becomes the highest place. */
static void read_marks(const match_info *info, double x, double y, char text[BYTES], float *top)
{
    size_t count, used = 0;
    fs_batch *b;
    ck_assert_int_eq(fs_batch_create(&b), FS_OK);
    fs_batch_begin(b, WIDTH, HEIGHT, (fs_batch_font){ .find = find_test_glyph });
    bar_draw_marks_at(info, area, x, y, HEIGHT - BAR_ROWS * LETTERS, b);
    const fs_instance *instances = fs_batch_instances(b, &count);
    *top = HEIGHT;
    for (size_t i = 0; i < count && used + 1 < BYTES; i++) {
        if (instances[i].kind != FS_INSTANCE_GLYPH) {
            ck_assert_uint_eq(instances[i].argb >> 24, 255); /* nothing shines through */
            continue;
        }
        text[used++] = (char)instances[i].cx;
        *top = instances[i].ay < *top ? instances[i].ay : *top;
        ck_assert_float_ge(instances[i].ax, 0);
        ck_assert_float_le(instances[i].bx, WIDTH);
    }
    text[used] = '\0';
    fs_batch_destroy(b);
}

START_TEST(a_mark_under_the_pointer_tells_what_it_is)
{
    match_info info = make_info();
    char text[BYTES];
    float top;
    read_marks(&info, x_of(601), bar_y, text, &top);
    ck_assert_ptr_nonnull(strstr(text, "602"));
    ck_assert_ptr_nonnull(strstr(text, "ann"));
    ck_assert(strstr(text, "602") < strstr(text, "ann"));
    read_marks(&info, x_of(300), bar_y, text, &top);
    ck_assert_str_eq(text, "");
    read_marks(&info, x_of(601), HEIGHT / 2, text, &top);
    ck_assert_str_eq(text, "");
}
END_TEST

/* Long sentences at either end, and more marks than sentences, stay in the window. */
START_TEST(sentences_stay_in_the_window)
{
    match_info info = make_info();
    char text[BYTES];
    float top;
    info.mark_count = MATCH_MARKS;
    for (uint32_t i = 0; i < MATCH_MARKS; i++) {
        info.marks[i] = (match_mark){ .tick = i % 2 == 0 ? FIRST : LAST, .kind = MARK_DESYNC };
        memset(info.marks[i].text, 'm', MATCH_MARK_TEXT - 1);
    }
    for (uint32_t tick = FIRST; tick <= LAST; tick += LAST - FIRST) {
        read_marks(&info, x_of(tick), bar_y, text, &top);
        ck_assert_uint_gt(strlen(text), 0);
        ck_assert_float_ge(top, 0);
    }
}
END_TEST

START_TEST(a_click_on_a_mark_goes_to_it)
{
    match_info info = make_info();
    double part;
    ck_assert(bar_hit(&info, area, x_of(604), bar_y, true, &part));
    ck_assert_double_eq_tol(part, 0.502, 1e-4);
    ck_assert(bar_hit(&info, area, x_of(604), bar_y, false, &part));
    ck_assert_double_eq_tol(part, 0.504, 1e-4);
    ck_assert(bar_hit(&info, area, x_of(800), bar_y, true, &part));
    ck_assert_double_eq_tol(part, 0.7, 1e-4);
    ck_assert(!bar_hit(&info, area, x_of(800), HEIGHT / 2, true, &part));
    ck_assert(bar_hit(&info, area, x_of(800), HEIGHT / 2, false, &part));
    ck_assert_double_eq_tol(part, 0.7, 1e-4);
    info.recording = false;
    ck_assert(!bar_hit(&info, area, x_of(800), bar_y, true, &part));
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *s = suite_create("bar");
    TCase *t = tcase_create("bar");
    tcase_add_test(t, a_mark_under_the_pointer_tells_what_it_is);
    tcase_add_test(t, sentences_stay_in_the_window);
    tcase_add_test(t, a_click_on_a_mark_goes_to_it);
    suite_add_tcase(s, t);
    return s;
}
