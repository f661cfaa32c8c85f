/* picture.c: pictures in files.
 *
 * A failure leaves no incomplete picture behind. Only a regular file that was just
 * written is ever removed.
 */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif
#include <fixstep/view.h>

#include <stdarg.h>
#include <stdio.h>

__attribute__((format(printf, 3, 4))) static void write_error(char *why, size_t why_size, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, why_size, format, arguments);
    va_end(arguments);
}

#ifndef HAVE_CAIRO

fs_result fs_picture_write(const fs_draw_list *draw, const char *path, uint32_t width, uint32_t height, char *why,
                           size_t why_size)
{
    (void)draw;
    (void)path;
    (void)width;
    (void)height;
    write_error(why, why_size,
                "this build cannot make pictures: install libcairo2-dev and configure with --with-cairo");
    return FS_E_UNSUPPORTED;
}

#else

#include <cairo-svg.h>
#include <errno.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "view/paint.h"

typedef struct target {
    FILE *file;
    int error; /* errno of the first write that failed, else 0 */
} target;

static cairo_status_t write_bytes(void *context, const unsigned char *bytes, unsigned int size)
{
    target *t = context;
    if (t->error == 0 && fwrite(bytes, 1, size, t->file) != size)
        t->error = errno != 0 ? errno : EIO;
    return t->error == 0 ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

static bool ends_in(const char *path, const char *ending)
{
    size_t n = strlen(path), m = strlen(ending);
    return n > m && strcasecmp(path + n - m, ending) == 0;
}

static void write_ppm_row(target *t, const unsigned char *row, uint32_t width)
{
    for (uint32_t x = 0; x < width; x++) {
        uint32_t pixel;
        memcpy(&pixel, row + x * sizeof pixel, sizeof pixel);
        const unsigned char bytes[3] = { (unsigned char)(pixel >> 16), (unsigned char)(pixel >> 8),
                                         (unsigned char)pixel };
        write_bytes(t, bytes, sizeof bytes);
    }
}

/* Three bytes a pixel, behind a line with the size. */
static cairo_status_t write_ppm(target *t, cairo_surface_t *surface, uint32_t width, uint32_t height)
{
    const unsigned char *row = cairo_image_surface_get_data(surface);
    char head[48];
    int length = snprintf(head, sizeof head, "P6\n%u %u\n255\n", (unsigned)width, (unsigned)height);
    cairo_status_t status = write_bytes(t, (const unsigned char *)head, (unsigned)length);
    for (uint32_t y = 0; y < height && status == CAIRO_STATUS_SUCCESS;
         y++, row += cairo_image_surface_get_stride(surface)) {
        write_ppm_row(t, row, width);
        status = t->error == 0 ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
    }
    return status;
}

static fs_result write_pixels(target *t, const fs_draw_list *draw, bool ppm, uint32_t width, uint32_t height)
{
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)width, (int)height);
    fs_result result = FS_E_MEMORY;
    if (cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS)
        result = fs__paint(surface, draw, width, height);
    cairo_surface_flush(surface);
    if (result == FS_OK && (ppm ? write_ppm(t, surface, width, height)
                                : cairo_surface_write_to_png_stream(surface, write_bytes, t)) != CAIRO_STATUS_SUCCESS)
        result = t->error != 0 ? FS_E_IO : FS_E_MEMORY;
    cairo_surface_destroy(surface);
    return result;
}

static fs_result write_svg(target *t, const fs_draw_list *draw, uint32_t width, uint32_t height)
{
    cairo_surface_t *surface = cairo_svg_surface_create_for_stream(write_bytes, t, width, height);
    fs_result result = FS_E_MEMORY;
    if (cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS) {
        cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX);
        result = fs__paint(surface, draw, width, height);
    }
    cairo_surface_finish(surface);
    if (result == FS_OK && cairo_surface_status(surface) != CAIRO_STATUS_SUCCESS)
        result = t->error != 0 ? FS_E_IO : FS_E_MEMORY;
    cairo_surface_destroy(surface);
    return result;
}

/* A full disk may be reported only when stdio writes out its buffer. */
static void close_target(target *t)
{
    if (fflush(t->file) != 0 && t->error == 0)
        t->error = errno;
    if (fclose(t->file) != 0 && t->error == 0)
        t->error = errno;
}

static void remove_broken(const char *path)
{
    struct stat info;
    if (lstat(path, &info) == 0 && S_ISREG(info.st_mode))
        unlink(path);
}

static fs_result write_file(const fs_draw_list *draw, const char *path, uint32_t width, uint32_t height, char *why,
                            size_t why_size)
{
    target t = { .file = fopen(path, "wb") };
    if (t.file == NULL) {
        write_error(why, why_size, "%s cannot be written: %s", path, strerror(errno));
        return FS_E_IO;
    }
    fs_result result = ends_in(path, ".svg") ? write_svg(&t, draw, width, height)
                                             : write_pixels(&t, draw, ends_in(path, ".ppm"), width, height);
    close_target(&t);
    if (t.error != 0) {
        write_error(why, why_size, "%s cannot be written: %s", path, strerror(t.error));
        result = FS_E_IO;
    } else if (result != FS_OK) {
        write_error(why, why_size, "there is not enough memory for a picture of %u x %u pixels", (unsigned)width,
                    (unsigned)height);
    }
    if (result != FS_OK)
        remove_broken(path);
    return result;
}

fs_result fs_picture_write(const fs_draw_list *draw, const char *path, uint32_t width, uint32_t height, char *why,
                           size_t why_size)
{
    FS_ASSERT(draw != NULL);
    FS_ASSERT(path != NULL);
    if (!ends_in(path, ".svg") && !ends_in(path, ".png") && !ends_in(path, ".ppm")) {
        write_error(why, why_size, "%s: the name of a picture must end in .png, .svg or .ppm", path);
        return FS_E_ARGUMENT;
    }
    if (width < 1 || width > FS_PICTURE_MAX || height < 1 || height > FS_PICTURE_MAX) {
        write_error(why, why_size, "a picture of %u x %u pixels is not possible: each side must be 1 to %d",
                    (unsigned)width, (unsigned)height, FS_PICTURE_MAX);
        return FS_E_ARGUMENT;
    }
    return write_file(draw, path, width, height, why, why_size);
}

#endif
