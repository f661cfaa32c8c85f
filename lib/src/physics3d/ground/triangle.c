/* triangle.c: one triangle of the ground against a shape or a ray.
 *
 * The part of the triangle within the window is a flat hull of two faces, so that all narrow phases of convex shapes work
 * on it. Its normal is that of the whole triangle.
 */
#include <string.h>

#include <fixstep/trig.h>

#include "physics3d/geometry/manifold_convex.h"
#include "physics3d/ground/ground.h"

enum { MAX_CUT = 9, BORDER = 3, LEVEL = FS_UNIT_ONE / 1024 };

/* Corners of the part in the window and the side of the triangle that begins at each; BORDER: a side that the window cut. */
struct patch {
    fs_pos3 at[MAX_CUT];
    uint8_t side[MAX_CUT];
    unsigned count;
};

/* ---- normal ------------------------------------------------------------------------------------------------- */

static fs_pos3 minus(fs_pos3 a, fs_pos3 b)
{
    return fs_pos3_make(a.x - b.x, a.y - b.y, a.z - b.z);
}

static fs_i128 product(fs_pos a, fs_pos b, fs_pos c, fs_pos d)
{
    return fs_i128_sub(fs_i128_mul(a, b), fs_i128_mul(c, d));
}

fs_unit3 fs__triangle3_normal(const fs_pos3 corner[3])
{
    fs_pos3 u = minus(corner[1], corner[0]), v = minus(corner[2], corner[0]);
    const fs_i128 n[3] = { product(u.y, v.z, u.z, v.y), product(u.z, v.x, u.x, v.z), product(u.x, v.y, u.y, v.x) };
    return fs__vec3_unit(fs__vec3_reduce(n, 61));
}

static fs_pos height_over(fs_unit3 n, fs_pos3 p)
{
    fs_i128 sum = fs_i128_add(fs_i128_add(fs_i128_mul(n.x, p.x), fs_i128_mul(n.y, p.y)), fs_i128_mul(n.z, p.z));
    return fs_i128_round_shift_sym(sum, FS_UNIT_FRAC);
}

/* ---- the part in the window --------------------------------------------------------------------------------- */

static fs_pos coordinate(fs_pos3 p, unsigned axis)
{
    return axis == 0 ? p.x : axis == 1 ? p.y : p.z;
}

static fs_pos part_of(fs_pos from, fs_pos to, fs_pos num, fs_pos den)
{
    return from + fs_muldiv64(to - from, num, den);
}

static void add_corner(struct patch *p, fs_pos3 at, unsigned side)
{
    FS_ASSERT(p->count < MAX_CUT);
    p->at[p->count] = at;
    p->side[p->count++] = (uint8_t)side;
}

/* Keeps what is on the inner side of sign * coordinate <= FS__GROUND3_WINDOW. Source: Sutherland, Hodgman, 1974. */
static void cut_side(struct patch *p, unsigned axis, int sign)
{
    struct patch r = { .count = 0 };
    for (unsigned i = 0; i < p->count; i++) {
        unsigned j = i + 1 < p->count ? i + 1 : 0;
        fs_pos a = FS__GROUND3_WINDOW - sign * coordinate(p->at[i], axis);
        fs_pos b = FS__GROUND3_WINDOW - sign * coordinate(p->at[j], axis);
        if (a >= 0)
            add_corner(&r, p->at[i], p->side[i]);
        if ((a > 0 && b < 0) || (a < 0 && b > 0)) {
            fs_pos3 from = p->at[i], to = p->at[j];
            fs_pos3 c = fs_pos3_make(part_of(from.x, to.x, a, a - b), part_of(from.y, to.y, a, a - b),
                                     part_of(from.z, to.z, a, a - b));
            add_corner(&r, c, a > 0 ? BORDER : p->side[i]);
        }
    }
    *p = r;
}

static bool is_far(fs_pos v)
{
    return fs_uabs64(v) > (uint64_t)4 * FS__GROUND3_MAX_EXTENT;
}

