/* manifold_convex.c: the contact manifold of any two convex shapes.
 *
 * The axis is that of the closest points of the cores or, when they overlap, of the shallowest way out. A flat face whose
 * axis is nearly as good (fs__manifold3_bias) is taken instead and the other shape's feature is clipped against it; then a
 * straight line on the side of a round shape; only what is left gets a single point. So a cylinder stands on its end with
 * four points and lies on its side with two, and its normal is that of the face to the bit.
 */
#include "physics3d/geometry/manifold_convex.h"
#include "physics3d/geometry/penetration.h"

#include <fixstep/trig.h>

/* Cores nearer than this have no reliable direction between their closest points. */
#define TOUCHING ((fs_rel)64)
/* A new feature must be better by 2^-11 m; of small shapes by 1/64 of their smallest half size. */
#define BIAS (FS_REL_ONE / 2048)
#define SPHERE_BIAS ((fs_rel)4)
/* Separations that differ by no more (steps of Q5.26) are equal. */
enum { ROUNDING = 8 };
/* The cosine (1/256) between the axis of a cylinder and a direction that still leaves its side: the point is off by that share of the
 * radius at most. */
enum { SIDE_SHIFT = 8 };
/* The tangent (1/32) between lines that are parallel at most. */
enum { PARALLEL = 5 };

/* Two cores in a frame with the axes of a's body and the origin of a's shape. */
struct pair {
    struct fs__core3 core[2];
    fs_rel radius[2];
    fs_rel margin, bias;
    uint32_t reference;
    bool swept;
    struct fs__load3 load; /* in that frame */
    fs_unit3 normal;       /* the axis found, from a to b */
    struct fs__vec3 on[2]; /* closest or deepest points of the cores */
    int64_t separation;    /* along the normal, of the cores, Q56 */
};

static fs_rel size_of(const fs_geometry3 *g)
{
    switch (g->kind) {
    case FS_GEOMETRY3_SPHERE:
    case FS_GEOMETRY3_CAPSULE: return g->radius;
    case FS_GEOMETRY3_HULL: return FS_REL_MAX;
    default: return fs_min32(fs_min32(g->half.x, g->half.y), g->half.z);
    }
}

fs_rel fs__manifold3_bias(const fs_geometry3 *a, const fs_geometry3 *b)
{
    if (a->kind == FS_GEOMETRY3_SPHERE || b->kind == FS_GEOMETRY3_SPHERE)
        return SPHERE_BIAS;
    return fs_min32(BIAS, fs_min32(size_of(a), size_of(b)) / 64);
}

/* The separation of the cores along n (away from core `of`), Q56. */
static int64_t separation_along(const struct pair *p, unsigned of, fs_unit3 n)
{
    return -fs__core3_extreme(&p->core[!of], fs_unit3_neg(n)) - fs__core3_extreme(&p->core[of], n);
}

static int64_t wide(fs_rel v)
{
    return (int64_t)v * FS_UNIT_ONE;
}

/* Of the surfaces, along the axis found, Q26. */
static int64_t surface_separation(const struct pair *p)
{
    return fs_round_shift64_sym(p->separation, FS_UNIT_FRAC) - p->radius[0] - p->radius[1];
}

static fs_geometry3 core_only(const fs_geometry3 *g)
{
    fs_geometry3 r = *g;
    r.radius = 0;
    return r;
}

static struct fs__vec3 line_of(const struct fs__feature3 *f)
{
    return fs__vec3_sub(f->point[1], f->point[0]);
}

/* How far n leans along a line of direction e. */
static fs_unit lean(fs_unit3 n, fs_unit3 e)
{
    return fs__unit_dot3(n.x, n.y, n.z, e.x, e.y, e.z);
}

/* n without its part along the line. */
static fs_unit3 level_normal(fs_unit3 n, struct fs__vec3 line)
{
    fs_unit3 e = fs__vec3_unit(line);
    fs_unit along = lean(n, e);
    return fs__vec3_unit(
        fs__vec3_sub(fs__vec3_make(n.x, n.y, n.z),
                     fs__vec3_make(fs_mul32_sym(e.x, along, FS_UNIT_FRAC), fs_mul32_sym(e.y, along, FS_UNIT_FRAC),
                                   fs_mul32_sym(e.z, along, FS_UNIT_FRAC))));
}

