/* distance.c: the closest points of two convex shapes.
 *
 * Source: Gilbert, Johnson, Keerthi, "A fast procedure for computing the distance between complex objects in
 * three-dimensional space", 1988, in the plane. The walk is over corners of the Minkowski difference; every
 * decision is the sign of an exact integer, and the distance strictly falls, so the walk ends without a tolerance.
 */
#include <fixstep/geometry2.h>

#include <string.h>

#include "physics2d/geometry/geometry_math.h"

/* A corner of the difference b - a. Offsets are shifted right so that they stay within 2^30: then dot and
 * cross products of their differences stay within 2^63. */
struct vertex {
    int64_t x, y;
    uint8_t a, b;
};

struct walk {
    const fs_geometry2 *a, *b; /* both in the frame of a */
    struct vertex v[3];
    unsigned count;
    unsigned shift;
};

enum { MAX_ROUNDS = 2 * FS_GEOMETRY2_MAX_CORNERS + 8 };

static int64_t dot(struct vertex p, struct vertex q)
{
    return p.x * q.x + p.y * q.y;
}

static int64_t cross(struct vertex p, struct vertex q)
{
    return p.x * q.y - p.y * q.x;
}

static struct vertex minus(struct vertex p, struct vertex q)
{
    return (struct vertex){ .x = p.x - q.x, .y = p.y - q.y };
}

static struct vertex vertex_of(const struct walk *w, unsigned a, unsigned b)
{
    FS_ASSERT(a < w->a->count && b < w->b->count);
    fs_rel2 p = w->a->corner[a], q = w->b->corner[b];
    return (struct vertex){ fs_asr64((int64_t)q.x - p.x, w->shift), fs_asr64((int64_t)q.y - p.y, w->shift), (uint8_t)a,
                            (uint8_t)b };
}

/* Bits to drop so that every difference of corners fits 30 bits. */
static unsigned shift_for(const fs_geometry2 *a, const fs_geometry2 *b)
{
    uint64_t largest = 0;
    for (unsigned i = 0; i < a->count; i++)
        largest |= fs_uabs32(a->corner[i].x) | fs_uabs32(a->corner[i].y);
    for (unsigned i = 0; i < b->count; i++)
        largest |= fs_uabs32(b->corner[i].x) | fs_uabs32(b->corner[i].y);
    int bits = fs_bit_width64(largest) + 1;
    return bits > 30 ? (unsigned)(bits - 30) : 0;
}

/* The corner of a shape that lies furthest along (x, y), lowest index first. */
static unsigned furthest(const fs_geometry2 *s, int64_t x, int64_t y, unsigned shift)
{
    unsigned best = 0;
    int64_t most = INT64_MIN;
    for (unsigned i = 0; i < s->count; i++) {
        int64_t d = x * fs_asr64(s->corner[i].x, shift) + y * fs_asr64(s->corner[i].y, shift);
        if (d > most) {
            most = d;
            best = i;
        }
    }
    return best;
}

/* --- the simplex ------------------------------------------------------------------------------ */

static void keep1(struct walk *w, struct vertex v)
{
    w->v[0] = v;
    w->count = 1;
}

static void keep2(struct walk *w, struct vertex p, struct vertex q)
{
    w->v[0] = p;
    w->v[1] = q;
    w->count = 2;
}

static void reduce2(struct walk *w)
{
    struct vertex p = w->v[0], q = w->v[1], e = minus(q, p);
    if (dot(p, e) >= 0)
        keep1(w, p);
    else if (dot(q, e) <= 0)
        keep1(w, q);
}

/* Whether the origin's closest point of the triangle lies inside the edge p-q: between its ends and on the far
 * side from r. */
static bool edge_region(struct vertex p, struct vertex q, struct vertex r)
{
    struct vertex e = minus(q, p);
    int64_t side_r = cross(e, minus(r, p)), side_o = -cross(e, p);
    bool beyond = side_r > 0 ? side_o <= 0 : side_o >= 0;
    return dot(p, e) < 0 && dot(q, e) > 0 && beyond;
}

static bool corner_region(struct vertex p, struct vertex q, struct vertex r)
{
    return dot(p, minus(q, p)) >= 0 && dot(p, minus(r, p)) >= 0;
}

static void reduce3(struct walk *w)
{
    struct vertex p = w->v[0], q = w->v[1], r = w->v[2];
    if (corner_region(r, p, q))
        keep1(w, r);
    else if (edge_region(p, r, q))
        keep2(w, p, r);
    else if (edge_region(q, r, p))
        keep2(w, q, r);
    else if (corner_region(p, q, r))
        keep1(w, p);
    else if (corner_region(q, p, r))
        keep1(w, q);
    else if (edge_region(p, q, r))
        keep2(w, p, q);
}

