/* ray.c: where a ray first meets a shape.
 *
 * A convex shape is what is left of the line after clipping it by each of its surfaces. Lengths along the line are
 * counted from the point of the line that is nearest to the middle of a surface, so all numbers stay as small as the
 * shape; they are Q5.26 in 64 bits. Directions are Q1.30: squares of both and their products are Q60, Q56 and Q52.
 */
#include <string.h>
#include <fixstep/trig.h>

#include "physics3d/geometry/geometry_math.h"

/* A line that misses the middle of its shape by more passes outside of it: 16 m * sqrt(3) is 27.8 m. */
#define REACH ((int64_t)28 << FS_REL_FRAC)

struct line {
    struct fs__vec3 origin;
    fs_unit3 direction;
};

/* The part of the line that is inside, and the surface's normal at its beginning. */
struct span {
    int64_t low, high;
    fs_unit3 normal;
    bool empty;
};

static struct span whole_line(void)
{
    struct span s = { INT64_MIN / 4, INT64_MAX / 4, { 0, 0, 0 }, false };
    return s;
}

static struct fs__vec3 scaled(fs_unit3 n, int64_t t)
{
    return fs__vec3_make(fs_mul64(n.x, t, FS_UNIT_FRAC), fs_mul64(n.y, t, FS_UNIT_FRAC),
                         fs_mul64(n.z, t, FS_UNIT_FRAC));
}

/* A length along the line; far beyond reach it only has to keep its sign. */
static int64_t length_of(int64_t num, int64_t unit, int64_t den)
{
    const int64_t far = (int64_t)1 << 60;
    return fs_clamp64(fs_muldiv64(num, unit, den), -far, far);
}

static struct fs__vec3 point_at(const struct line *l, int64_t t)
{
    return fs__vec3_add(l->origin, scaled(l->direction, t));
}

/* Moves the origin of the line to its point nearest to `centre`, which becomes the origin of space; returns how far it
 * moved. False when the line passes out of reach. */
static bool recentre(struct line *l, struct fs__vec3 centre, int64_t *moved)
{
    struct fs__vec3 o = fs__vec3_sub(l->origin, centre);
    *moved = -fs_i128_round_shift_sym(fs__vec3_dot128(fs__vec3_make(l->direction.x, l->direction.y, l->direction.z), o),
                                      FS_UNIT_FRAC);
    l->origin = fs__vec3_add(o, scaled(l->direction, *moved));
    return fs_u128_cmp(fs__vec3_length_sq(l->origin), fs_u128_mul((uint64_t)REACH, (uint64_t)REACH)) <= 0;
}

/* --- surfaces ------------------------------------------------------------------------------------- */

/* Keeps n.x <= offset (Q5.26). */
static void clip_half_space(struct span *s, const struct line *l, fs_unit3 n, int64_t offset)
{
    int64_t room = offset * FS_UNIT_ONE - fs__geometry3_dot(n, l->origin);
    int64_t rate = fs_unit3_dot(n, l->direction);
    if (rate == 0) {
        s->empty |= room < 0;
        return;
    }
    int64_t t = length_of(room, FS_UNIT_ONE, rate);
    if (rate > 0)
        s->high = fs_min64(s->high, t);
    else if (t > s->low) {
        s->low = t;
        s->normal = n;
    }
}

/* The roots t1 <= t2 of a t^2 + 2 b t + c with a in Q60, b in Q56, c in Q52, by the form that does not cancel. A
 * negative discriminant counts as 0; the result says whether it was one. a is not 0. */
static bool solve_quadratic(int64_t a, int64_t b, int64_t c, int64_t *t1, int64_t *t2)
{
    fs_i128 disc = fs_i128_sub(fs_i128_mul(b, b), fs_i128_mul(a, c));
    bool real = disc.hi >= 0;
    int64_t root = real ? (int64_t)fs_isqrt128_round(fs_i128_uabs(disc)) : 0;
    int64_t q = b > 0 ? -b - root : root - b;
    int64_t u = length_of(q, FS_UNIT_ONE, a), v = q == 0 ? u : length_of(c, FS_UNIT_ONE, q);
    *t1 = fs_min64(u, v);
    *t2 = fs_max64(u, v);
    return real;
}

/* Keeps what is within `radius` of the origin, or of an axis through it: o and d are the parts of the line across the
 * axis. */
