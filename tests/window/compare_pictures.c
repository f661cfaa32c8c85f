/* compare_pictures.c: how much two pictures have the same structure.
 *
 *   compare_pictures A.png B.png            prints the likeness of A and B
 *   compare_pictures A.png B.png LEAST      exits with 1 when it is below LEAST
 *   compare_pictures --mirror A.png OUT.png writes A upside down
 *   compare_pictures --black A.png OUT.png  writes a black picture of the size of A
 *   compare_pictures --pixel A.png X Y      prints red, green and blue of a pixel
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

/* The mean of a channel in a cell of a grid over width by height pixels. */
static double cell_mean(const picture *p, int width, int height, int column, int row, int channel)
{
    int left = column * width / COLUMNS, right = (column + 1) * width / COLUMNS;
    int top = row * height / ROWS, bottom = (row + 1) * height / ROWS;
    double sum = 0;
    for (int y = top; y < bottom; y++)
        for (int x = left; x < right; x++)
            sum += pixel(p, x, y) >> (8 * channel) & 255;
    int pixels = (right - left) * (bottom - top);
    return pixels > 0 ? sum / pixels : 0;
}

static void make_grid(const picture *p, int width, int height, double grid[NUMBERS])
{
    double mean[CHANNELS] = { 0 };
    for (int i = 0; i < NUMBERS; i++) {
        int cell = i / CHANNELS;
        grid[i] = cell_mean(p, width, height, cell % COLUMNS, cell / COLUMNS, i % CHANNELS);
        mean[i % CHANNELS] += grid[i] / (COLUMNS * ROWS);
    }
    for (int i = 0; i < NUMBERS; i++)
        grid[i] -= mean[i % CHANNELS];
}

static double likeness(const picture *a, const picture *b)
{
    static double grid_a[NUMBERS], grid_b[NUMBERS];
    int width = a->width < b->width ? a->width : b->width, height = a->height < b->height ? a->height : b->height;
    make_grid(a, width, height, grid_a);
    make_grid(b, width, height, grid_b);
    double ab = 0, aa = 0, bb = 0;
    for (int i = 0; i < NUMBERS; i++) {
        ab += grid_a[i] * grid_b[i];
        aa += grid_a[i] * grid_a[i];
        bb += grid_b[i] * grid_b[i];
    }
    return aa > 0 && bb > 0 ? ab / sqrt(aa * bb) : 0;
}

/* A changed copy of a picture. */
static int write_changed(const char *from, const char *to, int black)
{
    picture p = open_picture(from);
    cairo_surface_t *out = cairo_image_surface_create(CAIRO_FORMAT_RGB24, p.width, p.height);
    cairo_surface_flush(out);
    for (int y = 0; y < p.height && !black; y++)
        for (int x = 0; x < p.width; x++) {
            unsigned rgb = pixel(&p, x, p.height - 1 - y);
            memcpy(cairo_image_surface_get_data(out) + (size_t)y * (size_t)cairo_image_surface_get_stride(out) +
                       4 * (size_t)x,
                   &rgb, sizeof rgb);
        }
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
        return write_changed(argv[2], argv[3], 0);
    if (argc == 4 && strcmp(argv[1], "--black") == 0)
        return write_changed(argv[2], argv[3], 1);
    if (argc == 5 && strcmp(argv[1], "--pixel") == 0)
        return print_pixel(argv[2], number(argv[3], 10), number(argv[4], 10));
    if (argc != 3 && argc != 4)
        return 2;
    picture a = open_picture(argv[1]), b = open_picture(argv[2]);
    double like = likeness(&a, &b);
    printf("%.3f\n", like);
    cairo_surface_destroy(a.surface);
    cairo_surface_destroy(b.surface);
    return argc == 4 && like < strtod(argv[3], NULL) ? 1 : 0;
}
