/* triangle.c: one triangle of the ground against a shape or a ray.
 *
 * The part of the triangle within the window is a flat hull of two faces, so that all narrow phases of convex shapes work
 * on it. Its normal is that of the whole triangle.
 */
#include <string.h>

#include <fixstep/trig.h>

#include "physics3d/geometry/manifold_convex.h"
#include "physics3d/ground/triangle.h"

enum { LEVEL = FS_UNIT_ONE / 1024 };

/* ---- normal ------------------------------------------------------------------------------------------------- */

static fs_i128 product(fs_pos a, fs_pos b, fs_pos c, fs_pos d)
{
    return fs_i128_sub(fs_i128_mul(a, b), fs_i128_mul(c, d));
}

/* Components below 2^31. */
static bool is_short(fs_pos3 v)
{
    return ((fs_uabs64(v.x) | fs_uabs64(v.y) | fs_uabs64(v.z)) >> 31) == 0;
}

/* fs__vec3_reduce() of a cross product in 64 bits. */
static struct fs__vec3 short_normal(fs_pos3 u, fs_pos3 v)
{
    struct fs__vec3 n = fs__vec3_cross(fs__vec3_make(u.x, u.y, u.z), fs__vec3_make(v.x, v.y, v.z));
    int more = fs_bit_width64(fs_max_u64(fs_max_u64(fs_uabs64(n.x), fs_uabs64(n.y)), fs_uabs64(n.z))) - 61;
    unsigned shift = more > 0 ? (unsigned)more : 0;
    return fs__vec3_make(fs_round_shift64_sym(n.x, shift), fs_round_shift64_sym(n.y, shift),
                         fs_round_shift64_sym(n.z, shift));
}

fs_unit3 fs__triangle3_normal(const fs_pos3 corner[3])
{
    fs_pos3 u = fs__triangle3_difference(corner[1], corner[0]), v = fs__triangle3_difference(corner[2], corner[0]);
    if (is_short(u) && is_short(v))
        return fs__vec3_unit(short_normal(u, v));
    const fs_i128 n[3] = { product(u.y, v.z, u.z, v.y), product(u.z, v.x, u.x, v.z), product(u.x, v.y, u.y, v.x) };
    return fs__vec3_unit(fs__vec3_reduce(n, 61));
}

/* ---- inner edges -------------------------------------------------------------------------------------------- */

/* n . (a x b) of unit vectors, sign only, with what the rounding of normals can do counted as 0. */
static int turn_of(fs_unit3 a, fs_unit3 b, fs_unit3 about)
{
    fs_unit3 c = fs_unit3_cross(a, b);
    int64_t v = fs_round_shift64_sym(fs_unit3_dot(about, c), FS_UNIT_FRAC);
    return v > 16 ? 1 : v < -16 ? -1 : 0;
}

/* The triangle beyond side k. */
static struct fs__triangle3 neighbour_of(const struct fs__triangle3 *t, unsigned k)
{
    return (struct fs__triangle3){ .corner = { t->corner[k == 2 ? 0 : k + 1], t->corner[k], t->beyond[k] } };
}

/* Whether the contact normal n, which leans over side k, lies between the normals of both triangles of a convex edge. Free
 * edges admit all that does not point below the face. */
static bool is_admitted_by(const struct fs__triangle3 *t, unsigned k, fs_unit3 own, fs_unit3 n)
{
    if (!t->joined[k])
        return fs_unit3_dot(n, own) >= 0;
    unsigned l = k == 2 ? 0 : k + 1;
    const struct fs__triangle3 other = neighbour_of(t, k);
    fs_unit3 m = fs__triangle3_normal(other.corner);
    fs_pos3 d = fs__triangle3_difference(t->corner[l], t->corner[k]);
    fs_unit3 e = fs__vec3_unit(fs__vec3_make(d.x, d.y, d.z));
    return turn_of(own, m, e) > 0 && turn_of(n, m, e) >= 0;
}

static bool leans_over(const struct fs__triangle3 *t, unsigned k, fs_unit3 own, fs_unit3 n)
{
    fs_pos3 d = fs__triangle3_difference(t->corner[k == 2 ? 0 : k + 1], t->corner[k]);
    fs_unit3 outward = fs_unit3_cross(fs__vec3_unit(fs__vec3_make(d.x, d.y, d.z)), own);
    return fs_round_shift64_sym(fs_unit3_dot(n, outward), FS_UNIT_FRAC) > 16;
}

static bool is_admitted(const struct fs__triangle3 *t, fs_unit3 own, fs_unit3 n)
{
    for (unsigned k = 0; k < 3; k++)
        if (leans_over(t, k, own, n) && !is_admitted_by(t, k, own, n))
            return false;
    return fs_unit3_dot(n, own) > 0;
}

/* ---- balls ---------------------------------------------------------------------------------------------------- */

