/* manifold_box.c: the contact manifold of two boxes.
 *
 * Method: the 15 separating axes (Gottschalk, Lin, Manocha, "OBBTree", 1996) in the own frame of box a as exact 64-bit
 * integers, then the face of the other box that leans least against the reference face is clipped against it, or the two
 * crossing edges give one point. Axes of nearly parallel edges are measured with a unit axis that is normalised first, so
 * that no error grows with the smallness of their cross product.
 */
#include "physics3d/geometry/manifold_box.h"

enum { FACES = 6, AXES = 15, NO_AXIS = 0xFF };

/* Edge axes shorter than this (Q1.30) are left out: 2^-15. What they could add is below the bias of edges. */
#define SHORT_AXIS ((int64_t)1 << (FS_UNIT_FRAC - 15))
/* Centres further apart than this on an axis of a belong to boxes that do not touch: 64 m. */
#define REACH ((int64_t)1 << 32)
/* Boxes further apart than this may face each other with corners: those go by their closest points. */
#define TOUCHING ((int64_t)(FS_REL_ONE / 2048) << FS_UNIT_FRAC)

/* Box b in the own frame of box a. */
struct boxes {
    struct fs__boxes3 own;
    int64_t along_b[3]; /* t along the axes of b, Q56 */
};

struct axis_choice {
    unsigned index;     /* 0..2: faces of a; 3..5: faces of b; 6 + 3 i + j: edges i of a and j of b */
    int64_t separation; /* Q56 */
};

/* Distances of a manifold (m). */
struct limits {
    fs_rel margin, bias;
};

static unsigned after(unsigned i)
{
    return i == 2 ? 0 : i + 1;
}

static unsigned before(unsigned i)
{
    return i == 0 ? 2 : i - 1;
}

static void set_row(int64_t row[3], fs_unit3 v)
{
    row[0] = v.x;
    row[1] = v.y;
    row[2] = v.z;
}

static void set_half(int64_t h[3], fs_rel3 half)
{
    h[0] = half.x;
    h[1] = half.y;
    h[2] = half.z;
}

/* False when the centres are out of reach. */
static bool make_boxes(const struct fs__core3 *a, const struct fs__core3 *b, struct boxes *s)
{
    fs_mat3 back = fs_mat3_transpose(a->m), turn = fs_mat3_mul(back, b->m);
    struct fs__vec3 t = fs__core3_own_direction(a, fs__vec3_sub(b->p, a->p));
    if (fs_abs64(t.x) > REACH || fs_abs64(t.y) > REACH || fs_abs64(t.z) > REACH)
        return false;
    set_row(s->own.r[0], turn.x);
    set_row(s->own.r[1], turn.y);
    set_row(s->own.r[2], turn.z);
    s->own.t[0] = t.x;
    s->own.t[1] = t.y;
    s->own.t[2] = t.z;
    set_half(s->own.h[0], a->geometry->half);
    set_half(s->own.h[1], b->geometry->half);
    for (unsigned j = 0; j < 3; j++)
        s->along_b[j] = t.x * s->own.r[0][j] + t.y * s->own.r[1][j] + t.z * s->own.r[2][j];
    return true;
}

/* --- separations ----------------------------------------------------------------------------------------- */

static int64_t face_separation(const struct boxes *s, unsigned axis)
{
    int64_t sum = 0;
    if (axis < 3) {
        for (unsigned j = 0; j < 3; j++)
            sum += s->own.h[1][j] * fs_abs64(s->own.r[axis][j]);
        return (fs_abs64(s->own.t[axis]) - s->own.h[0][axis]) * FS_UNIT_ONE - sum;
    }
    for (unsigned i = 0; i < 3; i++)
        sum += s->own.h[0][i] * fs_abs64(s->own.r[i][axis - 3]);
    return fs_abs64(s->along_b[axis - 3]) - s->own.h[1][axis - 3] * FS_UNIT_ONE - sum;
}

