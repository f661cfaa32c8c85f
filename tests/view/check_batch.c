/* check_batch.c: draw lists as instances for a graphics processor. */
#include <fixstep/batch.h>
#include <fixstep/view.h>

#include <math.h>

#include "view/draw_fixture.h"
#include "view/fill.h"

enum { WIDTH = 320, HEIGHT = 200 };

/* Every character is half as wide as high; '\1' is missing. */
static bool find_test_glyph(void *context, uint32_t character, fs_glyph *out)
{
    (void)context;
    *out = (fs_glyph){ .advance = 0.5f, .right = character == ' ' ? 0 : 0.5f, .top = 1, .u1 = 1, .v0 = 1 };
    return character < 0x80;
}

static fs_batch *new_batch(void)
{
    fs_batch *batch;
    ck_assert_int_eq(fs_batch_create(&batch), FS_OK);
    fs_batch_begin(batch, WIDTH, HEIGHT, (fs_batch_font){ .find = find_test_glyph });
    return batch;
}

/* A list whose world has one metre per pixel, the origin in the middle. */
static fs_draw_list *pixel_list(void)
{
    fs_draw_list *draw = new_draw();
    fs_draw_set_camera_2d(draw, 0, 0, M(WIDTH), M(HEIGHT), 0);
    return draw;
}

/* --- faces --------------------------------------------------------------------------- */

typedef struct tally {
    fs__screen_point at;
    unsigned covering, triangles;
    double area;
} tally;

