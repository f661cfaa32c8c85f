/* check_renderer.c: pixels of the window's renderer, drawn without a display. */
#include <stdio.h>
#include <limits.h>
#include <stdlib.h>

#include "support/check_main.h"
#include "window/offscreen.h"
#include "window/gl/renderer.h"

enum { SIDE = 64 };

/* Graphics drivers keep memory until the process ends, so leaks are not looked for where AddressSanitizer is built in. */
const char *__asan_default_options(void);
__attribute__((visibility("default"))) const char *__asan_default_options(void)
{
    return "detect_leaks=0";
}

typedef struct fixture {
    offscreen *context;
    renderer *renderer;
} fixture;

/* False, with the reason on standard output, where there is no EGL. */
static bool open_fixture_of(fixture *f, solids_quality quality)
{
    char why[320];
    f->context = offscreen_open(quality, NULL, why, sizeof why);
    if (f->context == NULL) {
        printf("# skipped: %s\n", why);
        return false;
    }
    f->renderer = renderer_create(quality, why, sizeof why);
    ck_assert_msg(f->renderer != NULL, "%s", why);
    return true;
}

static bool open_fixture(fixture *f)
{
    return open_fixture_of(f, SOLIDS_FULL);
}

static void close_fixture(fixture *f)
{
    renderer_destroy(f->renderer);
    offscreen_close(f->context);
}

static uint8_t *draw(fixture *f, uint32_t background, const fs_instance *instances, size_t count)
{
    uint32_t width, height;
    const renderer_picture picture = { .width = SIDE,
                                       .height = SIDE,
                                       .background = background,
                                       .instances = instances,
                                       .count = count };
    ck_assert(renderer_draw(f->renderer, &picture));
    uint8_t *pixels = renderer_read(f->renderer, &width, &height);
    ck_assert(pixels != NULL && width == SIDE && height == SIDE);
    return pixels;
}

static unsigned channel(const uint8_t *pixels, unsigned x, unsigned y, unsigned i)
{
    return pixels[4 * (y * SIDE + x) + i];
}

static fs_instance triangle(float ax, float ay, float bx, float by, float cx, float cy, uint32_t argb)
{
    return (fs_instance){ .kind = FS_INSTANCE_TRIANGLE,
                          .ax = ax,
                          .ay = ay,
                          .bx = bx,
                          .by = by,
                          .cx = cx,
                          .cy = cy,
                          .argb = argb };
}

/* Half of white over black is half of the light: 188. Over linear values 128 / 255 of alpha is 0.50196. */
START_TEST(half_of_the_light_is_188)
{
    fixture f;
    if (!open_fixture(&f))
        return;
    fs_instance half = triangle(-100, -100, 300, -100, -100, 300, 0x80ffffff);
    uint8_t *pixels = draw(&f, 0x000000, &half, 1);
    for (unsigned i = 0; i < 3; i++)
        ck_assert_uint_eq(channel(pixels, 10, 10, i), 188);
    free(pixels);
    close_fixture(&f);
}
END_TEST

/* One decoding and one encoding: every code comes back, as a background and as a face. */
START_TEST(every_code_comes_back)
{
    fixture f;
    if (!open_fixture(&f))
        return;
    for (uint32_t code = 0; code < 256; code += code < 250 ? 5 : 1) {
        uint32_t rgb = code << 16 | (255 - code) << 8 | (code ^ 0x55);
        fs_instance face = triangle(0, 0, 32, 0, 0, 32, 0xff000000u | rgb);
        uint8_t *pixels = draw(&f, rgb ^ 0xffffff, &face, 1);
        for (unsigned i = 0; i < 3; i++) {
            ck_assert_uint_eq(channel(pixels, 5, 5, i), rgb >> (16 - 8 * i) & 255);
            ck_assert_uint_eq(channel(pixels, 60, 60, i), (rgb ^ 0xffffff) >> (16 - 8 * i) & 255);
        }
        free(pixels);
    }
    close_fixture(&f);
}
END_TEST