/* The cross product of axis i of a and axis j of b. */
static struct fs__vec3 edge_cross(const struct boxes *s, unsigned i, unsigned j)
{
    int64_t v[3];
    v[i] = 0;
    v[after(i)] = -s->own.r[before(i)][j];
    v[before(i)] = s->own.r[after(i)][j];
    return fs__vec3_make(v[0], v[1], v[2]);
}

static int64_t dot3(const int64_t *v, struct fs__vec3 n)
{
    return v[0] * n.x + v[1] * n.y + v[2] * n.z;
}

static int64_t along_axis_of_b(const struct boxes *s, struct fs__vec3 n, unsigned j)
{
    return fs_round_shift64_sym(s->own.r[0][j] * n.x + s->own.r[1][j] * n.y + s->own.r[2][j] * n.z, FS_UNIT_FRAC);
}

/* Along a unit axis, Q56. */
static int64_t separation_along(const struct boxes *s, struct fs__vec3 n)
{
    int64_t sum = s->own.h[0][0] * fs_abs64(n.x) + s->own.h[0][1] * fs_abs64(n.y) + s->own.h[0][2] * fs_abs64(n.z);
    for (unsigned j = 0; j < 3; j++)
        sum += s->own.h[1][j] * fs_abs64(along_axis_of_b(s, n, j));
    return fs_abs64(dot3(s->own.t, n)) - sum;
}

/* The separation along the cross product as it is, not normalised: an upper bound of its sign times its length. */
static int64_t scaled_separation(const struct boxes *s, unsigned i, unsigned j)
{
    unsigned i1 = after(i), i2 = before(i), j1 = after(j), j2 = before(j);
    int64_t apart = fs_abs64(s->own.t[i2] * s->own.r[i1][j] - s->own.t[i1] * s->own.r[i2][j]);
    int64_t on_a = s->own.h[0][i1] * fs_abs64(s->own.r[i2][j]) + s->own.h[0][i2] * fs_abs64(s->own.r[i1][j]);
    int64_t on_b = s->own.h[1][j1] * fs_abs64(s->own.r[i][j2]) + s->own.h[1][j2] * fs_abs64(s->own.r[i][j1]);
    return apart - on_a - on_b;
}

/* Whether an edge axis can beat `least` (Q56): its separation is scaled / length with a length of at most 1. `slack` covers
 * the rounding of the axes. */
static bool may_beat(int64_t scaled, int64_t length_sq, int64_t least)
{
    const int64_t slack = (int64_t)64 << FS_UNIT_FRAC;
    int64_t e = fs_asr64(scaled + slack, FS_UNIT_FRAC), f = fs_asr64(least, FS_UNIT_FRAC);
    if (f >= 0)
        return e > 0;
    if (e >= 0)
        return true;
    return fs_u128_cmp(fs_u128_shl(fs_u128_mul(fs_uabs64(e), fs_uabs64(e)), FS_UNIT_FRAC),
                       fs_u128_mul(fs_uabs64(f) * fs_uabs64(f), (uint64_t)length_sq)) < 0;
}

/* --- the choice ------------------------------------------------------------------------------------------- */

static unsigned last_axis(uint32_t reference)
{
    uint32_t kind = reference & FS__REFERENCE3_KIND, index = reference & 0xFFu;
    if (kind == FS__REFERENCE3_FACE_A)
        return index / 2;
    if (kind == FS__REFERENCE3_FACE_B)
        return 3 + index / 2;
    return kind == FS__REFERENCE3_EDGES ? FACES + index : NO_AXIS;
}

/* Q56, rounded down to Q26. */
static fs_rel gap_of(int64_t separation)
{
    return fs_sat32(fs_asr64(separation, FS_UNIT_FRAC));
}

/* The best face; the last one, and those of a against those of b, win by `bias`. False when one separates by more than
 * `reach`; then `gap` is the largest separation. */
static bool choose_face(const struct boxes *s, unsigned last, int64_t bias, int64_t reach, struct axis_choice *best,
                        fs_rel *gap)
{
    int64_t most = INT64_MIN, apart = INT64_MIN;
    for (unsigned k = 0; k < FACES; k++) {
        int64_t v = face_separation(s, k);
        apart = fs_max64(apart, v);
        int64_t worth = v + (k == last ? bias : 0) - (k < 3 ? 0 : bias / 2);
        if (worth > most) {
            most = worth;
            *best = (struct axis_choice){ k, v };
        }
    }
    if (apart > reach)
        *gap = gap_of(apart);
    return apart <= reach;
}

