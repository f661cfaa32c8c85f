/* clip.c: the part of a feature over a face.
 *
 * Works in the plane of the face: coordinates relative to a corner of the face are below 2^33, unit directions of sides
 * have 29 fraction bits, so their products are below 2^63.
 */
#include "physics3d/geometry/clip.h"

#include <fixstep/trig.h>

enum { SIDE_FRAC = FS_UNIT_FRAC - 1, REFERENCE_LABEL = FS__FEATURE3_LABELS, LABEL_BITS = 10 };

/* What stands out over a side by no more is not cut (m). */
#define CLIP_SLOP ((int64_t)(FS_REL_ONE / 8192) << SIDE_FRAC)

struct plane {
    struct fs__vec3 origin;
    fs_unit3 u, v, n;
    int64_t height; /* of the plane along n, Q56 */
};

struct vertex {
    struct fs__vec3 p;
    int64_t x, y, h; /* in the plane, and above it */
    unsigned in, out;
};

struct outline {
    struct vertex v[FS__CLIP3_MAX_POINTS];
    unsigned count;
    bool closed;
};

/* The points with x * nx + y * ny <= offset; direction with SIDE_FRAC fraction bits. */
struct side {
    int64_t nx, ny, x, y;
    unsigned label;
};

static struct fs__vec3 along(struct fs__vec3 p, fs_unit3 n, int64_t length)
{
    return fs__vec3_make(p.x + fs_mul64(n.x, length, FS_UNIT_FRAC), p.y + fs_mul64(n.y, length, FS_UNIT_FRAC),
                         p.z + fs_mul64(n.z, length, FS_UNIT_FRAC));
}

static int64_t rounded_dot(fs_unit3 n, struct fs__vec3 p)
{
    return fs_round_shift64_sym(fs__geometry3_dot(n, p), FS_UNIT_FRAC);
}

/* u along the first side of the face, taken across n; v completes a right-handed frame. */
static struct plane plane_of(const struct fs__reference3 *ref)
{
    struct plane f = { .origin = ref->face->point[0], .n = ref->normal, .height = ref->height };
    struct fs__vec3 e = fs__vec3_sub(ref->face->point[1], f.origin);
    f.u = fs__vec3_unit(along(e, f.n, -rounded_dot(f.n, e)));
    f.v = fs_unit3_cross(f.n, f.u);
    return f;
}

static struct vertex vertex_at(const struct plane *f, struct fs__vec3 p)
{
    struct fs__vec3 e = fs__vec3_sub(p, f->origin);
    struct vertex v = { .p = p, .x = rounded_dot(f->u, e), .y = rounded_dot(f->v, e) };
    v.h = fs_round_shift64_sym(fs__geometry3_dot(f->n, p) - f->height, FS_UNIT_FRAC);
    return v;
}

/* --- cutting ------------------------------------------------------------------------------------------ */

static int64_t beyond(const struct side *s, const struct vertex *v)
{
    return s->nx * (v->x - s->x) + s->ny * (v->y - s->y);
}

static int64_t part_of(int64_t from, int64_t to, fs_unit share)
{
    return from + fs_mul64(to - from, share, FS_UNIT_FRAC);
}

static struct vertex crossing(const struct vertex *a, const struct vertex *b, int64_t at_a, int64_t at_b)
{
    int64_t half_a = fs_asr64(at_a, 1), half_b = fs_asr64(at_b, 1);
    fs_unit t = (fs_unit)fs_muldiv64(half_a, FS_UNIT_ONE, half_a - half_b);
    struct vertex c = { .x = part_of(a->x, b->x, t), .y = part_of(a->y, b->y, t), .h = part_of(a->h, b->h, t) };
    c.p = fs__vec3_make(part_of(a->p.x, b->p.x, t), part_of(a->p.y, b->p.y, t), part_of(a->p.z, b->p.z, t));
    return c;
}

