/* geometry3_fixture.h: random shapes in space and double-precision references for them. */
#ifndef FS_TEST_GEOMETRY3_FIXTURE_H
#define FS_TEST_GEOMETRY3_FIXTURE_H

#include <math.h>
#include <string.h>
#include <fixstep/geometry3.h>
#include <fixstep/trig.h>

#include "support/check_main.h"
#include "num/random_vectors.h"

#define REL(v) ((fs_rel)lround((v) * (double)FS_REL_ONE))
#define P3(x, y, z) fs_rel3_make(REL(x), REL(y), REL(z))
#define D(v) ((double)(v) / (double)FS_REL_ONE)
#define U(v) ((double)(v) / (double)FS_UNIT_ONE)

typedef struct {
    double x, y, z;
} vec3d;

static inline vec3d vec3d_of(fs_rel3 p)
{
    return (vec3d){ D(p.x), D(p.y), D(p.z) };
}

static inline vec3d vec3d_of_unit(fs_unit3 p)
{
    return (vec3d){ U(p.x), U(p.y), U(p.z) };
}

static inline vec3d add3d(vec3d a, vec3d b)
{
    return (vec3d){ a.x + b.x, a.y + b.y, a.z + b.z };
}

static inline vec3d sub3d(vec3d a, vec3d b)
{
    return (vec3d){ a.x - b.x, a.y - b.y, a.z - b.z };
}

static inline vec3d scale3d(vec3d a, double s)
{
    return (vec3d){ a.x * s, a.y * s, a.z * s };
}