/* An edge axis has to beat the face by `bias`, the last one only by half of it. */
static bool choose_edges(const struct boxes *s, unsigned last, int64_t bias, int64_t reach, struct axis_choice *best,
                         fs_rel *gap)
{
    struct axis_choice edge = { NO_AXIS, best->separation + bias };
    for (unsigned k = 0; k < 9; k++) {
        unsigned i = k / 3, j = k % 3;
        int64_t r = s->own.r[i][j], length_sq = FS_UNIT_ONE - fs_round_shift64_sym(r * r, FS_UNIT_FRAC);
        int64_t bonus = FACES + k == last ? bias / 2 : 0;
        if (length_sq <= 0 || !may_beat(scaled_separation(s, i, j), length_sq, edge.separation - bonus))
            continue;
        struct fs__vec3 c = edge_cross(s, i, j);
        if (fs__vec3_length(c) < SHORT_AXIS)
            continue;
        fs_unit3 n = fs__vec3_unit(c);
        int64_t v = separation_along(s, fs__vec3_make(n.x, n.y, n.z));
        if (v > reach) {
            *gap = gap_of(v);
            return false;
        }
        if (v + bonus > edge.separation)
            edge = (struct axis_choice){ FACES + k, v + bonus };
    }
    if (edge.index != NO_AXIS)
        *best = edge;
    return true;
}

/* --- edges ------------------------------------------------------------------------------------------------- */

/* The middle of the edge along `axis` that is furthest along n, whose components along the box's axes are given. Ties go to
 * the negative side. */
static unsigned edge_signs(const int64_t n[3], unsigned axis)
{
    unsigned signs = 0;
    for (unsigned k = 0; k < 3; k++)
        signs |= k != axis && n[k] > 0 ? 1u << k : 0u;
    return signs;
}

static struct fs__vec3 edge_middle(const int64_t h[3], unsigned axis, unsigned signs)
{
    int64_t p[3];
    for (unsigned k = 0; k < 3; k++)
        p[k] = k == axis ? 0 : signs & 1u << k ? h[k] : -h[k];
    return fs__vec3_make(p[0], p[1], p[2]);
}

static struct fs__vec3 axis_of_b(const struct boxes *s, unsigned j)
{
    return fs__vec3_make(s->own.r[0][j], s->own.r[1][j], s->own.r[2][j]);
}

static struct fs__vec3 point_of_b(const struct boxes *s, struct fs__vec3 own)
{
    int64_t p[3];
    for (unsigned i = 0; i < 3; i++)
        p[i] = s->own.t[i] + fs_round_shift64_sym(dot3(s->own.r[i], own), FS_UNIT_FRAC);
    return fs__vec3_make(p[0], p[1], p[2]);
}

static struct fs__vec3 moved_along(struct fs__vec3 p, struct fs__vec3 e, int64_t length)
{
    return fs__vec3_make(p.x + fs_mul64(e.x, length, FS_UNIT_FRAC), p.y + fs_mul64(e.y, length, FS_UNIT_FRAC),
                         p.z + fs_mul64(e.z, length, FS_UNIT_FRAC));
}

static int64_t rounded_dot(struct fs__vec3 e, struct fs__vec3 p)
{
    return fs_round_shift64_sym(e.x * p.x + e.y * p.y + e.z * p.z, FS_UNIT_FRAC);
}