/* --- the axis ------------------------------------------------------------------------------------------ */

static void take_closest(struct pair *p, const fs_distance3 *d, struct fs__vec3 origin)
{
    p->normal = d->normal;
    p->on[0] = fs__vec3_sub(fs__vec3_from_rel(d->on_a), origin);
    p->on[1] = fs__vec3_sub(fs__vec3_from_rel(d->on_b), origin);
}

static void take_penetration(struct pair *p)
{
    struct fs__penetration3 d = fs__core3_penetration(&p->core[0], &p->core[1]);
    p->normal = d.normal;
    p->on[0] = d.on_a;
    p->on[1] = d.on_b;
}

/* --- refining the axis of round shapes ---------------------------------------------------------------------- */

/* Takes an axis that is no worse by more than the rounding. */
static bool try_axis(struct pair *p, fs_unit3 n)
{
    int64_t separation = fs_unit3_is_zero(n) ? INT64_MIN : separation_along(p, 0, n);
    if (separation < p->separation - wide(ROUNDING))
        return false;
    p->normal = n;
    p->separation = separation;
    return true;
}

static bool is_turned(const fs_geometry3 *g)
{
    return g->kind == FS_GEOMETRY3_CYLINDER || g->kind == FS_GEOMETRY3_CONE;
}

/* n made level with the line on the side of shape `of`. */
static void try_side(struct pair *p, unsigned of)
{
    struct fs__feature3 line;
    fs_unit3 toward = of == 0 ? p->normal : fs_unit3_neg(p->normal);
    if (!is_turned(p->core[of].geometry))
        return;
    fs__feature3_line(&p->core[of], toward, &line);
    fs_unit3 n = level_normal(toward, line_of(&line));
    try_axis(p, of == 0 ? n : fs_unit3_neg(n));
}

/* A cylinder as the segment along its axis. */
static fs_geometry3 axis_only(const fs_geometry3 *g)
{
    fs_geometry3 r = core_only(g);
    if (g->kind == FS_GEOMETRY3_CYLINDER) {
        r.kind = FS_GEOMETRY3_CAPSULE;
        r.rot = fs_quat_identity();
        r.half = fs_quat_rel(g->rot, fs_rel3_make(0, g->half.y, 0));
    }
    return r;
}

/* From the axis of a cylinder to its side. */
static struct fs__vec3 on_side(struct fs__vec3 p, const fs_geometry3 *g, fs_unit3 n)
{
    int64_t radius = g->kind == FS_GEOMETRY3_CYLINDER ? g->half.x : 0;
    return fs__vec3_make(p.x + fs_mul64(n.x, radius, FS_UNIT_FRAC), p.y + fs_mul64(n.y, radius, FS_UNIT_FRAC),
                         p.z + fs_mul64(n.z, radius, FS_UNIT_FRAC));
}

/* Whether the direction leaves the side of a cylinder: one between the end of its axis and something else leaves the rim or the
 * cap, whose points on_side() does not find. Other shapes have no side. */
static bool leaves_side(const struct fs__core3 *c, fs_unit3 n)
{
    const fs_unit3 axis = { c->m.x.y, c->m.y.y, c->m.z.y };
    return c->geometry->kind != FS_GEOMETRY3_CYLINDER ||
           fs_abs64(fs_unit3_dot(axis, n)) <= (int64_t)FS_UNIT_ONE << (FS_UNIT_FRAC - SIDE_SHIFT);
}

/* The sides of cylinders touch along the direction between their axes. */
static void try_axes_of_cylinders(struct pair *p, const fs_transform3 *b_in_a)
{
    const fs_geometry3 *g = p->core[0].geometry, *h = p->core[1].geometry;
    if (g->kind != FS_GEOMETRY3_CYLINDER && h->kind != FS_GEOMETRY3_CYLINDER)
        return;
    fs_geometry3 a = axis_only(g), b = axis_only(h);
    fs_distance3 d = fs_geometry3_distance(&a, &b, *b_in_a);
    if (d.distance <= TOUCHING || !leaves_side(&p->core[0], d.normal) || !leaves_side(&p->core[1], d.normal) ||
        !try_axis(p, d.normal))
        return;
    take_closest(p, &d, fs__vec3_from_rel(p->core[0].geometry->centre));
    p->on[0] = on_side(p->on[0], g, d.normal);
    p->on[1] = on_side(p->on[1], h, fs_unit3_neg(d.normal));
}