/* The direction from the simplex to the origin; zero when the origin is on it. */
static struct vertex toward_origin(const struct walk *w)
{
    struct vertex p = w->v[0], none = { 0, 0, 0, 0 };
    if (w->count == 1)
        return minus(none, p);
    struct vertex e = minus(w->v[1], p);
    int64_t side = cross(e, p);
    if (side == 0)
        return none;
    return side < 0 ? (struct vertex){ .x = -e.y, .y = e.x } : (struct vertex){ .x = e.y, .y = -e.x };
}

/* One round: true when the simplex is final. A new corner must lie further along the direction than the simplex
 * does; otherwise no point is closer. */
static bool advance_walk(struct walk *w)
{
    FS_ASSERT(w->count == 1 || w->count == 2);
    struct vertex d = toward_origin(w);
    if (d.x == 0 && d.y == 0)
        return true;
    unsigned ib = furthest(w->b, d.x, d.y, w->shift), ia = furthest(w->a, -d.x, -d.y, w->shift);
    struct vertex v = vertex_of(w, ia, ib);
    if (dot(d, v) <= dot(d, w->v[0]))
        return true;
    w->v[w->count++] = v;
    if (w->count == 2)
        reduce2(w);
    else
        reduce3(w);
    return w->count == 3;
}

/* --- from the simplex to points ------------------------------------------------------------------ */

static fs_u128 square(int64_t v)
{
    return fs_u128_mul(fs_uabs64(v), fs_uabs64(v));
}

static fs_distance2 distance_of_corners(const struct walk *w)
{
    fs_distance2 result = { .on_a = w->a->corner[w->v[0].a], .on_b = w->b->corner[w->v[0].b] };
    int64_t x = (int64_t)result.on_b.x - result.on_a.x, y = (int64_t)result.on_b.y - result.on_a.y;
    fs_unit n[2];
    if (fs__normalise2(x, y, n))
        result.normal = fs_unit2_make(n[0], n[1]);
    result.distance = fs_sat32((int64_t)fs__length64(fs_u128_add(square(x), square(y))));
    return result;
}

static fs_rel2 part_way(fs_rel2 p, fs_rel2 q, int64_t num, int64_t den)
{
    return fs_rel2_make(fs_sat32(p.x + fs_muldiv64((int64_t)q.x - p.x, num, den)),
                        fs_sat32(p.y + fs_muldiv64((int64_t)q.y - p.y, num, den)));
}

static fs_distance2 distance_of_edge(const struct walk *w)
{
    struct vertex p = w->v[0], q = w->v[1], e = minus(q, p), d = toward_origin(w);
    fs_distance2 result;
    memset(&result, 0, sizeof result);
    fs_unit n[2];
    if (!fs__normalise2(-d.x, -d.y, n))
        return result;
    result.normal = fs_unit2_make(n[0], n[1]);
    result.on_a = part_way(w->a->corner[p.a], w->a->corner[q.a], -dot(p, e), dot(e, e));
    result.on_b = part_way(w->b->corner[p.b], w->b->corner[q.b], -dot(p, e), dot(e, e));
    int64_t at_p = fs__geometry2_dot_difference(result.normal, w->b->corner[p.b], w->a->corner[p.a]);
    int64_t at_q = fs__geometry2_dot_difference(result.normal, w->b->corner[q.b], w->a->corner[q.a]);
    result.distance = fs_max32(fs__geometry2_rel_from_q56(fs__geometry2_mean(at_p, at_q)), 0);
    return result;
}

/* Subtracts the radii from the distance of the cores. */
static fs_distance2 subtract_radii(fs_distance2 result, fs_rel radius_a, fs_rel radius_b)
{
    int64_t left = (int64_t)result.distance - radius_a - radius_b;
    if (left <= 0 || result.distance == 0) {
        memset(&result, 0, sizeof result);
        return result;
    }
    result.on_a = fs__geometry2_offset_point(result.on_a, result.normal, radius_a);
    result.on_b = fs__geometry2_offset_point(result.on_b, result.normal, -radius_b);
    result.distance = (fs_rel)left;
    return result;
}

fs_distance2 fs__geometry2_core_distance(const fs_geometry2 *a, const fs_geometry2 *b)
{
    FS_ASSERT(a->count >= 1 && a->count <= FS_GEOMETRY2_MAX_CORNERS);
    FS_ASSERT(b->count >= 1 && b->count <= FS_GEOMETRY2_MAX_CORNERS);
    struct walk w = { .a = a, .b = b, .count = 1, .shift = shift_for(a, b) };
    w.v[0] = vertex_of(&w, 0, 0);
    for (int round = 0; round < MAX_ROUNDS && !advance_walk(&w); round++)
        ;
    fs_distance2 overlap;
    memset(&overlap, 0, sizeof overlap);
    return w.count == 1 ? distance_of_corners(&w) : w.count == 2 ? distance_of_edge(&w) : overlap;
}

fs_distance2 fs_geometry2_distance(const fs_geometry2 *a, const fs_geometry2 *b, fs_frame2 b_in_a)
{
    fs_geometry2 moved = fs__geometry2_transform(b, b_in_a);
    return subtract_radii(fs__geometry2_core_distance(a, &moved), a->radius, b->radius);
}