START_TEST(the_picture_is_upright)
{
    fixture f;
    if (!open_fixture(&f))
        return;
    fs_instance corner = triangle(0, 0, 20, 0, 0, 20, 0xffff0000);
    uint8_t *pixels = draw(&f, 0, &corner, 1);
    ck_assert_uint_eq(channel(pixels, 3, 3, 0), 255);
    ck_assert_uint_eq(channel(pixels, 3, 60, 0), 0);
    ck_assert_uint_eq(channel(pixels, 60, 3, 0), 0);
    free(pixels);
    close_fixture(&f);
}
END_TEST

START_TEST(shapes_cover_what_they_should)
{
    fixture f;
    if (!open_fixture(&f))
        return;
    fs_instance shapes[] = {
        { .kind = FS_INSTANCE_DISC, .ax = 16, .ay = 16, .size = 8, .argb = 0xffffffff },
        { .kind = FS_INSTANCE_RING, .ax = 48, .ay = 16, .size = 8, .edge = 2, .argb = 0xffffffff },
        { .kind = FS_INSTANCE_SEGMENT, .ax = 8, .ay = 48, .bx = 24, .by = 48, .size = 2, .argb = 0xffffffff },
        { .kind = FS_INSTANCE_BALL, .ax = 48, .ay = 48, .size = 10, .argb = 0xffffffff },
    };
    static const struct {
        unsigned x, y, low, high;
    } wanted[] = { { 16, 16, 255, 255 }, { 16, 27, 0, 0 },     { 21, 12, 255, 255 }, { 48, 16, 0, 0 },
                   { 55, 15, 250, 255 }, { 58, 16, 0, 0 },     { 8, 48, 255, 255 },  { 16, 52, 0, 0 },
                   { 16, 49, 255, 255 }, { 52, 43, 200, 255 }, { 44, 55, 60, 190 },  { 48, 60, 0, 0 } };
    uint8_t *pixels = draw(&f, 0, shapes, 4);
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
        unsigned got = channel(pixels, wanted[i].x, wanted[i].y, 1);
        ck_assert_msg(got >= wanted[i].low && got <= wanted[i].high, "pixel %u %u is %u, not %u to %u", wanted[i].x,
                      wanted[i].y, got, wanted[i].low, wanted[i].high);
    }
    free(pixels);
    close_fixture(&f);
}
END_TEST

START_TEST(later_instances_are_on_top)
{
    fixture f;
    if (!open_fixture(&f))
        return;
    fs_instance both[] = { triangle(0, 0, 64, 0, 0, 64, 0xffff0000), triangle(0, 0, 64, 0, 0, 64, 0xff00ff00) };
    uint8_t *pixels = draw(&f, 0, both, 2);
    ck_assert(channel(pixels, 9, 9, 0) == 0 && channel(pixels, 9, 9, 1) == 255);
    free(pixels);
    close_fixture(&f);
}
END_TEST

/* Extreme numbers draw nothing wrong elsewhere, and a full batch is one call. */
START_TEST(extremes_are_drawn)
{
    fixture f;
    if (!open_fixture(&f))
        return;
    enum { COUNT = 1000000 };
    fs_instance *many = calloc(COUNT, sizeof *many);
    ck_assert_ptr_nonnull(many);
    for (size_t i = 0; i < COUNT; i++)
        many[i] = (fs_instance){ .kind = (uint32_t)(i % 7), .ax = (float)(i % 64), .ay = -9, .size = 0.1f };
    many[COUNT - 1] = triangle(-1e30f, -1e30f, 1e30f, -1e30f, 0, 1e30f, 0);
    uint8_t *pixels = draw(&f, 0x336699, many, COUNT);
    ck_assert(channel(pixels, 30, 30, 0) == 0x33 && channel(pixels, 30, 30, 2) == 0x99);
    free(pixels);
    free(many);
    close_fixture(&f);
}
END_TEST