static void clip_round(struct span *s, struct fs__vec3 o, struct fs__vec3 d, fs_rel radius)
{
    int64_t a = fs__vec3_dot(d, d), b = fs__vec3_dot(o, d), t1, t2;
    int64_t c = fs__vec3_dot(o, o) - (int64_t)radius * radius;
    if (a == 0) {
        s->empty |= c > 0;
        return;
    }
    if (!solve_quadratic(a, b, c, &t1, &t2)) {
        s->empty = true;
        return;
    }
    s->high = fs_min64(s->high, t2);
    if (t1 > s->low) {
        fs_unit3 n = fs_unit3_make((fs_unit)d.x, (fs_unit)d.y, (fs_unit)d.z);
        s->low = t1;
        s->normal = fs__vec3_unit(fs__vec3_add(o, scaled(n, t1)));
    }
}

static struct fs__vec3 unit_as_vec(fs_unit3 u)
{
    return fs__vec3_make(u.x, u.y, u.z);
}

/* --- one shape each ------------------------------------------------------------------------------------ */

static struct span clip_sphere(struct line l, struct fs__vec3 centre, fs_rel radius, int64_t *moved)
{
    struct span s = whole_line();
    s.empty = !recentre(&l, centre, moved);
    if (!s.empty)
        clip_round(&s, l.origin, unit_as_vec(l.direction), radius);
    return s;
}

static struct fs__vec3 part_across(struct fs__vec3 v, fs_unit3 axis)
{
    return fs__vec3_sub(v, scaled(axis, fs_round_shift64_sym(fs__geometry3_dot(axis, v), FS_UNIT_FRAC)));
}

/* The union of a cylinder and two spheres: the first of the three. Where the line enters the cylinder by an end, it has
 * entered that end's sphere no later. */
static struct span clip_capsule(const struct line *l, const fs_geometry3 *g)
{
    struct fs__vec3 half = fs__vec3_from_rel(g->half);
    fs_unit3 axis = fs__vec3_unit(half), against = fs_unit3_neg(axis);
    int64_t length = fs__vec3_length(half);
    struct span best = whole_line();
    clip_round(&best, part_across(l->origin, axis), part_across(unit_as_vec(l->direction), axis), g->radius);
    clip_half_space(&best, l, axis, length);
    clip_half_space(&best, l, against, length);
    best.empty |= best.low > best.high;
    for (int end = -1; end <= 1; end += 2) {
        int64_t moved;
        struct span s = clip_sphere(*l, fs__vec3_make(end * half.x, end * half.y, end * half.z), g->radius, &moved);
        if (s.empty || (!best.empty && s.low + moved > best.low))
            continue;
        int64_t high = best.empty ? s.high + moved : fs_max64(best.high, s.high + moved);
        best = s;
        best.low += moved;
        best.high = high;
    }
    return best;
}

static void clip_axis(struct span *s, const struct line *l, fs_unit3 axis, int64_t half)
{
    clip_half_space(s, l, axis, half);
    clip_half_space(s, l, fs_unit3_neg(axis), half);
}

static struct span clip_box(const struct line *l, const fs_geometry3 *g)
{
    struct span s = whole_line();
    clip_axis(&s, l, fs_unit3_make(FS_UNIT_ONE, 0, 0), g->half.x);
    clip_axis(&s, l, fs_unit3_make(0, FS_UNIT_ONE, 0), g->half.y);
    clip_axis(&s, l, fs_unit3_make(0, 0, FS_UNIT_ONE), g->half.z);
    return s;
}

static struct span clip_cylinder(const struct line *l, const fs_geometry3 *g)
{
    struct span s = whole_line();
    clip_axis(&s, l, fs_unit3_make(0, FS_UNIT_ONE, 0), g->half.y);
    clip_round(&s, fs__vec3_make(l->origin.x, 0, l->origin.z), fs__vec3_make(l->direction.x, 0, l->direction.z),
               g->half.x);
    return s;
}

static struct span clip_hull(const struct line *l, const fs_geometry3 *g)
{
    struct span s = whole_line();
    for (unsigned f = 0; f < g->hull->face_count; f++)
        clip_half_space(&s, l, g->hull->normal[f], g->hull->offset[f]);
    return s;
}

/* --- cone ------------------------------------------------------------------------------------------------ */

/* The direction of (height, radius): across and along the axis, the surface's normal is (across, along). */
struct slope {
    fs_unit across, along;
};

static struct fs__vec3 squeeze(struct slope k, struct fs__vec3 v)
{
    return fs__vec3_make(fs_mul64(v.x, k.across, FS_UNIT_FRAC), fs_mul64(v.y, k.along, FS_UNIT_FRAC),
                         fs_mul64(v.z, k.across, FS_UNIT_FRAC));
}

/* x^2 + z^2 - y^2 of squeezed vectors, as a product of two. */
static int64_t cone_product(struct fs__vec3 u, struct fs__vec3 v)
{
    return u.x * v.x + u.z * v.z - u.y * v.y;
}

