/* minkowski.h: support points of the difference b - a of two cores, for the walks over it.
 *
 * Points of the difference are kept to FS__SIMPLEX3_BITS bits: shapes that reach beyond 8 m are measured in steps of up to
 * 2^-23 m there; the points of the shapes themselves keep Q5.26.
 */
#ifndef FS_PHYSICS3D_GEOMETRY_MINKOWSKI_H
#define FS_PHYSICS3D_GEOMETRY_MINKOWSKI_H

#include "physics3d/geometry/simplex.h"

struct fs__minkowski3 {
    const struct fs__core3 *a, *b; /* placed in one frame */
    unsigned shift;                /* a point of the difference is in steps of 2^shift of Q5.26 */
};

/* The difference of two placed cores, which must outlive it. */
struct fs__minkowski3 fs__minkowski3_of(const struct fs__core3 *a, const struct fs__core3 *b);

/* The point of the difference furthest along d, any length above 0. */
void fs__minkowski3_support(const struct fs__minkowski3 *w, const struct fs__vec3 *d, struct fs__simplex3_vertex *v);

/* The point of shape a, or of shape b, with the weights of a reduced simplex. */
struct fs__vec3 fs__simplex3_closest_point(const struct fs__simplex3 *s, bool of_b);

#endif
