/* check_picture.c: pictures are written, read back and compared. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif
#include <fixstep/view.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "view/draw_fixture.h"

static char folder[] = "/tmp/fixstep-picture-XXXXXX";
static char path[64], why[256];

static void make_folder(void)
{
    strcpy(folder + sizeof folder - 7, "XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
}

static const char *in_folder(const char *name)
{
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void remove_folder(void)
{
    unlink(in_folder("a.png"));
    unlink(in_folder("a.svg"));
    unlink(in_folder("a.ppm"));
    rmdir(folder);
}

static fs_result write_picture(const fs_draw_list *draw, const char *name, uint32_t width, uint32_t height)
{
    why[0] = 0;
    return fs_picture_write(draw, name, width, height, why, sizeof why);
}

START_TEST(sizes_and_names_are_checked)
{
    fs_draw_list *draw = new_draw();
    static const struct {
        const char *name;
        uint32_t width, height;
        const char *says;
    } bad[] = { { "a.jpg", 10, 10, ".png, .svg or .ppm" }, { "png", 10, 10, ".png, .svg or .ppm" },
                { ".png", 10, 10, ".png, .svg or .ppm" },  { "a.png", 0, 10, "1 to 8192" },
                { "a.png", 10, 8193, "1 to 8192" },        { "a.svg", UINT32_MAX, 1, "1 to 8192" } };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
#ifdef HAVE_CAIRO
        ck_assert_int_eq(write_picture(draw, bad[i].name, bad[i].width, bad[i].height), FS_E_ARGUMENT);
        ck_assert_msg(strstr(why, bad[i].says) != NULL, "%s", why);
#else
        ck_assert_int_eq(write_picture(draw, bad[i].name, bad[i].width, bad[i].height), FS_E_UNSUPPORTED);
        ck_assert_msg(strstr(why, "libcairo2-dev") != NULL && strstr(why, "--with-cairo") != NULL, "%s", why);
#endif
        ck_assert_int_ne(access(bad[i].name, F_OK), 0);
    }
    /* Without a buffer for the error text. */
    ck_assert_int_ne(fs_picture_write(draw, "a.jpg", 1, 1, NULL, 0), FS_OK);
    fs_draw_destroy(draw);
}
END_TEST

#ifdef HAVE_CAIRO
#include <cairo.h>

/* Under the leak sanitizer: fontconfig keeps its configuration until the end. */
FS_API const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libfontconfig\n";
}

/* Writes the list as PNG and reads it back. */
static cairo_surface_t *write_and_read(const fs_draw_list *draw, uint32_t width, uint32_t height)
{
    ck_assert_int_eq(write_picture(draw, in_folder("a.png"), width, height), FS_OK);
    ck_assert_str_eq(why, "");
    cairo_surface_t *surface = cairo_image_surface_create_from_png(path);
    ck_assert_int_eq(cairo_surface_status(surface), CAIRO_STATUS_SUCCESS);
    ck_assert_int_eq(cairo_image_surface_get_width(surface), width);
    ck_assert_int_eq(cairo_image_surface_get_height(surface), height);
    cairo_surface_flush(surface);
    return surface;
}

static uint32_t read_pixel(cairo_surface_t *surface, int x, int y)
{
    uint32_t value;
    memcpy(&value, cairo_image_surface_get_data(surface) + y * cairo_image_surface_get_stride(surface) + 4 * x, 4);
    return value & 0xffffff;
}

/* As netpbm defines it: a line of its kind, of its size and of the largest value, then three bytes a pixel. */
START_TEST(a_ppm_has_the_pixels_of_the_png)
{
    enum { WIDE = 31, HIGH = 17 };
    static unsigned char bytes[WIDE * HIGH * 3 + 64];
    fs_draw_list *draw = new_draw();
    fs_draw_set_camera_2d(draw, 0, 0, M(20), M(10), 0x102030);
    fs_draw_circle(draw, P(-5, 2, 0), M(2), 0xff8040, FS_DRAW_FILLED);
    cairo_surface_t *s = write_and_read(draw, WIDE, HIGH);
    ck_assert_int_eq(write_picture(draw, in_folder("a.ppm"), WIDE, HIGH), FS_OK);
    FILE *file = fopen(path, "rb");
    ck_assert_ptr_nonnull(file);
    size_t size = fread(bytes, 1, sizeof bytes, file), head = strlen("P6\n31 17\n255\n");
    fclose(file);
    ck_assert_uint_eq(size, head + WIDE * HIGH * 3);
    ck_assert_int_eq(memcmp(bytes, "P6\n31 17\n255\n", head), 0);
    for (int i = 0; i < WIDE * HIGH; i++) {
        const unsigned char *p = bytes + head + 3 * i;
        ck_assert_uint_eq(read_pixel(s, i % WIDE, i / WIDE), (uint32_t)(p[0] << 16 | p[1] << 8 | p[2]));
    }
    cairo_surface_destroy(s);
    fs_draw_destroy(draw);
}
END_TEST

