/* triangle_face.c: the contact manifold of a triangle of the ground and the feature of a shape that faces it.
 *
 * The feature is cut with the sides of the triangle as they stand in space: heights and distances beyond the sides are all
 * that is asked for, and the sides keep the length that they have. Source: Sutherland, Hodgman, "Reentrant polygon
 * clipping", 1974. clip.c does the same for faces of any shape, in the plane of the face.
 *
 * Widths: a coordinate is below 2^32, an outward direction below 2^28, so a distance beyond a side is below 2^62.
 */
#include <string.h>

#include "physics3d/geometry/manifold_convex.h"
#include "physics3d/ground/triangle.h"

enum { REFERENCE_LABEL = FS__FEATURE3_LABELS, LABEL_BITS = 10 };

/* What stands out over a side by no more is not cut (m), as in clip.c. */
#define SLOP ((int64_t)(FS_REL_ONE / 8192))
/* How far roundings move a crossing of sides that are crossings themselves, at most (steps of Q26). */
enum { CROSSING = 32 };

struct vertex {
    struct fs__vec3 p;
    int64_t h; /* over the plane */
    unsigned in, out;
};

struct outline {
    struct vertex v[FS__CLIP3_MAX_POINTS];
    unsigned count;
    bool closed;
};

static void open_outline(const struct fs__feature3 *f, fs_unit3 n, int64_t height, struct outline *o)
{
    o->count = f->count;
    o->closed = f->count > 2;
    for (unsigned i = 0; i < f->count; i++) {
        unsigned before = o->closed ? (i > 0 ? i : f->count) - 1 : i;
        int64_t h = fs_round_shift64_sym(fs__geometry3_dot(n, f->point[i]) - height, FS_UNIT_FRAC);
        o->v[i] = (struct vertex){ f->point[i], h, f->label[before], f->label[i] };
    }
}

static int64_t part_of(int64_t from, int64_t to, fs_unit share)
{
    return from + fs_mul64(to - from, share, FS_UNIT_FRAC);
}

static struct vertex crossing(const struct vertex *a, const struct vertex *b, int64_t at_a, int64_t at_b)
{
    int64_t half_a = fs_asr64(at_a, 1), half_b = fs_asr64(at_b, 1);
    fs_unit t = (fs_unit)fs_muldiv64(half_a, FS_UNIT_ONE, half_a - half_b);
    return (struct vertex){ .p = fs__vec3_make(part_of(a->p.x, b->p.x, t), part_of(a->p.y, b->p.y, t),
                                               part_of(a->p.z, b->p.z, t)),
                            .h = part_of(a->h, b->h, t) };
}

/* Writes to *r the vertices within a side, and the crossings with it. `beyond` are the distances of the vertices. */
static void cut_outline(const struct outline *o, const int64_t *beyond, int64_t slop, unsigned label, struct outline *r)
{
    r->count = 0;
    r->closed = o->closed;
    for (unsigned i = 0; i < o->count; i++) {
        unsigned next = i + 1 < o->count ? i + 1 : 0;
        const struct vertex *a = &o->v[i], *b = &o->v[next];
        bool leaves = beyond[i] < 0 && beyond[next] > slop, enters = beyond[i] > slop && beyond[next] < 0;
        if (beyond[i] <= slop)
            r->v[r->count++] = *a;
        if ((!leaves && !enters) || (next == 0 && !o->closed))
            continue;
        struct vertex c = crossing(a, b, beyond[i], beyond[next]);
        c.in = leaves ? b->in : label;
        c.out = leaves ? label : a->out;
        r->v[r->count++] = c;
    }
    FS_ASSERT(r->count <= FS__CLIP3_MAX_POINTS);
}

/* How far the vertices are beyond a side, times its length. */
struct range {
    int64_t least, most;
};

static struct range measure_beyond(const struct outline *o, const struct fs__triangle3_side *side, int64_t *beyond)
{
    struct range r = { INT64_MAX, INT64_MIN };
    for (unsigned i = 0; i < o->count; i++) {
        beyond[i] = fs__vec3_dot(side->outward, fs__vec3_sub(o->v[i].p, side->corner));
        r.least = fs_min64(r.least, beyond[i]);
        r.most = fs_max64(r.most, beyond[i]);
    }
    return r;
}

