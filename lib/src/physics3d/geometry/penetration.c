/* penetration.c: the depth of two cores that overlap.
 *
 * Source: G. van den Bergen, "Proximity queries and penetration depth computation on 3D game objects", 2001: a polytope
 * inside the Minkowski difference grows at its face nearest to the origin until that face lies on the surface. Here the
 * polytope is a convex hull with exact integer predicates (as in hull.c), so it stays convex without tolerances and need
 * not contain the origin at the start; distances of faces are signed.
 */
#include "physics3d/geometry/penetration.h"

#include <string.h>
#include <fixstep/trig.h>

enum {
    MAX_VERTICES = 64,
    MAX_FACES = 2 * MAX_VERTICES - 4,
    GAIN_STEPS = 2, /* a face is final when the surface is no further out than this */
    LEAN_SHIFT = 20,
    FACE_ROUNDS = 16,
    DISTANCE_FRAC = 16 /* fraction bits of a face's distance, on top of the steps of the difference */
};

struct face {
    struct fs__vec3 normal; /* outward, as long as twice the area: components below 2^62 */
    uint64_t length;        /* of the normal */
    int64_t distance;       /* of the origin, positive inside */
    uint8_t vertex[3];
    bool alive;
};

struct polytope {
    const struct fs__minkowski3 *difference;
    struct fs__simplex3_vertex vertex[MAX_VERTICES];
    struct face face[MAX_FACES];
    uint8_t left_face[MAX_VERTICES][MAX_VERTICES]; /* of the directed edge; only meaningful for edges that exist */
    unsigned vertex_count, face_count;
};

static struct fs__vec3 negative(struct fs__vec3 v)
{
    return fs__vec3_make(-v.x, -v.y, -v.z);
}

static bool is_zero(struct fs__vec3 v)
{
    return v.x == 0 && v.y == 0 && v.z == 0;
}

/* --- building -------------------------------------------------------------------------------------- */

static struct fs__vec3 between(const struct polytope *p, unsigned from, unsigned to)
{
    return fs__vec3_sub(p->vertex[to].w, p->vertex[from].w);
}

static void measure_face(const struct polytope *p, struct face *f)
{
    f->normal = fs__vec3_cross(between(p, f->vertex[0], f->vertex[1]), between(p, f->vertex[0], f->vertex[2]));
    fs_i128 height = fs__vec3_dot128(f->normal, p->vertex[f->vertex[0]].w);
    f->length = fs__length64(fs__vec3_length_sq(f->normal));
    FS_ASSERT(f->length > 0);
    uint64_t size = fs_u128_div_round(fs_u128_shl(fs_i128_uabs(height), DISTANCE_FRAC), f->length);
    f->distance = fs_sat64_from_mag(size, height.hi < 0);
}

static void add_face(struct polytope *p, unsigned u, unsigned v, unsigned w)
{
    unsigned i = 0;
    while (i < p->face_count && p->face[i].alive)
        i++;
    FS_ASSERT(i < MAX_FACES);
    if (i == p->face_count)
        p->face_count++;
    struct face *f = &p->face[i];
    f->vertex[0] = (uint8_t)u;
    f->vertex[1] = (uint8_t)v;
    f->vertex[2] = (uint8_t)w;
    f->alive = true;
    for (unsigned k = 0; k < 3; k++)
        p->left_face[f->vertex[k]][f->vertex[(k + 1) % 3]] = (uint8_t)i;
    measure_face(p, f);
}

static bool is_above(const struct polytope *p, const struct face *f, struct fs__vec3 point)
{
    return fs_i128_sign(fs__vec3_dot128(f->normal, fs__vec3_sub(point, p->vertex[f->vertex[0]].w))) > 0;
}

