/* simplex.c: the part of a simplex that is closest to the origin.
 *
 * Source of the regions: C. Ericson, "Real-Time Collision Detection", 2005, section 5.1 (Voronoi regions of a segment, a
 * triangle and a tetrahedron), here in exact integers.
 */
#include "physics3d/geometry/simplex.h"

static struct fs__vec3 edge(const struct fs__simplex3 *s, unsigned from, unsigned to)
{
    return fs__vec3_sub(s->v[to].w, s->v[from].w);
}

static void keep1(struct fs__simplex3 *s, unsigned i)
{
    s->v[0] = s->v[i];
    s->count = 1;
    s->weight[0] = 1;
}

static void keep2(struct fs__simplex3 *s, unsigned i, unsigned j)
{
    struct fs__simplex3_vertex p = s->v[i], q = s->v[j];
    s->v[0] = p;
    s->v[1] = q;
    s->count = 2;
    s->weight[0] = fs__vec3_dot(q.w, edge(s, 0, 1));
    s->weight[1] = -fs__vec3_dot(p.w, edge(s, 0, 1));
}

static void reduce2(struct fs__simplex3 *s)
{
    struct fs__vec3 e = edge(s, 0, 1);
    if (fs__vec3_dot(s->v[0].w, e) >= 0)
        keep1(s, 0);
    else if (fs__vec3_dot(s->v[1].w, e) <= 0)
        keep1(s, 1);
    else
        keep2(s, 0, 1);
}

/* a b - c d */
static fs_i128 difference(int64_t a, int64_t b, int64_t c, int64_t d)
{
    return fs_i128_sub(fs_i128_mul(a, b), fs_i128_mul(c, d));
}

/* The areas va, vb, vc of the triangles that the origin's projection makes with each edge, against the edge's vertex. */
static void reduce3(struct fs__simplex3 *s)
{
    struct fs__vec3 ab = edge(s, 0, 1), ac = edge(s, 0, 2), a = s->v[0].w, b = s->v[1].w, c = s->v[2].w;
    int64_t d1 = -fs__vec3_dot(ab, a), d2 = -fs__vec3_dot(ac, a), d3 = -fs__vec3_dot(ab, b);
    int64_t d4 = -fs__vec3_dot(ac, b), d5 = -fs__vec3_dot(ab, c), d6 = -fs__vec3_dot(ac, c);
    fs_i128 area[3] = { difference(d3, d6, d5, d4), difference(d5, d2, d1, d6), difference(d1, d4, d3, d2) };
    if (d1 <= 0 && d2 <= 0)
        keep1(s, 0);
    else if (d3 >= 0 && d4 <= d3)
        keep1(s, 1);
    else if (d6 >= 0 && d5 <= d6)
        keep1(s, 2);
    else if (fs_i128_sign(area[2]) <= 0 && d1 >= 0 && d3 <= 0)
        keep2(s, 0, 1);
    else if (fs_i128_sign(area[1]) <= 0 && d2 >= 0 && d6 <= 0)
        keep2(s, 0, 2);
    else if (fs_i128_sign(area[0]) <= 0 && d4 >= d3 && d5 >= d6)
        keep2(s, 1, 2);
    else {
        struct fs__vec3 w = fs__vec3_reduce(area, 60);
        s->weight[0] = w.x;
        s->weight[1] = w.y;
        s->weight[2] = w.z;
    }
}

/* --- tetrahedron ------------------------------------------------------------------------------------ */

/* Whether the plane of three vertices does not separate the origin from the inside strictly. */
static bool outside_face(const struct fs__simplex3 *s, unsigned i, unsigned j, unsigned k, unsigned opposite)
{
    struct fs__vec3 n = fs__vec3_cross(edge(s, i, j), edge(s, i, k));
    int inside = fs_i128_sign(fs__vec3_dot128(n, edge(s, i, opposite)));
    int origin = -fs_i128_sign(fs__vec3_dot128(n, s->v[i].w));
    return inside * origin <= 0;
}

/* The distance of a reduced simplex from the origin, with 32 fraction bits. */
static uint64_t distance_of(const struct fs__simplex3 *s)
{
    struct fs__vec3 d = fs__simplex3_toward_origin(s);
    uint64_t length = fs__length64(fs__vec3_length_sq(d));
    fs_u128 num = fs_i128_uabs(fs__vec3_dot128(d, s->v[0].w));
    return length == 0 ? 0 : fs_u128_div_round(fs_u128_shl(num, 32), length);
}

static const uint8_t faces[4][4] = { { 0, 1, 3, 2 }, { 0, 2, 3, 1 }, { 1, 2, 3, 0 }, { 0, 1, 2, 3 } };

/* Makes a tetrahedron one of its faces, whose vertices ascend, and reduces that. */
static void reduce_to_face(struct fs__simplex3 *s, const uint8_t *vertex)
{
    for (unsigned k = 0; k < 3; k++)
        if (vertex[k] != k)
            s->v[k] = s->v[vertex[k]];
    s->count = 3;
    reduce3(s);
}

/* The nearest of several faces, as bits; ties go to the first. */
static void reduce_to_nearest(struct fs__simplex3 *s, unsigned outside)
{
    const struct fs__simplex3 whole = *s;
    uint64_t least = UINT64_MAX;
    for (unsigned i = 0; i < 4; i++) {
        if ((outside & 1u << i) == 0)
            continue;
        struct fs__simplex3 t = whole;
        reduce_to_face(&t, faces[i]);
        uint64_t distance = distance_of(&t);
        if (distance < least) {
            least = distance;
            *s = t;
        }
    }
}

/* The nearest of the faces that the origin is outside of. */
static bool reduce4(struct fs__simplex3 *s)
{
    unsigned outside = 0, only = 0;
    for (unsigned i = 0; i < 4; i++)
        if (outside_face(s, faces[i][0], faces[i][1], faces[i][2], faces[i][3])) {
            outside |= 1u << i;
            only = i;
        }
    if (outside == 1u << only)
        reduce_to_face(s, faces[only]);
    else if (outside != 0)
        reduce_to_nearest(s, outside);
    return s->count < 4;
}

bool fs__simplex3_reduce(struct fs__simplex3 *s)
{
    switch (s->count) {
    case 1: keep1(s, 0); return true;
    case 2: reduce2(s); return true;
    case 3: reduce3(s); return true;
    default: return reduce4(s);
    }
}

/* --- direction ---------------------------------------------------------------------------------------- */

/* e (p.e) - p (e.e): from the line to the origin. */
static struct fs__vec3 from_line(struct fs__vec3 p, struct fs__vec3 e)
{
    int64_t pe = fs__vec3_dot(p, e), ee = fs__vec3_dot(e, e);
    const fs_i128 d[3] = { difference(e.x, pe, p.x, ee), difference(e.y, pe, p.y, ee), difference(e.z, pe, p.z, ee) };
    return fs__vec3_reduce(d, 61);
}

struct fs__vec3 fs__simplex3_toward_origin(const struct fs__simplex3 *s)
{
    struct fs__vec3 p = s->v[0].w;
    if (s->count == 1)
        return fs__vec3_make(-p.x, -p.y, -p.z);
    if (s->count == 2)
        return from_line(p, edge(s, 0, 1));
    struct fs__vec3 n = fs__vec3_cross(edge(s, 0, 1), edge(s, 0, 2));
    int side = fs_i128_sign(fs__vec3_dot128(n, p));
    return fs__vec3_make(-side * n.x, -side * n.y, -side * n.z);
}
