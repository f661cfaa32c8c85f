/* paint.c: shapes, texts and status lines through cairo. See paint.h. */
#include "view/paint.h"

#include <math.h>
#include <stdlib.h>

#include "view/clip.h"
#include "view/great_circle.h"
#include "view/text/labels.h"
#include "view/text/status.h"
#include "view/raster.h"
#include "view/scene.h"
#include "base/utf8.h"

enum { TEXT_BYTES = FS_DRAW_MAX_TEXT * FS_UTF8_MAX + 1 };

static const double PI = 3.141592653589793;
/* Shapes are clipped this far outside the picture, so that no clipped edge is visible (pixels). */
static const double MARGIN = 64;
/* Filled shapes smaller than this have no outline, which would cover them (pixels). */
static const double SMALL = 5;
/* Smaller texts are unreadable and left out (pixels). */
static const double MIN_TEXT = 3;

typedef struct painter {
    cairo_t *cr;
    const fs_draw_list *draw;
    const fs__scene *scene;
    double width, height;
    double pen; /* width of lines in pixels */
    fs__clip_rect window;
} painter;

static void set_colour(cairo_t *cr, uint32_t colour, double alpha)
{
    cairo_set_source_rgba(cr, (colour >> 16 & 255) / 255.0, (colour >> 8 & 255) / 255.0, (colour & 255) / 255.0, alpha);
}

/* --- outlines ------------------------------------------------------------------ */

static void emit_corner(void *context, fs__screen_point p)
{
    cairo_line_to(context, p.x, p.y);
}

static void trace_polygon(const painter *p, const fs__screen_point *screen_points, size_t count)
{
    cairo_new_path(p->cr);
    fs__clip_polygon(&p->window, screen_points, count, emit_corner, p->cr);
    cairo_close_path(p->cr);
}

static void trace_line(const painter *p, const fs__screen_point *screen_points, size_t count)
{
    cairo_new_path(p->cr);
    for (size_t i = 0; i + 1 < count; i++) {
        fs__screen_point a = screen_points[i], b = screen_points[i + 1];
        if (!fs__clip_line(&p->window, &a, &b))
            continue;
        /* Segments that meet stay one path, so that their corners are joined. */
        double x, y;
        cairo_get_current_point(p->cr, &x, &y);
        if (!cairo_has_current_point(p->cr) || fabs(x - a.x) > 0.01 || fabs(y - a.y) > 0.01)
            cairo_move_to(p->cr, a.x, a.y);
        cairo_line_to(p->cr, b.x, b.y);
    }
}

/* --- shapes -------------------------------------------------------------------- */

static void fill_and_outline(const painter *p, uint32_t colour, bool outline)
{
    cairo_fill_preserve(p->cr);
    if (outline) {
        set_colour(p->cr, fs__colour_scale(colour, 0.6), 1);
        cairo_set_line_width(p->cr, p->pen * 0.8);
        cairo_stroke(p->cr);
    }
    cairo_new_path(p->cr);
}

static void stroke_path(const painter *p, uint32_t colour)
{
    set_colour(p->cr, colour, 1);
    cairo_set_line_width(p->cr, p->pen);
    cairo_stroke(p->cr);
}

static void paint_great_circle(const painter *p, const fs__scene_item *s, double reach)
{
    fs__screen_point screen_points[FS__ARC_STEPS + 2];
    fs__screen_point middle = { p->width / 2, p->height / 2 };
    switch (fs__great_circle(s->at, s->size, middle, reach, screen_points)) {
    case FS__ARC_OUTSIDE: return;
    case FS__ARC_NEAR:
        if (s->filled)
            trace_polygon(p, screen_points, FS__ARC_STEPS + 2);
        else
            trace_line(p, screen_points, FS__ARC_STEPS);
        break;
    case FS__ARC_AROUND:
        if (!s->filled)
            return;
        cairo_rectangle(p->cr, -MARGIN, -MARGIN, p->width + 2 * MARGIN, p->height + 2 * MARGIN);
    }
    set_colour(p->cr, s->colour, 1);
    if (s->filled)
        fill_and_outline(p, s->colour, true);
    else
        stroke_path(p, s->colour);
}

