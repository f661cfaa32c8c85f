/* triangle_box.c: the contact manifold of a triangle of the ground and a box.
 *
 * Method: separating axes in the own frame of the box: the normal of the triangle, the faces of the box, and the cross
 * products of its edges with the sides of the triangle. Only normals that a triangle of one-sided ground may have are asked
 * for: above its face, and over sides that are free or convex. Then a face is clipped, or two edges give one point; what
 * lies apart corner to corner is left to the closest points. Source: S. Gottschalk, M. Lin, D. Manocha, "OBBTree", 1996.
 */
#include <string.h>

#include "physics3d/geometry/manifold_box.h"
#include "physics3d/ground/triangle.h"

/* Shapes further apart than this may face each other with corners (Q56). */
#define TOUCHING ((int64_t)(FS_REL_ONE / 2048) << FS_UNIT_FRAC)

/* The triangle in the own frame of the box. */
struct view {
    struct fs__vec3 corner[3]; /* Q26 */
    fs_unit3 normal;
    int64_t half[3];
    fs_rel margin;
};

/* Separations that differ by no more than this (m) are not told apart by may_exceed(). */
#define SLACK ((int64_t)(FS_REL_ONE >> 20))

/* A direction from the triangle to the box. */
struct axis {
    fs_unit3 n;
    int64_t separation; /* Q56; INT64_MIN: none */
    unsigned edge;      /* of the box: 0..2 along its axis; for a face: its axis */
    unsigned side;      /* of the triangle */
};

static unsigned after(unsigned k)
{
    return k == 2 ? 0 : k + 1;
}

static int64_t component(struct fs__vec3 v, unsigned i)
{
    return i == 0 ? v.x : i == 1 ? v.y : v.z;
}

static struct fs__vec3 from_unit(fs_unit3 n)
{
    return fs__vec3_make(n.x, n.y, n.z);
}

static struct view view_of(const struct fs__triangle3_part *part, const struct fs__core3 *b, fs_rel margin)
{
    struct view v = { .half = { b->geometry->half.x, b->geometry->half.y, b->geometry->half.z }, .margin = margin };
    struct fs__vec3 n = fs__core3_own_direction(b, from_unit(part->normal));
    v.normal = fs_unit3_make(fs_sat32(n.x), fs_sat32(n.y), fs_sat32(n.z));
    for (unsigned k = 0; k < 3; k++)
        v.corner[k] = fs__core3_own_direction(b, fs__vec3_sub(fs__vec3_from_rel(part->hull.corner[k]), b->p));
    return v;
}

/* ---- axes ------------------------------------------------------------------------------------------------------ */

/* The faces of the box whose normals lean towards the triangle's free side. */
static struct axis best_face(const struct view *v)
{
    struct axis best = { .separation = INT64_MIN };
    for (unsigned i = 0; i < 3; i++) {
        int64_t lean = component(from_unit(v->normal), i), sign = fs_sign64(lean), most = INT64_MIN;
        for (unsigned k = 0; k < 3; k++)
            most = fs_max64(most, sign * component(v->corner[k], i));
        int64_t separation = -(v->half[i] + most) * FS_UNIT_ONE;
        if (sign == 0 || separation <= best.separation)
            continue;
        fs_unit one = sign > 0 ? FS_UNIT_ONE : -FS_UNIT_ONE;
        best = (struct axis){ fs_unit3_make(i == 0 ? one : 0, i == 1 ? one : 0, i == 2 ? one : 0), separation, i, 0 };
    }
    return best;
}

/* The vector across a side and axis i of the box. */
static struct fs__vec3 cross_of(struct fs__vec3 side, unsigned i)
{
    return i == 0   ? fs__vec3_make(0, side.z, -side.y)
           : i == 1 ? fs__vec3_make(-side.z, 0, side.x)
                    : fs__vec3_make(side.y, -side.x, 0);
}

static int64_t box_reach(const struct view *v, fs_unit3 n)
{
    return v->half[0] * fs_uabs32(n.x) + v->half[1] * fs_uabs32(n.y) + v->half[2] * fs_uabs32(n.z);
}

