/* hull_faces.c: from triangles to the faces and half-edges of a hull, and the check of hulls from elsewhere.
 *
 * Two faces are merged across an edge when all their corners lie within FS_HULL3_COPLANAR of one plane, no other corner
 * stands out further, and the merged outline is convex. Triangles that are exactly coplanar always pass: their corners
 * are in convex position. Edges are tried in the order of their corners, so the result does not depend on the triangles.
 */
#include <string.h>

#include "physics3d/geometry/hull.h"

enum { NO_FACE = 255 };

struct outline {
    uint8_t corner[FS_HULL3_MAX_CORNERS];
    unsigned count; /* 0: the face was merged into another */
};

struct hull_faces {
    struct fs__vec3 corner[FS_HULL3_MAX_CORNERS];
    unsigned corner_count, face_count;
    struct outline face[FS_HULL3_MAX_FACES];
    uint8_t left_face[FS_HULL3_MAX_CORNERS][FS_HULL3_MAX_CORNERS];
    uint8_t degree[FS_HULL3_MAX_CORNERS];
};

/* --- planes ----------------------------------------------------------------------------------------- */

/* v / 2^shift, symmetric, whose result fits; shift 0 to 63. */
static int64_t shifted(fs_i128 v, unsigned shift)
{
    fs_u128 half = fs_u128_make(0, ((uint64_t)1 << shift) >> 1);
    uint64_t size = fs_u128_shr(fs_u128_add(fs_i128_uabs(v), half), shift).lo;
    return v.hi < 0 ? -(int64_t)size : (int64_t)size;
}

struct fs__vec3 fs__vec3_reduce(const fs_i128 v[3], int bits)
{
    const fs_u128 x = fs_i128_uabs(v[0]), y = fs_i128_uabs(v[1]), z = fs_i128_uabs(v[2]);
    int width = fs_u128_bit_width(fs_u128_make(x.hi | y.hi | z.hi, x.lo | y.lo | z.lo));
    unsigned shift = width > bits ? (unsigned)(width - bits) : 0;
    if (shift < 64)
        return fs__vec3_make(shifted(v[0], shift), shifted(v[1], shift), shifted(v[2], shift));
    return fs__vec3_make(fs_i128_round_shift_sym(v[0], shift), fs_i128_round_shift_sym(v[1], shift),
                         fs_i128_round_shift_sym(v[2], shift));
}

/* Twice the area of the outline, as a vector: a sum of triangles in 128 bits. */
static struct fs__vec3 area_vector(const struct fs__vec3 *corner, const uint8_t *list, unsigned count)
{
    fs_i128 sum[3] = { { 0, 0 }, { 0, 0 }, { 0, 0 } };
    for (unsigned i = 1; i + 1 < count; i++) {
        struct fs__vec3 o = corner[list[0]];
        struct fs__vec3 n = fs__vec3_cross(fs__vec3_sub(corner[list[i]], o), fs__vec3_sub(corner[list[i + 1]], o));
        sum[0] = fs_i128_add(sum[0], fs_i128_from64(n.x));
        sum[1] = fs_i128_add(sum[1], fs_i128_from64(n.y));
        sum[2] = fs_i128_add(sum[2], fs_i128_from64(n.z));
    }
    return fs__vec3_reduce(sum, 62);
}

/* The lowest and the highest of the corners along n, Q56. */
static void span_along(const struct fs__vec3 *corner, const uint8_t *list, unsigned count, fs_unit3 n, int64_t *low,
                       int64_t *high)
{
    *low = INT64_MAX;
    *high = INT64_MIN;
    for (unsigned i = 0; i < count; i++) {
        int64_t d = fs__geometry3_dot(n, corner[list ? list[i] : i]);
        *low = fs_min64(*low, d);
        *high = fs_max64(*high, d);
    }
}

