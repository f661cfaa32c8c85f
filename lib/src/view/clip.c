/* clip.c: lines after Liang and Barsky, polygons after Sutherland and Hodgman
 * as a chain of four stages. See clip.h. */
#include "view/clip.h"

/* Narrows the part of a line t0..t1 that is inside, given the distance `inside`
 * of its start from one side of the window and the change of that distance. */
static bool narrow(double inside, double change, double *t0, double *t1)
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
    if (!narrow(a->x - w->left, dx, &t0, &t1) || !narrow(w->right - a->x, -dx, &t0, &t1) ||
        !narrow(a->y - w->top, dy, &t0, &t1) || !narrow(w->bottom - a->y, -dy, &t0, &t1))
        return false;
    fs__screen_point start = *a;
    *a = (fs__screen_point){ start.x + t0 * dx, start.y + t0 * dy };
    if (t1 < 1)
        *b = (fs__screen_point){ start.x + t1 * dx, start.y + t1 * dy };
    return true;
}

enum { STAGES = 4 };

typedef struct chain {
    const fs__clip_rect *window;
    fs__clip_emit *emit;
    void *context;
    struct {
        fs__screen_point first, last;
        bool any;
    } stage[STAGES];
} chain;

/* How far a corner is inside the side of the window that a stage cuts at. */
static double inside(const chain *c, unsigned stage, fs__screen_point p)
{
    const fs__clip_rect *w = c->window;
    switch (stage) {
    case 0: return p.x - w->left;
    case 1: return w->right - p.x;
    case 2: return p.y - w->top;
    default: return w->bottom - p.y;
    }
}

static void feed(chain *c, unsigned stage, fs__screen_point p);

/* Hands on the place where an edge crosses the side of a stage, if it does. */
static void feed_crossing(chain *c, unsigned stage, fs__screen_point a, fs__screen_point b)
{
    double from = inside(c, stage, a), to = inside(c, stage, b);
    if ((from >= 0) == (to >= 0))
        return;
    double t = from / (from - to);
    feed(c, stage + 1, (fs__screen_point){ a.x + t * (b.x - a.x), a.y + t * (b.y - a.y) });
}

static void feed(chain *c, unsigned stage, fs__screen_point p)
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
    if (inside(c, stage, p) >= 0)
        feed(c, stage + 1, p);
}

void fs__clip_polygon(const fs__clip_rect *window, const fs__screen_point *corners, size_t count, fs__clip_emit *emit,
                      void *context)
{
    chain c = { .window = window, .emit = emit, .context = context };
    for (size_t i = 0; i < count; i++)
        feed(&c, 0, corners[i]);
    /* Closing stage by stage: what a stage adds must pass through the later
     * ones before those are closed. */
    for (unsigned s = 0; s < STAGES; s++)
        if (c.stage[s].any)
            feed_crossing(&c, s, c.stage[s].last, c.stage[s].first);
}
