/* manifold_box_face.c: a face of one box clipped against a face of another.
 *
 * In the own frame of the reference box its sides are lines of constant coordinate, so a cut is a comparison and, where a
 * side is crossed, one division. Coordinates are Q5.26 in 64 bits and below 2^33; those of one edge differ by at most 2^31.
 */
#include "physics3d/geometry/manifold_box.h"

enum { LABEL_BITS = 10, SHARE_FRAC = 29, MAX_CUT = 8 };

/* What stands out over a side by no more is not cut (m), as in clip.c. */
#define CLIP_SLOP ((int64_t)(FS_REL_ONE / 8192))

/* A corner of the outline: along the two axes of the face, and its height over the face. */
struct corner {
    int64_t at[2], h;
    unsigned in, out;
};

struct outline {
    struct corner v[MAX_CUT];
    unsigned count;
};

/* The reference face: its axis and the two others, and the sign of its normal. */
struct frame {
    unsigned axis, across[2];
    bool positive;
};

static int64_t scaled(int64_t unit, int64_t length)
{
    return fs_round_shift64_sym(unit * length, FS_UNIT_FRAC);
}

/* The face of the incident box whose normal points most against the reference face's; ties go to the lowest axis. */
static unsigned incident_face(const struct fs__boxes3 *s, const struct frame *f)
{
    const int64_t *row = s->r[f->axis];
    int64_t x = fs_abs64(row[0]), y = fs_abs64(row[1]), z = fs_abs64(row[2]);
    unsigned j = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
    bool along = row[j] >= 0;
    return 2 * j + (along == f->positive);
}

/* Component i of the corner of the incident box with the signs of `bits`. */
static int64_t component(const int64_t edge[3][3], const int64_t t[3], unsigned i, unsigned bits)
{
    return t[i] + (bits & 1 ? edge[i][0] : -edge[i][0]) + (bits & 2 ? edge[i][1] : -edge[i][1]) +
           (bits & 4 ? edge[i][2] : -edge[i][2]);
}

static void open_outline(const struct fs__boxes3 *s, const struct frame *f, struct outline *o)
{
    int64_t edge[3][3];
    unsigned face = incident_face(s, f);
    for (unsigned i = 0; i < 3; i++)
        for (unsigned j = 0; j < 3; j++)
            edge[i][j] = scaled(s->r[i][j], s->h[1][j]);
    for (unsigned k = 0; k < 4; k++) {
        unsigned bits = fs__feature3_box_corner(face, k);
        int64_t h = component(edge, s->t, f->axis, bits);
        o->v[k].at[0] = component(edge, s->t, f->across[0], bits);
        o->v[k].at[1] = component(edge, s->t, f->across[1], bits);
        o->v[k].h = (f->positive ? h : -h) - s->h[0][f->axis];
        o->v[k].in = 4 * face + (k + 3) % 4;
        o->v[k].out = 4 * face + k;
    }
    o->count = 4;
}

/* A side: sign * at[axis] <= limit. */
struct side {
    unsigned axis, label;
    int64_t limit;
    bool positive;
};

static int64_t beyond(const struct side *s, const struct corner *c)
{
    return (s->positive ? c->at[s->axis] : -c->at[s->axis]) - s->limit;
}

static int64_t part_of(int64_t from, int64_t to, int64_t share)
{
    return from + fs_round_shift64_sym((to - from) * share, SHARE_FRAC);
}

static struct corner crossing(const struct side *s, const struct corner *a, const struct corner *b, int64_t at_a,
                              int64_t at_b)
{
    int64_t num = fs_abs64(at_a), den = fs_abs64(at_a - at_b);
    int64_t share = ((num << SHARE_FRAC) + den / 2) / den;
    struct corner c;
    c.at[s->axis] = s->positive ? s->limit : -s->limit;
    c.at[!s->axis] = part_of(a->at[!s->axis], b->at[!s->axis], share);
    c.h = part_of(a->h, b->h, share);
    c.in = at_a < 0 ? b->in : s->label;
    c.out = at_a < 0 ? s->label : a->out;
    return c;
}

static void cut_side(struct outline *o, const struct side *s)
{
    struct outline r;
    r.count = 0;
    for (unsigned i = 0; i < o->count; i++) {
        const struct corner *a = &o->v[i], *b = &o->v[i + 1 < o->count ? i + 1 : 0];
        int64_t at_a = beyond(s, a), at_b = beyond(s, b);
        FS_ASSERT(r.count + 2 <= MAX_CUT + 1);
        if (at_a <= CLIP_SLOP && r.count < MAX_CUT)
            r.v[r.count++] = *a;
        if (((at_a < 0 && at_b > CLIP_SLOP) || (at_a > CLIP_SLOP && at_b < 0)) && r.count < MAX_CUT)
            r.v[r.count++] = crossing(s, a, b, at_a, at_b);
    }
    o->count = r.count;
    for (unsigned i = 0; i < r.count; i++)
        o->v[i] = r.v[i];
}

static bool is_within(const struct outline *o, const struct side *s)
{
    for (unsigned i = 0; i < o->count; i++)
        if (beyond(s, &o->v[i]) > CLIP_SLOP)
            return false;
    return true;
}

/* Side k of the face runs between its corners k and k + 1: the coordinate that both share, besides the face's own. */
static struct side side_of(const struct fs__boxes3 *s, const struct frame *f, unsigned face, unsigned k)
{
    unsigned p = fs__feature3_box_corner(face, k), q = fs__feature3_box_corner(face, (k + 1) % 4);
    unsigned which = (p ^ q) & 1u << f->across[0] ? 1 : 0;
    return (struct side){ which, FS__FEATURE3_LABELS + 4 * face + k, s->h[0][f->across[which]],
                          (p & 1u << f->across[which]) != 0 };
}

static void add_candidate(const struct frame *f, const struct corner *c, int64_t half, struct fs__candidates3 *out)
{
    struct fs__candidate3 *v = &out->v[out->count++];
    int64_t p[3], middle = half + fs_round_shift64_sym(c->h, 1);
    p[f->axis] = f->positive ? middle : -middle;
    p[f->across[0]] = c->at[0];
    p[f->across[1]] = c->at[1];
    v->point = fs__vec3_make(p[0], p[1], p[2]);
    v->x = c->at[0];
    v->y = c->at[1];
    v->separation = c->h;
    v->id = (uint32_t)(c->in << LABEL_BITS | c->out);
}

void fs__manifold3_clip_boxes(const struct fs__boxes3 *s, unsigned face, fs_rel margin, struct fs__candidates3 *out)
{
    unsigned axis = face / 2;
    struct frame f = { axis, { axis == 2 ? 0 : axis + 1, axis == 0 ? 2 : axis - 1 }, face % 2 == 0 };
    struct outline o;
    open_outline(s, &f, &o);
    for (unsigned k = 0; k < 4 && o.count > 0; k++) {
        struct side side = side_of(s, &f, face, k);
        if (!is_within(&o, &side))
            cut_side(&o, &side);
    }
    out->count = 0;
    out->load_kind = FS__LOAD3_UNKNOWN;
    for (unsigned i = 0; i < o.count; i++)
        if (o.v[i].h <= margin)
            add_candidate(&f, &o.v[i], s->h[0][axis], out);
}