/* Replaces the faces that the new vertex sees by a fan to their rim. */
static void add_vertex(struct polytope *p, const struct fs__simplex3_vertex *v)
{
    bool seen[MAX_FACES] = { false };
    uint8_t rim[MAX_FACES][2];
    unsigned rim_count = 0, at = p->vertex_count++;
    p->vertex[at] = *v;
    for (unsigned i = 0; i < p->face_count; i++)
        seen[i] = p->face[i].alive && is_above(p, &p->face[i], v->w);
    for (unsigned i = 0; i < p->face_count; i++)
        for (unsigned k = 0; seen[i] && k < 3; k++) {
            uint8_t u = p->face[i].vertex[k], w = p->face[i].vertex[(k + 1) % 3];
            if (!seen[p->left_face[w][u]]) {
                rim[rim_count][0] = u;
                rim[rim_count++][1] = w;
            }
        }
    for (unsigned i = 0; i < p->face_count; i++)
        p->face[i].alive = p->face[i].alive && !seen[i];
    for (unsigned i = 0; i < rim_count; i++)
        add_face(p, rim[i][0], rim[i][1], at);
}

/* --- the first tetrahedron ----------------------------------------------------------------------- */

/* Appends the support point along d or, if that does not satisfy `usable`, the one against d. */
static bool add_first(struct polytope *p, struct fs__vec3 d, bool (*usable)(const struct polytope *))
{
    for (unsigned side = 0; side < 2; side++) {
        struct fs__vec3 way = side == 0 ? d : negative(d);
        fs__minkowski3_support(p->difference, &way, &p->vertex[p->vertex_count++]);
        if (usable(p))
            return true;
        p->vertex_count--;
    }
    return false;
}

static bool is_apart(const struct polytope *p)
{
    return !is_zero(between(p, 0, 1));
}

static bool is_off_line(const struct polytope *p)
{
    return !is_zero(fs__vec3_cross(between(p, 0, 1), between(p, 0, 2)));
}

static struct fs__vec3 base_normal(const struct polytope *p)
{
    return fs__vec3_cross(between(p, 0, 1), between(p, 0, 2));
}

static bool is_off_plane(const struct polytope *p)
{
    return fs_i128_sign(fs__vec3_dot128(base_normal(p), between(p, 0, 3))) != 0;
}

static struct fs__vec3 axis(unsigned i)
{
    return fs__vec3_make(i == 0, i == 1, i == 2);
}

/* The unit vectors across d, one after the other; of the three at least two are not zero. */
static bool add_third(struct polytope *p)
{
    struct fs__vec3 d = between(p, 0, 1);
    for (unsigned i = 0; i < 3; i++) {
        struct fs__vec3 across = fs__vec3_cross(d, axis(i));
        if (!is_zero(across) && add_first(p, across, is_off_line))
            return true;
    }
    return false;
}

/* False when the difference is flat. */
static bool make_tetrahedron(struct polytope *p)
{
    struct fs__vec3 first = axis(0);
    fs__minkowski3_support(p->difference, &first, &p->vertex[p->vertex_count++]);
    bool found = false;
    for (unsigned i = 0; i < 3 && !found; i++)
        found = add_first(p, negative(axis(i)), is_apart);
    if (!found || !add_third(p) || !add_first(p, base_normal(p), is_off_plane))
        return false;
    bool above = fs_i128_sign(fs__vec3_dot128(base_normal(p), between(p, 0, 3))) > 0;
    unsigned q = above ? 2 : 1, r = above ? 1 : 2;
    add_face(p, 0, q, r);
    add_face(p, 0, 3, q);
    add_face(p, q, 3, r);
    add_face(p, r, 3, 0);
    return true;
}

/* --- growing ---------------------------------------------------------------------------------------- */

/* Ties go to the lowest index. */
static const struct face *nearest_face(const struct polytope *p)
{
    const struct face *best = NULL;
    for (unsigned i = 0; i < p->face_count; i++)
        if (p->face[i].alive && (best == NULL || p->face[i].distance < best->distance))
            best = &p->face[i];
    return best;
}

/* Whether v is further out than the face by more than GAIN_STEPS. */
static bool stands_out(const struct polytope *p, const struct face *f, const struct fs__simplex3_vertex *v)
{
    fs_i128 height = fs__vec3_dot128(f->normal, fs__vec3_sub(v->w, p->vertex[f->vertex[0]].w));
    return fs_i128_sign(height) > 0 && fs_u128_cmp(fs_i128_uabs(height), fs_u128_mul(f->length, GAIN_STEPS)) > 0;
}

static const struct face *grow_to_surface(struct polytope *p)
{
    for (;;) {
        const struct face *f = nearest_face(p);
        if (p->vertex_count == MAX_VERTICES)
            return f;
        struct fs__simplex3_vertex v;
        fs__minkowski3_support(p->difference, &f->normal, &v);
        if (!stands_out(p, f, &v))
            return f;
        add_vertex(p, &v);
    }
}

