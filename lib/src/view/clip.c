/* clip.c: lines by the method of Liang and Barsky, polygons by that of Sutherland and Hodgman
 * as a pipeline of four stages. See clip.h. */
#include "view/clip.h"

/* Narrows the range t0..t1 of a line that is inside, given the distance `inside`
 * of its start from one side of the window and the change of that distance over
 * the whole line. */
static bool narrow_range(double inside, double change, double *t0, double *t1)
{
    if (change == 0)
        return inside >= 0;
    double t = -inside / change;
    if (change > 0)
        *t0 = t > *t0 ? t : *t0;
    else
        *t1 = t < *t1 ? t : *t1;
    return *t0 <= *t1;
}

bool fs__clip_line(const fs__clip_rect *w, fs__screen_point *a, fs__screen_point *b)
{
    double dx = b->x - a->x, dy = b->y - a->y, t0 = 0, t1 = 1;
    if (!narrow_range(a->x - w->left, dx, &t0, &t1) || !narrow_range(w->right - a->x, -dx, &t0, &t1) ||
        !narrow_range(a->y - w->top, dy, &t0, &t1) || !narrow_range(w->bottom - a->y, -dy, &t0, &t1))
        return false;
    fs__screen_point start = *a;
    *a = (fs__screen_point){ start.x + t0 * dx, start.y + t0 * dy };
    if (t1 < 1)
        *b = (fs__screen_point){ start.x + t1 * dx, start.y + t1 * dy };
    return true;
}

enum { STAGES = 4 };

typedef struct pipeline {
    const fs__clip_rect *window;
    fs__clip_emit *emit;
    void *context;
    struct {
        fs__screen_point first, last;
        bool any;
    } stage[STAGES];
} pipeline;

/* Distance of a corner from the side of the window that a stage clips at, positive inside. */
static double distance_inside(const pipeline *c, unsigned stage, fs__screen_point p)
{
    const fs__clip_rect *w = c->window;
    switch (stage) {
    case 0: return p.x - w->left;
    case 1: return w->right - p.x;
    case 2: return p.y - w->top;
    default: return w->bottom - p.y;
    }
}

static void feed_stage(pipeline *c, unsigned stage, fs__screen_point p);

/* Passes on the point where an edge crosses the side of a stage, if it does. */
static void feed_crossing(pipeline *c, unsigned stage, fs__screen_point a, fs__screen_point b)
{
    double from = distance_inside(c, stage, a), to = distance_inside(c, stage, b);
    if ((from >= 0) == (to >= 0))
        return;
    double t = from / (from - to);
    feed_stage(c, stage + 1, (fs__screen_point){ a.x + t * (b.x - a.x), a.y + t * (b.y - a.y) });
}

static void feed_stage(pipeline *c, unsigned stage, fs__screen_point p)
{
    if (stage == STAGES) {
        c->emit(c->context, p);
        return;
    }
    if (c->stage[stage].any)
        feed_crossing(c, stage, c->stage[stage].last, p);
    else
        c->stage[stage].first = p;
    c->stage[stage].any = true;
    c->stage[stage].last = p;
    if (distance_inside(c, stage, p) >= 0)
        feed_stage(c, stage + 1, p);
}

void fs__clip_polygon(const fs__clip_rect *window, const fs__screen_point *corners, size_t count, fs__clip_emit *emit,
                      void *context)
{
    FS_ASSERT(window->left <= window->right && window->top <= window->bottom);
    pipeline c = { .window = window, .emit = emit, .context = context };
    for (size_t i = 0; i < count; i++)
        feed_stage(&c, 0, corners[i]);
    /* Stages are closed in order: a corner that closing one adds must pass through
     * the later ones before those are closed. */
    for (unsigned s = 0; s < STAGES; s++)
        if (c.stage[s].any)
            feed_crossing(&c, s, c.stage[s].last, c.stage[s].first);
}
