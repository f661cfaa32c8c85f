/* dot_grid.c: lines, circles and polygons as dots. See dot_grid.h.
 *
 * A dot at column i, row j covers the unit square from (i, j); it belongs to a
 * face when its centre does.
 */
#include "view/clip.h"
#include "view/dot_grid.h"

#include <math.h>
#include <string.h>

void fs__dot_grid_clear(fs__dot_grid *d, uint32_t background)
{
    size_t count = (size_t)d->width * (size_t)d->height;
    for (size_t i = 0; i < count; i++)
        d->dots[i] = background;
    memset(d->inside, 0, count);
}

/* The first index whose centre is at or after `v`, within 0..limit. */
static int32_t first_centre(double v, int32_t limit)
{
    double i = ceil(v - 0.5);
    if (i <= 0)
        return 0;
    return i >= limit ? limit : (int32_t)i;
}

/* --- lines --------------------------------------------------------------------- */

/* The right and the lower border belong to the last dots, so that a frame
 * around the whole picture is visible on all four sides. */
static void plot_dot(fs__dot_grid *d, double x, double y, uint32_t dot)
{
    if (!(x >= 0 && y >= 0 && x <= d->width && y <= d->height))
        return;
    int32_t column = x < d->width ? (int32_t)x : d->width - 1;
    int32_t row = y < d->height ? (int32_t)y : d->height - 1;
    d->dots[row * d->width + column] = dot;
}

static void draw_line(fs__dot_grid *d, fs__screen_point a, fs__screen_point b, uint32_t dot)
{
    const fs__clip_rect window = { 0, 0, d->width, d->height };
    if (!fs__clip_line(&window, &a, &b))
        return;
    double dx = b.x - a.x, dy = b.y - a.y;
    int32_t steps = (int32_t)ceil(fmax(fabs(dx), fabs(dy)));
    for (int32_t i = 0; i <= steps; i++) {
        double t = steps > 0 ? (double)i / steps : 0;
        plot_dot(d, a.x + t * dx, a.y + t * dy, dot);
    }
}

static void draw_lines(fs__dot_grid *d, const fs__screen_point *screen_points, size_t count, bool closed, uint32_t dot)
{
    for (size_t i = 0; i + 1 < count; i++)
        draw_line(d, screen_points[i], screen_points[i + 1], dot);
    if (closed || count == 1)
        draw_line(d, screen_points[count - 1], screen_points[0], dot);
}

/* --- circles ------------------------------------------------------------------- */

/* The dots of one row whose centres are between the distances `from` and `to`
 * from `x`, on both sides of it. */
static void draw_ring_row(fs__dot_grid *d, int32_t row, double x, double from, double to, uint32_t dot)
{
    uint32_t *dots = d->dots + (size_t)row * (size_t)d->width;
    int32_t left = first_centre(x - to, d->width), right = first_centre(x + to, d->width);
    int32_t gap_left = first_centre(x - from, d->width), gap_right = first_centre(x + from, d->width);
    if (from <= 0)
        gap_left = gap_right = right;
    for (int32_t i = left; i < gap_left; i++)
        dots[i] = dot;
    for (int32_t i = gap_right; i < right; i++)
        dots[i] = dot;
}

/* Half the chord of a circle at the height `dy`, 0 outside of it. */
static double half_chord(double radius, double dy)
{
    double square = (radius - dy) * (radius + dy);
    return square > 0 ? sqrt(square) : 0;
}

static void draw_circle(fs__dot_grid *d, fs__screen_point at, double radius, bool filled, uint32_t colour)
{
    if (radius < 0.75) {
        plot_dot(d, at.x, at.y, colour | FS__DOT_THIN);
        return;
    }
    double outer = filled ? radius : radius + 0.5;
    double inner = filled ? 0 : radius - 0.5;
    int32_t top = first_centre(at.y - outer, d->height), bottom = first_centre(at.y + outer, d->height);
    for (int32_t row = top; row < bottom; row++) {
        double dy = row + 0.5 - at.y;
        draw_ring_row(d, row, at.x, half_chord(inner, dy), half_chord(outer, dy),
                      filled ? colour : colour | FS__DOT_THIN);
    }
}

