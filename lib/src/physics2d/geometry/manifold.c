/* manifold.c: contact manifolds of every pair of shapes, by a jump table.
 *
 * Method: separating axes over edge normals (support points), then the incident edge is clipped against the
 * reference edge; corners that face each other give one point along the line between them. Sources: Gottschalk
 * 1996; E. Catto, "Contact manifolds", GDC 2007. Separations are compared as exact 64-bit integers.
 */
#include "physics2d/geometry/manifold.h"

#include <string.h>

#include "physics2d/geometry/geometry_math.h"

/* A new reference face must be better by this much (m); below it cores count as touching. */
#define HYSTERESIS (FS_REL_ONE / 2048)
#define TOUCHING (FS_REL_ONE / 2048)
/* Directions that differ by less than 1/16 rad count as parallel: 1 - cos is below 2^-9. */
enum { PARALLEL_SHIFT = 9 };

static uint16_t make_id(unsigned feature_a, unsigned feature_b)
{
    return (uint16_t)(feature_a * 16u + feature_b);
}

static unsigned next(const fs_geometry2 *s, unsigned i)
{
    return i + 1u < s->count ? i + 1u : 0u;
}

/* Whether the squared length of a normal is within 2^-18 of 1: the shapes' rotations may each be off by 2^-20
 * (world/validate.c). */
static bool is_unit(fs_unit2 n)
{
    return fs_abs64(fs_unit2_dot(n, n) - ((int64_t)1 << 60)) <= (int64_t)1 << 42;
}

static void put_point(struct fs__manifold2 *m, fs_rel2 point, fs_rel separation, uint16_t id)
{
    FS_ASSERT(m->count < 2);
    FS_ASSERT(m->count == 0 || m->id[0] != id);
    m->point[m->count] = point;
    m->separation[m->count] = separation;
    m->id[m->count] = id;
    m->count++;
}

/* --- round against anything ------------------------------------------------------------------- */

/* The manifold of two cores' closest points p (of a) and q (of b) along n. */
static void add_closest_point(fs_rel2 p, fs_rel2 q, fs_unit2 n, const fs_rel radius[2], fs_rel margin, uint16_t id,
                              struct fs__manifold2 *m)
{
    fs_rel core = fs__geometry2_rel_from_q56(fs__geometry2_dot_difference(n, q, p));
    int64_t separation = (int64_t)core - radius[0] - radius[1];
    if (separation > margin) {
        m->gap = fs_sat32(separation);
        return;
    }
    m->normal = n;
    fs_rel half = fs_sat32(fs_round_shift64_sym((int64_t)core + radius[0] - radius[1], 1));
    put_point(m, fs__geometry2_offset_point(p, n, half), fs_sat32(separation), id);
}

/* Coincident points separate along +y of frame a, a fixed choice. */
static void add_corner_point(fs_rel2 p, fs_rel2 q, const fs_rel radius[2], fs_rel margin, uint16_t id,
                             struct fs__manifold2 *m)
{
    fs_unit2 n;
    if (!fs_rel2_normalise(fs_rel2_sub(q, p), &n))
        n = fs_unit2_make(0, FS_UNIT_ONE);
    add_closest_point(p, q, n, radius, margin, id, m);
}

/* The edge whose line is furthest from c on its outer side. */
static unsigned nearest_face(const fs_geometry2 *s, fs_rel2 c, int64_t *separation)
{
    unsigned best = 0;
    for (unsigned i = 0; i < s->count; i++) {
        int64_t d = fs__geometry2_line_distance(s->normal[i], c, s->corner[i], s->corner[next(s, i)]);
        if (i == 0 || d > *separation) {
            *separation = d;
            best = i;
        }
    }
    return best;
}

/* A hull and a circle at c, normal from the hull to the circle. Inside the core the nearest face decides. */
static void collide_hull_point(const fs_geometry2 *hull, fs_rel2 c, const fs_rel radius[2], fs_rel margin,
                               struct fs__manifold2 *m)
{
    int64_t separation = 0;
    unsigned i = nearest_face(hull, c, &separation), j = next(hull, i);
    fs_unit2 along = fs_unit2_perp(hull->normal[i]);
    bool outside = separation > 0;
    if (outside && fs__geometry2_dot_difference(along, c, hull->corner[i]) < 0)
        add_corner_point(hull->corner[i], c, radius, margin, make_id(i, 0), m);
    else if (outside && fs__geometry2_dot_difference(along, c, hull->corner[j]) > 0)
        add_corner_point(hull->corner[j], c, radius, margin, make_id(j, 0), m);
    else
        add_closest_point(
            fs__geometry2_offset_point(c, hull->normal[i], fs_sat32_neg(fs__geometry2_rel_from_q56(separation))), c,
            hull->normal[i], radius, margin, make_id(8u + i, 0), m);
}