/* Whether every corner of the outline turns left in the projection along the largest component of the normal: exact. */
static bool outline_convex(const struct fs__vec3 *corner, const uint8_t *list, unsigned count, struct fs__vec3 normal)
{
    uint64_t x = fs_uabs64(normal.x), y = fs_uabs64(normal.y), z = fs_uabs64(normal.z);
    for (unsigned i = 0; i < count; i++) {
        struct fs__vec3 a = corner[list[i]], b = corner[list[(i + 1) % count]], c = corner[list[(i + 2) % count]];
        struct fs__vec3 turn = fs__vec3_cross(fs__vec3_sub(b, a), fs__vec3_sub(c, a));
        bool left = x >= y && x >= z ? (turn.x > 0) == (normal.x > 0) && turn.x != 0
                    : y >= z         ? (turn.y > 0) == (normal.y > 0) && turn.y != 0
                                     : (turn.z > 0) == (normal.z > 0) && turn.z != 0;
        if (!left)
            return false;
    }
    return count >= 3;
}

static bool outline_flat(const struct fs__vec3 *corner, unsigned corner_count, const uint8_t *list, unsigned count,
                         fs_unit3 n)
{
    int64_t low, high, all_low, all_high, tolerance = (int64_t)FS_HULL3_COPLANAR << FS_UNIT_FRAC;
    span_along(corner, list, count, n, &low, &high);
    span_along(corner, NULL, corner_count, n, &all_low, &all_high);
    return high - low <= tolerance && all_high - high <= tolerance;
}

/* --- merging ----------------------------------------------------------------------------------------- */

static unsigned index_in(const struct outline *o, unsigned corner)
{
    unsigned i = 0;
    while (i < o->count && o->corner[i] != corner)
        i++;
    return i;
}

/* Appends the corners of o from the one at `from`, `count` of them. */
static void append_corners(struct outline *to, const struct outline *o, unsigned from, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        to->corner[to->count++] = o->corner[(from + i) % o->count];
}

static unsigned shared_edges(const struct hull_faces *h, unsigned f, unsigned g)
{
    const struct outline *o = &h->face[f];
    unsigned n = 0;
    for (unsigned i = 0; i < o->count; i++)
        n += h->left_face[o->corner[(i + 1) % o->count]][o->corner[i]] == g;
    return n;
}

/* Merges the faces on both sides of the edge from u to v when the rules allow it. */
static bool merge_across(struct hull_faces *h, unsigned u, unsigned v)
{
    unsigned f = h->left_face[u][v], g = h->left_face[v][u];
    if (f == NO_FACE || h->degree[u] < 4 || h->degree[v] < 4 || shared_edges(h, f, g) != 1)
        return false;
    struct outline merged = { .count = 0 };
    append_corners(&merged, &h->face[f], index_in(&h->face[f], v), h->face[f].count);
    append_corners(&merged, &h->face[g], index_in(&h->face[g], u) + 1, h->face[g].count - 2);
    struct fs__vec3 normal = area_vector(h->corner, merged.corner, merged.count);
    if (!outline_convex(h->corner, merged.corner, merged.count, normal) ||
        !outline_flat(h->corner, h->corner_count, merged.corner, merged.count, fs__vec3_unit(normal)))
        return false;
    for (unsigned i = 0; i < merged.count; i++)
        h->left_face[merged.corner[i]][merged.corner[(i + 1) % merged.count]] = (uint8_t)f;
    h->left_face[u][v] = h->left_face[v][u] = NO_FACE;
    h->degree[u]--;
    h->degree[v]--;
    h->face[f] = merged;
    h->face[g].count = 0;
    return true;
}

static void merge_faces(struct hull_faces *h)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned u = 0; u < h->corner_count; u++)
            for (unsigned v = u + 1; v < h->corner_count; v++)
                changed |= merge_across(h, u, v);
    }
}

/* --- order -------------------------------------------------------------------------------------------- */