/* False when the shapes are further apart than the margin. */
static bool find_axis(struct pair *p, fs_rel *gap)
{
    fs_distance3 d;
    fs__core3_distance(&p->core[0], &p->core[1], &d);
    int64_t apart = (int64_t)d.distance - d.error - p->radius[0] - p->radius[1];
    if (apart > p->margin) {
        *gap = fs_sat32(apart);
        return false;
    }
    if (d.distance > TOUCHING)
        take_closest(p, &d, fs__vec3_make(0, 0, 0));
    else
        take_penetration(p);
    p->separation = separation_along(p, 0, p->normal);
    return true;
}

/* --- faces ---------------------------------------------------------------------------------------------- */

struct face_choice {
    unsigned of, face;
    fs_unit3 normal;    /* away from shape `of` */
    int64_t separation; /* INT64_MIN: no face */
};

static struct face_choice measure_face(const struct pair *p, unsigned of)
{
    struct face_choice c = { .of = of, .separation = INT64_MIN };
    fs_unit3 toward = of == 0 ? p->normal : fs_unit3_neg(p->normal);
    c.face = fs__feature3_nearest_face(&p->core[of], toward, &c.normal);
    if (c.face != FS__FEATURE3_NO_FACE)
        c.separation = separation_along(p, of, c.normal);
    return c;
}

/* Of two faces that are about as good the one used last stays, else that of a. */
static struct face_choice choose_face(const struct pair *p)
{
    struct face_choice a = measure_face(p, 0), b = measure_face(p, 1);
    uint32_t last = p->reference & FS__REFERENCE3_KIND;
    int64_t bias = wide(p->bias);
    if (b.separation == INT64_MIN || a.separation == INT64_MIN)
        return a.separation == INT64_MIN ? b : a;
    bool flip = last == FS__REFERENCE3_FACE_B ? b.separation + bias >= a.separation
                                              : b.separation > a.separation + bias;
    return flip ? b : a;
}

static bool is_face_preferred(const struct pair *p, const struct face_choice *c)
{
    uint32_t kind = c->of == 0 ? FS__REFERENCE3_FACE_A : FS__REFERENCE3_FACE_B;
    int64_t bias = p->reference == (kind | c->face) ? 2 * wide(p->bias) : wide(p->bias);
    return c->separation != INT64_MIN && c->separation + bias >= p->separation;
}

/* The deepest point must be near what the axis promised: otherwise the other shape's deepest point is not over the face. */
static bool holds_deepest(const struct pair *p, const struct face_choice *c, const struct fs__candidates3 *points)
{
    int64_t promised = fs_round_shift64_sym(c->separation, FS_UNIT_FRAC) - p->radius[!c->of];
    for (unsigned i = 0; i < points->count; i++)
        if (points->v[i].separation <= promised + 2 * (int64_t)p->bias)
            return true;
    return false;
}

static void clip_face(const struct pair *p, const struct face_choice *c, struct fs__candidates3 *points)
{
    struct fs__feature3 face, incident;
    fs__feature3_face(&p->core[c->of], c->face, c->normal, &face);
    fs__feature3_toward(&p->core[!c->of], fs_unit3_neg(c->normal), &incident);
    struct fs__reference3 ref = { &face, c->normal, fs__core3_extreme(&p->core[c->of], c->normal), &p->load };
    fs__clip3_face(&ref, &incident, p->radius[!c->of], p->margin, points);
}

static void take_face(const struct face_choice *c, struct fs__candidates3 *points, struct fs__manifold3 *m)
{
    for (unsigned i = 0; i < points->count; i++)
        points->v[i].id |= c->of == 0 ? 0 : (uint32_t)FS__ID3_FLIPPED;
    fs__candidates3_reduce(points, m);
    m->normal = c->of == 0 ? c->normal : fs_unit3_neg(c->normal);
    m->reference = (uint32_t)(c->of == 0 ? FS__REFERENCE3_FACE_A : FS__REFERENCE3_FACE_B) | c->face;
}