static inline double dot3d(vec3d a, vec3d b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline vec3d cross3d(vec3d a, vec3d b)
{
    return (vec3d){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}

static inline double length3d(vec3d a)
{
    return sqrt(dot3d(a, a));
}

/* q v q*, with q as it is and its length divided out. */
static inline vec3d rotate3d(fs_quat q, vec3d v)
{
    vec3d u = { (double)q.x, (double)q.y, (double)q.z };
    double w = (double)q.w, n = dot3d(u, u) + w * w;
    vec3d t = cross3d(u, v);
    return add3d(v, scale3d(add3d(scale3d(t, w), cross3d(u, t)), 2 / n));
}

static inline fs_quat inverse_of(fs_quat q)
{
    return fs_quat_make(-q.x, -q.y, -q.z, q.w);
}

static inline double value(fs_scaled s)
{
    return ldexp(s.m, s.e);
}

static inline fs_scaled scaled_from(double v)
{
    int e;
    double m = frexp(v, &e);
    return fs_scaled_make((int64_t)llround(ldexp(m, 60)), e - 60);
}

static inline double uniform(test_rng *r, double low, double high)
{
    return low + (high - low) * (double)(test_bits(r) >> 11) * 0x1p-53;
}

static inline fs_rel3 random_point(test_rng *r, double size)
{
    double x = uniform(r, -size, size), y = uniform(r, -size, size), z = uniform(r, -size, size);
    return P3(x, y, z);
}

static inline vec3d random_direction(test_rng *r)
{
    for (;;) {
        vec3d v = vec3d_of(random_point(r, 1));
        double l = length3d(v);
        if (l > 0.1 && l <= 1)
            return scale3d(v, 1 / l);
    }
}

static inline fs_quat random_rotation(test_rng *r)
{
    fs_unit q[4];
    for (int i = 0; i < 4; i++)
        q[i] = (fs_unit)(uniform(r, -1, 1) * 0x1p29);
    return fs_quat_normalise(fs_quat_make(q[0], q[1], q[2], q[3]));
}

static inline fs_transform3 random_transform(test_rng *r, double size)
{
    fs_rel3 p = random_point(r, size);
    return (fs_transform3){ p, random_rotation(r) };
}

/* At any place. */
static inline fs_transform3 any_transform(test_rng *r)
{
    fs_rel3 p = test_rel3(r, 0);
    return (fs_transform3){ p, random_rotation(r) };
}

static inline fs_rel3 random_half(test_rng *r, double size, double low, double high)
{
    double x = size * uniform(r, low, high), y = size * uniform(r, low, high);
    return P3(x, y, size * uniform(r, low, high));
}

static inline fs_rel3 random_within(test_rng *r, fs_rel x, fs_rel y, fs_rel z)
{
    fs_rel a = (fs_rel)(uniform(r, -1, 1) * x), b = (fs_rel)(uniform(r, -1, 1) * y);
    return fs_rel3_make(a, b, (fs_rel)(uniform(r, -1, 1) * z));
}

/* A hull of 8 to 40 points within `size`. */
static inline void random_hull(test_rng *r, double size, fs_hull3 *hull)
{
    fs_rel3 p[40];
    do {
        size_t n = 8 + (size_t)(test_bits(r) % 33);
        for (size_t i = 0; i < n; i++)
            p[i] = random_point(r, size);
        if (fs_hull3_make(p, n, hull) == FS_OK)
            return;
    } while (true);
}

/* A random shape of a kind, about 1 m large; `hull` is its hull's memory. */
static inline fs_geometry3 random_shape(test_rng *r, int kind, fs_hull3 *hull)
{
    fs_geometry3 s;
    fs_rel3 centre = random_point(r, 0.5), other = random_point(r, 1);
    fs_quat rot = random_rotation(r);
    fs_rel a = REL(uniform(r, 0.05, 1)), b = REL(uniform(r, 0.05, 1)), c = REL(uniform(r, 0.05, 1));
    fs_result result = FS_OK;
    switch (kind) {
    case FS_GEOMETRY3_SPHERE: result = fs_geometry3_sphere(centre, a, &s); break;
    case FS_GEOMETRY3_CAPSULE: result = fs_geometry3_capsule(centre, other, a, &s); break;
    case FS_GEOMETRY3_BOX: result = fs_geometry3_box(fs_rel3_make(a, b, c), centre, rot, &s); break;
    case FS_GEOMETRY3_CYLINDER: result = fs_geometry3_cylinder(a, b, centre, rot, &s); break;
    case FS_GEOMETRY3_CONE: result = fs_geometry3_cone(a, b, centre, rot, &s); break;
    default:
        random_hull(r, 1, hull);
        result = fs_geometry3_hull(hull, centre, rot, &s);
        break;
    }
    ck_assert_int_eq(result, FS_OK);
    return s;
}

static inline double clamp1(double v)
{
    return v < 0 ? 0 : v > 1 ? 1 : v;
}

/* How far a point of the body's frame is outside of the shape by its worst surface (negative inside): a distance near
 * every face, not beyond edges. */
static inline double outside_by(const fs_geometry3 *s, vec3d p)
{
    vec3d o = rotate3d(inverse_of(s->rot), sub3d(p, vec3d_of(s->centre))), h = vec3d_of(s->half);
    double most = -INFINITY, off = hypot(o.x, o.z), slant = hypot(2 * h.y, h.x);
    switch (s->kind) {
    case FS_GEOMETRY3_SPHERE: return length3d(o) - D(s->radius);
    case FS_GEOMETRY3_CAPSULE: {
        double t = clamp1(dot3d(add3d(o, h), h) / (2 * dot3d(h, h)));
        return length3d(sub3d(o, scale3d(h, 2 * t - 1))) - D(s->radius);
    }
    case FS_GEOMETRY3_BOX: return fmax(fabs(o.x) - h.x, fmax(fabs(o.y) - h.y, fabs(o.z) - h.z));
    case FS_GEOMETRY3_CYLINDER: return fmax(off - h.x, fabs(o.y) - h.y);
    case FS_GEOMETRY3_CONE: return fmax((off * 2 * h.y - h.x * (h.y - o.y)) / slant, -h.y - o.y);
    default:
        for (unsigned f = 0; f < s->hull->face_count; f++)
            most = fmax(most, dot3d(vec3d_of_unit(s->hull->normal[f]), o) - D(s->hull->offset[f]));
        return most;
    }
}

/* The greatest n.x of the shape's points: exact up to double precision. */
static inline double support_of(const fs_geometry3 *s, vec3d n)
{
    vec3d d = rotate3d(inverse_of(s->rot), n), h = vec3d_of(s->half);
    double base = dot3d(n, vec3d_of(s->centre)), most = -INFINITY, off = hypot(d.x, d.z);
    switch (s->kind) {
    case FS_GEOMETRY3_SPHERE: return base + D(s->radius) * length3d(n);
    case FS_GEOMETRY3_CAPSULE: return base + fabs(dot3d(d, h)) + D(s->radius) * length3d(n);
    case FS_GEOMETRY3_BOX: return base + fabs(d.x) * h.x + fabs(d.y) * h.y + fabs(d.z) * h.z;
    case FS_GEOMETRY3_CYLINDER: return base + fabs(d.y) * h.y + off * h.x;
    case FS_GEOMETRY3_CONE: return base + fmax(d.y * h.y, off * h.x - d.y * h.y);
    default:
        for (unsigned i = 0; i < s->hull->corner_count; i++)
            most = fmax(most, dot3d(d, vec3d_of(s->hull->corner[i])));
        return base + most;
    }
}

#endif