/* --- polygons ------------------------------------------------------------------ */

/* Marks the first dot to the right of an edge in each row that the edge passes.
 * Two marks on one dot cancel: this is the even-odd rule. */
static void mark_edge(fs__dot_grid *d, fs__screen_point a, fs__screen_point b)
{
    if (a.y > b.y) {
        fs__screen_point swap = a;
        a = b;
        b = swap;
    }
    int32_t top = first_centre(a.y, d->height), bottom = first_centre(b.y, d->height);
    for (int32_t row = top; row < bottom; row++) {
        double x = a.x + (row + 0.5 - a.y) * (b.x - a.x) / (b.y - a.y);
        int32_t column = first_centre(x, d->width);
        if (column < d->width)
            d->inside[row * d->width + column] ^= 1;
    }
}

/* Colours the dots between the marks of a row, removes the marks and returns the number of dots. */
static int32_t paint_row(fs__dot_grid *d, int32_t row, uint32_t colour)
{
    uint8_t *inside = d->inside + (size_t)row * (size_t)d->width;
    uint32_t *dots = d->dots + (size_t)row * (size_t)d->width;
    int32_t painted = 0;
    uint8_t on = 0;
    for (int32_t i = 0; i < d->width; i++) {
        on ^= inside[i];
        inside[i] = 0;
        if (on) {
            dots[i] = colour;
            painted++;
        }
    }
    return painted;
}

/* The bounding box of the part of a polygon inside the grid. */
static fs__clip_rect find_bounds(const fs__dot_grid *d, const fs__screen_point *screen_points, size_t count)
{
    fs__clip_rect w = { d->width, d->height, 0, 0 };
    for (size_t i = 0; i < count; i++) {
        w.left = fmin(w.left, fmax(screen_points[i].x, 0));
        w.top = fmin(w.top, fmax(screen_points[i].y, 0));
        w.right = fmax(w.right, fmin(screen_points[i].x, d->width));
        w.bottom = fmax(w.bottom, fmin(screen_points[i].y, d->height));
    }
    return w;
}

static void draw_polygon(fs__dot_grid *d, const fs__screen_point *screen_points, size_t count, uint32_t colour)
{
    fs__clip_rect box = find_bounds(d, screen_points, count);
    if (box.left > box.right || box.top > box.bottom)
        return;
    for (size_t i = 0; i < count; i++)
        mark_edge(d, screen_points[i], screen_points[i + 1 < count ? i + 1 : 0]);
    int32_t top = first_centre(box.top, d->height), bottom = first_centre(box.bottom, d->height), painted = 0;
    for (int32_t row = top; row < bottom; row++)
        painted += paint_row(d, row, colour);
    /* A polygon thinner than a dot may contain no centre: its outline is drawn. */
    if (painted < fmax(box.right - box.left, box.bottom - box.top))
        draw_lines(d, screen_points, count, true, colour | FS__DOT_THIN);
}

void fs__dot_grid_draw(fs__dot_grid *d, const fs__scene_item *s, const fs__screen_point *screen_points)
{
    FS_ASSERT(d->width > 0 && d->height > 0);
    switch (s->kind) {
    case FS_DRAW_CIRCLE: draw_circle(d, s->at, s->size, s->filled, s->colour); break;
    case FS_DRAW_POLYGON:
        if (s->filled)
            draw_polygon(d, screen_points + s->first, s->count, s->colour);
        else
            draw_lines(d, screen_points + s->first, s->count, true, s->colour | FS__DOT_THIN);
        break;
    case FS_DRAW_LINE: draw_lines(d, screen_points + s->first, s->count, false, s->colour | FS__DOT_THIN); break;
    default: break;
    }
}