static bool collide_face(const struct pair *p, const struct face_choice *c, struct fs__manifold3 *m)
{
    struct fs__candidates3 points;
    clip_face(p, c, &points);
    if (!holds_deepest(p, c, &points))
        return false;
    take_face(c, &points, m);
    return true;
}

/* The face in place of a single point, by FS__MANIFOLD3_LEANING. */
static bool collide_facing(const struct pair *p, const struct face_choice *c, struct fs__manifold3 *m)
{
    struct fs__candidates3 points;
    fs_unit3 away = c->of == 0 ? c->normal : fs_unit3_neg(c->normal);
    int64_t closest = fs_round_shift64_sym(p->separation, FS_UNIT_FRAC) - p->radius[!c->of], nearest = INT64_MAX;
    if (!p->swept || c->separation == INT64_MIN ||
        fs_round_shift64(fs_unit3_dot(away, p->normal), FS_UNIT_FRAC) < FS__MANIFOLD3_LEANING)
        return false;
    clip_face(p, c, &points);
    for (unsigned i = 0; i < points.count; i++)
        nearest = fs_min64(nearest, points.v[i].separation);
    if (points.count < 2 || !fs__manifold3_is_near(nearest, closest, p->bias))
        return false;
    take_face(c, &points, m);
    return true;
}

/* --- lines ------------------------------------------------------------------------------------------------ */

static bool has_side(const fs_geometry3 *g)
{
    return g->kind == FS_GEOMETRY3_CAPSULE || g->kind == FS_GEOMETRY3_CYLINDER || g->kind == FS_GEOMETRY3_CONE;
}

/* How far the ends of `line` leave the direction of `other`: |line x unit(other)|. */
static int64_t divergence(struct fs__vec3 line, struct fs__vec3 other)
{
    fs_unit3 e = fs__vec3_unit(other);
    struct fs__vec3 c = fs__vec3_cross(line, fs__vec3_make(e.x, e.y, e.z));
    return fs_round_shift64_sym(fs__vec3_length(c), FS_UNIT_FRAC);
}

/* The radius by which a shape curves across its line: 0 of an edge, and of a cone, which has none at its apex. */
static fs_rel side_radius(const fs_geometry3 *g)
{
    return g->kind == FS_GEOMETRY3_CYLINDER ? g->half.x : g->radius;
}

/* How far the ends of parallel lines may diverge. Two surfaces that curve with radii r and s across their lines are
 * x^2 / (2 (r + s)) further apart where the lines are x apart: it stays within the bias. Sharp edges keep twice the bias, short lines
 * PARALLEL. */
static int64_t parallel_spread(const struct pair *p, const fs_rel side[2], int64_t length)
{
    uint64_t square = 2 * (uint64_t)((int64_t)side[0] + side[1]) * (uint64_t)p->bias;
    return fs_max64(2 * (int64_t)p->bias, fs_min64(fs_isqrt64(square), length >> PARALLEL));
}

/* Lines that leave each other's direction by less than the spread between their ends. */
static bool are_parallel(const struct pair *p, const fs_rel side[2], const struct fs__feature3 line[2])
{
    struct fs__vec3 d = line_of(&line[0]), e = line_of(&line[1]);
    int64_t length = fs_min64(fs__vec3_length(d), fs__vec3_length(e));
    return fs_min64(divergence(d, e), divergence(e, d)) <= parallel_spread(p, side, length);
}

/* Whether one of the points found lies where the shapes are closest. */
static bool holds_closest(const struct pair *p, const struct fs__manifold3 *m)
{
    int64_t closest = surface_separation(p), nearest = INT64_MAX;
    for (unsigned i = 0; i < m->count; i++)
        nearest = fs_min64(nearest, m->separation[i]);
    return m->count > 0 && nearest + p->bias >= closest && fs__manifold3_is_near(nearest, closest, p->bias);
}

/* Two points where a line of shape `of` and one of the other shape are parallel along each other. The normal is across the line that
 * the axis is more nearly across: of a log that is tilted on an edge, that is the edge. */