static bool is_inside(const struct patch *p)
{
    uint64_t most = 0;
    for (unsigned i = 0; i < p->count; i++)
        most = fs_max_u64(most,
                          fs_max_u64(fs_uabs64(p->at[i].x), fs_max_u64(fs_uabs64(p->at[i].y), fs_uabs64(p->at[i].z))));
    return most <= (uint64_t)FS__GROUND3_WINDOW;
}

static struct patch patch_of(const struct fs__triangle3 *t, fs_pos3 origin)
{
    struct patch p = { .count = 0 };
    if (is_far(origin.x) || is_far(origin.y) || is_far(origin.z))
        return p;
    for (unsigned k = 0; k < 3; k++)
        add_corner(&p, minus(t->corner[k], origin), k);
    for (unsigned axis = 0; axis < 3 && !is_inside(&p); axis++) {
        cut_side(&p, axis, 1);
        cut_side(&p, axis, -1);
    }
    return p;
}

static fs_rel to_rel(fs_pos v)
{
    return (fs_rel)fs_round_shift64_sym(v, FS_POS_FRAC - FS_REL_FRAC);
}

/* A hull of two faces: 0 the free side, 1 the back. Only the fields in use are written. */
static void make_hull(const struct patch *p, fs_unit3 n, fs_hull3 *h)
{
    unsigned count = p->count;
    int64_t high = INT64_MIN, low = INT64_MAX;
    h->corner_count = (uint8_t)count;
    h->face_count = 2;
    h->edge_count = (uint16_t)(2 * count);
    h->first_edge[0] = 0;
    h->first_edge[1] = (uint16_t)count;
    h->first_edge[2] = (uint16_t)(2 * count);
    for (unsigned i = 0; i < count; i++) {
        unsigned back = 2 * count - 1 - i; /* of the side from i to i + 1 */
        h->corner[i] = fs_rel3_make(to_rel(p->at[i].x), to_rel(p->at[i].y), to_rel(p->at[i].z));
        h->origin[i] = (uint8_t)i;
        h->origin[back] = (uint8_t)(i + 1 < count ? i + 1 : 0);
        h->face[i] = 0;
        h->face[back] = 1;
        h->twin[i] = (uint16_t)back;
        h->twin[back] = (uint16_t)i;
        int64_t height = fs__geometry3_dot(n, fs__vec3_from_rel(h->corner[i]));
        high = fs_max64(high, height);
        low = fs_min64(low, height);
    }
    h->normal[0] = n;
    h->normal[1] = fs_unit3_neg(n);
    h->offset[0] = fs_sat32(-fs_asr64(-high, FS_UNIT_FRAC));
    h->offset[1] = fs_sat32(-fs_asr64(low, FS_UNIT_FRAC));
}

/* The triangle near a shape, as a shape. */
struct near_triangle {
    struct patch patch;
    fs_hull3 hull;
    fs_geometry3 geometry;
    fs_unit3 normal;
    bool whole; /* the corners of the hull are those of the triangle */
};

/* False when nothing of it lies in the window. */
static bool make_part(const struct fs__triangle3 *t, const struct fs__ground3_probe *probe, struct near_triangle *n)
{
    n->normal = fs__triangle3_normal(t->corner);
    n->patch = patch_of(t, probe->window.origin);
    if (n->patch.count < 3 || fs_unit3_is_zero(n->normal))
        return false;
    make_hull(&n->patch, n->normal, &n->hull);
    n->whole = n->patch.count == 3 && n->patch.side[0] == 0 && n->patch.side[1] == 1 && n->patch.side[2] == 2;
    memset(&n->geometry, 0, sizeof n->geometry);
    n->geometry.kind = FS_GEOMETRY3_HULL;
    n->geometry.rot = fs_quat_identity();
    n->geometry.hull = &n->hull;
    return true;
}

/* Whether the centre of a shape is on its free side. */
static bool is_in_front(const struct near_triangle *n, const struct fs__core3 *b)
{
    return fs__geometry3_dot(n->normal, fs__vec3_sub(b->p, fs__vec3_from_rel(n->hull.corner[0]))) >= 0;
}

