/* manifold_lines.c: contact points between points and lines of cores. */
#include "physics3d/geometry/manifold_convex.h"

enum { LABEL_BITS = 10 };

static struct fs__vec3 moved(struct fs__vec3 p, fs_unit3 n, int64_t length)
{
    return fs__vec3_make(p.x + fs_mul64(n.x, length, FS_UNIT_FRAC), p.y + fs_mul64(n.y, length, FS_UNIT_FRAC),
                         p.z + fs_mul64(n.z, length, FS_UNIT_FRAC));
}

static int64_t rounded_dot(fs_unit3 n, struct fs__vec3 p)
{
    return fs_round_shift64_sym(fs__geometry3_dot(n, p), FS_UNIT_FRAC);
}

static int64_t middle(int64_t a, int64_t b)
{
    return fs_round_shift64_sym(a + b, 1);
}

void fs__manifold3_add_point(struct fs__vec3 p, struct fs__vec3 q, fs_unit3 n, const fs_rel radius[2], fs_rel margin,
                             uint32_t id, struct fs__manifold3 *m)
{
    int64_t separation = rounded_dot(n, fs__vec3_sub(q, p)) - radius[0] - radius[1];
    if (separation > margin || m->count == FS__MANIFOLD3_MAX_POINTS)
        return;
    struct fs__vec3 on_a = moved(p, n, radius[0]), on_b = moved(q, n, -(int64_t)radius[1]);
    m->normal = n;
    m->point[m->count] = fs__vec3_to_rel(
        fs__vec3_make(middle(on_a.x, on_b.x), middle(on_a.y, on_b.y), middle(on_a.z, on_b.z)));
    m->separation[m->count] = fs_sat32(separation);
    m->id[m->count++] = id;
}

/* The point of the line through p and q at the place t along e. */
static struct fs__vec3 point_at(struct fs__vec3 p, struct fs__vec3 q, fs_unit3 e, struct fs__vec3 origin, int64_t t)
{
    int64_t from = rounded_dot(e, fs__vec3_sub(p, origin)), to = rounded_dot(e, fs__vec3_sub(q, origin));
    if (to == from)
        return p;
    return fs__vec3_make(p.x + fs_muldiv64(q.x - p.x, t - from, to - from),
                         p.y + fs_muldiv64(q.y - p.y, t - from, to - from),
                         p.z + fs_muldiv64(q.z - p.z, t - from, to - from));
}

/* An end of the shared part: the later (or, for the upper end, the earlier) of the ends of both lines. */
struct end {
    int64_t t;
    unsigned label;
};

static struct end inner_end(struct end a, struct end b, bool lower)
{
    bool take_b = lower ? b.t > a.t : b.t < a.t;
    return take_b ? b : a;
}

/* Moves p, on a's line, and q, on b's, across both lines to where surfaces of these radii are closest: each is moved by its share of
 * the radii. The normals of both turn by the same angle there, and a sharp edge is met on the edge. */
static void meet(struct fs__vec3 *p, struct fs__vec3 *q, fs_unit3 n, const fs_rel side[2])
{
    const int64_t radii = (int64_t)side[0] + side[1];
    const struct fs__vec3 d = fs__vec3_sub(*q, *p);
    if (radii == 0)
        return;
    const struct fs__vec3 across = moved(d, n, -rounded_dot(n, d));
    const struct fs__vec3 of_a = fs__vec3_make(fs_muldiv64(across.x, side[0], radii),
                                               fs_muldiv64(across.y, side[0], radii),
                                               fs_muldiv64(across.z, side[0], radii));
    *p = fs__vec3_add(*p, of_a);
    *q = fs__vec3_sub(*q, fs__vec3_sub(across, of_a));
}

void fs__manifold3_add_lines(const struct fs__feature3 *a, const struct fs__feature3 *b, fs_unit3 n,
                             const fs_rel radius[2], const fs_rel side[2], fs_rel margin, fs_rel least,
                             struct fs__manifold3 *m)
{
    struct fs__vec3 o = a->point[0];
    fs_unit3 e = fs__vec3_unit(fs__vec3_sub(a->point[1], o));
    struct end a0 = { 0, a->label[0] }, a1 = { rounded_dot(e, fs__vec3_sub(a->point[1], o)), a->label[1] };
    struct end b0 = { rounded_dot(e, fs__vec3_sub(b->point[0], o)), FS__FEATURE3_LABELS + b->label[0] };
    struct end b1 = { rounded_dot(e, fs__vec3_sub(b->point[1], o)), FS__FEATURE3_LABELS + b->label[1] };
    bool along = b0.t <= b1.t;
    struct end low = inner_end(a0, along ? b0 : b1, true), high = inner_end(a1, along ? b1 : b0, false);
    if (high.t - low.t < least)
        return;
    const struct end ends[2] = { low, high };
    for (unsigned i = 0; i < 2; i++) {
        struct fs__vec3 p = point_at(a->point[0], a->point[1], e, o, ends[i].t);
        struct fs__vec3 q = point_at(b->point[0], b->point[1], e, o, ends[i].t);
        meet(&p, &q, n, side);
        fs__manifold3_add_point(p, q, n, radius, margin, FS__ID3_LINES | ends[i].label << LABEL_BITS | i, m);
    }
}