static bool collide_lines(const struct pair *p, unsigned of, struct fs__manifold3 *m)
{
    struct fs__feature3 line[2];
    fs_unit3 toward = of == 0 ? p->normal : fs_unit3_neg(p->normal);
    const fs_rel side[2] = { side_radius(p->core[0].geometry), side_radius(p->core[1].geometry) };
    if (!has_side(p->core[of].geometry))
        return false;
    fs__feature3_line(&p->core[of], toward, &line[of]);
    fs_unit3 n = level_normal(toward, line_of(&line[of]));
    if (fs_unit3_is_zero(n) || !fs__feature3_line(&p->core[!of], fs_unit3_neg(n), &line[!of]) ||
        !are_parallel(p, side, line))
        return false;
    struct fs__vec3 own = line_of(&line[of]), other = line_of(&line[!of]);
    if (fs_abs64(lean(toward, fs__vec3_unit(other))) < fs_abs64(lean(toward, fs__vec3_unit(own))))
        n = level_normal(toward, other);
    fs__manifold3_add_lines(&line[0], &line[1], of == 0 ? n : fs_unit3_neg(n), p->radius, side, p->margin, p->bias, m);
    m->reference = FS__REFERENCE3_LINE;
    if (!holds_closest(p, m))
        m->count = 0;
    return m->count > 0;
}

/* --- the manifold ----------------------------------------------------------------------------------------- */

/* Between the deepest points; as deep as the axis says. */
static void add_single_point(const struct pair *p, struct fs__manifold3 *m)
{
    int64_t separation = surface_separation(p);
    if (separation > p->margin)
        return;
    fs__manifold3_add_point(p->on[0], p->on[1], p->normal, p->radius, FS_REL_MAX, FS__ID3_POINT, m);
    m->separation[0] = fs_sat32(separation);
    m->reference = FS__REFERENCE3_POINT;
}

static void move_points(struct fs__manifold3 *m, fs_rel3 origin)
{
    for (unsigned i = 0; i < m->count; i++)
        m->point[i] = fs_rel3_add(m->point[i], origin);
}

static void init_pair(struct pair *p, const fs_geometry3 *a, const fs_geometry3 *b, const fs_transform3 *b_in_a,
                      const struct fs__manifold3_query *query)
{
    fs__core3_init(&p->core[0], a);
    fs__core3_place(&p->core[1], b, b_in_a);
    p->load = query->load != NULL ? *query->load : (struct fs__load3){ .kind = FS__LOAD3_UNKNOWN };
    if (p->load.kind == FS__LOAD3_AT)
        p->load.at = fs__vec3_sub(p->load.at, p->core[0].p);
    p->core[0].load = p->core[1].load = &p->load;
    p->core[1].p = fs__vec3_sub(p->core[1].p, p->core[0].p);
    p->core[0].p = fs__vec3_make(0, 0, 0);
    p->radius[0] = a->radius;
    p->radius[1] = b->radius;
    p->margin = query->margin;
    p->bias = fs__manifold3_bias(a, b);
    p->reference = query->reference;
    p->swept = query->swept;
}

/* What the preferred face does not take: sides and edges. The axis is refined first. */
static void collide_rest(struct pair *p, const fs_transform3 *b_in_a, struct fs__manifold3 *m)
{
    try_side(p, 0);
    try_side(p, 1);
    try_axes_of_cylinders(p, b_in_a);
    if (!collide_lines(p, 0, m) && !collide_lines(p, 1, m))
        add_single_point(p, m);
}

void fs__manifold3_convex(const fs_geometry3 *a, const fs_geometry3 *b, const fs_transform3 *b_in_a,
                          const struct fs__manifold3_query *query, struct fs__manifold3 *m)
{
    struct pair p;
    init_pair(&p, a, b, b_in_a, query);
    if (!find_axis(&p, &m->gap))
        return;
    struct face_choice face = choose_face(&p);
    if ((!is_face_preferred(&p, &face) || !collide_face(&p, &face, m)) && !collide_facing(&p, &face, m))
        collide_rest(&p, b_in_a, m);
    move_points(m, a->centre);
}