START_TEST(a_png_has_the_right_pixels)
{
    fs_draw_list *draw = new_draw();
    fs_draw_set_camera_2d(draw, 0, 0, M(20), M(10), 0x102030);
    fs_draw_circle(draw, P(-5, 2, 0), M(2), 0xff8040, FS_DRAW_FILLED);
    fs_draw_circle(draw, P(5, 2, 0), M(2), 0x40ff80, 0);
    fs_draw_box(draw, P(-6, -4, 0), P(-4, -2, 0), 0x8040ff, FS_DRAW_FILLED);
    fs_draw_segment(draw, P(0, -5, 0), P(0, 5, 0), 0xffffff);
    cairo_surface_t *s = write_and_read(draw, 400, 200);
    ck_assert_uint_eq(read_pixel(s, 100, 60), 0xff8040); /* in the disc */
    ck_assert_uint_eq(read_pixel(s, 100, 30), 0xff8040);
    ck_assert_uint_eq(read_pixel(s, 100, 15), 0x102030); /* above it */
    ck_assert_uint_eq(read_pixel(s, 300, 60), 0x102030); /* in the ring */
    ck_assert_uint_ne(read_pixel(s, 300, 20), 0x102030); /* on the ring */
    ck_assert_uint_eq(read_pixel(s, 100, 160), 0x8040ff);
    ck_assert_uint_eq(read_pixel(s, 130, 160), 0x102030);
    ck_assert_uint_ne(read_pixel(s, 200, 100), 0x102030); /* on the line */
    ck_assert_uint_eq(read_pixel(s, 210, 100), 0x102030);
    cairo_surface_destroy(s);
    fs_draw_destroy(draw);
}
END_TEST

START_TEST(very_large_shapes_have_exact_borders)
{
    fs_draw_list *draw = new_draw();
    /* The ground is a disc of 30 km, 24 million pixels: beyond the coordinates of cairo. */
    fs_draw_set_camera_2d(draw, 0, 0, M(0.25), M(0.125), 0x000000);
    fs_draw_circle(draw, P(0, -30000, 0), M(30000), 0x00ff00, FS_DRAW_FILLED);
    fs_draw_point wall[4] = { P(0.0625, -30000, 0), P(30000, -30000, 0), P(30000, 30000, 0), P(0.0625, 30000, 0) };
    fs_draw_polygon(draw, wall, 4, 0x0000ff, FS_DRAW_FILLED);
    cairo_surface_t *s = write_and_read(draw, 200, 100);
    for (int x = 5; x < 145; x += 20) {
        ck_assert_uint_eq(read_pixel(s, x, 46), 0x000000);
        ck_assert_uint_eq(read_pixel(s, x, 53), 0x00ff00);
        ck_assert_uint_eq(read_pixel(s, x, 98), 0x00ff00);
    }
    for (int y = 2; y < 100; y += 20) {
        ck_assert_uint_ne(read_pixel(s, 146, y), 0x0000ff);
        ck_assert_uint_eq(read_pixel(s, 153, y), 0x0000ff);
    }
    cairo_surface_destroy(s);
    /* A slope of one half, only its width exceeds the coordinates of cairo. */
    fs_draw_clear(draw);
    fs_draw_set_camera_2d(draw, 0, 0, M(0.25), M(0.125), 0x000000);
    fs_draw_point slope[3] = { P(-20000, -10000, 0), P(20000, 10000, 0), P(20000, -10000, 0) };
    fs_draw_polygon(draw, slope, 3, 0xff0000, FS_DRAW_FILLED);
    s = write_and_read(draw, 200, 100);
    for (int x = 5; x < 200; x += 10) {
        ck_assert_uint_eq(read_pixel(s, x, 100 - x / 2 - 4 >= 0 ? 100 - x / 2 - 4 : 0), 0x000000);
        ck_assert_uint_eq(read_pixel(s, x, 100 - x / 2 + 4 < 100 ? 100 - x / 2 + 4 : 99), 0xff0000);
    }
    cairo_surface_destroy(s);
    /* The inside of a disc has its colour only, near the border and in
     * the middle. */
    fs_draw_clear(draw);
    fs_draw_set_camera_2d(draw, 0, 0, M(0.5), M(0.0625), 0x000000);
    fs_draw_circle(draw, P(0, -29999.75, 0), M(30000), 0xff00ff, FS_DRAW_FILLED);
    s = write_and_read(draw, 400, 50);
    for (int x = 0; x < 400; x += 21)
        for (int y = 0; y < 50; y += 7)
            ck_assert_uint_eq(read_pixel(s, x, y), 0xff00ff);
    cairo_surface_destroy(s);
    fs_draw_clear(draw);
    fs_draw_circle(draw, P(0, 0, 0), M(30000), 0x123456, FS_DRAW_FILLED);
    s = write_and_read(draw, 60, 60);
    ck_assert_uint_eq(read_pixel(s, 0, 0), 0x123456);
    ck_assert_uint_eq(read_pixel(s, 59, 59), 0x123456);
    cairo_surface_destroy(s);
    fs_draw_destroy(draw);
}
END_TEST

