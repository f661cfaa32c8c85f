/* hull.c: the convex hull of points as triangles.
 *
 * Source: Barber, Dobkin, Huhdanpaa, "The quickhull algorithm for convex hulls", 1996. Every decision is the sign of an
 * exact integer and every tie goes to the lowest point in lexicographic order, so each point that is added is a true
 * corner of all points and stays one: no three corners are in a line and no corner lies inside a face. The other
 * points are looked at for every face; there are no lists of points to keep. hull_faces.c merges the triangles.
 */
#include <string.h>

#include "physics3d/geometry/hull.h"

struct hull_builder {
    struct fs__vec3 point[FS_HULL3_MAX_POINTS]; /* sorted, welded */
    unsigned point_count;
    struct fs__hull3_triangles mesh;
    bool finished[FS_HULL3_MAX_FACES]; /* no point stands out from the face */
};

/* --- points ------------------------------------------------------------------------------------- */

static bool in_reach(fs_rel v)
{
    return v >= -FS_GEOMETRY3_MAX_EXTENT && v <= FS_GEOMETRY3_MAX_EXTENT;
}

static bool near_each_other(struct fs__vec3 a, struct fs__vec3 b)
{
    fs_u128 limit = fs_u128_mul((uint64_t)FS_GEOMETRY3_MIN_SIZE, (uint64_t)FS_GEOMETRY3_MIN_SIZE);
    return fs_u128_cmp(fs__vec3_length_sq(fs__vec3_sub(a, b)), limit) < 0;
}

/* Lexicographic, by insertion: a total order, so the sorted list does not depend on the order that was given. */
static void sort_points(struct fs__vec3 *p, unsigned n)
{
    for (unsigned i = 1; i < n; i++) {
        struct fs__vec3 v = p[i];
        unsigned j = i;
        for (; j > 0 && fs__vec3_precedes(v, p[j - 1]); j--)
            p[j] = p[j - 1];
        p[j] = v;
    }
}

static void weld_points(struct hull_builder *b)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < b->point_count; i++) {
        bool apart = true;
        for (unsigned j = 0; j < kept && apart; j++)
            apart = !near_each_other(b->point[j], b->point[i]);
        if (apart)
            b->point[kept++] = b->point[i];
    }
    b->point_count = kept;
}

static fs_result take_points(struct hull_builder *b, const fs_rel3 *points, size_t count)
{
    if (count > FS_HULL3_MAX_POINTS)
        return FS_E_CAPACITY;
    for (size_t i = 0; i < count; i++) {
        if (!in_reach(points[i].x) || !in_reach(points[i].y) || !in_reach(points[i].z))
            return FS_E_ARGUMENT;
        b->point[i] = fs__vec3_from_rel(points[i]);
    }
    b->point_count = (unsigned)count;
    sort_points(b->point, b->point_count);
    weld_points(b);
    return b->point_count < 4 ? FS_E_DEGENERATE : FS_OK;
}

/* --- predicates ---------------------------------------------------------------------------------- */

/* Normal of the plane of a, b, c, as long as twice the area of the triangle. */
static struct fs__vec3 plane_normal(struct fs__vec3 a, struct fs__vec3 b, struct fs__vec3 c)
{
    return fs__vec3_cross(fs__vec3_sub(b, a), fs__vec3_sub(c, a));
}

/* The height of p above the plane through the origin, times the length of the normal. */
static fs_i128 height_of(struct fs__vec3 normal, struct fs__vec3 origin, struct fs__vec3 p)
{
    return fs__vec3_dot128(normal, fs__vec3_sub(p, origin));
}

/* Whether height / |normal| exceeds the distance. */
static bool exceeds(fs_i128 height, struct fs__vec3 normal, fs_rel distance)
{
    uint64_t length = fs__length64(fs__vec3_length_sq(normal));
    return fs_u128_cmp(fs_i128_uabs(height), fs_u128_mul(length, (uint64_t)distance)) > 0;
}

/* --- triangles ------------------------------------------------------------------------------------ */

static struct fs__vec3 corner_of(const struct hull_builder *b, unsigned face, unsigned k)
{
    return b->mesh.corner[b->mesh.triangle[face][k]];
}

static struct fs__vec3 face_normal(const struct hull_builder *b, unsigned face)
{
    return plane_normal(corner_of(b, face, 0), corner_of(b, face, 1), corner_of(b, face, 2));
}

static void add_triangle(struct hull_builder *b, unsigned u, unsigned v, unsigned w)
{
    struct fs__hull3_triangles *m = &b->mesh;
    unsigned face = 0;
    while (face < m->face_count && m->alive[face])
        face++;
    FS_ASSERT(face < FS_HULL3_MAX_FACES);
    if (face == m->face_count)
        m->face_count++;
    const uint8_t corner[3] = { (uint8_t)u, (uint8_t)v, (uint8_t)w };
    memcpy(m->triangle[face], corner, sizeof corner);
    m->alive[face] = true;
    b->finished[face] = false;
    for (unsigned k = 0; k < 3; k++)
        m->left_face[corner[k]][corner[(k + 1) % 3]] = (uint8_t)face;
}

/* Ties go to the first point: it is a corner of the hull of the tied ones. */
static unsigned furthest_from_point(const struct hull_builder *b, unsigned from)
{
    unsigned best = from;
    fs_u128 most = fs_u128_make(0, 0);
    for (unsigned i = 0; i < b->point_count; i++) {
        fs_u128 d = fs__vec3_length_sq(fs__vec3_sub(b->point[i], b->point[from]));
        if (fs_u128_cmp(d, most) > 0) {
            most = d;
            best = i;
        }
    }
    return best;
}