/* The part of the line inside the nappe below the apex; o and d are squeezed, relative to the apex. */
static bool nappe_span(struct fs__vec3 o, struct fs__vec3 d, int64_t *low, int64_t *high)
{
    int64_t a = cone_product(d, d), b = cone_product(o, d), c = cone_product(o, o), t1, t2;
    if (a == 0) {
        /* Parallel to the surface: inside on one end only, which must be the end that goes down. */
        if (b == 0 || (b < 0) != (d.y < 0))
            return false;
        t1 = t2 = length_of(-c, FS_UNIT_ONE / 2, b);
        *low = b < 0 ? t1 : *low;
        *high = b < 0 ? *high : t2;
        return true;
    }
    bool real = solve_quadratic(a, b, c, &t1, &t2);
    if (a < 0) {
        *low = d.y < 0 ? t2 : *low;
        *high = d.y < 0 ? *high : t1;
        return true;
    }
    *low = t1;
    *high = t2;
    int64_t middle = fs_sat64_add(t1 / 2, t2 / 2);
    return real && fs_sat64_add(o.y, fs_mul64(d.y, middle, FS_UNIT_FRAC)) <= 0;
}

static struct span clip_cone(const struct line *l, const fs_geometry3 *g)
{
    struct span s = whole_line();
    fs_unit k[2], u[2];
    fs__normalise2(2 * (int64_t)g->half.y, g->half.x, k);
    struct slope slope = { k[0], k[1] };
    struct fs__vec3 apex = fs__vec3_make(0, g->half.y, 0);
    struct fs__vec3 o = squeeze(slope, fs__vec3_sub(l->origin, apex)), d = squeeze(slope, unit_as_vec(l->direction));
    s.empty = !nappe_span(o, d, &s.low, &s.high);
    if (s.empty)
        return s;
    struct fs__vec3 at = point_at(l, s.low);
    fs__normalise2(at.x, at.z, u);
    s.normal = fs_unit3_make(fs_mul32_sym(u[0], slope.across, FS_UNIT_FRAC), slope.along,
                             fs_mul32_sym(u[1], slope.across, FS_UNIT_FRAC));
    clip_half_space(&s, l, fs_unit3_make(0, -FS_UNIT_ONE, 0), g->half.y);
    return s;
}

/* --- the question ------------------------------------------------------------------------------------------ */

static struct span clip_shape(const struct line *l, const fs_geometry3 *g)
{
    int64_t moved;
    switch (g->kind) {
    case FS_GEOMETRY3_SPHERE: return clip_sphere(*l, fs__vec3_make(0, 0, 0), g->radius, &moved);
    case FS_GEOMETRY3_CAPSULE: return clip_capsule(l, g);
    case FS_GEOMETRY3_BOX: return clip_box(l, g);
    case FS_GEOMETRY3_CYLINDER: return clip_cylinder(l, g);
    case FS_GEOMETRY3_CONE: return clip_cone(l, g);
    default: return clip_hull(l, g);
    }
}

static fs_cast_hit3 hit_at(const struct fs__core3 *core, const struct line *l, const struct span *s, int64_t t,
                           int64_t travelled, int64_t length)
{
    fs_cast_hit3 hit = { .hit = true, .fraction = fs_unit_from_ratio(travelled, length) };
    hit.point = fs__vec3_to_rel(fs__core3_point(core, point_at(l, t)));
    hit.normal = fs_mat3_unit(core->m, s->normal);
    return hit;
}

fs_cast_hit3 fs_geometry3_raycast(const fs_geometry3 *geometry, fs_rel3 origin, fs_rel3 translation)
{
    fs_cast_hit3 miss = { .hit = false, .fraction = FS_UNIT_ONE, .point = fs_rel3_add(origin, translation) };
    if (fs_geometry3_contains(geometry, origin))
        return (fs_cast_hit3){ .hit = true, .fraction = 0, .point = origin };
    struct fs__core3 core;
    fs__core3_init(&core, geometry);
    struct line l;
    int64_t moved;
    l.origin = fs__core3_own_direction(&core, fs__vec3_sub(fs__vec3_from_rel(origin), core.p));
    l.direction = fs__vec3_unit(fs__core3_own_direction(&core, fs__vec3_from_rel(translation)));
    if (fs_unit3_is_zero(l.direction) || !recentre(&l, fs__vec3_make(0, 0, 0), &moved))
        return miss;
    int64_t length = (int64_t)fs__length32(fs_rel3_length_sq(translation));
    struct span s = clip_shape(&l, geometry);
    int64_t enter = fs_max64(s.low, -moved);
    if (s.empty || s.low > s.high || s.high < -moved || enter + moved > length)
        return miss;
    return hit_at(&core, &l, &s, enter, enter + moved, length);
}