/* Whether the separation along the direction of c, whose sign does not matter, may be more than `least` (Q56). One component
 * of c is zero, so that its length is between the sums below; 2^-16 of it and SLACK are more than all rounding. */
static bool may_exceed(const struct view *v, struct fs__vec3 c, const struct fs__vec3 *corner, int64_t least)
{
    if (((fs_uabs64(c.x) | fs_uabs64(c.y) | fs_uabs64(c.z)) >> 29) != 0)
        c = fs__vec3_make(fs_asr64(c.x, 4), fs_asr64(c.y, 4), fs_asr64(c.z, 4));
    int64_t x = fs_abs64(c.x), y = fs_abs64(c.y), z = fs_abs64(c.z);
    int64_t large = fs_max64(x, fs_max64(y, z)), small = x + y + z - large;
    int64_t low = fs_max64(large, (large + small) / 8 * 5), high = large + small / 2 + (large >> 16) + 1;
    int64_t apart = fs_abs64(fs__vec3_dot(c, *corner)) - (v->half[0] * x + v->half[1] * y + v->half[2] * z);
    int64_t bound = fs_asr64(least, FS_UNIT_FRAC) - SLACK;
    return apart > bound * (bound > 0 ? low : high);
}

/* The edges of the box across the open sides of the triangle, as far as the side is the part of it nearest to the box and
 * their separation is more than `least` (Q56). */
static struct axis best_edges(const struct fs__triangle3 *t, const struct view *v, fs_unit3 normal, int64_t least)
{
    struct axis best = { .separation = INT64_MIN };
    for (unsigned k = 0; k < 3; k++) {
        struct fs__vec3 side = fs__vec3_sub(v->corner[after(k)], v->corner[k]),
                        third = fs__vec3_sub(v->corner[after(after(k))], v->corner[k]);
        int open = -1;
        for (unsigned i = 0; i < 3; i++) {
            struct fs__vec3 c = cross_of(side, i);
            if (!may_exceed(v, c, &v->corner[k], least))
                continue;
            open = open < 0 ? fs__triangle3_is_open(t, normal, k) : open;
            fs_unit3 n = fs__vec3_unit(c);
            n = fs_unit3_dot(n, v->normal) < 0 ? fs_unit3_neg(n) : n;
            if (!open || fs_unit3_is_zero(n) || fs__geometry3_dot(n, third) > 0)
                continue;
            int64_t separation = -fs__geometry3_dot(n, v->corner[k]) - box_reach(v, n);
            if (separation > best.separation)
                best = (struct axis){ n, separation, i, k };
        }
    }
    return best;
}

/* ---- contacts -------------------------------------------------------------------------------------------------- */

/* From the own frame of the box to the window. */
static void place_manifold(const struct fs__core3 *b, struct fs__manifold3 *m)
{
    m->normal = fs_mat3_unit(b->m, m->normal);
    for (unsigned i = 0; i < m->count; i++)
        m->point[i] = fs__vec3_to_rel(fs__core3_point(b, fs__vec3_from_rel(m->point[i])));
}

/* Whether the deepest point is near what an axis promised (Q26), which otherwise lies beside the face. */
static bool is_promised(const struct fs__manifold3 *m, int64_t promised)
{
    for (unsigned i = 0; i < m->count; i++)
        if (m->separation[i] <= promised)
            return true;
    return false;
}

/* The triangle over a face of the box. */
static void clip_triangle(const struct fs__triangle3_part *part, const struct fs__core3 *b, const struct axis *axis,
                          fs_rel margin, struct fs__manifold3 *m)
{
    struct fs__core3 a;
    fs__core3_init(&a, &part->geometry);
    struct fs__feature3 face, incident;
    struct fs__candidates3 points;
    fs_unit3 out = fs_mat3_unit(b->m, fs_unit3_neg(axis->n));
    bool negative = component(from_unit(axis->n), axis->edge) > 0;
    fs__feature3_face(b, 2 * axis->edge + negative, out, &face);
    fs__feature3_face(&a, 0, part->normal, &incident);
    struct fs__reference3 ref = { &face, out, fs__core3_extreme(b, out), b->load };
    fs__clip3_face(&ref, &incident, 0, margin, &points);
    for (unsigned i = 0; i < points.count; i++)
        points.v[i].id |= (uint32_t)FS__ID3_FLIPPED;
    fs__candidates3_reduce(&points, m);
    m->normal = fs_unit3_neg(out);
    m->reference = FS__REFERENCE3_FACE_B;
}

