/* simplex.h: the simplex of the walk in distance.c: up to 4 points of the Minkowski difference b - a.
 *
 * Components of w are within 2^29, so those of a difference are below 2^30, a dot product of two below 2^61.6, a
 * component of a cross product below 2^61, a triple product below 2^93, and a product of two dot products below 2^124.
 * Every region is decided by the sign of an exact integer.
 */
#ifndef FS_PHYSICS3D_GEOMETRY_SIMPLEX_H
#define FS_PHYSICS3D_GEOMETRY_SIMPLEX_H

#include "physics3d/geometry/geometry_math.h"

enum { FS__SIMPLEX3_BITS = 29 };

struct fs__simplex3_vertex {
    struct fs__vec3 w;    /* b - a, shifted to FS__SIMPLEX3_BITS */
    struct fs__vec3 a, b; /* the two points, Q5.26 */
};

struct fs__simplex3 {
    struct fs__simplex3_vertex v[4];
    unsigned count;
    int64_t weight[4]; /* shares of the closest point, any common scale; set by fs__simplex3_reduce */
};

/* Drops the vertices that the point closest to the origin does not need. False when the origin is inside. */
bool fs__simplex3_reduce(struct fs__simplex3 *s);

/* The direction from the closest point of a reduced simplex to the origin, components below 2^62; zero when the origin is
 * on the simplex. */
struct fs__vec3 fs__simplex3_toward_origin(const struct fs__simplex3 *s);

#endif