/* --- solids -------------------------------------------------------------------------- */

#define METRES(x) ((fix16_t)((x)*65536))

/* Light and shadow as the rasteriser of the picture writer has them (check_mesh compares that one with the formula): a
 * ball over a floor, seen from above, in every quality. */
START_TEST(solids_have_depth_light_and_shadow)
{
    fixture f;
    fs_draw_list *list;
    if (!open_fixture_of(&f, (solids_quality)_i))
        return;
    ck_assert_int_eq(fs_draw_create(&list), FS_OK);
    fs_draw_set_camera_3d(list, (fs_draw_point){ 0, METRES(12), METRES(3) }, (fs_draw_point){ 0, 0, 0 }, 150, 0x102030);
    const fs_draw_material ball = { .colour = 0xff0000 }, floor = { .colour = 0xffffff, .flags = FS_DRAW_NO_SHADOW };
    fs_draw_sphere(list, (fs_draw_point){ 0, METRES(2), 0 }, METRES(1), ball);
    fs_draw_block(list, (fs_draw_point){ 0, METRES(-1), 0 }, (fs_draw_point){ METRES(5), METRES(-1), 0 },
                  (fs_draw_point){ 0, 0, 0 }, (fs_draw_point){ 0, METRES(-1), METRES(5) }, floor);
    uint8_t *pixels = offscreen_draw(f.context, list, SIDE, SIDE);
    ck_assert_ptr_nonnull(pixels);
    /* The ball is before the floor although the floor is later in the list. */
    ck_assert(channel(pixels, 32, 26, 0) > 100 && channel(pixels, 32, 26, 1) < 60);
    /* The key light comes from the right: the ball's shadow is at its left. */
    unsigned dark = channel(pixels, 20, 32, 1), bright = channel(pixels, 46, 32, 1);
    ck_assert_msg(bright > 180 && dark + 60 < bright, "shadow %u, light %u", dark, bright);
    ck_assert_uint_eq(channel(pixels, 1, 1, 2), 0x30);
    free(pixels);
    fs_draw_destroy(list);
    close_fixture(&f);
}
END_TEST

/* Pixels of a white ball without a shine that are neither ball nor background: its edge is mixed of samples, or it is not. */
static unsigned count_mixed(solids_quality quality)
{
    fixture f;
    fs_draw_list *list;
    unsigned mixed = 0;
    if (!open_fixture_of(&f, quality))
        return UINT_MAX;
    ck_assert_int_eq(fs_draw_create(&list), FS_OK);
    fs_draw_set_camera_3d(list, (fs_draw_point){ 0, METRES(12), METRES(3) }, (fs_draw_point){ 0, 0, 0 }, 150, 0x000000);
    fs_draw_sphere(list, (fs_draw_point){ 0, 0, 0 }, METRES(3), (fs_draw_material){ .colour = 0xffffff });
    uint8_t *pixels = offscreen_draw(f.context, list, SIDE, SIDE);
    ck_assert_ptr_nonnull(pixels);
    /* The darkest light of a surface, `ground`, is 0.1, of which the code is 89; less is mixed with the background. */
    for (unsigned i = 0; i < SIDE * SIDE; i++)
        mixed += channel(pixels, i % SIDE, i / SIDE, 1) > 0 && channel(pixels, i % SIDE, i / SIDE, 1) < 85;
    free(pixels);
    fs_draw_destroy(list);
    close_fixture(&f);
    return mixed;
}

START_TEST(full_quality_smooths_edges)
{
    unsigned fast = count_mixed(SOLIDS_FAST), full = count_mixed(SOLIDS_FULL);
    if (fast == UINT_MAX)
        return;
    ck_assert_uint_eq(fast, 0);
    ck_assert_uint_gt(full, 0);
}
END_TEST