/* The shading of a ball: a radial gradient around a point above and to the right of the centre. */
static void set_ball_light(const painter *p, const fs__scene_item *s)
{
    double r = s->size, x = s->at.x + 0.35 * r, y = s->at.y - 0.45 * r;
    cairo_pattern_t *light = cairo_pattern_create_radial(x, y, 0, s->at.x, s->at.y, r);
    static const double stops[][2] = { { 0, 1.25 }, { 0.45, 1 }, { 1, 0.6 } };
    for (int i = 0; i < 3; i++) {
        uint32_t c = fs__colour_scale(s->colour, stops[i][1]);
        cairo_pattern_add_color_stop_rgb(light, stops[i][0], (c >> 16 & 255) / 255.0, (c >> 8 & 255) / 255.0,
                                         (c & 255) / 255.0);
    }
    cairo_set_source(p->cr, light);
    cairo_pattern_destroy(light);
}

static void paint_circle(const painter *p, const fs__scene_item *s)
{
    double reach = hypot(p->width, p->height) / 2 + MARGIN;
    /* A circle of radius 0 is painted as large as the pen. */
    bool filled = s->filled || s->size < p->pen / 2;
    double r = fmax(s->size, p->pen / 2);
    if (hypot(p->width / 2 - s->at.x, p->height / 2 - s->at.y) > r + reach)
        return;
    if (r > 8 * reach) {
        paint_great_circle(p, s, reach);
        return;
    }
    cairo_new_path(p->cr);
    cairo_arc(p->cr, s->at.x, s->at.y, r, 0, 2 * PI);
    cairo_close_path(p->cr);
    if (!filled) {
        stroke_path(p, s->colour);
        return;
    }
    if (p->scene->is_3d && r >= SMALL)
        set_ball_light(p, s);
    else
        set_colour(p->cr, s->colour, 1);
    fill_and_outline(p, s->colour, r >= SMALL);
}

/* The smaller side of the bounding box. */
static double smaller_side(const fs__screen_point *screen_points, size_t count)
{
    fs__screen_point low = screen_points[0], high = screen_points[0];
    for (size_t i = 1; i < count; i++) {
        low = (fs__screen_point){ fmin(low.x, screen_points[i].x), fmin(low.y, screen_points[i].y) };
        high = (fs__screen_point){ fmax(high.x, screen_points[i].x), fmax(high.y, screen_points[i].y) };
    }
    return fmin(high.x - low.x, high.y - low.y);
}

static void paint_polygon(const painter *p, const fs__scene_item *s)
{
    const fs__screen_point *screen_points = p->scene->screen_points + s->first;
    trace_polygon(p, screen_points, s->count);
    if (!s->filled) {
        stroke_path(p, s->colour);
        return;
    }
    set_colour(p->cr, s->colour, 1);
    double thin = smaller_side(screen_points, s->count);
    if (thin < p->pen)
        stroke_path(p, s->colour);
    else
        fill_and_outline(p, s->colour, thin >= 2 * SMALL);
}

/* A copy in valid UTF-8: after invalid bytes cairo draws nothing more. */
static void clean_text(const char *chars, size_t length, char text[TEXT_BYTES])
{
    size_t n = 0, at = 0;
    while (at < length && n + FS_UTF8_MAX < TEXT_BYTES)
        n += fs__utf8_put(text + n, fs__utf8_next(chars, length, &at));
    text[n] = 0;
}

static void show_text(const painter *p, fs__screen_point at, double size, uint32_t colour, const char *text)
{
    cairo_move_to(p->cr, at.x, at.y);
    cairo_set_font_size(p->cr, size);
    set_colour(p->cr, colour, 1);
    cairo_show_text(p->cr, text);
    cairo_new_path(p->cr);
}

