/* batch.h: a draw list as instances for a graphics processor.
 *
 * A batch holds shapes of six kinds in one order of painting, with coordinates in
 * pixels: x to the right, y down from the upper left corner of the picture. A
 * renderer draws all of them with one instanced call: four corners per instance,
 * blended over what the instances before it left. A batch also takes shapes of its
 * caller, for status displays over the picture.
 *
 * Lists are untrusted: coordinates of instances stay within a few picture sizes and
 * the number of instances is limited. Instances that do not fit are counted.
 */
#ifndef FIXSTEP_BATCH_H
#define FIXSTEP_BATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <fixstep/draw.h>
#include <fixstep/result.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    FS_BATCH_MAX_INSTANCES = 2097152,
    FS_BATCH_RESERVED = 65536 /* of them, for the caller's own shapes: lists do not fill these */
};

typedef enum fs_instance_kind {
    FS_INSTANCE_DISC,     /* centre a, radius `size`; the outer `edge` pixels are darker */
    FS_INSTANCE_RING,     /* centre a, radius `size` to the middle of a line `edge` wide */
    FS_INSTANCE_BALL,     /* as DISC, lit as a sphere */
    FS_INSTANCE_SEGMENT,  /* from a to b, `size` is half the width, round ends */
    FS_INSTANCE_TRIANGLE, /* a, b, c */
    FS_INSTANCE_GLYPH     /* a rectangle from a to b; texture coordinates c at a, (size, edge) at b */
} fs_instance_kind;

typedef struct fs_instance {
    float ax, ay, bx, by, cx, cy; /* pixels, except c of a glyph */
    float size, edge;
    uint32_t kind; /* fs_instance_kind */
    uint32_t argb; /* 0xAARRGGBB, not linear, not premultiplied */
} fs_instance;

/* A character of a font. Lengths in units of the text's height; x to the right and y
 * up from the pen on the base line. */
typedef struct fs_glyph {
    float advance;
    float left, bottom, right, top; /* of the rectangle to draw; left = right: nothing */
    float u0, v0, u1, v1;           /* texture coordinates at (left, bottom) and (right, top) */
} fs_glyph;

/* The font of a batch; `find` returns false for a character that it lacks: U+FFFD stands for it, else '?'. */
typedef struct fs_batch_font {
    void *context;
    bool (*find)(void *context, uint32_t character, fs_glyph *out);
} fs_batch_font;

/* Opaque; the caller owns it. */
typedef struct fs_batch fs_batch;

/* E_MEMORY. */
FS_API fs_result fs_batch_create(fs_batch **out);
/* NULL is allowed. */
FS_API void fs_batch_destroy(fs_batch *batch);
/* Empties the batch for a picture of width by height pixels (at least 1; at most
 * FS_PICTURE_MAX of view.h). `font` is copied. Keeps the memory. */
FS_API void fs_batch_begin(fs_batch *batch, uint32_t width, uint32_t height, fs_batch_font font);
/* Adds a draw list: shapes, then status lines in a panel at the upper left. The
 * background of its camera is the caller's to clear. E_MEMORY leaves the batch as it was. */
FS_API fs_result fs_batch_add_list(fs_batch *batch, const fs_draw_list *draw);

/* Before fs_batch_add_list(): a part of the picture, in pixels, that something will be drawn over. Names of players give way to
 * it where there is room. The first 64 since fs_batch_begin() count. */
FS_API void fs_batch_keep_clear(fs_batch *batch, float left, float top, float right, float bottom);
/* Before fs_batch_add_list(): a part of the picture that an opaque panel will be drawn over, such as a page of help. Texts of the list that
 * reach into it are left out, so that none is cut. The last one since fs_batch_begin() counts. */
FS_API void fs_batch_cover(fs_batch *batch, float left, float top, float right, float bottom);
/* The right and the lower border of the panel of a list's status lines, as they would be in a picture of width by height
 * pixels; 0 and 0 without status lines. */
FS_API void fs_batch_measure_hud(const fs_batch *batch, const fs_draw_list *draw, uint32_t width, uint32_t height,
                                 float *right, float *bottom);

/* Shapes in pixels. */
FS_API void fs_batch_add_segment(fs_batch *batch, float ax, float ay, float bx, float by, float width, uint32_t argb);
FS_API void fs_batch_add_rectangle(fs_batch *batch, float left, float top, float right, float bottom, uint32_t argb);
FS_API void fs_batch_add_disc(fs_batch *batch, float x, float y, float radius, float edge, uint32_t argb);
/* UTF-8 text of `length` bytes with its base line at y. Returns the x behind it. */
FS_API float fs_batch_add_text(fs_batch *batch, float x, float y, float height, uint32_t argb, const char *text,
                               size_t length);
/* Width of a text in pixels. */
FS_API float fs_batch_text_width(const fs_batch *batch, float height, const char *text, size_t length);

/* Reading; the pointer stays valid until the next call that adds. */
FS_API const fs_instance *fs_batch_instances(const fs_batch *batch, size_t *count);
/* Instances left out since fs_batch_begin(): too many, or no memory. */
FS_API uint32_t fs_batch_dropped(const fs_batch *batch);

#ifdef __cplusplus
}
#endif
#endif