/* --- the answer -------------------------------------------------------------------------------------- */

/* The origin moved to its foot on the plane of the face. */
static struct fs__vec3 foot_of(const struct face *f, fs_unit3 n)
{
    const unsigned shift = FS_UNIT_FRAC + DISTANCE_FRAC;
    return fs__vec3_make(fs_i128_round_shift_sym(fs_i128_mul(n.x, f->distance), shift),
                         fs_i128_round_shift_sym(fs_i128_mul(n.y, f->distance), shift),
                         fs_i128_round_shift_sym(fs_i128_mul(n.z, f->distance), shift));
}

static struct fs__simplex3_vertex seen_from(struct fs__simplex3_vertex v, struct fs__vec3 origin)
{
    v.w = fs__vec3_sub(v.w, origin);
    return v;
}

/* The normal leaning by 2^-LEAN_SHIFT rad along e: its support points lie on the face, as far as that goes along e. */
static struct fs__vec3 leaning(fs_unit3 n, struct fs__vec3 e)
{
    fs_unit3 u = fs__vec3_unit(e);
    return fs__vec3_make(n.x + fs_round_shift64_sym(u.x, LEAN_SHIFT), n.y + fs_round_shift64_sym(u.y, LEAN_SHIFT),
                         n.z + fs_round_shift64_sym(u.z, LEAN_SHIFT));
}

/* The deepest points: those of the difference's face at the foot of the origin. The face may reach further than the triangle
 * that was found on it (crossing edges make a parallelogram), so the walk of distance.c goes on within its plane. */
static void place_witnesses(const struct polytope *p, const struct face *f, fs_unit3 n, struct fs__penetration3 *out)
{
    struct fs__vec3 foot = foot_of(f, n);
    struct fs__simplex3 s;
    for (unsigned k = 0; k < 3; k++)
        s.v[k] = seen_from(p->vertex[f->vertex[k]], foot);
    s.count = 3;
    fs__simplex3_reduce(&s);
    for (unsigned round = 0; round < FACE_ROUNDS && s.count < 3; round++) {
        struct fs__vec3 e = fs__simplex3_toward_origin(&s), way = leaning(n, e);
        struct fs__simplex3_vertex v;
        fs__minkowski3_support(p->difference, &way, &v);
        v = seen_from(v, foot);
        if (fs_i128_sign(fs__vec3_dot128(e, fs__vec3_sub(v.w, s.v[0].w))) <= 0)
            break;
        s.v[s.count++] = v;
        fs__simplex3_reduce(&s);
    }
    out->on_a = fs__simplex3_closest_point(&s, false);
    out->on_b = fs__simplex3_closest_point(&s, true);
}

/* Flat differences (a segment against another or against a triangle in one plane) have the normal of their plane; one
 * that is a line or a point has no direction of its own and takes +y. */
static void answer_flat(struct polytope *p, struct fs__penetration3 *out)
{
    struct fs__vec3 n = p->vertex_count == 3 ? base_normal(p) : axis(1);
    if (fs_i128_sign(fs__vec3_dot128(n, fs__vec3_sub(p->difference->b->p, p->difference->a->p))) < 0)
        n = negative(n);
    out->normal = fs__vec3_unit(n);
    out->on_a = p->vertex[0].a;
    out->on_b = p->vertex[0].b;
}

/* A face of the difference b - a with the outward normal d bounds how far b lies along -d: the way out for b is -d. */
struct fs__penetration3 fs__core3_penetration(const struct fs__core3 *a, const struct fs__core3 *b)
{
    const struct fs__minkowski3 difference = fs__minkowski3_of(a, b);
    struct fs__penetration3 out;
    struct polytope p;
    p.difference = &difference;
    p.vertex_count = p.face_count = 0;
    if (!make_tetrahedron(&p)) {
        answer_flat(&p, &out);
        return out;
    }
    const struct face *f = grow_to_surface(&p);
    fs_unit3 outward = fs__vec3_unit(f->normal);
    out.normal = fs_unit3_neg(outward);
    place_witnesses(&p, f, outward, &out);
    return out;
}
