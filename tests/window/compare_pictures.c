/* compare_pictures.c: how much two pictures have the same structure.
 *
 *   compare_pictures A.png B.png            prints the likeness of A and B
 *   compare_pictures A.png B.png LEAST      exits with 1 when it is below LEAST
 *   compare_pictures --mirror A.png OUT.png writes A upside down
 *   compare_pictures --swap A.png OUT.png   writes A with left and right exchanged
 *   compare_pictures --black A.png OUT.png  writes a black picture of the size of A
 *   compare_pictures --pixel A.png X Y      prints red, green and blue of a pixel
 *   compare_pictures --sheet OUT.png A.png...    writes a sheet of small copies, in rows
 *   compare_pictures --stored SHEET.png NUMBER A.png LEAST   compares A with a copy of a sheet, as the second form does
 *
 * The likeness is that of the smaller common size from the upper left corner: both
 * pictures are reduced to a grid of mean colours, and the grids are correlated, each
 * as its differences from its mean: 1 for equal structure, about 0 for unrelated
 * ones. A picture of one colour has the likeness 0 to every other.
 */
#include <cairo.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 64, ROWS = 36, CHANNELS = 3, NUMBERS = COLUMNS * ROWS * CHANNELS };
enum { SHEET_COLUMNS = 6, COPY_WIDTH = 2 * COLUMNS, COPY_HEIGHT = 2 * ROWS };

/* A part of a picture. */
typedef struct region {
    int x, y, width, height;
} region;

typedef struct picture {
    cairo_surface_t *surface;
    const unsigned char *bytes;
    int width, height, stride;
} picture;

static picture open_picture(const char *path)
{
    picture p = { .surface = cairo_image_surface_create_from_png(path) };
    if (cairo_surface_status(p.surface) != CAIRO_STATUS_SUCCESS) {
        fprintf(stderr, "compare_pictures: %s: %s\n", path, cairo_status_to_string(cairo_surface_status(p.surface)));
        exit(2);
    }
    p.bytes = cairo_image_surface_get_data(p.surface);
    p.width = cairo_image_surface_get_width(p.surface);
    p.height = cairo_image_surface_get_height(p.surface);
    p.stride = cairo_image_surface_get_stride(p.surface);
    return p;
}

static unsigned pixel(const picture *p, int x, int y)
{
    unsigned rgb;
    memcpy(&rgb, p->bytes + (size_t)y * (size_t)p->stride + 4 * (size_t)x, sizeof rgb);
    return rgb & 0xffffff;
}

/* The mean of a channel in a cell of a grid of columns and rows over a region. */
static double cell_mean(const picture *p, region r, int columns, int rows, int cell, int channel)
{
    int column = cell % columns, row = cell / columns;
    int left = column * r.width / columns, right = (column + 1) * r.width / columns;
    int top = row * r.height / rows, bottom = (row + 1) * r.height / rows;
    double sum = 0;
    for (int y = top; y < bottom; y++)
        for (int x = left; x < right; x++)
            sum += pixel(p, r.x + x, r.y + y) >> (8 * channel) & 255;
    int pixels = (right - left) * (bottom - top);
    return pixels > 0 ? sum / pixels : 0;
}

static void make_grid(const picture *p, region r, double grid[NUMBERS])
{
    double mean[CHANNELS] = { 0 };
    for (int i = 0; i < NUMBERS; i++) {
        grid[i] = cell_mean(p, r, COLUMNS, ROWS, i / CHANNELS, i % CHANNELS);
        mean[i % CHANNELS] += grid[i] / (COLUMNS * ROWS);
    }
    for (int i = 0; i < NUMBERS; i++)
        grid[i] -= mean[i % CHANNELS];
}

static double likeness(const picture *a, region in_a, const picture *b, region in_b)
{
    static double grid_a[NUMBERS], grid_b[NUMBERS];
    make_grid(a, in_a, grid_a);
    make_grid(b, in_b, grid_b);
    double ab = 0, aa = 0, bb = 0;
    for (int i = 0; i < NUMBERS; i++) {
        ab += grid_a[i] * grid_b[i];
        aa += grid_a[i] * grid_a[i];
        bb += grid_b[i] * grid_b[i];
    }
    return aa > 0 && bb > 0 ? ab / sqrt(aa * bb) : 0;
}

static int print_likeness(double like, const char *least)
{
    printf("%.3f\n", like);
    return least != NULL && like < strtod(least, NULL) ? 1 : 0;
}

static int compare_two(const char *first, const char *second, const char *least)
{
    picture a = open_picture(first), b = open_picture(second);
    region common = { 0, 0, a.width < b.width ? a.width : b.width, a.height < b.height ? a.height : b.height };
    int code = print_likeness(likeness(&a, common, &b, common), least);
    cairo_surface_destroy(a.surface);
    cairo_surface_destroy(b.surface);
    return code;
}

/* --- sheets -------------------------------------------------------------------------------- */

static region place_of_copy(int number)
{
    return (region){ number % SHEET_COLUMNS * COPY_WIDTH, number / SHEET_COLUMNS * COPY_HEIGHT, COPY_WIDTH,
                     COPY_HEIGHT };
}

