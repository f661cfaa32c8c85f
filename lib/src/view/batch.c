/* batch.c: the instances of a batch, and shapes in pixels. See batch.h. */
#include "view/batch.h"

#include <math.h>
#include <stdlib.h>
#include <fixstep/view.h>

#include "base/growing_array.h"
#include "base/utf8.h"

/* Shapes are clipped this far outside the picture, so that no clipped edge is visible (pixels). */
static const double MARGIN = 64;

fs_result fs_batch_create(fs_batch **out)
{
    FS_ASSERT(out != NULL);
    *out = calloc(1, sizeof **out);
    return *out != NULL ? FS_OK : FS_E_MEMORY;
}

void fs_batch_destroy(fs_batch *b)
{
    if (b == NULL)
        return;
    fs__scene_free(&b->scene);
    fs__fill_free(&b->fill);
    free(b->instances);
    free(b);
}

static uint32_t limit_side(uint32_t pixels)
{
    if (pixels == 0)
        return 1;
    return pixels < FS_PICTURE_MAX ? pixels : FS_PICTURE_MAX;
}

void fs_batch_begin(fs_batch *b, uint32_t width, uint32_t height, fs_batch_font font)
{
    FS_ASSERT(b != NULL && font.find != NULL);
    b->count = 0;
    b->most = FS_BATCH_MAX_INSTANCES;
    b->dropped = 0;
    b->width = limit_side(width);
    b->height = limit_side(height);
    b->pen = fmax(1, fmin(b->width, b->height) / 320);
    b->window = (fs__clip_rect){ -MARGIN, -MARGIN, b->width + MARGIN, b->height + MARGIN };
    b->font = font;
    b->clear_count = 0;
    b->covered = (fs__area){ 0, 0, 0, 0 };
}

void fs_batch_keep_clear(fs_batch *b, float left, float top, float right, float bottom)
{
    FS_ASSERT(b != NULL);
    if (b->clear_count < FS__MOST_CLEAR - 1)
        b->clear[b->clear_count++] = (fs__area){ left, top, right, bottom };
}

void fs_batch_cover(fs_batch *b, float left, float top, float right, float bottom)
{
    FS_ASSERT(b != NULL);
    b->covered = (fs__area){ left, top, right, bottom };
}

void fs__batch_push(fs_batch *b, fs_instance instance)
{
    if (b->count >= b->most || !fs__array_reserve(&b->instances, &b->capacity, b->count + 1, sizeof *b->instances))
        b->dropped += b->dropped < UINT32_MAX;
    else
        b->instances[b->count++] = instance;
}

const fs_instance *fs_batch_instances(const fs_batch *b, size_t *count)
{
    FS_ASSERT(b != NULL && count != NULL);
    *count = b->count;
    return b->instances;
}

uint32_t fs_batch_dropped(const fs_batch *b)
{
    FS_ASSERT(b != NULL);
    return b->dropped;
}

/* --- shapes ---------------------------------------------------------------------- */

void fs_batch_add_segment(fs_batch *b, float ax, float ay, float bx, float by, float width, uint32_t argb)
{
    fs__batch_push(b, (fs_instance){ .kind = FS_INSTANCE_SEGMENT,
                                     .ax = ax,
                                     .ay = ay,
                                     .bx = bx,
                                     .by = by,
                                     .size = width / 2,
                                     .argb = argb });
}

void fs_batch_add_rectangle(fs_batch *b, float left, float top, float right, float bottom, uint32_t argb)
{
    fs_instance half = { .kind = FS_INSTANCE_TRIANGLE, .ax = left, .ay = top, .cx = right, .cy = bottom, .argb = argb };
    half.bx = right;
    half.by = top;
    fs__batch_push(b, half);
    half.bx = left;
    half.by = bottom;
    fs__batch_push(b, half);
}

void fs_batch_add_disc(fs_batch *b, float x, float y, float radius, float edge, uint32_t argb)
{
    fs__batch_push(
        b, (fs_instance){ .kind = FS_INSTANCE_DISC, .ax = x, .ay = y, .size = radius, .edge = edge, .argb = argb });
}

/* --- text ------------------------------------------------------------------------ */

/* A glyph for every character: the sign of Unicode for those that the font lacks, else '?', a blank when it lacks all. */
static fs_glyph find_glyph(const fs_batch *b, uint32_t character)
{
    const uint32_t stands_in[] = { character, 0xfffd, '?' };
    fs_glyph glyph;
    for (size_t i = 0; i < sizeof stands_in / sizeof stands_in[0]; i++)
        if (b->font.find(b->font.context, stands_in[i], &glyph))
            return glyph;
    return (fs_glyph){ .advance = 0.5f };
}

static void push_glyph(fs_batch *b, const fs_glyph *g, float x, float y, float height, uint32_t argb)
{
    fs_instance glyph = { .kind = FS_INSTANCE_GLYPH, .cx = g->u0, .cy = g->v0, .size = g->u1, .edge = g->v1 };
    glyph.ax = x + g->left * height;
    glyph.ay = y - g->bottom * height;
    glyph.bx = x + g->right * height;
    glyph.by = y - g->top * height;
    glyph.argb = argb;
    fs__batch_push(b, glyph);
}

float fs_batch_add_text(fs_batch *b, float x, float y, float height, uint32_t argb, const char *text, size_t length)
{
    FS_ASSERT(b != NULL && (text != NULL || length == 0));
    size_t at = 0;
    while (at < length) {
        fs_glyph glyph = find_glyph(b, fs__utf8_next(text, length, &at));
        if (glyph.right > glyph.left)
            push_glyph(b, &glyph, x, y, height, argb);
        x += glyph.advance * height;
    }
    return x;
}

float fs_batch_text_width(const fs_batch *b, float height, const char *text, size_t length)
{
    FS_ASSERT(b != NULL && (text != NULL || length == 0));
    float width = 0;
    size_t at = 0;
    while (at < length)
        width += find_glyph(b, fs__utf8_next(text, length, &at)).advance * height;
    return width;
}
