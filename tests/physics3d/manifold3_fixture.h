/* manifold3_fixture.h: the separation of two shapes along an axis in double, and the best axis by brute force. */
#ifndef FS_TEST_MANIFOLD3_FIXTURE_H
#define FS_TEST_MANIFOLD3_FIXTURE_H

#include "physics3d/geometry/manifold.h"
#include "physics3d/geometry3_fixture.h"

/* The shape b as seen from a, by its support function. */
static inline double support_placed(const fs_geometry3 *b, fs_transform3 f, vec3d n)
{
    return dot3d(n, vec3d_of(f.p)) + support_of(b, rotate3d(inverse_of(f.q), n));
}

/* How far b is from a along the unit vector n, negative where they overlap. */
static inline double separation_along(const fs_geometry3 *a, const fs_geometry3 *b, fs_transform3 f, vec3d n)
{
    return -support_placed(b, f, scale3d(n, -1)) - support_of(a, n);
}

static inline vec3d unit3d(vec3d v)
{
    return scale3d(v, 1 / length3d(v));
}

/* Climbs from n while a step of any size down to 1e-9 rad helps. */
static inline double climb(const fs_geometry3 *a, const fs_geometry3 *b, fs_transform3 f, vec3d *n)
{
    double best = separation_along(a, b, f, *n);
    for (double step = 0.2; step > 1e-9; step /= 2) {
        for (bool found = true; found;) {
            found = false;
            vec3d u = unit3d(cross3d(*n, fabs(n->x) < 0.7 ? (vec3d){ 1, 0, 0 } : (vec3d){ 0, 1, 0 })),
                  v = cross3d(*n, u);
            for (int k = 0; k < 8; k++) {
                vec3d t = add3d(scale3d(u, cos(k * 0.785398163397)), scale3d(v, sin(k * 0.785398163397)));
                vec3d m = unit3d(add3d(*n, scale3d(t, step)));
                double s = separation_along(a, b, f, m);
                if (s > best) {
                    best = s;
                    *n = m;
                    found = true;
                }
            }
        }
    }
    return best;
}

/* The greatest separation over all directions: 400 spread over the sphere, the best eight climbed from. */
static inline double best_separation(const fs_geometry3 *a, const fs_geometry3 *b, fs_transform3 f, vec3d *axis)
{
    enum { DIRECTIONS = 400, CLIMBS = 8 };
    vec3d top[CLIMBS];
    double value[CLIMBS];
    int count = 0;
    for (int i = 0; i < DIRECTIONS; i++) {
        double y = 1 - 2 * (i + 0.5) / DIRECTIONS, r = sqrt(1 - y * y), turn = i * 2.399963229728653;
        vec3d n = { r * cos(turn), y, r * sin(turn) };
        double s = separation_along(a, b, f, n);
        int j = count < CLIMBS ? count++ : CLIMBS;
        for (; j > 0 && s > value[j - 1]; j--)
            if (j < CLIMBS) {
                value[j] = value[j - 1];
                top[j] = top[j - 1];
            }
        if (j < CLIMBS) {
            value[j] = s;
            top[j] = n;
        }
    }
    double best = -INFINITY;
    for (int i = 0; i < count; i++) {
        double s = climb(a, b, f, &top[i]);
        if (s > best) {
            best = s;
            *axis = top[i];
        }
    }
    return best;
}

static inline double deepest(const struct fs__manifold3 *m)
{
    double least = INFINITY;
    for (unsigned i = 0; i < m->count; i++)
        least = fmin(least, D(m->separation[i]));
    return least;
}

#endif