/* Two shapes in one frame. */
struct pair {
    const fs_geometry2 *a, *b;
    fs_rel margin;
    unsigned hint; /* the last reference */
    const struct fs__polygon2_passes *passes;
};

static void collide_circles(const struct pair *c, struct fs__manifold2 *m)
{
    const fs_rel radius[2] = { c->a->radius, c->b->radius };
    add_corner_point(c->a->corner[0], c->b->corner[0], radius, c->margin, 0, m);
}

static void collide_hull_circle(const struct pair *c, struct fs__manifold2 *m)
{
    const fs_rel radius[2] = { c->a->radius, c->b->radius };
    collide_hull_point(c->a, c->b->corner[0], radius, c->margin, m);
}

static void collide_circle_hull(const struct pair *c, struct fs__manifold2 *m)
{
    const fs_rel radius[2] = { c->b->radius, c->a->radius };
    collide_hull_point(c->b, c->a->corner[0], radius, c->margin, m);
    m->normal = fs_unit2_neg(m->normal);
    m->id[0] = (uint16_t)(m->id[0] >> 4);
}

/* --- edges against edges ------------------------------------------------------------------------ */

/* An edge of the reference shape against the incident edge of the other. */
struct edges {
    fs_rel2 r1, r2, i1, i2; /* counter-clockwise ends */
    unsigned ref1, ref2, inc1, inc2;
    fs_unit2 normal;  /* of the reference edge */
    fs_unit2 against; /* the normal of the incident edge */
    fs_rel radius[2]; /* reference, incident */
    bool flip;        /* the reference shape is b */
};

/* The greatest separation over the edges of p, Q56. */
static int64_t best_edge(const struct fs__polygon2_passes *passes, const fs_geometry2 *p, const fs_geometry2 *q,
                         unsigned *edge)
{
    int64_t best = INT64_MIN, least[FS_GEOMETRY2_MAX_CORNERS];
    passes->project(p, q, least);
    for (unsigned i = 0; i < p->count; i++)
        if (least[i] > best) {
            best = least[i];
            *edge = i;
        }
    return fs__geometry2_mean(
        best, best + fs__geometry2_dot_difference(p->normal[*edge], p->corner[*edge], p->corner[next(p, *edge)]));
}

/* The edge whose normal points most against n. */
static unsigned incident_edge(const fs_geometry2 *s, fs_unit2 n)
{
    unsigned best = 0;
    int64_t least = INT64_MAX;
    for (unsigned i = 0; i < s->count; i++) {
        int64_t d = fs_unit2_dot(s->normal[i], n);
        if (d < least) {
            least = d;
            best = i;
        }
    }
    return best;
}

static struct edges edges_of(const fs_geometry2 *ref, unsigned edge, const fs_geometry2 *inc, bool flip)
{
    struct edges e = { .flip = flip };
    FS_ASSERT(edge < ref->count && inc->count >= 2 && is_unit(ref->normal[edge]));
    e.ref1 = edge;
    e.ref2 = next(ref, edge);
    e.normal = ref->normal[edge];
    e.inc1 = incident_edge(inc, e.normal);
    e.inc2 = next(inc, e.inc1);
    e.r1 = ref->corner[e.ref1];
    e.r2 = ref->corner[e.ref2];
    e.against = inc->normal[e.inc1];
    e.i1 = inc->corner[e.inc1];
    e.i2 = inc->corner[e.inc2];
    e.radius[0] = ref->radius;
    e.radius[1] = inc->radius;
    return e;
}

static uint16_t edge_id(const struct edges *e, unsigned ref, unsigned inc)
{
    return e->flip ? make_id(inc, ref) : make_id(ref, inc);
}

/* Distance from p to the segment a-b; *end is 0 or 1 when that end is closest, 2 for its inside. */
static uint64_t segment_distance(fs_rel2 p, fs_rel2 a, fs_rel2 b, unsigned *end)
{
    int64_t ex = (int64_t)b.x - a.x, ey = (int64_t)b.y - a.y, px = (int64_t)p.x - a.x, py = (int64_t)p.y - a.y;
    fs_i128 t = fs_i128_add(fs_i128_mul(px, ex), fs_i128_mul(py, ey));
    fs_u128 len_sq = fs_u128_add(fs_u128_mul(fs_uabs64(ex), fs_uabs64(ex)), fs_u128_mul(fs_uabs64(ey), fs_uabs64(ey)));
    fs_unit n[2];
    *end = fs_i128_sign(t) <= 0 ? 0 : fs_u128_cmp(fs_i128_uabs(t), len_sq) >= 0 ? 1 : 2;
    fs_rel2 q = *end == 1 ? b : a;
    int64_t qx = (int64_t)p.x - q.x, qy = (int64_t)p.y - q.y;
    if (*end < 2)
        return fs__length64(
            fs_u128_add(fs_u128_mul(fs_uabs64(qx), fs_uabs64(qx)), fs_u128_mul(fs_uabs64(qy), fs_uabs64(qy))));
    fs__normalise2(-ey, ex, n);
    return fs_uabs64(fs_round_shift64_sym(fs__geometry2_dot_difference(fs_unit2_make(n[0], n[1]), p, a), FS_UNIT_FRAC));
}