/* Differences lose 3 bits, so that products of two stay below 2^62. */
struct fs__vec3 fs__triangle3_nearest_on_side(struct fs__vec3 from, struct fs__vec3 to, struct fs__vec3 c)
{
    struct fs__vec3 e = fs__vec3_sub(to, from), d = fs__vec3_sub(c, from);
    struct fs__vec3 u = fs__vec3_make(fs_asr64(e.x, 3), fs_asr64(e.y, 3), fs_asr64(e.z, 3)),
                    v = fs__vec3_make(fs_asr64(d.x, 3), fs_asr64(d.y, 3), fs_asr64(d.z, 3));
    int64_t length_sq = fs__vec3_dot(u, u), along = fs_clamp64(fs__vec3_dot(u, v), 0, length_sq);
    int64_t t = length_sq > 0 ? fs_muldiv64(along, FS_UNIT_ONE, length_sq) : 0;
    return fs__vec3_make(from.x + fs_mul64(e.x, t, FS_UNIT_FRAC), from.y + fs_mul64(e.y, t, FS_UNIT_FRAC),
                         from.z + fs_mul64(e.z, t, FS_UNIT_FRAC));
}

/* A ball whose centre is not over the face touches the nearest side or corner. The lowest side wins a tie. */
static void collide_ball(const struct fs__triangle3_part *near, const struct fs__core3 *b, fs_rel margin,
                         struct fs__manifold3 *m)
{
    const fs_rel radius[2] = { 0, b->geometry->radius };
    struct fs__vec3 best = fs__vec3_make(0, 0, 0);
    int64_t least = INT64_MAX;
    for (unsigned k = 0; k < near->hull.corner_count; k++) {
        unsigned next = k + 1 < near->hull.corner_count ? k + 1 : 0;
        struct fs__vec3 p = fs__triangle3_nearest_on_side(fs__vec3_from_rel(near->hull.corner[k]),
                                                          fs__vec3_from_rel(near->hull.corner[next]), b->p);
        int64_t distance = fs__vec3_length(fs__vec3_sub(b->p, p));
        if (distance < least) {
            least = distance;
            best = p;
        }
    }
    m->normal = fs__vec3_unit(fs__vec3_sub(b->p, best));
    fs__manifold3_add_point(best, b->p, m->normal, radius, margin, FS__ID3_POINT, m);
}

/* A ball over the triangle beyond a concave side meets this one's face first, not the side: the face is known before the ball is over it,
 * so that it stops the ball where they meet within a tick. */
static void collide_ahead(const struct fs__triangle3 *t, const struct fs__triangle3_part *part,
                          const struct fs__ground3_probe *probe, const struct fs__triangle3_lowest *low,
                          struct fs__manifold3 *m)
{
    const int64_t gap = low->height - probe->geometry->radius;
    const fs_rel3 foot = fs__triangle3_foot_of(low, part->normal);
    const fs_pos3 place = fs_pos3_add_rel(probe->window.origin, foot);
    for (unsigned k = 0; k < 3 && gap > 0 && gap <= probe->margin; k++) {
        const struct fs__triangle3 other = neighbour_of(t, k);
        if (fs__triangle3_is_open(t, part->normal, k) ||
            !fs__triangle3_covers(&other, fs__triangle3_normal(other.corner), place))
            continue;
        m->count = 1;
        m->normal = part->normal;
        m->reference = FS__REFERENCE3_FACE_A;
        m->point[0] = foot;
        m->separation[0] = (fs_rel)gap;
        m->id[0] = FS__ID3_POINT;
        return;
    }
}

/* Sides and corners too. */
static void collide_all(const struct fs__triangle3 *t, const struct fs__triangle3_part *part,
                        const struct fs__ground3_probe *probe, const struct fs__core3 *b,
                        const struct fs__triangle3_lowest *low, struct fs__manifold3 *m)
{
    if (probe->geometry->kind == FS_GEOMETRY3_SPHERE)
        collide_ball(part, b, probe->margin, m);
    else if (probe->geometry->kind == FS_GEOMETRY3_CAPSULE && part->whole)
        fs__triangle3_collide_capsule(part, probe, b, m);
    else if (probe->geometry->kind != FS_GEOMETRY3_BOX || !part->whole ||
             !fs__triangle3_collide_box(t, part, b, low->height, probe->margin, m))
        fs__manifold3_collide(&part->geometry, probe->geometry, &probe->window.b,
                              &(struct fs__manifold3_query){ .margin = probe->margin,
                                                             .reference = FS__REFERENCE3_FACE_A,
                                                             .load = probe->load },
                              m);
    if (m->count == 0)
        fs__triangle3_collide_face(part, b, 0, m);
    else if (!fs_unit3_eq(m->normal, part->normal) && !is_admitted(t, part->normal, m->normal))
        fs__triangle3_collide_face(part, b, probe->margin, m);
}

/* A tip that went through a neighbour may lie behind this triangle without touching it: it is as deep as the ground is
 * solid. */