/* False when the face of the box and the triangle touch beside each other. */
static bool collide_box_face(const struct fs__triangle3_part *part, const struct fs__core3 *b, const struct axis *axis,
                             const struct view *v, fs_rel bias, struct fs__manifold3 *m)
{
    clip_triangle(part, b, axis, v->margin, m);
    if (is_promised(m, fs_asr64(axis->separation, FS_UNIT_FRAC) + 2 * (int64_t)bias))
        return true;
    memset(m, 0, sizeof *m);
    return false;
}

/* One point between an edge of the box and a side. False when they lie apart and their ends are what is nearest. */
static bool collide_edges(const struct view *v, const struct fs__core3 *b, const struct axis *axis, fs_rel bias,
                          struct fs__manifold3 *m)
{
    const fs_rel sharp[2] = { 0, 0 };
    unsigned i = axis->edge, k = axis->side, signs = 0;
    int64_t at[3];
    for (unsigned j = 0; j < 3; j++) {
        bool up = component(from_unit(axis->n), j) < 0;
        at[j] = j == i ? 0 : up ? v->half[j] : -v->half[j];
        signs |= j != i && up ? 1u << j : 0u;
    }
    struct fs__vec3 side = fs__vec3_sub(v->corner[after(k)], v->corner[k]), q = fs__vec3_make(at[0], at[1], at[2]);
    struct fs__vec3 p = fs__vec3_make(v->corner[k].x + fs_asr64(side.x, 1), v->corner[k].y + fs_asr64(side.y, 1),
                                      v->corner[k].z + fs_asr64(side.z, 1));
    struct fs__vec3 e = fs__vec3_make(i == 0 ? FS_UNIT_ONE : 0, i == 1 ? FS_UNIT_ONE : 0, i == 2 ? FS_UNIT_ONE : 0);
    fs__manifold3_nearest_on_lines(&p, from_unit(fs__vec3_unit(side)), fs__vec3_length(side) / 2, &q, e, v->half[i]);
    if (axis->separation > TOUCHING &&
        (fs__vec3_length(fs__vec3_sub(q, p)) - 2 * (int64_t)bias) * FS_UNIT_ONE > axis->separation)
        return false;
    fs__manifold3_add_point(p, q, axis->n, sharp, v->margin, FS__ID3_EDGES | (i * 8 + signs) << 2 | k, m);
    m->reference = FS__REFERENCE3_EDGES;
    place_manifold(b, m);
    return true;
}

bool fs__triangle3_collide_box(const struct fs__triangle3 *t, const struct fs__triangle3_part *part,
                               const struct fs__core3 *b, int64_t height, fs_rel margin, struct fs__manifold3 *m)
{
    const struct view v = view_of(part, b, margin);
    const fs_rel preference = fs__manifold3_bias(&part->geometry, b->geometry);
    const int64_t bias = (int64_t)preference * FS_UNIT_ONE, on_face = height * FS_UNIT_ONE;
    const struct axis face = best_face(&v);
    int64_t best = fs_max64(on_face, face.separation), far = (int64_t)margin * FS_UNIT_ONE;
    if (best > far)
        return true;
    const struct axis edges = best_edges(t, &v, part->normal, fs_min64(best + bias, far));
    if (edges.separation > far)
        return true;
    if (edges.separation > best + bias)
        return collide_edges(&v, b, &edges, preference, m);
    if (face.separation > on_face + bias)
        return collide_box_face(part, b, &face, &v, preference, m);
    fs__triangle3_collide_face(part, b, margin, m);
    if (is_promised(m, height + 2 * (int64_t)preference))
        return true;
    memset(m, 0, sizeof *m);
    return false;
}
