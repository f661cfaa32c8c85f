/* manifold_chain.c: manifolds against one-sided ground.
 *
 * A segment of a chain stores its neighbours' far corners. A contact normal is accepted when it is the segment's own, or
 * lies between the normals of two segments that meet in a convex corner; any other one would stop a sliding body at an inner
 * corner, so the body is then clipped against the segment's face instead. Source: E. Catto, "Ghost collisions" (2020).
 * Only shapes whose mean corner is on the free side collide.
 */
#include <string.h>

#include "physics2d/geometry/geometry_math.h"
#include "physics2d/geometry/manifold.h"

static fs_rel2 mean_corner(const fs_geometry2 *s)
{
    int64_t x = 0, y = 0;
    for (unsigned i = 0; i < s->count; i++) {
        x += s->corner[i].x;
        y += s->corner[i].y;
    }
    return fs_rel2_make((fs_rel)(x / s->count), (fs_rel)(y / s->count));
}

static bool is_same(fs_unit2 a, fs_unit2 b)
{
    return a.x == b.x && a.y == b.y;
}

/* Whether b is counter-clockwise of a, or along it. */
static bool is_left_of(fs_unit2 a, fs_unit2 b)
{
    return fs_unit2_cross(a, b) >= 0;
}

/* The outward normal of the neighbour edge from a to b; false at a free end. */
static bool edge_normal(fs_rel2 a, fs_rel2 b, fs_unit2 *normal)
{
    fs_unit n[2] = { 0, 0 };
    bool ok = fs__normalise2((int64_t)b.y - a.y, (int64_t)a.x - b.x, n);
    *normal = fs_unit2_make(n[0], n[1]);
    return ok;
}

/* Whether the normal n, not the segment's own, belongs to a corner of the segment. */
static bool is_admitted(const fs_geometry2 *segment, const fs_rel2 ghost[2], fs_unit2 n)
{
    fs_unit2 own = segment->normal[0], other;
    bool first = fs_unit2_dot(n, fs_unit2_perp(own)) < 0;
    bool joined = first ? edge_normal(ghost[0], segment->corner[0], &other)
                        : edge_normal(segment->corner[1], ghost[1], &other);
    if (!joined)
        return fs_unit2_dot(n, own) >= 0;
    if (first)
        return fs_unit2_cross(other, own) > 0 && is_left_of(other, n) && is_left_of(n, own);
    return fs_unit2_cross(own, other) > 0 && is_left_of(own, n) && is_left_of(n, other);
}

void fs__manifold2_collide_chain(const struct fs__polygon2_passes *passes, const fs_geometry2 *segment,
                                 const fs_rel2 ghost[2], const fs_geometry2 *b, fs_frame2 b_in_a, fs_rel margin,
                                 unsigned reference, struct fs__manifold2 *m)
{
    FS_ASSERT(segment->kind == FS_GEOMETRY2_SEGMENT && segment->count == 2 && b->count >= 1);
    fs_geometry2 moved = fs__geometry2_transform(b, b_in_a);
    memset(m, 0, sizeof *m);
    if (fs__geometry2_dot_difference(segment->normal[0], mean_corner(&moved), segment->corner[0]) < 0)
        return;
    fs__manifold2_collide(passes, segment, b, b_in_a, margin, reference, m);
    if (m->count == 0 || is_same(m->normal, segment->normal[0]) || is_admitted(segment, ghost, m->normal))
        return;
    memset(m, 0, sizeof *m);
    if (moved.count > 1)
        fs__manifold2_clip_face(segment, &moved, margin, m);
}

void fs__manifold2_flip(struct fs__manifold2 *m, fs_frame2 b_in_a)
{
    FS_ASSERT(m->count <= 2);
    m->normal = fs_unit2_neg(fs_rot2_unit(b_in_a.q, m->normal));
    for (unsigned i = 0; i < m->count; i++) {
        m->point[i] = fs__geometry2_transform_point(b_in_a, m->point[i]);
        m->id[i] = (uint16_t)((m->id[i] & 15u) * 16u + m->id[i] / 16u);
    }
    if (m->reference != FS__MANIFOLD2_REFERENCE_NONE)
        m->reference = m->reference == FS__MANIFOLD2_REFERENCE_A ? FS__MANIFOLD2_REFERENCE_B
                                                                 : FS__MANIFOLD2_REFERENCE_A;
}
