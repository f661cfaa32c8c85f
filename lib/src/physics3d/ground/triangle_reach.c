/* triangle_reach.c: where a shape is about a triangle of the ground: answers that need no closest points.
 *
 * A shape that a plane across one of a few directions parts from the triangle all the time has no contact with it: the
 * directions are the axes of the shape, the normal of the triangle and those of its sides. Of a moving shape they are asked
 * where it begins and where it ends. Source: S. Gottschalk, M. Lin, D. Manocha, "OBBTree", 1996.
 */
#include <fixstep/trig.h>

#include "physics3d/ground/triangle.h"

enum { ROUNDING = FS__TRIANGLE3_ROUNDING };

static fs_pos coordinate(fs_pos3 p, unsigned axis)
{
    return axis == 0 ? p.x : axis == 1 ? p.y : p.z;
}

static fs_i128 product(fs_pos a, fs_pos b, fs_pos c, fs_pos d)
{
    return fs_i128_sub(fs_i128_mul(a, b), fs_i128_mul(c, d));
}

/* ---- heights ------------------------------------------------------------------------------------------------- */

int64_t fs__triangle3_origin_height(const struct fs__triangle3 *t, fs_unit3 n, fs_pos3 origin)
{
    return fs_asr64(fs__triangle3_height_over(n, fs_pos3_sub(origin, t->corner[0])), FS_POS_FRAC - FS_REL_FRAC);
}

static int64_t height_of(fs_unit3 n, struct fs__vec3 p)
{
    return fs_round_shift64_sym(fs__geometry3_dot(n, p), FS_UNIT_FRAC);
}

/* Seen along the axis of the normal's largest component: exact signs; sides count. */
bool fs__triangle3_covers(const struct fs__triangle3 *t, fs_unit3 n, fs_pos3 p)
{
    uint32_t x = fs_uabs32(n.x), y = fs_uabs32(n.y), z = fs_uabs32(n.z);
    unsigned axis = x >= y && x >= z ? 0 : y >= z ? 1 : 2, u = axis == 2 ? 0 : axis + 1, v = u == 2 ? 0 : u + 1;
    fs_unit size = axis == 0 ? n.x : axis == 1 ? n.y : n.z;
    for (unsigned k = 0; k < 3; k++) {
        fs_pos3 d = fs__triangle3_difference(t->corner[k == 2 ? 0 : k + 1], t->corner[k]),
                e = fs_pos3_sub(p, t->corner[k]);
        fs_i128 turn = product(coordinate(d, u), coordinate(e, v), coordinate(d, v), coordinate(e, u));
        if (fs_i128_sign(turn) * (size > 0 ? 1 : -1) < 0)
            return false;
    }
    return true;
}

struct fs__triangle3_lowest fs__triangle3_find_lowest(const struct fs__triangle3 *t, fs_unit3 n, fs_pos3 origin,
                                                      const struct fs__core3 *b)
{
    struct fs__triangle3_lowest low;
    low.point = fs__core3_support(b, fs__vec3_make(-n.x, -n.y, -n.z));
    low.height = height_of(n, low.point) + fs__triangle3_origin_height(t, n, origin);
    return low;
}

static struct fs__vec3 way_of(const struct fs__ground3_probe *probe)
{
    return fs__vec3_from_rel(probe->sweep != NULL ? probe->sweep->way : fs_rel3_zero());
}

static int64_t around_of(const struct fs__ground3_probe *probe)
{
    return (int64_t)probe->geometry->radius + (probe->sweep != NULL ? probe->sweep->around : probe->margin) + ROUNDING;
}

bool fs__triangle3_is_above(fs_unit3 n, const struct fs__ground3_probe *probe, const struct fs__triangle3_lowest *low)
{
    return low->height + fs_min64(height_of(n, way_of(probe)), 0) > around_of(probe);
}

fs_rel3 fs__triangle3_foot_of(const struct fs__triangle3_lowest *low, fs_unit3 n)
{
    return fs_rel3_make(fs_sat32(low->point.x - fs_mul64(low->height, n.x, FS_UNIT_FRAC)),
                        fs_sat32(low->point.y - fs_mul64(low->height, n.y, FS_UNIT_FRAC)),
                        fs_sat32(low->point.z - fs_mul64(low->height, n.z, FS_UNIT_FRAC)));
}

/* ---- the shape's own axes -------------------------------------------------------------------------------------- */

/* The half sides of a box about the shape in its own axes (Q26); false for hulls. */
static bool own_bounds(const fs_geometry3 *g, fs_rel3 *half)
{
    *half = g->kind == FS_GEOMETRY3_SPHERE ? fs_rel3_zero() : g->half;
    if (g->kind == FS_GEOMETRY3_CAPSULE)
        *half = fs_rel3_make(fs_abs32(half->x), fs_abs32(half->y), fs_abs32(half->z));
    return g->kind != FS_GEOMETRY3_HULL;
}

static int64_t least3(const int64_t v[3])
{
    return fs_min64(fs_min64(v[0], v[1]), v[2]);
}

static int64_t most3(const int64_t v[3])
{
    return fs_max64(fs_max64(v[0], v[1]), v[2]);
}

/* Corner and translation along an axis of the shape, Q56. */
static bool is_clear_along(fs_unit3 axis, int64_t half, const struct fs__vec3 corner[3], struct fs__vec3 way)
{
    const int64_t along[3] = { fs__geometry3_dot(axis, corner[0]), fs__geometry3_dot(axis, corner[1]),
                               fs__geometry3_dot(axis, corner[2]) };
    int64_t reach = half * FS_UNIT_ONE, moved = fs__geometry3_dot(axis, way);
    return least3(along) - fs_max64(moved, 0) > reach || most3(along) - fs_min64(moved, 0) < -reach;
}