/* The same as make_part(), and false when the centre of the shape is behind the triangle. */
static bool make_near(const struct fs__triangle3 *t, const struct fs__ground3_probe *probe, struct near_triangle *n)
{
    struct fs__core3 b = fs__core3_placed(probe->geometry, probe->window.b);
    return make_part(t, probe, n) && is_in_front(n, &b);
}

/* ---- quick answers ------------------------------------------------------------------------------------------ */

/* Heights over the triangle's plane that cannot be rounding: results do not depend on where a quick answer ends (Q26). */
enum { HEIGHT_ROUNDING = 64 };

/* The height of the window's origin over the plane of the triangle, Q26. */
static int64_t origin_height(const struct fs__triangle3 *t, fs_unit3 n, const struct fs__ground3_probe *probe)
{
    return fs_asr64(height_over(n, fs_pos3_sub(probe->window.origin, t->corner[0])), FS_POS_FRAC - FS_REL_FRAC);
}

static int64_t height_of(fs_unit3 n, struct fs__vec3 p)
{
    return fs_round_shift64_sym(fs__geometry3_dot(n, p), FS_UNIT_FRAC);
}

/* Whether p lies in the triangle seen along the axis of its normal's largest component: exact signs; sides count. */
static bool covers(const struct fs__triangle3 *t, fs_unit3 n, fs_pos3 p)
{
    uint32_t x = fs_uabs32(n.x), y = fs_uabs32(n.y), z = fs_uabs32(n.z);
    unsigned axis = x >= y && x >= z ? 0 : y >= z ? 1 : 2, u = axis == 2 ? 0 : axis + 1, v = u == 2 ? 0 : u + 1;
    fs_unit size = axis == 0 ? n.x : axis == 1 ? n.y : n.z;
    for (unsigned k = 0; k < 3; k++) {
        fs_pos3 d = minus(t->corner[k == 2 ? 0 : k + 1], t->corner[k]), e = fs_pos3_sub(p, t->corner[k]);
        fs_i128 turn = product(coordinate(d, u), coordinate(e, v), coordinate(d, v), coordinate(e, u));
        if (fs_i128_sign(turn) * (size > 0 ? 1 : -1) < 0)
            return false;
    }
    return true;
}

static struct fs__vec3 furthest_point(const struct fs__core3 *b, struct fs__vec3 direction)
{
    return fs__core3_point(b, fs__core3_support_own(b->geometry, fs__core3_own_direction(b, direction)));
}

/* The point of the shape's core that is lowest over the plane of a triangle, and its height there, Q26. */
struct lowest {
    struct fs__vec3 point;
    int64_t height;
};

static struct lowest lowest_point(const struct fs__triangle3 *t, fs_unit3 n, const struct fs__ground3_probe *probe,
                                  const struct fs__core3 *b)
{
    struct lowest low;
    low.point = furthest_point(b, fs__vec3_make(-n.x, -n.y, -n.z));
    low.height = height_of(n, low.point) + origin_height(t, n, probe);
    return low;
}

/* Whether the whole shape is more than `margin` above the plane. */
static bool is_above(const struct lowest *low, const struct fs__ground3_probe *probe)
{
    return low->height - probe->geometry->radius > (int64_t)probe->margin + HEIGHT_ROUNDING;
}

/* Its projection on the plane (window). */
static fs_rel3 foot_of(const struct lowest *low, fs_unit3 n)
{
    return fs_rel3_make(fs_sat32(low->point.x - fs_mul64(low->height, n.x, FS_UNIT_FRAC)),
                        fs_sat32(low->point.y - fs_mul64(low->height, n.y, FS_UNIT_FRAC)),
                        fs_sat32(low->point.z - fs_mul64(low->height, n.z, FS_UNIT_FRAC)));
}

/* ---- sides --------------------------------------------------------------------------------------------------- */

/* The outward direction of a side in the plane of the triangle, of any length; components below 2^28. */
struct side {
    struct fs__vec3 outward, corner;
    int64_t length; /* of outward, at least */
};

/* v shifted right until its components are below 2^bits: only the direction is kept. */
static struct fs__vec3 shortened(struct fs__vec3 v, int bits)
{
    int more = fs_bit_width64(fs_uabs64(v.x) | fs_uabs64(v.y) | fs_uabs64(v.z)) - bits;
    unsigned shift = more > 0 ? (unsigned)more : 0;
    return fs__vec3_make(fs_asr64(v.x, shift), fs_asr64(v.y, shift), fs_asr64(v.z, shift));
}

