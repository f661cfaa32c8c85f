/* batch_list.c: adds a draw list to a batch, in the same look as paint.c gives a picture. See batch.h. */
#include <math.h>

#include "view/batch.h"
#include "view/great_circle.h"
#include "view/text/labels.h"
#include "view/text/status.h"

enum { OPAQUE = 0xff };

/* Filled shapes smaller than this have no outline, which would cover them (pixels). */
static const double SMALL = 5;
/* Smaller texts are unreadable and left out (pixels). */
static const double MIN_TEXT = 3;
/* Brightness and width of the outline of a face, relative to its colour and to the pen. */
static const double OUTLINE_SHADE = 0.6, OUTLINE_WIDTH = 0.8;

static uint32_t opaque(uint32_t rgb)
{
    return (uint32_t)OPAQUE << 24 | rgb;
}

static double reach_of(const fs_batch *b)
{
    return hypot(b->width, b->height) / 2 - b->window.left;
}

/* --- lines and faces ------------------------------------------------------------- */

static void push_line(fs_batch *b, fs__screen_point from, fs__screen_point to, double width, uint32_t rgb)
{
    if (fs__clip_line(&b->window, &from, &to))
        fs_batch_add_segment(b, (float)from.x, (float)from.y, (float)to.x, (float)to.y, (float)width, opaque(rgb));
}

static void push_outline(fs_batch *b, const fs__screen_point *p, size_t count, double width, uint32_t rgb)
{
    for (size_t i = 0; i < count; i++)
        push_line(b, p[i], p[i + 1 < count ? i + 1 : 0], width, rgb);
}

/* The corners of one polygon, clipped at the window. */
typedef struct face {
    fs_batch *batch;
    uint32_t argb;
    fs__screen_point *corners; /* `capacity` of them */
    size_t count, capacity;
} face;

static void take_corner(void *context, fs__screen_point corner)
{
    face *f = context;
    if (f->count < f->capacity)
        f->corners[f->count++] = corner;
    else
        f->batch->dropped++;
}

static void push_triangle(void *context, fs__screen_point a, fs__screen_point b, fs__screen_point c)
{
    face *f = context;
    fs__batch_push(f->batch, (fs_instance){ .kind = FS_INSTANCE_TRIANGLE,
                                            .ax = (float)a.x,
                                            .ay = (float)a.y,
                                            .bx = (float)b.x,
                                            .by = (float)b.y,
                                            .cx = (float)c.x,
                                            .cy = (float)c.y,
                                            .argb = f->argb });
}

static void push_face(fs_batch *b, const fs__screen_point *p, size_t count, uint32_t rgb)
{
    face f = { .batch = b, .argb = opaque(rgb) };
    /* Not in the initialiser: the capacity would be written before or after it becomes zero. */
    f.corners = fs__fill_corners(&b->fill, count, &f.capacity);
    /* A full batch ends the work that a hostile list can cause. */
    if (f.corners == NULL || b->count >= b->most) {
        b->dropped++;
        return;
    }
    fs__clip_polygon(&b->window, p, count, take_corner, &f);
    if (!fs__fill_polygon(&b->fill, f.corners, f.count, push_triangle, &f))
        b->dropped++;
}

/* The smaller side of the bounding box. */
static double smaller_side(const fs__screen_point *p, size_t count)
{
    fs__screen_point low = p[0], high = p[0];
    for (size_t i = 1; i < count; i++) {
        low = (fs__screen_point){ fmin(low.x, p[i].x), fmin(low.y, p[i].y) };
        high = (fs__screen_point){ fmax(high.x, p[i].x), fmax(high.y, p[i].y) };
    }
    return fmin(high.x - low.x, high.y - low.y);
}