static void set_pixel(cairo_surface_t *out, int x, int y, unsigned rgb)
{
    memcpy(cairo_image_surface_get_data(out) + (size_t)y * (size_t)cairo_image_surface_get_stride(out) + 4 * (size_t)x,
           &rgb, sizeof rgb);
}

static void put_copy(cairo_surface_t *sheet, int number, const picture *p)
{
    region whole = { 0, 0, p->width, p->height }, to = place_of_copy(number);
    for (int i = 0; i < COPY_WIDTH * COPY_HEIGHT; i++) {
        unsigned rgb = 0;
        for (int c = 0; c < CHANNELS; c++)
            rgb |= (unsigned)(cell_mean(p, whole, COPY_WIDTH, COPY_HEIGHT, i, c) + 0.5) << (8 * c);
        set_pixel(sheet, to.x + i % COPY_WIDTH, to.y + i / COPY_WIDTH, rgb);
    }
}

static int write_sheet(const char *to, char **paths, int count)
{
    int rows = (count + SHEET_COLUMNS - 1) / SHEET_COLUMNS;
    cairo_surface_t *out = cairo_image_surface_create(CAIRO_FORMAT_RGB24, SHEET_COLUMNS * COPY_WIDTH,
                                                      rows * COPY_HEIGHT);
    cairo_surface_flush(out);
    for (int i = 0; i < count; i++) {
        picture p = open_picture(paths[i]);
        put_copy(out, i, &p);
        cairo_surface_destroy(p.surface);
    }
    cairo_surface_mark_dirty(out);
    int good = cairo_surface_write_to_png(out, to) == CAIRO_STATUS_SUCCESS;
    cairo_surface_destroy(out);
    return good ? 0 : 2;
}

static int compare_stored(const char *sheet, int number, const char *path, const char *least)
{
    picture a = open_picture(path), b = open_picture(sheet);
    region copy = place_of_copy(number);
    if (number < 0 || copy.x + copy.width > b.width || copy.y + copy.height > b.height)
        return 2;
    int code = print_likeness(likeness(&a, (region){ 0, 0, a.width, a.height }, &b, copy), least);
    cairo_surface_destroy(a.surface);
    cairo_surface_destroy(b.surface);
    return code;
}

/* --- changed copies -------------------------------------------------------------------------- */

typedef enum change { MIRROR, SWAP, BLACK } change;

static int write_changed(const char *from, const char *to, change how)
{
    picture p = open_picture(from);
    cairo_surface_t *out = cairo_image_surface_create(CAIRO_FORMAT_RGB24, p.width, p.height);
    cairo_surface_flush(out);
    for (int y = 0; y < p.height && how != BLACK; y++)
        for (int x = 0; x < p.width; x++)
            set_pixel(out, x, y, how == MIRROR ? pixel(&p, x, p.height - 1 - y) : pixel(&p, p.width - 1 - x, y));
    cairo_surface_mark_dirty(out);
    int good = cairo_surface_write_to_png(out, to) == CAIRO_STATUS_SUCCESS;
    cairo_surface_destroy(out);
    cairo_surface_destroy(p.surface);
    return good ? 0 : 2;
}

static int print_pixel(const char *path, int x, int y)
{
    picture p = open_picture(path);
    if (x < 0 || y < 0 || x >= p.width || y >= p.height)
        return 2;
    unsigned rgb = pixel(&p, x, y);
    printf("%u %u %u\n", rgb >> 16, rgb >> 8 & 255, rgb & 255);
    cairo_surface_destroy(p.surface);
    return 0;
}

/* Exit status 0 when a pixel of the row `y` between two columns has the colour, 1 when none has. */
static int find_in_row(const char *path, int y, int left, int right, unsigned colour)
{
    picture p = open_picture(path);
    int found = 0;
    for (int x = left; x < right && x < p.width && y < p.height; x++)
        found |= pixel(&p, x, y) == colour;
    cairo_surface_destroy(p.surface);
    return !found;
}

static int number(const char *text, int base)
{
    return (int)strtol(text, NULL, base);
}

int main(int argc, char **argv)
{
    if (argc == 7 && strcmp(argv[1], "--row-has") == 0)
        return find_in_row(argv[2], number(argv[3], 10), number(argv[4], 10), number(argv[5], 10),
                           (unsigned)number(argv[6], 16));
    if (argc == 4 && strcmp(argv[1], "--mirror") == 0)
        return write_changed(argv[2], argv[3], MIRROR);
    if (argc == 4 && strcmp(argv[1], "--swap") == 0)
        return write_changed(argv[2], argv[3], SWAP);
    if (argc == 4 && strcmp(argv[1], "--black") == 0)
        return write_changed(argv[2], argv[3], BLACK);
    if (argc == 5 && strcmp(argv[1], "--pixel") == 0)
        return print_pixel(argv[2], number(argv[3], 10), number(argv[4], 10));
    if (argc > 3 && strcmp(argv[1], "--sheet") == 0)
        return write_sheet(argv[2], argv + 3, argc - 3);
    if (argc == 6 && strcmp(argv[1], "--stored") == 0)
        return compare_stored(argv[2], number(argv[3], 10), argv[4], argv[5]);
    return argc == 3 || argc == 4 ? compare_two(argv[1], argv[2], argv[3]) : 2;
}
