/* shape.c: making and validating convex shapes: limits, hulls, normals.
 *
 * Every test is exact in 64-bit integers; only normals are rounded. A shape that passes here is safe for every other
 * file of this folder.
 */
#include <fixstep/geometry2.h>

#include <string.h>

#include "physics2d/geometry/geometry_math.h"

enum { MAX_POINTS = 64 };

/* A corner must stand out from the line of its neighbours by 2^-13 m. */
#define STAND_OUT (FS_REL_ONE / 8192)

static bool is_in_range(fs_rel2 p)
{
    return p.x >= -FS_GEOMETRY2_MAX_EXTENT && p.x <= FS_GEOMETRY2_MAX_EXTENT && p.y >= -FS_GEOMETRY2_MAX_EXTENT &&
           p.y <= FS_GEOMETRY2_MAX_EXTENT;
}

static bool is_radius_valid(fs_rel radius)
{
    return radius >= FS_GEOMETRY2_MIN_SIZE && radius <= FS_GEOMETRY2_MAX_EXTENT;
}

/* Coordinates differ by at most 2^31 and squares of such differences sum to 2^63. */
static uint64_t distance_sq(fs_rel2 a, fs_rel2 b)
{
    int64_t x = (int64_t)b.x - a.x, y = (int64_t)b.y - a.y;
    return (uint64_t)(x * x) + (uint64_t)(y * y);
}

static bool are_apart(fs_rel2 a, fs_rel2 b)
{
    return distance_sq(a, b) >= (uint64_t)FS_GEOMETRY2_MIN_SIZE * FS_GEOMETRY2_MIN_SIZE;
}

/* Twice the signed area of a triangle, positive when a, b, c turn left. Corners are within 2^30 - 1, so
 * the difference of two products stays below 2^63. */
static int64_t turn(fs_rel2 a, fs_rel2 b, fs_rel2 c)
{
    return ((int64_t)b.x - a.x) * ((int64_t)c.y - a.y) - ((int64_t)b.y - a.y) * ((int64_t)c.x - a.x);
}

static void set_normals(fs_geometry2 *s)
{
    FS_ASSERT(s->count >= 2 && s->count <= FS_GEOMETRY2_MAX_CORNERS);
    for (unsigned i = 0; i < s->count; i++) {
        fs_rel2 a = s->corner[i], b = s->corner[i + 1u < s->count ? i + 1u : 0u];
        int64_t x = (int64_t)b.x - a.x, y = (int64_t)b.y - a.y;
        fs_unit n[2];
        fs__normalise2(y, -x, n);
        s->normal[i] = fs_unit2_make(n[0], n[1]);
    }
}

/* --- circle, capsule, segment, box ----------------------------------------------------- */

fs_result fs_geometry2_circle(fs_rel2 centre, fs_rel radius, fs_geometry2 *out)
{
    memset(out, 0, sizeof *out);
    if (!is_in_range(centre) || !is_radius_valid(radius))
        return FS_E_ARGUMENT;
    out->kind = FS_GEOMETRY2_CIRCLE;
    out->count = 1;
    out->corner[0] = centre;
    out->radius = radius;
    return FS_OK;
}

static fs_result make_stadium(fs_rel2 a, fs_rel2 b, fs_rel radius, fs_geometry2_kind kind, fs_geometry2 *out)
{
    memset(out, 0, sizeof *out);
    if (!is_in_range(a) || !is_in_range(b))
        return FS_E_ARGUMENT;
    if (!are_apart(a, b))
        return FS_E_DEGENERATE;
    out->kind = (uint8_t)kind;
    out->count = 2;
    out->corner[0] = a;
    out->corner[1] = b;
    out->radius = radius;
    set_normals(out);
    return FS_OK;
}

fs_result fs_geometry2_capsule(fs_rel2 a, fs_rel2 b, fs_rel radius, fs_geometry2 *out)
{
    if (is_radius_valid(radius))
        return make_stadium(a, b, radius, FS_GEOMETRY2_CAPSULE, out);
    memset(out, 0, sizeof *out);
    return FS_E_ARGUMENT;
}

fs_result fs_geometry2_segment(fs_rel2 a, fs_rel2 b, fs_geometry2 *out)
{
    return make_stadium(a, b, 0, FS_GEOMETRY2_SEGMENT, out);
}

fs_result fs_geometry2_box(fs_rel half_x, fs_rel half_y, fs_rel2 centre, fs_rot2 rot, fs_geometry2 *out)
{
    memset(out, 0, sizeof *out);
    if (half_x < FS_GEOMETRY2_MIN_SIZE || half_y < FS_GEOMETRY2_MIN_SIZE || half_x > FS_GEOMETRY2_MAX_EXTENT ||
        half_y > FS_GEOMETRY2_MAX_EXTENT)
        return FS_E_ARGUMENT;
    static const int8_t sign[4][2] = { { -1, -1 }, { 1, -1 }, { 1, 1 }, { -1, 1 } };
    fs_geometry2 s = { .kind = FS_GEOMETRY2_POLYGON, .count = 4 };
    for (unsigned i = 0; i < 4; i++) {
        fs_rel2 p = fs_rel2_make(sign[i][0] * half_x, sign[i][1] * half_y);
        s.corner[i] = fs_rel2_add(fs_rot2_rel(rot, p), centre);
        if (!is_in_range(s.corner[i]))
            return FS_E_ARGUMENT;
    }
    set_normals(&s);
    *out = s;
    return FS_OK;
}

