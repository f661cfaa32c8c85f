/* large_window.c: the part of a large shape near a point, as an ordinary shape.
 *
 * Method: Sutherland, Hodgman, "Reentrant polygon clipping", 1974, in the body's frame. The cut points are rounded to
 * Q32.32 m at the border of the window and to Q5.26 m at the end. Normals come from the whole edges, so that a shape that
 * slides along an edge sees one normal and one line, wherever the window lies.
 */
#include "physics2d/geometry/large_geometry.h"

#include <string.h>

enum { MAX_CUT = FS__LARGE2_MAX_CUT, NO_EDGE = 0xFF };

/* A corner, the corner of the whole shape that it stands for, and the edge of the whole shape that begins here. */
struct vertex {
    fs_pos2 at;
    uint8_t corner, edge;
};

struct outline {
    struct vertex v[MAX_CUT];
    unsigned count;
    bool closed; /* false: a segment */
};

/* A side of the window: the points with sign * coordinate <= sign * limit. */
struct side {
    fs_pos limit;
    bool vertical; /* of x */
    int sign;
};

static fs_pos along(const struct side *side, fs_pos2 p)
{
    return side->vertical ? p.x : p.y;
}

static bool is_inside(const struct side *side, fs_pos2 p)
{
    fs_pos v = along(side, p);
    return side->sign > 0 ? v <= side->limit : v >= side->limit;
}

/* Where the edge from a to b crosses the side. */
static fs_pos2 crossing(const struct side *side, fs_pos2 a, fs_pos2 b)
{
    fs_pos num = side->limit - along(side, a), den = along(side, b) - along(side, a);
    if (side->vertical)
        return fs_pos2_make(side->limit, a.y + fs_muldiv64(b.y - a.y, num, den));
    return fs_pos2_make(a.x + fs_muldiv64(b.x - a.x, num, den), side->limit);
}

static void add_vertex(struct outline *o, fs_pos2 at, uint8_t corner, uint8_t edge)
{
    FS_ASSERT(o->count < MAX_CUT);
    o->v[o->count++] = (struct vertex){ at, corner, edge };
}

static void cut_side(struct outline *o, const struct side *side)
{
    struct outline r = { .closed = o->closed };
    for (unsigned i = 0; i < o->count; i++) {
        bool last = i + 1 == o->count;
        const struct vertex *a = &o->v[i], *b = &o->v[last ? 0 : i + 1];
        bool in_a = is_inside(side, a->at), in_b = is_inside(side, b->at);
        if (in_a)
            add_vertex(&r, a->at, a->corner, a->edge);
        if (in_a == in_b || (last && !o->closed))
            continue;
        add_vertex(&r, crossing(side, a->at, b->at), in_a ? b->corner : a->corner, in_a ? NO_EDGE : a->edge);
    }
    *o = r;
}

static void cut_sides(struct outline *o, fs_pos2 origin, fs_pos reach)
{
    const struct side sides[4] = {
        { fs_sat64_sub(origin.x, reach), true, -1 },
        { fs_sat64_add(origin.x, reach), true, 1 },
        { fs_sat64_sub(origin.y, reach), false, -1 },
        { fs_sat64_add(origin.y, reach), false, 1 },
    };
    for (unsigned i = 0; i < 4; i++)
        cut_side(o, &sides[i]);
}

/* ---- as an ordinary shape -------------------------------------------------------------------------------------- */

static void drop_vertex(struct outline *o, unsigned i)
{
    memmove(&o->v[i], &o->v[i + 1], (o->count - i - 1) * sizeof *o->v);
    o->count--;
}

static uint64_t distance(fs_pos2 a, fs_pos2 b)
{
    return fs_max_u64(fs_uabs64(a.x - b.x), fs_uabs64(a.y - b.y));
}

/* Corners of a valid shape are farther apart than half the smallest size on one axis, so of two that are closer at least
 * one was cut by the window. That one goes, the first where both were cut. */
