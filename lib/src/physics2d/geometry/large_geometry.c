/* large_geometry.c: large shapes: creation, validation, bounds, straight paths against them.
 *
 * Every decision is the sign of an exact 128-bit integer. Source of the hull: A. Andrew, "Another efficient algorithm for
 * convex hulls in two dimensions", 1979, as in shape.c.
 */
#include "physics2d/geometry/large_geometry.h"

#include <string.h>

/* A corner must stand out from the line of its neighbours by 2^-13 m. */
#define STAND_OUT (FS_POS_ONE >> 13)
#define MIN_SIZE ((fs_pos)FS_GEOMETRY2_MIN_SIZE << (FS_POS_FRAC - FS_REL_FRAC))

static bool in_range(fs_pos2 p)
{
    return fs_uabs64(p.x) <= (uint64_t)FS__LARGE2_MAX_EXTENT && fs_uabs64(p.y) <= (uint64_t)FS__LARGE2_MAX_EXTENT;
}

static bool radius_valid(fs_rel radius, fs_geometry2_kind kind)
{
    fs_rel least = kind == FS_GEOMETRY2_CAPSULE ? FS_GEOMETRY2_MIN_SIZE : 0;
    return radius >= least && radius <= (kind == FS_GEOMETRY2_SEGMENT ? 0 : FS__LARGE2_MAX_RADIUS);
}

static fs_pos2 minus(fs_pos2 a, fs_pos2 b)
{
    return fs_pos2_make(a.x - b.x, a.y - b.y);
}

static fs_i128 cross(fs_pos2 a, fs_pos2 b)
{
    return fs_i128_sub(fs_i128_mul(a.x, b.y), fs_i128_mul(a.y, b.x));
}

static fs_i128 dot(fs_pos2 a, fs_pos2 b)
{
    return fs_i128_add(fs_i128_mul(a.x, b.x), fs_i128_mul(a.y, b.y));
}

/* Nearest; vectors within 2^62 on each axis. */
static uint64_t length(fs_pos2 v)
{
    return fs__length64(fs_i128_uabs(dot(v, v)));
}

/* Twice the signed area of a triangle, positive when a, b, c turn left. */
static fs_i128 turn(fs_pos2 a, fs_pos2 b, fs_pos2 c)
{
    return cross(minus(b, a), minus(c, a));
}

static bool are_apart(fs_pos2 a, fs_pos2 b)
{
    return length(minus(a, b)) >= (uint64_t)MIN_SIZE;
}

/* ---- making ---------------------------------------------------------------------------------------------------- */

fs_result fs__large2_make_stadium(fs_pos2 a, fs_pos2 b, fs_rel radius, fs_geometry2_kind kind, struct fs__large2 *out)
{
    memset(out, 0, sizeof *out);
    if (!in_range(a) || !in_range(b) || !radius_valid(radius, kind))
        return FS_E_ARGUMENT;
    if (!are_apart(a, b))
        return FS_E_DEGENERATE;
    out->kind = (uint8_t)kind;
    out->count = 2;
    out->corner[0] = a;
    out->corner[1] = b;
    out->radius = radius;
    return FS_OK;
}

/* By x, then y: a total order. */
static bool is_before(fs_pos2 a, fs_pos2 b)
{
    return a.x != b.x ? a.x < b.x : a.y < b.y;
}

static void sort_points(fs_pos2 *p, unsigned n)
{
    for (unsigned i = 1; i < n; i++) {
        fs_pos2 v = p[i];
        unsigned j = i;
        for (; j > 0 && is_before(v, p[j - 1]); j--)
            p[j] = p[j - 1];
        p[j] = v;
    }
}

/* The strictly convex hull of sorted points, counter-clockwise from the lowest one. `hull` holds 2 n points. */
static unsigned build_hull(const fs_pos2 *p, unsigned n, fs_pos2 *hull)
{
    FS_ASSERT(n >= 3 && n <= FS__LARGE2_MAX_POINTS);
    unsigned k = 0;
    for (unsigned i = 0; i < n; i++) {
        while (k >= 2 && fs_i128_sign(turn(hull[k - 2], hull[k - 1], p[i])) <= 0)
            k--;
        hull[k++] = p[i];
    }
    unsigned lower = k + 1;
    for (unsigned i = n - 1; i-- > 0;) {
        while (k >= lower && fs_i128_sign(turn(hull[k - 2], hull[k - 1], p[i])) <= 0)
            k--;
        hull[k++] = p[i];
    }
    return k - 1;
}