static struct side side_of(const struct fs__triangle3 *t, const struct near_triangle *near, unsigned k)
{
    fs_pos3 d = minus(t->corner[k == 2 ? 0 : k + 1], t->corner[k]);
    struct fs__vec3 along = shortened(fs__vec3_make(d.x, d.y, d.z), 30),
                    normal = fs__vec3_make(near->normal.x, near->normal.y, near->normal.z);
    struct side s = { .outward = shortened(fs__vec3_cross(along, normal), 28),
                      .corner = fs__vec3_from_rel(near->hull.corner[k]) };
    s.length = (int64_t)fs_isqrt64((uint64_t)fs__vec3_dot(s.outward, s.outward)) + 1;
    return s;
}

/* How far the nearest and the farthest point of the core are beyond a side, times its length (Q26). */
struct beyond {
    int64_t least, most;
};

static bool is_symmetric(const fs_geometry3 *g)
{
    return g->kind != FS_GEOMETRY3_HULL && g->kind != FS_GEOMETRY3_CONE;
}

static struct beyond beyond_of(const struct side *s, const struct fs__core3 *b)
{
    struct fs__vec3 out = s->outward, in = fs__vec3_make(-out.x, -out.y, -out.z);
    struct beyond r;
    r.most = fs__vec3_dot(out, fs__vec3_sub(furthest_point(b, out), s->corner));
    if (is_symmetric(b->geometry))
        r.least = 2 * fs__vec3_dot(out, fs__vec3_sub(b->p, s->corner)) - r.most;
    else
        r.least = fs__vec3_dot(out, fs__vec3_sub(furthest_point(b, in), s->corner));
    return r;
}

/* Whether a normal may lean over side k: it is free, or convex. */
static bool is_open(const struct fs__triangle3 *t, fs_unit3 n, unsigned k)
{
    return !t->joined[k] || height_over(n, fs_pos3_sub(t->beyond[k], t->corner[0])) < 0;
}

/* Where the shape is beside the triangle. */
struct reach {
    bool beside;     /* all of it is beyond a side by more than the margin */
    bool over_opens; /* some of it may be beyond an open side */
};

/* The sides of a triangle that the window cuts are not looked at: it is large, so few are near. */
static struct reach reach_of(const struct fs__triangle3 *t, const struct near_triangle *near,
                             const struct fs__ground3_probe *probe, const struct fs__core3 *b)
{
    struct reach r = { false, false };
    const int64_t radius = probe->geometry->radius, least = radius + probe->margin + HEIGHT_ROUNDING;
    for (unsigned k = 0; k < 3 && !r.beside; k++) {
        bool open = is_open(t, near->normal, k);
        if (!near->whole) {
            r.over_opens |= open;
            continue;
        }
        struct side s = side_of(t, near, k);
        struct beyond beyond = beyond_of(&s, b);
        r.beside = beyond.least > least * s.length;
        r.over_opens |= open && beyond.most + (radius + HEIGHT_ROUNDING) * s.length > 0;
    }
    return r;
}

/* Whether a contact can have no other normal than that of the face: the shape is beyond no side that is free or convex, or
 * the lowest point of the shape is over the triangle, which is then the nearest there is. */
static bool has_one_normal(const struct fs__triangle3 *t, fs_unit3 n, const struct reach *reach,
                           const struct lowest *low, const struct fs__ground3_probe *probe)
{
    return !reach->over_opens || covers(t, n, fs_pos3_add_rel(probe->window.origin, foot_of(low, n)));
}

/* Whether all that the shape's farthest point may reach between two frames is above the plane. */
static bool stays_above(const struct fs__triangle3 *t, fs_unit3 n, const struct fs__ground3_probe *probe,
                        fs_transform3 to)
{
    int64_t from_height = height_of(n, fs__vec3_from_rel(probe->window.b.p)),
            to_height = height_of(n, fs__vec3_from_rel(to.p));
    int64_t reach = (int64_t)fs_geometry3_extent(probe->geometry, fs_rel3_zero()) + FS_GEOMETRY3_TOLERANCE;
    return fs_min64(from_height, to_height) + origin_height(t, n, probe) > reach + HEIGHT_ROUNDING;
}