static int64_t to_q26(fs_pos v)
{
    return fs_asr64(v, FS_POS_FRAC - FS_REL_FRAC);
}

/* Triangles with a corner 15 m and more away are left to the other questions. */
bool fs__triangle3_is_clear(const struct fs__triangle3 *t, const struct fs__ground3_probe *probe,
                            const struct fs__core3 *b)
{
    struct fs__vec3 corner[3], way = way_of(probe);
    fs_rel3 half;
    if (!own_bounds(probe->geometry, &half))
        return false;
    for (unsigned k = 0; k < 3; k++) {
        fs_pos3 d = fs_pos3_sub(t->corner[k], probe->window.origin);
        if ((fs_uabs64(d.x) | fs_uabs64(d.y) | fs_uabs64(d.z)) >= (uint64_t)FS__GROUND3_WINDOW)
            return false;
        corner[k] = fs__vec3_sub(fs__vec3_make(to_q26(d.x), to_q26(d.y), to_q26(d.z)), b->p);
    }
    const fs_mat3 axes = fs_mat3_transpose(b->m);
    int64_t more = around_of(probe);
    return is_clear_along(axes.x, half.x + more, corner, way) || is_clear_along(axes.y, half.y + more, corner, way) ||
           is_clear_along(axes.z, half.z + more, corner, way);
}

/* ---- sides --------------------------------------------------------------------------------------------------- */

/* How far the nearest and the farthest point of the core are beyond a side, times its length (Q26). */
struct beyond {
    int64_t least, most;
};

static bool is_symmetric(const fs_geometry3 *g)
{
    return g->kind != FS_GEOMETRY3_HULL && g->kind != FS_GEOMETRY3_CONE;
}

static struct fs__vec3 opposite(struct fs__vec3 v)
{
    return fs__vec3_make(-v.x, -v.y, -v.z);
}

static struct beyond beyond_of(const struct fs__triangle3_side *s, const struct fs__core3 *b)
{
    struct fs__vec3 out = s->outward;
    struct beyond r;
    r.most = fs__vec3_dot(out, fs__vec3_sub(fs__core3_support(b, out), s->corner));
    if (is_symmetric(b->geometry))
        r.least = 2 * fs__vec3_dot(out, fs__vec3_sub(b->p, s->corner)) - r.most;
    else
        r.least = fs__vec3_dot(out, fs__vec3_sub(fs__core3_support(b, opposite(out)), s->corner));
    return r;
}

bool fs__triangle3_is_open(const struct fs__triangle3 *t, fs_unit3 n, unsigned k)
{
    return !t->joined[k] || fs__triangle3_height_over(n, fs_pos3_sub(t->beyond[k], t->corner[0])) < 0;
}

/* The farthest that the shape is beyond an open side when its contact may lean over that side. Over a side that is joined it
 * is the lowest point that tells: the lower a normal leans over the side, the farther in is the lowest point along it, so
 * that a contact between the normals of both triangles has the lowest point along one of them beyond the side, and that
 * triangle finds it. */
static int64_t reach_over(const struct fs__triangle3 *t, const struct fs__triangle3_side *s, unsigned k,
                          const struct fs__triangle3_lowest *low, int64_t most, int64_t radius)
{
    return t->joined[k] ? fs__vec3_dot(s->outward, fs__vec3_sub(low->point, s->corner)) + ROUNDING * s->length
                        : most + radius * s->length;
}

/* Whether some of the shape may be beyond an open side, which is looked at where it begins. */
static bool reaches_over(const struct fs__triangle3 *t, const struct fs__triangle3_part *part,
                         const struct fs__ground3_probe *probe, const struct fs__core3 *b,
                         const struct fs__triangle3_lowest *low, bool *beside)
{
    const struct fs__vec3 way = way_of(probe);
    const int64_t radius = (int64_t)probe->geometry->radius + ROUNDING, around = around_of(probe);
    bool over = false;
    for (unsigned k = 0; k < 3 && !*beside; k++) {
        const struct fs__triangle3_side *s = &part->side[k];
        struct beyond beyond = beyond_of(s, b);
        *beside = beyond.least + fs_min64(fs__vec3_dot(s->outward, way), 0) > around * s->length;
        over |= reach_over(t, s, k, low, beyond.most, radius) > 0 && fs__triangle3_is_open(t, part->normal, k);
    }
    return over;
}

/* A contact has no other normal than that of the face when the shape is beyond no side that is free or convex, or when the
 * lowest point of the shape is over the triangle, which is then the nearest there is. The sides of a triangle that the
 * window cuts are not looked at: it is large, so few are near. */
struct fs__triangle3_reach fs__triangle3_find_reach(const struct fs__triangle3 *t,
                                                    const struct fs__triangle3_part *part,
                                                    const struct fs__ground3_probe *probe, const struct fs__core3 *b,
                                                    const struct fs__triangle3_lowest *low)
{
    struct fs__triangle3_reach r = { false, false };
    bool over = part->whole ? reaches_over(t, part, probe, b, low, &r.beside)
                            : fs__triangle3_is_open(t, part->normal, 0) || fs__triangle3_is_open(t, part->normal, 1) ||
                                  fs__triangle3_is_open(t, part->normal, 2);
    r.one_normal = !over ||
                   (!r.beside && fs__triangle3_covers(
                                     t, part->normal,
                                     fs_pos3_add_rel(probe->window.origin, fs__triangle3_foot_of(low, part->normal))));
    return r;
}