static unsigned furthest_from_line(const struct hull_builder *b, unsigned p, unsigned q)
{
    unsigned best = p;
    fs_u128 most = fs_u128_make(0, 0);
    for (unsigned i = 0; i < b->point_count; i++) {
        fs_u128 d = fs__vec3_length_sq(plane_normal(b->point[p], b->point[q], b->point[i]));
        if (fs_u128_cmp(d, most) > 0) {
            most = d;
            best = i;
        }
    }
    return best;
}

/* The furthest point above the plane, or on either side of it. */
static unsigned furthest_from_plane(const struct hull_builder *b, struct fs__vec3 normal, struct fs__vec3 origin,
                                    bool both_sides, fs_i128 *height)
{
    unsigned best = 0;
    *height = fs_i128_make(0, 0);
    for (unsigned i = 0; i < b->point_count; i++) {
        fs_i128 h = height_of(normal, origin, b->point[i]);
        fs_i128 size = both_sides && h.hi < 0 ? fs_i128_neg(h) : h;
        fs_i128 most = height->hi < 0 ? fs_i128_neg(*height) : *height;
        if (fs_i128_cmp(size, most) > 0) {
            *height = h;
            best = i;
        }
    }
    return best;
}

static void set_corner(struct hull_builder *b, unsigned point)
{
    b->mesh.corner[b->mesh.corner_count++] = b->point[point];
}

static fs_result make_first_tetrahedron(struct hull_builder *b)
{
    unsigned q = furthest_from_point(b, 0), r = furthest_from_line(b, 0, q);
    struct fs__vec3 normal = plane_normal(b->point[0], b->point[q], b->point[r]), o = b->point[0];
    fs_u128 base = fs__vec3_length_sq(fs__vec3_sub(b->point[q], o));
    uint64_t least = fs_isqrt128(base) * (uint64_t)FS_GEOMETRY3_MIN_SIZE;
    if (fs__length64(fs__vec3_length_sq(normal)) < least || least == 0)
        return FS_E_DEGENERATE;
    fs_i128 height;
    unsigned s = furthest_from_plane(b, normal, o, true, &height);
    if (!exceeds(height, normal, FS_GEOMETRY3_MIN_SIZE - 1))
        return FS_E_DEGENERATE;
    bool above = fs_i128_sign(height) > 0;
    set_corner(b, 0);
    set_corner(b, above ? r : q);
    set_corner(b, above ? q : r);
    set_corner(b, s);
    add_triangle(b, 0, 1, 2);
    add_triangle(b, 0, 3, 1);
    add_triangle(b, 1, 3, 2);
    add_triangle(b, 2, 3, 0);
    return FS_OK;
}

/* Removes the triangles that the point sees and joins it to their rim. A triangle whose plane holds the point stays:
 * hull_faces.c merges it. */
static fs_result add_corner(struct hull_builder *b, struct fs__vec3 eye)
{
    struct fs__hull3_triangles *m = &b->mesh;
    bool seen[FS_HULL3_MAX_FACES] = { false };
    uint8_t rim[FS_HULL3_MAX_FACES][2];
    unsigned rim_count = 0, at = m->corner_count;
    if (at == FS_HULL3_MAX_CORNERS)
        return FS_E_CAPACITY;
    for (unsigned f = 0; f < m->face_count; f++)
        seen[f] = m->alive[f] && fs_i128_sign(height_of(face_normal(b, f), corner_of(b, f, 0), eye)) > 0;
    for (unsigned f = 0; f < m->face_count; f++)
        for (unsigned k = 0; seen[f] && k < 3; k++) {
            uint8_t u = m->triangle[f][k], v = m->triangle[f][(k + 1) % 3];
            if (!seen[m->left_face[v][u]]) {
                rim[rim_count][0] = u;
                rim[rim_count++][1] = v;
            }
        }
    for (unsigned f = 0; f < m->face_count; f++)
        m->alive[f] = m->alive[f] && !seen[f];
    m->corner[m->corner_count++] = eye;
    for (unsigned i = 0; i < rim_count; i++)
        add_triangle(b, rim[i][0], rim[i][1], at);
    return FS_OK;
}

/* One face: the furthest point of all above it becomes a corner, unless it does not stand out. */
static fs_result grow_face(struct hull_builder *b, unsigned face)
{
    fs_i128 height;
    struct fs__vec3 normal = face_normal(b, face);
    unsigned point = furthest_from_plane(b, normal, corner_of(b, face, 0), false, &height);
    if (exceeds(height, normal, FS_HULL3_STAND_OUT))
        return add_corner(b, b->point[point]);
    b->finished[face] = true;
    return FS_OK;
}

static fs_result grow_hull(struct hull_builder *b)
{
    fs_result result = FS_OK;
    for (unsigned f = 0; f < b->mesh.face_count && result == FS_OK;) {
        if (!b->mesh.alive[f] || b->finished[f]) {
            f++;
            continue;
        }
        result = grow_face(b, f);
        f = 0;
    }
    return result;
}

fs_result fs_hull3_make(const fs_rel3 *points, size_t count, fs_hull3 *out)
{
    struct hull_builder b;
    memset(out, 0, sizeof *out);
    memset(&b, 0, sizeof b);
    fs_result result = take_points(&b, points, count);
    if (result == FS_OK)
        result = make_first_tetrahedron(&b);
    if (result == FS_OK)
        result = grow_hull(&b);
    if (result == FS_OK)
        fs__hull3_from_triangles(&b.mesh, out);
    return result;
}