/* ---- inner edges -------------------------------------------------------------------------------------------- */

/* n . (a x b) of unit vectors, sign only, with what the rounding of normals can do counted as 0. */
static int turn_of(fs_unit3 a, fs_unit3 b, fs_unit3 about)
{
    fs_unit3 c = fs_unit3_cross(a, b);
    int64_t v = fs_round_shift64_sym(fs_unit3_dot(about, c), FS_UNIT_FRAC);
    return v > 16 ? 1 : v < -16 ? -1 : 0;
}

/* Whether the contact normal n, which leans over side k, lies between the normals of both triangles of a convex edge. Free
 * edges admit all that does not point below the face. */
static bool is_admitted_by(const struct fs__triangle3 *t, unsigned k, fs_unit3 own, fs_unit3 n)
{
    if (!t->joined[k])
        return fs_unit3_dot(n, own) >= 0;
    unsigned l = k == 2 ? 0 : k + 1;
    const fs_pos3 other[3] = { t->corner[l], t->corner[k], t->beyond[k] };
    fs_unit3 m = fs__triangle3_normal(other);
    fs_pos3 d = minus(t->corner[l], t->corner[k]);
    fs_unit3 e = fs__vec3_unit(fs__vec3_make(d.x, d.y, d.z));
    return turn_of(own, m, e) > 0 && turn_of(n, m, e) >= 0;
}