/* Cuts *o, with the other outline as the place for what is left. */
static void cut_side(struct outline **o, struct outline **other, const struct fs__triangle3_side *side, unsigned label)
{
    int64_t beyond[FS__CLIP3_MAX_POINTS], slop = SLOP * side->length;
    if (measure_beyond(*o, side, beyond).most <= slop)
        return;
    cut_outline(*o, beyond, slop, label, *other);
    struct outline *left = *other;
    *other = *o;
    *o = left;
}

/* The sides, bit k for side k, that may cut the outline; false when all of it is beyond one of them. A crossing lies between
 * the vertices that it is made of, but for its rounding. */
static bool find_cuts(const struct outline *o, const struct fs__triangle3_part *part, unsigned *cuts)
{
    int64_t beyond[FS__CLIP3_MAX_POINTS];
    *cuts = 0;
    for (unsigned k = 0; k < part->hull.corner_count; k++) {
        const struct fs__triangle3_side *side = &part->side[k];
        struct range r = measure_beyond(o, side, beyond);
        if (r.least > (SLOP + CROSSING) * side->length)
            return false;
        *cuts |= r.most > (SLOP - CROSSING) * side->length ? 1u << k : 0u;
    }
    return true;
}

static int64_t least_height(const struct outline *o)
{
    int64_t least = INT64_MAX;
    for (unsigned i = 0; i < o->count; i++)
        least = fs_min64(least, o->v[i].h);
    return least;
}

/* What of the feature is over the triangle, if some of it may be at most `high` over the plane: NULL otherwise. */
static const struct outline *clip_feature(const struct fs__triangle3_part *part, const struct fs__feature3 *f,
                                          int64_t high, struct outline room[2])
{
    struct outline *o = &room[0], *other = &room[1];
    unsigned cuts;
    open_outline(f, part->normal, part->height, o);
    if (least_height(o) > high || !find_cuts(o, part, &cuts))
        return NULL;
    for (unsigned k = 0; k < part->hull.corner_count && o->count > 0; k++)
        if (cuts & 1u << k)
            cut_side(&o, &other, &part->side[k], REFERENCE_LABEL + k);
    return o;
}

/* The places in the plane of the triangle, by which four points are chosen. */
static void place_candidates(const struct fs__triangle3_part *part, const struct fs__load3 *load,
                             struct fs__candidates3 *c)
{
    fs_unit3 u = fs__vec3_unit(part->side[0].outward), v = fs_unit3_cross(part->normal, u);
    fs__candidates3_set_load(c, load, u, v, fs__vec3_make(0, 0, 0));
    for (unsigned i = 0; i < c->count; i++) {
        c->v[i].x = fs_round_shift64_sym(fs__geometry3_dot(u, c->v[i].point), FS_UNIT_FRAC);
        c->v[i].y = fs_round_shift64_sym(fs__geometry3_dot(v, c->v[i].point), FS_UNIT_FRAC);
    }
}

static struct fs__candidate3 candidate_at(const struct vertex *v, fs_unit3 n, fs_rel radius)
{
    int64_t down = -fs_round_shift64_sym(v->h + radius, 1);
    return (struct fs__candidate3){ .point = fs__vec3_make(v->p.x + fs_mul64(n.x, down, FS_UNIT_FRAC),
                                                           v->p.y + fs_mul64(n.y, down, FS_UNIT_FRAC),
                                                           v->p.z + fs_mul64(n.z, down, FS_UNIT_FRAC)),
                                    .separation = v->h - radius,
                                    .id = (uint32_t)(v->in << LABEL_BITS | v->out) };
}

void fs__triangle3_collide_face(const struct fs__triangle3_part *part, const struct fs__core3 *b, fs_rel margin,
                                struct fs__manifold3 *m)
{
    const fs_rel radius = b->geometry->radius;
    struct fs__feature3 incident;
    struct fs__candidates3 points;
    struct outline room[2];
    memset(m, 0, sizeof *m);
    fs__feature3_toward(b, fs_unit3_neg(part->normal), &incident);
    const struct outline *o = clip_feature(part, &incident, (int64_t)radius + margin, room);
    points.count = 0;
    for (unsigned i = 0; o != NULL && i < o->count; i++)
        if (o->v[i].h - radius <= margin)
            points.v[points.count++] = candidate_at(&o->v[i], part->normal, radius);
    if (points.count == 0)
        return;
    if (points.count > FS__MANIFOLD3_MAX_POINTS)
        place_candidates(part, b->load, &points);
    fs__candidates3_reduce(&points, m);
    m->normal = part->normal;
    m->reference = FS__REFERENCE3_FACE_A;
}