static void add_polygon(fs_batch *b, const fs__scene_item *s)
{
    const fs__screen_point *p = b->scene.screen_points + s->first;
    double thin = smaller_side(p, s->count);
    bool outlined = s->filled && thin >= 2 * SMALL;
    if (s->filled && thin >= b->pen)
        push_face(b, p, s->count, s->colour);
    /* The line along the border also hides the steps of the border of the face. */
    if (outlined)
        push_outline(b, p, s->count, b->pen * OUTLINE_WIDTH, fs__colour_scale(s->colour, OUTLINE_SHADE));
    else
        push_outline(b, p, s->count, s->filled ? 1 : b->pen, s->colour);
}

static void add_line(fs_batch *b, const fs__scene_item *s)
{
    const fs__screen_point *p = b->scene.screen_points + s->first;
    if (s->count == 1)
        push_line(b, p[0], p[0], b->pen, s->colour);
    for (size_t i = 0; i + 1 < s->count; i++)
        push_line(b, p[i], p[i + 1], b->pen, s->colour);
}

/* --- circles ---------------------------------------------------------------------- */

static void add_great_circle(fs_batch *b, const fs__scene_item *s)
{
    fs__screen_point points[FS__ARC_STEPS + 2];
    fs__screen_point middle = { b->width / 2, b->height / 2 };
    fs__arc arc = fs__great_circle(s->at, s->size, middle, reach_of(b), points);
    if (arc == FS__ARC_AROUND && s->filled)
        fs_batch_add_rectangle(b, 0, 0, (float)b->width, (float)b->height, opaque(s->colour));
    if (arc != FS__ARC_NEAR)
        return;
    if (s->filled)
        push_face(b, points, FS__ARC_STEPS + 2, s->colour);
    uint32_t line = s->filled ? fs__colour_scale(s->colour, OUTLINE_SHADE) : s->colour;
    for (unsigned i = 0; i + 1 < FS__ARC_STEPS; i++)
        push_line(b, points[i], points[i + 1], b->pen, line);
}

static void add_circle(fs_batch *b, const fs__scene_item *s)
{
    double reach = reach_of(b), r = fmax(s->size, b->pen / 2);
    /* A circle of radius 0 is painted as large as the pen. */
    bool filled = s->filled || s->size < b->pen / 2;
    if (hypot(b->width / 2 - s->at.x, b->height / 2 - s->at.y) > r + reach)
        return;
    if (r > 8 * reach) {
        add_great_circle(b, s);
        return;
    }
    fs_instance circle = { .kind = FS_INSTANCE_RING, .ax = (float)s->at.x, .ay = (float)s->at.y, .size = (float)r };
    circle.argb = opaque(s->colour);
    circle.edge = (float)b->pen;
    if (filled) {
        circle.kind = b->scene.is_3d && r >= SMALL ? FS_INSTANCE_BALL : FS_INSTANCE_DISC;
        circle.edge = r >= SMALL ? (float)(b->pen * OUTLINE_WIDTH) : 0;
    }
    fs__batch_push(b, circle);
}

/* --- texts ------------------------------------------------------------------------- */

/* A text in space stands before anything: dark letters shine, light ones have a dark edge. */
static void add_shadow(fs_batch *b, const fs__scene_item *s, const char *chars)
{
    float off = (float)FS__SHADOW_OFFSET(s->size);
    uint32_t argb = fs__brightness(s->colour) < FS__DARK ? 0xc0ffffff : 0xc0000000;
    for (int corner = 0; corner < 4; corner++)
        fs_batch_add_text(b, (float)s->at.x + (corner & 1 ? off : -off), (float)s->at.y + (corner & 2 ? off : -off),
                          (float)s->size, argb, chars + s->first, s->count);
}

/* Letters reach this far below the base line, in heights of them. */
static const double DESCENT = 0.25;

static bool is_covered(const fs_batch *b, const fs__scene_item *s, const char *chars)
{
    const fs__area *a = &b->covered;
    if (a->left >= a->right || s->at.x >= a->right || s->at.y - s->size >= a->bottom ||
        s->at.y + DESCENT * s->size <= a->top)
        return false;
    return s->at.x + fs_batch_text_width(b, (float)s->size, chars + s->first, s->count) > a->left;
}