START_TEST(a_3d_picture_hides_and_shades)
{
    fs_draw_list *draw = new_draw();
    fs_draw_set_camera_3d(draw, P(0, 0, 10), P(0, 0, 0), 150, 0x203040);
    fs_draw_circle(draw, P(0, 0, 3), M(1), 0xff0000, FS_DRAW_FILLED);
    fs_draw_box(draw, P(-2, -2, -2), P(2, 2, 2), 0x00ff00, FS_DRAW_FILLED);
    cairo_surface_t *s = write_and_read(draw, 300, 300);
    uint32_t ball = read_pixel(s, 150, 150), face = read_pixel(s, 150, 210);
    /* The ball hides the box in the middle, shading does not change the hue. */
    ck_assert(ball >> 16 > 128 && (ball & 0xff00) < 0x4000);
    ck_assert((face & 0xff00) > 0x6000 && face >> 16 == 0);
    ck_assert_uint_eq(read_pixel(s, 3, 3), 0x203040);
    cairo_surface_destroy(s);
    fs_draw_destroy(draw);
}
END_TEST

START_TEST(hud_and_text_leave_marks)
{
    fs_draw_list *draw = new_draw();
    fs_draw_set_camera_2d(draw, 0, 0, M(20), M(10), 0x808080);
    fs_draw_hud(draw, 0xffffff, "WWW \x1b\xff");
    fs_draw_text(draw, P(0, 0, 0), M(2), 0x00ff00, "MMM\xc3");
    cairo_surface_t *s = write_and_read(draw, 400, 200);
    unsigned panel = 0, letters = 0, below = 0;
    for (int y = 0; y < 200; y++) {
        for (int x = 0; x < 400; x++) {
            uint32_t p = read_pixel(s, x, y);
            panel += y < 40 && x < 80 && p < 0x707070;
            letters += y > 60 && y < 100 && x >= 200 && (p >> 8 & 255) > 0xc0 && p >> 16 < 0x60;
            below += y > 102 && p != 0x808080;
        }
    }
    ck_assert_uint_gt(panel, 200);
    ck_assert_uint_gt(letters, 50);
    ck_assert_uint_eq(below, 0);
    cairo_surface_destroy(s);
    fs_draw_destroy(draw);
}
END_TEST

/* A status line that is wider than the picture goes on below, in light letters on the dark panel. */
START_TEST(long_status_lines_are_broken)
{
    fs_draw_list *draw = new_draw();
    unsigned rows = 0;
    fs_draw_set_camera_2d(draw, 0, 0, M(20), M(10), 0x808080);
    fs_draw_hud(draw, 0xffffff, "MMMMMMMM MMMMMMMM MMMMMMMM MMMMMMMM MMMMMMMM MMMMMMMM MMMMMMMM MMMMMMMM");
    cairo_surface_t *s = write_and_read(draw, 200, 200);
    bool before = false;
    for (int y = 0; y < 200; y++) {
        bool lit = false;
        for (int x = 0; x < 200; x++)
            lit |= (read_pixel(s, x, y) & 255) > 0xc0;
        rows += lit && !before;
        before = lit;
        ck_assert_uint_le(read_pixel(s, 197, y) & 255, 0x80);
    }
    ck_assert_uint_ge(rows, 3);
    cairo_surface_destroy(s);
    fs_draw_destroy(draw);
}
END_TEST

static char *read_whole(const char *name, size_t *size)
{
    FILE *file = fopen(name, "rb");
    ck_assert_ptr_nonnull(file);
    char *bytes = calloc(1, 1 << 20);
    ck_assert_ptr_nonnull(bytes);
    *size = fread(bytes, 1, (1 << 20) - 1, file);
    fclose(file);
    return bytes;
}

START_TEST(a_png_has_its_signature)
{
    fs_draw_list *draw = new_draw();
    size_t size;
    cairo_surface_destroy(write_and_read(draw, 12, 34));
    char *bytes = read_whole(path, &size);
    ck_assert_mem_eq(bytes, "\x89PNG\r\n\x1a\n", 8);
    ck_assert_mem_eq(bytes + 16, "\0\0\0\x0c\0\0\0\x22", 8);
    free(bytes);
    fs_draw_destroy(draw);
}
END_TEST