static void paint_text(const painter *p, const fs__scene_item *s)
{
    char text[TEXT_BYTES];
    clean_text(fs_draw_chars(p->draw) + s->first, s->count, text);
    show_text(p, s->at, s->size, s->colour, text);
}

/* Letters larger than the picture are not visible; cairo takes no extreme sizes. */
static bool is_readable(const painter *p, double size)
{
    return size >= MIN_TEXT && size <= 2 * p->height;
}

/* A text in space stands before anything: dark letters shine, light ones have a dark edge. */
static void paint_label(const painter *p, const fs__scene_item *s)
{
    for (int corner = 0; corner < 4 && p->scene->is_3d; corner++) {
        fs__scene_item shadow = *s;
        shadow.at.x += FS__SHADOW_OFFSET(s->size) * (corner & 1 ? 1 : -1);
        shadow.at.y += FS__SHADOW_OFFSET(s->size) * (corner & 2 ? 1 : -1);
        shadow.colour = fs__brightness(s->colour) < FS__DARK ? 0xffffff : 0x000000;
        paint_text(p, &shadow);
    }
    paint_text(p, s);
}

static void paint_shape(const painter *p, const fs__scene_item *s)
{
    switch (s->kind) {
    case FS_DRAW_CIRCLE: paint_circle(p, s); break;
    case FS_DRAW_POLYGON: paint_polygon(p, s); break;
    case FS_DRAW_LINE:
        trace_line(p, p->scene->screen_points + s->first, s->count);
        stroke_path(p, s->colour);
        break;
    case FS_DRAW_TEXT: {
        /* Letters far outside are not visible. */
        double far = 2 * (p->width + p->height) + FS_DRAW_MAX_TEXT * s->size;
        bool near = fabs(s->at.x) < far && fabs(s->at.y) < far;
        if (is_readable(p, s->size) && near)
            paint_label(p, s);
        break;
    }
    default: break;
    }
}

/* --- status lines ---------------------------------------------------------------- */

static double width_of(const void *context, double size, const char *text, size_t length)
{
    const painter *p = context;
    char clean[TEXT_BYTES];
    cairo_text_extents_t extents;
    if (!is_readable(p, size))
        return 0;
    clean_text(text, length, clean);
    cairo_set_font_size(p->cr, size);
    cairo_text_extents(p->cr, clean, &extents);
    return extents.x_advance;
}

static fs__status make_status(const painter *p)
{
    return fs__status_fit((fs__text_font){ width_of, p }, p->draw, p->width, p->height);
}

static fs__area find_panel(const painter *p, const fs__status *s)
{
    fs__area area = fs__status_area(s);
    return (fs__area){ area.left, area.top, fmin(p->width - s->size / 2, area.right),
                       fmin(p->height - s->size / 2, area.bottom) };
}

static void paint_panel(const painter *p, const fs__status *s)
{
    fs__area panel = find_panel(p, s);
    double left = panel.left, top = panel.top, right = panel.right, bottom = panel.bottom, r = s->size / 2;
    if (right <= left + 2 * r || bottom <= top + 2 * r)
        return;
    cairo_new_path(p->cr);
    cairo_arc(p->cr, right - r, top + r, r, -PI / 2, 0);
    cairo_arc(p->cr, right - r, bottom - r, r, 0, PI / 2);
    cairo_arc(p->cr, left + r, bottom - r, r, PI / 2, PI);
    cairo_arc(p->cr, left + r, top + r, r, PI, 3 * PI / 2);
    cairo_close_path(p->cr);
    /* Dark letters get a light panel and light letters a dark one. */
    set_colour(p->cr, s->light < FS__DARK * s->lines ? 0xffffff : 0x000000, 0.75);
    cairo_fill(p->cr);
    cairo_rectangle(p->cr, left, top, right - left, bottom - top);
    cairo_clip(p->cr);
}