static void add_text(fs_batch *b, const fs__scene_item *s, const char *chars)
{
    /* Letters larger than the picture or far outside are not visible. */
    double far = 2 * (b->width + b->height) + FS_DRAW_MAX_TEXT * s->size;
    bool near = fabs(s->at.x) < far && fabs(s->at.y) < far;
    if (s->size < MIN_TEXT || s->size > 2 * b->height || !near || is_covered(b, s, chars))
        return;
    if (b->scene.is_3d)
        add_shadow(b, s, chars);
    fs_batch_add_text(b, (float)s->at.x, (float)s->at.y, (float)s->size, opaque(s->colour), chars + s->first, s->count);
}

static void add_shape(fs_batch *b, const fs__scene_item *s, const char *chars)
{
    switch (s->kind) {
    case FS_DRAW_CIRCLE: add_circle(b, s); break;
    case FS_DRAW_POLYGON: add_polygon(b, s); break;
    case FS_DRAW_LINE: add_line(b, s); break;
    case FS_DRAW_TEXT: add_text(b, s, chars); break;
    default: break;
    }
}

/* --- status lines ------------------------------------------------------------------- */

static double width_of(const void *context, double size, const char *text, size_t length)
{
    return fs_batch_text_width(context, (float)size, text, length);
}

static fs__status make_status(const fs_batch *b, const fs_draw_list *draw, double width, double height)
{
    return fs__status_fit((fs__text_font){ width_of, b }, draw, width, height);
}

void fs_batch_measure_hud(const fs_batch *b, const fs_draw_list *draw, uint32_t width, uint32_t height, float *right,
                          float *bottom)
{
    FS_ASSERT(b != NULL && draw != NULL && right != NULL && bottom != NULL);
    const fs__status s = make_status(b, draw, width, height);
    fs__area area = fs__status_area(&s);
    *right = s.count > 0 ? (float)area.right : 0;
    *bottom = s.count > 0 ? (float)area.bottom : 0;
}

static void add_status(fs_batch *b, const fs__status *s)
{
    if (s->count == 0)
        return;
    fs__area area = fs__status_area(s);
    /* Dark letters get a light panel and light letters a dark one, on which blue ones can be read before a bright sky too. */
    bool light = s->light < FS__DARK * s->lines;
    uint32_t panel = light ? 0xb0ffffff : 0xe0000000;
    fs_batch_add_rectangle(b, (float)area.left, (float)area.top, (float)area.right, (float)area.bottom, panel);
    for (size_t i = 0; i < s->count; i++)
        fs_batch_add_text(b, (float)fs__status_left(s), (float)fs__status_base(s, i), (float)s->size,
                          opaque(fs__readable(s->rows[i].colour, light)), s->rows[i].text, s->rows[i].length);
}

fs_result fs_batch_add_list(fs_batch *b, const fs_draw_list *draw)
{
    FS_ASSERT(b != NULL && draw != NULL && b->width > 0);
    fs_result result = fs__scene_layout(&b->scene, draw, b->width, b->height);
    if (result != FS_OK)
        return result;
    const char *chars = fs_draw_chars(draw);
    const fs__status s = make_status(b, draw, b->width, b->height);
    b->clear[b->clear_count] = fs__status_area(&s);
    fs__labels_place(
        &b->scene, draw, (fs__letter){ 0, 0 },
        (fs__labels_room){ { b->width, b->height }, b->clear, b->clear_count + (s.count > 0), { width_of, b } });
    b->most = FS_BATCH_MAX_INSTANCES - FS_BATCH_RESERVED;
    for (size_t i = 0; i < b->scene.item_count; i++)
        add_shape(b, &b->scene.items[i], chars);
    add_status(b, &s);
    b->most = FS_BATCH_MAX_INSTANCES;
    return FS_OK;
}