/* The closest features of two edges that do not meet: true when both are corners, *r and *i then say which (0 or 1).
 * The inside of an edge wins a tie. *distance: Q26. */
static bool are_corners_closest(const struct edges *e, unsigned *r, unsigned *i, uint64_t *distance)
{
    uint64_t best = UINT64_MAX;
    bool corners = false;
    for (unsigned k = 0; k < 4; k++) {
        unsigned end;
        uint64_t d = k < 2 ? segment_distance(k == 0 ? e->r1 : e->r2, e->i1, e->i2, &end)
                           : segment_distance(k == 2 ? e->i1 : e->i2, e->r1, e->r2, &end);
        if (d > best || (d == best && end < 2))
            continue;
        best = d;
        corners = end < 2;
        *r = k < 2 ? k : end;
        *i = k < 2 ? end : k - 2;
    }
    *distance = best;
    return corners;
}

static void add_corner_pair(const struct edges *e, unsigned r, unsigned i, fs_rel margin, struct fs__manifold2 *m)
{
    fs_rel2 p = r == 0 ? e->r1 : e->r2, q = i == 0 ? e->i1 : e->i2;
    uint16_t id = edge_id(e, r == 0 ? e->ref1 : e->ref2, i == 0 ? e->inc1 : e->inc2);
    add_corner_point(p, q, e->radius, margin, id, m);
}

/* The point of the incident edge over the end of the reference edge, when it reaches beyond that end by `beyond`
 * of `span` (tangential, Q56); otherwise its own end. */
static fs_rel2 clip_end(fs_rel2 from, fs_rel2 to, int64_t beyond, int64_t span)
{
    if (beyond <= 0 || span <= 0)
        return from;
    int64_t part = fs_min64(beyond, span);
    return fs_rel2_make(fs_sat32(from.x + fs_muldiv64((int64_t)to.x - from.x, part, span)),
                        fs_sat32(from.y + fs_muldiv64((int64_t)to.y - from.y, part, span)));
}

/* One clipped point, if it is close enough; `p` lies on the incident edge. */
static void clip_point(const struct edges *e, fs_rel2 p, fs_rel margin, uint16_t id, struct fs__manifold2 *m)
{
    fs_rel core = fs__geometry2_rel_from_q56(fs__geometry2_line_distance(e->normal, p, e->r1, e->r2));
    int64_t separation = (int64_t)core - e->radius[0] - e->radius[1];
    if (separation > margin)
        return;
    fs_rel half = fs_sat32(fs_round_shift64_sym((int64_t)e->radius[0] - e->radius[1] - core, 1));
    put_point(m, fs__geometry2_offset_point(p, e->normal, half), fs_sat32(separation), id);
}

/* Both edges along the tangent (Q56, from the start of the reference edge). The reference edge runs along +tangent, from 0
 * to `end`; the incident edge the other way, so its second end is the lower one. */
struct spans {
    int64_t low, high, end;
};

static struct spans spans_of(const struct edges *e)
{
    fs_unit2 tangent = fs_unit2_perp(e->normal);
    return (struct spans){ fs__geometry2_dot_difference(tangent, e->i2, e->r1),
                           fs__geometry2_dot_difference(tangent, e->i1, e->r1),
                           fs__geometry2_dot_difference(tangent, e->r2, e->r1) };
}

static void clip_edges(const struct edges *e, fs_rel margin, struct fs__manifold2 *m)
{
    struct spans s = spans_of(e);
    fs_rel2 lower = clip_end(e->i2, e->i1, -s.low, s.high - s.low);
    fs_rel2 upper = clip_end(e->i1, e->i2, s.high - s.end, s.high - s.low);
    m->normal = e->normal;
    clip_point(e, lower, margin, edge_id(e, e->ref1, e->inc2), m);
    clip_point(e, upper, margin, edge_id(e, e->ref2, e->inc1), m);
}

/* Whether corners that are closest (`distance` apart, Q26) belong to parallel edges that lie on each other, `separation`
 * (Q56) apart along the normal of the reference edge: boxes of one width above each other, capsules side by side. One
 * point would let the other ends of the edges overlap until another feature is closest. */
