/* fill.c: triangles by vertical cuts. See fill.h. */
#include "view/fill.h"

#include <stdlib.h>

#include "base/growing_array.h"

/* From left to right; a vertical edge bounds no trapezoid and is left out. */
struct fs__fill_edge {
    fs__screen_point from, to;
    double middle; /* y in the middle of the present slab */
};

typedef struct fs__fill_edge edge;

void fs__fill_free(fs__fill *f)
{
    free(f->edges);
    free(f->cuts);
    free(f->active);
    free(f->corners);
    *f = (fs__fill){ 0 };
}

/* --- convex outlines -------------------------------------------------------------- */

static double turn_at(fs__screen_point a, fs__screen_point b, fs__screen_point c)
{
    return (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x);
}

/* Whether the outline always turns one way and goes round once: then x changes its direction twice at most. */
static bool is_convex(const fs__screen_point *p, size_t count)
{
    int turn = 0, direction = 0, changes = 0;
    for (size_t i = 0; i < count; i++) {
        fs__screen_point a = p[i], b = p[(i + 1) % count], c = p[(i + 2) % count];
        double t = turn_at(a, b, c);
        if (t != 0 && turn != 0 && (t > 0) != (turn > 0))
            return false;
        turn = t > 0 ? 1 : t < 0 ? -1 : turn;
        int way = b.x > a.x ? 1 : b.x < a.x ? -1 : direction;
        changes += direction != 0 && way != direction;
        direction = way;
    }
    return changes <= 2;
}

/* --- edges and cuts ---------------------------------------------------------------- */

fs__screen_point *fs__fill_corners(fs__fill *f, size_t count, size_t *capacity)
{
    bool ok = fs__array_reserve(&f->corners, &f->corner_capacity, 3 * count + 16, sizeof *f->corners);
    *capacity = ok ? f->corner_capacity : 0;
    return ok ? f->corners : NULL;
}

static bool reserve_edges(fs__fill *f, size_t edges)
{
    return fs__array_reserve(&f->edges, &f->edge_capacity, edges, sizeof *f->edges) &&
           fs__array_reserve(&f->active, &f->active_capacity, edges, sizeof *f->active);
}

/* Many edges are not tried against each other. */
static bool may_cross(size_t edges)
{
    return edges <= FS__FILL_MAX_CROSSED;
}

/* For both ends of each edge, and the crossing of each pair. */
static bool reserve_cuts(fs__fill *f, size_t edges)
{
    size_t most = 2 * edges + (may_cross(edges) ? edges * edges / 2 : 0);
    return fs__array_reserve(&f->cuts, &f->cut_capacity, most + 1, sizeof *f->cuts);
}

static size_t gather_edges(fs__fill *f, const fs__screen_point *corners, size_t count, size_t stride)
{
    size_t edges = 0;
    for (size_t i = 0; i < count; i += stride) {
        fs__screen_point a = corners[i], b = corners[i + stride < count ? i + stride : 0];
        if (a.x != b.x)
            f->edges[edges++] = a.x < b.x ? (edge){ .from = a, .to = b } : (edge){ .from = b, .to = a };
    }
    return edges;
}

static double y_at(const edge *e, double x)
{
    if (x == e->from.x)
        return e->from.y;
    if (x == e->to.x)
        return e->to.y;
    return e->from.y + (e->to.y - e->from.y) * ((x - e->from.x) / (e->to.x - e->from.x));
}

/* The x inside both edges where they cross; false when they do not. */
static bool find_crossing(const edge *a, const edge *b, double *x)
{
    double left = a->from.x > b->from.x ? a->from.x : b->from.x;
    double right = a->to.x < b->to.x ? a->to.x : b->to.x;
    if (left >= right)
        return false;
    double before = y_at(a, left) - y_at(b, left), after = y_at(a, right) - y_at(b, right);
    if ((before < 0) == (after < 0) || before == 0 || after == 0)
        return false;
    *x = left + (right - left) * (before / (before - after));
    return true;
}

static int compare_cuts(const void *a, const void *b)
{
    double p = *(const double *)a, q = *(const double *)b;
    return (p > q) - (p < q);
}

static size_t gather_cuts(fs__fill *f, size_t edges)
{
    size_t cuts = 0;
    for (size_t i = 0; i < edges; i++) {
        f->cuts[cuts++] = f->edges[i].from.x;
        f->cuts[cuts++] = f->edges[i].to.x;
        for (size_t j = 0; may_cross(edges) && j < i; j++)
            cuts += find_crossing(&f->edges[i], &f->edges[j], &f->cuts[cuts]);
    }
    qsort(f->cuts, cuts, sizeof *f->cuts, compare_cuts);
    return cuts;
}

/* --- slabs ------------------------------------------------------------------------- */

static int compare_edges(const void *a, const void *b)
{
    double p = ((const edge *)a)->from.x, q = ((const edge *)b)->from.x;
    return (p > q) - (p < q);
}

/* Keeps the active edges ordered by their height in the slab; they move little from slab to slab. */
static void sort_active(fs__fill *f, size_t active, double middle)
{
    for (size_t i = 0; i < active; i++) {
        uint32_t moved = f->active[i];
        size_t at = i;
        f->edges[moved].middle = y_at(&f->edges[moved], middle);
        for (; at > 0 && f->edges[f->active[at - 1]].middle > f->edges[moved].middle; at--)
            f->active[at] = f->active[at - 1];
        f->active[at] = moved;
    }
}

static void emit_slab(const fs__fill *f, size_t active, double left, double right, fs__fill_emit *emit, void *context)
{
    for (size_t i = 0; i + 1 < active; i += 2) {
        const edge *upper = &f->edges[f->active[i]], *lower = &f->edges[f->active[i + 1]];
        fs__screen_point a = { left, y_at(upper, left) }, b = { right, y_at(upper, right) };
        fs__screen_point c = { left, y_at(lower, left) }, d = { right, y_at(lower, right) };
        if (b.y != d.y)
            emit(context, a, b, d);
        if (a.y != c.y)
            emit(context, a, d, c);
    }
}

static void emit_slabs(fs__fill *f, size_t edges, size_t cuts, fs__fill_emit *emit, void *context)
{
    size_t next = 0, active = 0;
    for (size_t i = 0; i + 1 < cuts; i++) {
        double left = f->cuts[i], right = f->cuts[i + 1];
        if (left >= right)
            continue;
        size_t kept = 0;
        for (size_t j = 0; j < active; j++)
            if (f->edges[f->active[j]].to.x >= right)
                f->active[kept++] = f->active[j];
        for (active = kept; next < edges && f->edges[next].from.x <= left; next++)
            f->active[active++] = (uint32_t)next;
        sort_active(f, active, left + (right - left) / 2);
        emit_slab(f, active, left, right, emit, context);
    }
}

bool fs__fill_polygon(fs__fill *f, const fs__screen_point *corners, size_t count, fs__fill_emit *emit, void *context)
{
    if (count < 3)
        return true;
    if (is_convex(corners, count)) {
        for (size_t i = 1; i + 1 < count; i++)
            emit(context, corners[0], corners[i], corners[i + 1]);
        return true;
    }
    size_t stride = 1 + (count - 1) / FS__FILL_MAX_CORNERS;
    if (!reserve_edges(f, count / stride + 1))
        return false;
    size_t edges = gather_edges(f, corners, count, stride);
    if (!reserve_cuts(f, edges))
        return false;
    qsort(f->edges, edges, sizeof *f->edges, compare_edges);
    emit_slabs(f, edges, gather_cuts(f, edges), emit, context);
    return true;
}