/* The rank of each corner in lexicographic order. */
static void rank_corners(const struct fs__hull3_triangles *mesh, uint8_t *rank)
{
    for (unsigned i = 0; i < mesh->corner_count; i++) {
        rank[i] = 0;
        for (unsigned j = 0; j < mesh->corner_count; j++)
            rank[i] = (uint8_t)(rank[i] + fs__vec3_precedes(mesh->corner[j], mesh->corner[i]));
    }
}

static void take_triangles(struct hull_faces *h, const struct fs__hull3_triangles *mesh)
{
    uint8_t rank[FS_HULL3_MAX_CORNERS];
    memset(h, 0, sizeof *h);
    memset(h->left_face, NO_FACE, sizeof h->left_face);
    rank_corners(mesh, rank);
    h->corner_count = mesh->corner_count;
    for (unsigned i = 0; i < mesh->corner_count; i++)
        h->corner[rank[i]] = mesh->corner[i];
    for (unsigned f = 0; f < mesh->face_count; f++) {
        struct outline *o = &h->face[h->face_count];
        if (!mesh->alive[f])
            continue;
        for (unsigned k = 0; k < 3; k++) {
            unsigned u = rank[mesh->triangle[f][k]], v = rank[mesh->triangle[f][(k + 1) % 3]];
            o->corner[o->count++] = (uint8_t)u;
            h->left_face[u][v] = (uint8_t)h->face_count;
            h->degree[u]++;
        }
        h->face_count++;
    }
}

/* Turns an outline so that its lowest corner comes first. */
static void start_at_lowest(struct outline *o)
{
    struct outline turned = { .count = 0 };
    unsigned lowest = 0;
    for (unsigned i = 1; i < o->count; i++)
        lowest = o->corner[i] < o->corner[lowest] ? i : lowest;
    append_corners(&turned, o, lowest, o->count);
    *o = turned;
}

/* No two outlines have the same first two corners: an edge belongs to one face. */
static bool outline_precedes(const struct outline *a, const struct outline *b)
{
    return a->corner[0] != b->corner[0] ? a->corner[0] < b->corner[0] : a->corner[1] < b->corner[1];
}

static void sort_faces(struct hull_faces *h)
{
    unsigned n = 0;
    for (unsigned f = 0; f < h->face_count; f++) {
        struct outline o = h->face[f];
        if (o.count == 0)
            continue;
        start_at_lowest(&o);
        unsigned i = n++;
        for (; i > 0 && outline_precedes(&o, &h->face[i - 1]); i--)
            h->face[i] = h->face[i - 1];
        h->face[i] = o;
    }
    h->face_count = n;
}

/* --- the result ----------------------------------------------------------------------------------------- */

/* The normal and the offset of a face: from its outline and from all corners. */
static void measure_face(const fs_hull3 *hull, const uint8_t *list, unsigned count, fs_unit3 *normal, fs_rel *offset)
{
    struct fs__vec3 corner[FS_HULL3_MAX_CORNERS];
    int64_t low, high;
    for (unsigned i = 0; i < hull->corner_count; i++)
        corner[i] = fs__vec3_from_rel(hull->corner[i]);
    *normal = fs__vec3_unit(area_vector(corner, list, count));
    span_along(corner, NULL, hull->corner_count, *normal, &low, &high);
    *offset = fs_sat32(-fs_asr64(-high, FS_UNIT_FRAC));
}

static void set_twins(fs_hull3 *hull)
{
    uint16_t edge_of[FS_HULL3_MAX_CORNERS][FS_HULL3_MAX_CORNERS];
    for (unsigned pass = 0; pass < 2; pass++)
        for (unsigned e = 0; e < hull->edge_count; e++) {
            unsigned f = hull->face[e], next = e + 1u < hull->first_edge[f + 1] ? e + 1u : hull->first_edge[f];
            uint8_t u = hull->origin[e], v = hull->origin[next];
            if (pass == 0)
                edge_of[u][v] = (uint16_t)e;
            else
                hull->twin[e] = edge_of[v][u];
        }
}