/* Whether corner b is apart from a and out of the line from a to c by STAND_OUT: turn >= STAND_OUT |c - a|. */
static bool stands_out(fs_pos2 a, fs_pos2 b, fs_pos2 c)
{
    fs_i128 t = turn(a, b, c);
    return are_apart(a, b) && fs_i128_sign(t) > 0 &&
           fs_u128_cmp(fs_i128_uabs(t), fs_u128_mul(length(minus(c, a)), (uint64_t)STAND_OUT)) >= 0;
}

/* Drops corners that do not stand out until all do. A drop changes both neighbours, so each round starts over. */
static unsigned simplify_hull(fs_pos2 *h, unsigned n)
{
    for (unsigned i = 1; i <= n && n >= 3;) {
        unsigned at = i % n;
        if (stands_out(h[(at + n - 1) % n], h[at], h[(at + 1) % n])) {
            i++;
            continue;
        }
        memmove(&h[at], &h[at + 1], (n - at - 1) * sizeof *h);
        n--;
        i = 1;
    }
    return n;
}

fs_result fs__large2_make_hull(const fs_pos2 *points, size_t count, fs_rel radius, struct fs__large2 *out)
{
    fs_pos2 p[FS__LARGE2_MAX_POINTS], hull[2 * FS__LARGE2_MAX_POINTS];
    memset(out, 0, sizeof *out);
    if (count > FS__LARGE2_MAX_POINTS)
        return FS_E_CAPACITY;
    if (count < 3)
        return FS_E_DEGENERATE;
    for (size_t i = 0; i < count; i++) {
        if (!in_range(points[i]) || !radius_valid(radius, FS_GEOMETRY2_POLYGON))
            return FS_E_ARGUMENT;
        p[i] = points[i];
    }
    sort_points(p, (unsigned)count);
    unsigned n = simplify_hull(hull, build_hull(p, (unsigned)count, hull));
    if (n < 3)
        return FS_E_DEGENERATE;
    if (n > FS_GEOMETRY2_MAX_CORNERS)
        return FS_E_CAPACITY;
    out->kind = FS_GEOMETRY2_POLYGON;
    out->count = (uint8_t)n;
    out->radius = radius;
    memcpy(out->corner, hull, n * sizeof *hull);
    return FS_OK;
}

/* ---- shapes from elsewhere ------------------------------------------------------------------------------------- */

/* Every corner turns left and, with it, the polygon goes round once: each corner lies left of every edge. */
static bool is_convex(const struct fs__large2 *s)
{
    for (unsigned i = 0; i < s->count; i++) {
        fs_pos2 a = s->corner[i], b = s->corner[(i + 1u) % s->count];
        if (!are_apart(a, b))
            return false;
        for (unsigned k = 2; k < s->count; k++)
            if (fs_i128_sign(turn(a, b, s->corner[(i + k) % s->count])) <= 0)
                return false;
    }
    return true;
}

bool fs__large2_valid(const struct fs__large2 *s)
{
    if (s->count < 2 || s->count > FS_GEOMETRY2_MAX_CORNERS)
        return false;
    for (unsigned i = 0; i < s->count; i++)
        if (!in_range(s->corner[i]))
            return false;
    switch (s->kind) {
    case FS_GEOMETRY2_CAPSULE:
    case FS_GEOMETRY2_SEGMENT:
        return s->count == 2 && radius_valid(s->radius, (fs_geometry2_kind)s->kind) &&
               are_apart(s->corner[0], s->corner[1]);
    case FS_GEOMETRY2_POLYGON: return s->count >= 3 && radius_valid(s->radius, FS_GEOMETRY2_POLYGON) && is_convex(s);
    default: return false;
    }
}

/* ---- bounds ---------------------------------------------------------------------------------------------------- */

fs_pos fs__large2_extent(const struct fs__large2 *s)
{
    uint64_t most = 0;
    FS_ASSERT(s->count >= 1 && s->count <= FS_GEOMETRY2_MAX_CORNERS);
    for (unsigned i = 0; i < s->count; i++)
        most = fs_max_u64(most, length(s->corner[i]));
    return fs_sat64_from_mag(most + 1 + ((uint64_t)s->radius << (FS_POS_FRAC - FS_REL_FRAC)), false);
}