static void drop_short_edges(struct outline *o, const struct fs__large2 *s)
{
    for (unsigned i = 0; i < o->count && o->count > 1;) {
        unsigned j = (i + 1) % o->count;
        struct vertex *a = &o->v[i], *b = &o->v[j];
        if (distance(a->at, b->at) >= (uint64_t)FS_GEOMETRY2_MIN_SIZE << (FS_POS_FRAC - FS_REL_FRAC - 1)) {
            i++;
            continue;
        }
        bool keep_a = fs_pos2_eq(a->at, s->corner[a->corner]);
        if (keep_a)
            a->edge = b->edge;
        drop_vertex(o, keep_a ? j : i);
        i = 0;
    }
}

/* The corner farthest from the origin goes while there are too many: it is no feature that anything near the origin
 * meets. Ties go to the lower index. */
static void drop_far_vertices(struct outline *o, fs_pos2 origin)
{
    while (o->count > FS_GEOMETRY2_MAX_CORNERS) {
        unsigned far = 0;
        for (unsigned i = 1; i < o->count; i++)
            if (distance(o->v[i].at, origin) > distance(o->v[far].at, origin))
                far = i;
        o->v[far == 0 ? o->count - 1 : far - 1].edge = NO_EDGE;
        drop_vertex(o, far);
    }
}

/* Ties up, not away from zero: the same offset gives the same bits on both sides of the origin. */
static fs_rel to_rel(fs_pos v, fs_pos origin)
{
    return (fs_rel)fs_round_shift64(v - origin, FS_POS_FRAC - FS_REL_FRAC);
}

static void set_normal(const struct fs__large2 *s, struct fs__window2 *w, unsigned i, uint8_t edge)
{
    fs_geometry2 *g = &w->geometry;
    unsigned j = i + 1u < g->count ? i + 1u : 0u;
    fs_unit n[2];
    if (edge == NO_EDGE) {
        fs__normalise2((int64_t)g->corner[j].y - g->corner[i].y, (int64_t)g->corner[i].x - g->corner[j].x, n);
    } else {
        fs_pos2 a = s->corner[edge], b = s->corner[edge + 1u < s->count ? edge + 1u : 0u];
        fs__normalise2(b.y - a.y, a.x - b.x, n);
    }
    g->normal[i] = fs_unit2_make(n[0], n[1]);
    w->edge[i] = edge == NO_EDGE ? w->corner[i] : edge;
}

static void store_outline(const struct outline *o, const struct fs__large2 *s, fs_pos2 origin, struct fs__window2 *w)
{
    w->geometry.kind = s->kind;
    w->geometry.radius = s->radius;
    w->geometry.count = (uint8_t)o->count;
    for (unsigned i = 0; i < o->count; i++) {
        w->geometry.corner[i] = fs_rel2_make(to_rel(o->v[i].at.x, origin.x), to_rel(o->v[i].at.y, origin.y));
        w->corner[i] = o->v[i].corner;
    }
    for (unsigned i = 0; i < o->count; i++)
        set_normal(s, w, i, o->closed ? o->v[i].edge : (uint8_t)i);
}

static struct outline outline_of(const struct fs__large2 *s)
{
    FS_ASSERT(s->count >= 2 && s->count <= FS_GEOMETRY2_MAX_CORNERS);
    struct outline o = { .closed = s->count > 2 };
    for (unsigned i = 0; i < s->count; i++)
        add_vertex(&o, s->corner[i], (uint8_t)i, (uint8_t)i);
    return o;
}

unsigned fs__large2_cut_core(const struct fs__large2 *s, fs_pos2 origin, fs_pos reach,
                             fs_pos2 corners[FS__LARGE2_MAX_CUT])
{
    struct outline o = outline_of(s);
    cut_sides(&o, origin, reach);
    for (unsigned i = 0; i < o.count; i++)
        corners[i] = o.v[i].at;
    return o.count;
}

void fs__large2_cut_window(const struct fs__large2 *s, fs_pos2 origin, struct fs__window2 *out)
{
    struct outline o = outline_of(s);
    memset(out, 0, sizeof *out);
    cut_sides(&o, origin, FS__WINDOW2_REACH);
    drop_short_edges(&o, s);
    drop_far_vertices(&o, origin);
    if (o.count >= (o.closed ? 3u : 2u))
        store_outline(&o, s, origin, out);
}