static bool leans_over(const struct fs__triangle3 *t, unsigned k, fs_unit3 own, fs_unit3 n)
{
    fs_pos3 d = minus(t->corner[k == 2 ? 0 : k + 1], t->corner[k]);
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

/* The manifold with the free face of the triangle as the reference: points over it that are at most `margin` high. */
static void collide_face(const struct near_triangle *n, const struct fs__core3 *b, fs_rel margin,
                         struct fs__manifold3 *m)
{
    struct fs__core3 a = fs__core3_of(&n->geometry);
    struct fs__feature3 face, incident;
    struct fs__candidates3 points;
    memset(m, 0, sizeof *m);
    fs__feature3_face(&a, 0, n->normal, &face);
    fs__feature3_toward(b, fs_unit3_neg(n->normal), &incident);
    struct fs__reference3 ref = { &face, n->normal, fs__core3_extreme(&a, n->normal) };
    fs__clip3_face(&ref, &incident, b->geometry->radius, margin, &points);
    if (points.count == 0)
        return;
    fs__candidates3_reduce(&points, m);
    m->normal = n->normal;
    m->reference = FS__REFERENCE3_FACE_A;
}

/* ---- balls ---------------------------------------------------------------------------------------------------- */

/* The point of the line from one corner to the next that is nearest to c. Differences lose 3 bits, so that products of two
 * stay below 2^60. */
static struct fs__vec3 nearest_on_line(struct fs__vec3 from, struct fs__vec3 to, struct fs__vec3 c)
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
static void collide_ball(const struct near_triangle *near, const struct fs__core3 *b, fs_rel margin,
                         struct fs__manifold3 *m)
{
    const fs_rel radius[2] = { 0, b->geometry->radius };
    struct fs__vec3 best = fs__vec3_make(0, 0, 0);
    int64_t least = INT64_MAX;
    for (unsigned k = 0; k < near->patch.count; k++) {
        unsigned next = k + 1 < near->patch.count ? k + 1 : 0;
        struct fs__vec3 p = nearest_on_line(fs__vec3_from_rel(near->hull.corner[k]),
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

/* A tip that went through a neighbour may lie behind this triangle without touching it: it is as deep as the ground is
 * solid. */
void fs__triangle3_collide(const struct fs__triangle3 *t, const struct fs__ground3_probe *probe,
                           const struct fs__core3 *b, struct fs__manifold3 *m)
{
    struct near_triangle n;
    fs_unit3 normal = fs__triangle3_normal(t->corner);
    struct lowest low = lowest_point(t, normal, probe, b);
    memset(m, 0, sizeof *m);
    if (is_above(&low, probe) || !make_part(t, probe, &n) || !is_in_front(&n, b))
        return;
    const struct reach reach = reach_of(t, &n, probe, b);
    if (reach.beside)
        return;
    if (has_one_normal(t, normal, &reach, &low, probe)) {
        collide_face(&n, b, probe->margin, m);
        return;
    }
    if (probe->geometry->kind == FS_GEOMETRY3_SPHERE)
        collide_ball(&n, b, probe->margin, m);
    else
        fs__manifold3_collide(&n.geometry, probe->geometry, probe->window.b, probe->margin, FS__REFERENCE3_FACE_A, m);
    if (m->count == 0)
        collide_face(&n, b, 0, m);
    else if (!fs_unit3_eq(m->normal, n.normal) && !is_admitted(t, n.normal, m->normal))
        collide_face(&n, b, probe->margin, m);
}

unsigned fs__triangle3_touched_corners(const struct fs__triangle3 *t, fs_unit3 n)
{
    unsigned touched = 7;
    for (unsigned k = 0; k < 3; k++) {
        unsigned l = k == 2 ? 0 : k + 1;
        fs_pos3 d = minus(t->corner[l], t->corner[k]);
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

static struct fs__ground3_hit to_hit(fs_cast_hit3 hit, const struct fs__triangle3 *t)
{
    return (
        struct fs__ground3_hit){ .hit = hit.hit, .fraction = hit.fraction, .normal = hit.normal, .triangle = t->row };
}

struct fs__ground3_hit fs__triangle3_cast(const struct fs__triangle3 *t, const struct fs__ground3_probe *probe,
                                          fs_rel3 translation)
{
    struct near_triangle n;
    const struct fs__ground3_hit miss = { .hit = false, .fraction = FS_UNIT_ONE };
    if (!make_near(t, probe, &n) || fs__geometry3_dot(n.normal, fs__vec3_from_rel(translation)) >= 0)
        return miss;
    return to_hit(fs_geometry3_cast(&n.geometry, probe->geometry, probe->window.b, translation), t);
}

struct fs__ground3_hit fs__triangle3_time_of_impact(const struct fs__triangle3 *t,
                                                    const struct fs__ground3_probe *probe, fs_transform3 to)
{
    struct near_triangle n;
    const struct fs__ground3_hit miss = { .hit = false, .fraction = FS_UNIT_ONE };
    if (stays_above(t, fs__triangle3_normal(t->corner), probe, to) || !make_near(t, probe, &n))
        return miss;
    return to_hit(fs_geometry3_time_of_impact(&n.geometry, probe->geometry, probe->window.b, to), t);
}

bool fs__triangle3_overlaps(const struct fs__triangle3 *t, const struct fs__ground3_probe *probe)
{
    struct near_triangle n;
    return make_near(t, probe, &n) &&
           fs_geometry3_distance(&n.geometry, probe->geometry, probe->window.b).distance == 0;
}

fs_rel fs__triangle3_distance(const struct fs__triangle3 *t, const struct fs__ground3_probe *probe, fs_rel3 *point,
                              fs_unit3 *normal)
{
    struct near_triangle n;
    if (!make_part(t, probe, &n))
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
    fs_pos h0 = fs_asr64(height_over(n, from), 2), h1 = fs_asr64(height_over(n, fs_pos3_add(from, translation)), 2);
    if (h0 < 0 || h1 > 0 || h0 == h1)
        return hit;
    fs_pos3 p = fs_pos3_add(origin, fs_pos3_make(fs_muldiv64(translation.x, h0, h0 - h1),
                                                 fs_muldiv64(translation.y, h0, h0 - h1),
                                                 fs_muldiv64(translation.z, h0, h0 - h1)));
    if (!covers(t, n, p))
        return hit;
    return (struct fs__ground3_hit){ .hit = true,
                                     .fraction = (fs_unit)fs_muldiv64(h0, FS_UNIT_ONE, h0 - h1),
                                     .normal = n,
                                     .triangle = t->row };
}