void fs__manifold3_nearest_on_lines(struct fs__vec3 *p, struct fs__vec3 e, int64_t half_e, struct fs__vec3 *q,
                                    struct fs__vec3 f, int64_t half_f)
{
    struct fs__vec3 d = fs__vec3_sub(*q, *p);
    int64_t k = rounded_dot(e, f), along_e = rounded_dot(e, d), along_f = rounded_dot(f, d);
    int64_t den = FS_UNIT_ONE - fs_round_shift64_sym(k * k, FS_UNIT_FRAC);
    int64_t s = fs_muldiv64(along_e - fs_mul64(k, along_f, FS_UNIT_FRAC), FS_UNIT_ONE, fs_max64(den, 1));
    int64_t t = fs_muldiv64(fs_mul64(k, along_e, FS_UNIT_FRAC) - along_f, FS_UNIT_ONE, fs_max64(den, 1));
    *p = moved_along(*p, e, fs_clamp64(s, -half_e, half_e));
    *q = moved_along(*q, f, fs_clamp64(t, -half_f, half_f));
}

static void collide_edges(const struct boxes *s, unsigned axis, fs_rel margin, struct fs__manifold3 *m)
{
    unsigned i = (axis - FACES) / 3, j = (axis - FACES) % 3;
    fs_unit3 n = fs__vec3_unit(edge_cross(s, i, j));
    if (dot3(s->own.t, fs__vec3_make(n.x, n.y, n.z)) < 0)
        n = fs_unit3_neg(n);
    struct fs__vec3 d = fs__vec3_make(n.x, n.y, n.z);
    const int64_t on_a[3] = { n.x, n.y, n.z };
    const int64_t on_b[3] = { -along_axis_of_b(s, d, 0), -along_axis_of_b(s, d, 1), -along_axis_of_b(s, d, 2) };
    unsigned signs_a = edge_signs(on_a, i), signs_b = edge_signs(on_b, j);
    struct fs__vec3 p = edge_middle(s->own.h[0], i, signs_a), q = point_of_b(s, edge_middle(s->own.h[1], j, signs_b));
    struct fs__vec3 e = fs__vec3_make(i == 0 ? FS_UNIT_ONE : 0, i == 1 ? FS_UNIT_ONE : 0, i == 2 ? FS_UNIT_ONE : 0);
    fs__manifold3_nearest_on_lines(&p, e, s->own.h[0][i], &q, axis_of_b(s, j), s->own.h[1][j]);
    const fs_rel sharp[2] = { 0, 0 };
    uint32_t id = FS__ID3_EDGES | (uint32_t)((i * 8 + signs_a) << 5 | (j * 8 + signs_b));
    fs__manifold3_add_point(p, q, n, sharp, margin, id, m);
    m->reference = FS__REFERENCE3_EDGES + axis - FACES;
}

/* --- faces ------------------------------------------------------------------------------------------------- */

/* Box a in the own frame of box b. */
static struct fs__boxes3 seen_from_b(const struct boxes *s)
{
    struct fs__boxes3 o;
    for (unsigned i = 0; i < 3; i++) {
        for (unsigned j = 0; j < 3; j++)
            o.r[i][j] = s->own.r[j][i];
        o.t[i] = -fs_round_shift64_sym(s->along_b[i], FS_UNIT_FRAC);
        o.h[0][i] = s->own.h[1][i];
        o.h[1][i] = s->own.h[0][i];
    }
    return o;
}

static fs_unit3 unit_axis(unsigned i, bool positive)
{
    fs_unit v = positive ? FS_UNIT_ONE : -FS_UNIT_ONE;
    return fs_unit3_make(i == 0 ? v : 0, i == 1 ? v : 0, i == 2 ? v : 0);
}

static void collide_face_of_a(const struct boxes *s, unsigned axis, fs_rel margin, struct fs__manifold3 *m)
{
    struct fs__candidates3 points;
    bool positive = s->own.t[axis] >= 0;
    unsigned face = 2 * axis + !positive;
    fs__manifold3_clip_boxes(&s->own, face, margin, &points);
    fs__candidates3_reduce(&points, m);
    m->normal = unit_axis(axis, positive);
    m->reference = FS__REFERENCE3_FACE_A | face;
}