static bool are_edges_facing(const struct edges *e, int64_t separation, uint64_t distance)
{
    const int64_t square = (int64_t)1 << (2 * FS_UNIT_FRAC);
    struct spans s = spans_of(e);
    return s.low < s.end && s.high > 0 && -fs_unit2_dot(e->normal, e->against) >= square - (square >> PARALLEL_SHIFT) &&
           fs__geometry2_rel_from_q56(separation) >= (int64_t)(distance - (distance >> PARALLEL_SHIFT));
}

/* Whether the cores are farther apart than TOUCHING, so that corners may face each other. Edge normals decide it unless both
 * cores are segments: those may lie in one line. */
static bool are_cores_apart(const fs_geometry2 *a, const fs_geometry2 *b, int64_t separation)
{
    if (separation > (int64_t)TOUCHING << FS_UNIT_FRAC)
        return true;
    return a->count == 2 && b->count == 2 && fs__geometry2_core_distance(a, b).distance > TOUCHING;
}

static void collide_hulls(const struct pair *c, struct fs__manifold2 *m)
{
    const fs_geometry2 *a = c->a, *b = c->b;
    fs_rel margin = c->margin;
    unsigned edge_a = 0, edge_b = 0, r = 0, i = 0;
    uint64_t distance = 0;
    int64_t best_a = best_edge(c->passes, a, b, &edge_a), best_b = best_edge(c->passes, b, a, &edge_b);
    int64_t bias = (int64_t)HYSTERESIS << FS_UNIT_FRAC;
    int64_t reach = ((int64_t)a->radius + b->radius + margin) << FS_UNIT_FRAC;
    if (best_a > reach || best_b > reach) {
        m->gap = fs_sat32(fs_asr64(fs_max64(best_a, best_b), FS_UNIT_FRAC) - a->radius - b->radius);
        return;
    }
    bool flip = c->hint == FS__MANIFOLD2_REFERENCE_B ? best_b + bias >= best_a : best_b > best_a + bias;
    struct edges e = flip ? edges_of(b, edge_b, a, true) : edges_of(a, edge_a, b, false);
    int64_t separation = flip ? best_b : best_a;
    if (are_cores_apart(a, b, separation) && are_corners_closest(&e, &r, &i, &distance) &&
        !are_edges_facing(&e, separation, distance))
        add_corner_pair(&e, r, i, margin, m);
    else
        clip_edges(&e, margin, m);
    m->reference = flip ? FS__MANIFOLD2_REFERENCE_B : FS__MANIFOLD2_REFERENCE_A;
    m->gap = 0; /* the reference of the next manifold follows from this one */
    if (flip)
        m->normal = fs_unit2_neg(m->normal);
}

void fs__manifold2_clip_face(const fs_geometry2 *segment, const fs_geometry2 *b, fs_rel margin, struct fs__manifold2 *m)
{
    struct edges e = edges_of(segment, 0, b, false);
    struct spans s = spans_of(&e);
    if (s.high <= 0 || s.low >= s.end)
        return;
    clip_edges(&e, margin, m);
    m->reference = m->count > 0 ? FS__MANIFOLD2_REFERENCE_A : FS__MANIFOLD2_REFERENCE_NONE;
}

/* --- the table ---------------------------------------------------------------------------------- */

typedef void collide_fn(const struct pair *, struct fs__manifold2 *);

static collide_fn *const table[FS_GEOMETRY2_KINDS][FS_GEOMETRY2_KINDS] = {
    [FS_GEOMETRY2_CIRCLE] = { NULL, collide_circles, collide_circle_hull, collide_circle_hull, collide_circle_hull },
    [FS_GEOMETRY2_CAPSULE] = { NULL, collide_hull_circle, collide_hulls, collide_hulls, collide_hulls },
    [FS_GEOMETRY2_SEGMENT] = { NULL, collide_hull_circle, collide_hulls, collide_hulls, collide_hulls },
    [FS_GEOMETRY2_POLYGON] = { NULL, collide_hull_circle, collide_hulls, collide_hulls, collide_hulls },
};

void fs__manifold2_collide(const struct fs__polygon2_passes *passes, const fs_geometry2 *a, const fs_geometry2 *b,
                           fs_frame2 b_in_a, fs_rel margin, unsigned reference, struct fs__manifold2 *m)
{
    fs_geometry2 moved;
    memset(m, 0, sizeof *m);
    FS_ASSERT(a->count >= 1 && b->count >= 1 && margin >= 0 && reference <= FS__MANIFOLD2_REFERENCE_B);
    FS_ASSERT(a->kind > 0 && a->kind < FS_GEOMETRY2_KINDS && b->kind > 0 && b->kind < FS_GEOMETRY2_KINDS);
    passes->transform(b, b_in_a, &moved);
    table[a->kind][b->kind](&(struct pair){ a, &moved, margin, reference, passes }, m);
    FS_ASSERT(m->count == 0 || is_unit(m->normal));
}