/* The right picture is a disc far wider than its half: nothing of it reaches the left one. */
START_TEST(two_pictures_stand_side_by_side)
{
    fixture f;
    fs_draw_list *left, *right;
    if (!open_fixture(&f))
        return;
    ck_assert(fs_draw_create(&left) == FS_OK && fs_draw_create(&right) == FS_OK);
    fs_draw_set_camera_3d(left, (fs_draw_point){ 0, METRES(12), METRES(3) }, (fs_draw_point){ 0, 0, 0 }, 150, 0x102030);
    fs_draw_sphere(left, (fs_draw_point){ 0, 0, 0 }, METRES(2), (fs_draw_material){ .colour = 0xff0000 });
    fs_draw_set_camera_2d(right, 0, 0, METRES(10), METRES(10), 0x000000);
    fs_draw_circle(right, (fs_draw_point){ 0, 0, 0 }, METRES(60), 0x0000ff, FS_DRAW_FILLED);
    uint8_t *pixels = offscreen_draw_pair(f.context, left, right, SIDE, SIDE);
    ck_assert_ptr_nonnull(pixels);
    ck_assert_msg(channel(pixels, 16, 32, 0) > 100 && channel(pixels, 16, 32, 2) < 60, "the ball is in the left half");
    ck_assert_uint_eq(channel(pixels, 1, 1, 2), 0x30);
    ck_assert_uint_eq(channel(pixels, 28, 62, 2), 0x30);
    for (unsigned x = 36; x < SIDE; x += 9)
        ck_assert(channel(pixels, x, 5, 2) == 0xff && channel(pixels, x, 5, 0) == 0);
    free(pixels);
    fs_draw_destroy(left);
    fs_draw_destroy(right);
    close_fixture(&f);
}
END_TEST

/* A list keeps what it can hold of 1,000,000 items, counts the others and is drawn. */
START_TEST(a_million_items_are_limited_and_drawn)
{
    fixture f;
    fs_draw_list *list;
    size_t count;
    if (!open_fixture(&f))
        return;
    ck_assert_int_eq(fs_draw_create(&list), FS_OK);
    fs_draw_set_camera_2d(list, 0, 0, METRES(64), METRES(64), 0x000000);
    for (int i = 0; i < 1000000; i++)
        fs_draw_circle(list, (fs_draw_point){ METRES(i % 64 - 32), METRES(i / 64 % 64 - 32), 0 }, METRES(1), 0x00ff00,
                       FS_DRAW_FILLED);
    fs_draw_items(list, &count);
    ck_assert_uint_eq(count, FS_DRAW_MAX_ITEMS);
    ck_assert_uint_eq(fs_draw_dropped(list), 1000000 - FS_DRAW_MAX_ITEMS);
    uint8_t *pixels = offscreen_draw(f.context, list, SIDE, SIDE);
    ck_assert_ptr_nonnull(pixels);
    ck_assert_uint_ge(channel(pixels, 32, 32, 1), 0x80);
    free(pixels);
    fs_draw_destroy(list);
    close_fixture(&f);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *s = suite_create("renderer");
    TCase *t = tcase_create("renderer");
    tcase_set_timeout(t, 60);
    tcase_add_test(t, half_of_the_light_is_188);
    tcase_add_test(t, every_code_comes_back);
    tcase_add_test(t, the_picture_is_upright);
    tcase_add_test(t, shapes_cover_what_they_should);
    tcase_add_test(t, later_instances_are_on_top);
    tcase_add_test(t, extremes_are_drawn);
    tcase_add_loop_test(t, solids_have_depth_light_and_shadow, SOLIDS_AUTO, SOLIDS_FAST + 1);
    tcase_add_test(t, full_quality_smooths_edges);
    tcase_add_test(t, two_pictures_stand_side_by_side);
    tcase_add_test(t, a_million_items_are_limited_and_drawn);
    suite_add_tcase(s, t);
    return s;
}