void fs__hull3_from_triangles(const struct fs__hull3_triangles *mesh, fs_hull3 *out)
{
    struct hull_faces h;
    take_triangles(&h, mesh);
    merge_faces(&h);
    sort_faces(&h);
    out->corner_count = (uint8_t)h.corner_count;
    out->face_count = (uint8_t)h.face_count;
    for (unsigned i = 0; i < h.corner_count; i++)
        out->corner[i] = fs__vec3_to_rel(h.corner[i]);
    for (unsigned f = 0; f < h.face_count; f++) {
        const struct outline *o = &h.face[f];
        out->first_edge[f] = out->edge_count;
        measure_face(out, o->corner, o->count, &out->normal[f], &out->offset[f]);
        memcpy(&out->origin[out->edge_count], o->corner, o->count);
        memset(&out->face[out->edge_count], (int)f, o->count);
        out->edge_count = (uint16_t)(out->edge_count + o->count);
    }
    out->first_edge[h.face_count] = out->edge_count;
    set_twins(out);
}

/* --- hulls from elsewhere ---------------------------------------------------------------------------------- */

static bool counts_right(const fs_hull3 *h)
{
    return h->corner_count >= 4 && h->corner_count <= FS_HULL3_MAX_CORNERS && h->face_count >= 4 &&
           h->face_count <= FS_HULL3_MAX_FACES && h->edge_count <= FS_HULL3_MAX_EDGES &&
           h->corner_count + h->face_count == h->edge_count / 2 + 2 && h->first_edge[0] == 0 &&
           h->first_edge[h->face_count] == h->edge_count;
}

static bool corners_right(const fs_hull3 *h)
{
    for (unsigned i = 0; i < h->corner_count; i++) {
        fs_rel3 c = h->corner[i];
        if (fs_uabs32(c.x) > FS_GEOMETRY3_MAX_EXTENT || fs_uabs32(c.y) > FS_GEOMETRY3_MAX_EXTENT ||
            fs_uabs32(c.z) > FS_GEOMETRY3_MAX_EXTENT)
            return false;
        if (i > 0 && !fs__vec3_precedes(fs__vec3_from_rel(h->corner[i - 1]), fs__vec3_from_rel(c)))
            return false;
    }
    return true;
}

static bool edges_right(const fs_hull3 *h)
{
    for (unsigned f = 0; f < h->face_count; f++) {
        unsigned first = h->first_edge[f], end = h->first_edge[f + 1];
        if (end > h->edge_count || end < first + 3)
            return false;
        for (unsigned e = first; e < end; e++) {
            unsigned next = e + 1 < end ? e + 1 : first;
            if (h->face[e] != f || h->origin[e] >= h->corner_count || h->twin[e] >= h->edge_count ||
                h->twin[h->twin[e]] != e || h->twin[e] == e || h->origin[h->twin[e]] != h->origin[next])
                return false;
        }
    }
    return true;
}

static bool faces_right(const fs_hull3 *h)
{
    struct fs__vec3 corner[FS_HULL3_MAX_CORNERS];
    for (unsigned i = 0; i < h->corner_count; i++)
        corner[i] = fs__vec3_from_rel(h->corner[i]);
    for (unsigned f = 0; f < h->face_count; f++) {
        unsigned count = (unsigned)(h->first_edge[f + 1] - h->first_edge[f]);
        const uint8_t *list = &h->origin[h->first_edge[f]];
        fs_unit3 normal;
        fs_rel offset;
        if (count > h->corner_count)
            return false;
        measure_face(h, list, count, &normal, &offset);
        if (!fs_unit3_eq(normal, h->normal[f]) || offset != h->offset[f] ||
            !outline_convex(corner, list, count, area_vector(corner, list, count)) ||
            !outline_flat(corner, h->corner_count, list, count, normal))
            return false;
    }
    return true;
}

bool fs_hull3_valid(const fs_hull3 *hull)
{
    return counts_right(hull) && corners_right(hull) && edges_right(hull) && faces_right(hull);
}