static void paint_status(const painter *p)
{
    const fs__status s = make_status(p);
    if (s.count == 0)
        return;
    cairo_save(p->cr);
    paint_panel(p, &s);
    for (size_t i = 0; i < s.count; i++) {
        const fs__status_row *row = &s.rows[i];
        char text[TEXT_BYTES];
        clean_text(row->text, row->length, text);
        show_text(p, (fs__screen_point){ fs__status_left(&s), fs__status_base(&s, i) }, s.size,
                  fs__readable(row->colour, s.light < FS__DARK * s.lines), text);
    }
    cairo_restore(p->cr);
}

/* --- solids ------------------------------------------------------------------------- */

/* Pictures with more points than this have one sample in each instead of four. */
enum { FINE_POINTS = 4 << 20 };

/* Points of an image surface of cairo, whose rows are 4 * width bytes long. */
static fs_result show_points(const painter *p, const uint32_t *points, uint32_t width, uint32_t height)
{
    cairo_surface_t *image = cairo_image_surface_create_for_data((unsigned char *)points, CAIRO_FORMAT_RGB24,
                                                                 (int)width, (int)height, (int)(4 * width));
    cairo_set_source_surface(p->cr, image, 0, 0);
    cairo_paint(p->cr);
    bool good = cairo_status(p->cr) == CAIRO_STATUS_SUCCESS;
    /* A vector surface keeps its own copy. */
    cairo_surface_finish(image);
    cairo_surface_destroy(image);
    return good ? FS_OK : FS_E_MEMORY;
}

static fs_result paint_mesh(const painter *p)
{
    uint32_t width = (uint32_t)p->width, height = (uint32_t)p->height;
    fs_mesh *mesh;
    fs_result result = fs_mesh_create(&mesh);
    if (result != FS_OK)
        return result;
    uint32_t *points = malloc((size_t)width * height * sizeof *points);
    result = points != NULL ? fs_mesh_build(mesh, p->draw, width, height) : FS_E_MEMORY;
    if (result == FS_OK)
        result = fs__raster_draw(mesh, width, height, (uint64_t)width * height <= FINE_POINTS ? 2 : 1,
                                 fs_draw_camera(p->draw)->background, points);
    if (result == FS_OK)
        result = show_points(p, points, width, height);
    free(points);
    fs_mesh_destroy(mesh);
    return result;
}

/* --- painting all ------------------------------------------------------------------- */

static void place_labels(const painter *p, fs__scene *scene)
{
    const fs__status s = make_status(p);
    fs__area panel = find_panel(p, &s);
    fs__labels_place(scene, p->draw, (fs__letter){ 0, 0 },
                     (fs__labels_room){ { p->width, p->height }, &panel, s.count > 0, { width_of, p } });
}

static fs_result paint_all(const painter *p)
{
    set_colour(p->cr, fs_draw_camera(p->draw)->background, 1);
    cairo_paint(p->cr);
    fs_result result = p->scene->is_solid ? paint_mesh(p) : FS_OK;
    cairo_set_fill_rule(p->cr, CAIRO_FILL_RULE_EVEN_ODD);
    cairo_set_line_join(p->cr, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_cap(p->cr, CAIRO_LINE_CAP_ROUND);
    for (size_t i = 0; i < p->scene->item_count; i++)
        paint_shape(p, &p->scene->items[i]);
    paint_status(p);
    return result;
}

fs_result fs__paint(cairo_surface_t *surface, const fs_draw_list *draw, double width, double height)
{
    fs__scene scene = { 0 };
    fs_result result = fs__scene_layout(&scene, draw, width, height);
    if (result == FS_OK) {
        painter p = { .cr = cairo_create(surface),
                      .draw = draw,
                      .scene = &scene,
                      .width = width,
                      .height = height,
                      .pen = fmax(1, fmin(width, height) / 320),
                      .window = { -MARGIN, -MARGIN, width + MARGIN, height + MARGIN } };
        cairo_select_font_face(p.cr, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
        place_labels(&p, &scene);
        result = paint_all(&p);
        if (cairo_status(p.cr) != CAIRO_STATUS_SUCCESS)
            result = FS_E_MEMORY;
        cairo_destroy(p.cr);
    }
    fs__scene_free(&scene);
    return result;
}