/* --- hull ---------------------------------------------------------------------------------- */

static bool is_before(fs_rel2 a, fs_rel2 b)
{
    return a.x != b.x ? a.x < b.x : a.y < b.y;
}

/* By x, then y: a total order, so equal points are next to each other. */
static void sort_points(fs_rel2 *p, unsigned n)
{
    for (unsigned i = 1; i < n; i++) {
        fs_rel2 v = p[i];
        unsigned j = i;
        for (; j > 0 && is_before(v, p[j - 1]); j--)
            p[j] = p[j - 1];
        p[j] = v;
    }
}

/* Andrew's monotone chain over sorted points: the strictly convex hull, counter-clockwise from the lowest
 * point. `hull` holds 2 * n points. */
static unsigned build_hull(const fs_rel2 *p, unsigned n, fs_rel2 *hull)
{
    FS_ASSERT(n >= 3 && n <= MAX_POINTS);
    unsigned k = 0;
    for (unsigned i = 0; i < n; i++) {
        while (k >= 2 && turn(hull[k - 2], hull[k - 1], p[i]) <= 0)
            k--;
        hull[k++] = p[i];
    }
    unsigned lower = k + 1;
    for (unsigned i = n - 1; i-- > 0;) {
        while (k >= lower && turn(hull[k - 2], hull[k - 1], p[i]) <= 0)
            k--;
        hull[k++] = p[i];
    }
    return k - 1;
}

/* Whether corner b is needed: apart from the corner before it and out of the line of its neighbours.
 * The distance from the line is turn / |c - a|, compared as squares in 128 bits. */
static bool is_corner_needed(fs_rel2 a, fs_rel2 b, fs_rel2 c)
{
    uint64_t t = fs_uabs64(turn(a, b, c));
    fs_u128 lhs = fs_u128_mul(t, t);
    fs_u128 rhs = fs_u128_mul(distance_sq(a, c), (uint64_t)STAND_OUT * STAND_OUT);
    return are_apart(a, b) && turn(a, b, c) > 0 && fs_u128_cmp(lhs, rhs) >= 0;
}

/* Drops corners that are not needed; each round starts over because a drop changes its neighbours. The lowest point is
 * tested last. */
static unsigned simplify_hull(fs_rel2 *h, unsigned n)
{
    for (unsigned i = 1; i <= n && n >= 3;) {
        unsigned at = i % n;
        if (is_corner_needed(h[(at + n - 1) % n], h[at], h[(at + 1) % n])) {
            i++;
            continue;
        }
        memmove(&h[at], &h[at + 1], (n - at - 1) * sizeof *h);
        n--;
        i = 1;
    }
    return n;
}

fs_result fs_geometry2_hull(const fs_rel2 *points, size_t count, fs_rel radius, fs_geometry2 *out)
{
    memset(out, 0, sizeof *out);
    if (count > MAX_POINTS)
        return FS_E_CAPACITY;
    if (count < 3)
        return FS_E_DEGENERATE;
    if (radius < 0 || radius > FS_GEOMETRY2_MAX_EXTENT)
        return FS_E_ARGUMENT;
    fs_rel2 p[MAX_POINTS], hull[2 * MAX_POINTS];
    for (size_t i = 0; i < count; i++) {
        if (!is_in_range(points[i]))
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
    set_normals(out);
    return FS_OK;
}

/* --- shapes from elsewhere -------------------------------------------------------------------- */

static bool is_convex(const fs_geometry2 *s)
{
    for (unsigned i = 0; i < s->count; i++) {
        fs_rel2 b = s->corner[(i + 1u) % s->count], c = s->corner[(i + 2u) % s->count];
        if (turn(s->corner[i], b, c) <= 0 || !are_apart(s->corner[i], b))
            return false;
    }
    return true;
}

static bool are_normals_valid(const fs_geometry2 *s)
{
    fs_geometry2 copy = *s;
    if (s->count > 1)
        set_normals(&copy);
    return memcmp(copy.normal, s->normal, s->count * sizeof *s->normal) == 0;
}

static bool is_kind_valid(const fs_geometry2 *s)
{
    switch (s->kind) {
    case FS_GEOMETRY2_CIRCLE: return s->count == 1 && is_radius_valid(s->radius);
    case FS_GEOMETRY2_CAPSULE:
        return s->count == 2 && is_radius_valid(s->radius) && are_apart(s->corner[0], s->corner[1]);
    case FS_GEOMETRY2_SEGMENT: return s->count == 2 && s->radius == 0 && are_apart(s->corner[0], s->corner[1]);
    case FS_GEOMETRY2_POLYGON:
        return s->count >= 3 && s->count <= FS_GEOMETRY2_MAX_CORNERS && s->radius >= 0 &&
               s->radius <= FS_GEOMETRY2_MAX_EXTENT && is_convex(s);
    default: return false;
    }
}

bool fs_geometry2_valid(const fs_geometry2 *s)
{
    if (s->count < 1 || s->count > FS_GEOMETRY2_MAX_CORNERS)
        return false;
    for (unsigned i = 0; i < s->count; i++)
        if (!is_in_range(s->corner[i]))
            return false;
    return is_kind_valid(s) && (s->count == 1 || are_normals_valid(s));
}
