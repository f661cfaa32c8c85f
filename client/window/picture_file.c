/* picture_file.c: PNG through cairo, PPM without a library. See picture_file.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "window/picture_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#ifdef HAVE_CAIRO
#include <cairo.h>
#endif

static bool ends_in(const char *path, const char *ending)
{
    size_t length = strlen(path), tail = strlen(ending);
    return length > tail && strcasecmp(path + length - tail, ending) == 0;
}

static bool cannot_write(const char *path, const char *reason, char *why, size_t why_size)
{
    snprintf(why, why_size, "%.160s cannot be written: %s", path, reason);
    return false;
}

bool picture_file_check(const char *path, char *why, size_t why_size)
{
#ifdef HAVE_CAIRO
    if (ends_in(path, ".png"))
        return true;
#endif
    if (ends_in(path, ".ppm"))
        return true;
    snprintf(why, why_size, "%.160s: pictures of the window end in %s.ppm", path,
#ifdef HAVE_CAIRO
             ".png or "
#else
             ""
#endif
    );
    return false;
}

static bool write_ppm(const char *path, const uint8_t *pixels, uint32_t width, uint32_t height, char *why,
                      size_t why_size)
{
    FILE *file = fopen(path, "wb");
    if (file == NULL)
        return cannot_write(path, strerror(errno), why, why_size);
    bool good = fprintf(file, "P6\n%u %u\n255\n", width, height) > 0;
    for (size_t i = 0; good && i < (size_t)width * height; i++)
        good = fwrite(pixels + 4 * i, 1, 3, file) == 3;
    good = (fclose(file) == 0) && good;
    return good || cannot_write(path, strerror(errno), why, why_size);
}

#ifdef HAVE_CAIRO
/* Cairo wants 0x00RRGGBB in the byte order of the machine. */
static cairo_surface_t *make_surface(const uint8_t *pixels, uint32_t width, uint32_t height)
{
    cairo_surface_t *s = cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)width, (int)height);
    if (cairo_surface_status(s) != CAIRO_STATUS_SUCCESS)
        return s;
    size_t stride = (size_t)cairo_image_surface_get_stride(s);
    cairo_surface_flush(s);
    for (uint32_t y = 0; y < height; y++) {
        uint8_t *row = cairo_image_surface_get_data(s) + y * stride;
        for (uint32_t x = 0; x < width; x++, pixels += 4) {
            uint32_t rgb = (uint32_t)pixels[0] << 16 | (uint32_t)pixels[1] << 8 | pixels[2];
            memcpy(row + 4 * (size_t)x, &rgb, sizeof rgb);
        }
    }
    cairo_surface_mark_dirty(s);
    return s;
}

static bool write_png(const char *path, const uint8_t *pixels, uint32_t width, uint32_t height, char *why,
                      size_t why_size)
{
    cairo_surface_t *s = make_surface(pixels, width, height);
    cairo_status_t status = cairo_surface_write_to_png(s, path);
    cairo_surface_destroy(s);
    return status == CAIRO_STATUS_SUCCESS || cannot_write(path, cairo_status_to_string(status), why, why_size);
}
#endif

bool picture_file_write(const char *path, const uint8_t *pixels, uint32_t width, uint32_t height, char *why,
                        size_t why_size)
{
    if (!picture_file_check(path, why, why_size))
        return false;
#ifdef HAVE_CAIRO
    if (ends_in(path, ".png"))
        return write_png(path, pixels, width, height, why, why_size);
#endif
    return write_ppm(path, pixels, width, height, why, why_size);
}