/* Whether elements close in the order they were opened; counts them. */
static bool well_formed(const char *text, unsigned *elements)
{
    const char *open[64];
    unsigned depth = 0;
    for (const char *tag = strchr(text, '<'); tag != NULL; tag = strchr(tag + 1, '<')) {
        const char *end = strchr(tag, '>');
        if (end == NULL)
            return false;
        if (tag[1] == '?' || tag[1] == '!' || end[-1] == '/')
            continue;
        if (tag[1] != '/') {
            if (depth == 64)
                return false;
            open[depth++] = tag + 1;
            *elements += 1;
            continue;
        }
        size_t n = (size_t)(end - tag - 2);
        if (depth == 0 || strncmp(open[--depth], tag + 2, n) != 0)
            return false;
    }
    return depth == 0;
}

START_TEST(svg_is_well_formed)
{
    fs_draw_list *draw = new_draw();
    fs_draw_circle(draw, P(0, 0, 0), M(1), 0xff0000, FS_DRAW_FILLED);
    fs_draw_text(draw, P(0, 0, 0), M(1), 0, "<&\"\x01\xff");
    fs_draw_hud(draw, 0xffffff, "</svg>");
    size_t size;
    unsigned elements = 0;
    ck_assert_int_eq(write_picture(draw, in_folder("a.SVG"), 320, 180), FS_OK);
    char *text = read_whole(path, &size);
    unlink(path);
    ck_assert(well_formed(text, &elements));
    ck_assert_uint_ge(elements, 2);
    ck_assert_ptr_nonnull(strstr(text, "<svg"));
    ck_assert_ptr_nonnull(strstr(text, "320"));
    ck_assert_ptr_nonnull(strstr(text, "(100%,0%,0%)"));
    free(text);
    fs_draw_destroy(draw);
    elements = 0;
    ck_assert(!well_formed("<svg><g></svg></g>", &elements));
}
END_TEST

START_TEST(unwritable_paths_are_reported)
{
    fs_draw_list *draw = new_draw();
    ck_assert_int_eq(write_picture(draw, "/nonexistent/a.png", 10, 10), FS_E_IO);
    ck_assert_msg(strstr(why, "/nonexistent/a.png") != NULL && strstr(why, "No such file") != NULL, "%s", why);
    ck_assert_int_eq(write_picture(draw, "/nonexistent/a.svg", 10, 10), FS_E_IO);
    fs_draw_destroy(draw);
}
END_TEST

START_TEST(a_full_disk_is_reported)
{
    static const char *const names[] = { "a.png", "a.svg" };
    fs_draw_list *draw = new_draw();
    struct stat info;
    if (access("/dev/full", W_OK) != 0)
        ck_abort_msg("this test needs /dev/full");
    for (int i = 0; i < 2; i++) {
        /* A symbolic link, so that the name has the right ending; it must not be removed. */
        ck_assert_int_eq(symlink("/dev/full", in_folder(names[i])), 0);
        ck_assert_int_eq(write_picture(draw, path, 300, 300), FS_E_IO);
        ck_assert_msg(strstr(why, "No space left") != NULL, "%s", why);
        ck_assert_int_eq(lstat(path, &info), 0);
        unlink(path);
    }
    fs_draw_destroy(draw);
}
END_TEST

START_TEST(any_list_can_be_painted)
{
    fs_draw_list *draw = new_draw();
    uint32_t random = 99;
    for (int i = 0; i < 60; i++) {
        random_draw_list(draw, &random);
        cairo_surface_destroy(write_and_read(draw, 1 + next_random(&random) % 90, 1 + next_random(&random) % 90));
    }
    fs_draw_destroy(draw);
}
END_TEST
#endif

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("picture");
    TCase *tc = tcase_create("picture");
    tcase_add_checked_fixture(tc, make_folder, remove_folder);
    tcase_add_test(tc, sizes_and_names_are_checked);
#ifdef HAVE_CAIRO
    tcase_add_test(tc, a_ppm_has_the_pixels_of_the_png);
    tcase_add_test(tc, a_png_has_the_right_pixels);
    tcase_add_test(tc, very_large_shapes_have_exact_borders);
    tcase_add_test(tc, a_3d_picture_hides_and_shades);
    tcase_add_test(tc, hud_and_text_leave_marks);
    tcase_add_test(tc, long_status_lines_are_broken);
    tcase_add_test(tc, a_png_has_its_signature);
    tcase_add_test(tc, svg_is_well_formed);
    tcase_add_test(tc, unwritable_paths_are_reported);
    tcase_add_test(tc, a_full_disk_is_reported);
    tcase_add_test(tc, any_list_can_be_painted);
#endif
    suite_add_tcase(suite, tc);
    return suite;
}