static void collide_face_of_b(const struct boxes *s, unsigned axis, fs_rel margin, struct fs__manifold3 *m)
{
    struct fs__candidates3 points;
    struct fs__boxes3 back = seen_from_b(s);
    bool positive = s->along_b[axis] < 0;
    unsigned face = 2 * axis + !positive;
    fs__manifold3_clip_boxes(&back, face, margin, &points);
    for (unsigned i = 0; i < points.count; i++) {
        points.v[i].point = point_of_b(s, points.v[i].point);
        points.v[i].id |= (uint32_t)FS__ID3_FLIPPED;
    }
    fs__candidates3_reduce(&points, m);
    struct fs__vec3 e = axis_of_b(s, axis);
    m->normal = fs_unit3_make((fs_unit)e.x, (fs_unit)e.y, (fs_unit)e.z);
    if (positive)
        m->normal = fs_unit3_neg(m->normal);
    m->reference = FS__REFERENCE3_FACE_B | face;
}

static void collide_face(const struct boxes *s, unsigned axis, fs_rel margin, struct fs__manifold3 *m)
{
    if (axis < 3)
        collide_face_of_a(s, axis, margin, m);
    else
        collide_face_of_b(s, axis - 3, margin, m);
}

/* The cosine of the angle between the cross product of two edges and the axis of a face, Q1.30. */
static int64_t cosine_to_face(const struct boxes *s, unsigned edges, unsigned face)
{
    fs_unit3 n = fs__vec3_unit(edge_cross(s, (edges - FACES) / 3, (edges - FACES) % 3));
    const int64_t on_a[3] = { n.x, n.y, n.z };
    return fs_abs64(face < 3 ? on_a[face] : along_axis_of_b(s, fs__vec3_make(n.x, n.y, n.z), face - 3));
}

/* The face in place of crossing edges, by FS__MANIFOLD3_LEANING. */
static bool collide_facing(const struct boxes *s, const struct axis_choice *face, const struct axis_choice *edges,
                           const struct limits *l, struct fs__manifold3 *m)
{
    int64_t nearest = INT64_MAX;
    if (cosine_to_face(s, edges->index, face->index) < FS__MANIFOLD3_LEANING)
        return false;
    collide_face(s, face->index, l->margin, m);
    for (unsigned i = 0; i < m->count; i++)
        nearest = fs_min64(nearest, m->separation[i]);
    if (m->count > 1 && fs__manifold3_is_near(nearest, fs_round_shift64_sym(edges->separation, FS_UNIT_FRAC), l->bias))
        return true;
    m->count = 0;
    return false;
}

/* --- the manifold ------------------------------------------------------------------------------------------ */

/* From the own frame of box a to the frame of its body. */
static void place_manifold(const struct fs__core3 *a, struct fs__manifold3 *m)
{
    m->normal = fs_mat3_unit(a->m, m->normal);
    for (unsigned i = 0; i < m->count; i++)
        m->point[i] = fs__vec3_to_rel(fs__core3_point(a, fs__vec3_from_rel(m->point[i])));
}

void fs__manifold3_boxes(const fs_geometry3 *a, const fs_geometry3 *b, const fs_transform3 *b_in_a,
                         const struct fs__manifold3_query *query, struct fs__manifold3 *m)
{
    struct fs__core3 at_a, at_b;
    fs__core3_init(&at_a, a);
    fs__core3_place(&at_b, b, b_in_a);
    struct boxes s;
    struct axis_choice face = { NO_AXIS, 0 };
    const struct limits l = { query->margin, fs__manifold3_bias(a, b) };
    int64_t bias = (int64_t)l.bias * FS_UNIT_ONE, reach = (int64_t)l.margin * FS_UNIT_ONE;
    unsigned last = last_axis(query->reference);
    if (!make_boxes(&at_a, &at_b, &s) || !choose_face(&s, last, bias, reach, &face, &m->gap))
        return;
    struct axis_choice axis = face;
    if (!choose_edges(&s, last, bias, reach, &axis, &m->gap))
        return;
    if (axis.separation > TOUCHING) {
        fs__manifold3_convex(a, b, b_in_a, query, m);
        return;
    }
    if (axis.index < FACES)
        collide_face(&s, axis.index, l.margin, m);
    else if (!query->swept || !collide_facing(&s, &face, &axis, &l, m))
        collide_edges(&s, axis.index, l.margin, m);
    if (m->count > 0)
        place_manifold(&at_a, m);
}