void fs__triangle3_collide(const struct fs__triangle3 *t, const struct fs__ground3_probe *probe,
                           const struct fs__core3 *b, struct fs__manifold3 *m)
{
    struct fs__triangle3_part n;
    memset(m, 0, sizeof *m);
    if (fs__triangle3_is_clear(t, probe, b))
        return;
    fs_unit3 normal = fs__triangle3_normal(t->corner);
    struct fs__triangle3_lowest low = fs__triangle3_find_lowest(t, normal, probe->window.origin, b);
    if (fs__triangle3_is_above(normal, probe, &low) || !fs__triangle3_make_part(t, normal, probe->window.origin, &n) ||
        !fs__triangle3_is_in_front(&n, b))
        return;
    const struct fs__triangle3_reach reach = fs__triangle3_find_reach(t, &n, probe, b, &low);
    if (reach.beside)
        return;
    if (reach.one_normal)
        fs__triangle3_collide_face(&n, b, probe->margin, m);
    else
        collide_all(t, &n, probe, b, &low, m);
    if (m->count == 0 && probe->geometry->kind == FS_GEOMETRY3_SPHERE)
        collide_ahead(t, &n, probe, &low, m);
}

unsigned fs__triangle3_touched_corners(const struct fs__triangle3 *t, fs_unit3 n)
{
    unsigned touched = 7;
    for (unsigned k = 0; k < 3; k++) {
        unsigned l = k == 2 ? 0 : k + 1;
        fs_pos3 d = fs__triangle3_difference(t->corner[l], t->corner[k]);
        fs_unit3 e = fs__vec3_unit(fs__vec3_make(d.x, d.y, d.z));
        int64_t rise = fs_round_shift64_sym(fs_unit3_dot(n, e), FS_UNIT_FRAC);
        if (rise > LEVEL)
            touched &= ~(1u << k);
        if (rise < -LEVEL)
            touched &= ~(1u << l);
    }
    return touched;
}

/* ---- paths --------------------------------------------------------------------------------------------------- */

/* False when the centre of the shape is behind the triangle, or nothing of it lies in the window. */
static bool make_near(const struct fs__triangle3 *t, const struct fs__ground3_probe *probe,
                      struct fs__triangle3_part *n)
{
    struct fs__core3 b;
    fs__core3_place(&b, probe->geometry, &probe->window.b);
    return fs__triangle3_make_part(t, fs__triangle3_normal(t->corner), probe->window.origin, n) &&
           fs__triangle3_is_in_front(n, &b);
}

static struct fs__ground3_hit to_hit(fs_cast_hit3 hit, const struct fs__triangle3 *t)
{
    return (
        struct fs__ground3_hit){ .hit = hit.hit, .fraction = hit.fraction, .normal = hit.normal, .triangle = t->row };
}

struct fs__ground3_hit fs__triangle3_cast(const struct fs__triangle3 *t, const struct fs__ground3_probe *probe,
                                          fs_rel3 translation)
{
    struct fs__triangle3_part n;
    const struct fs__ground3_hit miss = { .hit = false, .fraction = FS_UNIT_ONE };
    if (!make_near(t, probe, &n) || fs__geometry3_dot(n.normal, fs__vec3_from_rel(translation)) >= 0)
        return miss;
    return to_hit(fs_geometry3_cast(&n.geometry, probe->geometry, probe->window.b, translation), t);
}

bool fs__triangle3_overlaps(const struct fs__triangle3 *t, const struct fs__ground3_probe *probe)
{
    struct fs__triangle3_part n;
    return make_near(t, probe, &n) &&
           fs_geometry3_distance(&n.geometry, probe->geometry, probe->window.b).distance == 0;
}

fs_rel fs__triangle3_distance(const struct fs__triangle3 *t, const struct fs__ground3_probe *probe, fs_rel3 *point,
                              fs_unit3 *normal)
{
    struct fs__triangle3_part n;
    if (!fs__triangle3_make_part(t, fs__triangle3_normal(t->corner), probe->window.origin, &n))
        return FS_REL_MAX;
    fs_distance3 d = fs_geometry3_distance(&n.geometry, probe->geometry, probe->window.b);
    *point = d.on_a;
    *normal = d.normal;
    return d.distance;
}

struct fs__ground3_hit fs__triangle3_raycast(const struct fs__triangle3 *t, fs_pos3 origin, fs_pos3 translation)
{
    struct fs__ground3_hit hit = { .hit = false, .fraction = FS_UNIT_ONE };
    fs_unit3 n = fs__triangle3_normal(t->corner);
    fs_pos3 from = fs_pos3_sub(origin, t->corner[0]);
    fs_pos h0 = fs_asr64(fs__triangle3_height_over(n, from), 2),
           h1 = fs_asr64(fs__triangle3_height_over(n, fs_pos3_add(from, translation)), 2);
    if (h0 < 0 || h1 > 0 || h0 == h1)
        return hit;
    fs_pos3 p = fs_pos3_add(origin, fs_pos3_make(fs_muldiv64(translation.x, h0, h0 - h1),
                                                 fs_muldiv64(translation.y, h0, h0 - h1),
                                                 fs_muldiv64(translation.z, h0, h0 - h1)));
    if (!fs__triangle3_covers(t, n, p))
        return hit;
    return (struct fs__ground3_hit){ .hit = true,
                                     .fraction = (fs_unit)fs_muldiv64(h0, FS_UNIT_ONE, h0 - h1),
                                     .normal = n,
                                     .triangle = t->row };
}