/* The length of a rotation differs from 1 by up to 2^-29, so a transform into the body's frame and its inverse differ by
 * the same share of the distance: the margin is twice that. */
fs_aabb2 fs__large2_aabb(const struct fs__large2 *s, fs_pose2 pose)
{
    fs_pos2 low = { FS_POS_MAX, FS_POS_MAX }, high = { FS_POS_MIN, FS_POS_MIN };
    fs_pos margin = ((fs_pos)s->radius << (FS_POS_FRAC - FS_REL_FRAC)) + (fs__large2_extent(s) >> 28) +
                    FS_POS_ONE / 1024;
    for (unsigned i = 0; i < s->count; i++) {
        fs_pos2 p = fs__rot2_pos(pose.rot, s->corner[i]);
        low = fs_pos2_min(low, p);
        high = fs_pos2_max(high, p);
    }
    return (fs_aabb2){
        { fs_sat64_add(pose.pos.x, low.x - margin), fs_sat64_add(pose.pos.y, low.y - margin) },
        { fs_sat64_add(pose.pos.x, high.x + margin), fs_sat64_add(pose.pos.y, high.y + margin) },
    };
}

/* ---- straight paths -------------------------------------------------------------------------------------------- */

/* Both as shares of the same power of two, so that `den` fits 62 bits. */
static void set_fraction(struct fs__large2_entry *e, fs_i128 num, fs_i128 den)
{
    FS_ASSERT(fs_i128_sign(num) >= 0 && fs_i128_sign(den) > 0);
    int over = fs_u128_bit_width(fs_i128_uabs(den)) - 62;
    unsigned shift = over > 0 ? (unsigned)over : 0;
    e->num = (int64_t)fs_u128_shr(fs_i128_uabs(num), shift).lo;
    e->den = (int64_t)fs_u128_shr(fs_i128_uabs(den), shift).lo;
}

/* Whether p lies beside the edge from a along e, or beyond an end by at most one step of Q5.26. */
static bool is_beside(fs_pos2 p, fs_pos2 a, fs_pos2 e)
{
    fs_i128 along = dot(e, minus(p, a)), slack = fs_i128_mul((int64_t)length(e), 1 << (FS_POS_FRAC - FS_REL_FRAC));
    return fs_i128_sign(fs_i128_add(along, slack)) >= 0 && fs_i128_cmp(along, fs_i128_add(dot(e, e), slack)) <= 0;
}

/* separation and closing: distances along the edge's normal, times the edge's length. */
static bool enter_edge(const struct fs__large2 *s, unsigned i, fs_pos2 origin, fs_pos2 translation,
                       struct fs__large2_entry *entry)
{
    fs_pos2 a = s->corner[i], e = minus(s->corner[(i + 1u) % s->count], a);
    fs_pos radius = (fs_pos)s->radius << (FS_POS_FRAC - FS_REL_FRAC);
    fs_i128 closing = cross(e, translation);
    fs_i128 separation = fs_i128_sub(fs_i128_neg(cross(e, minus(origin, a))), fs_i128_mul((int64_t)length(e), radius));
    if (fs_i128_sign(closing) <= 0 || fs_i128_sign(separation) < 0 || fs_i128_cmp(separation, closing) > 0)
        return false;
    set_fraction(entry, separation, closing);
    entry->at = fs_pos2_make(origin.x + fs_muldiv64(translation.x, entry->num, entry->den),
                             origin.y + fs_muldiv64(translation.y, entry->num, entry->den));
    fs_unit n[2];
    fs__normalise2(e.y, -e.x, n);
    entry->normal = fs_unit2_make(n[0], n[1]);
    return is_beside(entry->at, a, e);
}

/* a / b < c / d, all positive. */
static bool is_less(const struct fs__large2_entry *a, const struct fs__large2_entry *b)
{
    return fs_u128_cmp(fs_u128_mul((uint64_t)a->num, (uint64_t)b->den),
                       fs_u128_mul((uint64_t)b->num, (uint64_t)a->den)) < 0;
}

bool fs__large2_enter_edges(const struct fs__large2 *s, fs_pos2 origin, fs_pos2 translation,
                            struct fs__large2_entry *entry)
{
    bool found = false;
    struct fs__large2_entry e;
    for (unsigned i = 0; i < s->count; i++) {
        if (!enter_edge(s, i, origin, translation, &e) || (found && !is_less(&e, entry)))
            continue;
        *entry = e;
        found = true;
    }
    return found;
}