static void add_vertex(struct outline *o, struct vertex v)
{
    FS_ASSERT(o->count < FS__CLIP3_MAX_POINTS);
    o->v[o->count++] = v;
}

static void add_crossing(struct outline *o, const struct side *s, const struct vertex *a, const struct vertex *b)
{
    int64_t at_a = beyond(s, a), at_b = beyond(s, b);
    bool leaves = at_a < 0 && at_b > CLIP_SLOP, enters = at_a > CLIP_SLOP && at_b < 0;
    if (!leaves && !enters)
        return;
    struct vertex c = crossing(a, b, at_a, at_b);
    c.in = leaves ? b->in : s->label;
    c.out = leaves ? s->label : a->out;
    add_vertex(o, c);
}

static bool is_within(const struct outline *o, const struct side *s)
{
    for (unsigned i = 0; i < o->count; i++)
        if (beyond(s, &o->v[i]) > CLIP_SLOP)
            return false;
    return true;
}

static void cut_side(struct outline *o, const struct side *s)
{
    if (is_within(o, s))
        return;
    struct outline r;
    r.count = 0;
    r.closed = o->closed;
    for (unsigned i = 0; i < o->count; i++) {
        const struct vertex *a = &o->v[i], *b = &o->v[i + 1 < o->count ? i + 1 : 0];
        if (beyond(s, a) <= CLIP_SLOP)
            add_vertex(&r, *a);
        if (i + 1 < o->count || o->closed)
            add_crossing(&r, s, a, b);
    }
    o->count = r.count;
    for (unsigned i = 0; i < r.count; i++)
        o->v[i] = r.v[i];
}

static struct side side_of(const struct vertex *from, const struct vertex *to, unsigned label)
{
    fs_unit n[2];
    fs__normalise2(to->y - from->y, from->x - to->x, n);
    return (struct side){ fs_round_shift64_sym(n[0], 1), fs_round_shift64_sym(n[1], 1), from->x, from->y,
                          REFERENCE_LABEL + label };
}

static void open_outline(const struct plane *f, const struct fs__feature3 *feature, struct outline *o)
{
    o->count = feature->count;
    o->closed = feature->count > 2;
    for (unsigned i = 0; i < o->count; i++) {
        unsigned before = o->closed ? (i > 0 ? i : o->count) - 1 : i;
        o->v[i] = vertex_at(f, feature->point[i]);
        o->v[i].in = feature->label[before];
        o->v[i].out = feature->label[i];
    }
}

static void add_candidate(const struct plane *f, const struct vertex *v, fs_rel radius, fs_rel margin,
                          struct fs__candidates3 *out)
{
    if (v->h - radius > margin)
        return;
    struct fs__candidate3 *c = &out->v[out->count++];
    c->point = along(v->p, f->n, -fs_round_shift64_sym(v->h + radius, 1));
    c->x = v->x;
    c->y = v->y;
    c->separation = v->h - radius;
    c->id = (uint32_t)(v->in << LABEL_BITS | v->out);
}

void fs__clip3_face(const struct fs__reference3 *ref, const struct fs__feature3 *incident, fs_rel radius, fs_rel margin,
                    struct fs__candidates3 *out)
{
    struct plane f = plane_of(ref);
    struct outline o;
    const struct fs__feature3 *face = ref->face;
    open_outline(&f, incident, &o);
    struct vertex first = vertex_at(&f, face->point[0]), from = first;
    for (unsigned i = 0; i < face->count && o.count > 0; i++) {
        struct vertex to = i + 1 < face->count ? vertex_at(&f, face->point[i + 1]) : first;
        struct side s = side_of(&from, &to, face->label[i]);
        cut_side(&o, &s);
        from = to;
    }
    out->count = 0;
    fs__candidates3_set_load(out, ref->load, f.u, f.v, f.origin);
    for (unsigned i = 0; i < o.count; i++)
        add_candidate(&f, &o.v[i], radius, margin, out);
}
