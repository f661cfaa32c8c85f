/* picture_file.c: PNG through cairo, PPM without a library. See picture_file.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "window/picture_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
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

typedef struct target {
    FILE *file;
    int error; /* errno of the first write that failed, else 0 */
} target;

static void write_bytes(target *t, const void *bytes, size_t size)
{
    if (t->error == 0 && fwrite(bytes, 1, size, t->file) != size)
        t->error = errno != 0 ? errno : EIO;
}

static void write_ppm(target *t, const uint8_t *pixels, uint32_t width, uint32_t height)
{
    char head[48];
    int length = snprintf(head, sizeof head, "P6\n%u %u\n255\n", width, height);
    write_bytes(t, head, (size_t)length);
    for (size_t i = 0; i < (size_t)width * height; i++)
        write_bytes(t, pixels + 4 * i, 3);
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

static cairo_status_t write_stream(void *context, const unsigned char *bytes, unsigned size)
{
    target *t = context;
    write_bytes(t, bytes, size);
    return t->error == 0 ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

static void write_png(target *t, const uint8_t *pixels, uint32_t width, uint32_t height)
{
    cairo_surface_t *s = make_surface(pixels, width, height);
    if (cairo_surface_write_to_png_stream(s, write_stream, t) != CAIRO_STATUS_SUCCESS && t->error == 0)
        t->error = ENOMEM;
    cairo_surface_destroy(s);
}
#endif

static void write_pixels(target *t, const char *path, const uint8_t *pixels, uint32_t width, uint32_t height)
{
#ifdef HAVE_CAIRO
    if (ends_in(path, ".png")) {
        write_png(t, pixels, width, height);
        return;
    }
#endif
    (void)path;
    write_ppm(t, pixels, width, height);
}

static void remove_broken(const char *path)
{
    struct stat status;
    if (lstat(path, &status) == 0 && S_ISREG(status.st_mode))
        unlink(path);
}

bool picture_file_write(const char *path, const uint8_t *pixels, uint32_t width, uint32_t height, char *why,
                        size_t why_size)
{
    if (!picture_file_check(path, why, why_size))
        return false;
    target t = { .file = fopen(path, "wb") };
    if (t.file == NULL)
        return cannot_write(path, strerror(errno), why, why_size);
    write_pixels(&t, path, pixels, width, height);
    if (fclose(t.file) != 0 && t.error == 0)
        t.error = errno;
    if (t.error == 0)
        return true;
    remove_broken(path);
    return cannot_write(path, strerror(t.error), why, why_size);
}