static double cross(fs__screen_point a, fs__screen_point b, fs__screen_point c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static void count_triangle(void *context, fs__screen_point a, fs__screen_point b, fs__screen_point c)
{
    tally *t = context;
    double p = cross(a, b, t->at), q = cross(b, c, t->at), r = cross(c, a, t->at);
    t->covering += (p > 0 && q > 0 && r > 0) || (p < 0 && q < 0 && r < 0);
    t->area += fabs(cross(a, b, c)) / 2;
    t->triangles++;
}

static bool is_inside(const fs__screen_point *p, size_t count, fs__screen_point at)
{
    bool inside = false;
    for (size_t i = 0; i < count; i++) {
        fs__screen_point a = p[i], b = p[(i + 1) % count];
        if ((a.y > at.y) != (b.y > at.y) && at.x < a.x + (at.y - a.y) / (b.y - a.y) * (b.x - a.x))
            inside = !inside;
    }
    return inside;
}

START_TEST(a_square_is_two_triangles)
{
    fs__fill fill = { 0 };
    tally t = { .at = { 3, 2 } };
    fs__screen_point square[] = { { 0, 0 }, { 10, 0 }, { 10, 10 }, { 0, 10 } };
    ck_assert(fs__fill_polygon(&fill, square, 4, count_triangle, &t));
    ck_assert_uint_eq(t.triangles, 2);
    ck_assert_uint_eq(t.covering, 1);
    ck_assert(t.area == 100);
    fs__fill_free(&fill);
}
END_TEST

START_TEST(a_notch_stays_open)
{
    fs__fill fill = { 0 };
    tally t = { .at = { 7, 7 } };
    fs__screen_point corner[] = { { 0, 0 }, { 10, 0 }, { 10, 5 }, { 5, 5 }, { 5, 10 }, { 0, 10 } };
    ck_assert(fs__fill_polygon(&fill, corner, 6, count_triangle, &t));
    ck_assert_uint_eq(t.covering, 0);
    ck_assert(fabs(t.area - 75) < 1e-9);
    fs__fill_free(&fill);
}
END_TEST

/* Every point that is not near a border is covered once where the even-odd rule says inside, else never. */
START_TEST(random_outlines_are_filled_by_the_even_odd_rule)
{
    fs__fill fill = { 0 };
    uint32_t state = 12345, insides = 0;
    for (int i = 0; i < 3000; i++) {
        fs__screen_point p[12];
        size_t count = 3 + next_random(&state) % 10;
        for (size_t j = 0; j < count; j++) {
            p[j].x = next_random(&state) % 41;
            p[j].y = next_random(&state) % 41;
        }
        tally t = { .at = { .x = next_random(&state) % 40 + 0.387 } };
        t.at.y = next_random(&state) % 40 + 0.613;
        ck_assert(fs__fill_polygon(&fill, p, count, count_triangle, &t));
        bool inside = is_inside(p, count, t.at);
        insides += inside;
        ck_assert_msg(t.covering == inside, "polygon %d of %zu corners: covered %u times, inside %d", i, count,
                      t.covering, inside);
    }
    ck_assert_uint_gt(insides, 500);
    fs__fill_free(&fill);
}
END_TEST

/* Vertical edges, as clipping makes them, bound no trapezoid: up to FS__FILL_MAX_CROSSED others are tried against each other. Memory
 * of each outline is its own, so that the sanitizers see what is written behind it. */
START_TEST(outlines_with_many_corners_may_cross_themselves)
{
    enum { CORNERS = 300 };
    uint32_t state = 99;
    for (size_t count = 100; count <= CORNERS; count++) {
        fs__fill fill = { 0 };
        fs__screen_point p[CORNERS];
        size_t upright = 0;
        for (size_t j = 0; j < count; j++) {
            bool above = j % 2 == 1 && next_random(&state) % 4 != 0;
            upright += above;
            p[j].x = above ? p[j - 1].x : next_random(&state) % 997;
            p[j].y = next_random(&state) % 997;
        }
        tally t = { .at = { 400.387, 500.613 } };
        ck_assert(fs__fill_polygon(&fill, p, count, count_triangle, &t));
        if (count - upright <= FS__FILL_MAX_CROSSED)
            ck_assert_msg(t.covering == is_inside(p, count, t.at), "%zu corners", count);
        fs__fill_free(&fill);
    }
}
END_TEST

START_TEST(long_outlines_are_bounded)
{
    enum { CORNERS = 20000 };
    static fs__screen_point comb[CORNERS];
    for (int i = 0; i < CORNERS; i++)
        comb[i] = (fs__screen_point){ i * 0.01, i == 0 || i + 1 == CORNERS ? 100 : 10 + i % 7 };
    fs__fill fill = { 0 };
    tally t = { .at = { 77.7, 55.5 } };
    ck_assert(fs__fill_polygon(&fill, comb, CORNERS, count_triangle, &t));
    ck_assert_uint_eq(t.covering, 1);
    ck_assert_uint_le(t.triangles, 4 * FS__FILL_MAX_CORNERS);
    fs__fill_free(&fill);
}
END_TEST

/* --- lists --------------------------------------------------------------------------- */

START_TEST(items_keep_their_order)
{
    fs_batch *batch = new_batch();
    fs_draw_list *draw = pixel_list();
    fs_draw_circle(draw, P(0, 0, 0), M(20), 0x102030, FS_DRAW_FILLED);
    fs_draw_segment(draw, P(-10, 0, 0), P(10, 0, 0), 0x405060);
    fs_draw_circle(draw, P(5, 5, 0), M(3), 0x708090, 0);
    ck_assert_int_eq(fs_batch_add_list(batch, draw), FS_OK);
    size_t count;
    const fs_instance *i = fs_batch_instances(batch, &count);
    ck_assert_uint_eq(count, 3);
    ck_assert_uint_eq(i[0].kind, FS_INSTANCE_DISC);
    ck_assert_uint_eq(i[0].argb, 0xff102030);
    ck_assert(i[0].ax == WIDTH / 2 && i[0].ay == HEIGHT / 2 && i[0].size == 20);
    ck_assert_uint_eq(i[1].kind, FS_INSTANCE_SEGMENT);
    ck_assert(i[1].ax == WIDTH / 2 - 10 && i[1].bx == WIDTH / 2 + 10);
    ck_assert_uint_eq(i[2].kind, FS_INSTANCE_RING);
    /* +y is up in the world and down in the picture. */
    ck_assert(i[2].ay == HEIGHT / 2 - 5);
    fs_draw_destroy(draw);
    fs_batch_destroy(batch);
}
END_TEST

/* How many opaque triangles of a batch cover a pixel. */
static unsigned count_covering(const fs_batch *batch, fs__screen_point at)
{
    size_t count;
    const fs_instance *i = fs_batch_instances(batch, &count);
    tally t = { .at = at };
    for (size_t n = 0; n < count; n++)
        if (i[n].kind == FS_INSTANCE_TRIANGLE)
            count_triangle(&t, (fs__screen_point){ i[n].ax, i[n].ay }, (fs__screen_point){ i[n].bx, i[n].by },
                           (fs__screen_point){ i[n].cx, i[n].cy });
    return t.covering;
}

START_TEST(filled_polygons_have_their_inside)
{
    fs_batch *batch = new_batch();
    fs_draw_list *draw = pixel_list();
    fs_draw_point corner[] = { P(-20, -20, 0), P(20, -20, 0), P(20, 0, 0), P(0, 0, 0), P(0, 20, 0), P(-20, 20, 0) };
    fs_draw_polygon(draw, corner, 6, 0x102030, FS_DRAW_FILLED);
    fs_draw_box(draw, P(100, 0, 0), P(1000, 50, 0), 0x102030, FS_DRAW_FILLED); /* clipped */
    fs_draw_box(draw, P(-100, 0, 0), P(-60, 50, 0), 0x102030, 0);
    ck_assert_int_eq(fs_batch_add_list(batch, draw), FS_OK);
    double x = WIDTH / 2, y = HEIGHT / 2;
    ck_assert_uint_eq(count_covering(batch, (fs__screen_point){ x - 10.1, y + 9.7 }), 1);
    ck_assert_uint_eq(count_covering(batch, (fs__screen_point){ x + 10.1, y - 9.7 }), 0);
    ck_assert_uint_eq(count_covering(batch, (fs__screen_point){ x + 150.3, y - 20.7 }), 1);
    ck_assert_uint_eq(count_covering(batch, (fs__screen_point){ x - 80.3, y - 20.7 }), 0);
    ck_assert_uint_eq(fs_batch_dropped(batch), 0);
    fs_draw_destroy(draw);
    fs_batch_destroy(batch);
}
END_TEST

START_TEST(balls_are_lit_in_3d_alone)
{
    fs_batch *batch = new_batch();
    fs_draw_list *draw = new_draw();
    fs_draw_set_camera_3d(draw, P(0, 0, 10), P(0, 0, 0), 150, 0);
    fs_draw_circle(draw, P(0, 0, 0), M(2), 0xffffff, FS_DRAW_FILLED);
    ck_assert_int_eq(fs_batch_add_list(batch, draw), FS_OK);
    size_t count;
    const fs_instance *i = fs_batch_instances(batch, &count);
    ck_assert_uint_eq(count, 1);
    ck_assert_uint_eq(i[0].kind, FS_INSTANCE_BALL);
    fs_draw_destroy(draw);
    fs_batch_destroy(batch);
}
END_TEST

START_TEST(texts_are_glyphs_on_the_base_line)
{
    fs_batch *batch = new_batch();
    float end = fs_batch_add_text(batch, 10, 50, 20, 0xff00ff00, "a \xc3\xa9", 4);
    ck_assert(end == 40 && fs_batch_text_width(batch, 20, "a b", 3) == 30);
    size_t count;
    const fs_instance *i = fs_batch_instances(batch, &count);
    ck_assert_uint_eq(count, 2); /* the blank has no picture, the letter beyond ASCII is shown as '?' */
    ck_assert_uint_eq(i[0].kind, FS_INSTANCE_GLYPH);
    ck_assert(i[0].ax == 10 && i[0].ay == 50 && i[0].bx == 20 && i[0].by == 30);
    ck_assert(i[1].ax == 30);
    fs_batch_destroy(batch);
}
END_TEST

/* As find_test_glyph(), with the sign that stands for missing characters: it is as wide as high. */
static bool find_with_sign(void *context, uint32_t character, fs_glyph *out)
{
    bool found = find_test_glyph(context, character, out);
    out->advance = character == 0xfffd ? 1 : out->advance;
    return found || character == 0xfffd;
}

START_TEST(missing_characters_have_a_sign)
{
    fs_batch *batch = new_batch();
    ck_assert(fs_batch_text_width(batch, 20, "\xe6\xbc\xa2", 3) == 10);
    fs_batch_begin(batch, WIDTH, HEIGHT, (fs_batch_font){ .find = find_with_sign });
    ck_assert(fs_batch_text_width(batch, 20, "\xe6\xbc\xa2", 3) == 20);
    ck_assert(fs_batch_text_width(batch, 20, "?", 1) == 10);
    fs_batch_destroy(batch);
}
END_TEST

START_TEST(status_lines_stand_in_a_panel)
{
    fs_batch *batch = new_batch();
    fs_draw_list *draw = pixel_list();
    fs_draw_hud(draw, 0xffffff, "ab");
    fs_draw_hud(draw, 0xffffff, "abcd");
    ck_assert_int_eq(fs_batch_add_list(batch, draw), FS_OK);
    size_t count;
    const fs_instance *i = fs_batch_instances(batch, &count);
    ck_assert_uint_eq(count, 2 + 6);
    ck_assert_uint_eq(i[0].kind, FS_INSTANCE_TRIANGLE);
    ck_assert_uint_lt(i[0].argb >> 24, 255);
    ck_assert(i[2].ay < i[4].ay); /* the first line is above the second */
    fs_draw_destroy(draw);
    fs_batch_destroy(batch);
}
END_TEST

static void expect_near(const fs_batch *batch, size_t i, const fs_instance *instance)
{
    const float *numbers = &instance->ax;
    for (int n = 0; n < 8; n++)
        ck_assert_msg(isfinite(numbers[n]) && fabsf(numbers[n]) < 1e6f, "number %d of instance %zu is %g", n, i,
                      (double)numbers[n]);
    (void)batch;
}

START_TEST(any_list_gives_bounded_instances)
{
    fs_batch *batch = new_batch();
    fs_draw_list *draw = new_draw();
    uint32_t state = 77;
    for (int round = 0; round < 400; round++) {
        random_draw_list(draw, &state);
        uint32_t width = 1 + next_random(&state) % 2000;
        fs_batch_begin(batch, width, 1 + next_random(&state) % 2000, (fs_batch_font){ .find = find_test_glyph });
        ck_assert_int_eq(fs_batch_add_list(batch, draw), FS_OK);
        size_t count;
        const fs_instance *instances = fs_batch_instances(batch, &count);
        for (size_t i = 0; i < count; i++)
            expect_near(batch, i, &instances[i]);
    }
    fs_draw_destroy(draw);
    fs_batch_destroy(batch);
}
END_TEST

START_TEST(a_full_batch_counts_what_it_drops)
{
    fs_batch *batch = new_batch();
    for (uint32_t i = 0; i < FS_BATCH_MAX_INSTANCES + 5; i++)
        fs_batch_add_disc(batch, 1, 1, 1, 0, 0xffffffff);
    size_t count;
    fs_batch_instances(batch, &count);
    ck_assert_uint_eq(count, FS_BATCH_MAX_INSTANCES);
    ck_assert_uint_eq(fs_batch_dropped(batch), 5);
    fs_batch_begin(batch, 10, 10, (fs_batch_font){ .find = find_test_glyph });
    ck_assert_uint_eq(fs_batch_dropped(batch), 0);
    fs_batch_destroy(batch);
}
END_TEST

/* A list whose circles, texts and outlines do not fit leaves room for what its caller draws over it. */
START_TEST(a_list_leaves_room_for_the_callers_shapes)
{
    fs_batch *batch = new_batch();
    fs_draw_list *draw = new_draw();
    char text[FS_DRAW_MAX_TEXT];
    memset(text, 'a', sizeof text);
    text[sizeof text - 1] = 0;
    fs_draw_set_camera_2d(draw, 0, 0, M(16), M(9), 0);
    for (int i = 0; i < 4200; i++)
        fs_draw_text(draw, P(0, 0, 0), M(1), 0xffffff, text);
    fs_batch_begin(batch, 1280, 720, (fs_batch_font){ .find = find_test_glyph });
    size_t count = 0;
    for (int i = 0; i < 3; i++)
        ck_assert_int_eq(fs_batch_add_list(batch, draw), FS_OK);
    fs_batch_instances(batch, &count);
    ck_assert_uint_eq(count, FS_BATCH_MAX_INSTANCES - FS_BATCH_RESERVED);
    uint32_t dropped = fs_batch_dropped(batch);
    ck_assert_uint_gt(dropped, 0);
    for (uint32_t i = 0; i < FS_BATCH_RESERVED; i++)
        fs_batch_add_disc(batch, 1, 1, 1, 0, 0xffffffff);
    fs_batch_instances(batch, &count);
    ck_assert_uint_eq(count, FS_BATCH_MAX_INSTANCES);
    ck_assert_uint_eq(fs_batch_dropped(batch), dropped);
    fs_draw_destroy(draw);
    fs_batch_destroy(batch);
}
END_TEST

/* The height of the first letter of a status line in a picture of so many rows. */
static float status_height(uint32_t rows)
{
    size_t count;
    fs_draw_list *draw = pixel_list();
    fs_batch *batch = new_batch();
    float height = 0;
    fs_batch_begin(batch, 2 * rows, rows, (fs_batch_font){ .find = find_test_glyph });
    fs_draw_hud(draw, 0xffffff, "word");
    ck_assert_int_eq(fs_batch_add_list(batch, draw), FS_OK);
    const fs_instance *i = fs_batch_instances(batch, &count);
    for (size_t k = 0; k < count; k++)
        height = i[k].kind == FS_INSTANCE_GLYPH ? i[k].ay - i[k].by : height;
    fs_draw_destroy(draw);
    fs_batch_destroy(batch);
    return height;
}

/* On a display of four times as many points letters of one size in pixels could not be read. */
START_TEST(status_lines_grow_with_the_picture)
{
    ck_assert_float_ge(status_height(200), 10);
    ck_assert_float_le(status_height(1080), 30);
    ck_assert_float_ge(status_height(2160), 45);
    ck_assert_float_ge(status_height(4320), 90);
}
END_TEST

static size_t count_glyphs(const fs_batch *batch)
{
    size_t count, glyphs = 0;
    const fs_instance *i = fs_batch_instances(batch, &count);
    for (size_t k = 0; k < count; k++)
        glyphs += i[k].kind == FS_INSTANCE_GLYPH;
    return glyphs;
}

/* A panel from 100 to 220 by 50 to 150 pixels: texts that reach into it are left out, those beside it stay, and so do shapes. Letters
 * are 10 pixels high and 5 wide, and reach 2.5 below the base line. */
START_TEST(texts_that_a_panel_cuts_are_left_out)
{
    static const struct {
        double x, y; /* of the base line, from the middle */
        size_t glyphs;
    } cases[] = { { 0, 0, 0 },    { -70, 0, 0 },  { 59, 0, 0 },  { -75.1, 0, 3 }, { 60.1, 0, 3 },
                  { 0, 51.9, 0 }, { 0, 52.6, 3 }, { 0, -59, 0 }, { 0, -60.1, 3 }, { -100, -80, 3 } };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        fs_draw_list *draw = pixel_list();
        fs_batch *batch = new_batch();
        size_t count;
        fs_draw_text(draw, P(cases[k].x, cases[k].y, 0), M(10), 0xffffff, "abc");
        fs_draw_circle(draw, P(0, 0, 0), M(3), 0xff0000, FS_DRAW_FILLED);
        fs_batch_cover(batch, 100, 50, 220, 150);
        ck_assert_int_eq(fs_batch_add_list(batch, draw), FS_OK);
        fs_batch_instances(batch, &count);
        ck_assert_msg(count_glyphs(batch) == cases[k].glyphs, "case %zu has %zu", k, count_glyphs(batch));
        ck_assert_uint_eq(count, cases[k].glyphs + 1);
        fs_batch_begin(batch, WIDTH, HEIGHT, (fs_batch_font){ .find = find_test_glyph });
        ck_assert_int_eq(fs_batch_add_list(batch, draw), FS_OK);
        ck_assert_uint_eq(count_glyphs(batch), 3);
        fs_draw_destroy(draw);
        fs_batch_destroy(batch);
    }
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *s = suite_create("batch");
    TCase *t = tcase_create("batch");
    tcase_add_test(t, a_square_is_two_triangles);
    tcase_add_test(t, a_notch_stays_open);
    tcase_add_test(t, random_outlines_are_filled_by_the_even_odd_rule);
    tcase_add_test(t, outlines_with_many_corners_may_cross_themselves);
    tcase_add_test(t, long_outlines_are_bounded);
    tcase_add_test(t, items_keep_their_order);
    tcase_add_test(t, filled_polygons_have_their_inside);
    tcase_add_test(t, balls_are_lit_in_3d_alone);
    tcase_add_test(t, texts_are_glyphs_on_the_base_line);
    tcase_add_test(t, missing_characters_have_a_sign);
    tcase_add_test(t, status_lines_stand_in_a_panel);
    tcase_add_test(t, status_lines_grow_with_the_picture);
    tcase_add_test(t, texts_that_a_panel_cuts_are_left_out);
    tcase_add_test(t, any_list_gives_bounded_instances);
    tcase_add_test(t, a_full_batch_counts_what_it_drops);
    tcase_add_test(t, a_list_leaves_room_for_the_callers_shapes);
    suite_add_tcase(s, t);
    return s;
}
